"""The map: the two sides of the front line, trenches, cities, sources of supply, Belgium."""

from __future__ import annotations

from westfront.atlas.board import load_board
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.hexgrid import HexSet, union

GLYPHS = {
    "clear": ".",
    "rough": "^",
    "city": "o",
    "victory city": "*",
    "Allied trench": "a",
    "Allied rough trench": "A",
    "German trench": "g",
    "German rough trench": "G",
    "sea": "~",
    "neutral": "#",
}


@rule("2.2", "Errata")
class HindenburgBoard:
    """Hex sets and hexsides of the map. Whatever belongs to a side is a pair, the German one first."""

    def __init__(self, data: DataFolder) -> None:
        atlas = load_board(data, "hindenburg")
        self.atlas, self.grid = atlas, atlas.grid
        self.playable, self.sea = atlas.playable, atlas.terrain["sea"]
        self.home: tuple[HexSet, HexSet] = atlas.start["G"], atlas.start["A"]
        """East and north, west and south of the starting front line."""
        self.east, self.west = self.home
        front = union(atlas.sides["front-line"])
        self.front: tuple[HexSet, HexSet] = front & self.east, front & self.west
        """The hexes of each side that touch the front line."""
        self.printed_trench = atlas.feature("german-trench"), atlas.feature("allied-trench")
        self.rough, self.city = atlas.terrain["rough"], atlas.feature("city")
        self.victory_city, self.paris = atlas.feature("victory-city"), atlas.feature("paris")
        self.ports, self.devastated = atlas.feature("channel-port"), atlas.feature("devastated")
        self.german_sources = atlas.feature("supply:german")
        self.french_sources, self.british_sources = atlas.feature("supply:french"), atlas.feature("supply:british")
        self.belgium = atlas.feature("belgium")
        self.belgian_area = self.belgium | atlas.feature("next-to-belgium")
        self.river = atlas.sides["river"]
        (german, allied), rough = self.printed_trench, self.rough
        self.terrain = {
            "sea": self.sea,
            "neutral": self.grid.mask & ~self.playable,
            "victory city": self.victory_city,
            "city": self.city,
            "German rough trench": german & rough,
            "German trench": german,
            "Allied rough trench": allied & rough,
            "Allied trench": allied,
            "rough": rough,
        }
        self._near = {hex_: self.grid.adjacent(1 << hex_) & self.playable for hex_ in self.grid}

    @rule("11.2", "13.9(2)")
    def near(self, hex_: int) -> HexSet:
        """The hexes next to a hex that units may enter: never sea or neutral ground."""
        return self._near[hex_]

    def over_river(self, hex_: int, target: int) -> bool:
        """Whether a river runs between two hexes that touch."""
        direction = self.grid.direction(hex_, target)
        return direction is not None and bool(self.river[direction] >> hex_ & 1)
