"""Light cycles: title, options, and how its page is drawn in a terminal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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


BEYOND_A_TEACHER: Mapping[str, Any] = {
    "games": 256,
    "budget": "30m",
    "league": {"self_share": 0.1, "archive_share": 0.1, "scripted": ["voronoi"]},
    "ppo": {"learning_rate": 2e-3, "halving": 0, "entropy": 3e-3, "epochs": 3, "minibatch": 512, "kl_stop": 0.02},
    "anchor": {"weight": 0.01, "fade": 20},
}
"""How a clone is trained to pass its teacher: mostly against it, held to the clone at first."""

GAME = Game(
    name="cycles",
    title="Light cycles (Tron)",
    options=CyclesOptions,
    draw=draw,
    keys={arrow: key_to_label(arrow) for arrow in ("up", "right", "down", "left")},
    yardsticks=("voronoi", "flood"),
    training=BEYOND_A_TEACHER,
    samples=(CyclesOptions("5x5"), CyclesOptions("9x7"), CyclesOptions("33x6")),
    conserved=cells,
)
