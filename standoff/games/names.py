"""Finds a card, a character or the like by what a person types: its name, or a part of it that no other has."""

from collections.abc import Sequence
from difflib import get_close_matches
from unicodedata import combining, normalize

from standoff.errors import BadInput

FEW = 30
"""More names than these are not listed in a sentence."""
CLOSENESS = 0.65
"""How alike a slip and a name must be, from 0 to 1."""


def slug(name: str) -> str:
    """A name as it is typed: small letters without accents, hyphens for all else."""
    plain = (letter for letter in normalize("NFKD", name.lower()) if not combining(letter))
    return "-".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def find_name(name: str, names: Sequence[str], what: str) -> int:
    """The number of a name among `names`.

    Args:
        name: what a person typed.
        names: what there is.
        what: what they are names of, such as "character of bang".

    Raises:
        BadInput: nothing is called so, or several are; the sentence names those that are meant or close.
    """
    slugs, wanted = [slug(each) for each in names], slug(name)
    if wanted in slugs:
        return slugs.index(wanted)
    found = [number for number, each in enumerate(slugs) if wanted and wanted in each]
    if len(found) == 1:
        return found[0]
    if found:
        more = f" and {len(found) - FEW} more" if len(found) > FEW else ""
        raise BadInput(f"{name!r} is not one {what}: {', '.join(slugs[number] for number in found[:FEW])}{more}")
    raise BadInput(f"{name!r} is no {what}{_close(wanted, slugs)}")


def _close(wanted: str, slugs: Sequence[str]) -> str:
    # A slip in one word of a name is close to that word, though it may be far from the whole name.
    names_of = {word: each for each in reversed(slugs) for word in (*each.split("-"), each)}
    close = list(dict.fromkeys(names_of[word] for word in get_close_matches(wanted, names_of, 3, CLOSENESS)))
    if close:
        return f"; close to it: {', '.join(close)}"
    return f": there is {', '.join(slugs)}" if len(slugs) <= FEW else ""
