"""A paired round robin: every two players meet on the same seeds in both seats."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from standoff.arena import Spectator
from standoff.players import Player
from standoff.pool import Options
from standoff.rating.intervals import Interval, wilson
from standoff.rating.match import play_match


@dataclass(frozen=True)
class RobinReport:
    """How every player fared against every other."""

    players: tuple[str, ...]
    score: dict[tuple[int, int], Interval]
    """Of the first of a pair against the second, both ways round."""
    games_a_pair: int

    def field_score(self, player: int) -> Interval:
        """A player's mean score over all others, with the interval over all of its games."""
        scores = [self.score[player, other].score for other in range(len(self.players)) if other != player]
        games = self.games_a_pair * len(scores)
        return wilson(sum(scores) / len(scores) * games, games)

    @property
    def order(self) -> list[int]:
        """Players by their field score, best first."""
        return sorted(range(len(self.players)), key=lambda player: -self.field_score(player).score)


def round_robin(
    game: str,
    options: Options,
    players: Sequence[Player],
    first_seed: int,
    seeds: int,
    spectators: Sequence[Spectator] = (),
) -> RobinReport:
    """Plays all pairs: seeds `first_seed` and on, each in both seats."""
    score: dict[tuple[int, int], Interval] = {}
    for first, second in itertools.combinations(range(len(players)), 2):
        pair = (players[first], players[second])
        found = play_match(game, options, pair, first_seed, seeds, spectators).over_games
        score[first, second] = found
        score[second, first] = Interval(1 - found.score, 1 - found.high, 1 - found.low)
    return RobinReport(tuple(player.name for player in players), score, 2 * seeds)
