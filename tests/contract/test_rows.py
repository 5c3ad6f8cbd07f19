"""Rows: finite, inside the schema, distinct, pointing into their own decision, and blind to seat numbers."""

import json
import re
from collections.abc import Iterator

import numpy as np
import pytest

from contract.cases import Case, Step, assert_equal, walk
from standoff import DecisionBatch, find_game
from standoff.schema import schema_of
from standoff.segments import owners


@pytest.fixture(params=[1, 2**63])
def first_seed(request: pytest.FixtureRequest) -> int:
    return request.param


def _steps(case: Case, first_seed: int) -> Iterator[Step]:
    return walk(case.pool(first_seed, games=8, asks_forced=True))


def test_rows_are_finite(case: Case, first_seed: int) -> None:
    for step in _steps(case, first_seed):
        for column in (step.batch.globals, step.batch.entities, step.batch.actions):
            assert np.isfinite(column).all()
            assert np.abs(column).max(initial=0) < 2**24, "a whole number that float32 cannot hold"


def test_columns_have_the_widths_and_types_that_are_promised(case: Case, first_seed: int) -> None:
    schema = schema_of(case.game)
    for step in _steps(case, first_seed):
        batch, n = step.batch, len(step.batch)
        assert batch.schema == schema
        assert (batch.globals.shape, batch.globals.dtype) == ((n, len(schema.globals)), np.float32)
        assert (batch.planes.shape[:2], batch.planes.dtype) == ((n, len(schema.planes)), np.uint8)
        assert (batch.entities.shape[1], batch.entities.dtype) == (len(schema.entities), np.float32)
        assert (batch.actions.shape[1], batch.actions.dtype) == (len(schema.actions), np.float32)
        assert (batch.action_refs.shape[1], batch.action_refs.dtype) == (len(schema.refs), np.int32)
        assert (batch.game.dtype, batch.seat.dtype, batch.information.dtype) == (np.int32, np.int8, np.uint64)
        _assert_offsets(batch.action_offsets, len(batch.actions), n)
        _assert_offsets(batch.entity_offsets, len(batch.entities), n)
        _assert_offsets(batch.token_offsets, len(batch.tokens), n)
        assert (np.diff(batch.action_offsets) >= 1).all()


def _assert_offsets(offsets: np.ndarray, n_rows: int, n: int) -> None:
    assert (offsets.dtype, offsets.shape) == (np.int64, (n + 1,))
    assert (offsets[0], offsets[-1]) == (0, n_rows)
    assert (np.diff(offsets) >= 0).all()


def test_numbers_point_into_the_schema(case: Case, first_seed: int) -> None:
    for step in _steps(case, first_seed):
        batch, schema = step.batch, step.batch.schema
        for column, names in (
            (batch.kind, schema.kinds),
            (batch.entity_card, schema.cards),
            (batch.entity_zone, schema.zones),
            (batch.action_kind, schema.action_kinds),
            (batch.action_id, schema.action_ids),
        ):
            assert ((column >= 0) & (column < len(names))).all()
        assert ((batch.tokens >= 0) & (batch.tokens < max(1, schema.token_buckets))).all()
        assert np.isin(batch.seat, (0, 1)).all()


def test_refs_point_into_their_decision(case: Case, first_seed: int) -> None:
    for step in _steps(case, first_seed):
        batch = step.batch
        n_entities = np.diff(batch.entity_offsets)[owners(batch.action_offsets)]
        assert (batch.action_refs >= -1).all()
        assert (batch.action_refs < n_entities[:, np.newaxis]).all()


def _row_of(batch: DecisionBatch, row: int) -> tuple[object, ...]:
    numbers = batch.action_kind[row], batch.action_id[row], *batch.action_refs[row], *batch.actions[row]
    return tuple(float(number) for number in numbers)


def test_legal_rows_are_distinct(case: Case, first_seed: int) -> None:
    for step in _steps(case, first_seed):
        offsets = step.batch.action_offsets
        for row in range(len(step.batch)):
            rows = range(offsets[row], offsets[row + 1])
            assert len({_row_of(step.batch, each) for each in rows}) == len(rows)
            labels = step.worlds.labels(row)
            assert len(labels) == len(set(labels)) == len(rows)
            assert all(label.strip() == label != "" for label in labels)


def test_no_column_tells_seats_apart_by_number(case: Case) -> None:
    schema = schema_of(case.game)
    names = (*schema.globals, *schema.planes, *schema.entities, *schema.zones, *schema.actions, *schema.refs)
    assert [name for name in names if re.search(r"seat|player|[01]$", name)] == []


def test_names_are_distinct(case: Case) -> None:
    for name, column in schema_of(case.game).as_dict().items():
        if isinstance(column, tuple):
            assert len(set(column)) == len(column), name


def test_rows_can_be_written_again_and_again(case: Case) -> None:
    for step in walk(case.pool(4, games=3)):
        assert_equal(step.worlds.decisions(), step.batch)


def test_a_page_is_drawn_and_says_whose_it_is(case: Case) -> None:
    game = find_game(case.game)
    for step in walk(case.pool(6, games=2, asks_forced=True)):
        for row in range(len(step.batch)):
            page = step.worlds.page(row)
            assert page["seat"] == step.batch.seat[row]
            assert json.loads(json.dumps(page)) == page
            assert game.draw(page) is not None
            labels = {meaning(page) for meaning in game.keys.values()} - {None}
            assert all(isinstance(label, str) for label in labels)
