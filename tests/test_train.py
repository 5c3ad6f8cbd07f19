"""Training in a league: it learns, seats are balanced, settings are refused in a sentence, a kill changes nothing."""

import io
import json
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from command_line import kill_when, run, standoff, start
from rich.console import Console

from standoff import Deals, PolicyPlayer, Table, find_game, make_player, play
from standoff.checkpoints import load_checkpoint
from standoff.evaluator import UniformEvaluator

torch = pytest.importorskip("torch")

from standoff.learning.advantages import advantages  # noqa: E402
from standoff.learning.league import Archive, LeagueConfig, score_by_opponent, seating  # noqa: E402
from standoff.learning.learner import Anchor, Learner, Progress, divergence_from  # noqa: E402
from standoff.learning.live import WIDTH, Climb, curve  # noqa: E402
from standoff.learning.ppo import PPOConfig, learning_rate, update  # noqa: E402
from standoff.learning.rollouts import Rollout, roll_out  # noqa: E402
from standoff.learning.train import TrainConfig, read_config  # noqa: E402
from standoff.models.duel import SIZES, DuelModel  # noqa: E402
from standoff.models.tensors import log_softmax, to_tensors  # noqa: E402
from standoff.schema import schema_of  # noqa: E402

SMALL = (
    *("--widths", "tiny", "--games", "16", "--slots", "8", "--ppo.minibatch", "256", "--league.snapshot-every", "2"),
    *("--yardsticks.every", "2", "--yardsticks.seeds", "3", "--iterations", "5", "--threads", "1"),
)
TRAINING = ("train", "bang", "--setup", "random", *SMALL)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("train") / "run"
    answer = run(folder.parent, *TRAINING, "--out", folder)
    assert answer.code == 0, answer.err
    assert "against tactical" in answer.out
    return folder


def reference_advantages(value: list[float], outcome: float, smoothing: float) -> list[float]:
    """The definition, decision by decision: a discounted sum of all later surprises."""
    later = [*value[1:], outcome]
    surprise = [after - before for before, after in zip(value, later, strict=True)]
    return [
        sum(smoothing ** (step - first) * surprise[step] for step in range(first, len(value)))
        for first in range(len(value))
    ]


@pytest.mark.parametrize("smoothing", [0.0, 0.9, 1.0])
def test_advantages_are_discounted_sums_of_surprises(smoothing: float) -> None:
    draws = np.random.default_rng(3)
    lengths = draws.integers(1, 12, 40)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    value = draws.uniform(-1, 1, offsets[-1]).astype(np.float32)
    outcome = draws.choice([-1, 0, 1], 40).astype(np.float32)
    expected = [
        reference_advantages(value[first:last].tolist(), float(won), smoothing)
        for first, last, won in zip(offsets, offsets[1:], outcome, strict=False)
    ]
    found = advantages(value, outcome, offsets, smoothing)
    np.testing.assert_allclose(found, np.concatenate(expected), rtol=1e-4, atol=1e-5)


def test_the_learner_sits_in_both_seats_as_often_against_each() -> None:
    seats = seating(512, LeagueConfig(), 3, 2)
    assert (seats == 0).any(axis=1).all(), "it is in every game"
    for number in range(1, 6):
        first, second = ((seats[:, seat] == number).sum() for seat in (0, 1))
        assert first == second > 0
    assert (seats == 0).all(axis=1).mean() >= 0.5, "half of the games against itself"


def test_past_selves_that_are_close_to_even_are_met_more_often() -> None:
    archive = Archive(["even", "beaten", "lost to"], [50.0, 98.0, 2.0], [100.0, 100.0, 100.0])
    met = np.bincount([archive.draw(1, 0.02, (seed,))[0] for seed in range(2000)], minlength=3)
    assert met[0] > 3 * met[1] > 0
    assert met[0] > 3 * met[2] > 0
    archive.note({0: (1.0, 2)}, 0.5)
    assert (archive.score[0], archive.games) == (26.0, [52.0, 50.0, 50.0])


def test_scores_by_opponent_are_the_learners() -> None:
    game = find_game("cycles")
    players = (make_player("flood", game), make_player("random", game))
    seats = np.array([[0, 1], [1, 0], [0, 0]], np.int8)
    results = play(Table("cycles", Deals.of([1, 2, 3], {"size": (7, 7)}), players, seats))
    score, games = score_by_opponent(results)[1]
    assert games == 2
    assert score == results.score[0] + 1 - results.score[1]


def small_rollout() -> Rollout:
    learner = PolicyPlayer("learner", UniformEvaluator(), 1.0, seed=4)
    players = (learner, make_player("tactical", find_game("bang")))
    seats = np.array([[0, 0], [0, 1], [1, 0], [0, 0]], np.int8)
    deals = Deals.of(range(4), find_game("bang").options().values())
    return roll_out(Table("bang", deals, players, seats), slots=4, threads=1)[0]


def test_a_rollout_keeps_the_learners_decisions_in_order_with_what_was_hidden() -> None:
    rollout = small_rollout()
    batch = rollout.batch
    assert len(rollout.offsets) == 1 + 6, "two sequences in a game against itself"
    for first, last in zip(rollout.offsets, rollout.offsets[1:], strict=False):
        assert len(set(zip(batch.game[first:last].tolist(), batch.seat[first:last].tolist(), strict=True))) == 1
        assert (np.diff(batch.ply[first:last]) > 0).all()
    np.testing.assert_allclose(np.exp(rollout.log_probability), 1 / batch.n_actions, rtol=1e-5)
    assert rollout.secrets.shape == (len(batch), len(batch.schema.secrets))
    law_hand = rollout.secrets[:, :31].sum(1)
    mine = batch.globals[:, batch.schema.globals.index("my_hand")]
    assert (law_hand[batch.seat == 0] == mine[batch.seat == 0]).all()
    own = {
        (int(game), int(seat)): outcome
        for game, seat, outcome in zip(
            batch.game[rollout.offsets[:-1]], batch.seat[rollout.offsets[:-1]], rollout.outcome, strict=True
        )
    }
    assert own[0, 0] == -own[0, 1]


def fresh_learner() -> Learner:
    torch.manual_seed(1)
    model = DuelModel(schema_of("bang"), SIZES["tiny"])
    return Learner(model, None, torch.optim.Adam(model.parameters(), lr=1e-3))


def test_an_update_makes_good_choices_likelier_and_stays_near() -> None:
    rollout, learner = small_rollout(), fresh_learner()
    batch = to_tensors(rollout.batch, torch.device("cpu"))
    taken = torch.from_numpy(rollout.batch.action_offsets[:-1] + rollout.index)
    with torch.no_grad():
        before = log_softmax(learner.model(batch)[0], batch)[taken]
    own = replace(rollout, log_probability=before.numpy())
    config = PPOConfig(epochs=4, minibatch=256, learning_rate=3e-3, halving=0, entropy=0.0, kl_stop=0.0)
    metrics = update(learner, own, config, Progress(0, (1,)))
    with torch.no_grad():
        after = log_softmax(learner.model(batch)[0], batch)[taken]
    won = torch.from_numpy(np.repeat(rollout.outcome, np.diff(rollout.offsets)) > 0)
    change = (after - before).mean
    assert (after - before)[won].mean() > (after - before)[~won].mean(), change
    assert 0 < metrics["ppo/kl"] < 0.2
    assert metrics["ppo/epochs"] == 4


def test_an_update_stops_where_the_policy_has_moved_far() -> None:
    config = PPOConfig(epochs=50, minibatch=256, learning_rate=0.02, halving=0, kl_stop=0.01)
    assert update(fresh_learner(), small_rollout(), config, Progress(0, (1,)))["ppo/epochs"] < 50


def test_the_learning_rate_halves_and_keeps_a_floor_while_the_entropy_weight_fades_on() -> None:
    config = PPOConfig(learning_rate=8e-3, halving=10, least_rate=1e-3)
    rates = [learning_rate(config, Progress(updates, (0,))) for updates in (0, 10, 30, 90)]
    assert rates == [8e-3, 4e-3, 1e-3, 1e-3]
    assert Progress(90, (0,)).faded(config.halving) == 2.0**-9


def test_an_anchor_holds_the_policy() -> None:
    rollout = small_rollout()
    config = PPOConfig(epochs=3, minibatch=256, learning_rate=3e-3, halving=0, kl_stop=0.0)
    batch, moved = to_tensors(rollout.batch, torch.device("cpu")), []
    for weight in (0.0, 20.0):
        learner, start_model = fresh_learner(), fresh_learner().model
        update(learner, rollout, config, Progress(0, (1,), (Anchor(start_model, weight),)))
        with torch.no_grad():
            policy = log_softmax(learner.model(batch)[0], batch)
            moved.append(float(divergence_from(start_model, policy, batch)))
    assert moved[1] < moved[0] / 2


def test_a_run_holds_checkpoints_receipts_metrics_and_its_whole_config(trained: Path) -> None:
    names = {path.stem for path in (trained / "checkpoints").glob("*.safetensors")}
    assert names == {"iteration-000000", "iteration-000002", "iteration-000004", "last"}
    receipts = json.loads((trained / "receipts.json").read_text())
    assert (receipts["duels"], receipts["updates"]) == (80, 5)
    lines = [json.loads(line) for line in (trained / "metrics.jsonl").read_text().splitlines()]
    assert [line["step"] for line in lines] == [1, 2, 3, 4, 5]
    assert {"ppo/kl", "ppo/clipped", "ppo/entropy", "play/top_probability", "critic/explained"} <= lines[0].keys()
    assert {"critic/privileged_explained", "receipts/steps", "receipts/decisions"} <= lines[0].keys()
    assert {"yardstick/tactical", "yardstick/tactical/low", "yardstick/random/high"} <= lines[1].keys()
    assert "yardstick/early" in lines[3]
    config = tomllib.loads((trained / "config.toml").read_text())["config"]
    assert config["ppo"]["ratio_band"] == 0.2
    assert read_config(trained / "config.toml").games == 16
    assert load_checkpoint(trained / "checkpoints" / "last.safetensors").family == "duel"
    assert list(trained.glob("events.out.tfevents*"))


def assert_same_numbers(folder: Path, other: Path) -> None:
    assert (folder / "metrics.jsonl").read_text() == (other / "metrics.jsonl").read_text()
    for name in ("iteration-000004", "last"):
        mine, theirs = (load_checkpoint(each / "checkpoints" / f"{name}.safetensors") for each in (folder, other))
        assert all((mine.weights[key] == theirs.weights[key]).all() for key in mine.weights), name


MOMENTS = np.random.default_rng(5).uniform(0.0, 4.0, 5)
"""Iterations done when a run is killed, and how far the next has come."""


@pytest.mark.parametrize("moment", MOMENTS, ids=[f"{moment:.3f}" for moment in MOMENTS])
def test_a_training_killed_at_any_moment_ends_with_the_same_numbers(
    trained: Path, tmp_path: Path, moment: float
) -> None:
    folder = tmp_path / "run"
    metrics = folder / "metrics.jsonl"
    done = int(moment)

    def is_time() -> bool:
        begun = (folder / "config.toml").exists()
        return begun and (done == 0 or (metrics.exists() and metrics.read_text().count("\n") >= done))

    # An iteration of so few games takes about a tenth of a second.
    assert kill_when(start(tmp_path, *TRAINING, "--out", folder), is_time, (moment - done) / 10), "it had ended before"
    assert run(tmp_path, "resume", folder).code == 0
    assert_same_numbers(folder, trained)


def test_the_view_of_a_training_tells_the_climb_and_the_costs(trained: Path) -> None:
    climb = Climb(trained)
    climb.add({"ppo/entropy": 0.5}, "80 duels")
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(climb.drawn())
    drawn = console.export_text()
    lines = [json.loads(line) for line in (trained / "metrics.jsonl").read_text().splitlines()]
    measured = [line for line in lines if "yardstick/tactical" in line]
    assert drawn.startswith("80 duels")
    assert f"{measured[-1]['yardstick/tactical']:.1%} [" in drawn
    assert "0.500 nats" in drawn and "privileged critic explains" in drawn


def test_a_curve_goes_from_the_least_to_the_greatest() -> None:
    assert curve([0.0, 1.0, 0.5]) == "▁█▅"
    assert curve([0.5], 0.0, 1.0) == "▅"
    assert len(curve(list(range(1000)))) == WIDTH


def test_a_finished_training_goes_on_with_a_longer_budget(trained: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(trained, folder)
    assert standoff("resume", folder, "--budget", "1h").code == 0, "five iterations are the most it was given"
    assert_same_numbers(folder, trained)


def test_training_goes_on_from_a_checkpoint_that_it_is_held_to(trained: Path, tmp_path: Path) -> None:
    last = trained / "checkpoints" / "last.safetensors"
    words = (*TRAINING, "--iterations", "1", "--start", last, "--anchor.weight", "1", "--out", tmp_path / "run")
    assert standoff(*words).code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--budget soon", "--budget 'soon' is no time; give 90s, 60m or 2h"),
        ("--ppo.epochs 0", "--ppo.epochs is 1 or more, not 0"),
        ("--ppo.smoothing 2", "--ppo.smoothing is from 0 to 1, not 2.0"),
        ("--games 0", "--games is 1 or more, not 0"),
        ("--league.self-share 0.9", "--league.self-share and --league.archive-share are shares that sum to 1 at most"),
        ("--start tactical", "--start 'tactical' is a scripted player, which has no weights to start from"),
        ("--start runs/none", "there is no player 'runs/none' of bang"),
        ("--device abacus", "torch cannot use --device abacus on this machine"),
        ("--config none.toml", "none.toml cannot be read: No such file"),
        ("--league.scripted nobody", "there is no player 'nobody' of bang"),
        ("--yardsticks.players nobody", "there is no player 'nobody' of bang"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(tmp_path: Path, words: str, sentence: str) -> None:
    answer = standoff("train", "bang", "--out", tmp_path / "run", *words.split())
    assert answer.code == 2
    assert sentence in answer.err
    assert not (tmp_path / "run").exists(), "nothing was begun"


def test_a_file_of_settings_is_read_and_its_faults_named(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('games = 24\nbudget = "2m"\n[ppo]\nepochs = 5\n')
    assert read_config(path) == replace(TrainConfig(), games=24, budget="2m", ppo=PPOConfig(epochs=5))
    for text, sentence in (("games = 'many'", "is no file of settings"), ("gmaes = 3", "has a setting 'gmaes'")):
        path.write_text(text)
        assert sentence in standoff("train", "bang", "--config", path, "--out", tmp_path / "run").err


def test_cycles_trains_by_the_same_code(tmp_path: Path) -> None:
    answer = standoff("train", "cycles", "--size", "6x5", *SMALL, "--iterations", "2", "--out", tmp_path / "run")
    assert answer.code == 0, answer.err
    assert "against voronoi" in answer.out
