"""A DecisionBatch as tensors on a device, and sums and maxima over its ragged rows."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from standoff import segments
from standoff.decisions import DecisionBatch

Prepared = TypeVar("Prepared")


@dataclass(frozen=True)
class TensorBatch:
    """The rows of B decisions; `_owner` columns say to which decision a row belongs."""

    n_decisions: int
    globals: Tensor  # [B, G]
    planes: Tensor  # [B, C, H, W] uint8
    entities: Tensor  # [sum E, F]
    entity_card: Tensor  # [sum E]
    entity_zone: Tensor  # [sum E]
    entity_offsets: Tensor  # [B] first entity row of each decision
    entity_owner: Tensor  # [sum E]
    actions: Tensor  # [sum A, K]
    action_kind: Tensor  # [sum A]
    action_id: Tensor  # [sum A]
    action_entities: Tensor  # [sum A, R] rows of `entities`, -1 none
    action_owner: Tensor  # [sum A]
    action_place: Tensor  # [sum A] place inside the decision
    kept: dict[type, Any] = field(default_factory=dict[type, Any])
    """What families of models made of these rows."""

    def once(self, family: type, prepare: Callable[["TensorBatch"], Prepared]) -> Prepared:
        """What a family makes of the rows before any weight matters: done at the first reading, kept for the next."""
        if family not in self.kept:
            # Also where the first reading only measures: the next may learn from the same tensors.
            with torch.inference_mode(False), torch.no_grad():
                self.kept[family] = prepare(self)
        return self.kept[family]


def to_tensors(batch: DecisionBatch, device: torch.device) -> TensorBatch:
    """Moves a batch to a device; on the CPU without a copy where the layout allows."""
    action_owner = segments.owners(batch.action_offsets)
    first_entity = batch.entity_offsets[:-1][action_owner]
    action_entities = np.where(batch.action_refs < 0, -1, batch.action_refs + first_entity[:, None])
    place = np.arange(len(action_owner)) - batch.action_offsets[:-1][action_owner]

    def tensor(array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array if array.flags.writeable else array.copy()).to(device)

    return TensorBatch(
        n_decisions=len(batch),
        globals=tensor(batch.globals),
        planes=tensor(batch.planes),
        entities=tensor(batch.entities),
        entity_card=tensor(batch.entity_card.astype(np.int64)),
        entity_offsets=tensor(batch.entity_offsets[:-1]),
        entity_zone=tensor(batch.entity_zone.astype(np.int64)),
        entity_owner=tensor(segments.owners(batch.entity_offsets)),
        actions=tensor(batch.actions),
        action_kind=tensor(batch.action_kind.astype(np.int64)),
        action_id=tensor(batch.action_id.astype(np.int64)),
        action_entities=tensor(action_entities.astype(np.int64)),
        action_owner=tensor(action_owner),
        action_place=tensor(place),
    )


def padded(values: Tensor, batch: TensorBatch, fill: float) -> Tensor:
    """[sum A, ...] action values as [B, most actions, ...], the rest `fill`."""
    longest = int(batch.action_place.max()) + 1
    table = values.new_full((batch.n_decisions, longest, *values.shape[1:]), fill)
    return table.index_put((batch.action_owner, batch.action_place), values)


def log_softmax(logits: Tensor, batch: TensorBatch) -> Tensor:
    """[sum A] logarithms of the policy, normalised within each decision."""
    normalised = torch.log_softmax(padded(logits, batch, float("-inf")), dim=1)
    return normalised[batch.action_owner, batch.action_place]


def symlog(values: Tensor) -> Tensor:
    """sign(x) log(1 + |x|): counts of any size at a scale that a network can read (Hafner et al. 2023)."""
    return torch.copysign(torch.log1p(torch.abs(values)), values)
