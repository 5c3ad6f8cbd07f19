"""A person at the keyboard as a player: the board drawn, legal moves named, and the opponent's thoughts on demand."""

import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import readchar
from rich.console import Console, Group
from rich.table import Table as Grid
from rich.text import Text

from standoff import segments
from standoff.arena import Results, Table, play
from standoff.decisions import Choices, DecisionBatch
from standoff.errors import BadInput
from standoff.games import Game
from standoff.players import Player
from standoff.pool import Deals, Options, Worlds

ARROW_KEYS = {
    readchar.key.UP: "up",
    readchar.key.RIGHT: "right",
    readchar.key.DOWN: "down",
    readchar.key.LEFT: "left",
}


class Leaves(Exception):
    """The person has had enough."""


@dataclass
class HumanPlayer:
    """Shows a decision and waits for a key. `thinker` is asked for its view of the moves when the person wants it."""

    game: Game
    console: Console
    thinker: Player
    headline: str
    name: str = "you"
    shows_thoughts: bool = False
    reads_rows: bool = field(default=True, init=False)

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        """One key a decision."""
        index = np.array([self._ask(batch, worlds, row) for row in range(len(batch))], np.int32)
        weights = np.zeros(int(batch.action_offsets[-1]), np.float32)
        weights[batch.action_offsets[:-1] + index] = 1.0
        return Choices(index, weights)

    def _ask(self, batch: DecisionBatch, worlds: Worlds, row: int) -> int:
        one = np.array([row])
        page, labels = worlds.page(row), worlds.labels(row)
        note = ""
        while True:
            self._show(page, labels, batch.take(one), worlds.take(one), note)
            key = readchar.readkey()
            if key == "q":
                raise Leaves
            if key == "t":
                self.shows_thoughts = not self.shows_thoughts
                continue
            chosen = self._read(key, page, labels)
            if chosen is not None:
                return chosen
            note = "That is not a legal move."

    def _read(self, key: str, page: dict[str, Any], labels: list[str]) -> int | None:
        if key.isdecimal() and 1 <= int(key) <= len(labels):
            return int(key) - 1
        meaning = self.game.keys.get(ARROW_KEYS.get(key, key))
        label = meaning(page) if meaning else None
        return labels.index(label) if label in labels else None

    def _show(self, page: dict[str, Any], labels: list[str], batch: DecisionBatch, worlds: Worlds, note: str) -> None:
        moves = Text("  ").join(Text(f"{number} {label}") for number, label in enumerate(labels, 1))
        help_line = Text("arrows or numbers move · t what it thinks of your moves · q leaves", style="dim")
        parts = [Text(self.headline, style="bold"), self.game.draw(page), moves]
        if self.shows_thoughts:
            parts.append(thoughts(self.thinker, labels, batch, worlds))
        self.console.clear()
        self.console.print(Group(*parts, help_line, Text(note, style="yellow")))


def thoughts(thinker: Player, labels: list[str], batch: DecisionBatch, worlds: Worlds) -> Grid:
    """What a player would do in this decision, as bars, and how it rates the position."""
    choices = thinker.choose(batch, worlds)
    grid = Grid.grid(padding=(0, 1))
    for label, weight in zip(labels, choices.weights, strict=True):
        grid.add_row(label, Text("█" * round(24 * float(weight)), style="green"), f"{weight:.0%}")
    entropy = float(segments.entropy(choices.weights, batch.action_offsets)[0])
    value = None if choices.value is None else float(choices.value[0])
    rating = "" if value is None else f"your chances {(value + 1) / 2:.0%}, "
    grid.add_row("", Text(f"{rating}undecided by {entropy:.2f} nats", style="dim"), "")
    return grid


def play_in_terminal(
    game: Game, options: Options, opponent: Player, seed: int, seat: int, console: Console
) -> tuple[int, int]:
    """Games against a player until the person leaves, seats swapped after each; says how many were won and played.

    Raises:
        BadInput: there is no keyboard to read from.
    """
    if not sys.stdin.isatty():
        raise BadInput("play needs a terminal to read keys from, and its input is none")
    won, played = 0, 0
    try:
        while True:
            seat_now = (seat + played) % 2
            headline = f"{game.title} · you against {opponent.name} · deal {seed + played} · won {won} of {played}"
            human = HumanPlayer(game, console, opponent, headline)
            seating = np.array([[0, 1] if seat_now == 0 else [1, 0]], np.int8)
            table = Table(game.name, Deals.of([seed + played], options), (human, opponent), seating)
            results = play(table, asks_forced=True, slots=1, threads=1)
            played += 1
            score = float(results.score[0]) if seat_now == 0 else 1.0 - float(results.score[0])
            won += score == 1.0
            console.print(_ending(game, results, score))
            if readchar.readkey() == "q":
                raise Leaves
    except (Leaves, KeyboardInterrupt):
        return won, played


def _ending(game: Game, results: Results, score: float) -> Text:
    verdict = {1.0: "You win", 0.5: "A draw", 0.0: "You lose"}[score]
    reason = game.schema.reasons[int(results.reason[0])]
    text = f"{verdict} after {int(results.plies[0])} plies ({reason}). Any key plays the next deal, q leaves."
    return Text(text, style="bold green" if score == 1.0 else "bold")
