"""How a run nears an equilibrium: NashConv of its snapshots, and of the average over those until then."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from standoff.analysis.exploit import Exploitability, Policy, exploit, mixture, policy_of, read_players
from standoff.analysis.game_tree import GameTree
from standoff.progress import Bar

SNAPSHOTS = "iteration-*.safetensors"


@dataclass(frozen=True)
class Point:
    """A run at one snapshot; NashConv in chips a game."""

    iteration: int
    snapshot: float
    """Of the policy at this iteration."""
    average: float
    """Of the player that draws one of the snapshots until now before each game, without the first third of them."""


@dataclass(frozen=True)
class Convergence:
    """A run from its first snapshot to its last checkpoint."""

    curve: tuple[Point, ...]
    last: Exploitability
    """Of the last checkpoint."""
    average: Exploitability
    """Of the average over all snapshots without the first third."""
    n_averaged: int


def is_run(spec: str) -> bool:
    """Whether a player's spec is a run folder that holds snapshots."""
    return any((Path(spec) / "checkpoints").glob(SNAPSHOTS))


def converge(tree: GameTree, folder: str, device: str | None = None, n_points: int = 10) -> Convergence:
    """How exploitable a run was at about `n_points` of its snapshots, and is at the end.

    Raises:
        BadInput: a checkpoint cannot be read, or is of another game.
    """
    names = sorted(path.stem for path in (Path(folder) / "checkpoints").glob(SNAPSHOTS))
    policies: list[Policy] = []
    with Bar(f"Reading the snapshots of {folder}", len(names)) as bar:
        for name in names:
            policies.append(_policy(tree, f"{folder}@{name}", device))
            bar.advance(1)
    ends: list[int] = np.unique(np.linspace(1, len(names), n_points).round().astype(int)).tolist()
    curve = tuple(
        Point(int(names[end - 1][-6:]), exploit(tree, policies[end - 1]).nash_conv, _average(tree, policies[:end]))
        for end in ends
    )
    later = _later(policies)
    last = exploit(tree, _policy(tree, folder, device), (f"{folder}@last",))
    average = exploit(tree, mixture(tree, later), (f"{folder}, the average of {len(later)} snapshots",))
    return Convergence(curve, last, average, len(later))


def _policy(tree: GameTree, spec: str, device: str | None) -> Policy:
    return policy_of(tree, read_players(spec, tree.game, device)[0])


def _later(policies: Sequence[Policy]) -> Sequence[Policy]:
    """Without the first third: what was learnt while nothing was known yet weighs on the average for long."""
    return policies[len(policies) // 3 :]


def _average(tree: GameTree, policies: Sequence[Policy]) -> float:
    return exploit(tree, mixture(tree, _later(policies))).nash_conv
