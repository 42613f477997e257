"""Replacements and reinforcements: the boxes beside the map, and how units come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Unit, Units
from westfront.games.michel.movement import can_move_on, full_hexes
from westfront.games.michel.state import DUE, FALLEN, HOME_EDGE, LOST, POOL, MichelAsk, MichelPlay, MichelState
from westfront.games.michel.supply import general_supply, note_givers
from westfront.games.michel.victory import hold
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel

POOL_SIZE = 3


# -- losses


@rule("Replacements-C", "Replacements-C-Example", "Corps-A", "Artillery-B", "Supply-H")
def due_next_turn(s: MichelState, unit: int) -> None:
    """Into the box of the next game-turn, to come back over the friendly edge."""
    s.at[unit], s.due[unit], s.edge[unit] = DUE, s.turn + 1, HOME_EDGE


@rule("Replacements-B", "Corps-B", "Corps-C", "CRT-Losses")
def lose_corps(play: MichelPlay, unit: int, by_ground: bool) -> None:
    """A corps lost to a ground attack is gone for good; under gunfire alone it counts as used up."""
    s = play.state
    if by_ground:
        s.at[unit] = LOST
        play.tell("destroyed", "Replacements-B", unit=unit, box="permanently")
    else:
        due_next_turn(s, unit)
        play.tell("destroyed", "Replacements-C", unit=unit, box=f"until game-turn {s.due[unit]}")


@rule("Replacements-General", "Replacements-Procedure", "Replacements-A", "CRT-Losses")
def lose(play: MichelPlay, owner: int, units: tuple[int, ...], by_ground: bool, cut_off: tuple[int, ...] = ()) -> None:
    """Take destroyed units of one side off the map: corps, then those without supply, then the rest into the pool."""
    s, rules = play.state, play.rules
    for unit in units:
        s.combat[unit] = s.target[unit] = 0
        if rules.is_corps[unit]:
            lose_corps(play, unit, by_ground)
        elif unit in cut_off:
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


def into_pool(play: MichelPlay, unit: int) -> None:
    """A unit joins the pool; when it is the third its owner picks at once."""
    owner = play.rules.side_of[unit]
    play.state.at[unit] = POOL
    play.tell("destroyed", "Replacements-Procedure", unit=unit, box="into the pool")
    if len(pool(play.rules, play.state, owner)) == POOL_SIZE:
        play.push(Pick(owner))


def pool(rules: Michel, s: MichelState, side: int) -> list[int]:
    """The units in the pool of a side."""
    return [unit for unit in rules.units[side] if s.at[unit] == POOL]


@rule("Replacements-Procedure")
class LossOrder(MichelAsk, frozen=True):
    """More units fall at once than the pool takes: their owner says in which order they go into it."""

    units: Units
    asked_by = "Replacements-Procedure"
    verbs = ("lose",)
    question = "The pool overflows: which of the destroyed units goes into it next?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Any of them."""
        return [("lose", unit) for unit in self.units]

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """It is not one of them."""
        return Refusal("Replacements-Procedure", f"one of {rules.names.write('unit*', self.units)} goes into the pool")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Put it there, and go on with the rest."""
        rest = tuple(unit for unit in self.units if unit != action[1])
        play.pop()
        if rest:
            play.push(LossOrder(self.player, rest))
        into_pool(play, action[1])


@rule("Replacements-Procedure", "Replacements-Example")
class Pick(MichelAsk, frozen=True):
    """Three units in the pool: their owner gets one back in the next game-turn, the others are gone."""

    asked_by = "Replacements-Procedure"
    verbs = ("pick",)
    question = "Three units are in the pool: which one comes back as a replacement?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Any of the three."""
        return [("pick", unit) for unit in pool(rules, s, self.player)]

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """It is not in the pool."""
        return Refusal("Replacements-Procedure", f"{rules.names.write('unit', action[1])} is not in your pool")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """One is due, two are lost."""
        s, chosen = play.state, action[1]
        gone = tuple(unit for unit in pool(play.rules, s, self.player) if unit != chosen)
        for unit in gone:
            s.at[unit] = LOST
        due_next_turn(s, chosen)
        play.pop()
        play.tell("picked", "Replacements-Procedure", unit=chosen, units=gone)


# -- coming in


@rule("Sequence-1A", "Sequence-2", "Replacements-C", "Reinf-Rule")
def units_due(rules: Michel, s: MichelState, side: int) -> list[int]:
    """Units that may come in now: due in this game-turn, or earlier and held back."""
    return [unit for unit in rules.units[side] if s.at[unit] == DUE and s.due[unit] <= s.turn]


@rule("Replacements-C", "Reinf-Rule")
def edge_of(rules: Michel, s: MichelState, unit: int) -> HexSet:
    """The hexes of the edge on which a unit comes in."""
    edge = s.edge[unit]
    return rules.board.edges[rules.side_of[unit]] if edge == HOME_EDGE else rules.board.chart_edges[edge - 1]


@rule("Reinf-Rule", "Replacements-D")
def entry_hexes(rules: Michel, s: MichelState, unit: int) -> HexSet:
    """Hexes of its edge where a unit may come in: no enemy, no enemy zone, and it may stay there or can go on."""
    enemy, field = 1 - rules.side_of[unit], rules.field(s)
    hexes = edge_of(rules, s, unit) & ~(field.occupied[enemy] | field.zone[enemy])
    stay = hexes & may_stay(rules, s, unit)
    return stay | rules.grid.set_of(hex_ for hex_ in bits(hexes & ~stay) if goes_on_from(rules, s, unit, hex_))


@rule("Supply-G", "Stacking-General")
def may_stay(rules: Michel, s: MichelState, unit: int) -> HexSet:
    """The hexes of its edge where a unit that comes in finds room, and supply unless it needs none."""
    hexes = edge_of(rules, s, unit)
    if not rules.may_leave_supply(unit):
        hexes &= general_supply(rules, s, rules.side_of[unit])
    return hexes & ~full_hexes(rules, s, hexes)


@rule("Replacements-D")
def goes_on_from(rules: Michel, s: MichelState, unit: int, hex_: int) -> bool:
    """Whether a unit that has come in at a hex could end its move elsewhere with the points that are left."""
    s = s.copy()
    place_on_edge(rules, s, unit, hex_)
    return can_move_on(rules, s, unit)


@rule("Sequence-1A", "Replacements-D")
class Entry(MichelAsk, frozen=True):
    """At the start of the first movement phase units that are due come in, or are held back."""

    asked_by = "Sequence-1A"
    verbs = ("take", "enter", "done")
    question = "Bring in units that are due, or go on to movement."

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Every unit that is due, or no more."""
        return [("done",), *(("take", unit) for unit in units_due(rules, s, self.player))]

    def admits(self, rules: Michel, s: MichelState, action: Action) -> bool:
        """A unit with its hex in one line."""
        if action[0] != "enter" or action[1] not in units_due(rules, s, self.player):
            return False
        return why_not_in(rules, s, action[1], action[2]) is None

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """It is not due, or cannot come in there."""
        if action[1] not in units_due(rules, s, self.player):
            return why_not_due(rules, s, self.player, action[1])
        refusal = why_not_in(rules, s, action[1], action[2]) if action[0] == "enter" else None
        return refusal or Refusal("Sequence-1A", "it may come in")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Take up a unit, bring it in, or go on."""
        if action[0] == "done":
            play.pop()
        elif action[0] == "take":
            play.push(Entering(self.player, action[1]))
        else:
            enter(play, action[1], action[2])


@rule("Replacements-D", "Reinf-Rule")
class Entering(MichelAsk, frozen=True):
    """A unit is due: where does it come in?"""

    unit: Unit
    asked_by = "Replacements-D"
    verbs = ("go", "cancel")

    def prompt(self, rules: Michel, s: MichelState) -> str:
        """What is asked."""
        return f"Where does {rules.names.units[self.unit]} come in?"

    def offer(self, rules: Michel, s: MichelState) -> list[Action]:
        """Every hex of its edge that is open to it, or not yet."""
        return [("cancel",), *(("go", hex_) for hex_ in bits(entry_hexes(rules, s, self.unit)))]

    def why(self, rules: Michel, s: MichelState, action: Action) -> Refusal:
        """Why not there."""
        return why_not_in(rules, s, self.unit, action[1]) or Refusal("Replacements-D", "it may come in there")

    def apply(self, play: MichelPlay, action: Action) -> None:
        """Bring it in, or keep it back."""
        play.pop()
        if action[0] == "go":
            enter(play, self.unit, action[1])


def enter(play: MichelPlay, unit: int, hex_: int) -> None:
    """Put a unit on the edge; it pays for the hex and may move on with what is left."""
    s, rules = play.state, play.rules
    side, edge = rules.side_of[unit], s.edge[unit]
    note_givers(rules, s, unit, hex_)
    place_on_edge(rules, s, unit, hex_)
    hold(rules, s, 1 << hex_, side)
    case = "Replacements-D" if edge == HOME_EDGE else "Reinf-Rule"
    play.tell("entered", case, unit=unit, hex=hex_, cost=s.spent[unit])


def place_on_edge(rules: Michel, s: MichelState, unit: int, hex_: int) -> None:
    """A unit that was due stands in its first hex, which it has paid for."""
    s.at[unit], s.due[unit], s.edge[unit] = hex_, 0, 0
    s.spent[unit] = rules.board.entry_cost(rules.side_of[unit], hex_)


def why_not_due(rules: Michel, s: MichelState, side: int, unit: int) -> Refusal:
    """It comes later, or not at all."""
    name = rules.names.write("unit", unit)
    if unit < 0 or rules.side_of[unit] != side or s.at[unit] != DUE:
        return Refusal("Replacements-C", f"{name} is no unit of yours that is due")
    case = "Replacements-C" if s.edge[unit] == HOME_EDGE else "Reinf-Chart"
    return Refusal(case, f"{name} is not due before game-turn {s.due[unit]}")


def why_not_in(rules: Michel, s: MichelState, unit: int, hex_: int) -> Refusal | None:
    """What keeps a unit from coming in at a hex."""
    side, edge, place = rules.side_of[unit], s.edge[unit], rules.names.place(hex_)
    name, field = rules.names.units[unit], rules.field(s)
    case = "Replacements-D" if edge == HOME_EDGE else "Reinf-Rule"
    if hex_ < 0 or not edge_of(rules, s, unit) >> hex_ & 1:
        where = ("friendly", "north", "south")[edge]
        return Refusal(case, f"{name} comes in on the {where} edge, of which {place} is no open hex")
    if (field.occupied[1 - side] | field.zone[1 - side]) >> hex_ & 1:
        return Refusal(case, f"the enemy stands in {place} or controls it")
    if entry_hexes(rules, s, unit) >> hex_ & 1:
        return None
    if full_hexes(rules, s, 1 << hex_):
        return Refusal("Stacking-General", f"{place} is full, and {name} can go no further from there")
    return Refusal("Supply-G", f"{name} would be out of general supply in {place}, and can reach none from there")
