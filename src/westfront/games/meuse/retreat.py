"""How to retreat: hex by hex, each further away, out of enemy zones, to an open hex."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import NOBODY, Hex, Number, Units
from westfront.games.meuse.data import MeuseAsk, MeuseData, MeusePlay
from westfront.games.meuse.losses import eliminate
from westfront.games.meuse.stacking import open_hexes
from westfront.games.meuse.state import MeuseState
from westfront.games.meuse.victory import enter_hex
from westfront.hexgrid import HexSet, bits


@rule("7.7", "6.2", "5.3")
def retreat_steps(rules: MeuseData, s: MeuseState, units: tuple[int, ...], start: int, length: int) -> list[HexSet]:
    """For each step of a retreat the hexes from which it can be finished; empty if there is no way.

    Step k ends k hexes from the start. The last hex must be open; only if no hex at the full length is open does the
    unit go on, to the first open hex on its way.
    """
    side, field = rules.side_of[units[0]], rules.field(s)
    allowed = rules.grid.mask & ~(field.occupied[1 - side] | rules.zone(s, 1 - side))
    room = open_hexes(rules, s, units)
    fronts = [1 << start]
    for distance in range(1, length + 1):
        fronts.append(rules.grid.adjacent(fronts[-1]) & rules.grid.ring(start, distance) & allowed)
    ends = [0] * length + [fronts[-1] & room]
    if not ends[-1]:
        while fronts[-1]:
            onward = fronts[-1] & ~ends[-1]
            fronts.append(rules.grid.adjacent(onward) & rules.grid.ring(start, len(fronts)) & allowed)
            ends.append(fronts[-1] & room)
    return _leading_to(rules, fronts, ends)


def _leading_to(rules: MeuseData, fronts: list[HexSet], ends: list[HexSet]) -> list[HexSet]:
    """Those hexes of each front that are an end or lead to one; the first front, where the unit stood, is left out."""
    found, leads = list[HexSet](), 0
    for front, end in zip(reversed(fronts[1:]), reversed(ends[1:]), strict=True):
        leads = front & (end | rules.grid.adjacent(leads))
        if leads:
            found.append(leads)
    return found[::-1]


@rule("17.5", "7.7")
def next_hexes(rules: MeuseData, s: MeuseState, units: tuple[int, ...]) -> HexSet:
    """Where a unit may go that retreats one hex and no further."""
    steps = retreat_steps(rules, s, units, s.at[units[0]], 1)
    return steps[0] if len(steps) == 1 else 0


@rule("7.7")
def begin_retreat(play: MeusePlay, hex_: int, length: int) -> None:
    """The owner moves the unit of a hex back; without a way it is eliminated."""
    rules, s = play.rules, play.state
    units = rules.field(s).stacks[hex_]
    if retreat_steps(rules, s, units, hex_, length):
        play.push(Retreat(rules.side_of[units[0]], units, hex_, length, 0))
    else:
        play.tell("trapped", "7.7", units=units, hex=hex_)
        eliminate(play, hex_, "7.7")


@rule("7.7", "6.2")
class Retreat(MeuseAsk, frozen=True):
    """A unit, or a stack of brigades, goes back one hex after another."""

    units: Units
    start: Hex
    length: Number
    taken: Number
    asked_by = "7.7"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """The units stand together where the retreat has brought them, and can go on."""
        units, here = self.units, {s.at[unit] for unit in self.units if unit != NOBODY}
        own = bool(units) and all(0 <= u < rules.fighters and rules.side_of[u] == self.player for u in units)
        if not own or len(here) != 1 or min(here) < 0 or self.start < 0 or not 1 <= self.length <= 3:
            return False
        in_step = rules.grid.distance(self.start, min(here)) == self.taken
        return in_step and len(set(units)) == len(units) and bool(self.ways(rules, s))

    def ways(self, rules: MeuseData, s: MeuseState) -> HexSet:
        """The hexes of the next step."""
        steps = retreat_steps(rules, s, self.units, self.start, self.length)
        around = rules.grid.adjacent(1 << s.at[self.units[0]])
        return steps[self.taken] & around if self.taken < len(steps) else 0

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        who = rules.names.write("unit*", self.units)
        return f"{who} retreats {self.length}, step {self.taken + 1}: to which hex?"

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """Hexes from which the retreat can be finished."""
        return [("retreat", hex_) for hex_ in bits(self.ways(rules, s))]

    def why_retreat(self, rules: MeuseData, s: MeuseState, hex_: Hex) -> Refusal | None:
        """Next to it, further away, free of enemies and their zones, and leading to an open hex."""
        if hex_ >= 0 and self.ways(rules, s) >> hex_ & 1:
            return None
        place, field, enemy = rules.names.place(hex_), rules.field(s), 1 - self.player
        if hex_ < 0 or rules.grid.direction(s.at[self.units[0]], hex_) is None:
            return Refusal("7.7", f"{place} is not next to the unit that retreats")
        if rules.grid.distance(self.start, hex_) != self.taken + 1:
            return Refusal("7.7", f"{place} does not lead away from {rules.names.place(self.start)}")
        if field.occupied[enemy] >> hex_ & 1:
            return Refusal("7.7", f"the enemy stands in {place}")
        if rules.zone(s, enemy) >> hex_ & 1:
            return Refusal("6.2", f"{place} lies in an enemy zone of control")
        return Refusal("7.7", f"a retreat by {place} cannot end in an open hex")

    def do_retreat(self, play: MeusePlay, hex_: Hex) -> None:
        """One hex further."""
        rules, taken = play.rules, self.taken + 1
        is_end = taken >= self.length and open_hexes(rules, play.state, self.units) >> hex_ & 1
        play.tell("retreated", "7.7", units=self.units, hex=hex_)
        if enter_hex(play, self.units, hex_):
            return
        play.pop()
        if not is_end:
            play.push(Retreat(self.player, self.units, self.start, self.length, taken))
