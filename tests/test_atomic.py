"""The atomic family: a set of tokens without order or padding, names that it never met, and a short clone of BANG!."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from command_line import standoff
from numpy.typing import NDArray

from standoff import DecisionBatch, find_game, read_recording, segments
from standoff.champions import read_champion
from standoff.checkpoints import load_checkpoint
from standoff.decisions import Evaluation
from standoff.errors import BadInput
from standoff.evaluator import load_evaluator
from standoff.schema import schema_of

torch = pytest.importorskip("torch")

from standoff.models.atomic import SIZES, AtomicConfig, AtomicModel  # noqa: E402
from standoff.models.inference import evaluate, from_checkpoint, make_model, to_checkpoint, widths_of  # noqa: E402
from standoff.models.tensors import log_softmax, to_tensors  # noqa: E402

CPU = torch.device("cpu")
GAMES = ("bang", "leduc", "kuhn")
TINY = SIZES["tiny"]
CLOSE = {"rtol": 0, "atol": 1e-5}
PRINTED = np.random.default_rng(4).integers(0, 300, (len(schema_of("bang").cards), 7)).astype(np.float32)


def model_of(game: str, printed: NDArray[np.float32] | None = None, config: AtomicConfig = TINY) -> AtomicModel:
    """A model whose every weight has been moved, so that all that it reads counts."""
    torch.manual_seed(5)
    model = AtomicModel(schema_of(game), config, printed)
    with torch.no_grad():
        for weight in model.parameters():
            weight += torch.randn_like(weight) * 0.1
    return model.eval()


def said(model: AtomicModel, batch: DecisionBatch) -> Evaluation:
    return evaluate(model, batch, CPU)


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("recordings")
    for game in GAMES:
        teacher = "tactical" if game == "bang" else "random"
        words = ("record", game, "--teacher", teacher, "--seeds", 20, "--out", folder / f"{game}.parquet")
        assert standoff(*words).code == 0
    return {game: folder / f"{game}.parquet" for game in GAMES}


@pytest.fixture(scope="module")
def batches(recordings: Mapping[str, Path]) -> Mapping[str, DecisionBatch]:
    return {game: read_recording(path).batch.take(np.arange(30)) for game, path in recordings.items()}


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_alone_is_read_as_in_a_batch(batches: Mapping[str, DecisionBatch], game: str) -> None:
    model, batch = model_of(game, PRINTED if game == "bang" else None), batches[game]
    together = said(model, batch)
    for row in range(len(batch)):
        alone = said(model, batch.take(np.array([row])))
        first, last = batch.action_offsets[row : row + 2]
        np.testing.assert_allclose(alone.logits, together.logits[first:last], **CLOSE)
        np.testing.assert_allclose(alone.value, together.value[row : row + 1], **CLOSE)
    assert together.logits.std() > 0.01


def test_the_order_of_entities_says_nothing(batches: Mapping[str, DecisionBatch]) -> None:
    batch, model = batches["bang"], model_of("bang", PRINTED)
    for row in range(len(batch)):
        one = batch.take(np.array([row]))
        order = np.random.default_rng(row).permutation(len(one.entities))
        columns = {name: getattr(one, name)[order] for name in ("entities", "entity_card", "entity_zone")}
        refs = np.where(one.action_refs < 0, -1, np.argsort(order)[one.action_refs]).astype(np.int32)
        shuffled = said(model, replace(one, **columns, action_refs=refs))
        np.testing.assert_allclose(shuffled.logits, said(model, one).logits, **CLOSE)
        np.testing.assert_allclose(shuffled.value, said(model, one).value, **CLOSE)


def test_equal_actions_score_equally_and_others_do_not(batches: Mapping[str, DecisionBatch]) -> None:
    one, model = batches["bang"].take(np.array([0])), model_of("bang")
    twice = np.concatenate([np.arange(len(one.actions)), [0]])
    names = ("actions", "action_kind", "action_id", "action_refs")
    doubled = replace(
        one, **{name: getattr(one, name)[twice] for name in names}, action_offsets=one.action_offsets + np.array([0, 1])
    )
    logits = said(model, doubled).logits
    assert logits[-1] == pytest.approx(logits[0], abs=1e-6)
    assert abs(logits[1] - logits[0]) > 1e-4


@pytest.mark.parametrize("column", ["actions", "action_kind", "action_id", "entities", "entity_card", "entity_zone"])
def test_every_column_counts(batches: Mapping[str, DecisionBatch], column: str) -> None:
    batch, model = batches["bang"], model_of("bang", PRINTED)
    other = replace(batch, **{column: np.roll(getattr(batch, column), 1, axis=0)})
    assert np.abs(said(model, other).logits - said(model, batch).logits).max() > 1e-3


def test_a_card_that_was_never_met_is_read_as_unknown_and_by_what_is_printed(
    batches: Mapping[str, DecisionBatch],
) -> None:
    batch = batches["bang"]
    met = np.unique(batch.entity_card)
    strange = np.setdiff1d(np.arange(len(PRINTED)), met)[:2]
    for printed in (None, PRINTED):
        torch.manual_seed(1)
        model = AtomicModel(schema_of("bang"), TINY, printed)
        _, loss = learn(model, batch, steps=3)
        assert np.isfinite(loss)
        own = model.cards.own.weight.detach()
        assert (own[torch.from_numpy(strange)] == 0).all(), "what was never met has no vector of its own"
        assert (own[torch.from_numpy(met)] != 0).any()
        model.eval()
        first, second = (
            said(model, replace(batch, entity_card=np.full_like(batch.entity_card, card))) for card in strange
        )
        assert (first.logits == second.logits).all() == (printed is None), "only what is printed tells them apart"


def test_training_hides_names_and_nothing_else_does(batches: Mapping[str, DecisionBatch]) -> None:
    batch, model = to_tensors(batches["bang"], CPU), model_of("bang", config=replace(TINY, id_dropout=0.5))
    plain = model(batch)[0]
    model.train()
    hidden = model(batch)[0]
    assert not torch.equal(hidden, plain)
    with torch.inference_mode():
        torch.testing.assert_close(model(batch)[0], plain.detach(), rtol=0, atol=1e-6)


def learn(model: AtomicModel, batch: DecisionBatch, steps: int) -> tuple[dict[str, torch.Tensor], float]:
    """Weights and loss after a few steps towards the first action, and a lost game."""
    tensors = to_tensors(batch, CPU)
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3)
    loss = torch.zeros(())
    for _ in range(steps):
        logits, value = model.train()(tensors)
        taken = log_softmax(logits, tensors)[torch.from_numpy(batch.action_offsets[:-1].copy())]
        loss = -taken.mean() + torch.square(value + 1).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return {name: weight.detach().clone() for name, weight in model.named_parameters()}, float(loss.detach())


@pytest.mark.parametrize("game", GAMES)
def test_every_weight_learns(batches: Mapping[str, DecisionBatch], game: str) -> None:
    torch.manual_seed(0)
    model = AtomicModel(schema_of(game), TINY, PRINTED if game == "bang" else None)
    before = {name: weight.detach().clone() for name, weight in model.named_parameters()}
    after, _ = learn(model, batches[game], steps=4)
    assert [name for name in before if torch.equal(before[name], after[name])] == []


def test_a_seed_decides_every_weight(batches: Mapping[str, DecisionBatch]) -> None:
    ends = []
    for _ in range(2):
        torch.manual_seed(9)
        ends.append(learn(AtomicModel(schema_of("bang"), TINY, PRINTED), batches["bang"], steps=2)[0])
    assert all(torch.equal(ends[0][name], ends[1][name]) for name in ends[0])


def test_printed_columns_are_kept_with_the_weights(batches: Mapping[str, DecisionBatch], tmp_path: Path) -> None:
    model, path = model_of("bang", PRINTED), tmp_path / "atomic.safetensors"
    to_checkpoint(model, schema_of("bang"), TINY, {}, {}).save(path)
    loaded = from_checkpoint(load_checkpoint(path), CPU)
    assert isinstance(loaded, AtomicModel)
    assert loaded.printed is not None
    assert (loaded.printed.numpy() == PRINTED).all()
    batch = batches["bang"]
    assert (said(loaded, batch).logits == said(model, batch).logits).all()
    np.testing.assert_allclose(
        load_evaluator(load_checkpoint(path)).evaluate(batch).value, said(model, batch).value, **CLOSE
    )
    plain = from_checkpoint(to_checkpoint(model_of("bang"), schema_of("bang"), TINY, {}, {}), CPU)
    assert isinstance(plain, AtomicModel)
    assert plain.printed is None


def test_what_the_family_cannot_do_is_said_in_a_sentence() -> None:
    with pytest.raises(BadInput, match="need a row for each of the 3 cards of kuhn"):
        make_model("atomic", schema_of("kuhn"), asdict(TINY), PRINTED)
    with pytest.raises(BadInput, match="heads share its width evenly"):
        AtomicModel(schema_of("kuhn"), AtomicConfig(width=32, heads=3))
    with pytest.raises(BadInput, match="the duel family has no size large; it has tiny, small, base"):
        widths_of("", "large", schema_of("bang"))


def test_a_short_clone_agrees_more_than_chance(recordings: Mapping[str, Path], tmp_path: Path) -> None:
    heldout, out = tmp_path / "heldout.parquet", tmp_path / "clone"
    words = ("record", "bang", "--teacher", "tactical", "--seeds", 5, "--first-seed", 2_000_000, "--out", heldout)
    assert standoff(*words).code == 0
    words = ("clone", recordings["bang"], "--heldout", heldout, "--family", "atomic", "--size", "tiny", "--out", out)
    answer = standoff(*words, "--epochs", 3, "--batch", 128, "--threads", 1)
    assert answer.code == 0, answer.err
    checkpoint, measured = load_checkpoint(out / "checkpoints" / "best.safetensors"), read_recording(heldout)
    assert checkpoint.family == "atomic"
    batch = measured.batch
    taught = segments.argmax(measured.choices.weights, batch.action_offsets)
    chance = (1 / np.diff(batch.action_offsets)).mean()
    agreement = checkpoint.summary["agreement"]
    logits = load_evaluator(checkpoint).evaluate(batch).logits
    assert agreement == (segments.argmax(logits, batch.action_offsets) == taught).mean()
    assert agreement > chance + 0.15
    assert find_game("bang").schema == checkpoint.schema


def test_a_league_learns_with_it_and_makes_a_champion_of_it(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = (
        "train",
        "leduc",
        "--family",
        "atomic",
        "--widths",
        "tiny",
        "--method",
        "ppo",
        "--games",
        16,
        "--slots",
        16,
    )
    answer = standoff(*words, "--iterations", 2, "--yardsticks.every", 0, "--threads", 1, "--out", out)
    assert answer.code == 0, answer.err
    assert load_checkpoint(out / "checkpoints" / "last.safetensors").family == "atomic"
    answer = standoff("champion", out, "--seeds", 3, "--out", tmp_path / "champion.json")
    assert answer.code == 0, answer.err
    assert read_champion(tmp_path / "champion.json").family == "atomic"
