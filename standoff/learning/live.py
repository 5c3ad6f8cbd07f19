"""Draws a training as it goes: what it has cost, the climb against the yardsticks, how policy and critics fare."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Group
from rich.table import Table
from rich.text import Text

from standoff.runs import METRICS

LEVELS = "▁▂▃▄▅▆▇█"
WIDTH = 24
"""Characters of a curve."""
POLICY = {
    "entropy": ("/entropy", "{:.3f} nats"),
    "top probability": ("/top_probability", "{:.3f}"),
    "KL": ("/kl", "{:.4f} nats"),
    "clipped": ("/clipped", "{:.1%}"),
    "critic explains": ("/explained", "{:.1%}"),
    "privileged critic explains": ("/privileged_explained", "{:.1%}"),
}
"""What is shown of each iteration: how its metric ends (its beginning names the method), and how it is written."""


class Climb:
    """The metrics of a run so far, drawn as curves; those of a resumed run are read from its folder."""

    def __init__(self, folder: Path) -> None:
        path = folder / METRICS
        written = path.read_text().splitlines() if path.exists() else []
        self._lines: list[Mapping[str, float]] = [json.loads(line) for line in written]
        self._costs = ""

    def add(self, metrics: Mapping[str, float], costs: str) -> None:
        """One more iteration, and what the run has cost until now."""
        self._lines.append(metrics)
        self._costs = costs

    def drawn(self) -> Group:
        """For a terminal of 80 columns or more; nothing before the first iteration."""
        if not self._lines:
            return Group()
        grid = Table.grid(padding=(0, 2))
        for name in yardsticks_of(self._lines):
            grid.add_row(f"against {name}", *self._climb(name))
        for name, (metric, form) in POLICY.items():
            values = [value for line in self._lines for key, value in line.items() if key.endswith(metric)]
            if values:
                grid.add_row(name, Text(curve(values), style="cyan"), form.format(values[-1]))
        return Group(Text(self._costs, style="dim"), grid)

    def _climb(self, name: str) -> tuple[Text, str]:
        key = f"yardstick/{name}"
        measured = [line for line in self._lines if key in line]
        last = measured[-1]
        interval = f"{last[key]:.1%} [{last[f'{key}/low']:.1%}, {last[f'{key}/high']:.1%}]"
        return Text(curve([line[key] for line in measured], 0.0, 1.0), style="green"), interval


def yardsticks_of(lines: Sequence[Mapping[str, float]]) -> list[str]:
    """Players that the learner was measured against, by the lines of its metrics."""
    keys = dict.fromkeys(key for line in lines for key in line if key.startswith("yardstick/"))
    return [key.split("/")[1] for key in keys if key.count("/") == 1]


def curve(values: list[float], low: float | None = None, high: float | None = None) -> str:
    """A line of block characters; the ends are the least and the greatest value where none are given."""
    chosen = [values[len(values) * place // WIDTH] for place in range(WIDTH)] if len(values) > WIDTH else values
    low, high = min(values) if low is None else low, max(values) if high is None else high
    span = high - low or 1.0
    levels = [round((value - low) / span * (len(LEVELS) - 1)) for value in chosen]
    return "".join(LEVELS[min(max(level, 0), len(LEVELS) - 1)] for level in levels)
