"""Matches: every seed in both seats, fair to both players, with intervals, as a table and as JSON."""

import itertools
import json

import numpy as np
import pytest
from command_line import standoff

from standoff import Deals, Interval, MatchReport, Table, find_game, make_player, play, play_match, wilson
from standoff.rating.intervals import over_pairs
from standoff.rating.match import Tally, report

CYCLES = find_game("cycles")
SIZE = {"size": (7, 7)}
MATCH = ("match", "cycles", "voronoi", "flood", "--size", "7x7", "--seeds", 25)


def match(first: str, second: str, seeds: int = 40) -> MatchReport:
    return play_match("cycles", SIZE, (make_player(first, CYCLES), make_player(second, CYCLES)), 5_000_000, seeds)


def test_every_seed_is_played_in_both_seats() -> None:
    players = make_player("flood", CYCLES), make_player("random", CYCLES)
    table = Table.both_ways("cycles", Deals.of([7, 8, 9], SIZE), *players)
    results = play(table)
    assert results.seed.tolist() == [7, 7, 8, 8, 9, 9]
    assert results.seating.tolist() == [[0, 1], [1, 0]] * 3
    counted = report(results, 7, 3, 1.0)
    assert [tally.games for tally in counted.by_seat] == [3, 3]
    wins = (results.score[0::2] == 1).sum(), (results.score[1::2] == 0).sum()  # of flood, which changes seats
    assert tuple(tally.wins for tally in counted.by_seat) == wins
    assert counted.total.wins == sum(wins)


@pytest.mark.parametrize("spec", ["flood", "voronoi", "alphabeta:2", "random"])
def test_against_itself_a_player_wins_half(spec: str) -> None:
    """Equal choices in both games of a seed: what is won in one seat is lost in the other."""
    itself = match(spec, spec)
    assert itself.over_games.score == itself.over_pairs.score == 0.5
    assert itself.by_seat[0].wins == itself.by_seat[1].losses
    assert itself.over_pairs.low == itself.over_pairs.high == 0.5  # the deal decides, and the pairs know it


def test_a_match_is_the_same_from_the_other_side() -> None:
    mine, theirs = match("voronoi", "flood"), match("flood", "voronoi")
    assert mine.players == theirs.players[::-1]
    assert mine.total == Tally(theirs.total.losses, theirs.total.draws, theirs.total.wins)
    assert mine.by_seat[0].wins == theirs.by_seat[1].losses
    assert mine.over_games.low == pytest.approx(1 - theirs.over_games.high)
    assert mine.over_pairs.low == pytest.approx(1 - theirs.over_pairs.high)


def test_the_stronger_wins_by_more_than_chance() -> None:
    order = ["random", "flood", "voronoi", "alphabeta:4"]
    for weaker, stronger in itertools.pairwise(order):
        assert match(stronger, weaker).over_pairs.low > 0.5, f"{stronger} against {weaker}"


def test_intervals_are_those_of_games_and_of_pairs() -> None:
    table = Table.both_ways(
        "cycles", Deals.of(range(30), SIZE), make_player("voronoi", CYCLES), make_player("flood", CYCLES)
    )
    results = play(table)
    mine = np.where(results.seating[:, 0] == 0, results.score, 1 - results.score)
    counted = report(results, 0, 30, 2.0)
    assert counted.over_games == wilson(float(mine.sum()), 60)
    assert counted.over_pairs == over_pairs(mine.reshape(30, 2).mean(axis=1))
    assert counted.plies_a_game == results.plies.mean()
    assert counted.games_a_second == 30.0


def test_the_json_is_the_report() -> None:
    answer = standoff(*MATCH, "--json")
    said = json.loads(answer.out)
    expected = match("voronoi", "flood", 25)
    assert answer.code == 0
    assert said.keys() == MatchReport.__dataclass_fields__.keys()
    assert said["players"] == ["voronoi", "flood"]
    assert (said["first_seed"], said["seeds"]) == (5_000_000, 25)
    assert Tally(**said["total"]) == expected.total
    assert tuple(Tally(**tally) for tally in said["by_seat"]) == expected.by_seat
    assert Interval(**said["over_games"]) == expected.over_games
    assert Interval(**said["over_pairs"]) == expected.over_pairs


def test_the_table_says_what_the_json_says() -> None:
    answer, expected = standoff(*MATCH), match("voronoi", "flood", 25)
    assert "Light cycles (Tron): voronoi against flood" in answer.out
    total = expected.total
    cells = [cell.strip() for line in answer.out.splitlines() if "in all" in line for cell in line.split("│")]
    assert cells[1:-1] == ["in all", "50", str(total.wins), str(total.draws), str(total.losses)]
    assert f"score {expected.over_games} with the 95% Wilson interval over 50 games" in answer.out
    assert f"{expected.over_pairs} with the 95% interval over 25 pairs, a seed in both seats" in answer.out


def test_the_same_command_prints_the_same_figures() -> None:
    def figures(*words: object) -> dict[str, object]:
        said = json.loads(standoff(*MATCH, "--json", *words).out)
        del said["games_a_second"]
        return said

    assert figures() == figures()
    assert figures("--first-seed", 1) != figures()


def test_random_players_follow_the_seed() -> None:
    def wins(*words: object) -> int:
        answer = standoff("match", "cycles", "random", "flood", "--size", "7x7", "--seeds", 60, "--json", *words)
        return json.loads(answer.out)["total"]["wins"]

    assert wins("--seed", 1) == wins("--seed", 1)
    assert len({wins("--seed", seed) for seed in range(5)}) > 1
