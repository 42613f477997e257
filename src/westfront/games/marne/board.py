"""The map of one scenario: ground, rivers, bridges, roads and sources, and what a step costs."""

from __future__ import annotations

from functools import lru_cache, partial

from westfront.atlas.board import load_board
from westfront.atlas.sets import numbered
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder, Row
from westfront.games.marne.state import GERMAN
from westfront.hexgrid import NO_SIDES, HexSet, MoveCosts, Sides, bits, flood, has, join, minus, union
from westfront.mechanics.kept import kept_last
from westfront.mechanics.roads import along

GLYPHS = {"clear": ".", "woods": "w", "village": "v", "town": "o", "trench": "t", "fort": "f", "crater": ":"}
POINT = 2
"""Costs are counted in half movement points."""
TROOPS_WITH_PONTOONS, TROOPS, GUNS = range(3)
"""Who moves: German combat units; Allied ones, and every HQ; artillery. A stack moves as the last of its kinds."""
CLEAR, ROAD = POINT, 1
"""Reconstructed, since the terrain chart is a player aid that the document lacks: the usual base cost; and half of it
by road, since guns in offensive mode go twice as far there (11.3.1.1)."""
DEAREST = 4 * POINT
WOODS, EXTRA = 2 * POINT, POINT


class MarneBoard:
    """Hex sets and hexsides of the map. Whatever belongs to a side is a pair, the German one first."""

    @rule("S1 area", "S2 area", "S3 area", "S4 area")
    def __init__(self, data: DataFolder, scenario: str) -> None:
        atlas = load_board(data, "marne")
        self.atlas, self.grid = atlas, atlas.grid
        self.area = atlas.feature(f"area:{scenario}")
        self.outside = atlas.feature(f"start:{scenario}:A") & ~self.area
        """Reims in scenario 2: held, but out of play."""
        self.woods, self.village = atlas.terrain["woods"], atlas.feature("village")
        self.town = atlas.feature("town") | atlas.feature("city")
        self.trench, self.fort, self.crater = (atlas.feature(word) for word in ("trench", "fort", "crater"))
        self.terrain = {
            "fort": self.fort,
            "town": self.town,
            "trench": self.trench,
            "village": self.village,
            "woods": self.woods,
            "crater": self.crater,
        }
        self.sources = (
            atlas.feature(f"supply:german:{scenario}"),
            atlas.feature(f"supply:allied:{scenario}"),
        )
        self.cities = atlas.feature("supply:allied") & self.area
        """9.1: Paris and Reims, sources as long as they are joined with one of the edge."""
        self.german_start = atlas.feature(f"start:{scenario}:G")
        self.points = {
            hex_: n for word, n in numbered(atlas, f"vp:{scenario}:*") for hex_ in bits(atlas.features[word])
        }
        self.clear_cost, self.road_cost = step_cost(data, "clear", CLEAR), step_cost(data, "road", ROAD)
        self._read_hexsides()
        self._keep()

    def _keep(self) -> None:
        """What is worked out once and kept."""
        self.entry = self._entry()
        self.entered_for = lru_cache(64)(self._entered_for)
        self.major_bridge = _both(self.major, self.bridge)
        self.base_costs = lru_cache(3)(self._base_costs)
        self.costs = [kept_last(128, partial(self._costs, who)) for who in (TROOPS_WITH_PONTOONS, TROOPS, GUNS)]
        """For each kind of mover, by bridges that are down, pontoons, and hexes under enemy aircraft."""
        self.unbridged = kept_last(64, self._unbridged)
        self.walls = lru_cache(256)(self._walls)
        self.crossings = lru_cache(256)(self._crossings)
        self.bare_rivers = lru_cache(64)(self._bare_rivers)
        self.commanded = lru_cache(64)(self._commanded)
        self.open_roads = kept_last(64, self._open_roads)
        self.road_march = lru_cache(64)(partial(RoadMarch, self))

    @rule("11.1.3", "11.1.4")
    def _read_hexsides(self) -> None:
        """Rivers, bridges, slopes, roads and railways; a road over a river is a bridge."""
        sides, named = self.atlas.sides, self.atlas.named_sides
        self.major, self.minor = sides["major-river"], sides["minor-river"]
        self.rivers, self.major_banks = join(self.major, self.minor), union(self.major)
        self.road_bridge, self.rail_bridge = sides["road-bridge"], sides["rail-bridge"]
        self.bridge = join(self.road_bridge, self.rail_bridge)
        self.marne, self.aisne = (
            self.grid.sides(pair for name, pairs in named["major-river"].items() if river in name for pair in pairs)
            for river in ("Marne", "Aisne")
        )
        self.road, self.rail = self.atlas.links["road"], self.atlas.links["rail"]
        self.road_hexes, self.rail_hexes = union(self.road), union(self.rail)
        uphill = [0] * 6
        for low, high in self.atlas.directed["slope"]:
            uphill[self.step_direction(low, high)] |= 1 << low
        self.uphill: Sides = (uphill[0], uphill[1], uphill[2], uphill[3], uphill[4], uphill[5])
        """For each direction the hexes from which that step leads up a slope."""
        self.slope = sides["slope"]

    def step_direction(self, here: int, beyond: int) -> int:
        """The direction of a step between two hexes that touch."""
        direction = self.grid.direction(here, beyond)
        assert direction is not None
        return direction

    def pairs_as_sides(self, pairs: tuple[int, ...]) -> Sides:
        """Hexsides from a flat row of pairs of hexes."""
        return self.grid.sides(zip(pairs[::2], pairs[1::2], strict=True)) if pairs else NO_SIDES

    @rule("11.1.1", "11.1.1 ex", "11.1.3", "11.1.4", "11.2.3", "11.3.1")
    def _base_costs(self, who: int) -> MoveCosts:
        """What a step costs while all bridges stand: ground, craters, rivers, slopes, roads.

        Nobody crosses an unbridged major river in a normal step: 11.2.3 takes the whole allowance for it. Guns cross no
        river at all without a bridge.
        """
        closed = minus(self.rivers if who == GUNS else self.major, self.bridge)
        surcharges = [
            (EXTRA, minus(self.minor, self.bridge)),
            (EXTRA, minus(_both(self.major, self.rail_bridge), self.road_bridge)),
            (EXTRA, self.uphill),
        ]
        return MoveCosts(self.grid, self.entry, surcharges, (self.road_cost, self.road), closed)

    @rule("11.2.4", "11.2.5", "17.2/Interdiction")
    def _costs(self, who: int, down: Sides, pontoons: tuple[int, ...], interdicted: HexSet) -> MoveCosts:
        """What a step costs now: over pontoons where no bridge stands, not over bridges that are down, uphill as ever,
        and dearer under enemy aircraft."""
        laid = NO_SIDES
        crossings: tuple[tuple[int, Sides], ...] = ()
        if who == TROOPS_WITH_PONTOONS and pontoons:
            laid = minus(self.pairs_as_sides(pontoons), minus(self.bridge, down))
            rivers = ((0, _both(laid, self.minor)), (EXTRA, _both(laid, self.major)))
            rows = [row for extra, over in rivers for row in self._by_slope(extra, over)]
            crossings = tuple([(extra, sides) for extra, sides in rows if any(sides)])
        dearer = ((EXTRA, interdicted),) if interdicted else ()
        return self.base_costs(who).with_changes(closed=minus(down, laid), crossings=crossings, dearer=dearer)

    def _by_slope(self, extra: int, sides: Sides) -> list[tuple[int, Sides]]:
        """Crossings for so many half points, and for more where they lead up a slope."""
        return [(extra, minus(sides, self.uphill)), (extra + EXTRA, _both(sides, self.uphill))]

    def _entry(self) -> dict[int, HexSet]:
        """Half points to enter each hex of the playing area."""
        found: dict[int, HexSet] = {}
        for ground, cost in ((self.area & ~self.woods, self.clear_cost), (self.area & self.woods, WOODS)):
            for hexes, price in ((ground & ~self.crater, cost), (ground & self.crater, cost + EXTRA)):
                if hexes:
                    found[price] = found.get(price, 0) | hexes
        return found

    def _entered_for(self, most: int) -> HexSet:
        """The hexes that cost at most so many half points to enter from beyond the edge."""
        return union(hexes for cost, hexes in self.entry.items() if cost <= most)

    def edge_cost(self, hex_: int) -> int:
        """Half points for the first hex of a unit that comes over the edge."""
        return next(cost for cost, hexes in self.entry.items() if has(hexes, hex_))

    @rule("9.1/Major rivers")
    def _walls(self, side: int, down: Sides, pontoons: tuple[int, ...]) -> Sides:
        """Major-river hexsides that a side cannot pass: no intact bridge, and no pontoon of its own."""
        return minus(self.major, self._crossings(side, down, pontoons))

    @rule("11.3.1")
    def _unbridged(self, down: Sides) -> Sides:
        """River hexsides, of major and minor rivers, without a bridge that stands."""
        return minus(self.rivers, minus(self.bridge, down))

    def _open_roads(self, down: Sides) -> Sides:
        """Roads, but not over bridges that are down."""
        return minus(self.road, down)

    def _crossings(self, side: int, down: Sides, pontoons: tuple[int, ...]) -> Sides:
        """Bridges that stand, and for the Germans their pontoons."""
        standing = minus(self.bridge, down)
        return join(standing, self.pairs_as_sides(pontoons)) if side == GERMAN else standing

    def _bare_rivers(self, rivers: Sides, down: Sides, pontoons: tuple[int, ...]) -> Sides:
        """Hexsides of some rivers over which no bridge and no pontoon leads the Germans."""
        return minus(rivers, self.crossings(GERMAN, down, pontoons))

    def _commanded(
        self, side: int, hqs: HexSet, open_: HexSet, down: Sides, pontoons: tuple[int, ...], limit: int
    ) -> tuple[HexSet, HexSet]:
        """The open hexes at most so far from some HQs of a side, over bridges where there is a major river; and the
        open hexes next to them as well, over bridges or not."""
        near = flood(self.grid, hqs, open_, self.walls(side, down, pontoons), limit=limit)
        return near, near | self.grid.adjacent(near) & open_


class RoadMarch:
    """The road hexes that a forced march reaches through free hexes, by fronts of equal cost."""

    def __init__(self, board: MarneBoard, down: Sides, start: int, free: HexSet, limit: int, dear: HexSet) -> None:
        self._board, self._road, self._dear = board, board.open_roads(down), dear
        step = board.road_cost
        self.fronts = [1 << start, *[0] * (limit + step + EXTRA)]
        left = free & ~(1 << start)
        for spent in range(limit):
            front = self.fronts[spent] if not spent else self.fronts[spent] & left
            self.fronts[spent] = front
            if not front:
                continue
            left ^= front & left
            beyond = along(board.grid, self._road, front) & left
            slow = beyond & dear
            self.fronts[spent + step] |= beyond ^ slow
            if slow:
                self.fronts[spent + step + EXTRA] |= slow
        self.fronts[limit] &= left
        del self.fronts[limit + 1 :]
        self.hexes = union(self.fronts) & ~(1 << start) if has(free, start) else 0

    def path(self, to: int) -> list[int]:
        """The quickest way along the roads."""
        cost = next(cost for cost, front in enumerate(self.fronts) if has(front, to))
        way = [to]
        while cost:
            cost -= self._board.road_cost + (EXTRA if has(self._dear, way[-1]) else 0)
            before = along(self._board.grid, self._road, 1 << way[-1]) & self.fronts[cost]
            way.append(bits(before)[0])
        return way[::-1]


@rule("11.1.1", "11.1.3")
def step_cost(data: DataFolder, ground: str, usual: int) -> int:
    """Half points for a step whose cost the document does not give; an owner may lay his own number over ours."""
    row = Row("movement", 1, {"half_points": str(usual)})
    data.overrides.lay("movement", ground, row.cells)
    return row.number("half_points", 1, DEAREST)


def _both(a: Sides, b: Sides) -> Sides:
    """Hexsides that have both features."""
    return minus(a, minus(a, b))
