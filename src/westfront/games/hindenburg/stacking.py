"""Chapter 6: stacks, what lies on top, and how divisions come into a hex and leave it; chapter 3.5: control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.games.hindenburg.attack_supply import take_up_marker
from westfront.games.hindenburg.state import (
    ALLIED,
    GERMAN,
    STACK,
    HindenburgPlay,
    HindenburgState,
)
from westfront.hexgrid import HexSet

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


@rule("6.2", "6.6", "3.5")
def relocate(play: HindenburgPlay, units: Sequence[int], place: int) -> None:
    """Put divisions of one side, the top one first, into a hex or a box: the one way in which divisions ever move.

    In a hex they lie below those that are there already. Whatever comes to lie on top and did not before is seen by the
    enemy now. The hex belongs to their side.
    """
    rules, s = play.rules, play.state
    going = set(units)
    left = {s.at[u]: rules.stack(s, s.at[u]) for u in units if s.at[u] >= 0}
    there = list(rules.stack(s, place)) if place >= 0 else []
    shown = {stack[0] for stack in left.values()}
    shown.update(there[:1])
    for unit in units:
        s.at[unit], s.height[unit] = place, 0
    if place >= 0:
        pile = [*there, *units]
        for depth, unit in enumerate(pile):
            s.height[unit] = len(pile) - depth
        left[place] = pile
        take_hex(play, rules.side_of[units[0]], place)
    for hex_, stack in left.items():
        top = next((u for u in stack if hex_ == place or u not in going), None)
        if top is not None and top not in shown and not s.seen[top]:
            play.reveal()


@rule("3.5", "4.11", "7.3", "8.4", "12.5")
def take_hex(play: HindenburgPlay, side: int, hex_: int) -> None:
    """Divisions of a side have entered a hex, which is theirs now.

    An entrenchment of the enemy is not captured; a Channel port is dead for ever once it was German; an attack supply
    marker goes back to the Turn Record Track when the Allies enter.
    """
    s, bit = play.state, 1 << hex_
    if bool(s.german & bit) == (side == GERMAN):
        return
    s.german ^= bit
    play.tell("control", "3.5", side=side, hex=hex_)
    if s.trenches & bit:
        s.trenches ^= bit
        play.tell("trench lost", "12.5", hex=hex_, reason="the enemy is there")
    if side == GERMAN and play.rules.board.ports & bit:
        s.lost_ports |= bit
        play.tell("port lost", "7.3", "4.11", hex=hex_)
    if side == ALLIED:
        take_up_marker(play, hex_)


@rule("6.2")
def room(rules: Hindenburg, s: HindenburgState, hex_: int) -> int:
    """How many more divisions a hex can take."""
    return max(0, STACK - len(rules.stack(s, hex_)))


def with_room(rules: Hindenburg, s: HindenburgState, hexes: HexSet, number: int) -> HexSet:
    """Those of some hexes that can take so many more divisions."""
    stacks = rules.field(s).stacks
    for hex_, stack in stacks.items():
        if len(stack) + number > STACK:
            hexes &= ~(1 << hex_)
    return hexes
