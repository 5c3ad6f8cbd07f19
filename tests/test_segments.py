"""Segments of ragged rows against the plain twin, one segment at a time."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import segments as plain

from standoff import segments

ROWS = st.lists(st.lists(st.floats(-20, 20, width=32), min_size=1, max_size=7), max_size=9)
KEYS = st.integers(0, 2**64 - 1)
check = settings(deadline=None, max_examples=80)


def _flat(rows: list[list[float]]) -> tuple[np.ndarray, np.ndarray]:
    flat = np.array([number for row in rows for number in row], np.float32)
    return flat, segments.offsets_of(np.array([len(row) for row in rows], np.int64))


def _ragged(flat: np.ndarray, offsets: np.ndarray) -> list[list[float]]:
    return [flat[first:end].tolist() for first, end in pairwise(offsets)]


def _weights(rows: list[list[float]]) -> tuple[np.ndarray, np.ndarray]:
    flat, offsets = _flat(rows)
    return segments.softmax(flat, offsets), offsets


@given(counts=st.lists(st.integers(0, 9)))
@check
def test_offsets_are_sums_of_counts(counts: list[int]) -> None:
    offsets = segments.offsets_of(np.array(counts, np.int64))
    assert offsets.tolist() == plain.offsets_of(counts)
    assert offsets.dtype == np.int64


@given(counts=st.lists(st.integers(0, 5), max_size=9), data=st.data())
@check
def test_take_cuts_segments_in_the_order_asked(counts: list[int], data: st.DataObject) -> None:
    rows = [[100 * segment + place for place in range(count)] for segment, count in enumerate(counts)]
    flat = np.array([number for row in rows for number in row], np.int64)
    wanted = data.draw(st.lists(st.integers(0, len(counts) - 1))) if counts else []
    at, offsets = segments.take(segments.offsets_of(np.array(counts, np.int64)), np.array(wanted, np.int64))
    assert _ragged(flat[at], offsets) == [rows[segment] for segment in wanted]


@given(counts=st.lists(st.integers(0, 5), max_size=9))
@check
def test_owners_name_the_segment_of_each_row(counts: list[int]) -> None:
    expected = [segment for segment, count in enumerate(counts) for _ in range(count)]
    assert segments.owners(segments.offsets_of(np.array(counts, np.int64))).tolist() == expected


@given(rows=ROWS)
@check
def test_softmax_argmax_total_and_greatest(rows: list[list[float]]) -> None:
    flat, offsets = _flat(rows)
    assert _ragged(segments.softmax(flat, offsets), offsets) == [
        pytest.approx(plain.softmax(row), rel=1e-5, abs=1e-7) for row in rows
    ]
    assert segments.argmax(flat, offsets).tolist() == [plain.argmax(row) for row in rows]
    assert segments.greatest(flat, offsets).tolist() == [max(row) for row in rows]
    assert segments.total(flat, offsets) == pytest.approx([sum(row) for row in rows], abs=1e-4)


@given(rows=ROWS, data=st.data())
@check
def test_entropy_divergence_and_contest(rows: list[list[float]], data: st.DataObject) -> None:
    weights, offsets = _weights(rows)
    others, _ = _weights([data.draw(st.permutations(row)) for row in rows])
    ragged, other_ragged = _ragged(weights, offsets), _ragged(others, offsets)
    assert segments.entropy(weights, offsets) == pytest.approx(list(map(plain.entropy, ragged)), abs=1e-5)
    expected = [plain.divergence(*pair) for pair in zip(ragged, other_ragged, strict=True)]
    assert segments.divergence(weights, others, offsets) == pytest.approx(expected, rel=1e-4, abs=1e-5)
    assert segments.is_contested(weights, offsets).tolist() == list(map(plain.is_contested, ragged))


@given(rows=ROWS, data=st.data())
@check
def test_sample_is_the_place_where_the_running_sum_passes_the_key(rows: list[list[float]], data: st.DataObject) -> None:
    weights, offsets = _weights(rows)
    keys = data.draw(st.lists(KEYS, min_size=len(rows), max_size=len(rows)))
    drawn = segments.sample(weights, offsets, np.array(keys, np.uint64))
    assert drawn.tolist() == [plain.sample(row, key) for row, key in zip(_ragged(weights, offsets), keys, strict=True)]


@given(rows=ROWS, others=ROWS, data=st.data())
@check
def test_sample_heeds_no_batch_mate(rows: list[list[float]], others: list[list[float]], data: st.DataObject) -> None:
    keys = data.draw(st.lists(KEYS, min_size=len(rows), max_size=len(rows)))
    alone = segments.sample(*_weights(rows), np.array(keys, np.uint64))
    after = segments.sample(*_weights([*others, *rows]), np.array([7] * len(others) + keys, np.uint64))
    assert after[len(others) :].tolist() == alone.tolist()


@given(key=KEYS)
@check
def test_a_row_without_weight_is_never_drawn(key: int) -> None:
    weights = np.array([0.0, 0.25, 0.0, 0.75, 0.0], np.float32)
    assert segments.sample(weights, np.array([0, 5]), np.array([key], np.uint64))[0] in (1, 3)


def test_rows_are_drawn_as_often_as_they_weigh() -> None:
    n, weights = 40_000, [0.5, 0.125, 0.375]
    keys = np.random.default_rng(1).integers(0, 2**64, n, np.uint64)
    offsets = segments.offsets_of(np.full(n, 3))
    drawn = segments.sample(np.tile(np.array(weights, np.float32), n), offsets, keys)
    assert np.bincount(drawn) / n == pytest.approx(weights, abs=0.01)


def test_uniform_reaches_0_and_stays_below_1() -> None:
    assert segments.uniform(np.array([0, 2**64 - 1, 2**63], np.uint64)).tolist() == [0.0, 1 - 2**-53, 0.5]


def test_huge_logits_neither_overflow_nor_vanish() -> None:
    logits, offsets = np.array([1e30, 0, -1e30, -3e38, -3e38], np.float32), np.array([0, 3, 5])
    assert segments.softmax(logits, offsets).tolist() == [1, 0, 0, 0.5, 0.5]
    assert segments.argmax(logits, offsets).tolist() == [0, 0]


def test_a_masked_row_weighs_nothing() -> None:
    logits = np.array([0, -np.inf, 0], np.float32)
    weights = segments.softmax(logits, np.array([0, 3]))
    assert weights.tolist() == [0.5, 0, 0.5]
    assert segments.entropy(weights, np.array([0, 3]))[0] == pytest.approx(np.log(2))


def test_known_values() -> None:
    offsets = np.array([0, 2, 6])
    weights = np.array([1, 0, 0.25, 0.25, 0.25, 0.25])
    assert segments.entropy(weights, offsets) == pytest.approx([0, np.log(4)])
    others = np.array([0.5, 0.5, 0.125, 0.125, 0.25, 0.5])
    assert segments.divergence(weights, others, offsets) == pytest.approx([np.log(2), np.log(2) / 4])
    assert segments.is_contested(weights, offsets).tolist() == [True, False]


def test_weight_where_the_other_has_none_is_infinitely_far() -> None:
    with np.errstate(divide="ignore"):
        assert segments.divergence(np.array([0.5, 0.5]), np.array([1.0, 0.0]), np.array([0, 2]))[0] == np.inf


def test_nothing_in_nothing_out() -> None:
    empty, offsets = np.zeros(0, np.float32), np.zeros(1, np.int64)
    for of_one in (segments.total, segments.greatest, segments.argmax, segments.softmax, segments.entropy):
        assert len(of_one(empty, offsets)) == 0
    assert len(segments.divergence(empty, empty, offsets)) == 0
    assert len(segments.sample(empty, offsets, np.zeros(0, np.uint64))) == 0
    assert len(segments.is_contested(empty, offsets)) == 0
