"""How often a model prefers the move that was taken in a recording: in all, and by kind of decision."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from standoff.checkpoints import Checkpoint
from standoff.errors import BadInput
from standoff.evaluator import load_evaluator
from standoff.learning.lessons import Lesson, with_offsets
from standoff.progress import Bar
from standoff.rating.intervals import Interval, wilson
from standoff.recordings import Recording

AT_ONCE = 4096
"""Decisions between two steps of the progress bar."""


@dataclass(frozen=True)
class Agreement:
    """A model beside a recording, over decisions of one kind or all."""

    kind: str
    """As in the schema; "all" in the first row, "contested" in the second."""
    decisions: int
    agreed: int
    """In how many it prefers the row that the recorded player held to be the best, the first of several."""
    legal: float
    """Legal actions a decision: one over it is what guessing reaches."""
    rate: Interval
    """Wilson interval over decisions, which stand in games together: the true one is wider."""


def agreement(checkpoint: Checkpoint, recording: Recording, device: str | None = None) -> list[Agreement]:
    """All decisions, the contested ones, then each kind that occurs, the most frequent first.

    Raises:
        BadInput: the recording is of another game or another schema, or holds no decision.
    """
    if (difference := checkpoint.schema.difference(recording.schema)) is not None:
        raise BadInput(f"the model cannot read this recording: {difference}")
    lesson = Lesson.of(recording)
    if len(lesson) == 0:
        raise BadInput("the recording holds no decisions")
    agreed = lesson.agrees(_logits(checkpoint, lesson, device))
    everywhere = np.ones(len(lesson), np.bool_)
    rows = [_row("all", everywhere, agreed, lesson)]
    if lesson.is_contested.any():
        rows.append(_row("contested", lesson.is_contested, agreed, lesson))
    counts: list[int] = np.bincount(lesson.batch.kind, minlength=len(recording.schema.kinds)).tolist()
    for kind in sorted(range(len(counts)), key=lambda kind: -counts[kind]):
        if counts[kind]:
            rows.append(_row(recording.schema.kinds[kind], lesson.batch.kind == kind, agreed, lesson))
    return rows


def _logits(checkpoint: Checkpoint, lesson: Lesson, device: str | None) -> NDArray[np.float32]:
    evaluator = load_evaluator(checkpoint, device)
    parts: list[NDArray[np.float32]] = []
    with Bar("Reading decisions", len(lesson)) as bar:
        for rows in _parts(len(lesson)):
            batch = lesson.batch.take(rows)
            parts.append(with_offsets(evaluator.evaluate(batch).logits, batch, checkpoint.logit_offsets))
            bar.advance(len(rows))
    return np.concatenate(parts)


def _parts(n_decisions: int) -> Iterator[NDArray[np.int64]]:
    for first in range(0, n_decisions, AT_ONCE):
        yield np.arange(first, min(first + AT_ONCE, n_decisions))


def _row(kind: str, is_counted: NDArray[np.bool_], agreed: NDArray[np.bool_], lesson: Lesson) -> Agreement:
    decisions, agreements = int(is_counted.sum()), int(agreed[is_counted].sum())
    legal = float(np.diff(lesson.batch.action_offsets)[is_counted].mean())
    return Agreement(kind, decisions, agreements, legal, wilson(agreements, decisions))
