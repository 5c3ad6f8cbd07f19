"""What is to be learnt of recorded decisions: the row that their teacher took, and how the game ended."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from standoff import segments
from standoff.decisions import DecisionBatch
from standoff.recordings import Recording


@dataclass(frozen=True)
class Lesson:
    """Decisions with what is to be learnt of them."""

    batch: DecisionBatch
    label: NDArray[np.int32]  # [B] row to take: the teacher's heaviest, the first on ties
    is_contested: NDArray[np.bool_]  # [B] whether its own scores differ between rows
    outcome: NDArray[np.float32]  # [B] 1 won, 0 drawn, -1 lost, for the deciding seat
    weight: NDArray[np.float32]  # [B] of its game, 1 on average

    @staticmethod
    def of(recording: Recording) -> "Lesson":
        """What a recording teaches."""
        label = segments.argmax(recording.choices.weights, recording.batch.action_offsets)
        of_game = recording.games.weight[recording.batch.game]
        weight = (of_game / of_game.mean()).astype(np.float32)
        return Lesson(recording.batch, label, recording.is_contested, recording.score * 2 - 1, weight)

    def __len__(self) -> int:
        return len(self.batch)

    def agrees(self, logits: NDArray[np.float32]) -> NDArray[np.bool_]:
        """[B] whether logits [sum A] prefer the row to take."""
        return segments.argmax(logits, self.batch.action_offsets) == self.label


def with_offsets(
    logits: NDArray[np.float32], batch: DecisionBatch, offsets: Mapping[str, float]
) -> NDArray[np.float32]:
    """Logits [sum A], those of each kind of action moved by its offset."""
    by_kind = np.array([offsets.get(kind, 0.0) for kind in batch.schema.action_kinds], np.float32)
    return logits + by_kind[batch.action_kind]
