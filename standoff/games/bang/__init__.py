"""BANG! The Duel: title, options, and how its table is drawn in a terminal."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from standoff import _native
from standoff.decisions import DecisionBatch
from standoff.errors import BadInput
from standoff.games import Game
from standoff.games.bang.terminal import draw, news
from standoff.games.names import find_name
from standoff.games.names import slug as slug
from standoff.pool import Options

RULES = ("published", "rulebook")
SETUPS = ("draft", "random")
N_CARDS = 80
CHARACTERS = [sheet[1] for sheet in _native.sheets("bang") if sheet[0] == "character"]
"""The law's twelve, then the outlaw's."""


def find_character(name: str) -> int:
    """The number of a character, by its name or a part of it that no other has.

    Raises:
        BadInput: nobody is called so, or several are.
    """
    return find_name(name, CHARACTERS, "character of bang")


def _roster(side: str, names: str) -> tuple[int, ...]:
    numbers = tuple(find_character(name) for name in names.split(",") if name.strip())
    for number in numbers:
        if number // 12 != ("law", "outlaw").index(side):
            raise BadInput(f"--{side} {names!r}: {CHARACTERS[number]} is of the other side")
    if len(set(numbers)) != 4 or len(numbers) != 4:
        raise BadInput(f"--{side} {names!r}: give four different characters with commas between them")
    return numbers


@dataclass(frozen=True)
class BangOptions:
    """Options of BANG! The Duel."""

    rules: Literal["published", "rulebook"] = "published"
    """How eliminations are rewarded and hands limited: see docs/rules/bang.md."""
    setup: Literal["draft", "random"] = "draft"
    """Whether each side picks its four characters or is dealt them."""
    law: str = ""
    """Four characters of the law with commas, such as wyatt-ear,tex-killer,jango,bart-masterson; with --outlaw."""
    outlaw: str = ""
    """Four characters of the outlaws; both lists take the place of --setup."""

    def values(self) -> Options:
        """Rules, setup, and the rosters where they are given."""
        values: dict[str, tuple[int, ...]] = {
            "rules": (RULES.index(self.rules),),
            "setup": (SETUPS.index(self.setup),),
        }
        if bool(self.law) != bool(self.outlaw):
            raise BadInput("--law and --outlaw go together: give the characters of both sides or of none")
        if self.law:
            values |= {"law": _roster("law", self.law), "outlaw": _roster("outlaw", self.outlaw)}
        return values


def cards(batch: DecisionBatch) -> NDArray[np.float32]:
    """[B] the cards in hands, decks, the discard pile, the General Store and on the table: 80."""
    columns = ("my_hand", "their_hand", "my_deck", "their_deck", "common_deck", "discard")
    counted = batch.globals[:, [batch.schema.globals.index(name) for name in columns]].sum(1)
    schema = batch.schema
    on_table = [schema.zones.index(zone) for zone in ("my_active", "my_rear", "their_active", "their_rear", "store")]
    is_card = batch.entity_card < schema.cards.index(CHARACTERS[0])
    count = batch.entities[:, schema.entities.index("count")] * (is_card & np.isin(batch.entity_zone, on_table))
    owner = np.repeat(np.arange(len(batch)), np.diff(batch.entity_offsets))
    return (counted + np.bincount(owner, count, len(batch))).astype(np.float32)


GAME = Game(
    name="bang",
    title="BANG! The Duel",
    options=BangOptions,
    draw=draw,
    news=news,
    yardsticks=("tactical", "random"),
    samples=(
        BangOptions("rulebook"),
        BangOptions("published", "random"),
        BangOptions(
            "rulebook",
            law="bart-masterson,buffalo-bell,alan-pinkertoon,wild-bill",
            outlaw="bull-anderson,sid-curry,slim-poet,pearl-hat",
        ),
    ),
    conserved=cards,
    turns_column="turns",
    plays=("pick", "play", "dodge", "reload"),
    seats=("law", "outlaw"),
)
