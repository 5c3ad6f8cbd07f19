"""The run folder: complete config, provenance, metrics as they come, and what a resumed run starts from."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import tomli_w

from standoff.errors import BadInput

CONFIG, PROVENANCE, METRICS = "config.toml", "run.json", "metrics.jsonl"
ConfigType = TypeVar("ConfigType")


def write_beside(path: Path, content: bytes) -> None:
    """Writes a file under another name and renames it, so that a reader never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def provenance() -> dict[str, Any]:
    """What made a result: git revision, versions and machine."""
    versions = {"python": platform.python_version()}
    for package in ("standoff", "numpy", "torch"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "absent"
    return {"revision": _git_revision(), "versions": versions, "machine": platform.platform()}


def _git_revision() -> str:
    checkout = Path(__file__).resolve().parents[1]
    try:
        # An installed package may lie in a repository of its user, whose revision says nothing of Standoff.
        if Path(_git(checkout, "rev-parse", "--show-toplevel")) != checkout:
            return "unknown"
        return _git(checkout, "describe", "--always", "--dirty", "--abbrev=12")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


class Run:
    """An open run folder."""

    def __init__(self, folder: Path, verb: str, config: Mapping[str, Any]) -> None:
        self.folder = folder
        self.verb = verb
        self.config = config

    @staticmethod
    def create(folder: Path, verb: str, config: Any) -> "Run":
        """Makes the folder and writes the whole config, defaults included.

        Raises:
            BadInput: the folder already holds a run.
        """
        if (folder / CONFIG).exists():
            raise BadInput(
                f"{folder} already holds a run: go on with `standoff resume {folder}`, or choose another --out"
            )
        settings: dict[str, Any] = msgspec.to_builtins(config, builtin_types=())
        write_beside(
            folder / PROVENANCE,
            json.dumps({**provenance(), "seed": settings.get("seed"), "started": _now()}, indent=2).encode(),
        )
        write_beside(folder / CONFIG, tomli_w.dumps({"verb": verb, "config": _without_none(settings)}).encode())
        return Run(folder, verb, settings)

    @staticmethod
    def reopen(folder: Path) -> "Run":
        """Opens the folder of a run that was begun before.

        Raises:
            BadInput: there is no run in it.
        """
        try:
            written = msgspec.toml.decode((folder / CONFIG).read_bytes(), type=dict[str, Any])
        except (FileNotFoundError, NotADirectoryError):
            raise BadInput(f"{folder} holds no run: it has no {CONFIG}; name a folder under runs/") from None
        except msgspec.DecodeError as fault:
            raise BadInput(f"{folder / CONFIG} cannot be read: {fault}") from None
        if not isinstance(written.get("verb"), str) or not isinstance(written.get("config"), dict):
            raise BadInput(f"{folder / CONFIG} has no verb and config; it was not written by a run")
        return Run(folder, written["verb"], written["config"])

    def config_as(self, config_type: type[ConfigType]) -> ConfigType:
        """The config that the run was begun with.

        Raises:
            BadInput: it has other fields than this version reads.
        """
        try:
            return msgspec.convert(self.config, config_type, strict=False)
        except msgspec.ValidationError as fault:
            raise BadInput(f"{self.folder / CONFIG} is not of this version ({fault}); train again") from None

    def checkpoint(self, name: str) -> Path:
        """Where the checkpoint of this name lies."""
        return checkpoint_of(self.folder, name)

    def log(self, step: int, metrics: Mapping[str, float]) -> None:
        """Appends a line to metrics.jsonl. It holds no times, so that equal runs write equal lines."""
        line = json.dumps({"step": step, **metrics})
        with (self.folder / METRICS).open("a") as file:
            file.write(line + "\n")

    def rewind(self, step: int) -> None:
        """Drops the metrics of steps after `step`, which a resumed run writes again."""
        path = self.folder / METRICS
        if not path.exists():
            return
        kept: list[str] = []
        for line in path.read_text().splitlines():
            # The last line may have been cut short by a kill.
            try:
                if json.loads(line)["step"] <= step:
                    kept.append(line + "\n")
            except json.JSONDecodeError:
                break
        write_beside(path, "".join(kept).encode())

    def finish(self) -> None:
        """Notes when the run ended."""
        record = json.loads((self.folder / PROVENANCE).read_text())
        write_beside(self.folder / PROVENANCE, json.dumps({**record, "ended": _now()}, indent=2).encode())

    @property
    def is_finished(self) -> bool:
        """Whether it ran to its end."""
        return "ended" in json.loads((self.folder / PROVENANCE).read_text())


def checkpoint_of(folder: Path, name: str) -> Path:
    """The checkpoint of a run folder: `best`, `last`, or the name of another."""
    return folder / "checkpoints" / f"{name}.safetensors"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _without_none(value: Any) -> Any:
    """TOML has no null: a field that is None is left out, and read back as its default."""
    if isinstance(value, dict):
        return {key: _without_none(item) for key, item in value.items() if item is not None}  # pyright: ignore[reportUnknownVariableType]
    return value
