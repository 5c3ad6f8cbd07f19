"""BANG! remembers what a player at the table would: compared with thousands of games that look the same to a seat.

A crowd of games begins in every hidden state that a seat must hold possible. They are played side by side: in each the
same choices are told, and a game leaves as soon as the seat sees in it what it does not see in the first. What is
hidden in those that are left is what the seat can know, with nothing of the engine's account of seen cards. The worlds
that the engine deals must be the same ones, equally often.
"""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from bang_worlds import TOLD, TOLD_OF, dealt_secrets, hidden_states, sights
from scipy.stats import chi2_contingency

from standoff import Choices, Deals, DecisionBatch, GamePool, Worlds
from standoff.games.bang.scenes import CARDS, IN_HAND, SIDES, Scene, Side
from standoff.pool import Options
from standoff.segments import owners

LEAST = 15
"""A hidden state is expected this often at least where frequencies are compared."""


@dataclass
class Crowd:
    """Games from all hidden states of a scene, of which the first is the true one."""

    scene: dict[str, object]
    observer: Side
    script: tuple[str, ...]
    """What is chosen where it can be, in this order, by words of the catalogue; otherwise by lot."""
    games: int = 10_000
    seed: int = 0
    rest: Side | None = None
    """Whose hand holds the cards that the scene does not name; without, they lie in the discard pile."""
    remembers_start: bool = False
    """Whether the seat has seen cards before the first choice, which the scene alone does not tell."""
    is_uniform: bool = True
    """Whether the possible states are equally likely."""
    told: list[str] = field(default_factory=list, init=False)
    compared: int = field(default=0, init=False)

    def play(self, plies: int) -> None:
        """Plays so many choices, and compares wherever the seat has one."""
        seat = SIDES.index(self.observer)
        states = hidden_states(self._truth(), seat)
        random = np.random.default_rng(self.seed)
        option = random.integers(len(states), size=self.games).astype(np.int32)
        option[0] = states.index(self._truth())
        seeds = random.integers(2**63, size=self.games, dtype=np.uint64)
        deals = Deals(seeds, tuple(states), option)
        pool = GamePool.of("bang", deals, slots=self.games, threads=2, asks_forced=True)
        alike, script = np.ones(self.games, bool), list(self.script)
        for _ in range(plies):
            worlds = pool.worlds()
            if len(worlds) == 0 or worlds.heads().game[0] != 0:
                return
            rows = np.flatnonzero(alike[worlds.heads().game])
            batch = worlds.decisions().take(rows)
            seen = sights(batch, seat, self.remembers_start and not self.compared)
            rows, batch = rows[seen == seen[0]], batch.take(np.flatnonzero(seen == seen[0]))
            if batch.seat[0] == seat and batch.n_actions[0] > 1:
                self._compare(pool.secrets()[rows], worlds)
            chosen, follows = self._choose(batch, script, random)
            alike[:] = False
            alike[batch.game[follows]] = True
            index = np.zeros(len(worlds), np.int32)
            index[rows] = chosen
            pool.apply(Choices(index, np.zeros(0, np.float32)))

    def _truth(self) -> Options:
        scene = Scene(**self.scene)
        values = scene.values()
        cards = list(values["cards"])
        if self.rest:
            for card in set(range(len(CARDS))) - scene.named:
                cards[card] = IN_HAND + SIDES.index(self.rest)
        return {**values, "cards": tuple(cards), "reserves": tuple(sorted(values["reserves"]))}

    def _choose(
        self, batch: DecisionBatch, script: list[str], random: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        offsets, owner = batch.action_offsets, owners(batch.action_offsets)
        told = TOLD_OF[batch.action_id]
        legal = TOLD[told[: offsets[1]]]
        wanted = [row for row, name in enumerate(legal) if script and script[0] in name]
        taken = wanted[0] if wanted else int(random.integers(len(legal)))
        if wanted:
            script.pop(0)
        self.told.append(str(legal[taken]))
        rows = np.flatnonzero(told == told[taken])
        follows, first = np.unique(owner[rows], return_index=True)
        index = np.zeros(len(batch), np.int32)
        index[follows] = rows[first] - offsets[:-1][follows]
        return index, np.isin(np.arange(len(batch)), follows)

    def _compare(self, hidden: np.ndarray, worlds: Worlds) -> None:
        dealt = dealt_secrets(worlds, 0, 3000, self.seed + len(self.told))
        states, number = np.unique(np.concatenate([hidden, dealt]), axis=0, return_inverse=True)
        number = number.ravel()
        counts = np.stack([np.bincount(part, minlength=len(states)) for part in np.split(number, [len(hidden)])])
        if min(len(hidden), len(dealt)) < LEAST * (counts[0] > 0).sum():
            return
        where = f"{self.told[-3:]}, {len(states)} states, {len(hidden)} games"
        assert (counts[1] > 0).all(), f"a possible state is never dealt: {where}"
        assert (counts[0] > 0).all(), f"an impossible state is dealt: {where}"
        if len(states) > 1 and self.is_uniform:
            assert chi2_contingency(counts).pvalue > 1e-4, f"{counts.tolist()}: {where}"
        self.compared += 1


KNIFE = "play Knife (Horseshoe, outlaw) at their_active"
LAW, OUTLAW = "Wyatt Ear / Tex Killer", "The Daltons / Tom Thorn"
SMALL = {
    "law": LAW,
    "outlaw": OUTLAW,
    "law_hand": "Colt, Missed! Snake, Scope, outlaw Beer, outlaw Hat",
    "outlaw_hand": "Robbery, Knife Horseshoe, Remington Snake, outlaw Barrel",
    "law_deck": "Bank, Saloon, Gatling",
    "outlaw_deck": "Schofield, Scope, Duel",
    "turn": "outlaw",
}
"""Few cards, all of different names where they are hidden."""
SCENES: dict[str, Crowd] = {
    "the other side robs": Crowd(SMALL, "law", ("play Robbery", "snatch law", KNIFE, "take_hit", "end_turn")),
    "the other side robs and plays what it robbed": Crowd(
        {**SMALL, "law_hand": "Colt, outlaw Missed! Horseshoe"},
        "law",
        ("play Robbery", "snatch law", "play Colt", "take_hit"),
    ),
    "the seat robs": Crowd(
        {**SMALL, "outlaw_hand": "Robbery Barrel, Robbery Horseshoe"},
        "outlaw",
        (
            "play Robbery",
            "snatch law",
            "play Robbery",
            "snatch outlaw",
            "end_turn",
            "play Colt",
            "take_hit",
            "end_turn",
        ),
    ),
    "like cards, one of them seen": Crowd(
        {
            **SMALL,
            "outlaw": "Toco Ramirez / Tom Thorn",
            "law_hand": "outlaw Knife Horseshoe, outlaw Robbery Barrel, Colt",
            "outlaw_hand": "Knife Horseshoe",
            "law_deck": "Bank, Saloon",
            "turn": "law",
        },
        "outlaw",
        ("play Robbery", "snatch outlaw", KNIFE, "take_hit", "end_turn"),
    ),
    "like cards, drawn at random": Crowd(
        {
            **SMALL,
            "law_hand": "Robbery Barrel, outlaw Knife Horseshoe, Missed! Snake",
            "outlaw_hand": "Robbery Horseshoe, Knife Horseshoe, Remington Snake",
        },
        "law",
        ("play Robbery", "snatch outlaw", "end_turn", "play Robbery", "snatch outlaw", "end_turn"),
        is_uniform=False,
    ),
    "Bull Anderson takes cards": Crowd(
        {**SMALL, "law": "Wyatt Ear 1: Bank / Tex Killer", "outlaw": "Bull Anderson", "law_deck": "Saloon, Gatling"},
        "law",
        (KNIFE, "take_hit", "snatch law", "snatch outlaw", "play Remington", "take_hit", "end_turn"),
    ),
    "Bull Anderson takes cards of the seat's choice": Crowd(
        {**SMALL, "law": "Wyatt Ear 1: Bank / Tex Killer", "outlaw": "Bull Anderson", "law_deck": "Saloon, Gatling"},
        "outlaw",
        (KNIFE, "take_hit", "snatch law", "teach", "play Remington", "take_hit", "end_turn"),
    ),
    "Pat Garret draws in the open": Crowd(
        {**SMALL, "law": "Pat Garret / Tex Killer", "law_deck": "Bank, Peacemaker, Gatling, Stagecoach"}
        | {"turn": "law", "starts_turn": True},
        "outlaw",
        ("play Colt", "take_hit", "end_turn"),
        remembers_start=True,
        games=30_000,
    ),
    "General Store": Crowd(
        {**SMALL, "outlaw_hand": "outlaw General Store, Knife Horseshoe, Remington Snake"},
        "law",
        ("play General Store", "take", "take", "take", "take", KNIFE, "take_hit", "end_turn"),
    ),
    "Stagecoach": Crowd(
        {**SMALL, "outlaw_hand": "outlaw Stagecoach, Knife Horseshoe, Remington Snake"}
        | {"outlaw_deck": "Schofield, Scope, Duel, Shotgun, outlaw Canteen"},
        "law",
        ("play Stagecoach", "put_back", KNIFE, "take_hit", "end_turn"),
    ),
    "Soundance Kid looks": Crowd(
        {**SMALL, "outlaw": "Soundance Kid / Tom Thorn"},
        "law",
        ("pay_to_look", "put_back", "play", "take_hit", "end_turn"),
    ),
    "Soundance Kid looks for the seat": Crowd(
        {**SMALL, "outlaw": "Soundance Kid / Tom Thorn", "law_hand": "Colt, Missed! Snake"},
        "outlaw",
        ("pay_to_look", "put_back", "play", "take_hit", "end_turn"),
    ),
    "Slim Poet throws away": Crowd(
        {**SMALL, "outlaw": "Slim Poet / Tom Thorn", "turn": "law"},
        "outlaw",
        ("play Colt (Dynamite, law) at their_active", "take_hit", "snatch law", "end_turn"),
    ),
    "Teacher": Crowd(
        {**SMALL, "law": "Wyatt Ear: Hat / Tex Killer", "law_hand": "Teacher, Colt, Missed! Snake", "turn": "law"},
        "outlaw",
        ("play Teacher", "teach", "play Colt (Dynamite, law) at their_active", "take_hit", "end_turn"),
    ),
    "a reserve": Crowd(
        {**SMALL, "law": "Wyatt Ear 1 / Tex Killer 1", "law_reserve": "Jango, Dalon Ranger"}
        | {"law_hand": "Scope, outlaw Beer", "law_deck": "", "outlaw_hand": "Knife Horseshoe, Remington Snake"}
        | {"outlaw_deck": "Schofield, Schofield"},
        "outlaw",
        (KNIFE, "play Remington", "take_hit"),
    ),
    "a reshuffle": Crowd(
        {
            "law": LAW,
            "outlaw": OUTLAW,
            "law_hand": "Colt, Missed! Snake",
            "law_deck": "",
            "outlaw_deck": "",
            "discard": "Bank, Saloon, Gatling, outlaw Beer, outlaw Hat, outlaw Duel, Remington Snake",
            "starts_turn": True,
        },
        "outlaw",
        ("play Colt", "take_hit", "end_turn", "play Fanning"),
        rest="outlaw",
    ),
    "two reshuffles": Crowd(
        {
            "law": LAW,
            "outlaw": OUTLAW,
            "law_hand": "Colt, law Stagecoach, Derringer Horseshoe, Winchester",
            "law_deck": "",
            "outlaw_deck": "Schofield, outlaw Scope, outlaw Duel",
            "discard": "Bank, Saloon, outlaw Beer",
            "starts_turn": True,
        },
        "outlaw",
        (
            "play Derringer (Horseshoe, law) at their_active",
            "dodge Missed! (Horseshoe, outlaw)",
            "play Stagecoach",
            "put_back",
            "play Winchester (Horseshoe, law) at their_active",
            "take_hit",
            "end_turn",
        ),
        rest="outlaw",
    ),
    "a robbery from the common deck": Crowd(
        {
            "law": LAW,
            "outlaw": OUTLAW,
            "law_hand": "outlaw Robbery Barrel, Colt, Scope",
            "law_deck": "",
            "outlaw_hand": "outlaw Robbery Horseshoe, Schofield",
            "outlaw_deck": "Knife Horseshoe",
            "discard": "Bank, Saloon, Gatling, outlaw Beer, outlaw Hat, outlaw Duel, Remington Snake",
            "starts_turn": True,
        },
        "outlaw",
        ("end_turn", "play Robbery", "snatch outlaw", "end_turn", "play Robbery", "snatch outlaw", "end_turn"),
        rest="outlaw",
    ),
    "reload": Crowd(
        {**SMALL, "law": "Wyatt Ear", "turn": "law"},
        "outlaw",
        ("reload", "play Colt (Dynamite, law) at their_active", "take_hit", "end_turn"),
    ),
}


@pytest.mark.parametrize("name", SCENES)
def test_dealt_worlds_are_those_that_a_player_at_the_table_cannot_rule_out(name: str) -> None:
    crowd = replace(SCENES[name])
    crowd.play(8)
    assert crowd.compared >= 1, crowd.told
    assert all(any(step in told for told in crowd.told) for step in crowd.script[:2]), crowd.told


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("seed", range(1, 3))
def test_they_are_however_the_game_goes_on(name: str, seed: int) -> None:
    crowd = replace(SCENES[name], games=30_000, seed=seed)
    crowd.play(14)
    assert crowd.compared >= 1, crowd.told
