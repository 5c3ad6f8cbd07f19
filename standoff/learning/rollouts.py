"""Rollouts: a learner plays a fresh batch of games, and its own decisions are kept with how their games ended."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from standoff import segments
from standoff.arena import Results, Table, play
from standoff.decisions import Choices, DecisionBatch

LEARNER = 0
"""Its place among the players of a table."""


@dataclass(frozen=True)
class Rollout:
    """The learner's decisions of some games, game by game and seat by seat, each in the order of its plies."""

    batch: DecisionBatch
    index: NDArray[np.int32]  # [B] row taken
    log_probability: NDArray[np.float32]  # [B] of that row, when it was taken
    greatest: NDArray[np.float32]  # [B] probability of the row that was liked best
    secrets: NDArray[np.float32]  # [B, S] what only a critic may see
    offsets: NDArray[np.int64]  # [sequences + 1] the decisions of one seat in one game
    outcome: NDArray[np.float32]  # [sequences] 1 won, 0 drawn, -1 lost, for the seat of the sequence

    def __len__(self) -> int:
        return len(self.batch)

    @staticmethod
    def of(
        batch: DecisionBatch,
        index: NDArray[np.int32],
        probability: NDArray[np.float32],
        greatest: NDArray[np.float32],
        secrets: NDArray[np.float32],
        score: NDArray[np.float32],
    ) -> "Rollout":
        """Decisions in any order, [B] each, brought into sequences; `score` [N] is that of seat 0 in each game."""
        order = np.lexsort((batch.ply, batch.seat, batch.game))
        batch = batch.take(order)
        begins = np.append(True, (np.diff(batch.game) != 0) | (np.diff(batch.seat) != 0))
        first = np.flatnonzero(begins)
        of_first = score[batch.game[first]] * 2 - 1
        return Rollout(
            batch=batch,
            index=index[order],
            log_probability=np.log(np.maximum(probability[order], np.float32(1e-20))),
            greatest=greatest[order],
            secrets=secrets[order],
            offsets=segments.offsets_of(np.diff(np.append(first, len(batch)))),
            outcome=np.where(batch.seat[first] == 0, of_first, -of_first).astype(np.float32),
        )


@dataclass
class _Notes:
    """A spectator that keeps the learner's decisions, and what was hidden from it."""

    reads_rows: bool = field(default=True, init=False)
    batches: list[DecisionBatch] = field(default_factory=list[DecisionBatch], init=False)
    index: list[NDArray[np.int32]] = field(default_factory=list[NDArray[np.int32]], init=False)
    probability: list[NDArray[np.float32]] = field(default_factory=list[NDArray[np.float32]], init=False)
    greatest: list[NDArray[np.float32]] = field(default_factory=list[NDArray[np.float32]], init=False)
    secrets: list[NDArray[np.float32]] = field(default_factory=list[NDArray[np.float32]], init=False)
    _revealed: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32), init=False)

    def revealed(self, secrets: NDArray[np.float32]) -> None:
        """What was hidden in the step that follows."""
        self._revealed = secrets

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """Keeps the learner's decisions."""
        rows = np.flatnonzero(table.seating[batch.game, batch.seat] == LEARNER)
        if len(rows):
            self.batches.append(batch if len(rows) == len(batch) else batch.take(rows))
            self.index.append(choices.index[rows])
            self.probability.append(choices.weights[batch.action_offsets[rows] + choices.index[rows]])
            self.greatest.append(segments.greatest(choices.weights, batch.action_offsets)[rows].astype(np.float32))
            self.secrets.append(self._revealed[rows])

    def ended(self, results: Results) -> None:
        """Outcomes are joined once all games have ended."""


def roll_out(table: Table, slots: int, threads: int) -> tuple[Rollout, Results]:
    """Plays all games of a table, and keeps the decisions of its first player.

    Raises:
        ValueError: no game asked the learner for a choice.
    """
    notes = _Notes()
    results = play(table, [notes], slots=slots, threads=threads)
    if not notes.batches:
        raise ValueError("the learner had no choice to make in these games")
    rollout = Rollout.of(
        DecisionBatch.join(notes.batches),
        np.concatenate(notes.index),
        np.concatenate(notes.probability),
        np.concatenate(notes.greatest),
        np.concatenate(notes.secrets),
        results.score,
    )
    return rollout, results
