"""Importing episodes of the contest: each answer as the picks that play would have asked for, each round as a game."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from command_line import standoff
from small_episodes import alter, asked, needs_engine, play_episodes, read
from small_task import TRAINING, Task

from standoff import _native, read_recording
from standoff.errors import BadInput
from standoff.games.ptcg.episodes import EpisodeGame, read_episode
from standoff.learning.lessons import Lesson
from standoff.recordings import RecordingWriter, read_games

TO_HAND, TO_DECK = 7, 9


def told(cards: Sequence[int], least: int, most: int, context: int) -> bytes:
    """The question which of these cards are taken."""
    options = [{"type": 3, "area": 1, "index": place, "playerIndex": 0} for place in range(len(cards))]
    select = {"type": 1, "context": context, "minCount": least, "maxCount": most, "option": options}
    select["deck"] = [{"id": card, "serial": 3 + place, "playerIndex": 0} for place, card in enumerate(cards)]
    current = {"turn": 1, "yourIndex": 0, "result": -1, "players": [{"hand": []}, {}]}
    return json.dumps({"select": select, "logs": [], "current": current}).encode()


def rows_of(question: bytes, answer: list[int]) -> list[int]:
    end = b'{"current":{"yourIndex":0,"result":0}}'
    return _native.PtcgEpisode([question, end], [answer], [[], []]).choices.tolist()


@pytest.mark.parametrize(
    ("cards", "least", "most", "answer", "rows"),
    [
        ([5, 6, 7, 8], 2, 2, [3, 1], [1, 1]),  # 6 of 5 6 7, then 8 of 7 8
        ([5, 6, 7, 8], 1, 3, [2, 0], [0, 1, 1]),  # 5, then 7 of 6 7 8 stop, then stop of 8 stop
        ([5, 5, 6, 5], 2, 3, [3, 2], [0, 1]),  # 5, then 6 of 5 6; nothing comes after 6, so stop is forced
        ([5, 5, 6, 5], 1, 2, [1, 3], [0, 0]),  # any copy is the first that is left
        ([5, 6], 0, 2, [], [2]),
        ([5, 6], 2, 2, [1, 0], [0, 0]),
    ],
)
def test_an_answer_becomes_picks_in_the_order_of_kinds(
    cards: list[int], least: int, most: int, answer: list[int], rows: list[int]
) -> None:
    picked = rows_of(told(cards, least, most, TO_HAND), answer)
    assert picked[: len(rows)] == rows
    assert picked[len(rows) :] in ([], [0])  # a forced stop


def test_an_answer_keeps_its_order_where_that_means_something() -> None:
    assert rows_of(told([5, 6, 7], 3, 3, TO_DECK), [2, 0, 1]) == [2, 0, 0]
    assert rows_of(told([5, 6, 7], 3, 3, TO_HAND), [2, 0, 1]) == [0, 0, 0]


@pytest.mark.parametrize("answer", [[4], [], [0, 1, 2], [0, 0]])
def test_an_answer_that_no_rows_stand_for_is_refused(answer: list[int]) -> None:
    with pytest.raises(ValueError, match="at question 1: "):
        rows_of(told([5, 6, 7], 1, 2, TO_HAND), answer)


@pytest.fixture(scope="module")
def episodes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_episodes(tmp_path_factory.mktemp("episodes"), 3)


@pytest.fixture(scope="module")
def imported(episodes: Path) -> Path:
    out = episodes / "imported" / "games.parquet"
    answer = standoff("import", "ptcg", episodes, "--out", out, "--json")
    assert answer.code == 0, answer.err
    (out.parent / "summary.json").write_text(answer.out)
    return out


def summary_of(imported: Path) -> dict[str, Any]:
    return json.loads((imported.parent / "summary.json").read_text())


@needs_engine
def test_every_answer_of_both_versions_of_the_engine_is_imported(episodes: Path, imported: Path) -> None:
    files = [read(path) for path in sorted(episodes.glob("v*"))]
    summary, recording = summary_of(imported), read_recording(imported)
    assert summary["episodes"] == len(files) == 6
    assert summary["answers"] == sum(len(asked(episode)) for episode in files)
    assert summary["decisions"] == len(recording.batch)
    assert summary["games"] == len(recording.games)
    assert summary["skipped"] == []
    assert set(recording.batch.seat.tolist()) == {0, 1}
    assert not list(imported.parent.glob(".*"))


def one_meaning_questions(episode: Any) -> list[tuple[Any, list[int]]]:
    """Questions of one pick in play, where no two options mean the same."""
    kinds = {12, 13, 14}  # retreat, attack, end
    return [
        (observation, answer)
        for observation, answer in asked(episode)
        if observation["select"]["maxCount"] == 1 == observation["select"]["minCount"]
        and observation["select"]["option"][answer[0]]["type"] in kinds
        and len(observation["select"]["option"]) > 1
    ]


@needs_engine
def test_the_row_that_is_taken_is_the_option_that_was_answered(episodes: Path) -> None:
    from standoff.importing import record_games

    for path in sorted(episodes.glob("v1*")):
        recording = record_games(read_episode(path))
        assert recording is not None
        batch, questions = recording.batch, one_meaning_questions(read(path))
        columns = batch.schema.globals
        turn, actions = batch.globals[:, columns.index("turn")], batch.globals[:, columns.index("actions_this_turn")]
        assert questions
        for observation, answer in questions:
            now = observation["current"]
            is_here = (turn == now["turn"]) & (actions == now["turnActionCount"]) & (batch.seat == now["yourIndex"])
            rows = np.flatnonzero(is_here)
            taken = batch.action_id[batch.action_offsets[rows] + recording.choices.index[rows]] - 1
            assert answer[0] in taken.tolist()


@needs_engine
def test_a_round_is_a_game_with_its_own_winner(episodes: Path) -> None:
    for path in episodes.glob("v2*"):
        episode, games = read(path), read_episode(path)
        # The onlooker's record, which is never imported, says who won each round.
        shown = episode["steps"][0][0]["visualize"]
        results = [state["current"]["result"] for state in shown if state["current"]["result"] >= 0]
        assert [game.options["episode"] for game in games] == [
            (episode["info"]["EpisodeId"], number + 1) for number in range(len(results))
        ]
        assert len(games) >= 2
        assert scores_of(games) == [{0: 1.0, 1: 0.0, 2: 0.5}[result] for result in results]


def scores_of(games: list[EpisodeGame]) -> list[float]:
    from standoff.importing import record_games

    recording = record_games(games)
    assert recording is not None
    return recording.games.score.tolist()


@needs_engine
def test_a_recording_says_who_played_what_and_how_much_it_weighs(
    episodes: Path, imported: Path, tmp_path: Path
) -> None:
    schema, games = read_games(imported)
    assert {schema.reasons[reason] for reason in games.reason} == {"unknown"}
    assert set(map(tuple, games.players.tolist())) == {("Ann", "Bo")}
    assert games.weight.tolist() == [1050 / 600] * len(games)  # the mean of 900 and 1200, over 600
    assert all(len(option["first_decks"]) == 60 for option in games.options)
    nameless = alter(episodes / "v1-0.json", tmp_path / "nameless.json", lambda episode: episode.pop("info"))
    (game,) = read_episode(nameless)
    assert (game.players, game.weight, game.options["episode"]) == (("kaggle", "kaggle"), 1.0, (0, 1))


@needs_engine
def test_an_onlookers_record_changes_nothing(episodes: Path, tmp_path: Path) -> None:
    blind = alter(episodes / "v1-0.json", tmp_path / "blind.json", lambda episode: episode["steps"][0][0].clear())
    alter(blind, blind, lambda episode: episode["steps"][0][0].update(status="ACTIVE"))
    assert (
        read_episode(blind)[0].episode.choices.tolist()
        == read_episode(episodes / "v1-0.json")[0].episode.choices.tolist()
    )


@needs_engine
def test_what_cannot_be_used_is_skipped_with_a_reason_and_counted(episodes: Path, tmp_path: Path) -> None:
    (tmp_path / "torn.json").write_text("{")
    alter(episodes / "v1-0.json", tmp_path / "again.json", lambda episode: episode.update(rewards=episode["rewards"]))
    files = [episodes / "v1-0.json", tmp_path / "torn.json", tmp_path / "again.json", tmp_path / "none.json"]
    answer = standoff("import", "ptcg", *files, "--out", tmp_path / "games.parquet")
    assert answer.code == 0
    assert "1 episodes, 1 games" in answer.out
    assert "3 skipped" in answer.out
    assert f"skipped {tmp_path}/torn.json: it was cut short" in answer.out
    assert f"skipped {tmp_path}/again.json: it is the same as {episodes}/v1-0.json" in answer.out
    assert f"skipped {tmp_path}/none.json: there is no such file" in answer.out


@needs_engine
def test_a_clone_learns_from_imported_games(episodes: Path, tmp_path: Path) -> None:
    for name in ("v1-0.json", "v2-1.json.gz"):
        assert standoff("import", "ptcg", episodes / name, "--out", tmp_path / f"{name[:4]}.parquet").code == 0
    words = (tmp_path / "v2-1.parquet", "--heldout", tmp_path / "v1-0.parquet", *TRAINING, "--out", tmp_path / "run")
    answer = standoff("clone", *words)
    assert answer.code == 0, answer.err
    assert "agreement" in answer.out
    refused = standoff("dagger", tmp_path / "run", "--out", tmp_path / "dagger")
    assert refused.code == 2
    assert "was imported: DAgger needs a teacher that can be asked again" in refused.err


@needs_engine
def test_an_imported_game_says_why_it_cannot_be_played_again(imported: Path) -> None:
    answer = standoff("replay", imported)
    assert answer.code == 2
    assert "can't be played again: what its seats were told is not kept" in answer.err


def test_a_recording_without_weights_is_read_as_if_all_games_weighed_the_same(task: Task, tmp_path: Path) -> None:
    table = pq.read_table(task.train)
    pq.write_table(table.drop_columns(["weight"]), tmp_path / "old.parquet")
    games = read_recording(tmp_path / "old.parquet").games
    assert games.weight.tolist() == [1.0] * len(games)


def test_a_lesson_weighs_decisions_by_their_game(task: Task) -> None:
    recording = read_recording(task.train)
    recording.games.weight.setflags(write=True)
    recording.games.weight[0] = 3.0
    weight = Lesson.of(recording).weight
    assert weight.mean() == pytest.approx(1.0)
    first, other = weight[recording.batch.game == 0][0], weight[recording.batch.game == 1][0]
    assert first == pytest.approx(3 * other)


def test_a_recording_that_fails_half_way_leaves_no_file(task: Task, tmp_path: Path) -> None:
    recording = read_recording(task.train)
    with pytest.raises(BadInput), RecordingWriter(tmp_path / "games.parquet", {}) as writer:
        writer.write(recording)
        raise BadInput("stop")
    assert list(tmp_path.iterdir()) == []
