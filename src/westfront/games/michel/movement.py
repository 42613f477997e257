"""Movement and stacking."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Side, Unit
from westfront.engine.view import Hint
from westfront.games.michel.board import EXITS
from westfront.games.michel.state import (
    ALLIED,
    EXITED_XY,
    EXITED_YZ,
    GERMAN,
    LOST,
    MichelAsk,
    MichelPlay,
    MichelState,
    MichelStep,
)
from westfront.games.michel.supply import general_supply, note_givers
from westfront.games.michel.victory import hold
from westfront.hexgrid import HexSet, Reach, bits, reach

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel

STACK = 2
LEAVING_COST = 1
EXIT_COST = 1


@rule("Movement-General", "Movement-B", "Movement-C")
class Movement(MichelAsk, frozen=True):
    """A movement phase: any units, one after another.

    The offer asks which unit; where it goes is asked next. A whole move in one line is taken as well.
    """

    asked_by = "Movement-General"
    verbs = ("take", "move", "done", "attack")
    question = "Move your units, or end the movement phase."

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Every unit that has not moved and is not isolated; the end of the phase unless somebody must move first."""
        at, moved, isolated = s.at, s.moved, s.isolated
        units: list[Action] = [
            ("take", u) for u in rules.units[self.player] if at[u] >= 0 and not moved[u] and not isolated[u]
        ]
        return units if why_not_over(rules, s, self.player) else [("done",), *units]

    def admits(self, rules: Michel, s: MichelState, action: Action) -> bool:
        """A whole move."""
        return action[0] == "move" and why_not(rules, s, self.player, *action[1:]) is None

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """The first thing that forbids it."""
        if action[0] == "attack":
            return why_no_fight(rules, s, self.player, action[1])
        if action[0] == "done":
            refusal = why_not_over(rules, s, self.player)
        else:
            refusal = why_no_unit(rules, s, self.player, action[1])
        if refusal is None and action[0] == "move":
            refusal = why_not(rules, s, self.player, *action[1:])
        return refusal or Refusal("Movement-General", "it may move")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Take up a unit, move it, or end the phase."""
        if action[0] == "done":
            play.pop()
        elif action[0] == "take":
            play.push(Moving(self.player, action[1]))
        else:
            move(play, action[1], action[2], *action[3:])


@rule("Movement-E")
def why_no_fight(rules: Michel, s: MichelState, player: int, hexes: tuple[int, ...]) -> Refusal:
    """In a movement phase an enemy hex is no target, and any other is only a way for a unit."""
    enemies = rules.field(s).occupied[1 - player]
    if any(hex_ >= 0 and enemies >> hex_ & 1 for hex_ in hexes):
        return Refusal("Movement-E", "nobody fights in a movement phase")
    return Refusal("Movement-General", f"choose a unit first, then {rules.names.place(hexes[0])} as where it goes")


@rule("Movement-Procedure")
class Moving(MichelAsk, frozen=True):
    """A unit is taken up: where does it go?"""

    unit: Unit
    asked_by = "Movement-Procedure"
    verbs = ("go", "exit", "cancel")

    def prompt(self, rules: Michel, s: MichelState) -> str:
        """What is asked."""
        return f"Where does {rules.names.units[self.unit]} go, with {points(rules, s, self.unit)} movement points?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Every hex in which it can end its move, every way off the map, or back to where it was."""
        actions: list[Action] = [("go", hex_) for hex_ in bits(destinations(rules, s, self.unit))]
        return [("cancel",), *actions, *ways_off(rules, s, self.unit)]

    def hints(self, rules: Michel, s: MichelState) -> dict[Action, Hint]:
        """The way to each hex and its price."""
        budget, within, found = points(rules, s, self.unit), march(rules, s, self.unit), {}
        for hex_ in bits(destinations(rules, s, self.unit)):
            if within.hexes >> hex_ & 1:
                path, cost = within.path(hex_), within.cost(hex_)
            else:
                path, cost = [s.at[self.unit], hex_], step_cost(rules, s, self.unit, hex_)
            labels = tuple(map(rules.grid.label, path))
            found["go", hex_] = Hint(labels, f"{cost} of {budget} movement points")
        return found

    def admits(self, rules: Michel, s: MichelState, action: Action) -> bool:
        """Off the map by a way that is spelled out."""
        return action[0] == "exit" and len(action) > 3 and why_not_off(rules, s, self.unit, *action[1:]) is None

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """Why it cannot go there."""
        if action[0] == "exit":
            return why_not_off(rules, s, self.unit, *action[1:]) or Refusal("Victory-Exit", "it can leave there")
        return why_not_there(rules, s, self.unit, action[1]) or Refusal("Movement-General", "it can go there")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Move it, take it off the map, or put it back."""
        play.pop()
        if action[0] == "go":
            move(play, self.unit, action[1])
        elif action[0] == "exit":
            leave_map(play, self.unit, *action[1:])


# -- how far a unit goes


@rule("Def-MovementAllowance", "Movement-C", "Replacements-D")
def points(rules: Michel, s: MichelState, unit: int) -> int:
    """The movement points of a unit in this phase, less what it paid to come in."""
    return rules.allowance[unit] - s.spent[unit]


@rule("Movement-A", "Movement-F", "Movement-G", "Movement-I", "Movement-N", "Movement-N-Example", "ZOC-A", "ZOC-B")
@rule("TEC-Controlled")
def march(rules: Michel, s: MichelState, unit: int, zones: bool = True, leaving: bool = True) -> Reach:
    """What a unit reaches by common steps: never onto the enemy, not from enemy zone to enemy zone.

    Allied units pay a point more to leave a hex that Germans control. Zones or the price of leaving can be waived, to
    find out what kept a unit from a hex.
    """
    side = rules.side_of[unit]
    field = rules.field(s)
    zone = field.zone[1 - side]
    sticky = (LEAVING_COST, zone) if side == ALLIED and leaving else (0, 0)
    budget, apart = points(rules, s, unit), zone if zones else 0
    return reach(rules.board.costs[side], s.at[unit], budget, avoid=field.occupied[1 - side], apart=apart, leave=sticky)


@rule("Movement-J", "Movement-K", "Movement-L", "Option-7")
def single_steps(rules: Michel, s: MichelState, unit: int) -> HexSet:
    """Enemy-controlled hexes next to an enemy-controlled one that a unit may step into as its whole move.

    Stosstruppen infiltrate into any of them; everybody may fall back on a friend that has stood there since the phase
    began. The enemy does not move, so a unit that has not moved and is in a zone began the phase in one.
    """
    side, here = rules.side_of[unit], s.at[unit]
    field = rules.field(s)
    zone = field.zone[1 - side]
    if not zone >> here & 1:
        return 0
    around = rules.grid.adjacent(1 << here) & zone & ~field.occupied[1 - side]
    if not rules.infiltrates[unit]:
        around = standing_friends(rules, s, around & field.occupied[side])
    return rules.grid.set_of(hex_ for hex_ in bits(around) if step_cost(rules, s, unit, hex_) <= points(rules, s, unit))


@rule("Movement-K")
def standing_friends(rules: Michel, s: MichelState, hexes: HexSet) -> HexSet:
    """Those of some hexes in which a unit stands that has not moved in this phase."""
    stacks = rules.field(s).stacks
    return rules.grid.set_of(h for h in bits(hexes) if not all(s.moved[u] for u in stacks[h]))


def step_cost(rules: Michel, s: MichelState, unit: int, hex_: int) -> int:
    """Points for a single step out of an enemy zone."""
    side = rules.side_of[unit]
    direction = rules.grid.direction(s.at[unit], hex_)
    assert direction is not None
    cost = rules.board.costs[side].step(s.at[unit], direction)
    assert cost is not None
    return cost + (LEAVING_COST if side == ALLIED else 0)


@rule("Movement-M", "Supply-G")
def destinations(rules: Michel, s: MichelState, unit: int) -> HexSet:
    """Where a unit may end its move: within reach, with room, and in general supply unless it may do without."""
    ends = march(rules, s, unit).hexes | single_steps(rules, s, unit)
    ends &= ~(1 << s.at[unit])
    if not rules.may_leave_supply(unit):
        ends &= general_supply(rules, s, rules.side_of[unit], leaving=unit)
    return ends & ~full_hexes(rules, s, ends)


@rule("Stacking-General")
def full_hexes(rules: Michel, s: MichelState, hexes: HexSet) -> HexSet:
    """Those of some hexes with no room: two units and nobody among them who may still make way."""
    field, full = rules.field(s), 0
    for hex_ in bits(hexes & field.shared):
        stack = field.stacks[hex_]
        if sum(not s.moved[u] and not s.isolated[u] for u in stack) < len(stack) + 1 - STACK:
            full |= 1 << hex_
    return full


# -- moving


@rule("Movement-Procedure")
def move(play: MichelPlay, unit: int, to: int, via: tuple[int, ...] | None = None) -> None:
    """Move a unit by the cheapest way, or by the one that is spelled out."""
    s, rules = play.state, play.rules
    start, within = s.at[unit], march(rules, s, unit)
    kind, case = "moved", "Movement-Procedure"
    if via is not None:
        path = [start, *via, to]
    elif within.hexes >> to & 1:
        path = within.path(to)
    else:
        path, kind = [start, to], "stepped"
        case = "Movement-J" if rules.infiltrates[unit] else "Movement-K"
    note_givers(rules, s, unit, to)
    s.at[unit], s.moved[unit] = to, 1
    hold(rules, s, rules.grid.set_of(path), rules.side_of[unit])
    play.tell(kind, case, unit=unit, path=path)


def why_not(rules: Michel, s: MichelState, side: int, unit: int, to: int, via: tuple[int, ...] = ()) -> Refusal | None:
    """The first thing that forbids a whole move, or None."""
    return (
        why_no_unit(rules, s, side, unit)
        or why_not_there(rules, s, unit, to, back=bool(via))
        or (why_not_this_way(rules, s, unit, [s.at[unit], *via, to]) if via else None)
    )


@rule("Movement-C", "Movement-D", "Movement-M", "Supply-A")
def why_no_unit(rules: Michel, s: MichelState, side: int, unit: int) -> Refusal | None:
    """What keeps a unit from moving at all."""
    name = rules.names.write("unit", unit)
    if unit >= 0 and rules.side_of[unit] != side:
        return Refusal("Movement-D", f"{name} belongs to the enemy, who does not move in your phase")
    if unit < 0 or s.at[unit] < 0:
        return Refusal("Movement-General", f"{name} is no unit of yours on the map")
    if s.moved[unit]:
        return Refusal("Movement-C", f"{name} has moved in this phase")
    if s.isolated[unit]:
        return Refusal("Movement-M", f"{name} was without general supply when the phase began")
    return None


def why_not_there(rules: Michel, s: MichelState, unit: int, to: int, back: bool = False) -> Refusal | None:
    """What keeps a unit from ending its move in a hex; `back` where it was, if the way is spelled out."""
    name, place, side = rules.names.units[unit], rules.names.place(to), rules.side_of[unit]
    if to < 0 or (to == s.at[unit] and not back):
        return Refusal("Movement-Procedure", f"{name} moves to another hex of the map")
    if rules.field(s).occupied[1 - side] >> to & 1:
        return Refusal("Movement-G", f"the enemy stands in {place}")
    if not (march(rules, s, unit).hexes | single_steps(rules, s, unit)) >> to & 1:
        return why_out_of_reach(rules, s, unit, to)
    if to != s.at[unit] and full_hexes(rules, s, 1 << to):
        return Refusal("Stacking-General", f"{place} holds {STACK} units that cannot make way")
    if rules.may_leave_supply(unit) or general_supply(rules, s, side, leaving=unit) >> to & 1:
        return None
    return Refusal("Supply-G", f"{name} would be out of general supply in {place}")


def why_out_of_reach(rules: Michel, s: MichelState, unit: int, to: int) -> Refusal:
    """Zones of control, the price of leaving one, or too few movement points."""
    name, place, budget = rules.names.units[unit], rules.names.place(to), points(rules, s, unit)
    if march(rules, s, unit, zones=False).hexes >> to & 1:
        return Refusal("Movement-I", f"no way leads {name} to {place} without a step from enemy zone to enemy zone")
    if march(rules, s, unit, zones=False, leaving=False).hexes >> to & 1:
        return Refusal("ZOC-B", f"with the point for leaving a German-controlled hex {place} is too far for {name}")
    return Refusal("Movement-N", f"{place} costs {name} more than its {budget} movement points")


@rule("Movement-Procedure", "Movement-G", "Movement-I", "Movement-N")
def why_not_this_way(rules: Michel, s: MichelState, unit: int, way: list[int], then: int = 0) -> Refusal | None:
    """What is wrong with a way that is spelled out, and after which some points must be left."""
    within, enemies, spent = march(rules, s, unit), rules.field(s).occupied[1 - rules.side_of[unit]], 0
    for here, beyond in pairwise(way):
        direction = rules.grid.direction(here, beyond) if beyond >= 0 else None
        if direction is None:
            return Refusal(
                "Movement-Procedure", f"{rules.names.place(beyond)} is not next to {rules.names.place(here)}"
            )
        if enemies >> beyond & 1:
            return Refusal("Movement-G", f"the enemy stands in {rules.names.place(beyond)}")
        price = within.step(here, direction)
        if price is None:
            return Refusal(
                "Movement-I", f"{rules.names.place(here)} and {rules.names.place(beyond)} are both controlled"
            )
        spent += price
    spent += then
    return None if spent <= points(rules, s, unit) else Refusal("Movement-N", f"this way costs {spent} movement points")


# -- leaving the map


@rule("Victory-Exit")
def ways_off(rules: Michel, s: MichelState, unit: int) -> list[Action]:
    """The edge hexes from which a German unit can leave the map with the point that it has left."""
    either = rules.board.exits[0] | rules.board.exits[1]
    if rules.side_of[unit] != GERMAN:
        return []
    within = march(rules, s, unit)
    if not within.hexes & either:
        return []
    return [
        ("exit", h, name) for name, hexes in zip(EXITS, off_hexes(rules, s, unit), strict=True) for h in bits(hexes)
    ]


def off_hexes(rules: Michel, s: MichelState, unit: int) -> tuple[HexSet, HexSet]:
    """For each stretch of the edge the hexes from which a unit can leave."""
    found = 0
    for front in march(rules, s, unit).fronts[:-EXIT_COST]:
        found |= front
    if not rules.may_leave_supply(unit):
        found &= general_supply(rules, s, GERMAN, leaving=unit)
    west, south = rules.board.exits
    return found & west, found & south


def why_not_off(
    rules: Michel, s: MichelState, unit: int, hex_: int, stretch: str, via: tuple[int, ...] = ()
) -> Refusal | None:
    """What keeps a unit from leaving the map, by any way or by the one that is spelled out."""
    if ("exit", hex_, stretch) in ways_off(rules, s, unit):
        return why_not_this_way(rules, s, unit, [s.at[unit], *via, hex_], EXIT_COST) if via else None
    name, place = rules.names.units[unit], rules.names.place(hex_)
    if rules.side_of[unit] != GERMAN:
        return Refusal("Victory-Exit", "only German units leave the map")
    if stretch not in EXITS or hex_ < 0 or not rules.board.exits[EXITS.index(stretch)] >> hex_ & 1:
        return Refusal("Victory-Exit", f"{place} is no hex of the stretch {' or '.join(EXITS)} that is named")
    supplied = rules.may_leave_supply(unit) or general_supply(rules, s, GERMAN, leaving=unit) >> hex_ & 1
    if march(rules, s, unit).hexes >> hex_ & 1 and not supplied:
        return Refusal("Supply-G", f"{name} would be out of general supply in {place}")
    return Refusal("Movement-N", f"{name} does not reach {place} with a movement point left to leave the map")


@rule("Victory-Exit")
def leave_map(play: MichelPlay, unit: int, hex_: int, stretch: str, via: tuple[int, ...] = ()) -> None:
    """The unit goes into the box of its stretch for good; the hex it left by is remembered."""
    s, rules = play.state, play.rules
    path = [s.at[unit], *via, hex_] if via else march(rules, s, unit).path(hex_)
    hold(rules, s, rules.grid.set_of(path), GERMAN)
    note_givers(rules, s, unit, hex_)
    s.at[unit] = EXITED_XY if stretch == EXITS[0] else EXITED_YZ
    s.left[unit], s.moved[unit] = hex_, 1
    play.tell("exited", "Victory-Exit", unit=unit, path=path, stretch=stretch)


# -- the end of the phase


def why_not_over(rules: Michel, s: MichelState, side: int) -> Refusal | None:
    """Somebody stands where he may not stay and can still move: the phase does not end before he has."""
    for unit in crowded_units(rules, s, side):
        if can_move_on(rules, s, unit):
            place = rules.names.place(s.at[unit])
            return Refusal("Stacking-A", f"more than {STACK} units stand in {place}, and one of them can still move")
    for unit in came_in_unsupplied(rules, s, side):
        if can_move_on(rules, s, unit):
            name = rules.names.units[unit]
            return Refusal("Supply-G", f"{name} has come in without general supply, and can still reach it")
    return None


def can_move_on(rules: Michel, s: MichelState, unit: int) -> bool:
    """Whether a unit can still end its move elsewhere."""
    return not s.moved[unit] and not s.isolated[unit] and bool(destinations(rules, s, unit))


@rule("Stacking-A")
def crowded_units(rules: Michel, s: MichelState, side: int) -> list[int]:
    """The units of a side in hexes that hold too many."""
    field = rules.field(s)
    return [unit for hex_ in bits(field.crowded & field.occupied[side]) for unit in field.stacks[hex_]]


@rule("Replacements-D", "Supply-G")
def came_in_unsupplied(rules: Michel, s: MichelState, side: int) -> list[int]:
    """Units that have come in at a hex without general supply, where they may not end their move."""
    came = [unit for unit, paid in enumerate(s.spent) if paid and s.at[unit] >= 0] if any(s.spent) else []
    supplied = general_supply(rules, s, side) if came else 0
    return [unit for unit in came if not rules.may_leave_supply(unit) and not supplied >> s.at[unit] & 1]


@rule("Stacking-A")
class EndMovement(MichelStep, frozen=True):
    """Stacking is looked at now and at no other time."""

    player: Side

    def run(self, play: MichelPlay) -> None:
        """The owner removes what stands too much in a hex."""
        field = play.rules.field(play.state)
        over = bits(field.crowded & field.occupied[self.player])
        if over:
            play.push(EndMovement(self.player), Overstacked(self.player, over[0]))


@rule("Stacking-A")
class Overstacked(MichelAsk, frozen=True):
    """Too many units stand in a hex: the owner removes one."""

    hex: Hex
    asked_by = "Stacking-A"
    verbs = ("remove",)

    def prompt(self, rules: Michel, s: MichelState) -> str:
        """What is asked."""
        return f"More than {STACK} units stand in {rules.grid.label(self.hex)}: which one is removed for good?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Any of the hex."""
        return [("remove", unit) for unit in rules.field(s).stacks[self.hex]]

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """It stands elsewhere."""
        name = rules.names.write("unit", action[1])
        return Refusal("Stacking-A", f"{name} does not stand in {rules.grid.label(self.hex)}")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Take it off the map."""
        play.pop()
        play.state.at[action[1]] = LOST
        play.tell("removed", "Stacking-A", unit=action[1], hex=self.hex)
