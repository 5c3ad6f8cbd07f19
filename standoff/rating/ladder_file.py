"""The file of a ladder: a line of settings, then a line a pairing, appended as it ends; a torn last line is dropped."""

import os
from dataclasses import dataclass
from pathlib import Path

import msgspec

from standoff.errors import BadInput
from standoff.pool import Options
from standoff.rating.match import Tally
from standoff.rating.sprt import PairCounts
from standoff.runs import write_beside

FORMAT = "standoff-ladder-1"


@dataclass(frozen=True)
class LadderSettings:
    """What all games of a ladder have in common."""

    game: str
    options: Options
    first_seed: int
    """Of the first pairing; the next one goes on where it ended."""
    seed: int = 0
    """Of the players' own random choices."""


@dataclass(frozen=True)
class Pairing:
    """Two players, the seeds that they played in both seats, and how that ended."""

    players: tuple[str, str]
    first_seed: int
    seeds: int
    tally: Tally
    """Games of the first player."""
    pairs: PairCounts
    """How many pairs of games brought the first player 0, 0.5, 1, 1.5 and 2 points."""


class _Head(msgspec.Struct):
    format: str
    game: str
    options: dict[str, tuple[int, ...]]
    first_seed: int
    seed: int


def open_ladder(path: Path, settings: LadderSettings) -> list[Pairing]:
    """The pairings of a file in their order; none where there is no file.

    A last line that a kill has cut short is removed.

    Raises:
        BadInput: the file is of other settings, or is no ladder.
    """
    if not path.exists():
        return []
    whole, _, torn = path.read_bytes().rpartition(b"\n")
    lines = whole.split(b"\n") if whole else []
    if lines:
        _check_head(path, lines[0], settings)
    elif not _head(settings).startswith(torn):
        raise BadInput(f"{path} is not a ladder of this version ({FORMAT}); name another file")
    pairings = [_read_pairing(path, number, line) for number, line in enumerate(lines[1:], 2)]
    seed = settings.first_seed
    for number, pairing in enumerate(pairings, 2):
        if pairing.first_seed != seed:
            raise BadInput(f"{path}, line {number}: it begins at seed {pairing.first_seed}, not {seed}; {MEND}")
        seed += pairing.seeds
    if torn:
        write_beside(path, whole + b"\n" if whole else b"")
    return pairings


def append_pairing(path: Path, settings: LadderSettings, pairing: Pairing) -> None:
    """Adds a line, behind the settings where it is the first one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = msgspec.json.encode(pairing) + b"\n"
    with path.open("ab") as file:
        file.write(line if file.tell() else _head(settings) + line)
        file.flush()
        os.fsync(file.fileno())


MEND = "a line was lost or changed; restore the file, or begin another one"


def _head(settings: LadderSettings) -> bytes:
    options = {name: tuple(numbers) for name, numbers in settings.options.items()}
    return msgspec.json.encode(_Head(FORMAT, settings.game, options, settings.first_seed, settings.seed)) + b"\n"


def _check_head(path: Path, line: bytes, settings: LadderSettings) -> None:
    try:
        head = msgspec.json.decode(line, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError):
        head = None
    if head is None or head.format != FORMAT:
        raise BadInput(f"{path} is not a ladder of this version ({FORMAT}); name another file")
    if head.game != settings.game:
        raise BadInput(f"{path} is a ladder of {head.game}, not of {settings.game}; name another file")
    options = {name: tuple(numbers) for name, numbers in settings.options.items()}
    for name in sorted({*head.options, *options}):
        there, here = head.options.get(name), options.get(name)
        if there != here:
            raise BadInput(
                f"{path} was played with the option {name} = {_said(there)}, not {_said(here)}; "
                "give the options that it began with, or name another file"
            )
    for name, there, here in (
        ("--first-seed", head.first_seed, settings.first_seed),
        ("--seed", head.seed, settings.seed),
    ):
        if there != here:
            raise BadInput(f"{path} began with {name} {there}, not {here}; go on with that, or name another file")


def _said(numbers: tuple[int, ...] | None) -> str:
    return "nothing" if numbers is None else ", ".join(str(number) for number in numbers)


def _read_pairing(path: Path, number: int, line: bytes) -> Pairing:
    try:
        pairing = msgspec.json.decode(line, type=Pairing)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path}, line {number} cannot be read ({fault}); {MEND}") from None
    n_games, n_pairs = pairing.tally.games, sum(pairing.pairs)
    if pairing.seeds < 1 or n_games != 2 * pairing.seeds or abs(n_pairs - pairing.seeds) > 1e-6:
        raise BadInput(f"{path}, line {number}: its counts are not those of {pairing.seeds} seeds; {MEND}")
    if min(*pairing.pairs, pairing.tally.wins, pairing.tally.draws, pairing.tally.losses) < 0:
        raise BadInput(f"{path}, line {number}: it has a count below 0; {MEND}")
    return pairing
