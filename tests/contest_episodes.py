"""Plays episodes under the contest's own rules of play, as a program: the engine takes one user in each process."""

import copy
import gzip
import json
import random
import sys
from pathlib import Path
from typing import Any

DECK = [65] * 4 + [66] * 4 + [741] * 4 + [742] * 4 + [743] * 4 + [5] * 40


class Bag(dict[str, Any]):
    """What the contest passes around: a dictionary with its keys as attributes."""

    def __getattr__(self, name: str) -> Any:
        if name not in self:
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def play_episode(interpreter: Any, version: int, chance: random.Random) -> Bag:
    """Two players that answer anything, each question with any number of options."""
    state = [
        Bag(action=[], reward=0, info={}, status="INACTIVE", observation=Bag(remainingOverageTime=600.0, step=0))
        for _ in range(2)
    ]
    env = Bag(done=True, configuration=Bag(version=version, bo=3), steps=[], state=state)
    env.steps.append(interpreter(state, env))
    env.done = False
    while any(seat.status == "ACTIVE" for seat in env.steps[-1]):
        state = copy.deepcopy(env.steps[-1])
        for seat in state:
            seat.pop("visualize", None)
            seat.action = _act(seat.observation, chance) if seat.status == "ACTIVE" else []
        env.state = state
        env.steps.append(interpreter(state, env))
    return env


def _act(observation: Bag, chance: random.Random) -> list[int]:
    select = observation["select"]
    if select is None:
        return DECK
    n_options = len(select["option"])
    n_picks = chance.randint(min(select["minCount"], n_options), min(select["maxCount"], n_options))
    return chance.sample(range(n_options), n_picks)


def write_episode(path: Path, env: Bag, number: int) -> None:
    """Writes the file that the contest would."""
    last = env.steps[-1]
    episode = {
        "name": "cabt",
        "version": "1.0.0",
        "configuration": env.configuration,
        "info": {
            "EpisodeId": number,
            "TeamNames": ["Ann", "Bo"],
            "Agents": [{"Name": "Ann", "InitialScore": 900.0}, {"Name": "Bo", "InitialScore": 1200.0}],
        },
        "rewards": [seat.reward for seat in last],
        "statuses": [seat.status for seat in last],
        "steps": env.steps,
    }
    content = json.dumps(episode).encode()
    path.write_bytes(gzip.compress(content, 1) if path.suffix == ".gz" else content)


def main() -> None:
    """contest_episodes.py FOLDER-OF-ENVS OUT EPISODES: as many of each version, seeded but for the engine's dice."""
    envs, out, n_episodes = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    sys.path.insert(0, envs)
    from cabt.cabt import interpreter  # type: ignore[import-not-found]

    chance = random.Random(5)
    for number in range(n_episodes):
        write_episode(out / f"v1-{number}.json", play_episode(interpreter, 1, chance), 100 + number)
        write_episode(out / f"v2-{number}.json.gz", play_episode(interpreter, 2, chance), 200 + number)


if __name__ == "__main__":
    main()
