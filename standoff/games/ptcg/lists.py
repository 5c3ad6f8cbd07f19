"""Lists of the Pokémon TCG as files: a card id a line, or a text such as `4 Dreepy #119` that a person can read."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from standoff.errors import BadInput
from standoff.games.ptcg.cards import Card, Catalogue

Ids = tuple[int, ...]
"""A list: the id of every card in it, as often as it is in it."""
LINE = re.compile(r"(?P<copies>\d{1,9})\s*[xX*]?\s+(?P<name>\D.*?)(?:\s+#(?P<id>\d{1,9}))?$")
HEADING = re.compile(r"(?:pok[eé]mon|trainers?|energy|total cards|deck)\b[^#]*:\s*\d*$", re.IGNORECASE)
"""Lines such as `Trainer: 30`, as other programs write them above their groups."""
MOST_COPIES = 60
MOST_DIGITS = 9
SUFFIXES = (".csv", ".txt")


def read_list(path: Path, catalogue: Catalogue) -> Ids:
    """The ids of a list, in the order of its file.

    Args:
        path: a file of ids, or a text of copies and names; which of them is told by what stands in it.
        catalogue: the cards that a text may name.

    Raises:
        BadInput: a line is neither, names no card, or names several; the sentence names the line and those cards.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is no text; give a list with an id a line, or lines such as 4 Dreepy #119") from None
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith(("#", "//"))]
    if not lines:
        raise BadInput(f"{path} holds no list; give an id a line, or lines such as 4 Dreepy #119")
    ids: list[int] = []
    for number, line in lines:
        try:
            ids += _read_line(line, catalogue)
        except BadInput as fault:
            raise BadInput(f"{path} line {number}: {fault}") from None
    return tuple(ids)


def list_paths(folder: Path) -> list[Path]:
    """The files of a folder that hold lists, by name.

    Raises:
        BadInput: it is no folder, or holds none.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder; name one that holds lists ({' or '.join(SUFFIXES)})")
    paths = sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)
    if not paths:
        raise BadInput(f"{folder} holds no list; put some there that end in {' or '.join(SUFFIXES)}")
    return paths


def read_folder(folder: Path, catalogue: Catalogue) -> dict[str, Ids]:
    """The lists of a folder by the names of their files without the ending.

    Raises:
        BadInput: it is no folder, holds no list, holds two of one name, or one of them can't be read or is unknown.
    """
    paths = list_paths(folder)
    lists: dict[str, Ids] = {}
    for path in paths:
        if path.stem in lists:
            raise BadInput(f"{folder} holds two lists named {path.stem}; take one of them away")
        lists[path.stem] = read_list(path, catalogue)
        unknown = [card_id for card_id in lists[path.stem] if catalogue.by_id(card_id) is None]
        if unknown:
            raise BadInput(f"{path}: there is no card {unknown[0]}; see `standoff decks check {path}`")
    return lists


def write_list(path: Path, ids: Sequence[int], catalogue: Catalogue) -> None:
    """Writes a list as ids (.csv) or as text (.txt).

    Raises:
        BadInput: the name of the file ends otherwise, or a text shall name a card that there isn't.
    """
    if path.suffix == ".csv":
        text = "".join(f"{card_id}\n" for card_id in ids)
    elif path.suffix == ".txt":
        text = list_as_text(ids, catalogue)
    else:
        raise BadInput(f"{path} says not how to write it; give a name that ends in {' or '.join(SUFFIXES)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def list_as_text(ids: Sequence[int], catalogue: Catalogue) -> str:
    """A line a card, with copies, name and id: Pokémon first, each evolution below what it evolves from.

    Raises:
        BadInput: there is no card of one of the ids.
    """
    lines: list[str] = []
    for card, copies in in_order(ids, catalogue):
        lines.append(f"{copies} {card.name} #{card.id}\n")
    return "".join(lines)


def in_order(ids: Sequence[int], catalogue: Catalogue) -> list[tuple[Card, int]]:
    """The different cards of a list and their copies, as a person would lay them out.

    Raises:
        BadInput: there is no card of one of the ids.
    """
    copies = Counter(ids)
    cards = [_card(card_id, catalogue) for card_id in copies]
    above = {card.name: card.evolves_from for card in cards}
    heads = {card: _line_of(card.name, above) for card in cards}
    most = Counter[str]()
    for card in cards:
        most[heads[card]] += copies[card.id]
    cards.sort(key=lambda card: (card.type, -most[heads[card]], heads[card], card.stage, -copies[card.id], card.id))
    return [(card, copies[card.id]) for card in cards]


def _line_of(name: str, above: dict[str, str | None]) -> str:
    parent = above.get(name)
    return _line_of(parent, above) if parent is not None and parent in above and parent != name else name


def _card(card_id: int, catalogue: Catalogue) -> Card:
    card = catalogue.by_id(card_id)
    if card is None:
        raise BadInput(f"there is no card {card_id}; ids go from 1 to {len(catalogue.cards)}")
    return card


def _read_line(line: str, catalogue: Catalogue) -> Iterable[int]:
    fields = [field.strip() for field in line.rstrip(",;").split(",")]
    if all(field.isascii() and field.isdigit() and len(field) <= MOST_DIGITS for field in fields):
        return [int(field) for field in fields]
    if HEADING.fullmatch(line):
        return []
    match = LINE.fullmatch(line)
    if match is None:
        raise BadInput(f"{line!r} is neither an id nor copies and a name, such as 4 Dreepy #119")
    copies = int(match["copies"])
    if not 1 <= copies <= MOST_COPIES:
        raise BadInput(f"{copies} copies of {match['name']}; give 1 to {MOST_COPIES}")
    return [_named(match["name"], match["id"], catalogue).id] * copies


def _named(name: str, card_id: str | None, catalogue: Catalogue) -> Card:
    prints = catalogue.by_name(name)
    if card_id is not None:
        found = catalogue.by_id(int(card_id))
        if found is None or found not in prints:
            raise BadInput(f"#{card_id} is not {name}, which is {_or(prints)}")
        return found
    only, *others = prints
    if others:
        raise BadInput(f"{name} is the name of {len(prints)} cards; say which behind it: {_or(prints)}")
    return only


def _or(cards: Sequence[Card]) -> str:
    return " or ".join(f"#{card.id}{_told_by(card)}" for card in cards)


def _told_by(card: Card) -> str:
    if not card.is_pokemon:
        return ""
    attacks = ", ".join([*(skill.name for skill in card.skills), *(attack.name for attack in card.attacks)])
    return f" ({card.hp} HP, {attacks})" if attacks else f" ({card.hp} HP)"
