"""CFR+ (Tammelin 2014) over the whole tree of a small game: an equilibrium for scale, from no player at all."""

import numpy as np
from numpy.typing import NDArray

from standoff import segments
from standoff.analysis.exploit import Policy, reach_of
from standoff.analysis.game_tree import GameTree


def solve(tree: GameTree, iterations: int) -> Policy:
    """The average policy of both seats, later iterations weighed more; its NashConv goes to 0."""
    regrets = [np.zeros(int(level.action_offsets[-1])) for level in tree.levels]
    summed = [np.zeros_like(each) for each in regrets]
    for iteration in range(1, iterations + 1):
        for seat in (0, 1):
            policy = _match(tree, regrets)
            for depth, (of_actions, of_own) in enumerate(_measure(tree, policy, seat)):
                regrets[depth] = np.maximum(regrets[depth] + of_actions, 0.0)
                summed[depth] += iteration * of_own
    return _match(tree, summed)


def _match(tree: GameTree, weights: list[NDArray[np.float64]]) -> Policy:
    """Chances in proportion to weights of information sets' actions; all the same where the weights are 0."""
    chances: list[NDArray[np.float64]] = []
    for level, each in zip(tree.levels, weights, strict=True):
        totals, counts = segments.total(each, level.action_offsets), level.n_actions
        empty = np.repeat(totals <= 0, counts)
        matched = np.where(empty, 1.0, each) / np.repeat(np.where(totals <= 0, counts, totals), counts)
        chances.append(matched[level.action_of_row])
    return tuple(chances)


def _measure(tree: GameTree, policy: Policy, seat: int) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """A level: the counterfactual regrets of a seat's actions, and its chances times its reach; 0 for the other's."""
    reach = reach_of(tree, policy)
    found: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []
    below = np.zeros(0)
    for level, chances, both in zip(reversed(tree.levels), reversed(policy), reversed(reach), strict=True):
        offsets, counts, at = level.batch.action_offsets, level.batch.n_actions, level.at
        value = np.zeros(level.n_nodes)
        value[at] = segments.total(chances * below, offsets)
        value[level.end] = level.chips if seat == 0 else -level.chips
        likely = np.where(level.batch.seat == seat, (level.chance * both[:, 1 - seat])[at], 0.0)
        own = np.where(level.batch.seat == seat, both[at, seat], 0.0)
        regret = (below - np.repeat(value[at], counts)) * np.repeat(likely, counts)
        found.append((level.sum_by_action(regret), level.sum_by_action(chances * np.repeat(own, counts))))
        below = value
    return found[::-1]
