"""The Pokémon TCG on the official engine, which users install themselves: where it lies, and what a deck is."""

from importlib.util import find_spec
from pathlib import Path

from standoff.errors import BadInput

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
