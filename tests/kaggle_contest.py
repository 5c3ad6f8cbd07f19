"""Plays an unpacked submission as its contest does, in a process of its own: real battles, and a strict referee.

Run as `python -I -S kaggle_contest.py SETTINGS` with a JSON object of the fields of Contest; prints one of Report. It
imports the standard library alone, as the agent must.
"""

import ctypes
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

Agent = Callable[[Any], Any]
MOST_ANSWERS = 5000  # a battle that takes more is cut off and drawn
GAME_SECONDS = 600.0


@dataclass
class Contest:
    """What is played."""

    main: str
    engine: str  # folder cg of the engine's package
    repository: str  # no file in it may be opened
    version: int = 2
    opponent: str = "random"
    matches: int = 3
    seconds: float = GAME_SECONDS  # that the agent is told it has
    seed: int = 0


@dataclass
class Report:
    """What happened."""

    matches: int = 0
    rounds: int = 0
    wins: int = 0
    answers: int = 0
    cut_off: int = 0
    slowest: float = 0.0  # seconds of one answer
    longest: float = 0.0  # seconds of all answers of a round
    faults: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    imported: list[str] = field(default_factory=list)


class Struct(dict[str, Any]):
    """A dict whose members are attributes, too, as agents of the contest are handed."""

    def __getattr__(self, name: str) -> Any:
        return self[name]

    @classmethod
    def of(cls, thing: Any) -> Any:
        if isinstance(thing, dict):
            return cls({name: cls.of(part) for name, part in thing.items()})
        return [cls.of(part) for part in thing] if isinstance(thing, list) else thing


class StartData(ctypes.Structure):
    _fields_ = (("battle", ctypes.c_void_p), ("error_player", ctypes.c_int), ("error_type", ctypes.c_int))


class SerialData(ctypes.Structure):
    _fields_ = (
        ("json", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("count", ctypes.c_int),
        ("select_player", ctypes.c_int),
    )


class Engine:
    """The battles of one version of the engine."""

    def __init__(self, folder: Path, version: int) -> None:
        self.calls = ctypes.CDLL(str(folder / ("v1/libcg.so" if version == 1 else "libcg.so")))
        self.calls.GameInitialize()
        self.version = version
        self.calls.BattleStart.restype = StartData
        self.calls.GetBattleData.restype = SerialData
        self.calls.GetBattleData.argtypes = self.calls.BattleFinish.argtypes = (ctypes.c_void_p,)
        self.calls.Select.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
        if version == 2:
            self.calls.BattleStartReverse.restype = StartData

    def start(self, decks: list[list[int]], is_reversed: bool) -> ctypes.c_void_p:
        begin = self.calls.BattleStartReverse if is_reversed else self.calls.BattleStart
        started = begin((ctypes.c_int * 120)(*decks[0], *decks[1]))
        assert started.battle, f"the engine refuses the decks: {started.error_type}"
        return ctypes.c_void_p(started.battle)

    def question(self, battle: ctypes.c_void_p) -> Any:
        data = self.calls.GetBattleData(battle)
        seen = json.loads(data.json)
        return {**seen, "search_begin_input": ctypes.string_at(data.data, data.count).decode("ascii")}

    def answer(self, battle: ctypes.c_void_p, picks: list[int]) -> int:
        return int(self.calls.Select(battle, (ctypes.c_int * max(len(picks), 1))(*picks), len(picks)))


def load_agent(main: str) -> Agent:
    """The last callable of the file, run without a name or a `__file__`, as the contest does."""
    names: dict[str, Any] = {}
    exec(compile(Path(main).read_text(), main, "exec"), names)
    return [value for value in names.values() if callable(value)][-1]


def random_agent(seen: Any) -> list[int]:
    return random.sample(range(len(seen["select"]["option"])), seen["select"]["maxCount"])


def first_agent(seen: Any) -> list[int]:
    return list(range(seen["select"]["maxCount"]))


class Referee:
    """Asks an agent, and notes each fault of it."""

    def __init__(self, agent: Agent, report: Report, seconds: float) -> None:
        self.agent, self.report, self.seconds = agent, report, seconds
        self.left = self.spent = 0.0
        self.begin_round()

    def begin_round(self) -> None:
        self.left, self.spent = self.seconds, 0.0

    def ask(self, seen: Any) -> Any:
        told = Struct.of({**seen, "remainingOverageTime": self.left, "step": self.report.answers})
        started = time.perf_counter()
        try:
            picks = self.agent(told)
        except Exception as fault:
            self.report.faults.append(f"raised {fault!r}")
            picks = None
        took = time.perf_counter() - started
        self.left, self.spent = self.left - took, self.spent + took
        self.report.answers += 1
        self.report.slowest = max(self.report.slowest, took)
        self.report.longest = max(self.report.longest, self.spent)
        if self.left <= 0:
            self.report.faults.append("out of time")
        return picks


def is_legal(picks: Any, select: Any) -> bool:
    if not isinstance(picks, list) or not all(type(pick) is int for pick in picks):
        return False
    is_counted = select["minCount"] <= len(picks) <= select["maxCount"]
    return is_counted and len(set(picks)) == len(picks) and all(0 <= pick < len(select["option"]) for pick in picks)


def play_round(engine: Engine, referee: Referee, opponent: Agent, decks: Any, seat: int, number: int) -> int:
    """The winner: 0 or 1, 2 for a draw."""
    battle = engine.start(decks, is_reversed=number % 2 == 0)
    try:
        for _ in range(MOST_ANSWERS):
            seen = engine.question(battle)
            if seen["current"]["result"] >= 0:
                return int(seen["current"]["result"])
            seen["current"]["round"] = number
            is_asked = seen["current"]["yourIndex"] == seat
            picks = referee.ask(seen) if is_asked else opponent(seen)
            if is_asked and not is_legal(picks, seen["select"]):
                referee.report.faults.append(f"illegal {picks!r} of {seen['select']}")
                return 1 - seat
            error = engine.answer(battle, picks)
            assert error == 0, f"the engine refuses {picks}: {error}"
        referee.report.cut_off += 1
        return 2
    finally:
        engine.calls.BattleFinish(battle)


def play(contest: Contest) -> Report:
    report = Report()
    root = contest.repository

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith("socket."):
            raise PermissionError("there is no network")
        if event == "open" and str(arguments[0]).startswith(root):
            report.opened.append(str(arguments[0]))

    engine = Engine(Path(contest.engine), contest.version)
    opponent = {"random": random_agent, "first": first_agent}[contest.opponent]
    random.seed(contest.seed)
    sys.addaudithook(watch)
    referee = Referee(load_agent(contest.main), report, contest.seconds)
    n_rounds = 3 if contest.version == 2 else 1
    for match in range(contest.matches):
        seat, won = match % 2, [0, 0, 0]
        deck = referee.ask({"select": None, "logs": [], "current": None})
        for number in range(1, n_rounds + 1):
            referee.begin_round()
            won[play_round(engine, referee, opponent, [deck, deck], seat, number)] += 1
            report.rounds += 1
            if max(won[0], won[1]) > n_rounds // 2:
                break
        report.matches += 1
        report.wins += won[seat] > won[1 - seat]
    report.imported = sorted(sys.modules)
    return report


if __name__ == "__main__":
    print(json.dumps(asdict(play(Contest(**json.loads(sys.argv[1]))))))
