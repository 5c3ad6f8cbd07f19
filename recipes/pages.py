"""Writes the pages that are read off the games' sheets and catalogues: docs/rules/GAME.md."""

import itertools
import sys
from pathlib import Path

from standoff import find_game, game_names
from standoff.games import Game, Sheet

ROOT = Path(__file__).parents[1]


def rules_page(game: Game) -> str:
    """The rules in words, every sheet by group, and the catalogue of action ids."""
    room = ROOT / "standoff" / "games" / game.name
    parts = [(room / "rules.md").read_text().strip()]
    for group, sheets in itertools.groupby(game.sheets, lambda sheet: sheet.group):
        parts.append(f"## {group.capitalize()}s\n" + _sheets(group, list(sheets)))
    parts.append(_catalogue(game))
    return "\n\n".join(parts) + "\n"


def _sheets(group: str, sheets: list[Sheet]) -> str:
    facts = [name for name, _ in sheets[0].facts]
    rows = [[sheet.name, *(value for _, value in sheet.facts), sheet.text, sheet.source] for sheet in sheets]
    return _table([group, *facts, "text", "source"], rows)


def _catalogue(game: Game) -> str:
    ids = game.schema.action_ids
    rows: list[list[str]] = []
    numbered = enumerate(ids)
    for verb, entries in itertools.groupby(numbered, lambda entry: entry[1].split()[0]):
        numbers = [number for number, _ in entries]
        example = ids[numbers[len(numbers) // 2]]
        rows.append([f"`{verb}`", str(numbers[0]), str(numbers[-1]), str(len(numbers)), f"`{example}`"])
    head = (
        f"## Catalogue of actions\n{len(ids):,} ids, stable as long as the schema's hash is. A recorded game is a list "
        "of them. Cards are numbered from 1 in each deck, in the order of the sheets.\n\n"
    )
    return head + _table(["verb", "first id", "last id", "ids", "one of them"], rows)


def _table(columns: list[str], rows: list[list[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def pages() -> dict[Path, str]:
    """Every generated page by its path."""
    games = [find_game(name) for name in game_names()]
    return {ROOT / "docs" / "rules" / f"{game.name}.md": rules_page(game) for game in games if game.sheets}


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        print(path.relative_to(ROOT), file=sys.stderr)
