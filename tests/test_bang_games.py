"""Whole games of BANG! by the ten thousand: no card is lost or doubled, the table keeps its rules, all games end."""

import hashlib
from dataclasses import dataclass

import numpy as np
import pytest
from bang_worlds import DECKS, HANDS, NAMES, SCHEMA, columns_of, global_column, secret_columns

from standoff import Choices, Deals, DecisionBatch, GamePool, find_game
from standoff.games.bang import BangOptions
from standoff.games.bang.scenes import CARDS
from standoff.pool import Ended
from standoff.segments import owners

OPTIONS = (
    BangOptions("published", "draft"),
    BangOptions("rulebook", "draft"),
    BangOptions("published", "random"),
    BangOptions("rulebook", "random"),
)
TURN_LIMIT = 400
COPIES = np.bincount([NAMES.index(card.name) for card in CARDS], minlength=len(NAMES))
FIRST_CHARACTER = SCHEMA.cards.index("Alan Pinkertoon")
FIGURES = [SCHEMA.zones.index(zone) for zone in ("my_active", "my_rear", "their_active", "their_rear")]
MINE = [SCHEMA.zones.index(zone) for zone in ("my_active", "my_rear", "my_reserve", "my_gone")]
STORE = SCHEMA.zones.index("store")
KIND = {name: number for number, name in enumerate(SCHEMA.kinds)}
HAZARDS = [SCHEMA.cards.index(name) for name in ("Dynamite", "Rattlesnake", "Stampede", "Clock")]
COUNT, LIFE, MOST_LIFE = (SCHEMA.entities.index(name) for name in ("count", "life", "most_life"))
conserved = find_game("bang").conserved


def column(batch: DecisionBatch, name: str) -> np.ndarray:
    return batch.globals[:, global_column(name)]


@dataclass
class Referee:
    """Looks at the decisions of a pool of games, at some steps two in a row."""

    games: int

    def __post_init__(self) -> None:
        self.turn = np.zeros(self.games, np.int64)
        self.had_hazard = np.zeros(self.games, bool)
        self.step = np.full(self.games, -2)

    def look(self, step: int, batch: DecisionBatch, secrets: np.ndarray | None) -> None:
        assert conserved is not None
        assert (batch.n_actions >= 1).all()
        assert (conserved(batch) == len(CARDS)).all()
        owner = owners(batch.entity_offsets)
        is_in_play = np.isin(batch.entity_zone, FIGURES)
        self._look_at_figures(batch, owner, is_in_play)
        self._look_at_turns(step, batch, owner, is_in_play)
        if secrets is not None:
            self._look_at_cards(batch, secrets, owner, is_in_play | (batch.entity_zone == STORE))

    def _look_at_figures(self, batch: DecisionBatch, owner: np.ndarray, is_in_play: np.ndarray) -> None:
        is_figure = is_in_play & (batch.entity_card >= FIRST_CHARACTER)
        life, most_life = batch.entities[is_figure, LIFE], batch.entities[is_figure, MOST_LIFE]
        assert ((life >= 0) & (life <= most_life)).all()
        places = np.bincount(owner[is_figure] * 4 + batch.entity_zone[is_figure], minlength=4 * len(batch))
        assert FIGURES == [0, 1, 2, 3]
        started = batch.kind != KIND["draft"]
        assert (places.reshape(-1, 4)[started][:, [0, 2]] == 1).all(), "an active character on each side"
        assert (places <= 1).all()
        mine = np.isin(batch.entity_zone, MINE) & (batch.entity_card >= FIRST_CHARACTER)
        assert (np.bincount(owner[mine], minlength=len(batch))[started] == 4).all(), "four characters a side"

    def _look_at_turns(self, step: int, batch: DecisionBatch, owner: np.ndarray, is_in_play: np.ndarray) -> None:
        """Hand limits hold at the end of a turn; what hangs over its beginning may have let somebody draw since."""
        turn = column(batch, "turns").astype(np.int64)
        assert (turn <= TURN_LIMIT).all()
        has_hazard = np.zeros(len(batch), bool)
        has_hazard[owner[is_in_play & np.isin(batch.entity_card, HAZARDS)]] = True
        assert (turn >= self.turn[batch.game]).all()
        is_new = (turn == self.turn[batch.game] + 1) & (turn > 1) & (batch.kind == KIND["play"])
        is_new &= (self.step[batch.game] == step - 1) & ~has_hazard & ~self.had_hazard[batch.game]
        hand, limit = column(batch, "their_hand"), column(batch, "their_limit")
        assert (hand[is_new] <= limit[is_new]).all()
        is_discard = batch.kind == KIND["discard"]
        assert (column(batch, "my_hand") > column(batch, "my_limit"))[is_discard].all()
        self.turn[batch.game] = turn
        self.had_hazard[batch.game] = has_hazard
        self.step[batch.game] = step

    def _look_at_cards(self, batch: DecisionBatch, secrets: np.ndarray, owner: np.ndarray, is_open: np.ndarray) -> None:
        """Of each name there are as many as were printed, wherever they lie."""
        found = batch.globals[:, columns_of("discard")] + sum(secrets[:, secret_columns(at)] for at in (*HANDS, *DECKS))
        rows = np.flatnonzero(is_open & (batch.entity_card < len(NAMES)))
        place = owner[rows] * len(NAMES) + batch.entity_card[rows]
        found += np.bincount(place, batch.entities[rows, COUNT], found.size).reshape(found.shape)
        assert (found == COPIES).all()


def play_out(
    options: BangOptions, first: int, games: int, threads: int, every: int | None = None, bot: str = "random"
) -> Ended:
    """Games to their end; a referee looks at two steps in so many."""
    deals = Deals.of(np.arange(first, first + games), options.values())
    pool, referee = GamePool.of("bang", deals, threads=threads, asks_forced=every is not None), Referee(games)
    step = 0
    while True:
        worlds = pool.worlds()
        if len(worlds) == 0:
            return pool.ended()
        if every and step % every < 2:
            referee.look(step, worlds.decisions(), pool.secrets() if step % (8 * every) == 0 else None)
        pool.apply(worlds.bot(bot, seed=1))
        step += 1


def fingerprint(ended: Ended) -> str:
    columns = (ended.game, ended.score, ended.plies, ended.reason, ended.choice_offsets, ended.choices)
    return hashlib.sha256(b"".join(column.tobytes() for column in columns)).hexdigest()


def assert_ended(ended: Ended, games: int) -> None:
    assert ended.game.tolist() == list(range(games)), "every game comes to its end"
    drawn = ended.reason == SCHEMA.reasons.index("turn limit")
    assert ((ended.score == 0.5) == drawn).all()
    assert (np.isin(ended.score, (0, 1)) | drawn).all()
    assert np.diff(ended.choice_offsets).tolist() == ended.plies.tolist()
    assert ended.plies.max() < 20 * TURN_LIMIT


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: f"{options.rules}-{options.setup}")
def test_twenty_thousand_random_games_keep_the_rules(options: BangOptions) -> None:
    ended = play_out(options, 0, 5_000, threads=2, every=4)
    assert_ended(ended, 5_000)
    assert fingerprint(ended) == fingerprint(play_out(options, 0, 5_000, threads=1))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: f"{options.rules}-{options.setup}")
def test_games_of_tactical_keep_the_rules(options: BangOptions) -> None:
    ended = play_out(options, 50_000, 500, threads=2, every=4, bot="tactical")
    assert_ended(ended, 500)
    assert fingerprint(ended) == fingerprint(play_out(options, 50_000, 500, threads=1, bot="tactical"))


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_a_million_random_games_keep_the_rules() -> None:
    for part in range(100):
        options = OPTIONS[part % len(OPTIONS)]
        ended = play_out(options, 10_000 * part, 10_000, threads=2, every=6)
        assert_ended(ended, 10_000)


def test_the_two_seats_of_a_game_are_never_told_the_same() -> None:
    pool = GamePool.of("bang", Deals.of(np.arange(2_000), OPTIONS[0].values()), threads=2, asks_forced=True)
    seen: list[np.ndarray] = []
    for _ in range(60):
        worlds = pool.worlds()
        heads = worlds.heads()
        seen.append(np.stack([heads.information, heads.seat.astype(np.uint64)]))
        pool.apply(worlds.bot("random"))
    information, seat = np.concatenate(seen, axis=1)
    assert not np.isin(information[seat == 0], information[seat == 1]).any()


def test_a_choice_changes_what_a_seat_is_told() -> None:
    deals = Deals.of(np.zeros(64, np.uint64), OPTIONS[3].values())
    pools = [GamePool.of("bang", deals, threads=1) for _ in range(2)]
    for number, pool in enumerate(pools):
        pool.apply(Choices(np.full(len(pool.worlds()), number, np.int32), np.zeros(0, np.float32)))
    one, other = (pool.worlds().heads().information for pool in pools)
    assert len(np.unique(one)) == len(np.unique(other)) == 1
    assert one[0] != other[0]
