"""Plays every contract test with every game of the build, under its default options and under its samples.

A game that deals no worlds is left out where they are needed; one that this machine cannot play, everywhere; and one
that a test cannot hold for, with the reason that stands here.
"""

import pytest
from _pytest.mark import ParameterSet

from contract.cases import CASES, Case
from standoff import find_game

EXEMPT = {
    (
        "ptcg",
        "test_same_seed_same_world",
    ): "after a shuffle or a coin: what draws them in a search can't be seeded again",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        needs_worlds = metafunc.definition.get_closest_marker("needs_worlds") is not None
        cases = [case for case in CASES if find_game(case.game).deals_worlds or not needs_worlds]
        metafunc.parametrize("case", [_marked(case, metafunc.definition.name) for case in cases], ids=str)


def _marked(case: Case, test: str) -> Case | ParameterSet:
    reason = EXEMPT.get((case.game, test))
    return case if reason is None else pytest.param(case, marks=pytest.mark.skip(reason=reason))
