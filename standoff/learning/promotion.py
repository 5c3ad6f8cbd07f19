"""Promotion: the best snapshots of a run and its yardsticks meet in a round robin, and the winner becomes champion."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from standoff.arena import Spectator
from standoff.champions import champion_of, write_champion
from standoff.checkpoints import Checkpoint, load_checkpoint
from standoff.errors import BadInput
from standoff.evaluator import load_evaluator
from standoff.games import find_game
from standoff.players import Player, PolicyPlayer
from standoff.pool import Options
from standoff.rating.match import play_match
from standoff.rating.robin import RobinReport, round_robin
from standoff.runs import Run
from standoff.specs import make_player

QUALIFYING_SEEDS = 100


@dataclass(frozen=True)
class Promoted:
    """What a promotion found."""

    report: RobinReport
    champion: str
    path: Path


@dataclass(frozen=True)
class Field:
    """Who takes part: the snapshots of a run by name, and its yardsticks."""

    snapshots: dict[str, Checkpoint]
    yardsticks: tuple[str, ...]
    game: str
    options: Options


def read_field(folder: Path, yardsticks: Sequence[str]) -> Field:
    """The snapshots and settings of a run of `standoff train`, and the game's yardsticks where none are named.

    Raises:
        BadInput: the folder holds no such run, or no snapshot yet.
    """
    run = Run.reopen(folder)
    if run.verb != "train":
        raise BadInput(f"{folder} was made by `standoff {run.verb}`; a champion comes from a run of `standoff train`")
    paths = sorted((folder / "checkpoints").glob("iteration-*.safetensors"))
    if run.checkpoint("last").is_file():
        paths.append(run.checkpoint("last"))
    if not paths:
        raise BadInput(f"{folder} has no snapshot yet; let its training go on with `standoff resume {folder}`")
    config = run.config
    options = msgspec.convert(config.get("options", {}), dict[str, tuple[int, ...]])
    snapshots = {path.stem: load_checkpoint(path) for path in paths}
    game = str(config["game"])
    return Field(snapshots, tuple(yardsticks) or find_game(game).yardsticks, game, options)


def qualify(field: Field, top: int, first_seed: int) -> list[str]:
    """The last snapshot, and those that do best against it."""
    names = list(field.snapshots)
    last = _player(names[-1], field)
    score: dict[str, float] = {}
    for name in names[:-1]:
        pair = (_player(name, field), last)
        score[name] = play_match(field.game, field.options, pair, first_seed, QUALIFYING_SEEDS).over_games.score
    best = sorted(names[:-1], key=lambda name: -score[name])[: top - 1]
    return [name for name in names if name in (*best, names[-1])]


def promote(
    field: Field,
    qualified: Sequence[str],
    first_seed: int,
    seeds: int,
    out: Path | None,
    spectators: Sequence[Spectator],
) -> Promoted:
    """Plays the round robin, and writes the snapshot with the highest mean score over the field as champion."""
    game = find_game(field.game)
    players: list[Player] = [_player(name, field) for name in qualified]
    players += [make_player(spec, game) for spec in field.yardsticks]
    report = round_robin(field.game, field.options, players, first_seed, seeds, spectators)
    winner = next(player for player in report.order if player < len(qualified))
    path = out or champion_of(field.game)
    name = qualified[winner]
    write_champion(path, field.snapshots[name], {"snapshot": name, "field": _summary(report, winner)})
    return Promoted(report, name, path)


def _player(name: str, field: Field) -> PolicyPlayer:
    return PolicyPlayer(name, load_evaluator(field.snapshots[name]))


def _summary(report: RobinReport, winner: int) -> dict[str, Any]:
    against = {name: str(report.score[winner, other]) for other, name in enumerate(report.players) if other != winner}
    return {"games_a_pair": report.games_a_pair, "mean": str(report.field_score(winner)), "against": against}
