"""Imports games that were played elsewhere: the arena plays them again, and both seats' decisions are recorded."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from standoff import _native, segments
from standoff.arena import Table, play
from standoff.errors import BadInput
from standoff.games import find_game
from standoff.games.ptcg.cards import NOT_INSTALLED
from standoff.games.ptcg.episodes import EpisodeGame, read_episode
from standoff.players import RecordedPlayer
from standoff.pool import Deals, GamePool, usable_threads
from standoff.progress import Bar
from standoff.recordings import Recorder, Recording, RecordingWriter
from standoff.schema import schema_of

GAME = "ptcg"
EPISODES_A_PART = 32
"""Held in memory at a time, with the rows of all their decisions."""


@dataclass(frozen=True)
class Import:
    """What was imported, and what was not."""

    episodes: int
    games: int
    """One an episode, or one a round where it is a best of three."""
    answers: int
    """Questions that a player was asked; one that takes several picks is answered by several decisions."""
    decisions: int
    """Rows of the recording; a pick with one legal row is none."""
    skipped: tuple[str, ...]
    """A sentence for each file that was left out."""
    seconds: float


def import_episodes(paths: Sequence[Path], out: Path) -> Import:
    """Records the games of some files, or of all files in some folders; what can't be used is skipped.

    Raises:
        BadInput: the recording exists, the engine is not there, or no episode can be used.
    """
    if out.exists():
        raise BadInput(f"{out} exists; remove it, or choose another --out")
    if not find_game(GAME).is_playable():
        raise BadInput(NOT_INSTALLED)
    started = time.monotonic()
    files = list(_files_of(paths))
    read = _Reading()
    n_decisions = 0
    with Bar("Importing", len(files)) as bar, RecordingWriter(out, {"game": GAME, "imported": len(files)}) as writer:
        for first in range(0, len(files), EPISODES_A_PART):
            games: list[EpisodeGame] = []
            for path in files[first : first + EPISODES_A_PART]:
                games += read.games_of(path)
                bar.advance(1, f"{len(read.skipped)} skipped")
            recording = record_games(games) if games else None
            if recording is not None:
                writer.write(recording)
                n_decisions += len(recording.batch)
        if n_decisions == 0:
            raise BadInput("no game was imported: " + (*read.skipped, "nobody had a choice to make")[0])
    seconds = time.monotonic() - started
    return Import(read.episodes, len(read.known), read.answers, n_decisions, tuple(read.skipped), seconds)


class _Reading:
    """What has been read so far."""

    def __init__(self) -> None:
        self.episodes, self.answers = 0, 0
        self.skipped: list[str] = []
        self.known: dict[int, Path] = {}

    def games_of(self, path: Path) -> list[EpisodeGame]:
        """The games of a file; none where it is skipped."""
        try:
            games = read_episode(path)
            for game in games:
                if game.seed in self.known:
                    raise BadInput(f"{path}: it is the same as {self.known[game.seed]}")
        except BadInput as fault:
            self.skipped.append(str(fault))
            return []
        self.episodes += 1
        self.answers += sum(game.episode.n_answers for game in games)
        self.known.update((game.seed, path) for game in games)
        return games


def record_games(games: Sequence[EpisodeGame]) -> Recording | None:
    """Plays games again as they were played, and records both seats; None where all choices were forced."""
    seeds = np.array([game.seed for game in games], np.uint64)
    choices = [game.episode.choices for game in games]
    player = RecordedPlayer(np.concatenate(choices), segments.offsets_of(np.array([len(each) for each in choices])))
    deals = Deals(seeds, tuple(game.options for game in games), np.arange(len(games), dtype=np.int32))
    table = Table(GAME, deals, (player,), np.zeros((len(games), 2), np.int8))
    recorder = Recorder(np.array([True]))
    native = _native.replay_ptcg([game.episode for game in games], seeds, usable_threads())
    recording = recorder.recording(table, play(table, [recorder], pool=GamePool(native, schema_of(GAME))))
    if recording is None:
        return None
    players = np.array([game.players for game in games])
    weight = np.array([game.weight for game in games], np.float32)
    return replace(recording, games=replace(recording.games, players=players, weight=weight))


def _files_of(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted([*path.glob("*.json"), *path.glob("*.json.gz")])
        if not found:
            raise BadInput(f"{path} has no episodes: files that end in .json or .json.gz")
        yield from found
