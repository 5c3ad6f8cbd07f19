"""Tests of the general rules of BANG! The Duel: turns, targets, hits, decks, elimination and the end."""

import re

import numpy as np
import pytest

from standoff import Choices, Deals, GamePool, find_game
from standoff.games.bang import BangOptions
from standoff.games.bang.scenes import CARDS, SIDES, Scene, Side, plain

BOTH_ALIVE = ("Pat Garret / Jango", "The Daltons / Tom Thorn")


def of_type(kind: str) -> list[str]:
    """The names of the cards of a type: BANG!, equipment or action."""
    return [sheet.name for sheet in find_game("bang").sheets if dict(sheet.facts).get("type") == kind]


def many(card: str, count: int) -> str:
    """So many cards that a description fits, as a scene takes them."""
    return ", ".join([card] * count)


def targets(scene: Scene, card: str) -> list[str]:
    """The characters that a card of this name may be played on."""
    found = (re.match(rf"play {card} (?:at|on) ([A-Za-z ]+\w)", plain(move)) for move in scene.moves)
    return [move[1] for move in found if move]


def active(scene: Scene, side: Side) -> str:
    """The name of a side's active character."""
    return scene.figures(side)[0]["name"]


def lives(scene: Scene, *names: str) -> list[int]:
    """The life points of these characters."""
    return [scene.life(name) for name in names]


# ---- set-up


@pytest.mark.parametrize("setup", ["draft", "random"])
def test_a_game_begins_with_two_of_four_characters_in_play_and_the_laws_turn(setup: str) -> None:
    pool = GamePool.of("bang", Deals.of([3], BangOptions(setup=setup).values()), asks_forced=True)
    while pool.worlds().page(0)["asked"] != "Your turn":
        pool.apply(Choices(np.zeros(len(pool.decisions()), np.int32), np.zeros(0, np.float32)))
    page = pool.worlds().page(0)
    assert page["side"] == "law", "the law plays first"
    assert (page["table"]["law"]["hand"], page["table"]["outlaw"]["hand"]) == (4 + 2, 5)
    for side in SIDES:
        characters = page["table"][side]["characters"]
        assert [figure["life"] == figure["most_life"] for figure in characters] == [True, True]
        assert page["table"][side]["reserve"] == 2


# ---- the turn


def test_dynamite_comes_before_rattlesnake() -> None:
    laid = {"law_deck": many("any Dynamite", 4), "law_reserve": "Wyatt Ear", "starts_turn": True}
    scene = Scene("Jango: Dynamite, Rattlesnake / Pat Garret", "The Daltons", **laid)
    assert active(scene, "law") == "Wyatt Ear"
    assert scene.table["n_reveals"] == 1, "Rattlesnake went with its bearer before it was its turn"


def test_rattlesnake_comes_before_stampede() -> None:
    laid = {"law_deck": many("any Snake", 4), "starts_turn": True}
    scene = Scene("Alan Pinkertoon: Rattlesnake, Stampede / Jango", "The Daltons", **laid)
    assert scene.asked == "A shot at The Daltons", "it bit Alan Pinkertoon while he was active"
    assert active(scene, "law") == "Alan Pinkertoon"
    assert active(scene.take("take the hit"), "law") == "Jango"


def test_hazards_come_before_the_draw() -> None:
    laid = {"law_deck": many("any Snake", 4), "starts_turn": True}
    scene = Scene("Alan Pinkertoon: Rattlesnake", "The Daltons", **laid)
    assert scene.hand_size("law") == 0
    assert scene.take("take the hit").hand_size("law") == 2


@pytest.mark.parametrize("side", SIDES)
def test_a_turn_begins_with_two_cards_from_the_own_deck(side: Side) -> None:
    scene = Scene("Jango", "Tom Thorn", turn=side, starts_turn=True)
    assert (scene.side, scene.hand_size(side)) == (side, 2)
    assert all(f", {side})" in move for move in scene.moves if move.startswith("play")), "cards of the own back"


def test_turns_alternate() -> None:
    scene = Scene("Jango", "Tom Thorn").take("end the turn")
    assert (scene.side, scene.asked) == ("outlaw", "Your turn")
    scene.take("end the turn")
    assert (scene.side, scene.asked) == ("law", "Your turn")


def test_cards_are_played_in_any_number_and_order() -> None:
    scene = Scene("Jango 2", "The Daltons", law_hand="Beer, Knife, Bank, Stagecoach, Colt")
    for move in ("play Knife at The Daltons", "take the hit", "play Bank on Jango", "play Colt", "take the hit"):
        scene.take(move)
    scene.take("play Beer", "play Stagecoach")
    assert lives(scene, "Jango", "The Daltons") == [3, 1]


def test_the_marker_moves_once_a_turn_at_any_moment() -> None:
    scene = Scene("Pat Garret / Jango", "Bull Anderson", law_hand="Colt, Knife")
    scene.take("play Colt", "take the hit", "move the law marker to Jango")
    assert [figure["name"] for figure in scene.figures("law")] == ["Jango", "Pat Garret"]
    assert not scene.can("move the law marker")
    assert scene.can("play Knife at Bull Anderson"), "and the turn goes on"
    scene.take("end the turn", "end the turn")
    assert scene.can("move the law marker to Pat Garret"), "in the next turn again"


def test_equipment_stays_with_its_bearer_when_the_marker_moves() -> None:
    scene = Scene("Pat Garret: Bank / Jango: Hat", "The Daltons").take("move the law marker")
    assert scene.figure("Pat Garret")["equipment"] == ["Bank"]
    assert scene.figure("Jango")["equipment"] == ["Hat"]


@pytest.mark.parametrize("card", of_type("BANG!"))
def test_one_bang_card_a_turn(card: str) -> None:
    scene = Scene("Pat Garret", "Bull Anderson: Bank", law_hand=f"{card}, {card}, Colt")
    scene.take(f"play {card}", "take the hit")
    assert scene.moves == ["end the turn"]
    scene.take("end the turn", "end the turn")
    assert scene.can(f"play {card}"), "one more in the next turn"


# ---- active and rearguard


def test_the_rearguards_equipment_sleeps_until_it_is_a_target() -> None:
    laid = {"law_hand": "Winchester, Colt", "outlaw_deck": many("any Barrel", 3)}
    asleep = Scene("Pat Garret", "The Daltons / Tom Thorn: Barrel, Hat", **laid).take("play Colt")
    assert asleep.moves == ["take the hit"]
    awake = Scene("Pat Garret", "The Daltons / Tom Thorn: Barrel, Hat", **laid).take("play Winchester at Tom Thorn")
    assert awake.moves == ["take the hit", "reveal for Barrel", "discard Hat to dodge"]


def test_the_active_sleeps_while_the_rearguard_is_a_target() -> None:
    laid = {"law_hand": "Colt", "outlaw_hand": "Colt", "turn": "outlaw"}
    awake = Scene("Pat Garret / Annie Oakey", "The Daltons: Scope", **laid).take("play Colt at Annie Oakey")
    assert awake.can("dodge with Colt"), "the ability of the rearguard"
    asleep = Scene("Annie Oakey: Hat / Jango", "The Daltons: Scope", **laid).take("play Colt at Jango")
    assert asleep.moves == ["take the hit"]
    assert asleep.take("take the hit", "end the turn").side == "law", "and awake again"


def test_a_lone_character_is_active_and_rearguard_at_once() -> None:
    laid = {"law_hand": "Bank, Gatling", "outlaw_hand": "Gun Belt", "outlaw_deck": many("Colt", 3)}
    scene = Scene("Jango", "Bull Anderson", **laid)
    assert not scene.can("move the law marker")
    scene.take("play Bank on Jango", "play Gatling", "take the hit")
    assert scene.asked == "Your turn"
    assert scene.life("Bull Anderson") == 4, "it is hit once"
    scene.take("end the turn")
    assert targets(scene, "Gun Belt") == ["Bull Anderson", "Jango"]
    scene.take("end the turn")
    assert scene.hand_size("law") == 3, "Bank, played on the rearguard, works as on the active"


# ---- targets


@pytest.mark.parametrize("card", [name for name in of_type("BANG!") if name != "Winchester"])
def test_bang_cards_are_played_on_the_opponents_active(card: str) -> None:
    assert targets(Scene(*BOTH_ALIVE, law_hand=card), card) == ["The Daltons"]


@pytest.mark.parametrize("card", [name for name in of_type("equipment") if name != "Dynamite"])
def test_equipment_is_played_on_the_own_rearguard_or_the_opponents_active(card: str) -> None:
    assert targets(Scene(*BOTH_ALIVE, law_hand=card), card) == ["Jango", "The Daltons"]


@pytest.mark.parametrize("card", ["Knife", "Derringer", "Saloon"])
def test_actions_are_played_on_anybody_but_the_opponents_rearguard(card: str) -> None:
    assert targets(Scene(*BOTH_ALIVE, law_hand=card), card) == ["Pat Garret", "Jango", "The Daltons"]


def test_actions_and_bang_cards_lie_on_the_discard_pile_before_they_take_effect() -> None:
    for card in ("Colt", "Duel"):
        assert Scene(*BOTH_ALIVE, law_hand=card).take(f"play {card}").top_of_discard == card


@pytest.mark.parametrize("bearer", ["Jango (rearguard)", "The Daltons (active)"])
def test_equipment_replaces_that_of_the_same_name(bearer: str) -> None:
    laid = {"law_hand": "law Hat, outlaw Hat"}
    scene = Scene(*BOTH_ALIVE, **laid).take("play Hat (Horseshoe, law) on " + bearer)
    discarded = scene.table["discard"]
    scene.take("play Hat (Horseshoe, outlaw) on " + bearer)
    assert scene.figure(bearer.split(" (")[0])["equipment"] == ["Hat"]
    assert scene.table["discard"] == discarded + 1
    assert scene.table["discard_top"] == "Hat (Horseshoe, law)", "the old one"


def test_equipment_is_not_simply_discarded() -> None:
    scene = Scene("Pat Garret: Bank, Scope / Jango: Clock, Hat", "The Daltons / Tom Thorn")
    assert scene.moves == ["end the turn", "move the law marker to Jango"]


# ---- reloading

RELOADED = [sheet.name for sheet in find_game("bang").sheets if "reload" in dict(sheet.facts).get("icons", "")]


def test_four_cards_have_the_reload_icon() -> None:
    assert sorted(RELOADED) == ["Canteen", "Clock", "Scope", "Stampede"]


@pytest.mark.parametrize("card", RELOADED)
@pytest.mark.parametrize("rows", [("Pat Garret", "The Daltons / Tom Thorn"), ("Pat Garret / Jango", "The Daltons")])
def test_reloading_a_hand_card_once_either_side_is_down_to_one_character(card: str, rows: tuple[str, str]) -> None:
    scene = Scene(*rows, law_hand=card)
    own_deck = scene.table["law"]["deck"]
    scene.take(f"reload {card}: draw a card")
    assert (scene.hand_size("law"), scene.top_of_discard) == (1, card)
    assert scene.table["law"]["deck"] == own_deck - 1


@pytest.mark.parametrize("card", RELOADED)
def test_no_reloading_before(card: str) -> None:
    assert not Scene(*BOTH_ALIVE, law_hand=card).can("reload")


@pytest.mark.parametrize("card", [name for name in RELOADED if name != "Canteen"])
def test_reloading_equipment_of_the_active_but_not_of_the_rearguard(card: str) -> None:
    scene = Scene(f"Pat Garret: {card} / Jango", "The Daltons").take(f"reload {card} from Pat Garret")
    assert (scene.figure("Pat Garret")["equipment"], scene.hand_size("law")) == ([], 1)
    assert not Scene(f"Pat Garret / Jango: {card}", "The Daltons").can("reload")
    assert not Scene("Pat Garret", f"The Daltons: {card}").can("reload"), "nor of the opponent"


# ---- the hand limit


def left_in_hand(life: int, rules: str) -> int:
    """How many of six cards a character with this life keeps at the end of a turn."""
    scene = Scene(f"Pat Garret {life}", "The Daltons", law_hand="Beer, Hat, Bank, Duel, Saloon, Colt", rules=rules)
    scene.take("end the turn")
    while scene.side == "law":
        assert scene.asked == "Discard down to your hand limit"
        assert len(scene.moves) == scene.hand_size("law"), "which ones is the player's choice"
        scene.take(scene.moves[0])
    return scene.hand_size("law")


@pytest.mark.parametrize("rules", ["published", "rulebook"])
@pytest.mark.parametrize("life", [2, 3, 4, 5])
def test_the_hand_limit_is_the_life_of_the_active(life: int, rules: str) -> None:
    assert left_in_hand(life, rules) == life


def test_with_one_life_left_the_rulebook_lets_two_cards_stay() -> None:
    assert left_in_hand(1, "published") == 1
    assert left_in_hand(1, "rulebook") == 2


def test_the_hand_limit_is_that_of_who_is_active_at_the_end_of_the_turn() -> None:
    scene = Scene("Pat Garret 5 / Jango 2", "The Daltons", law_hand="Beer, Hat, Bank")
    assert scene.take("move the law marker to Jango", "end the turn").asked == "Discard down to your hand limit"


# ---- decks


def test_who_first_runs_out_shuffles_the_discard_pile_into_a_common_deck() -> None:
    scene = Scene("Jango", "Tom Thorn", law_deck="any Snake", outlaw_deck=many("any Snake", 9), starts_turn=True)
    assert scene.hand_size("law") == 2
    table = scene.table
    assert (table["law"]["deck"], table["discard"], table["outlaw"]["deck"]) == (0, 0, 9)
    assert table["common_deck"] == 80 - 9 - 2, "all that lay in the discard pile, less the one drawn"


def test_who_runs_out_second_uses_the_common_deck_without_shuffling() -> None:
    decks = {"law_deck": "", "outlaw_deck": "any Snake", "common_deck": many("any Horseshoe", 5)}
    scene = Scene("Jango", "Tom Thorn", turn="outlaw", starts_turn=True, **decks)
    discarded = scene.table["discard"]
    assert scene.hand_size("outlaw") == 2
    assert (scene.table["common_deck"], scene.table["outlaw"]["deck"]) == (4, 0)
    assert discarded == 80 - 1 - 5


def test_the_common_deck_is_shuffled_anew_when_it_runs_out() -> None:
    decks = {"law_deck": "", "outlaw_deck": "", "common_deck": "any Horseshoe"}
    scene = Scene("Jango", "Tom Thorn", starts_turn=True, **decks)
    assert scene.hand_size("law") == 2
    assert (scene.table["common_deck"], scene.table["discard"]) == (80 - 2, 0)


def test_the_other_side_reveals_from_its_own_deck_while_it_lasts() -> None:
    decks = {"law_deck": "", "outlaw_deck": many("any Barrel", 2), "common_deck": many("any Snake", 3)}
    scene = Scene("Pat Garret", "The Daltons: Barrel", law_hand="Colt", **decks).take("play Colt", "reveal for Barrel")
    assert (scene.asked, scene.table["outlaw"]["deck"], scene.table["common_deck"]) == ("Your turn", 1, 3)


# ---- random cards


def test_a_random_card_is_drawn_by_its_back() -> None:
    laid = {"law_hand": "Robbery", "outlaw_hand": "law Colt, law Bank, outlaw Beer"}
    scene = Scene("Pat Garret", "The Daltons", **laid).take("play Robbery")
    assert scene.moves == [
        "a random card with the law back from the outlaw hand",
        "a random card with the outlaw back from the outlaw hand",
    ]
    assert scene.table["outlaw"]["law_backs"] == 2, "backs are for all to see"
    scene.take("a random card with the outlaw back")
    assert scene.hand == ["Beer"]


def test_any_card_of_a_back_may_be_the_random_one() -> None:
    drawn: set[str] = set()
    for seed in range(20):
        scene = Scene("Pat Garret", "The Daltons", law_hand="Robbery", outlaw_hand="law Colt, law Bank", seed=seed)
        drawn |= set(scene.take("play Robbery", "a random card with the law back").hand)
    assert drawn == {"Colt", "Bank"}


# ---- hits and losses


def test_a_dodge_is_never_obliged_and_one_is_enough() -> None:
    laid = {"law_hand": "Colt", "outlaw_hand": "Missed!, Missed!"}
    scene = Scene("Pat Garret", "The Daltons: Hat", **laid).take("play Colt")
    assert scene.can("take the hit")
    scene.take("dodge with Missed!")
    assert (scene.asked, scene.hand_size("outlaw")) == ("Your turn", 1)


def test_the_owner_of_a_hit_rearguard_dodges_from_the_one_hand() -> None:
    laid = {"law_hand": "Winchester", "outlaw_hand": "Missed!"}
    scene = Scene("Pat Garret", "The Daltons / Tom Thorn", **laid).take("play Winchester at Tom Thorn")
    assert scene.side == "outlaw"
    scene.take("dodge with Missed!")
    assert lives(scene, "The Daltons", "Tom Thorn") == [3, 4]


# ---- simultaneous effects


def test_a_whole_effect_comes_before_eliminations_and_those_before_what_it_sets_off() -> None:
    """Gatling kills the own rearguard, but Sid Curry's shot is held back until two cards have been drawn for it."""
    scene = Scene(
        "Pat Garret / Jango 1",
        "Sid Curry / Tom Thorn",
        law_hand="Gatling",
        law_reserve="Wyatt Ear",
        law_deck="any Barrel",
        common_deck=many("outlaw Missed!", 5),
        rules="rulebook",
    )
    scene.take("play Gatling", "Sid Curry: reveal")
    assert scene.asked == "Gatling at Jango (rearguard)", "the counter-shot waits"
    scene.take("take the hit")
    assert scene.asked == "Gatling at Tom Thorn (rearguard)", "and so does the elimination"
    assert scene.hand_size("law") == 0
    scene.take("take the hit")
    assert scene.asked == "A shot at Pat Garret (active)"
    assert (scene.hand_size("law"), scene.figures("law")[1]["name"]) == (2, "Wyatt Ear")
    scene.take("dodge with Missed!")
    assert scene.life("Pat Garret") == 5, "with a card that was drawn for the elimination"


# ---- elimination


def shoot_down(rules: str = "published", **laid: str) -> Scene:
    """The active outlaw with its equipment is eliminated by a Colt; the rest is as it was."""
    row = "The Daltons 1: Bank, Hat / Babe Leroy 2"
    laid = {"law": "Pat Garret", "outlaw": row, "law_hand": "Colt", "outlaw_reserve": "West Harding"} | laid
    return Scene(**laid, rules=rules).take("play Colt", "take the hit")


def test_a_reserve_takes_the_place_of_an_eliminated_active_with_full_life() -> None:
    scene = shoot_down()
    assert [(figure["name"], figure["life"]) for figure in scene.figures("outlaw")] == [
        ("West Harding", 4),
        ("Babe Leroy", 2),
    ]
    assert scene.table["outlaw"]["reserve"] == 0
    assert (scene.side, scene.asked) == ("law", "Your turn")


def test_a_reserve_takes_the_place_of_an_eliminated_rearguard() -> None:
    row = "Babe Leroy / The Daltons 1"
    scene = Scene("Pat Garret", row, law_hand="Winchester", outlaw_reserve="West Harding")
    scene.take("play Winchester at The Daltons", "take the hit")
    assert [figure["name"] for figure in scene.figures("outlaw")] == ["Babe Leroy", "West Harding"]


def test_two_eliminated_at_once_and_one_in_reserve() -> None:
    scene = Scene("Pat Garret", "The Daltons 1 / Babe Leroy 1", law_hand="Gatling", outlaw_reserve="Tom Thorn")
    scene.take("play Gatling", "take the hit", "take the hit")
    assert [figure["name"] for figure in scene.figures("outlaw")] == ["Tom Thorn"]
    assert scene.hand_size("law") == 4, "two for each"


def test_any_of_the_reserve_may_come() -> None:
    comers: set[str] = set()
    for seed in range(20):
        laid = {"law_hand": "Colt", "outlaw_reserve": "Tom Thorn, West Harding"}
        scene = Scene("Pat Garret", "The Daltons 1", **laid, seed=seed)
        comers.add(active(scene.take("play Colt", "take the hit"), "outlaw"))
    assert comers == {"Tom Thorn", "West Harding"}


def test_the_equipment_of_the_eliminated_is_discarded() -> None:
    scene = shoot_down()
    assert scene.figure("West Harding")["equipment"] == []
    assert scene.top_of_discard in ("Bank", "Hat")


def test_the_equipment_is_discarded_before_two_are_drawn() -> None:
    scene = shoot_down(law_deck="")
    assert scene.table["discard"] == 0, "it was shuffled in with the rest of the pile"


def test_without_a_reserve_the_partner_is_active_and_rearguard() -> None:
    scene = shoot_down(outlaw_reserve="")
    assert [figure["name"] for figure in scene.figures("outlaw")] == ["Babe Leroy"]
    assert scene.figures("outlaw")[0]["is_active"]
    assert scene.table["outlaw"]["reserve"] == 0


def test_the_equipment_of_a_partner_that_becomes_active_works() -> None:
    scene = Scene("Pat Garret", "The Daltons 1 / Babe Leroy: Hat", law_hand="Colt, Knife")
    scene.take("play Colt", "take the hit", "play Knife at Babe Leroy")
    assert scene.can("discard Hat to dodge")


@pytest.mark.parametrize(("rules", "hands"), [("published", (2, 0)), ("rulebook", (0, 2))])
def test_who_draws_two_for_an_elimination(rules: str, hands: tuple[int, int]) -> None:
    scene = shoot_down(rules)
    assert (scene.hand_size("law"), scene.hand_size("outlaw")) == hands


@pytest.mark.parametrize(("rules", "drawn"), [("published", 0), ("rulebook", 2)])
def test_who_draws_two_for_an_own_character_killed_by_an_own_card(rules: str, drawn: int) -> None:
    scene = Scene("Pat Garret / Jango 1", "The Daltons", law_hand="Knife", rules=rules)
    scene.take("play Knife at Jango", "take the hit")
    assert (scene.hand_size("law"), scene.hand_size("outlaw")) == (drawn, 0)


@pytest.mark.parametrize(("rules", "hands"), [("published", (2, 2)), ("rulebook", (4, 0))])
@pytest.mark.parametrize(("card", "symbol"), [("Dynamite", "Dynamite"), ("Rattlesnake", "Snake")])
def test_who_draws_two_for_a_hazard(card: str, symbol: str, rules: str, hands: tuple[int, int]) -> None:
    laid = {"law_deck": many(f"any {symbol}", 5), "starts_turn": True, "rules": rules}
    scene = Scene(f"Jango 1: {card} / Wyatt Ear", "The Daltons", **laid)
    assert active(scene, "law") == "Wyatt Ear"
    assert (scene.hand_size("law"), scene.hand_size("outlaw")) == hands, "with the law's two of the draw phase"


def test_the_last_point_sets_nothing_off_that_a_loss_does() -> None:
    scene = Scene("Alan Pinkertoon 1 / Jango", "The Daltons", outlaw_hand="Colt", turn="outlaw")
    assert scene.take("play Colt", "take the hit").asked == "Your turn"


# ---- the end


@pytest.mark.parametrize("rules", ["published", "rulebook"])
def test_who_loses_the_last_character_has_lost_at_once(rules: str) -> None:
    scene = Scene("Pat Garret", "The Daltons 1", law_hand="Colt", rules=rules).take("play Colt", "take the hit")
    assert scene.is_over
    assert scene.winner == "law"


def test_an_own_hazard_loses_the_game_too() -> None:
    scene = Scene("Jango 1: Rattlesnake", "The Daltons", law_deck=many("any Snake", 4), starts_turn=True)
    assert scene.is_over
    assert scene.winner == "outlaw"


@pytest.mark.parametrize("laid", [{"outlaw": "The Daltons 1 / Tom Thorn"}, {"outlaw_reserve": "Tom Thorn"}])
def test_the_game_goes_on_while_a_partner_or_a_reserve_is_left(laid: dict[str, str]) -> None:
    scene = Scene(**{"law": "Pat Garret", "outlaw": "The Daltons 1", "law_hand": "Colt"} | laid)
    scene.take("play Colt", "take the hit")
    assert not scene.is_over
    assert active(scene, "outlaw") == "Tom Thorn"


def test_four_eliminations_win() -> None:
    laid = {"law_hand": f"{many('Colt', 6)}, Carbine, Carbine", "outlaw_reserve": "Pearl Hat, The Daltons"}
    scene = Scene("Pat Garret: Gun Belt", "Tom Thorn 1 / Babe Leroy 1", **laid)
    for card in (*["Colt"] * 6, *["Carbine"] * 2):  # one point, one point, and three of either reserve
        assert not scene.is_over
        scene.take(f"play {card}", "take the hit")
    assert scene.is_over
    assert scene.winner == "law"


def test_a_scene_numbers_the_cards_as_the_engine_does() -> None:
    for card in CARDS:
        name = f"{card.back} {card.name} {card.symbol}"
        scene = Scene("Pat Garret", "The Daltons", **{f"{card.back}_hand": name, "turn": card.back})
        assert scene.full_hand == [f"{card.name} ({card.symbol}, {card.back})"]
