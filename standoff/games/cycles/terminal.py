"""Draws a board of light cycles in a terminal, and reads an arrow key as a turn."""

from collections.abc import Callable, Mapping
from typing import Any

from rich.text import Text

HEADINGS = ("up", "right", "down", "left")
ARROWS = {"up": "▲", "right": "▶", "down": "▼", "left": "◀"}
MINE, THEIRS, EDGE = "bold bright_cyan", "bold bright_magenta", "grey50"
TURNS = {0: "straight", 1: "right", 3: "left"}


def draw(page: Mapping[str, Any]) -> Text:
    """The board in a frame: cyan is the seat that looks, magenta the other; two characters a cell."""
    heads = {"M": ARROWS[page["my_heading"]], "T": ARROWS[page["their_heading"]]}
    width = len(page["board"][0])
    picture = Text("╭" + "──" * width + "╮\n", style=EDGE)
    for row in page["board"]:
        picture.append("│", style=EDGE)
        for cell in row:
            if cell == ".":
                picture.append("· ", style="grey30")
            elif cell in heads:
                picture.append(heads[cell] + " ", style=(MINE if cell == "M" else THEIRS) + " reverse")
            else:
                picture.append("██", style="cyan" if cell == "m" else "magenta")
        picture.append("│\n", style=EDGE)
    return picture.append("╰" + "──" * width + "╯", style=EDGE)


def key_to_label(arrow: str) -> Callable[[Mapping[str, Any]], str | None]:
    """What an arrow key means: the turn that leads that way, None where it would lead backwards."""

    def label(page: Mapping[str, Any]) -> str | None:
        quarter_turns = (HEADINGS.index(arrow) - HEADINGS.index(page["my_heading"])) % 4
        return TURNS.get(quarter_turns)

    return label
