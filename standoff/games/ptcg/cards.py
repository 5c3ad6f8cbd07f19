"""The catalogue of cards and attacks, read at run time from the engine that the user has installed."""

import json
import platform
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import IntEnum
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from standoff.errors import BadInput
from standoff.games.names import slug

HOW_TO_INSTALL = "pip install --no-deps kaggle-environments==1.33.2"
"""Puts the engine on disk without the gigabytes that its package would like beside it."""
NOT_INSTALLED = f"the Pokémon TCG needs the engine of its users, which is not part of this project: {HOW_TO_INSTALL}"
OWNER = re.compile("\\w['\u2019]s ")
"""How the name of a card begins that is somebody's."""
PATIENCE = 60.0
"""Seconds that the engine may take to list its cards; it takes a twentieth of one."""
READER = """
import ctypes, sys
engine = ctypes.CDLL(sys.argv[1])
engine.AllCard.restype = engine.AllAttack.restype = ctypes.c_char_p
engine.GameInitialize()
sys.stdout.buffer.write(b'{"cards":' + engine.AllCard() + b',"attacks":' + engine.AllAttack() + b"}")
"""
"""What a process of its own runs: the lists are empty before GameInitialize, and a second one aborts its process."""


class CardType(IntEnum):
    """What kind of card it is."""

    POKEMON = 0
    ITEM = 1
    TOOL = 2
    SUPPORTER = 3
    STADIUM = 4
    BASIC_ENERGY = 5
    SPECIAL_ENERGY = 6


class EnergyType(IntEnum):
    """The type of a Pokémon, of an energy or of a symbol in a cost."""

    COLORLESS = 0
    GRASS = 1
    FIRE = 2
    WATER = 3
    LIGHTNING = 4
    PSYCHIC = 5
    FIGHTING = 6
    DARKNESS = 7
    METAL = 8
    DRAGON = 9
    RAINBOW = 10
    TEAM_ROCKET = 11


LETTERS: Mapping[EnergyType, str] = dict(zip(EnergyType, "CGRWLPFDMNAT", strict=True))
"""The letter of each type in a text, as in {G}; the last two are ours."""


@dataclass(frozen=True)
class Skill:
    """An ability of a Pokémon, or all that a Trainer or a Special Energy does."""

    name: str
    text: str


@dataclass(frozen=True)
class Attack:
    """An attack: what it costs, the damage printed beside it, and its text, which may be empty."""

    id: int
    name: str
    text: str
    damage: int
    energies: tuple[EnergyType, ...]


@dataclass(frozen=True)
class Card:
    """A card as it is printed."""

    id: int
    name: str
    type: CardType
    energy_type: EnergyType
    """Of a Pokémon its type, of an energy what it provides; colourless elsewhere."""
    hp: int
    stage: int
    """0 basic, 1, 2; -1 where the card is no Pokémon."""
    evolves_from: str | None
    retreat_cost: int
    weakness: EnergyType | None
    resistance: EnergyType | None
    is_ex: bool
    is_mega_ex: bool
    is_tera: bool
    is_ace_spec: bool
    skills: tuple[Skill, ...]
    attacks: tuple[Attack, ...]

    @property
    def is_pokemon(self) -> bool:
        """Whether it is a Pokémon."""
        return self.type == CardType.POKEMON

    @property
    def has_rule_box(self) -> bool:
        """Whether a rule box is printed on it: a Pokémon ex or Mega ex, or an ACE SPEC."""
        return self.is_ex or self.is_mega_ex or self.is_ace_spec

    @property
    def has_owner(self) -> bool:
        """Whether it is somebody's, as Hop's Snorlax is."""
        return bool(OWNER.search(self.name))

    @property
    def prizes(self) -> int:
        """Prize cards that the other side takes when it is knocked out."""
        if not self.is_pokemon:
            return 0
        return 3 if self.is_mega_ex else 2 if self.is_ex else 1

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text on it that is not empty: skills, then attacks."""
        return tuple(each.text for each in (*self.skills, *self.attacks) if each.text)


@dataclass(frozen=True)
class Catalogue:
    """All cards and attacks, each in the order of its ids, which begin at 1."""

    cards: tuple[Card, ...]
    attacks: tuple[Attack, ...]

    @cached_property
    def prints(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards of each name, by the name's key."""
        found: dict[str, list[Card]] = {}
        for card in self.cards:
            found.setdefault(name_key(card.name), []).append(card)
        return {key: tuple(cards) for key, cards in found.items()}

    def by_id(self, card_id: int) -> Card | None:
        """The card of this id; None where there is none."""
        return self.cards[card_id - 1] if 1 <= card_id <= len(self.cards) else None

    def by_name(self, name: str) -> tuple[Card, ...]:
        """Every card of this name: accents, capitals and kinds of apostrophe don't matter, and types may be spelt out.

        Raises:
            BadInput: there is none; the sentence names those that are close.
        """
        key = name_key(name)
        found = self.prints.get(key) or self.prints.get(f"basic-{key}")
        if found:
            return found
        close = [self.prints[each][0].name for each in get_close_matches(key, self.prints, 3, 0.65)]
        hint = f"; close to it: {', '.join(close)}" if close else ""
        raise BadInput(f"{name!r} is no card of the Pokémon TCG{hint}")


def name_key(name: str) -> str:
    """A name as it is compared: no accents, small letters, hyphens, and the letter of a type for its name."""
    words = slug(name).split("-")
    if words[-1] == "energy" and len(words) in (2, 3) and (len(words) == 2 or words[0] == "basic"):
        letters = {each.name.lower(): letter.lower() for each, letter in LETTERS.items()}
        words[-2] = letters.get(words[-2], words[-2])
    return "-".join(words)


def engine_path() -> Path | None:
    """The engine's library on this machine; None where it isn't installed."""
    spec = find_spec("kaggle_environments")
    if spec is None or not spec.submodule_search_locations:
        return None
    arm = platform.machine().lower() in ("arm64", "aarch64")
    linux = "libcg-arm64.so" if arm else "libcg.so"
    name = {"Darwin": "libcg.dylib", "Windows": "cg.dll"}.get(platform.system(), linux)
    path = Path(spec.submodule_search_locations[0]) / "envs" / "cabt" / "cg" / name
    return path if path.is_file() else None


def engine_tables() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """What AllCard and AllAttack of the installed engine say, under "cards" and "attacks".

    Raises:
        BadInput: the engine isn't installed, or doesn't list its cards.
    """
    path = engine_path()
    if path is None:
        raise BadInput(NOT_INSTALLED)
    try:
        reading = subprocess.run([sys.executable, "-c", READER, str(path)], capture_output=True, timeout=PATIENCE)
        listed: Mapping[str, Any] = json.loads(reading.stdout)
        return {name: listed[name] for name in ("cards", "attacks")}
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        raise _unlisted(path) from None


@cache
def load_cards() -> Catalogue:
    """The catalogue of the installed engine; nothing is kept on disk.

    Raises:
        BadInput: the engine isn't installed, or doesn't list its cards.
    """
    tables = engine_tables()
    try:
        return read_catalogue(tables["cards"], tables["attacks"])
    except (ValueError, KeyError):
        raise _unlisted(engine_path()) from None


def _unlisted(path: Path | None) -> BadInput:
    return BadInput(f"{path} doesn't list its cards; install it again: {HOW_TO_INSTALL}")


def read_catalogue(cards: Sequence[Mapping[str, Any]], attacks: Sequence[Mapping[str, Any]]) -> Catalogue:
    """The catalogue of what AllCard and AllAttack of the engine say.

    Raises:
        ValueError: there are no cards, or their ids are not 1, 2, 3 and so on.
    """
    read = tuple(_read_attack(attack) for attack in sorted(attacks, key=lambda each: each["attackId"]))
    by_id = {attack.id: attack for attack in read}
    printed = tuple(_read_card(card, by_id) for card in sorted(cards, key=lambda each: each["cardId"]))
    if not printed or [card.id for card in printed] != list(range(1, len(printed) + 1)):
        raise ValueError("the ids of the cards are not 1, 2, 3 and so on")
    return Catalogue(printed, read)


def _read_attack(attack: Mapping[str, Any]) -> Attack:
    energies = tuple(_energy_type(each) for each in attack["energies"])
    return Attack(attack["attackId"], attack["name"].strip(), attack["text"] or "", attack["damage"], energies)


def _read_card(card: Mapping[str, Any], attacks: Mapping[int, Attack]) -> Card:
    kind = CardType(min(card["cardType"], max(CardType)))
    stage = 2 if card["stage2"] else 1 if card["stage1"] else 0
    return Card(
        id=card["cardId"],
        name=card["name"].strip(),
        type=kind,
        energy_type=_energy_type(card["energyType"]),
        hp=card["hp"],
        stage=stage if kind == CardType.POKEMON else -1,
        evolves_from=card["evolvesFrom"],
        retreat_cost=card["retreatCost"],
        weakness=None if card["weakness"] is None else _energy_type(card["weakness"]),
        resistance=None if card["resistance"] is None else _energy_type(card["resistance"]),
        is_ex=card["ex"],
        is_mega_ex=card["megaEx"],
        is_tera=card["tera"],
        is_ace_spec=card["aceSpec"],
        skills=tuple(Skill(each["name"].strip(), each["text"] or "") for each in card["skills"]),
        attacks=tuple(attacks[each] for each in card["attacks"]),
    )


def _energy_type(number: int) -> EnergyType:
    # A newer engine may know more types: an unknown one counts as any type.
    return EnergyType(number) if number in EnergyType.__members__.values() else EnergyType.RAINBOW
