"""Weights, schema and provenance in one safetensors file."""

# safetensors brings no types for its reader.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from standoff.errors import BadInput
from standoff.runs import provenance, write_beside
from standoff.schema import Schema, schema_from, schema_of

FORMAT = "standoff-checkpoint-1"


@dataclass(frozen=True)
class Checkpoint:
    """A trained model."""

    family: str
    """Model family, such as grid."""
    config: Mapping[str, Any]
    """Widths of the model."""
    schema: Schema
    """What its rows mean."""
    logit_offsets: Mapping[str, float]
    """Added to the logits of a kind of action whenever it plays."""
    summary: Mapping[str, Any]
    """What its training measured."""
    weights: Mapping[str, NDArray[np.float32]]

    def save(self, path: Path) -> None:
        """Writes the file beside and renames it."""
        header = {
            "format": FORMAT,
            "family": self.family,
            "config": json.dumps(dict(self.config)),
            "schema": json.dumps(self.schema.as_dict()),
            "schema_hash": self.schema.hash,
            "logit_offsets": json.dumps(dict(self.logit_offsets)),
            "summary": json.dumps(dict(self.summary)),
            "provenance": json.dumps(provenance()),
        }
        write_beside(path, save(dict(self.weights), header))


def load_checkpoint(path: Path) -> Checkpoint:
    """Reads a checkpoint of this build's schema.

    Raises:
        BadInput: there is no such file, it is not a checkpoint, it was cut short, or its schema differs.
    """
    if not path.is_file():
        raise BadInput(f"there is no checkpoint {path}; name a run folder that has one, or train one first")
    try:
        with safe_open(path, framework="numpy") as file:
            header: dict[str, str] = dict(file.metadata() or {})
            weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except SafetensorError:
        raise BadInput(f"{path} is cut short or is not a checkpoint; take another checkpoint of the run") from None
    if header.get("format") != FORMAT:
        raise BadInput(f"{path} is not a Standoff checkpoint of this version ({FORMAT}); train again")
    try:
        parts = {name: json.loads(header[name]) for name in ("config", "schema", "logit_offsets", "summary")}
        return Checkpoint(
            family=header["family"],
            config=parts["config"],
            schema=read_schema(parts["schema"], path),
            logit_offsets=parts["logit_offsets"],
            summary=parts["summary"],
            weights=weights,
        )
    except (json.JSONDecodeError, KeyError):
        raise BadInput(f"the header of {path} is damaged; take another checkpoint of the run") from None


def read_schema(written: Mapping[str, Any], path: Path) -> Schema:
    """The schema in the header of a file. Refuses what was made with other rows than this build writes.

    Raises:
        BadInput: names the first difference.
    """
    try:
        schema = schema_from(written)
    except msgspec.ValidationError as fault:
        raise BadInput(f"{path} has the schema of another version ({fault}); make it again with this one") from None
    try:
        difference = schema_of(schema.game).difference(schema)
    except ValueError:
        raise BadInput(f"{path} is of the game {schema.game!r}, which this build does not have") from None
    if difference:
        raise BadInput(f"{path} is of another schema of {schema.game}: {difference}; make it again with this version")
    return schema
