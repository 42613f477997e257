"""Supply: a line free of enemies and their zones to a friendly edge."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.games.meuse.data import MeuseData
from westfront.games.meuse.state import MeuseState
from westfront.hexgrid import HexSet, flood


@rule("9.0", "V-4")
def supplied_hexes(rules: MeuseData, s: MeuseState, side: int) -> HexSet:
    """The hexes joined with a friendly edge: no enemy unit in them, and no enemy zone without a friend.

    With the switch `supply` off everybody is in supply everywhere.
    """
    if rules.options["supply"] == "off":
        return rules.grid.mask
    field = rules.field(s)
    enemy, own = field.occupied[1 - side], field.occupied[side]
    clear = rules.grid.mask & ~enemy & (~rules.zone(s, 1 - side) | own)
    return flood(rules.grid, rules.board.supply[side], clear)


@rule("9.0")
def judge_supply(rules: MeuseData, s: MeuseState, side: int) -> tuple[int, ...]:
    """At the start of a movement phase: note who is out of supply, and say who."""
    line = supplied_hexes(rules, s, side)
    s.unsupplied[:] = bytes(len(s.unsupplied))
    cut_off = tuple(unit for unit in rules.units[side] if s.at[unit] >= 0 and not line >> s.at[unit] & 1)
    for unit in cut_off:
        s.unsupplied[unit] = 1
    return cut_off


@rule("9.0", "7.3")
def halved(value: int) -> int:
    """Half, rounded up."""
    return (value + 1) // 2
