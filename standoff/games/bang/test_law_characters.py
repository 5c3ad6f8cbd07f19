"""A test or more for every character of the law in BANG! The Duel, named after it: what its ability does, and when."""

import pytest

from standoff import find_game
from standoff.games.bang import slug
from standoff.games.bang.scenes import Scene, plain

SHOT = "A shot at The Daltons"


def scene_of(law: str, outlaw: str = "The Daltons", **laid) -> Scene:
    """A position with outlaws of whom nothing is set off, unless others are named."""
    return Scene(law, outlaw, **laid)


def choose(scene: Scene, symbol: str) -> Scene:
    """Lets the revealed card with this symbol count."""
    return scene.take(next(move for move in scene.moves if move.endswith(symbol)))


def test_every_character_of_the_law_has_a_test() -> None:
    sheets = [sheet for sheet in find_game("bang").sheets if sheet.group == "character"]
    law = [sheet.name for sheet in sheets if dict(sheet.facts)["side"] == "law"]
    assert (len(sheets), len(law)) == (24, 12)
    for name in law:
        start = f"test_{slug(name).replace('-', '_')}_"
        assert any(each.startswith(start) for each in globals()), f"no {start}..."


# ---- Alan Pinkertoon


def test_alan_pinkertoon_shoots_at_the_opponents_active_for_a_lost_point() -> None:
    scene = scene_of("Alan Pinkertoon", outlaw_hand="Colt, Missed!", turn="outlaw").take("play Colt", "take the hit")
    assert (scene.side, scene.asked) == ("outlaw", SHOT)
    assert [plain(move) for move in scene.moves] == ["take the hit", "dodge with Missed!"]
    assert scene.take("take the hit").life("The Daltons") == 2


def test_alan_pinkertoon_shoots_whatever_the_cause() -> None:
    duel = scene_of("Alan Pinkertoon", law_hand="Duel", outlaw_hand="Colt")
    assert duel.take("play Duel", "answer with Colt", "give in").asked == SHOT, "an own duel"
    bitten = scene_of("Alan Pinkertoon: Rattlesnake", law_deck="any Snake, any Snake, any Snake", starts_turn=True)
    assert bitten.asked == SHOT


def test_alan_pinkertoon_shoots_once_for_each_point() -> None:
    laid = {"law_deck": "any Dynamite, any Dynamite, any Dynamite", "starts_turn": True}
    scene = scene_of("Alan Pinkertoon: Dynamite", "Bull Anderson", **laid)
    for life in (5, 4, 3):
        assert (scene.asked, scene.life("Bull Anderson")) == ("A shot at Bull Anderson", life)
        scene.take("take the hit")
    assert (scene.asked, scene.life("Alan Pinkertoon")) == ("Your turn", 1)


def test_alan_pinkertoon_does_not_shoot_for_his_last_point() -> None:
    scene = scene_of("Alan Pinkertoon 1 / Jango", outlaw_hand="Colt", turn="outlaw")
    assert scene.take("play Colt", "take the hit").asked == "Your turn"


def test_alan_pinkertoon_sleeps_as_a_rearguard_that_is_no_target() -> None:
    deck = "any Snake, any Snake, any Snake"
    scene = scene_of("Jango / Alan Pinkertoon: Rattlesnake", law_deck=deck, starts_turn=True)
    assert (scene.life("Alan Pinkertoon"), scene.asked) == (3, "Your turn")


@pytest.mark.parametrize(
    ("side", "card", "moves"),
    [
        ("outlaw", "Indians!", ["play Indians!", "give in", "give in"]),
        ("outlaw", "Winchester", ["play Winchester at Alan Pinkertoon", "take the hit"]),
        ("law", "Gatling", ["play Gatling", "take the hit", "take the hit"]),
    ],
)
def test_alan_pinkertoon_wakes_as_a_rearguard_that_is_the_target(side: str, card: str, moves: list[str]) -> None:
    scene = scene_of("Jango / Alan Pinkertoon", turn=side, **{f"{side}_hand": card}).take(*moves)
    assert (scene.life("Alan Pinkertoon"), scene.asked) == (3, SHOT)


def test_alan_pinkertoon_wakes_as_the_target_of_an_ability() -> None:
    scene = scene_of("Jango / Alan Pinkertoon", "The Daltons / Tom Thorn", turn="outlaw")
    scene.take("move the outlaw marker to Tom Thorn", "take the hit")
    assert scene.asked == "A shot at Tom Thorn (active)"


# ---- Annie Oakey


def test_annie_oakey_dodges_with_hit_cards() -> None:
    scene = scene_of("Annie Oakey", outlaw_hand="Colt", law_hand="Gatling, Beer", turn="outlaw").take("play Colt")
    assert [plain(move) for move in scene.moves] == ["take the hit", "dodge with Gatling"]
    scene.take("dodge with Gatling")
    assert (scene.asked, scene.life("Annie Oakey"), scene.life("The Daltons")) == ("Your turn", 4, 3)


def test_annie_oakey_plays_missed_as_a_colt_that_counts_as_bang_card() -> None:
    scene = scene_of("Annie Oakey", law_hand="law Missed!, outlaw Missed!, outlaw Colt")
    scene.take("play Missed! as Colt at The Daltons", "take the hit")
    assert scene.life("The Daltons") == 2
    assert not scene.can("play Missed! as Colt") and not scene.can("play Colt")


def test_annie_oakey_plays_no_other_dodge_card_as_colt() -> None:
    assert scene_of("Annie Oakey", law_hand="Return Fire").moves == ["end the turn"]


def test_annie_oakey_answers_a_duel_with_missed() -> None:
    scene = scene_of("Annie Oakey", outlaw_hand="Duel", law_hand="Missed!", turn="outlaw")
    scene.take("play Duel", "answer with Missed!", "give in")
    assert scene.life("The Daltons") == 2


def test_annie_oakey_answers_indians_with_missed() -> None:
    scene = scene_of("Annie Oakey", outlaw_hand="Indians!", law_hand="Missed!", turn="outlaw")
    assert scene.take("play Indians!", "answer with Missed!").life("Annie Oakey") == 4


def test_annie_oakey_sleeps_as_a_rearguard() -> None:
    assert not scene_of("Jango / Annie Oakey", law_hand="Missed!").can("play Missed! as Colt")
    hit = scene_of("Jango / Annie Oakey", law_hand="Gatling", outlaw_hand="Colt", turn="outlaw").take("play Colt")
    assert hit.moves == ["take the hit"]


def test_annie_oakey_sleeps_while_her_rearguard_is_the_target() -> None:
    scene = scene_of("Annie Oakey / Jango", law_hand="Gatling", outlaw_hand="Winchester", turn="outlaw")
    assert scene.take("play Winchester at Jango").moves == ["take the hit"]


def test_annie_oakey_wakes_as_a_rearguard_that_is_the_target() -> None:
    hit = scene_of("Jango / Annie Oakey", law_hand="Gatling", outlaw_hand="Winchester", turn="outlaw")
    assert hit.take("play Winchester at Annie Oakey").can("dodge with Gatling")
    raid = scene_of("Jango / Annie Oakey", law_hand="Missed!", outlaw_hand="Indians!", turn="outlaw")
    assert raid.take("play Indians!", "give in").can("answer with Missed!")


# ---- Bart Masterson


@pytest.mark.parametrize("law", ["Bart Masterson: Barrel", "Jango: Barrel / Bart Masterson"])
def test_bart_masterson_reveals_two_and_chooses_in_either_position(law: str) -> None:
    deck = "any Barrel, any Snake"
    scene = scene_of(law, outlaw_hand="Colt", law_deck=deck, turn="outlaw").take("play Colt")
    discarded = scene.table["discard"]
    scene.take("reveal for Barrel")
    assert (scene.side, scene.asked) == ("law", "Which card counts? Asked for is Barrel")
    assert scene.table["discard"] == discarded + 2, "both"
    assert choose(scene, "Barrel").asked == "Your turn", "dodged"


def test_bart_masterson_chooses_for_the_opponents_barrel() -> None:
    deck = "any Barrel, any Snake"
    scene = scene_of("Bart Masterson", "The Daltons: Barrel", law_hand="Colt", outlaw_deck=deck)
    assert scene.take("play Colt", "reveal for Barrel").side == "law"
    assert choose(scene, "Snake").moves == ["take the hit"]


def test_bart_masterson_chooses_for_sid_curry() -> None:
    scene = scene_of("Bart Masterson", "Sid Curry", law_hand="Colt", law_deck="any Barrel, any Snake")
    assert scene.take("play Colt", "Sid Curry: reveal").side == "law"
    assert choose(scene, "Snake").moves == ["take the hit"]


def test_bart_masterson_chooses_for_the_opponents_rattlesnake() -> None:
    deck = "any Snake, any Horseshoe"
    scene = scene_of("Bart Masterson", "The Daltons: Rattlesnake", outlaw_deck=deck, turn="outlaw", starts_turn=True)
    assert scene.side == "law"
    assert choose(scene, "Snake").life("The Daltons") == 2


def test_bart_masterson_has_no_choice_between_two_that_miss() -> None:
    deck = "any Snake, any Horseshoe"
    scene = scene_of("Bart Masterson: Barrel", outlaw_hand="Colt", law_deck=deck, turn="outlaw")
    assert scene.take("play Colt", "reveal for Barrel").moves == ["take the hit"]


def test_bart_masterson_does_not_touch_pat_garrets_open_card() -> None:
    scene = scene_of("Pat Garret / Bart Masterson", law_deck="any Snake, any Snake, any Snake", starts_turn=True)
    assert (scene.hand_size("law"), scene.table["n_reveals"]) == (2, 0), "it is drawn, not revealed"


# ---- Bill Tightman


@pytest.mark.parametrize(("rules", "hands"), [("published", (4, 0)), ("rulebook", (2, 2))])
def test_bill_tightman_draws_two_for_an_elimination_of_the_other_side(rules: str, hands: tuple[int, int]) -> None:
    scene = scene_of("Bill Tightman", "The Daltons 1 / Tom Thorn", law_hand="Colt", rules=rules)
    scene.take("play Colt", "take the hit")
    assert (scene.hand_size("law"), scene.hand_size("outlaw")) == hands


@pytest.mark.parametrize(("rules", "hands"), [("published", (2, 2)), ("rulebook", (4, 0))])
def test_bill_tightman_draws_two_for_his_partner_too(rules: str, hands: tuple[int, int]) -> None:
    scene = scene_of("Bill Tightman / Jango 1", outlaw_hand="Winchester", turn="outlaw", rules=rules)
    scene.take("play Winchester at Jango", "take the hit")
    assert (scene.hand_size("law"), scene.hand_size("outlaw")) == hands, "on top of what is drawn anyway"


def test_bill_tightman_draws_two_for_each_of_two() -> None:
    scene = scene_of("Bill Tightman", "The Daltons 1 / Tom Thorn 1", law_hand="Gatling", outlaw_reserve="Sid Curry")
    scene.take("play Gatling", "take the hit", "take the hit")
    assert scene.hand_size("law") == 8, "four of them for the eliminations themselves"


def test_bill_tightman_does_not_draw_for_himself() -> None:
    scene = scene_of("Bill Tightman 1 / Jango", outlaw_hand="Colt", turn="outlaw")
    assert scene.take("play Colt", "take the hit").hand_size("law") == 0


def test_bill_tightman_sleeps_as_a_rearguard() -> None:
    theirs = scene_of("Jango / Bill Tightman", "The Daltons 1 / Tom Thorn", law_hand="Colt")
    assert theirs.take("play Colt", "take the hit").hand_size("law") == 2, "for the elimination itself"
    own = scene_of("Jango 1 / Bill Tightman", outlaw_hand="Colt", turn="outlaw")
    assert own.take("play Colt", "take the hit").hand_size("law") == 0, "he is not active before the draws"


# ---- Buffalo Bell


@pytest.mark.parametrize("law", ["Pat Garret / Buffalo Bell", "Buffalo Bell / Pat Garret"])
def test_buffalo_bell_may_lose_her_partners_point_in_either_position(law: str) -> None:
    moves = ("play Winchester at Pat Garret", "take the hit")
    scene = scene_of(law, outlaw_hand="Winchester", turn="outlaw").take(*moves)
    assert (scene.side, scene.moves) == ("law", ["let it happen", "Buffalo Bell loses it instead"])
    scene.take("Buffalo Bell loses it")
    assert (scene.life("Pat Garret"), scene.life("Buffalo Bell")) == (5, 3)


def test_buffalo_bell_may_let_it_happen() -> None:
    scene = scene_of("Pat Garret / Buffalo Bell", outlaw_hand="Colt", turn="outlaw")
    scene.take("play Colt", "take the hit", "let it happen")
    assert (scene.life("Pat Garret"), scene.life("Buffalo Bell")) == (4, 4)


@pytest.mark.parametrize(
    ("law", "laid", "moves"),
    [
        ("Pat Garret / Buffalo Bell", {"outlaw_hand": "Indians!", "turn": "outlaw"}, ["play Indians!", "give in"]),
        ("Pat Garret / Buffalo Bell", {"outlaw_hand": "Duel", "turn": "outlaw"}, ["play Duel", "give in"]),
        ("Buffalo Bell / Pat Garret", {"law_hand": "Gatling"}, ["play Gatling", "take the hit", "take the hit"]),
        (
            "Pat Garret / Buffalo Bell",
            {"outlaw": "Sid Curry", "law_hand": "Colt", "law_deck": "any Barrel, any Barrel"},
            ["play Colt", "Sid Curry: reveal", "take the hit"],
        ),
        (
            "Pat Garret: Rattlesnake / Buffalo Bell",
            {"law_deck": "any Snake, any Snake, any Snake", "starts_turn": True},
            [],
        ),
    ],
    ids=["Indians", "Duel", "Gatling", "ability", "Rattlesnake"],
)
def test_buffalo_bell_steps_in_whatever_costs_the_point(law: str, laid: dict[str, str], moves: list[str]) -> None:
    scene = scene_of(law, **laid).take(*moves)
    assert scene.take("Buffalo Bell loses it").life("Buffalo Bell") == 3


def test_buffalo_bell_saves_a_partner_from_elimination() -> None:
    scene = scene_of("Pat Garret 1 / Buffalo Bell", outlaw_hand="Colt", turn="outlaw")
    scene.take("play Colt", "take the hit", "Buffalo Bell loses it")
    assert (scene.life("Pat Garret"), scene.life("Buffalo Bell")) == (1, 3)


def test_buffalo_bell_decides_point_by_point_and_never_gives_her_last() -> None:
    deck = "any Dynamite, any Dynamite, any Dynamite, any Dynamite"
    scene = scene_of("Pat Garret: Dynamite / Buffalo Bell 3", law_deck=deck, starts_turn=True)
    scene.take("Buffalo Bell loses it", "Buffalo Bell loses it")
    assert (scene.asked, scene.life("Pat Garret"), scene.life("Buffalo Bell")) == ("Your turn", 4, 1)


def test_buffalo_bell_does_not_dodge_for_her_partner() -> None:
    scene = scene_of("Pat Garret / Buffalo Bell: Barrel, Hat", outlaw_hand="Colt", turn="outlaw")
    assert scene.take("play Colt").moves == ["take the hit"]


def test_buffalo_bell_sets_nothing_of_her_partner_off() -> None:
    scene = scene_of("Alan Pinkertoon / Buffalo Bell", outlaw_hand="Colt", turn="outlaw")
    assert scene.take("play Colt", "take the hit", "Buffalo Bell loses it").asked == "Your turn"


def test_buffalo_bell_is_not_helped_by_her_partner_and_not_asked_for_saloon() -> None:
    hit = scene_of("Buffalo Bell / Pat Garret", outlaw_hand="Colt", turn="outlaw").take("play Colt", "take the hit")
    assert (hit.asked, hit.life("Buffalo Bell")) == ("Your turn", 3)
    set_to_three = scene_of("Pat Garret / Buffalo Bell", outlaw_hand="Saloon", turn="outlaw")
    assert set_to_three.take("play Saloon at Pat Garret").asked == "Your turn"


# ---- Dalon Ranger


@pytest.mark.parametrize(
    ("card", "moves"),
    [
        ("Colt", ["play Colt", "take the hit"]),
        ("Knife", ["play Knife at Dalon Ranger", "take the hit"]),
        ("Indians!", ["play Indians!", "give in"]),
        ("Duel", ["play Duel", "give in"]),
    ],
)
def test_dalon_ranger_draws_from_the_own_deck_for_a_point_lost_to_the_opponent(card: str, moves: list[str]) -> None:
    scene = scene_of("Dalon Ranger", outlaw_hand=card, turn="outlaw").take(*moves)
    assert (scene.hand_size("law"), scene.table["law"]["law_backs"]) == (1, 1)


def test_dalon_ranger_draws_for_a_point_lost_to_an_ability() -> None:
    scene = scene_of("Dalon Ranger", "Sid Curry", law_hand="Colt", law_deck="any Barrel, any Barrel")
    assert scene.take("play Colt", "Sid Curry: reveal", "take the hit").hand_size("law") == 1


def test_dalon_ranger_draws_for_each_point() -> None:
    scene = scene_of("Dalon Ranger: Bank, Scope", outlaw_hand="Fanning", turn="outlaw")
    assert scene.take("play Fanning", "take the hit", "take the hit").hand_size("law") == 2


def test_dalon_ranger_does_not_draw_for_his_last_point() -> None:
    scene = scene_of("Dalon Ranger 1 / Jango", outlaw_hand="Colt", turn="outlaw")
    assert scene.take("play Colt", "take the hit").hand_size("law") == 0


def test_dalon_ranger_does_not_draw_for_own_causes() -> None:
    knife = scene_of("Dalon Ranger", law_hand="Knife").take("play Knife at Dalon Ranger", "take the hit")
    assert (knife.life("Dalon Ranger"), knife.hand_size("law")) == (4, 0)
    duel = scene_of("Dalon Ranger", law_hand="Duel", outlaw_hand="Colt")
    duel.take("play Duel", "answer with Colt", "give in")
    assert (duel.life("Dalon Ranger"), duel.hand_size("law")) == (4, 0)
    bitten = scene_of(
        "Dalon Ranger: Rattlesnake", law_deck="any Snake, any Snake, any Snake, any Snake", starts_turn=True
    )
    assert (bitten.life("Dalon Ranger"), bitten.hand_size("law")) == (4, 2), "the two of the draw phase"


def test_dalon_ranger_wakes_as_a_rearguard_that_is_the_target() -> None:
    scene = scene_of("Jango / Dalon Ranger", outlaw_hand="Winchester", turn="outlaw")
    assert scene.take("play Winchester at Dalon Ranger", "take the hit").hand_size("law") == 1


# ---- The Stranger


@pytest.mark.parametrize("law", ["The Stranger", "Jango / The Stranger"])
def test_the_stranger_allows_one_more_bang_card_in_either_position(law: str) -> None:
    scene = scene_of(law, "Bull Anderson", law_hand="outlaw Colt, outlaw Colt, outlaw Colt")
    scene.take("play Colt", "take the hit", "play Colt", "take the hit")
    assert scene.moves[0] == "end the turn" and not scene.can("play Colt")


def test_the_stranger_allows_two_with_annie_oakeys_missed_among_them() -> None:
    scene = scene_of("Annie Oakey / The Stranger", law_hand="law Missed!, outlaw Missed!, Colt")
    scene.take("play Missed! as Colt", "take the hit", "play Colt", "take the hit")
    assert not scene.can("play Missed! as Colt")


# ---- Jango


def test_jango_draws_when_the_opponent_moves_the_own_marker() -> None:
    swap = scene_of("Jango", "The Daltons / Toco Ramirez", turn="outlaw")
    assert swap.take("move the outlaw marker").hand_size("law") == 1
    canteen = scene_of("Jango", "The Daltons / Toco Ramirez", outlaw_hand="Canteen", turn="outlaw")
    assert canteen.take("play Canteen: move the outlaw marker").hand_size("law") == 1
    stampede = scene_of("Jango", "The Daltons: Stampede / Toco Ramirez", turn="outlaw", starts_turn=True)
    assert stampede.hand_size("law") == 1


def test_jango_does_not_draw_when_the_own_side_moves_the_opponents_marker() -> None:
    scene = scene_of("Jango", "The Daltons / Toco Ramirez", law_hand="Canteen")
    assert scene.take("play Canteen: move the outlaw marker").hand_size("law") == 0


def test_jango_does_not_draw_for_moves_of_the_laws_marker() -> None:
    theirs = scene_of("Pat Garret / Jango", "The Daltons / Toco Ramirez", outlaw_hand="Canteen", turn="outlaw")
    assert theirs.take("play Canteen: move the law marker to Jango").hand_size("law") == 0
    own = scene_of("Pat Garret / Jango", "The Daltons / Toco Ramirez")
    assert own.take("move the law marker to Jango").hand_size("law") == 0


def test_jango_does_not_draw_when_an_eliminated_active_is_replaced() -> None:
    scene = scene_of("Jango", "The Daltons 1 / Toco Ramirez", law_hand="Colt", outlaw_reserve="Sid Curry")
    assert scene.take("play Colt", "take the hit").hand_size("law") == 2, "for the elimination"


def test_jango_draws_before_the_shot_that_the_move_sets_off() -> None:
    scene = scene_of("Jango / Pat Garret", "The Daltons / Tom Thorn", law_deck="Missed!", turn="outlaw")
    scene.take("move the outlaw marker to Tom Thorn")
    assert (scene.asked, scene.can("dodge with Missed!")) == ("A shot at Pat Garret (rearguard)", True)


def test_jango_sleeps_as_a_rearguard() -> None:
    scene = scene_of("Pat Garret / Jango", "The Daltons / Toco Ramirez", turn="outlaw")
    assert scene.take("move the outlaw marker").hand_size("law") == 0


# ---- Pat Garret


def test_pat_garret_shows_his_second_card_and_draws_a_third_of_the_opponents_deck_on_horseshoe() -> None:
    scene = scene_of("Pat Garret", law_deck="any Horseshoe, any Horseshoe", outlaw_deck="Colt", starts_turn=True)
    assert (scene.hand_size("law"), len(scene.table["law"]["known"])) == (3, 1)
    assert (scene.table["law"]["law_backs"], scene.table["outlaw"]["deck"]) == (2, 0)


def test_pat_garret_draws_the_third_of_the_common_deck_where_the_opponents_is_gone() -> None:
    laid = {"law_deck": "any Horseshoe, any Horseshoe", "outlaw_deck": "", "common_deck": "outlaw Colt"}
    scene = scene_of("Pat Garret", starts_turn=True, **laid)
    assert (scene.hand_size("law"), scene.table["common_deck"]) == (3, 0)


def test_pat_garret_draws_two_where_the_second_has_another_symbol() -> None:
    scene = scene_of("Pat Garret", law_deck="any Snake, any Snake", starts_turn=True)
    assert (scene.hand_size("law"), len(scene.table["law"]["known"])) == (2, 1)


def test_pat_garret_sleeps_as_a_rearguard() -> None:
    scene = scene_of("Jango / Pat Garret", law_deck="any Horseshoe, any Horseshoe", starts_turn=True)
    assert (scene.hand_size("law"), scene.table["law"]["known"]) == (2, [])


# ---- Tex Killer


def test_tex_killer_makes_a_dodge_of_a_bang_card_cost_a_card_more() -> None:
    scene = scene_of("Tex Killer", law_hand="Colt", outlaw_hand="Missed!, Beer, Bank")
    scene.take("play Colt", "dodge with Missed!")
    assert scene.side == "outlaw"
    assert [plain(move) for move in scene.moves] == ["discard Bank as well", "discard Beer as well"]
    scene.take("discard Beer as well")
    assert (scene.hand_size("outlaw"), scene.life("The Daltons")) == (1, 3)


def test_tex_killer_makes_a_dodge_impossible_that_cannot_be_paid() -> None:
    scene = scene_of("Tex Killer", "The Daltons: Barrel, Hat", law_hand="outlaw Colt")
    assert scene.take("play Colt").moves == ["take the hit"]


@pytest.mark.parametrize(
    ("outlaw", "dodge"),
    [
        ("The Daltons: Barrel", "reveal for Barrel"),
        ("The Daltons: Hat", "discard Hat to dodge"),
        ("Sid Curry", "Sid Curry: reveal"),
    ],
)
def test_tex_killer_makes_every_kind_of_dodge_cost_a_card(outlaw: str, dodge: str) -> None:
    decks = {"law_deck": "any Barrel", "outlaw_deck": "any Barrel"}
    scene = scene_of("Tex Killer", outlaw, law_hand="Colt", outlaw_hand="Knife", **decks).take("play Colt", dodge)
    assert (scene.asked, scene.can("discard Knife as well")) == ("Tex Killer: discard a card more", True)


def test_tex_killer_costs_nothing_where_a_barrel_fails() -> None:
    scene = scene_of("Tex Killer", "The Daltons: Barrel", law_hand="Colt", outlaw_hand="Beer", outlaw_deck="any Snake")
    assert scene.take("play Colt", "reveal for Barrel", "take the hit").hand_size("outlaw") == 1


def test_tex_killer_costs_a_card_for_each_hit_of_fanning() -> None:
    hand = "Missed!, Missed!, Beer, Knife"
    scene = scene_of("Tex Killer", "The Daltons: Bank, Scope", law_hand="Fanning", outlaw_hand=hand)
    scene.take("play Fanning", "dodge with Missed!", "discard Beer", "dodge with Missed!", "discard Knife")
    assert (scene.asked, scene.hand_size("outlaw"), scene.life("The Daltons")) == ("Your turn", 0, 3)


@pytest.mark.parametrize("play", ["play Derringer at The Daltons", "play Knife at The Daltons", "play Gatling"])
def test_tex_killer_costs_nothing_for_other_hit_cards(play: str) -> None:
    scene = scene_of("Tex Killer", law_hand="Derringer, Knife, Gatling", outlaw_hand="Missed!")
    assert scene.take(play, "dodge with Missed!").asked == "Your turn"


def test_tex_killer_is_shot_by_return_fire_only_when_the_card_is_paid() -> None:
    scene = scene_of("Tex Killer", law_hand="Colt", outlaw_hand="Return Fire, Beer")
    scene.take("play Colt", "dodge with Return Fire")
    assert scene.asked == "Tex Killer: discard a card more"
    assert scene.take("discard Beer").asked == "A shot at Tex Killer"
    unpaid = scene_of("Tex Killer", law_hand="Colt", outlaw_hand="Return Fire")
    assert unpaid.take("play Colt").moves == ["take the hit"]


def test_tex_killer_sleeps_as_a_rearguard() -> None:
    scene = scene_of("Jango / Tex Killer", law_hand="Colt", outlaw_hand="Missed!")
    assert scene.take("play Colt", "dodge with Missed!").asked == "Your turn"


# ---- Wild Bill


@pytest.mark.parametrize(
    ("card", "moves"),
    [
        ("Robbery", ["play Robbery", "a random card with the outlaw back"]),
        ("Robbery", ["play Robbery", "discard Bank from Wild Bill"]),
        ("Teacher", ["play Teacher", "take Bank from Wild Bill"]),
        ("Peacemaker", ["play Peacemaker", "dodge with Missed!", "discard Beer"]),
        ("Carbine", ["play Carbine", "dodge with Missed!", "discard Bank from Wild Bill"]),
    ],
)
def test_wild_bill_shoots_whoever_takes_a_card_of_the_hand_or_of_his_equipment(card: str, moves: list[str]) -> None:
    scene = scene_of("Wild Bill: Bank", law_hand="law Missed!, Beer", outlaw_hand=card, turn="outlaw").take(*moves)
    assert (scene.side, scene.asked) == ("outlaw", SHOT)
    assert scene.take("take the hit").life("The Daltons") == 2


def test_wild_bill_shoots_when_slim_poet_makes_him_discard() -> None:
    scene = scene_of("Wild Bill", "Slim Poet", law_hand="Colt, Beer").take("play Colt", "take the hit")
    assert scene.take("a random card").asked == "A shot at Slim Poet"


def test_wild_bill_shoots_once_for_each_card_that_bull_anderson_takes() -> None:
    laid = {"law_hand": "Bank, law Missed!", "outlaw_hand": "Winchester"}
    scene = scene_of("Wild Bill / Jango 1", "Bull Anderson", turn="outlaw", **laid)
    scene.take("play Winchester at Jango", "take the hit", "a random card", "a random card")
    assert scene.asked == "A shot at Bull Anderson"
    assert scene.take("take the hit").asked == "A shot at Bull Anderson"


@pytest.mark.parametrize(
    ("card", "moves"),
    [
        ("Derringer", ["play Derringer at Wild Bill", "dodge by discarding Beer"]),
        ("Duel", ["play Duel", "answer with Gatling", "give in"]),
        ("Indians!", ["play Indians!", "answer with Gatling"]),
        ("law Scope", ["play Scope on Wild Bill"]),
    ],
)
def test_wild_bill_does_not_shoot_for_answers_nor_for_replaced_equipment(card: str, moves: list[str]) -> None:
    scene = scene_of("Wild Bill: outlaw Scope", law_hand="Gatling, Beer", outlaw_hand=card, turn="outlaw").take(*moves)
    assert scene.asked == "Your turn"


def test_wild_bill_does_not_shoot_for_his_partners_equipment_nor_at_his_own_side() -> None:
    theirs = scene_of("Wild Bill / Jango: Bank", "Jack Ransome", outlaw_hand="Robbery", turn="outlaw")
    assert theirs.take("play Robbery", "discard Bank from Jango").asked == "Your turn"
    own = scene_of("Wild Bill: Bank", law_hand="Robbery")
    assert own.take("play Robbery", "discard Bank from Wild Bill").asked == "Your turn"


def test_wild_bill_sleeps_as_a_rearguard() -> None:
    scene = scene_of("Jango / Wild Bill", outlaw_hand="Robbery", law_hand="Beer", turn="outlaw")
    assert scene.take("play Robbery", "a random card").asked == "Your turn"


def test_wild_bill_wakes_as_a_rearguard_whose_equipment_is_the_target() -> None:
    scene = scene_of("Jango / Wild Bill: Bank", "Jack Ransome", outlaw_hand="Robbery", turn="outlaw")
    assert scene.take("play Robbery", "discard Bank from Wild Bill").asked == "A shot at Jack Ransome"


# ---- Wyatt Ear


@pytest.mark.parametrize("dodge", ["dodge with Missed!", "discard Hat to dodge", "reveal for Barrel"])
def test_wyatt_ear_draws_for_a_dodged_hit_however_it_is_dodged(dodge: str) -> None:
    laid = {"law_hand": "Colt", "outlaw_hand": "Missed!", "outlaw_deck": "any Barrel"}
    scene = scene_of("Wyatt Ear", "The Daltons: Barrel, Hat", **laid).take("play Colt", dodge)
    assert (scene.asked, scene.hand_size("law")) == ("Your turn", 1)


def test_wyatt_ear_draws_for_a_card_discarded_against_derringer() -> None:
    scene = scene_of("Wyatt Ear", law_hand="Derringer", outlaw_hand="Beer")
    assert scene.take("play Derringer at The Daltons", "dodge by discarding Beer").hand_size("law") == 1


def test_wyatt_ear_draws_for_each_dodge_of_gatling() -> None:
    scene = scene_of("Wyatt Ear", "The Daltons / Tom Thorn", law_hand="Gatling", outlaw_hand="Missed!, Missed!")
    assert scene.take("play Gatling", "dodge with Missed!", "dodge with Missed!").hand_size("law") == 2


def test_wyatt_ear_draws_for_dodged_shots_of_return_fire_and_abilities() -> None:
    fire = scene_of("Wyatt Ear", law_hand="Return Fire", outlaw_hand="Colt, Missed!", turn="outlaw")
    assert fire.take("play Colt", "dodge with Return Fire", "dodge with Missed!").hand_size("law") == 1
    alan = scene_of("Wyatt Ear / Alan Pinkertoon", outlaw_hand="Indians!, Missed!", turn="outlaw")
    assert alan.take("play Indians!", "give in", "give in", "dodge with Missed!").hand_size("law") == 1


def test_wyatt_ear_draws_before_the_counter_shot_to_the_dodged_hit() -> None:
    scene = scene_of("Wyatt Ear", law_hand="Colt", outlaw_hand="Return Fire").take(
        "play Colt", "dodge with Return Fire"
    )
    assert (scene.asked, scene.hand_size("law")) == ("A shot at Wyatt Ear", 1)


def test_wyatt_ear_does_not_draw_for_hits_that_strike_nor_for_dodges_of_the_law() -> None:
    assert scene_of("Wyatt Ear", law_hand="Colt").take("play Colt", "take the hit").hand_size("law") == 0
    partner = scene_of("Wyatt Ear / Jango", law_hand="Knife, Missed!")
    assert partner.take("play Knife at Jango", "dodge with Missed!").hand_size("law") == 0


def test_wyatt_ear_sleeps_as_a_rearguard() -> None:
    scene = scene_of("Jango / Wyatt Ear", law_hand="Colt", outlaw_hand="Missed!")
    assert scene.take("play Colt", "dodge with Missed!").hand_size("law") == 0
