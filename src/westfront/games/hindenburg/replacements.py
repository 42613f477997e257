"""Chapter 9: what becomes of eliminated units, and how they come back."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay, HindenburgRoll, HindenburgStep
from westfront.games.hindenburg.stacking import relocate
from westfront.games.hindenburg.state import (
    ALLIED,
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


def dead(rules: HindenburgData, s: HindenburgState, side: int) -> list[int]:
    """The dead pile of a side."""
    return [unit for unit in rules.own[side] if s.at[unit] == DEAD]


@rule("9.3")
class Replacements(HindenburgStep, frozen=True):
    """The replacement dice of everybody in the dead piles, after a combat or for divisions of a crowded hex."""

    def run(self, play: HindenburgPlay) -> None:
        sides = [side for side in (ALLIED, GERMAN) if dead(play.rules, play.state, side)]
        play.push(*[ReplacementRoll(side) for side in sides])


@rule("9.3", "9.3-ex")
class ReplacementRoll(HindenburgRoll, frozen=True):
    """Divisions are in the dead pile of a side, which rolls a die for the return of each."""

    asked_by = "9.3"

    def holds(self, rules: HindenburgData, s: HindenburgState) -> bool:
        return bool(dead(rules, s, self.player))

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        return f"Eliminated: {rules.described(s, dead(rules, s, self.player))}. Roll for their return."

    def do_roll(self, play: HindenburgPlay) -> None:
        play.pop()
        for unit in dead(play.rules, play.state, self.player):
            replace(play, unit)


def replace(play: HindenburgPlay, unit: int) -> None:
    """A division comes back, so many turns ahead on the Turn Record Track."""
    rules, s = play.rules, play.state
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
