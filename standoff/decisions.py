"""DecisionBatch, Evaluation and Choices: the three things that everybody passes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standoff import segments
from standoff.schema import Schema

Rows: TypeAlias = NDArray[np.integer[Any]]


@dataclass(frozen=True)
class Heads:
    """What is known of B open decisions of one game without their rows. Ragged parts are flat with offsets."""

    schema: Schema
    game: NDArray[np.int32]  # [B] which game of the pool
    seat: NDArray[np.int8]  # [B] who decides; two rows of one game when both must move at once
    ply: NDArray[np.int32]  # [B] place of the choice in its game, forced ones counted; seat 0 is first of two
    kind: NDArray[np.int32]  # [B] type of choice, into schema.kinds
    information: NDArray[np.uint64]  # [B] hash of all that this seat has been shown
    action_offsets: NDArray[np.int64]  # [B+1]

    def __len__(self) -> int:
        return len(self.game)

    @property
    def n_actions(self) -> NDArray[np.int64]:
        """[B] how many rows are legal; at least two, since forced choices are not decisions."""
        return np.diff(self.action_offsets)

    def take(self, rows: Rows) -> "Heads":
        """The decisions at `rows`, in that order."""
        return Heads(**_cut_heads(self, rows))


@dataclass(frozen=True)
class DecisionBatch(Heads):
    """B decisions of one game as the deciding seats see them. Hidden information is absent. Never changes."""

    globals: NDArray[np.float32]  # [B, G] me and them, never seat 0 and 1
    planes: NDArray[np.uint8]  # [B, C, H, W] whole numbers; C = 0 where a game has no planes
    entities: NDArray[np.float32]  # [sum E, F] a row a visible card or unit
    entity_card: NDArray[np.int32]  # [sum E] into schema.cards
    entity_zone: NDArray[np.int32]  # [sum E] into schema.zones
    entity_offsets: NDArray[np.int64]  # [B+1]
    tokens: NDArray[np.int32]  # [sum T] hashed sparse features
    token_offsets: NDArray[np.int64]  # [B+1]
    actions: NDArray[np.float32]  # [sum A, K] a row a legal action, one row a meaning
    action_kind: NDArray[np.int32]  # [sum A] into schema.action_kinds
    action_id: NDArray[np.int32]  # [sum A] into schema.action_ids
    action_refs: NDArray[np.int32]  # [sum A, R] entity rows of this decision, -1 none

    def take(self, rows: Rows) -> "DecisionBatch":
        """The decisions at `rows`, in that order; pointers are local to a decision, so none is rewritten."""
        entity_rows, entity_offsets = segments.take(self.entity_offsets, rows)
        token_rows, token_offsets = segments.take(self.token_offsets, rows)
        action_rows, _ = segments.take(self.action_offsets, rows)
        return DecisionBatch(
            **_cut_heads(self, rows),
            globals=self.globals.take(rows, axis=0),
            planes=self.planes.take(rows, axis=0),
            entities=self.entities.take(entity_rows, axis=0),
            entity_card=self.entity_card.take(entity_rows, axis=0),
            entity_zone=self.entity_zone.take(entity_rows, axis=0),
            entity_offsets=entity_offsets,
            tokens=self.tokens.take(token_rows, axis=0),
            token_offsets=token_offsets,
            actions=self.actions.take(action_rows, axis=0),
            action_kind=self.action_kind.take(action_rows, axis=0),
            action_id=self.action_id.take(action_rows, axis=0),
            action_refs=self.action_refs.take(action_rows, axis=0),
        )

    @staticmethod
    def join(batches: Sequence["DecisionBatch"]) -> "DecisionBatch":
        """Several batches of one schema behind each other."""
        columns: dict[str, Any] = {
            name: np.concatenate([getattr(batch, name) for batch in batches]) for name in JOINED_COLUMNS
        }
        offsets: dict[str, Any] = {
            name: segments.offsets_of(np.concatenate([np.diff(getattr(batch, name)) for batch in batches]))
            for name in OFFSET_COLUMNS
        }
        return DecisionBatch(schema=batches[0].schema, **columns, **offsets)


OFFSET_COLUMNS = ("action_offsets", "entity_offsets", "token_offsets")
JOINED_COLUMNS = tuple(
    name for name in DecisionBatch.__dataclass_fields__ if name != "schema" and name not in OFFSET_COLUMNS
)


def _cut_heads(heads: Heads, rows: Rows) -> dict[str, Any]:
    return {
        "schema": heads.schema,
        "game": heads.game[rows],
        "seat": heads.seat[rows],
        "ply": heads.ply[rows],
        "kind": heads.kind[rows],
        "information": heads.information[rows],
        "action_offsets": segments.offsets_of(heads.n_actions[rows]),
    }


@dataclass(frozen=True)
class Evaluation:
    """What a model says of B decisions."""

    logits: NDArray[np.float32]  # [sum A]
    value: NDArray[np.float32]  # [B] expected score of the deciding seat, from -1 lost to 1 won


@dataclass(frozen=True)
class Choices:
    """What a player does in B decisions."""

    index: NDArray[np.int32]  # [B] row inside its decision
    weights: NDArray[np.float32]  # [sum A] the distribution that it would be imitated by; sums to 1 a decision
    value: NDArray[np.float32] | None = None  # [B] expected score of the deciding seat, -1 to 1

    def take(self, offsets: NDArray[np.int64], rows: Rows) -> "Choices":
        """The choices at `rows` of decisions whose actions stand at `offsets`."""
        flat, _ = segments.take(offsets, rows)
        value = None if self.value is None else self.value[rows]
        return Choices(self.index[rows], self.weights[flat], value)

    @staticmethod
    def join(offsets: NDArray[np.int64], parts: Sequence[tuple[Rows, "Choices"]]) -> "Choices":
        """Choices of several players, each at its rows, as the choices of all decisions; a missing value is NaN."""
        n_decisions = len(offsets) - 1
        if len(parts) == 1 and np.array_equal(parts[0][0], np.arange(n_decisions)):
            return parts[0][1]
        index = np.empty(n_decisions, np.int32)
        weights = np.empty(int(offsets[-1]), np.float32)
        value = np.full(n_decisions, np.nan, np.float32)
        for rows, choices in parts:
            index[rows] = choices.index
            weights[segments.take(offsets, rows)[0]] = choices.weights
            if choices.value is not None:
                value[rows] = choices.value
        return Choices(index, weights, value)
