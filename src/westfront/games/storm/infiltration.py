"""Chapter 15: infiltration movement; 16.1: the Australian-American Corps."""

from __future__ import annotations

from itertools import pairwise

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Hexes, Side, Unit
from westfront.engine.view import Hint
from westfront.games.storm.data import StormData, StormPlay, StormStep
from westfront.games.storm.movement import allied_infiltrate
from westfront.games.storm.orders import Phase, Taken, tell_move
from westfront.games.storm.stacking import closed_to, relocate, room_for_all, show, why_no_room
from westfront.games.storm.state import ALLIED, CUT, GERMAN, RAILED, StormState
from westfront.hexgrid import HexSet, bits, join


@rule("15.1", "11.6")
def is_free(rules: StormData, s: StormState, unit: int) -> bool:
    """Whether a unit on the map may still infiltrate: not out of supply when the turn began, not by rail, not yet."""
    return s.at[unit] >= 0 and s.supply[unit] != CUT and s.moved[unit] != RAILED and not s.infiltrated[unit]


@rule("15.2", "15.3", "15.3(1)", "15.5", "13.34", "S1.5", "S3.17", "S3.18", "S3.21", "S3.22", "S3.25")
def is_capable(rules: StormData, s: StormState, unit: int) -> bool:
    """Whether a unit can infiltrate by itself.

    Stosstruppen, the Alpenkorps and the German panzer; on the Allied side, from turn 9 on, tanks and those that stood
    with them when regular movement ended, whatever became of the tanks; in 1919 the Marines and the Japanese too.
    """
    if rules.side_of[unit] == GERMAN:
        return rules.is_storm[unit] or unit == rules.panzer
    if not allied_infiltrate(rules, s):
        return False
    return bool(s.may_infiltrate[unit]) or unit in (rules.marines, rules.japanese)


@rule("S3.21", "6.3(2)")
def second_step(rules: StormData, s: StormState, unit: int, first: HexSet) -> HexSet:
    """Where a fast tank unit gets with a second hex: none in wet weather, none behind rough going or a major river."""
    if rules.symbol[unit] != "fast-tank" or s.wet:
        return 0
    board = rules.board
    on = first & ~(board.of("forest", "marsh", "mountain") | board.city)
    return rules.grid.adjacent_across(on, join(board.major(s.wet), board.all_sea)) & board.playable


@rule("10.5", "12.4", "15.4", "S3.21")
def infiltration_hexes(rules: StormData, s: StormState, unit: int) -> HexSet:
    """The hexes that a unit may infiltrate to: one hex, at no cost, through enemy zones; fast tanks go two."""
    here, field = s.at[unit], rules.field(s)
    free = rules.board.playable & ~field.occupied[1 - rules.side_of[unit]] & ~closed_to(rules, s, unit)
    near = rules.board.near(here) & free
    if rules.symbol[unit] == "fast-tank":
        near &= rules.grid.adjacent_across(1 << here, rules.board.major(s.wet))
    return (near | second_step(rules, s, unit, near) & free) & ~(1 << here)


@rule("15.1", "15.2", "15.3")
def why_not_infiltrate(rules: StormData, s: StormState, side: int, unit: int) -> Refusal | None:
    """What keeps a unit from infiltrating at all."""
    refusal, name = rules.why_not_yours(s, side, unit), rules.names.write("unit", unit)
    if refusal:
        return refusal
    if not is_capable(rules, s, unit):
        return Refusal("15.2" if side == GERMAN else "15.3", f"{name} cannot infiltrate")
    if s.moved[unit] == RAILED:
        return Refusal("11.6", f"{name} has moved by rail in this player turn")
    if s.supply[unit] == CUT:
        return Refusal("15.1", f"{name} was out of supply when the player turn began")
    if s.infiltrated[unit]:
        return Refusal("15.4", f"{name} has infiltrated already")
    return None


@rule("15.4", "12.4")
def why_not_infiltrate_to(rules: StormData, s: StormState, unit: int, to: int, via: Hexes) -> Refusal | None:
    """What keeps a unit from infiltrating to a hex."""
    place = rules.names.place(to)
    if via and to == s.at[unit] and way_holds(rules, s, unit, to, via):
        return None  # a fast tank unit may go out and come back
    if to >= 0 and infiltration_hexes(rules, s, unit) >> to & 1:
        return (
            None
            if not via or way_holds(rules, s, unit, to, via)
            else Refusal("15.4", "it cannot infiltrate by that path")
        )
    if to >= 0 and rules.field(s).occupied[1 - rules.side_of[unit]] >> to & 1:
        return Refusal("12.4", f"the enemy stands in {place}")
    if to < 0 or not rules.board.near(s.at[unit]) >> to & 1:
        far = "S3.21" if rules.symbol[unit] == "fast-tank" else "15.4"
        return Refusal(far, f"{place} is too far: {rules.names.units[unit]} stands in {rules.names.place(s.at[unit])}")
    return why_no_room(rules, s, unit, to) or Refusal("S3.21", "fast tanks do not infiltrate over a major river")


def way_holds(rules: StormData, s: StormState, unit: int, to: int, via: Hexes) -> bool:
    """Whether a way of two hexes, spelled out, is one that a fast tank unit may take."""
    steps = list(pairwise([s.at[unit], *via, to]))
    if len(steps) != 2 or min(via) < 0:
        return False
    first = infiltration_hexes(rules, s, unit) & rules.board.near(s.at[unit]) & 1 << via[0]
    return bool(second_step(rules, s, unit, first) >> to & 1)


def infiltration_way(rules: StormData, s: StormState, unit: int, to: int) -> list[int]:
    """The hexes that a unit passes: one, or two with the first that serves between."""
    if rules.board.near(s.at[unit]) >> to & 1 and not _river_between(rules, s, unit, to):
        return [to]
    near = infiltration_hexes(rules, s, unit) & rules.board.near(s.at[unit])
    return [next(hex_ for hex_ in bits(near) if second_step(rules, s, unit, 1 << hex_) >> to & 1), to]


def _river_between(rules: StormData, s: StormState, unit: int, to: int) -> bool:
    is_fast = rules.symbol[unit] == "fast-tank"
    return is_fast and rules.board.crosses(rules.board.major(s.wet), s.at[unit], to)


@rule("15.4")
def infiltrate(play: StormPlay, unit: int, to: int, via: Hexes) -> None:
    """A unit infiltrates."""
    rules, s = play.rules, play.state
    path = [*via, to] if via else infiltration_way(rules, s, unit, to)
    s.infiltrated[unit] = 1
    tell_move(play, "infiltrated", "15.4", unit, [s.at[unit], *path])
    relocate(play, [unit], path)


# -- the Australian-American Corps


@rule("15.3(2)", "15.6", "16.1")
def corps(rules: StormData, s: StormState) -> list[int]:
    """The Australian-American Corps, if its three units are together and free to infiltrate; else nobody."""
    if not may_have_corps(rules, s):
        return []
    units = [u for u in rules.stack(s, s.at[rules.australians]) if u == rules.australians or rules.is_division[u]]
    return units if len(units) == 3 and all(is_free(rules, s, u) for u in units) else []


def may_have_corps(rules: StormData, s: StormState) -> bool:
    """Whether the corps may be together, as far as everybody knows."""
    return rules.on("australian-american") and allied_infiltrate(rules, s) and s.at[rules.australians] >= 0


@rule("15.6")
def corps_hexes(rules: StormData, s: StormState) -> HexSet:
    """Where the corps may go as one."""
    units = corps(rules, s)
    if not units:
        return 0
    near = rules.board.near(s.at[units[0]]) & ~rules.field(s).occupied[GERMAN]
    own = near & rules.field(s).occupied[ALLIED]
    return near & ~rules.grid.set_of(hex_ for hex_ in bits(own) if not room_for_all(rules, s, units, hex_))


# -- the questions


@rule("5.2(II.F)", "5.2(III.F)", "15.1", "XTS I.F", "XTS II.F")
class InfiltrationBegins(StormStep, frozen=True):
    """The Infiltration Movement Phase; nobody is asked if everybody knows that nobody can infiltrate."""

    player: Side

    def run(self, play: StormPlay) -> None:
        """Ask, if there may be anybody to ask about: who is hidden or cut off is not told by passing over the phase."""
        rules, s = play.rules, play.state
        able = any(s.at[u] >= 0 and is_capable(rules, s, u) for u in rules.own[self.player])
        if able or (self.player == ALLIED and may_have_corps(rules, s)):
            play.tell("phase", "15.1", side=self.player, phase="Infiltration Movement Phase")
            play.push(Infiltration(self.player))


@rule("15.1", "15.4", "15.5")
class Infiltration(Phase, frozen=True):
    """Capable units go one hex more, each its own way."""

    asked_by = "15.1"
    question = "Infiltration: which unit moves one hex, through enemy zones if it must?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every capable unit, the corps as a whole, or the end of the phase."""
        units = rules.own[self.player]
        actions: list[Action] = [("take", u) for u in units if is_free(rules, s, u) and is_capable(rules, s, u)]
        if self.player == ALLIED:
            actions += [("corps", hex_) for hex_ in bits(corps_hexes(rules, s))]
        return [("done",), *self.sorting(rules, s), *actions]

    def why_take(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        return why_not_infiltrate(rules, s, self.player, unit)

    def do_take(self, play: StormPlay, unit: Unit) -> None:
        play.push(Infiltrating(self.player, unit))

    def why_infiltrate(self, rules: StormData, s: StormState, unit: Unit, hex_: Hex, via: Hexes = ()) -> Refusal | None:
        """A whole move in one line."""
        refusal = why_not_infiltrate(rules, s, self.player, unit)
        return refusal or why_not_infiltrate_to(rules, s, unit, hex_, via)

    def do_infiltrate(self, play: StormPlay, unit: Unit, hex_: Hex, via: Hexes = ()) -> None:
        infiltrate(play, unit, hex_, via)

    @rule("15.3(2)", "15.6", "16.1")
    def why_corps(self, rules: StormData, s: StormState, hex_: Hex) -> Refusal | None:
        """The corps is together and free, and there is room for all of it."""
        if self.player == ALLIED and hex_ >= 0 and corps_hexes(rules, s) >> hex_ & 1:
            return None
        return Refusal(
            "15.6", f"the Australian-American Corps cannot infiltrate to {rules.names.place(hex_)} as a whole"
        )

    def do_corps(self, play: StormPlay, hex_: Hex) -> None:
        """All three go to the same hex."""
        s, units = play.state, corps(play.rules, play.state)
        for unit in units:
            s.infiltrated[unit] = 1
        play.tell("corps", "15.6", units=tuple(units), hex=hex_)
        show(play, units)
        relocate(play, units, [hex_])


@rule("15.4", "10.5")
class Infiltrating(Taken, frozen=True):
    """Where does the unit infiltrate to?"""

    asked_by = "15.4"
    question = "Where does {unit} infiltrate to?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every hex that it may enter."""
        ends = bits(infiltration_hexes(rules, s, self.unit))
        return [("cancel",), *self.lay(rules, s), *[("go", hex_) for hex_ in ends]]

    def hints(self, rules: StormData, s: StormState) -> dict[Action, Hint]:
        """The way to each hex."""
        found: dict[Action, Hint] = {}
        for hex_ in bits(infiltration_hexes(rules, s, self.unit)):
            way = [s.at[self.unit], *infiltration_way(rules, s, self.unit, hex_)]
            found["go", hex_] = Hint(tuple(map(rules.grid.label, way)))
        return found

    def why_go(self, rules: StormData, s: StormState, hex_: Hex, via: Hexes = ()) -> Refusal | None:
        return why_not_infiltrate_to(rules, s, self.unit, hex_, via)

    def do_go(self, play: StormPlay, hex_: Hex, via: Hexes = ()) -> None:
        play.pop()
        infiltrate(play, self.unit, hex_, via)

    def holds(self, rules: StormData, s: StormState) -> bool:
        return not why_not_infiltrate(rules, s, self.player, self.unit)
