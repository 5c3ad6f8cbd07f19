"""What learns, whom it is held to, and what a rollout teaches it: the part that every method of learning shares."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from standoff.learning.advantages import advantages
from standoff.learning.rollouts import Rollout
from standoff.models.inference import Model
from standoff.models.tensors import TensorBatch, log_softmax, symlog, to_tensors


class PrivilegedCritic(nn.Module):
    """A value from the trunk's features and what is hidden; it shapes the trunk, and no player ever has it."""

    def __init__(self, n_features: int, n_secrets: int) -> None:
        super().__init__()
        self.secret = nn.Linear(n_secrets, n_features)
        self.mixed = nn.Linear(2 * n_features, n_features)
        self.value = nn.Linear(n_features, 1)

    def forward(self, features: Tensor, secrets: Tensor) -> Tensor:
        """[B] value, -1 to 1, from [B, features] and [B, secrets] scaled by symlog."""
        hidden = torch.relu(self.secret(secrets))
        mixed = torch.relu(self.mixed(torch.cat([features, hidden], dim=1)))
        return torch.tanh(self.value(mixed)).squeeze(1)


@dataclass(frozen=True)
class Learner:
    """What an update changes."""

    model: Model
    critic: PrivilegedCritic | None
    optimiser: torch.optim.Optimizer

    @property
    def device(self) -> torch.device:
        """Where it thinks."""
        return next(self.model.parameters()).device

    def learn_at(self, rate: float) -> None:
        """Sets the learning rate."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate

    def descend(self, loss: Tensor, most_gradient: float) -> float:
        """A step down the gradient of a loss, scaled down to a norm, 0 for any; the norm that it had."""
        self.optimiser.zero_grad()
        loss.backward()
        parameters = [each for group in self.optimiser.param_groups for each in group["params"]]
        norm = nn.utils.clip_grad_norm_(parameters, most_gradient or math.inf)
        self.optimiser.step()
        return norm.item()


@dataclass(frozen=True)
class Anchor:
    """A policy that the learner is held to, and how firmly."""

    model: Model
    weight: float


@dataclass(frozen=True)
class Targets:
    """What a rollout teaches, decision by decision."""

    advantage: NDArray[np.float32]  # [B] as used in the loss
    returned: NDArray[np.float32]  # [B] what both critics should have said
    value: NDArray[np.float32]  # [B] what the deployable critic said
    explained: dict[str, float]
    """Share of the outcomes' variance that each critic explains."""


@dataclass(frozen=True)
class Progress:
    """How far the training is: what schedules and orders depend on."""

    updates: int
    seed: tuple[int, ...]
    """Of the order of decisions."""
    anchors: tuple[Anchor, ...] = ()

    def faded(self, halving: int) -> float:
        """What is left of a weight that has halved after so many updates; 0 keeps all of it."""
        return 0.5 ** (self.updates / halving) if halving else 1.0


@dataclass(frozen=True)
class Part:
    """Some decisions of a rollout as tensors: made once, read by every pass over the rollout."""

    rows: NDArray[np.int64]
    batch: TensorBatch
    taken: Tensor  # [B] the action row that was played
    secrets: Tensor  # [B, S] scaled by symlog


def parts_of(rollout: Rollout, n_parts: int, progress: Progress, device: torch.device) -> list[Part]:
    """The decisions of a rollout, dealt at random into parts of one size."""
    order = np.random.default_rng(list(progress.seed)).permutation(len(rollout))
    parts: list[Part] = []
    for rows in map(np.sort, np.array_split(order, n_parts)):
        cut = rollout.batch.take(rows)
        taken = torch.from_numpy(cut.action_offsets[:-1] + rollout.index[rows]).to(device)
        secrets = symlog(torch.from_numpy(rollout.secrets[rows]).to(device))
        parts.append(Part(rows, to_tensors(cut, device), taken, secrets))
    return parts


def targets_of(
    learner: Learner, rollout: Rollout, parts: Sequence[Part], smoothing: float, normalised: bool
) -> Targets:
    """Values before an update, advantages, and what the critics should have said.

    Advantages that are normalised have mean 0 and deviation 1 over the rollout.
    """
    critic = learner.critic
    value, privileged = np.empty(len(rollout), np.float32), np.empty(len(rollout), np.float32)
    with torch.inference_mode():
        for part in parts:
            said, features = learner.model.assess(part.batch)
            value[part.rows] = said.cpu().numpy()
            if critic is not None:
                privileged[part.rows] = critic(features, part.secrets).cpu().numpy()
    baseline = value if critic is None else privileged
    advantage = advantages(baseline, rollout.outcome, rollout.offsets, smoothing)
    returned = advantage + baseline
    outcome = np.repeat(rollout.outcome, np.diff(rollout.offsets))
    explained = {"critic/explained": _explained(value, outcome)}
    if critic is not None:
        explained["critic/privileged_explained"] = _explained(privileged, outcome)
    if normalised:
        advantage = (advantage - advantage.mean()) / (advantage.std() + np.float32(1e-8))
    return Targets(advantage, returned, value, explained)


def _explained(value: NDArray[np.float32], outcome: NDArray[np.float32]) -> float:
    variance = float(outcome.var())
    return 1.0 - float(np.square(outcome - value).mean()) / variance if variance > 0 else 0.0


def divergence_from(anchor: Model, policy: Tensor, batch: TensorBatch) -> Tensor:
    """Mean divergence of the policy (log probabilities [sum A]) from an anchor's, in nats."""
    with torch.no_grad():
        held_to = log_softmax(anchor(batch)[0], batch)
    return (policy.exp() * (policy - held_to)).sum() / batch.n_decisions
