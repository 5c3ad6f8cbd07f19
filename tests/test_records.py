"""Text records: every game of every kind is written and played again exactly, and no bad one gets past a sentence."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from contract.cases import CASES, Case, walk
from hypothesis import given, settings
from hypothesis import strategies as st

from standoff import (
    BadInput,
    Deals,
    Record,
    Results,
    Table,
    find_game,
    make_player,
    play,
    play_record,
    read_record,
    record_of,
    write_record,
)
from standoff.games.bang.scenes import Scene
from standoff.records import COLUMNS, KEYS, parse_record, text_of

CYCLES = find_game("cycles")
SMALL = {"size": (5, 5)}
ANY_CASE = pytest.mark.parametrize("case", CASES, ids=str)


def played(game: str, options: dict[str, tuple[int, ...]], seed: int, spec: str = "random") -> Results:
    player = make_player(spec, find_game(game))
    return play(Table(game, Deals.of([seed], options), (player, player), np.array([[0, 1]], np.int8)), threads=1)


def recorded(game: str, options: dict[str, tuple[int, ...]], seed: int, spec: str = "random") -> Record:
    return record_of(find_game(game), options, seed, (spec, spec), played(game, options, seed, spec))


@ANY_CASE
def test_a_game_is_written_and_played_again_exactly(case: Case) -> None:
    for seed in (0, 1, 2**64 - 1):
        results = played(case.game, dict(case.options), seed)
        record = record_of(find_game(case.game), dict(case.options), seed, ("one", "other"), results)
        read = parse_record(text_of(record), "file")
        assert read == record
        again = play_record(read)
        for column in ("choices", "score", "plies", "reason"):
            assert getattr(again, column).tobytes() == getattr(results, column).tobytes()


@ANY_CASE
def test_forced_choices_are_in_the_record(case: Case) -> None:
    results = played(case.game, dict(case.options), 3)
    assert len(recorded(case.game, dict(case.options), 3).ids) == results.plies[0]


@ANY_CASE
def test_an_id_names_one_legal_action(case: Case) -> None:
    for step in walk(case.pool(7, games=8, asks_forced=True)):
        owner = np.repeat(np.arange(len(step.batch)), step.batch.n_actions)
        named = owner * len(step.batch.schema.action_ids) + step.batch.action_id
        assert len(np.unique(named)) == len(named)


def test_any_game_of_several_can_be_recorded() -> None:
    deals = Deals.of(range(5), SMALL)
    pair = make_player("flood", CYCLES), make_player("random", CYCLES)
    results = play(Table.both_ways("cycles", deals, *pair))
    for row in range(len(results)):
        record = record_of(CYCLES, SMALL, int(results.seed[row]), ("a", "b"), results, row)
        ids = results.choices[results.choice_offsets[row] : results.choice_offsets[row + 1]]
        assert play_record(record).choices.tolist() == ids.tolist()


def test_a_record_is_read_by_a_person() -> None:
    record = recorded("cycles", SMALL, 3, "flood")
    lines = text_of(record).splitlines()
    score, plies = f"{record.score:g}", len(record.ids)
    assert lines[:10] == [
        "standoff record 1",
        "game: cycles",
        f"schema: {CYCLES.schema.hash}",
        "options: size=5,5",
        "seed: 3",
        "first: flood",
        "second: flood",
        f"score: {score}",
        "reason: crash",
        f"plies: {plies}",
    ]
    assert lines[10] == ""
    assert [int(number) for number in " ".join(lines[11:-1]).split()] == list(record.ids)
    assert lines[-1] == "end"


def test_lines_fit_a_hundred_columns() -> None:
    lines = text_of(recorded("bang", {"rules": (0,), "setup": (0,)}, 5, "tactical")).splitlines()
    ids = lines[len(KEYS) + 2 : -1]
    assert len(ids) > 3
    assert all(COLUMNS - 5 < len(line) <= COLUMNS for line in ids[:-1])


def test_a_scene_is_recorded_too() -> None:
    scene = Scene(law="Wyatt Ear 1", outlaw="Sid Curry 1", law_hand="Colt, Beer", starts_turn=True)
    options = {name: tuple(numbers) for name, numbers in scene.values().items()}
    record = recorded("bang", options, 4)
    assert parse_record(text_of(record), "file") == record
    play_record(record)


def test_a_file_is_written_beside_and_renamed(tmp_path: Path) -> None:
    record, path = recorded("cycles", SMALL, 3), tmp_path / "new" / "game.txt"
    write_record(path, record)
    assert [each.name for each in path.parent.iterdir()] == ["game.txt"]
    assert read_record(path) == record
    assert read_record(path).source == str(path)


def test_line_ends_of_other_systems_are_read() -> None:
    record = recorded("cycles", SMALL, 3)
    assert parse_record(text_of(record).replace("\n", "\r\n"), "file") == record


def test_a_name_of_several_lines_becomes_one() -> None:
    record = replace(recorded("cycles", SMALL, 3), players=("runs/\na\x00b", " flood  ?seed=1\r"))
    assert parse_record(text_of(record), "file").players == ("runs/ a b", "flood ?seed=1")


def test_an_illegal_action_is_named_with_what_was_to_be_expected() -> None:
    record = recorded("cycles", SMALL, 3)
    pool = Case("cycles", (("size", (5, 5)),)).pool(3, games=1, asks_forced=True)
    steps = list(walk(pool, lambda worlds: worlds.bot("random")))
    ply, step = next((ply, step) for ply, step in enumerate(steps) if len(step.batch.action_id) == 2)
    illegal = ({0, 1, 2} - set(step.batch.action_id.tolist())).pop()
    names = CYCLES.schema.action_ids
    legal = ", ".join(f"{number} ({names[number]})" for number in step.batch.action_id)
    wrong = replace(record, ids=(*record.ids[:ply], illegal, *record.ids[ply + 1 :]))
    with pytest.raises(BadInput) as caught:
        play_record(wrong)
    assert str(caught.value) == (
        f"the record: at ply {ply} {CYCLES.seats[ply % 2]} chose {illegal} ({names[illegal]}), "
        f"which is not legal there; legal are {legal}"
    )


def test_a_result_that_does_not_follow_is_named() -> None:
    record = recorded("cycles", SMALL, 3)
    winner, other = ("first", "second") if record.score == 1.0 else ("second", "first")
    wrong = replace(record, score=1.0 - record.score)
    sentence = rf"the record says {other} wins \(crash\), and its choices lead to {winner} wins \(crash\)"
    with pytest.raises(BadInput, match=sentence):
        play_record(wrong)


def test_choices_that_are_missing_or_too_many_are_named() -> None:
    record = recorded("cycles", SMALL, 3)
    n_plies = len(record.ids)
    who = CYCLES.seats[(n_plies - 1) % 2]
    with pytest.raises(BadInput, match=f"ends before its game: at ply {n_plies - 1} {who} has still to choose"):
        play_record(replace(record, ids=record.ids[:-1]))
    with pytest.raises(BadInput, match=f"holds {n_plies + 1} choices, and its game ends after {n_plies}"):
        play_record(replace(record, ids=(*record.ids, 0)))


@pytest.mark.parametrize("wrong", [{"seed": 4}, {"options": {"size": (9, 9)}}])
def test_choices_of_another_deal_are_no_record_of_this_one(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        play_record(replace(recorded("cycles", SMALL, 3), **wrong))
    results = played("cycles", SMALL, 3)
    arguments = {"game": CYCLES, "options": SMALL, "seed": 3, "players": ("a", "b"), "results": results, **wrong}
    with pytest.raises(BadInput, match="do not fit its deal"):
        record_of(**arguments)


def change(key: str, value: str) -> Callable[[str], str]:
    return lambda text: re.sub(rf"^{key}: .*$", f"{key}: {value}", text, flags=re.MULTILINE)


BAD: list[tuple[Callable[[str], str], str]] = [
    (lambda text: "", "file is no record of this version (standoff record 1): it is empty"),
    (lambda text: "seed,score\n1,0", "(standoff record 1): it begins with 'seed,score'"),
    (lambda text: text.replace("record 1", "record 2", 1), "it begins with 'standoff record 2'"),
    (lambda text: text[:40], "file was cut off: it ends before its line 'options'"),
    (lambda text: text[:100], "line 7 is 'seco', and 'second: ...' was to be expected"),
    (lambda text: text.replace("seed: 3\n", ""), "file: line 5 is 'first: random', and 'seed: ...' was to be expected"),
    (lambda text: text.replace("seed: 3\n", "seed: 3\nseed: 3\n"), "line 6 is 'seed: 3', and 'first: ...' was"),
    (lambda text: text.replace("\nend\n", "\n"), "file was cut off: no line says 'end'"),
    (lambda text: text + "more\n", "'more' stands after the end, on line "),
    (lambda text: text.replace("\nend", " x\nend"), "is 'x', which is no whole number from 0 to 2"),
    (lambda text: text.replace("\nend", " 3\nend"), "is '3', which is no whole number from 0 to 2"),
    (lambda text: text.replace("\nend", " -1\nend"), "is '-1', which is no whole number from 0 to 2"),
    (lambda text: text.replace("\nend", " 0\nend"), "choices, and says that there are"),
    (change("game", "chess"), "file: there is no game 'chess'; this build has bang"),
    (change("game", "bang"), "file was written by another version of bang: schema 'ca"),
    (change("schema", "0123456789abcdef"), "another version of cycles: schema '0123456789abcdef', not "),
    (change("options", "size=5;5"), "file: 'size=5;5' is no option"),
    (change("options", "size=5,"), "file: 'size=5,' is no option"),
    (change("options", "size=5,5 size=5,5"), "file: 'size=5,5' is no option, which is NAME=NUMBER"),
    (change("options", "size=4,4"), "a side of the cycles board is 4; it may be from 5 to 60"),
    (change("options", "size=99999999999999999999,5"), "so large a number cannot be read"),
    (change("options", "colour=1"), "colour"),
    (change("options", ""), "file"),
    (change("seed", "-1"), "the seed is '-1', which is no whole number from 0 to 18446744073709551615"),
    (change("seed", "18446744073709551616"), "the seed is '18446744073709551616'"),
    (change("seed", "9" * 5000), "the seed is '9999999999999999999999999999999999999999...'"),
    (change("seed", "\N{ARABIC-INDIC DIGIT THREE}"), "which is no whole number"),
    (change("score", "nan"), "the score is 'nan', which is no number from 0 to 1"),
    (change("score", "2"), "the score is '2'"),
    (change("reason", "boredom"), "a game of cycles does not end by 'boredom'"),
    (change("plies", "1000000"), "choices, and says that there are 1000000"),
    (change("plies", "9" * 30), "the plies is"),
]


@pytest.mark.parametrize(("damage", "sentence"), BAD)
def test_a_bad_record_is_refused_in_one_sentence(damage: Callable[[str], str], sentence: str) -> None:
    text = text_of(recorded("cycles", SMALL, 3))
    damaged = damage(text)
    assert damaged != text
    with pytest.raises(BadInput) as caught:
        play_record(parse_record(damaged, "file"))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with pytest.raises(BadInput, match="there is no record"):
        read_record(path)
    path.write_bytes(b"\x80\xff" * 100)
    with pytest.raises(BadInput, match="is no record of a game: it is not text"):
        read_record(path)
    with path.open("wb") as file:
        file.truncate(2**35)
    with pytest.raises(BadInput, match="it is larger than 16,777,216 bytes"):
        read_record(path)


SCENE = Scene(law="Wyatt Ear 2: Hat / Jango", outlaw="Sid Curry 2", law_hand="Colt, Beer, Duel", turn="outlaw")
VALID = [
    text_of(recorded(game, {name: tuple(numbers) for name, numbers in options.items()}, 11, "random")).encode()
    for game, options in (
        ("cycles", SMALL),
        ("bang", {"rules": (1,), "setup": (0,)}),
        ("bang", SCENE.values()),
    )
]
Mutation = Callable[[bytes], bytes]


def at(content: bytes, place: float) -> int:
    return int(place * len(content))


PLACES = st.floats(0, 1, exclude_max=True)
PIECES = st.one_of(
    st.binary(max_size=8),
    st.integers(-(10**25), 10**25).map(lambda number: f" {number} ".encode()),
    st.sampled_from([b"\n", b"end\n", b"=", b",", b"\x00", "\u2028".encode(), b"plies: 3\n"]),
)
MUTATIONS = st.one_of(
    st.builds(
        lambda p, bit: lambda c: c[: at(c, p)] + bytes([c[at(c, p)] ^ 1 << bit]) + c[at(c, p) + 1 :],
        PLACES,
        st.integers(0, 7),
    ),
    st.builds(lambda p, n: lambda c: c[: at(c, p)] + c[at(c, p) + n :], PLACES, st.integers(1, 400)),
    st.builds(lambda p, n: lambda c: c[: at(c, p) + n] + c[at(c, p) :], PLACES, st.integers(1, 400)),
    st.builds(lambda p, piece: lambda c: c[: at(c, p)] + piece + c[at(c, p) :], PLACES, PIECES),
)


@settings(deadline=None, max_examples=300)
@given(valid=st.sampled_from(VALID), mutations=st.lists(MUTATIONS, min_size=1, max_size=4))
def test_a_damaged_record_is_refused_or_still_a_game(
    valid: bytes, mutations: list[Mutation], tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = valid
    for mutation in mutations:
        content = mutation(content) if content else content
    path = tmp_path_factory.getbasetemp() / "damaged.txt"
    path.write_bytes(content)
    try:
        record = read_record(path)
        results = play_record(record)
    except BadInput as fault:
        assert str(fault)
        assert "\n" not in str(fault)
    else:
        assert results.plies[0] == len(record.ids)
        assert results.score[0] == np.float32(record.score)
