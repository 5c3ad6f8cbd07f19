"""Intervals for scores: Wilson over games, and Student's t over pairs of games on one deal."""

# scipy's types are partly unknown.
# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats


@dataclass(frozen=True)
class Interval:
    """A score with the ends of its 95% interval, all from 0 to 1."""

    score: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.score:.3f} [{self.low:.3f}, {self.high:.3f}]"


def wilson(points: float, games: int, confidence: float = 0.95) -> Interval:
    """The Wilson score interval (Wilson 1927) of `points` out of `games`; a draw is half a point.

    scipy's takes whole numbers only, and draws make halves.
    """
    if games == 0:
        return Interval(0.5, 0.0, 1.0)
    z = float(stats.norm.ppf(0.5 + confidence / 2))
    score = points / games
    centre = (score + z * z / (2 * games)) / (1 + z * z / games)
    spread = z / (1 + z * z / games) * np.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return Interval(score, max(0.0, float(centre - spread)), min(1.0, float(centre + spread)))


def over_pairs(scores: NDArray[np.floating[Any]], confidence: float = 0.95) -> Interval:
    """The interval of the mean of [N] pair scores (each the mean of the two games of one deal, seats swapped).

    Games of a pair are not independent; pairs are. It is narrower than Wilson's where the deal decides, wider where
    one side takes both games.
    """
    score = float(scores.mean()) if len(scores) else 0.5
    if len(scores) < 2:
        return Interval(score, 0.0, 1.0)
    error = float(scores.std(ddof=1, dtype=np.float64)) / np.sqrt(len(scores))
    spread = float(stats.t.ppf(0.5 + confidence / 2, len(scores) - 1) * error)
    return Interval(score, max(0.0, score - spread), min(1.0, score + spread))
