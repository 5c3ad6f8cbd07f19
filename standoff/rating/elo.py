"""Elo: how a difference in rating is a score, and the ratings that make the games of a whole field likeliest."""

# scipy's types are partly unknown.
# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false, reportUnknownVariableType=false

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import norm

SCALE = 400 / np.log(10)
"""Elo a unit of the logistic curve."""


def score_of_elo(elo: float) -> float:
    """The expected score of a player who is `elo` stronger."""
    return float(expit(elo / SCALE))


@dataclass(frozen=True)
class Meeting:
    """Two players, by number, and how their pairs of games came out."""

    first: int
    second: int
    pairs: Sequence[float]
    """Counts of pairs by points of the first player, 0, 0.5, 1, 1.5 and 2."""


@dataclass(frozen=True)
class EloRating:
    """A rating above the mean of the field, with the ends of its 95% interval."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.elo:+.0f} [{self.low:+.0f}, {self.high:+.0f}]"


@dataclass(frozen=True)
class _Field:
    """The games of all meetings as arrays."""

    n_players: int
    design: NDArray[np.float64]  # [M, n_players] +1 the first, -1 the second
    games: NDArray[np.float64]  # [M]
    points: NDArray[np.float64]  # [M] of the first
    pairs: NDArray[np.float64]  # [M, 5]


def fit_elo(n_players: int, meetings: Sequence[Meeting], confidence: float = 0.95) -> list[EloRating]:
    """The maximum-likelihood ratings of Bradley and Terry (1952), draws as half, with intervals.

    They do not depend on the order of the games. So that a player who won everything, or has not played, has a finite
    rating, each is also taken to have won and lost a game against an imagined player at zero.

    The intervals are those of the likelihood where games are independent. Where two players' pairs spread wider than
    that (one side takes both games of a deal), their share in the uncertainty grows by as much (Huber 1967); where
    they spread less, it is left as it is, for a few pairs without a loss would look certain.
    """
    if n_players == 0:
        return []
    field = _gather(n_players, meetings)

    def loss(rating: NDArray[np.float64]) -> float:
        gap = field.design @ rating
        imagined = np.logaddexp(0, rating) + np.logaddexp(0, -rating)
        return float(field.games @ np.logaddexp(0, gap) - field.points @ gap + imagined.sum())

    def slope(rating: NDArray[np.float64]) -> NDArray[np.float64]:
        surprise = field.games * expit(field.design @ rating) - field.points
        return field.design.T @ surprise + 2 * expit(rating) - 1

    def curvature(rating: NDArray[np.float64]) -> NDArray[np.float64]:
        return _information(field, rating, field.games * _variance(field.design @ rating))

    start = np.zeros(n_players)
    found: dict[str, Any] = minimize(
        loss, start, jac=slope, hess=curvature, method="trust-exact", options={"gtol": 1e-9}
    )
    rating = np.asarray(found["x"], np.float64)
    spread = np.sqrt(np.diag(_covariance(field, rating))) * norm.ppf(0.5 + confidence / 2)
    middle = rating - rating.mean()
    return [
        EloRating(float(elo), float(elo - reach), float(elo + reach))
        for elo, reach in zip(middle * SCALE, spread * SCALE, strict=True)
    ]


def _gather(n_players: int, meetings: Sequence[Meeting]) -> _Field:
    design = np.zeros((len(meetings), n_players))
    pairs = np.zeros((len(meetings), 5))
    for row, meeting in enumerate(meetings):
        design[row, meeting.first], design[row, meeting.second] = 1.0, -1.0
        pairs[row] = meeting.pairs
    return _Field(n_players, design, 2 * pairs.sum(axis=1), pairs @ np.linspace(0.0, 2.0, 5), pairs)


def _variance(gap: NDArray[np.float64]) -> NDArray[np.float64]:
    return expit(gap) * expit(-gap)


def _information(field: _Field, rating: NDArray[np.float64], weight: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of all meetings by their weight, and of the imagined games."""
    return field.design.T @ (weight[:, None] * field.design) + np.diag(2 * _variance(rating))


def _covariance(field: _Field, rating: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the ratings above their mean."""
    gap = field.design @ rating
    independent = field.games * _variance(gap)
    residual = np.linspace(0.0, 2.0, 5) - 2 * expit(gap)[:, None]
    seen = (field.pairs * residual**2).sum(axis=1)
    bread = np.linalg.inv(_information(field, rating, independent))
    covariance = bread @ _information(field, rating, np.maximum(independent, seen)) @ bread
    centre = np.eye(field.n_players) - 1 / field.n_players
    return centre @ covariance @ centre
