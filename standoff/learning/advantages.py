"""Advantages by generalised advantage estimation (Schulman et al. 2016), over each seat's own decisions."""

import numpy as np
from numpy.typing import NDArray


def advantages(
    value: NDArray[np.float32], outcome: NDArray[np.float32], offsets: NDArray[np.int64], smoothing: float
) -> NDArray[np.float32]:
    """[B] how much better each decision was than expected, where only the end of a game is rewarded.

    Args:
        value: [B] expected outcome of each decision, in the order of each sequence.
        outcome: [S] outcome of each sequence, -1 lost to 1 won.
        offsets: [S+1] a sequence is the decisions of one seat in one game; none is empty.
        smoothing: lambda: 0 trusts the next value alone, 1 the outcome alone.
    """
    surprise = np.empty_like(value)
    surprise[:-1] = value[1:] - value[:-1]
    last = offsets[1:] - 1
    surprise[last] = outcome - value[last]
    found = surprise.copy()
    # From the back, one step a place for all sequences that are so long.
    lengths = np.diff(offsets)
    order = np.argsort(-lengths, kind="stable")
    n_longer = np.bincount(lengths)[::-1].cumsum()[::-1]
    for back in range(2, int(lengths.max(initial=1)) + 1):
        place = offsets[1:][order[: n_longer[back]]] - back
        found[place] += np.float32(smoothing) * found[place + 1]
    return found
