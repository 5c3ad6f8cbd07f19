"""Recordings: what is written is read, Polars reads it too, it can be played again, and a kill does not change it."""

import dataclasses
import random
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from command_line import kill_when, run, standoff, start
from small_task import LESSONS, Task

from standoff import (
    BadInput,
    Deals,
    Recorder,
    Recording,
    Table,
    find_game,
    make_player,
    play,
    read_recording,
    write_recording,
)
from standoff.players import RecordedPlayer
from standoff.recordings import Summary, join_parts, read_header, summarise

CYCLES = find_game("cycles")
LONG = ("record", *LESSONS, "--seeds", "2500")


def record(spec: str, seeds: range, size: tuple[int, int] = (7, 7)) -> Recording:
    """A player against itself, both seats recorded."""
    table = Table("cycles", Deals.of(seeds, {"size": size}), (make_player(spec, CYCLES),), both_seats(len(seeds)))
    recorder = Recorder(np.array([True]))
    recording = recorder.recording(table, play(table, [recorder], slots=7))
    assert recording is not None
    return recording


def both_seats(games: int) -> np.ndarray:
    return np.zeros((games, 2), np.int8)


def assert_equal(one: Recording, other: Recording) -> None:
    """Equal in every column, NaN included."""
    assert one.games.options == other.games.options
    for mine, theirs in ((one.games, other.games), (one.batch, other.batch), (one.choices, other.choices)):
        for field in dataclasses.fields(mine):
            if field.name not in ("options", "schema"):
                here, there = getattr(mine, field.name), getattr(theirs, field.name)
                np.testing.assert_array_equal(here, there, err_msg=field.name)
                assert here.dtype.kind == there.dtype.kind, field.name


def test_what_is_written_is_read(tmp_path: Path) -> None:
    recording = record("voronoi", range(30))
    write_recording(tmp_path / "a.parquet", recording, {"why": "a test"})
    read = read_recording(tmp_path / "a.parquet")
    assert_equal(read, recording)
    assert read.schema == CYCLES.schema
    assert read_header(tmp_path / "a.parquet")["settings"] == {"why": "a test"}
    assert set(read_header(tmp_path / "a.parquet")["provenance"]) == {"revision", "versions", "machine"}
    assert [path.name for path in tmp_path.iterdir()] == ["a.parquet"]


def test_a_wide_and_a_high_board_keep_their_shape(tmp_path: Path) -> None:
    for size in ((9, 5), (5, 9)):
        recording = record("flood", range(3), size)
        write_recording(tmp_path / "a.parquet", recording, {})
        assert read_recording(tmp_path / "a.parquet").batch.planes.shape[2:] == size[::-1]


def test_decisions_stand_in_the_order_of_games_and_plies() -> None:
    batch = record("random", range(30)).batch
    order = np.lexsort((batch.ply, batch.game))
    assert (order == np.arange(len(batch))).all()


def test_parts_are_joined_behind_each_other() -> None:
    whole = record("voronoi", range(30))
    assert_equal(join_parts([record("voronoi", range(11)), record("voronoi", range(11, 30))]), whole)


def test_the_score_is_that_of_the_deciding_seat() -> None:
    recording = record("flood", range(30))
    first = recording.batch.seat == 0
    assert (recording.score[first] == recording.games.score[recording.batch.game][first]).all()
    assert (recording.score[~first] == 1 - recording.games.score[recording.batch.game][~first]).all()


def test_a_decision_is_contested_where_the_teachers_weights_differ() -> None:
    recording = record("voronoi", range(30))
    weights = np.split(recording.choices.weights, recording.batch.action_offsets[1:-1])
    assert recording.is_contested.tolist() == [bool(each.max() > each.min()) for each in weights]


def test_polars_opens_it_as_the_documentation_says(task: Task) -> None:
    games = pl.read_parquet(task.train)
    recording = read_recording(task.train)
    assert games["seed"].to_list() == recording.games.seed.tolist()
    assert games["first_player"].unique().sort().to_list() == ["flood", "voronoi"]
    page = (Path(__file__).parents[1] / "docs" / "recordings.md").read_text()
    code = page.partition("```python\n")[2].partition("```")[0]
    names: dict[str, pl.DataFrame] = {}
    exec(code.replace("train.parquet", str(task.train)), names)
    decisions = names["decisions"]
    assert len(decisions) == len(recording.batch)
    assert decisions["ply"].to_list() == recording.batch.ply.tolist()
    assert decisions["index"].to_list() == recording.choices.index.tolist()
    assert np.concatenate(decisions["weights"].to_list()) == pytest.approx(recording.choices.weights)
    assert b"".join(decisions["planes"]) == recording.batch.planes.tobytes()
    for column in games.columns:
        assert f"`{column}`" in page or column in page.partition("explode(")[2], f"the page does not tell of {column}"


def test_a_replay_has_the_rows_of_the_original(task: Task) -> None:
    recording = read_recording(task.train)
    games = recording.games
    again = RecordedPlayer(games.choices, games.choice_offsets)
    deals = Deals(games.seed, games.options, np.arange(len(games), dtype=np.int32))
    table = Table("cycles", deals, (again, again), np.where(games.players == "voronoi", 0, 1).astype(np.int8))
    recorder = Recorder(np.array([True, False]))
    replayed = recorder.recording(table, play(table, [recorder]))
    assert replayed is not None
    for field in dataclasses.fields(recording.batch):
        if field.name != "schema":
            np.testing.assert_array_equal(
                getattr(replayed.batch, field.name), getattr(recording.batch, field.name), err_msg=field.name
            )
    np.testing.assert_array_equal(replayed.choices.index, recording.choices.index)
    np.testing.assert_array_equal(replayed.games.score, games.score)


def test_a_model_records_what_it_expected(clone: Path, tmp_path: Path) -> None:
    words = ("record", "cycles", "--teacher", clone, "--opponents", "flood", "--size", "7x7", "--seeds", 5)
    assert standoff(*words, "--out", tmp_path / "a.parquet").code == 0
    recording = read_recording(tmp_path / "a.parquet")
    value = recording.choices.value
    assert value is not None
    assert (np.abs(value) <= 1).all()
    assert set(recording.games.players[:, 0]) == {str(clone), "flood"}  # seats alternate with the seed


def test_the_summary_counts_what_is_there(task: Task) -> None:
    recording = read_recording(task.train)
    expected = Summary(
        games=90,
        decisions=len(recording.batch),
        contested=recording.is_contested.mean(),
        plies_a_game=recording.games.plies.mean(),
        seconds=0.0,
    )
    assert dataclasses.astuple(summarise(task.train)) == pytest.approx(dataclasses.astuple(expected))


def test_against_itself_a_teacher_is_recorded_in_both_seats(task: Task) -> None:
    recording = read_recording(task.train)
    is_mirror = (recording.games.players == "voronoi").all(axis=1)
    seats = [set(recording.batch.seat[recording.batch.game == game]) for game in range(len(recording.games))]
    for game, seed in enumerate(recording.games.seed):
        assert seats[game] == ({0, 1} if is_mirror[game] else {seed % 2})


@pytest.mark.parametrize("share", np.linspace(0, 0.999, 23))
def test_a_file_cut_anywhere_is_refused(task: Task, tmp_path: Path, share: float) -> None:
    content = task.train.read_bytes()
    (tmp_path / "cut.parquet").write_bytes(content[: int(len(content) * share)])
    with pytest.raises(BadInput, match="cut short"):
        read_recording(tmp_path / "cut.parquet")


@pytest.mark.parametrize("share", np.linspace(0.05, 0.5, 10))
def test_a_flipped_byte_is_found(task: Task, tmp_path: Path, share: float) -> None:
    content = bytearray(task.train.read_bytes())
    content[int(len(content) * share)] ^= 0x10
    (tmp_path / "flipped.parquet").write_bytes(content)
    with pytest.raises(BadInput, match="is damaged"):
        read_recording(tmp_path / "flipped.parquet")


def test_parts_with_other_settings_are_not_mixed_in(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    process = start(tmp_path, *LONG, "--out", out)
    assert kill_when(process, lambda: n_parts(out) >= 1)
    answer = standoff(*LONG, "--seed", 1, "--out", out)
    assert answer.code == 2
    assert "holds an unfinished recording with other settings; finish it with them, or remove it" in answer.err


def n_parts(out: Path) -> int:
    return len(list(out.with_name(f"{out.name}.parts").glob("*.parquet")))


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of 25 parts that was not killed."""
    out = tmp_path_factory.mktemp("unbroken") / "games.parquet"
    assert standoff(*LONG, "--out", out).code == 0
    return out


def test_a_killed_recording_goes_on_where_it_was(unbroken: Path, tmp_path: Path) -> None:
    out, before = tmp_path / "games.parquet", 0
    for least in sorted(random.sample(range(1, 20), 2)):
        process = start(tmp_path, *LONG, "--out", out)
        at, delay = max(least, before + 1), random.uniform(0, 0.02)
        assert kill_when(process, lambda at=at: n_parts(out) >= at, delay), "it was to be killed before its end"
        assert not out.exists(), "half a recording looks like a whole one"
        assert n_parts(out) >= before, "what was recorded is kept"
        before = n_parts(out)
    assert run(tmp_path, *LONG, "--out", out).code == 0
    assert out.read_bytes() == unbroken.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]


@pytest.mark.slow
def test_ten_kills_at_any_moment_change_nothing(unbroken: Path, tmp_path: Path) -> None:
    out, kills = tmp_path / "games.parquet", 0
    for _ in range(10):
        process = start(tmp_path, *LONG, "--out", out)
        kills += kill_when(process, lambda: True, random.uniform(0.5, 1.5))
        if out.exists():
            assert out.read_bytes() == unbroken.read_bytes()
            out.unlink()
    assert kills >= 3
    assert run(tmp_path, *LONG, "--out", out).code == 0
    assert out.read_bytes() == unbroken.read_bytes()
