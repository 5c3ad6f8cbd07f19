"""The verb of the command line that turns games played elsewhere into recordings; no logic."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import tyro

from standoff.errors import BadInput

SHOWN = 20
"""Sentences about skipped episodes that are printed."""


@dataclass(frozen=True)
class ImportArguments:
    """Turn episodes of the contest into a recording: both seats, a game a round; what can't be used is skipped."""

    episodes: tyro.conf.Positional[tuple[Path, ...]]
    """Files of JSON, plain or gzipped, or folders of them."""
    out: Path
    """Parquet file to write; it appears only when it is whole."""
    json: bool = False
    """Print one JSON object instead of lines."""


def import_games(words: Sequence[str]) -> None:
    """`standoff import ptcg EPISODES... --out RECORDING`."""
    game, rest = (words[0], words[1:]) if words else ("--help", words)
    if game in ("-h", "--help"):
        game, rest = "ptcg", ["--help"]
    if game != "ptcg":
        raise BadInput(f"there are no games of {game!r} to import; there is standoff import ptcg EPISODES --out FILE")
    _import_ptcg(tyro.cli(ImportArguments, prog="standoff import ptcg", args=rest))


def _import_ptcg(arguments: ImportArguments) -> None:
    from standoff.importing import import_episodes

    if not arguments.episodes:
        raise BadInput("say which episodes: standoff import ptcg EPISODES... --out FILE")
    done = import_episodes(arguments.episodes, arguments.out)
    if arguments.json:
        print(json.dumps(asdict(done)))
        return
    print(
        f"{arguments.out}: {done.episodes:,} episodes, {done.games:,} games, {done.answers:,} answers, "
        f"{done.decisions:,} decisions, {len(done.skipped):,} skipped, {done.seconds:.1f} s"
    )
    for sentence in done.skipped[:SHOWN]:
        print(f"  skipped {sentence}")
    if len(done.skipped) > SHOWN:
        print(f"  and {len(done.skipped) - SHOWN:,} more: --json names them all")
