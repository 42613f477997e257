"""What must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.games.storm.control import MOST_MORALE
from westfront.games.storm.data import StormData
from westfront.games.storm.stacking import limit, may_join
from westfront.games.storm.state import (
    AIR,
    ALLIED,
    CUT,
    DEAD,
    DUE,
    EDGE,
    EVACUATED,
    GERMAN,
    GONE,
    NATIONS,
    OFF,
    POOL,
    RAILED,
    SPENT,
    USA,
    StormState,
)

GROUND_BOXES = (OFF, DUE, POOL, EDGE, EVACUATED, DEAD, GONE)
AIR_BOXES = (OFF, DUE, AIR, SPENT, GONE)


def invariants(rules: StormData, s: StormState) -> Iterator[str]:
    """A sentence for everything that does not hold."""
    yield from tracks(rules, s)
    for unit in range(len(rules.counters)):
        yield from about_unit(rules, s, unit)
    for hex_ in rules.field(s).stacks:
        yield from about_hex(rules, s, hex_)
    occupied = rules.field(s).occupied
    if occupied[GERMAN] & ~s.german or occupied[ALLIED] & s.german:
        yield "a unit stands in a hex that its side does not control"


def tracks(rules: StormData, s: StormState) -> Iterator[str]:
    """Tracks within their ends, sets within the map."""
    if len(s.morale) != 2 or max(s.morale) > MOST_MORALE or len(s.pool) != len(NATIONS):
        yield "the tracks are beyond their ends"
    if not rules.first_turn <= s.turn <= rules.last_turn or not 0 <= s.wet <= 1 or not 0 <= s.influenza <= 2:
        yield "there is no such turn"
    counts = (s.mechanized, s.bombed, s.railed, s.mixed)
    if min(counts) < 0 or max(counts) > 99 or not {s.yanks, s.bertha_paid, s.guns_fired} <= {0, 1}:
        yield "a count is beyond its end"
    board = rules.board
    if (
        s.german & ~board.playable
        or s.lost_ports & ~board.ports
        or s.lost_forts & ~(board.fortress[0] | board.fortress[1])
    ):
        yield "a set of hexes goes beyond the map"
    if board.ports & s.german & ~s.lost_ports:
        yield "a Channel Port is German and not counted as lost"
    if s.bertha not in (OFF, GONE) and (s.bertha < 0 or not board.playable >> s.bertha & 1):
        yield "Big Bertha is nowhere"


def about_unit(rules: StormData, s: StormState, unit: int) -> Iterator[str]:
    """A unit is where it can be, with steps that it can have."""
    at, steps, name = s.at[unit], s.steps[unit], rules.names.units[unit]
    if rules.symbol[unit] == "air":
        if at not in AIR_BOXES or steps:
            yield f"{name} is an air unit and cannot be at {rules.names.place(at)}"
        return
    if at >= 0 and not rules.board.playable >> at & 1:
        yield f"{name} stands on no land hex"
    if at < 0 and at not in GROUND_BOXES:
        yield f"{name} is a ground unit and cannot be in the air"
    alive = at >= 0 or at in (DUE, POOL, EDGE, EVACUATED)
    if (alive and not 1 <= steps <= rules.full[unit]) or (at in (DEAD, GONE) and steps):
        yield f"{name} has {steps} steps at {rules.names.place(at)}"
    if s.known[unit] > 1 or s.seen_steps[unit] > rules.full[unit] or s.seen[unit] > 1:
        yield f"{name} is seen as it cannot be"
    if s.supply[unit] > CUT or s.moved[unit] > RAILED or s.fought[unit] > 3:
        yield f"{name} is in no state that the game knows"
    if (at >= 0) != bool(s.height[unit]):
        yield f"{name} has no place in a stack, or one beside the map"


def about_hex(rules: StormData, s: StormState, hex_: int) -> Iterator[str]:
    """A stack is in order and within its limits."""
    stack, place = rules.stack(s, hex_), rules.names.place(hex_)
    if len({rules.side_of[unit] for unit in stack}) > 1:
        yield f"both sides stand in {place}"
        return
    if [s.height[unit] for unit in stack] != list(range(len(stack), 0, -1)):
        yield f"the units in {place} have no order"
    heavy = [unit for unit in stack if rules.weight[unit]]
    free = [unit for unit in stack if not rules.weight[unit]]
    if len(heavy) > min((limit(rules, unit) for unit in heavy), default=0) and heavy:
        yield f"{place} holds too many units"
    if len(free) > 2 or (len(free) == 2 and not may_join(rules, *free)):
        yield f"{place} holds too many units that stack free"
    yield from about_nations(rules, s, hex_, stack)


def about_nations(rules: StormData, s: StormState, hex_: int, stack: tuple[int, ...]) -> Iterator[str]:
    """Nationalities that may not mix do not."""
    nations = {rules.nation[unit] for unit in stack}
    hosts = nations - {USA}
    tank_corps = any(rules.nation[unit] == USA and not rules.is_division[unit] for unit in stack)
    if len(hosts) > 1 or (len(nations) > 1 and (rules.is_1919 or tank_corps)):
        yield f"nationalities mix in {rules.names.place(hex_)}"
    if rules.japanese in stack and len(stack) > 1:
        yield "the Japanese stack with others"
