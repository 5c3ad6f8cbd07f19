"""A match: every seed in both seats, with an interval over games and one over pairs."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from standoff.arena import Results, Spectator, Table, play
from standoff.players import Player
from standoff.pool import Deals, Options
from standoff.rating.intervals import Interval, over_pairs, wilson
from standoff.rating.sprt import PairCounts, SequentialOutcome, SequentialTest, count_pairs

SEEDS_A_BATCH = 50
"""Between two looks of a sequential test."""


@dataclass(frozen=True)
class Tally:
    """Wins, draws and losses of the first player; where games are scored between, more than half is a win."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class MatchReport:
    """How the first player fared against the second."""

    players: tuple[str, str]
    first_seed: int
    seeds: int
    total: Tally
    by_seat: tuple[Tally, Tally]
    """The games in which the first player sat in seat 0, and in seat 1."""
    over_games: Interval
    """95% Wilson interval of the first player's score."""
    over_pairs: Interval
    """95% interval over pairs of games on one deal."""
    pairs: PairCounts
    """How many pairs of games brought the first player 0, 0.5, 1, 1.5 and 2 points."""
    plies_a_game: float
    games_a_second: float
    sprt: SequentialOutcome | None = None
    """What a sequential test found, where there was one. It stops at a lucky moment: its score leans that way."""


def play_match(
    game: str,
    options: Options,
    players: tuple[Player, Player],
    first_seed: int,
    seeds: int,
    spectators: Sequence[Spectator] = (),
) -> MatchReport:
    """Plays seeds `first_seed` and on, each in both seats."""
    deals = Deals.of(np.arange(first_seed, first_seed + seeds, dtype=np.uint64), options)
    table = Table.both_ways(game, deals, *players)
    started = time.monotonic()
    results = play(table, spectators)
    seconds = time.monotonic() - started
    return report(results, first_seed, seeds, seconds)


def play_in_batches(
    game: str,
    options: Options,
    players: tuple[Player, Player],
    first_seed: int,
    seeds: int,
    spectators: Sequence[Spectator] = (),
) -> Iterator[MatchReport]:
    """Plays a match some seeds at a time, and says after each time how it stands."""
    score, plies = np.zeros(0, np.float32), np.zeros(0, np.int32)
    started = time.monotonic()
    for first in range(first_seed, first_seed + seeds, SEEDS_A_BATCH):
        last = min(first + SEEDS_A_BATCH, first_seed + seeds)
        deals = Deals.of(np.arange(first, last, dtype=np.uint64), options)
        results = play(Table.both_ways(game, deals, *players), spectators)
        score, plies = np.concatenate([score, _of_first(results)]), np.concatenate([plies, results.plies])
        yield _count(score, plies, (players[0].name, players[1].name), first_seed, time.monotonic() - started)


def play_until_decided(
    batches: Iterator[MatchReport], test: SequentialTest, tell: Callable[[SequentialOutcome], None]
) -> MatchReport:
    """Goes through the batches of a match until the test has decided, or to the last; `tell` hears how it stands."""
    report: MatchReport | None = None
    for batch in batches:
        outcome = test.judge(batch.pairs)
        report = replace(batch, sprt=outcome)
        tell(outcome)
        if outcome.verdict != "undecided":
            break
    if report is None:
        raise ValueError("a match without a seed decides nothing")
    return report


def report(results: Results, first_seed: int, seeds: int, seconds: float) -> MatchReport:
    """Counts the games of a table that was seated both ways."""
    if len(results) != 2 * seeds:
        raise ValueError(f"{seeds} seeds in both seats are not {len(results)} games")
    return _count(_of_first(results), results.plies, (results.players[0], results.players[1]), first_seed, seconds)


def _of_first(results: Results) -> NDArray[np.float32]:
    """[N] the first player's score of each game, of which the two of a seed stand side by side."""
    return np.where(results.seating[:, 0] == 0, results.score, np.float32(1.0) - results.score)


def _count(
    score: NDArray[np.float32], plies: NDArray[np.int32], players: tuple[str, str], first_seed: int, seconds: float
) -> MatchReport:
    first, second = (_tally(score[seat::2]) for seat in (0, 1))
    of_pairs = (score[0::2] + score[1::2]) / 2
    return MatchReport(
        players=players,
        first_seed=first_seed,
        seeds=len(of_pairs),
        total=Tally(first.wins + second.wins, first.draws + second.draws, first.losses + second.losses),
        by_seat=(first, second),
        over_games=wilson(float(score.sum()), len(score)),
        over_pairs=over_pairs(of_pairs),
        pairs=count_pairs(of_pairs),
        plies_a_game=float(plies.mean()),
        games_a_second=len(score) / seconds,
    )


def _tally(score: NDArray[np.float32]) -> Tally:
    return Tally(int((score > 0.5).sum()), int((score == 0.5).sum()), int((score < 0.5).sum()))
