"""Units that come onto the map: reinforcements, and divisions brought back by a replacement."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import NOBODY, Hex, Unit, Word
from westfront.engine.view import Hint
from westfront.games.meuse.breakdown import break_down, why_not_break
from westfront.games.meuse.data import MeuseAsk, MeuseData, MeusePlay
from westfront.games.meuse.stacking import open_hexes
from westfront.games.meuse.state import ALLIED, DUE, GERMAN, LOST, MeuseState
from westfront.hexgrid import HexSet, bits

BRIGADES = "brigades"
SOURCES = {DUE: ("19.3", "19.6"), LOST: ("11.3", "11.6")}
"""The rule by which a unit comes in, Allied and German."""


@rule("11.4", "11.7", "19.3", "19.6", "T-TURN", "E11.4", "E11.7")
def due_units(rules: MeuseData, s: MeuseState, side: int) -> list[int]:
    """Reinforcements of this turn, and of earlier ones that have waited."""
    return [unit for unit in rules.units[side] if s.at[unit] == DUE and rules.arrival[unit] <= s.turn]


@rule("11.3", "11.4", "11.6", "19.3", "19.6", "5.3")
def entry_hexes(rules: MeuseData, s: MeuseState, unit: int) -> HexSet:
    """The open edge hexes by which a unit may come in; a German replacement keeps out of Allied zones."""
    side = rules.side_of[unit]
    edge = (rules.board.entry if s.at[unit] == DUE else rules.board.replacement)[side]
    if side == GERMAN and s.at[unit] == LOST:
        edge &= ~rules.zone(s, ALLIED)
    return edge & open_hexes(rules, s, (unit,))


@rule("19.3", "19.6", "11.4", "11.7")
def why_not_due(rules: MeuseData, s: MeuseState, unit: int) -> Refusal | None:
    """What keeps a reinforcement off the map: its turn, or no open hex."""
    case, name = SOURCES[DUE][rules.side_of[unit]], rules.names.units[unit]
    if rules.arrival[unit] > s.turn:
        return Refusal(case, f"{name} arrives on turn {rules.arrival[unit]} or later")
    if not entry_hexes(rules, s, unit):
        return Refusal(case, f"every hex where {name} could enter is taken: it waits")
    return None


@rule("13.1", "11.3", "11.6", "EX-11.3")
def steps_on_arrival(rules: MeuseData, s: MeuseState, unit: int) -> int:
    """Reinforcements come as they are; replacements full if Allied and of two steps, else depleted."""
    if s.at[unit] == DUE:
        return s.steps[unit]
    is_full = rules.side_of[unit] == ALLIED and not rules.three_step[unit]
    return rules.full_steps[unit] - (0 if is_full else 1)


class Arrival(MeuseAsk, frozen=True):
    """A unit comes onto the map: by which hex?"""

    unit: Unit
    asked_by = "11.0"
    question = "At which edge hex does {unit} enter the map?"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        """The unit waits beside the map."""
        unit = self.unit
        return unit != NOBODY and rules.side_of[unit] == self.player and s.at[unit] in SOURCES

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """Every open hex of its edge; a three-step division also as brigades."""
        hexes = bits(entry_hexes(rules, s, self.unit))
        actions: list[Action] = [("cancel",), *(("enter", hex_) for hex_ in hexes)]
        if why_not_break(rules, s, self.unit) is None:
            actions += [("enter", hex_, BRIGADES) for hex_ in hexes]
        return actions

    def hints(self, rules: MeuseData, s: MeuseState) -> dict[Action, Hint]:
        """What each hex costs, and where it ends the move."""
        zone, found = rules.zone(s, 1 - self.player), {}
        for action in self.offer(rules, s)[1:]:
            hex_: int = action[1]
            stops = ", and stops in an enemy zone" if zone >> hex_ & 1 else ""
            found[action] = Hint(note=f"{rules.board.entry_points(self.player, hex_)} movement points{stops}")
        return found

    def why_enter(self, rules: MeuseData, s: MeuseState, hex_: Hex, form: Word = "") -> Refusal | None:
        """The hex is open and of the right edge; only three-step divisions come as brigades."""
        case, place = SOURCES[s.at[self.unit]][self.player], rules.names.place(hex_)
        edge = (rules.board.entry if s.at[self.unit] == DUE else rules.board.replacement)[self.player]
        if hex_ < 0 or not edge >> hex_ & 1:
            return Refusal(case, f"{rules.names.units[self.unit]} does not enter the map at {place}")
        if not open_hexes(rules, s, (self.unit,)) >> hex_ & 1:
            return Refusal("5.3", f"{place} is occupied")
        if not entry_hexes(rules, s, self.unit) >> hex_ & 1:
            return Refusal("11.6", f"{place} lies in an Allied zone of control")
        if form and form != BRIGADES:
            return Refusal("13.2", f"a division comes in whole, or as {BRIGADES}")
        return why_not_break(rules, s, self.unit) if form else None

    def do_enter(self, play: MeusePlay, hex_: Hex, form: Word = "") -> None:
        """Put it there; the replacement is used up by it."""
        is_replacement = play.state.at[self.unit] == LOST
        play.pop()
        if is_replacement and self.player == GERMAN:
            play.state.german_replacement = 1
        elif is_replacement:
            play.pop()
        arrive(play, self.unit, hex_)
        if form:
            break_down(play, self.unit)

    def do_cancel(self, play: MeusePlay) -> None:
        play.pop()


@rule("11.3", "11.4", "5.2", "6.1")
def arrive(play: MeusePlay, unit: int, hex_: int) -> None:
    """A unit is put on its edge hex and pays it; in an enemy zone it stops there, else it may move on."""
    s, rules = play.state, play.rules
    side, case = rules.side_of[unit], SOURCES[s.at[unit]][rules.side_of[unit]]
    s.steps[unit] = steps_on_arrival(rules, s, unit)
    s.at[unit], s.spent[unit] = hex_, rules.board.entry_points(side, hex_)
    s.moved[unit] = rules.zone(s, 1 - side) >> hex_ & 1
    play.tell(
        "arrived", case, unit=unit, hex=hex_, state="depleted" if rules.is_depleted(s, unit) else "at full strength"
    )


@rule("13.2")
def may_return(rules: MeuseData, s: MeuseState, unit: int) -> bool:
    """A three-step division comes back only while as many chits are free as it has steps."""
    return not rules.three_step[unit] or len(rules.brigades.left(s.at)) >= rules.full_steps[unit]
