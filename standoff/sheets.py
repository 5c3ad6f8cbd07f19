"""Shows the sheets of a game: a card or a character with what is printed on it, or all of them in tables."""

import itertools
from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from standoff.errors import BadInput
from standoff.games import Album, Game, Sheet
from standoff.games.names import find_name

WIDTH = 72
"""Columns of a drawn sheet: text is read best in short lines."""


def find_sheets(game: Game | Album, names: Sequence[str]) -> list[Sheet]:
    """The sheets of these names, each once and all that have the name; a name may also stand in several words.

    Raises:
        BadInput: the game has no sheets, or a name is nobody's or not one's alone.
    """
    sheets = _sheets_of(game)
    groups = list(dict.fromkeys(sheet.group for sheet in sheets))
    what = f"{', '.join(groups[:-1])} or {groups[-1]}" if len(groups) > 1 else groups[0]
    called = list(dict.fromkeys(sheet.name for sheet in sheets))
    try:
        found = [find_name(name, called, f"{what} of {game.name}") for name in names]
    except BadInput as fault:
        raise BadInput(f"{fault}; `standoff show {game.name}` lists all") from None
    return [sheet for number in dict.fromkeys(found) for sheet in sheets if sheet.name == called[number]]


def draw_sheet(sheet: Sheet) -> Panel:
    """What is printed on it, its facts, and where they were read."""
    facts = Grid.grid(padding=(0, 2))
    for fact, value in sheet.facts:
        facts.add_row(Text(fact, style="dim"), Text(value))
    facts.add_row(Text("source", style="dim"), Text(sheet.source))
    parts: list[RenderableType] = [Text(sheet.text), Text(), facts]
    details = sheet.details()
    if details:
        parts += [Text(), Columns([Text(f"{name} {value}") for name, value in details], padding=(0, 3))]
    title = Text.assemble((sheet.name, "bold"), f" · {sheet.group}")
    return Panel(Group(*parts), title=title, title_align="left", width=WIDTH, padding=(1, 2))


def list_sheets(game: Game | Album) -> list[Grid]:
    """All sheets, a table a group: names and facts.

    Raises:
        BadInput: the game has none.
    """
    grids: list[Grid] = []
    for group, sheets in itertools.groupby(_sheets_of(game), lambda sheet: sheet.group):
        several = list(sheets)
        grid = Grid(group, *(fact for fact, _ in several[0].facts))
        for sheet in several:
            grid.add_row(Text(sheet.name), *(Text(value) for _, value in sheet.facts))
        grids.append(grid)
    return grids


def _sheets_of(game: Game | Album) -> tuple[Sheet, ...]:
    if not game.sheets:
        raise BadInput(f"{game.title} has no cards or characters to show")
    return game.sheets
