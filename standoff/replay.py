"""Goes through a recorded game in words: a line a choice, or page by page in a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import readchar
from rich.console import Console, Group
from rich.text import Text

from standoff.decisions import Choices, DecisionBatch
from standoff.errors import BadInput
from standoff.games import Game, find_game
from standoff.pool import Worlds
from standoff.recordings import read_games
from standoff.records import Record, RecordPlayer, play_record, read_record, record_of
from standoff.screen.pager import lines_of, show_lines

PARQUET = b"PAR1"
NEXT, BACK = (readchar.key.RIGHT, " ", "\r", "\n"), (readchar.key.LEFT,)


@dataclass(frozen=True)
class Moment:
    """One choice: what its seat saw, what it chose, and what that changed on the table that both see."""

    ply: int
    seat: int
    page: Mapping[str, Any]
    label: str
    news: tuple[str, ...] = ()


@dataclass
class Watcher:
    """Plays a record, and keeps the page and the label of every choice."""

    player: RecordPlayer
    moments: list[Moment] = field(default_factory=list[Moment])
    name: str = field(default="record", init=False)
    reads_rows: bool = field(default=True, init=False)

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        """What the record says."""
        choices = self.player.choose(batch, worlds)
        for row in range(len(batch)):
            label = worlds.labels(row)[int(choices.index[row])]
            self.moments.append(Moment(int(batch.ply[row]), int(batch.seat[row]), worlds.page(row), label))
        return choices


def find_record(path: Path, row: int | None = None) -> Record:
    """The game in a file: a record, or a row of a recording.

    Raises:
        BadInput: there is no such game, or its choices do not fit its deal.
    """
    if not path.is_file():
        raise BadInput(f"there is no file {path}; give a recording, or a record that `standoff replay --write` made")
    with path.open("rb") as file:
        is_recording = file.read(len(PARQUET)) == PARQUET
    if not is_recording:
        if row is not None:
            raise BadInput(f"{path} is no recording with several games: leave out --game")
        return read_record(path)
    schema, games = read_games(path)
    row = row or 0
    if not 0 <= row < len(games):
        raise BadInput(f"{path} has no game {row}; it has {len(games)}, from 0 to {len(games) - 1}")
    players = (str(games.players[row, 0]), str(games.players[row, 1]))
    try:
        found = record_of(find_game(schema.game), games.options[row], int(games.seed[row]), players, games, row)
    except BadInput as fault:
        raise BadInput(f"{path}, game {row}: {fault}") from None
    return replace(found, source=f"{path}, game {row}")


def moments_of(record: Record) -> list[Moment]:
    """Every choice of a record.

    Raises:
        BadInput: the record does not fit its game.
    """
    watcher = Watcher(RecordPlayer(record))
    play_record(record, watcher)
    game, moments = find_game(record.game), watcher.moments
    if game.news is None or not moments:
        return moments
    changed = [
        replace(now, news=tuple(game.news(now.page["table"], later.page["table"]))) for now, later in pairwise(moments)
    ]
    return [*changed, moments[-1]]


def lines(record: Record, first_ply: int = 0) -> Iterator[str]:
    """What is played, a line a choice from a ply on, and the result.

    Raises:
        BadInput: the record does not fit its game, or has no such ply.
    """
    _check_ply(record, first_ply)
    game = find_game(record.game)
    yield headline(game, record)
    width = max(map(len, game.seats))
    for moment in moments_of(record)[first_ply:]:
        news = f"  [{'; '.join(moment.news)}]" if moment.news else ""
        yield f"{moment.ply:4}  {game.seats[moment.seat]:{width}}  {moment.label}{news}"
    yield f"{record.result} after {len(record.ids)} plies"


def headline(game: Game, record: Record) -> str:
    """What is played, and by whom."""
    who = " against ".join(f"{player} ({seat})" for player, seat in zip(record.players, game.seats, strict=True))
    return f"{game.title} · deal {record.seed} · {who}"


def step_through(record: Record, first_ply: int, console: Console) -> None:
    """Shows a choice, and goes to another with every key, until the person leaves.

    Raises:
        BadInput: as `lines`.
    """
    _check_ply(record, first_ply)
    moments, at = moments_of(record), first_ply
    places = {readchar.key.HOME: 0, readchar.key.END: len(moments) - 1}
    try:
        while moments:
            _show(record, moments, at, console)
            key = readchar.readkey()
            if key == "q":
                return
            step = (key in NEXT) - (key in BACK)
            at = places.get(key, min(max(at + step, 0), len(moments) - 1))
    except KeyboardInterrupt:
        return


def _check_ply(record: Record, ply: int) -> None:
    if not 0 <= ply < max(1, len(record.ids)):
        raise BadInput(f"{record.source} has no ply {ply}: they go from 0 to {len(record.ids) - 1}")


def _show(record: Record, moments: Sequence[Moment], at: int, console: Console) -> None:
    game, moment, last = find_game(record.game), moments[at], len(moments) - 1
    who = f"ply {moment.ply} of {last} · {game.seats[moment.seat]}: "
    told = [Text.assemble((who, "dim"), (moment.label, "bold yellow"))]
    told += [Text(f"  {news}", style="cyan") for news in moment.news]
    if at == last:
        told.append(Text(record.result, style="bold green"))
    told.append(Text("→ next · ← back · home, end · q leaves", style="dim"))
    above, below = lines_of(console, Text(headline(game, record), style="bold")), lines_of(console, Group(*told))
    # A page that can draw itself smaller is told how much room there is.
    page = lines_of(console, game.draw(moment.page), max(1, console.height - len(above) - len(below) - 1))
    show_lines(console, [*above, *page, *below])
