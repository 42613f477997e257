"""Who stands where, and the zones of control that follow from it."""

from __future__ import annotations

from array import array
from itertools import compress, count
from operator import ne

from westfront.engine.catalogue import rule
from westfront.games.meuse.state import ALLIED, GERMAN
from westfront.hexgrid import Grid, HexSet

FEW = 8
"""Up to so many changed places a field is made from another one; beyond it anew."""


class Field:
    """Who stands where, made once for a position and the trenches that are whole in it."""

    __slots__ = ("at", "occupied", "stacks", "zone")

    def __init__(self, grid: Grid, side_of: list[int], at: array[int], trench: HexSet, like: Field | None) -> None:
        self.at = at
        self.stacks: dict[int, tuple[int, ...]] = {}
        """The units of each hex, by number."""
        taken = [0, 0]
        changed = list(compress(count(), map(ne, at, like.at))) if like else []
        if like and len(changed) <= FEW:
            self.stacks, taken = like.stacks.copy(), [*like.occupied]
            self._take_up(side_of, like.at, changed, taken)
        else:
            changed = list(range(len(at)))
        self._lay_down(side_of, changed, taken)
        self.occupied: tuple[HexSet, HexSet] = (taken[ALLIED], taken[GERMAN])
        self.zone = zones(grid, self.occupied, trench)

    def _take_up(self, side_of: list[int], before: array[int], units: list[int], taken: list[HexSet]) -> None:
        for unit in units:
            hex_ = before[unit]
            if hex_ >= 0:
                left = tuple(u for u in self.stacks[hex_] if u != unit)
                if left:
                    self.stacks[hex_] = left
                else:
                    del self.stacks[hex_]
                    taken[side_of[unit]] &= ~(1 << hex_)

    def _lay_down(self, side_of: list[int], units: list[int], taken: list[HexSet]) -> None:
        for unit in units:
            hex_ = self.at[unit]
            if hex_ >= 0:
                there = self.stacks.get(hex_)
                self.stacks[hex_] = tuple(sorted((*there, unit))) if there else (unit,)
                taken[side_of[unit]] |= 1 << hex_


@rule("6.0", "14.2")
def zones(grid: Grid, occupied: tuple[HexSet, HexSet], trench: HexSet) -> tuple[HexSet, HexSet]:
    """Every unit controls the six hexes around it; Allied zones stay out of trenches that are whole."""
    return grid.adjacent(occupied[ALLIED]) & ~trench, grid.adjacent(occupied[GERMAN])
