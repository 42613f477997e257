"""Chapter 8: German attack supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.games.hindenburg.state import (
    GE,
    GERMAN,
    GONE,
    OFF,
    RESERVE,
    HindenburgAsk,
    HindenburgPlay,
    HindenburgState,
    HindenburgStep,
    track,
)
from westfront.games.hindenburg.supply import attack_lines
from westfront.hexgrid import HexSet, bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

RETURN = 2
"""A marker comes back so many turns after its turn of use."""
LAST_USE = 8
"""At the end of this turn all markers leave the game."""
COST_WEST = 2
"""Markers spent for one west of the front line."""


def marked(rules: Hindenburg, s: HindenburgState) -> HexSet:
    """The hexes with an attack supply marker."""
    found = 0
    for marker in rules.markers:
        if s.at[marker] >= 0:
            found |= 1 << s.at[marker]
    return found


@rule("8.3", "8.3(1)")
def working(rules: Hindenburg, s: HindenburgState) -> HexSet:
    """The hexes whose marker has its effects: supplied and German-occupied."""
    found = marked(rules, s)
    return found and found & rules.field(s).occupied[GERMAN] & rules.supply(s).nations[GE]


def works(rules: Hindenburg, s: HindenburgState, hex_: int) -> bool:
    """Whether a marker in a hex has its effects."""
    return bool(working(rules, s) >> hex_ & 1)


@rule("8.1", "8.4", "8.1-ex")
def take_up_marker(play: HindenburgPlay, hex_: int) -> None:
    """The attack supply marker of a hex, if it has one, goes to the box two turns on."""
    s = play.state
    for marker in play.rules.markers:
        if s.at[marker] == hex_:
            s.at[marker] = track(s.turn + RETURN)
            play.tell("attack supply back", "8.4", hex=hex_, turn=s.turn + RETURN)


@rule("8.4")
def take_up_unsupplied(play: HindenburgPlay) -> None:
    """Markers in hexes that are out of supply now are removed at once."""
    rules, s = play.rules, play.state
    for hex_ in bits(marked(rules, s) & ~rules.supply(s).nations[GE]):
        take_up_marker(play, hex_)


@rule("8.1")
class AttackSupplyEnds(HindenburgStep, frozen=True):
    """The end of a turn: markers on the map go to the box two turns on; after turn 8 there are none."""

    def run(self, play: HindenburgPlay) -> None:
        """Take them up."""
        rules, s = play.rules, play.state
        if s.turn == LAST_USE:
            for marker in rules.markers:
                s.at[marker] = GONE
            play.tell("attack supply ends", "8.1")
        else:
            for hex_ in rules.names.hexes_in_order(marked(rules, s)):
                take_up_marker(play, hex_)


# -- placing


def in_reserve(rules: Hindenburg, s: HindenburgState) -> list[int]:
    """The markers that may be placed."""
    return [marker for marker in rules.markers if s.at[marker] == RESERVE]


@rule("8.2", "8.2(1)", "8.2(2)")
def open_to_markers(rules: Hindenburg, s: HindenburgState) -> HexSet:
    """Where a marker may be placed now: supplied German hexes without one, west of the line only at double cost."""
    board, ready = rules.board, len(in_reserve(rules, s))
    if not ready:
        return 0
    west = board.west & attack_lines(board, s) if ready >= COST_WEST else 0
    return (rules.supply(s).nations[GE] & board.east | west) & ~marked(rules, s)


@rule("8.2", "8.2(1)", "8.2(2)")
def why_not_marked(rules: Hindenburg, s: HindenburgState, hex_: int) -> Refusal:
    """Why a marker cannot be placed in a hex."""
    name = rules.names.place(hex_)
    if not in_reserve(rules, s):
        return Refusal("8.1", "no attack supply marker is in the reserve")
    if hex_ < 0 or not s.german >> hex_ & 1:
        return Refusal("8.2", f"{name} is not German-controlled")
    if marked(rules, s) >> hex_ & 1:
        return Refusal("8.2", f"{name} has an attack supply marker already")
    if not rules.supply(s).nations[GE] >> hex_ & 1:
        return Refusal("8.2", f"{name} is out of supply")
    if len(in_reserve(rules, s)) < COST_WEST:
        return Refusal("8.2(1)", f"{name} is west of the front line and would cost {COST_WEST} markers")
    return Refusal("8.2(2)", f"every supply line of {name} runs through the Devastated Zone, beyond German trenches")


class PlaceAttackSupply(HindenburgStep, frozen=True):
    """After the reinforcements of turns 2 to 8 the German may place the markers of his reserve."""

    def run(self, play: HindenburgPlay) -> None:
        """Ask, if there is a marker."""
        if 1 < play.state.turn <= LAST_USE and in_reserve(play.rules, play.state):
            play.push(Marking(GERMAN))


@rule("8.1", "8.2", "5.1")
class Marking(HindenburgAsk, frozen=True):
    """Where do attack supply markers go? Those that are not placed wait in the reserve."""

    asked_by = "8.2"
    verbs = ("mark", "done")

    def prompt(self, rules: Hindenburg, s: HindenburgState) -> str:
        """What is asked."""
        return f"Place attack supply markers ({len(in_reserve(rules, s))} in the reserve), or go on."

    def offer(self, rules: Hindenburg, s: HindenburgState) -> list[Action]:
        """Every hex in which one may stand, or no more of them."""
        return [("done",), *[("mark", hex_) for hex_ in bits(open_to_markers(rules, s))]]

    def why(self, rules: Hindenburg, s: HindenburgState, action: Action) -> Refusal:
        """Why none may stand there."""
        return why_not_marked(rules, s, action[1]) if len(action) > 1 else Refusal("8.2", "say in which hex")

    def apply(self, play: HindenburgPlay, action: Action) -> None:
        """Place one, and spend another if it stands west of the line; or go on, and the phase is over."""
        if action[0] == "mark":
            mark(play, action[1])
        else:
            play.pop()
            play.finish()


@rule("8.2", "8.2(1)")
def mark(play: HindenburgPlay, hex_: int) -> None:
    """Place a marker."""
    rules, s = play.rules, play.state
    marker, *others = in_reserve(rules, s)
    s.at[marker] = hex_
    play.tell("attack supply", "8.2", hex=hex_)
    if rules.board.west >> hex_ & 1:
        s.at[others[0]] = track(s.turn + RETURN)
        play.tell("attack supply spent", "8.2(1)", hex=hex_, turn=s.turn + RETURN)


# -- at the beginning


@rule("3.3(4)")
def open_at_start(rules: Hindenburg, s: HindenburgState) -> HexSet:
    """In the set-up markers stand east of the front line in hexes that touch it, one in each."""
    if not any(s.at[marker] == OFF for marker in rules.markers):
        return 0
    return rules.board.front[GERMAN] & ~marked(rules, s)


@rule("3.3(4)", "8.1")
def keep_for_turn_2(rules: Hindenburg, s: HindenburgState) -> None:
    """Markers that are not placed in the set-up go into the box of turn 2."""
    for marker in rules.markers:
        if s.at[marker] == OFF:
            s.at[marker] = track(2)
