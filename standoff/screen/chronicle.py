"""The log of a game for one of its seats, in words: choices as that seat hears of them, and what they changed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from standoff.decisions import Choices, DecisionBatch
from standoff.games import Game
from standoff.players import Player
from standoff.pool import Worlds
from standoff.screen.menu import dimmed, without_remarks

FORCED = "nothing else to do"


@dataclass(frozen=True)
class Entry:
    """One thing that happened."""

    words: str
    who: str = ""
    """The name of the seat that chose it; empty for what came of a choice."""
    is_mine: bool = False
    remark: str = ""


@dataclass
class Chronicle:
    """What has happened so far. `seat` is the person's; of the other seat it is told no more than that seat hears."""

    game: Game
    seat: int
    entries: list[Entry] = field(default_factory=list[Entry])
    table: Mapping[str, Any] | None = None
    """The table as both seats last saw it."""
    _hand: Counter[str] = field(default_factory=Counter[str])
    _first_recent: int = 0

    def see_table(self, page: Mapping[str, Any]) -> None:
        """Notes what has changed on the table that both seats see; nothing else of the page is read."""
        table = page.get("table")
        if table is not None and self.table is not None and self.game.news is not None:
            self.entries += [Entry(words) for words in self.game.news(self.table, table)]
        self.table = table

    def see_own(self, page: Mapping[str, Any]) -> None:
        """Notes what has changed on the table, and the cards that have come to the person's hand."""
        self.see_table(page)
        hand = Counter(without_remarks(card) for card in page.get("hand", ()))
        new = hand - self._hand
        self._hand = hand
        if new:
            cards = ", ".join(card if count == 1 else f"{count} {card}" for card, count in new.items())
            self.entries.append(Entry(f"you get {cards}", is_mine=True))

    def hear(self, seat: int, words: str, *, is_forced: bool = False) -> None:
        """Notes a choice; before a choice of the person that was one, what came earlier is no longer recent."""
        is_mine = seat == self.seat
        if is_mine and not is_forced:
            self._first_recent = len(self.entries)
        self.entries.append(Entry(words, self.game.seats[seat], is_mine, FORCED if is_forced else ""))

    @property
    def n_recent(self) -> int:
        """How many entries there are since the person's last decision, which is the first of them."""
        return len(self.entries) - self._first_recent

    def last_lines(self, count: int) -> list[Text]:
        """The newest entries; those before the person's last decision are set back."""
        first = max(0, len(self.entries) - count)
        lines = self._lines(self.entries[first:], with_remarks=False)
        for line in lines[: max(0, self._first_recent - first)]:
            line.stylize("grey42")
        return lines

    def whole(self) -> Text:
        """All entries, with what stands in brackets."""
        return Text("\n").join(self._lines(self.entries, with_remarks=True))

    def _lines(self, entries: Sequence[Entry], with_remarks: bool) -> list[Text]:
        indent = max(len(name) for name in self.game.seats) + 2
        return [_line(entry, indent, with_remarks) for entry in entries]


def _line(entry: Entry, indent: int, with_remarks: bool) -> Text:
    """Who chose, and what; or, further in, what came of it."""
    words = dimmed(entry.words if with_remarks else without_remarks(entry.words))
    if not entry.who:
        words.stylize("green" if entry.is_mine else "grey70")
    line = Text.assemble((entry.who.ljust(indent), "cyan" if entry.is_mine else "bold magenta"), words)
    return line.append(f" ({entry.remark})", "dim") if entry.remark else line


@dataclass(frozen=True)
class Overheard:
    """A player whose choices are noted as the other seat hears of them."""

    inner: Player
    chronicle: Chronicle

    @property
    def name(self) -> str:
        """The player's."""
        return self.inner.name

    @property
    def reads_rows(self) -> bool:
        """Whether the player does."""
        return self.inner.reads_rows

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        """What the player does."""
        for row in range(len(batch)):
            self.chronicle.see_table(worlds.page(row))
        choices = self.inner.choose(batch, worlds)
        for row in range(len(batch)):
            self.chronicle.hear(int(batch.seat[row]), worlds.told(row, int(choices.index[row])))
        return choices
