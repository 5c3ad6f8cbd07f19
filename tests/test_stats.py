"""Statistics: every figure of a small run counted again with a plain loop over its decisions."""

import json
from collections import Counter, defaultdict
from dataclasses import asdict, astuple, dataclass, field

import numpy as np
import pytest
from command_line import standoff

from standoff import Deals, Recorder, Recording, Table, find_game, make_player, play, wilson
from standoff.analysis import stats
from standoff.analysis.habits import could_and_took
from standoff.analysis.stats import GameStats, Spread, game_stats
from standoff.games import Game
from standoff.pool import Options

BANG, CYCLES = find_game("bang"), find_game("cycles")
FIRST_SEED, SEEDS = 40, 6
RUNS: dict[str, tuple[Game, Options, tuple[str, str]]] = {
    "bang": (BANG, {"rules": (1,), "setup": (0,)}, ("tactical", "random")),
    "cycles": (CYCLES, {"size": (7, 6)}, ("voronoi", "flood")),
    "mirror": (BANG, {"rules": (0,), "setup": (1,)}, ("tactical", "tactical")),
}
EVERY_RUN = pytest.mark.parametrize("run", RUNS)


def counted(run: str, seeds: int = SEEDS) -> GameStats:
    game, options, (first, second) = RUNS[run]
    return game_stats(game, options, (make_player(first, game), make_player(second, game)), FIRST_SEED, seeds)


def recorded(run: str) -> Recording:
    """The same games, a game at a time in another order, with all their decisions."""
    game, options, (first, second) = RUNS[run]
    deals = Deals.of(range(FIRST_SEED, FIRST_SEED + SEEDS), options)
    table = Table.both_ways(game.name, deals, make_player(first, game), make_player(second, game))
    if first == second:
        table = Table(game.name, deals, table.players[:1], np.zeros((SEEDS, 2), np.int8))
    recorder = Recorder(np.ones(len(table.players), np.bool_))
    recording = recorder.recording(table, play(table, [recorder], slots=1, threads=1))
    assert recording is not None
    return recording


@dataclass
class Counts:
    """What a plain loop finds."""

    turns: dict[int, int] = field(default_factory=dict)
    decisions: Counter[int] = field(default_factory=Counter)
    options: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    could: Counter[tuple[str, str]] = field(default_factory=Counter)
    took: Counter[tuple[str, str]] = field(default_factory=Counter)


def count(game: Game, recording: Recording) -> Counts:
    counts, batch, schema = Counts(), recording.batch, game.schema
    for row in range(len(batch)):
        one = batch.take(np.array([row]))
        in_game = int(one.game[0])
        counts.decisions[in_game] += 1
        if game.turns_column is not None:
            counts.turns[in_game] = int(one.globals[0, schema.globals.index(game.turns_column)])
        counts.options[schema.kinds[one.kind[0]]].append(len(one.action_id))
        uses = []
        for action, kind in enumerate(one.action_kind):
            name = schema.action_kinds[kind]
            uses.append([(name, "")])
            entity = one.action_refs[action, schema.refs.index("card")] if game.plays else -1
            if name in game.plays and entity >= 0:
                uses[-1].append((name, schema.cards[one.entity_card[entity]]))
        counts.could.update({use for each in uses for use in each})
        counts.took.update(uses[int(recording.choices.index[row])])
    return counts


def spread(values: list[int]) -> Spread:
    ordered = sorted(values)

    def share(part: float) -> int:
        """The first of which at least this part is no greater."""
        return next(value for place, value in enumerate(ordered, 1) if place >= part * len(ordered) - 1e-9)

    return Spread(float(np.mean(values)), *(share(part) for part in stats.QUANTILES))


@EVERY_RUN
def test_lengths_are_those_of_the_games_counted_one_by_one(run: str) -> None:
    found, recording = counted(run), recorded(run)
    counts = count(RUNS[run][0], recording)
    assert found.games == len(recording.games)
    assert found.plies == spread(recording.games.plies.tolist())
    assert found.decisions == spread(list(counts.decisions.values()))
    assert found.turns == (spread(list(counts.turns.values())) if counts.turns else None)


@EVERY_RUN
def test_options_are_counted_in_all_and_by_kind_of_choice(run: str) -> None:
    found, counts = counted(run), count(RUNS[run][0], recorded(run))
    everything = spread([n for each in counts.options.values() for n in each])
    assert astuple(found.options) == pytest.approx(astuple(everything))
    assert [choice.kind for choice in found.choices] == list(RUNS[run][0].schema.kinds)
    for choice in found.choices:
        options = counts.options[choice.kind]
        assert choice.decisions == len(options)
        assert choice.a_game == len(options) / found.games
        if options:
            assert choice.options is not None
            assert astuple(choice.options) == pytest.approx(astuple(spread(options)))
        else:
            assert choice.options is None


@EVERY_RUN
def test_uses_are_counted_once_a_decision_by_kind_and_by_card(run: str) -> None:
    found, counts = counted(run), count(RUNS[run][0], recorded(run))
    uses = {(use.kind, use.card): use for use in (*found.kinds, *found.cards)}
    assert len(uses) == len(found.kinds) + len(found.cards)
    assert {key: use.could for key, use in uses.items() if use.could} == dict(counts.could)
    assert {key: use.took for key, use in uses.items() if use.took} == dict(counts.took)
    for use in uses.values():
        assert use.rate == wilson(use.took, use.could)
    assert {use.card for use in found.cards} <= set(RUNS[run][0].schema.cards)


@EVERY_RUN
def test_who_wins_is_counted_by_seat_and_by_player(run: str) -> None:
    found, games = counted(run), recorded(run).games
    assert found.first_seat == wilson(int((games.score == 1).sum()), found.games)
    assert found.draws == int((games.score == 0.5).sum())
    reasons = Counter(RUNS[run][0].schema.reasons[reason] for reason in games.reason)
    assert {reason: n for reason, n in found.reasons.items() if n} == reasons
    if run == "mirror":
        assert found.first_player is None
        assert found.games == SEEDS
    else:
        of_first = np.where(games.players[:, 0] == found.players[0], games.score, 1 - games.score)
        assert found.first_player == wilson(float(of_first.sum()), 2 * SEEDS)


def test_a_player_against_itself_would_play_the_same_game_in_both_seats() -> None:
    """Why such a run plays each seed once."""
    game, options, (spec, _) = RUNS["mirror"]
    table = Table.both_ways("bang", Deals.of(range(5), options), make_player(spec, game), make_player(spec, game))
    results = play(table)
    games = np.split(results.choices, results.choice_offsets[1:-1])
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.tolist() == other.tolist()


def test_an_action_of_no_group_is_counted_nowhere() -> None:
    offsets, groups, index = np.array([0, 3, 5]), np.array([1, -1, 1, -1, 0]), np.array([2, 0], np.int32)
    could, took = could_and_took(offsets, groups, index, 2)
    assert could.tolist() == [[False, True], [True, False]]
    assert took.tolist() == [[False, True], [False, False]]


STATS = ("stats", "bang", "--players", "tactical,random", "--seeds", SEEDS, "--first-seed", FIRST_SEED)


def test_json_holds_every_figure() -> None:
    answer = standoff(*STATS, "--rules", "rulebook", "--json")
    assert answer.code == 0
    assert json.loads(answer.out) == json.loads(json.dumps(asdict(counted("bang"))))


def test_the_tables_fit_a_hundred_columns() -> None:
    answer = standoff(*STATS, "--rules", "rulebook")
    assert answer.code == 0
    assert max(map(len, answer.out.splitlines())) <= 100
    found = counted("bang")
    assert f"law wins {found.first_seat} of 12 games, and 0 are drawn" in answer.out
    assert f"tactical scores {found.first_player} against random" in answer.out
    for words in ("turns", "plies", "options a decision", "draft", "play_as_colt", "Missed!", "Wyatt Ear"):
        assert words in answer.out


def test_a_mirror_says_why_seeds_are_played_once() -> None:
    answer = standoff("stats", "cycles", "--players", "flood,flood", "--size", "7x7", "--seeds", 3)
    assert "flood meets itself, so each seed is one game" in answer.out
    assert "turns" not in answer.out


@pytest.mark.parametrize("players", ["tactical", "tactical,random,random", ","])
def test_two_players_are_needed(players: str) -> None:
    answer = standoff("stats", "bang", "--players", players)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"standoff: --players {players!r}: give two players with a comma between them\n"
