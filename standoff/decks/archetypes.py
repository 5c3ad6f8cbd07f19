"""Archetypes: lists that share most of their cards, what each plays, and which cards tell lists apart."""

# scipy's types are partly unknown.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

from standoff.games.names import find_name
from standoff.games.ptcg.cards import Card, Catalogue
from standoff.games.ptcg.lists import Ids

SAME_ARCHETYPE = 30
"""Lists belong together where on average no more than this many of the 60 cards differ."""
SKELETON_SHARE = 0.95
"""Cards that at least this share of the lists plays are the skeleton."""
FULL_PLAY = 4
"""Copies that count as the whole of a card: more tell no more about what a list is."""


@dataclass(frozen=True)
class CardUse:
    """How an archetype uses a card."""

    id: int
    name: str
    share: float
    """Of its lists that play the card at all."""
    mean_copies: float
    """Over all of its lists."""
    least_copies: int
    most_copies: int


@dataclass(frozen=True)
class Archetype:
    """Lists that belong together."""

    name: str
    lists: tuple[str, ...]
    cards: tuple[CardUse, ...]
    """The most played first."""
    spread: float
    """Mean number of cards in which two of its lists differ; 0 where there is one list."""

    @property
    def skeleton(self) -> tuple[CardUse, ...]:
        """The cards that nearly every list plays."""
        return tuple(use for use in self.cards if use.share >= SKELETON_SHARE)

    @property
    def n_fixed(self) -> int:
        """Cards of the 60 that all lists share, copies counted, as far as they are of the skeleton."""
        return sum(use.least_copies for use in self.skeleton)


@dataclass(frozen=True)
class Library:
    """Lists by name, the archetypes that they fall into, and how far each is from each."""

    lists: Mapping[str, Ids]
    archetypes: tuple[Archetype, ...]
    """The most lists first."""
    distances: NDArray[np.int64]
    """[lists, lists] cards that differ, in the order of the lists."""

    def find(self, name: str) -> Archetype:
        """The archetype of this name, or of a part of it that no other has.

        Raises:
            BadInput: there is none, or there are several.
        """
        return self.archetypes[find_name(name, [each.name for each in self.archetypes], "archetype of these lists")]

    def as_json(self) -> dict[str, Any]:
        """What a program may read: lists, archetypes with their cards, and distances in the order of the lists."""
        return {
            "lists": list(self.lists),
            "archetypes": [
                {
                    "name": archetype.name,
                    "lists": archetype.lists,
                    "spread": archetype.spread,
                    "skeleton": [use.id for use in archetype.skeleton],
                    "cards": [asdict(use) for use in archetype.cards],
                }
                for archetype in self.archetypes
            ],
            "distances": self.distances.tolist(),
        }


def card_differences(lists: Sequence[Ids]) -> NDArray[np.int64]:
    """[lists, lists] cards to exchange to make the one list of the other."""
    counted = [Counter(ids) for ids in lists]
    differences = np.zeros((len(lists), len(lists)), np.int64)
    for i, first in enumerate(counted):
        for j, second in enumerate(counted):
            differences[i, j] = max(first.total(), second.total()) - (first & second).total()
    return differences


def exchanged(first: Ids, second: Ids) -> tuple[Counter[int], Counter[int]]:
    """The cards that only the first list has, and those that only the second has, with copies."""
    return Counter(first) - Counter(second), Counter(second) - Counter(first)


def sort_library(lists: Mapping[str, Ids], catalogue: Catalogue) -> Library:
    """Sorts lists into archetypes by average linkage over the cards in which they differ.

    Args:
        lists: ids by a name for each list; all ids are known.
        catalogue: the cards.
    """
    names, ids = list(lists), list(lists.values())
    distances = card_differences(ids)
    labels = np.ones(len(ids), np.int64)
    if len(ids) > 1:
        labels = fcluster(linkage(squareform(distances), "average"), SAME_ARCHETYPE, "distance")
    groups = [np.flatnonzero(labels == label) for label in np.unique(labels)]
    found = [
        Archetype(
            title,
            tuple(names[number] for number in group),
            _uses([ids[number] for number in group], catalogue),
            _spread(distances[np.ix_(group, group)]),
        )
        for group, title in zip(groups, _titles(ids, groups, catalogue), strict=True)
    ]
    found.sort(key=lambda archetype: (-len(archetype.lists), archetype.name))
    return Library(lists, tuple(found), distances)


def _spread(distances: NDArray[np.int64]) -> float:
    n = len(distances)
    return float(distances.sum() / (n * (n - 1))) if n > 1 else 0.0


def _uses(lists: Sequence[Ids], catalogue: Catalogue) -> tuple[CardUse, ...]:
    counted = [Counter(ids) for ids in lists]
    uses: list[CardUse] = []
    for card_id in sorted({card_id for each in counted for card_id in each}):
        copies = [each[card_id] for each in counted]
        card = catalogue.by_id(card_id)
        name = card.name if card else f"card {card_id}"
        share, mean = sum(n > 0 for n in copies) / len(copies), sum(copies) / len(copies)
        uses.append(CardUse(card_id, name, share, mean, min(copies), max(copies)))
    return tuple(sorted(uses, key=lambda use: (-use.share, -use.mean_copies, use.id)))


def _titles(ids: Sequence[Ids], groups: Sequence[NDArray[np.int64]], catalogue: Catalogue) -> list[str]:
    """A name for each group: its most characteristic Pokémon, and as many more as tell it from the others."""
    ranked = [_characteristic(ids, set(group.tolist()), catalogue) for group in groups]
    titles = [pokemon[0] if pokemon else "no Pokémon" for pokemon in ranked]
    for depth in (2, 3):
        shared = Counter(titles)
        titles = [
            " / ".join(pokemon[:depth]) if shared[title] > 1 else title
            for title, pokemon in zip(titles, ranked, strict=True)
        ]
    seen = Counter[str]()
    for number, title in enumerate(titles):
        seen[title] += 1
        if seen[title] > 1:
            titles[number] = f"{title} ({seen[title]})"
    return titles


def _characteristic(ids: Sequence[Ids], group: set[int], catalogue: Catalogue) -> list[str]:
    # Many copies inside and few elsewhere; of a line of evolution the last, which has the most HP, as a person would.
    inside, outside, hp = Counter[str](), Counter[str](), dict[str, int]()
    for number, each in enumerate(ids):
        for name, copies in _pokemon(each, catalogue, hp).items():
            (inside if number in group else outside)[name] += min(copies, FULL_PLAY)
    others = max(len(ids) - len(group), 1)
    value = {
        name: (copies / len(group) / FULL_PLAY) * (1 - outside[name] / others / FULL_PLAY) * hp[name]
        for name, copies in inside.items()
    }
    return sorted(value, key=lambda name: (-value[name], name))


def _pokemon(ids: Ids, catalogue: Catalogue, hp: dict[str, int]) -> Counter[str]:
    cards: list[Card] = [card for each in ids if (card := catalogue.by_id(each)) is not None and card.is_pokemon]
    hp.update({card.name: card.hp for card in cards})
    return Counter(card.name for card in cards)
