"""What makes France and Britain give up, in a position in thought."""

from __future__ import annotations

from functools import cached_property

from westfront.bots.hindenburg.position import Position
from westfront.bots.weights import Weights
from westfront.games.hindenburg.data import HindenburgData
from westfront.games.hindenburg.state import ACTIONS, ALLIED, GERMAN, HindenburgState
from westfront.games.hindenburg.victory import CASES, NATIONAL_LIMIT
from westfront.hexgrid import HexSet, union

LOOSE = ("french-losses", "french-ruin", "americans", "british-losses", "british-ruin")
"""The modifiers that do not depend on ground."""
SOON = 1.0
"""By so much more of it a chance of collapse counts at the end of a turn than at its beginning."""


class Nations:
    """The national checks as they stand in a position."""

    def __init__(self, rules: HindenburgData, s: HindenburgState, weights: Weights) -> None:
        self.rules, self.s, self.weights = rules, s, weights
        self._loose = {"french": 0, "british": 0}
        for row in rules.national:
            if row.key in LOOSE:
                self._loose[row.nation] += row.drm * CASES[row.key](rules, s, row.limit)

    def worth(self, position: Position, held: HexSet, number: int) -> float:
        """What the modifiers of both are worth to the Germans, who hold so many western hexes."""
        board, value = self.rules.board, 0.0
        totals = dict(self._loose)
        for row in self.rules.national:
            if row.key == "paris-range":
                totals["french"] += row.drm * bool(position.occupied[GERMAN] & held & self._paris_range)
            elif row.key == "ground-lost":
                totals["french"] += row.drm * (number >= row.limit)
            elif row.key == "ports":
                totals["british"] += row.drm * (board.ports & position.german).bit_count()
            elif row.key in self._hexes:
                totals[row.nation] += row.drm * (self._hexes[row.key] & held).bit_count()
        for total in totals.values():
            winning = self.weights["collapse"] * self._soon * max(0, total + 7 - NATIONAL_LIMIT)
            value += self.weights["check"] * total + winning
        return value

    @cached_property
    def named(self) -> HexSet:
        """The hexes that both tables name."""
        return union(self._hexes.values()) | self.rules.board.ports

    @cached_property
    def _soon(self) -> float:
        """How much more the checks count as the end of the turn comes near, when they are rolled."""
        return 1.0 + SOON * (1.0 - self.s.actions[ALLIED] / ACTIONS)

    @cached_property
    def _hexes(self) -> dict[str, HexSet]:
        grid = self.rules.grid
        labels = {"rheims": "2609", "verdun": "2415", "nancy": "2018", "amiens": "3202", "hazebrouck": "3903"}
        return {"paris": self.rules.board.paris, **{key: grid.hexset(label) for key, label in labels.items()}}

    @cached_property
    def _paris_range(self) -> HexSet:
        distance = next(row.limit for row in self.rules.national if row.key == "paris-range")
        return self.rules.grid.within(self.rules.board.paris, distance)
