"""Runs a checkpoint through torch on a device, and turns models into checkpoints and back."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, TypeAlias

import msgspec
import numpy as np
import torch

from standoff.checkpoints import Checkpoint
from standoff.decisions import DecisionBatch, Evaluation
from standoff.errors import BadInput
from standoff.models.duel import DuelConfig, DuelModel
from standoff.models.grid import GridConfig, GridModel
from standoff.models.tensors import to_tensors
from standoff.schema import Schema

Model: TypeAlias = GridModel | DuelModel
ModelConfig: TypeAlias = GridConfig | DuelConfig
FAMILIES: dict[str, tuple[type[ModelConfig], Callable[[Schema, Any], Model]]] = {
    "duel": (DuelConfig, DuelModel),
    "grid": (GridConfig, GridModel),
}
ROWS_AT_ONCE = 512
"""Decisions a forward pass: their activations stay in the cache of a processor."""


def make_model(family: str, schema: Schema, config: Mapping[str, Any]) -> Model:
    """A model of a family with fresh weights.

    Raises:
        BadInput: an unknown family, or one that cannot read this schema.
    """
    if family not in FAMILIES:
        raise BadInput(f"there is no model family {family!r}; there is {', '.join(FAMILIES)}")
    config_type, model_type = FAMILIES[family]
    return model_type(schema, msgspec.convert(dict(config), config_type))


def find_device(name: str) -> torch.device:
    """A device that torch can reach.

    Raises:
        BadInput: it cannot.
    """
    try:
        device = torch.device(name)
        torch.zeros(1, device=device).item()
    except (RuntimeError, AssertionError):
        raise BadInput(f"torch cannot use --device {name} on this machine; leave it out for the CPU") from None
    return device


def to_checkpoint(
    model: Model,
    schema: Schema,
    config: ModelConfig,
    logit_offsets: Mapping[str, float],
    summary: Mapping[str, Any],
) -> Checkpoint:
    """A model with what it takes to use it again."""
    weights = {name: tensor.detach().cpu().numpy() for name, tensor in model.state_dict().items()}
    family = next(name for name, (config_type, _) in FAMILIES.items() if isinstance(config, config_type))
    return Checkpoint(family, asdict(config), schema, logit_offsets, summary, weights)


def from_checkpoint(checkpoint: Checkpoint, device: torch.device) -> Model:
    """The model of a checkpoint, ready to evaluate.

    Raises:
        BadInput: its weights are not those of its family and widths.
    """
    try:
        model = make_model(checkpoint.family, checkpoint.schema, checkpoint.config)
        model.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in checkpoint.weights.items()})
    except (RuntimeError, msgspec.ValidationError):
        raise BadInput(
            f"the checkpoint's weights do not fit the {checkpoint.family} family of this version; train again"
        ) from None
    return model.to(device).eval()


class TorchEvaluator:
    """A model on a device."""

    def __init__(self, checkpoint: Checkpoint, device: str) -> None:
        self._device = find_device(device)
        self._model = from_checkpoint(checkpoint, self._device)

    def evaluate(self, batch: DecisionBatch) -> Evaluation:
        """One forward pass for every ROWS_AT_ONCE decisions."""
        return evaluate(self._model, batch, self._device)


def evaluate(model: Model, batch: DecisionBatch, device: torch.device) -> Evaluation:
    """Logits and values of a model in training or out of it."""
    logits, values = [np.zeros(0, np.float32)], [np.zeros(0, np.float32)]
    with torch.inference_mode():
        for first in range(0, len(batch), ROWS_AT_ONCE):
            rows = np.arange(first, min(first + ROWS_AT_ONCE, len(batch)))
            part = batch if len(rows) == len(batch) else batch.take(rows)
            logit, value = model(to_tensors(part, device))
            logits.append(logit.float().cpu().numpy())
            values.append(value.float().cpu().numpy())
    return Evaluation(np.concatenate(logits), np.concatenate(values))
