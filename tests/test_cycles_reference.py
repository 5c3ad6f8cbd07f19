"""Light cycles, native against the plain twin: legal turns, numbers, rows, scripted players, ends of 1,000 games."""

import random

import numpy as np
import pytest
from reference import cycles
from reference.streams import noise_key

from standoff import Deals, DecisionBatch, GamePool, Worlds

BOARDS = 50
GAMES_A_BOARD = 20
LARGE = 200  # cells; on larger boards the numbers of one decision in five are compared
TURN_NAMES = ("straight", "right", "left")
BOT_SEED = 77


def _sizes() -> list[tuple[int, int]]:
    """The corners of what is allowed, the sides at which bitboards change, and many small boards."""
    fixed = [(5, 5), (60, 60), (5, 60), (60, 5), (32, 32), (33, 32), (32, 33), (31, 8), (8, 33), (30, 20)]
    draw = random.Random(20)
    return fixed + [(draw.randint(5, 11), draw.randint(5, 11)) for _ in range(BOARDS - len(fixed))]


def _first_seed(width: int, height: int) -> int:
    return width * 1_000_000 + height * 1_000


class Twins:
    """Games of one size in the native pool, and the same games as plain boards."""

    def __init__(self, width: int, height: int, games: int) -> None:
        self.size = width, height
        first = _first_seed(width, height)
        self.seeds = range(first, first + games)
        self.boards = [cycles.begin(width, height, seed) for seed in self.seeds]
        self.taken: list[list[int]] = [[] for _ in self.boards]
        deals = Deals.of(self.seeds, {"size": (width, height)})
        self.pool = GamePool.of("cycles", deals, threads=1)

    def take(self, game: int, row: int) -> None:
        """Plays a row of a plain board."""
        self.boards[game] = cycles.take(self.boards[game], cycles.legal(self.boards[game])[row])
        self.taken[game].append(row)

    def play_forced(self) -> None:
        """Plays what the pool plays by itself: the turns of every board that has only one."""
        for game in range(len(self.boards)):
            while len(cycles.legal(self.boards[game])) == 1:
                self.take(game, 0)


def _check_heads(twins: Twins, batch: DecisionBatch) -> None:
    running = [game for game, board in enumerate(twins.boards) if cycles.score(board) is None]
    assert batch.game.tolist() == running
    for row, game in enumerate(running):
        board = twins.boards[game]
        first, end = batch.action_offsets[row : row + 2]
        assert [TURN_NAMES[kind] for kind in batch.action_kind[first:end]] == cycles.legal(board)
        assert (batch.action_kind == batch.action_id).all()
        assert (batch.seat[row], batch.ply[row], batch.kind[row]) == (board.to_move, board.plies, 0)
        assert batch.globals[row].tolist() == [len(board.free), board.height, board.width]


def _check_rows(twins: Twins, batch: DecisionBatch, row: int) -> None:
    board = twins.boards[batch.game[row]]
    mine, theirs = board.heads[board.to_move], board.heads[1 - board.to_move]
    expected = np.zeros((3, board.height, board.width), np.uint8)
    expected[(0, *zip(*board.free, strict=True))] = 1
    expected[(1, *mine)] = expected[(2, *theirs)] = 1
    assert (batch.planes[row] == expected).all()
    turns = cycles.legal(board)
    first, end = batch.entity_offsets[row : row + 2]
    cells = [mine, theirs, *(cycles.entered(board, turn) for turn in turns)]
    assert batch.entities[first:end].tolist() == [list(cell) for cell in cells]
    assert batch.entity_card[first:end].tolist() == [0, 0] + [1] * len(turns)
    assert batch.entity_zone[first:end].tolist() == [0, 1] + [2] * len(turns)
    first, end = batch.action_offsets[row : row + 2]
    assert batch.action_refs[first:end].tolist() == [[2 + place] for place in range(len(turns))]


def _check_numbers(twins: Twins, batch: DecisionBatch, row: int, bots: dict[str, np.ndarray]) -> None:
    board = twins.boards[batch.game[row]]
    first, end = batch.action_offsets[row : row + 2]
    numbers = [cycles.numbers_after(board, turn) for turn in cycles.legal(board)]
    assert batch.actions[first:end].tolist() == [list(pair) for pair in numbers]
    for bot, column in (("flood", 0), ("voronoi", 1)):
        assert bots[bot][first:end] == pytest.approx(cycles.shares([pair[column] for pair in numbers]))


def _check_random(twins: Twins, worlds: Worlds, index: np.ndarray) -> None:
    heads = worlds.heads()
    for row, game in enumerate(heads.game):
        key = noise_key(BOT_SEED, twins.seeds[game], int(heads.ply[row]), int(heads.seat[row]))
        assert index[row] == cycles.Stream(key).below(int(heads.n_actions[row]))


def _check_ends(twins: Twins) -> None:
    ended = twins.pool.ended()
    assert sorted(ended.game.tolist()) == list(range(len(twins.boards)))
    for place, game in enumerate(ended.game):
        first, end = ended.choice_offsets[place : place + 2]
        assert ended.score[place] == cycles.score(twins.boards[game])
        assert ended.plies[place] == twins.boards[game].plies == end - first
        assert ended.choices[first:end].tolist() == twins.taken[game]
        assert ended.reason[place] == 0


def _play(twins: Twins, bot: str, every: int) -> None:
    """Plays all games to their end by a native bot; compares the numbers of one decision in `every`."""
    n_seen = 0
    while True:
        twins.play_forced()
        worlds = twins.pool.worlds()
        batch = worlds.decisions()
        _check_heads(twins, batch)
        if len(batch) == 0:
            break
        bots = {name: worlds.bot(name).weights for name in ("flood", "voronoi")}
        for row in range(len(batch)):
            n_seen += 1
            _check_rows(twins, batch, row)
            if n_seen % every == 0:
                _check_numbers(twins, batch, row, bots)
        choices = worlds.bot(bot, seed=BOT_SEED)
        if bot == "random":
            _check_random(twins, worlds, choices.index)
        for game, index in zip(batch.game, choices.index, strict=True):
            twins.take(int(game), int(index))
        twins.pool.apply(choices)
    _check_ends(twins)


def _name(size: object) -> str:
    return "x".join(map(str, size)) if isinstance(size, tuple) else str(size)


@pytest.mark.parametrize("size", _sizes(), ids=_name)
def test_twenty_random_games_agree_with_the_plain_twin(size: tuple[int, int]) -> None:
    _play(Twins(*size, GAMES_A_BOARD), "random", every=1 if size[0] * size[1] <= LARGE else 5)


@pytest.mark.parametrize(("size", "bot"), [((9, 7), "flood"), ((12, 10), "voronoi"), ((33, 9), "voronoi")], ids=_name)
def test_boards_that_fill_up_agree_with_the_plain_twin(size: tuple[int, int], bot: str) -> None:
    """Random cycles crash early; these do not."""
    _play(Twins(*size, 4), bot, every=3)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 60), (32, 33), (30, 20), (60, 5)], ids=_name)
def test_large_boards_that_fill_up_agree_with_the_plain_twin(size: tuple[int, int]) -> None:
    _play(Twins(*size, 4), "voronoi", every=5)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("size", [(5, 5), (8, 7), (33, 5)], ids=_name)
def test_alphabeta_weighs_turns_as_plain_minimax_does(size: tuple[int, int], depth: int) -> None:
    twins, n_compared = Twins(*size, 8), 0
    for step in range(40):
        twins.play_forced()
        worlds = twins.pool.worlds()
        if len(worlds) == 0:
            break
        heads, choices = worlds.heads(), worlds.bot("alphabeta", depth)
        for row, game in enumerate(heads.game):
            if (row + step) % 4 == 0:
                first, end = heads.action_offsets[row : row + 2]
                expected = cycles.alphabeta(twins.boards[game], depth)
                assert choices.weights[first:end] == pytest.approx(expected)
                assert choices.index[row] == expected.index(max(expected))
                n_compared += 1
        choices = worlds.bot("random", seed=depth)
        for game, index in zip(heads.game, choices.index, strict=True):
            twins.take(int(game), int(index))
        twins.pool.apply(choices)
    assert n_compared > 10


@pytest.mark.parametrize(("bot", "column"), [("flood", 0), ("voronoi", 1)])
def test_of_equally_good_turns_the_first_is_taken(bot: str, column: int) -> None:
    worlds = Twins(9, 9, 200).pool.worlds()
    batch, choices = worlds.decisions(), worlds.bot(bot)
    n_ties = 0
    for row, index in enumerate(choices.index):
        numbers = batch.actions[batch.action_offsets[row] : batch.action_offsets[row + 1], column].tolist()
        assert index == numbers.index(max(numbers))
        n_ties += numbers.count(max(numbers)) > 1
    assert n_ties > 5
