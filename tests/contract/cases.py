"""A game under some options, how it is played in step, and how two batches are compared column by column."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from standoff import Choices, Deals, DecisionBatch, GamePool, Heads, Worlds, find_game
from standoff.games import playable_games
from standoff.pool import Options
from standoff.segments import take

SEEDS = st.integers(0, 2**64 - 1)
few = settings(deadline=None, max_examples=12)
"""Each example plays several games, so few are many."""


@dataclass(frozen=True)
class Case:
    """A game with its options."""

    game: str
    options: tuple[tuple[str, tuple[int, ...]], ...]

    def __str__(self) -> str:
        return "-".join([self.game, *(f"{name}={'x'.join(map(str, numbers))}" for name, numbers in self.options)])

    def deals(self, seed: int, games: int) -> Deals:
        """Deals of seeds from this one on, round the end of 64 bits."""
        options: Options = dict(self.options)
        return Deals.of([(seed + game) % 2**64 for game in range(games)], options)

    def pool(self, seed: int, games: int = 4, **settings_of_pool: int) -> GamePool:
        """A pool of these deals; one thread unless a test asks for more."""
        return GamePool.of(self.game, self.deals(seed, games), **{"threads": 1, **settings_of_pool})

    def bots(self) -> list[tuple[str, int]]:
        """Every scripted player, at its least depth."""
        return [(bot.name, bot.least_depth) for bot in find_game(self.game).bots.values()]


def _cases() -> list[Case]:
    cases = []
    for name in playable_games():
        game = find_game(name)
        for options in (game.options(), *game.samples):
            named = tuple((key, tuple(map(int, numbers))) for key, numbers in options.values().items())
            cases.append(Case(name, named))
    return cases


CASES = _cases()


@dataclass(frozen=True)
class Step:
    """The open decisions of a pool at one moment, and the rows that are taken in them."""

    worlds: Worlds
    batch: DecisionBatch
    choices: Choices


def at_random(worlds: Worlds, seed: int = 0) -> Choices:
    """Any legal row of each decision, drawn from the key of the decision alone."""
    heads = worlds.heads()
    index = (worlds.keys(seed) % heads.n_actions.astype(np.uint64)).astype(np.int32)
    weights = np.repeat((1 / heads.n_actions).astype(np.float32), heads.n_actions)
    return Choices(index, weights)


def walk(pool: GamePool, choose: Callable[[Worlds], Choices] = at_random) -> Iterator[Step]:
    """Plays every game of a pool to its end, a step at a time; a step is played once the next is asked for."""
    while True:
        worlds = pool.worlds()
        if len(worlds) == 0:
            return
        step = Step(worlds, worlds.decisions(), choose(worlds))
        yield step
        pool.apply(step.choices)


def some(steps: Iterator[Step], every: int = 7) -> Iterator[Step]:
    """The first step and one in `every` after it."""
    for number, step in enumerate(steps):
        if number % every == 0:
            yield step


def copy_of(batch: Heads) -> dict[str, np.ndarray]:
    """The columns by name, in memory of their own."""
    return {field.name: getattr(batch, field.name).copy() for field in fields(batch) if field.name != "schema"}


def assert_equal(batch: Heads, other: Heads | dict[str, np.ndarray], but: tuple[str, ...] = ()) -> None:
    """Every column is equal in type, shape and every byte, but for those that are named."""
    columns = other if isinstance(other, dict) else copy_of(other)
    for name, column in copy_of(batch).items():
        if name not in but:
            assert column.dtype == columns[name].dtype, name
            assert column.shape == columns[name].shape, name
            assert column.tobytes() == columns[name].tobytes(), f"{name} differs"


def by_moment(steps: Iterator[Step], but: tuple[str, ...] = ()) -> dict[tuple[int, int, int], dict[str, bytes]]:
    """The rows and the choice of every decision as bytes, found by game, ply and seat."""
    found: dict[tuple[int, int, int], dict[str, bytes]] = {}
    for step in steps:
        for row in range(len(step.batch)):
            one = copy_of(step.batch.take(np.array([row])))
            moment = int(one["game"][0]), int(one["ply"][0]), int(one["seat"][0])
            assert moment not in found, "a decision was asked for twice"
            weights, _ = take(step.batch.action_offsets, np.array([row]))
            one |= {"index": step.choices.index[row], "weights": step.choices.weights[weights]}
            found[moment] = {name: column.tobytes() for name, column in one.items() if name not in but}
    return found
