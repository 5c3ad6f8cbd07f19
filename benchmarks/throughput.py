"""Decisions a second of random play, bare and with all rows written, beside OpenSpiel's Python API in the same run."""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from standoff import Choices, Deals, DecisionBatch, Results, Table, find_game, make_player, play
from standoff.pool import Options, usable_threads

OPENSPIEL_SECONDS = 3.0
REPEATS = 3


@dataclass(frozen=True)
class Course:
    """What is measured of a game, and which game of OpenSpiel stands beside it."""

    title: str
    game: str
    options: Options
    rival: str
    games: int
    games_with_rows: int
    threads: int = 1


COURSES = (
    Course("cycles 30 x 20", "cycles", {"size": (30, 20)}, "connect_four", 100_000, 20_000, usable_threads()),
    Course("bang, published, draft", "bang", {"rules": (0,), "setup": (0,)}, "gin_rummy", 20_000, 8_000),
)


@dataclass
class Reader:
    """A spectator that has every row written and counts decisions."""

    reads_rows: bool
    decisions: int = field(default=0)

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """Counts."""
        self.decisions += len(batch)

    def ended(self, results: Results) -> None:
        """Nothing."""


def standoff_rate(course: Course, player: str, reads_rows: bool) -> float:
    """Decisions a second of a scripted player against itself, with two legal moves or more each."""
    scripted = make_player(player, find_game(course.game))
    n_games = course.games_with_rows if reads_rows else course.games
    deals = Deals.of(np.arange(n_games), course.options)
    table = Table(course.game, deals, (scripted,), np.zeros((n_games, 2), np.int8))
    reader = Reader(reads_rows)
    started = time.perf_counter()
    play(table, [reader], threads=course.threads)
    return reader.decisions / (time.perf_counter() - started)


def openspiel_rate(name: str, reads_observations: bool) -> float:
    """Decisions a second of a game of OpenSpiel played at random through its Python API, on one core."""
    import pyspiel  # pyright: ignore[reportMissingImports]

    game, random, decisions = pyspiel.load_game(name), np.random.default_rng(0), 0
    draws = iter(random.integers(0, 1 << 30, 1 << 22).tolist())
    started = time.perf_counter()
    while time.perf_counter() - started < OPENSPIEL_SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            is_decision = not state.is_chance_node()
            if reads_observations and is_decision:
                state.observation_tensor()
            state.apply_action(legal[next(draws) % len(legal)])
            decisions += is_decision
    return decisions / (time.perf_counter() - started)


def best(rate: Callable[[], float]) -> float:
    """The best of a few runs: what the code can do when nothing else runs."""
    return max(rate() for _ in range(REPEATS))


def measure(course: Course) -> dict[str, float | int | None]:
    """The rates of a course; those of OpenSpiel are None where it is not installed."""
    found: dict[str, float | int | None] = {
        "threads": course.threads,
        "bare": best(lambda: standoff_rate(course, "random", False)),
        "with_rows": best(lambda: standoff_rate(course, "random", True)),
        "tactical": None,
        "openspiel_bare": None,
        "openspiel_with_observations": None,
    }
    if "tactical" in find_game(course.game).bots:
        found["tactical"] = best(lambda: standoff_rate(course, "tactical", False))
    try:
        found["openspiel_bare"] = best(lambda: openspiel_rate(course.rival, False))
        found["openspiel_with_observations"] = best(lambda: openspiel_rate(course.rival, True))
    except ModuleNotFoundError:
        print("OpenSpiel is not installed; `make bench` installs it for the ratios", file=sys.stderr)
    return found


def show(course: Course, rates: dict[str, float | int | None]) -> None:
    """The rates of a course as lines of a table, with their ratios."""
    threads = "1 thread" if course.threads == 1 else f"{course.threads} threads"
    print(f"{f'{course.title}, {threads}':<36}{rates['bare']:>12,.0f}{rates['with_rows']:>16,.0f}")
    if rates["tactical"]:
        print(f"{'  tactical against itself':<36}{rates['tactical']:>12,.0f}")
    bare, observed = rates["openspiel_bare"], rates["openspiel_with_observations"]
    if bare and observed and rates["bare"] and rates["with_rows"]:
        print(f"{f'OpenSpiel {course.rival}, Python':<36}{bare:>12,.0f}{observed:>16,.0f}")
        print(f"{'ratio':<36}{rates['bare'] / bare:>12.1f}{rates['with_rows'] / observed:>16.1f}")


def main() -> None:
    """Prints a table, or one JSON object with --json."""
    if "--json" in sys.argv:
        print(json.dumps({course.game: measure(course) for course in COURSES}))
        return
    print(f"{'random play, decisions/s':<36}{'bare':>12}{'with rows':>16}")
    for course in COURSES:
        show(course, measure(course))


if __name__ == "__main__":
    main()
