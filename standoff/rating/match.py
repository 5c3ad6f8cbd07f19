"""A match: every seed in both seats, with an interval over games and one over pairs."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standoff.arena import Results, Spectator, Table, play
from standoff.players import Player
from standoff.pool import Deals, Options
from standoff.rating.intervals import Interval, over_pairs, wilson


@dataclass(frozen=True)
class Tally:
    """Wins, draws and losses of the first player."""

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
    plies_a_game: float
    games_a_second: float


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


def report(results: Results, first_seed: int, seeds: int, seconds: float) -> MatchReport:
    """Counts the games of a table that was seated both ways."""
    score = np.where(results.seating[:, 0] == 0, results.score, np.float32(1.0) - results.score)
    first, second = (_tally(score[seat::2]) for seat in (0, 1))
    return MatchReport(
        players=(results.players[0], results.players[1]),
        first_seed=first_seed,
        seeds=seeds,
        total=Tally(first.wins + second.wins, first.draws + second.draws, first.losses + second.losses),
        by_seat=(first, second),
        over_games=wilson(float(score.sum()), len(score)),
        over_pairs=over_pairs((score[0::2] + score[1::2]) / 2),
        plies_a_game=float(results.plies.mean()),
        games_a_second=len(results) / seconds,
    )


def _tally(score: np.ndarray[tuple[int], np.dtype[np.float32]]) -> Tally:
    return Tally(int((score == 1.0).sum()), int((score == 0.5).sum()), int((score == 0.0).sum()))
