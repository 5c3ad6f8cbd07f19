"""Records a teacher at play against opponents, part by part, so that a killed recording goes on where it was."""

import json
import shutil
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena import Table, play
from standoff.errors import BadInput
from standoff.games import find_game
from standoff.players import Player
from standoff.pool import Deals, GamePool, Options
from standoff.progress import Bar, GamesBar
from standoff.recordings import Recorder, Recording, Summary, join_recordings, summarise, write_recording
from standoff.runs import write_beside
from standoff.specs import make_player

SEEDS_A_PART = 100


@dataclass(frozen=True)
class Lessons:
    """Which games are recorded: for each seed one game an opponent.

    The teacher sits in the seat that the seed's parity names; against itself it is recorded in both seats.
    """

    game: str
    options: Options
    teacher: str
    """Spec of the player whose decisions are recorded."""
    opponents: tuple[str, ...]
    """Specs of the players that it meets."""
    first_seed: int
    seeds: int
    device: str | None = None
    seed: int = 0
    """Of the players' own random choices."""


def lesson_table(lessons: Lessons, seeds: NDArray[np.uint64], teacher: Player, opponents: Sequence[Player]) -> Table:
    """The games of some seeds: for each seed a game with each opponent; players are the teacher, then the opponents."""
    deals = Deals.of(np.repeat(seeds, len(opponents)), lessons.options)
    seating = np.zeros((len(deals), 2), np.int8)
    for number, spec in enumerate(lessons.opponents):
        games = np.arange(number, len(deals), len(opponents))
        if spec != lessons.teacher:
            seating[games, 1 - (seeds % 2).astype(np.int64)] = number + 1
    return Table(lessons.game, deals, (teacher, *opponents), seating)


def play_lessons(
    lessons: Lessons, seeds: NDArray[np.uint64], bar: Bar, teacher: Player, opponents: Sequence[Player]
) -> Recording:
    """Plays and records the games of some seeds.

    Raises:
        BadInput: no game asked the teacher for a choice.
    """
    table = lesson_table(lessons, seeds, teacher, opponents)
    recorder = Recorder(np.arange(len(table.players)) == 0)
    recording = recorder.recording(table, play(table, [recorder, GamesBar(bar)]))
    if recording is None:
        raise BadInput("the teacher had no choice to make in these games; record more seeds")
    return recording


def record_lessons(lessons: Lessons, out: Path) -> Summary:
    """Records to one Parquet file. Parts lie in `OUT.parts` until all are there.

    Raises:
        BadInput: the file exists, a player or an option is unknown, or other parts lie in the way.
    """
    if out.exists():
        raise BadInput(f"{out} exists; remove it, or choose another --out")
    started = time.monotonic()
    game = find_game(lessons.game)
    teacher = make_player(lessons.teacher, game, device=lessons.device, seed=lessons.seed)
    opponents = [make_player(spec, game, device=lessons.device, seed=lessons.seed) for spec in lessons.opponents]
    # Options are refused before anything is written.
    GamePool.of(lessons.game, Deals.of([lessons.first_seed], lessons.options)).close()
    parts = out.with_name(f"{out.name}.parts")
    _open_parts(parts, lessons)
    first_seeds = range(lessons.first_seed, lessons.first_seed + lessons.seeds, SEEDS_A_PART)
    paths = [parts / f"{first}.parquet" for first in first_seeds]
    n_games = lessons.seeds * len(opponents)
    is_done = [path.exists() for path in paths]
    n_done = min(n_games, sum(is_done) * SEEDS_A_PART * len(opponents))
    with Bar(f"Recording {lessons.teacher}", n_games, done=n_done) as bar:
        for first, path, done in zip(first_seeds, paths, is_done, strict=True):
            if not done:
                last = min(first + SEEDS_A_PART, lessons.first_seed + lessons.seeds)
                seeds = np.arange(first, last, dtype=np.uint64)
                write_recording(path, play_lessons(lessons, seeds, bar, teacher, opponents), _settings(lessons))
    join_recordings(paths, out)
    shutil.rmtree(parts)
    return summarise(out, time.monotonic() - started)


def _settings(lessons: Lessons) -> dict[str, Any]:
    return {**asdict(lessons), "options": {name: list(numbers) for name, numbers in lessons.options.items()}}


def _open_parts(parts: Path, lessons: Lessons) -> None:
    settings = json.dumps(_settings(lessons))
    plan = parts / "settings.json"
    if not plan.exists():
        write_beside(plan, settings.encode())
    elif plan.read_text() != settings:
        raise BadInput(f"{parts} holds an unfinished recording with other settings; finish it with them, or remove it")
