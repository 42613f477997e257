"""Replacements and reinforcements: losses, the boxes beside the map, and how units come in."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.names import Hex, Unit, Units
from westfront.games.michel.data import MichelData, MichelPlay
from westfront.games.michel.movement import can_move_on, full_hexes
from westfront.games.michel.state import FALLEN, HOME_EDGE, LOST, POOL, TRACK, MichelState
from westfront.games.michel.supply import general_supply, record_suppliers
from westfront.games.michel.victory import take_objectives
from westfront.hexgrid import HexSet, bits
from westfront.mechanics.choice import OneOf, OneOfUnits
from westfront.mechanics.limits import Limit
from westfront.mechanics.orders import WhichUnit, WithinLimits

POOL_SIZE = 3


# -- losses


@rule("Replacements-C", "Replacements-C-Example", "Corps-A", "Artillery-B", "Supply-H")
def due_next_turn(s: MichelState, unit: int) -> None:
    """Into the box of the next game-turn, to come back over the friendly edge."""
    s.at[unit], s.edge[unit] = TRACK.box(s.turn + 1), HOME_EDGE


@rule("Replacements-General", "Replacements-A", "CRT-Losses")
def lose(play: MichelPlay, owner: int, units: Units, by_ground: bool, isolated: Units = ()) -> None:
    """Take destroyed units of one side off the map: corps, then those without supply, then the rest into the pool."""
    s, rules = play.state, play.rules
    for unit in units:
        s.combat[unit] = s.target[unit] = 0
        if rules.is_corps[unit]:
            lose_corps(play, unit, by_ground)
        elif unit in isolated:
            s.at[unit] = LOST
            play.tell("destroyed", "Replacements-A", unit=unit, box="permanently, being isolated")
    fallen = tuple(unit for unit in units if s.at[unit] >= 0)
    if len(pool(rules, s, owner)) + len(fallen) > POOL_SIZE:
        play.push(LossOrder(owner, fallen))
        play.tell("fallen", "CRT-Losses", units=fallen)
        for unit in fallen:
            s.at[unit] = FALLEN
    else:
        for unit in fallen:
            into_pool(play, unit)


@rule("Replacements-B", "Corps-B", "Corps-C", "CRT-Losses")
def lose_corps(play: MichelPlay, unit: int, by_ground: bool) -> None:
    """A corps lost to a ground attack is gone for good; under artillery fire alone it counts as used up."""
    s = play.state
    if by_ground:
        s.at[unit] = LOST
        play.tell("destroyed", "Replacements-B", unit=unit, box="permanently")
    else:
        due_next_turn(s, unit)
        play.tell("destroyed", "Replacements-C", unit=unit, box=f"until game-turn {s.turn + 1}")


def pool(rules: MichelData, s: MichelState, side: int) -> list[int]:
    """The units in the pool of a side."""
    return [unit for unit in rules.units[side] if s.at[unit] == POOL]


def into_pool(play: MichelPlay, unit: int) -> None:
    """A unit joins the pool; when it is the third its owner picks at once."""
    owner = play.rules.side_of[unit]
    play.state.at[unit] = POOL
    play.tell("destroyed", "Replacements-Procedure", unit=unit, box="into the pool")
    if len(pool(play.rules, play.state, owner)) == POOL_SIZE:
        play.push(Pick(owner))


@rule("Replacements-Procedure")
class LossOrder(OneOfUnits, frozen=True):
    """More units fall at once than the pool takes: their owner says which goes into it next, until one is left."""

    asked_by = "Replacements-Procedure"
    question = "The pool overflows: which of the destroyed units goes into it next?"
    refused = "one of {units} goes into the pool"
    why_lose = OneOfUnits.why_not
    formerly = ("Fallen",)

    def holds(self, rules: MichelData, s: MichelState) -> bool:
        own = all(unit >= 0 and rules.side_of[unit] == self.player and s.at[unit] == FALLEN for unit in self.units)
        return own and bool(self.units)

    def moot(self, rules: MichelData, s: MichelState) -> bool:
        return len(self.units) == 1

    def run(self, play: MichelPlay) -> None:
        into_pool(play, *self.units)

    def do_lose(self, play: MichelPlay, unit: Unit) -> None:
        """Put it there, and go on with the rest."""
        play.become(LossOrder(self.player, tuple(other for other in self.units if other != unit)))
        into_pool(play, unit)


@rule("Replacements-Procedure", "Replacements-Example")
class Pick(OneOf, frozen=True):
    """Three units in the pool: their owner gets one back in the next game-turn, the others are gone."""

    asked_by = "Replacements-Procedure"
    question = "Three units are in the pool: which one comes back as a replacement?"
    refused = "{unit} is not in your pool"
    why_pick = OneOf.why_not

    def holds(self, rules: MichelData, s: MichelState) -> bool:
        return len(pool(rules, s, self.player)) == POOL_SIZE

    def among(self, rules: MichelData, s: MichelState) -> list[int]:
        return pool(rules, s, self.player)

    def do_pick(self, play: MichelPlay, unit: Unit) -> None:
        """One is due, two are lost."""
        s = play.state
        gone = tuple(other for other in pool(play.rules, s, self.player) if other != unit)
        for other in gone:
            s.at[other] = LOST
        due_next_turn(s, unit)
        play.pop()
        play.tell("picked", "Replacements-Procedure", unit=unit, units=gone)


# -- coming in


@rule("Sequence-1A", "Sequence-2", "Replacements-C", "Reinf-Rule")
def units_due(rules: MichelData, s: MichelState, side: int) -> list[int]:
    """Units that may come in now: due in this game-turn, or earlier and held back."""
    return TRACK.due(s.at, rules.units[side], s.turn)


@rule("Replacements-C", "Replacements-D", "Reinf-Rule")
class Entering(WithinLimits, frozen=True):
    """A unit is due: where does it come in?"""

    asked_by = "Replacements-D"
    question = "Where does {unit} enter?"

    def holds(self, rules: MichelData, s: MichelState) -> bool:
        return self.unit in units_due(rules, s, self.player)

    def limits(self, rules: MichelData, s: MichelState) -> Iterator[Limit]:
        """Its edge, no enemy, no enemy zone; room and supply, unless it can go on to where it has them."""
        field, enemy, edge = rules.field(s), 1 - self.player, s.edge[self.unit]
        case = "Replacements-D" if edge == HOME_EDGE else "Reinf-Rule"
        hexes = rules.board.edges[self.player] if edge == HOME_EDGE else rules.board.chart_edges[edge - 1]
        yield Limit(hexes, case, f"it comes in on the {('friendly', 'north', 'south')[edge]} edge")
        controlled = field.occupied[enemy] | field.zone[enemy]
        yield Limit(~controlled, case, "the enemy stands there or controls it")
        hexes &= ~controlled
        full = full_hexes(rules, s, hexes)
        bare = 0 if rules.may_leave_supply(self.unit) else hexes & ~general_supply(rules, s, self.player)
        on = self.onward(rules, s, full | bare)
        yield Limit(~full | on, "Stacking-General", "it is full, and it could go no further")
        yield Limit(~bare | on, "Supply-G", "it would be out of general supply, and could not reach any")

    def onward(self, rules: MichelData, s: MichelState, hexes: HexSet) -> HexSet:
        """Those of some hexes from which it could go on with the points that are left."""
        found = 0
        for hex_ in bits(hexes):
            there = s.copy()
            place_on_edge(rules, there, self.unit, hex_)
            found |= can_move_on(rules, there, self.unit) << hex_
        return found

    def send(self, play: MichelPlay, to: int, via: tuple[int, ...] = ()) -> None:
        """It pays for the hex and may move on with what is left."""
        s, rules, unit = play.state, play.rules, self.unit
        case = "Replacements-D" if s.edge[unit] == HOME_EDGE else "Reinf-Rule"
        record_suppliers(rules, s, unit, to)
        place_on_edge(rules, s, unit, to)
        take_objectives(rules, s, 1 << to, self.player)
        play.tell("entered", case, unit=unit, hex=to, cost=s.spent[unit])


def place_on_edge(rules: MichelData, s: MichelState, unit: int, hex_: int) -> None:
    """A unit that was due stands in its first hex, which it has paid for."""
    s.at[unit], s.edge[unit] = hex_, 0
    s.spent[unit] = rules.board.entry_cost(rules.side_of[unit], hex_)


@rule("Sequence-1A", "Replacements-D")
class Entry(WhichUnit, frozen=True):
    """At the start of the first movement phase units that are due come in, or are held back."""

    asked_by = "Sequence-1A"
    question = "Bring in units that are due, or go on to movement."
    then = Entering

    def ready(self, rules: MichelData, s: MichelState) -> list[int]:
        return units_due(rules, s, self.player)

    def why_take(self, rules: MichelData, s: MichelState, unit: Unit) -> Refusal | None:
        """It comes later, or not at all."""
        if unit in units_due(rules, s, self.player):
            return None
        name, turn = rules.names.write("unit", unit), TRACK.turn(s.at[unit]) if unit >= 0 else None
        if turn is None or rules.side_of[unit] != self.player:
            return Refusal("Replacements-C", f"{name} is not a unit of yours that is due")
        case = "Replacements-C" if s.edge[unit] == HOME_EDGE else "Reinf-Chart"
        return Refusal(case, f"{name} is not due before game-turn {turn}")

    def why_enter(self, rules: MichelData, s: MichelState, unit: Unit, to: Hex) -> Refusal | None:
        return self.why_order(rules, s, unit, to)

    def do_enter(self, play: MichelPlay, unit: Unit, to: Hex) -> None:
        self.order(play, unit, to)
