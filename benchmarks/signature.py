"""One hash over fixed-seed games and their rows: a change that should not change behaviour must not change it."""

import hashlib
from dataclasses import dataclass, field

import numpy as np

from standoff import Choices, Deals, DecisionBatch, Results, Table, find_game, make_player, play
from standoff.decisions import JOINED_COLUMNS, OFFSET_COLUMNS
from standoff.games import playable_games

SEEDS = 20
OPTIONS: dict[str, list[dict[str, tuple[int, ...]]]] = {
    "bang": [{"rules": (rules,), "setup": (setup,)} for rules in (0, 1) for setup in (0, 1)],
    "cycles": [{"size": (30, 20)}, {"size": (7, 9)}],
    "kuhn": [{}, {"cards": (1, 2)}],
    "leduc": [{}, {"cards": (2, 1, 1)}],
}
DEPTH = 3


@dataclass
class Hasher:
    """A spectator that hashes every row and choice."""

    hash: "hashlib._Hash"
    reads_rows: bool = field(default=True, init=False)

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """All columns in a fixed order."""
        for name in (*JOINED_COLUMNS, *OFFSET_COLUMNS):
            self.hash.update(np.ascontiguousarray(getattr(batch, name)).tobytes())
        self.hash.update(choices.index.tobytes() + choices.weights.tobytes())

    def ended(self, results: Results) -> None:
        """Scores and lengths."""
        self.hash.update(results.score.tobytes() + results.plies.tobytes())


def signature(name: str) -> str:
    """The hash of one game: each scripted player against itself on a few seeds, under each set of options."""
    game, hasher = find_game(name), Hasher(hashlib.sha256(find_game(name).schema.hash.encode()))
    for options in OPTIONS.get(name, [{}]):
        for bot in game.bots.values():
            player = make_player(f"{bot.name}:{DEPTH}" if bot.most_depth else bot.name, game)
            deals = Deals.of(np.arange(SEEDS), options)
            play(Table(name, deals, (player,), np.zeros((SEEDS, 2), np.int8)), [hasher])
    return hasher.hash.hexdigest()[:16]


if __name__ == "__main__":
    for each in playable_games():
        print(each, signature(each))
