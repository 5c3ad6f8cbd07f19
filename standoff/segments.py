"""Softmax, sample, argmax, entropy and divergence over ragged rows: segment b is rows offsets[b] to offsets[b+1]."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Offsets: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.floating[Any]]


def offsets_of(counts: NDArray[np.integer[Any]]) -> Offsets:
    """[B] lengths to [B+1] offsets."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])


def owners(offsets: Offsets) -> NDArray[np.int64]:
    """[rows] the segment that each row belongs to."""
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def take(offsets: Offsets, segments: NDArray[np.integer[Any]]) -> tuple[NDArray[np.int64], Offsets]:
    """The rows of some segments, in their order, and the offsets of the cut."""
    counts = np.diff(offsets)[segments]
    cut = offsets_of(counts)
    behind = np.repeat(cut[:-1] - offsets[:-1][segments], counts)
    return np.arange(cut[-1], dtype=np.int64) - behind, cut


def total(values: Floats, offsets: Offsets) -> Floats:
    """[B] sums. No segment may be empty."""
    return np.add.reduceat(values, offsets[:-1]) if len(offsets) > 1 else values[:0]


def greatest(values: Floats, offsets: Offsets) -> Floats:
    """[B] maxima. No segment may be empty."""
    return np.maximum.reduceat(values, offsets[:-1]) if len(offsets) > 1 else values[:0]


def argmax(values: Floats, offsets: Offsets) -> NDArray[np.int32]:
    """[B] place of the first greatest row inside its segment."""
    is_greatest = values == np.repeat(greatest(values, offsets), np.diff(offsets))
    rows = np.flatnonzero(is_greatest)
    first = rows[np.searchsorted(rows, offsets[:-1])]
    return (first - offsets[:-1]).astype(np.int32)


def softmax(logits: Floats, offsets: Offsets) -> NDArray[np.float32]:
    """Weights that sum to one in each segment."""
    counts = np.diff(offsets)
    scaled = np.exp(logits.astype(np.float64) - np.repeat(greatest(logits, offsets), counts))
    return (scaled / np.repeat(total(scaled, offsets), counts)).astype(np.float32)


def uniform(keys: NDArray[np.uint64]) -> NDArray[np.float64]:
    """[B] numbers in [0, 1), one for each key."""
    return (keys >> np.uint64(11)).astype(np.float64) * 2.0**-53


def sample(weights: Floats, offsets: Offsets, keys: NDArray[np.uint64]) -> NDArray[np.int32]:
    """[B] place of a row drawn with its weight; the same keys draw the same rows in any batch."""
    index = np.zeros(len(keys), np.int32)
    counts = np.diff(offsets)
    threshold = uniform(keys) * total(weights.astype(np.float64), offsets)
    below = np.zeros(len(keys))
    # One step a place, not a cumulative sum over the batch, whose rounding would depend on the rows before.
    for place in range(int(counts.max(initial=1)) - 1):
        inside = place < counts - 1
        below[inside] += weights[offsets[:-1][inside] + place]
        index += inside & (threshold >= below)
    return index


def entropy(weights: Floats, offsets: Offsets) -> Floats:
    """[B] entropy in nats."""
    logarithms = np.log(np.where(weights > 0, weights, 1.0))
    return -total(weights * logarithms, offsets)


def divergence(weights: Floats, others: Floats, offsets: Offsets) -> Floats:
    """[B] Kullback-Leibler divergence of `others` from `weights`, in nats."""
    support = weights > 0
    ratio = np.where(support, weights, 1.0) / np.where(support, others, 1.0)
    return total(np.where(support, weights, 0.0) * np.log(ratio), offsets)


def is_contested(weights: Floats, offsets: Offsets) -> NDArray[np.bool_]:
    """[B] whether the rows are not all equally good to whom the weights come from."""
    counts = np.diff(offsets)
    return np.asarray(greatest(weights, offsets) > 1.0 / counts + 1e-6)
