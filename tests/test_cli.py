"""The command line: every verb explains every option, answers a program in JSON, and ends with the right exit code."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pytest
from command_line import PATIENCE, ROOT, kill_when, run, standoff, start

from standoff import find_game, game_names
from standoff.cli import GAME_VERBS, VERBS, ChampionArguments, ResumeArguments
from standoff.cli_decks import DECK_VERBS
from standoff.cli_export import PLACES
from standoff.cli_views import ReplayArguments, ShowArguments
from standoff.games.cycles import CyclesOptions
from standoff.learning.clone import CloneConfig
from standoff.learning.dagger import DaggerConfig
from standoff.learning.train import TrainConfig

CONFIGS = {"clone": CloneConfig, "dagger": DaggerConfig}
ARGUMENTS = {
    "champion": ChampionArguments,
    "resume": ResumeArguments,
    "show": ShowArguments,
    "replay": ReplayArguments,
}
ALL_VERBS = [*GAME_VERBS, *VERBS]


def words_of(verb: str) -> tuple[str, ...]:
    return (verb, "cycles") if verb in (*GAME_VERBS, "train", "show") else (verb,)


def explained(verb: str) -> dict[str, str]:
    """Every option and positional argument of a verb's help, with its text."""
    answer = standoff(*words_of(verb), "--help")
    assert answer.code == 0
    texts: dict[str, str] = {}
    name = ""
    for line in answer.out.splitlines():
        # An option begins two columns from the edge; its text stands further to the right, on this line or the next.
        if re.match(r"  (--?[a-z]|\[?[A-Z]{3,})", line):
            name, _, text = line.strip().partition("  ")
            texts[name] = text.strip()
        elif name and re.match(r"   ", line):
            texts[name] = f"{texts[name]} {line.strip()}".strip()
    return texts


def options_of(verb: str) -> set[str]:
    """The long options that the help names."""
    return set(re.findall(r"--[a-z][a-z.-]*[a-z]", " ".join(explained(verb))))


def names_of_options(game: str) -> set[str]:
    return {field.name for field in fields(find_game(game).options)}  # pyright: ignore[reportArgumentType]


def nested_options(config: type) -> set[str]:
    """Names of all settings, those of parts behind the name of the part and a dot."""
    names: set[str] = set()
    for field in fields(config):
        part = field.default_factory if callable(field.default_factory) else None
        inside = {f"{field.name}.{name}" for name in nested_options(part)} if part else {field.name}
        names |= inside
    return names


def expected_options(verb: str) -> set[str]:
    names = {"--help"}
    if verb in GAME_VERBS:
        names |= {field.name for field in fields(GAME_VERBS[verb][0]) if field.name != "options"}
        names |= {field.name for field in fields(CyclesOptions)}
    elif verb in CONFIGS:
        names |= {field.name for field in fields(CONFIGS[verb])} | {"out"}
    elif verb in ARGUMENTS:
        names |= {field.name for field in fields(ARGUMENTS[verb])}
    elif verb == "train":
        names |= {"out", "config", "size"} | nested_options(TrainConfig)
    positional = {
        "champion": {"run"},
        "resume": {"run"},
        "match": {"first", "second"},
        "ladder": {"file"},
        "show": {"names"},
        "replay": {"file"},
        "habits": {"clone"},
        "exploit": {"players"},
        "clone": {"train"},
        "dagger": {"clone"},
    }
    names = {"from" if name == "first_ply" else name for name in names} - positional.get(verb, set())
    return {f"--{name.strip('-').replace('_', '-')}" for name in names}


@pytest.mark.parametrize("verb", ALL_VERBS)
def test_help_tells_of_every_option_what_it_is(verb: str) -> None:
    assert {name for name in options_of(verb) if not re.search(r"(--|\.)no-", name)} == expected_options(verb)
    for name, text in explained(verb).items():
        said = re.sub(r"\((default: .*|required)\)", "", text).strip()
        assert len(said.split()) >= 2, f"{verb}: {name} is explained by {said!r}"
        assert said == "show this help message and exit" or said.endswith("."), f"{verb}: {name}: {said}"


@pytest.mark.parametrize("verb", ALL_VERBS)
def test_help_begins_with_a_sentence_on_the_verb(verb: str) -> None:
    lines = [line for line in standoff(*words_of(verb), "--help").out.splitlines() if line.strip()]
    assert lines[0].startswith(f"usage: standoff {' '.join(words_of(verb))}")
    assert re.match(r"[A-Z].*\.$", lines[1])


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_without_a_verb_all_are_listed(words: Sequence[str]) -> None:
    answer = standoff(*words)
    assert answer.code == 0
    listed = re.findall(r"^  ([a-z]+)( GAME)? +\S.*\.$", answer.out, flags=re.MULTILINE)
    assert [verb for verb, _ in listed] == ALL_VERBS
    assert [verb for verb, game in listed if game] == list(GAME_VERBS)
    assert answer.out.endswith("games: bang, cycles, kuhn, leduc, ptcg\n")


def commands_in(page: Path) -> list[str]:
    """What a page tells its reader to type; a line that ends in a backslash goes on."""
    text = page.read_text().replace("\\\n", " ")
    verbs = "|".join(ALL_VERBS)
    return re.findall(rf"\bstandoff ((?:{verbs})(?: [^`\n#|>;]*)?)", text)


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "recipes").glob("*.sh"))]


def test_what_the_documents_tell_to_type_exists() -> None:
    options = {verb: options_of(verb) for verb in ALL_VERBS}
    for verb in GAME_VERBS:
        options[verb] |= {f"--{name.replace('_', '-')}" for game in game_names() for name in names_of_options(game)}
    for verb, inner in (("decks", DECK_VERBS), ("export", PLACES)):
        options[verb] |= {f"--{field.name}" for arguments, *_ in inner.values() for field in fields(arguments)}
    commands = [(page.name, command) for page in PAGES for command in commands_in(page)]
    assert len(commands) >= 10
    for page, command in commands:
        verb = command.split()[0]
        unknown = set(re.findall(r"(?<=\s)--[a-z-]+", command)) - options[verb]
        assert not unknown, f"{page}: standoff {command} has {unknown}"


def test_games_lists_games_and_players() -> None:
    answer = standoff("games")
    assert answer.code == 0
    for word in (
        "cycles: Light cycles (Tron)",
        "random",
        "flood",
        "voronoi",
        "alphabeta:DEPTH",
        "straight, right, left",
    ):
        assert word in answer.out


@pytest.mark.parametrize(
    "command",
    [
        "match cycles flood random --size 7x7 --seeds 2 --json",
        "habits cycles flood --teacher voronoi --size 7x7 --seeds 2 --json",
        "exploit kuhn equilibrium,random --json",
        "stats cycles --players flood,voronoi --size 7x7 --seeds 2 --json",
    ],
)
def test_json_is_all_that_stands_on_the_output_stream(command: str) -> None:
    answer = standoff(*command.split())
    assert answer.code == 0
    assert json.loads(answer.out)
    assert answer.out.count("\n") == 1


def test_a_recording_says_what_it_holds(tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder" / "a.parquet"
    answer = standoff("record", "cycles", "--teacher", "flood", "--size", "7x7", "--seeds", 4, "--out", out)
    assert answer.code == 0
    pattern = rf"{out}: 4 games, \d+ plies a game, \d+ decisions, [\d.]+% contested, [\d.]+ s\n"
    assert re.fullmatch(pattern, answer.out)
    assert out.is_file()


def test_ctrl_c_ends_with_130_and_what_was_saved_is_kept(tmp_path: Path) -> None:
    words = ("record", "cycles", "--teacher", "alphabeta:2", "--size", "9x9", "--seeds", 20_000, "--out", "a.parquet")
    process, parts = start(tmp_path, *words), tmp_path / "a.parquet.parts"
    deadline = time.monotonic() + PATIENCE
    while not list(parts.glob("[0-9]*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err.endswith("standoff: stopped; what was saved is kept\n")
    assert "Traceback" not in err
    assert list(parts.glob("[0-9]*.parquet"))


def test_the_module_is_the_command(tmp_path: Path) -> None:
    assert run(tmp_path, "--help").out == standoff("--help").out


def test_a_kill_is_no_exit_code_of_ours(tmp_path: Path) -> None:
    """What the tests of killed runs rest on."""
    process = start(tmp_path, "record", "cycles", "--teacher", "flood", "--seeds", 100_000, "--out", "a.parquet")
    assert kill_when(process, lambda: (tmp_path / "a.parquet.parts").exists())


def test_light_verbs_do_not_load_torch() -> None:
    code = "import sys, standoff.cli; sys.argv[1:] = ['games']; standoff.cli.main(); print('torch' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert shown.endswith("False\n")
