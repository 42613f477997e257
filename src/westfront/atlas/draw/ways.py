"""Borders, roads, railways, bridges and slopes."""

from __future__ import annotations

import math
from itertools import pairwise

from westfront.atlas.draw.curves import relaxed, rounded, sampled, through
from westfront.atlas.draw.geometry import Edge, Node, chains, middle
from westfront.atlas.draw.sheet import Sheet
from westfront.atlas.draw.svg import Point, pair, path, polyline
from westfront.atlas.draw.water import RIVERS
from westfront.hexgrid import NO_SIDES, Hex, bits, union

Crossings = dict[Edge, tuple[Point, Point]]
"""Where a road or railway leaves one cell for the next: a point just before the hexside and one just after it."""
_BESIDE = 5.6


def draw_borders(sheet: Sheet) -> None:
    """The borders of 1914: a soft band and a line of dashes and dots."""
    edges = sheet.layout.edges(sheet.sides("border")) + sheet.layout.edges(sheet.sides("holland-border"))
    lines = chains(sorted(set(edges)), sheet.layout)
    data = "".join(rounded([sheet.layout.point(node) for node in line]) for line in lines)
    if data:
        sheet.put("border", path(data, "border band"), path(data, "border line"))
        picture = "M-18 2Q-6-6 2 1T18-1"
        sheet.explain("border", "Border of 1914", path(picture, "border band") + path(picture, "border line"))


def draw_ways(sheet: Sheet) -> None:
    """Roads with two edges, railways with sleepers, and the bridges under both."""
    roads, road_crossings = _way(sheet, "road", 0.0)
    rails, rail_crossings = _way(sheet, "rail", _BESIDE)
    sheet.put("roads", path(roads, "road edge"), path(roads, "road"))
    sheet.put("rails", path(rails, "rail"), path(rails, "rail sleepers"))
    line = "M-18 3C-8 3-4-4 4-3S14 1 18 0"
    if roads:
        sheet.explain("road", "Road", path(line, "road edge") + path(line, "road"))
    if rails:
        sheet.explain("rail", "Railway", path(line, "rail") + path(line, "rail sleepers"))
    _draw_bridges(sheet, road_crossings, rail_crossings)


def _way(sheet: Sheet, kind: str, beside: float) -> tuple[str, Crossings]:
    """The path of all roads or railways, and where they cross the hexsides."""
    layout = sheet.layout
    links = sheet.board.links.get(kind, NO_SIDES)
    edges = [
        (layout.cell(hex_), layout.beyond(layout.cell(hex_), d))
        for d in range(3)
        for hex_ in bits(links[d] & sheet.near)
    ]
    meeting = _meeting(sheet, edges)
    data = ""
    crossings: Crossings = {}
    for line in chains(edges, layout):
        points = relaxed([layout.point(node) for node in line], [node in meeting for node in line], 0.36)
        points = _beside(sheet, line, points, beside)
        for (a, b), (p, q) in zip(pairwise(line), pairwise(points), strict=True):
            crossings[a, b], crossings[b, a] = (p, q), (q, p)
        points = _to_the_edge(sheet, line, points, meeting)
        sheet.crowd.avoid((at for at, _ in sampled(points, 8.0)), 0.3)
        data += through(points)
    return data, crossings


def _meeting(sheet: Sheet, edges: list[Edge]) -> dict[Node, int]:
    """The nodes that a line has to pass exactly: places, ends and junctions, with the number of ways there."""
    ends: dict[Node, int] = {}
    for a, b in edges:
        ends[a], ends[b] = ends.get(a, 0) + 1, ends.get(b, 0) + 1
    placed = {sheet.layout.cell(place.hex) for place in sheet.board.places}
    return {node: ways for node, ways in ends.items() if ways != 2 or node in placed}


def _beside(sheet: Sheet, line: list[Node], points: list[Point], beside: float) -> list[Point]:
    """The points of a line, moved aside where it shares the hex with a road: always to the east or south."""
    roads = sheet.board.links.get("road", NO_SIDES)
    shared = sheet.layout.cells(union(roads)) if beside else set()
    found = list(points)
    for i in range(1, len(line) - 1):
        if line[i] in shared:
            (ax, ay), (bx, by), (x, y) = points[i - 1], points[i + 1], points[i]
            length = math.dist(points[i - 1], points[i + 1]) or 1.0
            right = (ay - by) / length, (bx - ax) / length
            hand = beside if right[0] + right[1] / 3 > 0 else -beside
            found[i] = x + right[0] * hand, y + right[1] * hand
    return found


def _to_the_edge(sheet: Sheet, line: list[Node], points: list[Point], ways: dict[Node, int]) -> list[Point]:
    """The line, led on over the edge of the map where it ends in an edge hex without a place."""
    first = _way_out(sheet, line[0], line[1]) if ways.get(line[0]) == 1 else []
    last = _way_out(sheet, line[-1], line[-2]) if ways.get(line[-1]) == 1 else []
    return [*first, *points, *last]


def _way_out(sheet: Sheet, node: Node, before: Node) -> list[Point]:
    """The middle of the outer hexside that lies straightest ahead."""
    layout = sheet.layout
    (x, y), (bx, by) = layout.point(node), layout.point(before)
    outer = [d for d in range(6) if layout.beyond(node, d) not in layout.known]
    middles = [middle(*(layout.point(end) for end in layout.edge(node, d))) for d in outer]
    ahead = sorted(middles, key=lambda m: -((m[0] - x) * (x - bx) + (m[1] - y) * (y - by)))
    return [at for at in ahead[:1] if (at[0] - x) * (x - bx) + (at[1] - y) * (y - by) > 0]


def _draw_bridges(sheet: Sheet, roads: Crossings, rails: Crossings) -> None:
    """Bridges where the map names them and, where it names none, wherever a road crosses a river."""
    words = [word for word in ("bridge", "road-bridge", "rail-bridge") if word in sheet.board.sides]
    for word in words:
        ways = rails if word == "rail-bridge" else roads
        label = {"bridge": "Bridge", "road-bridge": "Road bridge", "rail-bridge": "Railway bridge"}[word]
        _put_bridges(sheet, word, label, [_span(sheet, edge, ways) for edge in _crossed(sheet, word)])
    if not words:
        wet = {edge for word in RIVERS for edge in _crossed(sheet, word)}
        _put_bridges(sheet, "bridge", "Bridge", [roads[edge] for edge in sorted(wet) if edge in roads])


def _crossed(sheet: Sheet, word: str) -> list[Edge]:
    """The pairs of cells on both sides of a hexside feature, each once."""
    layout, sides = sheet.layout, sheet.sides(word)
    return [(layout.cell(hex_), layout.beyond(layout.cell(hex_), d)) for d in range(3) for hex_ in bits(sides[d])]


def _span(sheet: Sheet, edge: Edge, ways: Crossings) -> tuple[Point, Point]:
    return ways.get(edge) or (sheet.layout.point(edge[0]), sheet.layout.point(edge[1]))


def _put_bridges(sheet: Sheet, word: str, label: str, spans: list[tuple[Point, Point]]) -> None:
    if not spans:
        return
    data = "".join(
        _bridge(middle(*span), math.atan2(span[1][1] - span[0][1], span[1][0] - span[0][0])) for span in spans
    )
    sheet.put("bridges", path(data, f"bridge {word}"))
    for span in spans:
        x, y = middle(*span)
        sheet.crowd.block((x - 5, y - 5, x + 5, y + 5))
    picture = path("M-18 2H18", "river small") + path(_bridge((0, 2), -math.pi / 2), f"bridge {word}")
    sheet.explain(word, label, picture)


def _bridge(at: Point, angle: float) -> str:
    """Two walls along the way, opening at their ends."""
    ahead, left = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    spots = ((-8.5, 6.0), (-5.0, 3.6), (5.0, 3.6), (8.5, 6.0))

    def wall(side: int) -> str:
        points = [
            (at[0] + a * ahead[0] + side * b * left[0], at[1] + a * ahead[1] + side * b * left[1]) for a, b in spots
        ]
        return polyline(points)

    return wall(1) + wall(-1)


def draw_slopes(sheet: Sheet) -> None:
    """Slopes: wedges that begin at the crest and point downhill."""
    data = ""
    for low, high in sheet.board.directed.get("slope", ()):
        if sheet.shown >> low & 1 or sheet.shown >> high & 1:
            data += _slope(sheet, low, high)
    if data:
        sheet.put("slopes", path(data, "slope"))
        wedges = "".join(f"M{x} -5h4l-2 9z" for x in range(-17, 17, 5))
        sheet.explain("slope", "Slope, falling to the points", path(wedges, "slope"))


def _slope(sheet: Sheet, low: Hex, high: Hex) -> str:
    direction = sheet.grid.direction(low, high) or 0
    a, b = (sheet.layout.point(end) for end in sheet.layout.edge(sheet.layout.cell(low), direction))
    (lx, ly), (hx, hy) = sheet.layout.centre(low), sheet.layout.centre(high)
    down = (lx - hx) / 60, (ly - hy) / 60
    along = (b[0] - a[0]) / 7, (b[1] - a[1]) / 7
    data = ""
    for i in range(7):
        x, y = a[0] + along[0] * (i + 0.14) - down[0] * 1.5, a[1] + along[1] * (i + 0.14) - down[1] * 1.5
        tip = along[0] * 0.36 + down[0] * 9, along[1] * 0.36 + down[1] * 9
        data += f"M{pair((x, y))}l{pair((along[0] * 0.72, along[1] * 0.72))}L{pair((x + tip[0], y + tip[1]))}z"
    return data
