"""Decisions a second of random play at the engine of ptcg on one core: plain Python, the bridge alone, the pool."""

import ctypes
import json
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from standoff import Deals, GamePool
from standoff.games.ptcg import read_deck
from standoff.games.ptcg.cards import NOT_INSTALLED, engine_path

ROOT = Path(__file__).parents[1]
GAMES = 400
PLAIN_GAMES = 60
MODES = ("battle", "arena")
Decks = tuple[tuple[int, ...], ...]


class StartData(ctypes.Structure):
    """What BattleStart returns."""

    _fields_ = [("battle", ctypes.c_void_p), ("error_player", ctypes.c_int), ("error_type", ctypes.c_int)]


class SerialData(ctypes.Structure):
    """What GetBattleData returns."""

    _fields_ = [
        ("json", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("count", ctypes.c_int),
        ("select_player", ctypes.c_int),
    ]


def load(folder: Path) -> ctypes.CDLL:
    """The engine as ctypes loads it."""
    engine = ctypes.CDLL(str(folder / "libcg.so"))
    engine.GameInitialize()
    engine.BattleStart.restype, engine.GetBattleData.restype = StartData, SerialData
    engine.GetBattleData.argtypes = engine.BattleFinish.argtypes = [ctypes.c_void_p]
    engine.Select.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
    engine.AgentStart.restype = ctypes.c_void_p
    engine.SearchBegin.restype = engine.SearchStep.restype = ctypes.c_char_p
    engine.SearchBegin.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, *[ctypes.c_void_p] * 6, ctypes.c_int]
    engine.SearchStep.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int]
    engine.SearchEnd.argtypes = [ctypes.c_void_p]
    return engine


def any_answer(select: dict[str, Any], rng: random.Random) -> list[int]:
    """Some options, as many as the question takes."""
    n = min(rng.randint(select["minCount"], select["maxCount"]), len(select["option"]))
    return rng.sample(range(len(select["option"])), n)


def plain_battles(engine: ctypes.CDLL, decks: Decks) -> float:
    """Answers a second in the way of the package itself: ctypes and json."""
    rng, n_answers, start = random.Random(0), 0, time.perf_counter()
    for _ in range(PLAIN_GAMES):
        battle = engine.BattleStart((ctypes.c_int * 120)(*decks[0], *decks[1])).battle
        while (seen := json.loads(engine.GetBattleData(battle).json))["current"]["result"] < 0:
            places = any_answer(seen["select"], rng)
            engine.Select(battle, (ctypes.c_int * len(places))(*places), len(places))
            n_answers += 1
        engine.BattleFinish(battle)
    return n_answers / (time.perf_counter() - start)


def plain_search(engine: ctypes.CDLL, decks: Decks) -> float:
    """Answers a second of whole games in one search arena, by ctypes and json."""
    battle = engine.BattleStart((ctypes.c_int * 120)(*decks[0], *decks[1])).battle
    told = engine.GetBattleData(battle)
    question = ctypes.string_at(told.data, told.count)
    engine.BattleFinish(battle)
    agent, none = engine.AgentStart(), (ctypes.c_int * 120)()
    rng, n_answers, start = random.Random(0), 0, time.perf_counter()
    for _ in range(PLAIN_GAMES):
        mine, theirs = ((ctypes.c_int * 120)(*rng.sample(deck, len(deck))) for deck in decks)
        answer = engine.SearchBegin(agent, question, len(question), mine, none, theirs, none, none, none, 0)
        while (state := json.loads(answer)["state"])["observation"]["current"]["result"] < 0:
            places = any_answer(state["observation"]["select"], rng)
            array = (ctypes.c_int * len(places))(*places)
            answer = engine.SearchStep(agent, state["searchId"], array, len(places))
            n_answers += 1
        engine.SearchEnd(agent)
    return n_answers / (time.perf_counter() - start)


def plain_rates(folder: Path, decks: Decks) -> tuple[float, float]:
    """Battles and searches, by ctypes."""
    engine = load(folder)
    return plain_battles(engine, decks), plain_search(engine, decks)


def pool(mode: int, decks: Decks, writes_rows: bool) -> float:
    """Decisions a second of random play in a pool on one thread, with all rows written or none."""
    options = {"first_decks": decks[0], "second_decks": decks[1], "engine": (mode,)}
    games = GamePool.of("ptcg", Deals.of(range(GAMES * (1 + mode)), options), slots=64, threads=1, asks_forced=True)
    n_decisions, start = 0, time.perf_counter()
    while len(worlds := games.worlds()):
        if writes_rows:
            worlds.decisions()
        n_decisions += len(worlds)
        games.apply(worlds.bot("random"))
    return n_decisions / (time.perf_counter() - start)


def native(program: Path, folder: Path, mode: str, decks: list[str]) -> float:
    """Random play by the bridge, one game after the other."""
    words = [program, folder, 2, mode, *decks, 0, GAMES, "quiet"]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0])


def main() -> None:
    """Builds the driver, measures, and prints ratios."""
    path = engine_path()
    if path is None:
        sys.exit(NOT_INSTALLED)
    if len(sys.argv) != 3:
        sys.exit("usage: python benchmarks/ptcg.py DECK.csv DECK.csv")
    folder, decks = path.parent, tuple(read_deck(Path(deck)) for deck in sys.argv[1:])
    # The engine can be initialized once a process, and the pool of this one does it.
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        plain = dict(zip(MODES, other.submit(plain_rates, folder, decks).result(), strict=True))
    for mode, rate in plain.items():
        print(f"plain Python, {mode:18}{rate:9,.0f} decisions/s")
    with tempfile.TemporaryDirectory() as place:
        program = build(Path(place))
        for mode, rate in plain.items():
            show(f"bridge alone, {mode}", native(program, folder, mode, sys.argv[1:]), rate)
    for number, (mode, rate) in enumerate(plain.items()):
        show(f"pool without rows, {mode}", pool(number, decks, writes_rows=False), rate)
        show(f"pool with all rows, {mode}", pool(number, decks, writes_rows=True), rate)


def build(folder: Path) -> Path:
    """The driver of the tests, optimised."""
    program = folder / "ptcg_games"
    sources = [ROOT / "tests/native/ptcg_games.cpp", ROOT / "native/crew_alone.cpp"]
    sources += sorted((ROOT / "standoff/games/ptcg").glob("*.cpp"))
    flags = ["-std=c++20", "-O3", "-DNDEBUG", "-fno-exceptions", f"-I{ROOT / 'native'}"]
    subprocess.run(["g++", *flags, *map(str, sources), "-ldl", "-o", str(program)], check=True)
    return program


def show(what: str, rate: float, plain: float) -> None:
    """A line of the result."""
    print(f"{what:31}{rate:9,.0f} decisions/s, {rate / plain:.1f} times plain Python")


if __name__ == "__main__":
    main()
