"""What must hold in every position, at the table and in a file; what must hold of a frame stands beside its class."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.games.hindenburg.actions import CleanUp, Overstacked
from westfront.games.hindenburg.attack_supply import LAST_USE
from westfront.games.hindenburg.battle import Battle, under_way
from westfront.games.hindenburg.data import HindenburgData
from westfront.games.hindenburg.replacements import ReplacementRoll
from westfront.games.hindenburg.sequence import Turn
from westfront.games.hindenburg.state import (
    ACTIONS,
    ALLIED,
    BE,
    BOXES,
    DEAD,
    GERMAN,
    GONE,
    LAST_TURN,
    OFF,
    PASSED,
    PO,
    RESERVE,
    STACK,
    HindenburgState,
)


def invariants(rules: HindenburgData, s: HindenburgState) -> Iterator[str]:
    """A sentence for everything that must hold and does not."""
    yield from _tracks(rules, s)
    places = list(_places(rules, s))
    yield from places
    if places:
        return
    yield from _stacks(rules, s)
    yield from _markers(rules, s)
    if any(s.isolated) and under_way(s) is None:
        yield "a division is isolated, and there is no battle"
    if DEAD in s.at and not any(isinstance(frame, Battle | ReplacementRoll | CleanUp) for frame in s.frames):
        yield "a dead division has no replacement roll pending"
    if s.frames and not isinstance(s.frames[0], Turn):
        yield "there is no turn to go back to"


def _tracks(rules: HindenburgData, s: HindenburgState) -> Iterator[str]:
    """Turns, actions, and hexes that have an owner."""
    if not 0 <= s.turn <= LAST_TURN or s.mid_game not in range(PASSED + 1):
        yield "the tracks are beyond their ends"
    if len(s.actions) != 2 or max(s.actions) > ACTIONS:
        yield "the action markers are beyond their track"
    if s.german & ~rules.board.playable or s.lost_ports & ~rules.board.ports:
        yield "somebody controls what nobody can"
    if rules.board.ports & s.german & ~s.lost_ports:
        yield "a Channel port is German and was never lost"


def _places(rules: HindenburgData, s: HindenburgState) -> Iterator[str]:
    """Every counter where it can be."""
    setting_up = s.turn == 0
    for unit, where in enumerate(s.at):
        name = rules.names.units[unit]
        if where >= 0 and not rules.board.playable >> where & 1:
            yield f"{name} is where nobody can be"
        if where < -len(BOXES):
            yield f"{name} is nowhere"
        if (s.height[unit] > 0) != (where >= 0 and unit <= rules.divisions[-1]):
            yield f"{name} lies at a height where there is no stack"
        if max(column[unit] for column in (s.flipped, s.isolated, s.known, s.seen_reduced)) > 1:
            yield f"{name} has a number beyond its end"
    for unit in rules.tanks:
        if s.at[unit] >= 0 or s.at[unit] == DEAD or s.flipped[unit]:
            yield f"{rules.names.units[unit]} never comes onto the map"
    for unit in rules.own[ALLIED]:
        if rules.nation_of[unit] == PO and not (s.at[unit] >= 0 or s.at[unit] in (OFF, DEAD, GONE)):
            yield "Portuguese divisions are never in a box"
    if setting_up and any(rules.nation_of[unit] == BE and s.at[unit] == RESERVE for unit in rules.own[ALLIED]):
        yield "Belgian divisions do not begin in the reserve"


def _stacks(rules: HindenburgData, s: HindenburgState) -> Iterator[str]:
    """Sides apart, each in hexes of its own, in order, and ten at most but for a clean-up under way."""
    field = rules.field(s)
    for side in (GERMAN, ALLIED):
        if field.occupied[side] & ~rules.controlled(s, side):
            yield f"{rules.sides[side]} stands in hexes that the enemy controls"
    for hex_, stack in field.stacks.items():
        if len({s.height[unit] for unit in stack}) != len(stack):
            yield f"the divisions in {rules.grid.label(hex_)} have no order"
    if field.stacked(STACK + 1) and not any(isinstance(frame, CleanUp | Overstacked) for frame in s.frames):
        yield "more than ten divisions are in a hex"


def _markers(rules: HindenburgData, s: HindenburgState) -> Iterator[str]:
    """Attack supply one to a hex in German hexes, until turn 8; entrenchments where there can be any."""
    marks = [s.at[marker] for marker in rules.markers if s.at[marker] >= 0]
    if len(set(marks)) != len(marks) or rules.grid.set_of(marks) & ~s.german:
        yield "attack supply markers stand one to a hex, in German hexes"
    if s.turn > LAST_USE and any(s.at[marker] != GONE for marker in rules.markers):
        yield "attack supply markers have left the game"
    field, board = rules.field(s), rules.board
    under_way = any(isinstance(frame, CleanUp) for frame in s.frames)
    if s.trenches & board.city or (s.trenches & ~(field.occupied[0] | field.occupied[1]) and not under_way):
        yield "an entrenchment is in a city, or where nobody is"
    for side in (GERMAN, ALLIED):
        if s.trenches & field.occupied[side] & board.printed_trench[side]:
            yield "an entrenchment is in a trench of the same side"
