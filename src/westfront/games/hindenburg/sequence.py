"""Chapter 5: fifteen turns, each with its phases and ten pairs of actions."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.names import Side
from westfront.games.hindenburg.attack_supply import LAST_USE, AttackSupplyEnds, PlaceAttackSupply
from westfront.games.hindenburg.fog import divisions_in_words, open_in_box
from westfront.games.hindenburg.morale import MoraleCheck
from westfront.games.hindenburg.operations import Operation
from westfront.games.hindenburg.state import (
    ACTIONS,
    ALLIED,
    GERMAN,
    NOT_YET,
    RESERVE,
    US,
    HindenburgPlay,
    HindenburgStep,
    track,
)
from westfront.games.hindenburg.supply import is_supplied
from westfront.games.hindenburg.victory import MidGameCheck, VictoryCheck

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


@rule("5.1", "5.2")
class Turn(HindenburgStep, frozen=True):
    """A turn: its phases in order."""

    def run(self, play: HindenburgPlay) -> None:
        """Advance the turn and push the phases."""
        s = play.state
        s.turn += 1
        play.tell("turn", "5.2", turn=s.turn, dates=dates(s.turn))
        play.push(Turn())
        if s.turn <= LAST_USE:
            play.push(AttackSupplyEnds())
        play.push(VictoryCheck(), UsRecovery(), Operations())
        if s.turn > MID_GAME:
            play.push(MoraleCheck())
        play.push(PlaceAttackSupply(), Reinforcement())


@rule("5.2(I)", "9.1", "9.2", "7.10")
class Reinforcement(HindenburgStep, frozen=True):
    """Phase I: what is in the box of the turn on either Turn Record Track goes into the reserve."""

    def run(self, play: HindenburgPlay) -> None:
        """Both sides, without delay; none on turn 1, since nothing is ever put there."""
        rules, s = play.rules, play.state
        box = track(s.turn)
        for side in (GERMAN, ALLIED):
            units = [u for u, where in enumerate(s.at) if where == box and rules.side_of[u] == side]
            divisions = [unit for unit in units if unit <= rules.divisions[-1]]
            for unit in units:
                s.at[unit] = RESERVE
            open_ = list(open_in_box(rules, units))
            if units:
                what = ", ".join([*([rules.described(s, divisions)] if divisions else []), *open_])
                seen = ", ".join([*([divisions_in_words(len(divisions))] if divisions else []), *open_])
                play.tell("arrived", "9.1", only=side, side=side, what=what)
                play.tell("arrived", "9.1", but=side, side=side, what=seen)


@rule("5.2(III)", "3.4", "2.11")
class Operations(HindenburgStep, frozen=True):
    """Phase III: both action markers begin in box 10."""

    def run(self, play: HindenburgPlay) -> None:
        """Ten pairs of actions."""
        play.state.actions[:] = bytes((ACTIONS, ACTIONS))
        play.push(Pair())


@rule("5.2(III)", "5.1")
class Pair(HindenburgStep, frozen=True):
    """A German action, then an Allied one, until both markers are in box 0."""

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
        """Ask what it does."""
        play.push(Operation(self.player))


@rule("5.2(IV)", "9.6")
class UsRecovery(HindenburgStep, frozen=True):
    """Phase IV: American divisions on the map that are reduced and in supply have two steps again."""

    def run(self, play: HindenburgPlay) -> None:
        """Flip them; the enemy sees it of those that lie on top."""
        rules, s = play.rules, play.state
        reduced = [u for u in rules.own[ALLIED] if rules.nation_of[u] == US and s.flipped[u] and s.at[u] >= 0]
        units = [unit for unit in reduced if is_supplied(rules, s, unit)]
        for unit in units:
            s.flipped[unit] = 0
        seen = [unit for unit in units if rules.stack(s, s.at[unit])[0] == unit]
        if units:
            play.tell("recovered", "9.6", only=ALLIED, units=units)
        if seen:
            play.tell("recovered", "9.6", but=ALLIED, units=seen)
