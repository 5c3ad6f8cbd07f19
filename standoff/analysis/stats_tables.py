"""Draws the statistics of a game as tables that fit a hundred columns."""

from collections.abc import Sequence
from dataclasses import astuple

from rich.table import Table as Grid

from standoff.analysis.stats import GameStats, Spread, UseStats
from standoff.games import Game

SPREAD = ("mean", "least", "5%", "25%", "median", "75%", "95%", "most")
"""Columns of a spread, in the order of its fields."""


def tables(game: Game, stats: GameStats) -> list[Grid]:
    """Lengths, choices, kinds of action, and cards where the game has some."""
    grids = [_lengths(game, stats), _choices(stats), _uses("How often is a kind of action taken?", stats.kinds)]
    for kind in game.plays:
        of_kind = [use for use in stats.cards if use.kind == kind]
        grids.append(_uses(f"How often is a card's own {kind} taken?", of_kind))
    return grids


def sentences(game: Game, stats: GameStats) -> list[str]:
    """Who wins, with 95% Wilson intervals, and how games end."""
    first, second = stats.players
    ends = ", ".join(f"{reason} {count:,}" for reason, count in stats.reasons.items())
    told = [
        f"{game.seats[0]} wins {stats.first_seat} of {stats.games:,} games, and {stats.draws:,} are drawn",
        f"games end by: {ends}",
    ]
    if stats.first_player is None:
        return [*told, f"{first} meets itself, so each seed is one game: with the seats swapped it would be the same"]
    return [*told, f"{first} scores {stats.first_player} against {second}"]


def _grid(title: str, *columns: str) -> Grid:
    grid = Grid(title=title, title_justify="left")
    for number, column in enumerate(columns):
        grid.add_column(column, justify="left" if number == 0 else "right")
    return grid


def _lengths(game: Game, stats: GameStats) -> Grid:
    first, second = stats.players
    grid = _grid(f"{game.title}: {first} against {second}, {stats.games:,} games", "a game has", *SPREAD)
    for name, spread in (("turns", stats.turns), ("plies", stats.plies), ("decisions", stats.decisions)):
        if spread is not None:
            grid.add_row(name, *_numbers(spread))
    grid.add_section()
    grid.add_row("options a decision", *_numbers(stats.options))
    return grid


def _choices(stats: GameStats) -> Grid:
    grid = _grid("Kinds of decision", "kind", "decisions", "a game", "options: mean", "median", "most")
    for choice in stats.choices:
        options = choice.options
        counts = (
            ("", "", "") if options is None else (f"{options.mean:.2f}", f"{options.median:g}", f"{options.most:g}")
        )
        grid.add_row(choice.kind, f"{choice.decisions:,}", f"{choice.a_game:.2f}", *counts)
    return grid


def _uses(title: str, uses: Sequence[UseStats]) -> Grid:
    grid = _grid(title, "", "could", "took", "rate with 95% interval")
    for use in uses:
        rate = str(use.rate) if use.could else ""
        grid.add_row(use.card or use.kind, f"{use.could:,}", f"{use.took:,}", rate)
    return grid


def _numbers(spread: Spread) -> list[str]:
    mean, *quantiles = astuple(spread)
    return [f"{mean:.2f}", *(f"{quantile:g}" for quantile in quantiles)]
