"""Yardsticks: matches of a learner on fixed seeds, both seats, against players that do not change."""

from collections.abc import Mapping
from dataclasses import dataclass

from standoff.games import Game
from standoff.players import Player
from standoff.pool import Options
from standoff.rating.intervals import Interval
from standoff.rating.match import play_match
from standoff.specs import make_player


@dataclass(frozen=True)
class YardstickConfig:
    """How a learner is measured as it goes."""

    players: tuple[str, ...] = ()
    """Players that it meets, beside its own second snapshot; the game's yardsticks where none is named."""
    every: int = 5
    """Iterations between two measurements; 0 never measures."""
    seeds: int = 100
    """Each is played in both seats."""
    first_seed: int = 8_000_000
    """The same seeds each time."""


def measure(
    game: Game, options: Options, learner: Player, specs: Mapping[str, str], config: YardstickConfig
) -> dict[str, Interval]:
    """Score against each yardstick by name, with its 95% Wilson interval."""
    found: dict[str, Interval] = {}
    for name, spec in specs.items():
        players = (learner, make_player(spec, game))
        found[name] = play_match(game.name, options, players, config.first_seed, config.seeds).over_games
    return found
