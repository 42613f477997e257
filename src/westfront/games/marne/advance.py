"""12.4 and 14.0: advance after combat, and the Exploitation markers that come after it."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Unit, Units
from westfront.games.marne.coordination import ATTACKER
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay
from westfront.games.marne.field import combat_units_in
from westfront.games.marne.losses import disorganise, participants
from westfront.games.marne.markers import next_number, one_unit
from westfront.games.marne.places import clear_pontoons, enter
from westfront.games.marne.state import PARTIAL, PERFECT, MarneState
from westfront.games.marne.story import note_fate
from westfront.hexgrid import HexSet, bits, has

AFTER_ELIMINATION = 2
STOPPED = 9
"""Hexes advanced by who has crossed a river and goes no further."""


@rule("12.4", "12.2.6 tab2", "12.2.6 tab3")
def advance_limit(rules: MarneData, s: MarneState) -> int:
    """How far attackers may advance: nowhere if the hex is held; one hex with partial coordination; with perfect
    coordination as far as the defender went, two if he was eliminated."""
    result = s.coordination[ATTACKER]
    if result not in (PARTIAL, PERFECT) or combat_units_in(rules, s, s.target, 1 - s.mover):
        return 0
    if result == PARTIAL:
        return 1
    gone = not participants(rules, s, 1 - s.mover)
    return max(s.retreated, AFTER_ELIMINATION if gone else 0)


@rule("12.4", "3.0/Stosstruppen", "15.3")
def advance_hexes(rules: MarneData, s: MarneState, unit: int, limit: int) -> HexSet:
    """The next hex of an advance: the attacked one first; then any but from enemy zone to enemy zone, which only
    regiments with Stosstruppen may, and not over an unbridged major river."""
    if s.advanced[unit] >= limit or not rules.is_fit(s, unit):
        return 0
    if not s.advanced[unit]:
        return 1 << s.target if rules.grid.distance(s.at[unit], s.target) == 1 else 0
    here, field = s.at[unit], rules.field(s)
    walls = rules.board.walls(s.mover, s.down, s.pontoons)
    found = rules.grid.adjacent_across(1 << here, walls) & rules.board.area & ~field.combat[1 - s.mover]
    zone = field.zone[1 - s.mover]
    free = rules.is_regiment[unit] and rules.stosstruppen_of(s, unit) is not None
    return found & ~rules.quiet(s) & ~(zone if has(zone, here) and not free else 0)


class Advance(MarneAsk, frozen=True):
    """10h: the attackers advance, unit by unit and hex by hex."""

    in_battle = True
    limit: Number
    asked_by = "12.4"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        return f"Who advances into {rules.names.place(s.target)} or on, up to {self.limit} hexes?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        """Every unit to every hex, and stacks as a whole."""
        ways: dict[tuple[int, int], list[int]] = {}
        for unit in participants(rules, s, self.player):
            for hex_ in bits(advance_hexes(rules, s, unit, self.limit)):
                ways.setdefault((s.at[unit], hex_), []).append(unit)
        found: list[Action] = [("advance", (unit,), hex_) for (_, hex_), units in ways.items() for unit in units]
        found += [("advance", tuple(units), hex_) for (_, hex_), units in ways.items() if len(units) > 1]
        return [*found, ("done",)]

    def why_advance(self, rules: MarneData, s: MarneState, units: Units, to: Hex) -> Refusal | None:
        if not units or len(set(units)) != len(units):
            return Refusal("12.4", "each unit that advances is named once")
        for unit in units:
            refusal = self._why_one(rules, s, unit, to)
            if refusal:
                return refusal
        return None

    def _why_one(self, rules: MarneData, s: MarneState, unit: int, to: int) -> Refusal | None:
        """What keeps a unit from advancing to a hex."""
        if unit not in participants(rules, s, self.player):
            return Refusal("12.4", f"{rules.names.write('unit', unit)} did not take part in the attack")
        if has(advance_hexes(rules, s, unit, self.limit), to):
            return None
        name = rules.names.units[unit]
        if not rules.is_fit(s, unit):
            return Refusal("12.4", f"{name} is not at full strength and in order")
        if s.advanced[unit] >= self.limit:
            return Refusal("12.4", f"{name} cannot advance any further")
        if not s.advanced[unit]:
            return Refusal("12.4", "the first hex of an advance is the attacked one")
        zone = rules.field(s).zone[1 - s.mover]
        if has(zone, s.at[unit]) and has(zone, to):
            return Refusal("12.4", f"{name} cannot advance from one enemy zone to another")
        return Refusal("12.4", f"{name} cannot advance to {rules.names.place(to)}")

    def do_advance(self, play: MarnePlay, units: Units, to: Hex) -> None:
        for unit in units:
            self._advance(play, unit, to)

    @rule("12.4", "12.5")
    def _advance(self, play: MarnePlay, unit: int, to: int) -> None:
        """One hex; over an unbridged major river it is the last, and up a slope after the first it disorganises."""
        rules, s = play.rules, play.state
        here = s.at[unit]
        crossed = rules.grid.parted(here, to, rules.board.walls(s.mover, s.down, s.pontoons))
        climbed = s.advanced[unit] > 0 and rules.grid.parted(here, to, rules.board.uphill)
        enter(play, unit, [here, to])
        s.advanced[unit] = STOPPED if crossed else s.advanced[unit] + 1
        clear_pontoons(play, unit)
        play.tell("advanced", "12.4", unit=unit, path=(here, to))
        note_fate(s, f"{rules.names.units[unit]} advances to {rules.grid.label(to)}")
        if climbed:
            disorganise(play, [unit], "12.4")

    def do_done(self, play: MarnePlay) -> None:
        play.pop()


@rule("12.4")
def ask_advance(play: MarnePlay) -> None:
    """Ask the attacker, if anybody can advance."""
    rules, s = play.rules, play.state
    limit = advance_limit(rules, s)
    if any(advance_hexes(rules, s, unit, limit) for unit in participants(rules, s, s.mover)):
        play.push(Advance(s.mover, limit))


# -- exploitation markers


@rule("14.0", "14.0 ex1", "14.0 ex2")
def why_no_exploitation(rules: MarneData, s: MarneState, unit: int) -> Refusal | None:
    """Only attackers at full strength and in order get a marker."""
    name = rules.names.write("unit", unit)
    if unit not in participants(rules, s, s.mover) or unit == rules.german_tank:
        return Refusal("14.0", f"{name} did not take part in the attack")
    if not rules.is_fit(s, unit):
        return Refusal("14.0", f"{name} is not at full strength and in order")
    if s.exploitation[unit]:
        return Refusal("14.0", f"{name} has an Exploitation marker")
    return None


class PlaceExploitation(MarneAsk, frozen=True):
    """10i: one Exploitation marker with partial, two with perfect coordination."""

    in_battle = True
    left: Number
    asked_by = "14.0"
    question = "Which unit or same-division stack gets an Exploitation marker ({left} left)?"

    def unused(self, rules: MarneData, s: MarneState) -> str:
        """The markers that nobody gets."""
        return f"{self.left} Exploitation marker{'s' * (self.left > 1)}"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("exploit", unit) for unit in exploiters(rules, s)] + [("done",)]

    def why_exploit(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        return why_no_exploitation(rules, s, unit)

    @rule("14.0", "14.0/Same division")
    def do_exploit(self, play: MarnePlay, unit: Unit) -> None:
        """The regiments of one division that are alone in a hex share a marker, those that are intact use it."""
        rules, s = play.rules, play.state
        number = next_number(s.exploitation)
        marked = tuple(other for other in one_unit(rules, s, unit) if why_no_exploitation(rules, s, other) is None)
        for other in marked:
            s.exploitation[other] = number
        play.tell("exploits", "14.0", units=marked)
        play.pop()
        place_markers(play, self.left - 1)

    def do_done(self, play: MarnePlay) -> None:
        play.pop()


def exploiters(rules: MarneData, s: MarneState) -> list[int]:
    """The units that may get a marker."""
    return [unit for unit in participants(rules, s, s.mover) if why_no_exploitation(rules, s, unit) is None]


def place_markers(play: MarnePlay, number: int) -> None:
    """Ask for so many markers, if there is anybody to take one."""
    if number and exploiters(play.rules, play.state):
        play.push(PlaceExploitation(play.state.mover, number))


@rule("14.0", "14.1", "12.2.6 tab2", "12.2.6 tab3")
def ask_exploitation(play: MarnePlay) -> None:
    """Markers by coordination, never in an exploitation attack."""
    s = play.state
    if not s.exploiting:
        place_markers(play, {PERFECT: 2, PARTIAL: 1}.get(s.coordination[ATTACKER], 0))
