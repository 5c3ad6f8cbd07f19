"""Trains a player in a league: plays, learns, measures itself against yardsticks, and goes on after a kill."""

# torch's types are partly unknown.
# pyright: reportUnknownMemberType=false

import copy
import json
import re
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
import torch

from standoff.arena import Results, Table
from standoff.checkpoints import Checkpoint, load_checkpoint
from standoff.decisions import DecisionBatch, Evaluation
from standoff.errors import BadInput
from standoff.evaluator import Evaluator, load_evaluator
from standoff.games import find_game
from standoff.learning import mirror, ppo
from standoff.learning.league import Archive, LeagueConfig, score_by_opponent, seating
from standoff.learning.learner import Anchor, Learner, PrivilegedCritic, Progress
from standoff.learning.live import Climb
from standoff.learning.mirror import MirrorConfig
from standoff.learning.ppo import PPOConfig
from standoff.learning.resuming import load_parts, repeat_sums, save_parts
from standoff.learning.rollouts import Rollout, roll_out
from standoff.learning.yardsticks import YardstickConfig, measure
from standoff.models.inference import (
    FAMILIES,
    Family,
    Size,
    family_of,
    find_device,
    from_checkpoint,
    make_model,
    to_checkpoint,
    widths_of,
)
from standoff.players import Player, PolicyPlayer
from standoff.pool import Deals, GamePool, Options, usable_threads
from standoff.progress import Bar
from standoff.runs import Run, write_beside
from standoff.specs import find_checkpoint, make_player

FIRST_SEED = 1 << 40
"""Training deals are numbered from here on, far from those of matches."""
RECEIPTS = "receipts.json"


@dataclass(frozen=True)
class AnchorConfig:
    """Holds the learner to the checkpoint that it starts from."""

    weight: float = 0.0
    """Of the divergence from it, at the start; 0 holds nothing."""
    fade: int = 100
    """Iterations after which the weight has halved."""


@dataclass(frozen=True)
class TrainConfig:
    """How a player is trained. Every choice is here; the whole of it is written into the run folder."""

    budget: str = "60m"
    """How long: 90s, 60m or 2h of work, earlier parts of a resumed run counted."""
    iterations: int = 0
    """How many iterations at most; 0 for as many as the budget allows."""
    start: str = ""
    """Checkpoint to start from, such as runs/clone; fresh weights where there is none."""
    family: Family = ""
    """Of fresh weights; by the game's rows where none is named: grid with planes, duel without."""
    widths: Size = "small"
    """Of fresh weights; large only in the atomic family."""
    games: int = 512
    """Games of an iteration."""
    slots: int = 256
    """Games in step."""
    method: Literal["ppo", "mirror"] = "ppo"
    """How it learns of a rollout: ppo for games that never come twice, mirror for those small enough to solve."""
    league: LeagueConfig = field(default_factory=LeagueConfig)
    ppo: PPOConfig = field(default_factory=PPOConfig)
    mirror: MirrorConfig = field(default_factory=MirrorConfig)
    anchor: AnchorConfig = field(default_factory=AnchorConfig)
    yardsticks: YardstickConfig = field(default_factory=YardstickConfig)
    seed: int = 0
    """Of weights, deals, draws and orders."""
    threads: int = usable_threads()
    """Processor threads; results repeat bit for bit with the same number."""
    device: str = "cpu"
    """Where the learner thinks: cpu, cuda, ..."""


@dataclass
class Receipts:
    """What a run has cost."""

    iterations: int = 0
    duels: int = 0
    steps: int = 0
    """Choices of both sides, forced ones too."""
    decisions: int = 0
    """Of the learner, in games that it learnt from."""
    updates: int = 0
    """Iterations of which the learner has learnt."""
    playing: float = 0.0
    """Seconds in rules, rows and scripted players."""
    thinking: float = 0.0
    """Seconds in the models that play."""
    learning: float = 0.0
    """Seconds in updates."""
    measuring: float = 0.0
    """Seconds in matches against the yardsticks."""

    @property
    def seconds(self) -> float:
        """All of its work."""
        return self.playing + self.thinking + self.learning + self.measuring


@dataclass
class _Stopwatch:
    """An evaluator that notes how long it thinks."""

    evaluator: Evaluator
    seconds: float = 0.0

    def evaluate(self, batch: DecisionBatch) -> Evaluation:
        """What the evaluator says."""
        started = time.monotonic()
        evaluation = self.evaluator.evaluate(batch)
        self.seconds += time.monotonic() - started
        return evaluation


def seconds_of(budget: str) -> float:
    """Seconds of a budget such as 90s, 60m or 2h.

    Raises:
        BadInput: it is none.
    """
    read = re.fullmatch(r"(\d+(?:\.\d+)?)([smh])", budget)
    if read is None or float(read[1]) == 0:
        raise BadInput(f"--budget {budget!r} is no time; give 90s, 60m or 2h")
    return float(read[1]) * {"s": 1, "m": 60, "h": 3600}[read[2]]


class Training:
    """A run in progress: learner, critic, optimiser, league and receipts; all that is saved to go on from."""

    def __init__(self, run: Run, game: str, options: Options, config: TrainConfig) -> None:
        self.device = repeat_sums(config.threads, config.device)
        self.run, self.game, self.options, self.config = run, find_game(game), options, config
        self.schema = self.game.schema
        torch.manual_seed(config.seed)
        start = _start_of(config, game)
        if start is None:
            self.widths = widths_of(config.family, config.widths, self.schema)
            printed = self.game.printed_table()
            fresh = make_model(family_of(self.widths), self.schema, asdict(self.widths), printed)
            # A league compares probabilities with those of play: nothing is hidden from the model in either.
            self.model = fresh.to(self.device).eval()
        else:
            self.model = from_checkpoint(start, self.device)
            self.widths = _widths_of(start)
        self.anchor = copy.deepcopy(self.model) if start is not None and config.anchor.weight > 0 else None
        n_secrets = len(self.schema.secrets)
        self.critic = PrivilegedCritic(self.model.features, n_secrets).to(self.device) if n_secrets else None
        parameters = [*self.model.parameters(), *(self.critic.parameters() if self.critic else ())]
        self.optimiser = torch.optim.Adam(parameters, lr=config.ppo.learning_rate, eps=1e-5, fused=True)
        self.learner = Learner(self.model, self.critic, self.optimiser)
        self.archive = Archive()
        self.receipts = Receipts()
        self.latest: dict[str, tuple[float, float, float]] = {}
        """Score against each yardstick at the last measurement, and the ends of its interval."""
        if (saved := load_parts(run, self.device)) is not None:
            self._take_up(saved)
        run.rewind(self.receipts.iterations)

    @property
    def iteration(self) -> int:
        """How many iterations are done."""
        return self.receipts.iterations

    def checkpoint(self) -> Checkpoint:
        """The learner as it is."""
        summary = {"iteration": self.iteration, "receipts": asdict(self.receipts), "game": self.game.name}
        return to_checkpoint(self.model, self.schema, self.widths, {}, summary)

    def player(self) -> PolicyPlayer:
        """The learner as it is, taking what it likes best."""
        return PolicyPlayer("learner", self._evaluator(self.checkpoint()))

    def _evaluator(self, checkpoint: Checkpoint) -> Evaluator:
        device = None if self.config.device == "cpu" else self.config.device
        return load_evaluator(checkpoint, device)

    def iterate(self) -> dict[str, float]:
        """Plays a batch of games, learns of it, measures now and then, and saves."""
        if self.iteration % self.config.league.snapshot_every == 0:
            self._snapshot()
        rollout, results, numbers = self._play()
        started = time.monotonic()
        metrics = self._learn(rollout)
        self.receipts.learning += time.monotonic() - started
        self.archive.note(
            {numbers[place]: score for place, score in score_by_opponent(results).items() if place in numbers},
            self.config.league.decay,
        )
        self._count(rollout, results)
        metrics |= self._metrics(rollout, results)
        every = self.config.yardsticks.every
        if every and self.iteration % every == 0:
            started = time.monotonic()
            metrics |= self.measure()
            self.receipts.measuring += time.monotonic() - started
        self.run.log(self.iteration, metrics)
        self.save()
        return metrics

    def measure(self) -> dict[str, float]:
        """Matches of the learner against the yardsticks."""
        specs = {name: name for name in self.config.yardsticks.players or self.game.yardsticks}
        if len(self.archive.names) > 1:
            specs["early"] = str(self.run.checkpoint(self.archive.names[1]))
        found = measure(self.game, self.options, self.player(), specs, self.config.yardsticks)
        self.latest = {name: (score.score, score.low, score.high) for name, score in found.items()}
        return {
            f"yardstick/{name}{end}": value
            for name, scores in self.latest.items()
            for end, value in zip(("", "/low", "/high"), scores, strict=True)
        }

    def _play(self) -> tuple[Rollout, Results, dict[int, int]]:
        """A batch of games; also which past self sat at which place of the table."""
        league, seed = self.config.league, self.config.seed
        drawn = self.archive.draw(league.opponents, league.floor, (seed, self.iteration, 1))
        watches = [_Stopwatch(self._evaluator(self.checkpoint()))]
        key = seed * 1_000_003 + self.iteration
        players: list[Player] = [PolicyPlayer("learner", watches[0], 1.0, seed=key)]
        for number in drawn:
            name = self.archive.names[number]
            watches.append(_Stopwatch(self._evaluator(load_checkpoint(self.run.checkpoint(name)))))
            players.append(PolicyPlayer(name, watches[-1], 1.0, seed=key + 1))
        scripted = league.scripted or self.game.yardsticks
        players += [make_player(name, self.game, seed=key) for name in scripted]
        n_games = self.config.games
        deals = Deals.of(np.arange(n_games, dtype=np.uint64) + FIRST_SEED + self.iteration * n_games, self.options)
        seats = seating(n_games, league, len(drawn), len(scripted))
        started = time.monotonic()
        table = Table(self.game.name, deals, tuple(players), seats)
        rollout, results = roll_out(table, self.config.slots, self.config.threads)
        thinking = sum(watch.seconds for watch in watches)
        self.receipts.thinking += thinking
        self.receipts.playing += time.monotonic() - started - thinking
        return rollout, results, dict(enumerate(drawn, start=1))

    def _learn(self, rollout: Rollout) -> dict[str, float]:
        progress = self._progress()
        if self.config.method == "mirror":
            return mirror.update(self.learner, rollout, self.config.mirror, progress)
        return ppo.update(self.learner, rollout, self.config.ppo, progress)

    def _progress(self) -> Progress:
        anchors: list[Anchor] = []
        if self.anchor is not None:
            anchors.append(
                Anchor(self.anchor, self.config.anchor.weight * 0.5 ** (self.iteration / self.config.anchor.fade))
            )
        return Progress(self.receipts.updates, (self.config.seed, self.iteration), tuple(anchors))

    def _count(self, rollout: Rollout, results: Results) -> None:
        self.receipts.iterations += 1
        self.receipts.updates += 1
        self.receipts.duels += len(results)
        self.receipts.steps += int(results.plies.sum())
        self.receipts.decisions += len(rollout)

    def _metrics(self, rollout: Rollout, results: Results) -> dict[str, float]:
        metrics = {
            "play/top_probability": float(rollout.greatest.mean()),
            "play/plies_a_game": float(results.plies.mean()),
            "play/actions_a_decision": float(rollout.batch.n_actions.mean()),
            "play/seat_0_score": float(results.score.mean()),
            "receipts/duels": float(self.receipts.duels),
            "receipts/steps": float(self.receipts.steps),
            "receipts/decisions": float(self.receipts.decisions),
        }
        for place, (score, games) in score_by_opponent(results).items():
            name = results.players[place]
            if not name.startswith("iteration-"):
                metrics[f"league/{name}"] = score / games
        if self.archive.games and sum(self.archive.games):
            metrics["league/archive"] = sum(self.archive.score) / sum(self.archive.games)
        return metrics

    def _snapshot(self) -> None:
        name = f"iteration-{self.iteration:06d}"
        if name not in self.archive.names:
            self.checkpoint().save(self.run.checkpoint(name))
            self.archive.add(name)

    def save(self) -> None:
        """Checkpoint, receipts, and what a resumed run goes on from; each written beside and renamed."""
        self.checkpoint().save(self.run.checkpoint("last"))
        write_beside(self.run.folder / RECEIPTS, json.dumps(receipt_lines(self.receipts), indent=2).encode())
        parts = {
            "model": self.model.state_dict(),
            "critic": self.critic.state_dict() if self.critic else None,
            "anchor": self.anchor.state_dict() if self.anchor else None,
            "optimiser": self.optimiser.state_dict(),
            "archive": asdict(self.archive),
            "receipts": asdict(self.receipts),
        }
        save_parts(self.run, parts)

    def _take_up(self, parts: Mapping[str, Any]) -> None:
        self.model.load_state_dict(parts["model"])
        for name in ("critic", "anchor"):
            module: torch.nn.Module | None = getattr(self, name)
            if module is not None:
                module.load_state_dict(parts[name])
        self.optimiser.load_state_dict(parts["optimiser"])
        self.archive = Archive(**parts["archive"])
        self.receipts = Receipts(**parts["receipts"])


def receipt_lines(receipts: Receipts) -> dict[str, float | int]:
    """What a run has cost, in hours, as people read it."""
    hours = {
        f"hours_{name}": round(getattr(receipts, name) / 3600, 4)
        for name in ("playing", "thinking", "learning", "measuring")
    }
    counts = {name: getattr(receipts, name) for name in ("duels", "steps", "decisions", "updates")}
    return {**counts, **hours, "hours": round(receipts.seconds / 3600, 4)}


def train(game: str, options: Options, config: TrainConfig, folder: Path) -> Training:
    """Trains a player in a new run folder.

    Raises:
        BadInput: the folder holds a run, or a setting cannot be used.
    """
    check(config)
    settings = {"game": game, "options": {name: list(numbers) for name, numbers in options.items()}}
    written = {**msgspec.to_builtins(config), **settings}
    for spec in (*config.league.scripted, *config.yardsticks.players):
        make_player(spec, find_game(game))
    GamePool.of(game, Deals.of([FIRST_SEED], options)).close()
    _start_of(config, game)
    return _train(Training(Run.create(folder, "train", written), game, options, config))


def config_of(game: str) -> TrainConfig:
    """The settings that suit a game: those of the house, but where its room says otherwise."""
    return msgspec.convert(find_game(game).training, TrainConfig)


def read_config(path: Path) -> TrainConfig:
    """Settings from a TOML file: a run's config.toml, or its fields alone.

    Raises:
        BadInput: the file is missing, or has a field that is none.
    """
    try:
        written = msgspec.toml.decode(path.read_bytes(), type=dict[str, Any])
        written = dict(written.get("config", written))
        unknown = set(written) - {"game", "options"} - set(TrainConfig.__dataclass_fields__)
        if unknown:
            raise BadInput(f"{path} has a setting {sorted(unknown)[0]!r}, which `standoff train` does not take")
        return msgspec.convert(written, TrainConfig, strict=False)
    except OSError as fault:
        raise BadInput(f"{path} cannot be read: {fault.strerror}") from None
    except (msgspec.DecodeError, msgspec.ValidationError) as fault:
        raise BadInput(f"{path} is no file of settings: {fault}") from None


def resume_train(run: Run, budget: str = "") -> Training:
    """Goes on from the last iteration that was saved, to the same numbers as a run that was never stopped.

    Raises:
        BadInput: the run cannot be read, or the budget is no time.
    """
    game = str(run.config.get("game", ""))
    options: Mapping[str, list[int]] = run.config.get("options", {})
    config = run.config_as(TrainConfig)
    if budget:
        config = replace(config, budget=budget)
    return _train(Training(run, game, {name: tuple(numbers) for name, numbers in options.items()}, config))


def check(config: TrainConfig) -> None:
    """Refuses settings that cannot be used.

    Raises:
        BadInput: names the first.
    """
    seconds_of(config.budget)
    for method, settings, faults in (
        ("ppo", config.ppo, ppo.settings_of(config.ppo)),
        ("mirror", config.mirror, mirror.settings_of(config.mirror)),
    ):
        for name, fault in faults.items():
            raise BadInput(f"--{method}.{name.replace('_', '-')} {fault}, not {getattr(settings, name)}")
    for name in ("games", "slots", "threads"):
        if getattr(config, name) < 1:
            raise BadInput(f"--{name} is 1 or more, not {getattr(config, name)}")
    league = config.league
    if min(league.self_share, league.archive_share) < 0 or league.self_share + league.archive_share > 1:
        raise BadInput("--league.self-share and --league.archive-share are shares that sum to 1 at most")
    if league.snapshot_every < 1 or league.opponents < 1:
        raise BadInput("--league.snapshot-every and --league.opponents are 1 or more")
    find_device(config.device)


def _start_of(config: TrainConfig, game: str) -> Checkpoint | None:
    if not config.start:
        return None
    if config.start.partition(":")[0] in find_game(game).bots:
        raise BadInput(f"--start {config.start!r} is a scripted player, which has no weights to start from")
    return find_checkpoint(config.start, find_game(game))


def _widths_of(checkpoint: Checkpoint) -> Any:
    return msgspec.convert(dict(checkpoint.config), FAMILIES[checkpoint.family][0])


def _train(training: Training) -> Training:
    from torch.utils.tensorboard import SummaryWriter

    config, run = training.config, training.run
    budget = seconds_of(config.budget)
    writer = SummaryWriter(run.folder, purge_step=training.iteration + 1)
    climb = Climb(run.folder)
    with Bar(
        f"Training {training.game.name}", int(budget), done=int(training.receipts.seconds), below=climb.drawn
    ) as bar:
        while training.receipts.seconds < budget and not 0 < config.iterations <= training.iteration:
            before = training.receipts.seconds
            metrics = training.iterate()
            for name, value in metrics.items():
                writer.add_scalar(name, value, training.iteration)
            climb.add(metrics, _costs(training.receipts))
            bar.advance(int(training.receipts.seconds) - int(before), f"iteration {training.iteration}")
    writer.close()
    run.finish()
    return training


def _costs(receipts: Receipts) -> str:
    shares = [
        f"{getattr(receipts, name) / receipts.seconds:.0%} {name}"
        for name in ("playing", "thinking", "learning", "measuring")
    ]
    counts = (
        f"{receipts.duels:,} duels, {receipts.decisions:,} decisions, {receipts.decisions / receipts.seconds:,.0f}/s"
    )
    return f"{counts}: {', '.join(shares)}"
