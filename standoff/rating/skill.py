"""Skill after every game by OpenSkill (Weng, Lin 2011): mu and sigma, and what a game of two players would teach."""

import math
from dataclasses import dataclass

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from standoff.rating.match import Tally


@dataclass(frozen=True)
class Skill:
    """What OpenSkill believes of a player: a normal distribution."""

    mu: float
    sigma: float

    def __str__(self) -> str:
        return f"{self.mu:.1f} ± {self.sigma:.1f}"


class Skills:
    """The skill of every player so far; of one who has not played, OpenSkill's first guess."""

    def __init__(self) -> None:
        # tau is how far skill may drift between two games; these players do not change.
        self._model = BradleyTerryFull(tau=0.0)
        self._ratings: dict[str, BradleyTerryFullRating] = {}

    def of(self, player: str) -> Skill:
        """A player's."""
        rating = self._rating(player)
        return Skill(rating.mu, rating.sigma)

    def count(self, first: str, second: str, tally: Tally) -> None:
        """Takes games into account, one by one: wins, draws and losses by turns, as evenly as their numbers allow."""
        ranks = {"win": [1, 2], "draw": [1, 1], "loss": [2, 1]}
        for result in _evenly({"win": tally.wins, "draw": tally.draws, "loss": tally.losses}):
            teams = [[self._rating(first)], [self._rating(second)]]
            (self._ratings[first],), (self._ratings[second],) = self._model.rate(teams, ranks=list(ranks[result]))

    def information(self, first: str, second: str) -> float:
        """(sigma_a^2 + sigma_b^2) p (1 - p), where p is the chance that the first wins."""
        a, b = self.of(first), self.of(second)
        variance = a.sigma**2 + b.sigma**2
        # The curve that its updates follow; its own forecast follows another one, and is bolder.
        chance = 1 / (1 + math.exp((b.mu - a.mu) / math.sqrt(2 * self._model.beta**2 + variance)))
        return variance * chance * (1 - chance)

    def _rating(self, player: str) -> BradleyTerryFullRating:
        return self._ratings.get(player) or self._model.rating()


def _evenly(counts: dict[str, int]) -> list[str]:
    """Each name as often as its count, spread over the whole list."""
    places = [((at + 0.5) / count, name) for name, count in counts.items() for at in range(count)]
    return [name for _, name in sorted(places)]
