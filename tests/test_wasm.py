"""The core in WebAssembly: every decision, row, choice and result as in the native core; sentences and no traps."""

import hashlib
import json
from dataclasses import dataclass, field

import numpy as np
import pytest
from contract.cases import CASES, Case
from hypothesis import given, settings
from hypothesis import strategies as st
from wasm_core import ENDED, MODULE, Refused, WasmCore, compiled, order

from standoff import Choices, Deals, DecisionBatch, Results, Table, find_game, game_names, play
from standoff.players import ScriptedPlayer
from standoff.schema import schema_from, schema_of

BANG_ROSTERS = {"law": (3, 0, 2, 11), "outlaw": (12, 15, 17, 23)}
LONG_CASES = [
    *((Case("bang", (("rules", (rules,)), ("setup", (setup,)))), 200) for rules in (0, 1) for setup in (0, 1)),
    (Case("bang", (("rules", (0,)), *BANG_ROSTERS.items())), 200),
    *((Case("cycles", (("size", size),)), 100) for size in ((30, 20), (7, 9), (33, 6))),
]
NOT_IN_A_BROWSER = ("ptcg",)
HERE_AND_THERE = pytest.mark.parametrize("case", [case for case in CASES if case.game not in NOT_IN_A_BROWSER], ids=str)
SEED = 2**63 + 5


@dataclass
class Twin:
    """A spectator that plays the same games in WebAssembly, by the choices that are made there, and compares them."""

    core: WasmCore
    pool: int
    player: ScriptedPlayer
    n_decisions: int = 0
    reads_rows: bool = field(default=True, init=False)

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """Every column of the batch and of the choices, byte for byte."""
        heads, rows = self.core.open(self.pool), self.core.rows(self.pool)
        for name, part in (heads | rows).items():
            assert part.tobytes() == getattr(batch, name).tobytes(), f"{name} differs at ply {batch.ply.min()}"
        index, weights = self.core.choose(self.pool, self.player.bot, self.player.depth, self.player.seed)
        assert index.tobytes() == choices.index.astype("<i4").tobytes(), f"a choice differs at ply {batch.ply.min()}"
        assert weights.tobytes() == choices.weights.tobytes(), f"a weight differs at ply {batch.ply.min()}"
        self.core.apply(self.pool, index)
        self.n_decisions += len(batch)

    def ended(self, results: Results) -> None:
        """Compared once all games have ended."""


def _play_both(case: Case, games: int, player: ScriptedPlayer, *, asks_forced: bool = False) -> None:
    core = WasmCore()
    pool = core.begin(order(case.game, dict(case.options), range(games), asks_forced=asks_forced))
    twin = Twin(core, pool, player)
    table = Table(case.game, case.deals(0, games), (player,), np.zeros((games, 2), np.int8))
    results = play(table, [twin], threads=1, slots=games, asks_forced=asks_forced)
    assert twin.n_decisions > 0
    assert len(core.open(pool)["game"]) == 0
    _assert_results(core.results(pool), results)


def _step(core: WasmCore, pool: int) -> bool:
    """Plays a step at random; whether there was one left."""
    is_open = len(core.open(pool)["game"]) > 0
    if is_open:
        core.apply(pool, core.choose(pool, "random")[0])
    return is_open


def _assert_results(ended: dict[str, np.ndarray], results: Results) -> None:
    for name in ENDED:
        assert ended[name].tobytes() == getattr(results, name).tobytes(), f"{name} differs"


@pytest.mark.parametrize(("case", "games"), LONG_CASES, ids=str)
def test_random_games_are_the_same_to_the_last_byte(case: Case, games: int) -> None:
    _play_both(case, games, ScriptedPlayer("random", "random", 0, SEED))


@HERE_AND_THERE
def test_every_scripted_player_plays_the_same(case: Case) -> None:
    for bot in find_game(case.game).bots.values():
        depth = max(bot.least_depth, min(bot.most_depth, 3))
        _play_both(case, 4, ScriptedPlayer(bot.name, bot.name, depth, SEED), asks_forced=True)


@HERE_AND_THERE
def test_pages_and_labels_are_the_same(case: Case) -> None:
    core = WasmCore()
    number, pool = core.begin(order(case.game, dict(case.options), range(3))), case.pool(0, 3)
    for _ in range(40):
        worlds = pool.worlds()
        core.open(number)
        for row in range(len(worlds)):
            n_actions = len(worlds.labels(row))
            told = [worlds.told(row, action) for action in range(n_actions)]
            assert core.page(number, row) == (worlds.page(row), worlds.labels(row), told)
        choices = worlds.bot("random")
        core.apply(number, choices.index)
        pool.apply(choices)
        if len(pool.worlds()) == 0:
            break


def test_it_lists_the_games_with_the_schemas_that_checkpoints_name() -> None:
    games = WasmCore().games()
    assert [game["schema"]["game"] for game in games] == [name for name in game_names() if name not in NOT_IN_A_BROWSER]
    for game in games:
        name = game["schema"]["game"]
        assert schema_from(game["schema"]) == schema_of(name)
        text = json.dumps(game["schema"], separators=(",", ":"), ensure_ascii=False)
        assert hashlib.sha256(text.encode()).hexdigest()[:16] == schema_of(name).hash
        assert [bot["name"] for bot in game["bots"]] == list(find_game(name).bots)


def test_the_module_is_small_and_needs_nothing_of_its_host() -> None:
    assert MODULE.stat().st_size < 1_500_000
    assert list(compiled().module.imports) == []


def test_instances_and_pools_do_not_disturb_each_other() -> None:
    case, games = CASES[0], 5
    player = ScriptedPlayer("random", "random")
    results = play(Table(case.game, case.deals(0, games), (player,), np.zeros((games, 2), np.int8)))
    text = order(case.game, dict(case.options), range(games))
    first, second = WasmCore(), WasmCore()
    pools = [(first, first.begin(text)), (second, second.begin(text)), (first, first.begin(text))]
    while sum(_step(core, pool) for core, pool in pools):  # by turns
        pass
    for core, pool in pools:
        _assert_results(core.results(pool), results)
    first.end(1)
    with pytest.raises(Refused, match="there is no pool 1; begin one"):
        first.open(1)
    assert [_step(core, pool) for core, pool in pools[1:]] == [False, False]


def test_an_answer_stays_while_the_next_question_is_written() -> None:
    core = WasmCore()
    pool = core.begin(order("bang", {}, range(50)))
    for name, numbers, question in (("open", (), b""), ("rows", (), b""), ("choose", (0, 0), b"tactical")):
        parts = core.call(name, pool, *numbers, question=question)[1]
        for size in (0, *(part.size for part in parts)):
            core.ask(b"\xff" * size)
        assert [part.tobytes() for part in core.answer()] == [part.tobytes() for part in parts]


def test_an_ended_pool_gives_its_memory_back() -> None:
    core, sizes = WasmCore(), []
    for _ in range(6):
        pool = core.begin(order("cycles", {"size": (30, 20)}, range(200)))
        core.open(pool)
        core.rows(pool)
        core.end(pool)
        sizes.append(core.memory_bytes())
    assert sizes[1] == sizes[-1]


@dataclass(frozen=True)
class Misuse:
    """A call that cannot be done, after a pool of two games has begun and, where told so, been opened."""

    sentence: str
    name: str
    numbers: tuple[int, ...] = ()
    question: bytes = b""
    is_opened: bool = True


CYCLES = b"game cycles\noption size 9 7\n"
NET = b"game cycles\nfamily grid\n"
FOREST = b"game cycles\nfamily forest\nweight a 1\n\n" + bytes(4)
MISUSES = [
    Misuse("there is no game 'chess'; there is .*cycles", "begin", question=b"game chess\nseeds 1"),
    Misuse("there is no game ''", "begin", question=b"seeds 1"),
    Misuse("from 1 to 4096 seeds, not 0", "begin"),
    Misuse("from 1 to 4096 seeds, not 0", "begin", question=CYCLES),
    Misuse("from 1 to 4096 seeds, not 5000", "begin", question=CYCLES + b"seeds" + b" 1" * 5000),
    Misuse("cycles has no option 'decks'", "begin", question=b"game cycles\noption decks 1\nseeds 1"),
    Misuse("is two numbers, width and height", "begin", question=b"game cycles\noption size 9\nseeds 1"),
    Misuse("is 9000; it may be from", "begin", question=b"game cycles\noption size 9 9000\nseeds 1"),
    Misuse("'9{30}' is no whole number", "begin", question=CYCLES + b"seeds " + b"9" * 30),
    Misuse("'-1' is no whole number", "begin", question=CYCLES + b"seeds -1"),
    Misuse("'1x' is no whole number", "begin", question=CYCLES + b"seeds 1x"),
    Misuse("'colour' begins no line of a pool", "begin", question=b"colour red\n" + CYCLES),
    Misuse("'game' begins no line of a pool, or not so", "begin", question=b"game\nseeds 1"),
    Misuse("'option' begins no line of a pool, or not so", "begin", question=b"option\nseeds 1"),
    Misuse("a question may have 16777216 bytes, not 16777217", "begin", question=b"x" * (2**24 + 1)),
    Misuse("there is no pool 7; begin one", "open", (7,)),
    Misuse("there is no pool -1", "end", (-1,)),
    Misuse("there is no pool 0", "results", (0,)),
    Misuse("has no open decisions: open them first", "rows", (1,), is_opened=False),
    Misuse("has no open decisions: open them first", "page", (1, 0), is_opened=False),
    Misuse("has no open decisions: open them first", "choose", (1, 0, 0), b"random", is_opened=False),
    Misuse("no decisions are open: ask for them before", "apply", (1,), bytes(8), is_opened=False),
    Misuse("there is no open decision 2 in pool 1; it has 2, from 0", "page", (1, 2)),
    Misuse("there is no open decision -1", "page", (1, -1)),
    Misuse("cycles has no scripted player 'stockfish'", "choose", (1, 0, 0), b"stockfish"),
    Misuse("cycles has no scripted player ''", "choose", (1, 0, 0)),
    Misuse("the depth of alphabeta is 99; it may be from", "choose", (1, 99, 0), b"alphabeta"),
    Misuse("there is no game ''", "load"),
    Misuse("there is no game 'chess'", "load", question=b"game chess\nfamily duel\n\n"),
    Misuse("there is no family 'forest' of networks; there are atomic, duel and grid", "load", question=FOREST),
    Misuse("'seeds' begins no line of a net", "load", question=b"game cycles\nseeds 1"),
    Misuse("'-1' is no whole number", "load", question=NET + b"weight stem.bias -1\n\n"),
    Misuse("32-bit numbers, which 7 bytes are not", "load", question=NET + b"\n" + bytes(7)),
    Misuse("weight b has .* for which the 1 numbers", "load", question=NET + b"weight a 1\nweight b 2\n\n" + bytes(8)),
    Misuse("weight a has .* for which the 3 numbers", "load", question=NET + b"weight a 3 0\n\n" + bytes(12)),
    Misuse("for which the 0 numbers", "load", question=NET + b"weight a\n\n"),
    Misuse("for which the 1 numbers", "load", question=NET + b"weight a 65536 65537 65536\n\n" + bytes(4)),
    Misuse("there are 1 numbers more than the lengths", "load", question=NET + b"weight a 1\n\n" + bytes(8)),
    Misuse("no weights stem.bias and mixed.bias of a grid", "load", question=NET + b"weight a 1\n\n" + bytes(4)),
    Misuse("no weight stem.weight", "load", question=NET + b"weight stem.bias 1\nweight mixed.bias 1\n\n" + bytes(8)),
    Misuse("logit_offsets has the length 2 where 3", "load", question=NET + b"weight logit_offsets 2\n\n" + bytes(8)),
    Misuse("there is no net 7; load one", "evaluate", (1, 7)),
    Misuse("there is no net 0; load one", "unload", (0,)),
    Misuse("has no open decisions: open them first", "evaluate", (1, 1), is_opened=False),
    Misuse("got 0 choices for 2 open decisions", "apply", (1,)),
    Misuse("got 3 choices for 2 open decisions", "apply", (1,), bytes(12)),
    Misuse("which 7 bytes are not", "apply", (1,), bytes(7)),
    Misuse("choice -1 in decision 0: it has", "apply", (1,), b"\xff" * 8),
]


@pytest.mark.parametrize("misuse", MISUSES, ids=lambda misuse: f"{misuse.name}-{misuse.sentence}")
def test_a_misuse_is_told_in_a_sentence_and_changes_nothing(misuse: Misuse) -> None:
    core, deals = WasmCore(), Deals.of(range(2), {"size": (9, 7)})
    pool = core.begin((CYCLES + b"seeds 0 1").decode())
    assert pool == 1
    if misuse.is_opened:
        core.open(pool)
    with pytest.raises(Refused, match=misuse.sentence):
        core.call(misuse.name, *misuse.numbers, question=misuse.question)
    while _step(core, pool):
        pass
    table = Table("cycles", deals, (ScriptedPlayer("random", "random"),), np.zeros((2, 2), np.int8))
    _assert_results(core.results(pool), play(table))


def test_more_pools_than_it_holds_are_refused() -> None:
    core = WasmCore()
    pools = [core.begin((CYCLES + b"seeds 1").decode()) for _ in range(64)]
    with pytest.raises(Refused, match="there are 64 pools: end one first"):
        core.begin((CYCLES + b"seeds 1").decode())
    core.end(pools[3])
    assert core.begin((CYCLES + b"seeds 1").decode()) not in pools


WORDS = st.sampled_from(
    [
        *(
            "game",
            "option",
            "seeds",
            "asks_forced",
            "bang",
            "cycles",
            "size",
            "rules",
            "figures",
            "cards",
            "law",
            "top",
        ),
        *("family", "grid", "weight", "stem.bias", "mixed.bias", "stem.weight"),
    ]
)
NUMBERS = st.integers(-(2**65), 2**65).map(str) | st.integers(-1, 30).map(str)
LINES = st.lists(st.lists(WORDS | NUMBERS | st.text(max_size=3), max_size=6).map(" ".join), max_size=6).map("\n".join)


@pytest.fixture(scope="module")
def shared_core() -> WasmCore:
    """An instance that all examples of the next test misuse."""
    return WasmCore()


@settings(deadline=None)
@given(text=LINES, numbers=st.tuples(st.integers(-(2**31), 2**31 - 1), st.integers(-(2**31), 2**31 - 1)))
def test_nothing_that_is_asked_makes_it_trap(shared_core: WasmCore, text: str, numbers: tuple[int, int]) -> None:
    pool = shared_core.begin((CYCLES + b"seeds 1").decode())
    shared_core.open(pool)
    calls = [
        *(("open", numbers[:1]), ("page", numbers), ("choose", (*numbers, 0)), ("apply", numbers[:1])),
        *(("load", ()), ("unload", numbers[:1]), ("evaluate", numbers), ("evaluate", (pool, numbers[0]))),
        *(("page", (pool, numbers[0])), ("choose", (pool, numbers[0], 0)), ("apply", (pool,)), ("rows", (pool,))),
    ]
    for name, given_numbers in calls:
        _refused_or_done(shared_core, name, given_numbers, text)
    begun = _refused_or_done(shared_core, "begin", (), text)
    for number in (pool, *([begun] if begun > 0 else [])):
        shared_core.open(number)
        shared_core.end(number)


def _refused_or_done(core: WasmCore, name: str, numbers: tuple[int, ...], text: str) -> int:
    try:
        return core.call(name, *numbers, question=text.encode())[0]
    except Refused as refusal:
        assert str(refusal)
        return -1
