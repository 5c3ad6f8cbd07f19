"""The whole tree of a small game, depth by depth, played out by the pool: its decisions, information sets and ends."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from standoff import segments
from standoff.decisions import Choices, DecisionBatch
from standoff.errors import BadInput
from standoff.games import Game, find_game, game_names
from standoff.pool import Deals, GamePool, Options, Worlds

MOST_NODES = 2_000_000
"""Of one depth, unless more are allowed; a larger tree is refused."""


@dataclass(frozen=True)
class Level:
    """All nodes of one depth. They are deals at depth 0, and the action rows of the depth above, in order, below it."""

    chance: NDArray[np.float64]  # [nodes] of the deal of each node
    batch: DecisionBatch  # B decisions
    worlds: Worlds
    at: NDArray[np.int64]  # [B] node of each decision
    end: NDArray[np.int64]  # [E] nodes where the game is over
    chips: NDArray[np.float64]  # [E] what seat 0 has won there
    information_set: NDArray[np.int64]  # [B] among those of this level

    @property
    def n_nodes(self) -> int:
        """Decisions and ends."""
        return len(self.chance)

    @cached_property
    def n_actions(self) -> NDArray[np.int64]:
        """[I] legal actions of each information set."""
        counts = np.zeros(int(self.information_set.max(initial=-1)) + 1, np.int64)
        counts[self.information_set] = self.batch.n_actions
        return counts

    @cached_property
    def action_offsets(self) -> NDArray[np.int64]:
        """[I+1] where the actions of each information set stand, when each set is written once."""
        return segments.offsets_of(self.n_actions)

    @cached_property
    def action_of_row(self) -> NDArray[np.int64]:
        """[sum A] the action of its information set that each action row is."""
        offsets = self.batch.action_offsets
        behind = self.action_offsets[self.information_set] - offsets[:-1]
        return np.arange(int(offsets[-1])) + np.repeat(behind, self.batch.n_actions)

    def sum_by_action(self, of_rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Numbers of action rows, [sum A], summed over the nodes of each information set."""
        return np.bincount(self.action_of_row, of_rows, int(self.action_offsets[-1])).astype(np.float64)


@dataclass(frozen=True)
class GameTree:
    """A game with every deal and every choice."""

    game: Game
    levels: tuple[Level, ...]

    @property
    def n_information_sets(self) -> int:
        """What the two seats can tell apart at a decision."""
        return sum(len(level.n_actions) for level in self.levels)

    @property
    def n_nodes(self) -> int:
        """Decisions and ends, each deal apart."""
        return sum(level.n_nodes for level in self.levels)


def grow_tree(game: Game, options: Options | None = None, most_nodes: int = MOST_NODES) -> GameTree:
    """Plays every deal of a game through every choice.

    Args:
        game: one that lists its deals.
        options: under which each of them is played.
        most_nodes: of one depth.

    Raises:
        BadInput: the game lists no deals, an option names one of them, or the tree is too large.
    """
    if game.deals is None or game.most_chips is None:
        small = ", ".join(name for name in game_names() if find_game(name).deals is not None)
        raise BadInput(f"{game.name} is too large to go through all of its deals; take one of the small games: {small}")
    options = options or {}
    counted = Counter(tuple((name, tuple(numbers)) for name, numbers in deal.items()) for deal in game.deals())
    for name in sorted(set(options) & {name for deal in counted for name, _ in deal}):
        raise BadInput(f"--{name} names one deal of {game.name}, and all of them are gone through; leave it out")
    every = tuple({**options, **dict(deal)} for deal in counted)
    weights = np.array(list(counted.values()), np.float64)
    levels: list[Level] = []
    for level in _grow(game, every, weights / weights.sum(), game.most_chips):
        levels.append(level)
        n_below = int(level.batch.action_offsets[-1])
        if n_below > most_nodes:
            raise BadInput(f"{game.name} has {n_below:,} nodes {len(levels)} choices deep: too large a tree")
    _check_depths(game, levels)
    return GameTree(game, tuple(levels))


def _grow(game: Game, options: tuple[Options, ...], chance: NDArray[np.float64], most_chips: int) -> Iterator[Level]:
    deal = np.arange(len(options), dtype=np.int32)
    choices = np.zeros((len(deal), 0), np.int32)
    while len(deal):
        deals = Deals(np.zeros(len(deal), np.uint64), options, deal)
        level = _play_level(game, deals, choices, chance[deal], most_chips)
        yield level
        offsets = level.batch.action_offsets
        decision = segments.owners(offsets)
        place = np.arange(int(offsets[-1])) - offsets[:-1][decision]
        parent = level.at[decision]
        deal, choices = deal[parent], np.column_stack([choices[parent], place.astype(np.int32)])


def _play_level(
    game: Game, deals: Deals, choices: NDArray[np.int32], chance: NDArray[np.float64], most_chips: int
) -> Level:
    """The games of some deals after these choices, [nodes, depth]."""
    # One slot a node: the pool keeps all of them in step, and a decision's game is its node.
    pool = GamePool.of(game.name, deals, slots=len(deals), asks_forced=True)
    for index in choices.T:
        pool.worlds()
        pool.apply(Choices(np.ascontiguousarray(index), np.zeros(0, np.float32)))
    worlds, ended = pool.worlds(), pool.ended()
    batch = worlds.decisions()
    pool.close()
    if len(np.unique(batch.game)) < len(batch):
        raise BadInput(f"{game.name} asks both seats at once, and the tree is grown a choice at a time")
    return Level(
        chance=chance,
        batch=batch,
        worlds=worlds,
        at=batch.game.astype(np.int64),
        end=ended.game.astype(np.int64),
        # The score is a float32; whole chips make up for its rounding.
        chips=np.rint((2 * ended.score.astype(np.float64) - 1) * most_chips),
        information_set=_information_sets(batch),
    )


def _keys(batch: DecisionBatch) -> NDArray[np.uint64]:
    """[B, 2] what tells information sets apart."""
    return np.stack([batch.seat.astype(np.uint64), batch.information], axis=1)


def _information_sets(batch: DecisionBatch) -> NDArray[np.int64]:
    return np.unique(_keys(batch), axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _check_depths(game: Game, levels: Sequence[Level]) -> None:
    """Best answers are found depth by depth, so each information set must lie in one of them."""
    n_distinct = len(np.unique(np.concatenate([_keys(level.batch) for level in levels]), axis=0))
    if n_distinct < sum(len(level.n_actions) for level in levels):
        raise BadInput(
            f"a seat of {game.name} cannot always tell how many choices were made, so its tree has no depths"
        )
