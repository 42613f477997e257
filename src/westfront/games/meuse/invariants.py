"""What must hold in every position, at the table and in a file."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.engine.names import NOBODY
from westfront.games.meuse.bombardment import MOST_MARKERS, Barrage, Fire, markers_on
from westfront.games.meuse.combat import AttackRoll, SupportFire
from westfront.games.meuse.data import BOMBARDMENT_MARKERS, MeuseData
from westfront.games.meuse.retreat import Retreat
from westfront.games.meuse.sequence import GameTurn
from westfront.games.meuse.stacking import STACK
from westfront.games.meuse.state import (
    AIR,
    ALLIED,
    DECLARED,
    DUE,
    FIRING,
    GERMAN,
    HAND,
    LOST,
    OFF,
    POOL,
    SPENT,
    USED,
    MeuseState,
)

SUPPORT_BOXES = (POOL, HAND, FIRING, USED)


def invariants(rules: MeuseData, s: MeuseState) -> Iterator[str]:
    """A sentence for everything that must hold and does not."""
    yield from _places(rules, s)
    yield from _stacks(rules, s)
    yield from _steps(rules, s)
    yield from _tracks(rules, s)
    yield from _under_way(rules, s)
    if s.frames and not isinstance(s.frames[0], GameTurn):
        yield "there is no game turn to go back to"
    if any(getattr(frame, "player", ALLIED) == NOBODY for frame in s.frames):
        yield "a phase belongs to nobody"


def _places(rules: MeuseData, s: MeuseState) -> Iterator[str]:
    """Every counter in a hex or in a box that is for it."""
    for unit, where in enumerate(s.at):
        if where >= 0:
            fits = bool(rules.grid.mask >> where & 1) and unit not in rules.support[rules.side_of[unit]]
        elif unit in rules.aircraft:
            fits = where == AIR
        elif unit >= rules.fighters:
            fits = where in SUPPORT_BOXES
        else:
            fits = where == OFF if rules.is_brigade[unit] else where in (OFF, DUE, LOST)
        if not fits:
            yield f"{rules.names.units[unit]} cannot be at {where if where >= 0 else rules.names.place(where)}"


def _stacks(rules: MeuseData, s: MeuseState) -> Iterator[str]:
    """One unit in a hex or up to three brigades, but for units that pass others in a retreat; sides apart."""
    field = rules.field(s)
    if field.occupied[ALLIED] & field.occupied[GERMAN]:
        yield "both sides stand in one hex"
    passing = {unit for frame in s.frames if isinstance(frame, Retreat) and frame.taken for unit in frame.units}
    for hex_, units in field.stacks.items():
        stay = [unit for unit in units if unit not in passing]
        if len(stay) > 1 and (len(stay) > STACK or not all(rules.is_brigade[u] for u in stay)):
            yield f"too many units stand in {rules.grid.label(hex_)}"
    if s.frames and field.occupied[ALLIED] >> rules.goal & 1:
        yield "the Allies have won already"


def _steps(rules: MeuseData, s: MeuseState) -> Iterator[str]:
    """Steps of those on the map or on the way; nothing to say of the others."""
    for unit, name in enumerate(rules.names.units):
        alive = unit < rules.fighters and (s.at[unit] >= 0 or s.at[unit] == DUE)
        lowest = max(1, rules.full_steps[unit] - 1) if alive else 0
        if not lowest <= s.steps[unit] <= (rules.full_steps[unit] if alive else 0):
            yield f"{name} has {s.steps[unit]} steps"
        marks = (s.moved[unit], s.unsupplied[unit], s.fought[unit])
        if max(marks) > 1 or (s.at[unit] < 0 and (any(marks) or s.spent[unit] or s.shells[unit])):
            yield f"{name} is marked for what it cannot have done"
        if s.spent[unit] > rules.ratings[unit][s.steps[unit]].move:
            yield f"{name} has paid more than it had"


def _tracks(rules: MeuseData, s: MeuseState) -> Iterator[str]:
    """Tracks and flags within their ends."""
    if not 0 <= s.turn <= rules.last_turn or len(s.stock) != 2 or sum(s.stock) > BOMBARDMENT_MARKERS:
        yield "the tracks are beyond their ends"
    if s.breached & ~rules.board.trench:
        yield "a hex without a trench is breached"
    if not 0 <= s.lost_battalion <= SPENT or s.german_replacement not in (0, 1) or s.gas not in (0, 1):
        yield "a flag is beyond its end"


def _under_way(rules: MeuseData, s: MeuseState) -> Iterator[str]:
    """Markers on units, in fire, gas and the Lost Battalion belong to a bombardment or battle under way."""
    shelling = any(isinstance(frame, Barrage | Fire) for frame in s.frames)
    fighting = any(isinstance(frame, AttackRoll | SupportFire) for frame in s.frames)
    shelled = {s.at[unit] for unit in range(rules.fighters) if s.shells[unit]}
    if (shelled or s.gas) and not shelling:
        yield "there is no bombardment for these markers"
    if any(hex_ >= 0 and markers_on(rules, s, hex_) > MOST_MARKERS for hex_ in shelled):
        yield "a unit has more than two bombardment markers"
    firing = any(s.at[unit] == FIRING for unit in range(rules.fighters, len(s.at)))
    if (firing or s.lost_battalion == DECLARED) and not fighting:
        yield "there is no battle for this support"
