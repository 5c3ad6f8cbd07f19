"""What a killed training goes on from: its parts in one file, and a torch that repeats every sum."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false

import os
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from standoff.errors import BadInput
from standoff.models.inference import find_device
from standoff.runs import Run


def repeat_sums(threads: int, device: str) -> torch.device:
    """Makes results repeat bit for bit with this number of threads; the device by its name.

    Raises:
        BadInput: torch cannot reach the device.
    """
    # cuBLAS repeats its sums only with a workspace of fixed size.
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    torch.use_deterministic_algorithms(True)
    # Else every tensor is filled with NaN before it is written, a twentieth of an update; no code reads one unwritten.
    torch.utils.deterministic.fill_uninitialized_memory = False  # pyright: ignore[reportAttributeAccessIssue]
    torch.set_num_threads(threads)
    return find_device(device)


def resume_file(run: Run) -> Path:
    """Where the parts of a run lie."""
    return run.folder / "checkpoints" / "resume.pt"


def save_parts(run: Run, parts: Mapping[str, Any]) -> None:
    """Writes the parts beside and renames."""
    path = resume_file(run)
    beside = path.with_name(f".{path.name}.part")
    beside.parent.mkdir(parents=True, exist_ok=True)
    torch.save(dict(parts), beside)
    beside.replace(path)


def load_parts(run: Run, device: torch.device) -> dict[str, Any] | None:
    """The parts that were saved last; None where a run has not come so far.

    Raises:
        BadInput: the file is damaged.
    """
    path = resume_file(run)
    if not path.exists():
        return None
    try:
        return torch.load(path, map_location=device)
    except (RuntimeError, OSError, EOFError, pickle.UnpicklingError):
        raise BadInput(f"{path} is damaged; remove it, and the training begins anew") from None
