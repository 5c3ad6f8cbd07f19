"""The duel family: cards and numbers on a table read into a residual trunk, every legal action scored against it."""

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor, nn

from standoff.models.tables import Sums, sum_rows
from standoff.models.tensors import TensorBatch, symlog
from standoff.schema import Schema

Size = Literal["tiny", "small", "base"]


@dataclass(frozen=True)
class DuelConfig:
    """Widths of a duel model."""

    width: int = 128
    """Of both encoders and the trunk."""
    blocks: int = 2
    """Residual blocks of the trunk."""
    action: int = 64
    """Of an action vector and of the situation that it is compared with."""
    hidden: int = 32
    """Of the layer before an action's logit, and before the value."""


SIZES: dict[Size, DuelConfig] = {
    "tiny": DuelConfig(width=32, blocks=1, action=16, hidden=16),
    "small": DuelConfig(),
    "base": DuelConfig(width=256, blocks=3, action=128, hidden=64),
}


@dataclass(frozen=True)
class DuelRows:
    """A batch as the family reads it."""

    table: Tensor  # [B, globals + zones * entity columns] the globals, and sums zone by zone
    cards: Sums  # [B] of cards in zones
    calls: Sums  # [sum A] of what an action is called by
    numbers: Tensor  # [sum A, K]


class Block(nn.Module):
    """A residual block: normalise, widen through ReLU, add."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)

    def forward(self, features: Tensor) -> Tensor:
        """[B, width] to [B, width]."""
        return features + self.second(torch.relu_(self.first(self.norm(features))))


class DuelModel(nn.Module):
    """Policy logits and a value from globals, entities and action rows; it reads no planes.

    The board encoder reads the globals and, zone by zone, the sums of the entities' numbers; the card encoder sums a
    vector for each card in each zone, as often as its `count` says. An action is the sum of vectors for its kind with
    its card, for the zones that it points to and for its target, and of its numbers; its logit comes from the
    situation, the action, their product and the size of their difference (a plain difference adds nothing to a linear
    layer).
    `native/duel_net.cpp` computes the same without torch.
    """

    def __init__(self, schema: Schema, config: DuelConfig) -> None:
        super().__init__()
        self.n_zones, self.n_cards = len(schema.zones), len(schema.cards)
        self.n_kinds, self.n_refs = len(schema.action_kinds), len(schema.refs)
        self.count = schema.entities.index("count") if "count" in schema.entities else None
        width, action = config.width, config.action
        self.features = width
        self.board = nn.Linear(len(schema.globals) + self.n_zones * len(schema.entities), width)
        self.cards = nn.EmbeddingBag(self.n_zones * self.n_cards, width, mode="sum")
        self.card_bias = nn.Parameter(torch.zeros(width))
        self.join = nn.Linear(2 * width, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(config.blocks))
        self.norm = nn.LayerNorm(width)
        # One table for all that an action is called by: kind with card, then zone and card of each thing it points to.
        self.tables = [self.n_kinds * (self.n_cards + 1)] + [self.n_zones + 1, self.n_cards + 1] * self.n_refs
        self.calls = nn.EmbeddingBag(sum(self.tables), action, mode="sum")
        self.numbers = nn.Linear(len(schema.actions), action)
        self.action = nn.Linear(action, action)
        self.situation = nn.Linear(width, action)
        self.compared = nn.Linear(4 * action, config.hidden)
        self.logit = nn.Linear(config.hidden, 1)
        self.position = nn.Linear(width, config.hidden)
        self.value = nn.Linear(config.hidden, 1)
        for bag in (self.cards, self.calls):
            nn.init.normal_(bag.weight, std=0.1)
        nn.init.normal_(self.logit.weight, std=0.01)

    def forward(self, batch: TensorBatch) -> tuple[Tensor, Tensor]:
        """Logits [sum A] and value [B], -1 to 1."""
        logits, value, _ = self.read(batch)
        return logits, value

    def read(self, batch: TensorBatch) -> tuple[Tensor, Tensor, Tensor]:
        """Logits, value, and the trunk's features [B, features] for a critic that sees more."""
        value, features = self.assess(batch)
        rows = batch.once(DuelModel, self._prepare)
        called = sum_rows(self.calls.weight, rows.calls) + self.numbers(rows.numbers)
        return self._score(self.situation(features), called, batch), value, features

    def assess(self, batch: TensorBatch) -> tuple[Tensor, Tensor]:
        """The value and the trunk's features alone: no action is looked at."""
        features = self._trunk(batch.once(DuelModel, self._prepare))
        value = torch.tanh(self.value(torch.relu(self.position(features))))
        return value.squeeze(1), features

    def _prepare(self, batch: TensorBatch) -> "DuelRows":
        numbers, weights = batch.entities, None
        if self.count is not None:
            numbers = numbers * numbers[:, self.count, None]
            weights = batch.entities[:, self.count].contiguous()
        by_zone = numbers.new_zeros(batch.n_decisions * self.n_zones, numbers.shape[1])
        by_zone = by_zone.index_add(0, batch.entity_owner * self.n_zones + batch.entity_zone, numbers)
        table = torch.cat([batch.globals, by_zone.view(batch.n_decisions, -1)], dim=1)
        card = batch.entity_zone * self.n_cards + batch.entity_card
        return DuelRows(
            symlog(table),
            Sums(card, batch.entity_offsets, weights, self.cards.num_embeddings),
            self._calls(batch),
            symlog(batch.actions),
        )

    def _calls(self, batch: TensorBatch) -> Sums:
        none = batch.entity_zone.new_zeros(1)
        zone = torch.cat([batch.entity_zone, none + self.n_zones])[batch.action_entities]  # -1 is the one behind
        card = torch.cat([batch.entity_card, none + self.n_cards])[batch.action_entities]
        calls = [batch.action_kind * (self.n_cards + 1) + card[:, 0]]
        first = self.tables[0]
        for ref in range(self.n_refs):
            calls += [zone[:, ref] + first, card[:, ref] + first + self.n_zones + 1]
            first += self.n_zones + self.n_cards + 2
        first_call = torch.arange(len(batch.action_kind), device=none.device) * len(calls)
        return Sums(torch.stack(calls, dim=1).flatten(), first_call, None, self.calls.num_embeddings)

    def _trunk(self, rows: "DuelRows") -> Tensor:
        board = torch.relu_(self.board(rows.table))
        cards = torch.relu_(sum_rows(self.cards.weight, rows.cards) + self.card_bias)
        features = self.join(torch.cat([board, cards], dim=1))
        for block in self.blocks:
            features = block(features)
        return torch.relu(self.norm(features))

    def _score(self, situation: Tensor, called: Tensor, batch: TensorBatch) -> Tensor:
        action = self.action(torch.relu_(called))
        of_situation, of_action, of_product, of_difference = self.compared.weight.t().chunk(4, dim=0)
        # What only the situation says is the same for all actions of a decision: once, not once an action.
        shared = torch.addmm(self.compared.bias, situation, of_situation)
        mine = situation.index_select(0, batch.action_owner)
        hidden = shared.index_select(0, batch.action_owner).addmm_(action, of_action)
        hidden = hidden.addmm_(mine * action, of_product).addmm_(torch.abs(mine - action), of_difference)
        return self.logit(torch.relu_(hidden)).squeeze(1)
