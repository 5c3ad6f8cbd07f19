"""The scripted player `rules`, rule by rule in the positions of its own games, and against chance."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from standoff import Deals, Recorder, Recording, Table, find_game, make_player, play
from standoff.games.ptcg.cards import HOW_TO_INSTALL, engine_path, load_cards
from standoff.pool import Options

needs_engine = pytest.mark.skipif(engine_path() is None, reason=f"the engine is not installed: {HOW_TO_INSTALL}")
pytestmark = needs_engine

PTCG = find_game("ptcg")
SEEDS = range(7_000_000, 7_000_012)
# Ids and counts: lists whose best attacks are printed without damage, and count the hand or what they discard.
LISTS: dict[str, Options] = {
    name: {"first_decks": cards, "second_decks": cards}
    for name, cards in {
        "by the hand": (741,) * 4 + (742,) * 4 + (743,) * 4 + (65,) * 4 + (66,) * 4 + (1231,) * 4 + (5,) * 36,
        "by the discard": (721,) * 2 + (722,) * 4 + (723,) * 4 + (1227,) * 4 + (1145,) * 4 + (3,) * 42,
    }.items()
}


@dataclass(frozen=True)
class Position:
    """One decision of `rules`: what was legal, in rows by name, and what it took."""

    kinds: list[str]
    hits: list[float]
    """Damage that each action does to the other side's active Pokémon; 0 where it is no attack."""
    knocks_out: list[float]
    """Whether that is enough."""
    globals: dict[str, float]
    cards: list[int]
    """Card ids that the actions are about; 0 where they are about none."""
    taken: int


@pytest.fixture(scope="module", params=["ordinary", *LISTS])
def recording(request: pytest.FixtureRequest) -> Recording:
    """Games of `rules` against `random` in both seats, with the decisions of `rules`."""
    options = LISTS.get(request.param, {})
    table = Table.both_ways("ptcg", Deals.of(SEEDS, options), make_player("rules", PTCG), make_player("random", PTCG))
    recorder = Recorder(np.array([True, False]))
    found = recorder.recording(table, play(table, [recorder]))
    assert found is not None
    return found


def positions(recording: Recording) -> Iterator[Position]:
    """Its decisions in the middle of its turns."""
    schema, batch = PTCG.schema, recording.batch
    for row in range(len(batch)):
        if schema.kinds[batch.kind[row]] != "main":
            continue
        one = slice(batch.action_offsets[row], batch.action_offsets[row + 1])
        source, target = (batch.action_refs[one, schema.refs.index(name)] for name in ("source", "target"))
        entities, cards = (each[batch.entity_offsets[row] :] for each in (batch.entities, batch.entity_card))
        is_attack = batch.action_kind[one] == schema.action_kinds.index("attack")
        hits, knocks_out = (
            np.where(is_attack, entities[target, schema.entities.index(name)], 0).tolist()
            for name in ("hits", "knocks_out")
        )
        yield Position(
            kinds=[schema.action_kinds[kind] for kind in batch.action_kind[one]],
            hits=hits,
            knocks_out=knocks_out,
            globals=dict(zip(schema.globals, batch.globals[row].tolist(), strict=True)),
            cards=np.where(source >= 0, cards[source], 0).tolist(),
            taken=int(recording.choices.index[row]),
        )


def own_scores(recording: Recording) -> NDArray[np.float32]:
    """[N] how each game ended for `rules`."""
    games = recording.games
    return np.where(games.players[:, 0] == "rules", games.score, 1 - games.score)


def test_it_ends_no_turn_while_an_attack_does_damage(recording: Recording) -> None:
    every = list(positions(recording))
    assert any(each.kinds[each.taken] == "attack" for each in every)
    assert not any(max(each.hits) > 0 for each in every if each.kinds[each.taken] == "end")


def test_it_takes_the_last_prize_when_it_can(recording: Recording) -> None:
    last = [each for each in positions(recording) if each.globals["my_prizes"] == 1 and 1 in each.knocks_out]
    assert all(each.kinds[each.taken] == "attack" for each in last)


def test_it_never_leaves_the_active_spot_while_it_can_knock_out(recording: Recording) -> None:
    retreats = [each for each in positions(recording) if each.kinds[each.taken] == "retreat"]
    assert not any(1 in each.knocks_out for each in retreats)


def test_it_evolves_and_fills_its_bench_before_its_turn_ends(recording: Recording) -> None:
    basics = {card.id for card in load_cards().cards if card.is_pokemon and card.stage == 0}
    for each in positions(recording):
        if each.kinds[each.taken] == "end":
            assert "evolve" not in each.kinds
            assert not any(kind == "play" and card in basics for kind, card in zip(each.kinds, each.cards, strict=True))


def test_its_weights_are_uniform_over_its_equally_best_actions(recording: Recording) -> None:
    batch, weights = recording.batch, recording.choices.weights
    for row in range(len(batch)):
        mine = weights[batch.action_offsets[row] : batch.action_offsets[row + 1]]
        assert set(mine[mine > 0].tolist()) == {np.float32(1 / np.count_nonzero(mine)).item()}
        assert mine[recording.choices.index[row]] > 0


def test_it_beats_random(recording: Recording) -> None:
    """On lists that win by printed damage, by the size of the hand, and by what is discarded."""
    assert own_scores(recording).mean() > 0.75


def test_it_does_not_draw_itself_out(recording: Recording) -> None:
    is_out = recording.games.reason == PTCG.schema.reasons.index("deck_out")
    assert np.count_nonzero(is_out & (own_scores(recording) == 0)) <= 2
