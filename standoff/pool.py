"""GamePool and Worlds: many games in step, and the views of their open decisions, over the native core."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standoff import _native
from standoff.decisions import Choices, DecisionBatch, Heads, Rows
from standoff.errors import BadInput
from standoff.schema import Schema, schema_of

Options: TypeAlias = Mapping[str, Sequence[int]]
"""Options of a game as the native core reads them: names with whole numbers."""

SLOTS = 4096
"""Games in step by default: large batches for players, small enough for the cache."""


MOST_THREADS = 256
"""The largest crew of threads that the native core takes."""

LARGEST_OPTION = 2**63 - 1
"""The largest number that the native core reads in an option."""


def usable_threads() -> int:
    """How many processors this process may use, at most as many as a pool takes."""
    return min(len(os.sched_getaffinity(0)), MOST_THREADS)


@dataclass(frozen=True)
class Deals:
    """Seeded starts: N games, each with its seed and with the options that it is played under."""

    seeds: NDArray[np.uint64]  # [N]
    options: tuple[Options, ...]
    option: NDArray[np.int32]  # [N] into options

    @staticmethod
    def of(seeds: Sequence[int] | NDArray[Any], options: Options) -> "Deals":
        """Deals of these seeds, all under the same options."""
        numbers = np.asarray(seeds, np.uint64)
        return Deals(numbers, (options,), np.zeros(len(numbers), np.int32))

    def __len__(self) -> int:
        return len(self.seeds)


@dataclass(frozen=True)
class Ended:
    """Games that have ended since this was last asked, in the order of their deals."""

    game: NDArray[np.int32]  # [N]
    score: NDArray[np.float32]  # [N] of seat 0: 1 won, 0.5 drawn, 0 lost
    plies: NDArray[np.int32]  # [N]
    reason: NDArray[np.int32]  # [N] into schema.reasons
    choice_offsets: NDArray[np.int64]  # [N+1]
    choices: NDArray[np.int32]  # [sum plies] the row taken at each ply, forced ones too


class Worlds:
    """Views of open decisions: the only way to look ahead, and where scripted players think. Holds no State."""

    def __init__(self, native: _native.Worlds, schema: Schema, at: Rows | None = None) -> None:
        self._native = native
        self._schema = schema
        self._is_whole = at is None
        self._at = np.ascontiguousarray(np.arange(len(native.heads().game)) if at is None else at, np.int32)

    def __len__(self) -> int:
        return len(self._at)

    def take(self, rows: Rows) -> "Worlds":
        """The views of the decisions at `rows`."""
        return Worlds(self._native, self._schema, self._at[rows])

    def heads(self) -> Heads:
        """The decisions without their rows."""
        heads = self._all_heads()
        return heads if self._is_whole else heads.take(self._at)

    def decisions(self) -> DecisionBatch:
        """The decisions with their rows, written anew from the views."""
        heads, rows = self._all_heads(), self._native.rows()
        batch = DecisionBatch(
            **heads.__dict__,
            globals=rows.globals,
            planes=rows.planes,
            entities=rows.entities,
            entity_card=rows.entity_card,
            entity_zone=rows.entity_zone,
            entity_offsets=rows.entity_offsets,
            tokens=rows.tokens,
            token_offsets=rows.token_offsets,
            actions=rows.actions,
            action_kind=rows.action_kind,
            action_id=rows.action_id,
            action_refs=rows.action_refs,
        )
        return batch if self._is_whole else batch.take(self._at)

    def keys(self, seed: int) -> NDArray[np.uint64]:
        """[B] a number a decision that only seed, deal, ply and seat decide; the deal cannot be read off it."""
        return self._native.keys(seed & 0xFFFFFFFFFFFFFFFF, self._at)

    def bot(self, name: str, depth: int = 0, seed: int = 0) -> Choices:
        """What a scripted player does in these decisions.

        Raises:
            ValueError: the game has no such player, or not with this depth.
        """
        index, weights = self._native.bot(name, depth, seed & 0xFFFFFFFFFFFFFFFF, self._at)
        return Choices(index, weights)

    def deal(self, rows: Rows, seeds: NDArray[np.uint64]) -> "GamePool":
        """A pool of worlds that the deciding seats cannot tell from the real ones; game i comes from rows[i].

        Raises:
            ValueError: the game deals no worlds, or none from one of these decisions.
        """
        at = np.ascontiguousarray(self._at[rows], np.int32)
        return GamePool(self._native.deal(at, np.ascontiguousarray(seeds, np.uint64)), self._schema)

    def labels(self, row: int) -> list[str]:
        """The legal actions of a decision in words."""
        return self._native.labels(int(self._at[row]))

    def told(self, row: int, action: int) -> str:
        """One of these actions as the other seat hears of it: what is secret is left out.

        Raises:
            IndexError: the decision has no such action.
        """
        return self._native.told(int(self._at[row]), action)

    def page(self, row: int) -> dict[str, Any]:
        """The view of a decision as JSON, for drawing."""
        return json.loads(self._native.page(int(self._at[row])))

    def looks_like(self, row: int, other: "Worlds", other_row: int) -> bool:
        """Whether two views are equal in every byte."""
        return self._native.looks_like(int(self._at[row]), other._native, int(other._at[other_row]))

    def _all_heads(self) -> Heads:
        heads = self._native.heads()
        return Heads(
            schema=self._schema,
            game=heads.game,
            seat=heads.seat,
            ply=heads.ply,
            kind=heads.kind,
            information=heads.information,
            action_offsets=heads.action_offsets,
        )


class GamePool:
    """N games in step on a fixed number of threads, on which no result depends."""

    def __init__(self, native: _native.Pool, schema: Schema) -> None:
        self._native = native
        self._schema = schema

    @staticmethod
    def of(
        game: str, deals: Deals, *, slots: int = SLOTS, threads: int | None = None, asks_forced: bool = False
    ) -> "GamePool":
        """A pool that plays every deal to its end, `slots` games at a time.

        With `asks_forced` a choice with one legal row is a decision too: for those who watch a game.

        Raises:
            BadInput: an option that the game does not take, or no slot, or a number of threads that no pool takes.
        """
        options = [[(name, list(numbers)) for name, numbers in option.items()] for option in deals.options]
        for name, numbers in (named for option in options for named in option):
            for number in numbers:
                if abs(number) > LARGEST_OPTION:
                    raise BadInput(f"the option {name} of {game} has {number}; so large a number cannot be read")
        seeds, option = np.ascontiguousarray(deals.seeds), np.ascontiguousarray(deals.option)
        try:
            native = _native.Pool(game, options, seeds, option, slots, threads or usable_threads(), asks_forced)
        except ValueError as fault:
            raise BadInput(str(fault)) from None
        return GamePool(native, schema_of(game))

    def worlds(self) -> Worlds:
        """The views of every open decision; forced choices have been played, finished games replaced."""
        return Worlds(self._native.open(), self._schema)

    def decisions(self) -> DecisionBatch:
        """Every open decision with its rows; empty when all deals are played."""
        return self.worlds().decisions()

    def apply(self, choices: Choices) -> None:
        """Plays the chosen row of every open decision.

        Raises:
            ValueError: a wrong number of choices, an index outside its decision, or no open decisions.
        """
        index = np.ascontiguousarray(choices.index, np.int32)
        if not np.array_equal(index, choices.index):
            raise ValueError("a choice is the number of a row, which these are not all")
        self._native.apply(index)

    def secrets(self) -> NDArray[np.float32]:
        """[B, S] what only a critic may see of the open decisions."""
        return self._native.secrets()

    def ended(self) -> Ended:
        """The games that have ended since this was last asked."""
        native = self._native.take_ended()
        return Ended(native.game, native.score, native.plies, native.reason, native.choice_offsets, native.choices)

    def close(self) -> None:
        """Frees the games; batches and worlds that were handed out stay as they are."""
        self._native.close()
