"""Chapter 11: movement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.hindenburg.cleanup import commit
from westfront.games.hindenburg.stacking import relocate, with_room
from westfront.games.hindenburg.state import STACK, HindenburgPlay, HindenburgState
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


@rule("7.6", "11.2")
def able(rules: Hindenburg, s: HindenburgState, hex_: int) -> list[int]:
    """The divisions of a hex that may act: those in supply, the top one first."""
    nations, nation_of = rules.supply(s).nations, rules.nation_of
    return [unit for unit in rules.stack(s, hex_) if nations[nation_of[unit]] >> hex_ & 1]


@rule("11.1", "11.2", "11.3", "2.9", "6.2")
def destinations(rules: Hindenburg, s: HindenburgState, side: int, hex_: int, number: int) -> HexSet:
    """Where so many divisions of a hex can go: to a hex next to it, or through one friendly hex to another.

    Terrain costs nothing and nothing stops a move but enemy divisions and, at every step, the limit of ten.
    """
    near, friendly = rules.board.near, rules.controlled(s, side)
    one = with_room(rules, s, near(hex_) & ~rules.field(s).occupied[1 - side], number)
    two = 0
    for through in bits(one & friendly):
        two |= near(through)
    two &= friendly & ~one & ~(1 << hex_)
    return one | (with_room(rules, s, two, number) if two else 0)


@rule("11.2", "11.3", "7.6")
def why_not_move(
    rules: Hindenburg, s: HindenburgState, side: int, hex_: int, to: int, units: Sequence[int]
) -> Refusal | None:
    """Why divisions of a hex cannot move to another."""
    if not units and not able(rules, s, hex_):
        return Refusal("7.6", f"no division in {rules.names.place(hex_)} is in supply")
    if not units:
        return Refusal("11.2", "nobody is chosen to move")
    if to >= 0 and destinations(rules, s, side, hex_, len(units)) >> to & 1:
        return None
    name, near = rules.names.place(to), rules.board.near(hex_)
    if to < 0 or not rules.board.playable >> to & 1 or to == hex_:
        return Refusal("11.2", f"{name} is no hex to which units can move")
    if rules.field(s).occupied[1 - side] >> to & 1:
        return Refusal("11.2", f"enemy divisions are in {name}")
    if len(rules.stack(s, to)) + len(units) > STACK:
        return Refusal("6.2", f"{len(rules.stack(s, to))} divisions are in {name}, and {STACK} may be")
    if near >> to & 1:
        raise AssertionError(f"nothing forbids a move to {name}")
    return Refusal("11.3", f"{name} is not within one hex, nor within two by friendly hexes with room for all")


@rule("5.3(2)", "11.2", "6.6")
def move(play: HindenburgPlay, player: int, hex_: int, to: int, units: Sequence[int]) -> None:
    """The divisions move; that is the action. Their owner is told who they were, the enemy how many."""
    rules, s = play.rules, play.state
    commit(play, player)
    what = rules.described(s, units)
    play.tell("moved", "11.2", only=player, what=what, hex=hex_, to=to)
    play.tell("moved unseen", "11.2", but=player, side=player, number=len(units), hex=hex_, to=to)
    relocate(play, units, to)
