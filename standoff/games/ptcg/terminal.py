"""Draws the table of the Pokémon TCG in a terminal: their side above, the own side and hand below."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from rich.text import Text

Facts: TypeAlias = Mapping[str, Any]

SEATS = ("first", "second")
ENERGIES = ("C", "G", "R", "W", "L", "P", "F", "D", "M", "N", "any", "TR")
"""What an energy is called for short, as on the cards."""
CONDITIONS = ("poisoned", "burned", "asleep", "paralyzed", "confused")
MINE, THEIRS = "bright_cyan", "bright_magenta"


def draw(page: Facts) -> Text:
    """A line a Pokémon, the piles in numbers, the hand, and the question."""
    me: int = page["seat"]
    mine, theirs = page["table"]["sides"][me], page["table"]["sides"][1 - me]
    is_open = bool(page["table"]["turn"])
    text = Text()
    text.append(f"{_piles(SEATS[1 - me], theirs)}\n", THEIRS)
    for row in ("bench", "active"):
        _row(text, row, theirs[row])
    if page["table"]["stadium"]:
        text.append(f"stadium: {_counted(page['table']['stadium'])}\n", "yellow")
    turn = f"turn {page['table']['turn']}" if is_open else "before the first turn"
    text.append(f"--- {turn}\n", "grey50")
    for row in ("active", "bench"):
        _row(text, row, page[row])
    text.append(f"{_piles(SEATS[me], mine)}\n", MINE)
    text.append("hand: ", "bold").append(f"{_counted(page['hand']) or 'nothing'}\n")
    if page["looking"]:
        text.append("looking at: ", "bold").append(f"{_counted(page['looking'])}\n")
    text.append(_question(page), "bold")
    return text


def _question(page: Facts) -> str:
    least, most, picked = page["least"], page["most"], page["picked"]
    many = "" if most <= 1 else f" ({least} to {most})" if least != most else f" ({most})"
    return f"{page['question']}{many}" + (f"; picked: {', '.join(picked)}" if picked else "")


def _piles(name: str, side: Facts) -> str:
    conditions = "".join(f", {condition}" for condition in CONDITIONS if side[condition])
    piles = f"prizes {side['prizes']}, hand {side['hand']}, deck {side['deck']}, discard {len(side['discard'])}"
    return f"{name}: {piles}{conditions}"


def _row(text: Text, row: str, pokemon: Sequence[Facts]) -> None:
    for number, each in enumerate(pokemon, 1):
        place = row if row == "active" else f"bench {number}"
        energies = "".join(f" {name}x{count}" for name, count in zip(ENERGIES, each["energies"], strict=True) if count)
        tools = f" with {_counted(each['tools'])}" if each["tools"] else ""
        style = "bold" if row == "active" else ""
        text.append(f"  {place:8} {each['name']} {each['hp']}/{each['max_hp']}", style)
        text.append(f"{energies}", "yellow").append(f"{tools}\n", "dim")


def _counted(cards: Sequence[str]) -> str:
    return ", ".join(card if count == 1 else f"{count} {card}" for card, count in Counter(cards).items())


def news(before: Facts, after: Facts) -> list[str]:
    """Turns, prizes taken, and what has left the active spots, from one public table to a later one."""
    told: list[str] = []
    if after["turn"] != before["turn"]:
        told.append(f"turn {after['turn']}")
    for name, old, new in zip(SEATS, before["sides"], after["sides"], strict=True):
        if before["turn"] and new["prizes"] < old["prizes"]:
            taken = old["prizes"] - new["prizes"]
            told.append(f"{name} takes {taken} prize{'s' if taken > 1 else ''}, {new['prizes']} left")
        was, is_now = ([each["name"] for each in side["active"]] for side in (old, new))
        if was != is_now and is_now and before["turn"]:
            told.append(f"{name} has {is_now[0]} in the active spot")
    return told
