"""Hands an agent of the contest questions that were spoiled, and prints how many it answered with no list, or raised.

Run as `python -E -s -S kaggle_spoiled.py SETTINGS N` with the settings of kaggle_contest.py and how many spoiled ones.
"""

import copy
import json
import random
import sys
from pathlib import Path
from typing import Any

from kaggle_contest import Agent, Contest, Engine, Struct, load_agent, random_agent

RUBBISH = (
    None,
    True,
    -1,
    0,
    99999,
    -(2**70),
    1e300,
    float("nan"),
    "",
    "text\\",
    [],
    [None],
    [-5],
    {},
    {"id": "x"},
    [[]],
)


def questions(engine: Engine, deck: list[int], n: int) -> list[Any]:
    found: list[Any] = []
    while len(found) < n:
        battle = engine.start([deck, deck], is_reversed=False)
        while (seen := engine.question(battle))["current"]["result"] < 0:
            found.append(seen)
            engine.answer(battle, random_agent(seen))
        engine.calls.BattleFinish(battle)
    return random.sample(found, n)


def places(thing: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to each part of an observation."""
    inner = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    return [path, *(way for name, part in inner for way in places(part, (*path, name)))]


def spoil(seen: Any) -> Any:
    """A copy in which some parts are rubbish or gone."""
    spoiled = copy.deepcopy(seen)
    for _ in range(random.randint(1, 4)):
        ways = places(spoiled)[1:]
        if not ways:
            return spoiled
        *way, last = random.choice(ways)
        inside = spoiled
        for name in way:
            inside = inside[name]
        if isinstance(inside, dict) and random.random() < 0.3:
            del inside[last]
        else:
            inside[last] = copy.deepcopy(random.choice(RUBBISH))
    return spoiled


def n_bad(agent: Agent, spoiled: list[Any]) -> int:
    bad = 0
    for seen in spoiled:
        try:
            bad += not isinstance(agent(Struct.of(seen)), list)
        except Exception:
            bad += 1
    return bad


if __name__ == "__main__":
    contest = Contest(**json.loads(sys.argv[1]))
    random.seed(contest.seed)
    engine, agent = Engine(Path(contest.engine), contest.version), load_agent(contest.main)
    real = questions(engine, agent({"select": None}), int(sys.argv[2]))
    whole: list[Any] = [None, 3, "", [], {}, {"select": 1}, {"select": {}}, {"select": {"option": None}}]
    print(n_bad(agent, [*whole, *(spoil(seen) for seen in real)]))
