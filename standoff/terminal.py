"""Games against a player in the terminal: seats swapped after each, the score kept, endings told, records written."""

import itertools
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import readchar
from rich.console import Console, Group
from rich.text import Text

from standoff.arena import Results, Table, play
from standoff.errors import BadInput
from standoff.games import Game
from standoff.players import Player
from standoff.pool import Deals, Options
from standoff.records import record_of, write_record
from standoff.screen.chronicle import Chronicle, Overheard
from standoff.screen.pager import lines_of, read_through, show_lines
from standoff.screen.person import HumanPlayer, Leaves

PERSON = "you"


@dataclass(frozen=True)
class Sitting:
    """Games of a person against a player, one after the other."""

    game: Game
    options: Options
    opponent: Player
    first_seed: int
    seat: int
    """The person's in the first game."""
    keep: Path | None = None
    """Folder for a record of each finished game."""


@dataclass
class Score:
    """Games so far, as the person counts them."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    def add(self, points: float) -> None:
        """A game: above a half won, below it lost."""
        self.won += points > 0.5
        self.drawn += points == 0.5
        self.lost += points < 0.5

    def in_words(self, person: str, opponent: str) -> str:
        """Who has won how many."""
        drawn = f", {self.drawn} drawn" if self.drawn else ""
        return f"{person} {self.won} : {self.lost} {opponent}{drawn}"


def find_seat(game: Game, name: str) -> int:
    """The number of a seat, by its name or its number.

    Raises:
        BadInput: there is no such seat.
    """
    names = [*game.seats, "0", "1"]
    if name.lower() not in names:
        first, second = game.seats
        raise BadInput(f"--seat {name!r}: {game.name} has the seats {first} (0) and {second} (1); give one of them")
    return names.index(name.lower()) % 2


def play_in_terminal(sitting: Sitting, console: Console) -> tuple[int, int]:
    """Games against a player until the person leaves, seats swapped after each; says how many were won and played.

    Raises:
        BadInput: there is no keyboard to read from.
    """
    if not sys.stdin.isatty():
        raise BadInput("play needs a terminal to read keys from, and its input is none")
    if sitting.keep:
        sitting.keep.mkdir(parents=True, exist_ok=True)
    score = Score()
    try:
        while True:
            _play_one(sitting, score, console)
    except (Leaves, KeyboardInterrupt):
        return score.won, score.played


def _play_one(sitting: Sitting, score: Score, console: Console) -> None:
    game, opponent = sitting.game, sitting.opponent
    seat, seed = (sitting.seat + score.played) % 2, sitting.first_seed + score.played
    chronicle = Chronicle(game, seat)
    so_far = score.in_words(f"{PERSON} ({game.seats[seat]})", f"{opponent.name} ({game.seats[1 - seat]})")
    person = HumanPlayer(game, console, opponent, chronicle, f"{game.title} · {so_far} · deal {seed}", PERSON)
    seating = np.array([[0, 1] if seat == 0 else [1, 0]], np.int8)
    table = Table(game.name, Deals.of([seed], sitting.options), (person, Overheard(opponent, chronicle)), seating)
    results = play(table, asks_forced=True, slots=1, threads=1)
    points = float(results.score[0]) if seat == 0 else 1.0 - float(results.score[0])
    score.add(points)
    kept = _keep(sitting, results, seed, seat)
    _show_ending(console, chronicle, _ending(chronicle, results, points, score.in_words(PERSON, opponent.name), kept))


def _keep(sitting: Sitting, results: Results, seed: int, seat: int) -> Path | None:
    """Writes the record of a game under a name that no file has yet."""
    if sitting.keep is None:
        return None
    game, names = sitting.game, (PERSON, sitting.opponent.name)
    record = record_of(game, sitting.options, seed, (names[seat], names[1 - seat]), results)
    stem = f"{game.name}-{seed}-{game.seats[seat]}"
    paths = (sitting.keep / f"{stem}{'' if number == 1 else f'-{number}'}.txt" for number in itertools.count(1))
    path = next(path for path in paths if not path.exists())
    write_record(path, record)
    return path


def _ending(chronicle: Chronicle, results: Results, points: float, so_far: str, kept: Path | None) -> Group:
    game, opponent = chronicle.game, results.players[1]
    mine, theirs = game.seats[chronicle.seat], game.seats[1 - chronicle.seat]
    verdicts = (f"You lose: {opponent} wins as {theirs}", "A draw", f"You win as {mine}")
    verdict = int(np.sign(points - 0.5)) + 1
    turns = f"{chronicle.table['turn']} turns and " if chronicle.table and "turn" in chronicle.table else ""
    reason = game.schema.reasons[int(results.reason[0])]
    style = ("bold red", "bold", "bold green")[verdict]
    return Group(
        Text(f"{verdicts[verdict]} after {turns}{int(results.plies[0])} plies ({reason}).", style),
        Text(f"Games so far: {so_far}.", "bold"),
        *([Text(f"The record of the game is {kept}.")] if kept else []),
        Text(f"Any key plays the next deal as {theirs} · l log · q leaves", "dim"),
    )


def _show_ending(console: Console, chronicle: Chronicle, ending: Group) -> None:
    """The last moves and the verdict, until a key.

    Raises:
        Leaves: the person has had enough.
    """
    above = lines_of(console, Text(chronicle.game.title, "bold"))
    below = lines_of(console, ending)
    log = [
        part
        for line in chronicle.last_lines(max(1, console.height - len(above) - len(below) - 3))
        for part in lines_of(console, line)
    ]
    while True:
        show_lines(console, [*above, [], *log, [], *below])
        key = readchar.readkey()
        if key == "q":
            raise Leaves
        if key != "l":
            return
        read_through(console, "The whole game", chronicle.whole(), from_the_end=True)
