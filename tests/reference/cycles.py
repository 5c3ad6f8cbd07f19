"""Light cycles with sets and queues: rules, the two numbers of a move, and the scripted players."""

from collections import deque
from dataclasses import dataclass, replace

from reference.streams import Stream

Cell = tuple[int, int]  # row, column

UP, RIGHT, DOWN, LEFT = range(4)
TURNS = {"straight": 0, "right": 1, "left": -1}
CRASHED = 100_000


@dataclass(frozen=True)
class Board:
    """A position: the free cells, who stands where and how, and whose turn it is."""

    width: int
    height: int
    free: frozenset[Cell]
    heads: tuple[Cell, Cell]
    headings: tuple[int, int]
    to_move: int = 0
    plies: int = 0


def begin(width: int, height: int, seed: int) -> Board:
    """The start of a seed."""
    stream = Stream(seed)
    while True:
        first, second = (divmod(stream.below(width * height), width) for _ in range(2))
        if abs(first[0] - second[0]) + abs(first[1] - second[1]) >= 6:
            break
    cells = frozenset((row, column) for row in range(height) for column in range(width))
    headings = tuple(RIGHT if column < width // 2 else LEFT for _, column in (first, second))
    return Board(width, height, cells - {first, second}, (first, second), headings)


def beside(cell: Cell) -> list[Cell]:
    """The four cells beside this one, on the board or not."""
    row, column = cell
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def entered(board: Board, turn: str) -> Cell:
    """The cell that the cycle to move enters by this turn."""
    return beside(board.heads[board.to_move])[(board.headings[board.to_move] + TURNS[turn]) % 4]


def legal(board: Board) -> list[str]:
    """The legal turns in the order straight, right, left: a free cell of the board is entered."""
    return [turn for turn in TURNS if entered(board, turn) in board.free]


def take(board: Board, turn: str) -> Board:
    """The position after a turn."""
    cell, heading = entered(board, turn), (board.headings[board.to_move] + TURNS[turn]) % 4
    heads, headings = (cell, board.heads[1]), (heading, board.headings[1])
    if board.to_move == 1:
        heads, headings = (board.heads[0], cell), (board.headings[0], heading)
    return replace(
        board,
        free=board.free - {cell},
        heads=heads,
        headings=headings,
        to_move=1 - board.to_move,
        plies=board.plies + 1,
    )


def score(board: Board) -> float | None:
    """Score of seat 0 when the game has ended: who has no legal turn loses. None while it goes on."""
    if legal(board):
        return None
    return 0.0 if board.to_move == 0 else 1.0


def distances(free: frozenset[Cell], start: Cell) -> dict[Cell, int]:
    """Steps from `start` to every free cell that can be reached, breadth first; `start` itself is not among them."""
    steps, queue, unseen = {start: 0}, deque([start]), set(free)
    while queue:
        here = queue.popleft()
        for cell in beside(here):
            if cell in unseen:
                unseen.remove(cell)
                steps[cell] = steps[here] + 1
                queue.append(cell)
    del steps[start]
    return steps


def numbers_after(board: Board, turn: str) -> tuple[int, int]:
    """Free cells reachable from the entered cell, itself not counted, and the margin after the turn.

    The margin is the cells that I reach first, less those that the other reaches first. The other moves next, so it is
    first at equal distance.
    """
    after = take(board, turn)
    mine = distances(after.free, after.heads[board.to_move])
    theirs = distances(after.free, after.heads[1 - board.to_move])
    sooner = sum(cell not in theirs or steps < theirs[cell] for cell, steps in mine.items())
    later = sum(cell not in mine or steps <= mine[cell] for cell, steps in theirs.items())
    return len(mine), sooner - later


def value_after(board: Board, turn: str, depth: int) -> int:
    """Minimax without pruning: what a turn is worth to the seat that takes it, `depth` plies deep."""
    if depth == 1:
        return numbers_after(board, turn)[1]
    after = take(board, turn)
    return -max((value_after(after, reply, depth - 1) for reply in legal(after)), default=-CRASHED)


def shares(scores: list[int]) -> list[float]:
    """Uniform over the best."""
    best = max(scores)
    return [(each == best) / scores.count(best) for each in scores]


def flood(board: Board) -> list[float]:
    """Weights of `flood`: most free cells reachable."""
    return shares([numbers_after(board, turn)[0] for turn in legal(board)])


def voronoi(board: Board) -> list[float]:
    """Weights of `voronoi`: the best margin."""
    return shares([numbers_after(board, turn)[1] for turn in legal(board)])


def alphabeta(board: Board, depth: int) -> list[float]:
    """Weights of `alphabeta`: the best value, `depth` plies deep."""
    return shares([value_after(board, turn, depth) for turn in legal(board)])
