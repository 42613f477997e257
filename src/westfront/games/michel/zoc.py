"""Zones of control, and who stands where."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.hexgrid import HexSet

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel


@rule("ZOC-General", "ZOC-Procedure", "ZOC-D")
class Field:
    """Who stands where, made once for a position. Every unit controls the six hexes around it; zones coexist."""

    __slots__ = ("crowded", "occupied", "open", "shared", "stacks", "zone")

    def __init__(self, rules: Michel, at: array[int]) -> None:
        self.stacks: dict[int, list[int]] = {}
        """The units of each hex, by number."""
        self.shared = self.crowded = 0
        """Hexes with two units or more, and with three or more."""
        stacks, grid = self.stacks, rules.grid
        for unit, hex_ in enumerate(at):
            if hex_ >= 0:
                if hex_ in stacks:
                    stacks[hex_].append(unit)
                else:
                    stacks[hex_] = [unit]
        taken = [0, 0]
        for hex_, units in stacks.items():
            taken[rules.side_of[units[0]]] |= 1 << hex_
            if len(units) > 1:
                self.shared |= 1 << hex_
                if len(units) > 2:
                    self.crowded |= 1 << hex_
        self.occupied: tuple[HexSet, HexSet] = (taken[0], taken[1])
        self.zone = grid.adjacent(taken[0]), grid.adjacent(taken[1])
        self.open = tuple(self.lines(grid.mask, side, taken[side]) for side in (0, 1))
        """For each side the hexes through which its supply lines may run."""

    @rule("ZOC-C")
    def lines(self, mask: HexSet, side: int, own: HexSet) -> HexSet:
        """No enemy unit, and no enemy zone unless a friend stands in it."""
        return mask & ~self.occupied[1 - side] & (~self.zone[1 - side] | own)
