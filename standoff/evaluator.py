"""Evaluators: a checkpoint through torch on a device, or through the native core; and one that knows nothing."""

import importlib.util
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from standoff import _native
from standoff.checkpoints import Checkpoint
from standoff.decisions import DecisionBatch, Evaluation
from standoff.errors import BadInput
from standoff.pool import usable_threads

COLUMNS = (
    "globals",
    "entities",
    "entity_zone",
    "entity_offsets",
    "actions",
    "action_kind",
    "action_refs",
    "action_offsets",
)
NETS: dict[str, tuple[type[_native.GridNet] | type[_native.DuelNet] | type[_native.AtomicNet], tuple[str, ...]]] = {
    "atomic": (_native.AtomicNet, (*COLUMNS, "entity_card", "action_id")),
    "duel": (_native.DuelNet, (*COLUMNS, "entity_card")),
    "grid": (_native.GridNet, (*COLUMNS, "planes")),
}
"""Model families that the native core can run, and the columns that each reads."""


class Evaluator(Protocol):
    """Says what it thinks of decisions. Who searches or plays does not know what is behind it."""

    def evaluate(self, batch: DecisionBatch) -> Evaluation:
        """Logits of every legal action and the value of every decision."""
        ...


@dataclass(frozen=True)
class UniformEvaluator:
    """Prefers nothing: the yardstick that a model has to pass."""

    def evaluate(self, batch: DecisionBatch) -> Evaluation:
        """Zeros."""
        return Evaluation(np.zeros(int(batch.action_offsets[-1]), np.float32), np.zeros(len(batch), np.float32))


def native_weights(checkpoint: Checkpoint) -> dict[str, NDArray[np.float32]]:
    """The weights of a checkpoint as the native core reads them, and among them the heads, which no weight tells."""
    weights = {name: np.ascontiguousarray(array, np.float32) for name, array in checkpoint.weights.items()}
    if "heads" in checkpoint.config:
        weights["heads"] = np.array([checkpoint.config["heads"]], np.float32)
    return weights


class NativeEvaluator:
    """A checkpoint in the native core, without torch."""

    def __init__(self, checkpoint: Checkpoint, threads: int | None = None) -> None:
        if checkpoint.family not in NETS:
            raise BadInput(f"the native core has no {checkpoint.family} family; install standoff[train] to play it")
        threads = usable_threads() if threads is None else threads
        net, self._columns = NETS[checkpoint.family]
        try:
            self._net = net(native_weights(checkpoint), checkpoint.schema.as_dict(), threads)
        except ValueError as fault:
            raise BadInput(f"the native core cannot run this checkpoint: {fault}") from None

    def evaluate(self, batch: DecisionBatch) -> Evaluation:
        """Logits and values; sums differ from torch's in the last digits."""
        logits, value = self._net.evaluate(**{name: getattr(batch, name) for name in self._columns})
        return Evaluation(logits, value)


def load_evaluator(checkpoint: Checkpoint, device: str | None = None) -> Evaluator:
    """An evaluator of a checkpoint: on this processor through the native core, or on a device through torch.

    Raises:
        BadInput: the device is not there, or needs torch, which is not installed.
    """
    if device == "native" or (device is None and checkpoint.family in NETS):
        return NativeEvaluator(checkpoint)
    if importlib.util.find_spec("torch") is None:
        raise BadInput(f"--device {device} needs torch: pip install 'standoff[train]', or leave it out")
    # Torch is an extra: nothing above this line may need it.
    from standoff.models.inference import TorchEvaluator

    return TorchEvaluator(checkpoint, device or "cpu")
