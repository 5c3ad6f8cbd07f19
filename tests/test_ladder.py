"""The ladder: ratings are a function of its file, a kill loses a pairing at most, and the strong stand on top."""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from command_line import kill_when, run, standoff, start
from scipy.optimize import minimize
from scipy.special import expit

from standoff.rating.elo import SCALE, Meeting, fit_elo
from standoff.rating.ladder import Ladder
from standoff.rating.ladder_file import LadderSettings, Pairing
from standoff.rating.match import Tally
from standoff.rating.skill import Skills

THREE = ("--players", "random,flood,voronoi")
BOARD = ("--size", "7x7")


def ladder(file: Path, *words: object) -> list[dict[str, object]]:
    answer = standoff("ladder", "cycles", file, *BOARD, "--json", *words)
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.fixture(scope="module")
def climbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 600 games of three players, which no test may change."""
    file = tmp_path_factory.mktemp("ladder") / "cycles.jsonl"
    ladder(file, *THREE, "--games", 600)
    return file


def test_the_strong_stand_on_top(climbed: Path) -> None:
    standings = ladder(climbed, "--games", 0)
    assert [(each["rank"], each["player"]) for each in standings] == [(1, "voronoi"), (2, "flood"), (3, "random")]
    elos = [each["elo"] for each in standings]
    assert elos[0]["low"] > elos[1]["high"] > elos[1]["low"] > elos[2]["high"]
    assert sum(elo["elo"] for elo in elos) == pytest.approx(0, abs=1e-6)
    skills = [each["skill"]["mu"] for each in standings]
    assert skills == sorted(skills, reverse=True)


def test_every_pairing_is_a_line_on_seeds_of_its_own(climbed: Path) -> None:
    head, *pairings = lines(climbed)
    assert head == {
        "format": "standoff-ladder-1",
        "game": "cycles",
        "options": {"size": [7, 7]},
        "first_seed": 8_000_000,
        "seed": 0,
    }
    assert [pairing["first_seed"] for pairing in pairings] == [8_000_000 + 10 * at for at in range(30)]
    for pairing in pairings:
        assert sum(pairing["tally"].values()) == 2 * pairing["seeds"] == 20
        assert sum(pairing["pairs"]) == 10


def test_a_line_is_what_a_match_of_these_players_brings(climbed: Path) -> None:
    pairing = lines(climbed)[-1]
    words = ("--first-seed", pairing["first_seed"], "--seeds", pairing["seeds"], *BOARD, "--json")
    match = json.loads(standoff("match", "cycles", *pairing["players"], *words).out)
    assert match["total"] == pairing["tally"]
    assert match["pairs"] == pairing["pairs"]


def test_games_and_scores_are_those_of_the_file(climbed: Path) -> None:
    for standing in ladder(climbed, "--games", 0):
        games, points = 0, 0.0
        for pairing in lines(climbed)[1:]:
            tally = pairing["tally"]
            if standing["player"] in pairing["players"]:
                won = "wins" if pairing["players"][0] == standing["player"] else "losses"
                games += sum(tally.values())
                points += tally[won] + tally["draws"] / 2
        assert standing["games"] == games
        assert standing["score"] == pytest.approx(points / games)


def test_the_same_command_writes_the_same_file(climbed: Path, tmp_path: Path) -> None:
    ladder(tmp_path / "again.jsonl", *THREE, "--games", 600)
    assert (tmp_path / "again.jsonl").read_bytes() == climbed.read_bytes()


def test_step_by_step_it_becomes_the_same_file(climbed: Path, tmp_path: Path) -> None:
    for games in (100, 300, 600):
        standings = ladder(tmp_path / "steps.jsonl", *THREE, "--games", games)
    assert (tmp_path / "steps.jsonl").read_bytes() == climbed.read_bytes()
    assert standings == ladder(climbed, "--games", 0)


@pytest.mark.parametrize("lost", [1, 40, 150])
def test_a_torn_last_line_is_played_again(climbed: Path, tmp_path: Path, lost: int) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(climbed.read_bytes()[:-lost])
    ladder(torn, *THREE, "--games", 600)
    assert torn.read_bytes() == climbed.read_bytes()


@pytest.mark.parametrize("kept", [0, 1, 30])
def test_a_torn_first_line_is_no_ladder_yet(climbed: Path, tmp_path: Path, kept: int) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(climbed.read_bytes()[:kept])
    ladder(torn, *THREE, "--games", 600)
    assert torn.read_bytes() == climbed.read_bytes()


def test_after_a_kill_the_same_command_goes_on_to_the_same_file(climbed: Path, tmp_path: Path) -> None:
    words = ("ladder", "cycles", "killed.jsonl", *THREE, *BOARD, "--games", 600)
    file = tmp_path / "killed.jsonl"
    was_killed = kill_when(start(tmp_path, *words), lambda: file.exists() and file.stat().st_size > 500)
    assert was_killed
    assert run(tmp_path, *words).code == 0
    assert file.read_bytes() == climbed.read_bytes()


def test_a_finished_ladder_is_left_as_it_is(climbed: Path) -> None:
    before = climbed.read_bytes()
    ladder(climbed, *THREE, "--games", 600)
    ladder(climbed, "--games", 10)
    assert climbed.read_bytes() == before


def test_a_player_who_comes_later_is_rated_among_the_others(climbed: Path, tmp_path: Path) -> None:
    file = tmp_path / "grown.jsonl"
    shutil.copy(climbed, file)
    standings = ladder(file, "--players", "voronoi,alphabeta:2", "--games", 900)
    assert file.read_bytes().startswith(climbed.read_bytes())
    assert {each["player"] for each in standings} == {"random", "flood", "voronoi", "alphabeta:2"}
    assert all({"voronoi", "alphabeta:2"} == set(line["players"]) for line in lines(file)[31:])
    assert ladder(file, "--games", 0) == standings


def test_who_has_not_played_stands_at_nothing_with_a_wide_interval(climbed: Path) -> None:
    standings = ladder(climbed, "--players", "voronoi,alphabeta:3", "--games", 0)
    stranger = next(each for each in standings if each["player"] == "alphabeta:3")
    width = {each["player"]: each["elo"]["high"] - each["elo"]["low"] for each in standings}
    assert (stranger["games"], stranger["score"]) == (0, 0.5)
    assert width["alphabeta:3"] > 2 * width["voronoi"]
    assert stranger["skill"] == {"mu": 25.0, "sigma": pytest.approx(25 / 3)}


def test_the_table_and_the_plot_show_every_player(climbed: Path) -> None:
    answer = standoff("ladder", "cycles", climbed, *BOARD, "--games", 0)
    rows = [line for line in answer.out.splitlines() if "●" in line]
    assert [row.split("│")[2].strip() for row in rows] == ["voronoi", "flood", "random"]
    plot = ElementTree.parse(climbed.with_name("cycles.jsonl.svg")).getroot()
    dots = [float(dot.get("cx", "")) for dot in plot.iter("{http://www.w3.org/2000/svg}circle")]
    assert len(dots) == 3
    assert dots == sorted(dots, reverse=True)
    words = [text.text for text in plot.iter("{http://www.w3.org/2000/svg}text")]
    assert {"voronoi", "flood", "random", "Light cycles (Tron): 600 games"} <= set(words)


def test_close_and_unknown_players_meet_first(tmp_path: Path) -> None:
    known = Ladder(tmp_path / "none.jsonl", LadderSettings("cycles", {}, 0))
    assert known.next_pairing(["a", "b", "c"]) == ("a", "b")
    for first, second, wins in (("a", "b", 150), ("b", "c", 298), ("a", "c", 299)):
        known.count(Pairing((first, second), 0, 150, Tally(wins, 0, 300 - wins), (0, 0, 0, 0, 0)))
    assert known.next_pairing(["a", "b", "c"]) == ("a", "b")  # close
    assert known.next_pairing(["a", "b", "c", "new"])[1] == "new"  # unknown


def test_skill_moves_with_every_game_and_grows_surer() -> None:
    skills = Skills()
    skills.count("a", "b", Tally(0, 10, 0))
    assert skills.of("a") == skills.of("b")
    before = skills.of("a").sigma
    assert before < skills.of("nobody").sigma
    skills.count("a", "b", Tally(30, 10, 0))
    assert skills.of("a").mu > skills.of("b").mu
    assert skills.of("a").sigma < before


def test_elo_is_the_likeliest_by_brute_force() -> None:
    meetings = [Meeting(0, 1, (3, 4, 9, 2, 5)), Meeting(1, 2, (9, 1, 4, 0, 2)), Meeting(2, 3, (0, 0, 0, 0, 12))]

    def loss(rating: np.ndarray) -> float:
        total = -np.log(expit(rating)).sum() - np.log(expit(-rating)).sum()  # a game won and one lost against zero
        for meeting in meetings:
            won, games = np.array(meeting.pairs) @ [0, 0.5, 1, 1.5, 2], 2 * sum(meeting.pairs)
            gap = rating[meeting.first] - rating[meeting.second]
            total -= won * np.log(expit(gap)) + (games - won) * np.log(expit(-gap))
        return total

    best = minimize(loss, np.zeros(4), method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12, "maxiter": 20_000})
    expected = (best.x - best.x.mean()) * SCALE
    assert [each.elo for each in fit_elo(4, meetings)] == pytest.approx(expected, abs=1e-3)


def test_elo_of_two_players_is_that_of_their_score() -> None:
    first, second = fit_elo(2, [Meeting(0, 1, (10_000, 0, 20_000, 0, 30_000))])
    assert first.elo - second.elo == pytest.approx(400 * np.log10(2), abs=0.1)
    gap = 2 * 1.96 * SCALE / np.sqrt(120_000 * 2 / 9)
    # Half of the pairs go to one side: their variance is wider than that of two games, and the interval with it.
    spread = np.sqrt((0 * (1 / 6) + 1 * (2 / 6) + 4 * (3 / 6) - (4 / 3) ** 2) / (2 * 2 / 9))
    assert 2 * (first.high - first.low) == pytest.approx(gap * spread, rel=0.01)


@pytest.mark.parametrize("is_paired", [False, True])
def test_intervals_hold_the_truth_as_often_as_they_say(is_paired: bool) -> None:
    """Also where one player takes both games of a deal, so that pairs are worth half of what they seem."""
    generator = np.random.default_rng(3)
    truth = np.array([-120.0, -30.0, 20.0, 130.0])
    truth -= truth.mean()
    n_held, n_asked = 0, 0
    for _ in range(300):
        meetings = []
        for first in range(4):
            for second in range(first + 1, 4):
                chance = expit((truth[first] - truth[second]) / SCALE)
                points = 2 * generator.binomial(1, chance, 60) if is_paired else generator.binomial(2, chance, 60)
                meetings.append(Meeting(first, second, np.bincount(2 * points, minlength=5).tolist()))
        for rating, elo in zip(fit_elo(4, meetings), truth, strict=True):
            n_held += rating.low <= elo <= rating.high
            n_asked += 1
    assert 0.92 <= n_held / n_asked <= 0.98


def refused(file: Path, *words: object) -> str:
    before = sorted(file.parent.iterdir()), file.read_bytes() if file.is_file() else b""
    answer = standoff("ladder", "cycles", file, *words)
    assert answer.code == 2
    assert answer.out == ""
    assert "Traceback" not in answer.err
    assert (sorted(file.parent.iterdir()), file.read_bytes() if file.is_file() else b"") == before
    return answer.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--size", "9x9"), "was played with the option size = 7, 7, not 9, 9; give the options that it began with"),
        ((*BOARD, "--first-seed", 5), "began with --first-seed 8000000, not 5; go on with that, or name another file"),
        ((*BOARD, "--seed", 3), "began with --seed 0, not 3; go on with that, or name another file"),
        ((*BOARD, "--players", "flood"), "a ladder takes two players or more; name them with --players"),
        ((*BOARD, "--players", "flood,flood"), "a ladder takes two players or more"),
        ((*BOARD, "--players", "flood,nobody"), "there is no player 'nobody' of cycles"),
        ((*BOARD, "--seeds", 0), "--seeds 0: give a first seed of 0 or more and at least one seed"),
    ],
)
def test_other_settings_are_refused_in_a_sentence(climbed: Path, words: tuple[object, ...], sentence: str) -> None:
    assert sentence in refused(climbed, *words)


def test_a_ladder_of_another_game_is_refused(climbed: Path) -> None:
    answer = standoff("ladder", "bang", climbed, "--players", "random,tactical")
    assert answer.code == 2
    assert "is a ladder of cycles, not of bang; name another file" in answer.err


def test_a_ladder_without_players_is_refused(tmp_path: Path) -> None:
    assert "a ladder takes two players or more" in refused(tmp_path / "new.jsonl", *BOARD)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"hello\n", "is not a ladder of this version (standoff-ladder-1); name another file"),
        (b"hello", "is not a ladder of this version (standoff-ladder-1); name another file"),
        (b"\xff\xfe\n", "is not a ladder of this version (standoff-ladder-1); name another file"),
        (b'{"format": "standoff-ladder-0"}\n', "is not a ladder of this version"),
    ],
)
def test_a_file_that_is_no_ladder_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(content)
    assert sentence in refused(file, *BOARD, *THREE)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ((b'"seeds":10', b'"seeds":"ten"'), "line 2 cannot be read (Expected `int`, got `str` - at `$.seeds`); a line"),
        ((b'"seeds":10', b'"seeds":11'), "line 2: its counts are not those of 11 seeds; a line was lost or changed"),
        ((b"8000010", b"8000011"), "line 3: it begins at seed 8000011, not 8000010; a line was lost or changed"),
        ((b'"players"', b"players"), "line 2 cannot be read ("),
    ],
)
def test_a_damaged_line_is_named(climbed: Path, tmp_path: Path, change: tuple[bytes, bytes], sentence: str) -> None:
    file = tmp_path / "damaged.jsonl"
    file.write_bytes(climbed.read_bytes().replace(*change, 1))
    assert sentence in refused(file, *BOARD, *THREE)


def test_a_lost_line_is_noticed(climbed: Path, tmp_path: Path) -> None:
    file = tmp_path / "lost.jsonl"
    file.write_bytes(b"".join(line for at, line in enumerate(climbed.open("rb")) if at != 5))
    assert "line 6: it begins at seed 8000050, not 8000040" in refused(file, *BOARD, *THREE)
