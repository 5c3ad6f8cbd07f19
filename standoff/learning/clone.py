"""Behaviour cloning: trains policy and value on recorded decisions, and measures both on held-out games."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import tyro
from numpy.typing import NDArray
from torch import Tensor

from standoff import segments
from standoff.checkpoints import load_checkpoint
from standoff.errors import BadInput
from standoff.games import find_game
from standoff.learning.lessons import Lesson, with_offsets
from standoff.learning.resuming import load_parts, repeat_sums, save_parts
from standoff.models.inference import (
    Family,
    Model,
    Size,
    evaluate,
    family_of,
    find_device,
    from_checkpoint,
    make_model,
    to_checkpoint,
    widths_of,
)
from standoff.models.tensors import TensorBatch, log_softmax, to_tensors
from standoff.pool import usable_threads
from standoff.progress import Bar
from standoff.recordings import join_parts, read_recording
from standoff.runs import Run
from standoff.specs import read_offsets


@dataclass(frozen=True)
class CloneConfig:
    """How a clone is trained. The defaults follow the published light-cycles clone where it is known."""

    train: tyro.conf.Positional[tuple[str, ...]]
    """Recordings to learn from."""
    heldout: str
    """Recording of other seeds, to measure on."""
    family: Family = ""
    """Model family; by the game's rows where none is named: grid with planes, duel without."""
    size: Size = "small"
    """Widths of the model: tiny, small (16 channels), base or, in the atomic family, large."""
    epochs: int = 3
    """Passes over the recorded decisions."""
    batch: int = 512
    """Decisions a step."""
    learning_rate: float = 2e-3
    """Highest rate of the one-cycle schedule."""
    warmup: float = 0.1
    """Share of the steps in which the rate rises."""
    value_weight: float = 0.5
    """Weight of the value's mean squared error beside the policy's cross-entropy."""
    kind_entropy: float = 0.0
    """Weight of the entropy of the policy over kinds of action: a remedy for forgotten kinds."""
    logit_offset: tuple[str, ...] = ()
    """KIND=x: added to the logits of a kind whenever the clone is measured or plays. It is no part of the loss, which
    would only learn it away."""
    evaluate_every: int = 250
    """Steps between two measurements on the held-out games; each is also a point to resume from."""
    seed: int = 0
    """Of the first weights and of the order of decisions."""
    threads: int = usable_threads()
    """Processor threads; results repeat bit for bit with the same number."""
    device: str = "cpu"
    """Where the model runs: cpu, cuda, ..."""


@dataclass(frozen=True)
class Measured:
    """A model on held-out decisions."""

    loss: float
    """Cross-entropy of the policy, in nats."""
    agreement: float
    """Share of decisions in which it prefers the teacher's row."""
    contested_agreement: float
    """The same where the teacher's own scores differ; elsewhere only its tie-break is copied."""
    value_error: float
    """Mean squared error of the value, on -1 to 1; predicting 0 has 1."""
    decisions: int
    contested: int

    def metrics(self) -> dict[str, float]:
        """What is logged of it, by name; the counts are the same at each measurement."""
        return {f"heldout/{name}": value for name, value in asdict(self).items() if isinstance(value, float)}


def clone(config: CloneConfig, folder: Path) -> Measured:
    """Trains a clone in a new run folder.

    Raises:
        BadInput: a recording cannot be used, the folder holds a run, or an option cannot be read.
    """
    _check(config)
    train, heldout = _read_lessons(config)
    return _train(Run.create(folder, "clone", config), config, train, heldout)


def resume_clone(run: Run) -> Measured:
    """Goes on from the last saved step, to the same numbers as a run that was never stopped."""
    config = run.config_as(CloneConfig)
    train, heldout = _read_lessons(config)
    return _measure_best(run, config, heldout) if run.is_finished else _train(run, config, train, heldout)


def measure(model: Model, lesson: Lesson, offsets: dict[str, float], device: torch.device) -> Measured:
    """Agreement and value error of a model, its logit offsets included.

    Raises:
        BadInput: its training has diverged.
    """
    batch = lesson.batch
    evaluation = evaluate(model, batch, device)
    logits = with_offsets(evaluation.logits, batch, offsets)
    if not np.isfinite(logits).all():
        raise BadInput("the training has diverged: logits are no longer numbers; clone again with a smaller rate")
    agrees = lesson.agrees(logits)
    weights = segments.softmax(logits, batch.action_offsets)
    taught = weights[batch.action_offsets[:-1] + lesson.label].astype(np.float64)
    return Measured(
        loss=float(-np.log(np.maximum(taught, 1e-30)).mean()),
        agreement=float(agrees.mean()),
        contested_agreement=float(agrees[lesson.is_contested].mean()) if lesson.is_contested.any() else 1.0,
        value_error=float(np.square(evaluation.value - lesson.outcome).mean()),
        decisions=len(lesson),
        contested=int(lesson.is_contested.sum()),
    )


def _check(config: CloneConfig) -> None:
    if not config.train:
        raise BadInput("name a recording to learn from: standoff clone TRAIN --heldout HELDOUT --out runs/NAME")
    for name in ("epochs", "batch", "evaluate_every", "threads"):
        if getattr(config, name) < 1:
            raise BadInput(f"--{name.replace('_', '-')} is 1 or more, not {getattr(config, name)}")
    for name in ("value_weight", "kind_entropy", "seed"):
        if not 0 <= getattr(config, name) < math.inf:
            raise BadInput(f"--{name.replace('_', '-')} is 0 or more, not {getattr(config, name)}")
    if not 0 < config.learning_rate < math.inf:
        raise BadInput(f"--learning-rate is above 0, not {config.learning_rate}")
    if not 0 <= config.warmup <= 1:
        raise BadInput(f"--warmup is a share from 0 to 1, not {config.warmup}")
    find_device(config.device)


def _read_lessons(config: CloneConfig) -> tuple[Lesson, Lesson]:
    recordings = [read_recording(Path(path)) for path in config.train]
    heldout = read_recording(Path(config.heldout))
    game = heldout.schema.game
    read_offsets(config.logit_offset, find_game(game))
    for path, recording in zip(config.train, recordings, strict=True):
        if recording.schema != heldout.schema:
            raise BadInput(f"{path} is of {recording.schema.game}, but {config.heldout} is of {game}")
        if recording.batch.planes.shape[1:] != heldout.batch.planes.shape[1:]:
            raise BadInput(f"{path} and {config.heldout} have boards of different sizes; record both with one --size")
    both = np.intersect1d(np.concatenate([each.games.seed for each in recordings]), heldout.games.seed)
    if len(both):
        raise BadInput(f"{config.heldout} is not held out: seed {both[0]} also stands in the training recording")
    return Lesson.of(recordings[0] if len(recordings) == 1 else join_parts(recordings)), Lesson.of(heldout)


class _Training:
    """Model, optimiser and schedule: what is saved to go on from."""

    def __init__(self, config: CloneConfig, lesson: Lesson, device: torch.device) -> None:
        self.steps_an_epoch = -(-len(lesson) // config.batch)
        self.total_steps = config.epochs * self.steps_an_epoch
        torch.manual_seed(config.seed)
        schema = lesson.batch.schema
        self.widths = widths_of(config.family, config.size, schema)
        printed = find_game(schema.game).printed_table()
        self.model = make_model(family_of(self.widths), schema, asdict(self.widths), printed).to(device)
        self.optimiser = torch.optim.Adam(self.model.parameters(), lr=config.learning_rate)
        # The schedule divides by the steps of its rise, of which there must be one.
        rise = max(config.warmup, 2 / (self.total_steps + 1))
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.optimiser, config.learning_rate, total_steps=self.total_steps + 1, pct_start=rise
        )
        self.step = 0
        self.best = -1.0

    def parts(self) -> dict[str, Any]:
        """What is saved."""
        return {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "schedule": self.schedule.state_dict(),
            "step": self.step,
            "best": self.best,
        }

    def take_up(self, parts: Mapping[str, Any]) -> None:
        """Goes on from what was saved."""
        self.model.load_state_dict(parts["model"])
        self.optimiser.load_state_dict(parts["optimiser"])
        self.schedule.load_state_dict(parts["schedule"])
        self.step, self.best = parts["step"], parts["best"]


def _train(run: Run, config: CloneConfig, lesson: Lesson, heldout: Lesson) -> Measured:
    from torch.utils.tensorboard import SummaryWriter

    device = repeat_sums(config.threads, config.device)
    training = _Training(config, lesson, device)
    if (saved := load_parts(run, device)) is not None:
        training.take_up(saved)
    run.rewind(training.step)
    offsets = read_offsets(config.logit_offset, find_game(lesson.batch.schema.game))
    writer = SummaryWriter(run.folder, purge_step=training.step + 1)
    losses: list[dict[str, float]] = []
    with Bar("Cloning", training.total_steps, done=training.step) as bar:
        for rows in _minibatches(config, len(lesson), training.step):
            losses.append(_learn(training, lesson, rows, config, device))
            bar.advance(1)
            is_epoch_end = training.step % training.steps_an_epoch == 0
            if training.step % config.evaluate_every and not is_epoch_end:
                continue
            measured = measure(training.model, heldout, offsets, device)
            _log(run, writer, training, losses, measured)
            losses.clear()
            bar.advance(0, f"agreement {measured.agreement:.2%}, contested {measured.contested_agreement:.2%}")
            _keep(run, training, measured, lesson, offsets)
            save_parts(run, training.parts())
    writer.close()
    run.finish()
    return _measure_best(run, config, heldout)


def _minibatches(config: CloneConfig, n_decisions: int, done: int) -> Iterator[NDArray[np.int64]]:
    """The rows of every step after the first `done`: an order for each epoch that only the seed decides."""
    steps_an_epoch = -(-n_decisions // config.batch)
    for epoch in range(done // steps_an_epoch, config.epochs):
        order = np.random.default_rng([config.seed, epoch]).permutation(n_decisions)
        for step in range(steps_an_epoch):
            if epoch * steps_an_epoch + step >= done:
                yield np.sort(order[step * config.batch : (step + 1) * config.batch])


def _learn(
    training: _Training, lesson: Lesson, rows: NDArray[np.int64], config: CloneConfig, device: torch.device
) -> dict[str, float]:
    cut = lesson.batch.take(rows)
    batch = to_tensors(cut, device)
    taken = torch.from_numpy(cut.action_offsets[:-1] + lesson.label[rows]).to(device)
    outcome = torch.from_numpy(lesson.outcome[rows]).to(device)
    weight = torch.from_numpy(lesson.weight[rows]).to(device)
    # What a model hides of a batch is drawn anew for every step, so that a resumed run hides the same.
    torch.manual_seed(config.seed * 1_000_003 + training.step)
    training.model.train()
    logits, value = training.model(batch)
    policy = log_softmax(logits, batch)
    policy_loss = -(policy[taken] * weight).mean()
    value_loss = (torch.square(value - outcome) * weight).mean()
    entropy = kind_entropy(policy, batch, len(cut.schema.action_kinds))
    loss = policy_loss + config.value_weight * value_loss - config.kind_entropy * entropy
    training.optimiser.zero_grad()
    loss.backward()
    training.optimiser.step()
    training.schedule.step()
    training.step += 1
    return {
        "train/policy_loss": float(policy_loss.detach()),
        "train/value_loss": float(value_loss.detach()),
        "train/kind_entropy": float(entropy.detach()),
    }


def kind_entropy(policy: Tensor, batch: TensorBatch, n_kinds: int) -> Tensor:
    """Mean entropy, in nats, of the policy's share for each kind of action; `policy` holds logarithms [sum A]."""
    place = batch.action_owner * n_kinds + batch.action_kind
    share = policy.new_zeros(batch.n_decisions * n_kinds).index_add(0, place, policy.exp())
    return -(share * share.clamp_min(1e-12).log()).sum() / batch.n_decisions


def _log(run: Run, writer: Any, training: _Training, losses: list[dict[str, float]], measured: Measured) -> None:
    metrics = {name: float(np.mean([loss[name] for loss in losses])) for name in losses[0]}
    metrics["train/learning_rate"] = float(training.schedule.get_last_lr()[0])
    metrics |= measured.metrics()
    run.log(training.step, metrics)
    for name, value in metrics.items():
        writer.add_scalar(name, value, training.step)


def _keep(run: Run, training: _Training, measured: Measured, lesson: Lesson, offsets: dict[str, float]) -> None:
    summary = {"step": training.step, **asdict(measured)}
    checkpoint = to_checkpoint(training.model, lesson.batch.schema, training.widths, offsets, summary)
    checkpoint.save(run.checkpoint("last"))
    if measured.agreement > training.best:
        training.best = measured.agreement
        checkpoint.save(run.checkpoint("best"))


def _measure_best(run: Run, config: CloneConfig, heldout: Lesson) -> Measured:
    device, best = repeat_sums(config.threads, config.device), load_checkpoint(run.checkpoint("best"))
    return measure(from_checkpoint(best, device), heldout, dict(best.logit_offsets), device)
