"""Movement, and stacking at its end."""

from __future__ import annotations

from typing import NoReturn

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Unit, Word
from westfront.engine.view import Hint
from westfront.games.michel.board import EXITS
from westfront.games.michel.data import MichelData, MichelPlay
from westfront.games.michel.state import ALLIED, EXITED_XY, EXITED_YZ, GERMAN, LOST, MichelState
from westfront.games.michel.supply import general_supply, isolated_units, record_suppliers
from westfront.games.michel.victory import take_objectives
from westfront.hexgrid import HexSet, Reach, bits, has, reach, union
from westfront.mechanics.choice import OneOf
from westfront.mechanics.field import Stack
from westfront.mechanics.orders import WhereTo, WhichMoves, price_of, way_hint

STACK = 2
CROWDED = "too many units for the end of the phase"
LEAVING_COST = 1
EXIT_COST = 1
NO_WAY = 0, 0


@rule("Movement-Procedure")
class Moving(WhereTo, frozen=True):
    """A unit is taken up: where does it go?"""

    asked_by = "Movement-Procedure"

    def holds(self, rules: MichelData, s: MichelState) -> bool:
        return rules.field(s).are_on_map(self.player, (self.unit,))

    def prompt(self, rules: MichelData, s: MichelState) -> str:
        return f"Where does {rules.names.units[self.unit]} go, with {points(rules, s, self.unit)} movement points?"

    def ends(self, rules: MichelData, s: MichelState) -> HexSet:
        return destinations(rules, s, self.unit)

    def offer(self, rules: MichelData, s: MichelState) -> list[Action]:
        """Every hex in which it can end its move, every way off the map, or back to where it was."""
        actions, exits = super().offer(rules, s), ways_off(rules, s, self.unit)
        if exits != NO_WAY:
            for stretch, hexes in zip(EXITS, exits, strict=True):
                actions += [("exit", hex_, stretch) for hex_ in bits(hexes)]
        return actions

    def hints(self, rules: MichelData, s: MichelState) -> dict[Action, Hint]:
        """The cheapest way to each hex, or the single step from zone to zone."""
        within, budget, found = march(rules, s, self.unit), points(rules, s, self.unit), dict[Action, Hint]()
        full = rules.field(s).stacked(STACK)
        for to in bits(self.ends(rules, s)):
            cost = within.cost(to)
            way = [s.at[self.unit], to] if cost is None else within.path(to)
            price = step_cost(rules, s, self.unit, to) if cost is None else cost
            hint = way_hint(rules.grid, way, price, budget)
            found["go", to] = Hint(hint.path, hint.note, CROWDED) if has(full, to) else hint
        return found

    def why_not(self, rules: MichelData, s: MichelState, to: int, via: Hexes = ()) -> Refusal | None:
        """What keeps it from ending its move in a hex, be it where it began if the way is spelled out."""
        unit, place, here = self.unit, rules.names.place(to), s.at[self.unit]
        if to < 0 or (to == here and not via):
            return Refusal("Movement-Procedure", f"{rules.names.units[unit]} must move to another hex on the map")
        if has(rules.field(s).occupied[1 - self.player], to):
            return Refusal("Movement-G", f"the enemy stands in {place}")
        if not has(march(rules, s, unit).hexes | single_steps(rules, s, unit), to):
            return why_out_of_reach(rules, s, unit, to)
        if to != here and full_hexes(rules, s, 1 << to):
            return Refusal("Stacking-General", f"{place} holds {STACK} units that cannot make way")
        if refusal := why_unsupplied(rules, s, unit, to):
            return refusal
        return why_not_this_way(rules, s, unit, [here, *via, to]) if via else None

    @rule("Movement-Procedure")
    def send(self, play: MichelPlay, to: int, via: Hexes = ()) -> None:
        s, rules, unit = play.state, play.rules, self.unit
        path, kind, case = self.walk(play, to, via), "moved", "Movement-Procedure"
        if len(path) == 2 and has(single_steps(rules, s, unit), to):
            kind, case = ("infiltrated", "Movement-J") if rules.infiltrates[unit] else ("leapfrogged", "Movement-K")
        s.at[unit] = to
        play.tell(kind, case, unit=unit, path=path)

    def walk(self, play: MichelPlay, to: int, via: Hexes) -> list[int]:
        """It goes, by the way that is spelled out, else by the cheapest one, or in a single step from zone to zone."""
        s, rules, unit = play.state, play.rules, self.unit
        within = march(rules, s, unit)
        path = [s.at[unit], *via, to] if via or not has(within.hexes, to) else within.path(to)
        record_suppliers(rules, s, unit, to)
        take_objectives(rules, s, rules.grid.set_of(path), self.player)
        s.moved[unit] = 1
        return path

    def why_exit(self, rules: MichelData, s: MichelState, hex_: Hex, stretch: Word, via: Hexes = ()) -> Refusal | None:
        """What keeps it from leaving the map, by any way or by the one that is spelled out."""
        unit, place = self.unit, rules.names.place(hex_)
        if self.player != GERMAN:
            return Refusal("Victory-Exit", "only German units leave the map")
        if stretch not in EXITS or not has(rules.board.exits[EXITS.index(stretch)], hex_):
            return Refusal("Victory-Exit", f"name an exit, {' or '.join(EXITS)}, and a hex of it: {place} is not")
        if has(ways_off(rules, s, unit)[EXITS.index(stretch)], hex_):
            return why_not_this_way(rules, s, unit, [s.at[unit], *via, hex_], EXIT_COST) if via else None
        refusal = why_unsupplied(rules, s, unit, hex_) if has(march(rules, s, unit).hexes, hex_) else None
        far = f"{rules.names.units[unit]} does not reach {place} with a movement point left to leave the map"
        return refusal or Refusal("Movement-N", far)

    @rule("Victory-Exit")
    def do_exit(self, play: MichelPlay, hex_: Hex, stretch: Word, via: Hexes = ()) -> None:
        """It goes into the box of its stretch for good; the hex it left by is remembered."""
        s, unit = play.state, self.unit
        path = self.walk(play, hex_, via)
        s.at[unit], s.left[unit] = EXITED_XY if stretch == EXITS[0] else EXITED_YZ, hex_
        play.pop()
        play.tell("exited", "Victory-Exit", unit=unit, path=path, stretch=stretch)


@rule("Movement-General", "Movement-B", "Movement-C")
class Movement(WhichMoves, frozen=True):
    """A movement phase: any units, one after another."""

    asked_by = "Movement-General"
    question = "Move your units, or end the movement phase."
    then = Moving

    def offer(self, rules: MichelData, s: MichelState) -> list[Action]:
        """Every unit that has not moved and is not isolated; the end of the phase unless a unit must move first."""
        takes, moved, isolated = rules.takes, s.moved, s.isolated
        units = [takes[u] for u in rules.field(s).on_map[self.player] if not moved[u] and not isolated[u]]
        return units if self.why_done(rules, s) else [("done",), *units]

    @rule("Movement-C", "Movement-D", "Movement-M", "Supply-A")
    def why_take(self, rules: MichelData, s: MichelState, unit: Unit) -> Refusal | None:
        """What keeps a unit from moving at all."""
        name = rules.names.write("unit", unit)
        if unit >= 0 and rules.side_of[unit] != self.player:
            return Refusal("Movement-D", f"{name} belongs to the enemy, who does not move in your phase")
        if unit < 0 or s.at[unit] < 0:
            return Refusal("Movement-General", f"{name} is not a unit of yours on the map")
        if s.moved[unit]:
            return Refusal("Movement-C", f"{name} has moved in this phase")
        if s.isolated[unit]:
            return Refusal("Movement-M", f"{name} was without general supply when the phase began")
        return None

    def why_done(self, rules: MichelData, s: MichelState) -> Refusal | None:
        """A unit stands where it may not stay and can still move: the phase does not end before it has."""
        for unit in crowded_units(rules, s, self.player):
            if can_move_on(rules, s, unit):
                place = rules.names.place(s.at[unit])
                sentence = f"more than {STACK} units stand in {place}, and one of them can still move"
                return Refusal("Stacking-A", sentence)
        for unit in came_in_unsupplied(rules, s, self.player):
            if can_move_on(rules, s, unit):
                name = rules.names.units[unit]
                return Refusal("Supply-G", f"{name} has entered without general supply, and can still reach it")
        return None

    @rule("Movement-E")
    def why_attack(self, rules: MichelData, s: MichelState, hexes: Hexes) -> Refusal:
        """In a movement phase an enemy hex is no target, and any other is only a way for a unit."""
        enemies = rules.field(s).occupied[1 - self.player]
        if any(has(enemies, hex_) for hex_ in hexes):
            return Refusal("Movement-E", "nobody fights in a movement phase")
        return Refusal("Movement-General", f"choose a unit first, then {rules.names.place(hexes[0])} as where it goes")

    def do_attack(self, play: MichelPlay, hexes: Hexes) -> NoReturn:
        """Every attack has been refused."""
        raise AssertionError("an attack in a movement phase")


# -- how far a unit goes


@rule("Def-MovementAllowance", "Movement-C", "Replacements-D")
def points(rules: MichelData, s: MichelState, unit: int) -> int:
    """The movement points of a unit in this phase, less what it paid to come in."""
    return rules.allowance[unit] - s.spent[unit]


@rule("Movement-A", "Movement-F", "Movement-G", "Movement-I", "Movement-N", "Movement-N-Example", "ZOC-A", "ZOC-B")
@rule("TEC-Controlled")
def march(rules: MichelData, s: MichelState, unit: int, zones: bool = True, leaving: bool = True) -> Reach:
    """What a unit reaches by common steps: never onto the enemy, not from enemy zone to enemy zone.

    Allied units pay a point more to leave a hex that Germans control. Zones or the price of leaving can be waived, to
    find out what kept a unit from a hex.
    """
    side, field, budget = rules.side_of[unit], rules.field(s), points(rules, s, unit)
    here, zone, enemies = s.at[unit], field.zone[1 - side], field.occupied[1 - side]
    if not has(zone, here):
        unhindered = rules.board.unhindered(side, here, budget)
        if not unhindered.hexes & (zone | enemies):
            return unhindered
    sticky = (LEAVING_COST, zone) if side == ALLIED and leaving else (0, 0)
    return reach(rules.board.costs[side], here, budget, avoid=enemies, apart=zone if zones else 0, leave=sticky)


@rule("Movement-J", "Movement-K", "Movement-L", "Option-7")
def single_steps(rules: MichelData, s: MichelState, unit: int) -> HexSet:
    """Enemy-controlled hexes next to an enemy-controlled one that a unit may step into as its whole move.

    Stosstruppen infiltrate into any of them; everybody may leapfrog. The enemy does not move, so a unit that has not
    moved and is in a zone began the phase in one.
    """
    side, here, field = rules.side_of[unit], s.at[unit], rules.field(s)
    zone = field.zone[1 - side]
    if not has(zone, here):
        return 0
    around = rules.grid.adjacent(1 << here) & zone & ~field.occupied[1 - side]
    if not rules.infiltrates[unit]:
        around &= leapfrog_hexes(rules, s, around & field.occupied[side])
    budget = points(rules, s, unit)
    return rules.grid.set_of(hex_ for hex_ in bits(around) if step_cost(rules, s, unit, hex_) <= budget)


@rule("Movement-K")
def leapfrog_hexes(rules: MichelData, s: MichelState, hexes: HexSet) -> HexSet:
    """Those of some hexes where a friendly unit has stood since the phase began and holds the way open."""
    stacks = rules.field(s).stacks
    return rules.grid.set_of(h for h in bits(hexes) if not all(s.moved[u] for u in stacks[h]))


def step_cost(rules: MichelData, s: MichelState, unit: int, hex_: int) -> int:
    """Points for a single step out of an enemy zone."""
    side = rules.side_of[unit]
    direction = rules.grid.direction(s.at[unit], hex_)
    assert direction is not None
    cost = rules.board.costs[side].step(s.at[unit], direction)
    assert cost is not None
    return cost + (LEAVING_COST if side == ALLIED else 0)


@rule("Movement-M", "Supply-G")
def destinations(rules: MichelData, s: MichelState, unit: int) -> HexSet:
    """Where a unit may end its move: within reach, with room, and in general supply unless it may do without."""
    ends = march(rules, s, unit).hexes | single_steps(rules, s, unit)
    ends &= ~(1 << s.at[unit])
    if not rules.may_leave_supply(unit):
        ends &= general_supply(rules, s, rules.side_of[unit], leaving=unit)
    return ends & ~full_hexes(rules, s, ends)


@rule("Stacking-General")
def full_hexes(rules: MichelData, s: MichelState, hexes: HexSet) -> HexSet:
    """Those of some hexes with no room: two units, neither of which may still make way."""
    field, moved, isolated, full = rules.field(s), s.moved, s.isolated, 0
    for hex_ in bits(hexes & field.stacked(STACK)):
        stack = field.stacks[hex_]
        staying = [u for u in stack if moved[u] or isolated[u]]
        if len(staying) >= STACK:
            full |= 1 << hex_
    return full


# -- what keeps a unit from a hex


def why_unsupplied(rules: MichelData, s: MichelState, unit: int, to: int) -> Refusal | None:
    """It would be out of general supply in a hex, and may not be."""
    if rules.may_leave_supply(unit) or has(general_supply(rules, s, rules.side_of[unit], leaving=unit), to):
        return None
    return Refusal("Supply-G", f"{rules.names.units[unit]} would be out of general supply in {rules.names.place(to)}")


def why_out_of_reach(rules: MichelData, s: MichelState, unit: int, to: int) -> Refusal:
    """Zones of control, the price of leaving one, or too few movement points."""
    name, place, budget = rules.names.units[unit], rules.names.place(to), points(rules, s, unit)
    if has(march(rules, s, unit, zones=False).hexes, to):
        return Refusal("Movement-I", f"every path of {name} to {place} goes from one enemy zone straight into another")
    if has(march(rules, s, unit, zones=False, leaving=False).hexes, to):
        return Refusal(
            "ZOC-B", f"{place} is too far for {name}, with a point to pay for leaving a German-controlled hex"
        )
    return Refusal("Movement-N", f"{place} costs {name} more than its {budget} movement points")


@rule("Movement-Procedure", "Movement-G", "Movement-I", "Movement-N")
def why_not_this_way(rules: MichelData, s: MichelState, unit: int, way: list[int], then: int = 0) -> Refusal | None:
    """What is wrong with a way that is spelled out, and after which some points must be left."""
    within, place = march(rules, s, unit), rules.names.place
    spent = price_of(rules.grid, within, way)
    if isinstance(spent, int):
        spent += then
        far = Refusal("Movement-N", f"this path costs {spent} movement points")
        return far if spent > points(rules, s, unit) else None
    if not spent.touching:
        return Refusal("Movement-Procedure", f"{place(spent.beyond)} is not next to {place(spent.here)}")
    if has(rules.field(s).occupied[1 - rules.side_of[unit]], spent.beyond):
        return Refusal("Movement-G", f"the enemy stands in {place(spent.beyond)}")
    return Refusal("Movement-I", f"{place(spent.here)} and {place(spent.beyond)} are both in enemy zones")


# -- leaving the map


@rule("Victory-Exit")
def ways_off(rules: MichelData, s: MichelState, unit: int) -> tuple[HexSet, HexSet]:
    """For each stretch of the edge the hexes from which a German unit can leave with the point that it has left."""
    if rules.side_of[unit] != GERMAN:
        return NO_WAY
    (west, south), within = rules.board.exits, march(rules, s, unit)
    if not within.hexes & (west | south):
        return NO_WAY
    found = union(within.fronts[:-EXIT_COST]) & (west | south)
    if found and not rules.may_leave_supply(unit):
        found &= general_supply(rules, s, GERMAN, leaving=unit)
    return found & west, found & south


# -- the end of the phase


def can_move_on(rules: MichelData, s: MichelState, unit: int) -> bool:
    """Whether a unit can still end its move elsewhere."""
    return not s.moved[unit] and not s.isolated[unit] and bool(destinations(rules, s, unit))


@rule("Stacking-A")
def crowded_units(rules: MichelData, s: MichelState, side: int) -> list[int]:
    """The units of a side in hexes that hold too many."""
    field = rules.field(s)
    return [u for hex_ in bits(field.stacked(STACK + 1) & field.occupied[side]) for u in field.stacks[hex_]]


@rule("Replacements-D", "Supply-G")
def came_in_unsupplied(rules: MichelData, s: MichelState, side: int) -> tuple[int, ...]:
    """Units that have come in at a hex without general supply, where they may not end their move."""
    if s.spent.count(0) == len(s.spent):
        return ()
    came = [u for u in rules.ground_units[side] if s.spent[u] and not s.moved[u] and not rules.may_leave_supply(u)]
    return isolated_units(rules, s, tuple(came))


@rule("Stacking-A")
class EndMovement(OneOf, frozen=True):
    """Stacking is looked at now and at no other time: as long as a hex holds too many units the owner removes one."""

    asked_by = "Stacking-A"
    formerly = ("Overstacked",)
    question = f"More than {STACK} units stand in {{hex}}: which one is removed for good?"
    refused = "{unit} does not stand in {hex}"
    why_remove = OneOf.why_not

    def moot(self, rules: MichelData, s: MichelState) -> bool:
        return not crowded_units(rules, s, self.player)

    def among(self, rules: MichelData, s: MichelState) -> Stack:
        return rules.field(s).stacks[s.at[crowded_units(rules, s, self.player)[0]]]

    def facts(self, rules: MichelData, s: MichelState) -> dict[str, str]:
        return {"hex": rules.grid.label(s.at[self.among(rules, s)[0]])}

    def do_remove(self, play: MichelPlay, unit: Unit) -> None:
        play.tell("removed", "Stacking-A", unit=unit, hex=play.state.at[unit])
        play.state.at[unit] = LOST
