"""Whether a list may be played: every fault that it has, each in a sentence."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from standoff.games.ptcg.cards import Card, CardType, Catalogue

DECK_SIZE = 60
MOST_OF_A_NAME = 4
MOST_ACE_SPECS = 1


@dataclass(frozen=True)
class Fault:
    """What keeps a list from being played."""

    kind: str
    """size, unknown, copies, ace_spec or no_basic."""
    sentence: str


def find_faults(ids: Sequence[int], catalogue: Catalogue) -> list[Fault]:
    """Every fault of a list; none where it may be played."""
    copies = Counter(ids)
    known = {card: n for card_id, n in copies.items() if (card := catalogue.by_id(card_id)) is not None}
    return list(
        chain(
            _size(len(ids)),
            _unknown([card_id for card_id in copies if catalogue.by_id(card_id) is None], len(catalogue.cards)),
            _too_many(known),
            _ace_specs(known),
            _no_basic(known),
        )
    )


def _size(size: int) -> list[Fault]:
    if size == DECK_SIZE:
        return []
    off = f"{DECK_SIZE - size} too few" if size < DECK_SIZE else f"{size - DECK_SIZE} too many"
    return [Fault("size", f"{size} cards, {off}: a list has {DECK_SIZE}")]


def _unknown(ids: list[int], n_cards: int) -> list[Fault]:
    return [Fault("unknown", f"there is no card {card_id}: ids go from 1 to {n_cards}") for card_id in sorted(ids)]


def _too_many(known: dict[Card, int]) -> list[Fault]:
    names = Counter[str]()
    for card, n in known.items():
        if card.type != CardType.BASIC_ENERGY:
            names[card.name] += n
    return [
        Fault("copies", f"{n} copies of {name}: at most {MOST_OF_A_NAME} cards of one name, basic energy aside")
        for name, n in sorted(names.items())
        if n > MOST_OF_A_NAME
    ]


def _ace_specs(known: dict[Card, int]) -> list[Fault]:
    ace_specs = {card.name: n for card, n in known.items() if card.is_ace_spec}
    if sum(ace_specs.values()) <= MOST_ACE_SPECS:
        return []
    which = ", ".join(f"{n} {name}" for name, n in sorted(ace_specs.items()))
    return [Fault("ace_spec", f"{sum(ace_specs.values())} ACE SPEC cards ({which}): at most {MOST_ACE_SPECS}")]


def _no_basic(known: dict[Card, int]) -> list[Fault]:
    if any(card.is_pokemon and card.stage == 0 for card in known):
        return []
    return [Fault("no_basic", "no Basic Pokémon: a game can't begin without one")]
