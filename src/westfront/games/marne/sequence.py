"""Chapters 7, 8 and 10: the turn, its sequences and phases, and the weather."""

from __future__ import annotations

from itertools import compress

from westfront.engine.catalogue import rule
from westfront.engine.names import NOBODY, Number, Side, Word
from westfront.games.marne.air import AirArrival, Recovery, ask_flyer, raise_air_units
from westfront.games.marne.bridges import work_on_bridges
from westfront.games.marne.combat import Combat, targets
from westfront.games.marne.disengagement import Disengagement
from westfront.games.marne.facts import MarneData, MarnePlay, MarneRoll, MarneStep
from westfront.games.marne.field import combat_units_in
from westfront.games.marne.markers import Markers, adjust_markers
from westfront.games.marne.movement import zone_for
from westfront.games.marne.moving import ExploitationMovement, Movement
from westfront.games.marne.offensive_guns import DeclareOffensive, ask_guns, turn_guns_back
from westfront.games.marne.pontoons import ATTEMPTS
from westfront.games.marne.scenario import ROLLED, SEQUENCES
from westfront.games.marne.stacking import StackingCheck
from westfront.games.marne.state import (
    ALONE,
    BOMBARDMENT,
    COUNTER_BATTERY,
    DUE,
    FRESH,
    GERMAN,
    WEATHERS,
    MarneState,
)
from westfront.games.marne.supply import SupplyPhase
from westfront.games.marne.victory import end_game, points_of
from westfront.hexgrid import bits, has

TENTH_DIVISION = 6


@rule("7.0", "7.0/Administrative", "8.0", "16.0")
class GameTurn(MarneStep, frozen=True):
    """The next turn: guns back, the offensive, supply, one or three operational sequences; after the last the end."""

    def run(self, play: MarnePlay) -> None:
        rules, s = play.rules, play.state
        if s.turn == rules.turns[-1]:
            end_game(play)
            return
        s.turn = next(turn for turn in rules.turns if turn > s.turn)
        s.sequence = 1
        turn_guns_back(s)
        now = rules.now(s)
        play.tell("turn", "7.0", turn=s.turn, side=now.initiative)
        play.push(GameTurn())
        last = SEQUENCES if now.offensive else 1
        play.push(*(OperationalSequence(number) for number in range(last, 0, -1)))
        play.push(SupplyPhase(1 - now.initiative), SupplyPhase(now.initiative))
        if now.offensive and any(rules.is_army_gun[gun] and s.at[gun] >= 0 for gun in rules.guns[now.initiative]):
            play.push(DeclareOffensive(now.initiative, now.guns))


@rule("7.0/Operational", "10.0")
class OperationalSequence(MarneStep, frozen=True):
    """The weather, then the four phases of the initiative player and of the other; then air missions end."""

    number: Number

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        return self.number in (1, 2, 3)

    def run(self, play: MarnePlay) -> None:
        rules, s = play.rules, play.state
        s.sequence, s.attempts = self.number, ATTEMPTS
        now = rules.now(s)
        play.push(Recovery(), PlayerPhases(1 - now.initiative), PlayerPhases(now.initiative))
        if now.weather == ROLLED:
            play.push(Weather(now.initiative))
        else:
            set_weather(play, WEATHERS[now.weather])


class Weather(MarneRoll, frozen=True):
    """The initiative player throws for the weather of the sequence."""

    asked_by = "10.0"
    question = "Throw for the weather."

    @rule("10.0", "10.0 tab")
    def do_roll(self, play: MarnePlay) -> None:
        play.pop()
        set_weather(play, play.rules.weather.named(sum(play.roll("weather", count=2)), "result"))


@rule("10.0")
def set_weather(play: MarnePlay, weather: str) -> None:
    """The weather holds for the sequence, and air units under an HQ come up."""
    s = play.state
    s.weather = WEATHERS.index(weather)
    raise_air_units(s)
    play.tell("weather", "10.0", sequence=s.sequence, weather=weather)


@rule("7.0/Operational", "3.0/Phasing player")
class PlayerPhases(MarneStep, frozen=True):
    """The phases of one side in their order."""

    player: Side

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """It is a side's, and nobody begins his phases in the midst of another's."""
        stack = [type(frame) for frame in s.frames]
        return self.player != NOBODY and (Phase not in stack or PlayerPhases not in stack[stack.index(Phase) :])

    def run(self, play: MarnePlay) -> None:
        play.state.mover = self.player
        play.push(*(Phase(self.player, phase) for phase in reversed(PHASES)))


class Phase(MarneStep, frozen=True):
    """One phase or segment of a side."""

    player: Side
    phase: Word

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """There is such a phase of the side that is on the move, and the turn goes on only when its phases are over."""
        first = next(n for n, frame in enumerate(s.frames) if isinstance(frame, Phase))
        over = not any(isinstance(frame, GameTurn | OperationalSequence | PlayerPhases) for frame in s.frames[first:])
        return self.phase in PHASES and self.player == s.mover and over

    def run(self, play: MarnePlay) -> None:
        PHASES[self.phase](play, self.player)


@rule("11.0", "11.1.5", "11.2.2")
def begin_movement(play: MarnePlay, side: int) -> None:
    """Every unit is fresh; who is alone in an enemy zone must be relieved. First come the air units."""
    rules, s = play.rules, play.state
    s.exploiting = 0
    s.spent[:] = s.uses[:] = s.moved[:] = s.fought[:] = bytes(len(s.moved))
    field = rules.field(s)
    for hex_ in bits(field.zone[1 - side] & field.combat[side] & ~field.pairs):
        for unit in combat_units_in(rules, s, hex_, side):
            s.moved[unit] = ALONE if has(zone_for(rules, s, (unit,)), hex_) else FRESH
    play.tell("phase", "7.0/Operational", side=side, phase="movement")
    play.push(Movement(side), AirPhase(side))
    if rules.air:
        play.push(AirArrival(side))
    if side == GERMAN and waits_for_die(rules, s):
        play.push(TenthDivision(side))


@rule("11.0", "17.1")
class AirPhase(MarneStep, frozen=True):
    """Before the ground units move both players place their air units."""

    player: Side

    def run(self, play: MarnePlay) -> None:
        if play.rules.air:
            ask_flyer(play, self.player, 0)


def waits_for_die(rules: MarneData, s: MarneState) -> list[int]:
    """The units of scenario 4 that come only when a die says so."""
    return [u for u, a in rules.arrivals.items() if a.entry.startswith("roll") and s.at[u] == DUE and not s.back[u]]


class TenthDivision(MarneRoll, frozen=True):
    """Scenario 4: the more points the Allies have, the likelier the 10th division comes."""

    asked_by = "S4/10th DI"
    question = "Throw for the 10th division: a die and the Allied points must make 6."

    @rule("S4/10th DI")
    def do_roll(self, play: MarnePlay) -> None:
        rules, s = play.rules, play.state
        play.pop()
        (die,) = play.roll("arrival", by=GERMAN)
        points = points_of(rules, s)
        comes = die + points >= TENTH_DIVISION
        play.tell("tenth", "S4/10th DI", die=die, points=points, result="comes" if comes else "does not come")
        if comes:
            for unit in waits_for_die(rules, s):
                s.back[unit] = 1


def begin_bridges(play: MarnePlay, side: int) -> None:
    """The end of the movement phase: bridges."""
    work_on_bridges(play, side)


def begin_markers(play: MarnePlay, side: int) -> None:
    """The end of the movement phase: markers, then stacking."""
    play.push(StackingCheck())
    question = Markers(side)
    if len(question.offer(play.rules, play.state)) > 1:
        play.push(question)


@rule("12.1", "15.2.2")
def begin_combat(play: MarnePlay, side: int) -> None:
    """Nobody has fought or fired in this phase."""
    fresh_for_combat(play.state)
    play.tell("phase", "7.0/Operational", side=side, phase="combat")
    play.push(StackingCheck(), Combat(side))


def fresh_for_combat(s: MarneState) -> None:
    """Units, guns and hexes may fight and be attacked anew."""
    s.fought[:] = s.uses[:] = s.spent[:] = bytes(len(s.fought))
    s.attacked = s.bonus_attacks = 0


@rule("15.2.2/Counter-battery")
def turn_counter_batteries(s: MarneState) -> None:
    """At the end of a phase guns in counter-battery are turned back."""
    for gun, mode in enumerate(s.mode):
        if mode == COUNTER_BATTERY:
            s.mode[gun] = BOMBARDMENT


@rule("13.0")
def begin_disengagement(play: MarnePlay, side: int) -> None:
    """Marked stacks may try to get away."""
    s = play.state
    turn_counter_batteries(s)
    s.uses[:] = bytes(len(s.uses))
    if any(s.leaving):
        play.push(StackingCheck(), Disengagement(side))


@rule("14.0", "14.1", "7.0/Operational")
def begin_exploitation_combat(play: MarnePlay, side: int) -> None:
    """Exploiting units that are next to an enemy may attack."""
    s = play.state
    s.exploiting = 1
    fresh_for_combat(s)
    if targets(play.rules, s, side):
        play.tell("phase", "7.0/Operational", side=side, phase="exploitation")
        play.push(Combat(side))


@rule("14.1", "14.2", "12.2.6 pin")
def begin_exploitation_movement(play: MarnePlay, side: int) -> None:
    """Markers come off units in enemy zones, the others move."""
    rules, s = play.rules, play.state
    turn_counter_batteries(s)
    s.moved[:] = s.spent[:] = s.uses[:] = bytes(len(s.moved))
    for unit in compress(range(len(s.moved)), s.exploitation):
        if rules.side_of[unit] == side and has(zone_for(rules, s, (unit,)), s.at[unit]):
            s.exploitation[unit] = 0
    question = ExploitationMovement(side)
    if len(question.offer(rules, s)) > 1:
        play.push(question)


@rule("11.3.1.1", "14.2")
def begin_guns(play: MarnePlay, side: int) -> None:
    """The guns in offensive mode move up."""
    ask_guns(play, side)


@rule("14.3", "14.0")
def begin_adjustment(play: MarnePlay, side: int) -> None:
    """Markers of both sides are adjusted, and stacking is looked at."""
    adjust_markers(play)
    play.state.exploiting = 0
    play.push(StackingCheck())


PHASES = {
    "movement": begin_movement,
    "bridges": begin_bridges,
    "markers": begin_markers,
    "combat": begin_combat,
    "disengagement": begin_disengagement,
    "exploitation-combat": begin_exploitation_combat,
    "exploitation-movement": begin_exploitation_movement,
    "offensive-guns": begin_guns,
    "marker-adjustment": begin_adjustment,
}
