"""Runs `standoff ...` as the shell does, in this process or in one of its own, and says what came out."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from standoff.cli import main

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
"""Seconds after which a test gives up waiting."""


@dataclass(frozen=True)
class Answer:
    """What a command left in the shell."""

    code: int
    out: str
    err: str


def standoff(*words: object) -> Answer:
    """Runs a command in this process, which is fast: torch is loaded once."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    arguments = ["standoff", *(str(word) for word in words)]
    with pytest.MonkeyPatch.context() as shell, redirect_stdout(out), redirect_stderr(err):
        shell.setattr(sys, "argv", arguments)
        shell.setenv("COLUMNS", "120")
        try:
            main()
        except SystemExit as leaving:
            code = int(leaving.code or 0)
    return Answer(code, out.getvalue(), err.getvalue())


def start(folder: Path, *words: object) -> subprocess.Popen[str]:
    """Starts a command in a process of its own, which a test may kill."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-m", "standoff", *(str(word) for word in words)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "120"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(folder: Path, *words: object) -> Answer:
    """Runs a command in a process of its own to its end."""
    process = start(folder, *words)
    out, err = process.communicate(timeout=PATIENCE)
    return Answer(process.returncode, out, err)


def kill_when(process: subprocess.Popen[str], is_time: Callable[[], bool], delay: float = 0.0) -> bool:
    """`kill -9` as soon as something has happened and `delay` seconds later; False where it had ended before."""
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and not is_time() and time.monotonic() < deadline:
        time.sleep(0.002)
    time.sleep(delay)
    process.kill()
    process.communicate()
    return process.returncode == -signal.SIGKILL
