"""A ladder: any set of players in one file of games, who meets whom by what it teaches, ratings with uncertainty."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from standoff.arena import Spectator
from standoff.errors import BadInput
from standoff.players import Player
from standoff.pool import Deals, GamePool
from standoff.rating.elo import EloRating, Meeting, fit_elo
from standoff.rating.ladder_file import LadderSettings, Pairing, append_pairing, open_ladder
from standoff.rating.match import play_match
from standoff.rating.skill import Skill, Skills


@dataclass(frozen=True)
class Standing:
    """Where a player stands."""

    rank: int
    player: str
    elo: EloRating
    """By all games at once, whatever their order."""
    skill: Skill
    """OpenSkill's, game after game; what the choice of pairings rests on."""
    games: int
    score: float
    """Mean over its games, from 0 to 1; 0.5 where it has none."""


@dataclass
class Ladder:
    """An open ladder: its file, and all that follows from the pairings in it."""

    path: Path
    settings: LadderSettings
    pairings: list[Pairing] = field(default_factory=list[Pairing], init=False)
    skills: Skills = field(default_factory=Skills, init=False)

    @staticmethod
    def open(path: Path, settings: LadderSettings) -> "Ladder":
        """Reads the file, or begins with none.

        Raises:
            BadInput: the file is of other settings, or is no ladder.
        """
        # Options are refused before anything is written.
        GamePool.of(settings.game, Deals.of([settings.first_seed], settings.options)).close()
        ladder = Ladder(path, settings)
        for pairing in open_ladder(path, settings):
            ladder.count(pairing)
        return ladder

    @property
    def games(self) -> int:
        """How many the file holds."""
        return 2 * sum(pairing.seeds for pairing in self.pairings)

    @property
    def players(self) -> list[str]:
        """Everybody who has played, in the order of their first game."""
        return list(dict.fromkeys(name for pairing in self.pairings for name in pairing.players))

    def count(self, pairing: Pairing) -> None:
        """Takes a pairing into the ratings."""
        self.pairings.append(pairing)
        self.skills.count(*pairing.players, pairing.tally)

    def play(self, players: tuple[Player, Player], seeds: int, spectators: Sequence[Spectator] = ()) -> None:
        """Plays a pairing on seeds that the ladder has not played yet, and appends it to the file."""
        first_seed = self.settings.first_seed + self.games // 2
        report = play_match(self.settings.game, self.settings.options, players, first_seed, seeds, spectators)
        pairing = Pairing(report.players, first_seed, seeds, report.total, report.pairs)
        append_pairing(self.path, self.settings, pairing)
        self.count(pairing)

    def next_pairing(self, names: Sequence[str]) -> tuple[str, str]:
        """The two players whose game teaches most: the greatest (sigma_a^2 + sigma_b^2) p (1 - p).

        mu and sigma are OpenSkill's, and p is its chance that a beats b: the variance of the ratings times the variance
        of the result, so close players and players who are little known come first. Of equals, those who have met
        least; of these, the first ones named.
        """
        met = [frozenset(pairing.players) for pairing in self.pairings]
        pairs = list(combinations(names, 2))
        return max(pairs, key=lambda pair: (self.skills.information(*pair), -met.count(frozenset(pair))))

    def standings(self, names: Sequence[str] = ()) -> list[Standing]:
        """Everybody of the file and of `names`, the strongest first."""
        everybody = list(dict.fromkeys([*self.players, *names]))
        number = {name: at for at, name in enumerate(everybody)}
        meetings = _meetings(self.pairings, number)
        elo = fit_elo(len(everybody), meetings)
        games, points = dict.fromkeys(everybody, 0.0), dict.fromkeys(everybody, 0.0)
        for meeting in meetings:
            played = 2 * sum(meeting.pairs)
            won = sum(count * half for count, half in zip(meeting.pairs, (0.0, 0.5, 1.0, 1.5, 2.0), strict=True))
            for player, share in ((meeting.first, won), (meeting.second, played - won)):
                games[everybody[player]] += played
                points[everybody[player]] += share
        order = sorted(everybody, key=lambda name: -elo[number[name]].elo)
        return [
            Standing(
                rank=rank,
                player=name,
                elo=elo[number[name]],
                skill=self.skills.of(name),
                games=round(games[name]),
                score=points[name] / games[name] if games[name] else 0.5,
            )
            for rank, name in enumerate(order, 1)
        ]


def climb(
    ladder: Ladder, players: Mapping[str, Player], games: int, seeds: int, spectators: Sequence[Spectator] = ()
) -> None:
    """Plays pairings of `players` until the file holds `games`.

    Raises:
        BadInput: there are fewer than two players.
    """
    if len(players) < 2:
        raise BadInput("a ladder takes two players or more; name them with --players, such as --players random,flood")
    while ladder.games < games:
        first, second = ladder.next_pairing(list(players))
        left = (games - ladder.games + 1) // 2
        ladder.play((players[first], players[second]), min(seeds, left), spectators)


def _meetings(pairings: Sequence[Pairing], number: Mapping[str, int]) -> list[Meeting]:
    """All pairings of two players as one meeting."""
    counts: dict[tuple[int, int], list[float]] = {}
    for pairing in pairings:
        first, second = (number[name] for name in pairing.players)
        is_turned = first > second
        sums = counts.setdefault((min(first, second), max(first, second)), [0.0] * 5)
        for at, count in enumerate(reversed(pairing.pairs) if is_turned else pairing.pairs):
            sums[at] += count
    return [Meeting(first, second, sums) for (first, second), sums in counts.items()]
