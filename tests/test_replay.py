"""Replays: a game in words, a line a choice or page by page in a terminal, from records and recordings alike."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from command_line import PATIENCE, run, standoff
from contract.cases import Case, walk
from test_terminal import CTRL_C, Keyboard

from standoff import Deals, Table, find_game, make_player, play, read_recording
from standoff.records import Record, play_record, read_record, record_of, write_record
from standoff.replay import find_record, lines, moments_of

BANG = find_game("bang")
OPTIONS = {"rules": (0,), "setup": (1,)}
RIGHT, LEFT, HOME, END = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"


def recorded(seed: int = 5) -> Record:
    player = make_player("tactical", BANG)
    results = play(Table("bang", Deals.of([seed], OPTIONS), (player,), np.zeros((1, 2), np.int8)))
    return record_of(BANG, OPTIONS, seed, ("tactical", "tactical"), results)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game of bang as a text record."""
    write_record(tmp_path / "game.txt", recorded())
    return tmp_path / "game.txt"


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight games of light cycles as a recording."""
    out = tmp_path_factory.mktemp("recording") / "games.parquet"
    words = ("record", "cycles", "--teacher", "voronoi", "--opponents", "random", "--size", "7x7", "--seeds", 8)
    assert standoff(*words, "--out", out).code == 0
    return out


@contextmanager
def sits_down(*words: object) -> Iterator[Keyboard]:
    keyboard = Keyboard(*map(str, words))
    yield keyboard
    keyboard.process.kill()
    keyboard.process.wait()
    os.close(keyboard.terminal)


def test_a_line_a_choice_says_who_what_and_what_changed(record: Path) -> None:
    answer = standoff("replay", record)
    assert answer.code == 0
    first, *choices, result = answer.out.splitlines()
    read = read_record(record)
    assert first == "BANG! The Duel · deal 5 · tactical (law) against tactical (outlaw)"
    assert result == f"{read.result} after {len(read.ids)} plies"
    steps = list(walk(Case("bang", tuple(OPTIONS.items())).pool(5, games=1, asks_forced=True), tactical))
    moves = [
        (int(step.batch.ply[row]), int(step.batch.seat[row]), step.worlds.labels(row)[step.choices.index[row]])
        for step in steps
        for row in range(len(step.batch))
    ]
    told = [line.partition("  [")[0] for line in choices]
    assert told == [f"{ply:4}  {BANG.seats[seat]:6}  {label}" for ply, seat, label in moves]
    assert BANG.news is not None
    pages = [step.worlds.page(row)["table"] for step in steps for row in range(len(step.batch))]
    for line, before, after in zip(choices, pages, pages[1:], strict=False):
        news = "; ".join(BANG.news(before, after))
        assert line.partition("  [")[2] == (f"{news}]" if news else "")


def tactical(worlds):
    return worlds.bot("tactical")


def test_a_replay_begins_where_it_is_told_to(record: Path) -> None:
    whole = standoff("replay", record).out.splitlines()
    assert standoff("replay", record, "--from", 30).out.splitlines() == [whole[0], *whole[31:]]


def test_every_choice_is_kept_with_the_page_of_its_seat() -> None:
    moments = moments_of(recorded())
    assert [moment.ply for moment in moments] == list(range(len(moments)))
    for moment in moments:
        assert moment.page["side"] == BANG.seats[moment.seat]


def test_a_game_without_news_is_told_without(recording: Path) -> None:
    assert not any("[" in line for line in lines(find_record(recording, 0)))


def test_every_game_of_a_recording_can_be_replayed_and_written(recording: Path, tmp_path: Path) -> None:
    games = read_recording(recording).games
    for row in range(len(games)):
        out = tmp_path / f"{row}.txt"
        answer = standoff("replay", recording, "--game", row, "--write", out)
        record = read_record(out)
        assert answer.out == f"{out}: {record.result} after {games.plies[row]} plies\n"
        assert (record.seed, record.players) == (games.seed[row], tuple(games.players[row]))
        choices = games.choices[games.choice_offsets[row] : games.choice_offsets[row + 1]]
        assert play_record(record).choices.tolist() == choices.tolist()
        assert standoff("replay", out).out == standoff("replay", recording, "--game", row).out


def test_the_first_game_of_a_recording_is_replayed_where_none_is_named(recording: Path) -> None:
    assert standoff("replay", recording).out == standoff("replay", recording, "--game", 0).out


def test_what_cannot_be_replayed_is_named(record: Path, recording: Path, tmp_path: Path) -> None:
    n_plies = len(read_record(record).ids)
    (tmp_path / "noise.txt").write_bytes(bytes(range(256)))
    (tmp_path / "cut.parquet").write_bytes(recording.read_bytes()[:1000])
    (tmp_path / "cut.txt").write_bytes(record.read_bytes()[:-20])
    for words, sentence in (
        (("none.txt",), "there is no file none.txt; give a recording, or a record that"),
        ((tmp_path,), f"there is no file {tmp_path}"),
        ((record, "--game", 0), "is no recording with several games: leave out --game"),
        ((record, "--from", n_plies), f"has no ply {n_plies}: they go from 0 to {n_plies - 1}"),
        ((record, "--from", -1), "has no ply -1"),
        ((recording, "--game", 8), f"{recording} has no game 8; it has 8, from 0 to 7"),
        ((recording, "--game", -1), "has no game -1"),
        ((tmp_path / "noise.txt",), "it is not text"),
        ((tmp_path / "cut.parquet",), "was cut short"),
        ((tmp_path / "cut.txt",), "was cut off"),
        ((tmp_path / "cut.txt", "--write", tmp_path / "new.txt"), "was cut off"),
    ):
        answer = standoff("replay", *words)
        assert (answer.code, answer.out) == (2, "")
        assert sentence in answer.err
        assert answer.err.count("\n") == 1
    assert not (tmp_path / "new.txt").exists()


def test_without_a_terminal_lines_are_printed(record: Path, tmp_path: Path) -> None:
    assert run(tmp_path, "replay", record).out == standoff("replay", record, "--plain").out


def test_keys_go_through_a_game_in_a_terminal(record: Path) -> None:
    moments = moments_of(read_record(record))
    last = len(moments) - 1
    with sits_down("replay", record) as keyboard:
        at = 0
        for key, to in ((RIGHT, 1), (" ", 2), ("\r", 3), (LEFT, 2), ("x", 2), (END, last), (RIGHT, last), (HOME, 0)):
            shown = keyboard.see("q leaves")
            assert f"ply {at} of {last} · {BANG.seats[moments[at].seat]}: {moments[at].label}" in shown
            assert all(news in shown for news in moments[at].news)
            assert (read_record(record).result in shown) == (at == last)
            keyboard.press(key)
            at = to
        assert f"ply 0 of {last}" in keyboard.see("q leaves")
        keyboard.press("q")
        assert keyboard.process.wait(PATIENCE) == 0
        assert keyboard.is_as_before()


def test_a_terminal_shows_the_page_of_who_chooses_on_its_screen(recording: Path) -> None:
    game, moment = find_game("cycles"), moments_of(find_record(recording, 2))[4]
    with sits_down("replay", recording, "--game", 2, "--from", 4) as keyboard:
        shown = keyboard.see("q leaves")
        assert game.draw(moment.page).plain in shown
        assert "ply 4 of" in shown


def test_ctrl_c_leaves_the_terminal_sane(record: Path) -> None:
    with sits_down("replay", record) as keyboard:
        keyboard.see("q leaves")
        keyboard.press(CTRL_C)
        assert keyboard.process.wait(PATIENCE) == 0
        assert "Traceback" not in keyboard.see("")
        assert keyboard.is_as_before()
