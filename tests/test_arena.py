"""The arena: who sits where, what spectators see, results in the order of deals, and faulty players refused by name."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from standoff import Choices, Deals, DecisionBatch, Heads, Results, ScriptedPlayer, Table, Worlds, play
from standoff.segments import offsets_of

SIZE = {"size": (9, 7)}
FLOOD, RANDOM = ScriptedPlayer("flood", "flood"), ScriptedPlayer("random", "random", seed=3)


def _deals(games: int = 6) -> Deals:
    return Deals.of(range(50, 50 + games), SIZE)


def _seating(*pairs: tuple[int, int]) -> np.ndarray:
    return np.array(pairs, np.int8)


@dataclass
class Watched:
    """Plays as another player does, and keeps what it was asked."""

    name: str
    player: ScriptedPlayer = RANDOM
    reads_rows: bool = False
    asked: list[Heads] = field(default_factory=list)

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        self.asked.append(batch)
        return self.player.choose(batch, worlds)

    def moments(self) -> set[tuple[int, int, int]]:
        """Game, ply and seat of every decision."""
        return {
            moment
            for heads in self.asked
            for moment in zip(heads.game.tolist(), heads.ply.tolist(), heads.seat.tolist(), strict=True)
        }


@dataclass
class Watcher:
    """A spectator that keeps everything."""

    reads_rows: bool = False
    steps: list[tuple[Heads, Choices, Table]] = field(default_factory=list)
    results: list[Results] = field(default_factory=list)
    n_ended_before_decisions: list[int] = field(default_factory=list)

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        self.steps.append((batch, choices, table))

    def ended(self, results: Results) -> None:
        self.n_ended_before_decisions.append(len(self.steps))
        self.results.append(results)


@dataclass(frozen=True)
class Faulty:
    """A player whose choices a test makes up."""

    made_up: Callable[[DecisionBatch, Worlds], Choices]
    name: str = "faulty"
    reads_rows: bool = False

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        return self.made_up(batch, worlds)


def test_each_player_is_asked_where_it_sits_and_nowhere_else() -> None:
    players = Watched("one"), Watched("two"), Watched("three")
    seating = _seating((0, 1), (1, 2), (2, 0), (1, 1), (0, 0), (2, 1))
    watcher = Watcher()
    play(Table("cycles", _deals(), players, seating), [watcher], threads=1)
    everything = {
        moment
        for batch, _, _ in watcher.steps
        for moment in zip(batch.game.tolist(), batch.ply.tolist(), batch.seat.tolist(), strict=True)
    }
    for number, player in enumerate(players):
        assert player.moments() == {moment for moment in everything if seating[moment[0], moment[2]] == number}


def test_a_player_is_asked_once_a_step_for_all_its_games() -> None:
    watched, watcher = Watched("one"), Watcher()
    play(Table.both_ways("cycles", _deals(), watched, watched), [watcher], threads=1)
    assert len(watched.asked) == 2 * len(watcher.steps), "it sits at both sides of the table, as two players"
    alone = Watched("alone")
    play(Table("cycles", _deals(), (alone,), np.zeros((6, 2), np.int8)), [watcher := Watcher()], threads=1)
    assert len(alone.asked) == len(watcher.steps)


def test_both_ways_plays_each_deal_in_both_seats() -> None:
    table = Table.both_ways("cycles", _deals(3), FLOOD, RANDOM)
    assert table.deals.seeds.tolist() == [50, 50, 51, 51, 52, 52]
    assert table.seating.tolist() == [[0, 1], [1, 0]] * 3
    results = play(table, threads=1)
    assert results.players == ("flood", "random")
    assert results.seed.tolist() == table.deals.seeds.tolist()
    assert results.seating.tolist() == table.seating.tolist()


def test_a_player_meets_itself_equally_from_both_seats() -> None:
    table = Table.both_ways("cycles", _deals(20), FLOOD, ScriptedPlayer("other", "flood"))
    results = play(table, threads=1)
    assert results.score[0::2].tolist() == results.score[1::2].tolist()
    assert results.plies[0::2].tolist() == results.plies[1::2].tolist()


def test_the_better_player_wins_from_either_seat() -> None:
    results = play(Table.both_ways("cycles", Deals.of(range(100), {"size": (20, 15)}), FLOOD, RANDOM), threads=1)
    of_flood = np.where(results.seating[:, 0] == 0, results.score, 1 - results.score)
    assert of_flood[0::2].mean() > 0.8
    assert of_flood[1::2].mean() > 0.8


@pytest.mark.parametrize("slots", [1, 3, 40])
def test_results_come_in_the_order_of_deals_and_none_is_dropped(slots: int) -> None:
    deals = Deals.of(range(30), SIZE)
    table = Table("cycles", deals, (RANDOM,), np.zeros((30, 2), np.int8))
    results, expected = play(table, threads=1, slots=slots), play(table, threads=2)
    assert results.game.tolist() == list(range(30))
    assert results.seed.tolist() == deals.seeds.tolist()
    assert results.choices.tolist() == expected.choices.tolist()
    assert results.choice_offsets.tolist() == offsets_of(results.plies).tolist() == expected.choice_offsets.tolist()
    assert results.score.tolist() == expected.score.tolist()


def test_spectators_see_every_decision_and_every_end() -> None:
    first, second = Watcher(), Watcher()
    table = Table.both_ways("cycles", _deals(10), FLOOD, RANDOM)
    results = play(table, [first, second], threads=1, slots=4, asks_forced=True)
    n_choices = sum(len(choices.index) for _, choices, _ in first.steps)
    assert n_choices == len(results.choices)
    found = np.full(len(results.choices), -1)
    for batch, choices, seen_table in first.steps:
        assert seen_table is table
        assert len(choices.weights) == batch.action_offsets[-1]
        found[results.choice_offsets[batch.game] + batch.ply] = choices.index
    assert found.tolist() == results.choices.tolist()
    assert sorted(np.concatenate([part.game for part in first.results]).tolist()) == list(range(20))
    assert [len(watcher.steps) for watcher in (first, second)] == [len(first.steps)] * 2
    assert all(part.players == ("flood", "random") for part in first.results)
    assert all((part.seed == table.deals.seeds[part.game]).all() for part in first.results)
    assert first.n_ended_before_decisions[-1] == len(first.steps), "the last game ends after the last decision"


def test_rows_are_written_only_where_somebody_reads_them() -> None:
    table = Table("cycles", _deals(), (RANDOM,), np.zeros((6, 2), np.int8))
    blind, reader = Watcher(), Watcher(reads_rows=True)
    play(table, [blind], threads=1)
    assert not any(isinstance(batch, DecisionBatch) for batch, _, _ in blind.steps)
    play(table, [reader], threads=1)
    assert all(isinstance(batch, DecisionBatch) for batch, _, _ in reader.steps)
    player = Watched("reader", reads_rows=True)
    play(Table("cycles", _deals(), (player,), np.zeros((6, 2), np.int8)), threads=1)
    assert all(isinstance(batch, DecisionBatch) for batch in player.asked)


def test_a_watched_game_is_the_same_game() -> None:
    table = Table.both_ways("cycles", _deals(), FLOOD, RANDOM)
    plain = play(table, threads=1)
    watched = play(table, [Watcher(reads_rows=True)], threads=1, asks_forced=True)
    assert plain.choices.tolist() == watched.choices.tolist()


def test_a_table_without_deals_gives_no_results() -> None:
    results = play(Table("cycles", _deals(0), (FLOOD,), np.zeros((0, 2), np.int8)), threads=1)
    assert len(results) == 0
    assert results.choice_offsets.tolist() == [0]
    assert results.players == ("flood",)


def test_values_of_who_gives_none_are_missing() -> None:
    def sure(batch: DecisionBatch, worlds: Worlds) -> Choices:
        choices = worlds.bot("flood")
        return Choices(choices.index, choices.weights, np.full(len(batch), 0.5, np.float32))

    watcher = Watcher()
    table = Table("cycles", _deals(), (Faulty(sure, "sure"), FLOOD), np.tile(_seating((0, 1)), (6, 1)))
    play(table, [watcher], threads=1)
    for batch, choices, _ in watcher.steps:
        if choices.value is not None:
            assert np.isnan(choices.value[batch.seat == 1]).all()
            assert (choices.value[batch.seat == 0] == 0.5).all()


def _row(number: int) -> Callable[[DecisionBatch, Worlds], Choices]:
    return lambda batch, worlds: Choices(np.full(len(batch), number, np.int32), worlds.bot("flood").weights)


@pytest.mark.parametrize(
    ("made_up", "sentence"),
    [
        (_row(-1), r"faulty chose row -1 of a decision with [23]"),
        (_row(3), r"faulty chose row 3 of a decision with [23]"),
        (
            lambda _, worlds: Choices(np.zeros(1, np.int32), worlds.bot("flood").weights),
            "made 1 choices in . decisions",
        ),
        (lambda _, worlds: Choices(np.zeros(99, np.int32), worlds.bot("flood").weights), "made 99 choices in ."),
        (lambda _, worlds: Choices(worlds.bot("flood").index, np.ones(1, np.float32)), r"gave 1 weights for \d+ legal"),
        (
            lambda _, worlds: replace(worlds.bot("flood"), value=np.ones(1, np.float32)),
            "faulty gave 1 values for . decisions",
        ),
    ],
)
@pytest.mark.parametrize("seats", [(0, 0), (0, 1), (1, 0)])
def test_faulty_choices_are_refused_by_name(
    made_up: Callable[[DecisionBatch, Worlds], Choices], sentence: str, seats: tuple[int, int]
) -> None:
    table = Table("cycles", _deals(), (Faulty(made_up), FLOOD), np.tile(_seating(seats), (6, 1)))
    with pytest.raises(ValueError, match=sentence):
        play(table, threads=1)


@pytest.mark.parametrize(
    ("seating", "sentence"),
    [
        (np.zeros((2, 2), np.int8), r"the seating has the shape \(2, 2\); these deals take \(3, 2\)"),
        (np.zeros((4, 2), np.int8), r"the seating has the shape \(4, 2\); these deals take \(3, 2\)"),
        (np.zeros((3, 1), np.int8), r"the seating has the shape \(3, 1\); these deals take \(3, 2\)"),
        (np.array([[0, 1], [0, 2], [0, 1]], np.int8), "player 2 is seated; the table has 2, from 0"),
        (np.array([[0, 1], [0, 1], [-1, 1]], np.int8), "player -1 is seated; the table has 2, from 0"),
    ],
)
def test_a_seating_that_does_not_fit_is_refused(seating: np.ndarray, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        play(Table("cycles", _deals(3), (FLOOD, RANDOM), seating), threads=1)


def test_a_player_that_fails_is_not_hidden() -> None:
    def fail(_: DecisionBatch, __: Worlds) -> Choices:
        raise RuntimeError("out of ideas")

    with pytest.raises(RuntimeError, match="out of ideas"):
        play(Table("cycles", _deals(), (Faulty(fail),), np.zeros((6, 2), np.int8)), threads=1)
