"""Habits: how often each kind of action is taken when it can be, counted right, and what is forgotten is flagged."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from command_line import standoff

from standoff import Choices, Deals, GamePool, Recorder, Table, find_game, make_player, play, wilson
from standoff.analysis.habits import FORGOTTEN_SHARE, Counter, Habit, _habit, habits

CYCLES = find_game("cycles")
KINDS = CYCLES.schema.action_kinds
SIZE = {"size": (7, 7)}
SEEDS = range(6_000_000, 6_000_015)
HABITS = ("habits", "cycles", "--teacher", "voronoi", "--size", "7x7", "--seeds", len(SEEDS))


def counted(*specs: str) -> dict[tuple[str, str], Habit]:
    """Habits by player and kind; the players' names must differ."""
    players = [make_player(spec, CYCLES) for spec in specs]
    return {(row.player, row.kind): row for row in habits("cycles", SIZE, players, SEEDS.start, len(SEEDS))}


def test_counts_are_those_of_the_games_played_one_by_one() -> None:
    """The same games, recorded, and counted with a plain loop over decisions."""
    names = ("flood", "voronoi", "random")
    could, took = ({(name, kind): 0 for name in names for kind in KINDS} for _ in range(2))
    for one, other in (("flood", "voronoi"), ("flood", "random"), ("voronoi", "random")):
        pair = make_player(one, CYCLES), make_player(other, CYCLES)
        table = Table.both_ways("cycles", Deals.of(SEEDS, SIZE), *pair)
        recorder = Recorder(np.array([True, True]))
        recording = recorder.recording(table, play(table, [recorder]))
        assert recording is not None
        batch = recording.batch
        for row in range(len(batch)):
            name = str(recording.games.players[batch.game[row], batch.seat[row]])
            kinds = batch.action_kind[batch.action_offsets[row] : batch.action_offsets[row + 1]]
            for kind in set(kinds.tolist()):
                could[name, KINDS[kind]] += 1
            took[name, KINDS[kinds[recording.choices.index[row]]]] += 1
    rows = counted(*names)
    assert {key: row.could for key, row in rows.items()} == could
    assert {key: row.took for key, row in rows.items()} == took
    for row in rows.values():
        assert row.rate == wilson(row.took, row.could)


def test_a_kind_with_several_rows_is_counted_once_a_decision() -> None:
    """No kind of light cycles has two rows in a decision, so kinds are changed here: right is also left."""
    batch = GamePool.of("cycles", Deals.of(range(20), SIZE)).decisions()
    twice = np.where(batch.action_kind == 1, 2, batch.action_kind).astype(np.int32)
    batch = replace(batch, action_kind=twice)
    counter = Counter(np.zeros((1, 3), np.int64), np.zeros((1, 3), np.int64))
    choices = Choices(np.zeros(len(batch), np.int32), np.zeros(len(twice), np.float32))
    seating = np.zeros((len(batch), 2), np.int8)
    counter.decided(batch, choices, Table("cycles", Deals.of(range(len(batch)), SIZE), (), seating))
    kinds = [set(each.tolist()) for each in np.split(twice, batch.action_offsets[1:-1])]
    assert counter.could[0].tolist() == [sum(kind in each for each in kinds) for kind in range(3)]
    assert counter.took.sum() == len(batch)


def test_what_a_clone_never_takes_is_forgotten(clone: Path) -> None:
    never_left = f"{clone}?logit-offset=left:-100"
    rows = counted(never_left, "voronoi", "flood")
    assert [key for key, row in rows.items() if row.is_forgotten] == [(never_left, "left")]
    left = rows[never_left, "left"]
    assert left.took == 0
    assert left.rate.high < FORGOTTEN_SHARE * rows["voronoi", "left"].rate.score


def test_what_is_only_rarer_is_not_forgotten(clone: Path) -> None:
    assert not any(row.is_forgotten for row in counted(str(clone), "voronoi").values())
    assert not any(row.is_forgotten for row in counted("flood", "voronoi", "random").values())


def test_a_handful_of_decisions_proves_nothing(clone: Path) -> None:
    """The whole interval must lie below: in one game a kind that was never taken is no habit."""
    players = [make_player(spec, CYCLES) for spec in (f"{clone}?logit-offset=left:-100", "voronoi")]
    rows = habits("cycles", SIZE, players, SEEDS.start, 1)
    assert next(row for row in rows if row.kind == "left").took == 0
    assert not any(row.is_forgotten for row in rows)


def test_json_is_a_list_of_the_rows() -> None:
    answer = standoff(*HABITS, "flood", "--opponents", "random", "--json")
    assert answer.code == 0
    rows = json.loads(answer.out)
    assert rows == [asdict(row) for row in counted("flood", "voronoi", "random").values()]
    assert [(row["kind"], row["player"]) for row in rows] == [
        (kind, player) for kind in KINDS for player in ("flood", "voronoi", "random")
    ]


def test_the_table_flags_what_is_forgotten_and_names_the_remedies(clone: Path) -> None:
    never_left = f"{clone}?logit-offset=left:-100"
    answer = standoff(*HABITS, never_left)
    assert answer.code == 0
    flagged = [line for line in answer.out.splitlines() if "forgotten" in line]
    assert len(flagged) == 1
    assert "left" in flagged[0]
    for remedy in ("logit-offset=left:1'", "--logit-offset left=1", "--kind-entropy 0.01"):
        assert remedy in answer.out
    assert "Remedies" not in standoff(*HABITS, clone).out


@pytest.mark.parametrize("share", [0.2, 0.5])
def test_the_flag_is_a_quarter_of_the_teachers_rate(share: float) -> None:
    """A player that takes a fifth of the teacher's lefts has forgotten them, one that takes half has not."""
    n_decisions, teacher = 100_000, 0.4
    could = np.full((2, 3), n_decisions)
    took = np.array([[0, 0, int(share * teacher * n_decisions)], [0, 0, int(teacher * n_decisions)]])
    assert _habit(Counter(could, took), 0, "clone", "left", 2).is_forgotten == (share < FORGOTTEN_SHARE)
    assert not _habit(Counter(could, took), 1, "teacher", "left", 2).is_forgotten
