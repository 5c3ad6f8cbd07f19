"""Mirror descent on logits: every information set has its own step, the pull evens out, and Leduc hold'em is solved."""

import json
from pathlib import Path

import numpy as np
import pytest
from command_line import kill_when, run, start

from standoff import Deals, PolicyPlayer, Table, find_game
from standoff.evaluator import UniformEvaluator
from standoff.schema import schema_of

torch = pytest.importorskip("torch")

from standoff.learning.learner import Anchor, Learner, Progress  # noqa: E402
from standoff.learning.mirror import MirrorConfig, mean_advantages, update  # noqa: E402
from standoff.learning.rollouts import Rollout, roll_out  # noqa: E402
from standoff.models.duel import SIZES, DuelModel  # noqa: E402
from standoff.models.tensors import log_softmax, to_tensors  # noqa: E402

SMALL = ("train", "leduc", "--games", "64", "--slots", "64", "--iterations", "6", "--threads", "1")


def fresh_learner() -> Learner:
    torch.manual_seed(1)
    model = DuelModel(schema_of("leduc"), SIZES["tiny"])
    return Learner(model, None, torch.optim.Adam(model.parameters(), lr=1e-3))


def self_play(n_games: int) -> Rollout:
    player = PolicyPlayer("learner", UniformEvaluator(), 1.0, seed=4)
    deals = Deals.of(range(n_games), find_game("leduc").options().values())
    return roll_out(Table("leduc", deals, (player,), np.zeros((n_games, 2), np.int8)), slots=n_games, threads=1)[0]


def chances(learner: Learner, rollout: Rollout) -> np.ndarray:
    batch = to_tensors(rollout.batch, torch.device("cpu"))
    with torch.no_grad():
        return log_softmax(learner.model(batch)[0], batch).exp().double().numpy()


def test_the_advantage_of_an_action_is_its_mean_and_none_is_assumed_of_an_action_not_taken() -> None:
    advantage = np.array([1.0, 3.0, -2.0], np.float32)
    assert mean_advantages(advantage, np.array([4, 4, 0]), 6).tolist() == [-2.0, 0.0, 0.0, 0.0, 2.0, 0.0]


def test_a_rare_information_set_moves_as_far_as_a_common_one() -> None:
    rollout, learner = self_play(256), fresh_learner()
    before = chances(learner, rollout)
    config = MirrorConfig(step=0.3, fits=200, learning_rate=3e-3, entropy=0.0, least_entropy=0.0)
    metrics = update(learner, rollout, config, Progress(0, (1,)))
    assert metrics["mirror/unfitted"] < 0.3
    owner = np.repeat(np.arange(len(rollout)), rollout.batch.n_actions)
    moved = np.bincount(owner, np.abs(chances(learner, rollout) - before)) / rollout.batch.n_actions
    _, which, times = np.unique(rollout.batch.information, return_inverse=True, return_counts=True)
    rare, common = times[which] <= 2, times[which] >= 20
    assert moved[rare].mean() > moved[common].mean() / 2


def test_the_pull_evens_out_what_play_does_not_distinguish() -> None:
    rollout, learner = self_play(64), fresh_learner()
    with torch.no_grad():
        learner.model.logit.weight.mul_(5000)
    config = MirrorConfig(step=0.05, entropy=8.0, most_move=5.0, fits=200, learning_rate=0.01, most_gradient=100.0)
    entropy = [update(learner, rollout, config, Progress(0, (each,)))["mirror/entropy"] for each in range(4)]
    assert entropy[-1] > entropy[0] + 0.1


def test_an_anchor_pulls_towards_its_policy() -> None:
    rollout, apart = self_play(64), []
    for weight in (0.0, 8.0):
        learner, anchor = fresh_learner(), fresh_learner().model
        with torch.no_grad():
            anchor.logit.weight.mul_(300)
        config = MirrorConfig(step=0.05, entropy=0.0, least_entropy=0.0, most_move=5.0, fits=200)
        update(learner, rollout, config, Progress(0, (1,), (Anchor(anchor, weight),)))
        held_to = Learner(anchor, None, learner.optimiser)
        apart.append(np.abs(chances(learner, rollout) - chances(held_to, rollout)).mean())
    assert apart[1] < 0.8 * apart[0]


def test_a_killed_run_comes_to_the_same_numbers(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert run(tmp_path, *SMALL, "--out", whole).code == 0
    process = start(tmp_path, *SMALL, "--out", killed)
    kill_when(process, lambda: (killed / "metrics.jsonl").exists())
    assert run(tmp_path, "resume", killed).code == 0
    first, second = (path.joinpath("metrics.jsonl").read_text() for path in (whole, killed))
    assert first == second
    assert (whole / "checkpoints" / "last.safetensors").exists()


def test_settings_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    answer = run(tmp_path, *SMALL, "--mirror.fits", "0", "--out", tmp_path / "run")
    assert answer.code == 2
    assert answer.err.strip() == "standoff: --mirror.fits is 1 or more, not 0"


@pytest.mark.slow
def test_the_average_over_snapshots_nears_an_equilibrium_of_leduc(tmp_path: Path) -> None:
    assert run(tmp_path, "train", "leduc", "--iterations", "300", "--threads", "1", "--out", tmp_path / "run").code == 0
    answer = run(tmp_path, "exploit", "leduc", tmp_path / "run", "--json")
    found = json.loads(answer.out)
    assert found["average"]["nash_conv"] < 0.5
    assert found["curve"][0]["average"] > 4
    assert [point["iteration"] for point in found["curve"]] == sorted({p["iteration"] for p in found["curve"]})
