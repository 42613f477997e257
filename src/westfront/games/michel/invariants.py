"""What must hold in every position, at the table and in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from westfront.engine.frame import Frame
from westfront.engine.names import NOBODY
from westfront.games.michel.allocation import Assault, AttackAllocation, Resist
from westfront.games.michel.combat import Resolution
from westfront.games.michel.declared import combat_at, numbers, targets
from westfront.games.michel.deployment import Deployment, Placing, Shifting
from westfront.games.michel.movement import Moving, Overstacked
from westfront.games.michel.replacements import POOL_SIZE, Entering, LossOrder, Pick, pool
from westfront.games.michel.results import Exchange, Retreat, RetreatOf, retreat_hexes
from westfront.games.michel.sequence import LAST_TURN, GameTurn
from westfront.games.michel.state import ALLIED, BOXES, DUE, EXITED_YZ, FALLEN, FIRES, FIRES_HALF, GERMAN, MichelState

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel


def broken(rules: Michel, s: MichelState) -> Iterator[str]:
    """A sentence for everything that must hold and does not."""
    yield from _places(rules, s)
    yield from _columns(rules, s)
    yield from _boxes(rules, s)
    if s.turn not in range(LAST_TURN + 1) or s.german_held & ~rules.board.objective_hexes:
        yield "the tracks are beyond their ends"
    if s.frames and not isinstance(s.frames[0], GameTurn):
        yield "there is no game-turn to go back to"
    for frame in s.frames:
        if not _frame_holds(rules, s, frame):
            yield f"{type(frame).__name__} speaks of something that is not so"


def _places(rules: Michel, s: MichelState) -> Iterator[str]:
    """Every counter in one hex or box, sides apart."""
    for unit, where in enumerate(s.at):
        if not (-len(BOXES) <= where < 0 or (where >= 0 and rules.grid.mask >> where & 1)):
            yield f"{rules.names.units[unit]} is nowhere"
    field = rules.field(s)
    if field.occupied[GERMAN] & field.occupied[ALLIED]:
        yield "both sides stand in one hex"
    top = s.frames[-1] if s.frames else None
    if isinstance(top, AttackAllocation) and field.crowded & field.occupied[top.player]:
        yield "the movement phase has ended with more than two units in a hex"


def _columns(rules: Michel, s: MichelState) -> Iterator[str]:
    """What units do fits what they are and where they are."""
    for unit, name in enumerate(rules.names.units):
        if (s.use[unit] or s.gave[unit]) and not rules.is_corps[unit]:
            yield f"{name} does the work of a corps"
        if s.use[unit] > FIRES_HALF or s.edge[unit] > 2 or s.fed_by[unit] > len(rules.counters):
            yield f"{name} has a number beyond its end"
        if s.spent[unit] > rules.allowance[unit]:
            yield f"{name} has paid more than it had"
        if rules.is_corps[unit] and s.combat[unit] and s.use[unit] < FIRES:
            yield f"{name} takes part in a combat and does not fire"
        if (s.combat[unit] or s.target[unit]) and s.at[unit] < 0:
            yield f"{name} fights beside the map"
        exited = EXITED_YZ <= s.at[unit] <= EXITED_YZ + 1
        if exited != (s.left[unit] >= 0) or (exited and rules.side_of[unit] == ALLIED):
            yield f"{name} has left the map by no hex"


def _boxes(rules: Michel, s: MichelState) -> Iterator[str]:
    """Pools of two at most but for a pick under way, and nobody fallen without one who says in which order."""
    for side, name in enumerate(rules.sides):
        picks = any(isinstance(frame, Pick) and frame.player == side for frame in s.frames)
        if (len(pool(rules, s, side)) == POOL_SIZE) != picks or len(pool(rules, s, side)) > POOL_SIZE:
            yield f"the pool of {name} holds {len(pool(rules, s, side))} units"
    waiting = sorted(u for frame in s.frames if isinstance(frame, LossOrder) for u in frame.units)
    if waiting != [unit for unit, where in enumerate(s.at) if where == FALLEN]:
        yield "somebody has fallen whom nobody counts"


def _frame_holds(rules: Michel, s: MichelState, frame: Frame) -> bool:
    """Whether a frame speaks of units, hexes and combats that are there."""
    if getattr(frame, "player", GERMAN) == NOBODY:
        return False
    match frame:
        case Deployment() | Placing() | Shifting():
            return s.turn == 0 and frame.holds(rules)
        case Moving(player=side, unit=unit):
            return _stand(rules, s, side, (unit,))
        case Entering(player=side, unit=unit):
            return unit != NOBODY and rules.side_of[unit] == side and s.at[unit] == DUE
        case Overstacked(player=side, hex=hex_):
            return hex_ >= 0 and bool(rules.field(s).occupied[side] >> hex_ & 1)
        case Assault(player=side, number=number):
            return number > 0 and bool(targets(rules, s, 1 - side, number))
        case Resist(player=side, hex=hex_):
            return hex_ >= 0 and bool(combat_at(rules, s, side, hex_))
        case Resolution(player=side):
            return bool(numbers(rules, s, 1 - side))
        case Exchange(player=side, units=units):
            return bool(units) and _stand(rules, s, side, units)
        case RetreatOf(player=side, units=units, steps=steps):
            return steps in (1, 2) and _stand(rules, s, 1 - side, units)
        case Retreat(player=side, units=units, steps=steps):
            there = steps in (1, 2) and _stand(rules, s, 1 - side, units)
            return there and (frame is not s.frames[-1] or any(retreat_hexes(rules, s, u, steps) for u in units))
        case LossOrder(player=side, units=units):
            return bool(units) and all(u != NOBODY and rules.side_of[u] == side for u in units)
    return True


def _stand(rules: Michel, s: MichelState, side: int, units: Sequence[int]) -> bool:
    """Units of one side on the map, each once."""
    own = all(unit != NOBODY and rules.side_of[unit] == side and s.at[unit] >= 0 for unit in units)
    return own and len(set(units)) == len(units)
