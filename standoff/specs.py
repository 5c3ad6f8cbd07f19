"""Names players by a small spec: `flood`, `alphabeta:4`, `runs/NAME`, `runs/NAME@last?temperature=0.5`."""

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from standoff.champions import champion_of, read_champion
from standoff.checkpoints import Checkpoint, load_checkpoint
from standoff.errors import BadInput
from standoff.evaluator import load_evaluator
from standoff.games import Game
from standoff.players import Player, PolicyPlayer, ScriptedPlayer
from standoff.runs import CONFIG, checkpoint_of

SETTINGS = "greedy, temperature=0.5, logit-offset=KIND:0.5 or seed=1"


def make_player(spec: str, game: Game, *, device: str | None = None, seed: int = 0) -> Player:
    """The player of a spec.

    Args:
        spec: name of a scripted player, or a run folder with `@checkpoint`; settings follow a question mark.
        game: the game that it shall play.
        device: where a model runs; None takes the CPU.
        seed: of its random choices, unless the spec names one.

    Raises:
        BadInput: nothing of this name exists, or a setting cannot be read. The sentence says what exists.
    """
    base, _, query = spec.partition("?")
    settings = _read_settings(spec, query)
    name, _, depth = base.partition(":")
    if name in game.bots:
        if query and set(settings) != {"seed"}:
            raise BadInput(f"{spec!r}: a scripted player takes no setting but seed=1")
        return _scripted(spec, game, name, depth, int(settings.get("seed", seed)))
    checkpoint, path = _find_checkpoint(base, game)
    if checkpoint.schema.game != game.name:
        raise BadInput(f"{path} plays {checkpoint.schema.game}, not {game.name}")
    player = PolicyPlayer(spec, load_evaluator(checkpoint, device), logit_offsets=checkpoint.logit_offsets, seed=seed)
    return _with_settings(player, spec, settings, game)


def best_known(game: Game) -> str:
    """Spec of the strongest player that comes with a game: its champion, or the first of its yardsticks."""
    return "champion" if champion_of(game.name).is_file() else game.yardsticks[0]


def find_checkpoint(spec: str, game: Game) -> Checkpoint:
    """The checkpoint that a spec names.

    Raises:
        BadInput: there is none, or it plays another game.
    """
    checkpoint, path = _find_checkpoint(spec.partition("?")[0], game)
    if checkpoint.schema.game != game.name:
        raise BadInput(f"{path} plays {checkpoint.schema.game}, not {game.name}")
    return checkpoint


def players_of(specs: str, game: Game, *, device: str | None = None, seed: int = 0) -> tuple[Player, ...]:
    """The players of specs with commas between them."""
    return tuple(make_player(spec.strip(), game, device=device, seed=seed) for spec in specs.split(",") if spec.strip())


def read_offsets(texts: tuple[str, ...], game: Game) -> dict[str, float]:
    """Logit offsets from texts such as `left=0.5`.

    Raises:
        BadInput: a text is not KIND=number, or the game has no such kind of action.
    """
    return dict(_read_offset(text, text, "=", game) for text in texts)


def _scripted(spec: str, game: Game, name: str, depth: str, seed: int) -> Player:
    bot = game.bots[name]
    if bot.most_depth == 0 and depth:
        raise BadInput(f"{spec!r}: {name} takes no depth")
    if bot.most_depth and not (depth.isdecimal() and bot.least_depth <= int(depth) <= bot.most_depth):
        raise BadInput(f"{spec!r}: give {name} a depth from {bot.least_depth} to {bot.most_depth}, such as {name}:4")
    return ScriptedPlayer(spec, name, int(depth or 0), seed)


def _find_checkpoint(base: str, game: Game) -> tuple[Checkpoint, Path]:
    place, _, name = base.partition("@")
    if base == "champion":
        path = champion_of(game.name)
        return read_champion(path), path
    path = Path(place)
    if path.suffix == ".json":
        return read_champion(path), path
    if path.suffix == ".safetensors" and path.is_file():
        return load_checkpoint(path), path
    if not (path / CONFIG).is_file():
        raise BadInput(f"there is no player {base!r} of {game.name}; {_what_exists(game)}")
    if name:
        named = checkpoint_of(path, name)
        if not named.is_file():
            there = sorted(file.stem for file in (path / "checkpoints").glob("*.safetensors"))
            raise BadInput(f"{path} has no checkpoint {name!r}; it has {', '.join(there) or 'none yet'}")
        return load_checkpoint(named), named
    best = checkpoint_of(path, "best")
    if not best.is_file():
        raise BadInput(f"{path} has no checkpoint yet; let its training go on with `standoff resume {path}`")
    return load_checkpoint(best), best


def _what_exists(game: Game) -> str:
    bots = ", ".join(name + (":DEPTH" if bot.most_depth else "") for name, bot in game.bots.items())
    champion = "champion, " if champion_of(game.name).is_file() else ""
    runs = ", ".join(sorted(str(config.parent) for config in Path("runs").glob(f"*/{CONFIG}")))
    return f"{champion}scripted players: {bots}; runs here: {runs or 'none'}"


def _read_settings(spec: str, query: str) -> dict[str, str]:
    settings: dict[str, str] = {}
    for part in query.split("&") if query else []:
        key, _, value = part.partition("=")
        if key not in ("greedy", "temperature", "logit-offset", "seed"):
            raise BadInput(f"{spec!r} has no setting {key!r}; there is {SETTINGS}")
        settings[key] = value
    if not settings.get("seed", "0").isdecimal():
        raise BadInput(f"{spec!r}: the seed is a whole number")
    return settings


def _with_settings(player: PolicyPlayer, spec: str, settings: Mapping[str, str], game: Game) -> PolicyPlayer:
    if "greedy" in settings:
        if "temperature" in settings or settings["greedy"]:
            raise BadInput(f"{spec!r}: greedy stands alone; it is temperature=0")
        player = replace(player, temperature=0.0)
    if "temperature" in settings:
        player = replace(player, temperature=_read_number(spec, settings["temperature"]))
        if player.temperature < 0:
            raise BadInput(f"{spec!r}: a temperature is 0 (greedy) or more")
    if "seed" in settings:
        player = replace(player, seed=int(settings["seed"]))
    if "logit-offset" in settings:
        # What the spec says takes the place of what the checkpoint brings.
        kind, offset = _read_offset(spec, settings["logit-offset"], ":", game)
        player = replace(player, logit_offsets={**player.logit_offsets, kind: offset})
    return player


def _read_offset(said: str, offset: str, separator: str, game: Game) -> tuple[str, float]:
    kind, _, number = offset.partition(separator)
    kinds = game.schema.action_kinds
    if kind not in kinds:
        raise BadInput(f"{said!r}: there is no kind of action {kind!r}; there is {', '.join(kinds)}")
    return kind, _read_number(said, number)


def _read_number(said: str, number: str) -> float:
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"{said!r}: {number!r} is not a number")
    return value
