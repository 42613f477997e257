"""What must hold in every position, at the table and in a file; what holds of a frame stands beside its class."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.games.michel.attack_allocation import AttackAllocation
from westfront.games.michel.data import MichelData
from westfront.games.michel.movement import STACK
from westfront.games.michel.replacements import POOL_SIZE, LossOrder, Pick, pool
from westfront.games.michel.sequence import GameTurn
from westfront.games.michel.state import (
    ALLIED,
    BOXES,
    EXITED_XY,
    EXITED_YZ,
    FALLEN,
    FIRES,
    FIRES_HALF,
    GERMAN,
    LAST_TURN,
    SOUTH_EDGE,
    MichelState,
)
from westfront.hexgrid import has


def invariants(rules: MichelData, s: MichelState) -> Iterator[str]:
    """A sentence for everything that must hold and does not."""
    yield from _places(rules, s)
    yield from _columns(rules, s)
    yield from _boxes(rules, s)
    if s.turn not in range(LAST_TURN + 1) or s.german_held & ~rules.board.objective_hexes:
        yield "the tracks are beyond their ends"
    if s.frames and not isinstance(s.frames[0], GameTurn):
        yield "there is no game-turn to go back to"


def _places(rules: MichelData, s: MichelState) -> Iterator[str]:
    """Every counter in one hex or box, sides apart."""
    for unit, where in enumerate(s.at):
        if not (-len(BOXES) <= where < 0 or has(rules.grid.mask, where)):
            yield f"{rules.names.units[unit]} is nowhere"
    field = rules.field(s)
    if field.occupied[GERMAN] & field.occupied[ALLIED]:
        yield "both sides stand in one hex"
    top = s.frames[-1] if s.frames else None
    if isinstance(top, AttackAllocation) and field.stacked(STACK + 1) & field.occupied[top.player]:
        yield "the movement phase has ended with more than two units in a hex"


def _columns(rules: MichelData, s: MichelState) -> Iterator[str]:
    """What units do fits what they are and where they are."""
    for unit, name in enumerate(rules.names.units):
        if (s.use[unit] or s.gave_supply[unit]) and not rules.is_corps[unit]:
            yield f"{name} does the work of a corps"
        if s.use[unit] > FIRES_HALF or s.edge[unit] > SOUTH_EDGE or s.supplied_by[unit] > len(rules.counters):
            yield f"{name} has a number beyond its end"
        if s.spent[unit] > rules.allowance[unit]:
            yield f"{name} has paid more than it had"
        if rules.is_corps[unit] and s.combat[unit] and s.use[unit] < FIRES:
            yield f"{name} takes part in a combat and does not fire"
        if (s.combat[unit] or s.target[unit]) and s.at[unit] < 0:
            yield f"{name} fights beside the map"
        exited = s.at[unit] in (EXITED_XY, EXITED_YZ)
        if exited != (s.left[unit] >= 0) or (exited and rules.side_of[unit] == ALLIED):
            yield f"{name} has left the map by no hex"


def _boxes(rules: MichelData, s: MichelState) -> Iterator[str]:
    """At most two units in a pool unless a pick is under way, and no destroyed unit forgotten on its way into it."""
    for side, name in enumerate(rules.sides):
        picks = any(isinstance(frame, Pick) and frame.player == side for frame in s.frames)
        if (len(pool(rules, s, side)) == POOL_SIZE) != picks or len(pool(rules, s, side)) > POOL_SIZE:
            yield f"the pool of {name} holds {len(pool(rules, s, side))} units"
    waiting = sorted(u for frame in s.frames if isinstance(frame, LossOrder) for u in frame.units)
    if waiting != [unit for unit, where in enumerate(s.at) if where == FALLEN]:
        yield "a destroyed unit waits for the pool, and no question is about it"
