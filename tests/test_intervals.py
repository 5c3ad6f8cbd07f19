"""Intervals against the plain twin, published values and what a 95% interval means."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import intervals as plain
from scipy import stats

from standoff import Interval, wilson
from standoff.rating.intervals import over_pairs

check = settings(deadline=None, max_examples=100)


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, Statistics in Medicine 17, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (196, 400, 0.441, 0.539),  # the light-cycles source
    ],
)
def test_wilson_gives_published_values(points: int, games: int, low: float, high: float) -> None:
    interval = wilson(points, games)
    digits = 5e-4 if games == 400 else 5e-5
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=digits)
    assert interval.score == points / games


@given(half_points=st.integers(0, 4000), games=st.integers(1, 2000))
@check
def test_wilson_ends_where_the_score_is_just_explained(half_points: int, games: int) -> None:
    points = min(half_points / 2, games)
    interval = wilson(points, games)
    assert (interval.low, interval.high) == pytest.approx(plain.wilson(points, games), abs=1e-9)
    assert 0 <= interval.low <= interval.score + 1e-15
    assert interval.score - 1e-15 <= interval.high <= 1


@given(points=st.integers(0, 300), games=st.integers(1, 300), confidence=st.floats(0.5, 0.999))
@check
def test_wilson_agrees_with_scipy_on_whole_points(points: int, games: int, confidence: float) -> None:
    points = min(points, games)
    expected = stats.binomtest(points, games).proportion_ci(confidence, method="wilson")
    interval = wilson(points, games, confidence)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@given(half_points=st.integers(0, 400), games=st.integers(1, 200))
@check
def test_both_sides_see_the_same_interval(half_points: int, games: int) -> None:
    points = min(half_points / 2, games)
    mine, theirs = wilson(points, games), wilson(games - points, games)
    assert (mine.low, mine.high) == pytest.approx((1 - theirs.high, 1 - theirs.low), abs=1e-9)


def test_wilson_of_a_clean_sweep_leaves_room_for_doubt() -> None:
    assert (wilson(10, 10).high, wilson(0, 10).low) == pytest.approx((1.0, 0.0), abs=1e-15)
    assert wilson(10, 10).low == pytest.approx(0.7225, abs=5e-5)


def test_no_games_tell_nothing() -> None:
    assert wilson(0, 0) == Interval(0.5, 0.0, 1.0)
    assert over_pairs(np.zeros(0, np.float32)) == Interval(0.5, 0.0, 1.0)
    assert over_pairs(np.ones(1, np.float32)) == Interval(1.0, 0.0, 1.0)


@given(
    scores=st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=2), n=st.sampled_from([2, 5, 10, 20, 100])
)
@check
def test_the_interval_over_pairs_is_students(scores: list[float], n: int) -> None:
    pairs = (scores * n)[:n]
    interval = over_pairs(np.array(pairs, np.float32))
    low, high = plain.over_pairs(pairs)
    # The printed points have three digits behind the comma.
    assert (interval.low, interval.high) == pytest.approx((max(0.0, low), min(1.0, high)), abs=2e-4)
    assert interval.score == pytest.approx(sum(pairs) / n)


def test_equal_pairs_have_no_spread() -> None:
    interval = over_pairs(np.full(50, 0.5, np.float32))
    assert (interval.low, interval.score, interval.high) == (0.5, 0.5, 0.5)


def test_where_the_deal_decides_pairs_tell_more_than_games() -> None:
    """Each side wins one game of nearly every pair: the pairs say so, games alone cannot."""
    pairs = np.array([0.5] * 95 + [1.0] * 5, np.float32)
    over_games = wilson(float(pairs.sum() * 2), 200)
    assert over_pairs(pairs).high - over_pairs(pairs).low < (over_games.high - over_games.low) / 2


def test_19_of_20_intervals_hold_the_truth() -> None:
    rng = np.random.default_rng(4)
    points = rng.binomial(200, 0.37, 4000)
    holds = [wilson(float(each), 200) for each in points]
    assert np.mean([interval.low <= 0.37 <= interval.high for interval in holds]) == pytest.approx(0.95, abs=0.015)
    pairs = (rng.binomial(2, 0.37, (2000, 60)) / 2).astype(np.float32)
    holds = [over_pairs(each) for each in pairs]
    assert np.mean([interval.low <= 0.37 <= interval.high for interval in holds]) == pytest.approx(0.95, abs=0.015)


def test_an_interval_prints_three_digits() -> None:
    assert str(wilson(196, 400)) == "0.490 [0.441, 0.539]"
