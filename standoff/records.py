"""Records: one game as a short text that a person can read, and that any copy of its game plays again exactly."""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from standoff.arena import Results, Spectator, Table, play
from standoff.decisions import Choices, DecisionBatch
from standoff.errors import BadInput
from standoff.games import Game, find_game
from standoff.players import Player, RecordedPlayer
from standoff.pool import Deals, Options, Worlds
from standoff.runs import write_beside

FORMAT = "standoff record 1"
KEYS = ("game", "schema", "options", "seed", "first", "second", "score", "reason", "plies")
MEND = "write it again with `standoff replay RECORDING --write FILE`"
END = "end"
COLUMNS = 100
MOST_BYTES = 16 * 2**20
"""A longer file is not read: no game fills a hundredth of it."""
FEW = 6
"""As many legal actions are named where the recorded one is not legal."""


@dataclass(frozen=True)
class Record:
    """One game: what was dealt, what was chosen, and how it ended."""

    game: str
    options: Options
    seed: int
    players: tuple[str, str]
    """Who sat in seat 0 and in seat 1."""
    score: float
    """Of seat 0: 1 won, 0.5 drawn, 0 lost."""
    reason: str
    ids: tuple[int, ...]
    """The number of the action of every choice in schema.action_ids, forced choices too."""
    source: str = field(default="the record", compare=False)
    """Where it was read, for sentences."""

    @property
    def result(self) -> str:
        """Who won and why, in words."""
        first, second = find_game(self.game).seats
        drawn = "a draw" if self.score == 0.5 else f"{self.score:g} for {first}"
        words = {1.0: f"{first} wins", 0.0: f"{second} wins"}.get(self.score, drawn)
        return f"{words} ({self.reason})"


class Played(Protocol):
    """Games that have ended, as the arena and recordings hold them."""

    @property
    def score(self) -> NDArray[np.float32]:
        """[N] of seat 0."""
        ...

    @property
    def reason(self) -> NDArray[np.int32]:
        """[N] into schema.reasons."""
        ...

    @property
    def choice_offsets(self) -> NDArray[np.int64]:
        """[N+1]."""
        ...

    @property
    def choices(self) -> NDArray[np.int32]:
        """[sum plies] the row taken at each ply."""
        ...


@dataclass
class IdKeeper:
    """A spectator of one game that keeps the id of every choice."""

    ids: list[int] = field(default_factory=list[int])
    reads_rows: bool = field(default=True, init=False)

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """Two rows where both seats decide; seat 0 comes first."""
        self.ids += batch.action_id[batch.action_offsets[:-1] + choices.index].tolist()

    def ended(self, results: Results) -> None:
        """The result is in the record already."""


@dataclass(frozen=True)
class RecordPlayer:
    """Plays both seats of a recorded game.

    Raises:
        BadInput: a recorded action is not legal, or none is left.
    """

    record: Record
    name: str = "record"
    reads_rows: bool = field(default=True, init=False)

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        """The rows whose ids are recorded."""
        parts = np.split(batch.action_id, batch.action_offsets[1:-1])
        index = np.array([self._row(batch, row, legal) for row, legal in enumerate(parts)], np.int32)
        weights = np.zeros(int(batch.action_offsets[-1]), np.float32)
        weights[batch.action_offsets[:-1] + index] = 1.0
        return Choices(index, weights)

    def _row(self, batch: DecisionBatch, row: int, legal: NDArray[np.int32]) -> int:
        record, ply = self.record, int(batch.ply[row])
        names, who = batch.schema.action_ids, find_game(record.game).seats[int(batch.seat[row])]
        if ply >= len(record.ids):
            raise BadInput(f"{record.source} ends before its game: at ply {ply} {who} has still to choose")
        found = np.flatnonzero(legal == record.ids[ply])
        if len(found) == 0:
            few = ", ".join(f"{number} ({names[number]})" for number in legal[:FEW].tolist())
            more = f" and {len(legal) - FEW} more" if len(legal) > FEW else ""
            chosen = record.ids[ply]
            raise BadInput(
                f"{record.source}: at ply {ply} {who} chose {chosen} ({names[chosen]}), which is not legal there; "
                f"legal are {few}{more}"
            )
        return int(found[0])


def record_of(
    game: Game, options: Options, seed: int, players: tuple[str, str], results: Played, row: int = 0
) -> Record:
    """The record of a game that has been played.

    Args:
        game: what was played.
        options: of the deal.
        seed: of the deal.
        players: names of who sat in seat 0 and in seat 1.
        results: of the arena, or the games of a recording.
        row: which of the results.

    Raises:
        BadInput: the results are not those of this deal.
    """
    rows = results.choices[results.choice_offsets[row] : results.choice_offsets[row + 1]]
    player, keeper = RecordedPlayer(rows, np.array([0, len(rows)])), IdKeeper()
    fault = f"the choices of this game do not fit its deal ({game.name}, seed {seed}): they were made by other rules"
    try:
        replayed = _play_alone(game.name, options, seed, player, [keeper])
    except BadInput:
        raise
    except (IndexError, ValueError):
        raise BadInput(fault) from None
    score, reason = float(results.score[row]), int(results.reason[row])
    if (len(rows), score, reason) != (replayed.plies[0], replayed.score[0], replayed.reason[0]):
        raise BadInput(fault)
    kept = {name: tuple(int(number) for number in numbers) for name, numbers in options.items()}
    return Record(game.name, kept, seed, players, score, game.schema.reasons[reason], tuple(keeper.ids))


def play_record(record: Record, player: Player | None = None) -> Results:
    """Plays a record again, every choice asked for; `player` may wrap a RecordPlayer, to see what it is shown.

    Raises:
        BadInput: the record does not fit its game: the sentence says where, and what was to be expected.
    """
    results = _play_alone(record.game, record.options, record.seed, player or RecordPlayer(record), [])
    n_plies = int(results.plies[0])
    if n_plies != len(record.ids):
        raise BadInput(f"{record.source} holds {len(record.ids)} choices, and its game ends after {n_plies}")
    reason = find_game(record.game).schema.reasons[int(results.reason[0])]
    ended = replace(record, score=float(results.score[0]), reason=reason)
    if ended != record:
        raise BadInput(f"{record.source} says {record.result}, and its choices lead to {ended.result}")
    return results


def _play_alone(game: str, options: Options, seed: int, player: Player, spectators: Sequence[Spectator]) -> Results:
    table = Table(game, Deals.of([seed], options), (player,), np.zeros((1, 2), np.int8))
    return play(table, spectators, threads=1, slots=1, asks_forced=True)


def write_record(path: Path, record: Record) -> None:
    """Writes a record beside and renames it."""
    write_beside(path, text_of(record).encode())


def read_record(path: Path) -> Record:
    """Reads a record; whether its choices are legal is known once it is replayed.

    Raises:
        BadInput: there is no such file, or it is not a whole record of a game of this build.
    """
    if not path.is_file():
        raise BadInput(f"there is no record {path}; {MEND}")
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadInput(f"{path} is no record of a game: it is larger than {MOST_BYTES:,} bytes")
    try:
        return parse_record(content.decode(), str(path))
    except UnicodeDecodeError:
        raise BadInput(f"{path} is no record of a game: it is not text") from None


def text_of(record: Record) -> str:
    """A record as text."""
    options = " ".join(f"{name}={','.join(map(str, numbers))}" for name, numbers in record.options.items())
    first, second = (_one_line(name) for name in record.players)
    score = np.format_float_positional(np.float32(record.score), trim="-")
    values = (
        *(record.game, find_game(record.game).schema.hash, options, record.seed),
        *(first, second, score, record.reason, len(record.ids)),
    )
    head = [FORMAT, *(f"{key}: {value}".rstrip() for key, value in zip(KEYS, values, strict=True))]
    return "\n".join([*head, "", *textwrap.wrap(" ".join(map(str, record.ids)), COLUMNS), END, ""])


def parse_record(text: str, source: str) -> Record:
    """A record from its text; `source` stands in sentences.

    Raises:
        BadInput: it is not a whole record of a game of this build.
    """
    lines = [line.strip() for line in text.splitlines()]
    if not lines or lines[0] != FORMAT:
        begins = f"it begins with {_short(lines[0])}" if lines else "it is empty"
        raise BadInput(f"{source} is no record of this version ({FORMAT}): {begins}; {MEND}")
    values: dict[str, str] = {}
    for number, key in enumerate(KEYS, 2):
        if len(lines) < number:
            raise BadInput(f"{source} was cut off: it ends before its line {key!r}; {MEND}")
        line = lines[number - 1]
        name, colon, value = line.partition(":")
        if (name, colon) != (key, ":"):
            raise BadInput(f"{source}: line {number} is {_short(line)}, and '{key}: ...' was to be expected")
        values[key] = value.strip()
    try:
        schema = find_game(values["game"]).schema
    except BadInput as fault:
        raise BadInput(f"{source}: {fault}") from None
    if values["schema"] != schema.hash:
        written = _short(values["schema"])
        raise BadInput(
            f"{source} was written by another version of {schema.game}: schema {written}, not {schema.hash}; "
            "replay it with that version"
        )
    if values["reason"] not in schema.reasons:
        raise BadInput(f"{source}: a game of {schema.game} does not end by {_short(values['reason'])}")
    record = Record(
        game=schema.game,
        options=_read_options(values["options"], source),
        seed=_read_number(values["seed"], 2**64, "seed", source),
        players=(values["first"], values["second"]),
        score=_read_score(values["score"], source),
        reason=values["reason"],
        ids=_read_ids(lines, len(schema.action_ids), source),
        source=source,
    )
    n_plies = _read_number(values["plies"], 2**31, "plies", source)
    if n_plies != len(record.ids):
        raise BadInput(f"{source} holds {len(record.ids)} choices, and says that there are {n_plies}")
    return record


def _read_options(written: str, source: str) -> Options:
    options: Options = {}
    for option in written.split():
        read = re.fullmatch(r"([a-z_]{1,40})=((?:-?[0-9]{1,20}(?:,(?!$)|$))*)", option)
        if read is None or read[1] in options:
            raise BadInput(f"{source}: {_short(option)} is no option, which is NAME=NUMBER,NUMBER,... once a name")
        options[read[1]] = tuple(int(number) for number in read[2].split(",") if number)
    return options


def _read_number(written: str, end: int, what: str, source: str) -> int:
    if not re.fullmatch("[0-9]{1,20}", written) or int(written) >= end:
        raise BadInput(f"{source}: the {what} is {_short(written)}, which is no whole number from 0 to {end - 1}")
    return int(written)


def _read_score(written: str, source: str) -> float:
    if not re.fullmatch("1|0(\\.[0-9]{1,12})?", written):
        raise BadInput(f"{source}: the score is {_short(written)}, which is no number from 0 to 1")
    return float(np.float32(written))


def _read_ids(lines: Sequence[str], n_ids: int, source: str) -> tuple[int, ...]:
    begin = len(KEYS) + 1
    if END not in lines[begin:]:
        raise BadInput(f"{source} was cut off: no line says {END!r}; {MEND}")
    end = lines.index(END, begin)
    for number, line in enumerate(lines[end + 1 :], end + 2):
        if line:
            raise BadInput(f"{source}: {_short(line)} stands after the end, on line {number}")
    ids: list[int] = []
    for number, line in enumerate(lines[begin:end], begin + 1):
        for word in line.split():
            ids.append(_read_number(word, n_ids, f"choice at ply {len(ids)} on line {number}", source))
    return tuple(ids)


def _one_line(name: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:40]}...")
