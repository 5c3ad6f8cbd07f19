"""Ragged rows as lists of lists: softmax, sample, argmax, entropy, divergence of one segment at a time."""

import math
from collections.abc import Sequence

Segment = Sequence[float]


def offsets_of(counts: Sequence[int]) -> list[int]:
    """Where each segment begins, and the end of the last."""
    return [sum(counts[:place]) for place in range(len(counts) + 1)]


def argmax(values: Segment) -> int:
    """Place of the first greatest."""
    return list(values).index(max(values))


def softmax(logits: Segment) -> list[float]:
    """Exponentials as shares of their sum."""
    powers = [math.exp(logit - max(logits)) for logit in logits]
    return [power / math.fsum(powers) for power in powers]


def uniform(key: int) -> float:
    """The upper 53 bits of a key as a number in [0, 1)."""
    return (key >> 11) / 2**53


def sample(weights: Segment, key: int) -> int:
    """The first place at which the running sum exceeds the key's share of the whole."""
    threshold, so_far = uniform(key) * math.fsum(weights), 0.0
    for place, weight in enumerate(weights[:-1]):
        so_far += weight
        if threshold < so_far:
            return place
    return len(weights) - 1


def entropy(weights: Segment) -> float:
    """Minus the sum of p log p, in nats."""
    return -math.fsum(weight * math.log(weight) for weight in weights if weight > 0)


def divergence(weights: Segment, others: Segment) -> float:
    """The sum of p log(p / q), in nats (Kullback and Leibler 1951)."""
    return math.fsum(p * math.log(p / q) for p, q in zip(weights, others, strict=True) if p > 0)


def is_contested(weights: Segment) -> bool:
    """Whether a row weighs more than its equal share."""
    return max(weights) > 1 / len(weights) + 1e-6
