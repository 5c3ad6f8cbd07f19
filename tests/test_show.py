"""Sheets: a card or a character by its name or a part of it, and what close names there are where it has none."""

import re

import pytest
from command_line import standoff

from standoff import BadInput, find_game
from standoff.games.names import find_name, slug
from standoff.sheets import find_sheets

BANG = find_game("bang")
NAMES = ("Wild Bill", "Bill Tightman", "Duel", "Duel at Noon", "Missed!", "Wyatt Ear")


@pytest.mark.parametrize("sheet", BANG.sheets, ids=lambda sheet: sheet.name)
def test_every_sheet_is_shown_by_its_name(sheet) -> None:
    for name in (sheet.name, slug(sheet.name)):
        assert find_sheets(BANG, [name]) == [sheet]
    answer = standoff("show", "bang", slug(sheet.name))
    assert answer.code == 0
    shown = re.sub(r"[│\s]+", " ", answer.out)
    for words in (sheet.name, sheet.group, sheet.text, sheet.source, *(word for fact in sheet.facts for word in fact)):
        assert re.sub(r"\s+", " ", words) in shown


def test_a_part_that_no_other_has_is_enough() -> None:
    assert NAMES[find_name("tight", NAMES, "thing")] == "Bill Tightman"
    assert NAMES[find_name("WYATT", NAMES, "thing")] == "Wyatt Ear"
    assert NAMES[find_name("missed", NAMES, "thing")] == "Missed!"


def test_a_whole_name_is_meant_where_it_is_a_part_of_another() -> None:
    assert NAMES[find_name("duel", NAMES, "thing")] == "Duel"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bill", "'bill' is not one thing: wild-bill, bill-tightman"),
        ("wyat earr", "'wyat earr' is no thing; close to it: wyatt-ear"),
        ("wylde", "'wylde' is no thing; close to it: wild-bill"),
        ("zorro", "'zorro' is no thing: there is wild-bill, bill-tightman, duel, duel-at-noon, missed, wyatt-ear"),
        ("", "'' is no thing: there is wild-bill"),
        ("?!", "'?!' is no thing: there is wild-bill"),
    ],
)
def test_no_name_or_one_of_several_is_a_sentence_with_those_that_are_close(name: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        find_name(name, NAMES, "thing")
    assert str(caught.value).startswith(sentence)


def test_many_names_are_not_listed_in_a_sentence() -> None:
    answer = standoff("show", "bang", "xyzzy")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == ("standoff: 'xyzzy' is no card, character or ruling of bang; `standoff show bang` lists all\n")


def test_a_name_of_several_words_needs_no_quotes() -> None:
    assert standoff("show", "bang", "Return", "Fire").out == standoff("show", "bang", "Return Fire").out


def test_several_names_show_several_sheets() -> None:
    assert [sheet.name for sheet in find_sheets(BANG, ["stampede", "wyatt", "ruling 4"])] == [
        "Stampede",
        "Wyatt Ear",
        "Ruling 4",
    ]


def test_without_a_name_all_are_listed_by_group() -> None:
    answer = standoff("show", "bang")
    assert answer.code == 0
    firsts = re.findall(r"^│ (\S.*?) +│", answer.out, flags=re.MULTILINE)
    assert firsts == [sheet.name for sheet in BANG.sheets]
    assert re.findall(r"^┃ (\w+)", answer.out, flags=re.MULTILINE) == ["card", "character", "ruling"]


@pytest.mark.parametrize("names", [(), ("wyatt",)])
def test_a_game_without_sheets_says_so(names: tuple[str, ...]) -> None:
    answer = standoff("show", "cycles", *names)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "standoff: Light cycles (Tron) has no cards or characters to show\n"
