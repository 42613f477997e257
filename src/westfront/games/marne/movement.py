"""Chapter 11, what a move may be: costs, zones of control, relief, major rivers, forced march."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.marne.board import GUNS, POINT, TROOPS_WITH_PONTOONS, RoadMarch
from westfront.games.marne.facts import MarneData
from westfront.games.marne.field import combat_units_in, enemy_zone
from westfront.games.marne.state import (
    ALONE,
    ARRIVED,
    INTERDICTION,
    MOVED,
    OFFENSIVE,
    MarneState,
    any_marked,
)
from westfront.games.marne.supply import command_for_newcomers
from westfront.hexgrid import HexSet, MoveCosts, Reach, bits, has, reach

NORMAL, EXPLOITING, IN_RESERVE, CALLED, RELIEVED = range(5)
"""Why a unit moves: in the movement phase; with a marker in exploitation; called by coordination; relieved."""
RESERVE_POINTS = 2


# -- what a group has and meets


@rule("11.1.1", "12.5", "14.2", "12.2.6 tab2")
def points(rules: MarneData, s: MarneState, unit: int, why: int) -> int:
    """Half movement points: the allowance, halved by disorder; half of it, or two more, in exploitation."""
    whole = rules.allowance[unit] // 2 if s.order[unit] else rules.allowance[unit]
    if why in (EXPLOITING, CALLED):
        whole = (whole + 1) // 2
    elif why == IN_RESERVE:
        whole += RESERVE_POINTS
    return POINT * whole


def budget(rules: MarneData, s: MarneState, units: Sequence[int], why: int) -> int:
    """What a stack has left: its slowest unit counts."""
    return min(max(0, points(rules, s, unit, why) - s.spent[unit]) for unit in units)


def kind_of_group(rules: MarneData, units: Sequence[int]) -> int:
    """Whose costs a stack pays."""
    return max(rules.cost_kind[unit] for unit in units)


@rule("17.2/Interdiction")
def interdicted(rules: MarneData, s: MarneState, side: int) -> HexSet:
    """The hexes that enemy air units interdict."""
    if INTERDICTION not in s.sky:
        return 0
    return rules.grid.set_of(s.at[u] for u in rules.air_units[1 - side] if s.sky[u] == INTERDICTION)


def costs_of(rules: MarneData, s: MarneState, units: Sequence[int]) -> MoveCosts:
    """What each step costs a stack now."""
    kind = kind_of_group(rules, units)
    pontoons = s.pontoons if kind == TROOPS_WITH_PONTOONS else ()
    return rules.board.costs[kind](s.down, pontoons, interdicted(rules, s, rules.side_of[units[0]]))


@rule("12.2.6 pin", "3.0/Stosstruppen")
def ignores_pinned(rules: MarneData, s: MarneState, units: Sequence[int]) -> bool:
    """A stack with a tank, or of regiments each with Stosstruppen, does not mind the zones of pinned units."""
    if any(rules.is_tank[unit] for unit in units):
        return True
    return all(rules.is_regiment[unit] and rules.stosstruppen_of(s, unit) is not None for unit in units)


def zone_for(rules: MarneData, s: MarneState, units: Sequence[int]) -> HexSet:
    """The enemy zones that a stack must heed."""
    side = rules.side_of[units[0]]
    if any_marked(s.pinned) and ignores_pinned(rules, s, units):
        return enemy_zone(rules, s, side, without_pinned=True)
    return rules.field(s).zone[1 - side]


@rule("11.1.1", "11.3.1", "11.3.3", "S3/Freeze")
def forbidden(rules: MarneData, s: MarneState, units: Sequence[int]) -> HexSet:
    """Hexes that a stack never enters: enemy combat units; for guns and HQs also any enemy and every enemy zone."""
    front = rules.front(s, rules.side_of[units[0]])
    return front.shut if all(rules.is_combat[unit] for unit in units) else front.barred


@rule("11.2.1")
def march(rules: MarneData, s: MarneState, units: Sequence[int], why: int) -> Reach:
    """What a stack reaches: who enters an enemy zone stops, and nobody goes from one such hex to another."""
    zone = zone_for(rules, s, units)
    return reach(
        costs_of(rules, s, units),
        s.at[units[0]],
        budget(rules, s, units, why),
        avoid=forbidden(rules, s, units),
        stop=zone,
        apart=zone,
    )


@rule("11.1.2", "11.2.3", "11.3.1.2", "11.3.1.2 ex")
def single_steps(rules: MarneData, s: MarneState, units: Sequence[int], why: int) -> HexSet:
    """One hex whatever it costs, in a movement phase and before anything is spent; over a major river without bridge
    only who began the phase beside it, and never guns."""
    if why not in (NORMAL, RELIEVED) or any(s.spent[unit] for unit in units):
        return 0
    here, zone, grid = s.at[units[0]], zone_for(rules, s, units), rules.grid
    shut = forbidden(rules, s, units) | (zone if has(zone, here) else 0)
    if kind_of_group(rules, units) == GUNS:
        around = grid.adjacent_across(1 << here, rules.board.unbridged(s.down))
    elif any(s.moved[unit] == ARRIVED for unit in units):
        around = grid.adjacent_across(1 << here, rules.board.walls(rules.side_of[units[0]], s.down, s.pontoons))
    else:
        around = grid.adjacent(1 << here)
    return around & rules.board.area & ~shut


@rule("9.2")
def towards_supply(rules: MarneData, s: MarneState, units: Sequence[int], ends: HexSet) -> HexSet:
    """Who is out of supply may only go back into command, or if that is too far, nearer to it."""
    if not any(s.unsupplied[unit] for unit in units):
        return ends
    commanded = command_for_newcomers(rules, s, rules.side_of[units[0]])
    if ends & commanded or not commanded:
        return ends & commanded
    return ends & rules.nearer(s.at[units[0]], commanded)


@rule("11.2.1")
def halted(rules: MarneData, s: MarneState, units: Sequence[int]) -> bool:
    """Whether a stack has entered an enemy zone on its way, and so has ended its move."""
    return any(s.spent[unit] for unit in units) and has(zone_for(rules, s, units), s.at[units[0]])


def destinations(rules: MarneData, s: MarneState, units: Sequence[int], why: int) -> HexSet:
    """Where a stack may end its move."""
    here = 1 << s.at[units[0]]
    if here & rules.frozen(s) or halted(rules, s, units):
        return 0
    ends = (march(rules, s, units, why).hexes | single_steps(rules, s, units, why)) & ~here
    return towards_supply(rules, s, units, ends)


# -- who may move


@rule("11.2.2", "11.1.1", "11.3.1.1", "S2/Reims", "S3/Freeze")
def why_unit_stays(rules: MarneData, s: MarneState, side: int, unit: int) -> Refusal | None:
    """What keeps a unit from moving in the movement phase of a side."""
    if unit >= 0 and rules.side_of[unit] != side:
        return Refusal("11.1.1", f"{rules.names.units[unit]} is not yours to move")
    if unit < 0 or s.at[unit] < 0 or rules.is_air[unit] or rules.is_stosstruppen[unit]:
        return Refusal("11.1.1", f"{rules.names.write('unit', unit)} is not one of your units that can move on the map")
    if has(rules.board.outside, s.at[unit]):
        return Refusal("S2/Reims", f"{rules.names.units[unit]} stays in Reims, outside the playing area")
    if has(rules.frozen(s), s.at[unit]):
        return Refusal("S3/Freeze", f"{rules.names.units[unit]} is frozen west of column 31 until turn 18")
    if s.moved[unit] == MOVED:
        return Refusal("11.1.1", f"{rules.names.units[unit]} has moved in this phase")
    if s.mode[unit] == OFFENSIVE:
        return Refusal(
            "11.3.1.1", f"{rules.names.units[unit]} is in offensive mode and moves at the end of exploitation"
        )
    if s.moved[unit] == ARRIVED and halted(rules, s, (unit,)):
        return Refusal(
            "11.2.1", f"{rules.names.units[unit]} has entered the map in an enemy zone and ends its move there"
        )
    if s.moved[unit] == ALONE:
        return Refusal("11.2.2", f"{rules.names.units[unit]} began alone in an enemy zone and must be relieved first")
    return None


@rule("11.1.1", "11.1.2", "11.2.1", "11.2.2")
def free_movers(rules: MarneData, s: MarneState, side: int, units: list[int]) -> list[int]:
    """Those of some units of a side that have at least one step to go, found for all of them at once.

    The minimum move makes one open neighbour enough. Units in special states (out of supply, past pinned enemies, newly
    arrived with points spent or at a major river) are not judged here.
    """
    at, mode, kind, ways = s.at, s.mode, rules.moves_as, ways_out(rules, s, side)
    return [unit for unit in units if ways[kind[unit]] >> at[unit] & 1 and mode[unit] != OFFENSIVE]


def ways_out(rules: MarneData, s: MarneState, side: int) -> tuple[HexSet, HexSet, HexSet]:
    """The hexes that combat units of a side may leave by some step, that HQs may, and that guns may."""
    front = rules.front(s, side)
    bridged = rules.grid.adjacent_across(front.apart, rules.board.unbridged(s.down))
    return front.leave | front.leave_zone & rules.field(s).pairs, front.leave_apart, front.leave_apart & bridged


@rule("11.1.1", "11.2.2")
def why_group_stays(rules: MarneData, s: MarneState, units: Sequence[int]) -> Refusal | None:
    """A stack began the phase in one hex; and somebody stays who holds an enemy-controlled hex."""
    here = s.at[units[0]]
    if len(units) > 1:
        if any(s.at[unit] != here for unit in units):
            return Refusal("11.1.1", "only units of one hex move together")
        if any(s.moved[unit] == ARRIVED for unit in units):
            return Refusal("11.1.1", "only units that began the phase together move together")
    if not has(zone_for(rules, s, units), here):
        return None
    going = [unit for unit in units if rules.is_combat[unit]]
    if going and not set(combat_units_in(rules, s, here, rules.side_of[units[0]])) - set(going):
        return Refusal("11.2.2", "one combat unit must stay in a hex that the enemy controls")
    return None


def why_not_there(rules: MarneData, s: MarneState, units: Sequence[int], why: int, to: int) -> Refusal | None:
    """What keeps a stack from ending its move in a hex."""
    if has(destinations(rules, s, units, why), to):
        return None
    side, place = rules.side_of[units[0]], rules.names.place(to)
    field, here = rules.field(s), s.at[units[0]]
    if to < 0 or not has(rules.board.area, to):
        return Refusal("S0", f"{place} lies outside the playing area")
    if to == here:
        return Refusal("11.1.1", f"it stands in {place} already")
    if has(rules.frozen(s), to):
        return Refusal("S3/Freeze", f"{place} is frozen until turn 18")
    if has(field.combat[1 - side], to):
        return Refusal("11.1.1", f"an enemy combat unit stands in {place}")
    return _why_not_reached(rules, s, units, why, to)


@rule("11.2.1", "11.2.3", "11.3.1", "9.2")
def _why_not_reached(rules: MarneData, s: MarneState, units: Sequence[int], why: int, to: int) -> Refusal:
    """The rule that shuts a hex that is on the map and free of enemies."""
    zone, here, place = zone_for(rules, s, units), s.at[units[0]], rules.names.place(to)
    if not all(rules.is_combat[unit] for unit in units) and has(forbidden(rules, s, units), to):
        by = "11.3.1" if any(rules.is_gun[unit] for unit in units) else "11.3.3"
        return Refusal(by, f"guns and HQs may not enter {place}, in an enemy zone, not even to join friendly units")
    if halted(rules, s, units):
        return Refusal("11.2.1", f"it has entered an enemy zone in {rules.names.place(here)} and ends its move")
    if has(zone, here) and has(zone, to):
        return Refusal("11.2.1", f"no move from one enemy zone to another: {place} is in one")
    within = march(rules, s, units, why)
    if has(within.hexes | single_steps(rules, s, units, why), to):
        return Refusal("9.2", f"out of supply it may only go back into command, and {place} does not lead there")
    wet = _why_wet(rules, s, units, within.hexes | 1 << here, to)
    if wet:
        return wet
    shut = forbidden(rules, s, units)
    if has(reach(costs_of(rules, s, units), here, budget(rules, s, units, why), avoid=shut).hexes, to):
        return Refusal("11.2.1", f"enemy zones, in which a move ends, bar the way to {place}")
    left = budget(rules, s, units, why) / POINT
    return Refusal("11.1.1", f"rivers and enemy zones leave no path to {place} within {left:g} movement points")


@rule("11.2.3", "11.2.4", "11.3.1")
def _why_wet(rules: MarneData, s: MarneState, units: Sequence[int], reached: HexSet, to: int) -> Refusal | None:
    """The rule of a river without a bridge that parts a hex from those that a stack reaches."""
    guns, fights = any(rules.is_gun[unit] for unit in units), all(rules.is_combat[unit] for unit in units)
    walls = rules.board.walls(rules.side_of[units[0]], s.down, s.pontoons if fights else ())
    banks = bits(rules.grid.adjacent(1 << to) & reached)
    if not any(rules.grid.parted(bank, to, rules.board.unbridged(s.down) if guns else walls) for bank in banks):
        return None
    place, laid = rules.names.place(to), rules.board.pairs_as_sides(s.pontoons)
    if not fights and any(rules.grid.parted(bank, to, laid) for bank in banks):
        return Refusal("11.2.4", f"guns and HQs do not cross the pontoon to {place}")
    if guns:
        return Refusal("11.3.1", f"guns cross rivers on bridges only, and none leads to {place}")
    return Refusal(
        "11.2.3",
        f"no bridge leads over the major river to {place}; a unit can ford it only if it starts its move next to it",
    )


def why_not_this_way(rules: MarneData, s: MarneState, units: Sequence[int], why: int, way: list[int]) -> Refusal | None:
    """What is wrong with a way that is spelled out."""
    within, spent = march(rules, s, units, why), 0
    for here, beyond in pairwise(way):
        direction = rules.grid.direction(here, beyond) if beyond >= 0 else None
        if direction is None:
            return Refusal("11.1.1", f"{rules.names.place(beyond)} is not next to {rules.names.place(here)}")
        price = within.step(here, direction)
        if price is None:
            return Refusal("11.2.1", f"it cannot go from {rules.names.place(here)} to {rules.names.place(beyond)}")
        spent += price
    left = budget(rules, s, units, why)
    if spent <= left:
        return None
    return Refusal("11.1.1", f"this path costs {spent / POINT:g} of {left / POINT:g} movement points")


def way_to(rules: MarneData, s: MarneState, units: Sequence[int], why: int, to: int) -> tuple[list[int], int]:
    """The cheapest way to a hex and what it costs; a minimum move or a ford takes all there is."""
    within = march(rules, s, units, why)
    cost = within.cost(to)
    if cost is None:
        return [s.at[units[0]], to], budget(rules, s, units, why)
    return within.path(to), cost


def cost_of_way(rules: MarneData, s: MarneState, units: Sequence[int], why: int, way: list[int]) -> int:
    """What a legal way costs."""
    within = march(rules, s, units, why)
    found = 0
    for here, beyond in pairwise(way):
        found += within.step(here, rules.board.step_direction(here, beyond)) or 0
    return found


# -- forced march


def road_march(rules: MarneData, s: MarneState, units: Sequence[int]) -> RoadMarch:
    """What a stack reaches by roads at twice its allowance."""
    side, limit = rules.side_of[units[0]], 2 * min(points(rules, s, unit, NORMAL) for unit in units)
    free, dear = rules.front(s, side).far, interdicted(rules, s, side)
    return rules.board.road_march(s.down, s.at[units[0]], free, limit, dear)


@rule("11.2.6")
def why_no_march(rules: MarneData, s: MarneState, units: Sequence[int]) -> Refusal | None:
    """Who may not be forced to march."""
    for unit in units:
        name = rules.names.units[unit]
        if not rules.has_zone[unit]:
            return Refusal("11.2.6", f"{name} is not infantry or cavalry")
        if s.order[unit]:
            return Refusal("11.2.6", f"{name} is disorganised or reorganising")
        if s.spent[unit]:
            return Refusal("11.2.6", f"{name} has begun to move")
    if not has(rules.front(s, rules.side_of[units[0]]).far, s.at[units[0]]):
        return Refusal("11.2.6", "an enemy stands within 2 hexes")
    return None


def march_ends(rules: MarneData, s: MarneState, units: Sequence[int]) -> HexSet:
    """Where a forced march may end."""
    if why_no_march(rules, s, units):
        return 0
    return towards_supply(rules, s, units, road_march(rules, s, units).hexes)
