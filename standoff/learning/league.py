"""The league: whom a learner meets (itself, past selves that are close to even, scripted players), and the records."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from standoff.arena import Results


@dataclass(frozen=True)
class LeagueConfig:
    """Shares of the games of an iteration, as the published agent had them."""

    self_share: float = 0.5
    """Against itself: both seats learn."""
    archive_share: float = 0.4
    """Against past selves."""
    scripted: tuple[str, ...] = ()
    """Scripted players that share the rest of the games; the game's yardsticks where none is named."""
    opponents: int = 4
    """Past selves met in one iteration."""
    snapshot_every: int = 10
    """Iterations between two snapshots for the archive."""
    floor: float = 0.05
    """Added to p (1 - p), the weight of a past self that the learner scores p against."""
    decay: float = 0.9
    """What an iteration leaves of older records."""


@dataclass
class Archive:
    """Past selves by name, and how the learner has scored against each of late."""

    names: list[str] = field(default_factory=list[str])
    score: list[float] = field(default_factory=list[float])
    """Decayed sums of the learner's scores."""
    games: list[float] = field(default_factory=list[float])
    """Decayed counts of games."""

    def add(self, name: str) -> None:
        """A new past self; nothing is known of it."""
        self.names.append(name)
        self.score.append(0.0)
        self.games.append(0.0)

    def draw(self, count: int, floor: float, seed: Sequence[int]) -> list[int]:
        """Different past selves, by closeness to even: weight p (1 - p) + floor, p with two games that were even."""
        if not self.names:
            return []
        rate = (np.array(self.score) + 1.0) / (np.array(self.games) + 2.0)
        weights = rate * (1 - rate) + floor
        draws = np.random.default_rng(list(seed))
        count = min(count, len(self.names))
        return sorted(draws.choice(len(self.names), count, replace=False, p=weights / weights.sum()).tolist())

    def note(self, scores: dict[int, tuple[float, int]], decay: float) -> None:
        """Decays all records, and adds the learner's score and games against some past selves."""
        self.score = [score * decay for score in self.score]
        self.games = [games * decay for games in self.games]
        for number, (score, games) in scores.items():
            self.score[number] += score
            self.games[number] += games


def seating(n_games: int, config: LeagueConfig, n_archive: int, n_scripted: int) -> NDArray[np.int8]:
    """[N, 2] who sits where: player 0 learns, then come past selves, then scripted players.

    Both seats are the learner's in the share of self-play, and in the shares of those that there are none of. It sits
    in either seat as often, against each opponent.
    """
    seats = np.zeros((n_games, 2), np.int8)
    counts = [0] * (n_archive + n_scripted)
    rest = max(0.0, 1.0 - config.self_share - config.archive_share)
    for number in range(n_archive):
        counts[number] = _even(n_games * config.archive_share / n_archive)
    for number in range(n_scripted):
        counts[n_archive + number] = _even(n_games * rest / n_scripted)
    first = 0
    for number, count in enumerate(counts, start=1):
        games = np.arange(first, first + count)
        seats[games, (games + 1) % 2] = number
        first += count
    return seats


def _even(share: float) -> int:
    """Games of an opponent: as many from either seat."""
    return 2 * int(share / 2)


def score_by_opponent(results: Results) -> dict[int, tuple[float, int]]:
    """The learner's score and games against each other player of the table."""
    found: dict[int, tuple[float, int]] = {}
    for number in range(1, len(results.players)):
        first = results.seating[:, 1] == number
        second = results.seating[:, 0] == number
        score = float(results.score[first].sum() + (1 - results.score[second]).sum())
        if games := int(first.sum() + second.sum()):
            found[number] = score, games
    return found
