"""Orders in halves and whole: one judge, and ways that are spelled out."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hexgrid.strategies import countries, orders
from westfront.engine.dice import ScriptedDice
from westfront.engine.frame import Ask, Play, Refusal, asked, carry_out, check_frames, why_illegal
from westfront.engine.grammar import Action, Grammar
from westfront.engine.names import Hex, Names, Unit
from westfront.engine.state import State, UnitNumbers, UnitPlaces
from westfront.engine.view import Hint
from westfront.hexgrid import Grid, HexSet, MoveCosts, Numbering, Reach, reach
from westfront.mechanics.limits import Limit
from westfront.mechanics.orders import (
    Barred,
    WhereTo,
    WhichMoves,
    WhichUnit,
    WithinLimits,
    price_of,
    way_hint,
)

RED, BLUE = 0, 1
OFF = -1


class Drill:
    """A bare map, two red units and a blue one, two movement points."""

    def __init__(self) -> None:
        self.grid = Grid(Numbering("pointy", "RRCC", (1, 5), (1, 5), "odd", "east"))
        self.names = Names(self.grid, ["R1", "R2", "B1"], ["red", "blue"])
        self.side_of = [RED, RED, BLUE]
        self.costs = MoveCosts(self.grid, {1: self.grid.mask})
        self.edge = self.grid.hexset("0101", "0201")
        patterns = ("take UNIT", "go HEX", "move UNIT HEX [via HEX*]", "enter UNIT HEX", "cancel", "done")
        self.grammar = Grammar(patterns, self.names)


class DrillState(State):
    """Where units are, and who has moved."""

    at: UnitPlaces
    moved: UnitNumbers


DrillPlay = Play[Drill, DrillState]


class Moving(WhereTo, frozen=True):
    """Two hexes, over nobody."""

    asked_by = "2.2"

    def within(self, rules: Drill, s: DrillState) -> Reach:
        others = rules.grid.set_of(s.at[u] for u in range(3) if u != self.unit and s.at[u] >= 0)
        return reach(rules.costs, s.at[self.unit], 2, avoid=others)

    def ends(self, rules: Drill, s: DrillState) -> HexSet:
        return self.within(rules, s).hexes & ~(1 << s.at[self.unit])

    def why_not(self, rules: Drill, s: DrillState, to: int, via: tuple[int, ...] = ()) -> Refusal | None:
        within = self.within(rules, s)
        if to < 0 or not within.hexes >> to & 1:
            return Refusal("2.3", f"{rules.names.place(to)} is out of reach")
        price = price_of(rules.grid, within, [s.at[self.unit], *via, to]) if via else 0
        if isinstance(price, Barred):
            return Refusal("2.4", f"no step leads from {rules.names.place(price.here)} there")
        return Refusal("2.5", f"this path costs {price} movement points") if price > 2 else None

    def send(self, play: DrillPlay, to: int, via: tuple[int, ...] = ()) -> None:
        s = play.state
        path = [s.at[self.unit], *via, to] if via else self.within(play.rules, s).path(to)
        s.at[self.unit], s.moved[self.unit] = to, 1
        play.tell("moved", "2.2", unit=self.unit, path=path)

    def hint(self, rules: Drill, s: DrillState, to: int) -> Hint:
        within = self.within(rules, s)
        return way_hint(rules.grid, within.path(to), within.cost(to) or 0, 2)


class Movement(WhichMoves, frozen=True):
    """Each unit once."""

    asked_by = "2.1"
    question = "Which unit moves?"
    then = Moving

    def ready(self, rules: Drill, s: DrillState) -> list[int]:
        return [u for u in range(3) if self.why_take(rules, s, u) is None]

    def why_take(self, rules: Drill, s: DrillState, unit: Unit) -> Refusal | None:
        if unit < 0 or rules.side_of[unit] != self.player or s.at[unit] < 0:
            return Refusal("2.1", f"{rules.names.write('unit', unit)} is not a unit of yours on the map")
        return Refusal("2.1", "it has moved") if s.moved[unit] else None


class Entering(WithinLimits, frozen=True):
    """On the edge, where nobody is."""

    asked_by = "8.1"

    def limits(self, rules: Drill, s: DrillState) -> Iterator[Limit]:
        yield Limit(rules.edge, "8.1", "units come in on the edge")
        yield Limit(~rules.grid.set_of(h for h in s.at if h >= 0), "2.6", "somebody is there")

    def send(self, play: DrillPlay, to: int, via: tuple[int, ...] = ()) -> None:
        play.state.at[self.unit] = to


class Entry(WhichUnit, frozen=True):
    """Who is off the map may come in."""

    asked_by = "8.1"
    then = Entering

    def ready(self, rules: Drill, s: DrillState) -> list[int]:
        return [u for u in range(3) if self.why_take(rules, s, u) is None]

    def why_take(self, rules: Drill, s: DrillState, unit: Unit) -> Refusal | None:
        due = unit >= 0 and rules.side_of[unit] == self.player and s.at[unit] == OFF
        return None if due else Refusal("8.1", "it is not due")

    def why_enter(self, rules: Drill, s: DrillState, unit: Unit, to: Hex) -> Refusal | None:
        return self.why_order(rules, s, unit, to)

    def do_enter(self, play: DrillPlay, unit: Unit, to: Hex) -> None:
        self.order(play, unit, to)


RULES = Drill()


def drill(frame: Ask[Drill, DrillState], *places: str) -> DrillState:
    """A state in which a frame asks."""
    at = array("h", [RULES.grid.hex(place) if place != "off" else OFF for place in places])
    return DrillState(at=at, moved=bytearray(3), frames=(Movement(BLUE), frame))


def play(s: DrillState, *lines: str) -> DrillPlay:
    """Play some legal lines."""
    going = DrillPlay(RULES, s, ScriptedDice(()))
    for line in lines:
        action = RULES.grammar.parse(line)
        assert why_illegal(RULES, s, action) is None
        carry_out(going, action)
    return going


def why(s: DrillState, line: str) -> str:
    """Why a line is refused."""
    refusal = why_illegal(RULES, s, RULES.grammar.parse(line))
    assert refusal is not None
    return str(refusal)


def offered(s: DrillState) -> list[Action]:
    """What is offered now."""
    return asked(s).offer(RULES, s)


def test_frames_and_grammar_know_the_same_verbs() -> None:
    check_frames((Movement, Moving, Entry, Entering), RULES.grammar)


@pytest.mark.parametrize("lines", [("take R1", "go 0303"), ("move R1 0303",), ("move R1 0303 via 0302",)])
def test_an_order_comes_in_halves_or_whole(lines: tuple[str, ...]) -> None:
    s = drill(Movement(RED), "0301", "0505", "0105")
    (moved,) = play(s, *lines).events
    assert s.at[0] == RULES.grid.hex("0303")
    assert moved.facts["path"] == [RULES.grid.hex(label) for label in ("0301", "0302", "0303")]
    assert asked(s) == Movement(RED)
    assert offered(s) == [("done",), ("take", 1)]


def test_both_halves_are_judged_by_the_same_function() -> None:
    s = drill(Movement(RED), "0301", "0302", "0105")
    assert why(s, "move R1 0304") == "0304 is out of reach [2.3]"
    assert why(s, "move B1 0104") == "B1 is not a unit of yours on the map [2.1]"
    assert why(s, "move - 0104") == "- is not a unit of yours on the map [2.1]"
    assert why(s, "move R1 off") == "off is out of reach [2.3]"
    assert why(s, "move R1 0402 via 0302") == "no step leads from 0301 there [2.4]"
    assert why(s, "move R1 0402 via 0105") == "no step leads from 0301 there [2.4]"
    assert why(s, "move R1 0402 via 0401 0301 0401") == "this path costs 4 movement points [2.5]"
    play(s, "take R1")
    assert why(s, "go 0304") == "0304 is out of reach [2.3]"


def test_a_unit_that_is_taken_up_can_be_put_back() -> None:
    s = drill(Movement(RED), "0301", "0302", "0105")
    play(s, "take R1")
    assert asked(s) == Moving(RED, 0)
    assert offered(s)[0] == ("cancel",)
    assert asked(s).prompt(RULES, s) == "Where does R1 go?"
    play(s, "cancel")
    assert asked(s) == Movement(RED)
    play(s, "done")
    assert asked(s) == Movement(BLUE)


def test_the_way_and_its_price_are_told() -> None:
    s = drill(Moving(RED, 0), "0301", "0505", "0105")
    hints = asked(s).hints(RULES, s)
    assert set(hints) == set(offered(s)) - {("cancel",)}
    assert hints["go", RULES.grid.hex("0303")] == Hint(("0301", "0302", "0303"), "2 of 2 movement points")


def test_a_frame_speaks_of_a_unit_of_its_player() -> None:
    s = drill(Movement(RED), "0301", "0505", "0105")
    assert Moving(RED, 0).holds(RULES, s)
    assert not Moving(RED, 2).holds(RULES, s)
    assert not Moving(RED, -1).holds(RULES, s)


def test_units_come_in_within_limits() -> None:
    s = drill(Entry(RED), "off", "0201", "0105")
    assert offered(s) == [("done",), ("take", 0)]
    assert why(s, "enter R2 0101") == "it is not due [8.1]"
    assert why(s, "enter R1 0102") == "R1 cannot go to 0102: units come in on the edge [8.1]"
    assert why(s, "enter R1 0201") == "R1 cannot go to 0201: somebody is there [2.6]"
    play(s, "take R1")
    assert offered(s) == [("cancel",), ("go", RULES.grid.hex("0101"))]
    assert asked(s).hints(RULES, s) == {}
    play(s, "go 0101")
    assert s.at[0] == RULES.grid.hex("0101")


@given(st.data())
def test_the_cheapest_way_costs_what_the_reach_says_and_every_walk_is_priced_step_by_step(data: st.DataObject) -> None:
    country = data.draw(countries())
    order = data.draw(orders(country.grid))
    within = reach(
        country.costs(),
        order.start,
        order.budget,
        avoid=order.avoid,
        stop=order.stop,
        apart=order.apart,
        leave=order.leave,
    )
    end = data.draw(st.sampled_from([h for h in country.grid if within.hexes >> h & 1]))
    assert price_of(country.grid, within, within.path(end)) == within.cost(end)
    walk = [order.start, *data.draw(st.lists(st.sampled_from([*country.grid, OFF]), max_size=3))]
    step, spent = order.step(country), 0
    for here, beyond in pairwise(walk):
        touching = beyond in country.near[here]
        stopped = here != order.start and order.stop >> here & 1
        price = step(here, beyond) if touching and not stopped else None
        if price is None:
            assert price_of(country.grid, within, walk) == Barred(here, beyond, touching)
            return
        spent += price
    assert price_of(country.grid, within, walk) == spent
