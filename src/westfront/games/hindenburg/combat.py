"""Chapter 13: attacks. (The battle half writes this module; the operations half calls the three functions below.)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westfront.engine.frame import Refusal
from westfront.games.hindenburg.state import HindenburgPlay, HindenburgState

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


def targets(rules: Hindenburg, s: HindenburgState, player: int, hex_: int, units: Sequence[int]) -> list[int]:
    """The hexes that these divisions, in one hex, may attack; offered as `attack HEX` when the force is chosen."""
    return []


def why_not_attack(
    rules: Hindenburg, s: HindenburgState, player: int, hex_: int, target: int, units: Sequence[int]
) -> Refusal | None:
    """Why these divisions may not attack a hex."""
    return Refusal("13.1", "attacks are not played yet")


def declare(play: HindenburgPlay, player: int, hex_: int, target: int, units: Sequence[int]) -> None:
    """The attack is declared: call `commit(play, player)` of cleanup.py, then push the frames of the battle."""
    raise NotImplementedError
