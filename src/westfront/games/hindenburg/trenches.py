"""Chapter 12: entrenchments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.hindenburg.cleanup import commit
from westfront.games.hindenburg.state import HindenburgPlay, HindenburgState
from westfront.games.hindenburg.supply import hex_supplied

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


@rule("12.1", "12.4", "12.1-ex")
def has_trench(rules: Hindenburg, s: HindenburgState, side: int, hex_: int) -> bool:
    """Whether units of a side have a trench in a hex: one printed for their side, or an entrenchment marker."""
    return bool((rules.board.printed_trench[side] | s.trenches) >> hex_ & 1)


@rule("12.2", "12.3", "7.6")
def why_not_entrench(rules: Hindenburg, s: HindenburgState, side: int, hex_: int) -> Refusal | None:
    """Why the force of a hex may not entrench."""
    name = rules.names.place(hex_)
    if hex_ < 0 or not rules.field(s).occupied[side] >> hex_ & 1:
        return Refusal("12.3", f"none of your divisions is in {name}")
    if s.trenches >> hex_ & 1:
        return Refusal("12.3", f"{name} has an entrenchment already")
    if rules.board.city >> hex_ & 1:
        return Refusal("12.3", f"{name} is a city")
    if rules.board.printed_trench[side] >> hex_ & 1:
        return Refusal("12.3", f"{name} is a trench of yours already")
    if not hex_supplied(rules, s, side, hex_):
        return Refusal("7.6", f"{name} is out of supply")
    return None


@rule("5.3(3)", "12.2")
def entrench(play: HindenburgPlay, player: int, hex_: int) -> None:
    """Place the marker; that is the action."""
    commit(play, player)
    play.state.trenches |= 1 << hex_
    play.tell("entrenched", "12.2", side=player, hex=hex_)


@rule("12.6")
def why_not_fill(rules: Hindenburg, s: HindenburgState, side: int, hex_: int) -> Refusal | None:
    """Why there is no entrenchment to give up."""
    if hex_ < 0 or not s.trenches & rules.field(s).occupied[side] & 1 << hex_:
        return Refusal("12.6", f"no entrenchment of yours is in {rules.names.place(hex_)}")
    return None


@rule("12.6")
def fill(play: HindenburgPlay, player: int, hex_: int) -> None:
    """Give an entrenchment up, which is no action."""
    play.state.trenches ^= 1 << hex_
    play.tell("filled", "12.6", side=player, hex=hex_)
