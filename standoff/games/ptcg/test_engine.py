"""Whole games at the official engine repeat from their seeds; what cannot be played is refused in a sentence."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from standoff import BadInput, Deals, Results, Table, find_game, make_player, play
from standoff.games.ptcg import read_deck
from standoff.games.ptcg.cards import HOW_TO_INSTALL, engine_path

ROOT = Path(__file__).parents[3]
# Ids and counts: a legal list of basic Pokémon, their evolutions and energy.
DECK = (65,) * 4 + (66,) * 4 + (741,) * 4 + (742,) * 4 + (743,) * 4 + (5,) * 40


ENGINE = engine_path()
needs_engine = pytest.mark.skipif(ENGINE is None, reason=f"the engine is not installed: {HOW_TO_INSTALL}")


def build_driver(name: str, folder: Path) -> Path:
    """Compile a program of tests/native together with the room of this game."""
    built = folder / name
    room = ROOT / "standoff" / "games" / "ptcg"
    sources = [ROOT / "tests" / "native" / f"{name}.cpp", ROOT / "native" / "crew_alone.cpp"]
    sources += sorted(room.glob("*.cpp"))
    flags = ["-std=c++20", "-O1", "-fno-exceptions", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'native'}"]
    subprocess.run(["g++", *flags, *map(str, sources), "-ldl", "-o", str(built)], check=True, timeout=240)
    return built


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_driver("ptcg_games", tmp_path_factory.mktemp("ptcg"))


def _deck(folder: Path, cards: tuple[int, ...] = DECK) -> Path:
    path = folder / f"{hash(cards)}.csv"
    path.write_text("\n".join(map(str, cards)))
    return path


def _run(program: Path, mode: str, decks: tuple[Path, Path], games: int, first: int = 0, version: int = 2) -> list[str]:
    assert ENGINE is not None
    words = [program, ENGINE.parent, version, mode, *decks, first, games]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.splitlines()


@needs_engine
@pytest.mark.parametrize(("mode", "version"), [("battle", 2), ("battle", 1), ("arena", 2), ("arena", 1)])
def test_games_repeat_bit_for_bit_from_their_seeds(program: Path, tmp_path: Path, mode: str, version: int) -> None:
    deck = _deck(tmp_path)
    games = [_run(program, mode, (deck, deck), 25, 3, version)[:-1] for _ in range(2)]
    assert games[0] == games[1]
    assert len({game.split()[1] for game in games[0]}) == 25
    assert all(game.split()[3] in ("1", "2", "3") for game in games[0])


@needs_engine
def test_a_battle_depends_on_no_game_before_it(program: Path, tmp_path: Path) -> None:
    deck = _deck(tmp_path)
    assert _run(program, "battle", (deck, deck), 6)[3:6] == _run(program, "battle", (deck, deck), 3, 3)[:3]


@needs_engine
def test_both_seats_win(program: Path, tmp_path: Path) -> None:
    deck = _deck(tmp_path)
    games = [game.split() for game in _run(program, "battle", (deck, deck), 40)[:-1]]
    assert {game[4] for game in games if game[3] == "1"} == {"0", "1"}


@needs_engine
@pytest.mark.slow
@pytest.mark.parametrize("mode", ["battle", "arena"])
def test_games_leave_no_memory_behind(program: Path, tmp_path: Path, mode: str) -> None:
    deck = _deck(tmp_path)
    first = _run(program, mode, (deck, deck), 200)
    assert first[:-1] == _run(program, mode, (deck, deck), 200)[:-1]
    assert int(first[-1].split()[-3]) < 8000


@needs_engine
@pytest.mark.slow
def test_arenas_play_the_same_game_as_battles() -> None:
    results = [_played(engine) for engine in (0, 1)]
    bounds = np.quantile(np.concatenate([each.plies for each in results]), (0.2, 0.4, 0.6, 0.8))
    for values in (
        [each.score for each in results],
        [each.reason for each in results],
        [np.digitize(each.plies, bounds) for each in results],
    ):
        kinds = np.unique(np.concatenate(values))
        counts = np.array([[np.sum(each == kind) for kind in kinds] for each in values])
        common = counts[:, counts.sum(0) >= 10]  # the test of chi squared is for counts that are not small
        assert chi2_contingency(common).pvalue > 0.001, counts


def _played(engine: int) -> Results:
    players = (make_player(spec, find_game("ptcg"), seed=engine) for spec in ("random", "random"))
    return play(Table.both_ways("ptcg", Deals.of(range(1000), {"engine": (engine,)}), *players))


@needs_engine
@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (DECK[:59], "the deck of seat 1 has 59 cards; a deck has 60"),
        ((*DECK[:59], 99999), "the deck of seat 1 has a card id that the engine does not know"),
        ((65,) * 5 + DECK[5:], "the deck of seat 1 has more than four cards of one name"),
        ((5,) * 60, "the deck of seat 1 has no Basic Pokémon"),
    ],
)
def test_a_deck_that_is_none_is_refused_in_a_sentence(
    program: Path, tmp_path: Path, cards: tuple[int, ...], sentence: str
) -> None:
    lines = _run(program, "battle", (_deck(tmp_path), _deck(tmp_path, cards)), 1)
    assert len(lines) == 1
    assert lines[0].startswith(sentence)


@needs_engine
@pytest.mark.parametrize(
    ("text", "sentence"), [("65\n" * 4 + "5\n" * 55, "59 cards, 1 too few"), ("1\nx\n", "line 2: 'x' is neither an id")]
)
def test_a_file_that_is_no_deck_is_refused_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "deck.csv"
    path.write_text(text)
    with pytest.raises(BadInput, match=sentence):
        read_deck(path)
