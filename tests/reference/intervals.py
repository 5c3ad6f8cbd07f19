"""Intervals of a score from their definitions: Wilson's as the roots of an equation, Student's from sums."""

import math
from collections.abc import Sequence

Z_95 = 1.959963984540054
"""The 97.5% point of the normal distribution."""

T_95 = {1: 12.706, 2: 4.303, 4: 2.776, 9: 2.262, 19: 2.093, 99: 1.984}
"""The 97.5% points of Student's distribution by degrees of freedom, as printed in tables."""


def wilson(points: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """The shares p at which |points / games - p| is exactly z standard errors sqrt(p (1 - p) / games)."""
    score = points / games
    # (score - p)^2 = z^2 p (1 - p) / n, as a p^2 + b p + c = 0
    a, b, c = 1 + z * z / games, -(2 * score + z * z / games), score * score
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def over_pairs(scores: Sequence[float]) -> tuple[float, float]:
    """Mean, plus and minus Student's point times the standard error of the mean."""
    mean = math.fsum(scores) / len(scores)
    variance = math.fsum((score - mean) ** 2 for score in scores) / (len(scores) - 1)
    spread = T_95[len(scores) - 1] * math.sqrt(variance / len(scores))
    return mean - spread, mean + spread
