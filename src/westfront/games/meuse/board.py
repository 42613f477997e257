"""The map: terrain, trenches, rivers, edges, and what a step costs each side."""

from __future__ import annotations

from typing import NamedTuple

from westfront.atlas.board import load_board
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.games.meuse.state import ALLIED, GERMAN
from westfront.hexgrid import HexSet, MoveCosts, Sides, join, minus

GLYPHS = {
    "clear": ".",
    "woods": "w",
    "rise": "^",
    "town": "o",
    "fortress": "*",
    "Stellung": "S",
    "2nd Tier Trench": "t",
    "Fortification": "F",
}
TRENCHES = {"stellung": "Stellung", "second-tier": "2nd Tier Trench", "fortification": "Fortification"}


class Effect(NamedTuple):
    """One line of the terrain chart: movement points, and what is added to a bombardment die."""

    points: int
    barrage: int


@rule("T-TEC", "T-BMOD")
def read_terrain(data: DataFolder) -> dict[str, Effect]:
    """The terrain chart."""
    rows = data.rows("terrain", ["terrain", "points", "barrage"])
    return {name: Effect(row.number("points", 0, 9), row.number("barrage", 0, 9)) for name, row in rows.items()}


class MeuseBoard:
    """Hex sets and hexsides of the map; whatever belongs to a side is a pair, the Allied one first."""

    @rule("C-MAP", "2.1")
    def __init__(self, data: DataFolder) -> None:
        self.atlas = load_board(data, "meuse")
        self.grid = self.atlas.grid
        self.chart = read_terrain(data)
        feature = self.atlas.feature
        self.ground: dict[str, HexSet] = {
            "woods": self.atlas.terrain["woods"],
            "rise": self.atlas.terrain["rise"] | feature("rise"),
            "town": feature("town"),
            "fortress": feature("fortress"),
        }
        self.trenches: dict[str, HexSet] = {word: feature(word) for word in TRENCHES}
        self.terrain = {TRENCHES[word]: hexes for word, hexes in self.trenches.items()}
        self.terrain |= {word: self.ground[word] for word in ("fortress", "town", "woods", "rise")}
        self.trench: HexSet = feature("stellung") | feature("second-tier") | feature("fortification")
        self.south, self.north = self.atlas.start["A"], self.atlas.start["G"] & ~feature("stellung")
        self.entry = feature("entry:allied"), feature("entry:german")
        self.replacement = feature("replacement:allied"), feature("replacement:german")
        self.supply = feature("supply:allied"), feature("supply:german")
        bridges = self.atlas.sides["bridge"]
        self.meuse: Sides = minus(self.atlas.sides["meuse-river"], bridges)
        self.river: Sides = minus(self.atlas.sides["river"], bridges)
        self.water: Sides = join(self.meuse, self.river)
        self.costs = self._costs(ALLIED), self._costs(GERMAN)

    @rule("5.2", "14.3", "T-TEC")
    def entry_points(self, side: int, hex_: int) -> int:
        """The dearest terrain of the hex; Allied units pay more for a Fortification, breached or not."""
        points = max([self.chart["clear"].points, *(self.chart[word].points for word in self.words(hex_))])
        works = [word for word, hexes in self.trenches.items() if hexes >> hex_ & 1] if side == ALLIED else []
        return points + sum(self.chart[word].points for word in works)

    @rule("5.2")
    def _costs(self, side: int) -> MoveCosts:
        """Rivers cost extra, the Meuse more; a bridge takes that away."""
        enter: dict[int, HexSet] = {}
        for hex_ in self.grid:
            points = self.entry_points(side, hex_)
            enter[points] = enter.get(points, 0) | 1 << hex_
        return MoveCosts(
            self.grid, enter, [(self.chart["river"].points, self.river), (self.chart["meuse"].points, self.meuse)]
        )

    def words(self, hex_: int) -> list[str]:
        """The natural terrain of a hex, nothing for a clear one."""
        return [word for word, hexes in self.ground.items() if hexes >> hex_ & 1]
