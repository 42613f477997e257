"""Chapter 12: entrenchments."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.state import ALLIED, HindenburgState
from westfront.hexgrid import bits, has


@rule("12.1", "12.4", "12.1-ex")
def has_trench(rules: HindenburgData, s: HindenburgState, side: int, hex_: int) -> bool:
    """Whether units of a side have a trench in a hex: one printed for their side, or an entrenchment marker."""
    return has(rules.board.printed_trench[side] | s.trenches, hex_)


@rule("12.3", "7.6")
def why_not_entrench(rules: HindenburgData, s: HindenburgState, side: int, hex_: int) -> Refusal | None:
    """The hex is held, in supply, no city, and has no trench of the side."""
    place = rules.names.place
    if not rules.stands_in(s, side, hex_):
        return Refusal("12.3", f"none of your divisions is in {place(hex_)}")
    if has(s.trenches, hex_):
        return Refusal("12.3", f"{place(hex_)} has an entrenchment already")
    if has(rules.board.city, hex_):
        return Refusal("12.3", f"{place(hex_)} is a city")
    if has(rules.board.printed_trench[side], hex_):
        return Refusal("12.3", f"{place(hex_)} is a trench of yours already")
    if not rules.hex_supplied(s, side, hex_):
        return Refusal("7.6", f"{place(hex_)} is out of supply")
    return None


@rule("12.2")
def entrench(play: HindenburgPlay, side: int, hex_: int) -> None:
    """Place the marker."""
    play.state.trenches |= 1 << hex_
    play.tell("entrenched", "12.2", side=side, hex=hex_)


@rule("12.6")
def why_not_fill(rules: HindenburgData, s: HindenburgState, side: int, hex_: int) -> Refusal | None:
    """The side has an entrenchment there."""
    if has(s.trenches & rules.field(s).occupied[side], hex_):
        return None
    return Refusal("12.6", f"no entrenchment of yours is in {rules.names.place(hex_)}")


@rule("12.6")
def fill(play: HindenburgPlay, side: int, hex_: int) -> None:
    """Give an entrenchment up, which is no action."""
    play.state.trenches ^= 1 << hex_
    play.tell("filled", "12.6", side=side, hex=hex_)


@rule("12.5")
def remove_empty_entrenchments(play: HindenburgPlay) -> None:
    """Entrenchments in hexes that are empty are removed."""
    german, allied = play.rules.field(play.state).occupied
    for hex_ in bits(play.state.trenches & ~(german | allied)):
        play.state.trenches ^= 1 << hex_
        play.tell("trench lost", "12.5", hex=hex_, reason="the hex is empty")


@rule("12.5")
def remove_unsupplied_entrenchments(play: HindenburgPlay) -> None:
    """Entrenchments in hexes that are out of supply at the end of an action are removed.

    If the top division is out of supply, whether an Allied entrenchment stays tells something of those below.
    """
    rules, s = play.rules, play.state
    stacks = rules.field(s).stacks
    for hex_ in bits(s.trenches):
        top, *below = stacks[hex_]
        if rules.is_supplied(s, top):
            continue
        if not any(rules.is_supplied(s, unit) for unit in below):
            s.trenches ^= 1 << hex_
            play.tell("trench lost", "12.5", hex=hex_, reason="the hex is out of supply")
        if below and rules.side_of[top] == ALLIED:
            play.reveal()
