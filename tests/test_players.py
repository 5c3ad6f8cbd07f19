"""Players: what a policy samples depends on player seed, deal, ply and seat alone; the others do as they are told."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import segments as plain
from reference.streams import noise_key

from standoff import Deals, DecisionBatch, Evaluation, GamePool, PolicyPlayer, ScriptedPlayer, Table, Worlds, play
from standoff.evaluator import UniformEvaluator
from standoff.players import RecordedPlayer, SupervisedPlayer

SIZE = {"size": (9, 7)}
FLOOD = ScriptedPlayer("flood", "flood")
SEEDS = st.integers(0, 2**64 - 1)
check = settings(deadline=None, max_examples=20)


@dataclass(frozen=True)
class Territorial:
    """Prefers turns by the margin that they leave; its value is the first turn's share of the free cells."""

    scale: float = 0.2

    def evaluate(self, batch: DecisionBatch) -> Evaluation:
        margin = batch.actions[:, batch.schema.actions.index("margin_after")]
        return Evaluation(self.scale * margin, margin[batch.action_offsets[:-1]] / batch.globals[:, 0])


def _worlds(seeds: list[int], plies: int = 3) -> Worlds:
    """Open decisions of these deals, a few plies into each game."""
    pool = GamePool.of("cycles", Deals.of(seeds, SIZE), threads=1)
    for _ in range(plies):
        pool.apply(pool.worlds().bot("flood"))
    return pool.worlds()


def _ragged(flat: np.ndarray, offsets: np.ndarray) -> list[list[float]]:
    return [flat[first:end].tolist() for first, end in pairwise(offsets)]


@given(player_seed=SEEDS, first=st.integers(0, 2**63))
@check
def test_a_policy_samples_with_the_key_of_seed_deal_ply_and_seat(player_seed: int, first: int) -> None:
    seeds = [first + game for game in range(5)]
    worlds = _worlds(seeds)
    batch = worlds.decisions()
    choices = PolicyPlayer("p", Territorial(), temperature=1.0, seed=player_seed).choose(batch, worlds)
    for row, weights in enumerate(_ragged(choices.weights, batch.action_offsets)):
        key = noise_key(player_seed, seeds[batch.game[row]], int(batch.ply[row]), int(batch.seat[row]))
        assert worlds.keys(player_seed)[row] == key
        assert choices.index[row] == plain.sample(weights, key)


@given(player_seed=SEEDS)
@check
def test_batch_mates_do_not_matter(player_seed: int) -> None:
    player = PolicyPlayer("p", Territorial(), temperature=1.0, seed=player_seed)
    worlds = _worlds(list(range(40)))
    batch, rows = worlds.decisions(), np.array([31, 4, 17])
    together = player.choose(batch, worlds).take(batch.action_offsets, rows)
    cut = player.choose(batch.take(rows), worlds.take(rows))
    assert cut.index.tolist() == together.index.tolist()
    assert cut.weights.tolist() == together.weights.tolist()
    of_seed = {int(game): row for row, game in enumerate(batch.game)}
    alone = _worlds([17])
    assert player.choose(alone.decisions(), alone).index[0] == player.choose(batch, worlds).index[of_seed[17]]


def test_slots_and_threads_do_not_change_what_a_policy_plays() -> None:
    players = PolicyPlayer("p", Territorial(), temperature=1.0, seed=5), ScriptedPlayer("random", "random", seed=5)
    table = Table.both_ways("cycles", Deals.of(range(20), SIZE), *players)
    expected = play(table, threads=1)
    for threads, slots in ((2, 7), (1, 1)):
        assert play(table, threads=threads, slots=slots).choices.tolist() == expected.choices.tolist()


def test_other_player_seeds_play_other_games() -> None:
    worlds = _worlds(list(range(200)))
    batch = worlds.decisions()
    one, other = (PolicyPlayer("p", UniformEvaluator(), 1.0, seed=seed).choose(batch, worlds) for seed in (0, 1))
    assert 0.4 < (one.index != other.index).mean() < 0.7


@pytest.mark.parametrize("temperature", [0.25, 1.0, 3.0])
def test_weights_are_the_distribution_that_was_sampled_from(temperature: float) -> None:
    worlds = _worlds(list(range(30)))
    batch = worlds.decisions()
    logits = _ragged(Territorial().evaluate(batch).logits, batch.action_offsets)
    choices = PolicyPlayer("p", Territorial(), temperature).choose(batch, worlds)
    expected = [plain.softmax([logit / temperature for logit in row]) for row in logits]
    assert _ragged(choices.weights, batch.action_offsets) == [
        pytest.approx(row, rel=1e-4, abs=1e-6) for row in expected
    ]


def test_a_greedy_policy_takes_the_first_greatest_and_tells_its_softmax() -> None:
    worlds = _worlds(list(range(50)))
    batch = worlds.decisions()
    logits = _ragged(Territorial().evaluate(batch).logits, batch.action_offsets)
    choices = PolicyPlayer("p", Territorial()).choose(batch, worlds)
    assert choices.index.tolist() == list(map(plain.argmax, logits))
    assert _ragged(choices.weights, batch.action_offsets) == [
        pytest.approx(plain.softmax(row), rel=1e-4, abs=1e-6) for row in logits
    ]


def test_a_greedy_policy_on_margins_is_voronoi() -> None:
    table = Table.both_ways("cycles", Deals.of(range(20), SIZE), PolicyPlayer("p", Territorial()), FLOOD)
    same = Table.both_ways("cycles", Deals.of(range(20), SIZE), ScriptedPlayer("v", "voronoi"), FLOOD)
    assert play(table, threads=1).choices.tolist() == play(same, threads=1).choices.tolist()


def test_a_low_temperature_comes_close_to_greedy_and_a_high_one_to_any_row() -> None:
    worlds = _worlds(list(range(300)))
    batch = worlds.decisions()
    greedy = PolicyPlayer("p", Territorial()).choose(batch, worlds)
    cold, hot = (PolicyPlayer("p", Territorial(), temperature).choose(batch, worlds) for temperature in (1e-3, 1e3))
    best = np.array([max(row) for row in _ragged(cold.weights, batch.action_offsets)])
    is_clear = best > 0.99
    assert is_clear.sum() > 20
    assert (cold.index[is_clear] == greedy.index[is_clear]).all()
    n_actions = np.repeat(batch.n_actions, batch.n_actions)
    assert hot.weights == pytest.approx(1 / n_actions, abs=0.01)


def test_a_logit_offset_lifts_a_kind_of_action() -> None:
    worlds = _worlds(list(range(60)))
    batch = worlds.decisions()
    player = PolicyPlayer("p", UniformEvaluator(), temperature=1.0)
    lifted = replace(player, logit_offsets={"left": 2.0}).choose(batch, worlds)
    left = batch.schema.action_kinds.index("left")
    for row, weights in enumerate(_ragged(lifted.weights, batch.action_offsets)):
        kinds = batch.action_kind[batch.action_offsets[row] : batch.action_offsets[row + 1]]
        assert weights == pytest.approx(plain.softmax([2.0 * (kind == left) for kind in kinds]), rel=1e-5)
    greedy = replace(player, temperature=0.0, logit_offsets={"left": 50.0}).choose(batch, worlds)
    has_left = np.array([left in batch.take(np.array([row])).action_kind for row in range(len(batch))])
    assert has_left.any()
    taken = batch.action_kind[batch.action_offsets[:-1] + greedy.index]
    assert (taken[has_left] == left).all()


def test_a_policy_tells_the_value_of_its_evaluator() -> None:
    worlds = _worlds(list(range(8)))
    batch = worlds.decisions()
    for temperature in (0.0, 1.0):
        choices = PolicyPlayer("p", Territorial(), temperature).choose(batch, worlds)
        assert choices.value is not None
        assert choices.value.tolist() == Territorial().evaluate(batch).value.tolist()


def test_a_uniform_evaluator_prefers_nothing() -> None:
    batch = _worlds([1, 2, 3]).decisions()
    evaluation = UniformEvaluator().evaluate(batch)
    assert (len(evaluation.logits), evaluation.logits.any()) == (len(batch.actions), False)
    assert (len(evaluation.value), evaluation.value.any()) == (len(batch), False)


@pytest.mark.parametrize(("bot", "depth"), [("random", 0), ("flood", 0), ("voronoi", 0), ("alphabeta", 2)])
def test_a_scripted_player_does_what_its_script_says(bot: str, depth: int) -> None:
    worlds = _worlds(list(range(9)))
    player = ScriptedPlayer("name", bot, depth, seed=8)
    choices, expected = player.choose(worlds.heads(), worlds), worlds.bot(bot, depth, 8)
    assert choices.index.tolist() == expected.index.tolist()
    assert choices.weights.tolist() == expected.weights.tolist()
    assert (player.name, player.reads_rows) == ("name", False)


def test_only_random_heeds_its_seed() -> None:
    worlds = _worlds(list(range(60)))
    for bot, is_random in (("random", True), ("flood", False), ("voronoi", False)):
        one, other = (worlds.bot(bot, seed=seed).index for seed in (1, 2))
        assert (one != other).any() == is_random


def test_a_recorded_player_plays_the_game_again() -> None:
    table = Table.both_ways("cycles", Deals.of(range(12), SIZE), FLOOD, ScriptedPlayer("random", "random", seed=4))
    results = play(table, threads=1)
    recorded = RecordedPlayer(results.choices, results.choice_offsets)
    for asks_forced in (False, True):
        seating = np.zeros((24, 2), np.int8)
        again = play(Table("cycles", table.deals, (recorded,), seating), threads=1, slots=5, asks_forced=asks_forced)
        assert again.choices.tolist() == results.choices.tolist()
        assert again.score.tolist() == results.score.tolist()


def test_a_recorded_player_is_sure_of_its_choice() -> None:
    worlds = _worlds([3, 4], plies=0)
    choices = RecordedPlayer(np.array([1, 0, 0], np.int32), np.array([0, 2, 3])).choose(worlds.heads(), worlds)
    assert choices.index.tolist() == [1, 0]
    assert _ragged(choices.weights, worlds.heads().action_offsets) == [
        [0, 1, 0][: worlds.heads().n_actions[0]],
        [1, 0, 0],
    ]


def test_a_pupil_plays_and_its_teacher_is_imitated() -> None:
    worlds = _worlds(list(range(30)))
    batch = worlds.decisions()
    pupil, teacher = PolicyPlayer("pupil", UniformEvaluator(), 1.0, seed=2), ScriptedPlayer("teacher", "voronoi")
    both = SupervisedPlayer(pupil, teacher)
    choices = both.choose(batch, worlds)
    assert choices.index.tolist() == pupil.choose(batch, worlds).index.tolist()
    assert choices.weights.tolist() == teacher.choose(batch, worlds).weights.tolist()
    assert (both.name, both.reads_rows) == ("pupil", True)
    assert not SupervisedPlayer(FLOOD, teacher).reads_rows
