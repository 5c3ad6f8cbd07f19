"""DAgger: the pupil plays, the teacher says what it should have done, a weak clone gets better; kills do no harm."""

import json
import random
import tomllib
from pathlib import Path

import numpy as np
import pytest
from command_line import kill_when, run, standoff, start
from safetensors.numpy import load_file
from small_task import LESSONS, Task

from standoff import Deals, Recorder, Recording, Table, find_game, make_player, play, play_match, read_recording
from standoff.checkpoints import load_checkpoint
from standoff.players import RecordedPlayer, SupervisedPlayer
from standoff.recordings import read_header

CYCLES = find_game("cycles")
ROUNDS, SEEDS, FIRST = 2, 25, 3_000_000


@pytest.fixture(scope="module")
def weak(task: Task, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone that has seen six games."""
    folder = tmp_path_factory.mktemp("weak")
    few = folder / "few.parquet"
    assert standoff("record", *LESSONS, "--seeds", 3, "--out", few).code == 0
    words = ("clone", few, *task.words[1:], "--epochs", 4, "--out", folder / "clone")
    assert standoff(*words).code == 0
    return folder / "clone"


def words(weak: Path, folder: Path) -> tuple[object, ...]:
    return "dagger", weak, "--rounds", ROUNDS, "--seeds", SEEDS, "--out", folder


@pytest.fixture(scope="module")
def improved(weak: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds of DAgger without a break."""
    folder = tmp_path_factory.mktemp("improved") / "dagger"
    assert standoff(*words(weak, folder)).code == 0
    return folder


def agreement_of(run_folder: Path) -> float:
    return load_checkpoint(run_folder / "checkpoints" / "best.safetensors").summary["agreement"]


def test_it_makes_a_weak_clone_better(weak: Path, improved: Path) -> None:
    assert agreement_of(improved) > agreement_of(weak) + 0.05
    after, before = make_player(str(improved), CYCLES), make_player(str(weak), CYCLES)
    assert play_match("cycles", {"size": (7, 7)}, (after, before), 5_000_000, 60).over_pairs.low > 0.5


def test_the_pupil_plays_and_the_teacher_speaks(weak: Path, improved: Path) -> None:
    """Recorded are the choices of the clone, with the weights that voronoi gives to the same decisions."""
    recording = read_recording(improved / "round-1.parquet")
    pupil = make_player(str(weak), CYCLES)
    assert (pupil.choose(recording.batch, None).index == recording.choices.index).all()
    np.testing.assert_array_equal(teachers_weights(recording), recording.choices.weights)
    assert recording.is_contested.any()
    taught = np.maximum.reduceat(recording.choices.weights, recording.batch.action_offsets[:-1])
    played = recording.choices.weights[recording.batch.action_offsets[:-1] + recording.choices.index]
    assert (played < taught).any(), "a clone that never errs has nothing to learn"


def teachers_weights(recording: Recording) -> np.ndarray:
    """What voronoi says when the same games are played again."""
    games = recording.games
    again = RecordedPlayer(games.choices, games.choice_offsets)
    is_pupil = games.players != "flood"
    deals = Deals(games.seed, games.options, np.arange(len(games), dtype=np.int32))
    players = (SupervisedPlayer(again, make_player("voronoi", CYCLES)), again)
    table = Table("cycles", deals, players, np.where(is_pupil, 0, 1).astype(np.int8))
    recorder = Recorder(np.array([True, False]))
    replayed = recorder.recording(table, play(table, [recorder]))
    assert replayed is not None
    return replayed.choices.weights


def test_where_the_teacher_met_itself_the_pupil_does(weak: Path, improved: Path) -> None:
    games = read_recording(improved / "round-1.parquet").games
    assert set(games.players.flat) == {str(weak), "flood"}
    assert (games.players[0::2] == str(weak)).all()  # of each seed, the first game was voronoi against itself
    assert ((games.players[1::2] == "flood").sum(axis=1) == 1).all()


def test_each_round_has_its_own_seeds_and_learns_from_all_so_far(weak: Path, improved: Path) -> None:
    first = tomllib.loads((weak / "config.toml").read_text())["config"]
    for number in range(1, ROUNDS + 1):
        recording = read_recording(improved / f"round-{number}.parquet")
        begin = FIRST + (number - 1) * SEEDS
        assert np.unique(recording.games.seed).tolist() == list(range(begin, begin + SEEDS))
        settings = read_header(improved / f"round-{number}.parquet")["settings"]
        assert (settings["teacher"], settings["opponents"]) == ("voronoi", ["voronoi", "flood"])
        config = tomllib.loads((improved / f"round-{number}" / "config.toml").read_text())["config"]
        added = [str(improved / f"round-{each}.parquet") for each in range(1, number + 1)]
        assert config == {**first, "train": [*first["train"], *added]}


def test_it_logs_a_line_a_round_and_is_its_last_round(improved: Path) -> None:
    lines = [json.loads(line) for line in (improved / "metrics.jsonl").read_text().splitlines()]
    assert [line.pop("step") for line in lines] == [1, 2]
    for number, line in enumerate(lines, 1):
        best = load_checkpoint(improved / f"round-{number}" / "checkpoints" / "best.safetensors").summary
        assert line == {
            f"heldout/{name}": best[name] for name in ("loss", "agreement", "contested_agreement", "value_error")
        }
    assert same_weights(improved, improved / "round-2")


def same_weights(one: Path, other: Path) -> bool:
    mine, theirs = (load_file(folder / "checkpoints" / "best.safetensors") for folder in (one, other))
    return mine.keys() == theirs.keys() and all((mine[name] == theirs[name]).all() for name in mine)


def test_it_can_go_on_from_its_own_outcome(improved: Path, tmp_path: Path) -> None:
    more = ("dagger", improved, "--rounds", 1, "--seeds", 5, "--first-seed", 4_000_000, "--out", tmp_path / "more")
    assert standoff(*more).code == 0
    config = tomllib.loads((tmp_path / "more" / "round-1" / "config.toml").read_text())["config"]
    assert [Path(path).name for path in config["train"]] == [
        "few.parquet",
        "round-1.parquet",
        "round-2.parquet",
        "round-1.parquet",
    ]


def assert_same_outcome(one: Path, other: Path) -> None:
    for name in ("metrics.jsonl", *(f"round-{number}/metrics.jsonl" for number in range(1, ROUNDS + 1))):
        assert (one / name).read_bytes() == (other / name).read_bytes(), name
    assert same_weights(one, other)
    for number in range(1, ROUNDS + 1):
        mine, theirs = (read_recording(folder / f"round-{number}.parquet") for folder in (one, other))
        np.testing.assert_array_equal(mine.games.choices, theirs.games.choices)
        np.testing.assert_array_equal(mine.choices.weights, theirs.choices.weights)


def test_resuming_what_is_finished_changes_nothing(improved: Path) -> None:
    before = {path: path.read_bytes() for path in improved.rglob("*") if path.is_file() and path.name != "run.json"}
    answer = standoff("resume", improved)
    assert "has already run to its end" in answer.out
    assert f"{agreement_of(improved):8.2%}" in answer.out
    assert {
        path: path.read_bytes() for path in improved.rglob("*") if path.is_file() and path.name != "run.json"
    } == before


def go_on(weak: Path, folder: Path) -> tuple[object, ...]:
    return ("resume", folder) if (folder / "config.toml").exists() else words(weak, folder)


STAGES = (
    "config.toml",
    "round-1.parquet",
    "round-1/metrics.jsonl",
    "metrics.jsonl",
    "round-2.parquet",
    "round-2/config.toml",
    "round-2/checkpoints/resume.pt",
)


def test_a_killed_dagger_ends_with_the_same_numbers(weak: Path, improved: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dagger"
    for stage in sorted(random.sample(range(len(STAGES)), 2)):
        process = start(tmp_path, *go_on(weak, folder))
        delay = random.uniform(0, 0.05)
        assert kill_when(process, lambda at=stage: (folder / STAGES[at]).exists(), delay), "it had ended before"
    answer = run(tmp_path, *go_on(weak, folder))
    assert answer.code == 0, answer.err
    assert_same_outcome(folder, improved)


@pytest.mark.slow
def test_ten_kills_at_any_moment_change_no_number(weak: Path, improved: Path, tmp_path: Path) -> None:
    folder, kills = tmp_path / "dagger", 0
    for _ in range(10):
        process = start(tmp_path, *go_on(weak, folder))
        kills += kill_when(process, lambda: True, random.uniform(1, 4))
    assert kills >= 3
    assert run(tmp_path, *go_on(weak, folder)).code == 0
    assert_same_outcome(folder, improved)
