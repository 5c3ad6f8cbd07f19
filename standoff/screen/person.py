"""A person at the keyboard as a player: the table drawn, what happened told, legal moves named, and thoughts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import readchar
from rich.console import Console
from rich.segment import Segment
from rich.table import Table as Grid
from rich.text import Text

from standoff import segments
from standoff.decisions import Choices, DecisionBatch
from standoff.games import Game
from standoff.players import Player
from standoff.pool import Worlds
from standoff.screen import menu
from standoff.screen.chronicle import Chronicle
from standoff.screen.explain import sheets_in_groups, sheets_in_sight, text_beside_each
from standoff.screen.pager import lines_of, read_through, show_lines

ARROW_KEYS = {
    readchar.key.UP: "up",
    readchar.key.RIGHT: "right",
    readchar.key.DOWN: "down",
    readchar.key.LEFT: "left",
}
USUAL_LOG_LINES = 8
LEAST_LOG_LINES = 3
LEAST_MENU_LINES = 5
MOST_THOUGHTS = 6


class Leaves(Exception):
    """The person has had enough."""


@dataclass(frozen=True)
class Decision:
    """What a person is asked: one row of a batch, its page and its legal moves."""

    page: Mapping[str, Any]
    labels: Sequence[str]
    batch: DecisionBatch
    worlds: Worlds


@dataclass
class HumanPlayer:
    """Shows a decision and waits for a key. `thinker` is asked for its view of the moves when the person wants it."""

    game: Game
    console: Console
    thinker: Player
    chronicle: Chronicle
    headline: str
    name: str = "you"
    shows_thoughts: bool = False
    reads_rows: bool = field(default=True, init=False)
    _page: int = field(default=0, init=False)
    _n_pages: int = field(default=1, init=False)

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        """A choice for each decision."""
        index = np.array([self._choose_one(batch, worlds, row) for row in range(len(batch))], np.int32)
        weights = np.zeros(int(batch.action_offsets[-1]), np.float32)
        weights[batch.action_offsets[:-1] + index] = 1.0
        return Choices(index, weights)

    def _choose_one(self, batch: DecisionBatch, worlds: Worlds, row: int) -> int:
        one = np.array([row])
        decision = Decision(worlds.page(row), worlds.labels(row), batch.take(one), worlds.take(one))
        self.chronicle.see_own(decision.page)
        # Where a log tells what happened, nobody need press a key for what cannot be helped.
        is_forced = len(decision.labels) == 1 and self.game.news is not None
        chosen = 0 if is_forced else self._ask(decision)
        self.chronicle.hear(int(batch.seat[row]), decision.labels[chosen], is_forced=is_forced)
        return chosen

    def _ask(self, decision: Decision) -> int:
        self._page, note = 0, ""
        while True:
            keys = self._show(decision, note)
            note = ""
            key = readchar.readkey()
            chosen = keys.get(key, self._by_name(key, decision))
            if chosen is not None:
                return chosen
            if not self._serve(key, decision):
                note = "That is not a legal move."

    def _by_name(self, key: str, decision: Decision) -> int | None:
        meaning = self.game.keys.get(ARROW_KEYS.get(key, key))
        label = meaning(decision.page) if meaning else None
        return decision.labels.index(label) if label in decision.labels else None

    def _serve(self, key: str, decision: Decision) -> bool:
        """Does what a key that is no move asks for; False where it means nothing."""
        if key == "q":
            raise Leaves
        if key == "t":
            self.shows_thoughts = not self.shows_thoughts
        elif key == "l":
            read_through(self.console, "The game so far", self.chronicle.whole(), from_the_end=True)
        elif key == "?" and self.game.sheets:
            sheets = sheets_in_sight(self.game, decision.page, decision.labels)
            read_through(
                self.console, "What is on the table, in your hand and among your moves", sheets_in_groups(sheets)
            )
        elif key == " " and self._n_pages > 1:
            self._page = (self._page + 1) % self._n_pages
        else:
            return False
        return True

    def _show(self, decision: Decision, note: str) -> Mapping[str, int]:
        """Draws the screen, cut to its height; says which keys are moves."""
        height = self.console.height - 1  # the cursor takes the last line
        above = lines_of(self.console, Text(self.headline, "bold", no_wrap=True, overflow="ellipsis"))
        asked = decision.page.get("asked")
        below = lines_of(self.console, Text(f"▸ {asked}", "bold bright_yellow")) if asked else []
        foot = lines_of(self.console, self._help())
        if note:
            foot = [*foot[:-1], *lines_of(self.console, Text(note, "yellow")), *foot[-1:]]
        if self.shows_thoughts:
            foot = [*lines_of(self.console, thoughts(self.thinker, decision)), *foot]
        table = self.game.draw(decision.page)
        free = height - len(above) - len(below) - len(foot)
        room = free - len(lines_of(self.console, table, 0))
        usual_log = min(len(self.chronicle.entries), LEAST_LOG_LINES) + 1
        for log_room in (usual_log, 0):  # rather all moves at once than a log
            page = self._menu_page(decision, max(LEAST_MENU_LINES, room - log_room))
            if self._n_pages == 1:
                break
        moves = [line for text in page.lines for line in lines_of(self.console, text)]
        board = lines_of(self.console, table, free - usual_log - len(moves))
        log = self._log(free - len(moves) - len(board))
        has_air = free - len(moves) - len(board) - len(log) >= 2
        air: list[list[Segment]] = [[]] if has_air else []
        lines = [*above, *board, *log, *air, *below, *moves, *air, *foot]
        show_lines(self.console, lines if len(lines) <= height else lines[len(above) :])
        return page.keys

    def _menu_page(self, decision: Decision, room: int) -> menu.Page:
        width = self.console.width
        keys = menu.keys_for(tuple(self.game.keys))
        texts = text_beside_each(self.game, decision.labels)
        if texts and len(texts) <= len(keys):
            page = menu.explained(decision.labels, texts, keys, width)
            if len(page.lines) <= room:
                self._n_pages = 1
                return page
        pages = menu.pages(decision.labels, keys, width, room)
        if len(pages) > 1:
            pages = menu.pages(decision.labels, keys, width, room - 1)
        self._n_pages = len(pages)
        self._page %= len(pages)
        shown = pages[self._page]
        if len(pages) == 1:
            return shown
        more = Text(f"space: more moves ({self._page + 1} of {len(pages)})", "dim")
        others = {key: number for page in pages for key, number in page.keys.items()}
        return menu.Page((*shown.lines, more), {**others, **shown.keys})

    def _log(self, room: int) -> list[list[Segment]]:
        usual = USUAL_LOG_LINES if self.game.news is not None else 0
        shown = min(len(self.chronicle.entries), max(usual, self.chronicle.n_recent), room - 1)
        if shown < 1:
            return []
        left_out = self.chronicle.n_recent - shown
        title = f" {left_out} more since your last decision: l ─" if left_out > 0 else ""
        lines = [Text("──" + title.ljust(self.console.width - 2, "─"), "grey42"), *self.chronicle.last_lines(shown)]
        for line in lines:
            line.truncate(self.console.width, overflow="ellipsis")
        return [part for line in lines for part in lines_of(self.console, line)]

    def _help(self) -> Text:
        arrows = "arrows or numbers move · " if "up" in self.game.keys else ""
        sheets = " · ? what the cards say" if self.game.sheets else ""
        return Text(f"{arrows}t what {self.thinker.name} thinks of your moves · l log{sheets} · q leaves", "dim")


def thoughts(thinker: Player, decision: Decision) -> Grid:
    """What a player would do in this decision, its favourites as bars, and how it rates the position."""
    choices = thinker.choose(decision.batch, decision.worlds)
    short = menu.short_labels(decision.labels)
    favourites: list[int] = np.argsort(-choices.weights, kind="stable")[:MOST_THOUGHTS].tolist()
    grid = Grid.grid(padding=(0, 1))
    for number in favourites:
        weight = float(choices.weights[number])
        grid.add_row(short[number], Text("█" * round(24 * weight), style="green"), f"{weight:.0%}")
    entropy = max(0.0, float(segments.entropy(choices.weights, decision.batch.action_offsets)[0]))
    value = None if choices.value is None else float(choices.value[0])
    rating = "" if value is None else f"your chances {(value + 1) / 2:.0%}, "
    grid.add_row("", Text(f"{rating}undecided by {entropy:.2f} nats", style="dim"), "")
    return grid
