"""A champion: a checkpoint as one small JSON that torch, the native core and a browser read alike."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from standoff.checkpoints import Checkpoint
from standoff.errors import BadInput
from standoff.runs import provenance, write_beside
from standoff.schema import schema_of

FORMAT = "standoff-champion-1"
FOLDER = Path(__file__).resolve().parents[1] / "champions"


class _Array(msgspec.Struct):
    shape: tuple[int, ...]
    data: str
    """Base64 of half-precision numbers, little endian, row by row."""


class _Champion(msgspec.Struct):
    format: str
    game: str
    schema: str
    """Hash of the schema that its rows must have."""
    family: str
    config: dict[str, Any]
    logit_offsets: dict[str, float]
    summary: dict[str, Any]
    provenance: dict[str, Any]
    weights: dict[str, _Array]


def champion_of(game: str) -> Path:
    """Where the champion of a game lies, if there is one."""
    return FOLDER / f"{game}.json"


def write_champion(path: Path, checkpoint: Checkpoint, summary: Mapping[str, Any]) -> None:
    """Writes a checkpoint as a champion, beside and renamed. Half precision: a tenth of a percent of each weight.

    Args:
        path: file to write.
        checkpoint: what plays; its critics are no part of it.
        summary: what was measured of it.
    """
    champion = _Champion(
        format=FORMAT,
        game=checkpoint.schema.game,
        schema=checkpoint.schema.hash,
        family=checkpoint.family,
        config=dict(checkpoint.config),
        logit_offsets=dict(checkpoint.logit_offsets),
        summary={**checkpoint.summary, **summary},
        provenance=provenance(),
        weights={name: _packed(array) for name, array in checkpoint.weights.items()},
    )
    write_beside(path, json.dumps(msgspec.to_builtins(champion), indent=1).encode())


def read_champion(path: Path) -> Checkpoint:
    """A champion as a checkpoint of this build's schema.

    Raises:
        BadInput: there is no such file, it is damaged, or it was made for other rows.
    """
    try:
        champion = msgspec.json.decode(path.read_bytes(), type=_Champion)
    except OSError:
        raise BadInput(f"there is no champion {path}; make one with `standoff champion runs/NAME`") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path} is no champion ({fault}); make it again with `standoff champion`") from None
    if champion.format != FORMAT:
        raise BadInput(f"{path} is no champion of this version ({FORMAT}); make it again with `standoff champion`")
    try:
        schema = schema_of(champion.game)
    except ValueError:
        raise BadInput(
            f"{path} plays {champion.game!r}, which this build does not have; take the version that made it"
        ) from None
    if schema.hash != champion.schema:
        raise BadInput(f"{path} was made for other rows of {champion.game} than this version writes; train again")
    weights = {name: _unpacked(array, name, path) for name, array in champion.weights.items()}
    return Checkpoint(
        champion.family, champion.config, schema, champion.logit_offsets, champion.summary, weights
    )  # fmt: skip


def _packed(array: NDArray[np.float32]) -> _Array:
    return _Array(array.shape, base64.b64encode(array.astype("<f2").tobytes()).decode())


def _unpacked(array: _Array, name: str, path: Path) -> NDArray[np.float32]:
    try:
        numbers = np.frombuffer(base64.b64decode(array.data, validate=True), "<f2")
        return numbers.astype(np.float32).reshape(array.shape)
    except ValueError:
        raise BadInput(f"{path} is damaged at weight {name}; make it again with `standoff champion`") from None
