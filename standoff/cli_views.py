"""The verbs of the command line that look and change nothing: show, replay, agreement, stats and exploit; no logic."""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Generic

import tyro
from rich.console import Console
from rich.table import Table as Grid

from standoff.arguments import Flat, OptionsType, check_seeds
from standoff.errors import BadInput
from standoff.games import Album, Game, GameOptions, find_game
from standoff.specs import find_checkpoint, players_of

if TYPE_CHECKING:
    from standoff.analysis.convergence import Convergence
    from standoff.analysis.exploit import Exploitability


@dataclass(frozen=True)
class ShowArguments:
    """Show what is printed on cards and characters, and what the rulings say; without a name, list them all."""

    names: tyro.conf.Positional[tuple[str, ...]] = ()
    """Names, or parts of names that no other has, such as wyatt-ear, "Return Fire" or stampede."""


def show(game: Game | Album, arguments: ShowArguments) -> None:
    """`standoff show GAME NAME...`."""
    from standoff.sheets import draw_sheet, find_sheets, list_sheets

    console = Console()
    if arguments.names:
        console.print(*map(draw_sheet, find_sheets(game, arguments.names)), sep="\n")
    else:
        console.print(*list_sheets(game), sep="\n")


@dataclass(frozen=True)
class ReplayArguments:
    """Go through a recorded game: with keys in a terminal, else a line a choice; or write it as a text record."""

    file: tyro.conf.Positional[Path]
    """A text record, or a recording that `standoff record` wrote."""
    game: int | None = None
    """Which game of a recording, from 0; the first where none is given."""
    first_ply: Annotated[int, tyro.conf.arg(name="from")] = 0
    """The choice to begin at, from 0."""
    plain: bool = False
    """Print a line a choice, also in a terminal."""
    write: Path | None = None
    """Text record to write instead of showing the game."""


def replay(arguments: ReplayArguments) -> None:
    """`standoff replay FILE`."""
    from standoff.records import play_record, write_record
    from standoff.replay import find_record, lines, step_through

    record, console = find_record(arguments.file, arguments.game), Console()
    if arguments.write is not None:
        play_record(record)
        write_record(arguments.write, record)
        print(f"{arguments.write}: {record.result} after {len(record.ids)} plies")
    elif console.is_terminal and sys.stdin.isatty() and not arguments.plain:
        step_through(record, arguments.first_ply, console)
    else:
        print("\n".join(lines(record, arguments.first_ply)))


@dataclass(frozen=True)
class AgreementArguments:
    """How often a model prefers the move that was taken in a recording, by kind of decision."""

    model: tyro.conf.Positional[str]
    """champion, runs/NAME, runs/NAME@CHECKPOINT or a file."""
    recording: tyro.conf.Positional[Path]
    """What `standoff record` or `standoff import` wrote."""
    json: bool = False
    """Print a JSON list instead of a table."""
    device: str | None = None
    """Where the model runs: native (the default) is this processor without torch; cpu or cuda need torch."""


def agreement(arguments: AgreementArguments) -> None:
    """`standoff agreement MODEL RECORDING`."""
    from standoff.analysis.agreement import agreement as measure_agreement
    from standoff.recordings import read_recording

    recording = read_recording(arguments.recording)
    checkpoint = find_checkpoint(arguments.model, find_game(recording.schema.game))
    rows = measure_agreement(checkpoint, recording, arguments.device)
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    grid = Grid("kind of decision", "decisions", "legal", "agreed", "rate with 95% interval")
    for row in rows:
        grid.add_row(row.kind, f"{row.decisions:,}", f"{row.legal:.1f}", f"{row.agreed:,}", str(row.rate))
    Console().print(grid)


@dataclass(frozen=True)
class StatsArguments(Generic[OptionsType]):
    """Measure a game: its length and choices, who wins, and how often each card is used when it can be."""

    options: Annotated[OptionsType, Flat]
    players: str
    """Two players with a comma between them, such as tactical,tactical; they are counted together."""
    first_seed: int = 8_000_000
    """First seed."""
    seeds: int = 200
    """How many seeds; each is played in both seats, by a player against itself once."""
    json: bool = False
    """Print one JSON object instead of tables."""
    seed: int = 0
    """Of the players' own random choices."""
    device: str | None = None
    """Where models run: native (the default) is this processor without torch; cpu or cuda need torch."""


def stats(game: Game, arguments: StatsArguments[GameOptions]) -> None:
    """`standoff stats GAME --players A,B`."""
    from standoff.analysis.stats import game_stats, games_a_seed
    from standoff.analysis.stats_tables import sentences, tables
    from standoff.progress import Bar, GamesBar

    check_seeds(arguments.first_seed, arguments.seeds)
    players = players_of(arguments.players, game, device=arguments.device, seed=arguments.seed)
    if len(players) != 2:
        raise BadInput(f"--players {arguments.players!r}: give two players with a comma between them")
    options, pair = arguments.options.values(), (players[0], players[1])
    title = f"{players[0].name} against {players[1].name}"
    with Bar(title, games_a_seed(pair) * arguments.seeds) as bar:
        counted = game_stats(game, options, pair, arguments.first_seed, arguments.seeds, [GamesBar(bar)])
    if arguments.json:
        print(json.dumps(asdict(counted)))
        return
    Console().print(*tables(game, counted), sep="\n")
    print("\n".join(sentences(game, counted)))


@dataclass(frozen=True)
class ExploitArguments(Generic[OptionsType]):
    """Measure exactly how much the best answer to a policy wins, in a game that is small enough."""

    options: Annotated[OptionsType, Flat]
    players: tyro.conf.Positional[str]
    """A player, several with commas that are drawn from before each game, or runs/NAME: its last checkpoint, its
    snapshots and their average."""
    json: bool = False
    """Print one JSON object instead of a table."""
    device: str | None = None
    """Where models run: native (the default) is this processor without torch; cpu or cuda need torch."""


def exploit(game: Game, arguments: ExploitArguments[GameOptions]) -> None:
    """`standoff exploit GAME PLAYER,PLAYER...`."""
    from standoff.analysis.convergence import converge, is_run
    from standoff.analysis.exploit import exploit_players, read_players
    from standoff.analysis.game_tree import grow_tree

    tree = grow_tree(game, arguments.options.values())
    if is_run(arguments.players):
        found = converge(tree, arguments.players, arguments.device)
        if arguments.json:
            print(json.dumps({**asdict(found.last), "average": asdict(found.average), "curve": _points(found)}))
            return
        _print_curve(found)
        measured = [found.last, found.average]
    else:
        measured = [exploit_players(tree, read_players(arguments.players, game, arguments.device))]
        if arguments.json:
            print(json.dumps(asdict(measured[0])))
            return
    for each in measured:
        _print_exploitability(game, each)
    print("That is what both best responses win more than the policy, 0 in an equilibrium; it is exact, over")
    print(f"{tree.n_nodes:,} nodes and {tree.n_information_sets:,} information sets.")


def _points(found: "Convergence") -> list[dict[str, float]]:
    return [asdict(point) for point in found.curve]


def _print_curve(found: "Convergence") -> None:
    grid = Grid("iteration", "snapshot", "average until then", title="NashConv, in chips a game")
    for point in found.curve:
        grid.add_row(f"{point.iteration:,}", f"{point.snapshot:.3f}", f"{point.average:.3f}")
    Console().print(grid)


def _print_exploitability(game: Game, found: "Exploitability") -> None:
    grid = Grid("seat", "value", "best response", title=f"{game.title}, in chips a game")
    for name, value, best in zip(game.seats, found.value, found.best_response, strict=True):
        grid.add_row(name, f"{value:+.6f}", f"{best:+.6f}")
    Console().print(grid)
    print(f"{' or '.join(found.players)}: NashConv {found.nash_conv:.6f}")
