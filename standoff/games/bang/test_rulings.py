"""A test a ruling of BANG! The Duel, bearing its number: what the printed rules leave open."""

import re

import numpy as np
import pytest

from standoff import BadInput, Choices, Deals, GamePool, find_game
from standoff.games.bang import BangOptions
from standoff.games.bang.scenes import CARDS, Scene


def scene_of(law: str = "Pat Garret", outlaw: str = "The Daltons", **laid) -> Scene:
    """A position with characters of whom little is set off, unless others are named."""
    return Scene(law, outlaw, **laid)


def draws(scene: Scene, side: str, *moves: str) -> int:
    """How many cards a hand grows by while these choices are made."""
    before = scene.hand_size(side)
    return scene.take(*moves).hand_size(side) - before


def test_every_ruling_has_a_test() -> None:
    numbers = {int(found[1]) for name in globals() if (found := re.match(r"test_ruling_(\d+)_", name))}
    rulings = [sheet for sheet in find_game("bang").sheets if sheet.group == "ruling"]
    assert numbers == set(range(1, len(rulings) + 1))


def test_ruling_01_canteen_does_not_use_up_the_move_of_the_marker() -> None:
    scene = scene_of(law="Pat Garret / Jango", law_hand="Canteen")
    scene.take("play Canteen: move the law marker to Jango")
    assert scene.can("move the law marker to Pat Garret")
    scene.take("move the law marker to Pat Garret")
    assert not scene.can("move the law marker")


def test_ruling_01_shotgun_does_not_use_up_the_move_of_the_marker() -> None:
    scene = scene_of(law="Pat Garret / Jango", law_hand="Shotgun", outlaw_hand="Missed!")
    scene.take("play Shotgun", "dodge with Missed!", "move the law marker to Jango")
    assert scene.can("move the law marker to Pat Garret")


def test_ruling_01_stampede_does_not_use_up_the_move_of_the_marker() -> None:
    scene = scene_of(law="Pat Garret: Stampede / Jango", starts_turn=True)
    assert scene.figures("law")[0]["name"] == "Jango"
    assert scene.can("move the law marker to Pat Garret")


def test_ruling_02_what_west_harding_fired_does_not_count_after_a_swap() -> None:
    scene = scene_of(
        law="Wyatt Ear", outlaw="West Harding / The Daltons", outlaw_hand="Colt, Colt, Colt", turn="outlaw"
    )
    scene.take("play Colt", "take the hit", "play Colt", "take the hit", "move the outlaw marker to The Daltons")
    scene.take("play Colt", "take the hit")
    assert not scene.can("play Colt")


def test_ruling_03_the_stranger_allows_one_bang_card_more_from_the_rear() -> None:
    scene = scene_of(law="Pat Garret / The Stranger", outlaw="Bull Anderson", law_hand="outlaw Colt, outlaw Colt, Colt")
    scene.take("play Colt", "take the hit", "play Colt", "take the hit")
    assert not scene.can("play Colt")


def test_ruling_03_what_is_fired_with_gun_belt_is_not_counted() -> None:
    scene = scene_of(
        law="Pat Garret: Gun Belt / Jango", outlaw="Bull Anderson", law_hand="outlaw Colt, outlaw Colt, Colt"
    )
    scene.take("play Colt", "take the hit", "move the law marker to Jango", "play Colt", "take the hit")
    assert not scene.can("play Colt")


def test_ruling_04_a_dodge_that_cannot_be_paid_is_not_offered() -> None:
    scene = scene_of(law="Tex Killer", law_hand="Colt", outlaw_hand="Missed!")
    scene.take("play Colt")
    assert scene.moves == ["take the hit"]


def test_ruling_05_the_card_thrown_against_derringer_is_a_dodge() -> None:
    scene = scene_of(law="Wyatt Ear", outlaw="Tom Thorn", law_hand="Derringer", outlaw_hand="Beer")
    assert draws(scene, "law", "play Derringer at Tom Thorn", "dodge by discarding Beer") == 0, "one played, one drawn"


def test_ruling_06_schofield_heals_before_return_fire_strikes() -> None:
    scene = scene_of(outlaw="Tom Thorn 1", law_hand="Return Fire", outlaw_hand="Schofield", turn="outlaw")
    scene.take("play Schofield", "dodge with Return Fire")
    assert scene.asked == "A shot at Tom Thorn"
    assert scene.life("Tom Thorn") == 2


def test_ruling_06_shotgun_moves_the_marker_before_sid_curry_shoots() -> None:
    scene = scene_of(
        law="Pat Garret / Jango", outlaw="Sid Curry", law_hand="Shotgun", law_deck="any Barrel, any Barrel"
    )
    scene.take("play Shotgun", "Sid Curry: reveal", "move the law marker to Jango")
    assert scene.asked == "A shot at Pat Garret (rearguard)"


def test_ruling_07_sid_curry_shoots_the_character_that_attacked_him() -> None:
    test_ruling_06_shotgun_moves_the_marker_before_sid_curry_shoots()


def test_ruling_07_sid_curry_shoots_the_bearer_of_an_ability() -> None:
    scene = scene_of(
        law="Pat Garret / Alan Pinkertoon",
        outlaw="Sid Curry",
        law_deck="any Barrel, any Barrel",
        outlaw_hand="Indians!",
        turn="outlaw",
    )
    scene.take("play Indians!", "give in", "give in")
    assert scene.asked == "A shot at Sid Curry", "set off by the rearguard, which was awake"
    scene.take("Sid Curry: reveal")
    assert scene.asked == "A shot at Alan Pinkertoon (rearguard)"


def test_ruling_07_sid_curry_shoots_the_active_one_after_return_fire() -> None:
    scene = scene_of(
        law="Pat Garret / Jango",
        outlaw="Sid Curry: Scope",
        law_hand="Return Fire",
        outlaw_hand="Colt",
        law_deck="any Barrel, any Barrel",
        turn="outlaw",
    )
    scene.take("play Colt at Jango (rearguard)", "dodge with Return Fire", "Sid Curry: reveal")
    assert scene.asked == "A shot at Pat Garret (active)"


def test_ruling_08_alan_answers_whatever_the_cause() -> None:
    scene = scene_of(law="Alan Pinkertoon: Rattlesnake", law_deck="any Snake", starts_turn=True)
    assert scene.asked == "A shot at The Daltons"


def test_ruling_08_dalon_draws_for_the_opponents_duel_only() -> None:
    theirs = scene_of(law="Dalon Ranger", outlaw_hand="Duel", turn="outlaw")
    theirs.take("play Duel")
    assert draws(theirs, "law", "give in") == 1
    own = scene_of(law="Dalon Ranger", outlaw="Bull Anderson", law_hand="Duel", outlaw_hand="Colt")
    own.take("play Duel", "answer with Colt")
    assert draws(own, "law", "give in") == 0


def test_ruling_08_slim_poet_does_not_answer_rattlesnake() -> None:
    scene = scene_of(
        outlaw="Slim Poet: Rattlesnake",
        law_hand="Colt",
        outlaw_deck="any Snake, any Snake, any Snake",
        turn="outlaw",
        starts_turn=True,
    )
    assert scene.life("Slim Poet") == 3
    assert scene.asked == "Your turn"


def test_ruling_09_buffalo_bell_decides_point_by_point_and_keeps_one() -> None:
    scene = scene_of(
        law="Alan Pinkertoon: Dynamite / Buffalo Bell 2",
        law_deck="any Dynamite, any Dynamite, any Dynamite",
        starts_turn=True,
    )
    scene.take("Buffalo Bell loses it instead")
    assert (scene.life("Alan Pinkertoon"), scene.life("Buffalo Bell")) == (2, 1), "she keeps her last point"
    assert scene.asked == "A shot at The Daltons"
    scene.take("take the hit")
    assert scene.asked == "A shot at The Daltons", "two of the three points were his, and he answers each"


def test_ruling_10_saloon_sets_nothing_off() -> None:
    scene = scene_of(outlaw="Slim Poet 4", law_hand="Saloon, Colt", outlaw_hand="Missed!")
    scene.take("play Saloon at Slim Poet")
    assert scene.life("Slim Poet") == 3
    assert (scene.side, scene.asked) == ("law", "Your turn")


def test_ruling_11_beer_heals_a_lone_character_once() -> None:
    scene = scene_of(outlaw="The Daltons 1", outlaw_hand="Beer", turn="outlaw")
    assert scene.take("play Beer").life("The Daltons") == 2


def test_ruling_12_a_lone_character_bears_equipment_of_both_sides() -> None:
    scene = scene_of(law="Jango", law_hand="Bank, Stampede")
    scene.take("play Bank on Jango", "play Stampede on The Daltons", "end the turn", "end the turn")
    assert scene.hand_size("law") == 3, "its Bank works"


def test_ruling_12_dynamite_passes_to_a_lone_character() -> None:
    scene = scene_of(law="Pat Garret: Dynamite / Jango", law_deck="any Snake, any Snake, any Snake", starts_turn=True)
    assert scene.figure("The Daltons")["equipment"] == ["Dynamite"]


@pytest.mark.parametrize("side", ["law", "outlaw"])
def test_ruling_13_tom_thorn_counts_moves_by_either_side(side: str) -> None:
    hands = {f"{side}_hand": "Canteen"}
    scene = scene_of(law="Pat Garret / Jango", outlaw="The Daltons / Tom Thorn", turn=side, **hands)
    scene.take("play Canteen: move the outlaw marker to Tom Thorn")
    assert scene.asked == "A shot at Jango (rearguard)"


def test_ruling_14_clock_counts_the_opponents_moves() -> None:
    scene = scene_of(law="Pat Garret: Clock", outlaw="The Daltons / Tom Thorn", turn="outlaw")
    assert draws(scene, "law", "move the outlaw marker") == 1


def test_ruling_14_clock_does_not_count_the_own_canteen() -> None:
    scene = scene_of(law="Pat Garret: Clock", outlaw="The Daltons / West Harding", law_hand="Canteen")
    assert draws(scene, "law", "play Canteen: move the outlaw marker") == -1


def test_ruling_14_clock_and_jango_count_stampede() -> None:
    scene = scene_of(law="Jango: Clock", outlaw="The Daltons: Stampede / West Harding", turn="outlaw", starts_turn=True)
    assert scene.hand_size("law") == 2


def test_ruling_15_a_replacement_is_no_move() -> None:
    scene = scene_of(
        law="Jango: Clock / Pat Garret", outlaw="The Daltons 1", outlaw_reserve="Tom Thorn", law_hand="Colt"
    )
    scene.take("play Colt", "take the hit")
    assert scene.figures("outlaw")[0]["name"] == "Tom Thorn"
    assert (scene.side, scene.hand_size("law")) == ("law", 2), "two for the elimination"


def wild_bill(**laid: str) -> Scene:
    return scene_of(**{"law": "Wild Bill", "turn": "outlaw", **laid})


def test_ruling_16_wild_bill_answers_a_robbery_from_the_hand() -> None:
    scene = wild_bill(outlaw_hand="Robbery", law_hand="Beer").take("play Robbery", "a random card")
    assert scene.asked == "A shot at The Daltons"


def test_ruling_16_wild_bill_answers_a_robbery_of_his_equipment() -> None:
    scene = wild_bill(law="Wild Bill: Bank", outlaw_hand="Robbery").take("play Robbery", "discard Bank")
    assert scene.asked == "A shot at The Daltons"


def test_ruling_16_wild_bill_leaves_his_partners_equipment_be() -> None:
    scene = wild_bill(law="Wild Bill / Jango: Bank", outlaw="Jack Ransome", outlaw_hand="Robbery")
    scene.take("play Robbery", "discard Bank")
    assert scene.asked == "Your turn"


def test_ruling_16_wild_bill_does_not_answer_what_is_discarded_as_an_answer() -> None:
    scene = wild_bill(outlaw_hand="Duel", law_hand="Colt").take("play Duel", "answer with Colt", "give in")
    assert scene.asked == "Your turn"


def test_ruling_16_wild_bill_answers_peacemaker_and_bull_anderson() -> None:
    scene = wild_bill(outlaw_hand="Peacemaker", law_hand="Missed!, Beer")
    scene.take("play Peacemaker", "dodge with Missed!", "discard Beer")
    assert scene.asked == "A shot at The Daltons"
    scene = wild_bill(
        law="Wild Bill / Jango 1", outlaw="Bull Anderson: Scope", outlaw_hand="Colt", law_hand="Bank, Beer"
    )
    scene.take("play Colt at Jango", "take the hit", "a random card with the law", "a random card with the outlaw")
    assert scene.asked == "A shot at Bull Anderson"
    assert scene.take("take the hit").asked == "A shot at Bull Anderson", "a shot for each card"


def test_ruling_17_jack_ransomes_duel_on_a_rearguard() -> None:
    scene = scene_of(
        law="Pat Garret / Jango", outlaw="Jack Ransome", outlaw_hand="Duel, Duel", law_hand="Colt", turn="outlaw"
    )
    scene.take("play Duel at Jango (rearguard)", "answer with Colt", "give in")
    assert scene.life("Jack Ransome") == 3
    scene.take("play Duel at Jango (rearguard)", "give in")
    assert scene.life("Jango") == 2


def test_ruling_18_annie_and_toco_in_indians() -> None:
    scene = scene_of(law="Annie Oakey", outlaw_hand="Indians!", law_hand="Missed!", turn="outlaw")
    assert scene.take("play Indians!").can("answer with Missed!")
    scene = scene_of(law="Annie Oakey", outlaw="Toco Ramirez", law_hand="Indians!", outlaw_hand="Beer")
    assert scene.take("play Indians!").can("answer with Beer")


def test_ruling_18_a_rearguard_that_is_asked_puts_the_active_ability_to_sleep() -> None:
    scene = scene_of(law="Annie Oakey / Jango", outlaw_hand="Indians!", law_hand="Missed!", turn="outlaw")
    scene.take("play Indians!", "give in")
    assert scene.asked == "Indians! at Jango (rearguard)"
    assert scene.moves == ["give in, lose a life point"]


def test_ruling_19_pearl_hats_copy_keeps_its_targets() -> None:
    scene = scene_of(
        law="Pat Garret / Jango", outlaw="Pearl Hat / Tom Thorn", outlaw_hand="Bank", top="Knife", turn="outlaw"
    )
    scene.take("Pearl Hat: discard Bank to play Knife")
    assert [move.removeprefix("play Knife at ") for move in scene.moves] == [
        "Pearl Hat (active)",
        "Tom Thorn (rearguard)",
        "Pat Garret (active)",
    ]


def test_ruling_19_pearl_hat_copies_no_dodge() -> None:
    scene = scene_of(outlaw="Pearl Hat", outlaw_hand="Bank", top="Missed!", turn="outlaw")
    assert not scene.can("Pearl Hat")


def test_ruling_20_the_played_card_is_shuffled_in() -> None:
    scene = scene_of(law_hand="Stagecoach", law_deck="")
    scene.take("play Stagecoach")
    assert scene.table["discard"] == 0
    assert scene.table["common_deck"] == len(CARDS) // 2 - 3, "the law's forty cards, less the three that were drawn"


def test_ruling_41_where_too_few_are_left_all_are_kept() -> None:
    everything = ", ".join(f"{card.back} {card.name} {card.symbol}" for card in CARDS if card.name != "Stagecoach")
    scene = scene_of(law_hand="Stagecoach", law_deck="", outlaw_deck="", outlaw_hand=everything, discard="")
    scene.take("play Stagecoach")
    assert scene.hand_size("law") == 3, "three Stagecoaches, the played one among them, and no fourth card"
    assert scene.table["common_deck"] == 0


def test_ruling_21_abilities_once_a_turn_wait_for_the_own_turn() -> None:
    scene = scene_of(outlaw="Soundance Kid", law_hand="Colt", outlaw_hand="Beer")
    scene.take("play Colt")
    assert scene.moves == ["take the hit"]


def test_ruling_22_an_elimination_is_settled_before_the_draw() -> None:
    scene = scene_of(
        law="Jango: Dynamite / Pat Garret",
        law_deck="any Dynamite, any Dynamite, any Dynamite",
        law_reserve="Wyatt Ear",
        starts_turn=True,
    )
    assert scene.figures("law")[0]["name"] == "Wyatt Ear"
    assert scene.figure("Wyatt Ear")["equipment"] == []
    assert (scene.hand_size("outlaw"), scene.hand_size("law")) == (2, 2)


def test_ruling_23_a_second_copy_replaces_the_first_on_an_opponent() -> None:
    scene = scene_of(outlaw="The Daltons: outlaw Scope", law_hand="law Scope")
    scene.take("play Scope on The Daltons")
    assert scene.figure("The Daltons")["equipment"] == ["Scope"]
    assert scene.top_of_discard == "Scope"


def test_ruling_24_bull_anderson_takes_at_random_or_by_choice() -> None:
    scene = scene_of(
        law="Jango 1: Bank, Hat / Pat Garret",
        outlaw="Bull Anderson",
        outlaw_hand="Colt",
        law_hand="Beer, law Missed!",
        turn="outlaw",
    )
    scene.take("play Colt", "take the hit")
    assert scene.moves == [
        "nothing",
        "a random card with the law back from the law hand",
        "a random card with the outlaw back from the law hand",
        "take Bank from Jango (active)",
        "take Hat from Jango (active)",
    ]
    scene.take("take Hat", "a random card with the law back")
    assert scene.side == "outlaw"
    assert scene.hand_size("outlaw") == 4, "two for Bull Anderson, two for the elimination"


def test_ruling_24_bull_anderson_and_an_own_character() -> None:
    scene = scene_of(outlaw="Bull Anderson / Tom Thorn 1: Bank", outlaw_hand="Beer", law_hand="Winchester")
    scene.take("play Winchester at Tom Thorn", "take the hit")
    assert scene.moves == ["nothing", "take Bank from Tom Thorn (rearguard)"]


def test_ruling_25_the_first_side_without_characters_has_lost() -> None:
    scene = scene_of(law="Pat Garret 1", outlaw="Sid Curry 1", law_hand="Colt", law_deck="any Barrel, any Barrel")
    scene.take("play Colt", "Sid Curry: reveal", "take the hit")
    assert scene.is_over
    assert scene.winner == "outlaw"


def test_ruling_26_general_store_on_two_kinds_of_deck() -> None:
    scene = scene_of(
        law_hand="General Store",
        law_deck="",
        common_deck="outlaw Colt, outlaw Colt, outlaw Colt",
        outlaw_deck="Knife, Knife, Knife",
    )
    scene.take("play General Store")
    assert sorted(card.split(" (")[0] for card in scene.table["store"]) == ["Colt", "Colt", "Knife", "Knife"]


def test_ruling_27_bart_masterson_and_the_last_card() -> None:
    scene = scene_of(law="Bart Masterson: Barrel", outlaw_hand="Colt", law_deck="any Snake", turn="outlaw")
    scene.take("play Colt", "reveal for Barrel")
    assert scene.table["n_reveals"] == 1
    assert len(scene.table["revealed"]) == 2
    assert scene.table["common_deck"] > 0


def test_ruling_28_what_may_be_declined() -> None:
    scene = scene_of(
        law="Pat Garret: Barrel", outlaw="The Daltons: Bank", law_hand="Missed!", outlaw_hand="Carbine", turn="outlaw"
    )
    scene.take("play Carbine")
    assert scene.can("take the hit"), "in spite of Barrel and a card"
    scene.take("dodge with Missed!")
    assert scene.can("nothing"), "Carbine"


def test_ruling_28_what_happens_by_itself() -> None:
    scene = scene_of(law_hand="Peacemaker", outlaw_hand="Missed!, Beer")
    scene.take("play Peacemaker", "dodge with Missed!")
    assert scene.moves == ["discard Beer (Barrel, outlaw)"]


def test_ruling_29_what_is_set_off_waits_and_queues() -> None:
    scene = scene_of(law="Alan Pinkertoon / Dalon Ranger", outlaw_hand="Indians!", turn="outlaw")
    scene.take("play Indians!", "give in")
    assert scene.asked == "Indians! at Dalon Ranger (rearguard)", "the shot waits"
    scene.take("give in")
    assert scene.asked == "A shot at The Daltons"
    assert scene.hand_size("law") == 0, "Dalon's card comes after the shot"
    assert scene.take("take the hit").hand_size("law") == 1


def test_ruling_30_a_shot_hits_whoever_is_active_then() -> None:
    scene = scene_of(outlaw="Tom Thorn / The Daltons", law_hand="Return Fire", outlaw_hand="Shotgun", turn="outlaw")
    scene.take("play Shotgun", "dodge with Return Fire", "move the outlaw marker to The Daltons")
    assert scene.asked == "A shot at The Daltons (active)"


def test_ruling_31_what_the_dead_have_set_off_still_happens() -> None:
    scene = scene_of(law="Alan Pinkertoon 2: Bank, Scope / Pat Garret", outlaw_hand="Fanning", turn="outlaw")
    scene.take("play Fanning", "take the hit", "take the hit")
    assert [figure["name"] for figure in scene.figures("law")] == ["Pat Garret"]
    assert scene.asked == "A shot at The Daltons"


def test_ruling_32_two_eliminations_in_order() -> None:
    scene = scene_of(
        law="Pat Garret / Jango 1",
        outlaw="The Daltons 1 / Tom Thorn",
        law_hand="Gatling",
        law_reserve="Wyatt Ear",
        outlaw_reserve="West Harding",
    )
    scene.take("play Gatling", "take the hit", "take the hit", "take the hit")
    assert scene.figures("law")[1]["name"] == "Wyatt Ear"
    assert scene.figures("outlaw")[0]["name"] == "West Harding"
    assert scene.hand_size("law") == 2, "for The Daltons; for Jango, killed by the own card, nobody draws"


def test_ruling_33_who_draws_two() -> None:
    published = scene_of(outlaw="The Daltons 1 / Tom Thorn", law_hand="Colt")
    published.take("play Colt", "take the hit")
    assert (published.hand_size("law"), published.hand_size("outlaw")) == (2, 0)
    rulebook = scene_of(outlaw="The Daltons 1 / Tom Thorn", law_hand="Colt", rules="rulebook")
    rulebook.take("play Colt", "take the hit")
    assert (rulebook.hand_size("law"), rulebook.hand_size("outlaw")) == (0, 2)


def test_ruling_33_an_own_lost_duel_pays_nobody() -> None:
    scene = scene_of(law="Pat Garret 1 / Jango", law_hand="Duel", outlaw_hand="Colt")
    scene.take("play Duel", "answer with Colt", "give in")
    assert (scene.hand_size("law"), scene.hand_size("outlaw")) == (0, 0)


def test_ruling_34_knife_and_derringer_reach_own_characters() -> None:
    scene = scene_of(law="Pat Garret / Jango", law_hand="Knife, Derringer, Colt, Duel")
    for card in ("Knife", "Derringer"):
        assert scene.can(f"play {card} at Pat Garret") and scene.can(f"play {card} at Jango")
    for card in ("Colt", "Duel"):
        assert [move for move in scene.moves if card in move and "The Daltons" not in move] == []


def test_ruling_34_not_even_jack_ransome_shoots_his_partner() -> None:
    scene = scene_of(outlaw="Jack Ransome / Tom Thorn", outlaw_hand="Colt", turn="outlaw")
    assert not scene.can("play Colt at Tom Thorn")


def test_ruling_35_cards_without_effect_cannot_be_played() -> None:
    scene = scene_of(law_hand="Teacher, Robbery, Canteen")
    assert scene.moves == ["end the turn", *[move for move in scene.moves if move.startswith("reload Canteen")]]


def test_ruling_36_replacing_wild_bills_equipment_does_not_provoke_him() -> None:
    scene = wild_bill(law="Wild Bill: law Scope", outlaw_hand="outlaw Scope").take("play Scope on Wild Bill")
    assert scene.asked == "Your turn"


@pytest.mark.slow
def test_ruling_37_games_end_after_400_turns() -> None:
    """Games so long are rare between players that choose at random; this one never dares anything."""
    scene = scene_of()
    for _ in range(399):
        while not scene.can("end the turn"):
            scene.take(scene.moves[0])
        turn = scene.table["turn"]
        scene.take("end the turn")
        while not scene.is_over and scene.table["turn"] == turn:
            scene.take(scene.moves[0])
    assert scene.table["turn"] == 400
    scene.take("end the turn")
    while not scene.is_over:
        scene.take(scene.moves[0])
    assert scene.winner is None


def test_ruling_38_fanning_counts_equipment_when_it_is_played() -> None:
    scene = scene_of(law="Pat Garret: Hat, Bank", outlaw_hand="Fanning", turn="outlaw")
    scene.take("play Fanning", "discard Hat to dodge")
    assert scene.asked == "Fanning at Pat Garret", "two hits, though one card is left"
    assert scene.take("take the hit").asked == "Your turn"


def test_ruling_39_dodges_in_any_order_barrel_once_a_hit() -> None:
    scene = scene_of(
        law="Pat Garret: Barrel, Hat",
        law_hand="Missed!",
        outlaw_hand="Colt",
        law_deck="any Snake, any Snake",
        turn="outlaw",
    )
    scene.take("play Colt")
    assert scene.can("reveal for Barrel") and scene.can("discard Hat") and scene.can("dodge with Missed!")
    scene.take("reveal for Barrel")
    assert not scene.can("reveal for Barrel")
    assert scene.can("discard Hat") and scene.can("dodge with Missed!")


def test_ruling_40_tex_killers_price_after_a_barrel() -> None:
    scene = scene_of(
        law="Tex Killer",
        outlaw="The Daltons: Barrel",
        law_hand="Colt",
        outlaw_hand="Beer, Knife",
        outlaw_deck="any Barrel, any Barrel",
    )
    scene.take("play Colt", "reveal for Barrel")
    assert scene.asked == "Tex Killer: discard a card more"
    scene.take("discard Beer")
    assert scene.life("The Daltons") == 3


def test_ruling_42_pat_garrets_second_card_with_bank() -> None:
    scene = scene_of(law="Pat Garret: Bank", law_deck="any Snake, any Snake, any Snake, any Snake", starts_turn=True)
    assert scene.hand_size("law") == 3
    assert len(scene.table["law"]["known"]) == 1


def test_ruling_43_own_equipment_may_be_taken() -> None:
    scene = scene_of(law="Pat Garret: Bank / Jango: Clock", law_hand="Teacher, Robbery")
    scene.take("play Teacher")
    assert scene.moves == ["take Bank from Pat Garret (active)", "take Clock from Jango (rearguard)"]
    scene.take("take Clock", "play Robbery")
    assert scene.can("discard Bank from Pat Garret")


def test_ruling_44_hands_are_drawn_after_the_opening() -> None:
    pool = GamePool.of("bang", Deals.of([5], BangOptions().values()), asks_forced=True)
    kinds: list[str] = []
    while not kinds or kinds[-1] != "play":
        batch = pool.decisions()
        kinds += [batch.schema.kinds[kind] for kind in batch.kind]
        hands = batch.globals[:, batch.schema.globals.index("my_hand")]
        assert set(hands.tolist()) == ({0.0} if kinds[-1] in ("draft", "opening") else {6.0})
        pool.apply(Choices(np.zeros(len(batch), np.int32), np.zeros(0, np.float32)))
    assert kinds == ["draft"] * 8 + ["opening"] * 2 + ["play"]


def test_ruling_45_bart_masterson_is_asked_only_where_it_matters() -> None:
    alike = scene_of(law="Bart Masterson: Barrel", outlaw_hand="Colt", law_deck="any Snake, any Snake", turn="outlaw")
    alike.take("play Colt", "reveal for Barrel")
    assert alike.asked == "Colt at Bart Masterson"
    differing = scene_of(
        law="Bart Masterson: Barrel", outlaw_hand="Colt", law_deck="any Snake, any Barrel", turn="outlaw"
    )
    differing.take("play Colt", "reveal for Barrel")
    assert differing.side == "law"
    assert differing.asked == "Which card counts? Asked for is Barrel"


def test_ruling_46_wyatt_ear_does_not_draw_for_dodges_of_his_partner() -> None:
    scene = scene_of(law="Wyatt Ear / Jango", law_hand="Knife, Missed!")
    assert draws(scene, "law", "play Knife at Jango", "dodge with Missed!") == -2


def test_ruling_47_a_card_that_was_seen_is_played_before_its_like() -> None:
    scene = scene_of(law_hand="outlaw Missed! Snake", outlaw_hand="outlaw Missed! Snake, Robbery", turn="outlaw")
    scene.take("play Robbery", "a random card")
    assert len(scene.table["outlaw"]["known"]) == 1
    scene.take("end the turn", "end the turn")
    while not scene.can("discard Missed!"):
        scene.take("end the turn")
    scene.take("discard Missed!")
    assert scene.table["outlaw"]["known"] == []


def test_a_scene_says_what_is_wrong_with_it() -> None:
    with pytest.raises(BadInput, match="no card of bang"):
        scene_of(law_hand="Volcanic")
    with pytest.raises(BadInput, match="no choice of"):
        scene_of().take("play Colt")
