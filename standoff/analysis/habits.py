"""Habits: how often each kind of action is taken when it can be, by clone, teacher and opponents."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff import segments
from standoff.arena import Results, Table, play
from standoff.decisions import Choices, DecisionBatch
from standoff.players import Player
from standoff.pool import Deals, Options
from standoff.rating.intervals import Interval, wilson

FORGOTTEN_SHARE = 0.25
"""A kind is forgotten where the clone takes it less than this share as often as its teacher does."""


@dataclass(frozen=True)
class Habit:
    """How one player treats one kind of action."""

    player: str
    kind: str
    could: int
    """Decisions in which an action of this kind was legal."""
    took: int
    rate: Interval
    """Share of `could` in which it was taken, with its 95% Wilson interval."""
    is_forgotten: bool


@dataclass
class Counter:
    """A spectator that counts kinds of action a player."""

    could: NDArray[np.int64]  # [players, kinds]
    took: NDArray[np.int64]  # [players, kinds]
    reads_rows: bool = field(default=True, init=False)

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """Counts each kind once a decision, however many actions it has."""
        player = table.seating[batch.game, batch.seat]
        could, took = could_and_took(batch.action_offsets, batch.action_kind, choices.index, self.could.shape[1])
        for number in range(len(self.could)):
            self.could[number] += could[player == number].sum(0)
            self.took[number] += took[player == number].sum(0)

    def ended(self, results: Results) -> None:
        """Results do not matter here."""


def could_and_took(
    offsets: NDArray[np.int64], groups: NDArray[np.integer[Any]], index: NDArray[np.int32], n_groups: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """[B, groups] which groups of action were legal in a decision, and which one was taken.

    Args:
        offsets: [B+1] of the actions.
        groups: [sum A] the group of each action, -1 where it is of none.
        index: [B] the row taken.
        n_groups: how many groups there are.
    """
    n_decisions = len(offsets) - 1
    # The last column takes the actions of no group, whose number is -1.
    could, took = (np.zeros((n_decisions, n_groups + 1), np.bool_) for _ in range(2))
    could[segments.owners(offsets), groups] = True
    took[np.arange(n_decisions), groups[offsets[:-1] + index]] = True
    return could[:, :-1], took[:, :-1]


def habits(game: str, options: Options, players: Sequence[Player], first_seed: int, seeds: int) -> list[Habit]:
    """The first two players, a clone and its teacher, meet each other and all others, each seed in both seats."""
    pairs = [(one, other) for one in (0, 1) for other in range(one + 1, len(players))]
    numbers = np.repeat(np.arange(first_seed, first_seed + seeds, dtype=np.uint64), 2)
    seating = np.concatenate([np.tile(np.array([[a, b], [b, a]], np.int8), (seeds, 1)) for a, b in pairs])
    table = Table(game, Deals.of(np.tile(numbers, len(pairs)), options), tuple(players), seating)
    kinds = table.schema.action_kinds
    counter = Counter(*(np.zeros((len(players), len(kinds)), np.int64) for _ in range(2)))
    play(table, [counter])
    return [
        _habit(counter, number, player.name, kind, place)
        for place, kind in enumerate(kinds)
        for number, player in enumerate(players)
    ]


def _habit(counter: Counter, number: int, player: str, kind: str, place: int) -> Habit:
    could, took = int(counter.could[number, place]), int(counter.took[number, place])
    taught = counter.took[1, place] / max(1, counter.could[1, place])
    rate = wilson(took, could)
    # The whole interval must lie below, so that a rare kind is not called forgotten by chance.
    is_forgotten = bool(number == 0 and could > 0 and rate.high < FORGOTTEN_SHARE * taught)
    return Habit(player, kind, could, took, rate, is_forgotten)
