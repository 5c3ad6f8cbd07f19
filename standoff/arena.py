"""The one game loop: seats players at deals, asks each once a step for all its games, and lets spectators look."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from standoff import segments
from standoff.decisions import Choices, DecisionBatch
from standoff.players import Player
from standoff.pool import SLOTS, Deals, Ended, GamePool, Worlds
from standoff.schema import Schema, schema_of


@dataclass(frozen=True)
class Table:
    """Who sits where: what an arena is asked to play."""

    game: str
    deals: Deals
    players: tuple[Player, ...]
    seating: NDArray[np.int8]  # [N, 2] which player sits in seat 0 and in seat 1 of each deal

    @staticmethod
    def both_ways(game: str, deals: Deals, first: Player, second: Player) -> "Table":
        """Every deal twice: game 2i has `first` in seat 0, game 2i+1 has it in seat 1."""
        twice = Deals(np.repeat(deals.seeds, 2), deals.options, np.repeat(deals.option, 2))
        seating = np.tile(np.array([[0, 1], [1, 0]], np.int8), (len(deals), 1))
        return Table(game, twice, (first, second), seating)

    @property
    def schema(self) -> Schema:
        """The schema of the game."""
        return schema_of(self.game)


@dataclass(frozen=True)
class Results:
    """A row a finished game, in the order of the deals."""

    game: NDArray[np.int32]  # [N] which deal of the table
    seed: NDArray[np.uint64]  # [N]
    seating: NDArray[np.int8]  # [N, 2] into players
    players: tuple[str, ...]
    score: NDArray[np.float32]  # [N] of seat 0: 1 won, 0.5 drawn, 0 lost
    plies: NDArray[np.int32]  # [N]
    reason: NDArray[np.int32]  # [N] into schema.reasons
    choice_offsets: NDArray[np.int64]  # [N+1]
    choices: NDArray[np.int32]  # [sum plies]

    def __len__(self) -> int:
        return len(self.game)


class Spectator(Protocol):
    """Sits in the arena: a recorder, a progress bar, a statistic."""

    @property
    def reads_rows(self) -> bool:
        """Whether it looks at more of a batch than its heads."""
        ...

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """Called at each step, before the choices are played. It may keep the batch, which never changes."""
        ...

    def ended(self, results: Results) -> None:
        """Called with games that have just ended."""
        ...


@runtime_checkable
class SecretSpectator(Protocol):
    """A spectator that is also told what no seat may see: for critics, which no player has."""

    def revealed(self, secrets: NDArray[np.float32]) -> None:
        """Called before `decided` with what is hidden in its decisions, [B, S]."""
        ...


def play(
    table: Table,
    spectators: Sequence[Spectator] = (),
    *,
    threads: int | None = None,
    slots: int = SLOTS,
    asks_forced: bool = False,
    pool: GamePool | None = None,
) -> Results:
    """Plays every deal of a table to its end, or the games of a pool that is given, of which deal i names game i.

    No game is dropped, and neither threads nor slots change a result. With `asks_forced` players are asked even where
    one row is legal, so that a person sees every ply.

    Raises:
        BadInput: the game does not take these options.
        ValueError: the seating does not fit deals and players, or a player's choices do not fit its decisions.
    """
    _check_seating(table)
    if pool is None:
        pool = GamePool.of(table.game, table.deals, slots=slots, threads=threads, asks_forced=asks_forced)
    reads_rows = any(each.reads_rows for each in (*table.players, *spectators))
    parts: list[Ended] = []
    while True:
        worlds = pool.worlds()
        _gather_ended(pool, table, parts, spectators)
        if len(worlds) == 0:
            break
        # Heads stand in for a batch only where every reader has said that it looks at nothing else.
        batch = worlds.decisions() if reads_rows else cast(DecisionBatch, worlds.heads())
        player_of = table.seating[batch.game, batch.seat]
        choices: list[tuple[NDArray[np.intp], Choices]] = []
        for number, player in enumerate(table.players):
            rows = np.flatnonzero(player_of == number)
            if len(rows) == len(batch):
                choices.append((rows, _ask(player, batch, worlds)))
            elif len(rows):
                choices.append((rows, _ask(player, batch.take(rows), worlds.take(rows))))
        joined = Choices.join(batch.action_offsets, choices)
        for spectator in spectators:
            if isinstance(spectator, SecretSpectator):
                spectator.revealed(pool.secrets())
            spectator.decided(batch, joined, table)
        pool.apply(joined)
    pool.close()
    return _in_order(table, parts)


def _check_seating(table: Table) -> None:
    shape, n_players = (len(table.deals), 2), len(table.players)
    if table.seating.shape != shape:
        raise ValueError(f"the seating has the shape {table.seating.shape}; these deals take {shape}")
    for number in np.unique(table.seating):
        if not 0 <= number < n_players:
            raise ValueError(f"player {number} is seated; the table has {n_players}, from 0")


def _ask(player: Player, batch: DecisionBatch, worlds: Worlds) -> Choices:
    """The choices of a player, refused here by its name: in a joined batch nobody could tell whose they were."""
    choices = player.choose(batch, worlds)
    n_decisions, n_rows = len(batch), int(batch.action_offsets[-1])
    if choices.index.shape != (n_decisions,):
        raise ValueError(f"{player.name} made {choices.index.size} choices in {n_decisions} decisions")
    if choices.weights.shape != (n_rows,):
        raise ValueError(f"{player.name} gave {choices.weights.size} weights for {n_rows} legal rows")
    if choices.value is not None and choices.value.shape != (n_decisions,):
        raise ValueError(f"{player.name} gave {choices.value.size} values for {n_decisions} decisions")
    n_actions = batch.n_actions
    for row in np.flatnonzero((choices.index < 0) | (choices.index >= n_actions))[:1]:
        raise ValueError(f"{player.name} chose row {choices.index[row]} of a decision with {n_actions[row]}")
    return choices


def _gather_ended(pool: GamePool, table: Table, parts: list[Ended], spectators: Sequence[Spectator]) -> None:
    ended = pool.ended()
    if len(ended.game) == 0:
        return
    parts.append(ended)
    for spectator in spectators:
        spectator.ended(_results(table, ended))


def _results(table: Table, ended: Ended) -> Results:
    return Results(
        game=ended.game,
        seed=table.deals.seeds[ended.game],
        seating=table.seating[ended.game],
        players=tuple(player.name for player in table.players),
        score=ended.score,
        plies=ended.plies,
        reason=ended.reason,
        choice_offsets=ended.choice_offsets,
        choices=ended.choices,
    )


def _in_order(table: Table, parts: Sequence[Ended]) -> Results:
    if not parts:
        nothing = np.zeros(0, np.int32)
        return _results(
            table, Ended(nothing, nothing.astype(np.float32), nothing, nothing, np.zeros(1, np.int64), nothing)
        )
    game = np.concatenate([part.game for part in parts])
    order = np.argsort(game)
    lengths = np.concatenate([np.diff(part.choice_offsets) for part in parts])
    from_offsets = segments.offsets_of(lengths)
    flat, offsets = segments.take(from_offsets, order)

    def column(name: str) -> NDArray[np.int32]:
        return np.concatenate([getattr(part, name) for part in parts])

    ended = Ended(
        game=game[order],
        score=column("score")[order].astype(np.float32),
        plies=column("plies")[order],
        reason=column("reason")[order],
        choice_offsets=offsets,
        choices=column("choices")[flat],
    )
    return _results(table, ended)
