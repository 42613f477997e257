"""Supply: general supply to move and to defend freely, attack supply to attack."""

from __future__ import annotations

from array import array
from functools import lru_cache

from westfront.engine.catalogue import rule
from westfront.games.michel.data import MichelData, MichelPlay
from westfront.games.michel.state import FIRES, GIVES_ATTACK_SUPPLY, MichelState
from westfront.hexgrid import Grid, HexSet, has

ROAD_STEPS, CORPS_STEPS = 5, 4


@lru_cache(maxsize=1024)
def within_steps(grid: Grid, sources: HexSet, lines: HexSet, steps: int) -> HexSet:
    """Hexes at most so many steps from a source by hexes through which lines may run; the last one is free.

    A line is traced from a unit, and the unit itself covers an enemy zone in its own hex.
    """
    found = sources
    for _ in range(steps - 1):
        found |= grid.adjacent(found) & lines
    return found | grid.adjacent(found)


@rule("ZOC-C")
def supply_lines(rules: MichelData, s: MichelState, side: int, leaving: int | None = None) -> HexSet:
    """The hexes through which lines of a side may run: no enemy, and no enemy zone unless a friend stands there.

    With `leaving`, once that unit does not cover its hex any more.
    """
    field = rules.field(s)
    if leaving is None or not has(field.zone[1 - side], s.at[leaving]) or len(field.stacks[s.at[leaving]]) > 1:
        return field.open_to[side]
    return field.open_to[side] & ~(1 << s.at[leaving])


@rule("Supply-Procedure", "Supply-E", "Supply-F")
def by_road(rules: MichelData, side: int, lines: HexSet) -> HexSet:
    """Where a unit has at most five hexes to an open road that leads off the friendly edge."""
    board = rules.board
    net = board.road_net(side, lines & board.road_hexes)
    return within_steps(rules.grid, net, lines, ROAD_STEPS) | board.road_exits[side]


@rule("Supply-Procedure", "Supply-E", "Corps-i", "Corps-Commentary")
def by_corps(rules: MichelData, s: MichelState, side: int, lines: HexSet) -> HexSet:
    """Where a unit has at most four hexes to a corps that has not fired in this player-turn."""
    return within_steps(rules.grid, corps_that_supply(rules, s, side), lines, CORPS_STEPS)


def corps_that_supply(rules: MichelData, s: MichelState, side: int) -> HexSet:
    """The hexes of the corps of a side that have not fired in this player-turn."""
    own = rules.corps_span[side]
    return _corps_that_supply(rules, side, s.at[own].tobytes(), bytes(s.use[own]))


@lru_cache(maxsize=256)
def _corps_that_supply(rules: MichelData, side: int, places: bytes, uses: bytes) -> HexSet:
    """From their part of two columns: corps seldom move."""
    first, at = rules.corps_span[side].start, array("h", places)
    corps = [u - first for u in rules.corps[side]]
    return rules.grid.set_of([at[u] for u in corps if at[u] >= 0 and uses[u] < FIRES])


@rule("Supply-General", "Supply-Procedure")
def general_supply(rules: MichelData, s: MichelState, side: int, leaving: int | None = None) -> HexSet:
    """Where a unit of a side is in general supply or, with `leaving`, would be once that unit has left its hex."""
    lines = supply_lines(rules, s, side, leaving)
    return by_road(rules, side, lines) | by_corps(rules, s, side, lines)


@rule("Supply-General", "Supply-Procedure", "Supply-E", "Corps-ii")
def attack_supply(rules: MichelData, s: MichelState, side: int) -> HexSet:
    """Where a unit has attack supply now: at most four open hexes from a corps that lies face down."""
    face_down = [s.at[u] for u in rules.corps[side] if s.at[u] >= 0 and s.use[u] == GIVES_ATTACK_SUPPLY]
    return within_steps(rules.grid, rules.grid.set_of(face_down), supply_lines(rules, s, side), CORPS_STEPS)


@rule("Supply-B", "Supply-D", "Movement-M")
def freeze_supply(play: MichelPlay, side: int) -> None:
    """At the start of a movement phase: who is isolated, and who lives by one corps alone."""
    s, rules = play.state, play.rules
    lines = supply_lines(rules, s, side)
    roads, corps = by_road(rules, side, lines), by_corps(rules, s, side, lines)
    s.isolated[:] = s.supplied_by[:] = bytes(len(s.isolated))
    for unit in rules.ground_units[side]:
        if s.at[unit] < 0 or has(roads, s.at[unit]):
            continue
        if has(corps, s.at[unit]):
            s.supplied_by[unit] = only_corps(rules, s, side, lines, s.at[unit]) + 1
        else:
            s.isolated[unit] = 1
    cut_off = tuple(unit for unit in rules.ground_units[side] if s.isolated[unit])
    if cut_off:
        play.tell("isolated", "Supply-B", "Movement-M", units=cut_off)


@rule("Corps-Commentary")
def only_corps(rules: MichelData, s: MichelState, side: int, lines: HexSet, hex_: int) -> int:
    """The one corps that supplies a hex, or -1 if several do or none."""
    near = within_steps(rules.grid, 1 << hex_, lines, CORPS_STEPS) & corps_that_supply(rules, s, side)
    if near.bit_count() != 1:
        return -1
    found = [u for u in rules.field(s).stacks[near.bit_length() - 1] if rules.is_corps[u] and s.use[u] < FIRES]
    return found[0] if len(found) == 1 else -1


@rule("Corps-Commentary", "Artillery-H")
def record_suppliers(rules: MichelData, s: MichelState, unit: int, to: int) -> None:
    """Before a unit goes to a hex: a corps that alone lets it, by supply here or there, has served for supply."""
    suppliers = {s.supplied_by[unit] - 1}
    if not rules.may_leave_supply(unit):
        side = rules.side_of[unit]
        lines = supply_lines(rules, s, side, leaving=unit)
        if not has(by_road(rules, side, lines), to):
            suppliers.add(only_corps(rules, s, side, lines, to))
    for corps in suppliers - {-1}:
        s.gave_supply[corps] = 1


@rule("Supply-B", "Supply-C")
def isolated_units(rules: MichelData, s: MichelState, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some units of one side that have no general supply now; a corps always has."""
    if not units:
        return ()
    supplied = general_supply(rules, s, rules.side_of[units[0]])
    return tuple(u for u in units if not rules.is_corps[u] and not has(supplied, s.at[u]))
