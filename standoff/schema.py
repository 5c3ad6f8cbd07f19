"""Names of every column, kind, zone and card of a game; their hash; the first difference as a sentence."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any

import msgspec

from standoff import _native


@dataclass(frozen=True)
class Schema:
    """What the numbers of a game's rows mean. A model reads only rows of the schema that it was trained on."""

    game: str
    """Name of the game."""
    kinds: tuple[str, ...]
    """Types of choice."""
    globals: tuple[str, ...]
    """Columns that describe the whole view."""
    planes: tuple[str, ...]
    """Boards of whole numbers, one cell a place."""
    entities: tuple[str, ...]
    """Columns of an entity row (a visible card or unit)."""
    cards: tuple[str, ...]
    """What an entity can be."""
    zones: tuple[str, ...]
    """Where an entity can be."""
    actions: tuple[str, ...]
    """Columns of an action row."""
    action_kinds: tuple[str, ...]
    """Types of action."""
    action_ids: tuple[str, ...]
    """The catalogue of action names."""
    refs: tuple[str, ...]
    """What each pointer from an action to an entity row means."""
    secrets: tuple[str, ...]
    """Columns that only a critic may see."""
    reasons: tuple[str, ...]
    """How a game can end."""
    token_buckets: int
    """Hashed sparse features lie below this number; 0 where a game has none."""

    @cached_property
    def hash(self) -> str:
        """Sixteen hexadecimal digits that change whenever a name or its place changes."""
        return hashlib.sha256(msgspec.json.encode(self.as_dict())).hexdigest()[:16]

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, for headers of files."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def difference(self, other: "Schema") -> str | None:
        """The first thing in which `other` differs, as a sentence; None where both are equal."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if mine == theirs:
                continue
            if not isinstance(mine, tuple):
                return f"{field.name} is {mine!r} here and {theirs!r} there"
            return _first_difference(field.name, mine, theirs)  # pyright: ignore[reportUnknownArgumentType]
        return None


def _first_difference(name: str, mine: tuple[str, ...], theirs: tuple[str, ...]) -> str:
    for place, (here, there) in enumerate(zip(mine, theirs, strict=False)):
        if here != there:
            return f"number {place} of {name} is {here!r} here and {there!r} there"
    longer, where = (mine, "here") if len(mine) > len(theirs) else (theirs, "there")
    return f"{name} has {longer[min(len(mine), len(theirs))]!r} only {where}"


@cache
def schema_of(game: str) -> Schema:
    """The schema of a game of this build."""
    return Schema(**_native.schema(game))


def schema_from(fields_by_name: Mapping[str, Any]) -> Schema:
    """A schema read back from the header of a file.

    Raises:
        msgspec.ValidationError: a field is missing or of another type.
    """
    return msgspec.convert(fields_by_name, Schema)
