"""The atomic family: a transformer over the globals, entities and actions of a decision as one set of tokens."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false

from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from standoff.errors import BadInput
from standoff.models.tensors import TensorBatch, symlog
from standoff.schema import Schema

Size = Literal["tiny", "small", "base", "large"]


@dataclass(frozen=True)
class AtomicConfig:
    """Widths of an atomic model."""

    width: int = 96
    """Of a token."""
    heads: int = 3
    """Of attention; they share the width."""
    blocks: int = 3
    """Each attends once and widens once."""
    hidden: int = 192
    """What a token is widened to inside a block."""
    ids: int = 24
    """Of what is learnt of each card and each action by name, before it is made as wide as a token."""
    id_dropout: float = 0.1
    """Share of the names that a decision hides in training, so that what has no name yet can be read as well."""


SIZES: dict[Size, AtomicConfig] = {
    "tiny": AtomicConfig(width=64, heads=2, blocks=2, hidden=128, ids=16),
    "small": AtomicConfig(),
    "base": AtomicConfig(width=160, heads=5, blocks=4, hidden=320, ids=32),
    "large": AtomicConfig(width=384, heads=6, blocks=6, hidden=1536, ids=64),
}


@dataclass(frozen=True)
class Seating:
    """Where each row stands among the tokens of its decision, which are padded to the longest for attention."""

    longest: int
    of_globals: Tensor  # [B] place in [B * longest]
    of_entities: Tensor  # [sum E]
    of_actions: Tensor  # [sum A]
    is_taken: Tensor  # [B, longest]

    @staticmethod
    def of(batch: TensorBatch) -> "Seating":
        """Globals first, then the entities, then the actions."""
        decisions = torch.arange(batch.n_decisions + 1, device=batch.globals.device)
        first_entity = torch.searchsorted(batch.entity_owner, decisions)
        n_entities = first_entity.diff()
        length = 1 + n_entities + torch.searchsorted(batch.action_owner, decisions).diff()
        longest = int(length.max()) if batch.n_decisions else 0
        first = decisions[:-1] * longest
        entity_place = torch.arange(len(batch.entity_owner), device=first.device) - first_entity[batch.entity_owner]
        return Seating(
            longest,
            of_globals=first,
            of_entities=first[batch.entity_owner] + 1 + entity_place,
            of_actions=(first + 1 + n_entities)[batch.action_owner] + batch.action_place,
            is_taken=torch.arange(longest, device=first.device) < length[:, None],
        )


class Names(nn.Module):
    """Vectors of things that have names: one that all of them share, and what is learnt of each beside it.

    The latter begin at zero and stay there until training has met the name, so that a card which it never met is read
    as one whose name was hidden: by the shared vector and by what is printed on it.
    """

    def __init__(self, n_names: int, ids: int, width: int, dropout: float) -> None:
        super().__init__()
        self.n_names, self.dropout = max(n_names, 1), dropout
        self.unknown = nn.Parameter(torch.zeros(width))
        self.own = nn.Embedding(self.n_names, ids)
        self.widen = nn.Linear(ids, width, bias=False)
        nn.init.normal_(self.unknown, std=0.1)
        nn.init.zeros_(self.own.weight)

    def forward(self, name: Tensor, owner: Tensor, n_decisions: int) -> Tensor:
        """[N, width] of names [N]; a name is hidden in the whole of a decision or nowhere in it."""
        own = self.own(name)
        if self.training and torch.is_grad_enabled() and self.dropout > 0:
            is_known = torch.rand(n_decisions * self.n_names, device=name.device) >= self.dropout
            own = own * is_known[owner * self.n_names + name, None]
        return self.unknown + self.widen(own)


class Block(nn.Module):
    """Tokens look at those of their decision, then each is widened through ReLU; both are added to what it was."""

    def __init__(self, config: AtomicConfig) -> None:
        super().__init__()
        self.heads = config.heads
        self.before = nn.LayerNorm(config.width)
        self.look = nn.Linear(config.width, 3 * config.width)
        self.seen = nn.Linear(config.width, config.width)
        self.between = nn.LayerNorm(config.width)
        self.first = nn.Linear(config.width, config.hidden)
        self.second = nn.Linear(config.hidden, config.width)

    def forward(self, tokens: Tensor, place: Tensor, seating: Seating) -> Tensor:
        """[N, width] to [N, width]: only attention works on the padded table, all else on the tokens alone."""
        n_decisions, longest = seating.is_taken.shape
        looked = self.look(self.before(tokens))
        table = looked.new_zeros(n_decisions * longest, looked.shape[1]).index_copy(0, place, looked)
        query, key, value = table.view(n_decisions, longest, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        mask = seating.is_taken[:, None, None, :]
        seen = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        seen = seen.transpose(1, 2).reshape(n_decisions * longest, -1).index_select(0, place)
        tokens = tokens + self.seen(seen)
        return tokens + self.second(torch.relu(self.first(self.between(tokens))))


class AtomicModel(nn.Module):
    """Policy logits and a value from globals, entities and action rows, a token each; it reads no planes.

    An entity is its numbers, its zone, its card's name and what is printed on the card; an action is its numbers, its
    kind, its name, and the entities that it points to, each by what the pointer means. No token knows its place, so
    the order of rows says nothing. The columns of `printed` are kept with the weights: whoever loads them needs
    nothing else.
    """

    printed: Tensor | None

    def __init__(self, schema: Schema, config: AtomicConfig, printed: NDArray[np.float32] | None = None) -> None:
        super().__init__()
        if min(config.width, config.heads, config.blocks, config.hidden, config.ids) < 1 or config.width % config.heads:
            raise BadInput("the widths of an atomic model are 1 or more, and its heads share its width evenly")
        if printed is not None and (printed.ndim != 2 or len(printed) != len(schema.cards)):
            raise BadInput(f"printed columns need a row for each of the {len(schema.cards)} cards of {schema.game}")
        width = config.width
        self.features = width
        self.globals = nn.Linear(len(schema.globals), width)
        self.entities = nn.Linear(len(schema.entities), width)
        self.zones = nn.Embedding(max(len(schema.zones), 1), width)
        self.cards = Names(len(schema.cards), config.ids, width, config.id_dropout)
        self.register_buffer("printed", None if printed is None else torch.from_numpy(printed.astype(np.float32)))
        self.reads = None if printed is None else nn.Linear(printed.shape[1], width, bias=False)
        self.actions = nn.Linear(len(schema.actions), width)
        self.kinds = nn.Embedding(max(len(schema.action_kinds), 1), width)
        self.names = Names(len(schema.action_ids), config.ids, width, config.id_dropout)
        self.points = nn.Linear(len(schema.refs) * width, width, bias=False) if schema.refs else None
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.blocks))
        self.norm = nn.LayerNorm(width)
        self.logit = nn.Linear(width, 1)
        self.wins = nn.Linear(width, 1)
        for table in (self.zones, self.kinds):
            nn.init.normal_(table.weight, std=0.1)
        nn.init.normal_(self.logit.weight, std=0.01)

    def forward(self, batch: TensorBatch) -> tuple[Tensor, Tensor]:
        """Logits [sum A] and value [B], -1 to 1."""
        logits, value, _ = self.read(batch)
        return logits, value

    def read(self, batch: TensorBatch) -> tuple[Tensor, Tensor, Tensor]:
        """Logits, value, and the global token's features [B, features] for a critic that sees more.

        The value is 2p - 1 of the probability p to win.
        """
        # Half the bits are enough where they save time, which they do not on a processor.
        with torch.autocast("cuda", torch.bfloat16, enabled=batch.globals.is_cuda):
            seating = Seating.of(batch)
            entities = self._entities(batch)
            tokens = torch.cat([self.globals(symlog(batch.globals)), entities, self._actions(entities, batch)])
            place = torch.cat([seating.of_globals, seating.of_entities, seating.of_actions])
            for block in self.blocks:
                tokens = block(tokens, place, seating)
            tokens = self.norm(tokens).float()
        features, _, actions = tokens.split([batch.n_decisions, len(entities), len(batch.actions)])
        return self.logit(actions).squeeze(1), 2 * torch.sigmoid(self.wins(features)).squeeze(1) - 1, features

    def assess(self, batch: TensorBatch) -> tuple[Tensor, Tensor]:
        """The value and the features alone."""
        _, value, features = self.read(batch)
        return value, features

    def _entities(self, batch: TensorBatch) -> Tensor:
        cards = self.cards(batch.entity_card, batch.entity_owner, batch.n_decisions)
        if self.printed is not None and self.reads is not None:
            cards = cards + self._printed(self.printed, self.reads, batch.entity_card)
        return self.entities(symlog(batch.entities)) + self.zones(batch.entity_zone) + cards

    @staticmethod
    def _printed(printed: Tensor, reads: nn.Linear, card: Tensor) -> Tensor:
        if len(card) < len(printed):
            return reads(symlog(printed.index_select(0, card)))
        return reads(symlog(printed)).index_select(0, card)  # each card once, however often it lies on the tables

    def _actions(self, entities: Tensor, batch: TensorBatch) -> Tensor:
        names = self.names(batch.action_id, batch.action_owner, batch.n_decisions)
        actions = self.actions(symlog(batch.actions)) + self.kinds(batch.action_kind) + names
        if self.points is None:
            return actions
        pointed = torch.cat([entities, entities.new_zeros(1, entities.shape[1])])  # -1 is the row of zeros
        place = torch.where(batch.action_entities < 0, len(entities), batch.action_entities)
        return actions + self.points(pointed.index_select(0, place.flatten()).view(len(actions), -1))
