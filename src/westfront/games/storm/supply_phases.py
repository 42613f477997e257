"""Chapter 7.2: the two supply phases of a player turn."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.names import Side
from westfront.games.storm.data import StormPlay, StormStep
from westfront.games.storm.stacking import remove
from westfront.games.storm.state import CROSS, CUT, FORT, GERMAN, NORMAL
from westfront.games.storm.supply import find_supply

STATES = ("in supply", "on supply of an ally", "on fortress supply", "out of supply")


@rule("5.2(II.A)", "5.2(III.A)", "7.2", "7.15", "XTS I.A.3", "XTS II.A.1")
class InitialSupply(StormStep, frozen=True):
    """The state found now stays for the whole player turn."""

    player: Side

    def run(self, play: StormPlay) -> None:
        """Look at every unit of the side."""
        s, found = play.state, find_supply(play.rules, play.state, self.player)
        for unit in play.rules.own[self.player]:
            s.supply[unit] = found.get(unit, NORMAL)
        for state in (CROSS, FORT, CUT):
            units = [unit for unit, has in found.items() if has == state]
            if units:
                hexes = play.rules.grid.set_of([s.at[unit] for unit in units])
                rule_ = {CROSS: "7.11", FORT: "7.12" if self.player == GERMAN else "7.13", CUT: "7.2"}[state]
                play.tell("supply", rule_, side=self.player, number=len(units), what=STATES[state], hexes=hexes)


@rule("5.2(II.H)", "5.2(III.H)", "7.2", "XTS I.H", "XTS II.H")
class TerminalSupply(StormStep, frozen=True):
    """Units that were out of supply when the player turn began, and still are, are removed."""

    player: Side

    def run(self, play: StormPlay) -> None:
        """Only units marked in the Initial Supply Phase are looked at."""
        rules, s = play.rules, play.state
        marked = [unit for unit in rules.own[self.player] if s.supply[unit] == CUT and s.at[unit] >= 0]
        found = find_supply(rules, s, self.player) if marked else {}
        for unit in marked:
            if found[unit] != CUT:
                s.supply[unit] = found[unit]
        lost = [unit for unit in marked if found[unit] == CUT]
        for unit in lost:
            remove(play, unit, "7.2")
