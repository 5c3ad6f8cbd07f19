"""Each bad input with the sentence that must come out: exit code 2, one line that says how to mend it, no traceback."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from command_line import run, standoff
from safetensors import safe_open
from safetensors.numpy import load_file, save_file
from small_task import Task

from standoff.cli import GAME_VERBS, VERBS


@pytest.fixture(scope="module")
def desk(task: Task, clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a recording, a held-out one and a run, and with everything that can be wrong with them."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copy(task.train, folder / "train.parquet")
    shutil.copy(task.heldout, folder / "heldout.parquet")
    shutil.copytree(clone, folder / "runs" / "clone")
    damage_recordings(folder)
    damage_checkpoints(folder)
    damage_runs(folder)
    return folder


@pytest.fixture(autouse=True)
def at_the_desk(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run where these files lie, so that sentences name them as a person would."""
    monkeypatch.chdir(desk)


def cut(path: Path, n_bytes: int) -> None:
    """A copy that ends early: `cut-0.parquet` holds nothing, `cut--1.parquet` lacks a byte."""
    path.with_name(f"cut-{n_bytes}{path.suffix}").write_bytes(path.read_bytes()[:n_bytes])


def damage_recordings(folder: Path) -> None:
    train = folder / "train.parquet"
    for n_bytes in (0, 4, 1000, train.stat().st_size // 2, -1):
        cut(train, n_bytes)
    (folder / f"cut-{train.stat().st_size // 2}.parquet").rename(folder / "cut-half.parquet")
    (folder / "text.parquet").write_text("seed,score\n1,0.5\n" * 100)
    content = bytearray(train.read_bytes())
    content[len(content) // 2] ^= 0xFF
    (folder / "flipped.parquet").write_bytes(content)

    table = pq.read_table(train)
    pq.write_table(table.replace_schema_metadata(None), folder / "stranger.parquet")
    pq.write_table(table.drop_columns(["weights"]), folder / "no-weights.parquet")

    def alter(name: str, change: Callable[[dict[str, Any]], None]) -> None:
        header = json.loads(table.schema.metadata[b"standoff"])
        change(header)
        pq.write_table(table.replace_schema_metadata({b"standoff": json.dumps(header)}), folder / name)

    broken = table.replace_schema_metadata({b"standoff": b"{not json"})
    pq.write_table(broken, folder / "broken-header.parquet")
    alter("shapeless.parquet", lambda header: header.pop("plane_shape"))
    alter("other-schema.parquet", lambda header: header["schema"]["actions"].__setitem__(1, "mobility"))
    alter("old-schema.parquet", lambda header: header["schema"].pop("actions"))
    alter("chess.parquet", lambda header: header["schema"].update(game="chess"))
    alter("old.parquet", lambda header: header.update(format="standoff-recording-0"))


def damage_checkpoints(folder: Path) -> None:
    best = folder / "best.safetensors"
    shutil.copy(folder / "runs" / "clone" / "checkpoints" / "best.safetensors", best)
    for n_bytes in (0, 4, 1000, -1):
        cut(best, n_bytes)
    (folder / "text.safetensors").write_text("weights\n" * 100)
    weights = load_file(best)
    with safe_open(best, "numpy") as file:
        header: dict[str, str] = file.metadata()
    save_file(weights, folder / "stranger.safetensors")
    save_file(dict(list(weights.items())[:3]), folder / "few-weights.safetensors", header)

    def alter(name: str, **changed: str) -> None:
        save_file(weights, folder / name, {**header, **changed})

    schema = json.loads(header["schema"])
    alter("broken-header.safetensors", config="{not json")
    alter("other-schema.safetensors", schema=json.dumps({**schema, "planes": [*schema["planes"], "walls"]}))
    alter("old-schema.safetensors", schema=json.dumps({"game": "cycles"}))
    alter("chess.safetensors", schema=json.dumps({**schema, "game": "chess"}))
    alter("old.safetensors", format="standoff-checkpoint-0")
    alter("forest.safetensors", family="forest")
    alter("wide.safetensors", config=json.dumps({"channels": 32}))


def damage_runs(folder: Path) -> None:
    runs = folder / "runs"
    shutil.copytree(runs / "clone", runs / "no-checkpoint", ignore=shutil.ignore_patterns("*.safetensors"))
    shutil.copytree(runs / "clone", runs / "cut")
    cut_resume = runs / "cut" / "checkpoints" / "resume.pt"
    cut_resume.write_bytes(cut_resume.read_bytes()[:1000])
    begun = json.loads((runs / "cut" / "run.json").read_text())
    del begun["ended"]
    (runs / "cut" / "run.json").write_text(json.dumps(begun))
    for name, config in {
        "torn": "verb = ",
        "strange": "a = 1\n",
        "future": 'verb = "foresee"\n[config]\n',
        "old": 'verb = "clone"\n[config]\nseed = 1\n',
        "unfinished-dagger": 'verb = "dagger"\n[config]\nclone = "runs/clone"\n',
    }.items():
        (runs / name).mkdir()
        (runs / name / "config.toml").write_text(config)
        (runs / name / "run.json").write_text("{}")
    (runs / "file").touch()


MATCH = "match cycles"
WHO = "scripted players: random, flood, voronoi, alphabeta:DEPTH; runs here: "
WORDS = [
    ("frobnicate", f"there is no verb 'frobnicate'; there is {', '.join([*GAME_VERBS, *VERBS])}"),
    ("match", "say which game: standoff match GAME ...; there is bang, cycles, kuhn, leduc"),
    ("match --seeds 3", "say which game: standoff match GAME ...; there is bang, cycles, kuhn, leduc"),
    ("match chess flood voronoi", "there is no game 'chess'; this build has bang, cycles, kuhn, leduc"),
]
PLAYERS = [
    (f"{MATCH} flod voronoi", f"there is no player 'flod' of cycles; {WHO}"),
    (f"{MATCH} flood runs/none", f"there is no player 'runs/none' of cycles; {WHO}"),
    (f"{MATCH} none.safetensors flood", f"there is no player 'none.safetensors' of cycles; {WHO}"),
    ("record cycles --teacher nobody --out new.parquet", f"there is no player 'nobody' of cycles; {WHO}"),
    ("record cycles --teacher flood --opponents flood,nobody --out new.parquet", "there is no player 'nobody'"),
    ("habits cycles runs/clone --teacher nobody", "there is no player 'nobody'"),
    ("play cycles --against nobody", "there is no player 'nobody'"),
    (f"{MATCH} flood:3 voronoi", "'flood:3': flood takes no depth"),
    (f"{MATCH} alphabeta voronoi", "'alphabeta': give alphabeta a depth from 1 to 12, such as alphabeta:4"),
    (f"{MATCH} alphabeta:0 voronoi", "'alphabeta:0': give alphabeta a depth from 1 to 12, such as alphabeta:4"),
    (f"{MATCH} alphabeta:13 voronoi", "'alphabeta:13': give alphabeta a depth from 1 to 12, such as alphabeta:4"),
    (f"{MATCH} alphabeta:deep voronoi", "'alphabeta:deep': give alphabeta a depth from 1 to 12"),
    (f"{MATCH} alphabeta:4:4 voronoi", "'alphabeta:4:4': give alphabeta a depth from 1 to 12"),
    (f"{MATCH} flood?temperature=1 voronoi", "'flood?temperature=1': a scripted player takes no setting but seed=1"),
    (f"{MATCH} random?seed=x voronoi", "'random?seed=x': the seed is a whole number"),
    (
        f"{MATCH} runs/clone?warmth=1 voronoi",
        "'runs/clone?warmth=1' has no setting 'warmth'; "
        "there is greedy, temperature=0.5, logit-offset=KIND:0.5 or seed=1",
    ),
    (f"{MATCH} runs/clone?temperature=hot voronoi", "'runs/clone?temperature=hot': 'hot' is not a number"),
    (f"{MATCH} runs/clone?temperature=nan voronoi", "'runs/clone?temperature=nan': 'nan' is not a number"),
    (f"{MATCH} runs/clone?temperature voronoi", "'runs/clone?temperature': '' is not a number"),
    (f"{MATCH} runs/clone?temperature=-1 voronoi", "'runs/clone?temperature=-1': a temperature is 0 (greedy) or more"),
    (
        f"{MATCH} runs/clone?logit-offset=up:1 voronoi",
        "'runs/clone?logit-offset=up:1': there is no kind of action 'up'; there is straight, right, left",
    ),
    (f"{MATCH} runs/clone?logit-offset=left voronoi", "'runs/clone?logit-offset=left': '' is not a number"),
    (f"{MATCH} runs/clone@120 voronoi", "runs/clone has no checkpoint '120'; it has best, last"),
    (f"{MATCH} runs/no-checkpoint@last flood", "runs/no-checkpoint has no checkpoint 'last'; it has none yet"),
    (
        f"{MATCH} runs/no-checkpoint voronoi",
        "runs/no-checkpoint has no checkpoint yet; let its training go on with `standoff resume runs/no-checkpoint`",
    ),
    (f"{MATCH} runs/clone voronoi --device tpu", "torch cannot use --device tpu on this machine; leave it out"),
    (f"{MATCH} runs/clone voronoi --device meta", "torch cannot use --device meta on this machine; leave it out"),
]
NUMBERS = [
    (f"{MATCH} flood voronoi --size 4x4", "a side of the cycles board is 4; it may be from 5 to 60"),
    (f"{MATCH} flood voronoi --size 61x61", "a side of the cycles board is 61; it may be from 5 to 60"),
    (f"{MATCH} flood voronoi --size abc", "--size 'abc' is not a board; give width x height, such as --size 30x20"),
    (f"{MATCH} flood voronoi --size 7", "--size '7' is not a board; give width x height, such as --size 30x20"),
    ("record cycles --teacher flood --size 4x4 --out new.parquet", "a side of the cycles board is 4; it may be"),
    ("habits cycles flood --teacher flood --size 4x4", "a side of the cycles board is 4; it may be from 5 to 60"),
    (f"{MATCH} flood voronoi --seeds 0", "--seeds 0: give a first seed of 0 or more and at least one seed"),
    (f"{MATCH} flood voronoi --first-seed -1", "--first-seed -1 --seeds 200: give a first seed of 0 or more and"),
    ("record cycles --teacher flood --seeds 0 --out new.parquet", "--seeds 0: give a first seed of 0 or more"),
    ("play cycles --against flood --seat 2", "cycles has the seats first (0) and second (1)"),
    ("play cycles --against flood --logit-offset left=1", "--logit-offset is for models; flood has no logits"),
    (
        "play cycles --against runs/clone --logit-offset up=1",
        "'up=1': there is no kind of action 'up'; there is straight, right, left",
    ),
]
CLONE = "clone train.parquet --heldout heldout.parquet --out runs/new"
TRAINING = [
    (
        "clone --heldout heldout.parquet --out runs/new",
        "name a recording to learn from: standoff clone TRAIN --heldout",
    ),
    (
        "clone train.parquet --heldout train.parquet --out runs/new",
        "train.parquet is not held out: seed 1000000 also stands in the training recording",
    ),
    (
        "clone train.parquet --heldout heldout.parquet --out runs/clone",
        "runs/clone already holds a run: go on with `standoff resume runs/clone`, or choose another --out",
    ),
    (f"{CLONE} --epochs 0", "--epochs is 1 or more, not 0"),
    (f"{CLONE} --batch 0", "--batch is 1 or more, not 0"),
    (f"{CLONE} --evaluate-every 0", "--evaluate-every is 1 or more, not 0"),
    (f"{CLONE} --threads 0", "--threads is 1 or more, not 0"),
    (f"{CLONE} --seed -1", "--seed is 0 or more, not -1"),
    (f"{CLONE} --value-weight nan", "--value-weight is 0 or more, not nan"),
    (f"{CLONE} --learning-rate 0", "--learning-rate is above 0, not 0.0"),
    (f"{CLONE} --warmup 1.5", "--warmup is a share from 0 to 1, not 1.5"),
    (f"{CLONE} --logit-offset up=1", "'up=1': there is no kind of action 'up'; there is straight, right, left"),
    (f"{CLONE} --logit-offset left", "'left': '' is not a number"),
    (f"{CLONE} --logit-offset left=much", "'left=much': 'much' is not a number"),
    (f"{CLONE} --device tpu", "torch cannot use --device tpu on this machine; leave it out for the CPU"),
    ("dagger runs/none --out runs/new", "runs/none holds no run: it has no config.toml; name a folder under runs/"),
    (
        "dagger runs/no-checkpoint --out runs/new",
        "runs/no-checkpoint has no checkpoint yet; let its training go on with `standoff resume runs/no-checkpoint`",
    ),
    (
        "dagger runs/unfinished-dagger --out runs/new",
        "runs/unfinished-dagger has not run to its end; let it go on with `standoff resume runs/unfinished-dagger`",
    ),
    ("dagger runs/future --out runs/new", "runs/future was made by `standoff foresee`; DAgger begins with a run of"),
    ("dagger runs/clone --out runs/clone", "runs/clone already holds a run: go on with `standoff resume runs/clone`"),
    ("dagger runs/clone --rounds 0 --out runs/new", "--rounds 0 --seeds 200 --first-seed 3000000: give at least one"),
    ("dagger runs/clone --first-seed -1 --out runs/new", "and a first seed of 0 or more"),
    (
        "dagger runs/clone --first-seed 1999999 --seeds 2 --out runs/new",
        "heldout.parquet is held out, and would be played; choose another --first-seed",
    ),
]
RUNS = [
    ("resume runs/none", "runs/none holds no run: it has no config.toml; name a folder under runs/"),
    ("resume runs/file", "runs/file holds no run: it has no config.toml; name a folder under runs/"),
    ("resume runs/torn", "runs/torn/config.toml cannot be read: "),
    ("resume runs/strange", "runs/strange/config.toml has no verb and config; it was not written by a run"),
    ("resume runs/future", "runs/future was made by `standoff foresee`, which this version cannot resume"),
    ("resume runs/old", "runs/old/config.toml is not of this version (Object missing required field `train`)"),
    ("resume runs/cut", "resume.pt is damaged; remove it, and the training begins anew"),
]
FILES = [
    (
        "record cycles --teacher flood --out train.parquet",
        "train.parquet exists; remove it, or choose another --out",
    ),
    ("record cycles --teacher flood --out train.parquet/new.parquet", "Not a directory"),
    (f"{CLONE.replace('runs/new', 'runs/file')} --size tiny", "runs/file: File exists"),
    ("clone none.parquet --heldout heldout.parquet --out runs/new", "there is no recording none.parquet; make one"),
    ("clone runs --heldout heldout.parquet --out runs/new", "there is no recording runs; make one with"),
]
FOOTER = "is not a Parquet file, or was cut short: its footer is missing; record it again"
RECORDINGS = {
    "cut-0": FOOTER,
    "cut-4": FOOTER,
    "cut-1000": FOOTER,
    "cut-half": FOOTER,
    "cut--1": FOOTER,
    "text": FOOTER,
    "flipped": "is damaged (",
    "no-weights": "is damaged (",
    "stranger": "is not a Standoff recording of this version (standoff-recording-1); record it again",
    "old": "is not a Standoff recording of this version (standoff-recording-1); record it again",
    "broken-header": "is damaged; record it again",
    "shapeless": "has no plane_shape; record it again",
    "chess": "is of the game 'chess', which this build does not have",
    "other-schema": "is of another schema of cycles: number 1 of actions is 'margin_after' here and 'mobility' there; "
    "make it again with this version",
    "old-schema": "has the schema of another version (Object missing required field `actions`); make it again",
}
SHORT = "is cut short or is not a checkpoint; take another checkpoint of the run"
CHECKPOINTS = {
    "cut-0": SHORT,
    "cut-4": SHORT,
    "cut-1000": SHORT,
    "cut--1": SHORT,
    "text": SHORT,
    "stranger": "is not a Standoff checkpoint of this version (standoff-checkpoint-1); train again",
    "old": "is not a Standoff checkpoint of this version (standoff-checkpoint-1); train again",
    "broken-header": "is damaged; take another checkpoint of the run",
    "chess": "is of the game 'chess', which this build does not have",
    "other-schema": "is of another schema of cycles: planes has 'walls' only there; make it again with this version",
    "old-schema": "has the schema of another version (Object missing required field `kinds`); make it again",
}
MODELS = {
    ("forest", "native"): "the native core has no forest family",
    ("forest", "cpu"): "there is no model family 'forest'; there is duel, grid, atomic",
    ("few-weights", "native"): "the native core cannot run this checkpoint: the checkpoint has no weights ",
    ("few-weights", "cpu"): "the checkpoint's weights do not fit the grid family of this version; train again",
    ("wide", "cpu"): "the checkpoint's weights do not fit the grid family of this version; train again",
}


def refuses(command: str, sentence: str) -> None:
    """The command ends with 2 and, as the last line on the error stream, with the sentence."""
    before = sorted(Path.cwd().rglob("*"))
    answer = standoff(*command.split())
    last = answer.err.splitlines()[-1]
    assert answer.code == 2
    assert last.startswith("standoff: ")
    assert sentence in last
    assert "Traceback" not in answer.err
    assert answer.out == ""
    left = [str(path) for path in sorted(Path.cwd().rglob("*")) if path not in before]
    assert left == [], "a command that is refused leaves nothing behind"


def accepts(command: str) -> bool:
    """The command does what it was told."""
    return standoff(*command.split()).code == 0


@pytest.mark.parametrize(("command", "sentence"), [*WORDS, *PLAYERS, *NUMBERS, *TRAINING, *RUNS, *FILES])
def test_a_command_that_cannot_be_run_says_why(command: str, sentence: str) -> None:
    refuses(command, sentence)


@pytest.mark.parametrize(("name", "sentence"), RECORDINGS.items())
def test_a_recording_that_cannot_be_read_says_why(name: str, sentence: str) -> None:
    refuses(f"clone {name}.parquet --heldout heldout.parquet --out runs/new", f"{name}.parquet {sentence}")
    refuses(f"clone train.parquet --heldout {name}.parquet --out runs/new", f"{name}.parquet {sentence}")


@pytest.mark.parametrize(("name", "sentence"), CHECKPOINTS.items())
def test_a_checkpoint_that_cannot_be_used_says_why(name: str, sentence: str) -> None:
    refuses(f"match cycles {name}.safetensors voronoi --size 7x7 --seeds 1", f"{name}.safetensors {sentence}")


@pytest.mark.parametrize(("name", "device", "sentence"), [(*who, sentence) for who, sentence in MODELS.items()])
def test_a_model_that_this_version_does_not_know_is_named(name: str, device: str, sentence: str) -> None:
    refuses(f"match cycles {name}.safetensors voronoi --size 7x7 --seeds 1 --device {device}", sentence)


def test_recordings_of_other_boards_do_not_mix() -> None:
    assert accepts("record cycles --teacher flood --size 8x7 --seeds 2 --out wide.parquet")
    refuses(
        "clone wide.parquet --heldout heldout.parquet --out runs/new",
        "wide.parquet and heldout.parquet have boards of different sizes; record both with one --size",
    )


def test_a_training_that_diverges_says_so() -> None:
    answer = standoff(*f"{CLONE} --size tiny --learning-rate 1e30 --epochs 1".split())
    shutil.rmtree("runs/new")
    assert answer.code == 2
    assert answer.err.splitlines()[-1] == (
        "standoff: the training has diverged: logits are no longer numbers; clone again with a smaller rate"
    )


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("match cycles flood", "Missing from standoff match cycles"),
        ("match cycles flood voronoi --sed 1", "Unrecognized options: --sed"),
        ("match cycles flood voronoi --seeds many", "invalid literal for int"),
        ("record cycles --teacher flood", "--out"),
        ("clone train.parquet --out runs/new", "--heldout"),
        (f"{CLONE} --size huge", "('tiny', 'small', 'base', 'large')"),
        (f"{CLONE} --family forest", "('', 'duel', 'grid', 'atomic')"),
    ],
)
def test_options_that_cannot_be_parsed_are_explained(command: str, words: str) -> None:
    answer = standoff(*command.split())
    assert answer.code == 2
    assert words in re.sub(r"\s+", " ", answer.err)
    assert not Path("runs/new").exists()


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (f"{MATCH} flood voronoi --size 4x4", "standoff: a side of the cycles board is 4; it may be from 5 to 60\n"),
        ("resume runs/none", "standoff: runs/none holds no run: it has no config.toml; name a folder under runs/\n"),
    ],
)
def test_the_shell_sees_the_same(command: str, sentence: str) -> None:
    answer = run(Path.cwd(), *command.split())
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith(sentence)
    assert "Traceback" not in answer.err


def test_the_files_that_were_damaged_are_fine_otherwise() -> None:
    assert accepts("match cycles best.safetensors random --size 7x7 --seeds 2")
    assert accepts("match cycles runs/clone?temperature=0.5&seed=1 random?seed=2 --size 7x7 --seeds 2")
