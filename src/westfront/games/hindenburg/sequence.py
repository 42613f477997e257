"""Chapter 5: fifteen turns, each with its phases and ten pairs of actions."""

from __future__ import annotations

from collections import Counter

from westfront.engine.catalogue import rule
from westfront.engine.names import Side
from westfront.games.hindenburg.attack_supply import LAST_USE, AttackSupplyEnds, PlaceAttackSupply, in_reserve
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay, HindenburgStep
from westfront.games.hindenburg.fog import hidden
from westfront.games.hindenburg.operations import Operation
from westfront.games.hindenburg.state import ACTIONS, ALLIED, GERMAN, NATIONS, NOT_YET, RESERVE, TRACK, US
from westfront.games.hindenburg.victory import MidGameCheck, MoraleRoll, VictoryCheck

MONTHS = ("April", "May", "June", "July", "August", "September", "October")
MID_GAME = 9
"""The turn of the mid-game victory check."""


@rule("1.3")
def dates(turn: int) -> str:
    """When a turn is: the first and the last are irregular, the others half a month."""
    if turn == 1:
        return "21 to 31 March 1918"
    if turn == 15:
        return "15 October to 11 November 1918"
    return f"{MONTHS[(turn - 2) // 2]} {'I' * (turn % 2 + 1)} 1918"


@rule("5.2", "3.4")
class Turn(HindenburgStep, frozen=True):
    """A turn: its phases in order."""

    def run(self, play: HindenburgPlay) -> None:
        """Advance the turn, put the action markers into box 10, and push the phases."""
        s = play.state
        s.turn += 1
        s.actions[:] = bytes((ACTIONS, ACTIONS))
        play.tell("turn", "5.2", turn=s.turn, dates=dates(s.turn))
        play.push(Turn())
        if s.turn <= LAST_USE:
            play.push(AttackSupplyEnds())
        play.push(VictoryCheck(), UsRecovery(), Pair())
        if s.turn > MID_GAME:
            play.push(MoraleRoll(ALLIED))
        play.push(Reinforcement())


@rule("5.2(I)", "9.1", "9.2")
class Reinforcement(HindenburgStep, frozen=True):
    """Phase I: what is in the box of the turn on either Turn Record Track goes into the reserve."""

    def run(self, play: HindenburgPlay) -> None:
        """Both sides, openly and without delay; none on turn 1. Then attack supply is placed."""
        rules, s = play.rules, play.state
        box = TRACK.box(s.turn)
        for side in (GERMAN, ALLIED):
            units = [u for u, where in enumerate(s.at) if where == box and rules.side_of[u] == side]
            divisions = [unit for unit in units if unit <= rules.divisions[-1]]
            for unit in units:
                s.at[unit], s.known[unit] = RESERVE, unit in divisions
            if units:
                others = Counter(other_in_words(rules, unit) for unit in units if unit not in divisions)
                what = [f"{number} {word}{'s' * (number > 1)}" for word, number in others.items()]
                named = [rules.described(s, divisions)] if divisions else []
                play.tell("arrived", "9.1", side=side, what=", ".join(named + what))
        if 1 < s.turn <= LAST_USE and in_reserve(rules, s):
            play.push(PlaceAttackSupply(GERMAN))


def other_in_words(rules: HindenburgData, unit: int) -> str:
    """A tank brigade or an attack supply marker."""
    return f"{NATIONS[rules.nation_of[unit]]} tank brigade" if unit in rules.tanks else "attack supply marker"


@rule("5.2(III)", "5.1")
class Pair(HindenburgStep, frozen=True):
    """Phase III: a German action, then an Allied one, until both markers are in box 0."""

    def run(self, play: HindenburgPlay) -> None:
        """Push the two actions; in turn 9 the German may make the mid-game check after his."""
        s = play.state
        if not s.actions[ALLIED]:
            return
        play.push(Pair(), OneAction(ALLIED))
        if s.turn == MID_GAME and s.mid_game == NOT_YET:
            play.push(MidGameCheck())
        play.push(OneAction(GERMAN))


class OneAction(HindenburgStep, frozen=True):
    """One action of a side."""

    player: Side

    def run(self, play: HindenburgPlay) -> None:
        play.push(Operation(self.player))


@rule("5.2(IV)", "9.6")
class UsRecovery(HindenburgStep, frozen=True):
    """Phase IV: American divisions on the map that are reduced and in supply have two steps again."""

    def run(self, play: HindenburgPlay) -> None:
        """Flip them; the enemy knows it of those that he sees or remembers, and must suppose it of the others."""
        rules, s = play.rules, play.state
        americans = [unit for unit in rules.own[ALLIED] if rules.nation_of[unit] == US]
        reduced = [unit for unit in americans if s.flipped[unit] and s.at[unit] >= 0]
        whole = [unit for unit in reduced if rules.is_supplied(s, unit)]
        for unit in whole:
            s.flipped[unit] = 0
        unseen = set(hidden(rules, s, GERMAN))
        for unit in americans:
            s.seen_reduced[unit] = 0 if unit in unseen else s.flipped[unit]
        seen = [unit for unit in whole if unit not in unseen]
        if whole:
            play.tell("recovered", "9.6", only=ALLIED, units=whole)
        if seen:
            play.tell("recovered", "9.6", but=ALLIED, units=seen)
