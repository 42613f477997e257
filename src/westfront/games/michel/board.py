"""The map: zones, towns, edges, rivers and roads, and what a step costs each side."""

from __future__ import annotations

from functools import lru_cache

from westfront.atlas.board import Board, load_board
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.games.michel.state import ALLIED, GERMAN
from westfront.hexgrid import HexSet, MoveCosts, Reach, reach, union
from westfront.mechanics.roads import joined

EXITS = ("X-Y", "Y-Z")
GLYPHS = {
    "clear": ".",
    "devastated": ":",
    "town": "o",
    "objective": "*",
    "Allied fortified zone": "a",
    "German fortified zone": "g",
}


class MichelBoard:
    """Hex sets and hexsides of the map. Whatever belongs to a side is a pair, the German one first."""

    def __init__(self, data: DataFolder, river_points: int, devastation: bool) -> None:
        atlas = load_board(data, "michel")
        self.atlas, self.grid = atlas, atlas.grid
        self.fortified = atlas.feature("german-fz"), atlas.feature("allied-fz")
        self.devastated, self.town = atlas.feature("dz"), atlas.feature("town")
        self.edges = atlas.feature("edge:german"), atlas.feature("edge:allied")
        self.chart_edges = atlas.feature("reinforce:north"), atlas.feature("reinforce:south")
        self.road_exits = atlas.feature("supply:german"), atlas.feature("supply:allied")
        self.territory = atlas.start["G"], atlas.start["A"]
        self.exits = atlas.feature("exit:XY"), atlas.feature("exit:YZ")
        self.objectives = _objectives(atlas)
        self.objective_hexes = self.grid.set_of(self.objectives)
        self.river, self.road = atlas.sides["river"], atlas.links["road"]
        self.road_hexes = union(self.road)
        self.terrain = {
            "objective": self.objective_hexes,
            "town": self.town,
            "German fortified zone": self.fortified[GERMAN],
            "Allied fortified zone": self.fortified[ALLIED],
            "devastated": self.devastated,
        }
        self.entry = tuple(self._entry(side, devastation) for side in (GERMAN, ALLIED))
        self.costs = tuple(self._costs(entry, river_points) for entry in self.entry)
        self.road_net = lru_cache(2048)(self._road_net)
        self.unhindered = lru_cache(8192)(self._unhindered)

    @rule("TEC", "TEC-Clear", "TEC-Devastated", "TEC-Fortified", "TEC-Cumulative", "TEC-Cumulative-Example", "Option-2")
    def _entry(self, side: int, devastation: bool) -> dict[int, HexSet]:
        """One point; one more for devastated ground, unless an option spares it; one more for enemy fortifications."""
        rough = self.devastated if devastation else 0
        trench = self.fortified[1 - side]
        classes = {1: self.grid.mask & ~(rough | trench), 2: rough ^ trench, 3: rough & trench}
        return {cost: hexes for cost, hexes in classes.items() if hexes}

    @rule("TEC-River", "TEC-Road", "Movement-A", "Movement-H")
    def _costs(self, entry: dict[int, HexSet], river_points: int) -> MoveCosts:
        """Rivers cost extra to cross; from road hex to connected road hex it is one point whatever the terrain."""
        return MoveCosts(self.grid, entry, [(river_points, self.river)], road=(1, self.road))

    def _unhindered(self, side: int, hex_: int, budget: int) -> Reach:
        """What a unit reaches where no enemy is near: the same in every position, so it is worked out once."""
        return reach(self.costs[side], hex_, budget)

    @rule("Replacements-D")
    def entry_cost(self, side: int, hex_: int) -> int:
        """Points to come in at a hex of the edge: by a road that leads off the friendly edge always one."""
        if self.road_exits[side] >> hex_ & 1:
            return 1
        return next(cost for cost, hexes in self.entry[side].items() if hexes >> hex_ & 1)

    @rule("Supply-F")
    def _road_net(self, side: int, open_: HexSet) -> HexSet:
        """The open road hexes joined by road with a road that leads off the friendly edge."""
        return joined(self.grid, self.road, self.road_exits[side], open_)


@rule("Victory-Objectives")
def _objectives(atlas: Board) -> dict[int, int]:
    """The objective hexes with their victory points."""
    points = ((hexes, word.partition("objective:")[2]) for word, hexes in atlas.features.items())
    return {hexes.bit_length() - 1: int(number) for hexes, number in points if number}
