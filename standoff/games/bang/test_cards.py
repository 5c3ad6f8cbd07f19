"""A test or more for every card of BANG! The Duel, named after it: what the card does, whole."""

import pytest

from standoff import find_game
from standoff.games.bang import slug
from standoff.games.bang.scenes import Scene

EQUIPPED = ("Pat Garret: Bank / Jango: Hat", "The Daltons: Scope / Tom Thorn: Clock")


def test_every_card_has_a_test() -> None:
    cards = [sheet.name for sheet in find_game("bang").sheets if sheet.group == "card"]
    assert len(cards) == 31
    for card in cards:
        start = f"test_{slug(card).replace('-', '_')}_"
        assert any(name.startswith(start) for name in globals()), f"no {start}..."


# ---- BANG! cards


@pytest.mark.parametrize("card", ["Carbine", "Peacemaker", "Remington", "Schofield", "Shotgun"])
def test_what_a_bang_card_brings_when_dodged_it_does_not_bring_when_it_strikes(card: str) -> None:
    law, outlaw = "Pat Garret 4: Bank / Jango", "The Daltons: Scope / Tom Thorn"
    scene = Scene(law, outlaw, law_hand=card, outlaw_hand="Beer").take(f"play {card}", "take the hit")
    assert (scene.side, scene.asked, scene.life("The Daltons")) == ("law", "Your turn", 2)
    assert (scene.hand_size("law"), scene.hand_size("outlaw"), scene.life("Pat Garret")) == (0, 1, 4)


@pytest.mark.parametrize("card", ["Carbine", "Peacemaker", "Shotgun"])
def test_what_a_bang_card_brings_lapses_where_it_finds_nothing(card: str) -> None:
    scene = Scene("Pat Garret", "The Daltons", law_hand=card, outlaw_hand="Missed!")
    assert scene.take(f"play {card}", "dodge with Missed!").asked == "Your turn"


def test_colt_takes_a_life_point() -> None:
    scene = Scene("Pat Garret", "The Daltons", law_hand="Colt")
    scene.take("play Colt at The Daltons", "take the hit")
    assert scene.life("The Daltons") == 2
    assert scene.top_of_discard == "Colt"


def test_colt_that_is_dodged_does_nothing() -> None:
    scene = Scene("Pat Garret", "The Daltons", law_hand="Colt", outlaw_hand="Missed!, Beer")
    scene.take("play Colt", "dodge with Missed!")
    assert (scene.side, scene.asked) == ("law", "Your turn")
    assert (scene.life("The Daltons"), scene.hand_size("outlaw"), scene.hand_size("law")) == (3, 1, 0)


def test_fanning_hits_once_for_each_equipment_card() -> None:
    scene = Scene("Pat Garret", "The Daltons: Bank, Scope", law_hand="Fanning", outlaw_hand="Missed!")
    scene.take("play Fanning", "dodge with Missed!")
    assert scene.asked == "Fanning at The Daltons", "each hit is dodged by itself"
    scene.take("take the hit")
    assert scene.asked == "Your turn"
    assert scene.life("The Daltons") == 2


def test_fanning_without_equipment_is_wasted() -> None:
    scene = Scene("Pat Garret", "The Daltons", law_hand="Fanning, Colt").take("play Fanning")
    assert scene.asked == "Your turn"
    assert scene.life("The Daltons") == 3
    assert not scene.can("play Colt"), "it was the BANG! card of the turn"


def test_fanning_lets_barrel_be_tried_on_each_hit() -> None:
    barrels = "any Barrel, any Barrel, any Barrel"
    scene = Scene("Pat Garret", "The Daltons: Barrel, Scope", law_hand="Fanning", outlaw_deck=barrels)
    scene.take("play Fanning", "reveal for Barrel", "reveal for Barrel")
    assert (scene.asked, scene.life("The Daltons")) == ("Your turn", 3)


def test_fanning_costs_tex_killers_price_for_each_hit() -> None:
    hand = "Missed!, Missed!, Beer, Hat"
    scene = Scene("Tex Killer", "The Daltons: Bank, Scope", law_hand="Fanning", outlaw_hand=hand)
    scene.take("play Fanning", "dodge with Missed!", "discard Beer", "dodge with Missed!", "discard Hat")
    assert (scene.hand_size("outlaw"), scene.life("The Daltons")) == (0, 3)


def test_fanning_reaches_a_rearguard_only_with_scope_or_jack_ransome() -> None:
    rear = "The Daltons / Tom Thorn: Bank"
    assert not Scene("Pat Garret", rear, law_hand="Fanning").can("play Fanning at Tom Thorn")
    assert Scene("Pat Garret: Scope", rear, law_hand="Fanning").can("play Fanning at Tom Thorn")
    jack = Scene("Pat Garret / Jango: Bank, Hat", "Jack Ransome", outlaw_hand="Fanning", turn="outlaw")
    jack.take("play Fanning at Jango", "take the hit", "take the hit")
    assert jack.life("Jango") == 1


def carbine() -> Scene:
    return Scene(*EQUIPPED, law_hand="Carbine", outlaw_hand="Missed!").take("play Carbine")


def test_carbine_that_is_dodged_may_discard_equipment_of_either_active() -> None:
    scene = carbine().take("dodge with Missed!")
    assert scene.side == "law"
    assert scene.can("discard Bank from Pat Garret (active)") and len(scene.moves) == 3, "nothing being the third"
    scene.take("discard Scope from The Daltons (active)")
    assert scene.figure("The Daltons")["equipment"] == []
    assert scene.top_of_discard == "Scope"
    own = carbine().take("dodge with Missed!", "discard Bank")
    assert own.figure("Pat Garret")["equipment"] == []


def test_carbine_may_be_content_with_nothing() -> None:
    scene = carbine().take("dodge with Missed!", "nothing")
    assert scene.figure("Pat Garret")["equipment"] == ["Bank"]
    assert scene.figure("The Daltons")["equipment"] == ["Scope"]


def test_peacemaker_that_is_dodged_costs_a_card_of_the_opponents_choice() -> None:
    scene = Scene("Pat Garret", "The Daltons", law_hand="Peacemaker", outlaw_hand="Missed!, Beer, Colt")
    scene.take("play Peacemaker", "dodge with Missed!")
    assert scene.side == "outlaw"
    assert scene.can("discard Beer") and scene.can("discard Colt") and len(scene.moves) == 2
    scene.take("discard Colt")
    assert (scene.top_of_discard, scene.hand_size("outlaw")) == ("Colt", 1)


@pytest.mark.parametrize("dodge", ["dodge with Missed!", "discard Hat to dodge", "reveal for Barrel"])
def test_remington_draws_a_card_however_it_is_dodged(dodge: str) -> None:
    outlaw, barrels = "The Daltons: Barrel, Hat", "any Barrel, any Barrel"
    scene = Scene("Pat Garret", outlaw, law_hand="Remington", outlaw_hand="Missed!", outlaw_deck=barrels)
    assert scene.take("play Remington", dodge).hand_size("law") == 1


def test_schofield_that_is_dodged_heals_the_own_active_up_to_full_life() -> None:
    scene = Scene("Pat Garret 2 / Jango 1", "The Daltons", law_hand="Schofield", outlaw_hand="Missed!")
    scene.take("play Schofield", "dodge with Missed!")
    assert (scene.life("Pat Garret"), scene.life("Jango")) == (3, 1)
    full = Scene("Pat Garret", "The Daltons", law_hand="Schofield", outlaw_hand="Missed!")
    assert full.take("play Schofield", "dodge with Missed!").life("Pat Garret") == 5


def shotgun(outlaw: str = "The Daltons / Babe Leroy") -> Scene:
    return Scene("Pat Garret / Jango", outlaw, law_hand="Shotgun", outlaw_hand="Missed!").take("play Shotgun")


def test_shotgun_that_is_dodged_may_move_either_marker() -> None:
    scene = shotgun().take("dodge with Missed!")
    assert scene.side == "law"
    assert scene.moves == ["nothing", "move the law marker to Jango", "move the outlaw marker to Babe Leroy"]
    scene.take("move the outlaw marker")
    assert [figure["name"] for figure in scene.figures("outlaw")] == ["Babe Leroy", "The Daltons"]
    own = shotgun().take("dodge with Missed!", "move the law marker")
    assert own.figures("law")[0]["name"] == "Jango"
    neither = shotgun().take("dodge with Missed!", "nothing")
    assert [neither.figures(side)[0]["name"] for side in ("law", "outlaw")] == ["Pat Garret", "The Daltons"]


def test_shotgun_moves_no_marker_of_a_lone_character() -> None:
    scene = shotgun("The Daltons").take("dodge with Missed!")
    assert scene.moves == ["nothing", "move the law marker to Jango"]


def test_winchester_reaches_the_rearguard_by_itself() -> None:
    scene = Scene("Pat Garret", "The Daltons / Tom Thorn", law_hand="Winchester, Colt")
    assert scene.can("play Winchester at The Daltons (active)")
    assert not scene.can("play Colt at Tom Thorn")
    scene.take("play Winchester at Tom Thorn (rearguard)", "take the hit")
    assert (scene.life("The Daltons"), scene.life("Tom Thorn")) == (3, 3)


# ---- equipment


@pytest.mark.parametrize(("card", "move"), [("Barrel", "reveal for Barrel"), ("Hat", "discard Hat to dodge")])
def test_barrel_and_hat_protect_their_bearer_alone_also_as_rearguard(card: str, move: str) -> None:
    scene = Scene("Pat Garret", f"The Daltons / Tom Thorn: {card}", law_hand="Gatling").take("play Gatling")
    assert (scene.asked, scene.moves) == ("Gatling at The Daltons (active)", ["take the hit"])
    scene.take("take the hit")
    assert scene.asked == "Gatling at Tom Thorn (rearguard)"
    assert scene.can(move)


@pytest.mark.parametrize(("card", "move"), [("Barrel", "reveal for Barrel"), ("Hat", "discard Hat to dodge")])
def test_barrel_and_hat_work_against_hits_of_abilities(card: str, move: str) -> None:
    scene = Scene("Alan Pinkertoon", f"Tom Thorn: {card}", outlaw_hand="Colt", turn="outlaw")
    scene.take("play Colt", "take the hit")
    assert scene.asked == "A shot at Tom Thorn"
    assert scene.can(move)


def test_bank_draws_a_card_more_in_the_draw_phase() -> None:
    assert Scene("Jango: Bank", "The Daltons", starts_turn=True).hand_size("law") == 3
    assert Scene("Jango / The Stranger: Bank", "The Daltons", starts_turn=True).hand_size("law") == 2, "it sleeps"


def test_barrel_dodges_when_a_barrel_is_revealed() -> None:
    scene = Scene("Pat Garret", "The Daltons: Barrel", law_hand="Colt", outlaw_deck="any Barrel, any Barrel")
    scene.take("play Colt", "reveal for Barrel")
    assert (scene.side, scene.asked, scene.life("The Daltons")) == ("law", "Your turn", 3)
    assert scene.table["discard_top"] == scene.table["revealed"][0], "the revealed card"
    assert scene.table["outlaw"]["deck"] == 1, "it came from the own deck"
    assert scene.figure("The Daltons")["equipment"] == ["Barrel"]


def test_barrel_fails_on_any_other_symbol_and_other_dodges_may_follow() -> None:
    laid = {"law_hand": "Colt", "outlaw_hand": "Missed!", "outlaw_deck": "any Snake, any Snake"}
    scene = Scene("Pat Garret", "The Daltons: Barrel", **laid).take("play Colt", "reveal for Barrel")
    assert (scene.side, scene.asked) == ("outlaw", "Colt at The Daltons")
    scene.take("dodge with Missed!")
    assert scene.life("The Daltons") == 3


@pytest.mark.parametrize("card", ["Knife", "Derringer", "Gatling", "Winchester"])
def test_barrel_works_against_every_hit_card(card: str) -> None:
    scene = Scene("Pat Garret", "The Daltons: Barrel", law_hand=card)
    scene.take("play Gatling" if card == "Gatling" else f"play {card} at The Daltons")
    assert scene.can("reveal for Barrel")


def test_clock_draws_for_every_move_of_the_opponents_marker() -> None:
    scene = Scene("Pat Garret: Clock", "The Daltons / Babe Leroy", outlaw_hand="Canteen", turn="outlaw")
    scene.take("move the outlaw marker")
    assert scene.hand_size("law") == 1
    scene.take("play Canteen: move the outlaw marker")
    assert scene.hand_size("law") == 2
    stampede = Scene("Pat Garret: Clock", "Tom Thorn: Stampede / Babe Leroy", turn="outlaw", starts_turn=True)
    assert stampede.hand_size("law") == 1


def test_clock_does_not_count_the_own_marker_and_sleeps_on_the_rearguard() -> None:
    scene = Scene("Pat Garret: Clock / Jango", "The Daltons").take("move the law marker")
    assert scene.hand_size("law") == 0
    rear = Scene("Pat Garret / Bart Masterson: Clock", "The Daltons / Babe Leroy", turn="outlaw")
    assert rear.take("move the outlaw marker").hand_size("law") == 0


def test_dynamite_is_played_on_the_own_rearguard_only() -> None:
    scene = Scene("Pat Garret / Jango", "The Daltons / Tom Thorn", law_hand="Dynamite")
    assert len([move for move in scene.moves if move.startswith("play Dynamite")]) == 1
    scene.take("play Dynamite on Jango (rearguard)")
    assert scene.figure("Jango")["equipment"] == ["Dynamite"]
    assert Scene("Jango", "The Daltons", law_hand="Dynamite").can("play Dynamite on Jango"), "being both"


def test_dynamite_blows_up_on_a_dynamite_at_the_start_of_the_turn() -> None:
    deck = "any Dynamite, any Dynamite, any Dynamite"
    laid = {"law_hand": "Missed!", "law_deck": deck, "starts_turn": True}
    scene = Scene("Pat Garret / Dalon Ranger: Dynamite, Hat", "The Daltons", **laid)
    assert scene.life("Dalon Ranger") == 2, "three points, though it is the rearguard; nothing dodges it"
    assert scene.figure("Dalon Ranger")["equipment"] == ["Hat"]
    assert scene.top_of_discard == "Dynamite"
    assert scene.hand_size("law") == 3, "then the two cards are drawn"


def test_dynamite_passes_from_rearguard_to_rearguard_on_any_other_symbol() -> None:
    laid = {"law_deck": ", ".join(["any Snake"] * 6), "outlaw_deck": ", ".join(["any Snake"] * 6), "starts_turn": True}
    scene = Scene("Pat Garret / Jango: Dynamite", "Bull Anderson / Tom Thorn", **laid)
    assert scene.figure("Tom Thorn")["equipment"] == ["Dynamite"]
    scene.take("end the turn")
    assert scene.figure("Jango")["equipment"] == ["Dynamite"]
    assert (scene.life("Jango"), scene.life("Tom Thorn")) == (3, 4)


def test_dynamite_that_is_active_passes_to_the_rearguard_too() -> None:
    snakes = "any Snake, any Snake, any Snake"
    scene = Scene("Pat Garret: Dynamite", "The Daltons / Tom Thorn", law_deck=snakes, starts_turn=True)
    assert scene.figure("Tom Thorn")["equipment"] == ["Dynamite"]


def test_gun_belt_fires_any_number_of_bang_cards() -> None:
    scene = Scene("Pat Garret: Gun Belt", "Bull Anderson", law_hand="Colt, Winchester, Carbine")
    scene.take("play Colt", "take the hit", "play Winchester", "take the hit", "play Carbine", "take the hit")
    assert scene.life("Bull Anderson") == 2


def test_gun_belt_does_not_count_what_it_fires() -> None:
    scene = Scene("Pat Garret: Gun Belt / Jango", "Bull Anderson", law_hand="Colt, Winchester, Carbine")
    scene.take("play Colt", "take the hit", "move the law marker to Jango", "play Winchester", "take the hit")
    assert not scene.can("play Carbine"), "Jango has fired the normal one"


def test_gun_belt_sleeps_on_the_rearguard() -> None:
    scene = Scene("Pat Garret / Jango: Gun Belt", "Bull Anderson", law_hand="Colt, Winchester")
    assert not scene.take("play Colt", "take the hit").can("play Winchester")


def test_hat_is_discarded_from_its_bearer_to_dodge() -> None:
    scene = Scene("Pat Garret", "The Daltons: Hat", law_hand="Colt").take("play Colt", "discard Hat to dodge")
    assert (scene.life("The Daltons"), scene.figure("The Daltons")["equipment"]) == (3, [])
    assert (scene.top_of_discard, scene.asked) == ("Hat", "Your turn")
    in_hand = Scene("Pat Garret", "The Daltons", law_hand="Colt", outlaw_hand="Hat").take("play Colt")
    assert in_hand.moves == ["take the hit"]


def test_rattlesnake_bites_on_a_snake_at_the_start_of_the_turn() -> None:
    laid = {"law_hand": "Missed!", "law_deck": "any Snake, any Snake, any Snake", "starts_turn": True}
    scene = Scene("Pat Garret: Rattlesnake, Hat", "The Daltons", **laid)
    assert scene.life("Pat Garret") == 4, "nothing dodges it"
    assert scene.figure("Pat Garret")["equipment"] == ["Hat", "Rattlesnake"], "it stays"
    scene.take("end the turn")
    assert scene.life("Pat Garret") == 4, "it sleeps through the opponent's turn"


def test_rattlesnake_stays_where_it_is_on_any_other_symbol() -> None:
    horseshoes = "any Horseshoe, any Horseshoe, any Horseshoe"
    scene = Scene("Jango: Rattlesnake", "The Daltons", law_deck=horseshoes, starts_turn=True)
    assert (scene.life("Jango"), scene.figure("Jango")["equipment"]) == (3, ["Rattlesnake"])


def test_rattlesnake_bites_a_rearguard_too() -> None:
    snakes = "any Snake, any Snake, any Snake"
    scene = Scene("Pat Garret / Jango: Rattlesnake", "The Daltons", law_deck=snakes, starts_turn=True)
    assert scene.life("Jango") == 2


def test_scope_lets_hit_cards_reach_the_rearguard() -> None:
    laid = {"law_hand": "Colt, Knife, Derringer, Robbery, Duel, Saloon, Bank"}
    scene = Scene("Pat Garret: Scope", "The Daltons / Tom Thorn: Clock", **laid)
    found = [move.split(" (")[0] for move in scene.moves if "at Tom Thorn" in move or "on Tom Thorn" in move]
    assert found == ["play Colt", "play Derringer", "play Knife"], "and no other card"
    scene.take("play Robbery")
    assert not scene.can("discard Clock")


def test_scope_sleeps_on_the_rearguard() -> None:
    scene = Scene("Pat Garret / Jango: Scope", "The Daltons / Tom Thorn", law_hand="Colt, Knife")
    assert not any("Tom Thorn" in move for move in scene.moves)


@pytest.mark.parametrize("law", ["Pat Garret: Stampede / Jango", "Pat Garret / Jango: Stampede"])
def test_stampede_swaps_active_and_rearguard_at_the_start_of_the_turn(law: str) -> None:
    scene = Scene(law, "The Daltons", starts_turn=True)
    assert [figure["name"] for figure in scene.figures("law")] == ["Jango", "Pat Garret"]
    scene.take("end the turn")
    assert scene.figures("law")[0]["name"] == "Jango", "not in the opponent's turn"
    scene.take("end the turn")
    assert scene.figures("law")[0]["name"] == "Pat Garret", "and again in the next turn"


def test_stampede_leaves_a_lone_character_alone() -> None:
    scene = Scene("Jango: Stampede", "The Daltons", starts_turn=True)
    assert scene.figures("law")[0]["name"] == "Jango"
    assert scene.figure("Jango")["equipment"] == ["Stampede"]


# ---- actions


def test_beer_heals_both_own_characters_up_to_full_life() -> None:
    scene = Scene("Pat Garret 1 / Jango 1", "The Daltons 1 / Tom Thorn 1", law_hand="Beer").take("play Beer")
    assert (scene.life("Pat Garret"), scene.life("Jango")) == (2, 2)
    assert (scene.life("The Daltons"), scene.life("Tom Thorn")) == (1, 1)
    full = Scene("Pat Garret / Jango 2", "The Daltons", law_hand="Beer").take("play Beer")
    assert (full.life("Pat Garret"), full.life("Jango")) == (5, 3)


def test_beer_is_no_rescue_in_the_opponents_turn() -> None:
    scene = Scene("Pat Garret", "The Daltons 1", law_hand="Colt", outlaw_hand="Beer").take("play Colt")
    assert scene.moves == ["take the hit"]


def test_canteen_moves_either_marker() -> None:
    law, outlaw = "Pat Garret / Jango", "The Daltons / Babe Leroy"
    own = Scene(law, outlaw, law_hand="Canteen").take("play Canteen: move the law marker to Jango")
    assert [own.figures(side)[0]["name"] for side in ("law", "outlaw")] == ["Jango", "The Daltons"]
    theirs = Scene(law, outlaw, law_hand="Canteen").take("play Canteen: move the outlaw marker to Babe Leroy")
    assert [theirs.figures(side)[0]["name"] for side in ("law", "outlaw")] == ["Pat Garret", "Babe Leroy"]


def test_canteen_moves_no_marker_of_a_lone_character() -> None:
    scene = Scene("Pat Garret / Jango", "The Daltons", law_hand="Canteen")
    assert scene.can("play Canteen: move the law marker")
    assert not scene.can("play Canteen: move the outlaw marker")


def derringer(outlaw: str = "The Daltons", outlaw_hand: str = "Beer") -> Scene:
    return Scene("Pat Garret", outlaw, law_hand="Derringer, Derringer, Colt", outlaw_hand=outlaw_hand)


def test_derringer_is_a_hit_that_any_card_dodges() -> None:
    scene = derringer().take("play Derringer at The Daltons")
    assert scene.can("take the hit")
    scene.take("dodge by discarding Beer")
    assert (scene.life("The Daltons"), scene.top_of_discard, scene.hand_size("outlaw")) == (3, "Beer", 0)
    assert derringer().take("play Derringer at The Daltons", "take the hit").life("The Daltons") == 2


def test_derringer_is_no_bang_card() -> None:
    scene = derringer(outlaw_hand="")
    scene.take("play Derringer at The Daltons", "take the hit", "play Colt", "take the hit")
    assert scene.can("play Derringer at The Daltons")


def test_derringer_is_dodged_as_usual_too() -> None:
    scene = derringer("The Daltons: Barrel, Hat", "Missed!, Return Fire").take("play Derringer at The Daltons")
    assert scene.can("reveal for Barrel") and scene.can("discard Hat to dodge") and scene.can("dodge with Missed!")
    assert scene.take("dodge with Return Fire").asked == "A shot at Pat Garret"
    annie = Scene("Annie Oakey", "The Daltons", law_hand="Colt", outlaw_hand="Derringer", turn="outlaw")
    assert annie.take("play Derringer at Annie Oakey").can("dodge with Colt")


def test_duel_goes_to_and_fro_until_somebody_gives_in() -> None:
    scene = Scene("Pat Garret", "The Daltons", law_hand="Duel, Colt", outlaw_hand="Knife, Gatling")
    scene.take("play Duel at The Daltons")
    assert scene.side == "outlaw", "the opponent answers first"
    scene.take("answer with Knife")
    assert scene.side == "law"
    scene.take("answer with Colt", "answer with Gatling")
    assert scene.moves == ["give in, lose a life point"]
    scene.take("give in")
    assert (scene.life("Pat Garret"), scene.life("The Daltons")) == (4, 3)
    assert (scene.hand_size("law"), scene.hand_size("outlaw")) == (0, 0)


def test_duel_obliges_nobody_and_is_not_dodged() -> None:
    scene = Scene("Pat Garret", "The Daltons: Barrel, Hat", law_hand="Duel", outlaw_hand="Colt, Missed!")
    scene.take("play Duel", "give in")
    assert (scene.life("The Daltons"), scene.asked) == (2, "Your turn")


def test_duel_is_answered_with_hit_cards_alone() -> None:
    hand = "Fanning, Derringer, Gatling, Knife, Return Fire, Missed!, Scope, Indians!"
    scene = Scene("Pat Garret", "The Daltons", law_hand="Duel", outlaw_hand=hand).take("play Duel")
    answers = [move.removeprefix("answer with ").split(" (")[0] for move in scene.moves[1:]]
    assert answers == ["Fanning", "Derringer", "Gatling", "Knife"]
    annie = Scene("Annie Oakey", "The Daltons", law_hand="Missed!", outlaw_hand="Duel", turn="outlaw")
    assert annie.take("play Duel").can("answer with Missed!")


def test_duel_costs_the_active_character_and_leaves_the_bang_card() -> None:
    scene = Scene("Pat Garret", "The Daltons / Tom Thorn", law_hand="Duel, Colt")
    assert not scene.can("play Duel at Tom Thorn")
    scene.take("play Duel", "give in")
    assert (scene.life("The Daltons"), scene.life("Tom Thorn")) == (2, 4)
    assert scene.can("play Colt")


def test_gatling_hits_everybody_but_the_own_active_in_order() -> None:
    scene = Scene("Pat Garret / Jango", "The Daltons / Tom Thorn", law_hand="Gatling, Colt", outlaw_hand="Missed!")
    scene.take("play Gatling")
    assert (scene.side, scene.asked) == ("outlaw", "Gatling at The Daltons (active)")
    scene.take("take the hit")
    assert (scene.side, scene.asked) == ("law", "Gatling at Jango (rearguard)")
    scene.take("take the hit")
    assert (scene.side, scene.asked) == ("outlaw", "Gatling at Tom Thorn (rearguard)")
    scene.take("dodge with Missed!")
    lives = [scene.life(name) for name in ("Pat Garret", "Jango", "The Daltons", "Tom Thorn")]
    assert lives == [5, 2, 2, 4]
    assert scene.can("play Colt"), "it is no BANG! card"


def test_general_store_turns_up_two_of_each_deck_and_is_taken_in_turns() -> None:
    laid = {"law_deck": "Colt, Bank, Duel", "outlaw_deck": "Beer, Knife, Clock"}
    scene = Scene("Pat Garret", "The Daltons", law_hand="General Store", **laid).take("play General Store")
    backs = [card.rsplit(", ")[-1] for card in scene.table["store"]]
    assert backs == ["law)", "law)", "outlaw)", "outlaw)"]
    takers: list[str] = []
    while scene.asked == "General Store: take a card":
        takers.append(scene.side)
        assert len(scene.moves) == 5 - len(takers)
        scene.take(scene.moves[0])
    assert takers == ["law", "outlaw", "law", "outlaw"]
    assert (scene.hand_size("law"), scene.hand_size("outlaw")) == (2, 2)


def test_general_store_turns_up_four_of_a_common_deck() -> None:
    decks = {"law_deck": "", "outlaw_deck": "", "common_deck": ", ".join(["any Horseshoe"] * 5)}
    scene = Scene("Pat Garret", "The Daltons", law_hand="General Store", **decks).take("play General Store")
    assert (len(scene.table["store"]), scene.table["common_deck"]) == (4, 1)


def test_indians_costs_each_other_character_a_hit_card_or_a_life_point() -> None:
    laid = {"law_hand": "Indians!, Knife", "outlaw_hand": "Colt, Missed!"}
    scene = Scene("Pat Garret / Jango", "The Daltons / Tom Thorn: Barrel, Hat", **laid).take("play Indians!")
    assert (scene.side, scene.asked) == ("outlaw", "Indians! at The Daltons (active)")
    scene.take("answer with Colt")
    assert (scene.side, scene.asked) == ("law", "Indians! at Jango (rearguard)")
    scene.take("give in")
    assert (scene.side, scene.asked) == ("outlaw", "Indians! at Tom Thorn (rearguard)")
    assert scene.moves == ["give in, lose a life point"], "it is no hit: nothing dodges it"
    scene.take("give in")
    lives = [scene.life(name) for name in ("Pat Garret", "Jango", "The Daltons", "Tom Thorn")]
    assert (scene.asked, lives) == ("Your turn", [5, 2, 3, 3])


def test_knife_is_a_plain_hit_that_does_not_count_as_a_bang_card() -> None:
    scene = Scene("Pat Garret", "The Daltons", law_hand="Knife, Knife, Knife, Colt", outlaw_hand="Missed!, Beer")
    scene.take("play Knife at The Daltons")
    assert [move.split(" (")[0] for move in scene.moves] == ["take the hit", "dodge with Missed!"]
    scene.take("dodge with Missed!", "play Knife at The Daltons", "take the hit")
    assert scene.life("The Daltons") == 2
    scene.take("play Colt", "take the hit")
    assert scene.can("play Knife at The Daltons"), "it is no BANG! card"


@pytest.mark.parametrize("card", ["Colt", "Knife", "Derringer", "Gatling"])
def test_missed_dodges_every_hit_card(card: str) -> None:
    scene = Scene("Pat Garret", "The Daltons", law_hand=card, outlaw_hand="Missed!")
    scene.take("play Gatling" if card == "Gatling" else f"play {card} at The Daltons", "dodge with Missed!")
    assert (scene.life("The Daltons"), scene.top_of_discard) == (3, "Missed!")


def test_missed_dodges_shots_also_in_the_own_turn() -> None:
    scene = Scene("Alan Pinkertoon", "The Daltons", outlaw_hand="Colt, Missed!", turn="outlaw")
    scene.take("play Colt", "take the hit", "dodge with Missed!")
    assert (scene.life("The Daltons"), scene.asked) == (3, "Your turn")


def test_missed_is_played_in_answer_only() -> None:
    scene = Scene("Pat Garret", "The Daltons", law_hand="Missed!")
    assert scene.moves == ["end the turn"]


def test_return_fire_dodges_and_shoots_at_the_opponents_active() -> None:
    laid = {"law_hand": "Colt, Missed!", "outlaw_hand": "Return Fire"}
    scene = Scene("Pat Garret / Jango", "The Daltons", **laid).take("play Colt", "dodge with Return Fire")
    assert (scene.side, scene.asked) == ("law", "A shot at Pat Garret (active)")
    assert scene.can("dodge with Missed!")
    scene.take("take the hit")
    assert (scene.life("Pat Garret"), scene.life("The Daltons")) == (4, 3)


def test_return_fire_waits_for_the_attacks_rider() -> None:
    scene = Scene("Pat Garret 1", "The Daltons", law_hand="Schofield", outlaw_hand="Return Fire")
    scene.take("play Schofield", "dodge with Return Fire")
    assert (scene.asked, scene.life("Pat Garret")) == ("A shot at Pat Garret", 2)
    scene.take("take the hit")
    assert scene.life("Pat Garret") == 1


def test_return_fire_shoots_only_when_tex_killers_price_is_paid() -> None:
    poor = Scene("Tex Killer", "The Daltons", law_hand="Colt", outlaw_hand="Return Fire").take("play Colt")
    assert poor.moves == ["take the hit"]
    rich = Scene("Tex Killer", "The Daltons", law_hand="Colt", outlaw_hand="Return Fire, Beer")
    rich.take("play Colt", "dodge with Return Fire")
    assert rich.side == "outlaw", "the price comes before the shot"
    assert rich.take("discard Beer").asked == "A shot at Tex Killer"


def test_return_fire_is_neither_played_nor_a_hit_card() -> None:
    assert Scene("Pat Garret", "The Daltons", law_hand="Return Fire").moves == ["end the turn"]
    scene = Scene("Pat Garret", "The Daltons", law_hand="Return Fire", outlaw_hand="Indians!", turn="outlaw")
    assert scene.take("play Indians!").moves == ["give in, lose a life point"]


def robbery(**laid: str) -> Scene:
    return Scene(*EQUIPPED, law_hand="Robbery", **laid).take("play Robbery")


def test_robbery_draws_a_random_card_from_the_opponents_hand() -> None:
    scene = robbery(outlaw_hand="outlaw Colt")
    scene.take("a random card with the outlaw back from the outlaw hand")
    assert scene.hand_size("outlaw") == 0
    assert scene.can("play Colt"), "it may be played at once"


def test_robbery_or_discards_any_card_in_play_but_the_opposing_rearguards() -> None:
    scene = robbery()
    assert scene.moves == [
        "discard Bank from Pat Garret (active)",
        "discard Hat from Jango (rearguard)",
        "discard Scope from The Daltons (active)",
    ]
    scene.take("discard Scope")
    assert (scene.figure("The Daltons")["equipment"], scene.top_of_discard) == ([], "Scope")
    assert scene.hand_size("law") == 0


def test_robbery_reaches_a_rearguard_with_jack_ransome() -> None:
    scene = Scene("Pat Garret / Jango: Hat", "Jack Ransome", outlaw_hand="Robbery", turn="outlaw")
    scene.take("play Robbery", "discard Hat from Jango (rearguard)")
    assert scene.figure("Jango")["equipment"] == []


def test_saloon_makes_life_three_up_or_down() -> None:
    law, outlaw = "Pat Garret 5 / Jango 2", "The Daltons 1 / Tom Thorn 4"
    down = Scene(law, outlaw, law_hand="Saloon").take("play Saloon at Pat Garret")
    assert down.life("Pat Garret") == 3
    up = Scene(law, outlaw, law_hand="Saloon").take("play Saloon at Jango")
    assert up.life("Jango") == 3
    theirs = Scene(law, outlaw, law_hand="Saloon").take("play Saloon at The Daltons")
    assert theirs.life("The Daltons") == 3
    assert not Scene(law, outlaw, law_hand="Saloon").can("play Saloon at Tom Thorn")


def test_stagecoach_draws_three_and_discards_one_of_them() -> None:
    laid = {"law_hand": "Stagecoach, Beer", "law_deck": "Colt, Bank, Duel"}
    scene = Scene("Pat Garret", "The Daltons", **laid).take("play Stagecoach")
    assert [move.split(" (")[0] for move in scene.moves] == ["discard Colt", "discard Bank", "discard Duel"]
    scene.take("discard Bank")
    assert scene.top_of_discard == "Bank"
    assert scene.hand == ["Colt", "Duel", "Beer"]


def test_teacher_takes_equipment_in_play_into_the_hand() -> None:
    scene = Scene(*EQUIPPED, law_hand="Teacher", outlaw_hand="Beer, Barrel").take("play Teacher")
    assert scene.moves == [
        "take Bank from Pat Garret (active)",
        "take Hat from Jango (rearguard)",
        "take Scope from The Daltons (active)",
    ], "not the rearguard's of the opponent, and nothing from a hand"
    scene.take("take Scope")
    assert (scene.hand, scene.figure("The Daltons")["equipment"]) == (["Scope"], [])
    assert scene.can("play Scope on Jango (rearguard)")
