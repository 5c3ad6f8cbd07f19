"""Play in the terminal: drawn boards, arrow keys, thoughts on demand, leaving; through a real pseudo-terminal."""

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

CYCLES = find_game("cycles")
PLAY = ("play", "cycles", "--size", "7x7", "--first-seed", "3")
ARROW_KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}
CTRL_C = "\x03"


class Keyboard:
    """A person at a terminal of 40 lines: sees what is printed, and presses keys when the game waits for one."""

    def __init__(self, *words: str) -> None:
        self.terminal, shell_side = pty.openpty()
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        self.before = termios.tcgetattr(self.terminal)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "standoff", *words],
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": "1"},
            stdin=shell_side,
            stdout=shell_side,
            stderr=shell_side,
        )
        os.close(shell_side)
        self.printed = ""

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
        self.printed = ""
        os.write(self.terminal, key.encode())

    def _waits_for_a_key(self) -> bool:
        return not termios.tcgetattr(self.terminal)[3] & termios.ICANON

    def _read(self) -> None:
        while select.select([self.terminal], [], [], 0.005)[0]:
            try:
                content = os.read(self.terminal, 65536)
            except OSError:  # Linux says so when the other side has closed
                return
            text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", content.decode())
            self.printed += text.replace("\r\n", "\n")

    def is_as_before(self) -> bool:
        """Whether the terminal echoes and takes lines as it did."""
        return termios.tcgetattr(self.terminal) == self.before


@pytest.fixture
def sit_down() -> Iterator[type[Keyboard]]:
    """Starts a game; whatever a test leaves running ends with it."""
    seated: list[Keyboard] = []

    class Seated(Keyboard):
        def __init__(self, *words: str) -> None:
            super().__init__(*words)
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
    assert "Light cycles (Tron) · you against flood · deal 3 · won 0 of 0" in shown
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
    assert re.search(r"You (win|lose) after \d+ plies \(crash\)\. Any key plays the next deal, q leaves\.", shown)
    won = int("You win" in shown)
    keyboard.press(" ")
    assert f"deal 4 · won {won} of 1" in keyboard.see("q leaves")
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
    assert standoff(*PLAY, "--against", "flood", "--seat", 2).code == 2
