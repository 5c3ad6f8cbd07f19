"""Positions of BANG! The Duel laid out in words and played choice by choice: for the tests of its rules, for puzzles.

scene = Scene(law="Wyatt Ear 2: Barrel, Hat / Tex Killer", outlaw="Sid Curry", law_hand="Colt, outlaw Missed!")
scene.take("play Colt at Sid Curry").take("take the hit")
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from standoff.decisions import Choices
from standoff.errors import BadInput
from standoff.games import find_game
from standoff.games.bang import CHARACTERS, N_CARDS, RULES, find_character, slug
from standoff.pool import Deals, GamePool, Options, Worlds

Side = Literal["law", "outlaw"]
SIDES: tuple[Side, Side] = ("law", "outlaw")
IN_DISCARD, IN_DECK, IN_COMMON, IN_HAND, ON_FIGURE = 0, 1, 3, 4, 6
SYMBOLS = ("Barrel", "Snake", "Dynamite", "Horseshoe")


@dataclass(frozen=True)
class Card:
    """One of the 80: 0 to 39 the law deck, 40 to 79 the outlaw deck."""

    name: str
    symbol: str
    back: Side


def all_cards() -> list[Card]:
    """The 80 cards in the order of their numbers."""
    cards: list[Card] = []
    for back in SIDES:
        for sheet in find_game("bang").sheets:
            copies = dict(sheet.facts).get(f"{back} deck", "none")
            for count, symbol in re.findall(r"(\d+) (\w+)", copies):
                cards += [Card(sheet.name, symbol, back)] * int(count)
    return cards


CARDS = all_cards()


@dataclass
class Scene:
    """One position, and the game that is played from it.

    A side's characters are "NAME LIFE: EQUIPMENT, ... / NAME ...", active first; life is full where it is left out. A
    card is "BACK NAME SYMBOL", back and symbol where they matter; a name may be `any`. A deck that is given holds
    exactly these cards, all of its back, in an order that nobody knows; without it, it holds the cards of its side that
    lie nowhere else. What is named nowhere lies in the discard pile, below `top`.
    """

    law: str
    outlaw: str
    law_hand: str = ""
    outlaw_hand: str = ""
    law_deck: str | None = None
    outlaw_deck: str | None = None
    common_deck: str = ""
    discard: str = ""
    top: str = ""
    law_reserve: str = ""
    outlaw_reserve: str = ""
    turn: Side = "law"
    starts_turn: bool = False
    """Whether the turn begins with what happens before its draw; otherwise cards have been drawn."""
    rules: Literal["published", "rulebook"] = "published"
    seed: int = 0
    told: list[str] = field(default_factory=list[str], init=False)
    """Every choice so far, as the other side hears of it."""

    def __post_init__(self) -> None:
        self._where: dict[int, int] = {}
        self._pool = GamePool.of("bang", Deals.of([self.seed], self.values()), threads=1, asks_forced=True)

    def values(self) -> Options:
        """The options of the native core that lay this position out.

        Raises:
            BadInput: an unknown card or character, or more copies of a card than there are.
        """
        self._where = {}
        figures, life = [-1] * 4, [0] * 4
        for seat, row in enumerate((self.law, self.outlaw)):
            for place, text in enumerate(row.split("/")):
                figure = 2 * seat + place
                figures[figure], life[figure] = self._lay_figure(text.strip(), figure)
        self._lay(self.law_hand, IN_HAND)
        self._lay(self.outlaw_hand, IN_HAND + 1)
        self._lay(self.discard, IN_DISCARD)
        top = self._lay(self.top, IN_DISCARD)
        decks = (self.law_deck, self.outlaw_deck)
        for seat, deck in enumerate(decks):
            self._lay(deck or "", IN_DECK + seat, SIDES[seat])
        self._lay(self.common_deck, IN_COMMON)
        rest = [IN_DECK + seat if deck is None else IN_DISCARD for seat, deck in enumerate(decks)]
        reserves = f"{self.law_reserve},{self.outlaw_reserve}".split(",")
        return {
            "rules": (RULES.index(self.rules),),
            "figures": tuple(figures),
            "life": tuple(life),
            "reserves": tuple(find_character(name) for name in reserves if name.strip()),
            "cards": tuple(self._where.get(card, rest[card * 2 // N_CARDS]) for card in range(N_CARDS)),
            "top": (top[0] if top else -1,),
            "turn": (SIDES.index(self.turn), int(self.starts_turn)),
        }

    def _lay_figure(self, text: str, figure: int) -> tuple[int, int]:
        read = re.fullmatch(r"([A-Za-z ]+?) *(\d*)(?:: *(.*))?", text)
        if read is None:
            raise BadInput(f"{text!r} is no character of a scene: give NAME LIFE: EQUIPMENT, ...")
        self._lay(read[3] or "", ON_FIGURE + figure)
        return find_character(read[1]), int(read[2] or 0)

    def _lay(self, names: str, spot: int, only: Side | None = None) -> list[int]:
        laid: list[int] = []
        for name in names.split(","):
            if name.strip():
                laid.append(self._find_card(name.strip(), only))
                self._where[laid[-1]] = spot
        return laid

    def _find_card(self, text: str, only: Side | None) -> int:
        given = next((side for side in SIDES if text.startswith(f"{side} ")), None)
        back, name = given or only, text.removeprefix(f"{given} ")
        symbol = next((each for each in SYMBOLS if name.endswith(f" {each}")), None)
        name = name.removesuffix(f" {symbol}")
        for number, card in enumerate(CARDS):
            is_like = slug(name) in ("any", slug(card.name)) and symbol in (None, card.symbol)
            if is_like and back in (None, card.back) and number not in self._where:
                return number
        raise BadInput(f"{text!r} is no card of bang, or all its copies lie somewhere already")

    @property
    def named(self) -> set[int]:
        """The cards that the position names a place for."""
        return set(self._where)

    @property
    def _worlds(self) -> Worlds:
        worlds = self._pool.worlds()
        if len(worlds) == 0:
            raise BadInput("the scene has been played to its end")
        return worlds

    @property
    def is_over(self) -> bool:
        """Whether a side has won."""
        return len(self._pool.worlds()) == 0

    @property
    def winner(self) -> Side | None:
        """The side that has won; None in a game that goes on, or that was drawn. It can be asked for once."""
        ended = self._pool.ended()
        scores: dict[float, Side] = {1.0: "law", 0.0: "outlaw"}
        return scores.get(float(ended.score[0])) if len(ended.score) else None

    @property
    def side(self) -> Side:
        """Who must choose now."""
        return SIDES[int(self._worlds.heads().seat[0])]

    @property
    def asked(self) -> str:
        """What is asked, such as "Colt at Wyatt Ear (active)"."""
        return self._worlds.page(0)["asked"]

    @property
    def moves(self) -> list[str]:
        """The legal choices in words."""
        return self._worlds.labels(0)

    @property
    def full_hand(self) -> list[str]:
        """The hand of who must choose, with symbols and backs."""
        return self._worlds.page(0)["hand"]

    @property
    def hand(self) -> list[str]:
        """The hand of who must choose, by name."""
        return [plain(card) for card in self._worlds.page(0)["hand"]]

    @property
    def table(self) -> Mapping[str, Any]:
        """What both sides see."""
        return self._worlds.page(0)["table"]

    @property
    def top_of_discard(self) -> str | None:
        """The name of the card on top of the discard pile."""
        card = self.table["discard_top"]
        return card and plain(card)

    def hand_size(self, side: Side) -> int:
        """Cards in a hand."""
        return self.table[side]["hand"]

    def figures(self, side: Side) -> list[Mapping[str, Any]]:
        """The characters of a side, active first."""
        return [figure for figure in self.table[side]["characters"] if figure]

    def figure(self, name: str) -> Mapping[str, Any]:
        """A character in play.

        Raises:
            KeyError: it is not in play.
        """
        wanted = CHARACTERS[find_character(name)]
        return {figure["name"]: figure for side in SIDES for figure in self.figures(side)}[wanted]

    def life(self, name: str) -> int:
        """Life points of a character in play."""
        return self.figure(name)["life"]

    def can(self, move: str) -> bool:
        """Whether some legal choice begins with these words, symbols and backs of cards left out."""
        return any(plain(label).startswith(move) for label in self.moves)

    def take(self, *moves: str) -> "Scene":
        """Makes choices, each named by the words it begins with, symbols and backs of cards left out or not.

        Raises:
            BadInput: no legal choice begins so, or choices of different meaning do.
        """
        for move in moves:
            worlds = self._worlds
            labels = worlds.labels(0)
            found = [row for row, label in enumerate(labels) if move in (label, plain(label))]
            found = found or [
                row for row, label in enumerate(labels) if label.startswith(move) or plain(label).startswith(move)
            ]
            if len({plain(labels[row]) for row in found}) != 1:
                asked = worlds.page(0)["asked"]
                raise BadInput(f"{asked}: {move!r} is {'no' if not found else 'more than one'} choice of {labels}")
            self.told.append(worlds.told(0, found[0]))
            self._pool.apply(Choices(np.array(found[:1], np.int32), np.zeros(0, np.float32)))
        return self


def plain(label: str) -> str:
    """A label without the symbols and backs of its cards."""
    return re.sub(rf" \((?:{'|'.join(SYMBOLS)}), (?:law|outlaw)\)", "", label)
