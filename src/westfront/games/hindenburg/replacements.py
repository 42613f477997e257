"""Chapter 9: what becomes of eliminated units, and how they come back."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.engine.names import NOBODY, Unit
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay, HindenburgRoll, HindenburgStep
from westfront.games.hindenburg.stacking import relocate
from westfront.games.hindenburg.state import (
    AN,
    BE,
    BR,
    DEAD,
    FR,
    GERMAN,
    GONE,
    LAST_TURN,
    NOT_YET,
    PO,
    RESERVE,
    TRACK,
    US,
    HindenburgState,
)

TANKS_RETURN = 2


@rule("7.8", "9.5", "14.1")
def remove(play: HindenburgPlay, unit: int, *, out_of_supply: bool) -> None:
    """Take a division off the map: to the dead pile, or for good if it is Portuguese or out of supply."""
    gone = out_of_supply or play.rules.nation_of[unit] == PO
    relocate(play, (unit,), GONE if gone else DEAD, named=True)


@rule("2.5")
def eliminate(play: HindenburgPlay, units: Sequence[int]) -> None:
    """Divisions are lost in combat."""
    rules, s = play.rules, play.state
    for unit in units:
        remove(play, unit, out_of_supply=bool(s.isolated[unit]))
        if s.isolated[unit]:
            play.tell("lost", "7.8", unit=unit, reason="out of supply")
        elif rules.nation_of[unit] == PO:
            play.tell("lost", "9.5", unit=unit, reason="as Portuguese divisions are")
        else:
            play.tell("eliminated", "13.7", unit=unit)


@rule("9.3")
class Replacements(HindenburgStep, frozen=True):
    """The replacement dice of everybody in the dead pile, after a combat or for divisions of a crowded hex."""

    def run(self, play: HindenburgPlay) -> None:
        """One after another; each owner rolls for his own."""
        s, side_of = play.state, play.rules.side_of
        dead = [unit for unit, where in enumerate(s.at) if where == DEAD]
        play.push(*[Replacement(side_of[unit], unit) for unit in reversed(dead)])


@rule("9.3", "9.3-ex")
class Replacement(HindenburgRoll, frozen=True):
    """A division is in the dead pile: its owner rolls for its return."""

    unit: Unit
    asked_by = "9.3"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        """The owner's division is dead."""
        return self.unit != NOBODY and rules.side_of[self.unit] == self.player and s.at[self.unit] == DEAD

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        """Whose die it is."""
        return f"{rules.names.units[self.unit]} is eliminated: roll for its return."

    def do_roll(self, play: HindenburgPlay) -> None:
        """So many turns ahead on the Turn Record Track."""
        play.pop()
        rules, s, unit = play.rules, play.state, self.unit
        (die,) = play.roll(f"replacement/{rules.names.units[unit]}")
        name = column(rules.nation_of[unit], s.turn)
        turn = s.turn + int(rules.replacement.named(die, name))
        relocate(play, (unit,), TRACK.box(turn), named=True)
        s.flipped[unit], s.seen_reduced[unit] = returns_flipped(rules, s, unit), 0
        if turn > LAST_TURN:
            play.tell("too late", "9.3", unit=unit, die=die, column=name)
        else:
            morale = "on its reverse side" if s.flipped[unit] else "on its front side"
            play.tell("comes back", "9.3", "9.4", unit=unit, die=die, column=name, turn=turn, morale=morale)


@rule("9.3", "14.3")
def column(nation: int, turn: int) -> str:
    """The column of the Replacement Table: by nation and the turn of death."""
    if nation in (BR, FR):
        return "BR-FR-turn-1" if turn == 1 else "BR-FR"
    if nation in (AN, BE):
        return "AN-BE-turn-1" if turn == 1 else "AN-BE"
    if nation == US:
        return "US"
    return "GE-to-turn-8" if turn <= 8 else "GE-from-turn-9"


@rule("9.4", "9.6")
def returns_flipped(rules: HindenburgData, s: HindenburgState, unit: int) -> bool:
    """Germans come back on their reverse sides, Allies only before the mid-game check, Americans always whole."""
    if rules.nation_of[unit] == US:
        return False
    return rules.side_of[unit] == GERMAN or s.mid_game == NOT_YET


@rule("9.7")
def tanks_back(play: HindenburgPlay, supported: Sequence[int]) -> None:
    """For each division that had tanks a brigade of its nation is used up, and comes back two turns later."""
    rules, s = play.rules, play.state
    turn = s.turn + TANKS_RETURN
    for division in supported:
        nation = rules.nation_of[division]
        brigade = next(u for u in rules.tanks if rules.nation_of[u] == nation and s.at[u] == RESERVE)
        s.at[brigade] = TRACK.box(turn)
        play.tell("tanks back" if turn <= LAST_TURN else "tanks gone", "9.7", unit=brigade, turn=turn)
