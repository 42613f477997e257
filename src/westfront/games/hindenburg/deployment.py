"""Chapters 3.1 to 3.3: where divisions are set up, and what must be met before it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.hindenburg.stacking import room
from westfront.games.hindenburg.state import (
    AN,
    BE,
    BR,
    FR,
    GE,
    GERMAN,
    OFF,
    PO,
    RESERVE,
    STACK,
    HindenburgState,
)
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

RESERVES = {BR: ("3.2(3)", 8, "British and Australian"), FR: ("3.2(3)", 39, "French")}
"""How many divisions begin in the Allied reserve; the Australians count as British."""
FIRST_BRITISH_ROW = 29
ALSO_FRENCH = ("2609", "2415")
"""Rheims and Verdun, which need a garrison as the trenches do."""
NAMED_HEXES = 6
"""So many empty hexes are named in the question."""
ORDER = ("3.3", "3.2")
"""The rule by which each side sets up."""


class Ready:
    """A ready-made deployment: for each hex or the reserve its divisions, the top one first; and attack supply."""

    def __init__(self) -> None:
        self.piles: dict[int, list[int]] = {}
        self.marks: list[int] = []


class Plan:
    """What one side sets up, where it may, and what it must hold."""

    def __init__(self, rules: Hindenburg, side: int) -> None:
        self.side = side
        self.units = [unit for unit in rules.own[side] if not rules.arrival[unit]]
        self.kinds = rules.kinds_of(self.units)
        """The divisions by kind."""
        self.nation = {kind: rules.nation_of[units[0]] for kind, units in self.kinds.items()}
        self.area = {nation: _area(rules, nation)[0] for nation in self.nation.values()}
        self.garrisons = _garrisons(rules, side)
        """Hexes that need a division, by rule."""
        self.ready: dict[str, Ready] = {}


@rule("3.2(4)", "3.2(5)", "3.2(6)", "3.3(3)")
def _area(rules: Hindenburg, nation: int) -> tuple[HexSet, Refusal]:
    """Where divisions of a nation may be set up, and what to say of other hexes."""
    board = rules.board
    north = rules.grid.set_of(h for h in rules.grid if int(rules.grid.label(h)[:2]) >= FIRST_BRITISH_ROW)
    if nation == GE:
        return board.east, Refusal("3.3(3)", "German divisions are set up east of the front line")
    if nation == BE:
        return board.belgium & board.west, Refusal(
            "3.2(4)", "Belgian divisions are set up in Belgium, west of the line"
        )
    if nation == FR:
        where = f"west of the front line and south of row {FIRST_BRITISH_ROW}"
        return board.west & ~north, Refusal("3.2(6)", f"French divisions are set up {where}")
    where = f"west of the front line and north of row {FIRST_BRITISH_ROW - 1}"
    return board.west & north, Refusal("3.2(5)", f"British, Australian and Portuguese divisions are set up {where}")


@rule("3.2(5)", "3.2(6)", "3.3(3)")
def _garrisons(rules: Hindenburg, side: int) -> dict[str, HexSet]:
    """Trench hexes of the front, and its cities: the German ones, Rheims and Verdun."""
    board, front = rules.board, rules.board.front[side]
    if side == GERMAN:
        return {"3.3(3)": front & (board.printed_trench[GERMAN] | board.city)}
    north, _ = _area(rules, BR)
    trenches = front & board.printed_trench[side]
    return {"3.2(5)": trenches & north, "3.2(6)": trenches & ~north | rules.grid.hexset(*ALSO_FRENCH)}


# -- where divisions may be placed


def unplaced(rules: Hindenburg, s: HindenburgState, plan: Plan) -> dict[str, list[int]]:
    """The divisions that are still to be placed, by kind."""
    found = {kind: [unit for unit in units if s.at[unit] == OFF] for kind, units in plan.kinds.items()}
    return {kind: units for kind, units in found.items() if units}


def in_reserve(rules: Hindenburg, s: HindenburgState, plan: Plan, nation: int) -> int:
    """How many divisions of a nation are in the reserve, the Australians being British."""
    nations = (BR, AN) if nation in (BR, AN) else (nation,)
    return sum(s.at[unit] == RESERVE and rules.nation_of[unit] in nations for unit in plan.units)


@rule("3.2(3)", "3.3(2)", "10.3")
def reserve_room(rules: Hindenburg, s: HindenburgState, plan: Plan, nation: int) -> int:
    """How many more divisions of a nation may be put into the reserve: eight British, 39 French, any German ones."""
    if nation == GE:
        return len(plan.units)
    if nation in (BE, PO):
        return 0
    _, number, _ = RESERVES[BR if nation == AN else nation]
    return number - in_reserve(rules, s, plan, nation)


@rule("3.1", "3.2(5)", "6.2")
def places(rules: Hindenburg, s: HindenburgState, plan: Plan, kind: str) -> dict[int, int]:
    """Where divisions of a kind may be placed now, with how many of them there is room for."""
    nation = plan.nation[kind]
    stacks = rules.field(s).stacks
    hexes = plan.area[nation] & _where_portuguese(rules, s, plan) if nation == PO else plan.area[nation]
    found = {hex_: STACK - len(stacks.get(hex_, ())) for hex_ in bits(hexes)}
    found[RESERVE] = reserve_room(rules, s, plan, nation)
    return {place: number for place, number in found.items() if number > 0}


@rule("3.2(5)")
def _where_portuguese(rules: Hindenburg, s: HindenburgState, plan: Plan) -> HexSet:
    """Both Portuguese divisions start in the same hex."""
    standing = [s.at[unit] for unit in plan.units if rules.nation_of[unit] == PO and s.at[unit] >= 0]
    return 1 << standing[0] if standing else rules.grid.mask


def why_not_place(
    rules: Hindenburg, s: HindenburgState, plan: Plan, kind: str, number: int, place: int
) -> Refusal | None:
    """Why so many divisions of a kind cannot be placed there."""
    if kind not in plan.kinds:
        return Refusal(ORDER[plan.side], f"there is no {kind} to set up, only {', '.join(plan.kinds)}")
    left, nation = len(unplaced(rules, s, plan).get(kind, ())), plan.nation[kind]
    if not 0 < number <= left:
        return Refusal(ORDER[plan.side], f"{left} x {kind} are still to be placed, not {number}")
    if places(rules, s, plan, kind).get(place, 0) >= number:
        return None
    if place == RESERVE:
        if nation in (BE, PO):
            return Refusal("10.3", f"{kind} is never put into the reserve")
        rule_, most, who = RESERVES[BR if nation == AN else nation]
        return Refusal(rule_, f"{most} {who} divisions begin in the reserve, not more")
    area, refusal = _area(rules, nation)
    if place < 0 or not area >> place & 1:
        return refusal
    if nation == PO and not _where_portuguese(rules, s, plan) >> place & 1:
        return Refusal("3.2(5)", "both Portuguese divisions are set up in the same hex")
    return Refusal("3.1", f"{rules.grid.label(place)} has room for {room(rules, s, place)} more divisions")


# -- what must be met at the end


@rule("3.2(5)", "3.2(6)", "3.3(3)")
def bare(rules: Hindenburg, s: HindenburgState, plan: Plan) -> dict[str, HexSet]:
    """The hexes that need a division and have none, by rule."""
    occupied = rules.field(s).occupied[plan.side]
    found = {number: hexes & ~occupied for number, hexes in plan.garrisons.items()}
    return {number: hexes for number, hexes in found.items() if hexes}


@rule("3.2", "3.2(3)", "3.3")
def unmet(rules: Hindenburg, s: HindenburgState, plan: Plan) -> Refusal | None:
    """The first thing that keeps the set-up from being complete."""
    left = unplaced(rules, s, plan)
    if left:
        waiting = [unit for units in left.values() for unit in units]
        return Refusal(ORDER[plan.side], f"still to be placed: {rules.described(s, waiting)}")
    for nation, (number, most, who) in RESERVES.items():
        held = in_reserve(rules, s, plan, nation)
        if plan.side != GERMAN and held != most:
            return Refusal(number, f"{held} {who} divisions are in the reserve, {most} must be")
    for number, hexes in bare(rules, s, plan).items():
        names = " ".join(rules.grid.label(hex_) for hex_ in rules.names.hexes_in_order(hexes)[:NAMED_HEXES])
        return Refusal(number, f"a division is missing in {names}")
    return None
