"""Chapters 13.29 to 13.31, 14.1, 14.3, 16.7: who may be named for a step, and where a beaten force may go."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.games.storm.data import StormData
from westfront.games.storm.stacking import room_for_all
from westfront.games.storm.state import DEAD, StormState
from westfront.hexgrid import HexSet, bits, union
from westfront.mechanics.losses import first_of


def alive(s: StormState, units: Sequence[int]) -> list[int]:
    """Those of some units that are still on the map."""
    return [unit for unit in units if s.at[unit] >= 0]


@rule("14.1", "14.1-ex", "13.31", "16.7", "S3.3", "S3.15", "S3.18", "S3.22")
def attackers_to_lose(rules: StormData, s: StormState, attackers: Sequence[int], points: int, owed: bool) -> list[int]:
    """Who may pay the next loss point of the attacker.

    Tanks first, heavy ones before fast ones; then the Marines; and Stosstruppen, if they owe the last point.
    """
    left = alive(s, attackers)
    tanks = [unit for unit in left if rules.is_tank[unit]]
    slow = [unit for unit in tanks if rules.symbol[unit] != "fast-tank"]
    heavy = any(rules.symbol[unit] == "heavy-tank" for unit in tanks)
    marines = [unit for unit in left if unit == rules.marines]
    storm = [unit for unit in left if rules.is_storm[unit]] if owed and points == 1 else []
    return [*first_of(slow if heavy else (), tanks, marines, storm, left)]


@rule("13.31", "14.1", "14.3", "S3.19", "S3.22")
def defenders_to_lose(rules: StormData, s: StormState, defenders: Sequence[int], tanks_attack: bool) -> list[int]:
    """Who may pay the next loss point of the defender.

    Anti-tank units first if tanks attack, then the Marines or their Tank Corps, AGB last of all.
    """
    left = alive(s, defenders)
    guns = [unit for unit in left if rules.symbol[unit] == "anti-tank"] if tanks_attack else []
    corps = [unit for unit in left if unit == rules.marines or rules.is_tank[unit]] if rules.marines in left else []
    return [*first_of(guns, corps, [unit for unit in left if unit != rules.agb], left)]


@rule("14.1", "14.3", "16.7", "S3.15", "S3.18", "S3.19", "S3.22")
def forced_by(rules: StormData, payers: Sequence[int], unit: int) -> str:
    """The rule by which others pay before a unit of the same force."""
    if unit == rules.agb:
        return "14.3"
    if any(rules.symbol[payer] == "anti-tank" for payer in payers):
        return "S3.19"
    if rules.marines in payers:
        return "S3.22"
    if all(rules.is_tank[payer] for payer in payers):
        return "S3.15" if rules.symbol[unit] == "fast-tank" else "S3.18" if rules.panzer in payers else "14.1"
    return "16.7"


@rule("10.6", "13.30", "13.30-ex", "14.3")
def retreat_hexes(rules: StormData, s: StormState, defenders: Sequence[int], target: int) -> HexSet:
    """Where a whole force may retreat to: next to it, no enemy, room for all; never with AGB, never over the sea.

    A retreat that would cost the last step, for an enemy zone that no friend in the hex negates, is none.
    """
    force = alive(s, defenders)
    if not force or rules.agb in force:
        return 0
    side = rules.side_of[force[0]]
    field = rules.field(s)
    near = rules.board.near(target) & ~field.occupied[1 - side]
    if sum(s.steps[unit] for unit in force) < 2:
        near &= ~costly(rules, s, side)
    crowded = near & field.occupied[side]
    closed = rules.grid.set_of(hex_ for hex_ in bits(crowded) if not room_for_all(rules, s, force, hex_))
    return near & ~closed


@rule("13.30", "13.31")
def ways_out(
    rules: StormData, s: StormState, defenders: Sequence[int], target: int, points: int, tanks_attack: bool
) -> HexSet:
    """Where a force could retreat for the last of some loss points, whichever of its units pay the others."""
    after = {bytes(s.steps): s}
    for _ in range(points - 1):
        paid = [
            without_step(left, unit)
            for left in after.values()
            for unit in defenders_to_lose(rules, left, defenders, tanks_attack)
        ]
        after = {bytes(left.steps): left for left in paid}
    return union(retreat_hexes(rules, left, defenders, target) for left in after.values())


def without_step(s: StormState, unit: int) -> StormState:
    """The position if a unit had one step less."""
    left = s.copy()
    left.steps[unit] -= 1
    if not left.steps[unit]:
        left.at[unit], left.height[unit] = DEAD, 0
    return left


@rule("10.6", "13.30")
def costly(rules: StormData, s: StormState, side: int) -> HexSet:
    """Hexes in enemy zones that no friend negates: to retreat there costs a step."""
    return rules.zone(s, 1 - side) & ~rules.field(s).occupied[side]
