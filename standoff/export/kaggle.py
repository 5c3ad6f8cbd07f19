"""Packs a model of the Pokémon TCG as a submission to its contest: one archive that needs nothing from outside."""

import ctypes
import fcntl
import gzip
import hashlib
import io
import json
import os
import platform
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from standoff.checkpoints import Checkpoint
from standoff.errors import BadInput
from standoff.evaluator import native_weights
from standoff.games import find_game
from standoff.games.ptcg import read_deck
from standoff.games.ptcg.cards import engine_tables
from standoff.runs import write_beside
from standoff.specs import find_checkpoint

ROOT = Path(__file__).resolve().parents[2]
AGENT = Path(__file__).with_name("kaggle_agent.py")
CACHE = Path("build") / "kaggle"
"""Where built libraries are kept, below the root of the repository."""
FLAGS = (
    *("-target", "x86_64-linux-gnu.2.17", "-shared", "-fPIC", "-std=c++20", "-O2", "-DNDEBUG", "-fno-exceptions"),
    *("-fvisibility=hidden", "-ffunction-sections", "-fdata-sections", "-ffp-contract=off", "-Inative"),
    *("-s", "-Wl,-z,defs", "-Wl,--gc-sections"),
)
"""For any x86-64 processor and any Linux of the last ten years: the machine of the contest is not known."""
CORE = ("kaggle", "net_order", "policy", "layers", "atomic_net", "duel_net", "grid_net", "crew_alone")
"""The part of the core that it needs; of the room of the game, the linker leaves out what plays at the engine."""


@dataclass(frozen=True)
class Submission:
    """What was packed."""

    path: Path
    bytes: int


def export_kaggle(player: str, deck: Path, out: Path) -> Submission:
    """Writes a submission beside and renames it.

    Args:
        player: a checkpoint, a champion or a run folder, as players are named.
        deck: a list that may be played.
        out: archive to write, .tar.gz.

    Raises:
        BadInput: no such checkpoint, it plays another game, the list has a fault, the engine isn't installed, or the
            library can't be built.
    """
    if not out.name.endswith((".tar.gz", ".tgz")):
        raise BadInput(f"{out}: the contest takes a .tar.gz; name one, such as -o submission.tar.gz")
    if "?" in player:
        raise BadInput(f"{player!r}: a submission takes what its model prefers most; leave out what follows the ?")
    game = find_game("ptcg")
    if player in game.bots:
        raise BadInput(f"{player} is a scripted player; a submission needs a model, such as runs/NAME")
    checkpoint, tables = find_checkpoint(player, game), engine_tables()
    parts = {
        "main.py": AGENT.read_bytes(),
        "deck.csv": "".join(f"{card}\n" for card in read_deck(deck)).encode(),
        "net.bin": net_order(checkpoint),
        **{f"{name}.json": _compact(tables[name]) for name in ("cards", "attacks")},
    }
    library = build_library()
    _check(library, parts)
    write_beside(out, _packed({**parts, "player.so": library.read_bytes()}))
    return Submission(out, out.stat().st_size)


def net_order(checkpoint: Checkpoint) -> bytes:
    """A checkpoint as native/net_order.hpp reads it, what is added to its logits among its weights."""
    arrays = native_weights(checkpoint)
    kinds = checkpoint.schema.action_kinds
    if checkpoint.logit_offsets:
        arrays["logit_offsets"] = np.array([checkpoint.logit_offsets.get(kind, 0.0) for kind in kinds], np.float32)
    lines = [f"game {checkpoint.schema.game}", f"family {checkpoint.family}"]
    lines += [" ".join(["weight", name, *map(str, array.shape)]) for name, array in arrays.items()]
    return "\n".join([*lines, "", ""]).encode() + b"".join(array.astype("<f4").tobytes() for array in arrays.values())


def build_library() -> Path:
    """The shared library of a submission, built by the compiler of the set-up where its sources have changed.

    Raises:
        BadInput: the sources or the compiler aren't here, or the build fails.
    """
    if not (ROOT / "native" / "kaggle.cpp").is_file():
        raise BadInput("a submission is built from the sources: run this in a clone of the repository")
    path = ROOT / CACHE / f"player-{_fingerprint()}.so"
    if path.is_file():
        return path
    if find_spec("ziglang") is None:
        raise BadInput("a submission needs a compiler to be built, once: pip install ziglang")
    path.parent.mkdir(parents=True, exist_ok=True)
    with (path.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # who waited finds it built
        if not path.is_file():
            _compile(path)
    return path


def _compile(path: Path) -> None:
    new = path.with_name(f".{path.name}.{os.getpid()}")
    sources = [str(source.relative_to(ROOT)) for source in _sources()]
    command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, "-o", str(new), *sources]
    zig = str(ROOT / "build" / "zig")
    environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": zig, "ZIG_LOCAL_CACHE_DIR": zig}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if built.returncode != 0:
        log = path.with_name("build.log")
        log.write_text(built.stdout + built.stderr)
        raise BadInput(f"the library of the submission could not be built; what the compiler said is in {log}")
    new.replace(path)


def _sources() -> list[Path]:
    core = [ROOT / "native" / f"{name}.cpp" for name in CORE]
    return [*core, *sorted((ROOT / "standoff" / "games" / "ptcg").glob("*.cpp"))]


def _fingerprint() -> str:
    """Of all that the library is made of: sources, headers and flags."""
    headers = [*(ROOT / "native").glob("*.hpp"), *(ROOT / "standoff" / "games" / "ptcg").glob("*.hpp")]
    whole = hashlib.sha256(" ".join(FLAGS).encode())
    for path in (*_sources(), *sorted(headers)):
        whole.update(path.name.encode() + path.read_bytes())
    return whole.hexdigest()[:16]


def _check(library: Path, parts: Mapping[str, bytes]) -> None:
    """Refuses what the library could not load at the contest, where nobody would be told; on a machine of its kind."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return
    load = ctypes.CDLL(str(library)).standoff_load
    load.restype, load.argtypes = ctypes.c_char_p, [ctypes.c_char_p, ctypes.c_int64] * 3
    files = [parts[name] for name in ("cards.json", "attacks.json", "net.bin")]
    fault: bytes | None = load(*(value for part in files for value in (part, len(part))))
    if fault:
        raise BadInput(f"the submission could not load its model: {fault.decode()}")


def _compact(table: Any) -> bytes:
    return json.dumps(table, ensure_ascii=False, separators=(",", ":")).encode()


def _packed(parts: Mapping[str, bytes]) -> bytes:
    """An archive without times and owners, so that equal submissions are equal files."""
    whole = io.BytesIO()
    with gzip.GzipFile(fileobj=whole, mode="wb", mtime=0) as squeezed, tarfile.open(fileobj=squeezed, mode="w") as tar:
        for name, content in sorted(parts.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o755 if name.endswith(".so") else 0o644
            tar.addfile(entry, io.BytesIO(content))
    return whole.getvalue()
