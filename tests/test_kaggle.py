"""A submission to the contest of ptcg, as its users run it: unpacked, alone, in its own process, judged strictly."""

import json
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import ROOT, standoff

from standoff import Deals, Table, find_game, make_player, play
from standoff.games.ptcg import cards as catalogue_module
from standoff.games.ptcg.cards import HOW_TO_INSTALL, engine_path
from standoff.games.ptcg.test_engine import build_driver
from standoff.schema import schema_of

torch = pytest.importorskip("torch")

from standoff.models.inference import SIZES, make_model, to_checkpoint  # noqa: E402

ENGINE = engine_path()
DECK = (65,) * 4 + (66,) * 4 + (741,) * 4 + (742,) * 4 + (743,) * 4 + (5,) * 40
MINUTES = 240


@pytest.fixture(scope="module", autouse=True)
def needs_engine() -> None:
    if ENGINE is None:
        pytest.skip(f"the engine is not installed: {HOW_TO_INSTALL}")


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("deck") / "deck.csv"
    path.write_text("\n".join(map(str, DECK)))
    return path


def save_model(path: Path, family: str = "atomic", game: str = "ptcg") -> Path:
    """A fresh tiny model whose every weight has been moved, so that all that it reads counts."""
    torch.manual_seed(3)
    config = SIZES[family]["tiny"]
    model = make_model(family, schema_of(game), vars(config))
    with torch.no_grad():
        for weight in model.parameters():
            weight += torch.randn_like(weight) * 0.1
    to_checkpoint(model, schema_of(game), config, {"attack": 0.5} if game == "ptcg" else {}, {}).save(path)
    return path


def unpack(archive: Path, folder: Path) -> Path:
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder


def submit(folder: Path, deck: Path, family: str = "atomic") -> Path:
    """An unpacked submission, alone in its folder."""
    model, archive = save_model(folder / "model.safetensors", family), folder / "submission.tar.gz"
    answer = standoff("export", "kaggle", model, "--deck", deck, "-o", archive)
    assert answer.code == 0, answer.err
    return unpack(archive, folder / "alone")


@pytest.fixture(scope="module")
def submission(tmp_path_factory: pytest.TempPathFactory, deck: Path) -> Path:
    return submit(tmp_path_factory.mktemp("kaggle"), deck)


def in_own_process(script: str, submission: Path, *words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    assert ENGINE is not None
    places = {"main": f"{submission}/main.py", "engine": str(ENGINE.parent), "repository": f"{ROOT}/standoff"}
    isolation = ("-I", "-S") if script == "kaggle_contest.py" else ("-E", "-s", "-S")
    command = [sys.executable, *isolation, str(ROOT / "tests" / script), json.dumps({**places, **settings}), *words]
    done = subprocess.run(command, cwd=submission, capture_output=True, text=True, timeout=MINUTES)
    assert done.returncode == 0, done.stderr
    return done


def contest(submission: Path, **settings: Any) -> tuple[Mapping[str, Any], str]:
    """The report of some matches, and what the agent said."""
    done = in_own_process("kaggle_contest.py", submission, **settings)
    return json.loads(done.stdout), done.stderr


@pytest.mark.parametrize("opponent", ["random", "first"])
@pytest.mark.parametrize("version", [1, 2])
def test_it_plays_legally_alone_and_in_time(submission: Path, version: int, opponent: str) -> None:
    report, said = contest(submission, version=version, opponent=opponent, matches=4)
    assert (report["matches"], report["faults"], report["opened"]) == (4, [], [])
    assert report["longest"] < 60, "a tenth of what a game may take"
    assert said == "", "every answer is the model's"
    strangers = {name.partition(".")[0] for name in report["imported"]} - sys.stdlib_module_names
    assert strangers <= {"__main__"}


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["random", "first"])
def test_fifty_matches_have_no_fault(submission: Path, opponent: str) -> None:
    report, said = contest(submission, opponent=opponent, matches=50)
    assert (report["matches"], report["faults"], said) == (50, [], "")
    assert report["longest"] < 60


def test_a_model_of_another_family_plays_too(tmp_path: Path, deck: Path) -> None:
    report, said = contest(submit(tmp_path, deck, "duel"), matches=1)
    assert (report["faults"], said) == ([], "")


def test_without_time_it_answers_quickly_and_legally(submission: Path) -> None:
    report, said = contest(submission, seconds=29.0, matches=3)
    assert (report["faults"], said) == ([], "")
    model, _ = contest(submission, matches=3)
    assert report["slowest"] < 1
    assert (report["answers"], report["wins"]) != (model["answers"], model["wins"])


@pytest.mark.parametrize("part", ["player.so", "net.bin", "cards.json"])
def test_what_is_damaged_is_said_and_it_plays_on(submission: Path, tmp_path: Path, part: str) -> None:
    for path in submission.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / part).write_bytes(b"[" + (submission / "net.bin").read_bytes()[:3000])
    report, said = contest(tmp_path, matches=2)
    assert report["faults"] == []
    assert said.startswith("quick answers: ")


def test_spoiled_questions_are_answered_and_nothing_is_raised(submission: Path) -> None:
    assert in_own_process("kaggle_spoiled.py", submission, "1500").stdout.strip() == "0"


def test_equal_submissions_are_equal_files(submission: Path, tmp_path: Path, deck: Path) -> None:
    again = submit(tmp_path, deck)
    assert (tmp_path / "submission.tar.gz").read_bytes() == (submission.parent / "submission.tar.gz").read_bytes()
    assert b"dlopen" not in (again / "player.so").read_bytes(), "no engine is in it, nor what loads one"


@pytest.fixture(scope="module")
def both_seats(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_driver("ptcg_submission", tmp_path_factory.mktemp("native"))


@pytest.mark.slow
def test_it_chooses_as_the_model_does_in_play(submission: Path, both_seats: Path, deck: Path) -> None:
    assert ENGINE is not None
    command = [both_seats, ENGINE.parent, submission, 0, 20]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=MINUTES, check=True)
    game = find_game("ptcg")
    player = make_player(str(submission.parent / "model.safetensors"), game)
    options = game.options(decks=str(deck)).values()
    results = play(Table("ptcg", Deals.of(range(20), options), (player,), np.zeros((20, 2), np.int8)))
    winners = {1.0: 0, 0.0: 1, 0.5: 2}
    in_play = [f"{plies} {winners[score]}" for plies, score in zip(results.plies, results.score, strict=True)]
    assert done.stdout.splitlines() == in_play


def test_what_cannot_be_packed_is_refused_in_a_sentence(
    tmp_path: Path, deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, kuhn = save_model(tmp_path / "ptcg.safetensors"), save_model(tmp_path / "kuhn.safetensors", game="kuhn")
    short = tmp_path / "short.csv"
    short.write_text("65\n" * 4)
    for words, sentence in (
        ((kuhn, "--deck", deck), "kuhn.safetensors plays kuhn, not ptcg"),
        (("random", "--deck", deck), "random is a scripted player; a submission needs a model"),
        ((f"{model}?temperature=1", "--deck", deck), "leave out what follows the ?"),
        (("runs/none", "--deck", deck), "there is no player 'runs/none' of ptcg"),
        ((model, "--deck", short), "short.csv may not be played: "),
        ((model, "--deck", tmp_path / "none.csv"), "none.csv"),
        ((model, "--deck", deck, "-o", tmp_path / "s.zip"), "the contest takes a .tar.gz"),
    ):
        answer = standoff("export", "kaggle", *words)
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert sentence in answer.err
    monkeypatch.setattr(catalogue_module, "engine_path", lambda: None)
    answer = standoff("export", "kaggle", model, "--deck", deck, "-o", tmp_path / "s.tar.gz")
    assert (answer.code, "needs the engine of its users" in answer.err) == (2, True)
    assert not (tmp_path / "s.tar.gz").exists()


def test_a_place_that_is_not_known_is_named() -> None:
    assert "there is no place 'mars' to export to; there is kaggle" in standoff("export", "mars").err
    assert "kaggle MODEL --deck FILE" in standoff("export").out
