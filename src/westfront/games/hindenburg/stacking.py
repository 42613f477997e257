"""Chapter 6: stacks, what lies on top, and how divisions come into a hex and leave it; chapter 3.5: control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.games.hindenburg.attack_supply import take_up_marker
from westfront.games.hindenburg.state import ALLIED, GERMAN, STACK, HindenburgPlay, HindenburgState
from westfront.hexgrid import HexSet

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


@rule("6.2", "6.6")
def relocate(play: HindenburgPlay, units: Sequence[int], place: int) -> None:
    """Put divisions of one side, the top one first, into a hex or a box: the one way in which divisions ever move.

    In a hex they lie below those that are there already. Whatever comes to lie on top and did not before is seen by the
    enemy now. The hex belongs to their side.
    """
    rules, s = play.rules, play.state
    piles = {s.at[u]: rules.stack(s, s.at[u]) for u in units if s.at[u] >= 0}
    if place >= 0:
        piles[place] = rules.stack(s, place)
    shown = {pile[0] for pile in piles.values() if pile}
    lay(rules, s, units, place)
    for hex_, pile in piles.items():
        after = [u for u in pile if s.at[u] == hex_] or (list(units) if hex_ == place else [])
        if after and after[0] not in shown and not s.seen[after[0]]:
            play.reveal()
    if place >= 0:
        take_hex(play, rules.side_of[units[0]], place)


def lay(rules: Hindenburg, s: HindenburgState, units: Sequence[int], place: int) -> None:
    """Lay divisions down in a hex, in order below those that are there, or in a box."""
    pile = [u for u in rules.stack(s, place) if u not in units] if place >= 0 else []
    for unit in units:
        s.at[unit], s.height[unit] = place, 0
    if place >= 0:
        stack_up(s, [*pile, *units])


def stack_up(s: HindenburgState, pile: Sequence[int]) -> None:
    """Let the divisions of a hex lie in this order, the first on top."""
    for below, unit in enumerate(reversed(pile), 1):
        s.height[unit] = below


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


@rule("6.2")
def with_room(rules: Hindenburg, s: HindenburgState, hexes: HexSet, number: int) -> HexSet:
    """Those of some hexes that can take so many more divisions."""
    for hex_, stack in rules.field(s).stacks.items():
        if len(stack) + number > STACK:
            hexes &= ~(1 << hex_)
    return hexes


def lay_on_top(s: HindenburgState, stack: Sequence[int], unit: int) -> None:
    """Another division of a stack lies on top of it now."""
    stack_up(s, [unit, *[u for u in stack if u != unit]])


@rule("6.6")
def others_on_top(rules: Hindenburg, s: HindenburgState, hex_: int) -> list[str]:
    """The kinds of division that could be laid on top of a stack, and are not."""
    stack = rules.stack(s, hex_)
    return [kind for kind in rules.by_kind(s, stack) if kind != rules.kind(s, stack[0])]


def take_kind(rules: Hindenburg, s: HindenburgState, units: Sequence[int], kind: str, number: int) -> list[int] | None:
    """So many divisions of a kind from some, the last ones; None if there are not as many.

    From a stack these are the lowest, so that what lies on top stays there while it can.
    """
    found = rules.by_kind(s, units).get(kind, [])
    return found[-number:] if 0 < number <= len(found) else None


def take_words(rules: Hindenburg, s: HindenburgState, units: Sequence[int], words: Sequence[str]) -> list[int] | None:
    """The divisions that a row of words names in its order, such as `3xGE4-4` or `all`; None if they are not there."""
    if tuple(words) == ("all",):
        return list(units)
    found: list[int] = []
    for word in words:
        number, _, kind = word.partition("x")
        more = (
            take_kind(rules, s, [u for u in units if u not in found], kind, int(number)) if number.isdigit() else None
        )
        if more is None:
            return None
        found += more
    return found
