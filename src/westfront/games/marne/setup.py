"""Set-up: the counters of a scenario, and what is left to its owner."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import NOBODY, Hex, Unit, Units
from westfront.engine.state import blank_columns
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay
from westfront.games.marne.field import STACK, points_in, stacking_points
from westfront.games.marne.scenario import Place, read_setup
from westfront.games.marne.sequence import GameTurn
from westfront.games.marne.state import ABOVE, ALLIED, DUE, FAIR, GERMAN, OFF, MarneState
from westfront.hexgrid import NO_SIDES, HexSet, bits, has

ANY = "any"


@rule("S1", "S2", "S3", "S4", "S0")
def start_state(rules: MarneData) -> MarneState:
    """The first position of a scenario; everything is at full strength, guns in bombardment mode, bridges intact."""
    s = MarneState(
        turn=0,
        sequence=0,
        weather=FAIR,
        mover=GERMAN,
        exploiting=0,
        attempts=0,
        german_holds=rules.board.german_start & rules.board.area,
        attacked=0,
        tank_spent=0,
        down=NO_SIDES,
        pontoons=(),
        target=OFF,
        attack_lead=NOBODY,
        defence_lead=NOBODY,
        hits=bytearray(2),
        asterisk=0,
        coordination=bytearray(2),
        limit=0,
        ground=0,
        retreated=0,
        launched=0,
        won=0,
        told="",
        bonus_attacks=0,
        **blank_columns(MarneState, len(rules.counters)),
    )
    places = [p for p in read_setup(rules.data, rules.scenario, set(rules.names.units)) if p.hex != ANY]
    for unit in rules.arrivals:
        if rules.air or not rules.is_air[unit]:
            s.at[unit] = DUE
    _put(rules, s, places)
    _attach(rules, s)
    s.frames = (GameTurn(), *_choices(rules, s))
    return s


def _put(rules: MarneData, s: MarneState, places: list[Place]) -> None:
    """Counters with a stated hex."""
    for counter, hex_, _ in places:
        unit = rules.names.unit(counter)
        if rules.air or not rules.is_air[unit]:
            s.at[unit] = rules.grid.hex(hex_)
    if rules.scenario == "gneisenau":
        s.at[rules.german_tank] = DUE


@rule("11.3.2", "17.1")
def _attach(rules: MarneData, s: MarneState) -> None:
    """Stosstruppen under the first regiments of their hex, air units on the HQ of theirs."""
    for unit in rules.stosstruppen:
        if s.at[unit] >= 0:
            free = (u for u in rules.field(s).stack(s.at[unit]) if rules.is_regiment[u])
            s.under[unit] = next(u for u in free if rules.stosstruppen_of(s, u) is None)
    for side in (GERMAN, ALLIED):
        for unit in rules.air_units[side]:
            if s.at[unit] >= 0:
                s.under[unit] = next(hq for hq in rules.hqs[side] if s.at[hq] == s.at[unit])
                s.sky[unit] = ABOVE


def _choices(rules: MarneData, s: MarneState) -> tuple[MarneAsk, ...]:
    """What the owners choose: hexes near 2120 in scenario 4, the regiments with Stosstruppen in scenario 3."""
    places = read_setup(rules.data, rules.scenario, set(rules.names.units))
    near = tuple(rules.names.unit(p.counter) for p in places if p.near)
    near = tuple(unit for unit in near if not rules.is_air[unit])
    loose = tuple(rules.names.unit(p.counter) for p in places if p.hex == ANY)
    for unit in loose:
        s.at[unit] = DUE
    asked: tuple[MarneAsk, ...] = (SetUp(ALLIED, near),) if near else ()
    return (*asked, *((DealStosstruppen(GERMAN, loose),) if loose else ()))


@rule("S4 set-up Allied")
class SetUp(MarneAsk, frozen=True):
    """The units of the line of 2120 stand there or in a hex next to it."""

    waiting: Units
    asked_by = "S4 set-up Allied"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        more = len(self.waiting) - 1
        return f"Where does {rules.names.units[self.waiting[0]]} set up?{f' {more} more follow.' if more else ''}"

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """Somebody is waiting, and stands in the hex of the line."""
        return bool(self.waiting) and super().holds(rules, s)

    def hexes(self, rules: MarneData, s: MarneState, unit: int) -> HexSet:
        """The hexes that have room for a unit besides those who have been placed."""
        around = rules.grid.within(rules.grid.hexset("2120"), 1)
        room = STACK - stacking_points(rules, s, unit)
        return rules.grid.set_of(h for h in bits(around) if self._points(rules, s, h) <= room)

    def _points(self, rules: MarneData, s: MarneState, hex_: int) -> int:
        waiting = sum(stacking_points(rules, s, unit) for unit in self.waiting if s.at[unit] == hex_)
        return points_in(rules, s, hex_) - waiting

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        first = self.waiting[0]
        return [("place", first, hex_) for hex_ in bits(self.hexes(rules, s, first))]

    def why_place(self, rules: MarneData, s: MarneState, unit: Unit, hex_: Hex) -> Refusal | None:
        if unit not in self.waiting:
            return Refusal("S4 set-up Allied", f"{rules.names.write('unit', unit)} is not to be placed now")
        if has(self.hexes(rules, s, unit), hex_):
            return None
        return Refusal("S4 set-up Allied", f"{rules.names.place(hex_)} is full, or is neither 2120 nor next to it")

    def do_place(self, play: MarnePlay, unit: Unit, hex_: Hex) -> None:
        s, rules = play.state, play.rules
        s.at[unit] = hex_
        for air in rules.air_units[self.player]:
            if s.under[air] == unit:
                s.at[air] = hex_
        play.tell("set up", "S4 set-up Allied", unit=unit, hex=hex_)
        rest = tuple(other for other in self.waiting if other != unit)
        if rest:
            play.become(SetUp(self.player, rest))
        else:
            play.pop()


@rule("S3 set-up German", "11.3.2")
class DealStosstruppen(MarneAsk, frozen=True):
    """Scenario 3: the fourteen Stosstruppen go under regiments of the owner's choice."""

    on_map = False
    waiting: Units
    asked_by = "S3 set-up German"

    def prompt(self, rules: MarneData, s: MarneState) -> str:
        return f"Which regiment gets {rules.names.units[self.waiting[0]]} ({len(self.waiting)} left)?"

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """Stosstruppen are waiting."""
        storm = all(unit >= 0 and rules.is_stosstruppen[unit] for unit in self.waiting)
        return bool(self.waiting) and storm and super().holds(rules, s)

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        first = self.waiting[0]
        own = (unit for unit in rules.combat_units[GERMAN] if self._takes(rules, s, unit))
        return [("assign", first, unit) for unit in own]

    def _takes(self, rules: MarneData, s: MarneState, unit: int) -> bool:
        return rules.is_regiment[unit] and s.at[unit] >= 0 and rules.stosstruppen_of(s, unit) is None

    def why_assign(self, rules: MarneData, s: MarneState, stosstruppen: Unit, regiment: Unit) -> Refusal | None:
        if stosstruppen not in self.waiting:
            return Refusal("S3 set-up German", f"{rules.names.write('unit', stosstruppen)} is not waiting")
        if regiment >= 0 and rules.side_of[regiment] == GERMAN and self._takes(rules, s, regiment):
            return None
        name = rules.names.write("unit", regiment)
        return Refusal("11.3.2", f"{name} is not a German regiment on the map without Stosstruppen")

    def do_assign(self, play: MarnePlay, stosstruppen: Unit, regiment: Unit) -> None:
        s = play.state
        s.at[stosstruppen], s.under[stosstruppen] = s.at[regiment], regiment
        play.tell("assigned", "11.3.2", stosstruppen=stosstruppen, unit=regiment)
        rest = tuple(unit for unit in self.waiting if unit != stosstruppen)
        if rest:
            play.become(DealStosstruppen(self.player, rest))
        else:
            play.pop()
