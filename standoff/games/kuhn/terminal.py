"""Draws Kuhn poker in a terminal: the chips, the moves so far, and the own card."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

SEATS = ("first", "second")


def draw(page: Mapping[str, Any]) -> Text:
    """A line a seat, then the own card."""
    table, me = page["table"], page["seat"]
    picture = Text()
    for seat, name in enumerate(SEATS):
        moves = ", ".join(table["moves"][seat::2]) or "no move yet"
        style = "bold bright_cyan" if seat == me else "bright_magenta"
        picture.append(f"{name:8}{table['chips'][seat]} in the pot   {moves}\n", style)
    return picture.append(f"your card: {page['card']}", "bold")
