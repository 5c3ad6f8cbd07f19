"""Shows a ladder: a table, a plot of the ratings with error bars as an SVG file, and the same in characters."""

from collections.abc import Sequence
from html import escape
from math import ceil, floor
from pathlib import Path

from rich.table import Table as Grid

from standoff.rating.ladder import Standing
from standoff.runs import write_beside

ROW, TOP, WIDTH, RIGHT = 26, 44, 560, 24
LETTER = 7.3
"""Width of a letter of the plot's monospaced font."""
WIDE = 110
"""Columns of a terminal that has room for the plot in characters."""
INK, FAINT, MARK = "#1b1f24", "#d0d7de", "#0969da"


def ladder_table(title: str, standings: Sequence[Standing], width: int) -> Grid:
    """A row a player; the plot in characters stands beside it where `width` leaves room."""
    grid = Grid(title=title)
    grid.add_column("")
    grid.add_column("player", no_wrap=True)
    for name in ("Elo [95% interval]", "skill", "games", "score"):
        grid.add_column(name, justify="right", no_wrap=True)
    is_wide = width >= WIDE
    if is_wide:
        grid.add_column("", no_wrap=True)
    for each in standings:
        row = [str(each.rank), each.player, str(each.elo), str(each.skill), f"{each.games:,}", f"{each.score:.3f}"]
        grid.add_row(*row, *([strip(each, standings)] if is_wide else []))
    return grid


def draw_ladder(file: Path, title: str, standings: Sequence[Standing]) -> Path:
    """Writes the plot beside the file of a ladder, and says where."""
    path = file.with_name(f"{file.name}.svg")
    write_beside(path, ladder_svg(title, standings).encode())
    return path


def ladder_svg(title: str, standings: Sequence[Standing]) -> str:
    """The plot: a row a player, the strongest on top; a dot at the rating, a bar over its 95% interval."""
    low, high = _ends(standings)
    step = _step(high - low)
    first, last = floor(low / step) * step, ceil(high / step) * step
    left = 20 + LETTER * max(len(standing.player) for standing in standings)
    bottom = TOP + ROW * len(standings)

    def x(elo: float) -> float:
        return round(left + (elo - first) / (last - first) * WIDTH, 1)

    parts = [_text(left, 20, title, weight="bold")]
    for tick in range(int(first), int(last) + 1, int(step)):
        parts.append(_line(x(tick), TOP - 8, x(tick), bottom, FAINT, 1))
        parts.append(_text(x(tick), bottom + 18, f"{tick:+d}" if tick else "0", anchor="middle"))
    parts.append(_text(left + WIDTH / 2, bottom + 40, "Elo above the mean of the field, 95% interval", anchor="middle"))
    for row, standing in enumerate(standings):
        y = TOP + ROW * row + ROW / 2
        elo = standing.elo
        parts.append(_text(left - 12, y + 4, standing.player, anchor="end"))
        parts.append(_line(x(elo.low), y, x(elo.high), y, MARK, 2))
        parts += [_line(x(end), y - 5, x(end), y + 5, MARK, 2) for end in (elo.low, elo.high)]
        parts.append(f'<circle cx="{x(elo.elo)}" cy="{y}" r="4.5" fill="{MARK}"/>')
    width, height = round(left + WIDTH + RIGHT), bottom + 54
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="monospace" font-size="12">\n<rect width="{width}" height="{height}" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def strip(standing: Standing, standings: Sequence[Standing], width: int = 28) -> str:
    """One row of the plot in characters."""
    low, high = _ends(standings)

    def column(elo: float) -> int:
        return round((elo - low) / (high - low) * (width - 1))

    first, dot, last = (column(elo) for elo in (standing.elo.low, standing.elo.elo, standing.elo.high))
    return "".join("●" if at == dot else "─" if first <= at <= last else " " for at in range(width))


def _ends(standings: Sequence[Standing]) -> tuple[float, float]:
    return min(standing.elo.low for standing in standings), max(standing.elo.high for standing in standings)


def _step(span: float) -> int:
    """A round distance between ticks that makes about six of them."""
    return next((step for step in (10, 20, 50, 100, 200, 500) if span / step <= 8), 1000)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: int) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>'


def _text(x: float, y: float, words: str, *, anchor: str = "start", weight: str = "normal") -> str:
    said = escape(words)
    return f'<text x="{x:.1f}" y="{y}" fill="{INK}" text-anchor="{anchor}" font-weight="{weight}">{said}</text>'
