"""What is printed on the cards and characters that a page or a move names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from standoff.games import Game, Sheet
from standoff.screen.menu import without_remarks


def named_in_words(game: Game, words: str) -> list[Sheet]:
    """The sheets whose names stand in words, remarks in brackets left out, in the order of their names there."""
    by_name = {sheet.name: sheet for sheet in game.sheets}
    if not by_name:
        return []
    longest_first = sorted(by_name, key=len, reverse=True)
    names = re.findall(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", without_remarks(words))
    return [by_name[name] for name in dict.fromkeys(names)]


def sheets_in_sight(game: Game, page: Mapping[str, Any], labels: Sequence[str]) -> list[Sheet]:
    """The sheets of everything that the page names by itself, and of all that the moves and the question name."""
    by_name = {sheet.name: sheet for sheet in game.sheets}
    found = [by_name[name] for name in map(without_remarks, _strings(page)) if name in by_name]
    for words in (str(page.get("asked", "")), *labels):
        found += named_in_words(game, words)
    return list(dict.fromkeys(found))


def text_beside_each(game: Game, labels: Sequence[str]) -> list[str] | None:
    """For each move the text of the one sheet that it names; None where some move names none or several."""
    named = [named_in_words(game, label) for label in labels]
    return [sheets[0].text for sheets in named] if all(len(sheets) == 1 for sheets in named) else None


def sheets_in_groups(sheets: Sequence[Sheet]) -> RenderableType:
    """Sheets for a screen, a table a group."""
    parts: list[RenderableType] = []
    for group in dict.fromkeys(sheet.group for sheet in sheets):
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(no_wrap=True, style="bold")
        grid.add_column()
        for sheet in sorted((sheet for sheet in sheets if sheet.group == group), key=lambda sheet: sheet.name):
            facts = " · ".join(f"{name} {value}" for name, value in sheet.facts if value != "none")
            grid.add_row(sheet.name, Text.assemble(sheet.text, (f"  {facts}", "grey50")))
        parts += [Text(f"{group}s", "bold underline"), grid, Text()]
    return Group(*parts[:-1])


def _strings(page: Any) -> Iterator[str]:
    if isinstance(page, str):
        yield page
    elif isinstance(page, Mapping):
        yield from (found for value in page.values() for found in _strings(value))  # pyright: ignore
    elif isinstance(page, list):
        yield from (found for value in page for found in _strings(value))  # pyright: ignore
