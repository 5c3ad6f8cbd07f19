"""The miniature: a linear clone of `flood` on a 15 x 10 board, through the public API, with the published figures.

It shows in a few seconds why a clone's agreement means little by itself: nearly all decisions are settled by the
teacher's tie-break, so a rule that knows nothing of the board agrees almost as often, and loses. Run it with
`python examples/cycles_miniature.py`.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from standoff import (
    Choices,
    Deals,
    DecisionBatch,
    Evaluation,
    Player,
    PolicyPlayer,
    Recorder,
    Recording,
    Table,
    Worlds,
    find_game,
    make_player,
    play,
    play_match,
)

BOARD = {"size": (15, 10)}
REACH = 4  # cells in each direction of the 9 x 9 view
FLOOD = make_player("flood", find_game("cycles"))

Rows = NDArray[np.float64]


@dataclass(frozen=True)
class FirstLegalPlayer:
    """Takes the first legal of straight, right, left, whatever the board."""

    name: str = "first legal"
    reads_rows: bool = field(default=False, init=False)

    def choose(self, batch: DecisionBatch, worlds: Worlds) -> Choices:
        """Row 0 of every decision: rows stand in that order."""
        weights = np.zeros(int(batch.action_offsets[-1]), np.float32)
        weights[batch.action_offsets[:-1]] = 1.0
        return Choices(np.zeros(len(batch), np.int32), weights)


def record_flood(seeds: range) -> Recording:
    """Flood against itself, both seats recorded."""
    table = Table("cycles", Deals.of(list(seeds), BOARD), (FLOOD,), np.zeros((len(seeds), 2), np.int8))
    recorder = Recorder(np.array([True]))
    recording = recorder.recording(table, play(table, [recorder]))
    assert recording is not None
    return recording


def views(batch: DecisionBatch) -> Rows:
    """[B, 82] the 9 x 9 cells around the head, turned so that the cycle faces up: 1 for wall, trail or edge; and 1."""
    blocked = 1 - batch.planes[:, batch.schema.planes.index("free")]
    padded = np.pad(blocked, ((0, 0), (REACH, REACH), (REACH, REACH)), constant_values=1)
    first = batch.action_offsets[:-1]
    head = batch.entities[batch.entity_offsets[:-1]].astype(int)  # the first entity is the cycle that decides
    entered = batch.entities[batch.entity_offsets[:-1] + batch.action_refs[first, 0]].astype(int)
    # From the cell that the first legal turn enters to the heading: up 0, right 1, down 2, left 3.
    step = entered - head
    direction = np.select([step[:, 0] < 0, step[:, 1] > 0, step[:, 0] > 0], [0, 1, 2], 3)
    heading = (direction - np.array([0, 1, 3])[batch.action_kind[first]]) % 4
    down, right = np.mgrid[-REACH : REACH + 1, -REACH : REACH + 1].reshape(2, -1)
    cells = np.empty((len(batch), down.size + 1))
    cells[:, -1] = 1.0
    for turned, (rows, columns) in enumerate([(down, right), (right, -down), (-down, -right), (-right, down)]):
        at = np.flatnonzero(heading == turned)
        place = head[at] + REACH
        cells[at, :-1] = padded[at[:, None], place[:, :1] + rows, place[:, 1:] + columns]
    return cells


def given_up(batch: DecisionBatch) -> Rows:
    """[B, 3] reachable cells that each turn gives up against the best legal one."""
    reachable = np.full((len(batch), 3), -np.inf)
    owner = np.repeat(np.arange(len(batch)), batch.n_actions)
    reachable[owner, batch.action_kind] = batch.actions[:, batch.schema.actions.index("reachable_after")]
    return np.where(np.isfinite(reachable), reachable.max(axis=1, keepdims=True) - reachable, 0.0)


def legal(batch: DecisionBatch) -> NDArray[np.bool_]:
    """[B, 3] which turns are legal."""
    table = np.zeros((len(batch), 3), np.bool_)
    table[np.repeat(np.arange(len(batch)), batch.n_actions), batch.action_kind] = True
    return table


@dataclass
class LinearClone:
    """One linear score a turn; as an evaluator it plays like any other model."""

    sees_cells_given_up: bool
    weights: Rows = field(default_factory=lambda: np.zeros((82, 3)))
    price: Rows = field(default_factory=lambda: np.zeros(1))

    def scores(self, batch: DecisionBatch) -> Rows:
        """[B, 3] minus infinity where a turn is illegal."""
        return np.where(legal(batch), views(batch) @ self.weights - self.price * given_up(batch), -np.inf)

    def evaluate(self, batch: DecisionBatch) -> Evaluation:
        """The scores as logits; it knows no value."""
        owner = np.repeat(np.arange(len(batch)), batch.n_actions)
        logits = self.scores(batch)[owner, batch.action_kind].astype(np.float32)
        return Evaluation(logits, np.zeros(len(batch), np.float32))

    def train(self, recording: Recording, steps: int = 300) -> None:
        """Adam on the mean cross-entropy of all decisions at once, from zero."""
        batch, is_legal = recording.batch, legal(recording.batch)
        cells, price = views(batch), given_up(batch)
        taken = taken_turns(recording)
        target = np.eye(3)[taken]
        parameters = [self.weights, self.price] if self.sees_cells_given_up else [self.weights]
        first = [np.zeros_like(each) for each in parameters]
        second = [np.zeros_like(each) for each in parameters]
        for step in range(1, steps + 1):
            scores = np.where(is_legal, cells @ self.weights - self.price * price, -np.inf)
            policy = np.exp(scores - scores.max(axis=1, keepdims=True))
            error = (policy / policy.sum(axis=1, keepdims=True) - target) / len(batch)
            for each, m, v, slope in zip(
                parameters, first, second, [cells.T @ error, -np.sum(error * price, keepdims=True)[0]], strict=False
            ):
                m += 0.1 * (slope - m)
                v += 0.001 * (slope * slope - v)
                each -= 0.05 * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)


def taken_turns(recording: Recording) -> NDArray[np.int32]:
    """[B] the turn that the teacher took."""
    return recording.batch.action_kind[recording.batch.action_offsets[:-1] + recording.choices.index]


def report(name: str, agrees: NDArray[np.bool_], recording: Recording) -> None:
    """A line of the table."""
    contested = agrees[recording.is_contested]
    print(
        f"  {name:34}{agrees.sum():>6,} of {len(agrees):,} ({agrees.mean():.2%})"
        f"{contested.sum():>6} of {len(contested)} contested ({contested.mean():.1%})"
    )


def main() -> None:
    """Records, trains both clones, and prints what the publication prints."""
    train, heldout = record_flood(range(1000, 1100)), record_flood(range(2000, 2100))
    print(f"flood against itself, 15 x 10: {len(train.batch):,} training decisions, {len(heldout.batch):,} held out,")
    print(f"{heldout.is_contested.sum()} of them contested (published: 7,690, 7,847, 192)\n")
    print("agreement with flood on the held-out decisions:")
    report("first legal of straight, right, left", heldout.choices.index == 0, heldout)
    players: list[Player] = [FirstLegalPlayer()]
    for name, sees in (("linear in the 9 x 9 view", False), ("the same, less the cells given up", True)):
        clone = LinearClone(sees)
        clone.train(train)
        report(name, clone.scores(heldout.batch).argmax(axis=1) == taken_turns(heldout), heldout)
        players.append(PolicyPlayer(name, clone))
    print("(published: 7,787 and 136 with the view alone, 7,844 and 189 with the cells given up)\n")
    print("200 games against flood, held-out seeds in both seats (published for the first rule: 67):")
    for player in players:
        match = play_match("cycles", BOARD, (player, FLOOD), 2000, 100)
        print(f"  {player.name:34}{match.total.wins:>4} won, score {match.over_games}")


if __name__ == "__main__":
    main()
