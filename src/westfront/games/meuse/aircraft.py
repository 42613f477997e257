"""Allied aircraft: where they are placed, and what can be observed."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.names import NOBODY
from westfront.games.meuse.data import MeuseData, MeusePlay
from westfront.games.meuse.state import AIR, ALLIED, GERMAN, MeuseState
from westfront.hexgrid import HexSet
from westfront.mechanics.orders import WhereTo

AIR_REACH = 3
"""An aircraft serves against enemies at most so far from an Allied unit."""


def aircraft_hexes(rules: MeuseData, s: MeuseState) -> HexSet:
    """Where aircraft are."""
    return rules.grid.set_of(s.at[unit] for unit in rules.aircraft if s.at[unit] >= 0)


@rule("17.3", "EX-17.3")
def in_air_reach(rules: MeuseData, s: MeuseState) -> HexSet:
    """Hexes at most three from an Allied unit, whose own hex is not counted."""
    return rules.grid.within(rules.field(s).occupied[ALLIED], AIR_REACH)


@rule("17.3", "14.1")
def observed_hexes(rules: MeuseData, s: MeuseState, side: int) -> HexSet:
    """Enemy-held hexes that a side observes: those next to its units, and for the Allies those that aircraft see."""
    field = rules.field(s)
    seen = rules.grid.adjacent(field.occupied[side])
    if side == ALLIED and (over := aircraft_hexes(rules, s)):
        seen |= rules.grid.within(over, 1) & in_air_reach(rules, s)
    return seen & field.occupied[1 - side]


@rule("17.3", "C-AIR")
def why_not_fly(rules: MeuseData, s: MeuseState, side: int, unit: int, to: int | None = None) -> Refusal | None:
    """What keeps an aircraft from being placed, at all or over a hex; it may be any hex without another one."""
    if side != ALLIED:
        return Refusal("17.3", "only the Allies have aircraft")
    if unit == NOBODY or s.at[unit] != AIR:
        return Refusal("17.3", "no aircraft is left in the Air box: each is placed once a turn")
    if to is not None and to < 0:
        return Refusal("17.3", "an aircraft is placed over a hex of the map")
    if to is not None and aircraft_hexes(rules, s) >> to & 1:
        return Refusal("T-BMOD", f"an aircraft is over {rules.names.place(to)} already, and there is only one in a hex")
    return None


@rule("17.3")
def fly(play: MeusePlay, unit: int, to: int) -> None:
    """Place an aircraft over a hex."""
    play.state.at[unit] = to
    play.tell("flown", "17.3", unit=unit, hex=to)


@rule("17.3")
class Flight(WhereTo, frozen=True):
    """An aircraft is taken up: over which hex?"""

    asked_by = "17.3"

    def holds(self, rules: MeuseData, s: MeuseState) -> bool:
        return self.unit in rules.aircraft and why_not_fly(rules, s, self.player, self.unit) is None

    def prompt(self, rules: MeuseData, s: MeuseState) -> str:
        return "Over which hex does the aircraft fly? It serves against Germans up to three hexes from your units."

    def ends(self, rules: MeuseData, s: MeuseState) -> HexSet:
        """Hexes from which it helps or observes against a German unit in reach; any other hex is taken too."""
        targets = rules.field(s).occupied[GERMAN] & in_air_reach(rules, s)
        return rules.grid.within(targets, 1) & ~aircraft_hexes(rules, s)

    def why_not(self, rules: MeuseData, s: MeuseState, to: int, via: tuple[int, ...] = ()) -> Refusal | None:
        """Any hex of the map without an aircraft."""
        return why_not_fly(rules, s, self.player, self.unit, to)

    def send(self, play: MeusePlay, to: int, via: tuple[int, ...] = ()) -> None:
        """Place it."""
        fly(play, self.unit, to)
