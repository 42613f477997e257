"""Chapters 5 and 6: the sequence of play and the weather; 16.2, 16.9, 16.10: what a game turn may bring besides."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Frame
from westfront.engine.names import Side
from westfront.games.storm.bombing import BombDie, StrategicBombing, TacticalBombing, bombers_ready
from westfront.games.storm.combat import CombatBegins
from westfront.games.storm.control import BerthaSupply, change_morale
from westfront.games.storm.data import StormData, StormPlay, StormRoll, StormStep
from westfront.games.storm.infiltration import InfiltrationBegins
from westfront.games.storm.movement import EndOfMarch, March
from westfront.games.storm.rail import Rail
from westfront.games.storm.replacements import NewSteps, return_evacuees
from westfront.games.storm.stacking import is_guest
from westfront.games.storm.state import AIR, ALLIED, GERMAN, PAST, PEAK, SPENT, WAITING, StormState
from westfront.games.storm.supply_phases import InitialSupply, TerminalSupply
from westfront.games.storm.victory import FIRST_ARMISTICE, AlliedStart, Armistice, GermanTurnEnds, judge

INFLUENZA = range(12, 16)
"""Turns of September and October."""
HISTORICAL_RAIN = 14
"""The first of the wet turns of 16.9."""
NO_GERMAN_TURN = ("elsewhere", "offensive", "plan-1919")
"""Scenarios that begin with an Allied player turn."""


# -- game turns


@rule("5.1", "5.2", "5.2(I)", "6.1", "16.9", "S1.2", "S1.6", "S2.2", "S3.2", "S3.13", "XTS I.A.1")
class GameTurn(StormStep, frozen=True):
    """A game turn: what comes before it, the German player turn, the Allied one, the victory check."""

    def run(self, play: StormPlay) -> None:
        """Lay out the turn; the last thing named is done first."""
        rules, s = play.rules, play.state
        begin_turn(rules, s)
        play.tell("turn", "5.1", turn=s.turn, date=rules.calendar[s.turn].date)
        frames: list[Frame] = [VictoryCheck()]
        if has_allied_turn(rules, s):
            frames.append(PlayerTurn(ALLIED))
        if s.turn != rules.first_turn or rules.scenario not in NO_GERMAN_TURN:
            frames.append(PlayerTurn(GERMAN))
        if bombers_ready(rules, s):
            frames.append(BombDie())
        if rolls_weather(rules, s):
            frames.append(Weather(GERMAN))
        if bombers_ready(rules, s):
            frames.append(StrategicBombing(ALLIED))
        if rules.on("influenza") and s.influenza == WAITING and s.turn in INFLUENZA:
            frames.append(Influenza(GERMAN))
        if rules.scenario == "elsewhere" and s.turn >= FIRST_ARMISTICE:
            frames.append(Armistice(GERMAN))
        play.push(*frames)


@rule("14.4", "9.6", "16.5", "16.2", "16.9", "S2.6")
def begin_turn(rules: StormData, s: StormState) -> None:
    """Air units are ready again, but in the turn that opens a scenario; evacuees return, guests are counted anew."""
    if s.turn != rules.first_turn:
        for unit, at in enumerate(s.at):
            if at == SPENT:
                s.at[unit] = AIR
    return_evacuees(s)
    s.bombed = 0
    s.wet = int(rules.on("historical-weather") and s.turn >= HISTORICAL_RAIN)
    if s.influenza == PEAK:
        s.influenza = PAST
    for unit in range(len(s.guest)):
        s.guest[unit] = is_guest(rules, s, unit)


@rule("S3.2")
def has_allied_turn(rules: StormData, s: StormState) -> bool:
    """By an option the last turn of 1919 ends with the German player turn."""
    return not (rules.is_1919 and s.turn == rules.last_turn and rules.options["last-turn-1919"] == "german-only")


@rule("6.1", "16.9")
def rolls_weather(rules: StormData, s: StormState) -> bool:
    """Whether the weather of a turn is rolled for."""
    return bool(rules.calendar[s.turn].wet) and not rules.on("historical-weather")


@rule("6.1", "6.2", "6.3", "XTS I.A.1")
class Weather(StormRoll, frozen=True):
    """The German throws for the weather of the game turn."""

    asked_by = "6.1"

    def prompt(self, rules: StormData, s: StormState) -> str:
        return f"Throw for the weather: {rules.calendar[s.turn].wet} or less is wet."

    def do_roll(self, play: StormPlay) -> None:
        """Wet if the number is within the range of the turn track."""
        s = play.state
        (die,) = play.roll("weather")
        play.pop()
        s.wet = int(die <= play.rules.calendar[s.turn].wet)
        play.tell("weather", "6.2", weather="wet" if s.wet else "dry")


@rule("16.2")
class Influenza(StormRoll, frozen=True):
    """Does the influenza reach its peak in this turn?"""

    asked_by = "16.2"
    question = "Throw for the influenza: 1 to 3 brings its peak."

    def do_roll(self, play: StormPlay) -> None:
        """At its peak it halts replacements and slows everything; it comes once."""
        (die,) = play.roll("influenza")
        play.pop()
        if die <= 3:
            play.state.influenza = PEAK
            play.tell("influenza", "16.2")


@rule("5.2(IV)", "4.4")
class VictoryCheck(StormStep, frozen=True):
    """The end of a game turn."""

    def run(self, play: StormPlay) -> None:
        """Somebody has won, or the next turn begins."""
        s = play.state
        found = judge(play.rules, s)
        if found:
            play.tell("end", "4.4", verdict=found[1])
            play.end(*found)
            return
        s.turn += 1
        play.push(GameTurn())


# -- player turns


@rule("5.1", "5.2")
@rule("5.2(II.A)", "5.2(II.B)", "5.2(II.C)", "5.2(II.D)", "5.2(II.E)", "5.2(II.F)", "5.2(II.G)", "5.2(II.H)")
@rule("5.2(III.A)", "5.2(III.B)", "5.2(III.C)", "5.2(III.D)", "5.2(III.E)", "5.2(III.F)", "5.2(III.G)", "5.2(III.H)")
class PlayerTurn(StormStep, frozen=True):
    """The eight phases of one side."""

    player: Side

    def run(self, play: StormPlay) -> None:
        """Lay out the phases; the last thing named is done first."""
        rules, s, side = play.rules, play.state, self.player
        for column in (s.moved, s.infiltrated, s.may_infiltrate):
            column[:] = bytes(len(column))
        s.railed = 0
        play.tell("player turn", "5.1", side=side)
        phases: list[Frame] = [
            InitialSupply(side),
            NewSteps(side),
            RailBegins(side),
            MarchBegins(side),
            CombatBegins(side, 0),
            InfiltrationBegins(side),
            CombatBegins(side, 1),
            TerminalSupply(side),
        ]
        if side == GERMAN:
            frames = [*phases, ParisGun(), GermanTurnEnds()]
        else:
            frames = [AlliedStart(), TacticalStart(), *watched(rules, phases)]
        play.push(*reversed(frames))


@rule("16.6")
def watched(rules: StormData, phases: list[Frame]) -> list[Frame]:
    """The Allied phases; by 16.6 it is seen after each whether Big Bertha is cut off."""
    if not rules.on("bertha"):
        return phases
    return [frame for phase in phases for frame in (phase, BerthaSupply())]


@rule("S3.26(b)")
class TacticalStart(StormStep, frozen=True):
    """At the start of the Allied player turn of a dry turn the bombers may attack at the front."""

    def run(self, play: StormPlay) -> None:
        """Ask, if they are there and there is anything to bomb."""
        s = play.state
        if bombers_ready(play.rules, s) and not s.wet and play.rules.field(s).occupied[GERMAN]:
            play.push(TacticalBombing(ALLIED))


@rule("5.2(II.C)", "5.2(III.C)")
class RailBegins(StormStep, frozen=True):
    """The Strategic Movement Phase begins."""

    player: Side

    def run(self, play: StormPlay) -> None:
        play.tell("phase", "11.2", side=self.player, phase="Strategic Movement Phase")
        play.push(Rail(self.player))


@rule("5.2(II.D)", "5.2(III.D)")
class MarchBegins(StormStep, frozen=True):
    """The Regular Movement Phase begins."""

    player: Side

    def run(self, play: StormPlay) -> None:
        """Ask; when an Allied phase ends, it is noted who stands with tanks."""
        play.tell("phase", "12.2", side=self.player, phase="Regular Movement Phase")
        if self.player == ALLIED:
            play.push(EndOfMarch())
        play.push(March(self.player))


@rule("16.10")
class ParisGun(StormStep, frozen=True):
    """In the German Terminal Supply Phase the Paris Gun fires, while Big Bertha is in play."""

    def run(self, play: StormPlay) -> None:
        if play.rules.on("paris-gun") and play.state.bertha >= 0:
            play.push(ParisShot(GERMAN))


@rule("16.10")
class ParisShot(StormRoll, frozen=True):
    """Two dice for the Paris Gun."""

    asked_by = "16.10"
    question = "Throw two dice for the Paris Gun: a 12 costs the Allies a point of morale."

    def do_roll(self, play: StormPlay) -> None:
        """A twelve, and the Allies lose a point; the Germans gain none."""
        dice = play.roll("Paris-Gun", count=2, by=GERMAN)
        play.pop()
        if sum(dice) == 12:
            change_morale(play, ALLIED, -1, "16.10")
