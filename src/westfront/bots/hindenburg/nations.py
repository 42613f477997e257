"""What makes France and Britain give up, in a position in thought."""

from __future__ import annotations

from functools import cached_property

from westfront.bots.hindenburg.position import Position
from westfront.bots.weights import Weights
from westfront.games.hindenburg.data import HindenburgData
from westfront.games.hindenburg.state import ACTIONS, ALLIED, AN, BR, FR, GERMAN, HindenburgState
from westfront.games.hindenburg.victory import CASES, NATIONAL_LIMIT, out_of_action
from westfront.hexgrid import HexSet, bits, flood, has, union

ARMIES = {"french": (FR,), "british": (BR, AN)}
"""Whose losses tell on which nation."""
LOSSES = ("french-losses", "french-ruin", "british-losses", "british-ruin")
SOON = 1.0
"""By so much more of it a chance of collapse counts at the end of a turn than at its beginning."""
NEARLY, AT_ONCE = 3.0, 0.05
"""Nearly enough losses count by this power of their share of the limit, and by a higher one the nearer the roll is."""

RANGE = (1.0, 0.4, 0.15)
"""The part of the modifier for Paris that counts in range, one hex short of it, and two."""
FEW = 4
"""So many divisions may be lost in a battle."""


class Nations:
    """The national checks as they stand in a position."""

    def __init__(self, rules: HindenburgData, s: HindenburgState, weights: Weights) -> None:
        self.rules, self.s, self.weights = rules, s, weights
        self._dead = {nation: out_of_action(rules, s, army) for nation, army in ARMIES.items()}
        self._cut = dict[HexSet, bool]()
        self._minded = weights.get("own toll", 1.0)

    def worth(self, position: Position, held: HexSet, number: int) -> float:
        """What the modifiers of both are worth to the Germans, who hold so many western hexes."""
        return sum(self._judged(total) for total in self.totals(position, held, number).values())

    def totals(self, position: Position, held: HexSet, number: int) -> dict[str, float]:
        """The modifiers of both nations, losses in thought included; what is nearly reached counts in part."""
        board, found = self.rules.board, dict(self._settled)
        for row in self.rules.national:
            if row.key in self._hexes:
                found[row.nation] += row.drm * (self._hexes[row.key] & held).bit_count()
            elif row.key in LOSSES:
                dead = self._dead[row.nation] + self._minded * position.fallen[row.nation == "british"]
                found[row.nation] += row.drm * self._nearly(dead, row.limit)
            elif row.key == "paris-range":
                found["french"] += row.drm * self._in_range(position.occupied[GERMAN] & held)
            elif row.key == "ground-lost":
                found["french"] += row.drm * (number >= row.limit)
            elif row.key == "ports":
                found["british"] += row.drm * (board.ports & position.german).bit_count()
            elif row.key == "belgium-lost":
                found["british"] += row.drm * (not board.belgium & ~position.german)
            elif row.key == "line-cut":
                found["british"] += row.drm * self._is_cut(position)
        return found

    def prizes(self, position: Position, held: HexSet, number: int) -> dict[int, float]:
        """What each hex that a table names adds to the checks, or keeps from them if the Germans have it already."""
        totals, found = self.totals(position, held, number), dict[int, float]()
        for row in self.rules.national:
            for hex_ in bits(self._named(row.key)):
                base = totals[row.nation] - row.drm * has(held, hex_)
                found[hex_] = self._judged(base + row.drm) - self._judged(base)
        return found

    def toll(self, position: Position, held: HexSet, number: int) -> dict[int, float]:
        """What the next division lost of an army is worth to the Germans for its nation's check, on the average."""
        found, now = dict[int, float](), self.worth(position, held, number)
        for place, army in enumerate(ARMIES.values()):
            after = position.copy()
            after.fallen = (FEW, 0) if not place else (0, FEW)
            found |= dict.fromkeys(army, (self.worth(after, held, number) - now) / FEW)
        return found

    def _named(self, key: str) -> HexSet:
        return self.rules.board.ports if key == "ports" else self._hexes.get(key, 0)

    def _judged(self, total: float) -> float:
        winning = max(0.0, total + 7 - NATIONAL_LIMIT)
        return self.weights["check"] * total + self.weights["collapse"] * self._soon * winning

    def _nearly(self, dead: float, limit: int) -> float:
        """The part of a modifier for losses that counts; the dead of the actions to come may make up for the rest."""
        left = max(AT_ONCE, self.s.actions[ALLIED] / ACTIONS)
        return 1.0 if dead >= limit else (dead / limit) ** (NEARLY / left)

    def _is_cut(self, position: Position) -> bool:
        """Whether Abbeville has lost every Channel port; asked once for each front."""
        board = self.rules.board
        open_ = board.west & ~position.german
        if open_ not in self._cut:
            reached = flood(self.rules.grid, self._abbeville & open_, open_)
            self._cut[open_] = not reached & board.ports & ~self.s.lost_ports
        return self._cut[open_]

    @cached_property
    def named(self) -> HexSet:
        """The hexes that both tables name."""
        return union(self._hexes.values()) | self.rules.board.ports

    @cached_property
    def _settled(self) -> dict[str, float]:
        """The modifiers that no order changes: the Americans."""
        found = {"french": 0.0, "british": 0.0}
        for row in self.rules.national:
            if row.key == "americans":
                found[row.nation] += row.drm * CASES[row.key](self.rules, self.s, row.limit)
        return found

    @cached_property
    def _soon(self) -> float:
        """How much more the checks count as the end of the turn comes near, when they are rolled."""
        return 1.0 + SOON * (1.0 - self.s.actions[ALLIED] / ACTIONS)

    @cached_property
    def _abbeville(self) -> HexSet:
        return self.rules.grid.hexset("3400")

    @cached_property
    def _hexes(self) -> dict[str, HexSet]:
        grid = self.rules.grid
        labels = {"rheims": "2609", "verdun": "2415", "nancy": "2018", "amiens": "3202", "hazebrouck": "3903"}
        return {"paris": self.rules.board.paris, **{key: grid.hexset(label) for key, label in labels.items()}}

    def _in_range(self, guns: HexSet) -> float:
        """Whether Paris can be shelled from some hexes; from a hex or two farther away it nearly can be."""
        return next((part for part, ring in zip(RANGE, self._paris_rings, strict=True) if guns & ring), 0.0)

    @cached_property
    def _paris_rings(self) -> list[HexSet]:
        """The hexes in range of Paris, then with those that are one hex farther away, and so on."""
        distance = next(row.limit for row in self.rules.national if row.key == "paris-range")
        return [self.rules.grid.within(self.rules.board.paris, distance + more) for more in range(len(RANGE))]
