"""Parses the English of a card's text, sentence by sentence, into mechanical primitives."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from standoff.games.ptcg.grammar import ACTIONS, RULES, Rule

REMINDER = re.compile(r"\s*\((?!both yours)[^()]*\)")
"""What stands in brackets reminds of a rule of the game and does nothing; `both yours and your opponent's` says who."""
PLAIN_QUOTES = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")
SENTENCE_END = re.compile(r"(?<=[.!?])(?<!etc\.)[\"']?\s+")
COMPILED: Mapping[str, re.Pattern[str]] = {rule.column: re.compile(rule.pattern, re.IGNORECASE) for rule in RULES}
ACTION_COLUMNS = frozenset(rule.column for rule in ACTIONS)


def sentences(text: str) -> list[str]:
    """The sentences of a text that do something, with plain quotes and spaces; reminders in brackets are left out."""
    plain = " ".join(text.translate(PLAIN_QUOTES).split())
    return [part for part in SENTENCE_END.split(REMINDER.sub("", plain)) if part.strip(" .")]


@cache
def primitives(sentence: str) -> Mapping[str, float]:
    """The primitives of one sentence: columns of the grammar and values above 0, up to 1."""
    found = {rule.column: _value(rule, COMPILED[rule.column].search(sentence)) for rule in RULES}
    return {column: value for column, value in found.items() if value > 0}


def parse(texts: Iterable[str]) -> dict[str, float]:
    """The primitives of all sentences of some texts; where several say the same, the greatest value."""
    found: dict[str, float] = {}
    for text in texts:
        for sentence in sentences(text):
            for column, value in primitives(sentence).items():
                found[column] = max(value, found.get(column, 0.0))
    return found


def is_understood(sentence: str) -> bool:
    """Whether the grammar knows anything that the sentence does, not only when or to whom."""
    return not ACTION_COLUMNS.isdisjoint(primitives(sentence))


def _value(rule: Rule, match: re.Match[str] | None) -> float:
    if match is None:
        return 0.0
    words = [word for word in match.groupdict().values() if word]
    if not words:
        return 1.0 / rule.scale if rule.scale > 1 else 1.0
    word = words[0].lower()
    if word.isdigit():
        return min(int(word) / rule.scale, 1.0)
    return 1.0 / rule.scale if word in ("a", "an", "another") else 1.0
