"""Chapter 8: German attack supply."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Hex
from westfront.games.hindenburg.data import HindenburgAsk, HindenburgData, HindenburgPlay, HindenburgStep
from westfront.games.hindenburg.state import GERMAN, GONE, OFF, RESERVE, TRACK, HindenburgState
from westfront.games.hindenburg.supply import attack_supply_lines
from westfront.hexgrid import HexSet, bits, has
from westfront.mechanics.limits import Limit, allowed, why_not
from westfront.mechanics.plans import ANYWHERE

RETURN = 2
"""A marker comes back so many turns after its turn of use."""
LAST_USE = 8
"""At the end of this turn all markers leave the game."""
COST_WEST = 2
"""Markers spent for one west of the front line."""


def marked(rules: HindenburgData, s: HindenburgState) -> HexSet:
    """The hexes with an attack supply marker."""
    found = 0
    for marker in rules.markers:
        if s.at[marker] >= 0:
            found |= 1 << s.at[marker]
    return found


@rule("8.3")
def working_markers(rules: HindenburgData, s: HindenburgState) -> HexSet:
    """The hexes whose marker has its effects: supplied and German-occupied."""
    found = marked(rules, s)
    return found and found & rules.field(s).occupied[GERMAN] & rules.german_supply(s)


@rule("8.1", "8.4", "8.1-ex")
def take_up_marker(play: HindenburgPlay, hex_: int) -> None:
    """The attack supply marker of a hex, if it has one, goes to the box two turns on."""
    s = play.state
    for marker in play.rules.markers:
        if s.at[marker] == hex_:
            s.at[marker] = TRACK.box(s.turn + RETURN)
            play.tell("attack supply back", "8.4", hex=hex_, turn=s.turn + RETURN)


@rule("8.4")
def take_up_unsupplied(play: HindenburgPlay) -> None:
    """Markers in hexes that are out of supply now are removed at once."""
    rules, s = play.rules, play.state
    if markers := marked(rules, s):
        for hex_ in bits(markers & ~rules.german_supply(s)):
            take_up_marker(play, hex_)


@rule("8.1")
class AttackSupplyEnds(HindenburgStep, frozen=True):
    """The end of a turn: markers on the map go to the box two turns on; after turn 8 there are none."""

    def run(self, play: HindenburgPlay) -> None:
        rules, s = play.rules, play.state
        if s.turn == LAST_USE:
            for marker in rules.markers:
                s.at[marker] = GONE
            play.tell("attack supply ends", "8.1")
        else:
            for hex_ in rules.names.hexes_in_order(marked(rules, s)):
                take_up_marker(play, hex_)


# -- placing


def in_reserve(rules: HindenburgData, s: HindenburgState) -> list[int]:
    """The markers that may be placed."""
    return [marker for marker in rules.markers if s.at[marker] == RESERVE]


@rule("8.2", "8.2(1)", "8.2(2)")
def limits(rules: HindenburgData, s: HindenburgState) -> Iterator[Limit]:
    """Where a marker may be placed: supplied German hexes without one, west of the line only at double cost."""
    board = rules.board
    yield Limit(s.german, "8.2", "is not German-controlled")
    yield Limit(~marked(rules, s), "8.2", "has an attack supply marker already")
    yield Limit(rules.german_supply(s), "8.2", "is out of supply")
    if len(in_reserve(rules, s)) < COST_WEST:
        yield Limit(board.east, "8.2(1)", f"is west of the front line and would cost {COST_WEST} markers")
    lines = attack_supply_lines(board, s.german, s.trenches)
    yield Limit(board.east | lines, "8.2(2)", "has lines only through the Devastated Zone, beyond German trenches")


def open_to_markers(rules: HindenburgData, s: HindenburgState) -> HexSet:
    """Where a marker of the reserve may be placed now."""
    return allowed(rules.grid.mask, limits(rules, s)) if in_reserve(rules, s) else 0


@rule("8.1", "8.2")
class PlaceAttackSupply(HindenburgAsk, frozen=True):
    """After the reinforcements the German places markers of his reserve; those that he does not place wait there."""

    asked_by = "8.2"

    def prompt(self, rules: HindenburgData, s: HindenburgState) -> str:
        return f"Place attack supply markers ({len(in_reserve(rules, s))} in the reserve), or go on."

    def unused(self, rules: HindenburgData, s: HindenburgState) -> str:
        """The markers that stay in the reserve."""
        left = len(in_reserve(rules, s))
        return f"{left} attack supply marker{'s' * (left > 1)}" if left else ""

    def offer(self, rules: HindenburgData, s: HindenburgState) -> list[Action]:
        return [("done",), *[("mark", hex_) for hex_ in bits(open_to_markers(rules, s))]]

    def why_mark(self, rules: HindenburgData, s: HindenburgState, hex_: Hex = ANYWHERE) -> Refusal | None:
        """A marker is there to be placed, and the hex is named and open to it."""
        if not in_reserve(rules, s):
            return Refusal("8.1", "no attack supply marker is in the reserve")
        if hex_ == ANYWHERE:
            return Refusal("8.2", "say in which hex")
        return why_not(limits(rules, s), hex_, rules.names.place(hex_))

    def do_mark(self, play: HindenburgPlay, hex_: Hex = ANYWHERE) -> None:
        """Place one, and spend another if it stands west of the line."""
        rules, s = play.rules, play.state
        marker, *others = in_reserve(rules, s)
        s.at[marker] = hex_
        play.tell("attack supply", "8.2", hex=hex_)
        if has(rules.board.west, hex_):
            s.at[others[0]] = TRACK.box(s.turn + RETURN)
            play.tell("attack supply spent", "8.2(1)", hex=hex_, turn=s.turn + RETURN)

    def do_done(self, play: HindenburgPlay) -> None:
        play.pop()
        play.finish()


# -- at the beginning


@rule("3.3(4)")
def open_at_start(rules: HindenburgData, s: HindenburgState) -> HexSet:
    """In the set-up markers stand east of the front line in hexes that touch it, one in each."""
    if not any(s.at[marker] == OFF for marker in rules.markers):
        return 0
    return rules.board.front[GERMAN] & ~marked(rules, s)


@rule("3.3(4)", "8.1")
def keep_for_turn_2(rules: HindenburgData, s: HindenburgState) -> None:
    """Markers that are not placed in the set-up go into the box of turn 2."""
    for marker in rules.markers:
        if s.at[marker] == OFF:
            s.at[marker] = TRACK.box(2)
