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


PLACES: dict[str, tuple[type[Any], Callable[[Any], None], str]] = {
    "kaggle": (KaggleArguments, kaggle, "MODEL --deck FILE"),
}


def export(words: Sequence[str]) -> None:
    """`standoff export PLACE ...`."""
    place, rest = (words[0], words[1:]) if words else ("--help", words)
    if place in ("-h", "--help"):
        _print_places()
    elif place in PLACES:
        arguments_type, function, _ = PLACES[place]
        function(tyro.cli(arguments_type, prog=f"standoff export {place}", args=rest))
    else:
        raise BadInput(f"there is no place {place!r} to export to; there is {', '.join(PLACES)}")


def _print_places() -> None:
    print("usage: standoff export PLACE ... (`standoff export PLACE --help` explains each)\n")
    print("Pack a model for another place, with all that it needs there.\n")
    for place, (arguments_type, _, takes) in PLACES.items():
        summary = str(arguments_type.__doc__).partition("\n")[0]
        print(f"  {place + ' ' + takes:26}{summary}")
    print("\n  -h, --help                show this help message and exit")
