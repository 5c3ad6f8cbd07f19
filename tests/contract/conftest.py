"""Plays every contract test with every game of the build, under its default options and under its samples.

A game that deals no worlds is left out where they are needed; one that this machine cannot play, everywhere.
"""

import pytest

from contract.cases import CASES
from standoff import find_game


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        needs_worlds = metafunc.definition.get_closest_marker("needs_worlds") is not None
        cases = [case for case in CASES if find_game(case.game).deals_worlds or not needs_worlds]
        metafunc.parametrize("case", cases, ids=str)
