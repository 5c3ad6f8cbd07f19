"""The verbs of the command line that read lists of the Pokémon TCG: check, convert, differ and more; no logic."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from standoff.decks.archetypes import Archetype
from standoff.errors import BadInput


@dataclass(frozen=True)
class CheckArguments:
    """Name every fault of some lists; ends with 2 where any has one."""

    files: tyro.conf.Positional[tuple[Path, ...]]
    """Lists: an id a line, or lines such as 4 Dreepy #119."""
    json: bool = False
    """Print one JSON object of faults by file."""


def check(arguments: CheckArguments) -> None:
    """`standoff decks check FILE...`."""
    from standoff.games.ptcg.cards import load_cards
    from standoff.games.ptcg.legality import find_faults
    from standoff.games.ptcg.lists import read_list

    if not arguments.files:
        raise BadInput("say which lists: standoff decks check FILE...")
    catalogue = load_cards()
    faults = {str(path): find_faults(read_list(path, catalogue), catalogue) for path in arguments.files}
    if arguments.json:
        print(json.dumps({path: [asdict(fault) for fault in found] for path, found in faults.items()}))
    else:
        for path, found in faults.items():
            print(f"{path}: " + ("no fault" if not found else f"{len(found)} fault{'s' * (len(found) > 1)}"))
            for fault in found:
                print(f"  {fault.sentence}")
    n_faulty = sum(bool(found) for found in faults.values())
    if n_faulty:
        raise BadInput(f"{n_faulty} of {len(faults)} lists may not be played; mend the faults that are named")


@dataclass(frozen=True)
class ShowListArguments:
    """Show a list with the names of its cards, and its faults."""

    file: tyro.conf.Positional[Path]
    """A list: an id a line, or lines such as 4 Dreepy #119."""
    json: bool = False
    """Print one JSON object instead of a table."""


def show_list(arguments: ShowListArguments) -> None:
    """`standoff decks show FILE`."""
    from standoff.games.ptcg.cards import load_cards
    from standoff.games.ptcg.legality import find_faults
    from standoff.games.ptcg.lists import in_order, read_list

    catalogue = load_cards()
    ids = read_list(arguments.file, catalogue)
    faults = find_faults(ids, catalogue)
    ordered = in_order([card_id for card_id in ids if catalogue.by_id(card_id)], catalogue)
    if arguments.json:
        cards = [{"id": card.id, "name": card.name, "copies": copies} for card, copies in ordered]
        print(json.dumps({"cards": cards, "faults": [asdict(fault) for fault in faults]}))
        return
    grid = Grid(title=f"{arguments.file.name}: {len(ids)} cards")
    for column in ("copies", "card", "id", "kind"):
        grid.add_column(column, justify="right" if column in ("copies", "id") else "left")
    for card, copies in ordered:
        grid.add_row(str(copies), Text(card.name), str(card.id), card.type.name.replace("_", " ").lower())
    Console().print(grid)
    for fault in faults:
        print(fault.sentence)


@dataclass(frozen=True)
class ConvertArguments:
    """Write a list of ids as a text that a person can read, or a text as ids."""

    file: tyro.conf.Positional[Path]
    """The list to read."""
    out: Annotated[Path, tyro.conf.arg(aliases=("-o",))]
    """File to write: ids where it ends in .csv, a text where it ends in .txt."""


def convert(arguments: ConvertArguments) -> None:
    """`standoff decks convert FILE -o OUT`."""
    from standoff.games.ptcg.cards import load_cards
    from standoff.games.ptcg.lists import read_list, write_list

    catalogue = load_cards()
    ids = read_list(arguments.file, catalogue)
    write_list(arguments.out, ids, catalogue)
    print(f"{arguments.out}: {len(ids)} cards")


@dataclass(frozen=True)
class LibraryArguments:
    """Sort the lists of a folder into archetypes: what each plays, and in how many cards lists differ."""

    folder: tyro.conf.Positional[Path]
    """Folder of lists, .csv and .txt."""
    archetype: str = ""
    """Name of an archetype, or a part of it: show its cards, with the share of its lists that play each."""
    json: bool = False
    """Print one JSON object instead of tables."""


def library(arguments: LibraryArguments) -> None:
    """`standoff decks library DIR`."""
    from standoff.decks.archetypes import SKELETON_SHARE, sort_library
    from standoff.games.ptcg.cards import load_cards
    from standoff.games.ptcg.lists import read_folder

    catalogue = load_cards()
    sorted_lists = sort_library(read_folder(arguments.folder, catalogue), catalogue)
    if arguments.json:
        print(json.dumps(sorted_lists.as_json()))
        return
    if arguments.archetype:
        _print_archetype(sorted_lists.find(arguments.archetype))
        return
    grid = Grid(title=f"{arguments.folder}: {len(sorted_lists.lists)} lists, {len(sorted_lists.archetypes)} archetypes")
    for column in ("archetype", "lists", "skeleton", "fixed", "differ"):
        grid.add_column(column, justify="left" if column == "archetype" else "right")
    for archetype in sorted_lists.archetypes:
        differ = f"{archetype.spread:.1f}" if len(archetype.lists) > 1 else ""
        counts = (str(len(archetype.lists)), str(len(archetype.skeleton)), str(archetype.n_fixed), differ)
        grid.add_row(Text(f"{archetype.name}\n  {', '.join(archetype.lists)}"), *counts)
    Console().print(grid)
    print(f"skeleton: different cards in at least {SKELETON_SHARE:.0%} of the lists; fixed: copies of")
    print("them that all lists play; differ: cards in which two lists differ, on average.")


def _print_archetype(archetype: Archetype) -> None:
    grid = Grid(title=f"{archetype.name}: {len(archetype.lists)} lists")
    for column in ("card", "id", "played by", "copies", "mean"):
        grid.add_column(column, justify="left" if column == "card" else "right")
    for use in archetype.cards:
        copies = str(use.least_copies)
        if use.most_copies > use.least_copies:
            copies = f"{use.least_copies} to {use.most_copies}"
        grid.add_row(Text(use.name), str(use.id), f"{use.share:.0%}", copies, f"{use.mean_copies:.1f}")
    Console().print(grid)
    print(f"{', '.join(archetype.lists)}")


@dataclass(frozen=True)
class DifferArguments:
    """Show which cards make one list of another."""

    first: tyro.conf.Positional[Path]
    """A list: an id a line, or lines such as 4 Dreepy #119."""
    second: tyro.conf.Positional[Path]
    """Another list."""
    json: bool = False
    """Print one JSON object of copies by id."""


def differ(arguments: DifferArguments) -> None:
    """`standoff decks differ FILE FILE`."""
    from standoff.decks.archetypes import exchanged
    from standoff.games.ptcg.cards import load_cards
    from standoff.games.ptcg.lists import list_as_text, read_list

    catalogue = load_cards()
    away, added = exchanged(read_list(arguments.first, catalogue), read_list(arguments.second, catalogue))
    if arguments.json:
        print(json.dumps({"only_first": away, "only_second": added}))
        return
    for path, cards in ((arguments.first, away), (arguments.second, added)):
        print(f"Only in {path}: {cards.total()} cards")
        print("".join(f"  {line}\n" for line in list_as_text(list(cards.elements()), catalogue).splitlines()), end="")


DECK_VERBS: dict[str, tuple[Any, Callable[[Any], None], str]] = {
    "check": (CheckArguments, check, "FILE..."),
    "show": (ShowListArguments, show_list, "FILE"),
    "convert": (ConvertArguments, convert, "FILE -o OUT"),
    "differ": (DifferArguments, differ, "FILE FILE"),
    "library": (LibraryArguments, library, "DIR"),
}


def decks(words: Sequence[str]) -> None:
    """`standoff decks VERB ...`."""
    verb, rest = (words[0], words[1:]) if words else ("--help", words)
    if verb in ("-h", "--help"):
        _print_verbs()
    elif verb in DECK_VERBS:
        arguments_type, function, _ = DECK_VERBS[verb]
        function(tyro.cli(arguments_type, prog=f"standoff decks {verb}", args=rest))
    else:
        raise BadInput(f"there is no verb 'decks {verb}'; there is {', '.join(f'decks {each}' for each in DECK_VERBS)}")


def _print_verbs() -> None:
    print("usage: standoff decks VERB ... (`standoff decks VERB --help` explains each)\n")
    print("Check, show, convert and compare lists of the Pokémon TCG.\n")
    for verb, (arguments_type, _, takes) in DECK_VERBS.items():
        print(f"  {verb + ' ' + takes:22}{arguments_type.__doc__}")
    print("\n  -h, --help            show this help message and exit")
