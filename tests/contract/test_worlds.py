"""Worlds: a dealt one looks the same to its seat, copies live alone, and information tells views apart."""

from collections import defaultdict
from functools import partial

import numpy as np
import pytest
from hypothesis import given

from contract.cases import SEEDS, Case, assert_equal, at_random, copy_of, few, some, walk
from standoff import Choices, DecisionBatch, GamePool, Worlds, find_game
from standoff.segments import owners, take


def _seeds(first: int, count: int) -> np.ndarray:
    return np.array([(first + 977 * place) % 2**64 for place in range(count)], np.uint64)


def _rows_of_deciders(dealt: Worlds, worlds: Worlds, rows: np.ndarray) -> np.ndarray:
    """Where, in a pool of worlds dealt from `rows`, the seats stand that they were dealt for."""
    heads = dealt.heads()
    place = {(int(game), int(seat)): row for row, (game, seat) in enumerate(zip(heads.game, heads.seat, strict=True))}
    return np.array([place[game, int(seat)] for game, seat in enumerate(worlds.heads().seat[rows])], np.int64)


@pytest.mark.needs_worlds
@few
@given(seed=SEEDS, deal_seed=SEEDS)
def test_dealt_worlds_look_the_same(case: Case, seed: int, deal_seed: int) -> None:
    for step in some(walk(case.pool(seed, games=3))):
        rows = np.repeat(np.arange(len(step.batch)), 3)
        pool = step.worlds.deal(rows, _seeds(deal_seed, len(rows)))
        dealt = pool.worlds()
        at = _rows_of_deciders(dealt, step.worlds, rows)
        for row, dealt_row in zip(rows, at, strict=True):
            assert step.worlds.looks_like(row, dealt, dealt_row)
            assert dealt.looks_like(dealt_row, step.worlds, row)
            assert step.worlds.labels(row) == dealt.labels(dealt_row)
            assert step.worlds.page(row) == dealt.page(dealt_row)
        assert_equal(step.batch.take(rows), dealt.decisions().take(at), but=("game",))


@pytest.mark.needs_worlds
@few
@given(seed=SEEDS)
def test_dealt_worlds_can_be_dealt_from(case: Case, seed: int) -> None:
    worlds = case.pool(seed, games=3).worlds()
    rows = np.arange(len(worlds))
    once = worlds.deal(rows, _seeds(seed, len(rows))).worlds()
    rows_once = _rows_of_deciders(once, worlds, rows)
    twice = once.deal(rows_once, _seeds(seed + 1, len(rows))).worlds()
    at = _rows_of_deciders(twice, once, rows_once)
    assert_equal(worlds.decisions(), twice.decisions().take(at), but=("game",))


@pytest.mark.needs_worlds
@few
@given(seed=SEEDS)
def test_same_seed_same_world(case: Case, seed: int) -> None:
    for step in some(walk(case.pool(seed, games=2))):
        rows, seeds = np.arange(len(step.batch)), _seeds(seed, len(step.batch))
        pools = [step.worlds.deal(rows, seeds) for _ in range(2)]
        for one, other in zip(*(walk(pool) for pool in pools), strict=True):
            assert_equal(one.batch, other.batch)
        assert pools[0].ended().choices.tolist() == pools[1].ended().choices.tolist()


@pytest.mark.needs_worlds
@few
@given(seed=SEEDS)
def test_noise_in_a_dealt_world_comes_from_its_own_seed(case: Case, seed: int) -> None:
    worlds, rows = case.pool(seed, games=1).worlds(), np.zeros(2, np.int64)
    dealt = [worlds.deal(rows, _seeds(first, 2)).worlds() for first in (seed + 1, seed + 2)]
    keys = np.concatenate([each.keys(0) for each in (worlds, *dealt)])
    assert len(np.unique(keys)) == len(keys)


@pytest.mark.needs_worlds
@few
@given(seed=SEEDS)
def test_a_copy_lives_alone(case: Case, seed: int) -> None:
    kept: list[tuple[DecisionBatch, dict[str, np.ndarray], Worlds, GamePool, dict[str, np.ndarray]]] = []
    pool = case.pool(seed, games=3)
    for step in some(walk(pool)):
        rows = np.arange(len(step.batch))
        dealt = step.worlds.deal(rows, _seeds(seed, len(rows)))
        kept.append((step.batch, copy_of(step.batch), step.worlds, dealt, copy_of(dealt.decisions())))
    pool.close()
    for batch, columns, worlds, dealt, dealt_columns in kept:
        assert_equal(batch, columns)
        assert_equal(worlds.decisions(), columns)
        assert_equal(dealt.decisions(), dealt_columns)


@pytest.mark.needs_worlds
@few
@given(seed=SEEDS)
def test_a_dealt_pool_changes_neither_its_origin_nor_its_sister(case: Case, seed: int) -> None:
    pool = case.pool(seed, games=3)
    worlds = pool.worlds()
    rows, before = np.arange(len(worlds)), copy_of(worlds.decisions())
    played, sister = (worlds.deal(rows, _seeds(seed, len(rows))) for _ in range(2))
    untouched = copy_of(sister.decisions())
    for _ in walk(played):
        pass
    played.close()
    assert_equal(sister.decisions(), untouched)
    assert_equal(pool.decisions(), before)
    assert_equal(worlds.decisions(), before)


@pytest.mark.needs_worlds
@few
@given(seed=SEEDS)
def test_every_row_can_be_played(case: Case, seed: int) -> None:
    for step in some(walk(case.pool(seed, games=2))):
        offsets = step.batch.action_offsets
        rows = owners(offsets)
        wanted = np.arange(len(rows)) - offsets[:-1][rows]
        pool = step.worlds.deal(rows, _seeds(seed, len(rows)))
        dealt = pool.worlds()
        index = at_random(dealt).index.copy()
        index[_rows_of_deciders(dealt, step.worlds, rows)] = wanted
        pool.apply(Choices(index, np.zeros(0, np.float32)))
        for _ in walk(pool):
            pass
        ended = pool.ended()
        assert sorted(ended.game.tolist()) == list(range(len(rows))), "every game comes to its end"
        for game, first in zip(ended.game, ended.choice_offsets, strict=False):
            assert wanted[game] in ended.choices[first : first + 2]


@few
@given(seed=SEEDS)
def test_information_changes_when_and_only_when_the_view_does(case: Case, seed: int) -> None:
    seen: list[tuple[int, int, Worlds, int]] = []
    for deal, choice_seed in ((seed, 0), (seed, 1), (seed + 5, 0)):
        for step in walk(case.pool(deal, games=1), partial(at_random, seed=choice_seed)):
            heads = step.worlds.heads()
            for row in range(len(heads)):
                seen.append((int(heads.information[row]), int(heads.seat[row]), step.worlds, row))
    assert len(seen) > 3
    n_equal = 0
    for information, _, worlds, row in seen:
        for other_information, _, other, other_row in seen:
            is_equal = worlds.looks_like(row, other, other_row)
            assert is_equal == (information == other_information)
            n_equal += is_equal
    assert n_equal > len(seen), "the same deal begins with the same view"


@pytest.mark.needs_worlds
@few
@given(seed=SEEDS)
def test_cards_are_conserved(case: Case, seed: int) -> None:
    conserved = find_game(case.game).conserved
    if conserved is None:
        pytest.skip(f"{case.game} states nothing that is conserved")
    first: dict[int, list[float]] = {}
    for step in walk(case.pool(seed, games=4)):
        for game, numbers in zip(step.batch.game, conserved(step.batch).tolist(), strict=True):
            assert first.setdefault(int(game), numbers) == numbers
        rows = np.arange(len(step.batch))[:1]
        dealt = step.worlds.deal(rows, _seeds(seed, 1)).decisions()
        assert conserved(dealt).tolist()[0] == first[int(step.batch.game[0])]


def test_worlds_are_cut_as_batches_are(case: Case) -> None:
    worlds = case.pool(11, games=8).worlds()
    rows = np.array([5, 0, 5, 3])
    cut = worlds.take(rows)
    assert_equal(cut.decisions(), worlds.decisions().take(rows))
    assert_equal(cut.heads(), worlds.heads().take(rows))
    assert cut.keys(9).tolist() == worlds.keys(9)[rows].tolist()
    assert [cut.labels(row) for row in range(4)] == [worlds.labels(int(row)) for row in rows]
    assert_equal(cut.take(np.array([3])).decisions(), worlds.decisions().take(np.array([3])))
    flat, _ = take(worlds.heads().action_offsets, rows)
    assert (at_random(cut).weights == at_random(worlds).weights[flat]).all()


def test_keys_differ_between_moments_and_between_seeds(case: Case) -> None:
    found: dict[int, set[tuple[int, ...]]] = defaultdict(set)
    for step in walk(case.pool(3, games=6)):
        heads = step.worlds.heads()
        moments = zip(heads.game.tolist(), heads.ply.tolist(), heads.seat.tolist(), strict=True)
        for moment, first, second in zip(moments, step.worlds.keys(0), step.worlds.keys(1), strict=True):
            found[int(first)].add((*moment, 0))
            found[int(second)].add((*moment, 1))
    assert all(len(moments) == 1 for moments in found.values())
