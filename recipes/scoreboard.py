"""Prints the matches of one player, as `standoff match --json` wrote them, in one table."""

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table


def main() -> None:
    """Reads JSON lines from the file that it is given."""
    matches = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    table = Table(title=f"How strong is {matches[0]['players'][0]}?")
    for name in ("against", "games", "won", "lost", "score", "95% interval", "which says"):
        table.add_column(name, justify="left" if name in ("against", "which says") else "right")
    for match in matches:
        total, score = match["total"], match["over_games"]
        is_even = score["low"] <= 0.5 <= score["high"]
        verdict = "about level" if is_even else "stronger" if score["low"] > 0.5 else "weaker"
        games = total["wins"] + total["draws"] + total["losses"]
        interval = f"{score['low']:.1%} to {score['high']:.1%}"
        counts = (str(games), str(total["wins"]), str(total["losses"]))
        against = match["players"][1] + (", sampled" if "temperature" in match["players"][0] else "")
        table.add_row(against, *counts, f"{score['score']:.1%}", interval, verdict)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
