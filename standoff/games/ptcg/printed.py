"""The printed features of every card: its numbers and what its text does, as one row of named columns."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from standoff.errors import BadInput
from standoff.games.ptcg.cards import HOW_TO_INSTALL, Attack, Card, CardType, Catalogue, EnergyType
from standoff.games.ptcg.effects import parse
from standoff.games.ptcg.grammar import ATTACK_RULES, SKILL_RULES

MOST_HP = 400
MOST_DAMAGE = 350
MOST_ENERGY = 5
MOST_RETREAT = 4
"""Numbers are divided by these, so that columns lie between 0 and 1."""
HP_STEPS = (70, 100, 130, 170, 220, 280)
N_SLOTS = 2
"""Attacks that a Pokémon has at most; each has columns of its own."""
POKEMON_TYPES = tuple(each for each in EnergyType if each < EnergyType.RAINBOW)
TYPED = tuple(each for each in POKEMON_TYPES if EnergyType.COLORLESS < each < EnergyType.DRAGON)


def _names(group: str, kinds: Sequence[CardType] | Sequence[EnergyType]) -> tuple[str, ...]:
    return tuple(f"{group}.{kind.name.lower()}" for kind in kinds)


ATTACK_NUMBERS = ("energy", *_names("cost", (EnergyType.COLORLESS, *TYPED)), "damage", "damage_per_energy", "text")
"""Of one attack: symbols in its cost, in all and of each type, damage, damage a symbol, and whether it has a text."""
NUMBERS = (
    *_names("type", tuple(CardType)),
    *_names("pokemon", POKEMON_TYPES),
    *_names("provides", (*TYPED, EnergyType.RAINBOW, EnergyType.TEAM_ROCKET)),
    *("stage.basic", "stage.1", "stage.2", "stage.evolves"),
    *("hp", *(f"hp.over_{step}" for step in HP_STEPS)),
    *("retreat", *(f"retreat.{cost}" for cost in range(MOST_RETREAT + 1))),
    *(*_names("weakness", TYPED), "weakness.none", *_names("resistance", TYPED), "resistance.none"),
    *("rule.ex", "rule.mega_ex", "rule.tera", "rule.ace_spec", "rule.box", "rule.owner", "rule.unlimited"),
    *("prizes", "prizes.1", "prizes.2", "prizes.3"),
    *("skills", "attacks", "attacks.cheapest", "attacks.most_damage"),
    *(f"attack{slot}.{column}" for slot in range(1, N_SLOTS + 1) for column in ATTACK_NUMBERS),
)
"""What the numbers and marks of a card say."""
PRINTED_COLUMNS = (*NUMBERS, *(f"skill/{rule}" for rule in SKILL_RULES), *(f"attack/{rule}" for rule in ATTACK_RULES))
"""Every column of the table: numbers, then what abilities and Trainers do (skill/), then what attacks do (attack/)."""
ATTACK_COLUMNS = (*ATTACK_NUMBERS, *ATTACK_RULES)
"""Every column of one attack by itself."""


def printed_columns(card: Card) -> dict[str, float]:
    """The columns of a card that are not 0, in the order of PRINTED_COLUMNS."""
    found = {
        **_kind(card),
        **_body(card),
        **_marks(card),
        **_attacks(card),
        **{f"skill/{column}": value for column, value in parse(each.text for each in card.skills).items()},
        **{f"attack/{column}": value for column, value in parse(each.text for each in card.attacks).items()},
    }
    return {column: found[column] for column in PRINTED_COLUMNS if found.get(column)}


def printed_table(cards: Sequence[Card]) -> NDArray[np.float32]:
    """[cards + 1, columns]: row i is the card of id i, row 0 a card that isn't known."""
    return _table([printed_columns(card) for card in cards], PRINTED_COLUMNS)


def attack_columns(attack: Attack) -> dict[str, float]:
    """The columns of an attack that are not 0, in the order of ATTACK_COLUMNS."""
    found = {**_attack_numbers(attack), **parse([attack.text])}
    return {column: found[column] for column in ATTACK_COLUMNS if found.get(column)}


def attack_table(attacks: Sequence[Attack]) -> NDArray[np.float32]:
    """[attacks + 1, columns]: row i is the attack of id i, row 0 one that isn't known."""
    return _table([attack_columns(attack) for attack in attacks], ATTACK_COLUMNS)


def schema_table(names: Sequence[str], catalogue: Catalogue) -> NDArray[np.float32]:
    """[names, PRINTED_COLUMNS + ATTACK_COLUMNS]: what is printed on all that the schema of ptcg counts as a card.

    Args:
        names: those of the schema: one that isn't known, then card-1 on, then attack-1 on.
        catalogue: the cards and attacks of the installed engine; those that the schema doesn't know are left out.

    Raises:
        BadInput: the engine lacks some that the schema has.
    """
    n_cards, n_attacks = (sum(name.startswith(kind) for name in names) for kind in ("card-", "attack-"))
    if len(catalogue.cards) < n_cards or len(catalogue.attacks) < n_attacks:
        raise BadInput(f"the installed engine lacks cards that ptcg counts on; install it again: {HOW_TO_INSTALL}")
    table = np.zeros((len(names), len(PRINTED_COLUMNS) + len(ATTACK_COLUMNS)), np.float32)
    table[: n_cards + 1, : len(PRINTED_COLUMNS)] = printed_table(catalogue.cards[:n_cards])
    table[n_cards + 1 :, len(PRINTED_COLUMNS) :] = attack_table(catalogue.attacks[:n_attacks])[1:]
    return table


def _table(rows: Sequence[dict[str, float]], columns: Sequence[str]) -> NDArray[np.float32]:
    place = {column: number for number, column in enumerate(columns)}
    table = np.zeros((len(rows) + 1, len(columns)), np.float32)
    for number, row in enumerate(rows, 1):
        for column, value in row.items():
            table[number, place[column]] = value
    table.flags.writeable = False
    return table


def _kind(card: Card) -> dict[str, float]:
    found = {f"type.{card.type.name.lower()}": 1.0}
    if card.is_pokemon:
        found[f"pokemon.{card.energy_type.name.lower()}"] = 1.0
        found["stage.basic" if card.stage == 0 else f"stage.{card.stage}"] = 1.0
        found["stage.evolves"] = float(card.evolves_from is not None)
    elif card.type in (CardType.BASIC_ENERGY, CardType.SPECIAL_ENERGY):
        found[f"provides.{card.energy_type.name.lower()}"] = 1.0
    return found


def _body(card: Card) -> dict[str, float]:
    if not card.is_pokemon:
        return {}
    return {
        "hp": min(card.hp / MOST_HP, 1.0),
        **{f"hp.over_{step}": float(card.hp > step) for step in HP_STEPS},
        "retreat": min(card.retreat_cost / MOST_RETREAT, 1.0),
        f"retreat.{min(card.retreat_cost, MOST_RETREAT)}": 1.0,
        f"weakness.{card.weakness.name.lower() if card.weakness else 'none'}": 1.0,
        f"resistance.{card.resistance.name.lower() if card.resistance else 'none'}": 1.0,
    }


def _marks(card: Card) -> dict[str, float]:
    return {
        "rule.ex": float(card.is_ex),
        "rule.mega_ex": float(card.is_mega_ex),
        "rule.tera": float(card.is_tera),
        "rule.ace_spec": float(card.is_ace_spec),
        "rule.box": float(card.has_rule_box),
        "rule.owner": float(card.is_pokemon and card.has_owner),
        "rule.unlimited": float(card.type == CardType.BASIC_ENERGY),
        "prizes": card.prizes / 3,
        **({f"prizes.{card.prizes}": 1.0} if card.prizes else {}),
        "skills": float(bool(card.skills)),
        "attacks": min(len(card.attacks) / N_SLOTS, 1.0),
    }


def _attacks(card: Card) -> dict[str, float]:
    found: dict[str, float] = {}
    for slot, attack in enumerate(card.attacks[:N_SLOTS], 1):
        found |= {f"attack{slot}.{column}": value for column, value in _attack_numbers(attack).items()}
    if card.attacks:
        # The cheaper it is to attack the nearer to 1, so that 0 is a card that can't.
        cheapest = min(len(attack.energies) for attack in card.attacks)
        found["attacks.cheapest"] = 1.0 - min(cheapest, MOST_ENERGY) / (MOST_ENERGY + 1)
        found["attacks.most_damage"] = min(max(attack.damage for attack in card.attacks) / MOST_DAMAGE, 1.0)
    return found


def _attack_numbers(attack: Attack) -> dict[str, float]:
    n_energies = len(attack.energies)
    return {
        "energy": min(n_energies / MOST_ENERGY, 1.0),
        **{f"cost.{each.name.lower()}": attack.energies.count(each) / MOST_ENERGY for each in set(attack.energies)},
        "damage": min(attack.damage / MOST_DAMAGE, 1.0),
        "damage_per_energy": min(attack.damage / (100 * max(n_energies, 1)), 1.0),
        "text": float(bool(attack.text)),
    }
