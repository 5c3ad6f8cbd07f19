"""A test a rule of light cycles, named after it; games are driven by picking turns."""

from collections.abc import Iterator

import numpy as np
import pytest

from standoff import BadInput, Choices, Deals, GamePool
from standoff.games.cycles import CyclesOptions
from standoff.pool import Ended
from standoff.segments import is_contested


class Scripted:
    """One game whose turns a test names; single legal turns are asked for too, unless it says otherwise."""

    def __init__(self, seed: int, size: tuple[int, int] = (9, 7), *, asks_forced: bool = True) -> None:
        self.pool = GamePool.of("cycles", Deals.of([seed], {"size": size}), threads=1, asks_forced=asks_forced)

    @property
    def is_over(self) -> bool:
        return len(self.pool.worlds()) == 0

    @property
    def seat(self) -> int:
        return int(self.pool.worlds().heads().seat[0])

    @property
    def turns(self) -> list[str]:
        return self.pool.worlds().labels(0)

    @property
    def board(self) -> list[str]:
        """Rows as the seat that moves sees them: M and T the cycles, m and t their trails."""
        return self.pool.worlds().page(0)["board"]

    @property
    def headings(self) -> tuple[str, str]:
        """Mine and theirs."""
        page = self.pool.worlds().page(0)
        return page["my_heading"], page["their_heading"]

    def find(self, mark: str) -> tuple[int, int]:
        """Row and column of a mark on the board."""
        return next((row, line.index(mark)) for row, line in enumerate(self.board) if mark in line)

    def take(self, *turns: str) -> "Scripted":
        for turn in turns:
            index = np.array([self.turns.index(turn)], np.int32)
            self.pool.apply(Choices(index, np.zeros(0, np.float32)))
        return self

    def drive(self, *turns: str) -> "Scripted":
        """Takes these turns for the seat that moves now; the other goes straight while it can."""
        for turn in turns:
            self.take(turn)
            if not self.is_over:
                self.take(self.turns[0])
        return self


Cell = tuple[int, int]

IN_THE_OPEN = 23
"""On 20x20, seat 0 begins at row 8, column 6 and heads right, seat 1 at row 13, column 19 and heads left."""

ON_ONE_ROW = 785
"""On 20x20, seat 0 begins at row 8, column 6 and heads right, seat 1 at row 8, column 19 and heads left."""

HEADINGS = ("up", "right", "down", "left")
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
INTO_A_TRAP = ("straight", "straight", "right", "straight", "right", "straight", "right", "right")
"""Round a block of three by three cells and into its middle."""


def _starts(size: tuple[int, int], seeds: int) -> list[tuple[Cell, Cell]]:
    """Row and column of both cycles at the beginning of seeds 0 and on."""
    pool = GamePool.of("cycles", Deals.of(range(seeds), {"size": size}), threads=1, asks_forced=True)
    batch = pool.decisions()
    cells = batch.entities.astype(int).tolist()
    return [(tuple(cells[first]), tuple(cells[first + 1])) for first in batch.entity_offsets[:-1]]


def _draws(seed: int, size: tuple[int, int]) -> Iterator[Cell]:
    """Cells drawn by SplitMix64 as its authors publish it, row by row."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        yield divmod((z ^ (z >> 31)) % (size[0] * size[1]), size[0])


def _apart(first: Cell, second: Cell) -> int:
    return abs(first[0] - second[0]) + abs(first[1] - second[1])


def _play_out(seeds: int, size: tuple[int, int]) -> tuple[Ended, list[np.ndarray]]:
    """Random games to their end, and how many turns were legal at each decision."""
    pool = GamePool.of("cycles", Deals.of(range(seeds), {"size": size}), threads=1)
    n_legal: list[np.ndarray] = []
    while len(worlds := pool.worlds()):
        n_legal.append(worlds.heads().n_actions)
        pool.apply(worlds.bot("random"))
    return pool.ended(), n_legal


@pytest.mark.parametrize("size", [(5, 5), (9, 7), (30, 20)])
def test_the_start_is_drawn_again_until_the_cycles_are_six_apart(size: tuple[int, int]) -> None:
    n_again = 0
    for seed, start in enumerate(_starts(size, 300)):
        draws = _draws(seed, size)
        pairs = iter(lambda draws=draws: (next(draws), next(draws)), None)
        n_close, pair = next((n, pair) for n, pair in enumerate(pairs) if _apart(*pair) >= 6)
        assert start == pair
        n_again += n_close > 0
    assert n_again > 0


def test_both_starts_are_trail() -> None:
    game = Scripted(1)
    cells = "".join(game.board)
    assert sorted(cells.replace(".", "")) == ["M", "T"]
    assert game.pool.decisions().globals[0, 0] == 9 * 7 - 2


@pytest.mark.parametrize("width", [9, 10])
def test_a_cycle_left_of_the_middle_heads_right_and_any_other_left(width: int) -> None:
    columns = set()
    for seed, (mine, theirs) in enumerate(_starts((width, 6), 120)):
        expected = tuple("right" if column < width // 2 else "left" for _, column in (mine, theirs))
        assert Scripted(seed, (width, 6)).headings == expected
        columns |= {mine[1], theirs[1]}
    assert columns == set(range(width))


def test_seat_0_moves_first_and_seats_take_turns() -> None:
    game = Scripted(3, (20, 20))
    for ply in range(10):
        assert game.seat == ply % 2
        game.take("straight")


@pytest.mark.parametrize("n_right_turns", range(4))
@pytest.mark.parametrize(("turn", "quarter_turns"), [("straight", 0), ("right", 1), ("left", 3)])
def test_a_turn_is_relative_to_the_heading_and_row_0_is_the_top(
    turn: str, quarter_turns: int, n_right_turns: int
) -> None:
    game = Scripted(IN_THE_OPEN, (20, 20)).drive(*("straight", "straight", "right") * n_right_turns)
    (row, column), heading = game.find("M"), game.headings[0]
    assert heading == HEADINGS[(1 + n_right_turns) % 4]
    game.drive(turn)
    expected = HEADINGS[(HEADINGS.index(heading) + quarter_turns) % 4]
    assert game.headings[0] == expected
    assert game.find("M") == (row + STEPS[expected][0], column + STEPS[expected][1])


def test_turns_are_listed_straight_right_left() -> None:
    game = Scripted(IN_THE_OPEN, (20, 20))
    assert game.turns == ["straight", "right", "left"]
    assert game.drive("right").turns == ["straight", "right", "left"]


@pytest.mark.parametrize(("turns", "edge"), [((), 1), (("right",), 2), (("right", "right"), 3), (("left",), 0)])
def test_no_cycle_leaves_the_board(turns: tuple[str, ...], edge: int) -> None:
    game = Scripted(IN_THE_OPEN, (20, 20)).drive(*turns)
    while "straight" in game.turns and game.find("M")[1] < 19:
        game.drive("straight")
    row, column = game.find("M")
    assert [row == 0, column == 19, row == 19, column == 0][edge]
    assert game.turns == ["right", "left"]


def test_no_cycle_enters_its_own_trail() -> None:
    game = Scripted(IN_THE_OPEN, (20, 20)).drive("straight", "right", "right")
    assert game.turns == ["straight", "left"], "a right turn would lead back to the start"


def test_no_cycle_enters_the_other_trail() -> None:
    game = Scripted(IN_THE_OPEN, (20, 20)).drive(*["straight"] * 6, "right")
    while "straight" in game.turns:
        game.drive("straight")
    row, column = game.find("M")
    assert (row, column) == (12, 12)
    assert game.board[row + 1][column] == "t"


def test_no_cycle_enters_the_cell_where_the_other_stands() -> None:
    game = Scripted(ON_ONE_ROW, (20, 20))
    while "straight" in game.turns:
        game.take("straight")
    (row, column), (their_row, their_column) = game.find("M"), game.find("T")
    assert row == their_row == 8
    assert abs(column - their_column) == 1
    assert game.turns == ["right", "left"]
    assert not game.is_over, "who can still turn has not crashed"


def test_a_trail_stays() -> None:
    game = Scripted(IN_THE_OPEN, (20, 20)).drive("straight", "straight", "right", "straight")
    cells = [(row, column) for row, line in enumerate(game.board) for column, cell in enumerate(line) if cell in "mM"]
    assert cells == [(8, 6), (8, 7), (8, 8), (9, 8), (10, 8)]
    assert game.board[13][15:] == "Ttttt"
    planes = game.pool.decisions().planes[0]
    assert [(row, column) for row, column in np.argwhere(planes[0] == 0) if row < 13] == cells


def test_seat_0_without_a_legal_turn_loses() -> None:
    game = Scripted(IN_THE_OPEN, (20, 20)).drive(*INTO_A_TRAP)
    assert game.is_over
    ended = game.pool.ended()
    assert (ended.score.tolist(), ended.plies.tolist()) == ([0.0], [2 * len(INTO_A_TRAP)])


def test_seat_1_without_a_legal_turn_loses() -> None:
    game = Scripted(IN_THE_OPEN, (20, 20)).take("straight").drive(*INTO_A_TRAP)
    assert game.is_over
    ended = game.pool.ended()
    assert (ended.score.tolist(), ended.plies.tolist()) == ([1.0], [2 * len(INTO_A_TRAP) + 1])


def test_who_is_trapped_loses_only_when_it_must_move() -> None:
    game = Scripted(IN_THE_OPEN, (20, 20)).drive(*INTO_A_TRAP[:-1]).take(INTO_A_TRAP[-1])
    assert not game.is_over
    assert game.seat == 1
    assert game.take("straight").is_over


def test_there_are_no_draws() -> None:
    ended, _ = _play_out(500, (7, 7))
    assert set(ended.score.tolist()) == {0.0, 1.0}
    # Seats take turns, so who has no turn left is known from the number of turns taken.
    assert (ended.score == ended.plies % 2).all()


def test_a_single_legal_turn_is_played_by_itself() -> None:
    ended, n_legal = _play_out(200, (7, 7))
    n_asked = np.concatenate(n_legal)
    assert (n_asked >= 2).all()
    assert len(n_asked) < ended.plies.sum() == len(ended.choices)


def test_nothing_is_hidden() -> None:
    pool = GamePool.of("cycles", Deals.of([1, 2], {"size": (9, 7)}), threads=1)
    assert len(pool.decisions()) == 2
    assert pool.secrets().shape == (2, 0)


@pytest.mark.parametrize("size", [(5, 5), (60, 60), (5, 60), (60, 5), (31, 7), (7, 31)])
def test_a_board_is_width_by_height_from_5_to_60(size: tuple[int, int]) -> None:
    planes = GamePool.of("cycles", Deals.of([1], {"size": size}), threads=1).decisions().planes
    assert planes.shape == (1, 3, size[1], size[0])


@pytest.mark.parametrize("size", [(4, 20), (20, 4), (61, 20), (20, 61), (0, 0), (-5, 9)])
def test_no_other_board_is_played(size: tuple[int, int]) -> None:
    with pytest.raises(BadInput, match=r"a side of the cycles board is -?\d+; it may be from 5 to 60"):
        GamePool.of("cycles", Deals.of([1], {"size": size}))


def test_the_board_is_30_by_20_unless_it_is_named() -> None:
    assert CyclesOptions().values() == {"size": (30, 20)}
    assert GamePool.of("cycles", Deals.of([1], {})).decisions().planes.shape == (1, 3, 20, 30)


@pytest.mark.parametrize("size", ["", "30", "30x", "x20", "30x20x2", "30\u00d720", "-5x20", "3.5x20", "ax5"])
def test_a_size_that_is_no_board_is_named_in_a_sentence(size: str) -> None:
    with pytest.raises(BadInput, match="is not a board; give width x height, such as --size 30x20"):
        CyclesOptions(size).values()


def test_a_huge_size_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput):
        GamePool.of("cycles", Deals.of([1], CyclesOptions("9" * 30 + "x20").values()))


def test_the_counts_of_the_source_come_out() -> None:
    """15x10, `flood` against itself: 7,690 decisions of seeds 1000 and on, 7,847 of 2000 and on, 192 contested."""
    counted = []
    for first in (1000, 2000):
        pool = GamePool.of("cycles", Deals.of(range(first, first + 100), {"size": (15, 10)}), threads=1)
        n_decisions = n_contested = 0
        while len(worlds := pool.worlds()):
            choices, offsets = worlds.bot("flood"), worlds.heads().action_offsets
            n_decisions += len(worlds)
            n_contested += int(is_contested(choices.weights, offsets).sum())
            pool.apply(choices)
        counted.append((n_decisions, n_contested))
    assert counted[0][0] == 7690
    assert counted[1] == (7847, 192)
