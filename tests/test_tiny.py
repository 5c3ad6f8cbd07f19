"""The whole walk in ten small tests: deal, decide, play, record, clone, rate, look into habits, replay. Start here.

Read it from top to bottom: each test says one thing about Standoff and uses what the one before it explained.
Everything is played on light cycles (Tron), on a board of 7 x 7 cells, so that the walk takes seconds.
"""

from pathlib import Path

import numpy as np
import pytest

import standoff
from standoff.analysis.habits import habits
from standoff.learning.clone import CloneConfig, clone
from standoff.players import RecordedPlayer

BOARD = {"size": (7, 7)}
CYCLES = standoff.find_game("cycles")
VORONOI, FLOOD, RANDOM = (standoff.make_player(name, CYCLES) for name in ("voronoi", "flood", "random"))


def test_1_a_decision_is_what_one_seat_can_see() -> None:
    """A pool steps many games at once. What is open in them comes as one batch, a row a decision."""
    pool = standoff.GamePool.of("cycles", standoff.Deals.of([1, 2, 3], BOARD))
    batch = pool.decisions()

    assert len(batch) == 3  # one decision in each of the three games
    assert (batch.seat == 0).all()  # seat 0 begins
    assert batch.planes.shape == (3, 3, 7, 7)  # [decision, plane, row, column]
    assert batch.schema.planes == ("free", "my_cycle", "their_cycle")  # the schema names every column

    # Decisions have different numbers of legal actions, so action rows are flat: decision b has the rows from
    # action_offsets[b] to action_offsets[b + 1].
    first_decision = batch.actions[batch.action_offsets[0] : batch.action_offsets[1]]
    assert first_decision.shape == (batch.n_actions[0], len(batch.schema.actions))


def test_2_a_player_turns_decisions_into_choices() -> None:
    """A choice is the place of a legal row, with weights: the distribution that one would imitate the player by."""
    worlds = standoff.GamePool.of("cycles", standoff.Deals.of([1, 2, 3], BOARD)).worlds()
    batch = worlds.decisions()
    choices = VORONOI.choose(batch, worlds)

    assert ((choices.index >= 0) & (choices.index < batch.n_actions)).all()
    sums = np.add.reduceat(choices.weights, batch.action_offsets[:-1])
    assert sums == pytest.approx([1, 1, 1])


def test_3_the_arena_plays_every_deal_to_its_end() -> None:
    """A table says who sits where. The same table gives the same games, move by move."""
    table = standoff.Table.both_ways("cycles", standoff.Deals.of(range(50), BOARD), FLOOD, RANDOM)
    results = standoff.play(table)

    assert len(results) == 100  # each of 50 seeds in both seats
    assert results.seating[:2].tolist() == [[0, 1], [1, 0]]
    flood_scores = np.where(results.seating[:, 0] == 0, results.score, 1 - results.score)
    assert flood_scores.mean() > 0.6  # who counts free cells beats who does not
    assert (standoff.play(table).choices == results.choices).all()


def test_4_a_match_says_how_sure_it_is() -> None:
    """Every seed is played in both seats, and every score comes with a 95% interval."""
    report = standoff.play_match("cycles", BOARD, (VORONOI, FLOOD), first_seed=5_000_000, seeds=50)

    assert report.total.games == 100
    assert report.over_games.low < report.over_games.score < report.over_games.high
    assert report.over_games.low > 0.5  # voronoi is stronger than flood, and not by luck


def record_voronoi(path: Path, seeds: range) -> standoff.Recording:
    """`standoff record` does this: the recorder is a spectator, which sits in the arena and watches."""
    seating = np.zeros((len(seeds), 2), np.int8)  # voronoi in both seats
    table = standoff.Table("cycles", standoff.Deals.of(seeds, BOARD), (VORONOI,), seating)
    recorder = standoff.Recorder(np.array([True]))  # of player 0, every decision
    recording = recorder.recording(table, standoff.play(table, [recorder]))
    assert recording is not None
    standoff.write_recording(path, recording, {"game": "cycles", "teacher": "voronoi"})
    return recording


def test_5_a_recording_is_one_file_with_all_that_was_seen_and_done(tmp_path: Path) -> None:
    """It is a Parquet file: Polars opens it too, a row a game."""
    written = record_voronoi(tmp_path / "games.parquet", range(20))
    read = standoff.read_recording(tmp_path / "games.parquet")

    assert len(read.games) == 20
    assert (read.batch.actions == written.batch.actions).all()
    assert (read.choices.index == written.choices.index).all()
    # Where all legal rows were equally good to voronoi, only its tie-break chose. The others are contested.
    assert 0 < read.is_contested.mean() < 1


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two recordings for the rest of the walk: one to learn from, and one of other seeds to measure on."""
    folder = tmp_path_factory.mktemp("walk")
    record_voronoi(folder / "train.parquet", range(1_000_000, 1_000_080))
    record_voronoi(folder / "heldout.parquet", range(2_000_000, 2_000_020))
    return folder


def test_6_a_recording_can_be_played_again(folder: Path) -> None:
    """A game is its deal's seed and its choices; the rows can be written anew from these."""
    games = standoff.read_recording(folder / "heldout.parquet").games
    again = RecordedPlayer(games.choices, games.choice_offsets)
    seating = np.zeros((len(games), 2), np.int8)
    results = standoff.play(standoff.Table("cycles", standoff.Deals.of(games.seed, BOARD), (again,), seating))

    assert (results.score == games.score).all()
    assert (results.plies == games.plies).all()


@pytest.fixture(scope="module")
def run(folder: Path) -> Path:
    """`standoff clone train.parquet --heldout heldout.parquet --size tiny ... --out runs/clone`, in Python."""
    train, heldout = (str(folder / name) for name in ("train.parquet", "heldout.parquet"))
    config = CloneConfig((train,), heldout, size="tiny", batch=64, epochs=4, threads=1)
    measured = clone(config, folder / "clone")
    assert measured.agreement > 0.9  # on games that it has not learnt from
    return folder / "clone"


def test_7_a_network_learns_to_choose_as_the_recorded_player_did(run: Path) -> None:
    """A run folder holds all that it took to make the clone, and what was measured on the way."""
    assert (run / "config.toml").read_text().startswith('verb = "clone"')
    assert (run / "metrics.jsonl").read_text().count("heldout/agreement") >= 4
    assert (run / "checkpoints" / "best.safetensors").is_file()


def test_8_a_clone_is_a_player_like_any_other(run: Path) -> None:
    """Its folder is its name; settings follow a question mark. Agreement is not strength: so it plays matches."""
    greedy = standoff.make_player(str(run), CYCLES)
    careless = standoff.make_player(f"{run}?temperature=50", CYCLES)

    against_random = standoff.play_match("cycles", BOARD, (greedy, RANDOM), first_seed=5_000_000, seeds=40)
    assert against_random.over_pairs.low > 0.5
    against_itself = standoff.play_match("cycles", BOARD, (greedy, careless), first_seed=5_000_000, seeds=40)
    assert against_itself.over_pairs.low > 0.5  # a high temperature is a coin toss


def test_9_habits_show_what_a_clone_has_forgotten(run: Path) -> None:
    """How often is each kind of action taken when it can be, by the clone and by its teacher?"""
    made = standoff.make_player(str(run), CYCLES)
    never_left = standoff.make_player(f"{run}?logit-offset=left:-100", CYCLES)

    counted = habits("cycles", BOARD, (made, VORONOI), first_seed=6_000_000, seeds=20)
    assert not any(habit.is_forgotten for habit in counted)
    counted = habits("cycles", BOARD, (never_left, VORONOI), first_seed=6_000_000, seeds=20)
    assert [(habit.player, habit.kind) for habit in counted if habit.is_forgotten] == [(never_left.name, "left")]


def test_10_what_cannot_be_used_is_refused_in_one_sentence(folder: Path) -> None:
    """Bad input raises BadInput, which says what is wrong and how to mend it; so the command line prints it."""
    with pytest.raises(standoff.BadInput, match="there is no player 'flod' of cycles; scripted players: random, flood"):
        standoff.make_player("flod", CYCLES)
    train = str(folder / "train.parquet")
    with pytest.raises(standoff.BadInput, match="is not held out: seed 1000000 also stands in the training recording"):
        clone(CloneConfig((train,), heldout=train), folder / "refused")
