"""What many tests begin with, made once: a small recorded task, and a clone of it. No test may change them."""

from pathlib import Path

import pytest
from command_line import standoff
from small_task import Task, record_task


@pytest.fixture(scope="session")
def task(tmp_path_factory: pytest.TempPathFactory) -> Task:
    """Two recordings."""
    return record_task(tmp_path_factory.mktemp("task"))


@pytest.fixture(scope="session")
def clone(task: Task, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run folder of a clone that was trained without a break."""
    folder = tmp_path_factory.mktemp("runs") / "clone"
    assert standoff("clone", *task.words, "--out", folder).code == 0
    return folder
