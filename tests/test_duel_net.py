"""The duel family in the native core computes what torch computes, and refuses what it cannot read."""

from dataclasses import replace

import numpy as np
import pytest

from standoff import Deals, DecisionBatch, GamePool, PolicyPlayer, Table, find_game, make_player, play
from standoff.checkpoints import Checkpoint
from standoff.decisions import Evaluation
from standoff.errors import BadInput
from standoff.evaluator import NativeEvaluator
from standoff.schema import schema_of

torch = pytest.importorskip("torch")

from standoff.models.duel import SIZES, DuelConfig, DuelModel  # noqa: E402
from standoff.models.inference import TorchEvaluator, to_checkpoint  # noqa: E402

MODELS = {
    **SIZES,
    "odd widths": DuelConfig(width=37, blocks=3, action=19, hidden=5),
    "no blocks": DuelConfig(width=8, blocks=0, action=1, hidden=1),
}
CLOSE = {"rtol": 1e-4, "atol": 1e-5}


def checkpoint_of(config: DuelConfig, game: str = "bang") -> Checkpoint:
    torch.manual_seed(5)
    model = DuelModel(schema_of(game), config)
    with torch.no_grad():
        for weight in model.parameters():
            weight *= 1.6  # fresh weights say almost the same of everything
    return to_checkpoint(model, schema_of(game), config, {}, {})


def by_both(checkpoint: Checkpoint, batch: DecisionBatch) -> tuple[Evaluation, Evaluation]:
    """What the native core says, and what torch says."""
    native, reference = NativeEvaluator(checkpoint), TorchEvaluator(checkpoint, "cpu")
    return native.evaluate(batch), reference.evaluate(batch)


@pytest.fixture(scope="module")
def batch() -> DecisionBatch:
    pool = GamePool.of("bang", Deals.of(range(40), find_game("bang").options().values()))
    tactical, parts = make_player("tactical", find_game("bang")), []
    for step in range(60):
        worlds = pool.worlds()
        parts += [worlds.decisions()] if step % 6 == 0 else []
        pool.apply(tactical.choose(worlds.heads(), worlds))
    return DecisionBatch.join(parts)


@pytest.mark.parametrize("name", MODELS)
def test_logits_and_values_are_those_of_torch(name: str, batch: DecisionBatch) -> None:
    checkpoint = checkpoint_of(MODELS[name])
    native, reference = by_both(checkpoint, batch)
    np.testing.assert_allclose(native.logits, reference.logits, **CLOSE)
    np.testing.assert_allclose(native.value, reference.value, **CLOSE)


def test_a_decision_is_evaluated_alike_in_any_batch_and_on_any_threads(batch: DecisionBatch) -> None:
    checkpoint = checkpoint_of(SIZES["small"])
    whole = NativeEvaluator(checkpoint, threads=1).evaluate(batch)
    again = NativeEvaluator(checkpoint, threads=3).evaluate(batch)
    assert (whole.logits == again.logits).all()
    rows = np.array([len(batch) - 1, 3, 3])
    cut = NativeEvaluator(checkpoint, threads=2).evaluate(batch.take(rows))
    assert (cut.value == whole.value[rows]).all()


def test_a_game_with_neither_hands_nor_counts_is_evaluated_too() -> None:
    batch = GamePool.of("cycles", Deals.of(range(9), {"size": (7, 7)})).decisions()
    checkpoint = checkpoint_of(SIZES["tiny"], "cycles")
    native, reference = by_both(checkpoint, batch)
    np.testing.assert_allclose(native.logits, reference.logits, **CLOSE)


def test_an_empty_batch_is_empty(batch: DecisionBatch) -> None:
    evaluation = NativeEvaluator(checkpoint_of(SIZES["tiny"])).evaluate(batch.take(np.zeros(0, np.int64)))
    assert (len(evaluation.logits), len(evaluation.value)) == (0, 0)


def test_weights_that_do_not_fit_are_named() -> None:
    checkpoint = checkpoint_of(SIZES["tiny"])
    weights = dict(checkpoint.weights)
    for name, array, sentence in (
        ("join.weight", None, "the checkpoint has no weight join.weight"),
        ("board.weight", weights["board.weight"][:, :-1], "weight board.weight has the shape 32x"),
        ("surplus", np.zeros(3, np.float32), "weights where a duel model of its blocks has"),
        ("action.bias", None, "no weights join.bias, action.bias and position.bias of a duel model"),
    ):
        changed = {**weights, name: array} if array is not None else {k: v for k, v in weights.items() if k != name}
        with pytest.raises(BadInput, match=sentence):
            NativeEvaluator(replace(checkpoint, weights=changed))


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("entity_card", 1000, "entity_card has 1000"),
        ("entity_zone", -1, "entity_zone has -1"),
        ("action_kind", 99, "action_kind has 99"),
        ("action_refs", 500, "action_refs has 500"),
        ("action_offsets", -3, "action_offsets must rise from 0"),
    ],
)
def test_rows_that_would_reach_beyond_memory_are_refused(
    batch: DecisionBatch, column: str, value: int, sentence: str
) -> None:
    broken = getattr(batch, column).copy()
    broken.reshape(-1)[1] = value
    with pytest.raises(ValueError, match=sentence):
        NativeEvaluator(checkpoint_of(SIZES["tiny"])).evaluate(replace(batch, **{column: broken}))


def test_games_are_the_same_with_torch_and_without() -> None:
    checkpoint, options = checkpoint_of(SIZES["small"]), find_game("bang").options(setup="random").values()
    choices = []
    for evaluator in (NativeEvaluator(checkpoint), TorchEvaluator(checkpoint, "cpu")):
        player = PolicyPlayer("duel", evaluator)
        random = make_player("random", find_game("bang"))
        results = play(Table.both_ways("bang", Deals.of(range(20), options), player, random))
        choices.append(results.choices.tolist())
    assert choices[0] == choices[1]
