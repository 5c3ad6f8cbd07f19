"""What the arguments of several verbs share: the options of a game, and a range of seeds."""

from typing import TypeVar

import tyro

from standoff.errors import BadInput
from standoff.games import GameOptions

OptionsType = TypeVar("OptionsType", bound=GameOptions)
Flat = tyro.conf.arg(name="")
"""Marks a field whose own fields stand among the options of the verb, without its name."""


def check_seeds(first_seed: int, seeds: int) -> None:
    """Refuses seeds that no deal has.

    Raises:
        BadInput: a seed is below 0 or takes more than 63 bits, or there is none.
    """
    if first_seed < 0 or seeds < 1 or first_seed + seeds > 2**63:
        raise BadInput(
            f"--first-seed {first_seed} --seeds {seeds}: give a first seed of 0 or more and at least one seed"
        )
