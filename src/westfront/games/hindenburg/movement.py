"""Chapter 11: movement."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.hindenburg.data import HindenburgData, HindenburgPlay
from westfront.games.hindenburg.stacking import relocate, with_room
from westfront.games.hindenburg.state import STACK, HindenburgState
from westfront.hexgrid import HexSet, has


@rule("7.6")
def able(rules: HindenburgData, s: HindenburgState, hex_: int) -> list[int]:
    """The divisions of a hex that may act: those in supply, the top one first."""
    stack, nation_of = rules.stack(s, hex_), rules.nation_of
    lines = rules.supply(s, rules.side_of[stack[0]]) if stack else {}
    return [unit for unit in stack if lines[nation_of[unit]] >> hex_ & 1]


@rule("11.1", "11.3", "2.9", "6.2")
def destinations(rules: HindenburgData, s: HindenburgState, side: int, hex_: int, number: int) -> HexSet:
    """Where so many divisions of a hex can go: to a hex next to it, or through one friendly hex to another.

    Terrain costs nothing and nothing stops a move but enemy divisions and, at every step, the limit of ten.
    """
    friendly = rules.controlled(s, side)
    one = with_room(rules, s, rules.board.near(hex_) & ~rules.field(s).occupied[1 - side], number)
    two = rules.grid.adjacent(one & friendly) & friendly & ~(1 << hex_)
    return one | with_room(rules, s, two, number)


@rule("11.2", "11.3")
def why_not_move(
    rules: HindenburgData, s: HindenburgState, side: int, hex_: int, to: int, units: Sequence[int]
) -> Refusal | None:
    """The hex is one step away, or two by friendly hexes, without enemies and with room for all who go."""
    if not units and not able(rules, s, hex_):
        return Refusal("7.6", f"no division in {rules.names.place(hex_)} is in supply")
    if not units:
        return Refusal("11.2", "nobody is chosen to move")
    if has(destinations(rules, s, side, hex_, len(units)), to):
        return None
    name, there = rules.names.place(to), rules.stack(s, to)
    if not has(rules.board.playable, to) or to == hex_:
        return Refusal("11.2", f"{name} is not a hex to which units can move")
    if there and rules.side_of[there[0]] != side:
        return Refusal("11.2", f"enemy divisions are in {name}")
    if len(there) + len(units) > STACK:
        return Refusal("6.2", f"{name} has {len(there)} divisions in it and holds no more than {STACK}")
    return Refusal("11.3", f"{name} is not within one hex, nor within two through friendly hexes with room for all")


@rule("11.2")
def move(play: HindenburgPlay, side: int, hex_: int, to: int, units: Sequence[int]) -> None:
    """The divisions move; their owner is told who they were, the enemy how many."""
    rules, s = play.rules, play.state
    play.tell("moved", "11.2", only=side, what=rules.described(s, units), hex=hex_, to=to)
    play.tell("moved unseen", "11.2", but=side, side=side, number=len(units), hex=hex_, to=to)
    relocate(play, units, to)
