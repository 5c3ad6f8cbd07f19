"""A task so small that a test can learn it: voronoi on a board of 7 x 7, and how a clone of it is trained."""

from dataclasses import dataclass
from pathlib import Path

from command_line import standoff

BOARD = ("--size", "7x7")
LESSONS = ("cycles", "--teacher", "voronoi", "--opponents", "voronoi,flood", *BOARD)
TRAINING = ("--size", "tiny", "--epochs", "3", "--batch", "64", "--evaluate-every", "8", "--threads", "1")


@dataclass(frozen=True)
class Task:
    """What is learnt from, and other games to measure on."""

    train: Path
    heldout: Path

    @property
    def words(self) -> tuple[str, ...]:
        """What `standoff clone` is told of it."""
        return str(self.train), "--heldout", str(self.heldout), *TRAINING


def record_task(folder: Path) -> Task:
    """Two recordings of other seeds, about 1,500 decisions and 500."""
    task = Task(folder / "train.parquet", folder / "heldout.parquet")
    assert standoff("record", *LESSONS, "--seeds", 45, "--out", task.train).code == 0
    assert standoff("record", *LESSONS, "--seeds", 15, "--first-seed", 2_000_000, "--out", task.heldout).code == 0
    return task
