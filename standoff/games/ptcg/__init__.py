"""The Pokémon TCG on the official engine, which users install themselves: decks, options, the game."""

from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal

from standoff import _native
from standoff.errors import BadInput
from standoff.games import Game
from standoff.games.ptcg.cards import NOT_INSTALLED, engine_path, load_cards
from standoff.games.ptcg.legality import find_faults
from standoff.games.ptcg.lists import Ids, list_paths, read_list
from standoff.games.ptcg.printed import schema_table
from standoff.games.ptcg.terminal import SEATS, draw, news
from standoff.pool import Options
from standoff.schema import schema_of


def read_deck(path: Path) -> Ids:
    """The card ids of a list that may be played.

    Raises:
        BadInput: it can't be read, or has a fault.
    """
    ids = read_list(path, load_cards())
    faults = find_faults(ids, load_cards())
    if faults:
        raise BadInput(f"{path} may not be played: {faults[0].sentence}; see `standoff decks check {path}`")
    return ids


def _ids_of(path: Path) -> Ids:
    """Of a list, or of all lists of a folder, one behind the other."""
    paths = list_paths(path) if path.is_dir() else [path]
    return tuple(chain.from_iterable(map(read_deck, paths)))


@dataclass(frozen=True)
class PtcgOptions:
    """Options of the Pokémon TCG."""

    decks: str = ""
    """A list (a file) or a folder of lists for both seats, or one for each with a comma between; an ordinary list where
    none is given. With folders, seeds that follow each other go through all pairs of lists, each seat with each."""
    belief: str = ""
    """A list or a folder of lists that a seat which deals worlds holds possible for the other; where none is given, its
    own list stands in."""
    engine: Literal["battle", "arena"] = "battle"
    """How the engine plays: battles repeat from their seeds; arenas are faster and do not."""
    version: Literal[2, 1] = 2
    """Of the engine's rules: 2 is what the contest plays now."""
    cut_off: int = 2000
    """A game that takes more answers is drawn."""

    def values(self) -> Options:
        """The ids of both decks, and what is not as by default."""
        if not is_installed():
            raise BadInput(NOT_INSTALLED)
        options: Options = {}
        paths = [path.strip() for path in self.decks.split(",")] if self.decks else []
        if len(paths) > 2 or not all(paths):
            raise BadInput(f"--decks {self.decks!r} is not a list or a folder of lists, or two with a comma between")
        if paths:
            first, second = (_ids_of(Path(path)) for path in (paths[0], paths[-1]))
            options = {"first_decks": first, "second_decks": second}
        if self.belief:
            options = {**options, "belief": _ids_of(Path(self.belief))}
        if self.engine == "arena":
            options = {**options, "engine": (1,)}
        if self.version != 2:
            options = {**options, "version": (self.version,)}
        return options if self.cut_off == 2000 else {**options, "cut_off": (self.cut_off,)}


def is_installed() -> bool:
    """Whether the engine is there; without it the game can be listed, but not played."""
    return engine_path() is not None


def _place_engine() -> None:
    path = engine_path()
    if path is not None:
        _native.place_ptcg_engine(str(path.parent))


_place_engine()

GAME = Game(
    name="ptcg",
    title="Pokémon TCG",
    options=PtcgOptions,
    draw=draw,
    news=news,
    seats=SEATS,
    yardsticks=("rules", "random"),
    turns_column="turn",
    is_playable=is_installed,
    printed=lambda: schema_table(schema_of("ptcg").cards, load_cards()),
)
