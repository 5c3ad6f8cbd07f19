"""A test a rule of Kuhn poker, named after it; games are driven by naming moves."""

from collections import Counter

import numpy as np
import pytest

from standoff import BadInput, Choices, Deals, GamePool, find_game
from standoff.games.kuhn import KuhnOptions, deals

ENDS = {
    "pass pass": 1,
    "bet bet": 2,
    "pass bet bet": 2,
}
FOLDS = {"bet pass": 1, "pass bet pass": -1}


def pool_of(cards: str) -> GamePool:
    return GamePool.of("kuhn", Deals.of([0], KuhnOptions(cards).values()), threads=1, asks_forced=True)


def take(pool: GamePool, moves: str) -> GamePool:
    for move in moves.split():
        index = np.array([pool.worlds().labels(0).index(move)], np.int32)
        pool.apply(Choices(index, np.zeros(0, np.float32)))
    assert len(pool.worlds()) in (0, 1)
    return pool


def chips_of_first(pool: GamePool) -> float:
    assert len(pool.worlds()) == 0
    return (2 * float(pool.ended().score[0]) - 1) * 2


@pytest.mark.parametrize("cards", ["JQ", "JK", "QJ", "QK", "KJ", "KQ"])
@pytest.mark.parametrize(("moves", "chips"), ENDS.items())
def test_the_higher_card_wins_what_the_other_has_put_in(cards: str, moves: str, chips: int) -> None:
    sign = 1 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else -1
    assert chips_of_first(take(pool_of(cards), moves)) == sign * chips


@pytest.mark.parametrize("cards", ["JK", "KJ"])
@pytest.mark.parametrize(("moves", "chips"), FOLDS.items())
def test_who_passes_after_a_bet_loses_its_ante_whatever_it_holds(cards: str, moves: str, chips: int) -> None:
    pool = take(pool_of(cards), moves)
    assert find_game("kuhn").schema.reasons[pool.ended().reason[0]] == "fold"
    assert chips_of_first(take(pool_of(cards), moves)) == chips


@pytest.mark.parametrize(("moves", "seat"), [("", 0), ("pass", 1), ("bet", 1), ("pass bet", 0)])
def test_the_seats_take_turns_and_may_always_pass_or_bet(moves: str, seat: int) -> None:
    worlds = take(pool_of("QJ"), moves).worlds()
    assert worlds.heads().seat.tolist() == [seat]
    assert worlds.labels(0) == ["pass", "bet"]


def test_a_seat_sees_its_own_card_and_no_other() -> None:
    pages = [take(pool_of(cards), "pass").worlds().page(0) for cards in ("JQ", "KQ")]
    assert pages[0] == pages[1]
    assert pages[0] == {"seat": 1, "card": "queen", "table": {"chips": [1, 1], "moves": ["pass"]}}


def test_every_deal_is_dealt_by_seeds_and_is_equally_likely() -> None:
    pool = GamePool.of("kuhn", Deals.of(range(12_000), {}), threads=1, slots=12_000)
    pool.worlds()
    counts = Counter(tuple(np.flatnonzero(secrets)) for secrets in pool.secrets())
    assert len(counts) == 6
    assert max(abs(count - 2000) for count in counts.values()) < 200


def test_a_world_holds_either_of_the_two_other_cards() -> None:
    worlds = pool_of("QK").worlds()
    dealt = worlds.deal(np.zeros(2000, np.int64), np.arange(2000, dtype=np.uint64))
    dealt.worlds()
    held = dealt.secrets()[:, 3:].sum(0)
    assert held[1] == 0
    assert abs(held[0] - 1000) < 150


def test_the_deals_are_all_and_each_is_played_as_named() -> None:
    named = [deal["cards"] for deal in deals()]
    assert len(set(map(tuple, named))) == len(named) == 6
    for cards in named:
        pool = GamePool.of("kuhn", Deals.of([5], {"cards": cards}), threads=1)
        pool.worlds()
        assert np.flatnonzero(pool.secrets()[0]).tolist() == [cards[0], 3 + cards[1]]


def test_a_deal_is_named_by_two_letters() -> None:
    assert KuhnOptions().values() == {}
    assert KuhnOptions("kj").values() == {"cards": (2, 0)}


@pytest.mark.parametrize("cards", ["K", "KK", "KQJ", "AK", "12"])
def test_cards_that_are_no_deal_are_refused_in_a_sentence(cards: str) -> None:
    with pytest.raises(BadInput, match="is no deal; give two different ones of J, Q and K, such as KQ"):
        KuhnOptions(cards).values()


@pytest.mark.parametrize("cards", [(0,), (0, 0), (0, 3), (-1, 1), (0, 1, 2)])
def test_numbers_that_are_no_deal_are_refused_in_a_sentence(cards: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="the cards of a kuhn deal are two different ones of 0"):
        GamePool.of("kuhn", Deals.of([1], {"cards": cards}))
    with pytest.raises(BadInput, match="kuhn has no option 'size'; it takes cards"):
        GamePool.of("kuhn", Deals.of([1], {"size": (1,)}))


def test_the_table_is_drawn() -> None:
    page = take(pool_of("QJ"), "pass bet").worlds().page(0)
    drawn = find_game("kuhn").draw(page)
    assert str(drawn) == "first   1 in the pot   pass\nsecond  2 in the pot   bet\nyour card: queen"
