"""The verbs of the command line that pack a model for other places: a contest; no logic."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro

from standoff.errors import BadInput


@dataclass(frozen=True)
class KaggleArguments:
    """Pack a model of ptcg as a submission to its contest: main.py, the model, the list, and a library.

    The library is built from the sources of this repository with ziglang, which `make setup` installs: a minute or two
    the first time, and again whenever the sources have changed. It runs on any x86-64 Linux.
    """

    model: tyro.conf.Positional[str]
    """A model: runs/NAME, runs/NAME@last, a checkpoint or a champion."""
    deck: Path
    """The list that it plays: an id a line, or lines such as 4 Dreepy #119."""
    out: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("submission.tar.gz")
    """Archive to write."""


def kaggle(arguments: KaggleArguments) -> None:
    """`standoff export kaggle MODEL --deck FILE -o submission.tar.gz`."""
    from standoff.export.kaggle import export_kaggle

    packed = export_kaggle(arguments.model, arguments.deck, arguments.out)
    print(f"{packed.path}: {packed.bytes / 1e6:.2f} MB; its agent plays {arguments.model} with {arguments.deck}")


PLACES: dict[str, tuple[type[Any], Callable[[Any], None]]] = {"kaggle": (KaggleArguments, kaggle)}
HELP = "usage: standoff export kaggle MODEL --deck FILE -o submission.tar.gz; `standoff export kaggle --help` says more"


def export(words: Sequence[str]) -> None:
    """`standoff export PLACE`."""
    if not words or words[0] in ("-h", "--help"):
        print(HELP)
        return
    if words[0] not in PLACES:
        raise BadInput(f"there is no place {words[0]!r} to export to; there is {', '.join(PLACES)}")
    arguments_type, run = PLACES[words[0]]
    run(tyro.cli(arguments_type, prog=f"standoff export {words[0]}", args=list(words[1:])))
