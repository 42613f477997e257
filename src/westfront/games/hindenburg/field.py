"""Who stands where: the stacks on the map, made once for a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.games.hindenburg.state import STACK
from westfront.hexgrid import HexSet

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg
    from westfront.games.hindenburg.state import HindenburgState

FEW = 24
"""Up to so many changed places a field is made from another one; beyond it anew."""


@rule("6.1", "6.2")
class Field:
    """Stacks of divisions; tank brigades and markers do not count."""

    __slots__ = ("_at", "crowded", "key", "occupied", "stacks")

    def __init__(self, rules: Hindenburg, s: HindenburgState, key: bytes, like: Field | None = None) -> None:
        self.key, self._at = int.from_bytes(key, "little"), s.at[:]
        self.stacks: dict[int, list[int]] = {}
        """The divisions of each hex, the top one first."""
        self.crowded: HexSet = 0
        """Hexes with more than ten divisions."""
        taken = [0, 0]
        changed = _changed(self.key ^ like.key, len(s.at)) if like else None
        if like and changed is not None:
            self.stacks, self.crowded, taken = like.stacks.copy(), like.crowded, [*like.occupied]
            self._change(rules, s, like, changed, taken)
        else:
            self._lay_out(rules, s, taken)
        self.occupied: tuple[HexSet, HexSet] = (taken[0], taken[1])

    def _lay_out(self, rules: Hindenburg, s: HindenburgState, taken: list[HexSet]) -> None:
        """Every division."""
        for unit in rules.divisions:
            if s.at[unit] >= 0:
                self.stacks.setdefault(s.at[unit], []).append(unit)
        for hex_, stack in self.stacks.items():
            self._put(rules, s, hex_, stack, taken)

    def _change(
        self, rules: Hindenburg, s: HindenburgState, like: Field, units: list[int], taken: list[HexSet]
    ) -> None:
        """The stacks of the hexes that a division has left, entered, or lies in at another height."""
        last = rules.divisions[-1]
        moved = [unit for unit in units if unit <= last]
        hexes = {like._at[unit] for unit in moved} | {s.at[unit] for unit in moved}
        for hex_ in hexes:
            if hex_ >= 0:
                stack = [u for u in like.stacks.get(hex_, ()) if s.at[u] == hex_]
                stack += [u for u in moved if s.at[u] == hex_ and like._at[u] != hex_]
                if stack:
                    self._put(rules, s, hex_, stack, taken)
                    self.stacks[hex_] = stack
                else:
                    del self.stacks[hex_]
                    self.crowded &= ~(1 << hex_)
        gone = [hex_ for hex_ in hexes if hex_ >= 0 and hex_ not in self.stacks]
        for side in (0, 1):
            for hex_ in gone:
                taken[side] &= ~(1 << hex_)

    def _put(self, rules: Hindenburg, s: HindenburgState, hex_: int, stack: list[int], taken: list[HexSet]) -> None:
        """Put a stack in order and say whose it is."""
        bit, side, height = 1 << hex_, rules.side_of[stack[0]], s.height
        taken[side] |= bit
        taken[1 - side] &= ~bit
        for unit in stack:
            if rules.side_of[unit] != side:
                taken[1 - side] |= bit
        if len(stack) > 1:
            stack.sort(key=lambda unit: -height[unit])
        self.crowded = self.crowded | bit if len(stack) > STACK else self.crowded & ~bit


def _changed(difference: int, units: int) -> list[int] | None:
    """The units in which two positions differ, from the difference of their columns; None if they are many."""
    found: set[int] = set()
    while difference:
        byte = ((difference & -difference).bit_length() - 1) >> 3
        found.add(byte >> 1 if byte < 2 * units else byte - 2 * units)
        difference = difference >> 8 * byte + 8 << 8 * byte + 8
        if len(found) > FEW:
            return None
    return sorted(found)
