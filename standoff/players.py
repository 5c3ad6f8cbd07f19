"""Player and the players: scripted, policy, recorded, and a pupil whose teacher says what it should have done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from standoff import segments
from standoff.decisions import Choices, DecisionBatch, Heads
from standoff.evaluator import Evaluator
from standoff.pool import Worlds


class Player(Protocol):
    """Turns decisions into choices. It holds no memory of a game: what a seat has learnt is in its view."""

    @property
    def name(self) -> str:
        """What results call it."""
        ...

    @property
    def reads_rows(self) -> bool:
        """Whether it looks at more of a batch than its heads."""
        ...

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        """A choice for each decision; `worlds` holds their views, row for row."""
        ...


@dataclass(frozen=True)
class ScriptedPlayer:
    """A scripted player of the native core."""

    name: str
    bot: str
    depth: int = 0
    seed: int = 0
    reads_rows: bool = field(default=False, init=False)

    def choose(self, batch: Heads, worlds: Worlds) -> Choices:
        """What the script does with each view."""
        return worlds.bot(self.bot, self.depth, self.seed)


@dataclass(frozen=True)
class PolicyPlayer:
    """Plays what an evaluator prefers."""

    name: str
    evaluator: Evaluator
    temperature: float = 0.0
    """0 takes the row with the greatest logit; 1 samples the policy; above 1 is bolder."""
    logit_offsets: Mapping[str, float] = field(default_factory=dict[str, float])
    """Added to the logits of every action of a kind: the remedy for a forgotten kind of action."""
    seed: int = 0
    reads_rows: bool = field(default=True, init=False)

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        """Samples, or takes the greatest; `weights` is the distribution that was sampled from."""
        evaluation = self.evaluator.evaluate(batch)
        logits = evaluation.logits + self._offsets(batch)
        offsets = batch.action_offsets
        if self.temperature == 0.0:
            return Choices(segments.argmax(logits, offsets), segments.softmax(logits, offsets), evaluation.value)
        weights = segments.softmax(logits / self.temperature, offsets)
        index = segments.sample(weights, offsets, worlds.keys(self.seed))
        return Choices(index, weights, evaluation.value)

    def _offsets(self, batch: DecisionBatch) -> NDArray[np.float32]:
        of_kind = np.array([self.logit_offsets.get(kind, 0.0) for kind in batch.schema.action_kinds], np.float32)
        return of_kind[batch.action_kind]


@dataclass(frozen=True)
class RecordedPlayer:
    """Plays recorded games again, choice by choice."""

    choices: NDArray[np.int32]  # [sum plies] the row taken at each ply of each game
    choice_offsets: NDArray[np.int64]  # [N+1]
    name: str = "recorded"
    reads_rows: bool = field(default=False, init=False)

    def choose(self, batch: Heads, worlds: Worlds) -> Choices:
        """The recorded rows."""
        index = self.choices[self.choice_offsets[batch.game] + batch.ply]
        weights = np.zeros(int(batch.action_offsets[-1]), np.float32)
        weights[batch.action_offsets[:-1] + index] = 1.0
        return Choices(index, weights)


@dataclass(frozen=True)
class SupervisedPlayer:
    """A pupil plays, and its teacher says what it should be imitated by (DAgger: Ross, Gordon, Bagnell 2011)."""

    pupil: Player
    teacher: Player

    @property
    def name(self) -> str:
        """The pupil's."""
        return self.pupil.name

    @property
    def reads_rows(self) -> bool:
        """Whether either does."""
        return self.pupil.reads_rows or self.teacher.reads_rows

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        """The pupil's choice with the teacher's weights."""
        played, taught = self.pupil.choose(batch, worlds), self.teacher.choose(batch, worlds)
        return Choices(played.index, taught.weights, taught.value)
