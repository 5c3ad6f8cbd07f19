"""Recordings: one Parquet file, a row a game, its decisions as lists; written by a spectator, read as a batch."""

# pyarrow brings no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportMissingTypeStubs=false

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from standoff import segments
from standoff.arena import Results, Table
from standoff.checkpoints import read_schema
from standoff.decisions import Choices, DecisionBatch
from standoff.errors import BadInput
from standoff.pool import Options
from standoff.runs import provenance
from standoff.schema import Schema

Part = TypeVar("Part")

FORMAT = "standoff-recording-1"
HEADER = b"standoff"

# Columns of a game.
GAME_COLUMNS = ("seed", "options", "first_player", "second_player", "score", "plies", "reason", "weight", "choices")
# Columns of a decision: one number each, and rows that are cut by an offset column of the batch.
NUMBERS = ("seat", "ply", "kind", "information")
RAGGED = {
    "entities": "entity_offsets",
    "entity_card": "entity_offsets",
    "entity_zone": "entity_offsets",
    "tokens": "token_offsets",
    "actions": "action_offsets",
    "action_kind": "action_offsets",
    "action_id": "action_offsets",
    "action_refs": "action_offsets",
}


@dataclass(frozen=True)
class Games:
    """A row a game: enough to play it again."""

    seed: NDArray[np.uint64]  # [N]
    options: tuple[Options, ...]  # [N]
    players: NDArray[np.str_]  # [N, 2] who sat in seat 0 and in seat 1
    score: NDArray[np.float32]  # [N] of seat 0: 1 won, 0.5 drawn, 0 lost
    plies: NDArray[np.int32]  # [N]
    reason: NDArray[np.int32]  # [N] into schema.reasons
    weight: NDArray[np.float32]  # [N] how much its decisions count beside those of other games
    choice_offsets: NDArray[np.int64]  # [N+1]
    choices: NDArray[np.int32]  # [sum plies] the row taken at each ply

    def __len__(self) -> int:
        return len(self.seed)


@dataclass(frozen=True)
class Recording:
    """Games, and the decisions in them that somebody wanted to keep; batch.game is a row of `games`."""

    games: Games
    batch: DecisionBatch
    choices: Choices

    @property
    def schema(self) -> Schema:
        """What its rows mean."""
        return self.batch.schema

    @property
    def score(self) -> NDArray[np.float32]:
        """[B] how the game ended for the deciding seat: 1 won, 0.5 drawn, 0 lost."""
        of_first = self.games.score[self.batch.game]
        return np.where(self.batch.seat == 0, of_first, np.float32(1.0) - of_first)

    @property
    def is_contested(self) -> NDArray[np.bool_]:
        """[B] whether who is imitated held some row to be worse than another."""
        return segments.is_contested(self.choices.weights, self.batch.action_offsets)


@dataclass(frozen=True)
class Summary:
    """What a recording holds."""

    games: int
    decisions: int
    contested: float
    """Share of the decisions in which the teacher's own scores differ."""
    plies_a_game: float
    seconds: float


@dataclass
class Recorder:
    """A spectator that keeps the decisions of some players by reference."""

    recorded: NDArray[np.bool_]  # [number of players] whose decisions are kept
    reads_rows: bool = field(default=True, init=False)
    _batches: list[DecisionBatch] = field(default_factory=list[DecisionBatch], init=False)
    _choices: list[Choices] = field(default_factory=list[Choices], init=False)

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """Keeps the recorded players' decisions."""
        rows = np.flatnonzero(self.recorded[table.seating[batch.game, batch.seat]])
        if len(rows) == len(batch):
            self._batches.append(batch)
            self._choices.append(choices)
        elif len(rows):
            self._batches.append(batch.take(rows))
            self._choices.append(choices.take(batch.action_offsets, rows))

    def ended(self, results: Results) -> None:
        """Results are joined once all games have ended."""

    def recording(self, table: Table, results: Results) -> Recording | None:
        """What was kept, in the order of games and plies; None where nothing was."""
        if not self._batches:
            return None
        batch = DecisionBatch.join(self._batches)
        choices = _join_choices(self._choices)
        order = np.lexsort((batch.seat, batch.ply, batch.game))
        choices = choices.take(batch.action_offsets, order)
        names = np.array(results.players)[results.seating]
        games = Games(
            seed=results.seed,
            options=tuple(table.deals.options[option] for option in table.deals.option),
            players=names,
            score=results.score,
            plies=results.plies,
            reason=results.reason,
            weight=np.ones(len(results), np.float32),
            choice_offsets=results.choice_offsets,
            choices=results.choices,
        )
        return Recording(games, batch.take(order), choices)


def _join_choices(parts: Sequence[Choices]) -> Choices:
    value = np.concatenate(
        [np.full(len(part.index), np.nan, np.float32) if part.value is None else part.value for part in parts]
    )
    index = np.concatenate([part.index for part in parts])
    return Choices(index, np.concatenate([part.weights for part in parts]), value)


def write_recording(path: Path, recording: Recording, settings: Mapping[str, Any]) -> None:
    """Writes one Parquet file beside and renames it."""
    with RecordingWriter(path, settings) as writer:
        writer.write(recording)


class RecordingWriter:
    """Writes recordings of one schema behind each other to one Parquet file, beside until all are there.

    Args:
        path: the file; it appears when the writer is left without an error, if anything was written.
        settings: what made the recordings, kept in the header.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self._path = path
        self._beside = path.with_name(f".{path.name}.part")
        self._settings = dict(settings)
        self._file: pq.ParquetWriter | None = None

    def __enter__(self) -> "RecordingWriter":
        self._path.parent.mkdir(parents=True, exist_ok=True)
        return self

    def write(self, recording: Recording) -> None:
        """Appends the games of a recording."""
        table = _to_arrow(recording)
        if self._file is None:
            header = {
                "format": FORMAT,
                "schema": recording.schema.as_dict(),
                "plane_shape": recording.batch.planes.shape[1:],
                "settings": self._settings,
                "provenance": provenance(),
            }
            written = table.schema.with_metadata({HEADER: json.dumps(header).encode()})
            self._file = pq.ParquetWriter(self._beside, written, compression="zstd", write_page_checksum=True)
        self._file.write_table(table, row_group_size=512)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is None:
            return
        self._file.close()
        if error is None:
            self._beside.replace(self._path)
        else:
            self._beside.unlink()


def join_recordings(paths: Sequence[Path], out: Path) -> None:
    """Joins files of one schema into one, row group by row group; writes beside and renames."""
    beside = out.with_name(f".{out.name}.part")
    with pq.ParquetWriter(beside, pq.read_schema(paths[0]), compression="zstd", write_page_checksum=True) as writer:
        for path in paths:
            file = pq.ParquetFile(path)
            for group in range(file.num_row_groups):
                writer.write_table(file.read_row_group(group))
    beside.replace(out)


def read_header(path: Path) -> dict[str, Any]:
    """Settings and schema of a recording.

    Raises:
        BadInput: there is no such file, it was cut short, it is not a recording, or its schema differs.
    """
    if not path.is_file():
        raise BadInput(f"there is no recording {path}; make one with `standoff record`")
    try:
        metadata = pq.read_schema(path).metadata or {}
    except (pa.ArrowInvalid, OSError):
        raise BadInput(
            f"{path} is not a Parquet file, or was cut short: its footer is missing; record it again"
        ) from None
    try:
        header = json.loads(metadata.get(HEADER, b"{}"))
    except ValueError:
        raise BadInput(f"the header of {path} is damaged; record it again") from None
    if header.get("format") != FORMAT:
        raise BadInput(f"{path} is not a Standoff recording of this version ({FORMAT}); record it again")
    missing = {"schema", "plane_shape", "settings"} - set(header)
    if missing:
        raise BadInput(f"the header of {path} has no {sorted(missing)[0]}; record it again")
    read_schema(header["schema"], path)
    return header


def read_recording(path: Path) -> Recording:
    """Reads a recording of this build's schema.

    Raises:
        BadInput: as `read_header`, or its data are damaged.
    """
    header = read_header(path)
    schema, plane_shape = read_schema(header["schema"], path), tuple(header["plane_shape"])
    return join_parts(_read_groups(path, partial(_from_arrow, schema=schema, plane_shape=plane_shape)))


def read_games(path: Path) -> tuple[Schema, Games]:
    """The games of a recording without their decisions, and the schema that they were played under.

    Raises:
        BadInput: as `read_recording`.
    """
    schema = read_schema(read_header(path)["schema"], path)
    return schema, _join_games(_read_groups(path, _games_of, GAME_COLUMNS))


def _read_groups(path: Path, read: Callable[[pa.Table], Part], columns: Sequence[str] | None = None) -> list[Part]:
    try:
        file = pq.ParquetFile(path, page_checksum_verification=True)
        return [read(file.read_row_group(group, columns)) for group in range(file.num_row_groups)]
    except (pa.ArrowInvalid, OSError, KeyError) as fault:
        raise BadInput(f"{path} is damaged ({str(fault).splitlines()[0]}); record it again") from None


def join_parts(parts: Sequence[Recording]) -> Recording:
    """Several recordings of one schema behind each other, their games numbered anew."""
    games = [part.games for part in parts]
    before = np.cumsum([0, *(len(each) for each in games)])
    batch = DecisionBatch.join([part.batch for part in parts])
    game = np.concatenate([part.batch.game + first for part, first in zip(parts, before, strict=False)])
    return Recording(
        _join_games(games), replace(batch, game=game.astype(np.int32)), _join_choices([part.choices for part in parts])
    )


def _join_games(games: Sequence[Games]) -> Games:
    return Games(
        **{
            name: np.concatenate([getattr(each, name) for each in games])
            for name in ("seed", "players", "score", "plies", "reason", "weight", "choices")
        },
        options=tuple(option for each in games for option in each.options),
        choice_offsets=segments.offsets_of(np.concatenate([np.diff(each.choice_offsets) for each in games])),
    )


def summarise(path: Path, seconds: float = 0.0) -> Summary:
    """Counts the games and decisions of a recording."""
    games, decisions, contested, plies = 0, 0, 0, 0
    file = pq.ParquetFile(path)
    for group in range(file.num_row_groups):
        table = file.read_row_group(group, columns=["plies", "weights"])
        weights = table["weights"].combine_chunks().flatten()
        offsets = weights.offsets.to_numpy().astype(np.int64)
        games += table.num_rows
        decisions += len(offsets) - 1
        contested += int(segments.is_contested(weights.flatten().to_numpy(), offsets).sum())
        plies += int(table["plies"].to_numpy().sum())
    return Summary(games, decisions, contested / max(decisions, 1), plies / max(games, 1), seconds)


def _to_arrow(recording: Recording) -> pa.Table:
    games, batch, choices = recording.games, recording.batch, recording.choices
    of_game = segments.offsets_of(np.bincount(batch.game, minlength=len(games)))

    def lists(offsets: NDArray[Any], values: pa.Array) -> pa.ListArray:
        return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), values)

    def ragged(name: str, offsets: NDArray[np.int64]) -> pa.ListArray:
        values: NDArray[Any] = getattr(batch, name)
        width = 1 if values.ndim == 1 else values.shape[1]
        return lists(of_game, lists(offsets * width, pa.array(values.reshape(-1))))

    n_planes = int(np.prod(batch.planes.shape[1:]))
    plane_offsets = np.arange(len(batch) + 1, dtype=np.int64) * n_planes
    planes = pa.Array.from_buffers(
        pa.large_binary(),
        len(batch),
        [None, pa.py_buffer(plane_offsets), pa.py_buffer(np.ascontiguousarray(batch.planes))],
    )
    columns: dict[str, pa.Array] = {
        "seed": pa.array(games.seed),
        "options": pa.array([json.dumps(dict(option)) for option in games.options]),
        "first_player": pa.array(games.players[:, 0].tolist()),
        "second_player": pa.array(games.players[:, 1].tolist()),
        "score": pa.array(games.score),
        "plies": pa.array(games.plies),
        "reason": pa.array(games.reason),
        "weight": pa.array(games.weight),
        "choices": lists(games.choice_offsets, pa.array(games.choices)),
        **{name: lists(of_game, pa.array(getattr(batch, name))) for name in NUMBERS},
        "index": lists(of_game, pa.array(choices.index)),
        "weights": lists(of_game, lists(batch.action_offsets, pa.array(choices.weights))),
        "value": lists(of_game, pa.array(choices.value)),
        "globals": lists(
            of_game,
            lists(np.arange(len(batch) + 1) * batch.globals.shape[1], pa.array(batch.globals.reshape(-1))),
        ),
        "planes": lists(of_game, planes),
        **{name: ragged(name, getattr(batch, offsets)) for name, offsets in RAGGED.items()},
    }
    return pa.table(columns)


def _from_arrow(table: pa.Table, schema: Schema, plane_shape: tuple[int, ...]) -> Recording:
    table = table.combine_chunks()

    def column(name: str) -> pa.Array:
        return table[name].chunk(0)

    def offsets(array: pa.Array) -> NDArray[np.int64]:
        return array.offsets.to_numpy().astype(np.int64)

    def flat(name: str) -> NDArray[Any]:
        values = column(name).flatten()
        return (values.flatten() if pa.types.is_list(values.type) else values).to_numpy(zero_copy_only=False)

    of_game = offsets(column("ply"))
    n_decisions = int(of_game[-1])
    action_offsets = offsets(column("action_kind").flatten())
    widths = {"entities": len(schema.entities), "actions": len(schema.actions), "action_refs": len(schema.refs)}
    ragged = {name: flat(name).reshape(-1, widths[name]) if name in widths else flat(name) for name in RAGGED}
    plane_bytes = column("planes").flatten().buffers()[2]
    planes = np.frombuffer(plane_bytes, np.uint8, n_decisions * int(np.prod(plane_shape)))
    batch = DecisionBatch(
        schema=schema,
        game=np.repeat(np.arange(table.num_rows, dtype=np.int32), np.diff(of_game)),
        **{name: flat(name) for name in NUMBERS},
        globals=flat("globals").reshape(n_decisions, len(schema.globals)),
        planes=planes.reshape(n_decisions, *plane_shape),
        **ragged,
        action_offsets=action_offsets,
        entity_offsets=offsets(column("entity_card").flatten()),
        token_offsets=offsets(column("tokens").flatten()),
    )
    return Recording(_games_of(table), batch, Choices(flat("index"), flat("weights"), flat("value")))


def _games_of(table: pa.Table) -> Games:
    table = table.combine_chunks()
    if "weight" not in table.column_names:  # recordings of older versions
        table = table.append_column("weight", pa.array(np.ones(table.num_rows, np.float32)))
    columns = {name: table[name].chunk(0) for name in GAME_COLUMNS}
    return Games(
        seed=columns["seed"].to_numpy(),
        options=tuple(_read_options(option) for option in columns["options"].to_pylist()),
        players=np.array([columns["first_player"].to_pylist(), columns["second_player"].to_pylist()]).T,
        score=columns["score"].to_numpy(),
        plies=columns["plies"].to_numpy(),
        reason=columns["reason"].to_numpy(),
        weight=columns["weight"].to_numpy(),
        choice_offsets=columns["choices"].offsets.to_numpy().astype(np.int64),
        choices=columns["choices"].flatten().to_numpy(),
    )


def _read_options(written: str) -> Options:
    return {name: tuple(numbers) for name, numbers in json.loads(written).items()}
