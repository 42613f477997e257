"""Chapter 9: what becomes of eliminated units, and how they come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Unit
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
    US,
    HindenburgAsk,
    HindenburgPlay,
    HindenburgState,
    HindenburgStep,
    track,
)

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

TANKS_RETURN = 2


@rule("2.5", "7.8", "9.5", "14.1")
def eliminate(play: HindenburgPlay, units: Sequence[int]) -> None:
    """Take divisions off the map: to the dead pile, or for good if they are Portuguese or out of supply."""
    rules, s = play.rules, play.state
    for unit in units:
        isolated, portuguese = s.isolated[unit], rules.nation_of[unit] == PO
        relocate(play, (unit,), GONE if isolated or portuguese else DEAD)
        if isolated:
            play.tell("lost", "7.8", unit=unit, reason="out of supply")
        elif portuguese:
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
class Replacement(HindenburgAsk, frozen=True):
    """A division is in the dead pile: its owner rolls for its return."""

    unit: Unit
    asked_by = "9.3"
    verbs = ("roll",)

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        return f"{rules.names.units[self.unit]} is eliminated: roll for its return."

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """There is nothing to choose."""
        return [("roll",)]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Rolling is all there is."""
        return Refusal("9.3", "the die must be rolled")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """So many turns ahead on the Turn Record Track."""
        play.pop()
        rules, s, unit = play.rules, play.state, self.unit
        (die,) = play.roll(f"replacement/{rules.names.units[unit]}")
        name = column(rules.nation_of[unit], s.turn)
        turn = s.turn + int(rules.replacement.named(die, name))
        relocate(play, (unit,), track(turn))
        s.flipped[unit] = returns_flipped(rules, s, unit)
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
def returns_flipped(rules: Hindenburg, s: HindenburgState, unit: int) -> bool:
    """Germans come back on their reverse sides, Allies only before the mid-game check, Americans always whole."""
    if rules.nation_of[unit] == US:
        return False
    return rules.side_of[unit] == GERMAN or s.mid_game == NOT_YET


@rule("9.7", "13.12")
def tanks_back(play: HindenburgPlay, supported: Sequence[int]) -> None:
    """For each division that had tanks a brigade of its nation is used up, and comes back two turns later."""
    rules, s = play.rules, play.state
    turn = s.turn + TANKS_RETURN
    for division in supported:
        nation = rules.nation_of[division]
        brigade = next(u for u in rules.tanks if rules.nation_of[u] == nation and s.at[u] == RESERVE)
        s.at[brigade] = track(turn)
        play.tell("tanks back" if turn <= LAST_TURN else "tanks gone", "9.7", unit=brigade, turn=turn)
