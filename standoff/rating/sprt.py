"""The sequential probability ratio test: is one player stronger than the other by so much, with no game too many?"""

# scipy's types are partly unknown.
# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false, reportUnknownVariableType=false

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from standoff.errors import BadInput
from standoff.rating.elo import score_of_elo

PairCounts: TypeAlias = tuple[float, float, float, float, float]
"""How many pairs of games brought the first player 0, 0.5, 1, 1.5 and 2 points."""

Verdict: TypeAlias = Literal["H0", "H1", "undecided"]

SHARE_OF_A_PAIR = np.linspace(0.0, 1.0, 5)
UNSEEN = 1e-3
"""The count of an outcome that has not been seen: no hypothesis is ever impossible."""

MOST_ELO = 1000.0


@dataclass(frozen=True)
class SequentialOutcome:
    """What a test has found so far."""

    elo0: float
    elo1: float
    llr: float
    """Log-likelihood ratio of H1 over H0."""
    lower: float
    """H0 is accepted at this ratio or below."""
    upper: float
    """H1 is accepted at this ratio or above."""
    verdict: Verdict

    def __str__(self) -> str:
        meaning = {
            "H0": f"H0 is accepted: Elo <= {self.elo0:g}",
            "H1": f"H1 is accepted: Elo >= {self.elo1:g}",
            "undecided": f"undecided between Elo <= {self.elo0:g} and Elo >= {self.elo1:g}",
        }
        return f"LLR {self.llr:.2f} of [{self.lower:.2f}, {self.upper:.2f}]: {meaning[self.verdict]}"


@dataclass(frozen=True)
class SequentialTest:
    """H0: the first player is `elo0` stronger or less; H1: it is `elo1` stronger or more."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    """Chance to accept H1 where H0 holds."""
    beta: float = 0.05
    """Chance to accept H0 where H1 holds."""

    @staticmethod
    def read(text: str) -> "SequentialTest":
        """A test from a text such as `0,10`.

        Raises:
            BadInput: the text is not two numbers of Elo, the smaller one first.
        """
        try:
            elo0, elo1 = (float(number) for number in text.split(","))
        except ValueError:
            elo0 = elo1 = math.nan
        if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
            raise BadInput(
                f"--sprt {text!r} is not a test; give the Elo of H0 and, above it, that of H1, from "
                f"{-MOST_ELO:g} to {MOST_ELO:g}, such as --sprt 0,10"
            )
        return SequentialTest(elo0, elo1)

    def judge(self, counts: Sequence[float]) -> SequentialOutcome:
        """Wald's test (Wald 1945): the ratio of these pairs against bounds that keep to the two chances of error."""
        lower, upper = math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)
        llr = log_likelihood_ratio(counts, score_of_elo(self.elo0), score_of_elo(self.elo1))
        verdict: Verdict = "H1" if llr >= upper else "H0" if llr <= lower else "undecided"
        return SequentialOutcome(self.elo0, self.elo1, llr, lower, upper, verdict)


def count_pairs(scores: NDArray[np.floating[Any]]) -> PairCounts:
    """Counts [N] pair scores, each the mean of two games.

    A score between two of the five (a game may be won by half) counts for both by its nearness, which keeps the mean
    and makes the spread, if anything, wider.
    """
    steps = np.asarray(scores, np.float64) * 4
    below = np.clip(np.floor(steps), 0, 3).astype(np.int64)
    rest = steps - below
    counts = np.bincount(below, 1 - rest, minlength=5) + np.bincount(below + 1, rest, minlength=5)
    return (float(counts[0]), float(counts[1]), float(counts[2]), float(counts[3]), float(counts[4]))


def log_likelihood_ratio(counts: Sequence[float], score0: float, score1: float) -> float:
    """How much likelier the pairs are if the mean score is `score1` than if it is `score0`, as a logarithm.

    The generalised sequential probability ratio test (Li, Liu, Lu, Ying 2014) over the five outcomes of a pair, as
    tests of chess engines use it: under each hypothesis the chances of the outcomes are those that make the pairs
    likeliest among all that have its mean. They are exact, no normal approximation: with c the seen shares and v the
    values, they are c / (1 + t (v - mean)), where t is the one root at which that mean comes out (Owen 1988).

    Args:
        counts: of pairs by points of the first player, 0, 0.5, 1, 1.5 and 2.
        score0: mean score of H0, above 0 and below 1.
        score1: mean score of H1.
    """
    seen = np.asarray(counts, np.float64)
    seen = np.where(seen > 0, seen, UNSEEN)
    chances0, chances1 = (_likeliest(seen / seen.sum(), score) for score in (score0, score1))
    return float(seen @ np.log(chances1 / chances0))


def _likeliest(shares: NDArray[np.float64], mean: float) -> NDArray[np.float64]:
    away = SHARE_OF_A_PAIR - mean

    def surplus(tilt: float) -> float:
        return float((shares * away / (1 + tilt * away)).sum())

    # At the ends the chance of the best, or of the worst outcome is 1; the root lies between.
    tilt: Any = brentq(surplus, -(1 - shares[4]) / away[4], -(1 - shares[0]) / away[0], xtol=1e-15, maxiter=1000)
    return shares / (1 + tilt * away)
