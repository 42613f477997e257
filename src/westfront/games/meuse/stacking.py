"""Stacking: one unit in a hex, or up to three brigades that act as one."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.games.meuse.data import MeuseData
from westfront.games.meuse.state import MeuseState
from westfront.hexgrid import HexSet

STACK = 3
"""So many brigades may stand together."""


@rule("5.3", "13.2")
def open_hexes(rules: MeuseData, s: MeuseState, units: tuple[int, ...]) -> HexSet:
    """Where a unit, or a stack of brigades, may end: empty hexes, for brigades also those with few enough brigades."""
    occupied = rules.field(s).occupied
    found = rules.grid.mask & ~(occupied[0] | occupied[1])
    return found | brigade_room(rules, s, units) if rules.is_brigade[units[0]] else found


def brigade_room(rules: MeuseData, s: MeuseState, units: tuple[int, ...]) -> HexSet:
    """Hexes of other brigades that have room for these."""
    others = [s.at[unit] for unit in rules.brigades.units if s.at[unit] >= 0 and unit not in units]
    return rules.grid.set_of(hex_ for hex_ in others if others.count(hex_) + len(units) <= STACK)


def take_off(s: MeuseState, unit: int, box: int) -> None:
    """Take a counter off the map, with everything that was marked on it."""
    s.at[unit] = box
    s.steps[unit] = s.moved[unit] = s.spent[unit] = s.unsupplied[unit] = s.shells[unit] = s.fought[unit] = 0
