"""Schemas: a hash that moves with every name, and the first difference as a sentence."""

from dataclasses import fields, replace

import msgspec
import pytest

from standoff import Schema, game_names
from standoff.schema import schema_from, schema_of

SMALL = Schema(
    game="dice",
    kinds=("throw", "keep"),
    globals=("turn",),
    planes=(),
    entities=("pips",),
    cards=("die", "cup"),
    zones=("mine", "theirs"),
    actions=("gain",),
    action_kinds=("throw", "keep"),
    action_ids=("throw", "keep"),
    refs=("which",),
    secrets=("next",),
    reasons=("counted",),
    token_buckets=0,
)


def test_equal_schemas_do_not_differ() -> None:
    assert SMALL.difference(replace(SMALL)) is None
    assert replace(SMALL).hash == SMALL.hash


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"game": "cards"}, "game is 'dice' here and 'cards' there"),
        ({"token_buckets": 64}, "token_buckets is 0 here and 64 there"),
        ({"cards": ("die", "mug")}, "number 1 of cards is 'cup' here and 'mug' there"),
        ({"cards": ("cup", "die")}, "number 0 of cards is 'die' here and 'cup' there"),
        ({"cards": ("die",)}, "cards has 'cup' only here"),
        ({"cards": ("die", "cup", "box", "hat")}, "cards has 'box' only there"),
        ({"planes": ("table",)}, "planes has 'table' only there"),
        ({"secrets": ()}, "secrets has 'next' only here"),
        ({"kinds": ("keep",), "reasons": ()}, "number 0 of kinds is 'throw' here and 'keep' there"),
    ],
)
def test_the_first_difference_is_a_sentence(changed: dict[str, object], sentence: str) -> None:
    assert SMALL.difference(replace(SMALL, **changed)) == sentence


@pytest.mark.parametrize("name", [field.name for field in fields(Schema)])
def test_the_hash_moves_with_every_name(name: str) -> None:
    value = getattr(SMALL, name)
    other = (*value, "new") if isinstance(value, tuple) else (value + "s" if isinstance(value, str) else value + 1)
    changed = replace(SMALL, **{name: other})
    assert changed.hash != SMALL.hash
    assert SMALL.difference(changed) is not None


def test_the_hash_moves_with_the_place_of_a_name() -> None:
    assert replace(SMALL, zones=("theirs", "mine")).hash != SMALL.hash


def test_a_name_that_moves_to_another_column_moves_the_hash() -> None:
    moved = replace(SMALL, actions=(), refs=("gain", "which"))
    assert moved.hash != SMALL.hash


def test_the_hash_is_sixteen_hexadecimal_digits() -> None:
    assert len(SMALL.hash) == 16
    assert int(SMALL.hash, 16) >= 0


@pytest.mark.parametrize("name", game_names())
def test_a_schema_survives_a_header(name: str) -> None:
    schema = schema_of(name)
    read = schema_from(msgspec.json.decode(msgspec.json.encode(schema.as_dict())))
    assert read == schema
    assert read.hash == schema.hash
    assert schema.game == name


@pytest.mark.parametrize("broken", [{"kinds": None}, {"token_buckets": "many"}, {"cards": [1, 2]}])
def test_a_broken_header_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        schema_from({**SMALL.as_dict(), **broken})


def test_a_header_with_a_field_missing_is_refused() -> None:
    header = SMALL.as_dict()
    del header["zones"]
    with pytest.raises(msgspec.ValidationError, match="zones"):
        schema_from(header)
