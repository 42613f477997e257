"""Chapters 2.2 and 12.9 to 12.11: the map, and what it costs to cross it."""

from __future__ import annotations

from functools import lru_cache

from westfront.atlas.board import load_board
from westfront.atlas.sets import numbered
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.games.storm.state import GERMAN
from westfront.hexgrid import HexSet, MoveCosts, Sides, bits, flood, join, union

GLYPHS = {
    "clear": ".",
    "forest": "f",
    "rough": "^",
    "devastated": "x",
    "marsh": "=",
    "flood plain": "-",
    "mountain": "M",
    "town": "o",
    "city": "O",
    "fortress": "F",
    "Allied trench": "a",
    "German trench": "g",
    "second trench": "s",
    "sea": "~",
    "holland": "#",
}
PARIS = ("3337", "3338", "3438")
BERTHA_RANGE = 10
SOUTH_ROW = "41"


@rule("2.2", "2.2-ex", "12.8", "13.32", "S1.1", "S2.1", "S3.1")
class StormBoard:
    """Hex sets and hexsides of one of the two maps. Whatever belongs to a side is a pair, the German one first."""

    def __init__(self, data: DataFolder, name: str) -> None:
        atlas = load_board(data, name)
        self.atlas, self.grid, self.playable = atlas, atlas.grid, atlas.playable
        self.home: tuple[HexSet, HexSet] = atlas.start["G"], atlas.start["A"]
        """Each side of the front line at the start of the campaign."""
        self.allied_trench, self.main_trench = atlas.feature("allied-trench"), atlas.feature("german-main-trench")
        self.second_trench, self.weak_trench = atlas.feature("german-secondary-trench"), atlas.feature("weak-trench")
        self.fortress = atlas.feature("fortress:german"), atlas.feature("fortress:french")
        self.town, self.city = atlas.feature("town"), atlas.feature("city")
        self.rail_ends = self.town | self.city
        self.sector = {nation: atlas.feature(f"sector:{nation}") for nation in ("belgian", "british", "french")}
        self.line: tuple[HexSet, HexSet] = self.main_trench, self.allied_trench | self._forts_in_line()
        """The original front of each side; Reims and Verdun stand in the Allied one."""
        self.ports = atlas.feature("port") & atlas.feature("supply:british")
        self.edge = atlas.feature("supply:german"), atlas.feature("supply:french")
        south = [hex_ for hex_ in bits(self.playable) if self.grid.label(hex_).startswith(SOUTH_ROW)]
        self.land_edge = self.edge[0] | self.edge[1] | self.grid.set_of(south)
        """11.9: where the map ends and the land goes on."""
        self.july_front, self.july_german = atlas.feature("july-front"), atlas.feature("july-german")
        self.all_sea: Sides = atlas.sides["all-sea"]
        self.shore = union(self.all_sea)
        """The hexes on either side of an all-sea hexside."""
        self.river: Sides = atlas.sides["river"]
        self.major_river: Sides = atlas.sides["major-river"]
        self.any_river = join(self.river, self.major_river)
        self.belgium = atlas.countries.get("BE", 0)
        self.paris = self.grid.hexset(*PARIS)
        self.near_paris = self.grid.within(self.paris, BERTHA_RANGE) & self.playable
        self.bertha = atlas.feature("big-bertha")
        self.morale = {
            hex_: value for feature, value in numbered(atlas, "morale:*") for hex_ in bits(atlas.feature(feature))
        }
        self.terrain = {word: atlas.terrain.get(word, 0) & self.playable for word in atlas.terrain}
        self._costs: dict[tuple[int, int, bool], MoveCosts] = {}
        self._near = {h: self.grid.adjacent_across(1 << h, self.all_sea) & self.playable for h in self.grid}
        self.rail_area: tuple[HexSet, HexSet] = self.home[0] | self.line[1], self.home[1] | self.line[0]
        """11.5: a side's own side of the original front, with the trench lines of both."""

    def _forts_in_line(self) -> HexSet:
        """Reims and Verdun: French fortresses that touch the German line."""
        return self.fortress[1] & self.grid.adjacent(self.main_trench)

    def of(self, *words: str) -> HexSet:
        """The hexes with any of these kinds of natural terrain."""
        found = 0
        for word in words:
            found |= self.terrain.get(word, 0)
        return found

    @rule("6.3(1)", "12.9.6")
    def marsh(self, wet: int) -> HexSet:
        """Marsh, and in wet weather flood plain as well."""
        return self.of("marsh", "flood plain") if wet else self.of("marsh")

    @rule("6.3(2)", "12.9.8")
    def major(self, wet: int) -> Sides:
        """Major rivers, and in wet weather all rivers."""
        return self.any_river if wet else self.major_river

    @rule("6.3(3)", "12.9", "12.9.1", "12.9.2", "12.9.3", "12.9.4", "12.9.5", "12.9.7")
    @rule("12.10", "12.10.1", "12.10.2", "12.10.3", "12.10.4", "12.10.5", "S3.17")
    def enter(self, side: int, wet: int, alpine: bool = False) -> dict[int, HexSet]:
        """Movement points to enter each hex: its terrain, and the main trench of the enemy.

        The Alpenkorps pays one point for mountains, and for forest whatever the weather.
        """
        two = self.of("devastated") | self.marsh(wet) | (0 if alpine else self.of("mountain"))
        if wet and not alpine:
            two |= self.of("forest")
        enemy_trench = self.allied_trench if side == GERMAN else self.main_trench
        one = self.playable & ~two
        return {1: one & ~enemy_trench, 2: one & enemy_trench | two & ~enemy_trench, 3: two & enemy_trench}

    @rule("12.9.9", "12.11", "12.11-ex")
    def costs(self, side: int, wet: int, alpine: bool = False) -> MoveCosts:
        """Movement points of every step: the hex, and one more over a major river."""
        key = side, wet, alpine
        if key not in self._costs:
            sides = [(1, self.major(wet))]
            self._costs[key] = MoveCosts(self.grid, self.enter(*key), sides, closed=self.all_sea)
        return self._costs[key]

    def crosses(self, sides: Sides, hex_: int, target: int) -> bool:
        """Whether a hexside with a feature parts two hexes that touch."""
        direction = self.grid.direction(hex_, target)
        return direction is not None and bool(sides[direction] >> hex_ & 1)

    @rule("8.1.2")
    def entry_cost(self, side: int, wet: int, hex_: int) -> int:
        """Points to march onto the map into an edge hex: its terrain alone."""
        return next(cost for cost, hexes in self.enter(side, wet).items() if hexes >> hex_ & 1)

    def near(self, hex_: int) -> HexSet:
        """The hexes next to a hex that ground units may pass to: never over an all-sea hexside, nor into Holland."""
        return self._near[hex_]

    def terrain_name(self, hex_: int) -> str:
        """The word for a hex on the small map: what was built there, else the ground."""
        built = (
            ("fortress", self.fortress[0] | self.fortress[1]),
            ("city", self.city),
            ("town", self.town),
            ("Allied trench", self.allied_trench),
            ("German trench", self.main_trench),
            ("second trench", self.second_trench),
        )
        natural = next(word for word, hexes in self.atlas.terrain.items() if hexes >> hex_ & 1)
        return next((word for word, hexes in built if hexes >> hex_ & 1), natural)


@lru_cache(maxsize=256)
@rule("7.7", "10.2")
def joined(board: StormBoard, sources: HexSet, open_: HexSet) -> HexSet:
    """The open hexes that land joins with an open source: nothing leads over an all-sea hexside.

    Only from hex to hex on the shore is that seen to; inland a flood needs no walls, which makes it far quicker.
    """
    inland, found, new = open_ & ~board.shore, 0, sources & open_
    while new:
        found |= new | flood(board.grid, new, inland)
        new = board.grid.adjacent_across(found, board.all_sea) & open_ & ~found
    return found
