"""Chapter 11: strategic movement."""

from __future__ import annotations

from array import array

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Unit
from westfront.games.storm.board import joined
from westfront.games.storm.data import StormData, StormPlay
from westfront.games.storm.guns import beside_allies, gun_rail_ends, too_soft
from westfront.games.storm.orders import Phase, Taken, tell_move
from westfront.games.storm.replacements import lands_in_port
from westfront.games.storm.stacking import closed_to, foreign_hexes, relocate, why_no_room
from westfront.games.storm.state import EDGE, GERMAN, PEAK, POOL, RAILED, StormState
from westfront.games.storm.supply import french_sources, german_sources
from westfront.hexgrid import HexSet, bits, shortest_path

CAPACITY = (4, 6)


@rule("11.2", "16.2(3)", "16.2-ex", "XTS I.C", "XTS II.C")
def capacity(rules: StormData, s: StormState, side: int) -> int:
    """Units that a side may send by rail in a player turn: four or six, half of it at the peak of the influenza."""
    return CAPACITY[side] // (2 if s.influenza == PEAK else 1)


@rule("8.1.2", "8.1.3", "8.5")
def entry_hexes(rules: StormData, s: StormState, side: int) -> HexSet:
    """Operating map-edge sources, over which units come onto the map."""
    return french_sources(rules, s) if side else german_sources(rules, s)


@rule("8.1.2", "8.1.3", "8.1.4", "8.5", "16.5")
def may_enter(rules: StormData, s: StormState, unit: int) -> bool:
    """Whether a unit waits to come in over the map edge."""
    return s.at[unit] == EDGE or (s.at[unit] == POOL and not lands_in_port(rules, s, unit))


def waiting(rules: StormData, s: StormState, side: int) -> list[int]:
    """The units of a side that wait to come in over the map edge."""
    found = sorted([*in_box(s, POOL), *in_box(s, EDGE)])
    return [u for u in found if rules.side_of[u] == side and rules.symbol[u] != "air" and may_enter(rules, s, u)]


def in_box(s: StormState, box: int) -> list[int]:
    """The units in a box: a few of some two hundred, so they are searched among the bytes of their places."""
    places, wanted, found = s.at.tobytes(), array("h", [box]).tobytes(), []
    here = places.find(wanted)
    while here >= 0:
        if here % len(wanted) == 0:  # else it is the end of one place and the beginning of the next
            found.append(here // len(wanted))
        here = places.find(wanted, here + 1)
    return found


@rule("10.3")
def has_holder(rules: StormData, s: StormState, hex_: int, unit: int) -> bool:
    """Whether another friendly unit is in a hex all through the phase: one that has not come by rail."""
    return any(other != unit and s.moved[other] != RAILED for other in rules.stack(s, hex_))


@rule("11.3", "11.4", "11.5", "10.3", "14.2")
def rail_hexes(rules: StormData, s: StormState, unit: int) -> HexSet:
    """Hexes that a unit may pass by rail: own control, own side of the original front or its trenches, no enemy zone.

    No friend's zone or unit helps against an enemy zone. Stacking holds on the way too, and AGB passes no Allied unit.
    """
    side = rules.side_of[unit]
    open_ = rules.controlled(s, side) & rules.board.rail_area[side] & ~rules.zone(s, 1 - side)
    if unit == rules.agb:
        open_ &= ~beside_allies(rules, s)
    return open_ & ~closed_to(rules, s, unit)


@rule("10.3", "11.4", "11.5")
def held_hexes(rules: StormData, s: StormState, unit: int) -> HexSet:
    """Hexes in enemy zones in which a rail move may end, since a friend holds them."""
    side = rules.side_of[unit]
    found = rules.controlled(s, side) & rules.board.rail_area[side] & rules.zone(s, 1 - side)
    found &= rules.field(s).occupied[side] & rules.board.rail_ends & ~closed_to(rules, s, unit)
    return rules.grid.set_of(hex_ for hex_ in bits(found) if has_holder(rules, s, hex_, unit))


@rule("11.8", "11.9", "11.9-ex", "8.1.4")
def reached_by_rail(rules: StormData, s: StormState, unit: int) -> HexSet:
    """All hexes that rails lead to, at any distance.

    If the area of a side is cut in pieces, rails lead off the map and back, by own edge hexes without enemy zones.
    """
    side, here, board = rules.side_of[unit], s.at[unit], rules.board
    open_ = rail_hexes(rules, s, unit)
    if here < 0:
        return joined(board, entry_hexes(rules, s, side), open_)
    found = joined(board, 1 << here, open_ | 1 << here)
    edge = board.land_edge & open_
    if found & edge and edge & ~found:
        elsewhere = rules.controlled(s, side) & ~own_part(rules, s, side, here)
        found |= joined(board, edge & elsewhere, open_ & elsewhere)
    return found


@rule("11.9")
def own_part(rules: StormData, s: StormState, side: int, hex_: int) -> HexSet:
    """The connected part of a side's hexes in which a hex lies."""
    return joined(rules.board, 1 << hex_, rules.controlled(s, side))


@rule("11.7", "11.10", "10.3")
def rail_ends(rules: StormData, s: StormState, unit: int) -> HexSet:
    """Where a unit may end a rail move."""
    reached = reached_by_rail(rules, s, unit)
    held = held_hexes(rules, s, unit)
    near = rules.grid.adjacent_across(reached, rules.board.all_sea)
    if s.at[unit] < 0:
        near |= entry_hexes(rules, s, rules.side_of[unit])
    ends = gun_rail_ends(rules, s) if unit == rules.agb else rules.board.rail_ends
    here = 1 << s.at[unit] if s.at[unit] >= 0 else 0
    return (reached | held & near) & ends & ~here


@rule("11.2", "11.6", "11.7", "10.3", "10.3-ex")
def why_not_by_rail(rules: StormData, s: StormState, side: int, unit: int) -> Refusal | None:
    """What keeps a unit from going by rail at all."""
    if unit < 0 or unit not in rules.own[side] or (s.at[unit] < 0 and not may_enter(rules, s, unit)):
        nobody = rules.names.write("unit", unit)
        return Refusal("11.2", f"{nobody} is not one of your units on the map or waiting to enter")
    name = rules.names.units[unit]
    if s.railed >= capacity(rules, s, side):
        number = "16.2(3)" if s.influenza == PEAK else "11.2"
        return Refusal(number, f"only {capacity(rules, s, side)} units may go by rail in a player turn")
    if s.moved[unit]:
        return Refusal("11.6", f"{name} has moved by rail")
    here, board = s.at[unit], rules.board
    if here < 0:
        return None
    trench = board.main_trench | board.second_trench if unit == rules.agb else 0
    if not (board.rail_ends | trench) >> here & 1:
        return Refusal("11.7", f"{name} is not in a town or city")
    if not board.rail_area[side] >> here & 1:
        return Refusal("11.5", f"{name} is beyond the original front")
    if rules.zone(s, 1 - side) >> here & 1 and not has_holder(rules, s, here, unit):
        return Refusal("10.3", f"{rules.names.place(here)}, in an enemy zone of control, would be left without a unit")
    return None


@rule("11.3", "11.4", "11.5", "11.7", "11.10", "10.3")
def why_not_rail_to(rules: StormData, s: StormState, unit: int, hex_: int) -> Refusal | None:
    """What keeps a unit from going to a hex by rail."""
    side, place, name = rules.side_of[unit], rules.names.place(hex_), rules.names.units[unit]
    if hex_ < 0 or not rules.board.playable >> hex_ & 1:
        return Refusal("11.3", f"{place} is not a land hex on the map")
    if rail_ends(rules, s, unit) >> hex_ & 1:
        return None
    bit, board = 1 << hex_, rules.board
    if hex_ == s.at[unit]:
        return Refusal("11.7", f"{name} is in {place} already")
    if not rules.controlled(s, side) & bit:
        return Refusal("11.4", f"the enemy controls {place}")
    if not board.rail_area[side] & bit:
        return Refusal("11.5", f"{place} lies beyond the trench lines of the original front")
    if unit == rules.agb and (too_soft(rules, s.wet) | beside_allies(rules, s)) & bit:
        return Refusal(
            "14.2", f"AGB may not stop in {place}: it is soft or mountainous ground, or next to an Allied unit"
        )
    trench = board.main_trench | board.second_trench if unit == rules.agb else 0
    if not (board.rail_ends | trench) & bit:
        return Refusal("11.7", f"{place} is not a town or city")
    refusal = why_no_room(rules, s, unit, hex_)
    if refusal:
        return refusal
    if rules.zone(s, 1 - side) & bit and not has_holder(rules, s, hex_, unit):
        return Refusal(
            "10.3", f"{place} is in an enemy zone of control, and no friendly unit holds it throughout the phase"
        )
    return Refusal("10.3", f"every path to {place} crosses an enemy zone of control or a hex closed to {name}")


@rule("9.6", "11.9")
def rail_path(rules: StormData, s: StormState, unit: int, to: int) -> list[int]:
    """The hexes of a rail move, other nationalities avoided if it can be; only the ends if it goes off the map."""
    here, open_ = s.at[unit], rail_hexes(rules, s, unit)
    for passable in (open_ & ~foreign_hexes(rules, s, unit), open_):
        if here >= 0:
            way = shortest_path(rules.grid, here, 1 << to, passable | 1 << to, rules.board.all_sea)
        else:
            starts = entry_hexes(rules, s, rules.side_of[unit]) & (passable | 1 << to)
            way = shortest_path(rules.grid, to, starts, passable, rules.board.all_sea)
            way = way[::-1] if way else None
        if way:
            return way
    return [here, to]


@rule("11.6")
def go_by_rail(play: StormPlay, unit: int, to: int) -> None:
    """A unit goes by rail, and moves no more in this player turn but for combat."""
    rules, s = play.rules, play.state
    path = rail_path(rules, s, unit, to)
    s.railed += 1
    s.moved[unit] = RAILED
    tell_move(play, "rail" if s.at[unit] >= 0 else "rail in", "11.8", unit, (path[0], path[-1]))
    relocate(play, [unit], [hex_ for hex_ in path if hex_ >= 0])


@rule("5.2(II.C)", "5.2(III.C)", "11.2", "XTS I.C", "XTS II.C")
class Rail(Phase, frozen=True):
    """The Strategic Movement Phase."""

    asked_by = "11.2"

    def prompt(self, rules: StormData, s: StormState) -> str:
        left = capacity(rules, s, self.player) - s.railed
        return f"Strategic movement: which unit goes by rail ({left} left)?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every unit that may go by rail, or the end of the phase."""
        actions: list[Action] = [("done",), *self.sorting(rules, s)]
        if s.railed < capacity(rules, s, self.player):
            field, places = rules.field(s), rules.board.rail_area[self.player] & rules.board.rail_ends
            there = [u for hex_ in bits(places & field.occupied[self.player]) for u in field.stacks[hex_]]
            guns = [rules.agb] if self.player == GERMAN and rules.agb not in there else []
            units = sorted([*there, *guns, *waiting(rules, s, self.player)])
            actions += [("take", u) for u in units if not why_not_by_rail(rules, s, self.player, u)]
        return actions

    def why_take(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        return why_not_by_rail(rules, s, self.player, unit)

    def do_take(self, play: StormPlay, unit: Unit) -> None:
        play.push(RailTo(self.player, unit))

    def why_rail(self, rules: StormData, s: StormState, unit: Unit, hex_: Hex) -> Refusal | None:
        """A whole move in one line."""
        return why_not_by_rail(rules, s, self.player, unit) or why_not_rail_to(rules, s, unit, hex_)

    def do_rail(self, play: StormPlay, unit: Unit, hex_: Hex) -> None:
        go_by_rail(play, unit, hex_)


@rule("11.7", "11.8")
class RailTo(Taken, frozen=True):
    """Where does the train go?"""

    asked_by = "11.7"
    question = "Where does {unit} go by rail?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every town and city that rails lead to."""
        ends = bits(rail_ends(rules, s, self.unit))
        return [("cancel",), *self.lay(rules, s), *[("go", hex_) for hex_ in ends]]

    def why_go(self, rules: StormData, s: StormState, hex_: Hex, via: Hexes = ()) -> Refusal | None:
        """See chapter 11; which way the train takes nobody asks."""
        if via:
            return Refusal("11.8", "name only the destination of a rail move")
        return why_not_rail_to(rules, s, self.unit, hex_)

    def do_go(self, play: StormPlay, hex_: Hex, via: Hexes = ()) -> None:
        play.pop()
        go_by_rail(play, self.unit, hex_)

    def holds(self, rules: StormData, s: StormState) -> bool:
        return not why_not_by_rail(rules, s, self.player, self.unit)
