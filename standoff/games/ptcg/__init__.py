"""The Pokémon TCG on the official engine, which users install themselves: where it lies, decks, options, the game."""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from standoff import _native
from standoff.errors import BadInput
from standoff.games import Game
from standoff.games.ptcg.terminal import SEATS, draw, news
from standoff.pool import Options

INSTALL = "pip install --no-deps kaggle-environments==1.33.2"
LARGEST_CARD = 2**31 - 1


def engine_folder() -> Path:
    """The folder of the engine's libraries; the package around it is not imported.

    Raises:
        BadInput: the engine is not installed.
    """
    spec = find_spec("kaggle_environments")
    for place in (spec.submodule_search_locations if spec else None) or ():
        folder = Path(place) / "envs" / "cabt" / "cg"
        if (folder / "libcg.so").exists():
            return folder
    raise BadInput(f"ptcg needs the official engine, which is not part of this house: {INSTALL}")


def read_deck(path: Path) -> tuple[int, ...]:
    """The card ids of a deck: a file with an id a line.

    Raises:
        BadInput: there is no such file, or a line is no id, or there are not 60.
    """
    try:
        lines = path.read_text().split()
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"the deck {path} cannot be read: {fault}") from None
    for number, line in enumerate(lines, 1):
        if not line.isdecimal() or int(line) > LARGEST_CARD:
            raise BadInput(f"the deck {path} has {line!r} as entry {number}; each is the id of a card, such as 1")
    if len(lines) != 60:
        raise BadInput(f"the deck {path} has {len(lines)} cards; a deck has 60")
    return tuple(map(int, lines))


@dataclass(frozen=True)
class PtcgOptions:
    """Options of the Pokémon TCG."""

    decks: str = ""
    """Files of 60 card ids, one a line: of both seats, or of seat 0 and seat 1 with a comma; none: an ordinary list."""
    engine: Literal["battle", "arena"] = "battle"
    """How the engine plays: battles repeat from their seeds; arenas are faster and do not."""
    cut_off: int = 2000
    """A game that takes more answers is drawn."""

    def values(self) -> Options:
        """The ids of both decks, and what is not as by default."""
        engine_folder()
        options: Options = {}
        paths = [path.strip() for path in self.decks.split(",")] if self.decks else []
        if len(paths) > 2 or not all(paths):
            raise BadInput(f"--decks {self.decks!r} is not one file of card ids, or two with a comma")
        if paths:
            first, second = (read_deck(Path(path)) for path in (paths[0], paths[-1]))
            options = {"first_deck": first, "second_deck": second}
        if self.engine == "arena":
            options = {**options, "engine": (1,)}
        return options if self.cut_off == 2000 else {**options, "cut_off": (self.cut_off,)}


def is_installed() -> bool:
    """Whether the engine is there; without it the game can be listed, but not played."""
    try:
        engine_folder()
    except BadInput:
        return False
    return True


if is_installed():
    _native.place_ptcg_engine(str(engine_folder()))

GAME = Game(
    name="ptcg",
    title="Pokémon TCG",
    options=PtcgOptions,
    draw=draw,
    news=news,
    seats=SEATS,
    yardsticks=("random",),
    turns_column="turn",
    is_playable=is_installed,
)
