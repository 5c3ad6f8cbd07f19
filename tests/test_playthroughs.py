"""One game a room as text: every view, every action, and the rows, so that a reviewer sees what a change changes.

Rows are written out at the first decision of each kind, without zeros, and as a hash elsewhere.

`python tests/test_playthroughs.py` writes the files anew.
"""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from standoff import Choices, Deals, DecisionBatch, Player, Table, Worlds, find_game, make_player, play
from standoff.decisions import JOINED_COLUMNS
from standoff.games import playable_games

FOLDER = Path(__file__).parent / "playthroughs"
SETTINGS: dict[str, tuple[dict[str, tuple[int, ...]], tuple[str, str], int]] = {
    "bang": ({"rules": (0,), "setup": (0,)}, ("tactical", "tactical"), 142),
    "cycles": ({"size": (9, 7)}, ("voronoi", "flood"), 7),
    "kuhn": ({"cards": (1, 2)}, ("equilibrium", "equilibrium"), 3),
    "leduc": ({"cards": (2, 1, 1)}, ("honest", "honest"), 3),
    "ptcg": ({"cut_off": (40,)}, ("random", "random"), 3),
}


@dataclass
class Narrator:
    """Plays as another player does, and writes down what it was shown."""

    player: Player
    lines: list[str]
    seen: set[str] = field(default_factory=set)
    reads_rows: bool = field(default=True, init=False)

    @property
    def name(self) -> str:
        """The player's."""
        return self.player.name

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        """One game is played, so a batch holds one decision."""
        choices = self.player.choose(batch, worlds)
        schema = batch.schema
        kind = schema.kinds[batch.kind[0]]
        self.lines.append(f"== ply {batch.ply[0]}, seat {batch.seat[0]} ({self.name}), {kind}")
        self.lines.append(f"information {batch.information[0]:016x}, rows {rows_hash(batch)}")
        self.lines += [f"{key}: {_text(value)}" for key, value in worlds.page(0).items()]
        is_new = kind not in self.seen
        self.seen.add(kind)
        if is_new:
            self._write_rows(batch)
        for row, label in enumerate(worlds.labels(0)):
            mark = ">" if row == choices.index[0] else " "
            self.lines.append(f"{mark}{label}: weight {choices.weights[row]:.3f}")
            if is_new:
                name = schema.action_ids[batch.action_id[row]]
                refs = ", ".join(f"{ref} {at}" for ref, at in zip(schema.refs, batch.action_refs[row], strict=True))
                self.lines.append(f"  {name}: {_named(schema.actions, batch.actions[row])}; {refs}")
        return choices

    def _write_rows(self, batch: DecisionBatch) -> None:
        schema = batch.schema
        self.lines.append(f"globals: {_named(schema.globals, batch.globals[0])}")
        for name, plane in zip(schema.planes, batch.planes[0], strict=False):
            self.lines.append(f"plane {name}: " + " ".join("".join(str(cell) for cell in row) for row in plane))
        for row in range(len(batch.entities)):
            card, zone = schema.cards[batch.entity_card[row]], schema.zones[batch.entity_zone[row]]
            self.lines.append(f"entity {row} {card} {zone}: {_named(schema.entities, batch.entities[row])}")


def rows_hash(batch: DecisionBatch) -> str:
    """Of all rows of a batch."""
    columns = (getattr(batch, name) for name in JOINED_COLUMNS)
    return hashlib.sha256(b"".join(np.ascontiguousarray(column).tobytes() for column in columns)).hexdigest()[:16]


def _named(names: tuple[str, ...], values: np.ndarray) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in zip(names, values, strict=False) if value)


def _text(value: object) -> str:
    if isinstance(value, list):
        return "".join(f"\n  {line}" for line in value)
    return json.dumps(value)


def playthrough(name: str) -> str:
    """The text of one game."""
    options, specs, seed = SETTINGS[name]
    game, lines = find_game(name), [f"{name}, {json.dumps(options)}, seed {seed}, {specs[0]} against {specs[1]}"]
    players = tuple(Narrator(make_player(spec, game), lines) for spec in specs)
    results = play(Table(name, Deals.of([seed], options), players, np.array([[0, 1]], np.int8)), asks_forced=True)
    reason = game.schema.reasons[results.reason[0]]
    lines.append(f"== {reason} after {results.plies[0]} plies, score of seat 0: {results.score[0]:g}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", playable_games())
def test_the_game_is_played_as_written(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text()


if __name__ == "__main__":
    for each in playable_games():
        (FOLDER / f"{each}.txt").write_text(playthrough(each))
