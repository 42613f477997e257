"""Units that are still to come: a track with a box for each turn, and who is due."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple


class TurnTrack(NamedTuple):
    """Boxes of a turn record track, one after another from turn 1 on, in which units wait for their turn."""

    first: int
    """The box of turn 1; those of later turns come after it, at lower numbers."""
    turns: int
    beyond: int
    """The box for what would come after the last turn, and so never comes."""

    def names(self) -> tuple[str, ...]:
        """What the boxes are called in positions."""
        return tuple(f"turn-{turn}" for turn in range(1, self.turns + 1))

    def box(self, turn: int) -> int:
        """The box of a turn."""
        return self.first + 1 - turn if turn <= self.turns else self.beyond

    def turn(self, box: int) -> int | None:
        """The turn of a box, or None if it is none of the track, or a hex."""
        turn = self.first + 1 - box
        return turn if 1 <= turn <= self.turns else None

    def due(self, at: array[int], units: Iterable[int], turn: int) -> list[int]:
        """Those of some units that may come in now: due in this turn, or earlier and held back."""
        last = self.box(min(turn, self.turns))
        return [unit for unit in units if last <= at[unit] <= self.first]
