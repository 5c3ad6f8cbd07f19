"""Leduc hold'em: title, options, every deal, and how its table is drawn in a terminal."""

from dataclasses import dataclass
from itertools import permutations

from standoff.errors import BadInput
from standoff.games import SELF_PLAY, Game
from standoff.games.leduc.terminal import SEATS, draw, news
from standoff.pool import Options

RANKS = "JQK"
N_SUITS = 2


@dataclass(frozen=True)
class LeducOptions:
    """Options of Leduc hold'em."""

    cards: str = ""
    """The deal, such as KQJ: seat 0's card, seat 1's and the public one, of J, Q and K; without it the seed deals."""

    def values(self) -> Options:
        """The three cards, where they are given."""
        cards = self.cards.upper()
        if not cards:
            return {}
        if len(cards) != 3 or len(set(cards)) == 1 or not set(cards) <= set(RANKS):
            raise BadInput(
                f"--cards {self.cards!r} is no deal; give three of J, Q and K, at most two of a rank, such as KQJ"
            )
        return {"cards": tuple(map(RANKS.index, cards))}


def deals() -> list[Options]:
    """The 120 ways to deal three of six cards, by their ranks: many are equal."""
    six = permutations([rank for rank in range(len(RANKS)) for _ in range(N_SUITS)], 3)
    return [{"cards": cards} for cards in six]


GAME = Game(
    name="leduc",
    title="Leduc hold'em",
    options=LeducOptions,
    draw=draw,
    news=news,
    seats=SEATS,
    yardsticks=("honest", "random"),
    deals=deals,
    training=SELF_PLAY,
    most_chips=13,
)
