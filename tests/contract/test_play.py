"""Playing: the same seed is the same game, a replay is the game, and neither threads, slots nor batch mates matter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.cases import SEEDS, Case, assert_equal, at_random, by_moment, few, walk
from standoff import Choices, GamePool, Table, Worlds, find_game, play
from standoff.players import RecordedPlayer, ScriptedPlayer
from standoff.pool import Ended
from standoff.segments import total


def _play_out(pool: GamePool, seed: int = 0) -> Ended:
    for _ in walk(pool, lambda worlds: at_random(worlds, seed)):
        pass
    return pool.ended()


def _take_the_first(worlds: Worlds) -> Choices:
    return Choices(np.zeros(len(worlds), np.int32), np.zeros(0, np.float32))


@few
@given(seed=SEEDS)
def test_same_seed_same_game(case: Case, seed: int) -> None:
    for one, other in zip(walk(case.pool(seed)), walk(case.pool(seed)), strict=True):
        assert_equal(one.batch, other.batch)
        assert (one.choices.index == other.choices.index).all()


def test_other_seeds_are_other_games_though_all_choose_alike(case: Case) -> None:
    pool = case.pool(0, games=30)
    assert any(len(np.unique(step.batch.information)) > 1 for step in walk(pool, _take_the_first))


@few
@given(seed=SEEDS)
def test_replay_is_the_game(case: Case, seed: int) -> None:
    deals = case.deals(seed, 5)
    first = ScriptedPlayer("one", case.bots()[0][0], case.bots()[0][1], seed=1)
    second = ScriptedPlayer("two", case.bots()[-1][0], case.bots()[-1][1], seed=2)
    results = play(Table.both_ways(case.game, deals, first, second), threads=1)
    recorded = RecordedPlayer(results.choices, results.choice_offsets)
    seating = np.zeros((len(results), 2), np.int8)
    twice = Table.both_ways(case.game, deals, first, second).deals
    again = play(Table(case.game, twice, (recorded,), seating), threads=1)
    for name in ("score", "plies", "reason", "choice_offsets", "choices"):
        assert (getattr(results, name) == getattr(again, name)).all(), name


@few
@given(seed=SEEDS)
def test_forced_choices_are_the_same_whether_they_are_asked_for_or_not(case: Case, seed: int) -> None:
    pool = case.pool(seed)
    expected = by_moment(walk(pool))
    ended = pool.ended()
    watched = case.pool(seed, asks_forced=True)
    found = by_moment(walk(watched))
    assert {moment: found[moment] for moment in expected} == expected
    assert all(len(found[moment]["weights"]) == 4 for moment in found.keys() - expected.keys())
    again = watched.ended()
    assert _in_order(again) == _in_order(ended)


@few
@given(seed=SEEDS, threads=st.integers(2, 9))
def test_threads_do_not_matter(case: Case, seed: int, threads: int) -> None:
    for bot, depth in case.bots():
        pools = [case.pool(seed, games=7, threads=n) for n in (1, threads)]
        for one, other in zip(*(walk(pool) for pool in pools), strict=True):
            assert_equal(one.batch, other.batch)
            few_say, many_say = (step.worlds.bot(bot, depth, seed) for step in (one, other))
            assert (few_say.index == many_say.index).all()
            assert (few_say.weights == many_say.weights).all()
        few_end, many_end = (pool.ended() for pool in pools)
        assert few_end.choices.tolist() == many_end.choices.tolist()


@few
@given(seed=SEEDS, slots=st.integers(1, 4))
def test_slots_do_not_matter(case: Case, seed: int, slots: int) -> None:
    wide, narrow = case.pool(seed, games=6), case.pool(seed, games=6, slots=slots)
    assert by_moment(walk(wide)) == by_moment(walk(narrow))
    assert _in_order(wide.ended()) == _in_order(narrow.ended())


@few
@given(seed=SEEDS)
def test_batch_equals_single(case: Case, seed: int) -> None:
    together = by_moment(walk(case.pool(seed, games=4)))
    for game in range(4):
        alone = by_moment(walk(case.pool((seed + game) % 2**64, games=1)), but=("game",))
        for (_, ply, seat), rows in alone.items():
            expected = together.pop((game, ply, seat))
            expected.pop("game")
            assert rows == expected
    assert not together


@few
@given(seed=SEEDS, player_seed=SEEDS)
def test_a_scripted_player_heeds_no_batch_mate(case: Case, seed: int, player_seed: int) -> None:
    worlds = case.pool(seed, games=9).worlds()
    batch = worlds.decisions()
    rows = np.arange(len(batch))[::-2]
    for bot, depth in case.bots():
        of_all, of_some = worlds.bot(bot, depth, player_seed), worlds.take(rows).bot(bot, depth, player_seed)
        expected = of_all.take(batch.action_offsets, rows)
        assert (of_some.index == expected.index).all()
        assert (of_some.weights == expected.weights).all()


@few
@given(seed=SEEDS)
def test_weights_of_scripted_players_sum_to_one_and_give_the_choice_some(case: Case, seed: int) -> None:
    for step in walk(case.pool(seed, games=3)):
        offsets = step.batch.action_offsets
        for bot, depth in case.bots():
            choices = step.worlds.bot(bot, depth, seed)
            assert (choices.weights >= 0).all()
            assert total(choices.weights, offsets) == pytest.approx(1, abs=1e-6)
            assert (choices.weights[offsets[:-1] + choices.index] > 0).all()


@few
@given(seed=SEEDS)
def test_outcomes_are_zero_sum(case: Case, seed: int) -> None:
    pool = case.pool(seed, games=12, slots=5)
    ended = _play_out(pool, seed)
    assert sorted(ended.game.tolist()) == list(range(12))
    most = find_game(case.game).most_chips or 1
    chips = (2 * ended.score - 1) * most
    assert (np.abs(chips - np.rint(chips)) < 1e-5).all(), "what one seat wins the other loses"
    assert (np.abs(chips) <= most).all()
    if find_game(case.game).most_chips is None:
        assert np.isin(ended.score, (0.0, 0.5, 1.0)).all()
    reasons = pool.decisions().schema.reasons
    assert ((ended.reason >= 0) & (ended.reason < len(reasons))).all()
    assert (np.diff(ended.choice_offsets) == ended.plies).all()
    assert ended.choice_offsets[0] == 0
    assert ended.choice_offsets[-1] == len(ended.choices)
    assert (ended.choices >= 0).all()


def test_a_ply_is_a_choice(case: Case) -> None:
    """Where every choice is asked for, a game's ply grows with each; seat 0's is first where both decide."""
    expected = np.zeros(3, np.int64)
    for step in walk(case.pool(5, games=3, asks_forced=True)):
        game = step.batch.game
        is_second = np.append(False, game[1:] == game[:-1])
        assert (step.batch.ply == expected[game] + is_second).all()
        expected += np.bincount(step.batch.game, minlength=3)


def _in_order(ended: Ended) -> list[tuple[int, float, int, int, list[int]]]:
    rows = []
    for place in np.argsort(ended.game):
        choices = ended.choices[ended.choice_offsets[place] : ended.choice_offsets[place + 1]]
        numbers = ended.game[place], ended.score[place], ended.plies[place], ended.reason[place]
        rows.append((int(numbers[0]), float(numbers[1]), int(numbers[2]), int(numbers[3]), choices.tolist()))
    return rows
