"""Runs a checkpoint through torch on a device, and turns models into checkpoints and back."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from standoff.checkpoints import Checkpoint
from standoff.decisions import DecisionBatch, Evaluation
from standoff.errors import BadInput
from standoff.models import atomic, duel, grid
from standoff.models.atomic import AtomicConfig, AtomicModel
from standoff.models.duel import DuelConfig, DuelModel
from standoff.models.grid import GridConfig, GridModel
from standoff.models.tensors import to_tensors
from standoff.schema import Schema

Model: TypeAlias = GridModel | DuelModel | AtomicModel
ModelConfig: TypeAlias = GridConfig | DuelConfig | AtomicConfig
Family = Literal["", "duel", "grid", "atomic"]
"""A family by name; the empty one is that which suits the rows of a game."""
Size = atomic.Size
FAMILIES: dict[str, tuple[type[ModelConfig], Callable[[Schema, Any], Model]]] = {
    "duel": (DuelConfig, DuelModel),
    "grid": (GridConfig, GridModel),
    "atomic": (AtomicConfig, AtomicModel),
}
SIZES: dict[str, Mapping[Any, ModelConfig]] = {"duel": duel.SIZES, "grid": grid.SIZES, "atomic": atomic.SIZES}
ROWS_AT_ONCE = 512
"""Decisions a forward pass: their activations stay in the cache of a processor."""


def widths_of(family: Family, size: Size, schema: Schema) -> ModelConfig:
    """The widths of a family at a size; of the grid family where none is named and a game has planes, else of duel.

    Raises:
        BadInput: the family has no such size.
    """
    family = family or ("grid" if schema.planes else "duel")
    if size not in SIZES[family]:
        raise BadInput(f"the {family} family has no size {size}; it has {', '.join(SIZES[family])}")
    return SIZES[family][size]


def family_of(config: ModelConfig) -> str:
    """The family whose widths these are."""
    return next(name for name, (config_type, _) in FAMILIES.items() if isinstance(config, config_type))


def make_model(
    family: str, schema: Schema, config: Mapping[str, Any], printed: NDArray[np.float32] | None = None
) -> Model:
    """A model of a family with fresh weights.

    Args:
        family: its name.
        schema: what the rows mean that it will read.
        config: widths by name.
        printed: columns printed on each card, [n_cards, P], for a family that reads them.

    Raises:
        BadInput: an unknown family, or one that cannot read this schema.
    """
    if family not in FAMILIES:
        raise BadInput(f"there is no model family {family!r}; there is {', '.join(FAMILIES)}")
    config_type, model_type = FAMILIES[family]
    if model_type is AtomicModel:
        return AtomicModel(schema, msgspec.convert(dict(config), AtomicConfig), printed)
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
    return Checkpoint(family_of(config), asdict(config), schema, logit_offsets, summary, weights)


def from_checkpoint(checkpoint: Checkpoint, device: torch.device) -> Model:
    """The model of a checkpoint, ready to evaluate.

    Raises:
        BadInput: its weights are not those of its family and widths.
    """
    try:
        printed = checkpoint.weights.get("printed")
        model = make_model(checkpoint.family, checkpoint.schema, checkpoint.config, printed)
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
