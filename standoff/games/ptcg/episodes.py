"""Reads episodes of the contest (JSON, plain or gzipped): each a game, or the rounds of a best of three."""

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby, pairwise
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from standoff import _native
from standoff.errors import BadInput
from standoff.pool import Options

ENDING = b'{"logs":[{"type":23}],"current":{"yourIndex":0,"result":%d}}'
"""What the engine says once a game is over, but for the reason, which no seat is told."""
GZIP = b"\x1f\x8b"
ABSENT = msgspec.Raw(b"null")
FIRST_RATING = 600.0
"""What the contest gives everybody to begin with."""
LARGEST_ID = 2**62
DECKS = ("first_decks", "second_decks")
CARDS_A_DECK = 60

Number = Annotated[int, msgspec.Meta(ge=0, le=32767)]
"""The place of an option, or the id of a card."""
Kind = TypeVar("Kind")


@dataclass(frozen=True)
class EpisodeGame:
    """A game of an episode, or a round of it."""

    seed: int
    """A hash of all that was told and answered, so that no game is taken for another."""
    options: Options
    """Both decks, and the number of the episode and of the round in it, from 1."""
    players: tuple[str, str]
    weight: float
    """The mean rating of its players over that which everybody begins with; 1 where it is not known."""
    episode: _native.PtcgEpisode


class _Step(msgspec.Struct):
    """What stood before a seat, and what it did on the step before."""

    status: str
    action: msgspec.Raw = ABSENT
    observation: msgspec.Raw = ABSENT


class _Agent(msgspec.Struct, rename="pascal"):
    name: str | None = None
    initial_score: float | None = None
    updated_score: float | None = None

    @property
    def rating(self) -> float | None:
        return self.updated_score if self.initial_score is None else self.initial_score


class _Info(msgspec.Struct, rename="pascal"):
    agents: list[_Agent] = []
    team_names: list[str] = []
    episode_id: int | None = None

    @property
    def players(self) -> tuple[str, str]:
        names = [agent.name for agent in self.agents] or self.team_names
        first, second = (*names, None, None)[:2]
        return first or "kaggle", second or "kaggle"

    @property
    def weight(self) -> float:
        known = [agent.rating for agent in self.agents if agent.rating is not None and agent.rating > 0]
        return sum(known) / len(known) / FIRST_RATING if known else 1.0


class _Episode(msgspec.Struct):
    name: str
    steps: list[tuple[_Step, _Step]]
    rewards: tuple[float | None, float | None] = (None, None)
    info: _Info = msgspec.field(default_factory=_Info)


class _Observation(msgspec.Struct):
    select: msgspec.Raw = ABSENT
    logs: msgspec.Raw = ABSENT
    current: msgspec.Raw = ABSENT


class _Wins(msgspec.Struct):
    win: int = 0


class _Standing(msgspec.Struct, rename="camel"):
    """Who is asked, in which round, and who won those before."""

    your_index: int
    players: tuple[_Wins, _Wins]
    draw: int = 0
    round: int = 1

    @property
    def tally(self) -> tuple[int, int, int]:
        return self.players[0].win, self.players[1].win, self.draw


class _WrappedAction(msgspec.Struct):
    action: list[Number]


@dataclass(frozen=True)
class _Move:
    """A question and its answer."""

    told: bytes
    standing: _Standing
    answer: list[int]


def read_episode(path: Path) -> list[EpisodeGame]:
    """The games of an episode, in order: one, or the rounds of a best of three.

    What only an onlooker sees is never read.

    Raises:
        BadInput: it is no whole episode of this game, a player gave up, or an answer stands for no legal action.
    """
    try:
        return _games_of(_decode(_content(path), _Episode))
    except BadInput as fault:
        raise BadInput(f"{path}: {fault}") from None


def _content(path: Path) -> bytes:
    if not path.is_file():
        raise BadInput("there is no such file")
    content = path.read_bytes()
    if not content.startswith(GZIP):
        return content
    try:
        return gzip.decompress(content)
    except EOFError:
        raise BadInput("it was cut short: its gzip data have no end; get it again") from None
    except (gzip.BadGzipFile, zlib.error):
        raise BadInput("its gzip data are damaged; get it again") from None


def _decode(text: bytes | msgspec.Raw, kind: type[Kind], where: str = "") -> Kind:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as fault:
        raise BadInput(f"it is no episode of the Pokémon TCG: {where}{fault}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        if "truncated" in str(fault):
            raise BadInput("it was cut short: its JSON has no end; get it again") from None
        raise BadInput("it is no JSON; an episode is the JSON of a replay, plain or gzipped") from None


def _games_of(episode: _Episode) -> list[EpisodeGame]:
    if episode.name != "cabt":
        raise BadInput(f"it is an episode of {episode.name}; those of the Pokémon TCG are named cabt")
    _check_end(episode)
    decks = {name: _deck(step.action) for name, step in zip(DECKS, episode.steps[1], strict=True)}
    rounds = [list(moves) for _, moves in groupby(_moves(episode.steps), lambda move: move.standing.round)]
    results = _results([moves[0].standing.tally for moves in rounds], episode.rewards)
    number = episode.info.episode_id or 0
    if not 0 <= number < LARGEST_ID:
        raise BadInput(f"its EpisodeId is {number}, which is no number of an episode")
    games: list[EpisodeGame] = []
    for place, (moves, result) in enumerate(zip(rounds, results, strict=True), 1):
        told = [*(move.told for move in moves), ENDING % result]
        answers = [move.answer for move in moves]
        games.append(
            EpisodeGame(
                seed=_hash(told, answers),
                options={**decks, "episode": (number, place)},
                players=episode.info.players,
                weight=episode.info.weight,
                episode=_replayed(told, answers, decks, f"round {place}: " if len(rounds) > 1 else ""),
            )
        )
    return games


def _check_end(episode: _Episode) -> None:
    if len(episode.steps) < 3:
        raise BadInput(f"it has {len(episode.steps)} steps, too few for a game")
    last = [step.status for step in episode.steps[-1]]
    if set(last) & {"ACTIVE", "INACTIVE"}:
        raise BadInput(f"it stops at step {len(episode.steps) - 1}, before the game has ended")
    for seat, status in enumerate(last):
        if status != "DONE":
            raise BadInput(f"seat {seat} did not play to the end: its status is {status}")


def _moves(steps: list[tuple[_Step, _Step]]) -> Iterator[_Move]:
    for number, (before, after) in enumerate(pairwise(steps[1:]), 1):
        asked = [seat for seat in (0, 1) if before[seat].status == "ACTIVE"]
        if len(asked) != 1:
            raise BadInput(f"at step {number} {len(asked)} seats are to choose, and not one")
        observation = _decode(before[asked[0]].observation, _Observation, f"at step {number}, ")
        standing = _decode(observation.current, _Standing, f"at step {number}, current: ")
        if standing.your_index != asked[0]:
            raise BadInput(f"at step {number} seat {asked[0]} is told what seat {standing.your_index} sees")
        told = b'{"select":%b,"logs":%b,"current":%b}' % (observation.select, observation.logs, observation.current)
        yield _Move(told, standing, _answer(after[asked[0]].action, f"at step {number + 1}, action: "))


def _answer(action: msgspec.Raw, where: str) -> list[int]:
    """The options that were taken; the contest takes a list, or an object that holds one."""
    if bytes(action).startswith(b"{"):
        return _decode(action, _WrappedAction, where).action
    return _decode(action, list[Number], where)


def _deck(action: msgspec.Raw) -> tuple[int, ...]:
    cards = tuple(_answer(action, "at step 1, action: "))
    if len(cards) != CARDS_A_DECK:
        raise BadInput(f"a player gave a deck of {len(cards)} cards; a deck has {CARDS_A_DECK}")
    return cards


def _results(tallies: list[tuple[int, int, int]], rewards: tuple[float | None, float | None]) -> list[int]:
    """Who won each round: 0, 1, or 2 for a draw.

    A round is told in the tally before the next. Of the last only the rewards tell: who won the episode is taken to
    have won it, unless the episode was drawn.
    """
    results: list[int] = []
    for before, after in pairwise(tallies):
        won = [now - then for then, now in zip(before, after, strict=True)]
        if sorted(won) != [0, 0, 1]:
            raise BadInput(f"round {len(results) + 2} does not follow round {len(results) + 1}: its tally is {after}")
        results.append(won.index(1))
    lead = tallies[-1][0] - tallies[-1][1]
    if rewards not in ((1, -1), (-1, 1), (0, 0)):
        raise BadInput(f"its rewards are {rewards[0]} and {rewards[1]}, which say of nobody that he won")
    winner = int(rewards[0] or 0)
    last = winner or -lead
    if (lead + last > 0) - (lead + last < 0) != winner or abs(last) > 1:
        raise BadInput("its rewards do not follow from its rounds")
    return [*results, {1: 0, -1: 1, 0: 2}[last]]


def _hash(told: list[bytes], answers: list[list[int]]) -> int:
    digest = blake2b(digest_size=8)
    for each in (*told, msgspec.json.encode(answers)):
        digest.update(each)
    return int.from_bytes(digest.digest(), "little")


def _replayed(told: list[bytes], answers: list[list[int]], decks: Options, where: str) -> _native.PtcgEpisode:
    try:
        return _native.PtcgEpisode(told, answers, [list(decks[name]) for name in DECKS])
    except (ValueError, TypeError) as fault:
        raise BadInput(f"{where}{fault}") from None
