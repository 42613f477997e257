"""Replacements: an Allied one every turn, a German one in the whole game."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import NOBODY, Side, Unit
from westfront.games.meuse.arrivals import Arrival, entry_hexes, may_return
from westfront.games.meuse.data import MeuseAsk, MeuseData, MeusePlay, MeuseStep
from westfront.games.meuse.state import GERMAN, LOST, MeuseState

CASES = ("11.3", "11.6")


@rule("11.3", "11.6")
def why_not_rebuild(rules: MeuseData, s: MeuseState, side: int, unit: int) -> Refusal | None:
    """What keeps a unit on the map from being made whole: it may stand in an enemy zone, but not in woods."""
    case, name = CASES[side], rules.names.write("unit", unit)
    if why_used := _why_used(s, side):
        return why_used
    if unit == NOBODY or unit >= rules.fighters or rules.side_of[unit] != side or s.at[unit] < 0:
        return Refusal(case, f"{name} is not one of your units on the map")
    if rules.is_brigade[unit]:
        return Refusal(case, "brigades are never rebuilt")
    if not rules.is_depleted(s, unit):
        return Refusal(case, f"{name} is at full strength")
    if rules.board.ground["woods"] >> s.at[unit] & 1:
        return Refusal(case, f"{name} stands in woods")
    return None


@rule("11.6")
def _why_used(s: MeuseState, side: int) -> Refusal | None:
    if side == GERMAN and s.german_replacement:
        return Refusal("11.6", "the one German replacement of the game is used")
    return None


@rule("11.3", "11.6", "13.2")
def why_not_return(rules: MeuseData, s: MeuseState, side: int, unit: int) -> Refusal | None:
    """What keeps an eliminated unit from coming back."""
    case, name = CASES[side], rules.names.write("unit", unit)
    if why_used := _why_used(s, side):
        return why_used
    if unit != NOBODY and rules.is_brigade[unit]:
        return Refusal("11.3", "brigades are never received as replacements")
    if unit == NOBODY or rules.side_of[unit] != side or s.at[unit] != LOST:
        return Refusal(case, f"{name} is not one of your eliminated divisions")
    if not may_return(rules, s, unit):
        return Refusal("13.2", f"{name} comes back only while three brigade chits are free")
    if not entry_hexes(rules, s, unit):
        return Refusal(case, "no edge hex is open")
    return None


def rebuildable(rules: MeuseData, s: MeuseState, side: int) -> list[int]:
    """Depleted units that a replacement can make whole."""
    if _why_used(s, side):
        return []
    return [u for u in rules.units[side] if s.at[u] >= 0 and why_not_rebuild(rules, s, side, u) is None]


def returnable(rules: MeuseData, s: MeuseState, side: int) -> list[int]:
    """Eliminated units that a replacement can bring back."""
    if _why_used(s, side):
        return []
    return [u for u in rules.units[side] if s.at[u] == LOST and why_not_return(rules, s, side, u) is None]


@rule("11.3", "11.6")
def rebuild(play: MeusePlay, unit: int) -> None:
    """Turn a unit to its full side."""
    s, rules = play.state, play.rules
    s.steps[unit] = rules.full_steps[unit]
    play.tell("rebuilt", CASES[rules.side_of[unit]], unit=unit)


@rule("11.3")
class ReplacementStep(MeuseStep, frozen=True):
    """The Allied replacement of this turn; it is lost if there is nothing to use it on."""

    player: Side

    def run(self, play: MeusePlay) -> None:
        rules, s = play.rules, play.state
        if rebuildable(rules, s, self.player) or returnable(rules, s, self.player):
            play.push(Replacement(self.player))


@rule("11.3")
class Replacement(MeuseAsk, frozen=True):
    """One eliminated unit comes back, or up to two depleted ones are made whole, or it is lost."""

    asked_by = "11.3"
    question = "Use the replacement: bring back one division, or rebuild up to two."

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """Everybody whom it can help, or nobody."""
        actions: list[Action] = [("forfeit",), *(("rebuild", u) for u in rebuildable(rules, s, self.player))]
        return actions + [("return", u) for u in returnable(rules, s, self.player)]

    def why_return(self, rules: MeuseData, s: MeuseState, unit: Unit) -> Refusal | None:
        """An eliminated division of two steps, or of three with chits enough."""
        return why_not_return(rules, s, self.player, unit)

    def do_return(self, play: MeusePlay, unit: Unit) -> None:
        play.push(Arrival(self.player, unit))

    def why_rebuild(self, rules: MeuseData, s: MeuseState, unit: Unit) -> Refusal | None:
        """A depleted division outside woods."""
        return why_not_rebuild(rules, s, self.player, unit)

    def do_rebuild(self, play: MeusePlay, unit: Unit) -> None:
        """The same replacement serves a second one."""
        rebuild(play, unit)
        play.pop()
        if rebuildable(play.rules, play.state, self.player):
            play.push(SecondRebuild(self.player))

    def do_forfeit(self, play: MeusePlay) -> None:
        """It may not be saved."""
        play.pop()
        play.tell("forfeited", "11.3", side=self.player)


@rule("11.3")
class SecondRebuild(MeuseAsk, frozen=True):
    """A second depleted division may be made whole."""

    asked_by = "11.3"
    question = "Rebuild a second division, or go on."

    def offer(self, rules: MeuseData, s: MeuseState) -> list[Action]:
        """Any other depleted division outside woods, or nobody."""
        return [("done",), *(("rebuild", unit) for unit in rebuildable(rules, s, self.player))]

    def why_rebuild(self, rules: MeuseData, s: MeuseState, unit: Unit) -> Refusal | None:
        """As for the first."""
        return why_not_rebuild(rules, s, self.player, unit)

    def do_rebuild(self, play: MeusePlay, unit: Unit) -> None:
        """Two are all that one replacement serves."""
        rebuild(play, unit)
        play.pop()

    def do_done(self, play: MeusePlay) -> None:
        """One was enough."""
        play.pop()
