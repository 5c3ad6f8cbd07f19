"""Decisions a second of the league's training beside a plain loop: one game at a time, one decision at a time.

The plain loop is what a single-file PPO script does with a turn-based environment: `last()` asks for the open
decision, a forward pass of one row chooses, `step()` plays it, and after a rollout the same update follows. Engine,
model and update are the same; the difference is how they are driven.
"""

import argparse
import cProfile
import pstats
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import torch
from torch.profiler import ProfilerActivity, profile

from standoff import Choices, Deals, DecisionBatch, GamePool, find_game, segments
from standoff.learning.league import LeagueConfig
from standoff.learning.learner import Progress
from standoff.learning.ppo import update
from standoff.learning.rollouts import Rollout
from standoff.learning.train import TrainConfig, Training
from standoff.learning.yardsticks import YardstickConfig
from standoff.models.tensors import to_tensors
from standoff.runs import Run

KINDS = {
    "matrix products": ("aten::mm", "aten::addmm", "aten::addmm_", "aten::bmm"),
    "sums of table rows": ("aten::_embedding_bag", "aten::index_add", "aten::index_add_"),
}
"""Torch operations of an update that do its work; the second are products with sparse matrices, too."""
PLAIN_DECISIONS = 2048
"""Of a rollout of the plain loop, as such scripts have it."""


class SingleGame:
    """One game of the engine behind the interface of a turn-based environment: reset, last, step."""

    def __init__(self, game: str) -> None:
        self.game, self.options = game, find_game(game).options().values()

    def reset(self, seed: int) -> None:
        """Begins the deal of a seed."""
        self.pool = GamePool.of(self.game, Deals.of([seed], self.options), slots=1, threads=1)

    def last(self) -> DecisionBatch | None:
        """The first open decision; None where the game has ended."""
        batch = self.pool.decisions()
        return batch if len(batch) else None

    def step(self, rows: list[int]) -> None:
        """Plays the rows taken, one a seat that decides."""
        self.pool.apply(Choices(np.array(rows, np.int32), np.zeros(0, np.float32)))

    def score(self) -> float:
        """Of seat 0, 0 to 1."""
        return float(self.pool.ended().score[0])


def play_alone(training: Training, first_seed: int) -> Rollout:
    """A rollout of whole games in self-play, a forward pass a decision."""
    game, draws = SingleGame(training.game.name), np.random.default_rng(first_seed)
    batches: list[DecisionBatch] = []
    taken: list[int] = []
    likely: list[float] = []
    secrets: list[np.ndarray] = []
    score: list[float] = []
    number = 0
    while len(taken) < PLAIN_DECISIONS:
        game.reset(first_seed + number)
        while (batch := game.last()) is not None:
            hidden, rows = game.pool.secrets(), []
            for one in each_decision(batch):
                with torch.inference_mode():
                    logits, _ = training.model(to_tensors(one, training.device))
                weights = segments.softmax(logits.numpy(), one.action_offsets).astype(np.float64)
                rows.append(int(draws.choice(len(weights), p=weights / weights.sum())))
                likely.append(float(weights[rows[-1]]))
                batches.append(DecisionBatch(**{**one.__dict__, "game": np.array([number], np.int32)}))
            secrets.append(hidden)
            taken += rows
            game.step(rows)
        score.append(game.score())
        number += 1
    probability = np.array(likely, np.float32)
    return Rollout.of(
        DecisionBatch.join(batches),
        np.array(taken, np.int32),
        probability,
        probability,  # of the row that was liked best: read by nobody here
        np.concatenate(secrets),
        np.array(score, np.float32),
    )


def each_decision(batch: DecisionBatch) -> Iterator[DecisionBatch]:
    """Both seats' decisions where both decide."""
    return (batch.take(np.array([row])) for row in range(len(batch)))


def plain_rate(training: Training, seconds: float) -> float:
    """Decisions a second of the plain loop, its updates included."""
    started, decisions, number = time.monotonic(), 0, 0
    while time.monotonic() - started < seconds:
        rollout = play_alone(training, 1000 * number)
        update(training.learner, rollout, training.config.ppo, Progress(number, (0, number)))
        decisions += len(rollout)
        number += 1
    return decisions / (time.monotonic() - started)


def league_rate(training: Training, seconds: float) -> float:
    """Decisions a second of the league's training, everything included."""
    training.iterate()  # warms up
    started, before = time.monotonic(), training.receipts.decisions
    while time.monotonic() - started < seconds:
        training.iterate()
    return (training.receipts.decisions - before) / (time.monotonic() - started)


def learning_shares(training: Training) -> dict[str, float]:
    """Shares of an update's time, by the kind of torch operation; the rest is all other torch, and Python."""
    rollout, _, _ = training._play()
    # The profiler slows what is small, so the time that it is compared with is measured without it.
    began = time.monotonic()
    update(training.learner, rollout, training.config.ppo, training._progress())
    seconds = time.monotonic() - began
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        update(training.learner, rollout, training.config.ppo, training._progress())
    shares = dict.fromkeys(KINDS, 0.0)
    for event in profiled.key_averages():
        for kind, names in KINDS.items():
            if event.key in names:
                shares[kind] += event.self_cpu_time_total / 1e6 / seconds
    return shares


def engine_share(training: Training) -> float:
    """The share of a rollout that is spent inside the native pool: rules, views, rows, secrets."""
    profiler = cProfile.Profile()
    profiler.enable()
    training._play()
    profiler.disable()
    times = dict.fromkeys(("pool.py", "all"), 0.0)
    for (path, _, _), (_, _, own, _, _) in pstats.Stats(profiler).stats.items():  # type: ignore[attr-defined]
        times["all"] += own
        if Path(path).name == "pool.py":
            times["pool.py"] += own
    return times["pool.py"] / times["all"]


def fresh(folder: str, name: str) -> Training:
    """A new training of bang in self-play, so that both loops learn from the same kind of game."""
    config = TrainConfig(league=LeagueConfig(self_share=1.0, archive_share=0.0), yardsticks=YardstickConfig(every=0))
    run = Run.create(Path(folder) / name, "train", msgspec.to_builtins(config))
    return Training(run, "bang", find_game("bang").options().values(), config)


def main() -> None:
    """Prints both rates, their ratio, and where the league's time goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each loop")
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        plain = plain_rate(fresh(folder, "plain"), seconds)
        training = fresh(folder, "league")
        league = league_rate(training, seconds)
        shares, engine = learning_shares(training), engine_share(training)
    receipts = training.receipts
    print(f"a game and a decision at a time   {plain:10,.0f} decisions/s learnt from")
    print(
        f"the league's training             {league:10,.0f} decisions/s learnt from, {league / plain:.1f} times as many"
    )
    for name in ("playing", "thinking", "learning"):
        print(f"  {name:9} {getattr(receipts, name) / receipts.seconds:6.1%} of its time")
    thinking, learning = receipts.thinking / receipts.seconds, receipts.learning / receipts.seconds
    acting = receipts.playing / receipts.seconds + thinking
    found = {"inside the engine": acting * engine, "thinking, native matrix products": thinking}
    found |= {f"learning, {kind}": learning * share for kind, share in shares.items()}
    print("of which")
    for what, share in found.items():
        print(f"  {what:34} {share:6.1%}")
    print(f"  {'in all':34} {sum(found.values()):6.1%}")


if __name__ == "__main__":
    main()
