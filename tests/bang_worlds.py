"""Hidden states of BANG! listed without the engine's deals, and what a seat sees at a table as a number."""

import re
from itertools import combinations, product

import numpy as np

from standoff import DecisionBatch, GamePool, Worlds
from standoff.games.bang.scenes import CARDS, IN_DECK, IN_HAND
from standoff.pool import Options
from standoff.schema import schema_of
from standoff.segments import owners

SCHEMA = schema_of("bang")
NAMES = SCHEMA.cards[: SCHEMA.cards.index("Alan Pinkertoon")]
"""Of the 31 kinds of card."""
DECKS = ("law deck", "outlaw deck", "common deck")
HANDS = ("law hand", "outlaw hand")


def secret_columns(place: str) -> slice:
    """Where a hand, a deck or the reserves of a side stand among the secrets."""
    if place.endswith("reserve"):
        first = SCHEMA.secrets.index("reserve Alan Pinkertoon") + (12 if place.startswith("outlaw") else 0)
        return slice(first, first + 12)
    first = SCHEMA.secrets.index(f"{place} {NAMES[0]}")
    return slice(first, first + len(NAMES))


def global_column(name: str) -> int:
    """The number of a global."""
    return SCHEMA.globals.index(name)


def columns_of(prefix: str) -> list[int]:
    """The globals that count something of each of the 31 names."""
    return [SCHEMA.globals.index(f"{prefix} {name}") for name in NAMES]


def rows_of_deciders(dealt: Worlds, worlds: Worlds, rows: np.ndarray) -> np.ndarray:
    """Where, in a pool of worlds dealt from `rows`, the seats stand that they were dealt for."""
    heads, seats = dealt.heads(), worlds.heads().seat[rows]
    place = np.full((len(rows), 2), -1, np.int64)
    place[heads.game, heads.seat] = np.arange(len(heads))
    found = place[np.arange(len(rows)), seats]
    assert (found >= 0).all(), "the seat that a world was dealt for decides in it"
    return found


def dealt_secrets(worlds: Worlds, row: int, count: int, seed: int) -> np.ndarray:
    """[count, secrets] of worlds dealt from one decision."""
    rows = np.full(count, row)
    pool: GamePool = worlds.deal(rows, np.arange(count, dtype=np.uint64) + np.uint64(seed * count))
    dealt = pool.worlds()
    return pool.secrets()[rows_of_deciders(dealt, worlds, rows)]


def hidden_states(values: Options, observer: int) -> list[Options]:
    """Every scene that looks like this one to a seat: other cards in the other hand and the decks, another reserve.

    A card of the other hand can be any of its back that lies in that hand or in the deck of its back.
    """
    cards, foe = list(values["cards"]), 1 - observer
    swaps: list[list[dict[int, int]]] = []
    for back in range(2):
        spots = (IN_HAND + foe, IN_DECK + back)
        there = [card for card in range(40 * back, 40 * back + 40) if cards[card] in spots]
        n_held = sum(cards[card] == spots[0] for card in there)
        swaps.append([{card: spots[card not in held] for card in there} for held in combinations(there, n_held)])
    known = [figure for figure in values["figures"] if figure >= 0]
    unseen = [number for number in range(12 * foe, 12 * foe + 12) if number not in known]
    mine = [number for number in values["reserves"] if number // 12 == observer]
    theirs = list(combinations(unseen, len(values["reserves"]) - len(mine)))
    states: list[Options] = []
    for law, outlaw, reserve in product(*swaps, theirs):
        moved = {**dict(enumerate(cards)), **law, **outlaw}
        states.append(
            {**values, "cards": tuple(moved[card] for card in range(80)), "reserves": tuple(sorted((*mine, *reserve)))}
        )
    return states


def secrets_of(states: list[Options]) -> np.ndarray:
    """[states, secrets] what the engine must say is hidden in these scenes."""
    where = np.array([state["cards"] for state in states])
    name = np.array([NAMES.index(card.name) for card in CARDS])
    found = np.zeros((len(states), len(SCHEMA.secrets)), np.float32)
    for spot, place in enumerate((*DECKS, *HANDS), IN_DECK):
        counts = found[:, secret_columns(place)]
        for card in range(80):
            counts[:, name[card]] += where[:, card] == spot
    for row, state in enumerate(states):
        for number in state["reserves"]:
            found[row, secret_columns("law reserve").start + number] = 1
    return found


def _scatter(numbers: np.ndarray) -> np.ndarray:
    mixed = numbers * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(32))


def _hash_rows(table: np.ndarray) -> np.ndarray:
    """[rows] a number for each row of whole numbers."""
    found = np.full(len(table), len(table.T), np.uint64)
    for column in table.astype(np.int64).astype(np.uint64).T:
        found = _scatter(found ^ column)
    return found


FIGURES = ("my_active", "my_rear", "their_active", "their_rear", "my_gone", "their_gone")
ON_TABLE = [SCHEMA.zones.index(zone) for zone in (*FIGURES, "discard_top", "store", "revealed", "pending")]
OWN = [SCHEMA.zones.index(zone) for zone in ("my_hand", "looked", "my_reserve")]
THEIR_HAND = SCHEMA.zones.index("their_hand")
BACKS = [SCHEMA.cards.index(back) for back in ("law back", "outlaw back")]
SEEN_BY_ALL = [column for column, name in enumerate(SCHEMA.globals) if not name.startswith("unseen")]


def sights(batch: DecisionBatch, observer: int, remembers: bool = False) -> np.ndarray:
    """[B] a number for what a seat sees at the table, whoever decides: equal where it sees the same.

    What the rows say about cards that it remembers is left out, unless it `remembers`.
    """
    owner = owners(batch.entity_offsets)
    is_mine = batch.seat[owner] == observer
    is_seen = np.isin(batch.entity_zone, ON_TABLE) | (np.isin(batch.entity_zone, OWN) & is_mine)
    is_seen |= (batch.entity_zone == THEIR_HAND) & is_mine & (np.isin(batch.entity_card, BACKS) | remembers)
    rows = np.column_stack([batch.entity_card, batch.entity_zone, batch.entities * 4])[is_seen]
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(_hash_rows(rows), dtype=np.uint64)])
    ends = np.searchsorted(owner[is_seen], np.arange(len(batch) + 1))
    heads = np.column_stack([batch.seat, batch.kind, batch.ply, batch.globals[:, SEEN_BY_ALL] * 4])
    return _scatter(_hash_rows(heads) ^ (sums[ends[1:]] - sums[ends[:-1]]))


def _heard(name: str) -> str:
    """An action as both seats hear of it: copies that nobody can tell apart are one."""
    found = re.fullmatch(r"(\w+) (law|outlaw) (\d+) (.+?)( at \w+)?", name)
    if found is None:
        return name
    card = CARDS[40 * (found[2] == "outlaw") + int(found[3]) - 1]
    assert card.name == found[4]
    return f"{found[1]} {card.name} ({card.symbol}, {card.back}){found[5] or ''}"


TOLD, TOLD_OF = np.unique([_heard(name) for name in SCHEMA.action_ids], return_inverse=True)
"""What can be told, and its number for each action id."""
