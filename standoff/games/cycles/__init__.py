"""Light cycles: title, options, and how its page is drawn in a terminal."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from standoff.decisions import DecisionBatch
from standoff.errors import BadInput
from standoff.games import Game
from standoff.games.cycles.terminal import draw, key_to_label
from standoff.pool import Options


@dataclass(frozen=True)
class CyclesOptions:
    """Options of light cycles."""

    size: str = "30x20"
    """Board, width x height, each from 5 to 60."""

    def values(self) -> Options:
        """Width and height."""
        sides = self.size.lower().split("x")
        if len(sides) != 2 or not all(side.isascii() and side.isdigit() for side in sides):
            raise BadInput(f"--size {self.size!r} is not a board; give width x height, such as --size 30x20")
        return {"size": (int(sides[0]), int(sides[1]))}


def cells(batch: DecisionBatch) -> NDArray[np.float32]:
    """[B] the free cells and those that were entered: each ply takes one."""
    return batch.globals[:, batch.schema.globals.index("free_cells")] + batch.ply


GAME = Game(
    name="cycles",
    title="Light cycles (Tron)",
    options=CyclesOptions,
    draw=draw,
    keys={arrow: key_to_label(arrow) for arrow in ("up", "right", "down", "left")},
    yardsticks=("voronoi", "flood"),
    samples=(CyclesOptions("5x5"), CyclesOptions("9x7"), CyclesOptions("33x6")),
    conserved=cells,
)
