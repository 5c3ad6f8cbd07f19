"""The native core computes what torch computes, refuses what it cannot read, and plays where torch is missing."""

import json
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from standoff import Choices, Deals, DecisionBatch, Schema, Table, find_game, make_player, play, segments
from standoff.checkpoints import Checkpoint, load_checkpoint
from standoff.errors import BadInput
from standoff.evaluator import Evaluator, NativeEvaluator, load_evaluator
from standoff.learning.record import Lessons, record_lessons

torch = pytest.importorskip("torch")

from standoff.learning.clone import CloneConfig, clone  # noqa: E402
from standoff.models.grid import SIZES, GridConfig, GridModel  # noqa: E402
from standoff.models.inference import TorchEvaluator, to_checkpoint  # noqa: E402

# A game that exists nowhere, with more of everything than light cycles has.
SCHEMA = Schema(
    game="nowhere",
    kinds=("turn",),
    globals=("age", "gold"),
    planes=("walls", "heights", "mine", "theirs", "doors"),
    entities=("strength", "column", "age", "row"),
    cards=("unit",),
    zones=("hand", "board", "grave", "deck"),
    actions=("damage", "cost", "range"),
    action_kinds=("move", "hit", "pass", "draw", "stop"),
    action_ids=("any",),
    refs=("who", "whom", "where"),
    secrets=(),
    reasons=("end",),
    token_buckets=0,
)
MODELS = {
    "tiny": (SIZES["tiny"], (9, 12)),
    "small": (SIZES["small"], (20, 30)),
    "base": (SIZES["base"], (7, 5)),
    "odd widths": (GridConfig(channels=5, blocks=3, hidden=21), (3, 17)),
    "three blocks of outputs": (GridConfig(channels=40, blocks=1, hidden=24), (6, 6)),
    "no blocks": (GridConfig(channels=11, blocks=0, hidden=1), (4, 2)),
    "one cell": (GridConfig(channels=1, blocks=2, hidden=9), (1, 1)),
    "one row": (GridConfig(channels=8, blocks=1, hidden=8), (1, 40)),
}
CLOSE = {"rtol": 1e-4, "atol": 1e-4}


def random_checkpoint(config: GridConfig, schema: Schema = SCHEMA) -> Checkpoint:
    torch.manual_seed(7)
    model = GridModel(schema, config)
    with torch.no_grad():
        for weight in model.parameters():
            weight *= 1.5  # fresh weights say almost the same of everything
    return to_checkpoint(model, schema, config, {}, {})


def random_batch(n: int, height: int, width: int, schema: Schema = SCHEMA) -> DecisionBatch:
    rng = np.random.default_rng(n * height + width)
    n_entities, n_actions = rng.integers(0, 9, n), rng.integers(1, 11, n)
    entity_offsets, action_offsets = segments.offsets_of(n_entities), segments.offsets_of(n_actions)
    total_entities, total_actions = int(entity_offsets[-1]), int(action_offsets[-1])
    entities = rng.normal(size=(total_entities, len(schema.entities))).astype(np.float32)
    entities[:, schema.entities.index("row")] = rng.integers(0, height, total_entities)
    entities[:, schema.entities.index("column")] = rng.integers(0, width, total_entities)
    # -1 points nowhere; a decision without entities has nothing else.
    refs = rng.integers(-1, np.repeat(n_entities, n_actions)[:, None], (total_actions, len(schema.refs)))
    planes = rng.integers(0, 2, (n, len(schema.planes), height, width))
    planes[:, -1] *= rng.integers(0, 256, (height, width))
    numbers = np.arange(n, dtype=np.int32)
    return DecisionBatch(
        schema=schema,
        game=numbers,
        seat=np.zeros(n, np.int8),
        ply=numbers,
        kind=np.zeros(n, np.int32),
        information=numbers.astype(np.uint64),
        action_offsets=action_offsets,
        globals=rng.normal(scale=30, size=(n, len(schema.globals))).astype(np.float32),
        planes=planes.astype(np.uint8),
        entities=entities,
        entity_card=np.zeros(total_entities, np.int32),
        entity_zone=rng.integers(0, len(schema.zones), total_entities).astype(np.int32),
        entity_offsets=entity_offsets,
        tokens=np.zeros(0, np.int32),
        token_offsets=np.zeros(n + 1, np.int64),
        actions=rng.normal(scale=30, size=(total_actions, len(schema.actions))).astype(np.float32),
        action_kind=rng.integers(0, len(schema.action_kinds), total_actions).astype(np.int32),
        action_id=np.zeros(total_actions, np.int32),
        action_refs=refs.astype(np.int32),
    )


@pytest.mark.parametrize("name", MODELS)
def test_logits_and_values_are_those_of_torch(name: str) -> None:
    config, (height, width) = MODELS[name]
    checkpoint, batch = random_checkpoint(config), random_batch(33, height, width)
    native = NativeEvaluator(checkpoint, threads=1).evaluate(batch)
    reference = TorchEvaluator(checkpoint, "cpu").evaluate(batch)
    assert native.logits.dtype == native.value.dtype == np.float32
    assert config.hidden == 1 or reference.logits.std() > 0.01
    np.testing.assert_allclose(native.logits, reference.logits, **CLOSE)
    np.testing.assert_allclose(native.value, reference.value, **CLOSE)


def test_actions_may_all_point_nowhere() -> None:
    checkpoint, batch = random_checkpoint(SIZES["tiny"]), random_batch(5, 6, 7)
    batch = replace(batch, action_refs=np.full_like(batch.action_refs, -1))
    native, reference = (
        one.evaluate(batch) for one in (NativeEvaluator(checkpoint), TorchEvaluator(checkpoint, "cpu"))
    )
    np.testing.assert_allclose(native.logits, reference.logits, **CLOSE)


@pytest.mark.parametrize("name", ["small", "odd widths"])
def test_neither_the_batch_nor_threads_change_a_bit(name: str) -> None:
    config, (height, width) = MODELS[name]
    checkpoint, batch = random_checkpoint(config), random_batch(23, height, width)
    whole = NativeEvaluator(checkpoint, threads=1).evaluate(batch)
    for threads in (2, 3, 64):
        shared = NativeEvaluator(checkpoint, threads).evaluate(batch)
        np.testing.assert_array_equal(shared.logits, whole.logits)
        np.testing.assert_array_equal(shared.value, whole.value)
    evaluator = NativeEvaluator(checkpoint, threads=1)
    single = [evaluator.evaluate(batch.take(np.array([row]))) for row in range(len(batch))]
    np.testing.assert_array_equal(np.concatenate([each.logits for each in single]), whole.logits)
    np.testing.assert_array_equal(np.concatenate([each.value for each in single]), whole.value)


def test_a_network_serves_boards_of_any_size_one_after_the_other() -> None:
    checkpoint = random_checkpoint(SIZES["tiny"])
    native, reference = NativeEvaluator(checkpoint), TorchEvaluator(checkpoint, "cpu")
    for size in ((9, 9), (30, 20), (2, 3), (9, 9)):
        batch = random_batch(4, *size)
        np.testing.assert_allclose(native.evaluate(batch).logits, reference.evaluate(batch).logits, **CLOSE)


def test_no_decisions_have_no_logits() -> None:
    nothing = random_batch(4, 5, 5).take(np.zeros(0, np.int64))
    evaluation = NativeEvaluator(random_checkpoint(SIZES["tiny"])).evaluate(nothing)
    assert evaluation.logits.shape == evaluation.value.shape == (0,)


def test_a_broken_model_is_not_hidden() -> None:
    checkpoint = random_checkpoint(SIZES["tiny"])
    weights = {**checkpoint.weights, "stem.weight": np.full_like(checkpoint.weights["stem.weight"], np.nan)}
    assert np.isnan(NativeEvaluator(replace(checkpoint, weights=weights)).evaluate(random_batch(3, 5, 5)).logits).all()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"mixed.weight": None}, "no weight mixed.weight"),
        ({"blocks.0.bias": None}, "no weight blocks.0.bias"),
        ({"stem.bias": None}, "no weights stem.bias and mixed.bias"),
        ({"stem.bias": np.zeros(0)}, "no weights stem.bias and mixed.bias"),
        ({"stem.weight": np.zeros((8, 4, 3, 3))}, "stem.weight has the shape 8x4x3x3 where 8x5x3x3 is needed"),
        ({"context.weight": np.zeros(32)}, "context.weight has the shape 32 where 32x42 is needed"),
        ({"logit.bias": np.zeros((1, 1))}, "logit.bias has the shape 1x1 where 1 is needed"),
        ({"blocks.2.bias": np.zeros(8)}, "17 weights where a grid model of its blocks has 16"),
    ],
)
def test_weights_of_another_model_are_refused(change: dict[str, np.ndarray | None], sentence: str) -> None:
    checkpoint = random_checkpoint(SIZES["tiny"])
    weights = {name: array for name, array in {**checkpoint.weights, **change}.items() if array is not None}
    with pytest.raises(BadInput, match=sentence):
        NativeEvaluator(replace(checkpoint, weights=weights))


def test_what_the_core_cannot_run_is_refused() -> None:
    checkpoint = random_checkpoint(SIZES["tiny"])
    for threads in (0, 257):
        with pytest.raises(BadInput, match="from 1 to 256 threads"):
            NativeEvaluator(checkpoint, threads)
    with pytest.raises(BadInput, match="no forest family"):
        NativeEvaluator(replace(checkpoint, family="forest"))
    with pytest.raises(BadInput, match=r"stem\.weight"):
        NativeEvaluator(replace(checkpoint, schema=find_game("cycles").schema))


def _put(column: np.ndarray, place: tuple[int, ...], value: float) -> np.ndarray:
    changed = column.copy()
    changed[place] = value
    return changed


@pytest.mark.parametrize(
    ("column", "change", "sentence"),
    [
        ("entities", lambda c: _put(c, (2, 3), 6), "entity 2 stands at row 6"),
        ("entities", lambda c: _put(c, (2, 1), 7), "column 7.* outside the board"),
        ("entities", lambda c: _put(c, (0, 1), -1), "outside the board"),
        ("entities", lambda c: _put(c, (0, 3), np.nan), "outside the board"),
        ("entities", lambda c: _put(c, (0, 3), 1e30), "outside the board"),
        ("entities", lambda c: c[:, :3], "a row of entities has the length 3 where 4"),
        ("entities", lambda c: c[1:], "entity_zone has the length"),
        ("entity_zone", lambda c: _put(c, (0,), 4), "entity_zone has 4 where numbers from 0 to below 4"),
        ("entity_zone", lambda c: _put(c, (0,), -1), "entity_zone has -1"),
        ("entity_offsets", lambda c: c[:-1], "entity_offsets has the length 6 where 7"),
        ("entity_offsets", lambda c: _put(c, (1,), 10**12), "entity_offsets must rise from 0"),
        ("entity_offsets", lambda c: c + 1, "entity_offsets must rise from 0"),
        ("action_offsets", lambda c: _put(c, (2,), -5), "action_offsets must rise from 0"),
        ("action_offsets", lambda c: _put(c, (-1,), 2), "action_offsets must rise from 0"),
        ("action_refs", lambda c: _put(c, (0, 0), 8), "action_refs has 8 where numbers from -1"),
        ("action_refs", lambda c: _put(c, (0, 0), -2), "action_refs has -2"),
        ("action_refs", lambda c: c[:, :2], "a row of action_refs has the length 2 where 3"),
        ("action_refs", lambda c: c[1:], "action_refs has the length"),
        ("action_kind", lambda c: _put(c, (0,), 5), "action_kind has 5"),
        ("action_kind", lambda c: c[1:], "action_kind has the length"),
        ("actions", lambda c: c[:, 1:], "a row of actions has the length 2 where 3"),
        ("globals", lambda c: c[1:], "globals has the length 5 where 6"),
        ("globals", lambda c: c[:, :1], "a row of globals has the length 1 where 2"),
        ("planes", lambda c: c[:, 1:], "a row of planes has the length 4 where 5"),
        ("planes", lambda c: c[1:], "globals has the length 6 where 5"),
        ("planes", lambda c: c[:, :, :0], "a board needs at least one cell"),
    ],
)
def test_rows_that_no_game_writes_are_refused(column: str, change: object, sentence: str) -> None:
    batch = random_batch(6, 6, 7)
    assert callable(change)
    bad = replace(batch, **{column: change(getattr(batch, column))})
    with pytest.raises(ValueError, match=sentence):
        NativeEvaluator(random_checkpoint(SIZES["tiny"])).evaluate(bad)


def test_columns_of_another_type_are_refused() -> None:
    batch = random_batch(3, 4, 4)
    for change in ({"planes": batch.planes[0]}, {"globals": None}, {"entity_offsets": "none"}):
        with pytest.raises(TypeError):
            NativeEvaluator(random_checkpoint(SIZES["tiny"])).evaluate(replace(batch, **change))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of a few steps on a small board."""
    folder = tmp_path_factory.mktemp("net")
    for name, first_seed in (("train", 0), ("heldout", 1000)):
        lessons = Lessons("cycles", {"size": (12, 9)}, "flood", ("flood",), first_seed, 60)
        record_lessons(lessons, folder / f"{name}.parquet")
    config = CloneConfig((str(folder / "train.parquet"),), str(folder / "heldout.parquet"), size="tiny", epochs=1)
    deterministic, threads = torch.are_deterministic_algorithms_enabled(), torch.get_num_threads()
    clone(config, folder / "run")
    torch.use_deterministic_algorithms(deterministic)
    torch.set_num_threads(threads)
    return folder / "run"


@dataclass
class Comparison:
    """Asks two evaluators about every decision of a match."""

    native: Evaluator
    reference: Evaluator
    reads_rows: bool = field(default=True, init=False)
    decisions: int = 0
    games: int = 0

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        native, reference = self.native.evaluate(batch), self.reference.evaluate(batch)
        np.testing.assert_allclose(native.logits, reference.logits, **CLOSE)
        np.testing.assert_allclose(native.value, reference.value, **CLOSE)
        best, offsets = segments.argmax(reference.logits, batch.action_offsets), batch.action_offsets
        others = reference.logits.copy()
        others[offsets[:-1] + best] = -np.inf
        is_clear = segments.greatest(reference.logits, offsets) - segments.greatest(others, offsets) > 1e-4
        assert np.array_equal(segments.argmax(native.logits, offsets)[is_clear], best[is_clear])
        self.decisions += len(batch)

    def ended(self, results: object) -> None:
        self.games += len(results)  # pyright: ignore[reportArgumentType]


def test_a_clone_plays_alike_through_torch_and_through_the_core(trained: Path) -> None:
    checkpoint = load_checkpoint(trained / "checkpoints" / "best.safetensors")
    native, game = load_evaluator(checkpoint, "native"), find_game("cycles")
    assert isinstance(native, NativeEvaluator)
    comparison = Comparison(native, TorchEvaluator(checkpoint, "cpu"))
    players = (make_player(str(trained), game, device="native"), make_player("flood", game))
    deals = Deals.of(np.arange(5000, 5100), {"size": (12, 9)})
    results = play(Table.both_ways("cycles", deals, *players), [comparison])
    assert len(results) == comparison.games == 200
    assert comparison.decisions > 2000


# Not by sys.modules["torch"] = None, which scipy takes for a torch that is there.
WITHOUT_TORCH = """
import sys
from importlib.machinery import PathFinder
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *rest: None if name.split(".")[0] == "torch" else find(name, *rest)
from standoff.cli import main
sys.argv[0] = "standoff"
main()
"""


def test_a_match_is_played_where_torch_is_missing(trained: Path) -> None:
    words = ["match", "cycles", str(trained), "flood", "--size", "12x9", "--seeds", "20", "--json"]
    played = subprocess.run(
        [sys.executable, "-c", WITHOUT_TORCH, *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert played.returncode == 0, played.stderr
    without = json.loads(played.stdout)
    assert without["total"] != {"wins": 0, "draws": 0, "losses": 40}
    with_torch = subprocess.run(
        [sys.executable, "-m", "standoff", *words], capture_output=True, text=True, timeout=120, check=True
    )
    for key in ("total", "by_seat", "plies_a_game"):
        assert without[key] == json.loads(with_torch.stdout)[key]
