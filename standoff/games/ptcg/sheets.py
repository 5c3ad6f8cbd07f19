"""The sheets of the cards: what is printed on each, and its columns that are not 0."""

from standoff.games import Album, Sheet
from standoff.games.ptcg.cards import LETTERS, Attack, Card, EnergyType, load_cards
from standoff.games.ptcg.printed import printed_columns

STAGES = {0: "Basic", 1: "Stage 1", 2: "Stage 2"}
SOURCE = "the engine that is installed"


def read_sheets() -> tuple[Sheet, ...]:
    """A sheet a card, in the order of their kinds; cards of one name have a sheet each.

    Raises:
        BadInput: the engine isn't installed.
    """
    return tuple(_sheet(card) for card in sorted(load_cards().cards, key=lambda card: (card.type, card.id)))


def _sheet(card: Card) -> Sheet:
    return Sheet(_group(card), card.name, _facts(card), _text(card), SOURCE, lambda: _details(card))


def _group(card: Card) -> str:
    return "Pokémon" if card.is_pokemon else card.type.name.replace("_", " ").capitalize()


def _facts(card: Card) -> tuple[tuple[str, str], ...]:
    facts = [("id", str(card.id))]
    if card.is_pokemon:
        facts += [("type", _letter(card.energy_type)), ("HP", str(card.hp)), ("stage", STAGES[card.stage])]
        facts += [("retreat", str(card.retreat_cost)), ("weak", _letter(card.weakness))]
        facts += [("resists", _letter(card.resistance)), ("prizes", str(card.prizes))]
    return tuple(facts)


def _text(card: Card) -> str:
    parts = [f"Evolves from {card.evolves_from}"] if card.evolves_from else []
    if card.is_ace_spec:
        parts.append("ACE SPEC")
    for skill in card.skills:
        parts.append(f"Ability {skill.name}: {skill.text}" if card.is_pokemon else skill.text)
    return "\n\n".join([*parts, *map(_attack, card.attacks)])


def _attack(attack: Attack) -> str:
    cost = "".join(LETTERS[each] for each in attack.energies) or "no cost"
    damage = f" {attack.damage}" if attack.damage else ""
    return f"[{cost}] {attack.name}{damage}" + (f"\n{attack.text}" if attack.text else "")


def _details(card: Card) -> tuple[tuple[str, str], ...]:
    return tuple((column, f"{value:.2f}") for column, value in printed_columns(card).items())


def _letter(energy: EnergyType | None) -> str:
    return "-" if energy is None else LETTERS[energy]


ALBUM = Album("ptcg", "Pokémon TCG", read_sheets)
