"""Decisions a second of random play, bare and with all rows written, beside OpenSpiel's Python API in the same run."""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from standoff import Choices, Deals, DecisionBatch, Results, Table, find_game, make_player, play
from standoff.pool import usable_threads

BOARD = {"size": (30, 20)}
GAMES = 100_000
GAMES_WITH_ROWS = 20_000
OPENSPIEL_SECONDS = 3.0
REPEATS = 3


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


def standoff_rate(n_games: int, reads_rows: bool) -> float:
    """Decisions a second of random play on a 30 x 20 board, with two legal moves or more each."""
    random = make_player("random", find_game("cycles"))
    table = Table("cycles", Deals.of(np.arange(n_games), BOARD), (random,), np.zeros((n_games, 2), np.int8))
    reader = Reader(reads_rows)
    started = time.perf_counter()
    play(table, [reader])
    return reader.decisions / (time.perf_counter() - started)


def openspiel_rate(reads_observations: bool) -> float:
    """Decisions a second of OpenSpiel's connect_four played at random through its Python API, on one core."""
    import pyspiel  # pyright: ignore[reportMissingImports]

    game, random, decisions = pyspiel.load_game("connect_four"), np.random.default_rng(0), 0
    draws = iter(random.integers(0, 1 << 30, 1 << 22).tolist())
    started = time.perf_counter()
    while time.perf_counter() - started < OPENSPIEL_SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if reads_observations:
                state.observation_tensor()
            state.apply_action(legal[next(draws) % len(legal)])
            decisions += 1
    return decisions / (time.perf_counter() - started)


def best(rate: Callable[[], float]) -> float:
    """The best of a few runs: what the code can do when nothing else runs."""
    return max(rate() for _ in range(REPEATS))


def main() -> None:
    """Prints a table, or one JSON object with --json."""
    bare = best(lambda: standoff_rate(GAMES, reads_rows=False))
    with_rows = best(lambda: standoff_rate(GAMES_WITH_ROWS, reads_rows=True))
    try:
        reference = (best(lambda: openspiel_rate(False)), best(lambda: openspiel_rate(True)))
    except ModuleNotFoundError:
        reference = None
        print("OpenSpiel is not installed; `make bench` installs it for the ratios", file=sys.stderr)
    if "--json" in sys.argv:
        print(json.dumps({"threads": usable_threads(), "bare": bare, "with_rows": with_rows, "openspiel": reference}))
        return
    print(f"random play, decisions/s{'':12}bare   with observations")
    print(f"cycles 30 x 20, {usable_threads()} threads{bare:>16,.0f}{with_rows:>16,.0f}")
    if reference:
        print(f"OpenSpiel connect_four, Python{reference[0]:>10,.0f}{reference[1]:>16,.0f}")
        print(f"ratio{bare / reference[0]:>35.1f}{with_rows / reference[1]:>16.1f}")


if __name__ == "__main__":
    main()
