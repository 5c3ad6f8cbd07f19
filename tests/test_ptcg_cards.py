"""Cards of the Pokémon TCG: the catalogue of the installed engine, what the texts are understood to say, one table."""

import re

import numpy as np
import pytest

from standoff import BadInput
from standoff.games.ptcg import cards as catalogue_module
from standoff.games.ptcg.cards import Attack, CardType, EnergyType, engine_path, load_cards, name_key, read_catalogue
from standoff.games.ptcg.effects import is_understood, parse, primitives, sentences
from standoff.games.ptcg.grammar import RULES
from standoff.games.ptcg.printed import (
    ATTACK_COLUMNS,
    PRINTED_COLUMNS,
    attack_columns,
    attack_table,
    printed_columns,
    printed_table,
)

needs_engine = pytest.mark.skipif(
    engine_path() is None, reason="needs the engine: pip install --no-deps kaggle-environments==1.33.2"
)
# Sentences of our own, in the language that the cards are written in.
SENTENCES = (
    ("Draw 3 cards.", {"draw.cards": 3 / 8, "draw.you": 1.0}),
    ("Draw cards until you have 6 cards in your hand.", {"draw.until": 6 / 8}),
    (
        "Your opponent\u2019s Active Pok\u00e9mon is now Poisoned.",
        {"condition.poisoned": 1.0, "condition.opponent": 1.0},
    ),
    ("This Pok\u00e9mon is now Asleep.", {"condition.asleep": 1.0, "condition.own": 1.0}),
    ("Flip 2 coins.", {"coin.flip": 0.5}),
    ("This Pok\u00e9mon also does 50 damage to itself.", {"damage.self": 0.25}),
    ("This attack does 30 more damage for each heads.", {"damage.more_for_each": 0.3, "each.heads": 1.0}),
    ("During your next turn, this Pok\u00e9mon can\u2019t use attacks.", {"cost.no_attack_next_turn": 1.0}),
    ("Discard all Energy from this Pok\u00e9mon.", {"energy.discard_own": 1.0, "energy.discard_all": 1.0}),
    ("Switch in 1 of your opponent\u2019s Benched Pok\u00e9mon to the Active Spot.", {"switch.gust": 1.0}),
    ("Discard the top 3 cards of your opponent\u2019s deck.", {"discard.opponent_deck": 0.6}),
)
KNOWN_CARDS = (
    ("Dragapult ex", {"attack/counters.put": 0.5, "attack/counters.benched": 1.0, "attack/counters.any_way": 1.0}),
    ("Boss's Orders", {"skill/switch.gust": 1.0, "type.supporter": 1.0}),
    ("Rare Candy", {"skill/evolve.skip": 1.0, "type.item": 1.0}),
    ("Ultra Ball", {"skill/search.pokemon": 1.0, "skill/search.to_hand": 1.0, "skill/cost.discard_hand_cards": 0.4}),
    (
        "Buddy-Buddy Poffin",
        {"skill/search.hp_limit": 1.0, "skill/search.basic_pokemon": 1.0, "skill/search.to_bench": 1.0},
    ),
    ("Judge", {"skill/hand.shuffle_each": 1.0, "skill/draw.cards": 0.5}),
    ("Night Stretcher", {"skill/recover.to_hand": 1.0, "skill/recover.pokemon": 1.0, "skill/recover.energy": 1.0}),
    ("Switch", {"skill/switch.own": 1.0}),
    ("Lillie's Determination", {"skill/hand.shuffle_own": 1.0, "skill/draw.cards": 1.0}),
    ("Basic Fire Energy", {"type.basic_energy": 1.0, "provides.fire": 1.0, "rule.unlimited": 1.0}),
)
DRAWS_NOTHING: frozenset[str] = frozenset()
"""Sentences that speak of drawing and draw no card."""


@pytest.mark.parametrize(("text", "expected"), SENTENCES)
def test_a_sentence_says_its_primitives(text: str, expected: dict[str, float]) -> None:
    found = parse([text])
    assert {column: found.get(column) for column in expected} == pytest.approx(expected)


def test_what_is_done_to_one_side_is_not_said_of_the_other() -> None:
    assert "energy.discard_own" not in parse(["Discard an Energy from your opponent\u2019s Active Pok\u00e9mon."])
    assert "energy.discard_opponent" not in parse(["Discard an Energy from this Pok\u00e9mon."])
    assert "search.pokemon" not in parse(["Search your deck for an Energy card and attach it to your Pok\u00e9mon."])
    assert "draw.opponent" not in parse(["Draw 2 cards."])
    assert "damage.other" not in parse(["This Pok\u00e9mon also does 50 damage to itself."])
    assert "damage.more" not in parse(["Attacks used by your Pok\u00e9mon do 50 more damage."])
    assert "retreat.none" not in parse(["If your opponent's Active Pok\u00e9mon has no Retreat Cost, draw a card."])
    assert "lock.abilities" not in parse(["Search your deck for a card that has no Abilities."])


def test_reminders_in_brackets_do_nothing_and_end_no_sentence() -> None:
    text = "It takes 30 less damage (after applying Weakness and Resistance). Draw a card. (You may draw 9 cards.)"
    assert sentences(text) == ["It takes 30 less damage.", "Draw a card."]


def test_columns_have_one_name_each_and_are_there_without_the_engine() -> None:
    for columns in (PRINTED_COLUMNS, ATTACK_COLUMNS, [rule.column for rule in RULES]):
        assert len(set(columns)) == len(columns)
    assert len(PRINTED_COLUMNS) >= 190


def test_without_the_engine_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue_module, "engine_path", lambda: None)
    with pytest.raises(BadInput) as caught:
        load_cards.__wrapped__()
    assert str(caught.value) == (
        "the Pok\u00e9mon TCG needs the engine of its users, which is not part of this project: "
        "pip install --no-deps kaggle-environments==1.33.2"
    )


def test_a_library_that_lists_no_cards_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    broken = tmp_path / "libcg.so"
    broken.write_bytes(b"not a library")
    monkeypatch.setattr(catalogue_module, "engine_path", lambda: broken)
    with pytest.raises(BadInput) as caught:
        load_cards.__wrapped__()
    assert str(caught.value) == (
        f"{broken} doesn't list its cards; install it again: pip install --no-deps kaggle-environments==1.33.2"
    )


def test_names_are_compared_without_accents_capitals_and_kinds_of_apostrophe() -> None:
    assert name_key("Pok\u00e9gear 3.0") == name_key("POKEGEAR 3.0")
    assert name_key("Boss\u2019s Orders") == name_key("boss's orders")
    assert name_key("Basic {R} Energy") == name_key("Basic Fire Energy")


def test_ids_that_skip_one_are_refused() -> None:
    with pytest.raises(ValueError, match="are not 1, 2, 3"):
        read_catalogue([], [])


def test_an_attack_has_its_cost_by_type() -> None:
    attack = Attack(1, "Some", "", 120, (EnergyType.FIRE, EnergyType.FIRE, EnergyType.COLORLESS))
    columns = attack_columns(attack)
    assert columns["cost.fire"] == pytest.approx(0.4)
    assert columns["energy"] == pytest.approx(0.6)
    assert columns["damage_per_energy"] == pytest.approx(0.4)
    assert "text" not in columns


@needs_engine
def test_the_catalogue_is_whole() -> None:
    catalogue = load_cards()
    assert [card.id for card in catalogue.cards] == list(range(1, len(catalogue.cards) + 1))
    assert [attack.id for attack in catalogue.attacks] == list(range(1, len(catalogue.attacks) + 1))
    assert {card.type for card in catalogue.cards} == set(CardType)
    assert all(1 <= card.prizes <= 3 for card in catalogue.cards if card.is_pokemon)
    assert all(card in catalogue.by_name(card.name) for card in catalogue.cards)
    assert catalogue.by_id(0) is None
    assert catalogue.by_id(len(catalogue.cards) + 1) is None


@needs_engine
def test_a_slip_in_a_name_suggests_what_is_close() -> None:
    with pytest.raises(BadInput, match="'Dragapul ex' is no card of the Pok\u00e9mon TCG; close to it: Dragapult ex"):
        load_cards().by_name("Dragapul ex")


@needs_engine
@pytest.mark.parametrize(("name", "expected"), KNOWN_CARDS, ids=[name for name, _ in KNOWN_CARDS])
def test_a_well_known_card_does_what_its_text_says(name: str, expected: dict[str, float]) -> None:
    columns = printed_columns(load_cards().by_name(name)[0])
    assert {column: columns.get(column) for column in expected} == pytest.approx(expected)


@needs_engine
def test_nearly_every_sentence_is_understood() -> None:
    read = [sentence for card in load_cards().cards for text in card.texts for sentence in sentences(text)]
    lost = [sentence for sentence in read if not is_understood(sentence)]
    print(f"understood {1 - len(lost) / len(read):.2%} of {len(read):,} sentences; not understood:", *lost, sep="\n  ")
    assert len(lost) / len(read) <= 0.03


@needs_engine
@pytest.mark.parametrize(
    ("word", "group"),
    [("draws?", "draw."), ("heals?", "heal."), ("coins?", "coin."), ("search", "search."), ("damage counters?", "")],
)
def test_a_sentence_with_the_word_has_a_primitive_of_its_group(word: str, group: str) -> None:
    for card in load_cards().cards:
        for text in card.texts:
            for sentence in sentences(text):
                if re.search(rf"\b{word}\b", sentence, re.IGNORECASE) and sentence not in DRAWS_NOTHING:
                    assert any(column.startswith(group) for column in primitives(sentence)), sentence


@needs_engine
def test_the_table_has_a_row_a_card_and_no_dead_text_column() -> None:
    catalogue = load_cards()
    table = printed_table(catalogue.cards)
    assert table.shape == (len(catalogue.cards) + 1, len(PRINTED_COLUMNS))
    assert table.dtype == np.float32
    assert not table[0].any()
    assert table[1:].any(axis=1).all()
    assert 0 <= table.min() <= table.max() <= 1
    dead = [column for column, values in zip(PRINTED_COLUMNS, table.T, strict=True) if not values.any()]
    assert all(column.startswith("resistance.") for column in dead), dead
    assert attack_table(catalogue.attacks).any(axis=0).all()
