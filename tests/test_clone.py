"""Cloning: it learns, it is measured on games that it has not seen, the best is kept, a kill changes no number."""

import json
import math
import random
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import torch
from command_line import Answer, kill_when, run, standoff, start
from safetensors.numpy import load_file
from small_task import TRAINING, Task

from standoff import find_game, make_player, play_match, read_recording, segments
from standoff.checkpoints import load_checkpoint
from standoff.learning.clone import CloneConfig, clone, kind_entropy, measure
from standoff.learning.lessons import Lesson
from standoff.models.inference import from_checkpoint
from standoff.models.tensors import log_softmax, to_tensors

CYCLES = find_game("cycles")
CPU = torch.device("cpu")


def train(task: Task, folder: Path, *words: object) -> Path:
    """A clone of the small task, a short one, with other settings."""
    short = (*task.words, "--epochs", 1, "--out", folder)
    assert standoff("clone", *short, *words).code == 0
    return folder


def metrics_of(run_folder: Path) -> list[Mapping[str, float]]:
    return [json.loads(line) for line in (run_folder / "metrics.jsonl").read_text().splitlines()]


def checkpoint_of(run_folder: Path, name: str = "best") -> Path:
    return run_folder / "checkpoints" / f"{name}.safetensors"


def assert_same_run(one: Path, other: Path) -> None:
    """Every logged number, every weight, and the optimiser too, bit for bit."""
    assert (one / "metrics.jsonl").read_bytes() == (other / "metrics.jsonl").read_bytes()
    for name in ("best", "last"):
        mine, theirs = (load_file(checkpoint_of(folder, name)) for folder in (one, other))
        assert mine.keys() == theirs.keys()
        assert all((mine[key] == theirs[key]).all() for key in mine), name
        summaries = [dict(load_checkpoint(checkpoint_of(folder, name)).summary) for folder in (one, other)]
        assert summaries[0] == summaries[1]
    mine, theirs = (torch.load(folder / "checkpoints" / "resume.pt") for folder in (one, other))
    torch.testing.assert_close(mine["optimiser"].pop("state"), theirs["optimiser"].pop("state"), rtol=0, atol=0)
    torch.testing.assert_close(mine.pop("model"), theirs.pop("model"), rtol=0, atol=0)
    assert mine == theirs


def test_it_learns(clone: Path) -> None:
    first, last = metrics_of(clone)[0], metrics_of(clone)[-1]
    assert last["heldout/agreement"] > 0.93
    assert last["heldout/contested_agreement"] > 0.9
    assert last["heldout/loss"] < first["heldout/loss"]
    assert last["train/policy_loss"] < first["train/policy_loss"]
    assert last["heldout/value_error"] < 0.9  # always saying 0 has 1


def test_what_is_logged_is_what_the_documentation_lists(clone: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "methods" / "clone.md").read_text()
    lines = metrics_of(clone)
    for line in lines:
        assert all(math.isfinite(value) for value in line.values())
        assert {name for name in line if name != "step"} == {
            name for name in page.split("`") if name.startswith(("train/", "heldout/"))
        }
    steps = [line["step"] for line in lines]
    steps_an_epoch = steps[-1] / 3
    assert steps == sorted(set(range(8, int(steps[-1]) + 1, 8)) | {steps_an_epoch * epoch for epoch in (1, 2, 3)})
    assert lines[-1]["train/learning_rate"] < lines[0]["train/learning_rate"]
    assert list(clone.glob("events.out.tfevents.*")), "tensorboard finds nothing"


def test_the_best_checkpoint_has_the_greatest_agreement(clone: Path) -> None:
    lines = metrics_of(clone)
    best = load_checkpoint(checkpoint_of(clone)).summary
    greatest = max(line["heldout/agreement"] for line in lines)
    assert best["agreement"] == greatest
    assert best["step"] == next(line["step"] for line in lines if line["heldout/agreement"] == greatest)
    assert load_checkpoint(checkpoint_of(clone, "last")).summary["step"] == lines[-1]["step"]


def test_what_is_printed_is_what_the_checkpoint_does_on_the_heldout_games(clone: Path, task: Task) -> None:
    checkpoint, heldout = load_checkpoint(checkpoint_of(clone)), read_recording(task.heldout)
    measured = measure(from_checkpoint(checkpoint, CPU), Lesson.of(heldout), {}, CPU)
    assert asdict(measured) == {key: value for key, value in checkpoint.summary.items() if key != "step"}
    assert measured.contested == heldout.is_contested.sum()
    player = make_player(str(clone), CYCLES)
    weights = player.choose(heldout.batch, None).weights  # a policy does not look ahead
    taught = segments.argmax(heldout.choices.weights, heldout.batch.action_offsets)
    assert (segments.argmax(weights, heldout.batch.action_offsets) == taught).mean() == measured.agreement
    answer = standoff("resume", clone)  # says again what was measured
    assert f"agreement            {measured.agreement:8.2%}" in answer.out
    assert "has already run to its end" in answer.out


def test_agreement_is_what_training_measured_and_adds_up_over_kinds(clone: Path, task: Task) -> None:
    measured = load_checkpoint(checkpoint_of(clone)).summary
    rows = json.loads(standoff("agreement", clone, task.heldout, "--json").out)
    assert [row["kind"] for row in rows[:2]] == ["all", "contested"]
    assert rows[0]["decisions"] == measured["decisions"] == sum(row["decisions"] for row in rows[2:])
    assert rows[0]["agreed"] == sum(row["agreed"] for row in rows[2:])
    assert rows[0]["rate"]["score"] == pytest.approx(measured["agreement"], abs=0.002)  # torch's sums differ
    assert rows[1]["decisions"] == measured["contested"]
    assert "kind of decision" in standoff("agreement", clone, task.heldout).out


def test_agreement_needs_a_recording_that_the_model_can_read(clone: Path, tmp_path: Path) -> None:
    other = tmp_path / "kuhn.parquet"
    standoff("record", "kuhn", "--teacher", "equilibrium", "--seeds", 5, "--out", other)
    answer = standoff("agreement", clone, other)
    assert (answer.code, answer.err) == (
        2,
        f"standoff: {clone / 'checkpoints' / 'best.safetensors'} plays cycles, not kuhn\n",
    )


def test_a_lesson_is_the_heaviest_row_and_how_the_game_ended(task: Task) -> None:
    recording = read_recording(task.train)
    lesson = Lesson.of(recording)
    weights = np.split(recording.choices.weights, recording.batch.action_offsets[1:-1])
    assert lesson.label.tolist() == [int(each.argmax()) for each in weights]
    assert set(lesson.outcome) == {-1, 1}


def test_equal_runs_are_equal_and_another_seed_is_another_run(task: Task, tmp_path: Path) -> None:
    same = [train(task, tmp_path / name) for name in ("one", "two")]
    assert_same_run(*same)
    other = train(task, tmp_path / "three", "--seed", 1)
    assert (other / "metrics.jsonl").read_bytes() != (same[0] / "metrics.jsonl").read_bytes()


def test_several_recordings_are_one_lesson(task: Task, tmp_path: Path) -> None:
    words = ("record", "cycles", "--teacher", "voronoi", "--opponents", "random", "--size", "7x7", "--seeds", 10)
    more = tmp_path / "more.parquet"
    assert standoff(*words, "--out", more).code == 0
    both = ("clone", task.train, more, *task.words[1:], "--epochs", 1, "--out", tmp_path / "both")
    assert standoff(*both).code == 0
    n_decisions = sum(len(read_recording(path).batch) for path in (task.train, more))
    assert metrics_of(tmp_path / "both")[-1]["step"] == math.ceil(n_decisions / 64)


@pytest.mark.parametrize("batch", [100_000, 700])
def test_few_steps_are_enough_for_a_schedule(task: Task, tmp_path: Path, batch: int) -> None:
    """A schedule over 10 points with 10% of warm-up has no step in its rise."""
    folder = train(task, tmp_path / "few", "--batch", batch, "--epochs", 3)
    assert metrics_of(folder)[-1]["step"] == 3 * math.ceil(len(read_recording(task.train).batch) / batch)


def test_nine_steps_are_enough_too(task: Task, tmp_path: Path) -> None:
    config = CloneConfig((str(task.train),), str(task.heldout), size="tiny", epochs=9, batch=100_000, threads=1)
    clone(config, tmp_path / "nine")
    assert metrics_of(tmp_path / "nine")[-1]["step"] == 9


def test_the_entropy_of_kinds_is_that_of_the_policys_shares(task: Task) -> None:
    cut = read_recording(task.heldout).batch.take(np.arange(50))
    batch = to_tensors(cut, CPU)
    logits = torch.randn(len(cut.action_kind), generator=torch.Generator().manual_seed(0))
    policy = log_softmax(logits, batch)
    # In this game each kind has at most one row a decision, so that the shares are the weights themselves.
    expected = segments.entropy(policy.exp().numpy(), cut.action_offsets).mean()
    assert float(kind_entropy(policy, batch, 3)) == pytest.approx(expected, rel=1e-5)
    assert float(kind_entropy(policy, batch, 3)) > 0


def test_the_entropy_option_keeps_kinds_alive(task: Task, tmp_path: Path) -> None:
    plain, lively = train(task, tmp_path / "plain"), train(task, tmp_path / "lively", "--kind-entropy", 1)
    assert metrics_of(lively)[-1]["train/kind_entropy"] > metrics_of(plain)[-1]["train/kind_entropy"]


def test_a_logit_offset_counts_when_measured_and_when_it_plays(task: Task, tmp_path: Path) -> None:
    plain, offset = train(task, tmp_path / "plain"), train(task, tmp_path / "offset", "--logit-offset", "left=50")
    assert load_checkpoint(checkpoint_of(offset)).logit_offsets == {"left": 50.0}
    mine, theirs = load_file(checkpoint_of(plain, "last")), load_file(checkpoint_of(offset, "last"))
    assert all((mine[key] == theirs[key]).all() for key in mine), "an offset in the loss would be learnt away"

    heldout = read_recording(task.heldout)
    batch = heldout.batch
    could = np.flatnonzero(np.maximum.reduceat(batch.action_kind == 2, batch.action_offsets[:-1]))
    index = make_player(str(offset), CYCLES).choose(batch, None).index
    assert (batch.action_kind[batch.action_offsets[:-1] + index][could] == 2).all()
    assert metrics_of(offset)[-1]["heldout/agreement"] < metrics_of(plain)[-1]["heldout/agreement"]
    by_hand = make_player(f"{plain}@last?logit-offset=left:50", CYCLES).choose(batch, None).index
    assert (by_hand == make_player(f"{offset}@last", CYCLES).choose(batch, None).index).all()


def test_a_clone_holds_its_own_against_its_teacher(clone: Path) -> None:
    players = make_player(str(clone), CYCLES), make_player("voronoi", CYCLES)
    assert play_match("cycles", {"size": (7, 7)}, players, 5_000_000, 50).over_games.score > 0.3


def measured_so_far(folder: Path) -> int:
    log = folder / "metrics.jsonl"
    return log.read_text().count("\n") if log.exists() else 0


def go_on(task: Task, folder: Path) -> tuple[object, ...]:
    """What a person types: clone, and where a run has begun, resume."""
    return ("resume", folder) if (folder / "config.toml").exists() else ("clone", *task.words, "--out", folder)


def finish(task: Task, folder: Path) -> Answer:
    return run(folder.parent, *go_on(task, folder))


def test_a_killed_training_ends_with_the_same_numbers(task: Task, clone: Path, tmp_path: Path) -> None:
    folder = tmp_path / "clone"
    for least in sorted(random.sample(range(1, measured_so_far(clone) - 1), 2)):
        process = start(tmp_path, *go_on(task, folder))
        delay = random.uniform(0, 0.03)
        assert kill_when(process, lambda at=least: measured_so_far(folder) >= at, delay), "it had ended before"
    answer = finish(task, folder)
    assert answer.code == 0, answer.err
    assert_same_run(folder, clone)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_ten_kills_at_any_moment_change_no_number(task: Task, clone: Path, tmp_path: Path) -> None:
    folder, kills = tmp_path / "clone", 0
    while kills < 10:
        process = start(tmp_path, *go_on(task, folder))
        if kill_when(process, lambda: True, random.uniform(1, 4)):
            kills += 1
        else:
            assert_same_run(folder, clone)
            shutil.rmtree(folder)
    assert finish(task, folder).code == 0
    assert_same_run(folder, clone)


def test_a_damaged_point_to_resume_from_is_mended_as_the_sentence_says(task: Task, clone: Path, tmp_path: Path) -> None:
    folder = tmp_path / "clone"
    shutil.copytree(clone, folder)
    record = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({key: value for key, value in record.items() if key != "ended"}))
    saved = folder / "checkpoints" / "resume.pt"
    saved.write_bytes(saved.read_bytes()[:5000])
    assert f"{saved} is damaged; remove it, and the training begins anew" in standoff("resume", folder).err
    saved.unlink()
    assert standoff("resume", folder).code == 0
    assert_same_run(folder, clone)


def test_the_config_of_a_run_is_complete(clone: Path, task: Task) -> None:
    written = tomllib.loads((clone / "config.toml").read_text())
    expected = asdict(CloneConfig((str(task.train),), str(task.heldout)))
    given = dict(
        zip((word.removeprefix("--").replace("-", "_") for word in TRAINING[::2]), TRAINING[1::2], strict=True)
    )
    assert written["verb"] == "clone"
    assert written["config"].keys() == expected.keys()
    for name, value in written["config"].items():
        default = list(expected[name]) if isinstance(expected[name], tuple) else expected[name]
        assert str(value) == given.get(name, str(default)), name
