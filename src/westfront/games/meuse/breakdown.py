"""Voluntary breakdown of the four three-step divisions into brigades."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import NOBODY, Unit
from westfront.games.meuse.data import MeuseAsk, MeuseData, MeusePlay
from westfront.games.meuse.stacking import take_off
from westfront.games.meuse.state import ALLIED, LOST, MeuseState


@rule("13.2", "EX-13.2")
def break_down(play: MeusePlay, unit: int) -> None:
    """The counter goes off the map; a brigade for each of its steps comes in its place, as far as there are chits."""
    s, rules = play.state, play.rules
    brigades = rules.brigades.draw(s.at, s.steps[unit])
    for brigade in brigades:
        s.at[brigade], s.steps[brigade] = s.at[unit], 1
        s.spent[brigade], s.moved[brigade] = s.spent[unit], s.moved[unit]
        s.unsupplied[brigade] = s.unsupplied[unit]
    play.tell("broken down", "13.2", unit=unit, units=brigades, hex=s.at[unit])
    take_off(s, unit, LOST)


@rule("13.2", "13.3")
def why_not_break(rules: MeuseData, s: MeuseState, unit: int) -> Refusal | None:
    """What keeps a division from being broken down."""
    name = rules.names.write("unit", unit)
    if unit == NOBODY or not rules.three_step[unit]:
        return Refusal("13.2", f"only the US 4th, 32nd, 33rd and 79th break down, not {name}")
    if not rules.brigades.left(s.at):
        return Refusal("13.2", "no brigade chit is free")
    return None


def breakable(rules: MeuseData, s: MeuseState) -> list[int]:
    """Divisions on the map that may be broken down now."""
    return [u for u in rules.units[ALLIED] if s.at[u] >= 0 and why_not_break(rules, s, u) is None]


@rule("13.2", "4.1")
class Breakdown(MeuseAsk, frozen=True):
    """The very start of an Allied movement phase."""

    asked_by = "13.2"
    question = "Break down a three-step division into brigades, or go on."

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """Any three-step division on the map, while there are chits."""
        return [("done",), *(("break", unit) for unit in breakable(rules, s))]

    def why_break(self, rules: MeuseData, s: MeuseState, unit: Unit) -> Refusal | None:
        """It must stand on the map."""
        if unit != NOBODY and rules.three_step[unit] and s.at[unit] < 0:
            return Refusal("13.2", f"{rules.names.units[unit]} is not on the map")
        return why_not_break(rules, s, unit)

    def do_break(self, play: MeusePlay, unit: Unit) -> None:
        """Break it down, and ask again while there is another."""
        break_down(play, unit)
        if not breakable(play.rules, play.state):
            play.pop()

    def do_done(self, play: MeusePlay) -> None:
        """The replacement is next."""
        play.pop()
