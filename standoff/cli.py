"""The command line: one function a verb, each of which takes one dataclass; no logic."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

import tyro
from rich import box
from rich.console import Console
from rich.table import Table as Grid

from standoff.arguments import Flat, OptionsType, check_seeds
from standoff.cli_decks import decks
from standoff.cli_export import export
from standoff.cli_import import import_games
from standoff.cli_views import (
    AgreementArguments,
    ExploitArguments,
    ReplayArguments,
    ShowArguments,
    StatsArguments,
    agreement,
    exploit,
    replay,
    show,
    stats,
)
from standoff.errors import BadInput
from standoff.games import Game, GameOptions, find_album, find_game, game_names
from standoff.players import PolicyPlayer
from standoff.rating.intervals import Interval
from standoff.rating.robin import RobinReport
from standoff.specs import best_known, make_player, players_of, read_offsets


@dataclass(frozen=True)
class GamesArguments:
    """List the games of this build, and the scripted players of each."""


def games(_: GamesArguments) -> None:
    """`standoff games`."""
    grid = Grid("game", "player", "what it does", "actions")
    for name in game_names():
        game = find_game(name)
        for bot in game.bots.values():
            spec = f"{bot.name}:DEPTH" if bot.most_depth else bot.name
            grid.add_row(f"{name}: {game.title}", spec, bot.summary, ", ".join(game.schema.action_kinds))
    Console().print(grid)


@dataclass(frozen=True)
class RecordArguments(Generic[OptionsType]):
    """Record a teacher at play: its decisions, what it thought of every move, and how the games ended."""

    options: Annotated[OptionsType, Flat]
    teacher: str
    """Player whose decisions are recorded."""
    out: Path
    """Parquet file to write. If the recording is killed, the same command goes on with it."""
    opponents: str = ""
    """Players that it meets, with commas; the teacher itself where none is given."""
    first_seed: int = 1_000_000
    """First seed; each seed is one game an opponent."""
    seeds: int = 1000
    """How many seeds."""
    seed: int = 0
    """Of the players' own random choices."""
    device: str | None = None
    """Where models run: native (the default) is this processor without torch; cpu or cuda need torch."""


def record(game: Game, arguments: RecordArguments[GameOptions]) -> None:
    """`standoff record GAME`."""
    from standoff.learning.record import Lessons, record_lessons

    check_seeds(arguments.first_seed, arguments.seeds)
    opponents = tuple(spec.strip() for spec in arguments.opponents.split(",") if spec.strip())
    lessons = Lessons(
        game=game.name,
        options=arguments.options.values(),
        teacher=arguments.teacher,
        opponents=opponents or (arguments.teacher,),
        first_seed=arguments.first_seed,
        seeds=arguments.seeds,
        seed=arguments.seed,
        device=arguments.device,
    )
    summary = record_lessons(lessons, arguments.out)
    print(
        f"{arguments.out}: {summary.games:,} games, {summary.plies_a_game:.0f} plies a game, "
        f"{summary.decisions:,} decisions, {summary.contested:.1%} contested, {summary.seconds:.1f} s"
    )


@dataclass(frozen=True)
class MatchArguments(Generic[OptionsType]):
    """Play two players against each other: every seed in both seats, with 95% intervals."""

    options: Annotated[OptionsType, Flat]
    first: tyro.conf.Positional[str]
    """Player A: a scripted player, or runs/NAME[@CHECKPOINT][?temperature=0.5]."""
    second: tyro.conf.Positional[str]
    """Player B."""
    first_seed: int = 5_000_000
    """First seed."""
    seeds: int = 200
    """How many seeds; each is played twice. With --sprt the most that are played."""
    sprt: str = ""
    """ELO0,ELO1, such as 0,10: stop as soon as a sequential test knows whether A is ELO0 stronger or ELO1 stronger."""
    json: bool = False
    """Print one JSON object instead of a table."""
    seed: int = 0
    """Of the players' own random choices."""
    device: str | None = None
    """Where models run: native (the default) is this processor without torch; cpu or cuda need torch."""


def match(game: Game, arguments: MatchArguments[GameOptions]) -> None:
    """`standoff match GAME A B`."""
    from standoff.progress import Bar, GamesBar
    from standoff.rating.match import play_in_batches, play_match, play_until_decided
    from standoff.rating.sprt import SequentialTest

    check_seeds(arguments.first_seed, arguments.seeds)
    test = SequentialTest.read(arguments.sprt) if arguments.sprt else None
    first = make_player(arguments.first, game, device=arguments.device, seed=arguments.seed)
    second = make_player(arguments.second, game, device=arguments.device, seed=arguments.seed)
    options = arguments.options.values()
    with Bar(f"{first.name} against {second.name}", 2 * arguments.seeds) as bar:
        how = (game.name, options, (first, second), arguments.first_seed, arguments.seeds, [GamesBar(bar)])
        if test is None:
            report = play_match(*how)
        else:
            report = play_until_decided(
                play_in_batches(*how), test, lambda outcome: bar.advance(0, f"LLR {outcome.llr:.2f}")
            )
    if arguments.json:
        print(json.dumps(asdict(report)))
        return
    grid = Grid(title=f"{game.title}: {first.name} against {second.name}")
    for column in (first.name, "games", "wins", "draws", "losses"):
        grid.add_column(column, justify="right")
    for name, tally in (("in seat 0", report.by_seat[0]), ("in seat 1", report.by_seat[1]), ("in all", report.total)):
        grid.add_row(name, str(tally.games), str(tally.wins), str(tally.draws), str(tally.losses))
    Console().print(grid)
    print(f"score {report.over_games} with the 95% Wilson interval over {report.total.games} games")
    print(f"      {report.over_pairs} with the 95% interval over {report.seeds} pairs, a seed in both seats")
    if report.sprt:
        print(report.sprt)
    print(f"{report.plies_a_game:.0f} plies a game, {report.games_a_second:.1f} games/s")


@dataclass(frozen=True)
class LadderArguments(Generic[OptionsType]):
    """Rate any set of players: the pairings that teach most are played, and all games are kept in one file."""

    options: Annotated[OptionsType, Flat]
    file: tyro.conf.Positional[Path]
    """File of the games, such as runs/ladder.jsonl; a plot lies beside it. The same command goes on with it."""
    players: str = ""
    """Players that shall meet, with commas; those of the file where none is given. More may be named later."""
    games: int = 1000
    """Games that the file shall hold in the end."""
    seeds: int = 10
    """Seeds of one pairing; each is played in both seats."""
    first_seed: int = 8_000_000
    """First seed of the file; every pairing plays seeds that no other has played."""
    json: bool = False
    """Print a JSON list instead of a table."""
    seed: int = 0
    """Of the players' own random choices."""
    device: str | None = None
    """Where models run: native (the default) is this processor without torch; cpu or cuda need torch."""


def ladder(game: Game, arguments: LadderArguments[GameOptions]) -> None:
    """`standoff ladder GAME FILE --players A,B,C`."""
    from standoff.progress import Bar, GamesBar
    from standoff.rating.ladder import Ladder, climb
    from standoff.rating.ladder_file import LadderSettings
    from standoff.rating.ladder_plot import draw_ladder, ladder_table

    check_seeds(arguments.first_seed, arguments.seeds)
    settings = LadderSettings(game.name, arguments.options.values(), arguments.first_seed, arguments.seed)
    opened = Ladder.open(arguments.file, settings)
    specs = arguments.players or ",".join(opened.players)
    players = {each.name: each for each in players_of(specs, game, device=arguments.device, seed=arguments.seed)}
    with Bar(f"Ladder of {len(players)}", max(arguments.games, opened.games), done=opened.games) as bar:
        climb(opened, players, arguments.games, arguments.seeds, [GamesBar(bar)])
    standings = opened.standings(list(players))
    plot = draw_ladder(arguments.file, f"{game.title}: {opened.games:,} games", standings)
    if arguments.json:
        print(json.dumps([asdict(standing) for standing in standings]))
        return
    console = Console()
    console.print(ladder_table(f"{game.title}: the ladder", standings, console.width))
    print(f"{arguments.file}: {opened.games:,} games; {plot}: the ratings with their intervals")
    print("Elo is above the mean of the field, by all games at once; skill is OpenSkill's mu ± sigma, game by game.")


@dataclass(frozen=True)
class HabitsArguments(Generic[OptionsType]):
    """How often each kind of action is taken when it can be; what the clone has forgotten is flagged."""

    options: Annotated[OptionsType, Flat]
    clone: tyro.conf.Positional[str]
    """Player to look at, such as runs/NAME."""
    teacher: str
    """Player that it was trained on."""
    opponents: str = ""
    """More players to compare with, with commas."""
    first_seed: int = 6_000_000
    """First seed."""
    seeds: int = 50
    """How many seeds; each pair of players plays each in both seats."""
    json: bool = False
    """Print a JSON list instead of a table."""
    seed: int = 0
    """Of the players' own random choices."""
    device: str | None = None
    """Where models run: native (the default) is this processor without torch; cpu or cuda need torch."""


def habits(game: Game, arguments: HabitsArguments[GameOptions]) -> None:
    """`standoff habits GAME CLONE --teacher TEACHER`."""
    from standoff.analysis.habits import habits as count_habits

    check_seeds(arguments.first_seed, arguments.seeds)
    specs = ",".join([arguments.clone, arguments.teacher, arguments.opponents])
    players = players_of(specs, game, device=arguments.device, seed=arguments.seed)
    rows = count_habits(game.name, arguments.options.values(), players, arguments.first_seed, arguments.seeds)
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    grid = Grid("kind", "player", "could", "took", "rate with 95% interval", "")
    for row in rows:
        flag = "[bold red]forgotten[/]" if row.is_forgotten else ""
        grid.add_row(row.kind, row.player, f"{row.could:,}", f"{row.took:,}", str(row.rate), flag)
    Console().print(grid)
    forgotten = [row.kind for row in rows if row.is_forgotten]
    if forgotten:
        print(f"Remedies: play it as '{arguments.clone}?logit-offset={forgotten[0]}:1', or clone again with")
        print(f"--logit-offset {forgotten[0]}=1 or --kind-entropy 0.01.")


@dataclass(frozen=True)
class PlayArguments(Generic[OptionsType]):
    """Play against somebody in the terminal, a key a move; `t` shows what it thinks of your moves."""

    options: Annotated[OptionsType, Flat]
    against: str = ""
    """Opponent: champion, a scripted player, or runs/NAME; none named, the game's champion or else its best script."""
    seat: str = "0"
    """Your seat in the first game, by its name (law, outlaw) or as 0 or 1; they are swapped after each."""
    first_seed: int = 7_000_000
    """Deal of the first game."""
    keep: Path | None = None
    """Folder for the record of each finished game."""
    logit_offset: tuple[str, ...] = ()
    """KIND=x: added to the opponent's logits of a kind of action."""
    seed: int = 0
    """Of the opponent's own random choices."""
    device: str | None = None
    """Where a model runs: native (the default) is this processor without torch; cpu or cuda need torch."""


def play(game: Game, arguments: PlayArguments[GameOptions]) -> None:
    """`standoff play GAME [--against PLAYER]`."""
    from standoff.terminal import Sitting, find_seat, play_in_terminal

    seat = find_seat(game, arguments.seat)
    against = arguments.against or best_known(game)
    opponent = make_player(against, game, device=arguments.device, seed=arguments.seed)
    offsets = read_offsets(arguments.logit_offset, game)
    if offsets:
        if not isinstance(opponent, PolicyPlayer):
            raise BadInput(f"--logit-offset is for models; {against} has no logits")
        opponent = replace(opponent, logit_offsets={**opponent.logit_offsets, **offsets})
    options = arguments.options.values()
    sitting = Sitting(game, options, opponent, arguments.first_seed, seat, arguments.keep)
    won, played = play_in_terminal(sitting, Console())
    print(f"You won {won} of {played} games against {opponent.name}.")


def clone(arguments: Sequence[str]) -> None:
    """`standoff clone TRAIN --heldout HELDOUT --out runs/NAME`."""
    _need_torch()
    from standoff.learning.clone import CloneConfig, Measured
    from standoff.learning.clone import clone as train_clone

    @dataclass(frozen=True)
    class CloneArguments:
        """Train a clone of a recorded teacher; it is measured on held-out games as it goes."""

        config: Annotated[CloneConfig, Flat]
        out: Path
        """Run folder to make, such as runs/clone. If the training is killed: standoff resume FOLDER."""

    parsed = _parse(CloneArguments, "clone", arguments)
    measured: Measured = train_clone(parsed.config, parsed.out)
    _print_measured(measured, parsed.out)


def dagger(arguments: Sequence[str]) -> None:
    """`standoff dagger runs/CLONE --out runs/NAME`."""
    _need_torch()
    from standoff.learning.dagger import DaggerConfig
    from standoff.learning.dagger import dagger as run_dagger

    @dataclass(frozen=True)
    class DaggerArguments:
        """Let a clone play, ask its teacher what it should have done, and train it again on all of it."""

        config: Annotated[DaggerConfig, Flat]
        out: Path
        """Run folder to make, such as runs/dagger. If it is killed: standoff resume FOLDER."""

    parsed = _parse(DaggerArguments, "dagger", arguments)
    _print_measured(run_dagger(parsed.config, parsed.out), parsed.out)


def train(words: Sequence[str]) -> None:
    """`standoff train GAME`."""
    _need_torch()
    from standoff.learning.train import TrainConfig, config_of, read_config
    from standoff.learning.train import train as run_train

    game = _game_of("train", words)

    @dataclass(frozen=True)
    class TrainArguments(Generic[OptionsType]):
        """Train a player in a league of itself, its past selves and scripted players."""

        options: Annotated[OptionsType, Flat]
        settings: Annotated[TrainConfig, Flat]
        out: Path = Path("runs") / game.name
        """Run folder to make. If the training is killed: standoff resume FOLDER."""
        config: Path | None = None
        """TOML file of settings, such as the config.toml of another run; what is said here takes their place."""

    named = [words[at + 1] for at, word in enumerate(words[:-1]) if word == "--config"]
    settings = read_config(Path(named[-1])) if named else config_of(game.name)
    defaults = TrainArguments(game.options(), settings)
    arguments_type: Any = TrainArguments[game.options]
    arguments: TrainArguments[GameOptions] = tyro.cli(
        arguments_type, prog=f"standoff train {game.name}", args=words[1:], default=defaults
    )
    training = run_train(game.name, arguments.options.values(), arguments.settings, arguments.out)
    _print_training(training, arguments.out)


@dataclass(frozen=True)
class ChampionArguments:
    """Let the best snapshots of a run and the yardsticks play a round robin, and make the winner the champion."""

    run: tyro.conf.Positional[Path]
    """Folder of a run of `standoff train`."""
    top: int = 8
    """Snapshots that take part: those that do best against the last one."""
    seeds: int = 500
    """Each is played in both seats by every two players."""
    first_seed: int = 9_000_000
    """First seed."""
    yardsticks: tuple[str, ...] = ()
    """Players that take part and cannot win; those of the game where none is named."""
    out: Path | None = None
    """JSON file to write; champions/GAME.json where none is given."""


def champion(arguments: ChampionArguments) -> None:
    """`standoff champion runs/NAME`."""
    from standoff.learning.promotion import promote, qualify, read_field
    from standoff.progress import Bar, GamesBar

    check_seeds(arguments.first_seed, arguments.seeds)
    if arguments.top < 1:
        raise BadInput(f"--top is 1 or more, not {arguments.top}")
    field = read_field(arguments.run, arguments.yardsticks)
    qualified = qualify(field, arguments.top, arguments.first_seed + arguments.seeds)
    n_players = len(qualified) + len(field.yardsticks)
    with Bar("Round robin", n_players * (n_players - 1) * arguments.seeds) as bar:
        promoted = promote(field, qualified, arguments.first_seed, arguments.seeds, arguments.out, [GamesBar(bar)])
    report = promoted.report
    _print_robin(report)
    size = promoted.path.stat().st_size
    print(f"{promoted.champion} is the champion: {promoted.path} ({size / 1e6:.2f} MB)")


def _print_robin(report: RobinReport) -> None:
    """A matrix of percents that fits into 80 columns with ten players."""
    short = [name.removeprefix("iteration-").lstrip("0") or name for name in report.players]
    grid = Grid("player", "field", *(short[player] for player in report.order), box=box.SIMPLE_HEAD, padding=0)
    for player in report.order:
        cells = [_percent(report.score[player, other]) if other != player else "" for other in report.order]
        grid.add_row(short[player], _percent(report.field_score(player), 1), *cells)
    Console().print(grid)
    print(f"Score in percent ± the farther end of its 95% Wilson interval, {report.games_a_pair} games a pair.")


def _percent(score: Interval, places: int = 0) -> str:
    half = max(score.high - score.score, score.score - score.low)
    return f"{100 * score.score:.{places}f}±{100 * half:.{places}f}"


@dataclass(frozen=True)
class ResumeArguments:
    """Go on with a run that was stopped, to the same numbers as one that was not."""

    run: tyro.conf.Positional[Path]
    """Its folder, such as runs/clone."""
    budget: str = ""
    """A longer budget for a run of `standoff train`, such as 2h: it goes on where it had ended."""


def resume(arguments: ResumeArguments) -> None:
    """`standoff resume runs/NAME`."""
    _need_torch()
    from standoff.learning.clone import resume_clone
    from standoff.learning.dagger import resume_dagger
    from standoff.learning.train import resume_train
    from standoff.runs import Run

    run = Run.reopen(arguments.run)
    if run.verb == "train":
        _print_training(resume_train(run, arguments.budget), arguments.run)
        return
    resumed = {"clone": resume_clone, "dagger": resume_dagger}.get(run.verb)
    if resumed is None:
        raise BadInput(f"{arguments.run} was made by `standoff {run.verb}`, which this version cannot resume")
    if run.is_finished:
        print(f"{arguments.run} has already run to its end.")
    _print_measured(resumed(run), arguments.run)


GAME_VERBS: dict[str, tuple[Any, Callable[[Game, Any], None]]] = {
    "record": (RecordArguments, record),
    "match": (MatchArguments, match),
    "ladder": (LadderArguments, ladder),
    "habits": (HabitsArguments, habits),
    "stats": (StatsArguments, stats),
    "exploit": (ExploitArguments, exploit),
    "play": (PlayArguments, play),
}
VERBS: dict[str, tuple[str, Callable[[Sequence[str]], None]]] = {
    "games": ("List the games and their scripted players.", lambda rest: games(_parse(GamesArguments, "games", rest))),
    "show": (
        "Show what is printed on cards and characters: standoff show GAME NAME.",
        lambda rest: show(
            game := find_album(_game_named("show", rest)), _parse(ShowArguments, f"show {game.name}", rest[1:])
        ),
    ),
    "replay": (
        "Go through a recorded game, choice by choice.",
        lambda rest: replay(_parse(ReplayArguments, "replay", rest)),
    ),
    "agreement": (
        "How often a model prefers the move that was taken in a recording, by kind of decision.",
        lambda rest: agreement(_parse(AgreementArguments, "agreement", rest)),
    ),
    "decks": ("Check, show, convert and compare lists of the Pokémon TCG.", decks),
    "import": ("Turn games that were played elsewhere into a recording: standoff import ptcg EPISODES.", import_games),
    "clone": ("Train a clone of a recorded teacher.", clone),
    "dagger": ("Improve a clone by asking its teacher about the clone's own games.", dagger),
    "train": ("Train a player in a league: standoff train GAME.", train),
    "champion": (
        "Make the best snapshot of a league the champion of its game.",
        lambda rest: champion(_parse(ChampionArguments, "champion", rest)),
    ),
    "export": ("Pack a model for another place: standoff export kaggle MODEL --deck FILE.", export),
    "resume": ("Go on with a run that was stopped.", lambda rest: resume(_parse(ResumeArguments, "resume", rest))),
}


def main() -> None:
    """Runs a verb; bad input ends in one sentence and exit code 2."""
    try:
        _run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads has had enough, as `head` has; what is left must not be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except BadInput as fault:
        print(f"standoff: {fault}", file=sys.stderr)
        sys.exit(2)
    except OSError as fault:
        print(f"standoff: {fault.filename or 'files'}: {fault.strerror or fault}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("\nstandoff: stopped; what was saved is kept", file=sys.stderr)
        sys.exit(130)


def _run(words: Sequence[str]) -> None:
    verb, rest = (words[0], words[1:]) if words else ("--help", words)
    if verb in VERBS:
        VERBS[verb][1](rest)
    elif verb in GAME_VERBS:
        arguments_type, function = GAME_VERBS[verb]
        game = _game_of(verb, rest)
        function(game, _parse(arguments_type[game.options], f"{verb} {game.name}", rest[1:]))
    elif verb in ("-h", "--help"):
        _print_verbs()
    else:
        raise BadInput(f"there is no verb {verb!r}; there is {', '.join([*GAME_VERBS, *VERBS])}")


def _game_of(verb: str, rest: Sequence[str]) -> Game:
    return find_game(_game_named(verb, rest))


def _game_named(verb: str, rest: Sequence[str]) -> str:
    if not rest or rest[0].startswith("-"):
        raise BadInput(f"say which game: standoff {verb} GAME ...; there is {', '.join(game_names())}")
    return rest[0]


def _print_verbs() -> None:
    print("usage: standoff VERB ... (`standoff VERB [GAME] --help` explains each)\n")
    for verb, (arguments_type, _) in GAME_VERBS.items():
        print(f"  {verb + ' GAME':14}{arguments_type.__doc__}")
    for verb, (summary, _) in VERBS.items():
        print(f"  {verb:14}{summary}")
    print(f"\ngames: {', '.join(game_names())}")


ArgumentsType = TypeVar("ArgumentsType")


def _parse(arguments_type: type[ArgumentsType], words: str, rest: Sequence[str]) -> ArgumentsType:
    return tyro.cli(arguments_type, prog=f"standoff {words}", args=rest)


def _need_torch() -> None:
    from importlib.util import find_spec

    if find_spec("torch") is None or find_spec("tensorboard") is None:
        raise BadInput("training needs torch and tensorboard: pip install 'standoff[train]'")


def _print_training(training: Any, folder: Path) -> None:
    receipts = training.receipts
    print(
        f"{folder}: {training.iteration} iterations, {receipts.duels:,} duels, {receipts.decisions:,} decisions learnt "
        f"from, {receipts.seconds / 60:.1f} min ({receipts.playing / 60:.1f} playing, {receipts.thinking / 60:.1f} "
        f"thinking, {receipts.learning / 60:.1f} learning, {receipts.measuring / 60:.1f} measuring)"
    )
    for name, (score, low, high) in training.latest.items():
        print(f"  against {name:10} {score:.3f} [{low:.3f}, {high:.3f}]")
    print(f"Play against it: standoff play {training.game.name} --against {folder}@last")


def _print_measured(measured: Any, folder: Path) -> None:
    print(f"best checkpoint of {folder} on {measured.decisions:,} held-out decisions:")
    print(f"  agreement            {measured.agreement:8.2%}")
    print(f"  contested agreement  {measured.contested_agreement:8.2%}   ({measured.contested:,} decisions)")
    print(f"  value error          {measured.value_error:8.3f}   (mean squared, on -1 to 1)")
