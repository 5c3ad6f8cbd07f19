"""Each episode that can't be imported with its sentence: exit code 2 where no other is there, and no recording."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import standoff
from small_episodes import alter, needs_engine, play_episodes, read

pytestmark = needs_engine


@pytest.fixture(scope="module")
def episodes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_episodes(tmp_path_factory.mktemp("episodes"), 1)


def sentence_about(path: Path) -> str:
    """What comes out where this is the only episode."""
    out = path.parent / "out" / "games.parquet"
    answer = standoff("import", "ptcg", path, "--out", out)
    assert answer.code == 2
    assert not out.exists()
    (line,) = [line for line in answer.err.splitlines() if line.startswith("standoff: ")]
    start = f"standoff: no game was imported: {path}: "
    assert line.startswith(start)
    return line.removeprefix(start)


def cut_last_third(episode: Any) -> None:
    del episode["steps"][len(episode["steps"]) * 2 // 3 :]


def first_options(episode: Any) -> list[Any]:
    """The options of the first question, in both of the steps that show it."""
    return episode["steps"][1][0]["observation"]["select"]["option"]


def give_up(episode: Any) -> None:
    episode["steps"][-1][1]["status"] = "TIMEOUT"


def answer_what_is_not_offered(episode: Any) -> None:
    episode["steps"][2][0]["action"] = [7]


def show_the_other_seat(episode: Any) -> None:
    episode["steps"][1][0]["observation"]["current"]["yourIndex"] = 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (cut_last_third, ", before the game has ended"),
        (
            lambda episode: first_options(episode)[0].update(type=99),
            "at question 1: it offers an option of the type 99",
        ),
        (give_up, "seat 1 did not play to the end: its status is TIMEOUT"),
        (answer_what_is_not_offered, "at question 1: no legal action is what seat 0 answered"),
        (show_the_other_seat, "at step 1 seat 0 is told what seat 1 sees"),
        (lambda episode: episode.update(name="connectx"), "it is an episode of connectx"),
        (lambda episode: episode.update(rewards=[None, 1]), "its rewards are None and 1"),
        (lambda episode: episode.pop("steps"), "it is no episode of the Pokémon TCG: Object missing required field"),
        (lambda episode: episode["steps"][1][1]["action"].pop(), "a player gave a deck of 59 cards; a deck has 60"),
        (lambda episode: episode["steps"][2][0].update(action="yes"), "at step 2, action: Expected `array`, got `str`"),
        (lambda episode: episode["info"].update(EpisodeId=-1), "its EpisodeId is -1"),
    ],
)
def test_an_episode_that_cannot_be_used_says_why(
    episodes: Path, tmp_path: Path, change: Callable[[Any], object], sentence: str
) -> None:
    assert sentence in sentence_about(alter(episodes / "v1-0.json", tmp_path / "episode.json", change))


def test_rounds_that_do_not_follow_each_other_are_refused(episodes: Path, tmp_path: Path) -> None:
    def win_twice(episode: Any) -> None:
        for step in episode["steps"]:
            for seat in step:
                now = seat["observation"].get("current")
                if now and now["round"] == 2:
                    now["players"][0]["win"], now["players"][1]["win"] = 1, 1

    path = alter(episodes / "v2-0.json.gz", tmp_path / "episode.json", win_twice)
    assert sentence_about(path).startswith("round 2 does not follow round 1: its tally is (1, 1, 0)")


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.json", b"<html>", "it is no JSON; an episode is the JSON of a replay, plain or gzipped"),
        ("a.json", b"", "it was cut short: its JSON has no end; get it again"),
        ("a.json", b"\xff\xfe", "it is no JSON"),
        ("a.json", b"[" * 100_000, "it is no"),
        ("a.json.gz", gzip.compress(b"{}", mtime=0)[:-8] + bytes(8), "its gzip data are damaged; get it again"),
    ],
)
def test_a_file_that_is_no_episode_says_why(tmp_path: Path, name: str, content: bytes, sentence: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert sentence in sentence_about(path)


@pytest.mark.parametrize("name", ["v1-0.json", "v2-0.json.gz"])
def test_a_file_without_its_last_third_says_that_it_was_cut_short(episodes: Path, tmp_path: Path, name: str) -> None:
    content = (episodes / name).read_bytes()
    (tmp_path / name).write_bytes(content[: len(content) * 2 // 3])
    assert sentence_about(tmp_path / name).startswith("it was cut short: its ")


def test_a_gzipped_file_without_its_last_third_of_json_says_so(episodes: Path, tmp_path: Path) -> None:
    content = gzip.decompress((episodes / "v2-0.json.gz").read_bytes())
    path = tmp_path / "short.json.gz"
    path.write_bytes(gzip.compress(content[: len(content) * 2 // 3]))
    assert sentence_about(path) == "it was cut short: its JSON has no end; get it again"


def test_what_the_command_needs_is_said(episodes: Path, tmp_path: Path) -> None:
    (tmp_path / "games.parquet").touch()
    for words, sentence in [
        (("ptcg", "--out", tmp_path / "new.parquet"), "say which episodes"),
        (("ptcg", tmp_path, "--out", tmp_path / "new.parquet"), "has no episodes: files that end in .json or .json.gz"),
        (("ptcg", episodes, "--out", tmp_path / "games.parquet"), "games.parquet exists; remove it"),
        (("bang", episodes, "--out", tmp_path / "new.parquet"), "there are no games of 'bang' to import"),
    ]:
        answer = standoff("import", *words)
        assert answer.code == 2
        assert sentence in answer.err
    assert len(read(episodes / "v1-0.json")["steps"]) > 2
