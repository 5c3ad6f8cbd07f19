"""DAgger: the clone plays, its teacher says what it should have done, and the clone is trained again on all of it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import tyro

from standoff.errors import BadInput
from standoff.games import find_game
from standoff.learning.clone import CloneConfig, Measured, clone, resume_clone
from standoff.learning.record import Lessons, play_lessons
from standoff.players import SupervisedPlayer
from standoff.progress import Bar
from standoff.recordings import read_header, read_recording, write_recording
from standoff.runs import CONFIG, Run, checkpoint_of, write_beside
from standoff.specs import make_player


@dataclass(frozen=True)
class DaggerConfig:
    """How DAgger goes on from a clone (Ross, Gordon, Bagnell 2011).

    Teacher, opponents and board are those of the recording that the clone was trained on.
    """

    clone: tyro.conf.Positional[str]
    """Run folder of the clone to begin with; it may also be the outcome of an earlier DAgger."""
    rounds: int = 2
    """How often the clone plays and is trained again."""
    first_seed: int = 3_000_000
    """Seeds of the games that it plays; they may not be those of the held-out recording."""
    seeds: int = 200
    """Seeds a round."""
    seed: int = 0
    """Of the players' own random choices."""


def dagger(config: DaggerConfig, folder: Path) -> Measured:
    """Runs all rounds in a new run folder. Each round is a clone run of its own below it.

    Raises:
        BadInput: the run to begin with is no clone, its held-out seeds would be played, or the folder holds a run.
    """
    _check(config)
    return _go_on(Run.create(folder, "dagger", config), config)


def resume_dagger(run: Run) -> Measured:
    """Goes on in the round in which it was stopped."""
    return _go_on(run, run.config_as(DaggerConfig))


def _go_on(run: Run, config: DaggerConfig) -> Measured:
    clone_config = _clone_config(Path(config.clone))
    previous, measured = Path(config.clone), None
    run.rewind(0)  # finished rounds are measured again, and their lines written anew
    for number in range(1, config.rounds + 1):
        seeds = range(config.first_seed + (number - 1) * config.seeds, config.first_seed + number * config.seeds)
        recording = run.folder / f"round-{number}.parquet"
        if not recording.exists():
            _record_pupil(config, previous, seeds, recording, read_header(Path(clone_config.train[0]))["settings"])
        clone_config = replace(clone_config, train=(*clone_config.train, str(recording)))
        folder = run.folder / f"round-{number}"
        measured = resume_clone(Run.reopen(folder)) if (folder / CONFIG).exists() else clone(clone_config, folder)
        run.log(number, measured.metrics())
        previous = folder
    for name in ("last", "best"):
        write_beside(run.checkpoint(name), checkpoint_of(previous, name).read_bytes())
    run.finish()
    assert measured is not None
    return measured


def _check(config: DaggerConfig) -> None:
    if config.rounds < 1 or config.seeds < 1 or config.first_seed < 0:
        raise BadInput(
            f"--rounds {config.rounds} --seeds {config.seeds} --first-seed {config.first_seed}: "
            "give at least one round and one seed, and a first seed of 0 or more"
        )
    clone_config = _clone_config(Path(config.clone))
    settings = read_header(Path(clone_config.train[0]))["settings"]
    if "teacher" not in settings:
        raise BadInput(f"{clone_config.train[0]} was imported: DAgger needs a teacher that can be asked again")
    make_player(config.clone, find_game(settings["game"]))
    heldout = read_recording(Path(clone_config.heldout)).games.seed
    played = (heldout >= config.first_seed) & (heldout < config.first_seed + config.rounds * config.seeds)
    if played.any():
        raise BadInput(
            f"seed {heldout[played][0]} of {clone_config.heldout} is held out, and would be played; "
            "choose another --first-seed"
        )


def _record_pupil(config: DaggerConfig, pupil: Path, seeds: range, out: Path, settings: Mapping[str, Any]) -> None:
    lessons = Lessons(
        game=settings["game"],
        options=settings["options"],
        teacher=settings["teacher"],
        opponents=tuple(settings["opponents"]),
        first_seed=seeds.start,
        seeds=len(seeds),
        seed=config.seed,
    )
    game = find_game(lessons.game)
    teacher = make_player(lessons.teacher, game, seed=config.seed)
    supervised = SupervisedPlayer(make_player(str(pupil), game, seed=config.seed), teacher)
    opponents = [make_player(spec, game, seed=config.seed) for spec in lessons.opponents]
    with Bar(f"{pupil.name} plays", len(seeds) * len(opponents)) as bar:
        recording = play_lessons(lessons, np.array(seeds, np.uint64), bar, supervised, opponents)
    write_recording(out, recording, asdict(lessons))


def _clone_config(folder: Path) -> CloneConfig:
    run = Run.reopen(folder)
    if run.verb == "dagger" and not run.is_finished:
        raise BadInput(f"{folder} has not run to its end; let it go on with `standoff resume {folder}`")
    if run.verb == "dagger":
        rounds = sorted(folder.glob("round-*/"), key=lambda path: int(path.name.partition("-")[2]))
        return _clone_config(rounds[-1])
    if run.verb != "clone":
        raise BadInput(f"{folder} was made by `standoff {run.verb}`; DAgger begins with a run of `standoff clone`")
    return run.config_as(CloneConfig)
