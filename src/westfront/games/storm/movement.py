"""Chapters 10.4 and 12: regular movement."""

from __future__ import annotations

from itertools import combinations, pairwise

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Number, Unit
from westfront.engine.view import Hint
from westfront.games.storm.data import StormData, StormPlay, StormStep
from westfront.games.storm.guns import barred_to_guns, is_stuck
from westfront.games.storm.orders import Phase, Taken, tell_move
from westfront.games.storm.rail import entry_hexes, may_enter, waiting
from westfront.games.storm.stacking import (
    GUESTS,
    HOSTS,
    STACK,
    closed_to,
    guests_left,
    hexes_by_nation,
    is_followed,
    new_company,
    relocate,
    too_many_guests,
    unknown_free,
    why_no_room,
)
from westfront.games.storm.state import ALLIED, GERMAN, MARCHED, NORMAL, OFF, PEAK, RAILED, USA, StormState
from westfront.games.storm.supply import halved
from westfront.hexgrid import HexSet, MoveCosts, Reach, bits, reach, union

INFILTRATION_TURN = 9
"""From the Allied player turn of this turn on Allied units infiltrate (15.3)."""
MANY_GUESTS = Refusal("9.6", f"by this path more than {GUESTS} American divisions would share hexes in this turn")


# -- how far a unit goes


@rule("2.46", "7.2", "7.2-ex", "12.1", "12.2", "16.2(2)")
def allowance(rules: StormData, s: StormState, unit: int) -> int:
    """Movement points of a unit: printed, one less at the peak of the influenza, then half if it is not in supply."""
    points = max(0, rules.move_of(s, unit) - (s.influenza == PEAK))
    return points if s.supply[unit] == NORMAL else halved(points)


def prices(rules: StormData, s: StormState, unit: int) -> MoveCosts:
    """What steps cost a unit in this weather."""
    return rules.board.costs(rules.side_of[unit], s.wet, unit == rules.alpine)


@rule("9.2", "12.4", "14.2")
def barred(rules: StormData, s: StormState, unit: int) -> HexSet:
    """Hexes that a unit may not enter: enemies in them, no room, or ground that AGB avoids."""
    found = rules.field(s).occupied[1 - rules.side_of[unit]] | closed_to(rules, s, unit)
    return found | barred_to_guns(rules, s) if unit == rules.agb else found


def march(rules: StormData, s: StormState, unit: int, spent: int = 0) -> Reach:
    """What a unit reaches with its points."""
    return reach_past(rules, s, unit, spent, barred(rules, s, unit))


@rule("10.4", "12.1", "12.4")
def reach_past(rules: StormData, s: StormState, unit: int, spent: int, closed: HexSet) -> Reach:
    """What a unit reaches round closed hexes: it stops in enemy zones, and does not go from one into another."""
    zone, points = rules.zone(s, 1 - rules.side_of[unit]), max(0, allowance(rules, s, unit) - spent)
    return reach(prices(rules, s, unit), s.at[unit], points, avoid=closed, stop=zone, apart=zone)


@rule("12.3", "10.4")
def single_steps(rules: StormData, s: StormState, unit: int, closed: HexSet) -> HexSet:
    """The hexes next to a unit that it may enter with all its points, whatever they cost; not from zone to zone."""
    here, zone = s.at[unit], rules.zone(s, 1 - rules.side_of[unit])
    if not allowance(rules, s, unit):
        return 0
    return rules.board.near(here) & ~(closed | zone if zone >> here & 1 else closed)


@rule("7.16")
def destinations(rules: StormData, s: StormState, unit: int, spent: int = 0) -> HexSet:
    """Where a unit may end its move; that it will be out of supply there is no bar."""
    closed = barred(rules, s, unit)
    found = union([within.hexes for within in marches(rules, s, unit, spent, closed)])
    if not spent:
        found |= single_steps(rules, s, unit, closed)
    return found & ~(1 << s.at[unit])


@rule("9.6", "9.2")
def marches(rules: StormData, s: StormState, unit: int, spent: int, closed: HexSet) -> list[Reach]:
    """What a unit reaches round closed hexes, as a rule in one piece.

    A host that could pass so many American hexes that there would be more than nine guests has to choose among them.
    """
    freely = reach_past(rules, s, unit, spent, closed)
    if rules.nation[unit] not in HOSTS:
        return [freely]
    hosted = bits(freely.hexes & hexes_by_nation(rules, s)[USA])
    if not hosted or not too_many_guests(rules, s, unit, hosted):
        return [freely]
    choices = [chosen for number in range(len(hosted), -1, -1) for chosen in combinations(hosted, number)]
    allowed = [chosen for chosen in choices if not too_many_guests(rules, s, unit, chosen)]
    shut = rules.grid.set_of(hosted)
    return [reach_past(rules, s, unit, spent, closed | shut & ~rules.grid.set_of(chosen)) for chosen in allowed]


@rule("9.6", "12.3")
def way_to(rules: StormData, s: StormState, unit: int, to: int, spent: int = 0) -> list[int]:
    """The way of a unit: straight into a hex next to it, else the cheapest, without new guests if it can."""
    closed = barred(rules, s, unit)
    if not spent and single_steps(rules, s, unit, closed) >> to & 1:
        return [s.at[unit], to]
    cheapest = reach_past(rules, s, unit, spent, closed).path(to)
    foreign = new_company(rules, s, unit) & ~(1 << to)
    if not foreign or not foreign & rules.grid.set_of(cheapest[1:]):
        return cheapest
    apart = reach_past(rules, s, unit, spent, closed | foreign)
    every = apart, *marches(rules, s, unit, spent, closed)
    return next(within.path(to) for within in every if within.hexes >> to & 1)


@rule("13.8")
def tells_more(rules: StormData, s: StormState, unit: int, path: list[int], spent: int) -> bool:
    """Whether the best way of a unit tells what the enemy cannot see: who has been a guest, or who stacks free."""
    between = path[1:-1]
    if not between:
        return False
    crowded = rules.field(s).stacked(STACK) & rules.grid.set_of(between)
    return bool(rules.weight[unit] and crowded) or path != expected_way(rules, s, unit, path, spent)


def expected_way(rules: StormData, s: StormState, unit: int, path: list[int], spent: int) -> list[int]:
    """The best way if nobody had been a guest, and if a unit that is not seen were like most; empty if there is none.

    One that is seen and stacks free would not go round others that the enemy does not know of.
    """
    to = path[-1]
    is_like_most = rules.weight[unit] and unit not in (rules.alpine, rules.japanese)
    is_plain = is_like_most or is_followed(rules, s, unit, to)
    in_the_way = unknown_free(rules, s, rules.side_of[unit]) if is_plain and not rules.weight[unit] else []
    if is_plain and not in_the_way and not guests_matter(rules, s, unit, path):
        return path
    before = s.copy()
    before.guest = bytearray(len(s.guest))
    for other in in_the_way:
        if other != unit:
            before.at[other] = OFF
    if not is_plain:
        other = rules.like_most[rules.nation[unit]]
        before.at[unit], before.at[other] = s.at[other], s.at[unit]
        spent += allowance(rules, before, other) - allowance(rules, s, unit)
        unit = other
    return way_to(rules, before, unit, to, spent) if destinations(rules, before, unit, spent) >> to & 1 else []


@rule("9.6")
def guests_matter(rules: StormData, s: StormState, unit: int, path: list[int]) -> bool:
    """Whether the best way of a unit could be another one if nobody had been a guest in this turn.

    It could not while a whole stack may still become guests, so that none is closed, if it meets no new company.
    """
    if rules.side_of[unit] == GERMAN or not any(s.guest):
        return False
    between = rules.grid.set_of(path[1:-1])
    return guests_left(rules, s, unit) < STACK or bool(new_company(rules, s, unit) & between)


# -- why not


@rule("11.6", "12.2")
def why_not_march(rules: StormData, s: StormState, side: int, unit: int) -> Refusal | None:
    """What keeps a unit from moving at all."""
    name = rules.names.write("unit", unit)
    if unit < 0 or unit not in rules.own[side] or (s.at[unit] < 0 and not may_enter(rules, s, unit)):
        return Refusal("12.1", f"{name} is not one of your units on the map or waiting to enter")
    if s.moved[unit] == RAILED:
        return Refusal("11.6", f"{name} has moved by rail in this player turn")
    if s.moved[unit]:
        return Refusal("12.2", f"{name} has moved in this phase")
    if not allowance(rules, s, unit):
        return Refusal("12.2", f"{name} has no movement points")
    return None


@rule("10.4", "12.3", "12.4", "14.2")
def why_not_to(rules: StormData, s: StormState, unit: int, to: int, via: Hexes = (), spent: int = 0) -> Refusal | None:
    """What keeps a unit from ending its move in a hex, by the best way or by the one that is spelled out."""
    name, place, side = rules.names.units[unit], rules.names.place(to), rules.side_of[unit]
    if to < 0 or not rules.board.playable >> to & 1:
        return Refusal("12.1", f"{place} is not a land hex on the map")
    if to == s.at[unit] and not via:
        return Refusal("12.1", f"{name} is in {place} already")
    if rules.field(s).occupied[1 - side] >> to & 1:
        return Refusal("12.4", f"the enemy stands in {place}")
    refusal = why_no_room(rules, s, unit, to) if to != s.at[unit] else None
    if refusal:
        return refusal
    if via:
        return why_not_this_way(rules, s, unit, [s.at[unit], *via, to], spent)
    if destinations(rules, s, unit, spent) >> to & 1:
        return None
    if unit == rules.agb and barred_to_guns(rules, s) >> to & 1:
        return Refusal(
            "14.2", f"AGB may not go to {place}: it is soft or mountainous ground, or next to an Allied unit"
        )
    return why_out_of_reach(rules, s, unit, to, spent)


def why_out_of_reach(rules: StormData, s: StormState, unit: int, to: int, spent: int) -> Refusal:
    """Zones of control, stacks in the way, or too few movement points."""
    name, place = rules.names.units[unit], rules.names.place(to)
    points = max(0, allowance(rules, s, unit) - spent)
    costs, enemies = prices(rules, s, unit), rules.field(s).occupied[1 - rules.side_of[unit]]
    zone = rules.zone(s, 1 - rules.side_of[unit])
    if not spent and zone >> s.at[unit] & zone >> to & rules.board.near(s.at[unit]) >> to & 1:
        return Refusal("10.4", f"{name} may not go from one enemy zone of control to another")
    if march(rules, s, unit, spent).hexes >> to & 1:
        return MANY_GUESTS
    if reach(costs, s.at[unit], points, avoid=barred(rules, s, unit)).hexes >> to & 1:
        return Refusal("10.4", f"enemy zones of control stop {name} on every path to {place}")
    if reach(costs, s.at[unit], points, avoid=enemies).hexes >> to & 1:
        return Refusal("9.2", f"every path to {place} leads through hexes that are closed to {name}")
    return Refusal("12.2", f"{place} is too far for {name} with {points} movement points")


@rule("12.1", "12.2", "10.4")
def why_not_this_way(rules: StormData, s: StormState, unit: int, way: list[int], spent: int) -> Refusal | None:
    """What is wrong with a way that is spelled out."""
    within, total = march(rules, s, unit, spent), spent
    for here, beyond in pairwise(way):
        direction = rules.grid.direction(here, beyond) if min(here, beyond) >= 0 else None
        if direction is None:
            sentence = f"{rules.names.place(beyond)} is not next to {rules.names.place(here)}"
            return Refusal("12.1", sentence)
        price = within.step(here, direction)
        if price is None:
            return why_not_step(rules, s, unit, here, beyond)
        total += price
    points = allowance(rules, s, unit)
    if total > points:
        return Refusal("12.2", f"this path costs {total} of {points} movement points")
    return MANY_GUESTS if too_many_guests(rules, s, unit, way[1:]) else None


@rule("9.2", "10.4", "12.4", "14.2")
def why_not_step(rules: StormData, s: StormState, unit: int, here: int, beyond: int) -> Refusal:
    """What bars a step of a way that is spelled out."""
    start, place = rules.names.place(here), rules.names.place(beyond)
    if not rules.board.near(here) >> beyond & 1:
        return Refusal("12.3", f"no unit can go from {start} to {place}")
    if rules.field(s).occupied[1 - rules.side_of[unit]] >> beyond & 1:
        return Refusal("12.4", f"the enemy stands in {place}")
    if unit == rules.agb and barred_to_guns(rules, s) >> beyond & 1:
        return Refusal(
            "14.2", f"AGB may not go to {place}: it is soft or mountainous ground, or next to an Allied unit"
        )
    barred_ = Refusal("10.4", f"an enemy zone of control bars the step from {start} to {place}")
    return why_no_room(rules, s, unit, beyond) or barred_


# -- moving


def go_on_foot(play: StormPlay, unit: int, to: int, via: Hexes, spent: int = 0) -> None:
    """A unit moves, and has moved then."""
    rules, s = play.rules, play.state
    path = [s.at[unit], *via, to] if via else way_to(rules, s, unit, to, spent)
    if not via and tells_more(rules, s, unit, path, spent):
        play.reveal()
    s.moved[unit] = MARCHED
    tell_move(play, "moved", "12.1", unit, path)
    relocate(play, [unit], path[1:])


@rule("8.1.2", "8.1.3", "8.5", "12.3")
def why_not_in_at(rules: StormData, s: StormState, unit: int, hex_: int) -> Refusal | None:
    """What keeps a unit from marching onto the map over an edge hex; an enemy zone does not."""
    side, place = rules.side_of[unit], rules.names.place(hex_)
    if hex_ < 0 or not entry_hexes(rules, s, side) >> hex_ & 1:
        return Refusal(
            "8.5" if side == GERMAN else "8.1.2", f"{place} is not an operating supply source on the map edge"
        )
    return why_no_room(rules, s, unit, hex_)


@rule("8.1.2", "8.1.4", "10.4")
def march_in(play: StormPlay, unit: int, hex_: int) -> None:
    """A unit enters the map and pays for the edge hex; if points are left and no enemy zone stops it, it goes on."""
    rules, s = play.rules, play.state
    side = rules.side_of[unit]
    spent = rules.board.entry_cost(side, s.wet, hex_)
    s.moved[unit], s.supply[unit] = MARCHED, NORMAL
    tell_move(play, "marched in", "8.1.2", unit, (hex_,))
    stops = rules.zone(s, 1 - side) >> hex_ & 1 or spent >= allowance(rules, s, unit)
    if not stops:
        play.push(Onward(side, unit, spent))
    relocate(play, [unit], [hex_])


@rule("5.2(II.D)", "5.2(III.D)", "12.1", "12.2", "12.5", "12.6", "12.7", "XTS I.D", "XTS II.D")
class March(Phase, frozen=True):
    """The Regular Movement Phase: any units, one after another, each by a way of its own.

    A stack that goes together and drops units off on the way is the same as its units going one by one.
    """

    asked_by = "12.2"
    question = "Regular movement: which unit moves?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every unit that may move or come onto the map, and the end of the phase."""
        moved = s.moved
        actions: list[Action] = [("take", u) for u in rules.field(s).on_map[self.player] if not moved[u]]
        actions += [("take", u) for u in waiting(rules, s, self.player)]
        if s.influenza == PEAK:
            actions = [action for action in actions if allowance(rules, s, action[1])]
        actions += self.sorting(rules, s)
        return actions if self.why_done(rules, s) else [("done",), *actions]

    def why_take(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        return why_not_march(rules, s, self.player, unit)

    def do_take(self, play: StormPlay, unit: Unit) -> None:
        play.push((Marching if play.state.at[unit] >= 0 else Entering)(self.player, unit))

    def why_move(self, rules: StormData, s: StormState, unit: Unit, hex_: Hex, via: Hexes = ()) -> Refusal | None:
        """A whole move in one line."""
        refusal = why_not_march(rules, s, self.player, unit)
        if refusal or s.at[unit] >= 0:
            return refusal or why_not_to(rules, s, unit, hex_, via)
        return Refusal("8.1.2", "name only the edge hex") if via else why_not_in_at(rules, s, unit, hex_)

    def do_move(self, play: StormPlay, unit: Unit, hex_: Hex, via: Hexes = ()) -> None:
        """It moves, or enters."""
        if play.state.at[unit] >= 0:
            go_on_foot(play, unit, hex_, via)
        else:
            march_in(play, unit, hex_)

    @rule("14.2")
    def why_done(self, rules: StormData, s: StormState) -> Refusal | None:
        """AGB must leave a flood plain that has become a marsh, if it can."""
        agb = rules.agb
        if self.player == GERMAN and is_stuck(rules, s) and not s.moved[agb] and destinations(rules, s, agb):
            return Refusal("14.2", "AGB must leave the wet flood plain by the most direct path")
        return None


@rule("12.1", "12.3", "10.4")
class Marching(Taken, frozen=True):
    """Where does the unit go?"""

    asked_by = "12.1"

    def prompt(self, rules: StormData, s: StormState) -> str:
        return f"Where does {rules.names.units[self.unit]} go, with {allowance(rules, s, self.unit)} movement points?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every hex in which it can end its move."""
        ends = bits(destinations(rules, s, self.unit))
        return [("cancel",), *self.lay(rules, s), *[("go", hex_) for hex_ in ends]]

    def hints(self, rules: StormData, s: StormState) -> dict[Action, Hint]:
        """The way to each hex and its price."""
        return way_hints(rules, s, self.unit, 0)

    def why_go(self, rules: StormData, s: StormState, hex_: Hex, via: Hexes = ()) -> Refusal | None:
        return why_not_to(rules, s, self.unit, hex_, via)

    def do_go(self, play: StormPlay, hex_: Hex, via: Hexes = ()) -> None:
        play.pop()
        go_on_foot(play, self.unit, hex_, via)

    def holds(self, rules: StormData, s: StormState) -> bool:
        """It may move, and is on the map."""
        return not why_not_march(rules, s, self.player, self.unit) and s.at[self.unit] >= 0


def way_hints(rules: StormData, s: StormState, unit: int, spent: int) -> dict[Action, Hint]:
    """The way to each hex within reach, and what it costs."""
    points, costs = allowance(rules, s, unit), prices(rules, s, unit)
    found: dict[Action, Hint] = {}
    for hex_ in bits(destinations(rules, s, unit, spent)):
        path = way_to(rules, s, unit, hex_, spent)
        price = spent
        for here, beyond in pairwise(path):
            direction = rules.grid.direction(here, beyond)
            price += (costs.step(here, direction) if direction is not None else 0) or 0
        labels = tuple(map(rules.grid.label, path))
        found["go", hex_] = Hint(labels, f"{min(price, points)} of {points} movement points")
    return found


@rule("8.1.2", "8.1.3", "8.5")
class Entering(Taken, frozen=True):
    """Over which edge hex does the unit march onto the map?"""

    asked_by = "8.1.2"
    question = "At which hex of the map edge does {unit} enter?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every operating source with room."""
        hexes = entry_hexes(rules, s, self.player) & ~closed_to(rules, s, self.unit)
        return [("cancel",), *[("go", hex_) for hex_ in bits(hexes)]]

    def why_go(self, rules: StormData, s: StormState, hex_: Hex, via: Hexes = ()) -> Refusal | None:
        return Refusal("8.1.2", "name only the edge hex") if via else why_not_in_at(rules, s, self.unit, hex_)

    def do_go(self, play: StormPlay, hex_: Hex, via: Hexes = ()) -> None:
        play.pop()
        march_in(play, self.unit, hex_)

    def holds(self, rules: StormData, s: StormState) -> bool:
        return not why_not_march(rules, s, self.player, self.unit) and s.at[self.unit] < 0


@rule("8.1.2")
class Onward(Taken, frozen=True):
    """A unit has marched onto the map and may go on with the points that are left."""

    spent: Number
    asked_by = "8.1.2"

    def prompt(self, rules: StormData, s: StormState) -> str:
        left = allowance(rules, s, self.unit) - self.spent
        return f"{rules.names.units[self.unit]} has {left} movement points left: where does it go next?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every hex in reach, or no further."""
        ends = bits(destinations(rules, s, self.unit, self.spent))
        return [("cancel",), *[("go", hex_) for hex_ in ends]]

    def hints(self, rules: StormData, s: StormState) -> dict[Action, Hint]:
        """The way to each hex and its price."""
        return way_hints(rules, s, self.unit, self.spent)

    def why_go(self, rules: StormData, s: StormState, hex_: Hex, via: Hexes = ()) -> Refusal | None:
        return why_not_to(rules, s, self.unit, hex_, via, self.spent)

    def do_go(self, play: StormPlay, hex_: Hex, via: Hexes = ()) -> None:
        play.pop()
        go_on_foot(play, self.unit, hex_, via, self.spent)

    def holds(self, rules: StormData, s: StormState) -> bool:
        """It stands on the map edge and has points left."""
        return s.at[self.unit] >= 0 and 0 < self.spent < 20


# -- when the phase ends


@rule("15.3", "15.3(1)", "S1.5")
def allied_infiltrate(rules: StormData, s: StormState) -> bool:
    """Whether the time of Allied infiltration has come: from turn 9 on, and all through 1919."""
    return rules.is_1919 or s.turn >= INFILTRATION_TURN


@rule("15.3(1)", "15.5")
class EndOfMarch(StormStep, frozen=True):
    """Regular movement is over: tanks, and who stands with them now, may infiltrate later, even if the tanks die."""

    def run(self, play: StormPlay) -> None:
        rules, s = play.rules, play.state
        s.may_infiltrate[:] = bytes(len(s.may_infiltrate))
        if not allied_infiltrate(rules, s):
            return
        tanks = {s.at[u] for u in rules.own[ALLIED] if rules.is_tank[u] and s.at[u] >= 0}
        for unit in rules.own[ALLIED]:
            if s.at[unit] in tanks:
                s.may_infiltrate[unit] = 1
