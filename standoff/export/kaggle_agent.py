"""Answers the questions of the Pokémon TCG with what a model prefers: in time, always legally, never with an error.

This file is the `main.py` of a submission. What it needs lies beside it; it imports the standard library alone. The
contest takes the last function of this file as the agent.
"""

import ctypes
import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

GAME_SECONDS = 600.0
"""What the contest gives a side for a game; each round of a match begins with all of it."""
RESERVE = 30.0
"""Seconds that are kept for quick answers: with less than this left, the model is asked no more."""
MOST_PICKS = 256
"""Options of one answer; a game has 120 cards."""
ATTACK = 13
"""The type of an option that ends a turn and does something: so quick answers end games, too."""


def _folder() -> Path:
    # The contest runs this text without a `__file__`; the name that it was compiled under is left.
    beside = Path(_folder.__code__.co_filename).resolve().parent
    return beside if (beside / "deck.csv").is_file() else Path("/kaggle_simulations/agent")


def _part(thing: Any, name: str) -> Any:
    """A part of an observation, which is a dict here and an object there; None where it has none."""
    return thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)  # pyright: ignore


class Model:
    """The model behind its shared library."""

    def __init__(self, folder: Path) -> None:
        library = ctypes.CDLL(str(folder / "player.so"))
        library.standoff_load.restype = ctypes.c_char_p
        library.standoff_load.argtypes = [ctypes.c_char_p, ctypes.c_int64] * 3
        library.standoff_begin.restype = None
        library.standoff_begin.argtypes = [ctypes.c_void_p, ctypes.c_int32]
        library.standoff_answer.restype = ctypes.c_int32
        library.standoff_answer.argtypes = [ctypes.c_char_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int32]
        parts = [(folder / name).read_bytes() for name in ("cards.json", "attacks.json", "net.bin")]
        fault = library.standoff_load(*(value for part in parts for value in (part, len(part))))
        if fault:
            raise ValueError(fault.decode())
        self._begin, self._answer = library.standoff_begin, library.standoff_answer

    def begin(self, deck: list[int]) -> None:
        """A new game: what it knew of the last is forgotten."""
        self._begin((ctypes.c_int32 * len(deck))(*deck), len(deck))

    def answer(self, seen: Any) -> list[int]:
        """What it prefers, option by option.

        Raises:
            ValueError: the observation is none, or the model can't say.
        """
        question = {name: _part(seen, name) for name in ("select", "logs", "current")}
        text = json.dumps(question, default=vars).encode()
        picks = (ctypes.c_int32 * MOST_PICKS)()
        n_picks = self._answer(text, len(text), picks, MOST_PICKS)
        if n_picks < 0:
            raise ValueError("the model has no answer to this observation")
        return list(picks[:n_picks])


class Clock:
    """The seconds that are left in this game: as the contest says, or else by what was used up here."""

    def __init__(self) -> None:
        self.begin(None)

    def begin(self, match_round: Any) -> None:
        """A new game, or a new round of a match."""
        self.match_round, self.used, self.slowest = match_round, 0.0, 0.0

    def note(self, seconds: float) -> None:
        """Counts what one answer took."""
        self.used += seconds
        self.slowest = max(self.slowest, seconds)

    def is_short(self, told: Any) -> bool:
        """Whether two more answers as slow as the slowest would reach into the reserve."""
        left = GAME_SECONDS - self.used
        if isinstance(told, int | float):
            left = min(left, told)
        return not left - 2 * self.slowest > RESERVE


class Seat:
    """What is kept between answers: the deck, the model and the time that is left."""

    def __init__(self) -> None:
        folder = _folder()
        self.deck = [int(line) for line in (folder / "deck.csv").read_text().split()]
        self.clock = Clock()
        self.model: Model | None = None
        try:
            self.model = Model(folder)
        except Exception as fault:
            _say(fault)

    def answer(self, seen: Any) -> list[int]:
        """The deck where nothing is asked, else what the model prefers, or a quick answer where it can't be had."""
        select = _part(seen, "select")
        if select is None:
            self.clock.begin(None)
            if self.model is not None:
                self.model.begin(self.deck)
            return list(self.deck)
        match_round = _part(_part(seen, "current"), "round")
        if match_round != self.clock.match_round:
            self.clock.begin(match_round)
        if self.model is None or self.clock.is_short(_part(seen, "remainingOverageTime")):
            return quick_answer(select)
        started = time.monotonic()
        try:
            picks = self.model.answer(seen)
        finally:
            self.clock.note(time.monotonic() - started)
        return picks if _is_legal(picks, select) else quick_answer(select)


def _say(fault: object) -> None:
    """Leaves a line in the log of the contest."""
    sys.stderr.write(f"quick answers: {fault!r}\n")


def _is_legal(picks: list[int], select: Any) -> bool:
    n_options = len(_part(select, "option"))
    is_counted = _part(select, "minCount") <= len(picks) <= _part(select, "maxCount")
    return is_counted and len(set(picks)) == len(picks) and all(0 <= pick < n_options for pick in picks)


def quick_answer(select: Any) -> list[int]:
    """A legal answer that takes no thought: an attack where there is one, else a few of the first options."""
    options = list(_part(select, "option") or ())
    least, most = _part(select, "minCount"), min(_part(select, "maxCount"), len(options))
    first = [place for place, option in enumerate(options) if _part(option, "type") == ATTACK][:1]
    order = first + [place for place in range(len(options)) if place not in first]
    return order[: max(least, min(1, most))]


SEAT = Seat()


def agent(obs: Any) -> list[int]:
    """The 60 ids of the deck first, then the places of the options that are picked. It never raises."""
    try:
        return SEAT.answer(obs)
    except Exception as fault:
        _say(fault)
    try:
        return quick_answer(_part(obs, "select"))
    except Exception:
        return [0]
