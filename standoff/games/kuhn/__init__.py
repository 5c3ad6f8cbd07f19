"""Kuhn poker: title, options, every deal, and how its table is drawn in a terminal."""

from dataclasses import dataclass
from itertools import permutations

from standoff.errors import BadInput
from standoff.games import SELF_PLAY, Game
from standoff.games.kuhn.terminal import SEATS, draw
from standoff.pool import Options

RANKS = "JQK"


@dataclass(frozen=True)
class KuhnOptions:
    """Options of Kuhn poker."""

    cards: str = ""
    """The deal, such as KQ: seat 0's card and seat 1's, of J, Q and K; without it the seed deals."""

    def values(self) -> Options:
        """The two cards, where they are given."""
        cards = self.cards.upper()
        if not cards:
            return {}
        if len(cards) != 2 or cards[0] == cards[1] or not set(cards) <= set(RANKS):
            raise BadInput(f"--cards {self.cards!r} is no deal; give two different ones of J, Q and K, such as KQ")
        return {"cards": tuple(map(RANKS.index, cards))}


def deals() -> list[Options]:
    """The six ways to deal two of three cards."""
    return [{"cards": cards} for cards in permutations(range(len(RANKS)), 2)]


GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    options=KuhnOptions,
    draw=draw,
    seats=SEATS,
    yardsticks=("equilibrium", "random"),
    deals=deals,
    training=SELF_PLAY,
    most_chips=2,
)
