"""Worlds that a seat can't tell from the real one: dealt as it knows, the same from the same seed, played on."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from standoff import Choices, Deals, GamePool
from standoff.games.ptcg import PtcgOptions
from standoff.games.ptcg.lists import Ids
from standoff.games.ptcg.test_engine import ENGINE, ROOT, build_driver, needs_engine

LISTS = sorted((ROOT / "tests" / "decks").glob("*.csv"))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_driver("ptcg_worlds", tmp_path_factory.mktemp("ptcg"))


def _totals(program: Path, games: int, version: int = 2) -> Mapping[str, int]:
    assert ENGINE is not None
    words = map(str, [program, ENGINE.parent, version, 0, games, *LISTS])
    done = subprocess.run(list(words), capture_output=True, text=True, timeout=600, check=True)
    lines = done.stdout.splitlines()
    assert not [line for line in lines if line.startswith("wrong ")], done.stdout
    return {name: int(number) for name, number in (line.rsplit(" ", 1) for line in lines)}


@needs_engine
def test_worlds_begin_at_every_question_fit_what_is_known_and_play_on(program: Path) -> None:
    totals = _totals(program, 12)
    assert totals["worlds"] > 1000
    assert totals["answers"] > 15 * totals["worlds"]
    assert all(totals[name] > 10_000 for name in ("dealt", "cards"))


@needs_engine
def test_worlds_are_dealt_by_the_older_version_of_the_engine_too(program: Path) -> None:
    assert _totals(program, 4, version=1)["worlds"] > 200


@needs_engine
def test_steps_inside_worlds_repeat_from_their_seeds_in_another_process(program: Path) -> None:
    first, again = (_totals(program, 2) for _ in range(2))
    assert first["answers"] > 2000
    assert first == again


@needs_engine
def test_real_worlds_that_look_the_same_give_the_same_dealt_ones(program: Path) -> None:
    totals = _totals(program, 12)
    assert totals["twins"] > 20
    assert totals["answers of twins"] > totals["twins"]
    assert totals["guesses of another seed that differ"] > 0.9 * totals["twins"]


@needs_engine
@pytest.mark.slow
def test_worlds_of_200_games_are_as_they_should_be(program: Path) -> None:
    assert _totals(program, 200)["worlds"] > 20_000


def _pool(options: Mapping[str, Sequence[int]], seeds: Sequence[int] = (1, 2, 3)) -> GamePool:
    return GamePool.of("ptcg", Deals.of(list(seeds), options), threads=1)


def _play_on(pool: GamePool, steps: int) -> None:
    for _ in range(steps):
        heads = pool.worlds().heads()
        pool.apply(Choices(np.zeros(len(heads.game), np.int32), np.zeros(0, np.float32)))


@needs_engine
@pytest.mark.parametrize("place", ["arena", "world"])
def test_where_no_search_can_begin_a_deal_is_refused_in_a_sentence(place: str) -> None:
    pool = _pool({"engine": (1,)} if place == "arena" else {})
    _play_on(pool, 12)
    seeds = np.arange(1, dtype=np.uint64)
    if place == "world":
        pool = pool.worlds().deal(np.zeros(1, np.int64), seeds)
        _play_on(pool, 1)
    with pytest.raises(ValueError, match="a search of its engine begins from a question of a battle"):
        pool.worlds().deal(np.zeros(1, np.int64), seeds)


@needs_engine
def test_a_belief_is_lists_that_may_be_played() -> None:
    belief: Ids = tuple(PtcgOptions(belief=str(LISTS[0].parent)).values()["belief"])
    assert len(belief) == 60 * len(LISTS)
    _pool({"belief": belief}).worlds().deal(np.zeros(1, np.int64), np.arange(1, dtype=np.uint64))
    with pytest.raises(ValueError, match=r"among the lists of the option belief, .* has 59 cards"):
        _pool({"belief": belief[:59]})
