"""Lists of the Pokémon TCG: read, written, every fault named, sorted into archetypes; on a small catalogue of ours."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import ROOT, standoff

from standoff import BadInput
from standoff.cli_decks import DECK_VERBS
from standoff.decks.archetypes import card_differences, exchanged, sort_library
from standoff.games.ptcg.cards import Catalogue, engine_path, load_cards, read_catalogue
from standoff.games.ptcg.legality import find_faults
from standoff.games.ptcg.lists import list_as_text, read_folder, read_list, write_list

needs_engine = pytest.mark.skipif(
    engine_path() is None, reason="needs the engine: pip install --no-deps kaggle-environments==1.33.2"
)
LISTS = sorted((Path(__file__).parent / "decks").glob("*.csv"))


def printed(card_id: int, name: str, kind: int = 0, **more: object) -> dict[str, object]:
    """A card as the engine lists it: a Basic Pokémon of 60 HP where nothing else is said."""
    flags = dict.fromkeys(("stage1", "stage2", "ex", "megaEx", "tera", "aceSpec"), False)
    numbers = {"cardType": kind, "energyType": 5, "retreatCost": 1, "hp": 60 if kind == 0 else 0}
    nothing = {"weakness": None, "resistance": None, "evolvesFrom": None, "skills": [], "attacks": []}
    return {"cardId": card_id, "name": name, **flags, **numbers, **nothing, **more}


CATALOGUE: Catalogue = read_catalogue(
    [
        printed(1, "Basic {P} Energy", 5),
        printed(2, "Moth", attacks=[1]),
        printed(3, "Moth", hp=70, attacks=[2]),
        printed(4, "Great Moth ex", stage1=True, ex=True, hp=250, evolvesFrom="Moth"),
        printed(5, "Wasp\u2019s Nest", 1),
        printed(6, "First Ace", 1, aceSpec=True),
        printed(7, "Second Ace", 2, aceSpec=True),
        printed(8, "Wasp", hp=90),
        printed(9, "Pokédex", 1),
    ],
    [
        {"attackId": 1, "name": "Dust", "text": "", "damage": 10, "energies": [5]},
        {"attackId": 2, "name": "Wing", "text": "", "damage": 20, "energies": [0, 0]},
    ],
)
LEGAL = (1,) * 50 + (2,) * 4 + (4,) * 2 + (5,) * 3 + (6,)


def written(folder: Path, text: str, name: str = "deck.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_legal_list_has_no_fault() -> None:
    assert find_faults(LEGAL, CATALOGUE) == []


@pytest.mark.parametrize(
    ("ids", "kind", "sentence"),
    [
        (LEGAL[1:], "size", "59 cards, 1 too few: a list has 60"),
        ((1, 1, *LEGAL), "size", "62 cards, 2 too many: a list has 60"),
        ((99, *LEGAL[1:]), "unknown", "there is no card 99: ids go from 1 to 9"),
        ((3, *LEGAL[1:]), "copies", "5 copies of Moth: at most 4 cards of one name, basic energy aside"),
        ((7, *LEGAL[1:]), "ace_spec", "2 ACE SPEC cards (1 First Ace, 1 Second Ace): at most 1"),
        ((6, *LEGAL[1:]), "ace_spec", "2 ACE SPEC cards (2 First Ace): at most 1"),
        ((1,) * 58 + (4,) * 2, "no_basic", "no Basic Pokémon: a game can't begin without one"),
    ],
)
def test_each_fault_is_named(ids: tuple[int, ...], kind: str, sentence: str) -> None:
    assert [(fault.kind, fault.sentence) for fault in find_faults(ids, CATALOGUE)] == [(kind, sentence)]


def test_all_faults_are_named_not_only_the_first() -> None:
    faults = find_faults((0, 77, 5, 5, 5, 5, 5, 6, 7), CATALOGUE)
    assert [fault.kind for fault in faults] == ["size", "unknown", "unknown", "copies", "ace_spec", "no_basic"]
    assert [fault.kind for fault in find_faults((), CATALOGUE)] == ["size", "no_basic"]


def test_a_list_is_the_same_after_text_and_back(tmp_path: Path) -> None:
    for suffix in ("csv", "txt"):
        path = tmp_path / "new" / f"deck.{suffix}"
        write_list(path, LEGAL, CATALOGUE)
        assert sorted(read_list(path, CATALOGUE)) == sorted(LEGAL)
    assert list_as_text(LEGAL, CATALOGUE) == (
        "4 Moth #2\n2 Great Moth ex #4\n3 Wasp\u2019s Nest #5\n1 First Ace #6\n50 Basic {P} Energy #1\n"
    )


def test_texts_of_other_programs_are_read(tmp_path: Path) -> None:
    text = "﻿Pokémon: 2\n2 great moth EX\n\n# mine\nTrainer: 4\n3x Wasp's Nest\n1 Pokedex\nEnergy: 2\n2 Psychic Energy\n"
    assert read_list(written(tmp_path, text), CATALOGUE) == (4, 4, 5, 5, 5, 9, 1, 1)
    assert read_list(written(tmp_path, "4, 4,5\r\n1\r\n"), CATALOGUE) == (4, 4, 5, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "{path} holds no list; give an id a line, or lines such as 4 Dreepy #119"),
        ("# nothing\n\n", "{path} holds no list; give an id a line, or lines such as 4 Dreepy #119"),
        (
            "1\nWasp\n",
            "{path} line 2: 'Wasp' is neither an id nor copies and a name, such as 4 Dreepy #119",
        ),
        (
            "1234567890\n",
            "{path} line 1: '1234567890' is neither an id nor copies and a name, such as 4 Dreepy #119",
        ),
        ("-3\n", "{path} line 1: '-3' is neither an id nor copies and a name, such as 4 Dreepy #119"),
        ("4 Wosp\n", "{path} line 1: 'Wosp' is no card of the Pokémon TCG; close to it: Wasp"),
        ("4 Zzzzzz\n", "{path} line 1: 'Zzzzzz' is no card of the Pokémon TCG"),
        (
            "4 Moth\n",
            "{path} line 1: Moth is the name of 2 cards; say which behind it: #2 (60 HP, Dust) or #3 (70 HP, Wing)",
        ),
        ("2 Wasp #2\n", "{path} line 1: #2 is not Wasp, which is #8 (90 HP)"),
        ("2 Moth #99\n", "{path} line 1: #99 is not Moth, which is #2 (60 HP, Dust) or #3 (70 HP, Wing)"),
        ("0 Wasp\n", "{path} line 1: 0 copies of Wasp; give 1 to 60"),
        ("61 Wasp\n", "{path} line 1: 61 copies of Wasp; give 1 to 60"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        read_list(path, CATALOGUE)
    assert str(caught.value) == sentence.format(path=path)


def test_a_file_that_is_no_text_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    path.write_bytes(b"\xff\xfe\x00\x81")
    with pytest.raises(BadInput) as caught:
        read_list(path, CATALOGUE)
    assert str(caught.value) == (f"{path} is no text; give a list with an id a line, or lines such as 4 Dreepy #119")


def test_a_list_is_written_as_what_its_name_ends_in(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        write_list(tmp_path / "deck.json", LEGAL, CATALOGUE)
    assert str(caught.value) == (
        f"{tmp_path / 'deck.json'} says not how to write it; give a name that ends in .csv or .txt"
    )
    with pytest.raises(BadInput) as caught:
        write_list(tmp_path / "deck.txt", (99,), CATALOGUE)
    assert str(caught.value) == "there is no card 99; ids go from 1 to 9"


def test_a_folder_without_lists_or_with_two_of_a_name_is_a_sentence(tmp_path: Path) -> None:
    for make, sentence in (
        (lambda: None, f"{tmp_path} holds no list; put some there that end in .csv or .txt"),
        (lambda: written(tmp_path, "77\n", "a.csv"), f"{tmp_path / 'a.csv'}: there is no card 77"),
        (
            lambda: (written(tmp_path, "1\n", "a.csv"), written(tmp_path, "1\n", "a.txt")),
            f"{tmp_path} holds two lists named a; take one of them away",
        ),
    ):
        make()
        with pytest.raises(BadInput) as caught:
            read_folder(tmp_path, CATALOGUE)
        assert str(caught.value).startswith(sentence)
    with pytest.raises(BadInput, match="is no folder; name one that holds lists"):
        read_folder(tmp_path / "none", CATALOGUE)


def test_distance_is_the_number_of_cards_to_exchange() -> None:
    first, second, third = (1, 1, 2, 3), (1, 2, 2, 3), (4, 5, 6, 7)
    assert card_differences([first, second, third]).tolist() == [[0, 1, 4], [1, 0, 4], [4, 4, 0]]
    assert exchanged(first, second) == ({1: 1}, {2: 1})


def test_lists_that_share_their_cards_are_one_archetype() -> None:
    moths, wasps = LEGAL, (5,) * 4 + (8,) * 4 + (9,) * 52
    library = sort_library({"a": moths, "b": wasps, "c": (1, 1, 1, *moths[3:59], 9)}, CATALOGUE)
    assert [(each.name, each.lists) for each in library.archetypes] == [("Great Moth ex", ("a", "c")), ("Wasp", ("b",))]
    both = library.archetypes[0]
    assert both.spread == 1.0
    assert {use.name: use.share for use in both.cards}["First Ace"] == 0.5
    assert {use.name for use in both.skeleton} == {"Basic {P} Energy", "Moth", "Great Moth ex", "Wasp\u2019s Nest"}
    assert both.n_fixed == 59
    assert library.find("moth") == both
    assert json.loads(json.dumps(library.as_json()))["distances"][0] == [0, 57, 1]


def test_two_archetypes_of_one_pokemon_have_two_names() -> None:
    ids = {"a": (2,) * 4 + (1,) * 56, "b": (2,) * 4 + (5,) * 56}
    names = [each.name for each in sort_library(ids, CATALOGUE).archetypes]
    assert len(set(names)) == 2


def test_one_list_is_a_library() -> None:
    library = sort_library({"a": LEGAL}, CATALOGUE)
    assert [each.name for each in library.archetypes] == ["Great Moth ex"]
    assert library.archetypes[0].spread == 0.0


@pytest.mark.parametrize("verb", DECK_VERBS)
def test_every_verb_explains_itself(verb: str) -> None:
    answer = standoff("decks", verb, "--help")
    assert answer.code == 0
    assert answer.out.startswith(f"usage: standoff decks {verb}")


def test_an_unknown_verb_is_a_sentence() -> None:
    answer = standoff("decks", "shuffle")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        "standoff: there is no verb 'decks shuffle'; there is decks check, decks show, decks convert, decks differ, "
        "decks library\n"
    )


@needs_engine
@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_lists_that_people_play_have_no_fault(path: Path) -> None:
    catalogue = load_cards()
    assert find_faults(read_list(path, catalogue), catalogue) == []


@needs_engine
def test_check_names_all_faults_of_all_files_and_ends_with_2(tmp_path: Path) -> None:
    bad = written(tmp_path, "119\n" * 5 + "99999\n", "bad.csv")
    answer = standoff("decks", "check", LISTS[0], bad)
    assert answer.code == 2
    assert answer.out == (
        f"{LISTS[0]}: no fault\n{bad}: 3 faults\n  6 cards, 54 too few: a list has 60\n"
        f"  there is no card 99999: ids go from 1 to {len(load_cards().cards)}\n"
        "  5 copies of Dreepy: at most 4 cards of one name, basic energy aside\n"
    )
    assert answer.err == "standoff: 1 of 2 lists may not be played; mend the faults that are named\n"


@needs_engine
def test_json_is_all_that_stands_on_the_output_stream(tmp_path: Path) -> None:
    for words in (("check", LISTS[0]), ("show", LISTS[0]), ("differ", *LISTS[:2]), ("library", LISTS[0].parent)):
        answer = standoff("decks", *words, "--json")
        assert answer.code == 0
        assert json.loads(answer.out)
        assert answer.out.count("\n") == 1


@needs_engine
def test_a_list_goes_to_text_and_back(tmp_path: Path) -> None:
    text, ids = tmp_path / "deck.txt", tmp_path / "deck.csv"
    assert standoff("decks", "convert", LISTS[0], "-o", text).out == f"{text}: 60 cards\n"
    assert standoff("decks", "convert", text, "--out", ids).code == 0
    assert sorted(ids.read_text().split()) == sorted(LISTS[0].read_text().split())


@needs_engine
@pytest.mark.parametrize("words", [("show", LISTS[0]), ("library", LISTS[0].parent)], ids=lambda words: words[0])
def test_pages_fit_eighty_columns(words: tuple[str, Path]) -> None:
    command = [sys.executable, "-m", "standoff", "decks", *map(str, words)]
    shell = {**os.environ, "COLUMNS": "80"}
    printed_page = subprocess.run(command, cwd=ROOT, env=shell, capture_output=True, text=True, check=True).stdout
    assert all(len(line) <= 80 for line in printed_page.splitlines())
    assert "card" in printed_page


@needs_engine
def test_an_archetype_is_shown_with_the_share_of_its_lists_that_play_each_card() -> None:
    answer = standoff("decks", "library", LISTS[0].parent, "--archetype", "dragapult")
    assert answer.code == 0
    assert re.search(r"Drakloak +│ +120 │ +100% │ +4 │ +4.0", answer.out)
    assert re.search(r"Froslass +│ +104 │ +50% │ 0 to 1 │ +0.5", answer.out)


@needs_engine
def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    answer = standoff("decks", "check", tmp_path / "none.csv")
    assert (answer.code, answer.err) == (2, f"standoff: {tmp_path / 'none.csv'}: No such file or directory\n")
    assert standoff("decks", "check").code == 2


@needs_engine
def test_show_prints_a_card_with_its_columns_and_suggests_near_misses() -> None:
    answer = standoff("show", "ptcg", "Dragapult ex")
    assert answer.code == 0
    for words in ("Phantom Dive 200", "attack/counters.benched 1.00", "Evolves from Drakloak", "320"):
        assert words in answer.out
    assert standoff("show", "ptcg", "bronzor").out.count("Bronzor · Pokémon") == 5
    assert "close to it: dragapult-ex" in standoff("show", "ptcg", "dragapolt").err
