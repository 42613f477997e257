"""Chapter 17: air units, their missions, interception and recovery."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import OFF, Hex, Number, Unit, Word
from westfront.games.marne.arrivals import entry_now
from westfront.games.marne.facts import MarneAsk, MarneData, MarnePlay, MarneRoll, MarneStep
from westfront.games.marne.places import send_away
from westfront.games.marne.state import (
    ABOVE,
    AWAY,
    BELOW,
    BOMBING,
    DUE,
    FOG,
    INTERDICTION,
    OBSERVATION,
    OVERCAST,
    MarneState,
)
from westfront.hexgrid import HexSet, bits, has

AIR_RANGE = 15
PER_HEX = 2
UNDER_HQ = 4
RECOVERS_ON = 2
MISSIONS = {"interdiction": INTERDICTION, "observation": OBSERVATION, "bombing": BOMBING}
KINDS = ("interception", *MISSIONS, "rebasing")
NEAR_ENEMY = 3
"""Interdiction is listed for hexes so near to an enemy ground unit; elsewhere it is legal too."""


def flying_over(rules: MarneData, s: MarneState, side: int, hex_: int) -> list[int]:
    """The air units of a side that fly a mission over a hex."""
    return [u for u in rules.air_units[side] if s.at[u] == hex_ and s.sky[u] > ABOVE]


@rule("17.2/Interception")
def targets_of_interception(rules: MarneData, s: MarneState, side: int, hex_: int) -> list[int]:
    """Enemy air units over a hex: on a mission, or on an HQ, never under one."""
    return [u for u in rules.air_units[1 - side] if s.at[u] == hex_ and s.sky[u] >= ABOVE]


@rule("10.0/Fog", "10.0/Overcast", "17.1")
def why_no_mission(rules: MarneData, s: MarneState, side: int, kind: str) -> Refusal | None:
    """What the weather forbids: overcast everything, fog everything in the phase of the player with the initiative;
    rebasing is for the player on the move, in any weather."""
    if kind not in KINDS:
        return Refusal("17.2", f"there is no air mission {kind!r}; the missions are {', '.join(KINDS)}")
    if kind == "rebasing":
        return None if side == s.mover else Refusal("17.2/Rebasing", "only the player on the move rebases")
    if s.weather == OVERCAST:
        return Refusal("10.0/Overcast", "overcast: no missions but rebasing")
    if s.weather == FOG and s.mover == rules.now(s).initiative:
        return Refusal("10.0/Fog", "morning fog: no missions in this movement phase")
    return None


@rule("17.1", "17.2")
def mission_hexes(rules: MarneData, s: MarneState, side: int, unit: int, kind: str) -> HexSet:
    """The hexes over which a unit may fly a mission."""
    near = rules.grid.within(1 << s.at[unit], AIR_RANGE)
    if kind == "rebasing":
        return near & rules.grid.set_of(s.at[hq] for hq in bases(rules, s, side) if hq != s.under[unit])
    near &= rules.board.area
    enemies = rules.grid.set_of(s.at[u] for u in rules.air_units[1 - side] if s.at[u] >= 0 and s.sky[u] >= ABOVE)
    if kind == "interception":
        return near & enemies
    own = [s.at[u] for u in rules.air_units[side] if s.at[u] >= 0 and s.sky[u] > ABOVE]
    full = rules.grid.set_of(hex_ for hex_ in own if own.count(hex_) >= PER_HEX)
    free = near & ~full & ~enemies
    if kind == "observation":
        field = rules.field(s)
        return free & (field.ground[0] | field.ground[1])
    if kind == "bombing":
        return free & rules.grid.set_of(s.at[u] for u in rules.air_units[side] if s.sky[u] == OBSERVATION)
    return free


@rule("17.1", "17.2/Rebasing")
def bases(rules: MarneData, s: MarneState, side: int) -> list[int]:
    """The HQs of a side with room under them."""
    below = [s.under[u] for u in rules.air_units[side] if s.sky[u] == BELOW]
    return [hq for hq in rules.hqs[side] if s.at[hq] >= 0 and below.count(hq) < UNDER_HQ]


@rule("11.0", "11.3.4", "17.0", "17.1", "17.2")
class AirMissions(MarneAsk, frozen=True):
    """Both players place air units, one each in turn; who has stopped does not begin again."""

    stopped: Number
    """The other side has stopped."""
    asked_by = "17.1"
    question = "Which air unit flies which mission?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [*missions(rules, s, self.player), ("stop",)]

    def why_fly(self, rules: MarneData, s: MarneState, unit: Unit, kind: Word, over: Hex = OFF) -> Refusal | None:
        name = rules.names.write("unit", unit)
        if unit < 0 or not rules.is_air[unit] or rules.side_of[unit] != self.player or s.sky[unit] != ABOVE:
            return Refusal("17.1", f"{name} is not one of your air units ready on an HQ")
        refusal = why_no_mission(rules, s, self.player, kind)
        if refusal:
            return refusal
        hexes = mission_hexes(rules, s, self.player, unit, kind)
        if over != OFF:
            return None if has(hexes, over) else why_not_over(rules, s, self.player, unit, kind, over)
        return None if hexes else Refusal("17.2", f"{name} has nowhere to fly {kind}")

    def do_fly(self, play: MarnePlay, unit: Unit, kind: Word, over: Hex = OFF) -> None:
        if over == OFF:
            play.push(Flight(self.player, unit, kind))
        else:
            play.pop()
            next_flyer(play, self.player, self.stopped)
            fly(play, unit, kind, over)

    def do_stop(self, play: MarnePlay) -> None:
        play.pop()
        play.tell("air stops", "17.1", side=self.player)
        if not self.stopped:
            ask_flyer(play, 1 - self.player, 1)


def missions(rules: MarneData, s: MarneState, side: int) -> Iterator[Action]:
    """The missions that the ready air units of a side could fly; those of one HQ fly the same ones."""
    ready = [unit for unit in rules.air_units[side] if s.sky[unit] == ABOVE and s.at[unit] >= 0]
    kinds = [kind for kind in KINDS if why_no_mission(rules, s, side, kind) is None] if ready else []
    able: dict[tuple[int, int, str], HexSet] = {}
    for unit in ready:
        for kind in kinds:
            key = s.at[unit], s.under[unit], kind
            if key not in able:
                able[key] = mission_hexes(rules, s, side, unit, kind)
            if able[key]:
                yield "fly", unit, kind


@rule("17.1")
def ask_flyer(play: MarnePlay, side: int, stopped: int) -> None:
    """Ask a side for its next air unit, or the other one if it has none left."""
    if any(missions(play.rules, play.state, side)):
        play.push(AirMissions(side, stopped))
    elif not stopped and any(missions(play.rules, play.state, 1 - side)):
        play.push(AirMissions(1 - side, 1))


class NextFlyer(MarneStep, frozen=True):
    """After a flight the other side is asked, unless it has stopped."""

    flown: Number
    stopped: Number

    def run(self, play: MarnePlay) -> None:
        ask_flyer(play, self.flown if self.stopped else 1 - self.flown, self.stopped)


def next_flyer(play: MarnePlay, side: int, stopped: int) -> None:
    """Let the other side go on after this flight is done."""
    play.push(NextFlyer(side, stopped))


@rule("17.1", "17.2", "17.2/Observation", "17.2/Bombing")
def why_not_over(rules: MarneData, s: MarneState, side: int, unit: int, kind: str, hex_: int) -> Refusal:
    """Why a mission cannot be flown over a hex."""
    place = rules.names.place(hex_)
    if hex_ < 0 or not has(rules.grid.within(1 << s.at[unit], AIR_RANGE), hex_):
        return Refusal("17.1", f"{place} is more than {AIR_RANGE} hexes away")
    if kind == "rebasing":
        return Refusal("17.2/Rebasing", f"no other HQ of yours in {place} has room for it")
    if kind == "interception":
        return Refusal("17.2/Interception", f"no enemy air unit can be intercepted over {place}")
    if not has(rules.board.area, hex_):
        return Refusal("S0", f"{place} lies outside the playing area")
    if targets_of_interception(rules, s, side, hex_):
        return Refusal("17.2/Interception", f"an enemy air unit is over {place}: that would be an interception")
    if len(flying_over(rules, s, side, hex_)) >= PER_HEX:
        return Refusal("17.1", f"{PER_HEX} of your air units already fly over {place}")
    if kind == "observation":
        return Refusal("17.2/Observation", f"there is no ground unit in {place}")
    return Refusal("17.2/Bombing", f"no observer of yours is over {place}")


class Flight(MarneAsk, frozen=True):
    """An air unit is in hand: over which hex?"""

    below = "AirMissions"
    unit: Unit
    kind: Word
    asked_by = "17.2"
    question = "Over which hex does {unit} fly {kind}?"

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """It is a mission of a unit that is ready."""
        return self.kind in KINDS and super().holds(rules, s) and s.sky[self.unit] == ABOVE

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        hexes = mission_hexes(rules, s, self.player, self.unit, self.kind)
        if self.kind == "interdiction":
            near = hexes & rules.grid.within(rules.field(s).ground[1 - self.player], NEAR_ENEMY)
            hexes = near or hexes
        return [("over", hex_) for hex_ in bits(hexes)] + [("cancel",)]

    def why_over(self, rules: MarneData, s: MarneState, hex_: Hex) -> Refusal | None:
        if has(mission_hexes(rules, s, self.player, self.unit, self.kind), hex_):
            return None
        return why_not_over(rules, s, self.player, self.unit, self.kind, hex_)

    def do_over(self, play: MarnePlay, hex_: Hex) -> None:
        play.pop()
        below = play.state.frames[-1]
        assert isinstance(below, AirMissions)
        play.pop()
        next_flyer(play, self.player, below.stopped)
        fly(play, self.unit, self.kind, hex_)

    def do_cancel(self, play: MarnePlay) -> None:
        play.pop()


@rule("17.2/Interception", "17.2/Interdiction", "17.2/Observation", "17.2/Bombing", "17.2/Rebasing", "17.2 ex")
def fly(play: MarnePlay, unit: int, kind: str, hex_: int) -> None:
    """Put an air unit on its mission."""
    rules, s = play.rules, play.state
    side = rules.side_of[unit]
    play.tell("flies", f"17.2/{kind.capitalize()}", unit=unit, mission=kind, hex=hex_)
    if kind == "interception":
        play.push(Intercepted(1 - side, hex_))
        send_away(play, unit)
    elif kind == "rebasing":
        hq = next(hq for hq in bases(rules, s, side) if s.at[hq] == hex_)
        s.at[unit], s.under[unit], s.sky[unit] = hex_, hq, BELOW
    else:
        s.at[unit], s.sky[unit] = hex_, MISSIONS[kind]
        s.under[unit] = -1


@rule("17.2/Interception")
class Intercepted(MarneAsk, frozen=True):
    """The owner says which of his air units over the hex goes with the interceptor."""

    hex: Hex
    asked_by = "17.2/Interception"
    question = "Which of your air units is intercepted?"

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("yield", unit) for unit in targets_of_interception(rules, s, 1 - self.player, self.hex)]

    def why_yield(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in targets_of_interception(rules, s, 1 - self.player, self.hex):
            return None
        return Refusal("17.2/Interception", f"{rules.names.write('unit', unit)} is not over the hex")

    def do_yield(self, play: MarnePlay, unit: Unit) -> None:
        play.pop()
        send_away(play, unit)
        play.tell("intercepted", "17.2/Interception", unit=unit, hex=self.hex)


# -- coming back


class AirArrival(MarneStep, frozen=True):
    """Air units that are due, new or back from the turn track, are put on an HQ."""

    player: Number

    @rule("11.1.5", "17.1")
    def run(self, play: MarnePlay) -> None:
        rules, s = play.rules, play.state
        unit = next((u for u in rules.air_units[self.player] if air_due(rules, s, u)), None)
        if unit is not None and any(s.at[hq] >= 0 for hq in rules.hqs[self.player]):
            play.push(AirArrival(self.player), ChooseBase(self.player, unit, ABOVE, OFF))


def air_due(rules: MarneData, s: MarneState, unit: int) -> bool:
    """Whether an air unit waits to be put on an HQ now."""
    if s.at[unit] == DUE:
        return entry_now(s, rules.arrivals[unit]) is not None
    return s.at[unit] == AWAY and s.back[unit] <= 4 * s.turn + s.sequence


class ChooseBase(MarneAsk, frozen=True):
    """The HQ of an air unit that arrives or recovers."""

    unit: Unit
    status: Number
    near: Hex
    """After a mission: the hex from which the HQ must be in range."""
    asked_by = "17.1"
    question = "Which HQ takes {unit}?"

    def holds(self, rules: MarneData, s: MarneState) -> bool:
        """It is an air unit, with a hex that it comes from if it recovers."""
        known = self.unit >= 0 and rules.is_air[self.unit] and self.status in (ABOVE, BELOW)
        return known and (self.near >= 0 or self.status == ABOVE) and bool(self.choices(rules, s))

    def choices(self, rules: MarneData, s: MarneState) -> list[int]:
        """The HQs that can take it."""
        if self.status == BELOW:
            near = bases(rules, s, self.player)
            return [hq for hq in near if rules.grid.distance(s.at[hq], self.near) <= AIR_RANGE]
        return [hq for hq in rules.hqs[self.player] if s.at[hq] >= 0]

    def offer(self, rules: MarneData, s: MarneState) -> list[Action]:
        return [("base", hq) for hq in self.choices(rules, s)]

    def why_base(self, rules: MarneData, s: MarneState, unit: Unit) -> Refusal | None:
        if unit in self.choices(rules, s):
            return None
        return Refusal("17.1", f"{rules.names.write('unit', unit)} is not one of your HQs that can take the air unit")

    @rule("11.1.5", "17.1")
    def do_base(self, play: MarnePlay, unit: Unit) -> None:
        s = play.state
        play.pop()
        s.at[self.unit], s.under[self.unit], s.sky[self.unit] = s.at[unit], unit, self.status
        play.tell("based", "17.1", unit=self.unit, hq=unit)


@rule("17.1/Recovery")
class Recovery(MarneStep, frozen=True):
    """The sequence is over: each air unit on a mission throws a die, the initiative player's first."""

    def run(self, play: MarnePlay) -> None:
        rules, s = play.rules, play.state
        first = rules.now(s).initiative
        for side in (first, 1 - first):
            flying = [u for u in rules.air_units[side] if s.at[u] >= 0 and s.sky[u] > ABOVE]
            if flying:
                play.push(Recovery(), RecoveryDie(side, flying[0]))
                return


class RecoveryDie(MarneRoll, frozen=True):
    """The die of an air unit after its mission."""

    unit: Unit
    asked_by = "17.1/Recovery"
    question = "{unit} comes back from its mission: throw for its recovery."

    @rule("17.1/Recovery")
    def do_roll(self, play: MarnePlay) -> None:
        """On 1 or 2 it goes under an HQ in range; otherwise it is back in the next turn."""
        rules, s = play.rules, play.state
        play.pop()
        (die,) = play.roll("recovery", by=self.player)
        hex_ = s.at[self.unit]
        send_away(play, self.unit)
        if rules.options["recovery"] == "sequence":
            s.back[self.unit] = 4 * s.turn + s.sequence + 1
        question = ChooseBase(self.player, self.unit, BELOW, hex_)
        found = die <= RECOVERS_ON and bool(question.choices(rules, s))
        play.tell("recovery", "17.1/Recovery", unit=self.unit, die=die, result="recovers" if found else "is away")
        if found:
            play.push(question)


@rule("10.0")
def raise_air_units(s: MarneState) -> None:
    """At the end of the weather phase what lies under an HQ comes on top of it."""
    for unit, status in enumerate(s.sky):
        if status == BELOW:
            s.sky[unit] = ABOVE
