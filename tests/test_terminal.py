"""Play in the terminal: drawn boards, arrow keys, thoughts on demand, leaving; through a real pseudo-terminal."""

import codecs
import fcntl
import itertools
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from command_line import PATIENCE, ROOT, run, standoff

from standoff import Choices, Deals, GamePool, find_game, make_player
from standoff.pool import Worlds
from standoff.records import play_record, read_record
from standoff.screen import menu

CYCLES, BANG = find_game("cycles"), find_game("bang")
PLAY = ("play", "cycles", "--size", "7x7", "--first-seed", "3")
ARROW_KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}
CTRL_C = "\x03"
BANG_SEED = 23
BANG_KEYS = menu.keys_for(())
NAMES = sorted((sheet.name for sheet in BANG.sheets if sheet.group != "ruling"), key=len, reverse=True)


class Keyboard:
    """A person at a terminal: sees what is printed, and presses keys when the game waits for one."""

    def __init__(self, *words: str, columns: int = 100, rows: int = 40) -> None:
        self.terminal, shell_side = pty.openpty()
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(self.terminal)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "standoff", *words],
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": "1"},
            stdin=shell_side,
            stdout=shell_side,
            stderr=shell_side,
        )
        os.close(shell_side)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.written = ""

    @property
    def printed(self) -> str:
        """What has been printed since the last key, without colours."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.written).replace("\r\n", "\n")

    def see(self, words: str) -> str:
        """Waits for words, and until a key is waited for or all is over; what has been printed since the last key."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.printed or not (self._waits_for_a_key() or self.process.poll() is not None):
            assert time.monotonic() < deadline, f"waited for {words!r}, saw {self.printed!r}"
            self._read()
        self._read()
        return self.printed

    def press(self, key: str) -> None:
        """A key; what was printed before it is forgotten."""
        self.written = ""
        os.write(self.terminal, key.encode())

    def _waits_for_a_key(self) -> bool:
        return not termios.tcgetattr(self.terminal)[3] & termios.ICANON

    def _read(self) -> None:
        while select.select([self.terminal], [], [], 0.005)[0]:
            try:
                self.written += self.decoder.decode(os.read(self.terminal, 65536))
            except OSError:  # Linux says so when the other side has closed
                return

    def is_as_before(self) -> bool:
        """Whether the terminal echoes and takes lines as it did."""
        return termios.tcgetattr(self.terminal) == self.before


@pytest.fixture
def sit_down() -> Iterator[type[Keyboard]]:
    """Starts a game; whatever a test leaves running ends with it."""
    seated: list[Keyboard] = []

    class Seated(Keyboard):
        def __init__(self, *words: str, columns: int = 100, rows: int = 40) -> None:
            super().__init__(*words, columns=columns, rows=rows)
            seated.append(self)

    yield Seated
    for keyboard in seated:
        keyboard.process.kill()
        keyboard.process.wait()
        os.close(keyboard.terminal)


def game_against_flood(labels: list[str]) -> Iterator[tuple[str, str]]:
    """The boards that a person sees who takes these moves in seat 0 of deal 3, and where the cycle heads."""
    pool = GamePool.of("cycles", Deals.of([3], {"size": (7, 7)}), asks_forced=True)
    flood = make_player("flood", CYCLES)
    for label in [*labels, ""]:
        worlds = pool.worlds()
        page = worlds.page(0)
        yield CYCLES.draw(page).plain, page["my_heading"]
        if label:
            pool.apply(Choices(np.array([worlds.labels(0).index(label)], np.int32), np.zeros(0, np.float32)))
            worlds = pool.worlds()
            pool.apply(flood.choose(worlds.heads(), worlds))


def test_arrow_keys_steer_the_cycle(sit_down: type[Keyboard]) -> None:
    boards = list(game_against_flood(["straight", "straight"]))
    keyboard = sit_down(*PLAY, "--against", "flood")
    shown = keyboard.see("q leaves")
    assert "Light cycles (Tron) · you (first) 0 : 0 flood (second) · deal 3" in shown
    assert "1 straight" in shown
    for (board, heading), (next_board, _) in itertools.pairwise(boards):
        assert board in keyboard.see("q leaves")
        keyboard.press(ARROW_KEYS[heading])
        assert next_board in keyboard.see("q leaves")


def test_numbers_take_the_moves_as_they_are_listed(sit_down: type[Keyboard]) -> None:
    keyboard = sit_down(*PLAY, "--against", "flood")
    moves = re.findall(r"\d (straight|right|left)", keyboard.see("q leaves"))
    keyboard.press("2")
    (_, _), (board, _) = game_against_flood([moves[1]])
    assert board in keyboard.see("q leaves")


def test_backwards_is_no_move(sit_down: type[Keyboard]) -> None:
    ((board, heading),) = game_against_flood([])
    backwards = {"up": "down", "down": "up", "left": "right", "right": "left"}[heading]
    keyboard = sit_down(*PLAY, "--against", "flood")
    keyboard.see("q leaves")
    for key in (ARROW_KEYS[backwards], "9", "x"):
        keyboard.press(key)
        shown = keyboard.see("That is not a legal move.")
        assert board in shown


def test_t_shows_what_it_thinks_and_hides_it_again(sit_down: type[Keyboard], clone: Path) -> None:
    keyboard = sit_down(*PLAY, "--against", str(clone))
    assert "undecided" not in keyboard.see("q leaves")
    keyboard.press("t")
    shown = keyboard.see("undecided by")
    assert re.search(r"straight +█* +\d+%", shown)
    assert re.search(r"your chances \d+%, undecided by \d\.\d\d nats", shown)
    keyboard.press("1")
    assert "undecided by" in keyboard.see("q leaves")  # it stays until it is sent away
    keyboard.press("t")
    assert "undecided" not in keyboard.see("q leaves")


def test_a_scripted_player_thinks_too(sit_down: type[Keyboard]) -> None:
    keyboard = sit_down(*PLAY, "--against", "voronoi")
    keyboard.see("q leaves")
    keyboard.press("t")
    assert "your chances" not in keyboard.see("undecided by")


def test_q_leaves(sit_down: type[Keyboard]) -> None:
    keyboard = sit_down(*PLAY, "--against", "flood")
    keyboard.see("q leaves")
    keyboard.press("q")
    assert "You won 0 of 0 games against flood." in keyboard.see("You won")
    assert keyboard.process.wait(PATIENCE) == 0
    assert keyboard.is_as_before()


def test_a_game_ends_and_the_next_begins_in_the_other_seat(sit_down: type[Keyboard]) -> None:
    keyboard = sit_down(*PLAY, "--against", "flood")
    shown = keyboard.see("q leaves")
    while "plies" not in shown:
        keyboard.press("1")
        shown = keyboard.see("leaves")
    assert re.search(r"(You win as first|You lose: flood wins as second) after \d+ plies \(crash\)\.", shown)
    won = int("You win" in shown)
    assert f"Games so far: you {won} : {1 - won} flood." in shown
    assert "Any key plays the next deal as second" in shown
    keyboard.press(" ")
    assert f"you (second) {won} : {1 - won} flood (first) · deal 4" in keyboard.see("q leaves")
    keyboard.press("q")
    assert f"You won {won} of 1 games against flood." in keyboard.see("You won")


def test_ctrl_c_leaves_the_terminal_sane(sit_down: type[Keyboard]) -> None:
    keyboard = sit_down(*PLAY, "--against", "flood")
    keyboard.see("q leaves")
    assert not keyboard.is_as_before()  # it waits for a single key
    keyboard.press(CTRL_C)
    assert "Traceback" not in keyboard.see("You won 0 of 0 games")
    assert keyboard.process.wait(PATIENCE) == 0
    assert keyboard.is_as_before()


def test_an_interrupt_from_elsewhere_leaves_it_sane_too(sit_down: type[Keyboard]) -> None:
    keyboard = sit_down(*PLAY, "--against", "flood")
    keyboard.see("q leaves")
    keyboard.process.send_signal(signal.SIGINT)
    assert "Traceback" not in keyboard.see("You won 0 of 0 games")
    assert keyboard.is_as_before()


def test_without_a_terminal_there_is_a_sentence(tmp_path: Path) -> None:
    answer = run(tmp_path, *PLAY, "--against", "flood")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "standoff: play needs a terminal to read keys from, and its input is none\n"


@pytest.mark.parametrize("seat", ["2", "north", ""])
def test_a_seat_that_is_none_ends_in_a_sentence(seat: str) -> None:
    answer = standoff("play", "bang", "--against", "random", "--seat", seat)
    assert answer.code == 2
    assert answer.err == (f"standoff: --seat {seat!r}: bang has the seats law (0) and outlaw (1); give one of them\n")


class Beside:
    """The same game of bang beside the terminal: what the person may know of it, and what only the other side does."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.pool = GamePool.of("bang", Deals.of([BANG_SEED], BANG.options().values()), asks_forced=True)
        self.opponent, self.guide = make_player("random", BANG), make_player("tactical", BANG)
        self.heard: list[str] = []
        self.hidden_hand: list[str] = []
        self.table: dict[str, object] = {}

    def to_the_next_choice(self, chosen: int | None = None) -> tuple[Worlds, int] | None:
        """Plays on from the person's choice to its next one, where there is more than one move; None at the end."""
        while len(worlds := self.pool.worlds()) > 0:
            heads = worlds.heads()
            index = self.opponent.choose(heads, worlds).index.copy()
            for row in np.argsort(heads.seat != self.seat):  # the person is asked first
                self._look(worlds.page(int(row))["table"])
                if heads.seat[row] != self.seat:
                    self.hidden_hand = worlds.page(int(row))["hand"]
                    self.heard.append(worlds.told(int(row), int(index[row])))
                    continue
                labels = worlds.labels(int(row))
                if len(labels) > 1 and chosen is None:
                    return worlds, int(row)
                index[row], chosen = (0 if len(labels) == 1 else chosen), (chosen if len(labels) == 1 else None)
                self.heard.append(labels[index[row]])
            self.pool.apply(Choices(index, np.zeros(0, np.float32)))
        return None

    def _look(self, table: dict[str, object]) -> None:
        assert BANG.news is not None
        self.heard += BANG.news(self.table, table) if self.table else []
        self.table = table

    def guided(self, worlds: Worlds, row: int) -> int:
        """A choice that ends games soon, and the last move where there are many."""
        if worlds.page(row)["asked"] == "Your turn" and len(worlds.labels(row)) > 9:
            return len(worlds.labels(row)) - 1
        return int(self.guide.choose(worlds.heads(), worlds).index[row])


def names_in(*texts: str) -> set[str]:
    """The cards and characters that texts name; symbols and backs in brackets are no cards."""
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, NAMES))})(?!\w)"
    return {name for text in texts for name in re.findall(pattern, menu.without_remarks(re.sub(r"\s+", " ", text)))}


def key_of(labels: list[str], number: int, columns: int) -> str:
    """The key of a legal move on a menu of one page."""
    (page,) = menu.pages(labels, BANG_KEYS, columns, 100)
    return next(key for key, meant in page.keys.items() if meant == number)


@pytest.mark.parametrize(("seat", "columns", "rows"), [("law", 80, 24), ("outlaw", 100, 40)])
def test_a_game_of_bang_from_the_draft_to_the_end(
    seat: str, columns: int, rows: int, sit_down: type[Keyboard], tmp_path: Path
) -> None:
    beside = Beside(BANG.seats.index(seat))
    play = ("play", "bang", "--against", "random", "--first-seed", str(BANG_SEED), "--seat", seat)
    keyboard = sit_down(*play, "--keep", str(tmp_path), columns=columns, rows=rows)
    choice, n_hidden, n_letters, n_forced = beside.to_the_next_choice(), 0, 0, 0
    shown = keyboard.see("q leaves")
    while choice is not None:
        worlds, row = choice
        page, labels = worlds.page(row), worlds.labels(row)
        assert shown.count("\n") < rows
        assert f"▸ {page['asked']}" in shown
        known = names_in(BANG.title, str(page), *labels, *beside.heard)
        known |= names_in(*(sheet.text for sheet in BANG.sheets if sheet.name in known))
        assert names_in(shown) <= known  # nothing is printed that this seat cannot know
        n_hidden += len(names_in(*beside.hidden_hand) - known)
        number = beside.guided(worlds, row)
        key = key_of(labels, number, columns)
        n_letters += key.isalpha()
        n_forced += "(nothing else to do)" in shown
        choice = beside.to_the_next_choice(number)
        keyboard.press(key)
        shown = keyboard.see("q leaves")
        told = menu.without_remarks(labels[number])
        has_room = rows == 40 and "more since your last" not in shown
        assert re.search(rf"^{seat} +{re.escape(told)}$", shown, re.MULTILINE) or not has_room
    assert n_hidden > 0
    assert n_letters > 0
    assert n_forced > 0
    assert re.search(rf"{seat} +\w.*\n", shown), "the last choices stand above the verdict"
    (ended,) = [int(plies) for plies in beside.pool.ended().plies]
    assert re.search(rf"after \d+ turns and {ended} plies \((eliminated|turn limit)\)\.", shown)
    (kept,) = tmp_path.iterdir()
    assert kept.name == f"bang-{BANG_SEED}-{seat}.txt"
    record = read_record(kept)
    assert record.players == (("you", "random") if seat == "law" else ("random", "you"))
    play_record(record)


def draft(keyboard: Keyboard) -> str:
    """Picks the first characters that are offered, and who leads; what is shown then."""
    shown = keyboard.see("q leaves")
    while "Pick four" in shown or "Who is active first?" in shown:
        keyboard.press("1")
        shown = keyboard.see("q leaves")
    return shown


def test_characters_are_explained_where_they_are_picked(sit_down: type[Keyboard]) -> None:
    keyboard = sit_down("play", "bang", "--against", "random", "--seat", "outlaw")
    shown = keyboard.see("q leaves")
    assert "you (outlaw) 0 : 0 random (law)" in shown
    assert re.search(r"^1 pick Babe Leroy +Once a turn, if your hand is empty, draw two cards\.$", shown, re.MULTILINE)
    keyboard.press("1")
    shown = keyboard.see("picked so far: Babe Leroy")
    assert "outlaw  pick Babe Leroy" in shown
    assert "law     pick a character" in shown  # which one is the other side's secret


def test_question_mark_and_l_show_sheets_and_the_whole_log(sit_down: type[Keyboard]) -> None:
    keyboard = sit_down("play", "bang", "--against", "random", "--first-seed", "5", columns=80, rows=24)
    before = draft(keyboard)
    keyboard.press("?")
    shown = keyboard.see("any other key: back to the game")
    assert "What is on the table, in your hand and among your moves" in shown
    assert "Each time he loses a life point, but not the last" in shown  # Alan Pinkertoon, the first that was picked
    assert re.search(r"space, ↑ and ↓ turn the pages \(1-20 of \d+\)", shown)
    keyboard.press(" ")
    assert "cards" in keyboard.see("any other key: back to the game")
    keyboard.press("x")
    assert keyboard.see("q leaves") == before
    keyboard.press("l")
    assert "turn 1, law to play" in keyboard.see("back to the game")
    keyboard.press("\x1b[A")
    assert "pick Alan Pinkertoon" in keyboard.see("back to the game")
    keyboard.press("x")
    assert keyboard.see("q leaves") == before
    keyboard.press("t")
    assert "undecided by" in keyboard.see("q leaves")


def test_the_log_is_there_at_the_end_too(sit_down: type[Keyboard]) -> None:
    keyboard = sit_down(*PLAY, "--against", "flood")
    shown = keyboard.see("q leaves")
    while "plies" not in shown:
        keyboard.press("1")
        shown = keyboard.see("leaves")
    assert re.search(r"first +straight\nsecond +(straight|left|right)\n", shown)
    keyboard.press("l")
    assert "The whole game" in keyboard.see("back to the game")
    keyboard.press("x")
    assert keyboard.see("q leaves") == shown


LABELS = [
    "end the turn",
    "move the law marker to Jango",
    "play Colt (Dynamite, law) at Sid Curry (active)",
    "play Colt (Dynamite, outlaw) at Sid Curry (active)",
    *(f"play Knife (Snake, outlaw) at {name}" for name in ("Jango (active)", "Bell (rearguard)", "Sid Curry (active)")),
    *(f"Soundance Kid: discard {card} (Snake, law), draw two, keep one" for card in ("Colt", "Hat", "Missed!")),
]


def test_remarks_are_left_out_but_where_they_tell_moves_apart() -> None:
    short = menu.short_labels(LABELS)
    assert short[2:4] == ["play Colt (law) at Sid Curry", "play Colt (outlaw) at Sid Curry"]
    assert short[4] == "play Knife at Jango"


def test_moves_that_begin_alike_are_one_line() -> None:
    (page,) = menu.pages(LABELS, menu.keys_for(()), 80, 20)
    assert [re.sub(" +", " ", line.plain) for line in page.lines] == [
        "1 end the turn 2 move the law marker to Jango",
        "3 play Colt (law) at Sid Curry 4 play Colt (outlaw) at Sid Curry",
        "play Knife at 5 Jango 6 Bell 7 Sid Curry",
        "Soundance Kid: discard … draw two, keep one",
        " 8 Colt 9 Hat a Missed!",
    ]


@pytest.mark.parametrize(("n_moves", "height"), [(3, 5), (41, 40), (41, 6), (70, 40), (200, 12)])
def test_every_move_has_one_key_on_some_page(n_moves: int, height: int) -> None:
    labels = [f"play Card{number // 4} at Target{number % 4}" for number in range(n_moves)]
    pages = menu.pages(labels, menu.keys_for(()), 80, height)
    assert sorted(number for page in pages for number in page.keys.values()) == list(range(n_moves))
    assert all(len(page.lines) <= height and line.cell_len <= 80 for page in pages for line in page.lines)
    keys = [key for page in pages for key in page.keys]
    assert n_moves > 55 or len(set(keys)) == n_moves
    assert not set(keys) & set("qtl?QTL")


def test_keys_of_a_game_are_not_keys_of_moves() -> None:
    assert not set("1ax") & set(menu.keys_for(("1", "a", "x")))
