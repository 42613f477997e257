"""Movement: any units of the side, one after another, each once."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import NOBODY, Unit
from westfront.engine.view import Hint
from westfront.games.meuse.aircraft import Flight, fly, why_not_fly
from westfront.games.meuse.arrivals import Arrival, due_units, why_not_due
from westfront.games.meuse.data import MeuseData, MeusePlay
from westfront.games.meuse.replacements import rebuild, rebuildable, returnable, why_not_rebuild, why_not_return
from westfront.games.meuse.stacking import open_hexes
from westfront.games.meuse.state import AIR, ALLIED, DUE, GERMAN, MeuseState
from westfront.games.meuse.supply import halved
from westfront.games.meuse.victory import enter_hex, until_won
from westfront.hexgrid import HexSet, Reach, has, reach
from westfront.mechanics.orders import Barred, WhereTo, WhichMoves, price_of, way_hint

# -- how far a unit goes


@rule("5.1", "9.0", "11.3")
def points(rules: MeuseData, s: MeuseState, unit: int) -> int:
    """The movement points of a unit: half if it began the phase out of supply, less what it paid to enter the map."""
    allowance = rules.ratings[unit][s.steps[unit]].move
    return (halved(allowance) if s.unsupplied[unit] else allowance) - s.spent[unit]


@rule("5.1", "6.1", "V-3")
def march(rules: MeuseData, s: MeuseState, unit: int, zones: bool = True) -> Reach:
    """What a unit reaches: never onto the enemy, and no further once it enters an enemy zone.

    One hex at any cost for a unit that has not moved; who has just entered the map has. Zones can be waived, to find
    out what kept a unit from a hex.
    """
    side, field = rules.side_of[unit], rules.field(s)
    zone = rules.zone(s, 1 - side) if zones else 0
    apart = zone if rules.options["zoc_to_zoc"] == "no" else 0
    costs, enemy, budget = rules.board.costs[side], field.occupied[1 - side], points(rules, s, unit)
    minimum = 0 if s.spent[unit] else costs.one_step(s.at[unit])
    return reach(costs, s.at[unit], budget, avoid=enemy, stop=zone, apart=apart, whole=minimum)


@rule("5.3")
def destinations(rules: MeuseData, s: MeuseState, unit: int) -> HexSet:
    """Where a unit may end its move."""
    return march(rules, s, unit).hexes & open_hexes(rules, s, (unit,)) & ~(1 << s.at[unit])


# -- what forbids a move


@rule("5.1", "15.2")
def why_no_unit(rules: MeuseData, s: MeuseState, side: int, unit: int) -> Refusal | None:
    """What keeps a unit from moving at all."""
    name = rules.names.write("unit", unit)
    if unit == NOBODY or unit >= rules.fighters or rules.side_of[unit] != side or s.at[unit] < 0:
        return Refusal("5.1", f"{name} is not one of your units on the map")
    if is_h_hour(s, side):
        return Refusal("15.2", "the game begins with the Allied combat phase: no Allied unit moves on turn 1")
    if s.moved[unit]:
        return Refusal("5.1", f"{name} has moved in this phase")
    return None


@rule("15.2")
def is_h_hour(s: MeuseState, side: int) -> bool:
    """On turn 1 the Allies neither break down, replace nor move."""
    return s.turn == 1 and side == ALLIED


@rule("5.1", "5.2", "5.3", "6.1")
def why_not_there(rules: MeuseData, s: MeuseState, unit: int, to: int) -> Refusal | None:
    """What keeps a unit from ending its move in a hex."""
    name, place, side = rules.names.units[unit], rules.names.place(to), rules.side_of[unit]
    if to < 0 or to == s.at[unit]:
        return Refusal("5.1", f"{name} must move to another hex on the map")
    if rules.field(s).occupied[1 - side] >> to & 1:
        return Refusal("5.1", f"the enemy stands in {place}")
    if not march(rules, s, unit).hexes >> to & 1:
        return why_out_of_reach(rules, s, unit, to)
    if not open_hexes(rules, s, (unit,)) >> to & 1:
        return Refusal("5.3", f"{place} is occupied: one unit stands in a hex, or up to three brigades")
    return None


def why_out_of_reach(rules: MeuseData, s: MeuseState, unit: int, to: int) -> Refusal:
    """Enemy zones, or too few movement points."""
    name, place = rules.names.units[unit], rules.names.place(to)
    if march(rules, s, unit, zones=False).hexes >> to & 1:
        return Refusal("6.1", f"enemy zones of control stop {name} on every path to {place}")
    return Refusal("5.2", f"{place} costs {name} more than its {points(rules, s, unit)} movement points")


def why_not_this_way(rules: MeuseData, s: MeuseState, unit: int, way: list[int]) -> Refusal | None:
    """What is wrong with a way that is spelled out."""
    price = price_of(rules.grid, march(rules, s, unit), way)
    if isinstance(price, Barred):
        here, beyond = rules.names.place(price.here), rules.names.place(price.beyond)
        if not price.touching:
            return Refusal("5.1", f"{beyond} is not next to {here}")
        if rules.field(s).occupied[1 - rules.side_of[unit]] >> price.beyond & 1:
            return Refusal("5.1", f"the enemy stands in {beyond}")
        return Refusal("6.1", f"the enemy zone of control in {here} ends the move")
    return Refusal("5.2", f"this path costs {price} movement points") if price > points(rules, s, unit) else None


# -- moving


@rule("5.0", "5.1", "12.1")
def move(play: MeusePlay, unit: int, to: int, via: tuple[int, ...] = ()) -> None:
    """Move a unit hex by hex, by the cheapest way or by the one that is spelled out."""
    s, rules = play.state, play.rules
    way = [s.at[unit], *via, to] if via else march(rules, s, unit).path(to)
    path = until_won(rules, rules.side_of[unit], way)
    s.moved[unit] = 1
    play.tell("moved", "5.1", unit=unit, path=path)
    for hex_ in path[1:]:
        enter_hex(play, (unit,), hex_)


class Moving(WhereTo, frozen=True):
    """A unit is taken up: where does it go?"""

    asked_by = "5.1"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        return why_no_unit(rules, s, self.player, self.unit) is None

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        return f"Where does {rules.names.units[self.unit]} go, with {points(rules, s, self.unit)} movement points?"

    def ends(self, rules: MeuseData, s: MeuseState) -> HexSet:
        """Where it may end its move."""
        return destinations(rules, s, self.unit)

    def hint(self, rules: MeuseData, s: MeuseState, to: int) -> Hint:
        """The cheapest way and its price, or the minimum move."""
        within, way = march(rules, s, self.unit), march(rules, s, self.unit).path(to)
        if has(within.whole, to):
            return Hint(tuple(map(rules.grid.label, way)), "its whole move, as the minimum of one hex")
        return way_hint(rules.grid, way, within.cost(to) or 0, points(rules, s, self.unit))

    def why_not(self, rules: MeuseData, s: MeuseState, to: int, via: tuple[int, ...] = ()) -> Refusal | None:
        """The hex, and the way if one is spelled out."""
        refusal = why_not_there(rules, s, self.unit, to)
        return refusal or (why_not_this_way(rules, s, self.unit, [s.at[self.unit], *via, to]) if via else None)

    def send(self, play: MeusePlay, to: int, via: tuple[int, ...] = ()) -> None:
        """Move it."""
        move(play, self.unit, to, via)


@rule("5.0", "4.1", "11.6")
class Movement(WhichMoves, frozen=True):
    """A movement phase: units move, reinforcements enter, aircraft fly, the German replacement may come."""

    asked_by = "5.0"
    question = "Move your units, bring in reinforcements, or end the movement phase."
    then = Moving

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        """At H-Hour there are only aircraft to place."""
        at_h_hour = "Place aircraft before the bombardment of H-Hour, or go on."
        return at_h_hour if is_h_hour(s, self.player) else self.question

    def ready(self, rules: MeuseData, s: MeuseState) -> Iterator[int]:
        """Every unit that can still move, units that are due, one aircraft of the Air box."""
        if not is_h_hour(s, self.player):
            at, moved = s.at, s.moved
            yield from [u for u in rules.units[self.player] if at[u] >= 0 and not moved[u]]
            yield from [u for u in due_units(rules, s, self.player) if why_not_due(rules, s, u) is None]
        if self.player == ALLIED:
            yield from [unit for unit in rules.aircraft if s.at[unit] == AIR][:1]

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """Besides, the German replacement."""
        actions = super().offer(rules, s)
        if self.player == GERMAN:
            actions += [("rebuild", unit) for unit in rebuildable(rules, s, GERMAN)]
            actions += [("return", unit) for unit in returnable(rules, s, GERMAN)]
        return actions

    def why_take(self, rules: MeuseData, s: MeuseState, unit: Unit) -> Refusal | None:
        """A unit of the map, one that is due, or an aircraft in the Air box."""
        if unit in rules.aircraft:
            return why_not_fly(rules, s, self.player, unit)
        if unit != NOBODY and s.at[unit] == DUE and rules.side_of[unit] == self.player:
            return why_not_due(rules, s, unit)
        return why_no_unit(rules, s, self.player, unit)

    def do_take(self, play: MeusePlay, unit: Unit) -> None:
        if unit in play.rules.aircraft:
            play.push(Flight(self.player, unit))
        elif play.state.at[unit] == DUE:
            play.push(Arrival(self.player, unit))
        else:
            play.push(Moving(self.player, unit))

    def why_order(
        self, rules: MeuseData, s: MeuseState, unit: int, to: int, via: tuple[int, ...] = ()
    ) -> Refusal | None:
        """A whole move in one line, of a unit on the map or of an aircraft."""
        if unit in rules.aircraft:
            return why_not_fly(rules, s, self.player, unit, to)
        refusal = why_no_unit(rules, s, self.player, unit)
        return refusal or Moving(self.player, unit).why_not(rules, s, to, via)

    def order(self, play: MeusePlay, unit: int, to: int, via: tuple[int, ...] = ()) -> None:
        """Carry it out."""
        if unit in play.rules.aircraft:
            fly(play, unit, to)
        else:
            move(play, unit, to, via)

    def why_rebuild(self, rules: MeuseData, s: MeuseState, unit: Unit) -> Refusal | None:
        """The German replacement; the Allied one has a question of its own."""
        return why_not_rebuild(rules, s, self.player, unit) if self.player == GERMAN else _allied_too_late()

    def do_rebuild(self, play: MeusePlay, unit: Unit) -> None:
        """The one replacement is used."""
        play.state.german_replacement = 1
        rebuild(play, unit)

    def why_return(self, rules: MeuseData, s: MeuseState, unit: Unit) -> Refusal | None:
        """The German replacement; the Allied one has a question of its own."""
        return why_not_return(rules, s, self.player, unit) if self.player == GERMAN else _allied_too_late()

    def do_return(self, play: MeusePlay, unit: Unit) -> None:
        play.push(Arrival(self.player, unit))


def _allied_too_late() -> Refusal:
    return Refusal("11.3", "the Allied replacement is used at the start of the movement phase, or lost")
