"""Specs: what a person types for a player, and the player that it names."""

import shutil
from pathlib import Path

import pytest

from standoff import BadInput, PolicyPlayer, ScriptedPlayer, find_game, make_player
from standoff.specs import best_known, players_of, read_offsets

CYCLES = find_game("cycles")


def policy(spec: str, seed: int = 0) -> PolicyPlayer:
    player = make_player(spec, CYCLES, seed=seed)
    assert isinstance(player, PolicyPlayer)
    return player


@pytest.mark.parametrize(
    ("spec", "bot", "depth", "seed"),
    [
        ("flood", "flood", 0, 7),
        ("voronoi", "voronoi", 0, 7),
        ("alphabeta:1", "alphabeta", 1, 7),
        ("alphabeta:12", "alphabeta", 12, 7),
        ("random?seed=3", "random", 0, 3),
    ],
)
def test_a_scripted_player_is_its_name_and_its_depth(spec: str, bot: str, depth: int, seed: int) -> None:
    player = make_player(spec, CYCLES, seed=7)
    assert player == ScriptedPlayer(spec, bot, depth, seed)
    assert player.name == spec  # so that results name it as it was typed


def test_commas_stand_between_players() -> None:
    assert [player.name for player in players_of("flood, alphabeta:2,,random?seed=1 ", CYCLES)] == [
        "flood",
        "alphabeta:2",
        "random?seed=1",
    ]
    assert players_of("", CYCLES) == ()


def test_a_run_is_its_folder_and_plays_greedily(clone: Path) -> None:
    player = policy(str(clone), seed=5)
    assert (player.name, player.temperature, player.seed, player.logit_offsets) == (str(clone), 0.0, 5, {})


def test_settings_follow_a_question_mark(clone: Path) -> None:
    player = policy(f"{clone}?temperature=0.5&seed=9&logit-offset=left:-0.25")
    assert (player.temperature, player.seed, player.logit_offsets) == (0.5, 9, {"left": -0.25})


def test_a_checkpoint_is_named_behind_an_at(clone: Path, tmp_path: Path) -> None:
    assert policy(f"{clone}@last").name == f"{clone}@last"
    assert policy(f"{clone}@best?temperature=1").temperature == 1.0
    folder = tmp_path / "run"
    shutil.copytree(clone, folder)
    (folder / "checkpoints" / "best.safetensors").unlink()
    with pytest.raises(BadInput, match="has no checkpoint yet"):
        policy(str(folder))
    assert policy(f"{folder}@last").name == f"{folder}@last"


def test_a_checkpoint_may_lie_outside_a_run(clone: Path, tmp_path: Path) -> None:
    shutil.copy(clone / "checkpoints" / "best.safetensors", tmp_path / "mine.safetensors")
    assert policy(f"{tmp_path}/mine.safetensors?temperature=1").temperature == 1.0


def test_who_is_unknown_is_told_who_is_there(clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"alphabeta:DEPTH; runs here: none$"):
        make_player("nobody", CYCLES)
    for name in ("second", "first"):
        shutil.copytree(clone, tmp_path / "runs" / name)
    with pytest.raises(
        BadInput, match=r"there is no player 'nobody' of cycles; .*; runs here: runs/first, runs/second$"
    ):
        make_player("nobody", CYCLES)


def test_offsets_are_read_from_texts() -> None:
    assert read_offsets((), CYCLES) == {}
    assert read_offsets(("left=0.5", "straight=-1"), CYCLES) == {"left": 0.5, "straight": -1.0}
    with pytest.raises(BadInput, match="'left:1': there is no kind of action 'left:1'; there is straight, right, left"):
        read_offsets(("left:1",), CYCLES)
    with pytest.raises(BadInput, match="'left=inf': 'inf' is not a number"):
        read_offsets(("left=inf",), CYCLES)


def test_greedy_is_temperature_zero_and_stands_alone(clone: Path) -> None:
    assert policy(f"{clone}?greedy").temperature == 0.0
    with pytest.raises(BadInput, match="greedy stands alone"):
        policy(f"{clone}?greedy&temperature=1")


def test_the_best_known_player_is_the_champion_or_else_the_first_yardstick() -> None:
    assert best_known(find_game("bang")) == "champion"
    assert best_known(find_game("leduc")) == "honest"
