"""Episodes of the contest for tests: a folder of them, whose players take any option, and how one is altered."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from standoff.games.ptcg.cards import HOW_TO_INSTALL, engine_path

ENGINE = engine_path()
needs_engine = pytest.mark.skipif(ENGINE is None, reason=f"the engine is not installed: {HOW_TO_INSTALL}")
PROGRAM = Path(__file__).with_name("contest_episodes.py")


def play_episodes(folder: Path, n_episodes: int) -> Path:
    """Fills a folder with as many episodes of version 1 (`v1-0.json`) and of version 2 (`v2-0.json.gz`)."""
    assert ENGINE is not None
    envs = ENGINE.parents[2]
    subprocess.run([sys.executable, PROGRAM, envs, folder, str(n_episodes)], check=True, timeout=120)
    return folder


def read(path: Path) -> Any:
    """The JSON of an episode."""
    content = path.read_bytes()
    return json.loads(gzip.decompress(content) if path.suffix == ".gz" else content)


def alter(path: Path, out: Path, change: Callable[[Any], object]) -> Path:
    """Writes another version of an episode."""
    episode = read(path)
    change(episode)
    out.write_text(json.dumps(episode))
    return out


def asked(episode: Any) -> list[tuple[Any, list[int]]]:
    """Every question of an episode with its answer."""
    return [
        (before[seat]["observation"], after[seat]["action"])
        for before, after in zip(episode["steps"][1:], episode["steps"][2:], strict=False)
        for seat in (0, 1)
        if before[seat]["status"] == "ACTIVE"
    ]
