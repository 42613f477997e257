"""Chapter 8: reinforcements and replacements; 16.5: evacuation by sea."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex, Number, Side, Unit
from westfront.games.storm.data import StormAsk, StormData, StormPlay, StormStep
from westfront.games.storm.orders import Phase
from westfront.games.storm.stacking import bring, closed_to, is_open, relocate, why_no_room
from westfront.games.storm.state import (
    AIR,
    ALLIED,
    BEL,
    BRI,
    CROSS,
    DEAD,
    DUE,
    EDGE,
    EVACUATED,
    GERMAN,
    NATIONS,
    NORMAL,
    PEAK,
    POOL,
    StormState,
)
from westfront.hexgrid import HexSet, bits

NEVER_REPLACED = ("portuguese", "italian", "austrian")
NEVER_REBUILT = ("australian", "canadian")
FULL = 2
"""Steps of a unit at full strength, if it has two."""


# -- when the phase begins


@rule("5.2(II.B)", "5.2(III.B)", "XTS I.B", "XTS II.B", "8.1", "8.1.2", "8.1.4", "8.2", "8.5", "S1.4", "S2.3")
@rule("S3.26(a)", "S3.27", "S3.28")
class NewSteps(StormStep, frozen=True):
    """Replacement steps of the turn come in, and reinforcements that are due; then steps are spent."""

    player: Side

    def run(self, play: StormPlay) -> None:
        """Credit the chart, call up who is due, and ask; at the peak of the influenza nothing may be spent."""
        rules, s = play.rules, play.state
        turn = rules.calendar[s.turn]
        for nation, steps in enumerate(turn.steps):
            own = (nation == 0) == (self.player == GERMAN)
            come = max(0, steps - (s.bombed if nation == 0 else 0)) if own else 0
            if come:
                s.pool[nation] = min(255, s.pool[nation] + come)
                play.tell("steps", "8.2", nation=NATIONS[nation], number=come, now=s.pool[nation])
        if self.player == ALLIED:
            s.mechanized = turn.mechanized
            call_up(play)
        play.push(Replacement(self.player))


@rule("3.3", "3.3-ex", "8.1", "8.1.1", "8.1.2", "8.1.3")
def call_up(play: StormPlay) -> None:
    """Allied units whose turn has come may enter from now on; air units are simply available."""
    rules, s = play.rules, play.state
    for unit, at in enumerate(s.at):
        if at == DUE and rules.arrival[unit] <= s.turn:
            is_air = rules.symbol[unit] == "air"
            s.at[unit] = AIR if is_air else POOL
            play.tell("due", "8.1.2" if is_air else "8.1", unit=unit)


# -- what steps are spent on


@rule("8.2", "8.2.1", "S3.28")
def purse(rules: StormData, s: StormState, unit: int) -> int:
    """The steps that may be spent on a unit: its nation's alone, for Allied tanks those of S3.28 as well."""
    at_large = s.mechanized if rules.is_tank[unit] and rules.side_of[unit] == ALLIED else 0
    return s.pool[rules.steps_of[unit]] + at_large


@rule("8.2", "8.2.1", "S3.28")
def spend(play: StormPlay, unit: int, steps: int) -> None:
    """Take steps from the pool; those for tanks alone, which cannot be kept, are spent first."""
    rules, s = play.rules, play.state
    at_large = min(s.mechanized, steps) if rules.is_tank[unit] and rules.side_of[unit] == ALLIED else 0
    s.mechanized -= at_large
    s.pool[rules.steps_of[unit]] -= steps - at_large


@rule("8.2.1", "8.2.2", "S3.8", "S3.16", "S3.17", "S3.22")
def why_no_steps(rules: StormData, s: StormState, unit: int) -> Refusal | None:
    """Units that never receive replacements, on the map or from the deadpile."""
    name, minor = rules.names.units[unit], rules.minor[unit]
    if minor in NEVER_REPLACED:
        return Refusal("S3.16" if minor == "austrian" else "8.2.1", f"{name} never receives replacements")
    if unit == rules.agb:
        return Refusal("8.2.2", "AGB never receives replacements")
    if unit == rules.alpine:
        return Refusal("S3.17", "the Alpenkorps never receives replacements")
    if rules.is_1919 and unit in rules.counterpart:
        return Refusal("S3.8", f"{name}: Stosstruppen never receive replacements in the year 1919")
    return None


@rule("16.2(1)")
def why_not_now(s: StormState) -> Refusal | None:
    """At the peak of the influenza no steps are spent."""
    return Refusal("16.2(1)", "at the peak of the influenza no replacements are used") if s.influenza == PEAK else None


@rule("8.4", "8.2.1")
def why_not_replenish(rules: StormData, s: StormState, side: int, unit: int) -> Refusal | None:
    """A reduced unit in regular supply, and a step of its nation; enemy zones do not matter."""
    refusal = why_not_now(s) or rules.why_not_yours(s, side, unit) or why_no_steps(rules, s, unit)
    if refusal:
        return refusal
    name = rules.names.units[unit]
    if s.steps[unit] >= rules.full[unit]:
        return Refusal("8.4", f"{name} has all its steps")
    if s.supply[unit] not in (NORMAL, CROSS):
        return Refusal("8.4", f"{name} is not in regular supply")
    if purse(rules, s, unit) < 1:
        return Refusal("8.2.1", f"there is no replacement step for {name}")
    return None


@rule("8.4", "8.6")
def replenish(play: StormPlay, unit: int) -> None:
    """A reduced unit is at full strength again; who cannot see it is told only that a step was used."""
    rules, s = play.rules, play.state
    spend(play, unit, 1)
    s.steps[unit] = FULL
    side = rules.side_of[unit]
    if is_open(rules, s, unit):
        s.seen_steps[unit] = s.steps[unit]
        play.tell("replenished", "8.4", unit=unit)
    else:
        play.tell("replenished", "8.4", only=side, unit=unit)
        play.tell("replenished unseen", "8.4", but=side, side=side)


@rule("8.5", "8.2.1", "8.2.2", "8.3", "S3.22")
def why_not_reclaim(rules: StormData, s: StormState, side: int, unit: int, steps: int) -> Refusal | None:
    """A unit of the deadpile that may come back, and the steps for it."""
    refusal = why_not_now(s)
    if refusal:
        return refusal
    name = rules.names.write("unit", unit)
    if unit < 0 or rules.side_of[unit] != side or s.at[unit] != DEAD:
        return Refusal("8.5", f"{name} is not in your deadpile")
    refusal = why_no_steps(rules, s, unit)
    if refusal:
        return refusal
    if rules.minor[unit] in NEVER_REBUILT:
        return Refusal("8.2.1", f"{name} may be replenished, but never comes back from the deadpile")
    if unit == rules.marines:
        return Refusal("S3.22", "once eliminated, the Marines are out of play for good")
    if not 1 <= steps <= rules.full[unit]:
        return Refusal("8.5", f"{name} comes back with 1 to {rules.full[unit]} steps")
    if purse(rules, s, unit) < steps:
        return Refusal("8.2.1", f"there are only {purse(rules, s, unit)} replacement steps for {name}")
    return None


@rule("8.5")
def reclaim(play: StormPlay, unit: int, steps: int) -> None:
    """A unit leaves the deadpile and may enter the map like a reinforcement of its nation."""
    s = play.state
    spend(play, unit, steps)
    s.at[unit], s.steps[unit], s.supply[unit] = POOL, steps, NORMAL
    play.tell("reclaimed", "8.5", unit=unit, steps=steps)


# -- Channel Ports


@rule("8.1.1", "8.5")
def lands_in_port(rules: StormData, s: StormState, unit: int) -> bool:
    """British and Belgian units that may enter do so in a Channel Port, evacuees excepted."""
    return s.at[unit] == POOL and rules.nation[unit] in (BRI, BEL)


@rule("8.1.1")
def open_ports(rules: StormData, s: StormState, unit: int) -> HexSet:
    """Channel Ports that the Allies control, with room; one that was lost and retaken will do."""
    return rules.board.ports & ~s.german & ~closed_to(rules, s, unit)


@rule("5.2(II.B)", "5.2(III.B)", "8.2", "8.4", "8.5", "8.6", "XTS I.B", "XTS II.B")
class Replacement(Phase, frozen=True):
    """Steps are spent, and British units land, in any order and number; nothing of it is a duty."""

    asked_by = "8.2"

    def prompt(self, rules: StormData, s: StormState) -> str:
        nations = [0] if self.player == GERMAN else [n for n in range(1, len(NATIONS)) if s.pool[n]]
        pools = ", ".join(f"{NATIONS[nation]} {s.pool[nation]}" for nation in nations) or "none"
        at_large = f", for tanks {s.mechanized}" if s.mechanized and self.player == ALLIED else ""
        land = ", land" if self.player == ALLIED else ""
        return f"Replacement steps ({pools}{at_large}): replenish, reclaim from the deadpile{land}, or go on."

    def unused(self, rules: StormData, s: StormState) -> str:
        """Steps that reduced units could take."""
        reduced = sum(action[0] == "replenish" for action in self.offer(rules, s))
        return f"replacement steps, which {reduced} reduced unit{'s' * (reduced > 1)} could take" if reduced else ""

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every unit that a step could restore or bring back, every landing, or the end of the phase."""
        side, places, steps, full = self.player, s.at, s.steps, rules.full
        actions: list[Action] = [("done",), *self.sorting(rules, s)]
        for unit in rules.own[side]:
            at = places[unit]
            if at >= 0 and steps[unit] < full[unit] and not why_not_replenish(rules, s, side, unit):
                actions.append(("replenish", unit))
            elif at == DEAD:
                most = min(full[unit], purse(rules, s, unit))
                actions += [
                    ("reclaim", unit, n) for n in range(1, most + 1) if not why_not_reclaim(rules, s, side, unit, n)
                ]
            elif at == POOL and lands_in_port(rules, s, unit):
                actions += [("land", unit, hex_) for hex_ in bits(open_ports(rules, s, unit))]
        return actions

    def why_replenish(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        return why_not_replenish(rules, s, self.player, unit)

    def do_replenish(self, play: StormPlay, unit: Unit) -> None:
        replenish(play, unit)

    def why_reclaim(self, rules: StormData, s: StormState, unit: Unit, steps: Number) -> Refusal | None:
        return why_not_reclaim(rules, s, self.player, unit, steps)

    def do_reclaim(self, play: StormPlay, unit: Unit, steps: Number) -> None:
        """One step, or two."""
        reclaim(play, unit, steps)

    def why_land(self, rules: StormData, s: StormState, unit: Unit, hex_: Hex) -> Refusal | None:
        """A British or Belgian unit that waits, and a Channel Port in Allied hands with room."""
        name, place = rules.names.write("unit", unit), rules.names.place(hex_)
        if unit < 0 or rules.side_of[unit] != self.player or not lands_in_port(rules, s, unit):
            return Refusal("8.1.1", f"{name} is not a British or Belgian unit waiting to land")
        if hex_ < 0 or not rules.board.ports & ~s.german & (1 << hex_):
            return Refusal("8.1.1", f"{place} is not a Channel Port in Allied hands")
        return why_no_room(rules, s, unit, hex_)

    def do_land(self, play: StormPlay, unit: Unit, hex_: Hex) -> None:
        """It stands in the port."""
        play.tell("landed", "8.1.1", unit=unit, hex=hex_)
        relocate(play, [unit], [hex_])

    def do_done(self, play: StormPlay) -> None:
        """The phase ends; steps for tanks alone are not kept."""
        play.pop()
        play.state.mechanized = 0


# -- evacuation


@rule("16.5")
def evacuees(rules: StormData, s: StormState) -> list[int]:
    """Allied units in Channel Ports that never were German."""
    ports = rules.board.ports & ~s.lost_ports
    return [u for u in rules.own[ALLIED] if s.at[u] >= 0 and ports >> s.at[u] & 1]


@rule("16.5")
class Evacuation(StormAsk, frozen=True):
    """The first act of an Allied player turn: units leave Channel Ports by sea, enemy zones or not."""

    asked_by = "16.5"
    question = "Which units in Channel Ports are evacuated by sea?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every unit in a port, or no more."""
        return [("done",), *[("evacuate", unit) for unit in evacuees(rules, s)]]

    def why_evacuate(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """It must stand in a port that was never lost."""
        if unit in evacuees(rules, s):
            return None
        return Refusal(
            "16.5", f"{rules.names.write('unit', unit)} is not one of your units in a Channel Port that was never lost"
        )

    def do_evacuate(self, play: StormPlay, unit: Unit) -> None:
        """It leaves with the steps it has, and may come back over the map edge in the next game turn."""
        s, here = play.state, play.state.at[unit]
        play.tell("evacuated", "16.5", unit=unit, hex=here)
        if not is_open(play.rules, s, unit):
            play.reveal()
        bring(play, [unit], EVACUATED)
        s.supply[unit] = NORMAL

    def do_done(self, play: StormPlay) -> None:
        """Nobody else sails."""
        play.pop()


@rule("16.5")
def return_evacuees(s: StormState) -> None:
    """In the game turn after they sailed evacuees may enter over the map edge."""
    for unit, at in enumerate(s.at):
        if at == EVACUATED:
            s.at[unit] = EDGE
