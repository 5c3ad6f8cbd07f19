"""PPO (Schulman et al. 2017): a few passes over fresh decisions that move the policy inside a band of probability."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from standoff.learning.learner import Learner, Part, Progress, Targets, divergence_from, parts_of, targets_of
from standoff.learning.rollouts import Rollout
from standoff.models.tensors import log_softmax


@dataclass(frozen=True)
class PPOConfig:
    """How a rollout changes the policy. Published values where they are known: band, several epochs, KL stop."""

    ratio_band: float = 0.2
    """How far the probability of a taken action may move, as a share."""
    epochs: int = 2
    """Passes over the decisions of a rollout."""
    minibatch: int = 2048
    """Decisions a step."""
    kl_stop: float = 0.03
    """A pass ends where the policy has moved this far from the one that played, in nats; 0 never stops."""
    learning_rate: float = 2e-3
    """Of Adam, at the start."""
    halving: int = 150
    """Updates after which learning rate and entropy weight have halved; 0 keeps them."""
    least_rate: float = 1e-4
    """The rate does not fall below this."""
    entropy: float = 0.02
    """Weight of the policy's entropy over legal actions, at the start."""
    value_weight: float = 0.5
    """Weight of the deployable critic's squared error."""
    privileged_weight: float = 0.5
    """Weight of the squared error of the critic that also sees what is hidden."""
    value_band: float = 0.0
    """How far a value may move in an update, as PPO's clipped value loss has it; 0 leaves it free."""
    smoothing: float = 0.95
    """Lambda of the advantages."""
    normalises_advantages: bool = True
    """Whether the advantages of a rollout are brought to mean 0 and deviation 1."""
    most_gradient: float = 1.0
    """Gradients are scaled down to this norm; 0 leaves them."""


def update(learner: Learner, rollout: Rollout, config: PPOConfig, progress: Progress) -> dict[str, float]:
    """Improves model and critics by a rollout; says what it did, as means over the steps."""
    rate = learning_rate(config, progress)
    learner.learn_at(rate)
    parts = parts_of(rollout, max(1, round(len(rollout) / config.minibatch)), progress, learner.device)
    targets = targets_of(learner, rollout, parts, config.smoothing, config.normalises_advantages)
    steps: list[dict[str, float]] = []
    n_epochs = 0
    while n_epochs < config.epochs:
        order: list[int] = np.random.default_rng([*progress.seed, n_epochs]).permutation(len(parts)).tolist()
        steps += [_step(learner, rollout, targets, parts[number], config, progress) for number in order]
        n_epochs += 1
        if config.kl_stop and float(np.mean([step["kl"] for step in steps[-len(parts) :]])) > config.kl_stop:
            break
    means = {f"ppo/{name}": float(np.mean([step[name] for step in steps])) for name in steps[0]}
    return means | {"ppo/epochs": float(n_epochs), "ppo/learning_rate": rate, **targets.explained}


def learning_rate(config: PPOConfig, progress: Progress) -> float:
    """What is left of the learning rate."""
    return max(config.least_rate, config.learning_rate * progress.faded(config.halving))


def _tensor(array: NDArray[np.float32], device: torch.device) -> Tensor:
    return torch.from_numpy(array).to(device)


def _step(
    learner: Learner,
    rollout: Rollout,
    targets: Targets,
    part: Part,
    config: PPOConfig,
    progress: Progress,
) -> dict[str, float]:
    critic, device = learner.critic, learner.device
    rows, batch = part.rows, part.batch
    advantage, returned = (_tensor(each[rows], device) for each in (targets.advantage, targets.returned))
    logits, value, features = learner.model.read(batch)
    policy = log_softmax(logits, batch)
    log_ratio = policy[part.taken] - _tensor(rollout.log_probability[rows], device)
    ratio = log_ratio.exp()
    inside = ratio.clamp(1 - config.ratio_band, 1 + config.ratio_band)
    policy_loss = -torch.minimum(ratio * advantage, inside * advantage).mean()
    entropy = -(policy.exp() * policy).sum() / batch.n_decisions
    value_loss = _value_loss(value, returned, _tensor(targets.value[rows], device), config.value_band)
    loss = policy_loss + config.value_weight * value_loss
    loss = loss - config.entropy * progress.faded(config.halving) * entropy
    if critic is not None:
        privileged = critic(features, part.secrets)
        loss = loss + config.privileged_weight * torch.square(privileged - returned).mean()
    for anchor in progress.anchors:
        loss = loss + anchor.weight * divergence_from(anchor.model, policy, batch)
    norm = learner.descend(loss, config.most_gradient)
    with torch.no_grad():
        return {
            "policy_loss": float(policy_loss),
            "value_loss": float(value_loss),
            "entropy": float(entropy),
            "kl": float((ratio - 1 - log_ratio).mean()),
            "clipped": float(((ratio - 1).abs() > config.ratio_band).float().mean()),
            "gradient": norm,
        }


def _value_loss(value: Tensor, returned: Tensor, before: Tensor, band: float) -> Tensor:
    error = torch.square(value - returned)
    if band:
        error = torch.maximum(error, torch.square(before + (value - before).clamp(-band, band) - returned))
    return error.mean()


def settings_of(config: PPOConfig) -> Mapping[str, str]:
    """What each number must be: names with a sentence, for those that are out of range."""
    faults: dict[str, str] = {}
    for name in ("epochs", "minibatch"):
        if getattr(config, name) < 1:
            faults[name] = "is 1 or more"
    for name in ("learning_rate", "ratio_band"):
        if not 0 < getattr(config, name) < math.inf:
            faults[name] = "is above 0"
    if not 0 <= config.smoothing <= 1:
        faults["smoothing"] = "is from 0 to 1"
    return faults
