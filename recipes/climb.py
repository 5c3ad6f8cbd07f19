"""Prints how a run of `standoff train` has climbed against its yardsticks: a bar and an interval a measurement."""

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from standoff.learning.live import yardsticks_of
from standoff.runs import METRICS

WIDTH = 10
"""Characters of a bar."""
MOST_ROWS = 12
"""Measurements that are shown, evenly over the run, the first and the last among them."""


def climb(folder: Path) -> Table:
    """A row a measurement, or a choice of them."""
    lines = [json.loads(line) for line in (folder / METRICS).read_text().splitlines()]
    measured = [line for line in lines if any(name.startswith("yardstick/") for name in line)]
    shown = [measured[row * (len(measured) - 1) // (MOST_ROWS - 1)] for row in range(MOST_ROWS)]
    measured = shown if len(measured) > MOST_ROWS else measured
    names = yardsticks_of(measured)
    grid = Table("iteration", "decisions", *(f"against {name}" for name in names), title=f"How {folder} has climbed")
    for line in measured:
        cells = [_cell(line, name) for name in names]
        grid.add_row(str(line["step"]), f"{line['receipts/decisions']:,.0f}", *cells)
    return grid


def _cell(line: dict[str, float], name: str) -> Text:
    score = line.get(f"yardstick/{name}")
    if score is None:
        return Text("")
    low, high = (line[f"yardstick/{name}/{end}"] for end in ("low", "high"))
    bar = "█" * round(WIDTH * score)
    return Text.assemble((f"{bar:{WIDTH}}", "green"), f" {score:.0%} [{low:.0%}, {high:.0%}]")


if __name__ == "__main__":
    Console(width=120).print(climb(Path(sys.argv[1])))
