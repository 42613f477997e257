"""The drawing of maps: one renderer from a board, with what a game lays over it, to SVG text."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.atlas.board import Board
from westfront.atlas.draw.curves import sampled
from westfront.atlas.draw.edges import draw_edges
from westfront.atlas.draw.frame import MARGIN, framed
from westfront.atlas.draw.geometry import SIDE, Layout, chains
from westfront.atlas.draw.landscape import draw_landscape
from westfront.atlas.draw.overlays import Front, Overlay, draw_overlays
from westfront.atlas.draw.palette import PALETTES, Style
from westfront.atlas.draw.places import draw_marks, draw_names, draw_numbers, draw_places, draw_values
from westfront.atlas.draw.rims import off_map
from westfront.atlas.draw.sheet import LAYERS, Sheet
from westfront.atlas.draw.style import style_sheet
from westfront.atlas.draw.svg import Point, element, number, path, polyline
from westfront.atlas.draw.terrain import area as area_path
from westfront.atlas.draw.terrain import draw_land, draw_terrain
from westfront.atlas.draw.water import draw_rivers, draw_sea, open_sea
from westfront.atlas.draw.ways import draw_borders, draw_slopes, draw_ways
from westfront.atlas.draw.works import draw_forts, draw_front, draw_trenches, draw_zones
from westfront.hexgrid import HexSet, bits


def draw_map(
    board: Board, *, style: Style = "light", numbers: bool = True, legend: bool = True, hexes: bool = True,
    hexsides: bool = True, overlays: Sequence[Overlay] = (), area: HexSet | None = None, scenario: str | None = None,
) -> str:  # fmt: skip
    """The map as SVG text; without `hexes` and `hexsides` it is shorter, for a page that knows where they lie."""
    sheet = compose(
        board, style=style, numbers=numbers, hexsides=hexsides, overlays=overlays, area=area, scenario=scenario
    )
    if hexes:
        _draw_hexes(sheet)
    return framed(sheet, board.title, _layers(sheet), style_sheet(sheet.ink), legend=legend)


def compose(
    board: Board, *, style: Style = "light", numbers: bool = True, hexsides: bool = True,
    overlays: Sequence[Overlay] = (), area: HexSet | None = None, scenario: str | None = None,
) -> Sheet:  # fmt: skip
    """All layers of the map, before they are put into a frame."""
    layout = Layout(board.grid, board.grid.mask if area is None else area & board.grid.mask)
    sheet = Sheet(board, layout, PALETTES[style], layout.within(MARGIN + SIDE), scenario)
    now = any(isinstance(overlay, Front) for overlay in overlays)
    for draw in (draw_land, draw_landscape, draw_terrain, draw_zones, draw_sea,
                 *((_draw_hexsides,) if hexsides else ()), _draw_rim, draw_borders, draw_slopes,
                 draw_rivers, draw_ways, draw_trenches, *(() if now else (draw_front,)), draw_edges, draw_forts,
                 draw_places, draw_values, draw_marks, _draw_outside):  # fmt: skip
        draw(sheet)
    draw_numbers(sheet, visible=numbers)
    draw_names(sheet)
    draw_overlays(sheet, overlays)
    return sheet


def _layers(sheet: Sheet) -> str:
    return "".join(element("g", "".join(sheet.layers[name]), id=f"layer-{name}") for name in LAYERS)


def _draw_hexsides(sheet: Sheet) -> None:
    """All hexsides in one path."""
    layout = sheet.layout
    data = "".join(
        polyline([layout.point(layout.edge(cell, d)[0]) for d in (0, 1, 2, 3)]) for _, cell in sheet.cells(sheet.shown)
    )
    sheet.put("grid", path(data, "grid"))


def _draw_rim(sheet: Sheet) -> None:
    """The rim of the map."""
    edge = _rim(sheet)
    sheet.put("grid", path("".join(polyline(line) for line in edge), "rim"))
    sheet.crowd.avoid((at for line in edge for at, _ in sampled(line, 6.0)), 2.0)


def _rim(sheet: Sheet) -> list[list[Point]]:
    """The edge of the map, but for the open sea."""
    layout, water = sheet.layout, open_sea(sheet)
    edges = [layout.edge(cell, d) for cell, d in off_map(layout, sheet.shown) if layout.beyond(cell, d) not in water]
    return [[layout.point(node) for node in line] for line in chains(edges, layout)]


def _draw_outside(sheet: Sheet) -> None:
    """A veil over the hexes that the scenario does not use."""
    sheet.put("outside", path(area_path(sheet, sheet.shown & ~sheet.playing, smooth=False), "veil"))


def _draw_hexes(sheet: Sheet) -> None:
    """One invisible hexagon for each hex, by which the browser finds it."""
    corners = [sheet.layout.point(node) for node in sheet.layout.corners]
    zero = sheet.layout.point((0, 0))
    shape = polyline([(x - zero[0], y - zero[1]) for x, y in corners], closed=True)
    # Attributes, not a class: browsers do not look outside a `use` for the ancestors that the style sheet names.
    sheet.define("hex", element("path", id=sheet.name_id("hex"), d=shape, fill="none", pointer_events="all"))
    link = f'<use href="#{sheet.name_id("hex")}"'
    for hex_ in bits(sheet.shown):
        x, y = sheet.layout.centre(hex_)
        sheet.put("hexes", f'{link} x="{number(x)}" y="{number(y)}" data-hex="{sheet.grid.label(hex_)}"/>')
