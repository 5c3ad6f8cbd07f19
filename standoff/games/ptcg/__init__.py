"""The Pokémon TCG on the official engine, which users install themselves: decks, options, the game."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from standoff import _native
from standoff.errors import BadInput
from standoff.games import Game
from standoff.games.ptcg.cards import NOT_INSTALLED, engine_path, load_cards
from standoff.games.ptcg.legality import find_faults
from standoff.games.ptcg.lists import Ids, read_list
from standoff.games.ptcg.terminal import SEATS, draw, news
from standoff.pool import Options


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


@dataclass(frozen=True)
class PtcgOptions:
    """Options of the Pokémon TCG."""

    decks: str = ""
    """Lists (files) of both seats, or of seat 0 and seat 1 with a comma between; none: an ordinary list."""
    engine: Literal["battle", "arena"] = "battle"
    """How the engine plays: battles repeat from their seeds; arenas are faster and do not."""
    cut_off: int = 2000
    """A game that takes more answers is drawn."""

    def values(self) -> Options:
        """The ids of both decks, and what is not as by default."""
        if not is_installed():
            raise BadInput(NOT_INSTALLED)
        options: Options = {}
        paths = [path.strip() for path in self.decks.split(",")] if self.decks else []
        if len(paths) > 2 or not all(paths):
            raise BadInput(f"--decks {self.decks!r} is not one list, or two with a comma between")
        if paths:
            first, second = (read_deck(Path(path)) for path in (paths[0], paths[-1]))
            options = {"first_deck": first, "second_deck": second}
        if self.engine == "arena":
            options = {**options, "engine": (1,)}
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
)
