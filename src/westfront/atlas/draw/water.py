"""Sea with water lines, coasts, and rivers of two weights that follow the hexsides."""

from __future__ import annotations

from westfront.atlas.draw.curves import sampled, through, wander
from westfront.atlas.draw.geometry import SCALE, Edge, Node, chains, outline
from westfront.atlas.draw.sheet import Sheet
from westfront.atlas.draw.svg import Point, element, group, path, polyline

RIVERS = {"major-river": "large", "meuse-river": "large", "minor-river": "small", "river": "small"}
_NAMES = {"major-river": "Major river", "meuse-river": "The Meuse", "minor-river": "Minor river", "river": "River"}
_WATER_LINES = ((54.0, 0.5), (44.0, 0.6), (34.0, 0.75), (25.0, 0.9), (17.0, 1.0), (10.0, 1.1))
_BEND = 3.2


def draw_sea(sheet: Sheet) -> None:
    """The sea, out to the edge of the sheet where no hex lies, with lines along the shore."""
    sea = sheet.layout.cells(sheet.terrain("sea"))
    if not sea:
        return
    cells = sea | open_sea(sheet)
    water = "".join(
        polyline([sheet.layout.point(n) for n in loop], closed=True) for loop in outline(cells, sheet.layout)
    )
    clip = element("clipPath", path(water, ""), id=sheet.name_id("sea"))
    shore = "".join(through(wander(line, sheet.layout, _BEND)) for line in _shore(sheet, cells))
    lines = "".join(
        path(shore, "", stroke=colour, stroke_width=width + extra)
        for width, weight in _WATER_LINES
        for colour, extra in ((sheet.ink.shore, weight), (sheet.ink.sea, -weight))
    )
    drawn = path(water, "sea") + group("water-lines", lines, clip_path=sheet.define("sea", clip)) + path(shore, "shore")
    sheet.put("sea", element("g", drawn, clip_path=sheet.define("map", _whole(sheet))))
    sheet.explain("sea", "Sea", element("rect", x=-18, y=-10, width=36, height=20, class_="sea"))


def _whole(sheet: Sheet) -> str:
    """The rectangle of the map, to cut off what runs over it."""
    box = element("rect", width=float(sheet.layout.width), height=float(sheet.layout.height))
    return element("clipPath", box, id=sheet.name_id("map"))


def open_sea(sheet: Sheet) -> set[Node]:
    """Cells off the map, as far as the sheet reaches, where the nearest hex of the map is sea."""
    layout = sheet.layout
    sea = layout.cells(sheet.board.terrain.get("sea", 0))
    wet, dry = [layout.point(cell) for cell in sea], [layout.point(cell) for cell in layout.known - sea]
    found: set[Node] = set()
    todo = sorted(sea)
    while todo:
        cell = todo.pop()
        for d in range(6):
            beyond = layout.beyond(cell, d)
            if beyond not in layout.known and beyond not in found and _on_sheet(sheet, beyond):
                at = layout.point(beyond)
                if _nearest(at, wet) < _nearest(at, dry):
                    found.add(beyond)
                    todo.append(beyond)
    return found


def _on_sheet(sheet: Sheet, cell: Node) -> bool:
    x, y = sheet.layout.point(cell)
    return -SCALE < x < sheet.layout.width + SCALE and -SCALE < y < sheet.layout.height + SCALE


def _nearest(at: Point, others: list[Point]) -> float:
    return min((at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in others)


def _shore(sheet: Sheet, sea: set[Node]) -> list[list[Node]]:
    """The lines where the sea meets a hex of the map."""
    dry = sheet.layout.cells(sheet.shown) - sea
    edges = [
        sheet.layout.edge(cell, d) for cell in sorted(sea) for d in range(6) if sheet.layout.beyond(cell, d) in dry
    ]
    return chains(edges, sheet.layout)


def river_chains(sheet: Sheet, word: str) -> dict[str, list[list[Node]]]:
    """For each river of a kind its lines, from corner to corner of the hexes."""
    return {
        name: chains(_edges(sheet, pairs), sheet.layout)
        for name, pairs in sheet.board.named_sides.get(word, {}).items()
    }


def _edges(sheet: Sheet, pairs: list[tuple[int, int]]) -> list[Edge]:
    grid = sheet.grid
    inside = [(a, b) for a, b in pairs if sheet.shown >> a & 1 or sheet.shown >> b & 1]
    return sheet.layout.edges(grid.sides(inside))


def draw_rivers(sheet: Sheet) -> None:
    """The rivers: a large one with two banks and light water between, a small one as a single line."""
    found: dict[str, str] = {"large": "", "small": ""}
    for word, weight in RIVERS.items():
        lines = [line for river in river_chains(sheet, word).values() for line in river]
        drawn = [wander(line, sheet.layout, _BEND) for line in lines]
        found[weight] += "".join(through(points) for points in drawn)
        for points in drawn:
            sheet.crowd.avoid((at for at, _ in sampled(points, 6.0)), 1.0 if weight == "large" else 0.7)
        if drawn:
            sheet.explain(word, _NAMES[word], _picture(weight))
    sheet.put("rivers", path(found["small"], "river small"), path(found["large"], "river large"))
    sheet.put("rivers", path(found["large"], "river stream"))


def _picture(weight: str) -> str:
    line = "M-18 3C-10-7-4 9 3 1S12-5 18-1"
    return path(line, f"river {weight}") + (path(line, "river stream") if weight == "large" else "")
