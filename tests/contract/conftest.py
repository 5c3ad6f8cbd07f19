"""Plays every contract test with every game of the build, under its default options and under its samples."""

import pytest

from contract.cases import CASES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", CASES, ids=str)
