"""Statistics of a game between two players: its length, its choices, who wins, and how often each thing is used."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.analysis.habits import could_and_took
from standoff.arena import Results, Spectator, Table, play
from standoff.decisions import Choices, DecisionBatch
from standoff.games import Game
from standoff.players import Player
from standoff.pool import Deals, Options
from standoff.rating.intervals import Interval, wilson
from standoff.schema import Schema

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
METHOD = "inverted_cdf"
"""Of quantiles: always a number that occurred, also where numbers are only counted."""


@dataclass(frozen=True)
class Spread:
    """How a number is spread over games or decisions."""

    mean: float
    least: float
    low: float
    """A twentieth lies below."""
    quarter: float
    median: float
    three_quarters: float
    high: float
    """A twentieth lies above."""
    most: float


@dataclass(frozen=True)
class ChoiceStats:
    """One kind of choice, with more than one legal action."""

    kind: str
    decisions: int
    a_game: float
    options: Spread | None
    """How many actions were legal; None where the choice never came up."""


@dataclass(frozen=True)
class UseStats:
    """How often a kind of action was taken when it could be, whatever its card, or with one card."""

    kind: str
    card: str
    """Empty where all cards are counted together."""
    could: int
    took: int
    rate: Interval
    """Share of `could` in which it was taken, with its 95% Wilson interval."""


@dataclass(frozen=True)
class GameStats:
    """What many games of two players tell of a game."""

    game: str
    players: tuple[str, str]
    first_seed: int
    seeds: int
    games: int
    turns: Spread | None
    """Turns begun at the last decision of a game; None where a game does not count any."""
    plies: Spread
    """Choices a game, those with one legal action too."""
    decisions: Spread
    """Choices a game with more than one legal action."""
    options: Spread
    """Legal actions a decision."""
    first_seat: Interval
    """Share of the games that seat 0 wins, with its 95% Wilson interval."""
    first_player: Interval | None
    """The first player's score, a draw half a point, with its 95% Wilson interval; None where it meets itself."""
    draws: int
    reasons: dict[str, int]
    choices: list[ChoiceStats]
    kinds: list[UseStats]
    cards: list[UseStats]


@dataclass
class Census:
    """A spectator that counts decisions, a step at a time."""

    schema: Schema
    turns_column: int | None
    plays: tuple[int, ...]
    """The kinds of action of which cards are counted one by one."""
    decisions: NDArray[np.int64]  # [N] of each game
    turns: NDArray[np.int64]  # [N] as last seen
    options: NDArray[np.int64] = field(init=False)  # [kinds, W] decisions of a kind with so many legal actions
    kinds: NDArray[np.int64] = field(init=False)  # [2, action kinds] could and took
    cards: NDArray[np.int64] = field(init=False)  # [2, plays * cards] could and took
    reads_rows: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        self.options = np.zeros((len(self.schema.kinds), 0), np.int64)
        self.kinds = np.zeros((2, len(self.schema.action_kinds)), np.int64)
        self.cards = np.zeros((2, len(self.plays) * len(self.schema.cards)), np.int64)

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """Counts the decisions of a step."""
        self.decisions += np.bincount(batch.game, minlength=len(self.decisions))
        if self.turns_column is not None:
            self.turns[batch.game] = batch.globals[:, self.turns_column].astype(np.int64)
        self._count_options(batch)
        self._count_uses(self.kinds, batch, batch.action_kind, choices)
        if self.plays:
            self._count_uses(self.cards, batch, self._played_cards(batch), choices)

    def ended(self, results: Results) -> None:
        """Results are read once all games have ended."""

    def _count_options(self, batch: DecisionBatch) -> None:
        n_actions = batch.n_actions
        n_kinds, width = self.options.shape
        if (most := int(n_actions.max(initial=0))) >= width:
            self.options = np.pad(self.options, ((0, 0), (0, most + 1 - width)))
            width = most + 1
        counted = np.bincount(batch.kind * width + n_actions, minlength=n_kinds * width)
        self.options += counted.reshape(n_kinds, width)

    def _count_uses(
        self, counts: NDArray[np.int64], batch: DecisionBatch, groups: NDArray[np.int32], choices: Choices
    ) -> None:
        could, took = could_and_took(batch.action_offsets, groups, choices.index, counts.shape[1])
        counts += np.stack([could.sum(0), took.sum(0)])

    def _played_cards(self, batch: DecisionBatch) -> NDArray[np.int32]:
        """[sum A] kind and card of each action that plays a card, -1 of others."""
        place = np.full(len(self.schema.action_kinds), -1, np.int32)
        place[list(self.plays)] = np.arange(len(self.plays))
        of_kind = place[batch.action_kind]
        ref = batch.action_refs[:, self.schema.refs.index("card")]
        rows = np.flatnonzero((of_kind >= 0) & (ref >= 0))
        first = np.repeat(batch.entity_offsets[:-1], batch.n_actions)[rows]
        groups = np.full(len(ref), -1, np.int32)
        groups[rows] = of_kind[rows] * len(self.schema.cards) + batch.entity_card[first + ref[rows]]
        return groups


def game_stats(
    game: Game,
    options: Options,
    players: tuple[Player, Player],
    first_seed: int,
    seeds: int,
    spectators: Sequence[Spectator] = (),
) -> GameStats:
    """Plays seeds `first_seed` and on, each in both seats, and counts.

    A player against itself plays each seed once: with the seats swapped it would be the same game again.
    """
    deals = Deals.of(np.arange(first_seed, first_seed + seeds, dtype=np.uint64), options)
    table = Table.both_ways(game.name, deals, *players)
    if games_a_seed(players) == 1:
        table = Table(game.name, deals, players[:1], np.zeros((seeds, 2), np.int8))
    schema = game.schema
    census = Census(
        schema=schema,
        turns_column=None if game.turns_column is None else schema.globals.index(game.turns_column),
        plays=tuple(schema.action_kinds.index(kind) for kind in game.plays),
        decisions=np.zeros(len(table.deals), np.int64),
        turns=np.zeros(len(table.deals), np.int64),
    )
    results = play(table, [census, *spectators])
    names = (players[0].name, players[1].name)
    return _count(game, census, results, names, first_seed, seeds)


def games_a_seed(players: tuple[Player, Player]) -> int:
    """Two, one a seat; one where a player meets itself."""
    return 1 if players[0].name == players[1].name else 2


def _count(
    game: Game, census: Census, results: Results, players: tuple[str, str], first_seed: int, seeds: int
) -> GameStats:
    schema, n_games = game.schema, len(results)
    of_first = np.where(results.seating[:, 0] == 0, results.score, np.float32(1.0) - results.score)
    reasons = np.bincount(results.reason, minlength=len(schema.reasons))
    return GameStats(
        game=game.name,
        players=players,
        first_seed=first_seed,
        seeds=seeds,
        games=n_games,
        turns=None if census.turns_column is None else _spread(census.turns),
        plies=_spread(results.plies),
        decisions=_spread(census.decisions),
        options=_spread_of_counts(census.options.sum(0)),
        first_seat=wilson(int((results.score > 0.5).sum()), n_games),
        first_player=wilson(float(of_first.sum()), n_games) if len(results.players) == 2 else None,
        draws=int((results.score == 0.5).sum()),
        reasons=dict(zip(schema.reasons, reasons.tolist(), strict=True)),
        choices=[_choice(kind, census.options[row], n_games) for row, kind in enumerate(schema.kinds)],
        kinds=[_use(kind, "", census.kinds[:, row]) for row, kind in enumerate(schema.action_kinds)],
        cards=[
            _use(kind, card, census.cards[:, row * len(schema.cards) + column])
            for row, kind in enumerate(game.plays)
            for column, card in enumerate(schema.cards)
            if census.cards[0, row * len(schema.cards) + column]
        ],
    )


def _choice(kind: str, counts: NDArray[np.int64], n_games: int) -> ChoiceStats:
    n_decisions = int(counts.sum())
    return ChoiceStats(kind, n_decisions, n_decisions / n_games, _spread_of_counts(counts) if n_decisions else None)


def _use(kind: str, card: str, counts: NDArray[np.int64]) -> UseStats:
    could, took = int(counts[0]), int(counts[1])
    return UseStats(kind, card, could, took, wilson(took, could))


def _spread(values: NDArray[np.integer[Any]]) -> Spread:
    return Spread(float(values.mean()), *np.quantile(values, QUANTILES, method=METHOD).tolist())


def _spread_of_counts(counts: NDArray[np.int64]) -> Spread:
    """Of the numbers 0, 1, ... that have been counted so often each."""
    numbers = np.arange(len(counts))
    mean = float((numbers * counts).sum() / counts.sum())
    return Spread(mean, *np.quantile(numbers, QUANTILES, method=METHOD, weights=counts).tolist())
