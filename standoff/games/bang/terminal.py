"""Draws the table of BANG! The Duel in a terminal, and tells what has changed on it."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.text import Text

STYLES = {"law": "bright_blue", "outlaw": "bright_red"}
SIDES = ("law", "outlaw")


def draw(page: Mapping[str, Any]) -> Group:
    """The other side's row, the piles, the own row, the hand, and what is asked."""
    mine, table = page["side"], page["table"]
    theirs = SIDES[1 - SIDES.index(mine)]
    reserve = f"in reserve: {', '.join(page['reserve'])}" if page["reserve"] else "no reserve"
    parts = [
        _heading(theirs, table, _their_cards(theirs, table)),
        _row(theirs, table),
        _piles(table),
        _row(mine, table),
        _heading(mine, table, f"{reserve} · {_deck(mine, table)}"),
        _hand(page),
        Text(page["asked"], style="bold yellow"),
    ]
    return Group(*parts)


def _deck(side: str, table: Mapping[str, Any]) -> str:
    left = table[side]["deck"]
    return f"{left} cards in the {side} deck" if left else "draws from the common deck"


def _their_cards(side: str, table: Mapping[str, Any]) -> str:
    cards = table[side]
    hand = f"{cards['hand']} in hand ({cards['law_backs']} law, {cards['hand'] - cards['law_backs']} outlaw backs)"
    known = f", known: {', '.join(cards['known'])}" if cards["known"] else ""
    return f"{hand}{known} · {cards['reserve']} in reserve · {_deck(side, table)}"


def _heading(side: str, table: Mapping[str, Any], rest: str) -> Text:
    turn = " to play" if table["whose_turn"] == side and table["turn"] else ""
    return Text.assemble((f" {side.upper()}{turn} ", f"bold reverse {STYLES[side]}"), f"  {rest}")


def _row(side: str, table: Mapping[str, Any]) -> Columns:
    return Columns([_figure(side, figure) for figure in table[side]["characters"] if figure], equal=True)


def _figure(side: str, figure: Mapping[str, Any]) -> Panel:
    life = Text("♥" * figure["life"] + "♡" * (figure["most_life"] - figure["life"]), style="red")
    life.append(f"  {figure['life']} of {figure['most_life']}", style="dim")
    equipment = Text(", ".join(figure["equipment"]) or "no equipment", style="cyan" if figure["equipment"] else "dim")
    style = STYLES[side] if figure["is_active"] else "grey50"
    role = "active" if figure["is_active"] else "rearguard"
    return Panel(
        Group(life, equipment, Text(figure["text"], style="dim")),
        title=f"[bold]{figure['name']}[/] ({role})",
        border_style=style,
        width=48,
    )


def _piles(table: Mapping[str, Any]) -> Text:
    words = f"turn {table['turn']} · {table['discard']} discarded, on top {table['discard_top'] or 'nothing'}"
    if table["common_deck"]:
        words += f" · {table['common_deck']} in the common deck"
    if table["store"]:
        words += f" · in the store: {', '.join(table['store'])}"
    return Text(words, style="grey70")


def _hand(page: Mapping[str, Any]) -> Text:
    known = set(page["table"][page["side"]]["known"])
    hand = Text("your hand: ", style="bold")
    if not page["hand"]:
        return hand.append("empty", style="dim")
    for number, card in enumerate(page["hand"]):
        hand.append(", " if number else "", style="dim").append(card, style="underline" if card in known else "")
    return hand.append("   (underlined: they have seen it)" if known else "", style="dim")


def news(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Turns, life, comings and goings, hands that have grown, reveals, from one public table to a later one."""
    told = list(_revealed(before, after))
    for side in SIDES:
        told += _changes(before[side], after[side])
    told += [
        f"{side} holds {after[side]['hand']} cards" for side in SIDES if after[side]["hand"] > before[side]["hand"]
    ]
    if after["turn"] != before["turn"]:
        told.append(f"turn {after['turn']}: {after['whose_turn']}")
    return told


def _revealed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    if after["revealed"] and after["n_reveals"] != before["n_reveals"]:
        yield f"revealed: {', '.join(after['revealed'])}"


def _by_name(side: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {figure["name"]: figure for figure in side["characters"] if figure}


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    earlier, later = _by_name(before), _by_name(after)
    for name, figure in earlier.items():
        if name not in later:
            yield f"{name} is eliminated"
            continue
        change = later[name]["life"] - figure["life"]
        if change:
            yield f"{name} {'regains' if change > 0 else 'loses'} {abs(change)}: {later[name]['life']} left"
        if later[name]["is_active"] and not figure["is_active"]:
            yield f"{name} is active"
    yield from (f"{name} comes into play" for name in later if name not in earlier)
