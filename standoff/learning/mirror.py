"""Mirror descent on logits: each information set moves by its own advantages, and the network is fitted to all."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from standoff import segments
from standoff.learning.learner import Learner, Part, Progress, Targets, parts_of, targets_of
from standoff.learning.rollouts import Rollout
from standoff.models.tensors import TensorBatch, log_softmax, to_tensors


@dataclass(frozen=True)
class MirrorConfig:
    """How a rollout moves the logits of every information set that it met, rare ones as far as common ones.

    A policy gradient weighs an information set by how often it is met, and the policies of such play circle. Here
    each has the step of mirror descent with a pull towards uniform play (Sokota et al. 2023, Hennes et al. 2020); the
    average over snapshots approaches an equilibrium.
    """

    step: float = 0.1
    """Logits that an advantage of one deviation moves, at the start."""
    least_step: float = 0.01
    """The step does not fall below this."""
    most_move: float = 0.5
    """Logits that an information set moves at most in an update."""
    entropy: float = 0.1
    """Weight of the pull towards uniform play, against advantages of one deviation, at the start."""
    least_entropy: float = 0.05
    """The pull does not fall below this."""
    halving: int = 600
    """Updates after which step, pull and learning rate have halved; 0 keeps them."""
    fits: int = 15
    """Steps of Adam in which the network is fitted to the moved logits; the critics read the rollout once meanwhile."""
    learning_rate: float = 2e-3
    """Of Adam, at the start."""
    least_rate: float = 3e-4
    """The rate does not fall below this."""
    smoothing: float = 0.95
    """Lambda of the advantages."""
    most_gradient: float = 1.0
    """Gradients are scaled down to this norm; 0 leaves them."""


def update(learner: Learner, rollout: Rollout, config: MirrorConfig, progress: Progress) -> dict[str, float]:
    """Improves model and critics by a rollout; says what it did."""
    rate = max(config.least_rate, config.learning_rate * progress.faded(config.halving))
    learner.learn_at(rate)
    parts = parts_of(rollout, config.fits, progress, learner.device)
    targets = targets_of(learner, rollout, parts, config.smoothing, normalised=True)
    _, first, met = np.unique(rollout.batch.information, return_index=True, return_inverse=True)
    sets = rollout.batch.take(first)
    batch = to_tensors(sets, learner.device)
    before, policy = _read(learner, batch)
    pull = _pull(policy, batch, config, progress)
    advantage = mean_advantages(targets.advantage, sets.action_offsets[met] + rollout.index, len(policy))
    step = max(config.least_step, config.step * progress.faded(config.halving))
    move = np.clip(step * (advantage + pull), -config.most_move, config.most_move)
    wanted = torch.from_numpy(_centred(before + move, sets.action_offsets).astype(np.float32))
    aim = _Aim(batch, wanted.to(learner.device))
    errors = [_fit(learner, aim, part, targets, config) for part in parts]
    _, after = _read(learner, batch)
    chances = np.exp(policy)
    return {
        "mirror/entropy": float(-(chances * policy).sum() / len(sets)),
        "mirror/kl": float((chances * (policy - after)).sum() / len(sets)),
        "mirror/information_sets": float(len(sets)),
        "mirror/unfitted": errors[-1] / max(errors[0], 1e-12),
        "mirror/learning_rate": rate,
        **targets.explained,
    }


@dataclass(frozen=True)
class _Aim:
    """Where the logits of some information sets should be."""

    batch: TensorBatch
    logits: Tensor  # [sum A] centred


def mean_advantages(advantage: NDArray[np.float32], taken: NDArray[np.int64], n_rows: int) -> NDArray[np.float64]:
    """[n_rows] the mean advantage of each action row over the times that it was taken; 0 where it was not.

    Args:
        advantage: [B] of the action that was taken.
        taken: [B] its row.
        n_rows: how many rows there are.
    """
    times = np.bincount(taken, minlength=n_rows)
    return np.bincount(taken, advantage, n_rows) / np.maximum(times, 1)


def settings_of(config: MirrorConfig) -> Mapping[str, str]:
    """What each number must be: names with a sentence, for those that are out of range."""
    faults: dict[str, str] = {}
    if config.fits < 1:
        faults["fits"] = "is 1 or more"
    for name in ("learning_rate", "step", "most_move"):
        if getattr(config, name) <= 0:
            faults[name] = "is above 0"
    if not 0 <= config.smoothing <= 1:
        faults["smoothing"] = "is from 0 to 1"
    return faults


def _read(learner: Learner, batch: TensorBatch) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """[sum A] logits and log probabilities."""
    with torch.inference_mode():
        logits = learner.model(batch)[0]
        return logits.double().cpu().numpy(), log_softmax(logits, batch).double().cpu().numpy()


def _pull(
    policy: NDArray[np.float64], batch: TensorBatch, config: MirrorConfig, progress: Progress
) -> NDArray[np.float64]:
    """[sum A] towards uniform play, and towards each anchor."""
    pull = -max(config.least_entropy, config.entropy * progress.faded(config.halving)) * policy
    for anchor in progress.anchors:
        with torch.inference_mode():
            held_to = log_softmax(anchor.model(batch)[0], batch).double().cpu().numpy()
        pull -= anchor.weight * (policy - held_to)
    return pull


def _centred(values: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.float64]:
    """[sum A] without the mean of each decision: what a softmax does not see."""
    counts = np.diff(offsets)
    return values - np.repeat(segments.total(values, offsets) / counts, counts)


def _fit(learner: Learner, aim: _Aim, part: Part, targets: Targets, config: MirrorConfig) -> float:
    """A step towards the aim, and of the critics on a part of the rollout; the squared error before it."""
    batch = aim.batch
    logits = learner.model(batch)[0]
    counts = torch.bincount(batch.action_owner, minlength=batch.n_decisions)
    mean = logits.new_zeros(batch.n_decisions).index_add(0, batch.action_owner, logits) / counts
    error = torch.square(logits - mean[batch.action_owner] - aim.logits).sum() / batch.n_decisions
    value, features = learner.model.assess(part.batch)
    returned = torch.from_numpy(targets.returned[part.rows]).to(learner.device)
    loss = error + torch.square(value - returned).mean() / 2
    if learner.critic is not None:
        said = learner.critic(features, part.secrets)
        loss = loss + torch.square(said - returned).mean() / 2
    learner.descend(loss, config.most_gradient)
    return error.item()
