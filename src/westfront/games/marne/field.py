"""Zones of control and stacking."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.games.marne.facts import MarneData
from westfront.games.marne.state import MarneState, any_marked
from westfront.hexgrid import HexSet, bits


@rule("5.0", "12.2.6 pin")
def enemy_zone(rules: MarneData, s: MarneState, side: int, without_pinned: bool = False) -> HexSet:
    """The hexes that the enemy of a side controls: all six round every combat unit but tanks, over any ground.

    For a mover that ignores pinned units only those of the others count.
    """
    if not without_pinned or not any_marked(s.pinned):
        return rules.field(s).zone[1 - side]
    exerting = 0
    for unit in rules.combat_units[1 - side]:
        if s.at[unit] >= 0 and rules.has_zone[unit] and not s.pinned[unit]:
            exerting |= 1 << s.at[unit]
    return rules.grid.adjacent(exerting)


def combat_units_in(rules: MarneData, s: MarneState, hex_: int, side: int) -> list[int]:
    """The combat units of a side in a hex."""
    stack = rules.field(s).stack(hex_)
    return [unit for unit in stack if rules.is_combat[unit] and rules.side_of[unit] == side]


@rule("4.0")
def stacking_points(rules: MarneData, s: MarneState, unit: int) -> int:
    """A division counts three, reduced two; a regiment or tank one; support nothing."""
    if rules.is_division[unit]:
        return 2 if s.lost[unit] else 3
    return 1 if rules.is_combat[unit] else 0


def points_in(rules: MarneData, s: MarneState, hex_: int) -> int:
    """The stacking points of a hex."""
    return sum(stacking_points(rules, s, unit) for unit in rules.field(s).stack(hex_))


@rule("4.0")
def overstacked(rules: MarneData, s: MarneState) -> HexSet:
    """The hexes with more than four stacking points; looked at when a phase ends, never before."""
    shared = bits(rules.field(s).pairs)
    return rules.grid.set_of(hex_ for hex_ in shared if points_in(rules, s, hex_) > STACK)


STACK = 4
