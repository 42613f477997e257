"""Who stands where: the stacks on the map, made once for a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.games.hindenburg.state import STACK
from westfront.hexgrid import HexSet

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg
    from westfront.games.hindenburg.state import HindenburgState


@rule("6.1", "6.2")
class Field:
    """Stacks of divisions; tank brigades and markers do not count."""

    __slots__ = ("crowded", "full", "occupied", "stacks")

    def __init__(self, rules: Hindenburg, s: HindenburgState) -> None:
        self.stacks: dict[int, list[int]] = {}
        """The divisions of each hex, the top one first."""
        at, height, stacks, taken = s.at, s.height, self.stacks, [0, 0]
        for unit in rules.divisions:
            hex_ = at[unit]
            if hex_ >= 0:
                if hex_ in stacks:
                    stacks[hex_].append(unit)
                else:
                    stacks[hex_] = [unit]
        self.full = self.crowded = 0
        """Hexes with ten divisions or more, and with more than ten."""
        for hex_, stack in stacks.items():
            bit = 1 << hex_
            taken[rules.side_of[stack[0]]] |= bit
            if len(stack) > 1:
                stack.sort(key=lambda unit: -height[unit])
                if len(stack) >= STACK:
                    self.full |= bit
                    self.crowded |= bit if len(stack) > STACK else 0
        self.occupied: tuple[HexSet, HexSet] = (taken[0], taken[1])
