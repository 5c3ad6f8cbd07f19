"""Shows what is longer than the screen, a screen at a time."""

import readchar
from rich.console import Console, RenderableType
from rich.segment import Segment, SegmentLines
from rich.text import Text

FORWARDS = (" ", readchar.key.DOWN, readchar.key.PAGE_DOWN)
BACKWARDS = (readchar.key.UP, readchar.key.PAGE_UP)


def show_lines(console: Console, lines: list[list[Segment]]) -> None:
    """Clears the screen and writes these lines from its top."""
    console.clear()
    console.print(SegmentLines(lines, new_lines=True), end="")


def lines_of(console: Console, part: RenderableType, max_height: int | None = None) -> list[list[Segment]]:
    """A part of the screen as its lines; what can draw itself smaller is told how many lines there are for it."""
    options = console.options.copy()
    options.max_height = console.height if max_height is None else max_height
    return console.render_lines(part, options, pad=False)


def read_through(console: Console, title: str, part: RenderableType, *, from_the_end: bool = False) -> None:
    """Shows a long part until a key sends it away; space and arrows turn the pages.

    Raises:
        KeyboardInterrupt: the person pressed Ctrl-C.
    """
    lines = lines_of(console, part)
    room = max(1, console.height - 4)
    top = max(0, len(lines) - room) if from_the_end else 0
    while True:
        shown = f"{top + 1}-{min(top + room, len(lines))} of {len(lines)}"
        turns = f"space, ↑ and ↓ turn the pages ({shown}) · any other key: back to the game"
        foot = turns if len(lines) > room else "any key: back to the game"
        head = lines_of(console, Text(title, "bold"))
        show_lines(console, [*head, [], *lines[top : top + room], *lines_of(console, Text(foot, "dim"))])
        key = readchar.readkey()
        if key in FORWARDS and top + room < len(lines):
            top = min(top + room, len(lines) - room)
        elif key in BACKWARDS and top > 0:
            top = max(0, top - room)
        elif key not in BACKWARDS:
            return
