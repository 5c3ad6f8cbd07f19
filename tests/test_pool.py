"""GamePool and Worlds under misuse: a clear exception and never a crash; memory that is read-only and given back."""

import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standoff import BadInput, Choices, Deals, GamePool, _native
from standoff.pool import usable_threads

SIZE = {"size": (9, 7)}


def _pool(games: int = 4, **settings_of_pool: int) -> GamePool:
    return GamePool.of("cycles", Deals.of(range(games), SIZE), **{"threads": 1, **settings_of_pool})


def _choices(*index: int) -> Choices:
    return Choices(np.array(index, np.int32), np.zeros(0, np.float32))


def _play_out(pool: GamePool) -> None:
    while len(worlds := pool.worlds()):
        pool.apply(worlds.bot("random"))


@pytest.mark.parametrize(
    ("misuse", "sentence"),
    [
        (lambda: GamePool.of("chess", Deals.of([1], {})), "there is no game 'chess'"),
        (lambda: _pool(slots=0), "a pool needs at least one slot"),
        (lambda: _pool(slots=-3), "a pool needs at least one slot"),
        (lambda: _pool(threads=-1), "a pool needs from 1 to 256 threads"),
        (lambda: _pool(threads=257), "a pool needs from 1 to 256 threads"),
        (lambda: _pool(threads=10**12), "a pool needs from 1 to 256 threads"),
        (lambda: GamePool.of("cycles", Deals.of([1], {"decks": (1, 2)})), "cycles has no option 'decks'; it takes"),
        (lambda: GamePool.of("cycles", Deals.of([1], {"size": (9,)})), "is two numbers, width and height"),
        (lambda: GamePool.of("cycles", Deals.of([1], {"size": ()})), "is two numbers, width and height"),
        (lambda: GamePool.of("cycles", Deals.of([1], {"size": (9, 10**30)})), "so large a number cannot be read"),
        (lambda: GamePool.of("cycles", Deals(np.ones(1, np.uint64), (), np.zeros(1, np.int32))), "needs the options"),
        (lambda: GamePool.of("cycles", Deals(np.ones(2, np.uint64), (SIZE,), np.zeros(1, np.int32))), "one option num"),
        (
            lambda: GamePool.of("cycles", Deals(np.ones(1, np.uint64), (SIZE,), np.ones(1, np.int32))),
            "outside the list",
        ),
        (lambda: GamePool.of("cycles", Deals(np.ones(1, np.uint64), (SIZE,), -np.ones(1, np.int32))), "outside the li"),
        (
            lambda: GamePool.of(
                "cycles", Deals(np.ones(2, np.uint64), (SIZE, {"size": (7, 9)}), np.zeros(2, np.int32))
            ),
            "must be of one board size",
        ),
    ],
)
def test_a_pool_that_cannot_be_is_refused_in_a_sentence(misuse: Callable[[], object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        misuse()


def test_seeds_that_are_no_seeds_are_refused() -> None:
    with pytest.raises(OverflowError):
        Deals.of([-1], SIZE)
    with pytest.raises(OverflowError):
        Deals.of([2**64], SIZE)
    with pytest.raises(TypeError):
        GamePool.of("cycles", Deals(np.zeros((2, 2), np.uint64), (SIZE,), np.zeros(2, np.int32)))


def test_a_pool_without_deals_is_over() -> None:
    pool = _pool(games=0)
    batch = pool.decisions()
    assert (len(batch), batch.planes.shape, batch.action_offsets.tolist()) == (0, (0, 3, 7, 9), [0])
    assert len(pool.ended().game) == 0
    pool.apply(_choices())


def test_more_slots_than_deals_are_no_waste() -> None:
    pool = _pool(games=2, slots=2**40)
    assert len(pool.worlds()) == 2


def test_no_threads_named_means_those_that_may_be_used() -> None:
    assert 1 <= usable_threads() <= 256
    assert len(GamePool.of("cycles", Deals.of([1], SIZE), threads=None).worlds()) == 1


def test_options_may_differ_between_deals_of_one_pool() -> None:
    deals = Deals(np.array([5, 5, 6], np.uint64), (SIZE, {"size": (9, 7)}), np.array([0, 1, 1], np.int32))
    batch = GamePool.of("cycles", deals, threads=1).decisions()
    assert batch.information[0] == batch.information[1] != batch.information[2]


@pytest.mark.parametrize("index", [(), (0, 0, 0), (0,) * 5])
def test_a_wrong_number_of_choices_is_refused(index: tuple[int, ...]) -> None:
    pool = _pool()
    pool.worlds()
    with pytest.raises(ValueError, match=rf"got {len(index)} choices for 4 open decisions"):
        pool.apply(_choices(*index))


@pytest.mark.parametrize("wrong", [-1, 3, 99, 2**31 - 1, -(2**31)])
def test_an_index_outside_its_decision_is_refused(wrong: int) -> None:
    pool = _pool()
    n_legal = pool.worlds().heads().n_actions[2]
    with pytest.raises(ValueError, match=rf"choice {wrong} in decision 2: it has {n_legal} legal rows, from 0 to"):
        pool.apply(_choices(0, 0, wrong, 0))


@given(index=st.lists(st.integers(-3, 5), max_size=6))
@settings(deadline=None, max_examples=60)
def test_what_is_refused_leaves_every_game_as_it_was(index: list[int]) -> None:
    pool = _pool()
    before = pool.decisions()
    is_legal = len(index) == 4 and all(0 <= row < n for row, n in zip(index, before.n_actions, strict=True))
    try:
        pool.apply(_choices(*index))
        assert is_legal
    except ValueError:
        assert not is_legal
        after = pool.decisions()
        assert (after.ply == before.ply).all()
        assert (after.information == before.information).all()


def test_choices_need_open_decisions() -> None:
    pool = _pool()
    with pytest.raises(ValueError, match="no decisions are open"):
        pool.apply(_choices(0, 0, 0, 0))
    with pytest.raises(ValueError, match="no decisions are open"):
        pool.secrets()
    pool.worlds()
    pool.apply(_choices(0, 0, 0, 0))
    with pytest.raises(ValueError, match="no decisions are open"):
        pool.apply(_choices(0, 0, 0, 0))


def test_a_closed_pool_says_so_and_can_be_closed_again() -> None:
    pool = _pool()
    pool.close()
    pool.close()
    for use in (pool.worlds, pool.decisions, pool.secrets, pool.ended, lambda: pool.apply(_choices(0))):
        with pytest.raises(ValueError, match="the pool is closed"):
            use()


@pytest.mark.parametrize(
    ("bot", "depth", "sentence"),
    [
        ("stockfish", 0, "cycles has no scripted player 'stockfish'"),
        ("", 0, "cycles has no scripted player ''"),
        ("flood", 1, "the depth of flood is 1; it may be from 0 to 0"),
        ("alphabeta", 0, "the depth of alphabeta is 0; it may be from 1 to 12"),
        ("alphabeta", 13, "the depth of alphabeta is 13; it may be from 1 to 12"),
        ("alphabeta", -1, "the depth of alphabeta is -1; it may be from 1 to 12"),
    ],
)
def test_an_unknown_bot_or_depth_is_refused(bot: str, depth: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        _pool().worlds().bot(bot, depth)


def test_a_bot_asked_about_nothing_says_nothing() -> None:
    choices = _pool().worlds().take(np.zeros(0, np.int64)).bot("flood")
    assert (len(choices.index), len(choices.weights)) == (0, 0)


def test_any_whole_number_is_a_seed_of_a_player() -> None:
    worlds = _pool().worlds()
    for seed in (-1, 2**64, 2**100):
        assert worlds.keys(seed).tolist() == worlds.keys(seed % 2**64).tolist()
        assert len(worlds.bot("random", seed=seed).index) == 4


def test_a_deal_needs_a_seed_for_each_row() -> None:
    worlds = _pool().worlds()
    for n_seeds in (0, 1, 3):
        with pytest.raises(ValueError, match="a dealt world needs one seed for each row"):
            worlds.deal(np.array([0, 1]), np.zeros(n_seeds, np.uint64))


@pytest.mark.parametrize("row", [4, -5, 2**31, 2**32, 2**62])
def test_a_row_that_is_not_there_is_refused(row: int) -> None:
    worlds = _pool().worlds()
    rows = np.array([row])
    for use in (
        lambda: worlds.take(rows),
        lambda: worlds.deal(rows, np.zeros(1, np.uint64)),
        lambda: worlds.labels(row),
        lambda: worlds.page(row),
        lambda: worlds.looks_like(row, worlds, 0),
        lambda: worlds.looks_like(0, worlds, row),
    ):
        with pytest.raises(IndexError):
            use()


@pytest.mark.parametrize("row", [4, -1, 2**31 - 1, 2**31, 2**32, -(2**32), 2**62])
def test_the_core_checks_rows_itself(row: int) -> None:
    worlds = _native.Pool("cycles", [[("size", (9, 7))]], np.zeros(4, np.uint64), np.zeros(4, np.int32), 4, 1).open()
    for use in (
        lambda: worlds.labels(row),
        lambda: worlds.page(row),
        lambda: worlds.looks_like(row, worlds, 0),
        lambda: worlds.looks_like(0, worlds, row),
    ):
        with pytest.raises(IndexError, match=rf"decision {row} of 4"):
            use()
    if -(2**31) <= row < 2**31:
        at = np.array([row], np.int32)
        for use in (
            lambda: worlds.bot("flood", 0, 0, at),
            lambda: worlds.keys(0, at),
            lambda: worlds.deal(at, np.zeros(1, np.uint64)),
        ):
            with pytest.raises(IndexError, match=rf"decision {row} of 4"):
                use()


@pytest.mark.parametrize("name", ["Heads", "Rows", "Ended", "Worlds"])
def test_parts_of_the_core_cannot_be_made_by_hand(name: str) -> None:
    with pytest.raises(TypeError):
        getattr(_native, name)()


def test_batches_are_read_only() -> None:
    pool = _pool()
    batch = pool.decisions()
    for field in fields(batch):
        column = getattr(batch, field.name)
        if field.name != "schema" and column.size:
            assert not column.flags.writeable, field.name
            with pytest.raises(ValueError, match=r"read-only|cannot set WRITEABLE"):
                column.flags.writeable = True
                column[...] = 0
    _play_out(pool)
    assert not pool.ended().choices.flags.writeable


def test_batches_and_worlds_outlive_their_pool() -> None:
    pool = _pool(games=200)
    worlds = pool.worlds()
    batch, dealt = worlds.decisions(), worlds.deal(np.arange(200), np.zeros(200, np.uint64))
    sums = [int(batch.planes.sum()), float(batch.actions.sum())]
    index = worlds.bot("voronoi").index.tolist()
    pool.close()
    del pool
    _play_out(_pool(games=300))
    assert [int(batch.planes.sum()), float(batch.actions.sum())] == sums
    assert worlds.bot("voronoi").index.tolist() == index
    del worlds
    _play_out(dealt)
    assert len(dealt.ended().game) == 200


def test_ended_games_are_told_once() -> None:
    pool = _pool(games=9, slots=2)
    told: list[int] = []
    while len(worlds := pool.worlds()):
        told += pool.ended().game.tolist()
        pool.apply(worlds.bot("random"))
    told += pool.ended().game.tolist()
    assert sorted(told) == list(range(9))
    assert len(pool.ended().game) == 0


def test_other_python_threads_run_while_the_core_works() -> None:
    worlds = GamePool.of("cycles", Deals.of(range(600), {"size": (30, 20)}), threads=1).worlds()
    moments: list[float] = []
    is_done = threading.Event()

    def tick() -> None:
        while not is_done.wait(0.001):
            moments.append(time.monotonic())

    ticking = threading.Thread(target=tick)
    ticking.start()
    started = time.monotonic()
    worlds.bot("alphabeta", depth=11)
    ended = time.monotonic()
    is_done.set()
    ticking.join()
    inside = [moment for moment in moments if started < moment < ended]
    assert ended - started > 0.05, "too little work to tell"
    assert len(inside) > 10


def test_threads_may_share_a_pool_and_close_it() -> None:
    """One pool, four threads, no order between them: each use succeeds or raises ValueError."""
    for _ in range(20):
        pool = _pool(games=64, slots=16, threads=2)

        def use(pool: GamePool = pool) -> int:
            n_refused = 0
            for _ in range(30):
                try:
                    worlds = pool.worlds()
                    worlds.decisions()
                    pool.apply(worlds.bot("random"))
                    pool.ended()
                except ValueError:
                    n_refused += 1
            return n_refused

        with ThreadPoolExecutor(4) as crew:
            uses = [crew.submit(use) for _ in range(3)] + [crew.submit(pool.close)]
            assert all(each.result() is None or each.result() <= 30 for each in uses)


def _resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's account of memory")
def test_memory_is_given_back() -> None:
    def use() -> None:
        pool = GamePool.of("cycles", Deals.of(range(500), {"size": (30, 20)}), threads=2)
        worlds = pool.worlds()
        worlds.decisions()
        worlds.deal(np.arange(500), np.zeros(500, np.uint64)).decisions()
        pool.apply(worlds.bot("random"))

    for _ in range(20):
        use()
    before = _resident_bytes()
    for _ in range(200):
        use()
    # A leak of one batch a pool would be about 200 MB.
    assert _resident_bytes() - before < 20_000_000


THREADLESS = """
import resource
import numpy as np
from standoff import Deals, GamePool
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 300_000_000, resource.RLIM_INFINITY))
try:
    GamePool.of("cycles", Deals.of([1], {}), threads=256)
except RuntimeError as fault:
    print("refused", len(GamePool.of("cycles", Deals.of([1], {}), threads=2).worlds()))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's account of memory")
def test_a_machine_without_more_threads_is_told_so() -> None:
    done = subprocess.run([sys.executable, "-c", THREADLESS], capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout.split(), done.returncode) == (["refused", "1"], 0), done.stderr
