"""Who stands where: stacks, zones of control, and what a line of supply may pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.games.marne.state import ALLIED, GERMAN, MarneState
from westfront.hexgrid import HexSet

if TYPE_CHECKING:
    from westfront.games.marne.facts import MarneData

EMPTY: list[int] = []


class Field:
    """Hex sets of the ground units; whatever belongs to a side is a pair, the German one first."""

    def __init__(self, rules: MarneData, s: MarneState) -> None:
        self.stacks: dict[int, list[int]] = {}
        """The ground units of each hex, without Stosstruppen, which lie under their regiment."""
        ground, combat, zones = [0, 0], [0, 0], [0, 0]
        at, side_of, is_combat, has_zone = s.at, rules.side_of, rules.is_combat, rules.has_zone
        for unit in rules.ground_units:
            hex_ = at[unit]
            if hex_ >= 0:
                bit, side = 1 << hex_, side_of[unit]
                ground[side] |= bit
                if is_combat[unit]:
                    combat[side] |= bit
                    if has_zone[unit]:
                        zones[side] |= bit
                if hex_ in self.stacks:
                    self.stacks[hex_].append(unit)
                else:
                    self.stacks[hex_] = [unit]
        adjacent = rules.grid.adjacent
        self.ground = ground[GERMAN], ground[ALLIED]
        self.combat = combat[GERMAN], combat[ALLIED]
        self.zone = adjacent(zones[GERMAN]), adjacent(zones[ALLIED])

    def stack(self, hex_: int) -> list[int]:
        """The ground units of a hex."""
        return self.stacks.get(hex_, EMPTY)

    @rule("5.0")
    def closed_zone(self, side: int) -> HexSet:
        """The enemy zones that no ground unit of this side negates."""
        return self.zone[1 - side] & ~self.ground[side]


@rule("5.0", "12.2.6 pin")
def enemy_zone(rules: MarneData, s: MarneState, side: int, without_pinned: bool = False) -> HexSet:
    """The hexes that the enemy of a side controls: all six round every combat unit but tanks, over any ground.

    For a mover that ignores pinned units only those of the others count.
    """
    if not without_pinned or not any(s.pinned):
        return rules.field(s).zone[1 - side]
    exerting = 0
    for unit in rules.combat_units[1 - side]:
        if s.at[unit] >= 0 and rules.has_zone[unit] and not s.pinned[unit]:
            exerting |= 1 << s.at[unit]
    return rules.grid.adjacent(exerting)


def combat_units_in(rules: MarneData, s: MarneState, hex_: int, side: int) -> list[int]:
    """The combat units of a side in a hex."""
    stack = rules.field(s).stack(hex_)
    return [unit for unit in stack if rules.is_combat[unit] and rules.side_of[unit] == side]


@rule("4.0")
def stacking_points(rules: MarneData, s: MarneState, unit: int) -> int:
    """A division counts three, reduced two; a regiment or tank one; support nothing."""
    if rules.is_division[unit]:
        return 2 if s.lost[unit] else 3
    return 1 if rules.is_combat[unit] else 0


def points_in(rules: MarneData, s: MarneState, hex_: int) -> int:
    """The stacking points of a hex."""
    return sum(stacking_points(rules, s, unit) for unit in rules.field(s).stack(hex_))


@rule("4.0")
def overstacked(rules: MarneData, s: MarneState) -> HexSet:
    """The hexes with more than four stacking points; looked at when a phase ends, never before."""
    found = 0
    for hex_, stack in rules.field(s).stacks.items():
        if len(stack) > 1 and sum(stacking_points(rules, s, unit) for unit in stack) > STACK:
            found |= 1 << hex_
    return found


STACK = 4
