"""Run folders: what a run leaves behind, never half a file, and which revision made it."""

import json
import shutil
import subprocess
import sys
import threading
import tomllib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest

import standoff
from standoff import BadInput, _native
from standoff.runs import Run, checkpoint_of, provenance, write_beside

PACKAGE = Path(standoff.__file__).parent


@dataclass(frozen=True)
class Config:
    """A small config with each sort of field that a run's may have."""

    train: tuple[str, ...] = ("a.parquet",)
    rate: float = 0.5
    limit: int | None = None
    seed: int = 3


def test_a_run_writes_its_whole_config_and_what_made_it(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "runs" / "a", "clone", Config(rate=0.25))
    assert tomllib.loads((run.folder / "config.toml").read_text()) == {
        "verb": "clone",
        "config": {"train": ["a.parquet"], "rate": 0.25, "seed": 3},  # what is None is left out
    }
    record = json.loads((run.folder / "run.json").read_text())
    assert record.keys() == {"revision", "versions", "machine", "seed", "started"}
    assert record["seed"] == 3
    assert datetime.fromisoformat(record["started"]).utcoffset() is not None
    assert record["versions"].keys() == {"python", "standoff", "numpy", "torch"}


def test_a_run_is_opened_again_as_it_was(tmp_path: Path) -> None:
    Run.create(tmp_path, "clone", Config(rate=0.25))
    run = Run.reopen(tmp_path)
    assert (run.verb, run.folder) == ("clone", tmp_path)
    assert run.config_as(Config) == Config(rate=0.25)
    assert not run.is_finished
    run.finish()
    assert Run.reopen(tmp_path).is_finished
    assert run.checkpoint("best") == checkpoint_of(tmp_path, "best") == tmp_path / "checkpoints" / "best.safetensors"


def test_a_run_is_not_written_over(tmp_path: Path) -> None:
    Run.create(tmp_path, "clone", Config())
    with pytest.raises(BadInput, match=f"{tmp_path} already holds a run: go on with `standoff resume {tmp_path}`"):
        Run.create(tmp_path, "clone", Config())


def test_a_config_of_another_version_is_refused(tmp_path: Path) -> None:
    Run.create(tmp_path, "clone", Config())

    @dataclass(frozen=True)
    class Newer(Config):
        rate: int = 0  # type: ignore[assignment]

    with pytest.raises(BadInput, match=r"config.toml is not of this version \(Expected `int`, got `float`"):
        Run.reopen(tmp_path).config_as(Newer)


def test_metrics_are_lines_without_times(tmp_path: Path) -> None:
    run = Run.create(tmp_path, "clone", Config())
    run.log(8, {"loss": 0.5})
    run.log(16, {"loss": 0.25})
    assert (tmp_path / "metrics.jsonl").read_text() == '{"step": 8, "loss": 0.5}\n{"step": 16, "loss": 0.25}\n'


@pytest.mark.parametrize(("step", "kept"), [(0, []), (7, []), (8, [8]), (20, [8, 16]), (99, [8, 16, 24])])
def test_metrics_are_rewound_to_the_step_from_which_a_run_goes_on(tmp_path: Path, step: int, kept: list[int]) -> None:
    run = Run.create(tmp_path, "clone", Config())
    run.rewind(step)  # there may be none yet
    for each in (8, 16, 24):
        run.log(each, {"loss": 0.5})
    run.rewind(step)
    lines = (tmp_path / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["step"] for line in lines] == kept


def test_a_line_that_a_kill_cut_short_is_dropped(tmp_path: Path) -> None:
    run = Run.create(tmp_path, "clone", Config())
    run.log(8, {"loss": 0.5})
    with (tmp_path / "metrics.jsonl").open("a") as file:
        file.write('{"step": 16, "lo')
    run.rewind(16)
    run.log(16, {"loss": 0.25})
    assert (tmp_path / "metrics.jsonl").read_text() == '{"step": 8, "loss": 0.5}\n{"step": 16, "loss": 0.25}\n'


def test_a_reader_never_sees_half_a_file(tmp_path: Path) -> None:
    path, contents = tmp_path / "new" / "file", (b"a" * 200_000, b"b" * 300_000)
    write_beside(path, contents[0])
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            for content in contents:
                write_beside(path, content)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert all(path.read_bytes() in contents for _ in range(200))
    finally:
        stop.set()
        writer.join()
    assert [each.name for each in path.parent.iterdir()] == ["file"]


def git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def repository(folder: Path) -> str:
    """A repository with one commit; its revision."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet")
    (folder / "README.md").write_text("A repository.\n")
    git(folder, "add", "README.md")
    git(folder, "commit", "--quiet", "--message", "Begin")
    return git(folder, "rev-parse", "HEAD")


def revision_of(package: Path, cwd: Path) -> str:
    """What the `standoff` that lies there says of its revision to somebody who is at `cwd`."""
    shutil.copytree(PACKAGE, package / "standoff", ignore=shutil.ignore_patterns("__pycache__", "*.cpp", "*.hpp"))
    shutil.copy(_native.__file__, package / "standoff")
    # An editable install would be found before the copy.
    code = "import sys; sys.meta_path[:] = [each for each in sys.meta_path if 'Redirect' not in type(each).__name__];"
    code += f"sys.path.insert(0, {str(package)!r}); import standoff.runs; print(standoff.runs.__file__);"
    code += "print(standoff.runs.provenance()['revision'])"
    shown = subprocess.run([sys.executable, "-c", code], cwd=cwd, check=True, capture_output=True, text=True).stdout
    file, revision = shown.splitlines()
    assert file.startswith(str(package))
    return revision


def test_the_revision_is_that_of_standoffs_own_checkout(tmp_path: Path) -> None:
    head = repository(tmp_path / "standoff-checkout")
    elsewhere = tmp_path / "elsewhere"
    repository(elsewhere)
    revision = revision_of(tmp_path / "standoff-checkout", cwd=elsewhere)
    assert head.startswith(revision.removesuffix("-dirty"))


def test_a_repository_around_an_installed_package_says_nothing(tmp_path: Path) -> None:
    repository(tmp_path)
    site_packages = tmp_path / ".venv" / "lib" / "site-packages"
    site_packages.mkdir(parents=True)
    assert revision_of(site_packages, cwd=tmp_path) == "unknown"


def test_no_git_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert provenance()["revision"] == "unknown"
