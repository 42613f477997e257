"""The sheet under the pen: layers that fill up, the legend that grows with them, the ground that is taken."""

from __future__ import annotations

from dataclasses import dataclass, field

from westfront.atlas.board import Board
from westfront.atlas.draw.crowd import Crowd
from westfront.atlas.draw.geometry import Layout, Node
from westfront.atlas.draw.labels import Label
from westfront.atlas.draw.palette import Palette
from westfront.hexgrid import NO_SIDES, Grid, Hex, HexSet, Sides, bits

LAYERS = (
    "land", "terrain", "zones", "sea", "relief", "grid", "control", "border", "slopes", "rivers", "roads", "rails",
    "bridges", "trenches", "front", "works", "places", "values", "numbers", "outside", "edges", "marks", "names",
    "hexes", "lines", "counters", "arrows",
)  # fmt: skip
"""The layers from the lowest to the highest; the browser finds each as `layer-...`."""


@dataclass(frozen=True)
class Entry:
    """A line of the legend; its picture is drawn around 0 0, 36 wide and 20 high."""

    key: str
    label: str
    picture: str


@dataclass
class Sheet:
    """All that the parts of the drawing share."""

    board: Board
    layout: Layout
    ink: Palette
    shown: HexSet
    scenario: str | None = None
    layers: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in LAYERS})
    legend: dict[str, Entry] = field(default_factory=dict)
    crowd: Crowd = field(default_factory=Crowd)
    definitions: dict[str, str] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    """The names that found a place."""
    left_out: list[str] = field(default_factory=list)
    """The names that found none."""

    @property
    def grid(self) -> Grid:
        """The grid of the map."""
        return self.board.grid

    @property
    def near(self) -> HexSet:
        """The shown hexes and those next to them, so that lines run on to the edge of the drawing."""
        return self.grid.within(self.shown, 1)

    @property
    def lettering(self) -> float:
        """How much larger letters are than on a small sheet, so that a large one can be read as a whole."""
        return min(1.25, max(1.0, max(self.layout.width, self.layout.height) / 2000))

    def put(self, layer: str, *drawn: str) -> None:
        """Lay something on a layer."""
        self.layers[layer].extend(piece for piece in drawn if piece)

    def explain(self, key: str, label: str, picture: str) -> None:
        """Write a line of the legend, once."""
        self.legend.setdefault(key, Entry(key, label, picture))

    def terrain(self, word: str) -> HexSet:
        """The shown hexes of a terrain."""
        return self.board.terrain.get(word, 0) & self.shown

    def feature(self, word: str) -> HexSet:
        """The shown hexes with a feature."""
        return self.board.feature(word) & self.shown

    def sides(self, word: str) -> Sides:
        """The hexsides with a feature that touch a shown hex."""
        a, b, c, d, e, f = self.board.sides.get(word, NO_SIDES)
        shown = self.shown
        return a & shown, b & shown, c & shown, d & shown, e & shown, f & shown

    def features_like(self, stem: str) -> dict[str, HexSet]:
        """The shown hexes of each feature that begins with a stem, by the rest of its word."""
        found = {word.removeprefix(stem): self.feature(word) for word in self.board.features if word.startswith(stem)}
        return {rest: hexes for rest, hexes in sorted(found.items()) if hexes}

    def start(self, side: str) -> HexSet:
        """The hexes that a side holds at the start of the scenario."""
        own = self.board.features.get(f"start:{self.scenario}:{side}")
        if own is not None:
            return own
        taken = self.board.feature(f"{self.scenario}-german")
        held = self.board.start.get(side, 0)
        return held | taken if side == "G" else held & ~taken

    @property
    def playing(self) -> HexSet:
        """The hexes that the scenario uses: its own area, or the whole map."""
        return self.board.features.get(f"area:{self.scenario}", self.grid.mask)

    def name_id(self, name: str) -> str:
        """An id that no other drawing in the same page shares unless it looks the same."""
        return f"{self.ink.name}-{name}"

    def define(self, name: str, content: str) -> str:
        """Put something among the definitions, once, and give the reference to it."""
        self.definitions.setdefault(name, content)
        return f"url(#{self.name_id(name)})"

    def cells(self, hexes: HexSet) -> list[tuple[Hex, Node]]:
        """The hexes of a set with their cells."""
        return [(hex_, self.layout.cell(hex_)) for hex_ in bits(hexes)]
