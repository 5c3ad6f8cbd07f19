"""Bad options, scenes, choices and calls of BANG! from Python: an error in one sentence each, never a crash."""

from collections.abc import Callable

import numpy as np
import pytest
from contract.cases import at_random, walk
from hypothesis import given, settings
from hypothesis import strategies as st

from standoff import Choices, Deals, GamePool
from standoff.errors import BadInput
from standoff.games.bang import CHARACTERS, BangOptions
from standoff.games.bang.scenes import CARDS
from standoff.pool import LARGEST_OPTION, Options

some = settings(deadline=None, max_examples=100)
many = settings(deadline=None, max_examples=200)

EQUIPMENT = ("Bank", "Barrel", "Clock", "Dynamite", "Gun Belt", "Hat", "Rattlesnake", "Scope", "Stampede")
DISCARD, LAW_DECK, COMMON, LAW_HAND, ON_FIGURE = 0, 1, 3, 4, 6
LEGAL: Options = {
    "figures": (0, 1, 12, 13),
    "life": (0, 0, 0, 0),
    "reserves": (5, 20),
    "cards": tuple([LAW_HAND] * 4 + [LAW_DECK] * 36 + [LAW_HAND + 1] * 4 + [LAW_DECK + 1] * 36),
    "top": (-1,),
    "turn": (0, 0),
}
NAMES = ("rules", "setup", "law", "outlaw", *LEGAL)
EXTREME = st.sampled_from(
    [-(2**63), -(2**31) - 1, -129, -2, -1, 0, 1, 2, 23, 24, 79, 80, 127, 128, 255, 256, 2**31, 2**63 - 1]
)
NUMBERS = st.one_of(EXTREME, st.integers(-2, 30), st.integers(-LARGEST_OPTION, LARGEST_OPTION))


def pool_of(options: Options, games: int = 1, threads: int = 1) -> GamePool:
    return GamePool.of("bang", Deals.of(np.arange(games), options), threads=threads)


def play_out(pool: GamePool) -> None:
    for _ in walk(pool, lambda worlds: at_random(worlds, 3)):
        pass


def assert_one_sentence(fault: Exception) -> None:
    text = str(fault)
    assert text
    assert "\n" not in text
    assert len(text) < 400


def refused_or_played(options: Options) -> None:
    """The core either names what is wrong, or plays the game to its end."""
    try:
        pool = pool_of(options)
    except BadInput as fault:
        assert_one_sentence(fault)
        return
    play_out(pool)
    assert len(pool.ended().game) == 1


OTHER_LENGTHS = st.lists(NUMBERS, max_size=100)
OF_A_LENGTH = st.sampled_from([0, 1, 2, 3, 4, 5, 79, 80, 81]).flatmap(
    lambda length: st.lists(NUMBERS, min_size=length, max_size=length)
)


@many
@given(st.dictionaries(st.sampled_from(NAMES), st.one_of(OTHER_LENGTHS, OF_A_LENGTH), max_size=6))
def test_any_numbers_are_refused_or_played(options: dict[str, list[int]]) -> None:
    refused_or_played(options)


@many
@given(st.sampled_from(sorted(LEGAL)), st.data())
def test_a_scene_with_a_wrong_number_is_refused_or_played(name: str, data: st.DataObject) -> None:
    numbers = list(LEGAL[name])
    for _ in range(data.draw(st.integers(1, 3))):
        numbers[data.draw(st.integers(0, len(numbers) - 1))] = data.draw(NUMBERS)
    refused_or_played({**LEGAL, name: numbers})


@some
@given(st.text(max_size=30), st.lists(NUMBERS, max_size=4))
def test_options_of_other_names_are_refused(name: str, numbers: list[int]) -> None:
    if name in NAMES:
        return
    with pytest.raises(BadInput) as fault:
        pool_of({name: numbers})
    assert "bang has no option" in str(fault.value) or "so large a number" in str(fault.value)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30])
@pytest.mark.parametrize("name", NAMES)
def test_numbers_that_the_core_cannot_hold_are_refused(name: str, number: int) -> None:
    with pytest.raises(BadInput, match=f"the option {name} of bang has {number}; so large"):
        pool_of({**LEGAL, name: (number,)})


def _with_card(card: int, spot: int) -> Options:
    cards = list(LEGAL["cards"])
    cards[card] = spot
    return {**LEGAL, "cards": cards}


FOUR = {"law": (0, 1, 2, 3), "outlaw": (12, 13, 14, 15)}
SENTENCES: list[tuple[Options, str]] = [
    ({"rules": (2,)}, "the option rules of bang is 0 or 1"),
    ({"setup": ()}, "the option setup of bang is 0 or 1"),
    ({"law": (0, 1, 2, 3)}, "give the characters of both sides or of none"),
    ({**FOUR, "law": (0, 1, 2, 2)}, "the side law needs four different characters"),
    ({**FOUR, "law": (0, 1, 2, 3, 3)}, "the side law needs four different characters"),
    ({**FOUR, "outlaw": (12, 13, 14, 11)}, "character 11 is not of the side outlaw"),
    ({**LEGAL, "setup": (0,)}, "a bang scene takes neither setup nor law and outlaw"),
    ({**LEGAL, **FOUR}, "a bang scene takes neither setup nor law and outlaw"),
    ({"turn": (0, 0)}, "a bang scene needs an active character on each side"),
    ({**LEGAL, "figures": (0, 1, 12)}, "the option figures of a bang scene takes 4 numbers"),
    ({**LEGAL, "figures": (0, 0, 12, 13)}, "a character of a bang scene stands in two places"),
    ({**LEGAL, "figures": (0, 12, 13, 14)}, "a character of a bang scene is on the wrong side"),
    ({**LEGAL, "figures": (0, 1, 12, 24)}, "the option figures of a bang scene has 24, which it does not take"),
    ({**LEGAL, "life": (5, 0, 0, 0)}, "a character of a bang scene has more life than it can have"),
    ({**LEGAL, "cards": (0,) * 79}, "the option cards of a bang scene takes 80 numbers"),
    ({**LEGAL, "top": (3,)}, "the top card of a bang scene does not lie in the discard pile"),
    ({**LEGAL, "turn": (2, 0)}, "the option turn of a bang scene has 2, which it does not take"),
    (_with_card(0, LAW_DECK + 1), "a bang scene has a card with the law back in the other side's deck"),
    (_with_card(0, ON_FIGURE), "a bang scene has Carbine where it cannot lie"),
]


@pytest.mark.parametrize(("options", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_a_bad_option_is_named(options: Options, sentence: str) -> None:
    with pytest.raises(BadInput) as fault:
        pool_of(options)
    assert str(fault.value).startswith(sentence)
    assert_one_sentence(fault.value)


@st.composite
def scenes(draw: st.DrawFn) -> Options:
    """Positions that could be: any figures, lives, reserves, and cards wherever they may lie."""
    figures: list[int] = []
    reserves: list[int] = []
    for side in (0, 12):
        order = draw(st.permutations(range(side, side + 12)))
        n_reserve = draw(st.integers(0, 4))
        figures += [order[0], order[1] if draw(st.booleans()) else -1]
        reserves += order[2 : 2 + n_reserve]
    rarity = draw(st.sampled_from([1, 2, 5, 30]))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    taken: set[tuple[int, str]] = set()
    cards: list[int] = []
    for number, card in enumerate(CARDS):
        spots = [DISCARD, LAW_DECK + number // 40, COMMON, LAW_HAND, LAW_HAND + 1]
        figure = int(random.integers(4))
        if card.name in EQUIPMENT and figures[figure] >= 0 and (figure, card.name) not in taken and random.integers(2):
            taken.add((figure, card.name))
            spots = [ON_FIGURE + figure]
        cards.append(DISCARD if random.integers(rarity) and len(spots) > 1 else int(random.choice(spots)))
    discard = [number for number, spot in enumerate(cards) if spot == DISCARD]
    return {
        "rules": (draw(st.integers(0, 1)),),
        "figures": figures,
        "life": [draw(st.integers(0, 3)) for _ in range(4)],
        "reserves": reserves,
        "cards": cards,
        "top": (draw(st.sampled_from(discard)) if discard and draw(st.booleans()) else -1,),
        "turn": (draw(st.integers(0, 1)), draw(st.integers(0, 1))),
    }


@many
@given(scenes())
def test_a_legal_scene_can_be_played_to_its_end(scene: Options) -> None:
    pool = pool_of(scene, games=3)
    play_out(pool)
    assert len(pool.ended().game) == 3


@some
@given(
    st.lists(st.sampled_from([*CHARACTERS, "", " ", ",", "wild", "the", "wyatt-ear", "\\0", "Ä"]), max_size=6),
    st.booleans(),
)
def test_rosters_by_name_are_read_or_refused(names: list[str], both: bool) -> None:
    law = ",".join(names)
    try:
        values = BangOptions(law=law, outlaw="toco,tom,west,babe" if both else "").values()
    except BadInput as fault:
        assert_one_sentence(fault)
        return
    refused_or_played(values)


@some
@given(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=12))
def test_choices_that_do_not_fit_are_refused_and_change_nothing(index: list[int]) -> None:
    pool = pool_of({"setup": (1,)}, games=4)
    worlds = pool.worlds()
    before, n_actions = worlds.heads().information, worlds.heads().n_actions
    fits = len(index) == len(worlds) and all(0 <= row < n for row, n in zip(index, n_actions, strict=True))
    choices = Choices(np.array(index, np.int32), np.zeros(0, np.float32))
    if fits:
        pool.apply(choices)
        return
    with pytest.raises(ValueError) as fault:
        pool.apply(choices)
    assert_one_sentence(fault.value)
    assert (pool.worlds().heads().information == before).all()


def test_choices_that_are_no_row_numbers_are_refused() -> None:
    pool = pool_of({"setup": (1,)})
    pool.worlds()
    for index in (np.array([0.5]), np.array([2**40]), np.array([np.nan])):
        with pytest.raises(ValueError), np.errstate(invalid="ignore"):
            pool.apply(Choices(index, np.zeros(0, np.float32)))


@pytest.mark.parametrize(
    "call",
    [GamePool.worlds, GamePool.decisions, GamePool.secrets, GamePool.ended, lambda pool: pool.apply(at_random(WORLDS))],
    ids=["worlds", "decisions", "secrets", "ended", "apply"],
)
def test_a_closed_pool_says_so(call: Callable[[GamePool], object]) -> None:
    pool = pool_of({})
    pool.close()
    pool.close()
    with pytest.raises(ValueError, match="the pool is closed"):
        call(pool)


WORLDS = pool_of({}, games=3).worlds()
ROWS = st.integers(-(2**63), 2**63 - 1)


@some
@given(ROWS, ROWS)
def test_rows_that_do_not_exist_are_refused(row: int, action: int) -> None:
    calls: list[Callable[[], object]] = [
        lambda: WORLDS._native.told(row, action),
        lambda: WORLDS._native.labels(row),
        lambda: WORLDS._native.page(row),
        lambda: WORLDS._native.looks_like(0, WORLDS._native, row),
        lambda: WORLDS.told(0, action),
    ]
    is_row, is_action = 0 <= row < len(WORLDS), 0 <= action < WORLDS.heads().n_actions[0]
    for call, is_fine in zip(calls, [is_row and is_action, is_row, is_row, is_row, is_action], strict=True):
        if is_fine:
            call()
            continue
        with pytest.raises(IndexError) as fault:
            call()
        assert_one_sentence(fault.value)


@pytest.mark.parametrize("rows", [[-1], [3_000], [2**31 - 1], [0, -(2**31)]])
def test_worlds_are_not_dealt_from_rows_that_do_not_exist(rows: list[int]) -> None:
    at = np.array(rows, np.int32)
    for call in (
        lambda: WORLDS._native.deal(at, np.zeros(len(at), np.uint64)),
        lambda: WORLDS._native.bot("tactical", 0, 0, at),
        lambda: WORLDS._native.keys(0, at),
    ):
        with pytest.raises(IndexError):
            call()
    with pytest.raises(ValueError, match="one seed for each row"):
        WORLDS.deal(np.zeros(2, np.int64), np.zeros(1, np.uint64))


@pytest.mark.parametrize(("bot", "depth"), [("", 0), ("Tactical", 0), ("tactical", 1), ("random", -1)])
def test_bots_that_do_not_exist_are_refused(bot: str, depth: int) -> None:
    with pytest.raises(ValueError) as fault:
        WORLDS.bot(bot, depth)
    assert_one_sentence(fault.value)
