"""Zones of control, and who stands where."""

from __future__ import annotations

from array import array
from itertools import compress, count
from operator import ne
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.hexgrid import HexSet

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel

FEW = 8
"""Up to so many changed places a field is made from another one; beyond it anew."""


@rule("ZOC-General", "ZOC-Procedure", "ZOC-D")
class Field:
    """Who stands where, made once for a position. Every unit controls the six hexes around it; zones coexist."""

    __slots__ = ("at", "crowded", "occupied", "open", "shared", "stacks", "zone")

    def __init__(self, rules: Michel, at: array[int], like: Field | None = None) -> None:
        self.at = at[:]
        self.stacks: dict[int, tuple[int, ...]] = {}
        """The units of each hex, by number."""
        self.shared = self.crowded = 0
        """Hexes with two units or more, and with three or more."""
        taken, changed = [0, 0], list(compress(count(), map(ne, at, like.at))) if like else []
        if like and len(changed) <= FEW:
            self.stacks, self.shared, self.crowded = like.stacks.copy(), like.shared, like.crowded
            taken = [*like.occupied]
            self._change(rules, like.at, changed, taken)
        else:
            self._lay_out(rules, taken)
        grid = rules.grid
        self.occupied: tuple[HexSet, HexSet] = (taken[0], taken[1])
        self.zone = grid.adjacent(taken[0]), grid.adjacent(taken[1])
        self.open = tuple(self.lines(grid.mask, side, taken[side]) for side in (0, 1))
        """For each side the hexes through which its supply lines may run."""

    def _lay_out(self, rules: Michel, taken: list[HexSet]) -> None:
        """Every unit."""
        for unit, hex_ in enumerate(self.at):
            if hex_ >= 0:
                self._put(hex_, (*self.stacks.get(hex_, ()), unit))
                taken[rules.side_of[unit]] |= 1 << hex_

    def _change(self, rules: Michel, before: array[int], units: list[int], taken: list[HexSet]) -> None:
        """Take up the units that stand elsewhere now, then lay them down."""
        for unit in units:
            hex_ = before[unit]
            if hex_ >= 0:
                self._put(hex_, tuple(u for u in self.stacks[hex_] if u != unit))
                if hex_ not in self.stacks:
                    taken[rules.side_of[unit]] &= ~(1 << hex_)
        for unit in units:
            hex_ = self.at[unit]
            if hex_ >= 0:
                self._put(hex_, tuple(sorted((*self.stacks.get(hex_, ()), unit))))
                taken[rules.side_of[unit]] |= 1 << hex_

    def _put(self, hex_: int, stack: tuple[int, ...]) -> None:
        """Let these units stand in a hex."""
        bit = 1 << hex_
        self.shared = self.shared | bit if len(stack) > 1 else self.shared & ~bit
        self.crowded = self.crowded | bit if len(stack) > 2 else self.crowded & ~bit
        if stack:
            self.stacks[hex_] = stack
        else:
            del self.stacks[hex_]

    @rule("ZOC-C")
    def lines(self, mask: HexSet, side: int, own: HexSet) -> HexSet:
        """No enemy unit, and no enemy zone unless a friend stands in it."""
        return mask & ~self.occupied[1 - side] & (~self.zone[1 - side] | own)
