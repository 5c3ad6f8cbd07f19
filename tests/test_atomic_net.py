"""The atomic family in the native core computes what torch computes, and refuses what it cannot read."""

from dataclasses import asdict, replace

import numpy as np
import pytest

from standoff import Deals, DecisionBatch, GamePool, PolicyPlayer, Table, find_game, make_player, play
from standoff.checkpoints import Checkpoint
from standoff.errors import BadInput
from standoff.evaluator import NativeEvaluator, load_evaluator
from standoff.games.ptcg import is_installed
from standoff.games.ptcg.cards import HOW_TO_INSTALL
from standoff.schema import schema_of

torch = pytest.importorskip("torch")

from standoff.models.atomic import SIZES, AtomicConfig, AtomicModel  # noqa: E402
from standoff.models.inference import TorchEvaluator, to_checkpoint  # noqa: E402

needs_engine = pytest.mark.skipif(not is_installed(), reason=f"the engine is not installed: {HOW_TO_INSTALL}")
GAMES = ("bang", "leduc", "kuhn", "cycles", pytest.param("ptcg", marks=needs_engine))
MODELS = {
    "tiny": SIZES["tiny"],
    "small": SIZES["small"],
    "odd widths": AtomicConfig(width=33, heads=3, blocks=3, hidden=21, ids=5),
    "one head": AtomicConfig(width=8, heads=1, blocks=1, hidden=1, ids=1),
}
CLOSE = {"rtol": 1e-4, "atol": 2e-5}


def checkpoint_of(game: str, config: AtomicConfig = SIZES["tiny"], is_printed: bool = False) -> Checkpoint:
    """A model whose every weight has been moved, so that all that it reads counts."""
    schema = schema_of(game)
    numbers = np.random.default_rng(4).integers(0, 300, (len(schema.cards), 7)).astype(np.float32)
    torch.manual_seed(5)
    model = AtomicModel(schema, config, numbers if is_printed else None)
    with torch.no_grad():
        for weight in model.parameters():
            weight += torch.randn_like(weight) * 0.1
    return to_checkpoint(model, schema, config, {}, {})


def batch_of(game: str, games: int = 20, steps: int = 40) -> DecisionBatch:
    """Decisions from all parts of some games, of which the players are random."""
    pool = GamePool.of(game, Deals.of(range(games), find_game(game).options().values()))
    random, parts = make_player("random", find_game(game)), []
    for step in range(steps):
        worlds = pool.worlds()
        if len(worlds.heads()) == 0:
            break
        parts += [worlds.decisions()] if step % 4 < 2 else []
        pool.apply(random.choose(worlds.heads(), worlds))
    return DecisionBatch.join(parts)


@pytest.mark.parametrize("is_printed", [False, True], ids=["plain", "printed"])
@pytest.mark.parametrize("game", GAMES)
def test_logits_and_values_are_those_of_torch(game: str, is_printed: bool) -> None:
    checkpoint, batch = checkpoint_of(game, is_printed=is_printed), batch_of(game)
    native, reference = NativeEvaluator(checkpoint).evaluate(batch), TorchEvaluator(checkpoint, "cpu").evaluate(batch)
    np.testing.assert_allclose(native.logits, reference.logits, **CLOSE)
    np.testing.assert_allclose(native.value, reference.value, **CLOSE)
    assert native.logits.std() > 0.01


@pytest.mark.parametrize("name", MODELS)
def test_widths_of_any_size_are_evaluated(name: str) -> None:
    checkpoint, batch = checkpoint_of("bang", MODELS[name], is_printed=True), batch_of("bang")
    native, reference = NativeEvaluator(checkpoint).evaluate(batch), TorchEvaluator(checkpoint, "cpu").evaluate(batch)
    np.testing.assert_allclose(native.logits, reference.logits, **CLOSE)
    np.testing.assert_allclose(native.value, reference.value, **CLOSE)


def test_a_decision_is_evaluated_alike_in_any_batch_and_on_any_threads() -> None:
    checkpoint, batch = checkpoint_of("bang"), batch_of("bang")
    whole = NativeEvaluator(checkpoint, threads=1).evaluate(batch)
    again = NativeEvaluator(checkpoint, threads=3).evaluate(batch)
    assert (whole.logits == again.logits).all()
    rows = np.array([len(batch) - 1, 3, 3])
    cut = NativeEvaluator(checkpoint, threads=2).evaluate(batch.take(rows))
    assert (cut.value == whole.value[rows]).all()
    none = NativeEvaluator(checkpoint).evaluate(batch.take(np.zeros(0, np.int64)))
    assert (len(none.logits), len(none.value)) == (0, 0)


@pytest.mark.parametrize("game", ["bang", "leduc", pytest.param("ptcg", marks=needs_engine)])
def test_games_are_the_same_with_torch_and_without(game: str) -> None:
    checkpoint, options = checkpoint_of(game), find_game(game).options().values()
    choices = []
    for evaluator in (load_evaluator(checkpoint), TorchEvaluator(checkpoint, "cpu")):
        random = make_player("random", find_game(game))
        results = play(Table.both_ways(game, Deals.of(range(6), options), PolicyPlayer("atomic", evaluator), random))
        choices.append(results.choices.tolist())
    assert choices[0] == choices[1]


def test_weights_that_do_not_fit_are_named() -> None:
    checkpoint = checkpoint_of("bang", is_printed=True)
    weights = dict(checkpoint.weights)
    for name, array, sentence in (
        ("norm.weight", None, "the checkpoint has no weight norm.weight"),
        ("printed", weights["printed"][:-1], "weight printed has the shape"),
        ("reads.weight", weights["reads.weight"][:, :-1], "weight reads.weight has the shape 64x6 where 64x7 is"),
        ("surplus", np.zeros(3, np.float32), "weights where an atomic model of its blocks has"),
        ("globals.bias", None, "no weights globals.bias and blocks.0.first.bias of an atomic model"),
    ):
        changed = {**weights, name: array} if array is not None else {k: v for k, v in weights.items() if k != name}
        with pytest.raises(BadInput, match=sentence):
            NativeEvaluator(replace(checkpoint, weights=changed))


@pytest.mark.parametrize("heads", [0, 3, 65, float("nan")])
def test_heads_that_do_not_share_the_width_are_refused(heads: float) -> None:
    checkpoint = checkpoint_of("bang")
    with pytest.raises(BadInput, match="share its width evenly: 64 is not shared"):
        NativeEvaluator(replace(checkpoint, config={**asdict(SIZES["tiny"]), "heads": heads}))


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("entity_card", 1000, "entity_card has 1000"),
        ("action_id", -1, "action_id has -1"),
        ("action_kind", 99, "action_kind has 99"),
        ("action_refs", 500, "action_refs has 500"),
        ("action_offsets", -3, "action_offsets must rise from 0"),
    ],
)
def test_rows_that_would_reach_beyond_memory_are_refused(column: str, value: int, sentence: str) -> None:
    batch = batch_of("bang", 3, 8)
    broken = getattr(batch, column).copy()
    broken.reshape(-1)[1] = value
    with pytest.raises(ValueError, match=sentence):
        NativeEvaluator(checkpoint_of("bang")).evaluate(replace(batch, **{column: broken}))
