"""Draws the table of BANG! The Duel in a terminal, as large as there is room, and tells what has changed on it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, TypeAlias

from rich.box import HEAVY, ROUNDED
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text

from standoff import _native

Facts: TypeAlias = Mapping[str, Any]

SIDES = ("law", "outlaw")
STYLES = {"law": "bright_blue", "outlaw": "bright_red"}
COLOURS = {"BANG!": "bright_red", "equipment": "bright_cyan", "action": "yellow"}
"""Of the cards' frames, nearly."""
TYPE_OF = {name: dict(facts).get("type", "") for group, name, facts, _, _ in _native.sheets("bang") if group == "card"}
DETAILS = ("texts", "panels", "lines")
"""How much is drawn of the characters, from most to least."""


@dataclass(frozen=True)
class Board:
    """The table as one seat sees it: their row above, the own row and hand below."""

    page: Facts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The most detailed drawing that fits the height."""
        if not any(self.page["table"][side]["characters"][0] for side in SIDES):
            yield _picked(self.page)
            return
        for detail in DETAILS:
            drawing = Group(*_parts(self.page, detail, options.max_width))
            lines = console.render_lines(drawing, options, pad=False)
            if len(lines) <= options.max_height or detail == DETAILS[-1]:
                yield drawing
                return


def draw(page: Facts) -> Board:
    """The other side's row, the piles, the own row, and the hand."""
    return Board(page)


def _picked(page: Facts) -> Text:
    text = Text.assemble(_badge(page["side"]), "  ")
    picked = ", ".join(page["reserve"])
    return text.append(f"picked so far: {picked}" if picked else "nobody picked so far", "" if picked else "dim")


def _parts(page: Facts, detail: str, width: int) -> Iterator[RenderableType]:
    mine, table = page["side"], page["table"]
    theirs = SIDES[1 - SIDES.index(mine)]
    yield Text.assemble(_badge(theirs), "  ", _their_cards(theirs, table))
    yield _row(theirs, table, detail, width)
    yield Rule(_piles(table), style="grey42")
    if table["store"]:
        yield Text.assemble(("in the store: ", "bold"), _cards(table["store"]), justify="center")
    yield _row(mine, table, detail, width)
    reserve = f"reserve {', '.join(page['reserve'])}" if page["reserve"] else "no reserve"
    yield Text.assemble(_badge(mine), "  ", f"{reserve} · {_deck(mine, table)}")
    yield _hand(page)


def _badge(side: str) -> tuple[str, str]:
    return f" {side.upper()} ", f"bold reverse {STYLES[side]}"


def _deck(side: str, table: Facts) -> str:
    left = table[side]["deck"]
    return f"deck {left}" if left else "draws from the common deck"


def _their_cards(side: str, table: Facts) -> Text:
    """Backs as blocks of the colour of their deck, and the cards that have been seen."""
    cards, foreign = table[side], SIDES[1 - SIDES.index(side)]
    backs = {"law": cards["law_backs"], "outlaw": cards["hand"] - cards["law_backs"]}
    text = Text.assemble(*(("▮" * backs[back], STYLES[back]) for back in (side, foreign)))
    text.append(f" {cards['hand']} in hand" if cards["hand"] else "no card in hand")
    unknown = backs[foreign] - sum(_back(card) == foreign for card in cards["known"])
    if unknown:
        text.append(f" ({unknown} unknown with the {foreign} back)")
    if cards["known"]:
        text.append(" · known ").append_text(_cards(cards["known"], side))
    reserve = f"reserve {cards['reserve']}" if cards["reserve"] else "no reserve"
    return text.append(f" · {reserve} · {_deck(side, table)}")


def _row(side: str, table: Facts, detail: str, width: int) -> RenderableType:
    figures = [figure for figure in table[side]["characters"] if figure]
    if not table["turn"]:  # who is active has not been said
        figures = [{**figure, "is_active": False} for figure in figures]
    if detail == "lines":
        lines = Grid.grid(padding=(0, 2))
        for figure in figures:
            name = Text(f"{'▶' if figure['is_active'] else ' '} {figure['name']}", _name_style(side, figure))
            lines.add_row(name, _life(figure), _equipment(figure))
        return lines
    half = width // 2
    bodies = [_body(figure, detail == "texts") for figure in figures]
    height = 2 + max(sum(len(wrap(part.plain, half - 4)) for part in body) for body in bodies)
    row = Grid.grid(Column(width=half), Column(width=half))
    row.add_row(*(_panel(side, *each, height) for each in zip(figures, bodies, strict=True)))
    return row


def _body(figure: Facts, has_text: bool) -> list[Text]:
    state = Text.assemble(_life(figure), "   ", _equipment(figure))
    return [state, Text(figure["text"], "grey62")] if has_text else [state]


def _name_style(side: str, figure: Facts) -> str:
    return f"bold {STYLES[side]}" if figure["is_active"] else STYLES[side]


def _panel(side: str, figure: Facts, body: Sequence[Text], height: int) -> Panel:
    is_active = figure["is_active"]
    return Panel(
        Group(*body),
        title=Text(f"{'▶ ' if is_active else ''}{figure['name']}", _name_style(side, figure)),
        title_align="left",
        box=HEAVY if is_active else ROUNDED,
        border_style=STYLES[side] if is_active else "grey42",
        height=height,
    )


def _life(figure: Facts) -> Text:
    life, most = figure["life"], figure["most_life"]
    return Text.assemble(("♥" * life, "red"), ("♡" * (most - life), "grey50"), (f" {life}/{most}", "grey70"))


def _equipment(figure: Facts) -> Text:
    return Text(", ".join(figure["equipment"]), COLOURS["equipment"])


def _piles(table: Facts) -> Text:
    turn = f"turn {table['turn']}, {table['whose_turn']} to play" if table["turn"] else "before the first turn"
    style = f"bold {STYLES[table['whose_turn']]}" if table["turn"] else "grey70"
    text = Text.assemble((turn, style), (f" · {table['discard']} discarded", "grey70"))
    if table["discard_top"]:
        text.append(", on top ", "grey70").append_text(_cards([table["discard_top"]]))
    if table["common_deck"]:
        text.append(f" · {table['common_deck']} in the common deck", "grey70")
    return text


def _hand(page: Facts) -> Text:
    """The own hand; a star is on what the other side has seen."""
    side, seen = page["side"], Counter[str](page["table"][page["side"]]["known"])
    held = f"{len(page['hand'])} in hand: " if page["hand"] else "no card in hand"
    cards = _cards(page["hand"], side, seen)
    return Text.assemble((held, "bold"), cards, ("  (* they know it)" if seen else "", "dim"))


def _name(card: str) -> str:
    return re.sub(r" \(.*\)$", "", card)


def _cards(cards: Sequence[str], side: str = "", seen: Mapping[str, int] | None = None) -> Text:
    """Cards by their names in the colour of their kind; of a back only one from the other deck is worth a word."""
    left = Counter[str](seen)
    words: Counter[tuple[str, str]] = Counter()
    for card in cards:
        star = "*" if left[card] > 0 else ""
        left[card] -= 1
        words[_name(card), star + (f" ({_back(card)})" if side and _back(card) != side else "")] += 1
    text = Text()
    for number, ((name, remark), count) in enumerate(words.items()):
        text.append(", " if number else "").append(f"{count} " if count > 1 else "", "bold")
        text.append(name, COLOURS.get(TYPE_OF.get(name, ""), "")).append(remark, "dim")
    return text


def _back(card: str) -> str:
    found = re.search(r", (\w+)\)$", card)
    return found[1] if found else ""


def _symbol(card: str) -> str:
    found = re.search(r" \((\w+), ", card)
    return found[1] if found else ""


def news(before: Facts, after: Facts) -> list[str]:
    """Turns, reveals, life, comings and goings, and hands that have grown, from one public table to a later one."""
    told: list[str] = []
    if after["turn"] != before["turn"]:
        told.append(f"turn {after['turn']}, {after['whose_turn']} to play")
    told += _revealed(before, after)
    for side in SIDES:
        told += _changes(before[side], after[side])
    told += _passed_on(before, after)
    for side in SIDES:
        told += _grown(side, before[side], after[side])
    return told


def _revealed(before: Facts, after: Facts) -> Iterator[str]:
    if after["revealed"] and after["n_reveals"] != before["n_reveals"]:
        yield "revealed: " + " and ".join(f"{_symbol(card)}, on {_name(card)}" for card in after["revealed"])


def _by_name(side: Facts) -> dict[str, Facts]:
    return {figure["name"]: figure for figure in side["characters"] if figure}


def _changes(before: Facts, after: Facts) -> Iterator[str]:
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


def _passed_on(before: Facts, after: Facts) -> Iterator[str]:
    """Dynamite goes from one character to another without anybody's choice."""
    bearers = [_bearer(table, "Dynamite") for table in (before, after)]
    if all(bearers) and bearers[0] != bearers[1]:
        yield f"Dynamite passes to {bearers[1]}"


def _bearer(table: Facts, card: str) -> str:
    figures: Iterable[Facts] = (figure for side in SIDES for figure in _by_name(table[side]).values())
    return next((figure["name"] for figure in figures if card in figure["equipment"]), "")


def _grown(side: str, before: Facts, after: Facts) -> Iterator[str]:
    """A hand that has grown, with the cards that both seats saw go there."""
    if after["hand"] <= before["hand"]:
        return
    seen = Counter(map(_name, after["known"])) - Counter(map(_name, before["known"]))
    cards = f", {', '.join(seen.elements())} seen" if seen else ""
    yield f"the {side} hand grows from {before['hand']} to {after['hand']}{cards}"
