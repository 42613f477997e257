"""The board of the Ford: terrain, rivers and roads from the data files."""

from __future__ import annotations

from westfront.engine.data import DataFolder
from westfront.errors import DataError
from westfront.hexgrid import Grid, HexSet, MoveCosts, Numbering, Sides

GLYPHS = {"clear": ".", "woods": "w", "village": "v"}
POINT = 2
"""Ticks of a movement point: roads cost half of one."""


class Board:
    """Hex sets and hexside masks of the map, and what steps cost in dry weather and in mud."""

    def __init__(self, data: DataFolder) -> None:
        self.grid = Grid(Numbering("pointy", "RRCC", (1, 9), (1, 9), shifted="odd", towards="east"))
        self.terrain: dict[str, HexSet] = dict.fromkeys(GLYPHS, 0)
        word = {glyph: name for name, glyph in GLYPHS.items()}
        for row, line in enumerate(data.text("map.txt").splitlines(), 1):
            for col, glyph in enumerate(line.split(), 1):
                if glyph not in word:
                    raise DataError("map.txt", row, f"{glyph!r} is no terrain")
                self.terrain[word[glyph]] |= self.grid.hexset(f"{row:02}{col:02}")
        self.river = self._sides(data, "river")
        self.road = self._sides(data, "road")
        self.edges = (self._column(1), self._column(9))
        self.costs = self._costs(mud=0), self._costs(mud=1)

    def _sides(self, data: DataFolder, feature: str) -> Sides:
        rows = data.rows("sides", ["hex_a", "hex_b", "feature"], keys=3).values()
        chosen = [row for row in rows if row.choice("feature", ("river", "road")) == feature]
        return self.grid.sides((self.grid.hex(row.text("hex_a")), self.grid.hex(row.text("hex_b"))) for row in chosen)

    def _column(self, number: int) -> HexSet:
        return self.grid.hexset(*(f"{row:02}{number:02}" for row in range(1, 10)))

    def _costs(self, mud: int) -> MoveCosts:
        """2.1 clear and village 1, woods 2; 2.2 river 1 more; 2.3 road one half; 1.3 mud 1 more, but not by road."""
        easy, woods = self.terrain["clear"] | self.terrain["village"], self.terrain["woods"]
        enter = {(1 + mud) * POINT: easy, (2 + mud) * POINT: woods}
        return MoveCosts(self.grid, enter, [(POINT, self.river)], road=(POINT // 2, self.road))

    def terrain_of(self, hex_: int) -> str:
        """The terrain of a hex."""
        return next(name for name, hexes in self.terrain.items() if hexes >> hex_ & 1)
