"""Chapter 5: fifteen turns, each with its phases and ten pairs of actions."""

from __future__ import annotations

from westfront.engine.catalogue import rule
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
        play.push(Turn(), EndOfTurn(), VictoryCheck(), UsRecovery(), Operations())
        if s.turn > MID_GAME:
            play.push(MoraleCheck())
        play.push(Reinforcement())


@rule("5.2(I)", "9.1", "9.2", "7.10")
class Reinforcement(HindenburgStep, frozen=True):
    """Phase I: what is in the box of the turn on either Turn Record Track goes into the reserve."""

    def run(self, play: HindenburgPlay) -> None:
        """Both sides, without delay; none on turn 1, since nothing is ever put there."""
        s = play.state
        box = track(s.turn)
        for unit, where in enumerate(s.at):
            if where == box:
                s.at[unit] = RESERVE


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
        play.push(Pair(), Operation(ALLIED))
        if s.turn == MID_GAME and s.mid_game == NOT_YET:
            play.push(MidGameCheck())
        play.push(Operation(GERMAN))


@rule("5.2(IV)", "9.6")
class UsRecovery(HindenburgStep, frozen=True):
    """Phase IV: American divisions on the map that are reduced and in supply have two steps again."""

    def run(self, play: HindenburgPlay) -> None:
        """Flip them."""
        rules, s = play.rules, play.state
        for unit in rules.own[ALLIED]:
            if rules.nation_of[unit] == US and s.flipped[unit] and s.at[unit] >= 0 and is_supplied(rules, s, unit):
                s.flipped[unit] = 0


class EndOfTurn(HindenburgStep, frozen=True):
    """Attack supply markers on the map go to the box two turns on."""

    def run(self, play: HindenburgPlay) -> None:
        """To be written."""
