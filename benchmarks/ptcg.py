"""Answers a second of random play at the engine of the Pokémon TCG: the bridge from C++, beside plain Python."""

import ctypes
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from standoff.games.ptcg import read_deck
from standoff.games.ptcg.cards import NOT_INSTALLED, engine_path

ROOT = Path(__file__).parents[1]
GAMES = 200


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


def plain_python(folder: Path, decks: list[tuple[int, ...]]) -> float:
    """The way of the package itself: ctypes and json."""
    engine = ctypes.CDLL(str(folder / "libcg.so"))
    engine.GameInitialize()
    engine.BattleStart.restype, engine.GetBattleData.restype = StartData, SerialData
    engine.GetBattleData.argtypes = engine.BattleFinish.argtypes = [ctypes.c_void_p]
    engine.Select.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
    rng, n_answers, start = random.Random(0), 0, time.perf_counter()
    for _ in range(GAMES // 4):
        battle = engine.BattleStart((ctypes.c_int * 120)(*decks[0], *decks[1])).battle
        while True:
            seen = json.loads(engine.GetBattleData(battle).json)
            if seen["current"]["result"] >= 0:
                break
            select = seen["select"]
            n = min(rng.randint(select["minCount"], select["maxCount"]), len(select["option"]))
            places = rng.sample(range(len(select["option"])), n)
            engine.Select(battle, (ctypes.c_int * max(n, 1))(*places), n)
            n_answers += 1
        engine.BattleFinish(battle)
    return n_answers / (time.perf_counter() - start)


def native(program: Path, folder: Path, mode: str, decks: list[str]) -> float:
    """Random play by the bridge, one game after the other."""
    words = [program, folder, 2, mode, *decks, 0, GAMES, "quiet"]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0])


def main() -> None:
    """Builds the driver, measures, and prints ratios."""
    if len(sys.argv) != 3:
        sys.exit("usage: python benchmarks/ptcg.py DECK.csv DECK.csv")
    engine, decks = engine_path(), sys.argv[1:]
    if engine is None:
        sys.exit(NOT_INSTALLED)
    folder = engine.parent
    plain = plain_python(folder, [read_deck(Path(deck)) for deck in decks])
    print(f"{'plain Python, battles':24}{plain:9,.0f} answers/s")
    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "ptcg_games"
        sources = [ROOT / "tests/native/ptcg_games.cpp", *sorted((ROOT / "standoff/games/ptcg").glob("*.cpp"))]
        flags = ["-std=c++20", "-O3", "-DNDEBUG", "-fno-exceptions", f"-I{ROOT / 'native'}"]
        subprocess.run(["g++", *flags, *map(str, sources), "-ldl", "-o", str(program)], check=True)
        for mode in ("battle", "arena"):
            rate = native(program, folder, mode, decks)
            print(f"{f'bridge, {mode}':24}{rate:9,.0f} answers/s, {rate / plain:.1f} times plain Python")


if __name__ == "__main__":
    main()
