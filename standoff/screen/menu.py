"""The legal moves as a menu: a key for each, equal beginnings said once, in as many columns as fit."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from rich.text import Text

TAKEN = "qtl"
"""Letters that mean something else while a move is waited for."""
KEY_STYLE = "bold bright_yellow"
WIDEST_HEAD = 28
"""A longer beginning stands on a line of its own above its moves."""
WIDEST_CELL = 18
"""Only shorter moves decide how wide the columns are that groups share."""
GAP = 3
TAB = 10

REMARK = re.compile(r" \(([^()]*)\)")
WORD = re.compile(r"\S+(?: \([^()]*\))?")
"""A word with the remark that belongs to it."""

Move: TypeAlias = tuple[int, str]
"""The number of a legal move and what is to be printed of it."""


@dataclass(frozen=True)
class Page:
    """What fits the screen at once."""

    lines: tuple[Text, ...]
    keys: Mapping[str, int]
    """From the key to the number of the legal move."""


@dataclass(frozen=True)
class _Group:
    """Moves that begin alike, and perhaps end alike: what they share, and what each has of its own."""

    head: str
    moves: tuple[Move, ...]

    @property
    def widest(self) -> int:
        """The length of the longest move."""
        return max(len(words) for _, words in self.moves)


def without_remarks(words: str) -> str:
    """Words without what stands in brackets."""
    return REMARK.sub("", words)


def dimmed(words: str) -> Text:
    """Words with what stands in brackets set back."""
    text = Text(words)
    text.highlight_regex(r"\([^()]*\)", "dim")
    return text


def short_labels(labels: Sequence[str]) -> list[str]:
    """Labels with only those remarks in brackets that tell two moves apart."""
    alike: dict[str, list[str]] = {}
    for label in labels:
        alike.setdefault(without_remarks(label), []).append(label)
    return [_needed(label, alike[without_remarks(label)]) for label in labels]


def _needed(label: str, alike: Sequence[str]) -> str:
    remarks = [[remark.split(", ") for remark in REMARK.findall(each)] for each in alike]
    number = 0

    def keep(found: re.Match[str]) -> str:
        nonlocal number
        values = found[1].split(", ")
        others = [each[number] for each in remarks]
        telling = [value for at, value in enumerate(values) if len({tuple(other[at : at + 1]) for other in others}) > 1]
        number += 1
        return f" ({', '.join(telling)})" if telling else ""

    return REMARK.sub(keep, label)


def keys_for(taken: Sequence[str]) -> str:
    """The keys of moves in their order: digits, small letters, capitals, without those that mean something else."""
    letters = "".join(letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in (*TAKEN, *taken))
    capitals = "".join(letter for letter in letters.upper() if letter not in taken)
    return "".join(digit for digit in "123456789" if digit not in taken) + letters + capitals


def pages(labels: Sequence[str], keys: str, width: int, height: int) -> list[Page]:
    """The menu, on several pages where it has more lines than `height` or more moves than there are keys.

    Keys run on from page to page while there are enough of them; otherwise each page begins anew.
    """
    blocks = list(_blocks(short_labels(labels), width))
    n_moves = sum(len(moves) for _, moves in blocks)
    found: list[Page] = []
    lines: list[Text] = []
    chosen: dict[str, int] = {}
    used = 0
    for line, moves in blocks:
        if lines and (len(lines) + 1 > height or len(chosen) + len(moves) > len(keys)):
            found.append(Page(tuple(lines), chosen))
            lines, chosen = [], {}
            used = used if n_moves <= len(keys) else 0
        new = keys[used : used + len(moves)]
        used += len(moves)
        chosen |= dict(zip(new, (number for number, _ in moves), strict=True))
        lines.append(_with_keys(line, new))
    return [*found, Page(tuple(lines), chosen)]


def explained(labels: Sequence[str], texts: Sequence[str], keys: str, width: int) -> Page:
    """The menu with a line or more of explanation beside each move."""
    short = short_labels(labels)
    indent = max(len(label) for label in short) + 2 + GAP
    lines: list[Text] = []
    for key, label, text in zip(keys, short, texts, strict=False):
        for number, part in enumerate(_wrapped(text, width - indent)):
            line = Text.assemble((key, KEY_STYLE), " ", dimmed(label)) if number == 0 else Text()
            line.pad_right(indent - line.cell_len)
            lines.append(line.append(part, "grey62"))
    return Page(tuple(lines), dict(zip(keys, range(len(labels)), strict=False)))


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def _blocks(labels: Sequence[str], width: int) -> Iterator[tuple[str, tuple[Move, ...]]]:
    """Lines with the moves on each of them, where a key is still a blank: first what stands alone, then groups."""
    groups = list(_groups(labels))
    alone = [group.moves[0] for group in groups if len(group.moves) == 1]
    yield from min(list(_columns(alone, 0, width)), list(_tabbed(alone, width)), key=len)
    together = [group for group in groups if len(group.moves) > 1]
    aligned = [group for group in together if group.widest <= WIDEST_CELL and len(group.head) <= WIDEST_HEAD]
    for group in together:
        if len(group.head) > WIDEST_HEAD:
            yield group.head, ()
            yield from _columns(group.moves, GAP, width)
            continue
        fellows = aligned if group in aligned else [group]
        indent = max(len(each.head) for each in fellows) + 2
        cell = max(each.widest for each in fellows)
        for number, (line, moves) in enumerate(_columns(group.moves, indent, width, cell)):
            yield (group.head + line[len(group.head) :] if number == 0 else line), moves


KEY_PLACE = "\x00"


def _columns(moves: Sequence[Move], indent: int, width: int, cell: int = 0) -> Iterator[tuple[str, tuple[Move, ...]]]:
    """Moves in equal columns, read along the lines."""
    cell = max([cell, *(len(words) for _, words in moves)]) + 2 + GAP
    n_columns = max(1, (width - indent + GAP) // cell)
    for first in range(0, len(moves), n_columns):
        row = tuple(moves[first : first + n_columns])
        yield " " * indent + "".join(f"{KEY_PLACE} {words}".ljust(cell) for _, words in row).rstrip(), row


def _tabbed(moves: Sequence[Move], width: int) -> Iterator[tuple[str, tuple[Move, ...]]]:
    """Moves one after the other, each from the next tab stop: for those of very different length."""
    line, row = "", list[Move]()
    for move in moves:
        cell = f"{KEY_PLACE} {move[1]}"
        start = -(-(len(line) + GAP) // TAB) * TAB if line else 0
        if line and start + len(cell) > width:
            yield line, tuple(row)
            line, row, start = "", [], 0
        line = line.ljust(start) + cell
        row.append(move)
    if row:
        yield line, tuple(row)


def _with_keys(line: str, keys: str) -> Text:
    text = Text()
    for number, part in enumerate(line.split(KEY_PLACE)):
        if number:
            text.append(keys[number - 1], KEY_STYLE)
        text.append_text(dimmed(part))
    return text


def _groups(labels: Sequence[str]) -> Iterator[_Group]:
    """Runs of moves whose first two words are alike."""
    if len(labels) <= 3:
        yield from (_Group("", ((number, label),)) for number, label in enumerate(labels))
        return
    for _, run in groupby(enumerate(labels), key=lambda move: WORD.findall(move[1])[:2]):
        moves = tuple(run)
        yield _factored(moves) if len(moves) > 1 else _Group("", moves)


def _factored(moves: Sequence[Move]) -> _Group:
    words: list[list[str]] = [WORD.findall(label) for _, label in moves]
    shortest = min(len(each) for each in words)
    first = _n_alike(words, shortest - 1)
    last = _n_alike([each[::-1] for each in words], shortest - first - 1)
    if last < 2:
        last = 0
    own = [" ".join(each[first : len(each) - last]) for each in words]
    own = [each.rstrip(",") for each in own] if last else own
    head = " ".join([*words[0][:first], *(["…", *words[0][-last:]] if last else [])])
    return _Group(head, tuple((number, each) for (number, _), each in zip(moves, own, strict=True)))


def _n_alike(words: Sequence[Sequence[str]], most: int) -> int:
    """How many words all begin with."""
    count = 0
    while count < most and len({each[count] for each in words}) == 1:
        count += 1
    return count
