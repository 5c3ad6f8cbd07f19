"""Draws Leduc hold'em in a terminal: the chips, the moves of both rounds, and the cards that the seat sees."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

SEATS = ("first", "second")


def draw(page: Mapping[str, Any]) -> Text:
    """A line a seat, then the public card and the own one."""
    table, me = page["table"], page["seat"]
    picture = Text()
    for seat, name in enumerate(SEATS):
        rounds = [", ".join(moves[seat::2]) for moves in table["moves"]]
        said = "; then ".join(moves for moves in rounds if moves) or "no move yet"
        style = "bold bright_cyan" if seat == me else "bright_magenta"
        picture.append(f"{name:8}{table['chips'][seat]:2} in the pot   {said}\n", style)
    picture.append(f"public card: {table['card'] or 'not turned up yet'}\n")
    return picture.append(f"your card: {page['card']}", "bold")


def news(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The public card, when it is turned up."""
    return [f"the public card is a {after['card']}"] if after["card"] and not before["card"] else []
