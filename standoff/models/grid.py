"""The grid family: a small residual convolution over planes, read at the cells that entities name."""

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor, nn

from standoff.errors import BadInput
from standoff.models.tensors import TensorBatch, padded, symlog
from standoff.schema import Schema

Size = Literal["tiny", "small", "base"]


@dataclass(frozen=True)
class GridConfig:
    """Widths of a grid model."""

    channels: int = 16
    """Channels of the convolutions."""
    blocks: int = 2
    """Residual blocks after the first convolution."""
    hidden: int = 64
    """Width of the layers that score actions and positions."""


SIZES: dict[Size, GridConfig] = {
    "tiny": GridConfig(channels=8, blocks=1, hidden=32),
    "small": GridConfig(),
    "base": GridConfig(channels=32, blocks=4, hidden=128),
}


BOARDS_IN_CACHE = 128
"""Boards that a processor convolves at once: more leave its cache between the layers, and take half as long again."""


class GridModel(nn.Module):
    """Policy logits and a value from planes, entities with `row` and `column`, and action rows.

    An action is read from its kind, its numbers, its numbers against the best of its decision, and the trunk at the
    entities that it points to. Boards may have any size. `native/grid_net.cpp` computes the same without torch.
    """

    def __init__(self, schema: Schema, config: GridConfig) -> None:
        super().__init__()
        if not schema.planes or not {"row", "column"} <= set(schema.entities):
            raise BadInput(f"the grid family needs planes, and entities with row and column; {schema.game} has none")
        self.row, self.column = schema.entities.index("row"), schema.entities.index("column")
        self.n_kinds, self.n_zones = len(schema.action_kinds), len(schema.zones)
        channels, hidden = config.channels, config.hidden
        self.features = hidden
        n_numbers = 2 * len(schema.actions)
        n_context = channels + len(schema.globals) + self.n_zones * channels
        self.stem = nn.Conv2d(len(schema.planes), channels, 3, padding=1)
        self.blocks = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(config.blocks))
        self.context = nn.Linear(n_context, hidden)
        self.action = nn.Linear(self.n_kinds + n_numbers + len(schema.refs) * channels, hidden)
        self.mixed = nn.Linear(hidden, hidden)
        self.logit = nn.Linear(hidden, 1)
        self.position = nn.Linear(2 * hidden, hidden)
        self.value = nn.Linear(hidden, 1)

    def forward(self, batch: TensorBatch) -> tuple[Tensor, Tensor]:
        """Logits [sum A] and value [B], -1 to 1."""
        logits, value, _ = self.read(batch)
        return logits, value

    def read(self, batch: TensorBatch) -> tuple[Tensor, Tensor, Tensor]:
        """Logits, value, and features of the position [B, features] for a critic that sees more."""
        trunk = self._trunk(batch.planes)
        cells = self._at_entities(trunk, batch)
        context = self.context(self._context(trunk, cells, batch))
        scored = self.action(self._actions(cells, batch)) + context[batch.action_owner]
        scored = torch.relu(self.mixed(torch.relu(scored)))
        best = padded(scored, batch, 0.0).amax(dim=1)
        position = torch.relu(self.position(torch.cat([torch.relu(context), best], dim=1)))
        return self.logit(scored).squeeze(1), torch.tanh(self.value(position)).squeeze(1), position

    def assess(self, batch: TensorBatch) -> tuple[Tensor, Tensor]:
        """The value and the features alone."""
        _, value, features = self.read(batch)
        return value, features

    def _trunk(self, planes: Tensor) -> Tensor:
        if planes.device.type != "cpu":
            return self._convolve(planes)
        firsts = range(0, len(planes), BOARDS_IN_CACHE)
        return torch.cat([self._convolve(planes[first : first + BOARDS_IN_CACHE]) for first in firsts])

    def _convolve(self, planes: Tensor) -> Tensor:
        trunk = torch.relu(self.stem(planes.to(self.stem.weight.dtype)))
        for block in self.blocks:
            trunk = torch.relu(trunk + block(trunk))
        return trunk  # [B, channels, H, W]

    def _at_entities(self, trunk: Tensor, batch: TensorBatch) -> Tensor:
        row, column = batch.entities[:, self.row].long(), batch.entities[:, self.column].long()
        height, width = trunk.shape[2:]
        place = (batch.entity_owner * height + row) * width + column
        return trunk.permute(0, 2, 3, 1).flatten(0, 2).index_select(0, place)  # [sum E, channels]

    def _context(self, trunk: Tensor, cells: Tensor, batch: TensorBatch) -> Tensor:
        by_zone = trunk.new_zeros(batch.n_decisions * self.n_zones, trunk.shape[1])
        by_zone = by_zone.index_add(0, batch.entity_owner * self.n_zones + batch.entity_zone, cells)
        return torch.cat([trunk.mean(dim=(2, 3)), symlog(batch.globals), by_zone.view(batch.n_decisions, -1)], dim=1)

    def _actions(self, cells: Tensor, batch: TensorBatch) -> Tensor:
        kind = nn.functional.one_hot(batch.action_kind, self.n_kinds).to(cells.dtype)
        best = padded(batch.actions, batch, float("-inf")).amax(dim=1)
        behind = symlog(batch.actions - best[batch.action_owner])
        none = cells.new_zeros(1, cells.shape[1])
        pointed = torch.cat([cells, none])[batch.action_entities]  # -1 is the row of zeros
        return torch.cat([kind, symlog(batch.actions), behind, pointed.flatten(1)], dim=1)
