"""BANG! hides what it must: dealt worlds look the same, are equally likely, fit the table, and leak nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from bang_worlds import (
    BACKS,
    DECKS,
    HANDS,
    NAMES,
    SCHEMA,
    THEIR_HAND,
    columns_of,
    dealt_secrets,
    global_column,
    hidden_states,
    rows_of_deciders,
    secret_columns,
    secrets_of,
)
from contract.cases import Step, assert_equal, at_random, some, walk
from scipy.stats import chisquare

from standoff import Choices, Deals, DecisionBatch, GamePool, Worlds
from standoff.games.bang import BangOptions
from standoff.games.bang.scenes import CARDS, IN_HAND, SIDES, Scene, Side
from standoff.segments import owners

GAMES = 300
OPTIONS = [
    BangOptions("published", "draft"),
    BangOptions("rulebook", "draft"),
    BangOptions("published", "random"),
    BangOptions("rulebook", "random"),
    BangOptions(
        law="pat-garret,buffalo-bell,dalon-ranger,wild-bill", outlaw="bull-anderson,soundance-kid,slim-poet,pearl-hat"
    ),
]
ALL_OPTIONS = pytest.mark.parametrize("options", OPTIONS, ids=lambda options: f"{options.rules}-{options.setup}")
BOTS = pytest.mark.parametrize("bot", ["random", "tactical"])


def pool_of(options: BangOptions, games: int = GAMES, first: int = 0) -> GamePool:
    return GamePool.of("bang", Deals.of(np.arange(first, first + games), options.values()), threads=2)


def steps(options: BangOptions, bot: str, every: int, first: int = 0) -> Iterator[tuple[GamePool, Step]]:
    pool = pool_of(options, first=first)
    for step in some(walk(pool, lambda worlds: worlds.bot(bot, seed=5)), every):
        yield pool, step


def dealt_from(worlds: Worlds, seed: int) -> tuple[GamePool, Worlds, np.ndarray]:
    """A world dealt from every decision, and the rows of those that it was dealt for."""
    rows = np.arange(len(worlds))
    pool = worlds.deal(rows, np.arange(len(rows), dtype=np.uint64) + np.uint64(seed << 32))
    dealt = pool.worlds()
    return pool, dealt, rows_of_deciders(dealt, worlds, rows)


@BOTS
@ALL_OPTIONS
def test_a_dealt_world_looks_like_its_origin_in_every_byte(options: BangOptions, bot: str) -> None:
    n_positions = 0
    for _, step in steps(options, bot, every=6):
        _, dealt, at = dealt_from(step.worlds, seed=n_positions)
        assert_equal(step.batch, dealt.decisions().take(at), but=("game",))
        for row in range(0, len(step.batch), 50):
            assert step.worlds.looks_like(row, dealt, int(at[row]))
        n_positions += len(step.batch)
    assert n_positions > 5_000


@BOTS
@ALL_OPTIONS
def test_what_is_hidden_differs_and_yet_nothing_that_a_seat_gets_does(options: BangOptions, bot: str) -> None:
    n_differing = n_positions = 0
    for _, step in steps(options, bot, every=40, first=GAMES):
        worlds = [dealt_from(step.worlds, seed) for seed in (1, 2)]
        secrets = [pool.secrets()[at] for pool, _, at in worlds]
        is_dealt = ~np.isin(step.batch.kind, [SCHEMA.kinds.index(kind) for kind in ("draft", "opening")])
        n_differing += int((secrets[0] != secrets[1]).any(1)[is_dealt].sum())
        n_positions += int(is_dealt.sum())
        (_, one, at), (_, other, other_at) = worlds
        assert_equal(one.decisions().take(at), other.decisions().take(other_at))
        says = [world.take(rows).bot("tactical") for world, rows in ((one, at), (other, other_at))]
        assert says[0].index.tolist() == says[1].index.tolist()
        assert says[0].weights.tobytes() == says[1].weights.tobytes()
        for row in range(0, len(step.batch), 25):
            here, there = int(at[row]), int(other_at[row])
            assert one.labels(here) == other.labels(there) == step.worlds.labels(row)
            assert one.page(here) == other.page(there) == step.worlds.page(row)
            told = [[each.told(place, action) for action in range(2)] for each, place in ((one, here), (other, there))]
            assert told[0] == told[1]
    assert n_differing > 0.7 * n_positions


def counted(owner: np.ndarray, card: np.ndarray, count: np.ndarray, n: int) -> np.ndarray:
    """[n, names] cards of each name that a decision shows."""
    found = np.zeros((n, len(NAMES)), np.float32)
    is_card = card < len(NAMES)
    np.add.at(found, (owner[is_card], card[is_card]), count[is_card])
    return found


@dataclass(frozen=True)
class Seen:
    """What decisions show, by name and side, against what is hidden in the worlds that they belong to."""

    batch: DecisionBatch
    secrets: np.ndarray  # [B, secrets]

    def shown(self, *zones: str) -> np.ndarray:
        """[B, names] cards in these zones."""
        batch = self.batch
        rows = np.isin(batch.entity_zone, [SCHEMA.zones.index(zone) for zone in zones])
        count = batch.entities[:, SCHEMA.entities.index("count")]
        owner = owners(batch.entity_offsets)
        return counted(owner[rows], batch.entity_card[rows], count[rows], len(batch))

    def backs(self) -> np.ndarray:
        """[B] cards with a law back in the other hand, by the backs that are seen."""
        batch = self.batch
        rows = (batch.entity_zone == THEIR_HAND) & (batch.entity_card == BACKS[0])
        count = batch.entities[:, SCHEMA.entities.index("count")] * rows
        return np.bincount(owners(batch.entity_offsets), count, len(batch))

    def characters(self, *zones: str) -> np.ndarray:
        """[B, 24] characters in these zones."""
        batch, first = self.batch, SCHEMA.cards.index("Alan Pinkertoon")
        rows = np.isin(batch.entity_zone, [SCHEMA.zones.index(zone) for zone in zones])
        rows &= (batch.entity_card >= first) & (batch.entity_card < first + 24)
        found = np.zeros((len(batch), 24), bool)
        found[owners(batch.entity_offsets)[rows], batch.entity_card[rows] - first] = True
        return found

    def column(self, name: str) -> np.ndarray:
        """[B] a global."""
        return self.batch.globals[:, global_column(name)]

    def of_seat(self, law: str, outlaw: str, is_mine: bool) -> np.ndarray:
        """[B, ...] the secrets of the deciding side, or of the other."""
        is_law = (self.batch.seat == 0) == is_mine
        return np.where(is_law[:, None], self.secrets[:, secret_columns(law)], self.secrets[:, secret_columns(outlaw)])


COPIES = np.array([[sum((card.name, card.back) == (name, side) for card in CARDS) for name in NAMES] for side in SIDES])


def assert_possible(seen: Seen) -> None:
    """All that is hidden fits what the deciding seats see: names, backs, sizes, characters."""
    hand, theirs = seen.of_seat(*HANDS, True), seen.of_seat(*HANDS, False)
    known = seen.shown("their_hand")
    decks = [seen.secrets[:, secret_columns(deck)] for deck in DECKS]
    assert (seen.shown("my_hand", "looked") == hand).all()
    assert (known <= theirs).all()
    assert (seen.column("their_hand") == theirs.sum(1)).all()
    assert (seen.batch.globals[:, columns_of("unseen")] == theirs - known + sum(decks)).all()
    my_deck, their_deck = (seen.of_seat(*DECKS[:2], is_mine) for is_mine in (True, False))
    for deck, column in ((my_deck, "my_deck"), (their_deck, "their_deck"), (decks[2], "common_deck")):
        assert (deck.sum(1) == seen.column(column)).all()
    for side, deck in zip(COPIES, decks, strict=False):
        assert (deck <= side).all(), "a deck holds what is printed for it"
    at_most, at_least = np.minimum(theirs, COPIES[0]).sum(1), np.maximum(theirs - COPIES[1], 0).sum(1)
    assert ((seen.backs() <= at_most) & (seen.backs() >= at_least)).all()
    assert (seen.backs() == seen.column("their_law_backs")).all()
    assert_reserves(seen)


def assert_reserves(seen: Seen) -> None:
    """The own reserve is what the seat sees; the other one has its size, and nobody who has been in play."""
    reserves = np.hstack([seen.secrets[:, secret_columns(f"{side} reserve")] for side in SIDES]) > 0
    is_mine = (np.arange(24) // 12)[None, :] == seen.batch.seat[:, None]
    assert (seen.characters("my_reserve") == (reserves & is_mine)).all()
    assert ((reserves & ~is_mine).sum(1) == seen.column("their_reserve")).all()
    assert not (reserves & seen.characters("their_active", "their_rear", "their_gone")).any()


@BOTS
@ALL_OPTIONS
def test_what_is_hidden_is_among_what_a_seat_must_hold_possible(options: BangOptions, bot: str) -> None:
    for pool, step in steps(options, bot, every=10, first=2 * GAMES):
        assert_possible(Seen(step.batch, pool.secrets()))
        dealt_pool, dealt, at = dealt_from(step.worlds, seed=3)
        assert_possible(Seen(dealt.decisions().take(at), dealt_pool.secrets()[at]))


def test_known_cards_of_a_hand_are_in_it() -> None:
    """Card by card, with symbol and back: what a page calls known is in the hand that the other page shows."""
    options = OPTIONS[-1]
    n_known = 0
    for _, step in steps(options, "random", every=3, first=7):
        for row in range(0, len(step.batch), 20):
            page = step.worlds.page(row)
            hand = list(page["hand"])
            for card in page["table"][page["side"]]["known"]:
                hand.remove(card)
                n_known += 1
    assert n_known > 300


@pytest.mark.parametrize("seat", [0, 1])
def test_a_pick_shows_nothing_to_the_other_side(seat: int) -> None:
    deals = Deals.of(np.arange(200), OPTIONS[0].values())
    pools = [GamePool.of("bang", deals, threads=2, asks_forced=True) for _ in range(2)]
    for _ in range(4):
        worlds = [pool.worlds() for pool in pools]
        batches = [each.decisions() for each in worlds]
        rows = np.flatnonzero(batches[0].seat == seat)
        assert_equal(batches[0].take(rows), batches[1].take(rows))
        assert [worlds[0].page(int(row)) for row in rows] == [worlds[1].page(int(row)) for row in rows]
        same = at_random(worlds[0], 1).index
        for number, pool in enumerate(pools):
            other = at_random(worlds[number], 2 + number).index
            pool.apply(Choices(np.where(batches[number].seat == seat, same, other), np.zeros(0, np.float32)))
    assert worlds[0].page(0)["reserve"], "each side has picked by now"


def picks(batch: DecisionBatch) -> np.ndarray:
    """[B] what the deciding side has picked so far, as bits."""
    is_choice = batch.entity_zone == SCHEMA.zones.index("choice")
    is_picked = is_choice & (batch.entities[:, SCHEMA.entities.index("is_used")] > 0)
    bit = 1 << (batch.entity_card - SCHEMA.cards.index("Alan Pinkertoon")) % 12
    return np.bincount(owners(batch.entity_offsets), bit * is_picked, len(batch)).astype(np.int64)


@pytest.mark.parametrize("n_picks", [1, 2, 3])
@pytest.mark.parametrize("seat", [0, 1])
def test_picks_of_the_other_side_are_dealt_equally_often(seat: int, n_picks: int) -> None:
    """A side whose last pick leaves one way to go on is not asked, so its picks are known only as such."""
    pool = pool_of(OPTIONS[0], games=20)
    for _ in range(n_picks):
        pool.apply(at_random(pool.worlds()))
    worlds = pool.worlds()
    heads, count = worlds.heads(), 12_000
    is_draft = heads.kind == SCHEMA.kinds.index("draft")
    row = int(np.flatnonzero(is_draft & (heads.seat == seat) & (heads.ply // 2 == n_picks))[0])
    dealt = worlds.deal(np.full(count, row), np.arange(count, dtype=np.uint64)).decisions()
    found, counts = np.unique(picks(dealt.take(np.flatnonzero(dealt.seat != seat))), return_counts=True)
    last = 1 << (7 + n_picks)
    possible = [number for number in range(2 * last) if number.bit_count() == n_picks]
    asked = [number for number in possible if number < last]
    assert found.tolist() == asked
    shares = np.array([1] * len(asked) + [len(possible) - len(asked)]) / len(possible)
    assert chisquare([*counts, count - counts.sum()], shares * count).pvalue > 1e-4


ENDGAMES: dict[str, tuple[Side, dict[str, str]]] = {
    "two backs and a reserve": (
        "law",
        {
            "law": "Wyatt Ear / Tex Killer",
            "outlaw": "The Daltons / Tom Thorn",
            "law_hand": "Colt, Missed!",
            "outlaw_hand": "Bank, outlaw Duel, Beer",
            "law_deck": "Saloon, Gatling",
            "outlaw_deck": "Remington, Schofield, Scope",
            "outlaw_reserve": "Bull Anderson",
        },
    ),
    "two in reserve": (
        "outlaw",
        {
            "law": "Wyatt Ear",
            "outlaw": "The Daltons",
            "law_hand": "Colt, Hat",
            "outlaw_hand": "Knife",
            "law_deck": "Saloon, Gatling",
            "law_reserve": "Jango, Alan Pinkertoon",
            "turn": "outlaw",
        },
    ),
    "a full hand": (
        "outlaw",
        {
            "law": "Wyatt Ear / Tex Killer",
            "outlaw": "The Daltons",
            "law_hand": "Colt, Hat, Bank, Fanning, outlaw Knife, outlaw Duel",
            "outlaw_hand": "Remington",
            "law_deck": "Saloon, Gatling, Peacemaker, Teacher",
            "outlaw_deck": "Beer, Schofield",
            "turn": "outlaw",
        },
    ),
    "an empty hand": (
        "law",
        {
            "law": "Wyatt Ear",
            "outlaw": "The Daltons / Tom Thorn",
            "law_hand": "Colt, Hat",
            "law_deck": "Saloon, Gatling",
            "outlaw_deck": "Beer, Schofield",
            "outlaw_reserve": "Toco Ramirez, West Harding, Sid Curry",
        },
    ),
}


def assert_equally_often(expected: np.ndarray, dealt: np.ndarray) -> None:
    """All expected hidden states are dealt, no others, and each as often as the next."""
    expected = np.unique(expected, axis=0)
    found, counts = np.unique(dealt, axis=0, return_counts=True)
    assert found.shape == expected.shape
    assert (found == expected).all()
    if len(found) > 1:
        assert chisquare(counts).pvalue > 1e-4


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", ENDGAMES)
def test_every_hidden_state_of_an_endgame_is_dealt_equally_often(name: str, seed: int) -> None:
    side, scene = ENDGAMES[name]
    values = Scene(**scene).values()
    states = hidden_states(values, SIDES.index(side))
    expected = secrets_of(states)
    assert len(np.unique(expected, axis=0)) == len(states) > 100, "each hidden state has names of its own"
    worlds = GamePool.of("bang", Deals.of([0], values), threads=2).worlds()
    assert worlds.heads().seat.tolist() == [SIDES.index(side)]
    assert_equally_often(expected, dealt_secrets(worlds, 0, 60 * len(states), seed))


@pytest.mark.parametrize("seed", range(6))
def test_cards_of_a_common_deck_are_dealt_by_their_backs(seed: int) -> None:
    """The law draws two of the six cards of a new common deck, and takes a Hat that both have seen."""
    drawn = {"law": ("Bank", "Saloon", "Gatling"), "outlaw": ("Beer", "Remington", "Duel")}
    scene: dict[str, Any] = {
        "law": "Wyatt Ear: Hat / Tex Killer",
        "outlaw": "The Daltons / Tom Thorn",
        "law_hand": "Teacher, Winchester",
        "law_deck": "",
        "discard": ", ".join(f"{back} {name}" for back, names in drawn.items() for name in names),
        "starts_turn": True,
    }
    unnamed = set(range(len(CARDS))) - Scene(**scene).named
    values = dict(Scene(**scene).values())
    values["cards"] = tuple(IN_HAND + 1 if card in unnamed else spot for card, spot in enumerate(values["cards"]))
    pool = GamePool.of("bang", Deals.of([seed], values), threads=2)
    for choice in ("play Teacher", "play Winchester (Horseshoe, law) at The Daltons"):
        labels = pool.worlds().labels(0)
        row = next(row for row, label in enumerate(labels) if label.startswith(choice))
        pool.apply(Choices(np.array([row], np.int32), np.zeros(0, np.float32)))
    worlds = pool.worlds()
    table = worlds.page(0)["table"]["law"]
    assert (worlds.heads().seat[0], table["hand"], table["known"]) == (1, 3, ["Hat (Horseshoe, law)"])
    expected = []
    n_law = table["law_backs"] - 1
    for held in product(combinations(drawn["law"], n_law), combinations(drawn["outlaw"], 2 - n_law)):
        row = pool.secrets()[0].copy()
        row[secret_columns("law hand")] = [(name in (*held[0], *held[1], "Hat")) for name in NAMES]
        in_deck = {name for names in drawn.values() for name in names} - {*held[0], *held[1]}
        row[secret_columns("common deck")] = [name in in_deck for name in NAMES]
        expected.append(row)
    assert_equally_often(np.array(expected), dealt_secrets(worlds, 0, 1_000 * len(expected), seed))
