"""The sequential test: its ratio against brute force, its errors against simulation, and how a match stops on it."""

import json
import math

import numpy as np
import pytest
from command_line import standoff
from scipy.optimize import minimize
from scipy.special import logit

from standoff import find_game, make_player, play_match
from standoff.rating.elo import SCALE, score_of_elo
from standoff.rating.match import SEEDS_A_BATCH, play_in_batches, play_until_decided
from standoff.rating.sprt import UNSEEN, SequentialOutcome, SequentialTest, count_pairs, log_likelihood_ratio

CYCLES = find_game("cycles")
SIZE = {"size": (7, 7)}
EVEN_MATCH = ("match", "cycles", "voronoi", "voronoi?seed=9", "--size", "7x7", "--json")
VALUES = np.linspace(0.0, 1.0, 5)


def tilted(base: tuple[float, ...], elo: float) -> np.ndarray:
    """Chances of the five outcomes near `base` whose mean is the score of `elo`."""
    lean = 0.0
    for _ in range(100):
        chances = np.array(base) * np.exp(lean * VALUES)
        chances /= chances.sum()
        lean += (score_of_elo(elo) - chances @ VALUES) / 0.1
    assert chances @ VALUES == pytest.approx(score_of_elo(elo))
    return chances


def most_likelihood(counts: np.ndarray, mean: float) -> float:
    """The greatest log-likelihood of any five chances with this mean, found by trying."""
    shares = counts / counts.sum()
    best = minimize(
        lambda logs: -shares @ logs,
        np.log(tilted((0.2,) * 5, SCALE * logit(mean))),
        jac=lambda logs: -shares,
        method="SLSQP",
        bounds=[(-40.0, 0.0)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda logs: np.exp(logs).sum() - 1, "jac": np.exp},
            {"type": "eq", "fun": lambda logs: np.exp(logs) @ VALUES - mean, "jac": lambda logs: np.exp(logs) * VALUES},
        ],
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    assert best.success
    return -best.fun * counts.sum()


@pytest.mark.parametrize(
    ("counts", "elo"),
    [
        ((10, 20, 40, 25, 15), (0, 10)),
        ((103, 412, 870, 455, 110), (0, 10)),
        ((5, 1, 30, 2, 90), (-20, 60)),
        ((300, 0, 900, 0, 260), (0, 5)),
        ((0, 0, 12, 0, 0), (0, 10)),
        ((0, 0, 0, 0, 20), (0, 10)),
    ],
)
def test_the_ratio_is_that_of_the_likeliest_chances_under_each_hypothesis(
    counts: tuple[float, ...], elo: tuple[float, float]
) -> None:
    low, high = (score_of_elo(each) for each in elo)
    seen = np.where(np.array(counts) > 0, counts, UNSEEN).astype(float)
    expected = most_likelihood(seen, high) - most_likelihood(seen, low)
    assert log_likelihood_ratio(counts, low, high) == pytest.approx(expected, abs=1e-3, rel=1e-4)


def test_the_ratio_has_the_closed_form_of_two_outcomes() -> None:
    """Pairs that are only won or lost by both games are a coin, and a coin's ratio needs no search."""
    low, high = 0.5, score_of_elo(40)
    coin = 60 * math.log(high / low) + 40 * math.log((1 - high) / (1 - low))
    assert log_likelihood_ratio((40, 0, 0, 0, 60), low, high) == pytest.approx(coin, abs=0.01)


def test_the_other_side_of_the_board_sees_the_opposite_ratio() -> None:
    test = SequentialTest(-10, 10)
    assert test.judge((5, 6, 40, 9, 12)).llr == pytest.approx(-test.judge((12, 9, 40, 6, 5)).llr)
    assert test.judge((7, 3, 20, 3, 7)).llr == pytest.approx(0.0, abs=1e-9)
    assert test.judge((0, 0, 0, 0, 0)).verdict == "undecided"


def test_the_bounds_are_those_of_wald() -> None:
    outcome = SequentialTest(0, 10, alpha=0.05, beta=0.1).judge((1, 1, 1, 1, 1))
    assert outcome.lower == pytest.approx(math.log(0.1 / 0.95))
    assert outcome.upper == pytest.approx(math.log(0.9 / 0.05))
    assert (outcome.elo0, outcome.elo1) == (0, 10)


def test_a_verdict_comes_at_a_bound_and_says_what_it_means() -> None:
    test = SequentialTest(0, 10)
    for counts, verdict, meaning in [
        ((100, 400, 1000, 600, 300), "H1", "H1 is accepted: Elo >= 10"),
        ((300, 600, 1000, 400, 100), "H0", "H0 is accepted: Elo <= 0"),
        ((3, 6, 10, 6, 3), "undecided", "undecided between Elo <= 0 and Elo >= 10"),
    ]:
        outcome = test.judge(counts)
        assert outcome.verdict == verdict
        assert str(outcome).endswith(meaning)


def test_pairs_are_counted_by_their_points() -> None:
    assert count_pairs(np.array([0, 0.25, 0.25, 0.5, 0.75, 1, 1, 1], np.float32)) == (1, 2, 1, 1, 3)
    assert count_pairs(np.zeros(0)) == (0, 0, 0, 0, 0)


def test_a_pair_between_two_counts_keeps_the_number_and_the_mean() -> None:
    scores = np.random.default_rng(1).random(1000)
    counts = np.array(count_pairs(scores))
    assert counts.sum() == pytest.approx(1000)
    assert counts @ VALUES == pytest.approx(scores.sum())
    assert (counts @ VALUES**2) >= (scores**2).sum()


def error_rate(test: SequentialTest, truth: float, base: tuple[float, ...], tests: int, batch: int) -> float:
    """How often a simulated test at this true difference ends in the wrong verdict."""
    generator, chances = np.random.default_rng(7), tilted(base, truth)
    wrong = "H1" if truth == test.elo0 else "H0"
    n_wrong = 0
    for _ in range(tests):
        counts = np.zeros(5)
        outcome = test.judge(counts)
        while outcome.verdict == "undecided":
            counts += generator.multinomial(batch, chances)
            outcome = test.judge(counts)
        n_wrong += outcome.verdict == wrong
    return n_wrong / tests


LUCK, DEALS = (0.25, 0.0, 0.5, 0.0, 0.25), (0.05, 0.1, 0.7, 0.1, 0.05)


@pytest.mark.parametrize("truth", [0, 80])
def test_a_coarse_test_errs_as_rarely_as_it_says(truth: float) -> None:
    assert 0.01 < error_rate(SequentialTest(0, 80), truth, LUCK, 800, 5) <= 0.065


@pytest.mark.slow
@pytest.mark.parametrize("base", [LUCK, DEALS])
@pytest.mark.parametrize("truth", [0, 10])
def test_the_default_test_errs_as_rarely_as_it_says(truth: float, base: tuple[float, ...]) -> None:
    assert 0.03 < error_rate(SequentialTest(0, 10), truth, base, 3000, SEEDS_A_BATCH) <= 0.06


def test_a_match_stops_as_soon_as_it_is_decided() -> None:
    players = make_player("voronoi", CYCLES), make_player("random", CYCLES)
    heard: list[SequentialOutcome] = []
    batches = play_in_batches("cycles", SIZE, players, 5_000_000, 1000)
    report = play_until_decided(batches, SequentialTest(0, 200), heard.append)
    assert report.sprt == heard[-1]
    assert [outcome.verdict for outcome in heard] == ["undecided"] * (len(heard) - 1) + ["H1"]
    assert report.seeds == len(heard) * SEEDS_A_BATCH < 1000


def test_batches_add_up_to_the_match_without_a_test() -> None:
    players = make_player("voronoi", CYCLES), make_player("flood", CYCLES)
    whole = play_match("cycles", SIZE, players, 5_000_000, 120)
    *_, last = play_in_batches("cycles", SIZE, players, 5_000_000, 120)
    for name in ("players", "first_seed", "seeds", "total", "by_seat", "over_games", "over_pairs", "pairs", "sprt"):
        assert getattr(last, name) == getattr(whole, name), name
    assert last.plies_a_game == whole.plies_a_game


def test_the_command_prints_the_verdict() -> None:
    answer = standoff("match", "cycles", "voronoi", "flood", "--size", "7x7", "--seeds", 2000, "--sprt", "0,10")
    assert answer.code == 0
    assert "H1 is accepted: Elo >= 10" in answer.out
    assert "LLR" in answer.err


def test_the_json_holds_the_test_only_where_there_is_one() -> None:
    assert json.loads(standoff(*EVEN_MATCH, "--seeds", 10).out)["sprt"] is None
    said = json.loads(standoff(*EVEN_MATCH, "--seeds", 10, "--sprt", "0,10").out)
    assert said["seeds"] == 10
    assert said["sprt"].keys() == SequentialOutcome.__dataclass_fields__.keys()
    assert said["sprt"]["verdict"] == "undecided"


@pytest.mark.parametrize("text", ["10,0", "0,0", "x", "0", "0,5,10", "0,nan", "0,5000", ","])
def test_a_test_that_makes_no_sense_is_refused_in_a_sentence(text: str) -> None:
    answer = standoff(*EVEN_MATCH, "--sprt", text)
    assert answer.code == 2
    assert answer.err.startswith(f"standoff: --sprt {text!r} is not a test; give the Elo of H0 and, above it, that of")
    assert answer.err.count("\n") == 1
