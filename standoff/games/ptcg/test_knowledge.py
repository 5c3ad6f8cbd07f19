"""What a seat claims to know was so at that moment, and follows from nothing but what it was told."""

import random
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from standoff.games.ptcg.cards import Card, CardType, load_cards
from standoff.games.ptcg.legality import find_faults
from standoff.games.ptcg.lists import Ids, read_list
from standoff.games.ptcg.test_engine import DECK, ENGINE, ROOT, build_driver, needs_engine

LISTS = sorted((ROOT / "tests" / "decks").glob("*.csv"))
EFFECTS_THAT_SHOW = ("no_attack", "no_such_attack", "no_retreat", "no_damage", "no_items")
"""Those that what is offered later, or damage, could contradict."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_driver("ptcg_knowledge", tmp_path_factory.mktemp("ptcg"))


def _line_of(card: Card, rng: random.Random) -> list[Card]:
    """A Pokémon and what it evolves from, down to a Basic."""
    named: dict[str, list[Card]] = {}
    for each in load_cards().cards:
        named.setdefault(each.name, []).append(each)
    line = [card]
    while line[-1].evolves_from in named:
        line.append(rng.choice(named[line[-1].evolves_from or ""]))
    return line


def _any_list(rng: random.Random) -> Ids:
    """A legal list of Pokémon, Trainers and energy by chance: more cards than people play, thus more effects."""
    cards = load_cards().cards
    pokemon = [card for card in cards if card.is_pokemon]
    trainers = [card for card in cards if not card.is_pokemon and card.type < CardType.BASIC_ENERGY]
    special = [card for card in cards if card.type == CardType.SPECIAL_ENERGY]
    basic = {card.energy_type: card for card in cards if card.type == CardType.BASIC_ENERGY}
    while True:
        chosen: list[Card] = []
        while len(chosen) < 22:
            chosen += [each for each in _line_of(rng.choice(pokemon), rng) for _ in range(rng.choice((2, 3)))]
        types = [card.energy_type for card in chosen if card.energy_type in basic] or list(basic)
        chosen += [card for card in (*rng.sample(trainers, 12), rng.choice(special)) for _ in range(2)]
        chosen += [basic[rng.choice(types)] for _ in range(60 - len(chosen))]
        ids = tuple(card.id for card in chosen[:60])
        if not find_faults(ids, load_cards()):
            return ids


def _lists(n_by_chance: int) -> list[Ids]:
    rng = random.Random(20)
    known = [read_list(path, load_cards()) for path in LISTS]
    return [DECK, *known, *(_any_list(rng) for _ in range(n_by_chance))]


def _totals(program: Path, folder: Path, lists: Sequence[Ids], first: int, games: int) -> Mapping[str, int]:
    assert ENGINE is not None
    paths = [folder / f"{place}.csv" for place in range(len(lists))]
    for path, ids in zip(paths, lists, strict=True):
        path.write_text("\n".join(map(str, ids)))
    words = map(str, [program, ENGINE.parent, first, games, *paths])
    done = subprocess.run(list(words), capture_output=True, text=True, timeout=600, check=True)
    lines = done.stdout.splitlines()
    assert not [line for line in lines if line.startswith("wrong ") and line != "wrong 0"], done.stdout
    return {name: int(number) for name, number in (line.split() for line in lines)}


@needs_engine
def test_what_a_seat_knows_is_so(program: Path, tmp_path: Path) -> None:
    totals = _totals(program, tmp_path, _lists(5), 0, 30)
    assert totals["wrong"] == totals["lost"] == 0
    assert all(totals[name] > 100 for name in ("moments", "hand", "hidden", "prizes", "own_deck", "twins"))


@needs_engine
@pytest.mark.slow
def test_what_a_seat_knows_is_so_in_500_games_of_many_lists(program: Path, tmp_path: Path) -> None:
    totals = _totals(program, tmp_path, _lists(55), 0, 500)
    assert totals["wrong"] == totals["lost"] == 0
    assert all(totals[name] > 1000 for name in ("moments", "hand", "deck", "hidden", "prizes", "own_deck", "twins"))
    assert all(totals[f"{name}_tried"] > 0 for name in EFFECTS_THAT_SHOW)
