"""Stacks in which the order counts: the top unit is the highest, and heights run from the bottom without gaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from westfront.engine.state import UnitNumbers, UnitPlaces
from westfront.mechanics.field import Field


class Stacked(Protocol):
    """A state whose units lie in stacks; in a box they have no height."""

    at: UnitPlaces
    height: UnitNumbers


def stack_up(s: Stacked, pile: Sequence[int]) -> None:
    """Let the units of a hex lie in this order, the first on top."""
    for height, unit in enumerate(reversed(pile), 1):
        s.height[unit] = height


def lay(s: Stacked, field: Field, units: Sequence[int], place: int) -> list[int]:
    """Put units, the top one first, below those of a hex, or into a box; returns those that come to lie on top.

    These are the ones that an enemy who sees only the top of a stack sees from now on, and did not before.
    """
    before = {hex_: field.stack(hex_) for hex_ in {place, *(s.at[unit] for unit in units)} if hex_ >= 0}
    going = set(units)
    after = {hex_: [unit for unit in pile if unit not in going] for hex_, pile in before.items()}
    if place >= 0:
        after[place] += units
    for unit in units:
        s.at[unit], s.height[unit] = place, 0
    for pile in after.values():
        stack_up(s, pile)
    shown = {pile[0] for pile in before.values() if pile}
    return [pile[0] for pile in after.values() if pile and pile[0] not in shown]


def lay_on_top(s: Stacked, field: Field, unit: int) -> None:
    """Lay a unit on top of its stack; the others keep their order."""
    stack_up(s, [unit, *(other for other in field.stack(s.at[unit]) if other != unit)])
