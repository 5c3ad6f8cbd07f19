"""Finds a game by name in the native table: its title, options, scripted players and how it is drawn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from rich.console import RenderableType

from standoff import _native
from standoff.decisions import DecisionBatch
from standoff.errors import BadInput
from standoff.pool import Options
from standoff.schema import Schema, schema_of


class GameOptions(Protocol):
    """The options of a game as a person gives them: a dataclass with a default for every field."""

    def values(self) -> Options:
        """The options as the native core reads them.

        Raises:
            BadInput: an option cannot be read.
        """
        ...


@dataclass(frozen=True)
class Bot:
    """A scripted player of a game."""

    name: str
    summary: str
    least_depth: int
    """The smallest depth in `name:depth`; 0 where the player takes none."""
    most_depth: int


@dataclass(frozen=True)
class Sheet:
    """A card, a character or the like: what is printed on it, in the words of the house."""

    group: str
    name: str
    facts: tuple[tuple[str, str], ...]
    """Names and values, such as life or copies."""
    text: str
    source: str
    """Where the entry was read."""
    details: Callable[[], tuple[tuple[str, str], ...]] = tuple
    """More names and values, read when the sheet is drawn and left out of lists."""


@dataclass(frozen=True)
class Album:
    """The sheets of a game whose cards are read at run time, shown whether or not the game itself is in this build."""

    name: str
    title: str
    read: Callable[[], tuple[Sheet, ...]]

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """Every card.

        Raises:
            BadInput: what they are read from isn't there.
        """
        return self.read()


SELF_PLAY: Mapping[str, Any] = {
    "method": "mirror",
    "widths": "tiny",
    "games": 1024,
    "slots": 1024,
    "budget": "15m",
    "league": {"self_share": 1.0, "archive_share": 0.0},
    "yardsticks": {"every": 100},
}
"""How a game small enough to solve is trained: against itself alone, so that the average nears an equilibrium."""


@dataclass(frozen=True)
class Game:
    """A game of this build, as a room under `standoff/games/` declares it."""

    name: str
    title: str
    options: type[GameOptions]
    draw: Callable[[Mapping[str, Any]], RenderableType]
    """Draws the page of a view for a terminal."""
    keys: Mapping[str, Callable[[Mapping[str, Any]], str | None]] = field(
        default_factory=dict[str, Callable[[Mapping[str, Any]], str | None]]
    )
    """Keys of the terminal by name: from the page to the label of the action that the key means."""
    news: Callable[[Mapping[str, Any], Mapping[str, Any]], list[str]] | None = None
    """What has changed between two pages' "table", which both seats see, in sentences for the log."""
    seats: tuple[str, str] = ("first", "second")
    """What the two seats are called."""
    yardsticks: tuple[str, ...] = ("random",)
    """Scripted players that a learner meets and is measured against, the best first."""
    training: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Settings of `standoff train` that suit the game, where they are not those of the house."""
    samples: tuple[GameOptions, ...] = ()
    """Options that the tests of every game play besides the default: the smallest, the largest, the odd."""
    conserved: Callable[[DecisionBatch], NDArray[Any]] | None = None
    """Numbers of each decision, [B] or [B, ...], that never change within a game: no card is lost or made."""
    turns_column: str | None = None
    """The globals column that counts turns, where a turn can hold several choices."""
    plays: tuple[str, ...] = ()
    """Kinds of action that use the card they point at: how often each card is used is counted for these."""
    deals: Callable[[], list[Options]] | None = None
    """Options that name every deal, all equally likely: for games so small that all of them can be gone through."""
    most_chips: int | None = None
    """Chips that a score of 1 has won and a score of 0 has lost, where the score is linear in whole chips."""
    is_playable: Callable[[], bool] = lambda: True
    """Whether this machine has all that the game needs besides this package."""
    printed: Callable[[], NDArray[np.float32]] | None = None
    """Numbers printed on each card, [n_cards, P], for models that are to read cards that they have never met."""

    @property
    def deals_worlds(self) -> bool:
        """Whether worlds can be dealt from what a seat has seen, to look ahead in."""
        return _native.deals_worlds(self.name)

    def printed_table(self) -> NDArray[np.float32] | None:
        """What is printed on each card; None where a game does not say.

        Raises:
            BadInput: what it is read from isn't there.
        """
        return None if self.printed is None else self.printed()

    @property
    def schema(self) -> Schema:
        """The names of every column."""
        return schema_of(self.name)

    @cached_property
    def bots(self) -> dict[str, Bot]:
        """The scripted players by name."""
        return {bot[0]: Bot(*bot) for bot in _native.bots(self.name)}

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """Every card and character; none where a game has no such things."""
        return tuple(
            Sheet(group, name, tuple((fact, value) for fact, value in facts), text, source)
            for group, name, facts, text, source in _native.sheets(self.name)
        )


def game_names() -> list[str]:
    """Every game of this build."""
    return _native.games()


def playable_games() -> list[str]:
    """The games of this build that this machine can play."""
    return [name for name in game_names() if find_game(name).is_playable()]


def find_game(name: str) -> Game:
    """The game of this name.

    Raises:
        BadInput: there is none.
    """
    if name not in game_names():
        raise BadInput(f"there is no game {name!r}; this build has {', '.join(game_names())}")
    return import_module(f"standoff.games.{name}").GAME


def find_album(name: str) -> "Game | Album":
    """What shows the cards of the game of this name: the ALBUM of its `sheets.py` where it has one, or the game.

    Raises:
        BadInput: there is no such game.
    """
    if name.isidentifier() and (Path(__file__).parent / name / "sheets.py").is_file():
        return import_module(f"standoff.games.{name}.sheets").ALBUM
    return find_game(name)
