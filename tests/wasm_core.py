"""The core in WebAssembly as a page would drive it: calls, their questions and their answers (native/wasm.cpp)."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import wasmtime

from standoff.checkpoints import Checkpoint
from standoff.pool import Options

ROOT = Path(__file__).parents[1]
MODULE = ROOT / "build" / "standoff.wasm"
HEADS = ("game", "seat", "ply", "kind", "information", "action_offsets")
ROWS = (
    *("globals", "planes", "entities", "entity_card", "entity_zone", "entity_offsets"),
    *("tokens", "token_offsets", "actions", "action_kind", "action_id", "action_refs"),
)
ENDED = ("game", "score", "plies", "reason", "choice_offsets", "choices")


class Refused(Exception):
    """The module's sentence on what it cannot do."""


@dataclass(frozen=True)
class _Compiled:
    engine: wasmtime.Engine
    module: wasmtime.Module


@cache
def compiled() -> _Compiled:
    """The module, compiled for this processor once a process.

    Raises:
        FileNotFoundError: it is not built, or older than its sources.
    """
    sources = [*ROOT.glob("native/*.[ch]pp"), *ROOT.glob("standoff/games/*/*.[ch]pp")]
    if not MODULE.exists() or MODULE.stat().st_mtime < max(source.stat().st_mtime for source in sources):
        raise FileNotFoundError(f"{MODULE} is missing or older than its sources; run make wasm")
    engine = wasmtime.Engine()
    return _Compiled(engine, wasmtime.Module.from_file(engine, str(MODULE)))


def order(game: str, options: Options, seeds: range, *, asks_forced: bool = False) -> str:
    """The text that a pool is begun with."""
    lines = [f"option {name} {' '.join(map(str, numbers))}" for name, numbers in options.items()]
    lines += [f"game {game}", f"seeds {' '.join(map(str, seeds))}", *(["asks_forced"] if asks_forced else [])]
    return "\n".join(lines)


class WasmCore:
    """One instance of the module. Parts of answers are copied, as bytes."""

    def __init__(self) -> None:
        self._store = wasmtime.Store(compiled().engine)
        self._exports = wasmtime.Instance(self._store, compiled().module, []).exports(self._store)
        self._memory = self._exports["memory"]
        self._exports["_initialize"](self._store)

    def memory_bytes(self) -> int:
        """How much linear memory there is."""
        return self._memory.data_len(self._store)

    def call(self, name: str, *numbers: int, question: bytes = b"") -> tuple[int, list[np.ndarray]]:
        """What a function returned, and the parts of its answer.

        Raises:
            Refused: it returned -1, or there is no room for the question.
        """
        if question:
            self.ask(question)
        returned = self._exports[name](self._store, *numbers)
        parts = self.answer()
        if returned == -1:
            raise Refused(parts[0].tobytes().decode())
        return returned, parts

    def ask(self, question: bytes) -> None:
        """Writes what the next call is asked.

        Raises:
            Refused: there is no room for it.
        """
        where = self._exports["question"](self._store, len(question))
        if where == 0:
            raise Refused(self.answer()[0].tobytes().decode())
        assert where % 8 == 0
        self._memory.write(self._store, question, where)

    def answer(self) -> list[np.ndarray]:
        """The parts of the last answer."""
        memory = np.frombuffer(self._memory.get_buffer_ptr(self._store), np.uint8)
        where = self._exports["answer"](self._store)
        (count,) = memory[where : where + 4].view("<u4")
        listed = memory[where + 4 : where + 4 + 8 * int(count)].view("<u4").reshape(-1, 2)
        return [memory[address : address + size].copy() for address, size in listed.tolist()]

    def games(self) -> list[dict[str, Any]]:
        """All games with their schemas and bots."""
        return json.loads(self.call("games")[1][0].tobytes())

    def begin(self, text: str) -> int:
        """Makes a pool."""
        return self.call("begin", question=text.encode())[0]

    def end(self, pool: int) -> None:
        """Frees a pool."""
        self.call("end", pool)

    def open(self, pool: int) -> dict[str, np.ndarray]:
        """The heads of the open decisions."""
        return dict(zip(HEADS, self.call("open", pool)[1], strict=True))

    def rows(self, pool: int) -> dict[str, np.ndarray]:
        """Their rows."""
        return dict(zip(ROWS, self.call("rows", pool)[1], strict=True))

    def page(self, pool: int, row: int) -> tuple[Any, Any, Any]:
        """The page of a decision, its labels, and what the other seat hears of each."""
        page, labels, told = (json.loads(part.tobytes()) for part in self.call("page", pool, row)[1])
        return page, labels, told

    def choose(self, pool: int, bot: str, depth: int = 0, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """What a scripted player does in the open decisions: index and weights."""
        signed = int(np.uint64(seed).astype(np.int64))
        index, weights = self.call("choose", pool, depth, signed, question=bot.encode())[1]
        return index.view("<i4"), weights.view("<f4")

    def load(self, checkpoint: Checkpoint, **changed: np.ndarray) -> int:
        """Loads the weights of a checkpoint, some of them changed."""
        weights = {name: array.astype("<f4") for name, array in {**checkpoint.weights, **changed}.items()}
        lines = [f"weight {name} {' '.join(map(str, array.shape))}\n" for name, array in weights.items()]
        text = f"game {checkpoint.schema.game}\nfamily {checkpoint.family}\n{''.join(lines)}\n"
        numbers = b"".join(array.tobytes() for array in weights.values())
        return self.call("load", question=text.encode() + numbers)[0]

    def unload(self, net: int) -> None:
        """Frees a net."""
        self.call("unload", net)

    def evaluate(self, pool: int, net: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What a net makes of the open decisions: logits, values, and the rows that it takes."""
        logits, value, index = self.call("evaluate", pool, net)[1]
        return logits.view("<f4"), value.view("<f4"), index.view("<i4")

    def apply(self, pool: int, index: np.ndarray) -> None:
        """Plays the chosen rows."""
        self.call("apply", pool, question=index.astype("<i4").tobytes())

    def results(self, pool: int) -> dict[str, np.ndarray]:
        """The games that have ended since this was last asked."""
        return dict(zip(ENDED, self.call("results", pool)[1], strict=True))
