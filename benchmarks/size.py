"""Lines of each room of the house, and how many the working tree adds and removes against the last commit."""

import subprocess
from collections import Counter
from pathlib import Path, PurePosixPath

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
CODE = {".py", ".cpp", ".hpp", ".ts", ".css", ".html", ".sh", ".toml"}


def git(*arguments: str) -> list[str]:
    """The lines that a git command prints."""
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def room_of(path: PurePosixPath) -> str:
    """The folder that a newcomer would name: a game is a room of its own, and tests are not the package."""
    if path.name.startswith("test_"):
        return "tests"
    depth = 3 if path.parts[:2] == ("standoff", "games") and len(path.parts) > 3 else 1
    return "/".join(path.parts[:depth]) if len(path.parts) > depth else "(top)"


def main() -> None:
    """Prints a table of rooms."""
    lines, added, removed = Counter[str](), Counter[str](), Counter[str]()
    for name in git("ls-files", "--cached", "--others", "--exclude-standard"):
        path = PurePosixPath(name)
        if path.suffix in CODE and (ROOT / path).is_file():
            lines[room_of(path)] += len((ROOT / path).read_text().splitlines())
    for line in git("diff", "--numstat", "HEAD"):
        plus, minus, name = line.split("\t")
        if PurePosixPath(name).suffix in CODE:
            added[room_of(PurePosixPath(name))] += int(plus)
            removed[room_of(PurePosixPath(name))] += int(minus)
    table = Table(title="Lines of code")
    for column in ("room", "lines", "added", "removed"):
        table.add_column(column, justify="left" if column == "room" else "right")
    for room, count in sorted(lines.items()):
        table.add_row(room, f"{count:,}", f"+{added[room]}", f"-{removed[room]}")
    table.add_section()
    table.add_row("all", f"{lines.total():,}", f"+{added.total()}", f"-{removed.total()}")
    Console().print(table)


if __name__ == "__main__":
    main()
