"""A test a rule of Leduc hold'em, named after it; games are driven by naming moves."""

from collections import Counter

import numpy as np
import pytest

from standoff import BadInput, Choices, Deals, GamePool, find_game
from standoff.games.leduc import LeducOptions, deals

TO_THE_SECOND_ROUND = "check check"


def pool_of(cards: str) -> GamePool:
    return GamePool.of("leduc", Deals.of([0], LeducOptions(cards).values()), threads=1, asks_forced=True)


def take(cards: str, moves: str) -> GamePool:
    pool = pool_of(cards)
    for move in moves.split():
        index = np.array([pool.worlds().labels(0).index(move)], np.int32)
        pool.apply(Choices(index, np.zeros(0, np.float32)))
    return pool


def chips_of_first(pool: GamePool) -> int:
    assert len(pool.worlds()) == 0
    chips = (2 * float(pool.ended().score[0]) - 1) * 13
    assert chips == pytest.approx(round(chips), abs=1e-5)
    return round(chips)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("KQJ", 1), ("QKJ", -1), ("JKJ", 1), ("KJJ", -1), ("QKQ", 1), ("QQK", 0), ("KKJ", 0), ("JQK", -1)],
)
def test_a_pair_wins_then_the_higher_rank_and_equal_ranks_share(cards: str, winner: int) -> None:
    assert chips_of_first(take(cards, "check check check check")) == winner
    assert chips_of_first(take(cards, "raise call raise call")) == 7 * winner


@pytest.mark.parametrize(
    ("moves", "chips"),
    [
        ("check check", [1, 1]),
        ("raise call", [3, 3]),
        ("raise raise call", [5, 5]),
        ("check raise raise call", [5, 5]),
        ("check check raise", [5, 1]),
        ("check check raise raise", [5, 9]),
        ("raise raise call check raise raise", [13, 9]),
    ],
)
def test_a_raise_is_two_chips_in_the_first_round_and_four_in_the_second(moves: str, chips: list[int]) -> None:
    assert take("KQJ", moves).worlds().page(0)["table"]["chips"] == chips


def test_at_most_thirteen_chips_change_hands() -> None:
    assert chips_of_first(take("KQJ", "raise raise call raise raise call")) == 13


@pytest.mark.parametrize(("moves", "chips"), [("raise fold", 1), ("check raise fold", -1), ("raise raise fold", -3)])
def test_who_folds_loses_what_it_has_put_in(moves: str, chips: int) -> None:
    for cards in ("KQJ", "JKQ"):
        pool = take(cards, moves)
        assert chips_of_first(pool) == chips
    pool = take("KQJ", moves)
    pool.worlds()
    assert find_game("leduc").schema.reasons[pool.ended().reason[0]] == "fold"


@pytest.mark.parametrize("before", ["", TO_THE_SECOND_ROUND + " "])
@pytest.mark.parametrize(
    ("moves", "seat", "legal"),
    [
        ("", 0, ["check", "raise"]),
        ("check", 1, ["check", "raise"]),
        ("raise", 1, ["fold", "call", "raise"]),
        ("raise raise", 0, ["fold", "call"]),
        ("check raise", 0, ["fold", "call", "raise"]),
        ("check raise raise", 1, ["fold", "call"]),
    ],
)
def test_there_are_two_raises_a_round_and_a_fold_only_where_there_is_something_to_call(
    before: str, moves: str, seat: int, legal: list[str]
) -> None:
    worlds = take("KQJ", before + moves).worlds()
    assert worlds.heads().seat.tolist() == [seat]
    assert worlds.labels(0) == legal


def test_costs_are_the_chips_that_an_action_puts_in() -> None:
    assert take("KQJ", "raise").decisions().actions[:, 0].tolist() == [0, 2, 4]
    assert take("KQJ", "check check raise").decisions().actions[:, 0].tolist() == [0, 4, 8]


def test_the_public_card_is_turned_up_after_the_first_round() -> None:
    game = find_game("leduc")
    before, after = take("KQJ", "raise").worlds().page(0), take("KQJ", "raise call").worlds().page(0)
    assert (before["table"]["card"], after["table"]["card"]) == (None, "jack")
    assert game.news is not None
    assert game.news(before["table"], after["table"]) == ["the public card is a jack"]
    batch = take("KQJ", "raise call").decisions()
    assert batch.action_refs.tolist() == [[0, 1], [0, 1]]
    assert take("KQJ", "raise").decisions().action_refs.tolist() == [[0, -1]] * 3


def test_a_seat_sees_neither_the_other_card_nor_the_public_one_before_its_time() -> None:
    pages = [take(cards, "raise").worlds().page(0) for cards in ("JQJ", "KQJ", "KQQ")]
    assert pages[0] == pages[1] == pages[2]
    assert pages[0]["card"] == "queen"


def test_the_six_cards_are_dealt_by_seeds_with_equal_chance() -> None:
    pool = GamePool.of("leduc", Deals.of(range(12_000), {}), threads=1, slots=12_000)
    pool.worlds()
    counts = Counter(tuple(np.flatnonzero(secrets) % 3) for secrets in pool.secrets())
    expected = Counter(deal["cards"] for deal in deals())
    assert set(counts) == set(expected)
    assert len(deals()) == 120
    for cards, count in counts.items():
        assert count == pytest.approx(100 * expected[cards], abs=150)


@pytest.mark.parametrize(("moves", "left"), [("", {0: 2, 1: 1, 2: 2}), (TO_THE_SECOND_ROUND, {0: 2, 1: 0, 2: 2})])
def test_a_world_deals_the_other_hand_from_the_cards_that_the_seat_does_not_see(
    moves: str, left: dict[int, int]
) -> None:
    worlds = take("QKQ", moves).worlds()
    dealt = worlds.deal(np.zeros(6000, np.int64), np.arange(6000, dtype=np.uint64))
    dealt.worlds()
    held = dealt.secrets()[:, 3:6].sum(0)
    for rank, count in left.items():
        assert held[rank] == pytest.approx(6000 * count / sum(left.values()), abs=200)


def test_a_deal_is_named_by_three_letters() -> None:
    assert LeducOptions().values() == {}
    assert LeducOptions("kjj").values() == {"cards": (2, 0, 0)}


@pytest.mark.parametrize("cards", ["K", "KKK", "KQ", "AKQ", "KQJJ"])
def test_cards_that_are_no_deal_are_refused_in_a_sentence(cards: str) -> None:
    with pytest.raises(BadInput, match="is no deal; give three of J, Q and K, at most two of a rank, such as KQJ"):
        LeducOptions(cards).values()


@pytest.mark.parametrize("cards", [(0,), (0, 0, 0), (0, 1, 3), (-1, 1, 2), (0, 1, 2, 2)])
def test_numbers_that_are_no_deal_are_refused_in_a_sentence(cards: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="the cards of a leduc deal are three of 0"):
        GamePool.of("leduc", Deals.of([1], {"cards": cards}))
    with pytest.raises(BadInput, match="leduc has no option 'size'; it takes cards"):
        GamePool.of("leduc", Deals.of([1], {"size": (1,)}))


@pytest.mark.parametrize(
    ("card", "before", "moves", "expected"),
    [
        ("K", "J", "", "raise"),
        ("Q", "J", "", "check"),
        ("J", "J", "", "check"),
        ("J", "K", "raise", "fold"),
        ("Q", "K", "raise", "call"),
    ],
)
def test_honest_bets_what_its_card_is_worth(card: str, before: str, moves: str, expected: str) -> None:
    cards = (before + card if moves else card + before) + "K"
    worlds = take(cards, moves).worlds()
    assert worlds.labels(0)[worlds.bot("honest").index[0]] == expected


def test_the_table_is_drawn() -> None:
    page = take("QKJ", "check raise call check").worlds().page(0)
    assert str(find_game("leduc").draw(page)) == (
        "first    3 in the pot   check, call; then check\nsecond   3 in the pot   raise\n"
        "public card: jack\nyour card: king"
    )
