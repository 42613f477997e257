"""Where things lie on the sheet: cells and corners as whole numbers, hexsides as pairs of corners, smooth lines.

Centres of hexes and corners of hexes lie on one lattice of whole numbers, so that two hexsides meet exactly when they
share a corner. On a pointy-top map a step of the lattice is half a hex across and a sixth of the pitch of two lines
down; a flat-top map is the same with the axes exchanged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from westfront.atlas.draw.svg import Point
from westfront.hexgrid import Grid, Hex, HexSet, Sides, bits

SCALE = 60.0
"""Units of the drawing from a hexside to the opposite one."""
SIDE = SCALE / math.sqrt(3)
"""Length of a hexside, and distance from the centre of a hex to its corners."""

Node = tuple[int, int]
"""A centre or a corner on the lattice."""
Edge = tuple[Node, Node]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_CORNERS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
_NEXT = ((2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3), (1, 3))
_ACROSS, _FORTH = SCALE / 2, SIDE / 2


class Layout:
    """The lattice of one map and its place on the sheet; the area that must be seen sets the edges of the sheet."""

    def __init__(self, grid: Grid, area: HexSet) -> None:
        self.grid = grid
        self.pointy: bool = grid.numbering.top == "pointy"
        self._nodes = {hex_: self.node(grid.centre(hex_)) for hex_ in bits(grid.mask)}
        self.known: set[Node] = set(self._nodes.values())
        """The cells of all hexes of the map, shown or not."""
        self.corners: tuple[Node, ...] = tuple(self._turn(corner) for corner in _CORNERS)
        self.next: tuple[Node, ...] = tuple(self._turn(step) for step in _NEXT)
        self._shift = (0.0, 0.0)
        points = [self.point(node) for hex_ in bits(area) for node in self.around(self._nodes[hex_])]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        self._shift = -left, -top
        self.width: float = max(x for x, _ in points) - left
        self.height: float = max(y for _, y in points) - top

    def within(self, beyond: float) -> HexSet:
        """The hexes with their centre on the sheet or so far beyond its edge."""
        centres = ((hex_, *self.centre(hex_)) for hex_ in self._nodes)
        return self.grid.set_of(
            hex_ for hex_, x, y in centres if -beyond < x < self.width + beyond and -beyond < y < self.height + beyond
        )

    def _turn(self, node: Node) -> Node:
        return node if self.pointy else (node[1], node[0])

    def node(self, centre: Point) -> Node:
        """The node at a place of the plane of `Grid.centre`."""
        across, forth = centre if self.pointy else (centre[1], centre[0])
        return self._turn((round(across * 2), round(forth * 2 * math.sqrt(3))))

    def point(self, node: Node) -> Point:
        """Where a node lies on the sheet."""
        across, forth = self._turn(node)
        x, y = (across * _ACROSS, forth * _FORTH) if self.pointy else (forth * _FORTH, across * _ACROSS)
        return x + self._shift[0], y + self._shift[1]

    def cell(self, hex_: Hex) -> Node:
        """The centre of a hex on the lattice."""
        return self._nodes[hex_]

    def centre(self, hex_: Hex) -> Point:
        """The centre of a hex on the sheet."""
        return self.point(self._nodes[hex_])

    def hex_at(self, at: Point) -> Hex | None:
        """The hex in which a point of the sheet lies, or None."""
        return self.grid.hex_at((at[0] - self._shift[0]) / SCALE, (at[1] - self._shift[1]) / SCALE)

    def cells(self, hexes: HexSet) -> set[Node]:
        """The centres of a set of hexes."""
        return {self._nodes[hex_] for hex_ in bits(hexes)}

    def around(self, cell: Node) -> list[Node]:
        """The six corners of a cell."""
        return [(cell[0] + x, cell[1] + y) for x, y in self.corners]

    def edge(self, cell: Node, direction: int) -> Edge:
        """The hexside of a cell in a direction, from corner to corner."""
        (ax, ay), (bx, by) = self.corners[direction - 1], self.corners[direction]
        return (cell[0] + ax, cell[1] + ay), (cell[0] + bx, cell[1] + by)

    def beyond(self, cell: Node, direction: int) -> Node:
        """The next cell in a direction, on the map or off it."""
        return cell[0] + self.next[direction][0], cell[1] + self.next[direction][1]

    def edges(self, sides: Sides) -> list[Edge]:
        """The hexsides of a feature, each once; those at the edge of the map are seen from one hex only."""
        found = {
            _ordered(self.edge(self._nodes[hex_], direction))
            for direction in range(6)
            for hex_ in bits(sides[direction])
        }
        return sorted(found)

    def rim(self, cells: set[Node]) -> list[tuple[Node, int]]:
        """The hexsides that part a set of cells from the rest, as cell and direction."""
        return [(cell, d) for cell in sorted(cells) for d in range(6) if self.beyond(cell, d) not in cells]

    def hexagon(self, hex_: Hex, part: float = 1.0) -> list[Point]:
        """The corners of a hex, drawn together towards its centre."""
        x, y = self.centre(hex_)
        points = [self.point(corner) for corner in self.around(self._nodes[hex_])]
        return [(x + (px - x) * part, y + (py - y) * part) for px, py in points]


def _ordered(edge: Edge) -> Edge:
    return (edge[0], edge[1]) if edge[0] < edge[1] else (edge[1], edge[0])


def chains(edges: Iterable[Edge], layout: Layout) -> list[list[Node]]:
    """Edges joined into lines as long as they can be: at each node the straightest pair of edges goes on."""
    at: dict[Node, list[Node]] = {}
    for a, b in edges:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    follow = {(before, node): after for node in at for before, after in _pairs(node, at[node], layout)}
    starts = [(node, far) for node in sorted(at) for far in sorted(at[node]) if (far, node) not in follow]
    starts += [(node, far) for node in sorted(at) for far in sorted(at[node])]
    used: set[Edge] = set()
    return [_walk(start, follow, used) for start in starts if start not in used]


def _pairs(node: Node, ends: list[Node], layout: Layout) -> list[Edge]:
    """The edges that follow each other through a node, both ways, straightest first."""
    ranked = sorted(
        (-abs(turn(layout.point(a), layout.point(node), layout.point(b))), a, b) for a in ends for b in ends if a < b
    )
    free, found = set(ends), []
    for angle, a, b in ranked:
        if a in free and b in free and angle < -1.0:
            free -= {a, b}
            found += [(a, b), (b, a)]
    return found


def _walk(start: Edge, follow: dict[Edge, Node], used: set[Edge]) -> list[Node]:
    """The line that begins with an edge, to its end or round to its beginning."""
    before, node = start
    line = [before]
    while (before, node) not in used:
        used |= {(before, node), (node, before)}
        line.append(node)
        if (before, node) not in follow:
            break
        before, node = node, follow[before, node]
    return line


def turn(a: Point, b: Point, c: Point) -> float:
    """The angle at b between the ways to a and to c: pi on a straight line."""
    first, second = math.atan2(a[1] - b[1], a[0] - b[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    return math.pi - abs(math.pi - abs(first - second) % (2 * math.pi))


def outline(cells: set[Node], layout: Layout) -> list[list[Node]]:
    """The closed lines around a set of cells; at a corner of hexes never more than two rims meet."""
    after = dict(layout.edge(cell, direction) for cell, direction in layout.rim(cells))
    loops = []
    while after:
        node = min(after)
        loop = []
        while node in after:
            loop.append(node)
            node = after.pop(node)
        loops.append(loop)
    return loops


def jitter(node: Node, salt: int) -> float:
    """A number from -1 to 1 that is always the same for a node: the unsteady hand of the engraver."""
    mixed = (node[0] * 73856093 ^ node[1] * 19349663 ^ salt * 83492791) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 12) * 0x297A2D39 & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) / 0x7FFFFFFF - 1


def middle(a: Point, b: Point) -> Point:
    """The point half way."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def towards(a: Point, b: Point, far: float) -> Point:
    """The point so far from a on the way to b."""
    length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return a[0] + (b[0] - a[0]) * far / length, a[1] + (b[1] - a[1]) * far / length


def bounds(points: Sequence[Point]) -> Box:
    """The smallest upright box around points."""
    return min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points)
