"""Champions: the best of a league promoted by a paired round robin, in a JSON that torch and the core read alike."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import run, standoff

from standoff import Deals, PolicyPlayer, Table, find_game, make_player, play
from standoff.champions import champion_of, read_champion, write_champion
from standoff.errors import BadInput
from standoff.evaluator import NativeEvaluator
from standoff.rating.robin import round_robin
from standoff.schema import schema_of

torch = pytest.importorskip("torch")

from standoff.models.duel import SIZES, DuelModel  # noqa: E402
from standoff.models.inference import TorchEvaluator, to_checkpoint  # noqa: E402

TRAINING = (
    *("train", "bang", "--setup", "random", "--widths", "tiny", "--games", "16", "--iterations", "4", "--threads", "1"),
    *("--league.snapshot-every", "2", "--yardsticks.every", "0", "--ppo.minibatch", "256"),
)


@pytest.fixture(scope="module")
def champion(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("champion") / "bang.json"
    torch.manual_seed(3)
    model = DuelModel(schema_of("bang"), SIZES["small"])
    checkpoint = to_checkpoint(model, schema_of("bang"), SIZES["small"], {}, {"iteration": 7})
    write_champion(path, checkpoint, {"field": "none"})
    return path


def test_a_champion_is_small_and_says_where_it_comes_from(champion: Path) -> None:
    written = json.loads(champion.read_text())
    assert champion.stat().st_size < 2_000_000
    assert (written["game"], written["schema"]) == ("bang", schema_of("bang").hash)
    assert written["summary"] == {"iteration": 7, "field": "none"}
    assert {"revision", "versions"} <= written["provenance"].keys()
    assert not any("critic" in name or "secret" in name for name in written["weights"])


def test_torch_and_the_core_make_the_same_choices_of_a_champion_in_200_games(champion: Path) -> None:
    checkpoint, options = read_champion(champion), find_game("bang").options(setup="random").values()
    choices = []
    for evaluator in (NativeEvaluator(checkpoint), TorchEvaluator(checkpoint, "cpu")):
        player = PolicyPlayer("champion", evaluator)
        tactical = make_player("tactical", find_game("bang"))
        results = play(Table.both_ways("bang", Deals.of(range(100), options), player, tactical))
        choices.append(results.choices.tolist())
    assert choices[0] == choices[1]


def test_a_file_of_a_champion_is_a_player(champion: Path) -> None:
    player = make_player(f"{champion}?temperature=1", find_game("bang"))
    assert isinstance(player, PolicyPlayer)
    answer = standoff("match", "bang", champion, "random", "--seeds", "2", "--json")
    assert json.loads(answer.out)["total"]["wins"] >= 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "other"}, "is no champion of this version"),
        ({"schema": "0" * 16}, "was made for other rows of bang"),
        ({"game": "chess"}, "plays 'chess', which this build does not have"),
        ({"weights": 3}, "is no champion"),
    ],
)
def test_a_champion_that_cannot_be_read_says_why(
    champion: Path, tmp_path: Path, change: dict[str, object], sentence: str
) -> None:
    path = tmp_path / "bang.json"
    path.write_text(json.dumps({**json.loads(champion.read_text()), **change}))
    with pytest.raises(BadInput, match=sentence):
        read_champion(path)


def test_a_damaged_champion_says_so(champion: Path, tmp_path: Path) -> None:
    path = tmp_path / "bang.json"
    path.write_bytes(champion.read_bytes()[:4000])
    with pytest.raises(BadInput, match="is no champion"):
        read_champion(path)
    written = json.loads(champion.read_text())
    written["weights"]["join.bias"]["data"] = "AAAA"
    path.write_text(json.dumps(written))
    with pytest.raises(BadInput, match=r"is damaged at weight join\.bias"):
        read_champion(path)
    with pytest.raises(BadInput, match="there is no champion"):
        read_champion(tmp_path / "none.json")


def test_a_round_robin_ranks_and_its_two_sides_agree() -> None:
    game = find_game("cycles")
    players = [make_player(name, game) for name in ("random", "voronoi", "flood")]
    report = round_robin("cycles", {"size": (9, 9)}, players, 100, 20)
    assert [report.players[player] for player in report.order] == ["voronoi", "flood", "random"]
    for (first, second), score in report.score.items():
        assert score.score == pytest.approx(1 - report.score[second, first].score)
        assert score.low <= score.score <= score.high
    assert report.field_score(1).score > 0.7


def test_the_best_snapshot_of_a_run_becomes_champion(tmp_path: Path) -> None:
    folder, out = tmp_path / "run", tmp_path / "bang.json"
    assert run(tmp_path, *TRAINING, "--out", folder).code == 0
    answer = standoff("champion", folder, "--top", "2", "--seeds", "3", "--out", out)
    assert answer.code == 0, answer.err
    assert "is the champion" in answer.out
    summary = json.loads(out.read_text())["summary"]
    assert summary["snapshot"] in ("last", "iteration-000002", "iteration-000000")
    assert {"tactical", "random"} <= summary["field"]["against"].keys()
    assert summary["receipts"]["duels"] > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("runs/none", "holds no run"),
        ("runs/none --top 0", "--top is 1 or more, not 0"),
        ("runs/none --seeds 0", "give a first seed of 0 or more and at least one seed"),
    ],
)
def test_a_promotion_that_cannot_be_made_says_why(words: str, sentence: str) -> None:
    answer = standoff("champion", *words.split())
    assert (answer.code, sentence in answer.err) == (2, True)


def test_the_name_champion_is_the_committed_one() -> None:
    if not champion_of("bang").is_file():
        pytest.skip("none is committed")
    assert make_player("champion", find_game("bang")).name == "champion"
    assert replace(read_champion(champion_of("bang")), summary={}).family == "duel"
