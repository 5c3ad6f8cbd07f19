"""A test or more for every outlaw in BANG! The Duel, named after him or her: what the ability does, and when."""

import pytest

from standoff import find_game
from standoff.games.bang import slug
from standoff.games.bang.scenes import Scene, plain


def scene_of(outlaw: str, law: str = "Pat Garret", **laid) -> Scene:
    """The outlaws' turn, against a lawman of whom nothing is set off, unless others are named."""
    return Scene(law, outlaw, **{"turn": "outlaw", **laid})


def attacked(outlaw: str, law: str = "Pat Garret", **laid) -> Scene:
    """The law's turn."""
    return Scene(law, outlaw, **laid)


def beginning(scene: Scene, start: str) -> list[str]:
    """The legal choices that begin so, without symbols and backs."""
    return [plain(move) for move in scene.moves if move.startswith(start)]


def test_every_outlaw_has_a_test() -> None:
    sheets = [sheet for sheet in find_game("bang").sheets if sheet.group == "character"]
    outlaws = [sheet.name for sheet in sheets if dict(sheet.facts)["side"] == "outlaw"]
    assert (len(sheets), len(outlaws)) == (24, 12)
    for name in outlaws:
        start = f"test_{slug(name).replace('-', '_')}_"
        assert any(each.startswith(start) for each in globals()), f"no {start}..."


# ---- Babe Leroy


def test_babe_leroy_draws_two_when_the_hand_is_empty() -> None:
    scene = scene_of("Babe Leroy", outlaw_hand="Beer")
    assert not scene.can("Babe Leroy"), "a card is left"
    scene.take("play Beer", "Babe Leroy: draw two")
    assert scene.hand_size("outlaw") == 2


def test_babe_leroy_draws_two_once_a_turn() -> None:
    scene = scene_of("Babe Leroy", outlaw_deck="Knife, Beer").take("Babe Leroy: draw two")
    scene.take("play Beer", "play Knife at Pat Garret", "take the hit")
    assert (scene.hand_size("outlaw"), scene.can("Babe Leroy")) == (0, False)


def test_babe_leroy_does_not_draw_in_the_opponents_turn() -> None:
    assert attacked("Babe Leroy", law_hand="Colt").take("play Colt").moves == ["take the hit"]


def test_babe_leroy_must_be_active_when_the_hand_is_empty() -> None:
    scene = scene_of("Babe Leroy / The Daltons", outlaw_hand="Canteen").take("play Canteen: move the outlaw marker")
    assert not scene.can("Babe Leroy"), "the last card has swapped him out"
    scene.take("move the outlaw marker to Babe Leroy")
    assert scene.can("Babe Leroy"), "the marker's own move brings him back"


def test_babe_leroy_sleeps_as_a_rearguard() -> None:
    assert not scene_of("The Daltons / Babe Leroy").can("Babe Leroy")


# ---- Bull Anderson


def test_bull_anderson_takes_two_cards_of_hand_and_equipment_when_a_character_falls() -> None:
    laid = {"law_hand": "Beer, law Missed!, Robbery", "outlaw_hand": "Colt"}
    scene = scene_of("Bull Anderson", "Pat Garret 1: Bank / Jango: Hat", **laid).take("play Colt", "take the hit")
    assert scene.moves == [
        "nothing",
        "a random card with the law back from the law hand",
        "a random card with the outlaw back from the law hand",
        "take Bank from Pat Garret (active)",
    ], "not the equipment of others"
    scene.take("take Bank", "a random card with the law back")
    assert (scene.asked, scene.hand_size("law")) == ("Your turn", 2)
    assert (scene.hand_size("outlaw"), scene.table["outlaw"]["law_backs"]) == (4, 2), "and two for the elimination"


def test_bull_anderson_may_take_less() -> None:
    scene = scene_of("Bull Anderson", "Pat Garret 1: Bank, Hat / Jango", outlaw_hand="Colt")
    scene.take("play Colt", "take the hit", "take Hat", "nothing")
    assert scene.hand_size("outlaw") == 3, "and two for the elimination"


def test_bull_anderson_takes_before_the_owner_draws() -> None:
    scene = scene_of("Bull Anderson", "Pat Garret 1 / Jango", outlaw_hand="Colt", rules="rulebook")
    scene.take("play Colt", "take the hit")
    assert (scene.asked, scene.hand_size("law"), scene.hand_size("outlaw")) == ("Your turn", 2, 0)


def test_bull_anderson_takes_the_equipment_of_an_own_character_but_no_own_cards() -> None:
    laid = {"law_hand": "Winchester", "outlaw_hand": "Beer"}
    scene = attacked("Bull Anderson / Tom Thorn 1: Bank", **laid)
    scene.take("play Winchester at Tom Thorn", "take the hit")
    assert (scene.side, scene.moves) == ("outlaw", ["nothing", "take Bank from Tom Thorn (rearguard)"])


def test_bull_anderson_takes_nothing_when_he_falls_himself() -> None:
    scene = attacked("Bull Anderson 1: Bank / Tom Thorn", law_hand="Colt").take("play Colt", "take the hit")
    assert (scene.side, scene.hand_size("outlaw")) == ("law", 0)


def test_bull_anderson_sleeps_as_a_rearguard() -> None:
    scene = scene_of("The Daltons / Bull Anderson", "Pat Garret 1: Bank / Jango", outlaw_hand="Colt")
    assert scene.take("play Colt", "take the hit").asked == "Your turn"
    own = attacked("The Daltons 1: Bank / Bull Anderson", law_hand="Colt").take("play Colt", "take the hit")
    assert own.side == "law", "he is not active before the draws"


# ---- Cattle Katie


def test_cattle_katie_discards_equipment_to_draw_two_once_a_turn() -> None:
    scene = scene_of("Cattle Katie: Clock, Hat", outlaw_deck="Beer, Duel").take("Cattle Katie: discard her Hat")
    assert (scene.hand, scene.top_of_discard) == (["Beer", "Duel"], "Hat")
    assert scene.figure("Cattle Katie")["equipment"] == ["Clock"]
    assert not scene.can("Cattle Katie")


def test_cattle_katie_discards_none_that_is_always_active_and_none_of_her_partner() -> None:
    scene = scene_of("Cattle Katie: Rattlesnake, Dynamite, Stampede, Bank / Tom Thorn: Hat")
    assert beginning(scene, "Cattle Katie") == ["Cattle Katie: discard her Bank, draw two"]


def test_cattle_katie_sleeps_as_a_rearguard() -> None:
    assert not scene_of("The Daltons / Cattle Katie: Clock").can("Cattle Katie")


# ---- The Daltons


@pytest.mark.parametrize(
    ("outlaw", "drawn"),
    [
        ("The Daltons", 3),
        ("The Daltons: Bank", 4),
        ("Tom Thorn / The Daltons", 2),
        ("Tom Thorn: Stampede / The Daltons", 3),
    ],
    ids=["active", "Bank", "rearguard", "made active before the draw"],
)
def test_the_daltons_draw_three_in_the_draw_phase_while_active(outlaw: str, drawn: int) -> None:
    assert scene_of(outlaw, starts_turn=True).hand_size("outlaw") == drawn


def test_the_daltons_draw_no_more_than_others_outside_the_draw_phase() -> None:
    scene = scene_of("The Daltons", outlaw_hand="Remington", law_hand="Missed!")
    assert scene.take("play Remington", "dodge with Missed!").hand_size("outlaw") == 1


# ---- Jack Ransome


@pytest.mark.parametrize(
    "card", ["Colt", "Fanning", "Shotgun", "Duel", "Knife", "Derringer", "Saloon", "Bank", "Rattlesnake", "Dynamite"]
)
def test_jack_ransome_plays_any_card_on_the_opponents_rearguard(card: str) -> None:
    rows = ("Jack Ransome / Tom Thorn", "Pat Garret / Jango")
    assert [move for move in beginning(scene_of(*rows, outlaw_hand=card), "play") if "Jango (rearguard)" in move]


@pytest.mark.parametrize("card", ["Bank", "Dynamite"])
def test_jack_ransome_plays_equipment_on_anybody(card: str) -> None:
    scene = scene_of("Jack Ransome / Tom Thorn", "Pat Garret / Jango", outlaw_hand=card)
    bearers = [move.removeprefix(f"play {card} on ") for move in beginning(scene, "play")]
    assert bearers == ["Jack Ransome (active)", "Tom Thorn (rearguard)", "Pat Garret (active)", "Jango (rearguard)"]


@pytest.mark.parametrize(("card", "move"), [("Robbery", "discard Bank"), ("Teacher", "take Bank")])
def test_jack_ransome_reaches_the_equipment_of_the_opponents_rearguard(card: str, move: str) -> None:
    scene = scene_of("Jack Ransome", "Pat Garret / Jango: Bank", outlaw_hand=card).take(f"play {card}")
    assert scene.can(f"{move} from Jango (rearguard)")


def test_jack_ransome_fights_his_duel_with_the_opponents_rearguard() -> None:
    scene = scene_of("Jack Ransome", "Pat Garret / Jango", outlaw_hand="Duel").take("play Duel at Jango", "give in")
    assert (scene.life("Pat Garret"), scene.life("Jango")) == (5, 2)


def test_jack_ransome_neither_shoots_nor_challenges_his_own_side() -> None:
    scene = scene_of("Jack Ransome / Tom Thorn", outlaw_hand="Colt, Duel")
    assert beginning(scene, "play") == ["play Colt at Pat Garret", "play Duel at Pat Garret"]


def test_jack_ransome_sleeps_as_a_rearguard() -> None:
    scene = scene_of("The Daltons / Jack Ransome", "Pat Garret / Jango: Bank", outlaw_hand="Colt, Duel, Hat, Robbery")
    assert beginning(scene, "play") == [
        "play Colt at Pat Garret (active)",
        "play Hat on Jack Ransome (rearguard)",
        "play Hat on Pat Garret (active)",
        "play Duel at Pat Garret (active)",
    ], "and Robbery finds nothing"


# ---- Pearl Hat


def test_pearl_hat_discards_a_card_to_carry_out_the_top_card_once_a_turn() -> None:
    laid = {"outlaw_hand": "Bank, Hat, Duel", "top": "Knife"}
    scene = scene_of("Pearl Hat", **laid)
    assert len(beginning(scene, "Pearl Hat: discard")) == 3, "any of the three cards"
    scene.take("Pearl Hat: discard Bank to play Knife", "play Knife at Pat Garret", "take the hit")
    assert (scene.life("Pat Garret"), scene.hand, scene.top_of_discard) == (4, ["Hat", "Duel"], "Bank")
    scene.take("play Duel", "give in")
    assert not scene.can("Pearl Hat"), "though an action card lies on top again"


@pytest.mark.parametrize("card", ["Derringer", "Gatling", "Beer", "Stagecoach", "Indians!", "General Store", "Saloon"])
def test_pearl_hat_carries_out_action_cards(card: str) -> None:
    assert scene_of("Pearl Hat", outlaw_hand="Hat", top=card).can(f"Pearl Hat: discard Hat to play {card}")


@pytest.mark.parametrize("card", ["Colt", "Bank", "Missed!", "Return Fire"])
def test_pearl_hat_carries_out_no_bang_card_no_equipment_and_no_dodge(card: str) -> None:
    assert not scene_of("Pearl Hat", outlaw_hand="Hat", top=card).can("Pearl Hat")


def test_pearl_hat_needs_a_card_to_discard() -> None:
    assert not scene_of("Pearl Hat", top="Beer").can("Pearl Hat")


def test_pearl_hat_keeps_the_targets_of_the_card() -> None:
    scene = scene_of("Pearl Hat / Tom Thorn", "Pat Garret / Jango", outlaw_hand="Hat", top="Saloon")
    scene.take("Pearl Hat: discard Hat")
    targets = [move.removeprefix("play Saloon at ") for move in scene.moves]
    assert targets == ["Pearl Hat (active)", "Tom Thorn (rearguard)", "Pat Garret (active)"]


def test_pearl_hat_minds_not_how_the_card_got_there() -> None:
    scene = scene_of("Pearl Hat", "Pat Garret / Jango", outlaw_hand="Canteen, Hat").take("reload Canteen")
    scene.take("Pearl Hat: discard Hat to play Canteen", "play Canteen: move the law marker to Jango")
    assert scene.figures("law")[0]["name"] == "Jango"


def test_pearl_hat_sleeps_as_a_rearguard() -> None:
    assert not scene_of("The Daltons / Pearl Hat", outlaw_hand="Hat", top="Beer").can("Pearl Hat")


# ---- Sid Curry


def test_sid_curry_dodges_off_the_opponents_deck_and_shoots_the_attacker() -> None:
    scene = attacked("Sid Curry", law_hand="Colt", law_deck="any Barrel").take("play Colt", "Sid Curry: reveal")
    assert (scene.side, scene.asked, scene.life("Sid Curry")) == ("law", "A shot at Pat Garret", 4)
    assert scene.table["law"]["deck"] == 0
    assert scene.take("take the hit").life("Pat Garret") == 4


def test_sid_curry_neither_dodges_nor_shoots_on_another_symbol() -> None:
    scene = attacked("Sid Curry", law_hand="Colt", outlaw_hand="Missed!", law_deck="any Snake")
    scene.take("play Colt", "Sid Curry: reveal")
    assert [plain(move) for move in scene.moves] == ["take the hit", "dodge with Missed!"], "once a hit"
    assert scene.take("dodge with Missed!").asked == "Your turn"


@pytest.mark.parametrize(
    ("first", "then", "decks"),
    [
        ("reveal for Barrel", "Sid Curry: reveal", {"outlaw_deck": "any Snake", "law_deck": "any Barrel"}),
        ("Sid Curry: reveal", "reveal for Barrel", {"outlaw_deck": "any Barrel", "law_deck": "any Snake"}),
    ],
)
def test_sid_curry_and_a_barrel_are_tried_in_any_order(first: str, then: str, decks: dict[str, str]) -> None:
    scene = attacked("Sid Curry: Barrel", law_hand="outlaw Colt", **decks).take("play Colt", first, then)
    has_shot = then.startswith("Sid Curry")
    assert (scene.life("Sid Curry"), scene.asked) == (4, "A shot at Pat Garret" if has_shot else "Your turn")


def test_sid_curry_reveals_off_the_common_deck_where_the_opponents_is_gone() -> None:
    scene = attacked("Sid Curry", law_hand="Colt", law_deck="", common_deck="outlaw any Barrel")
    assert scene.take("play Colt", "Sid Curry: reveal").asked == "A shot at Pat Garret"


def test_sid_curry_may_reveal_for_each_hit() -> None:
    deck = "any Barrel, any Barrel"
    scene = attacked("Sid Curry: Bank, Clock", law_hand="Fanning", law_deck=deck)
    scene.take("play Fanning", "Sid Curry: reveal", "Sid Curry: reveal")
    assert scene.asked == "A shot at Pat Garret"
    assert scene.take("take the hit").asked == "A shot at Pat Garret", "one for each"


def test_sid_curry_reveals_against_shots_of_abilities_and_shoots_their_bearer() -> None:
    laid = {"outlaw_hand": "Colt", "law_deck": "any Barrel"}
    scene = scene_of("Sid Curry", "Alan Pinkertoon", **laid).take("play Colt", "take the hit", "Sid Curry: reveal")
    assert scene.asked == "A shot at Alan Pinkertoon"


def test_sid_curry_shoots_the_attacker_even_when_the_marker_has_moved() -> None:
    scene = attacked("Sid Curry", "Pat Garret / Jango", law_hand="Shotgun", law_deck="any Barrel")
    scene.take("play Shotgun", "Sid Curry: reveal", "move the law marker to Jango")
    assert scene.asked == "A shot at Pat Garret (rearguard)"


@pytest.mark.parametrize("card", ["Duel", "Indians!"])
def test_sid_curry_does_not_reveal_where_no_hit_is(card: str) -> None:
    scene = attacked("Sid Curry", law_hand=card).take(f"play {card}")
    assert scene.moves == ["give in, lose a life point"]


def test_sid_curry_sleeps_as_a_rearguard_and_wakes_as_the_target() -> None:
    partner = attacked("The Daltons / Sid Curry", law_hand="Winchester").take("play Winchester at The Daltons")
    assert partner.moves == ["take the hit"]
    scene = attacked("The Daltons / Sid Curry", law_hand="Winchester", law_deck="any Barrel")
    scene.take("play Winchester at Sid Curry", "Sid Curry: reveal")
    assert scene.asked == "A shot at Pat Garret"


# ---- Slim Poet


def test_slim_poet_may_discard_a_random_card_of_the_opponent_for_a_lost_point() -> None:
    scene = attacked("Slim Poet", law_hand="Colt, Beer, law Missed!").take("play Colt", "take the hit")
    assert (scene.side, scene.moves) == (
        "outlaw",
        [
            "nothing",
            "a random card with the law back from the law hand",
            "a random card with the outlaw back from the law hand",
        ],
    )
    scene.take("a random card with the outlaw back")
    assert (scene.hand, scene.top_of_discard, scene.hand_size("outlaw")) == (["Missed!"], "Beer", 0)


def test_slim_poet_may_decline_and_is_not_asked_where_the_hand_is_empty() -> None:
    declined = attacked("Slim Poet", law_hand="Colt, Beer").take("play Colt", "take the hit", "nothing")
    assert (declined.side, declined.hand) == ("law", ["Beer"])
    assert attacked("Slim Poet", law_hand="Colt").take("play Colt", "take the hit").side == "law"


def test_slim_poet_does_not_answer_his_last_point() -> None:
    scene = attacked("Slim Poet 1 / Tom Thorn", law_hand="Colt, Beer").take("play Colt", "take the hit")
    assert scene.side == "law"


@pytest.mark.parametrize(
    ("card", "moves"), [("Duel", ["play Duel", "give in"]), ("Indians!", ["play Indians!", "give in"])]
)
def test_slim_poet_answers_the_opponents_duel_and_indians(card: str, moves: list[str]) -> None:
    assert attacked("Slim Poet", law_hand=f"{card}, Beer").take(*moves).can("a random card")


def test_slim_poet_answers_abilities_of_the_opponent() -> None:
    scene = scene_of("Slim Poet", "Alan Pinkertoon", outlaw_hand="Colt", law_hand="Beer")
    assert scene.take("play Colt", "take the hit", "take the hit").can("a random card")


def test_slim_poet_does_not_answer_own_causes() -> None:
    deck = "any Snake, any Snake, any Snake"
    bitten = scene_of("Slim Poet: Rattlesnake", law_hand="Beer", outlaw_deck=deck, starts_turn=True)
    assert (bitten.life("Slim Poet"), bitten.asked) == (3, "Your turn")
    raid = scene_of("The Daltons / Slim Poet", law_hand="Beer", outlaw_hand="Indians!")
    raid.take("play Indians!", "give in", "give in")
    assert (raid.life("Slim Poet"), raid.asked) == (3, "Your turn")
    duel = scene_of("Slim Poet", law_hand="Knife, Beer", outlaw_hand="Duel")
    duel.take("play Duel", "answer with Knife", "give in")
    assert (duel.life("Slim Poet"), duel.asked) == (3, "Your turn")


def test_slim_poet_wakes_as_a_rearguard_that_is_the_target() -> None:
    scene = attacked("The Daltons / Slim Poet", law_hand="Winchester, Beer")
    assert scene.take("play Winchester at Slim Poet", "take the hit").can("a random card")


# ---- Soundance Kid


@pytest.mark.parametrize("outlaw", ["Soundance Kid", "The Daltons / Soundance Kid"])
def test_soundance_kid_trades_a_card_for_one_of_two_in_either_position(outlaw: str) -> None:
    laid = {"outlaw_hand": "Beer, Missed!", "law_deck": "Canteen", "outlaw_deck": "Knife"}
    scene = scene_of(outlaw, **laid).take("Soundance Kid: discard Beer")
    assert [plain(move) for move in scene.moves] == ["discard Canteen, keep the rest", "discard Knife, keep the rest"]
    scene.take("discard Canteen")
    assert (scene.hand, scene.top_of_discard) == (["Missed!", "Knife"], "Canteen")


def test_soundance_kid_trades_once_a_turn() -> None:
    scene = scene_of("Soundance Kid", outlaw_hand="Beer").take("Soundance Kid: discard Beer")
    scene.take(scene.moves[0])
    turn = scene.table["turn"]
    assert (scene.hand_size("outlaw"), scene.can("Soundance Kid")) == (1, False)
    scene.take("end the turn", "end the turn")
    assert scene.table["turn"] == turn + 2
    assert scene.can("Soundance Kid"), "again in the next"


def test_soundance_kid_draws_off_the_common_deck_where_a_deck_is_gone() -> None:
    laid = {"law_deck": "", "outlaw_deck": "", "common_deck": "Canteen, Knife"}
    scene = scene_of("Soundance Kid", outlaw_hand="Beer", **laid).take("Soundance Kid: discard Beer")
    assert [plain(move) for move in scene.moves] == ["discard Canteen, keep the rest", "discard Knife, keep the rest"]


def test_soundance_kid_needs_a_card_and_the_own_turn() -> None:
    assert not scene_of("Soundance Kid").can("Soundance Kid")
    assert attacked("Soundance Kid", law_hand="Colt", outlaw_hand="Beer").take("play Colt").moves == ["take the hit"]


# ---- Toco Ramirez


@pytest.mark.parametrize("card", ["Beer", "Bank", "Missed!", "Gatling", "Schofield"])
def test_toco_ramirez_plays_any_card_as_a_colt_that_counts_as_bang_card(card: str) -> None:
    scene = scene_of("Toco Ramirez", outlaw_hand=f"{card}, Stagecoach")
    scene.take(f"play {card} as Colt at Pat Garret", "take the hit")
    assert (scene.life("Pat Garret"), scene.top_of_discard) == (4, card)
    assert not scene.can("play Stagecoach as Colt")


def test_toco_ramirez_ignores_the_text_of_the_card() -> None:
    scene = scene_of("Toco Ramirez 3", outlaw_hand="Schofield", law_hand="Missed!")
    assert scene.take("play Schofield as Colt", "dodge with Missed!").life("Toco Ramirez") == 3
    fanning = scene_of("Toco Ramirez", "Pat Garret: Bank, Hat", outlaw_hand="Fanning")
    assert fanning.take("play Fanning as Colt", "take the hit").asked == "Your turn", "one hit"


def test_toco_ramirez_answers_duel_and_indians_with_any_card() -> None:
    duel = attacked("Toco Ramirez", law_hand="Duel", outlaw_hand="Beer").take("play Duel", "answer with Beer")
    assert duel.take("give in").life("Pat Garret") == 4
    raid = attacked("Toco Ramirez", law_hand="Indians!", outlaw_hand="Bank")
    assert raid.take("play Indians!", "answer with Bank").life("Toco Ramirez") == 4


def test_toco_ramirez_sleeps_as_a_rearguard_and_wakes_as_the_target() -> None:
    assert not scene_of("The Daltons / Toco Ramirez", outlaw_hand="Beer").can("play Beer as Colt")
    raid = attacked("The Daltons / Toco Ramirez", law_hand="Indians!", outlaw_hand="Beer").take("play Indians!")
    assert (raid.asked, raid.moves) == ("Indians! at The Daltons (active)", ["give in, lose a life point"])
    raid.take("give in")
    assert (raid.asked, raid.can("answer with Beer")) == ("Indians! at Toco Ramirez (rearguard)", True)


def test_toco_ramirez_sleeps_while_his_rearguard_is_the_target() -> None:
    raid = attacked("Toco Ramirez / The Daltons", law_hand="Indians!", outlaw_hand="Beer")
    raid.take("play Indians!", "give in")
    assert (raid.asked, raid.moves) == ("Indians! at The Daltons (rearguard)", ["give in, lose a life point"])


# ---- Tom Thorn


ROWS = ("The Daltons / Tom Thorn", "Pat Garret / Jango")
TOMS_SHOT = ("law", "A shot at Jango (rearguard)")


def test_tom_thorn_shoots_the_opponents_rearguard_when_the_marker_moves_to_him() -> None:
    scene = scene_of(*ROWS).take("move the outlaw marker to Tom Thorn")
    assert (scene.side, scene.asked) == TOMS_SHOT
    assert scene.take("take the hit").life("Jango") == 2


def test_tom_thorn_shoots_a_lone_opponent() -> None:
    scene = scene_of("The Daltons / Tom Thorn").take("move the outlaw marker to Tom Thorn")
    assert scene.asked == "A shot at Pat Garret"


@pytest.mark.parametrize("side", ["law", "outlaw"])
def test_tom_thorn_counts_the_moves_of_canteen_by_either_side(side: str) -> None:
    scene = Scene(*reversed(ROWS), turn=side, **{f"{side}_hand": "Canteen"})
    scene.take("play Canteen: move the outlaw marker to Tom Thorn")
    assert (scene.side, scene.asked) == TOMS_SHOT


def test_tom_thorn_counts_the_moves_of_shotgun_and_stampede() -> None:
    shotgun = attacked(*ROWS, law_hand="Shotgun", outlaw_hand="Missed!")
    shotgun.take("play Shotgun", "dodge with Missed!", "move the outlaw marker to Tom Thorn")
    assert (shotgun.side, shotgun.asked) == TOMS_SHOT
    stampede = scene_of("The Daltons: Stampede / Tom Thorn", ROWS[1], starts_turn=True)
    assert (stampede.side, stampede.asked) == TOMS_SHOT


def test_tom_thorn_shoots_each_time() -> None:
    scene = scene_of("Tom Thorn / The Daltons", outlaw_hand="Canteen, Canteen", law="Pat Garret")
    scene.take("play Canteen: move the outlaw marker to The Daltons")
    assert scene.asked == "Your turn", "not when it moves away from him"
    scene.take("play Canteen: move the outlaw marker to Tom Thorn", "take the hit")
    scene.take("move the outlaw marker to The Daltons")
    assert scene.life("Pat Garret") == 4


def test_tom_thorn_does_not_shoot_when_he_takes_the_place_of_an_eliminated_active() -> None:
    alone = attacked("The Daltons 1 / Tom Thorn", "Pat Garret / Jango", law_hand="Colt")
    assert alone.take("play Colt", "take the hit").asked == "Your turn"
    reserve = attacked("The Daltons 1", "Pat Garret / Jango", law_hand="Colt", outlaw_reserve="Tom Thorn")
    assert reserve.take("play Colt", "take the hit").asked == "Your turn"


# ---- West Harding


def test_west_harding_plays_any_number_of_bang_cards() -> None:
    scene = scene_of("West Harding", outlaw_hand="Colt, Colt, Remington, Schofield")
    for card in ("Colt", "Colt", "Remington", "Schofield"):
        scene.take(f"play {card}", "take the hit")
    assert scene.life("Pat Garret") == 1


def test_west_harding_plays_them_after_his_partners_one() -> None:
    scene = scene_of("The Daltons / West Harding", outlaw_hand="Colt, Colt, Colt").take("play Colt", "take the hit")
    assert not scene.can("play Colt"), "he sleeps as a rearguard"
    scene.take("move the outlaw marker", "play Colt", "take the hit", "play Colt", "take the hit")
    assert scene.life("Pat Garret") == 2


def test_west_harding_leaves_his_partner_the_one_bang_card() -> None:
    scene = scene_of("West Harding / The Daltons", outlaw_hand="Colt, Colt, Colt, Colt")
    scene.take("play Colt", "take the hit", "play Colt", "take the hit", "move the outlaw marker")
    scene.take("play Colt", "take the hit")
    assert (scene.life("Pat Garret"), scene.can("play Colt")) == (2, False)
