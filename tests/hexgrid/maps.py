"""The five printed maps as their rules describe them, a map drawn as text, and plain geometry to compare with.

Nothing here uses the shifts of the kernel: places are rows and columns, sides are pairs of hexes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from westfront.hexgrid import Grid, Hex, HexSet, Numbering, Sides, bits
from westfront.lab.oracles import Neighbours

Place = tuple[int, int]
Pairs = set[tuple[Hex, Hex]]
"""Steps across hexsides; each side is in twice, once from each of its hexes."""

MICHEL = Numbering("flat", "CCRR", rows=(1, 40), cols=(1, 40), shifted="odd", towards="north")
HINDENBURG = Numbering("pointy", "RRCC", rows=(20, 42), cols=(0, 24), shifted="odd", towards="east", rows_from="south")
STORM = Numbering("pointy", "RRCC", rows=(10, 41), cols=(7, 44), shifted="odd", towards="west", cols_from="east")
MARNE = Numbering("flat", "CC.RR", rows=(1, 34), cols=(1, 56), shifted="even", towards="south")
MEUSE = Numbering("flat", "CCRR", rows=(1, 22), cols=(1, 24), shifted="even", towards="south")

MAPS = {"michel": MICHEL, "hindenburg": HINDENBURG, "storm": STORM, "marne": MARNE, "meuse": MEUSE}


# -- the neighbours as each rulebook's specification states them


def michel_neighbours(row: int, col: int) -> dict[str, Place]:
    """Michel 5.1: odd columns half a hex higher."""
    up = 1 if col % 2 else 0
    return {
        "N": (row - 1, col),
        "S": (row + 1, col),
        "NE": (row - up, col + 1),
        "SE": (row + 1 - up, col + 1),
        "SW": (row + 1 - up, col - 1),
        "NW": (row - up, col - 1),
    }


def hindenburg_neighbours(row: int, col: int) -> dict[str, Place]:
    """Hindenburg 2: rows are counted from the south, odd rows half a hex east."""
    west = col if row % 2 else col - 1
    return {
        "W": (row, col - 1),
        "E": (row, col + 1),
        "NW": (row + 1, west),
        "NE": (row + 1, west + 1),
        "SW": (row - 1, west),
        "SE": (row - 1, west + 1),
    }


def storm_neighbours(row: int, col: int) -> dict[str, Place]:
    """Storm 2.1: columns are counted from the east, odd rows half a hex west."""
    east = col if row % 2 else col - 1
    return {
        "E": (row, col - 1),
        "W": (row, col + 1),
        "NE": (row - 1, east),
        "NW": (row - 1, east + 1),
        "SE": (row + 1, east),
        "SW": (row + 1, east + 1),
    }


def marne_neighbours(row: int, col: int) -> dict[str, Place]:
    """Marne 2 and Meuse 6.2: even columns half a hex lower."""
    low = row if col % 2 == 0 else row - 1
    return {
        "N": (row - 1, col),
        "S": (row + 1, col),
        "NW": (low, col - 1),
        "SW": (low + 1, col - 1),
        "NE": (low, col + 1),
        "SE": (low + 1, col + 1),
    }


FORMULAS: dict[str, Callable[[int, int], dict[str, Place]]] = {
    "michel": michel_neighbours,
    "hindenburg": hindenburg_neighbours,
    "storm": storm_neighbours,
    "marne": marne_neighbours,
    "meuse": marne_neighbours,
}


# -- the distances as the specifications state them


def row_distance(a: Place, b: Place) -> float:
    """Storm 2.1 and Hindenburg 2: x is the column, half a hex more in odd rows."""
    rows = abs(a[0] - b[0])
    across = abs(a[1] + (a[0] % 2) / 2 - b[1] - (b[0] % 2) / 2)
    return rows + max(0, across - rows / 2)


def column_distance(a: Place, b: Place) -> float:
    """Marne 2 (and Michel, whose even columns lie lower too): y is the row, half a hex more in even columns."""
    cols = abs(a[1] - b[1])
    down = abs(a[0] + (a[1] % 2 == 0) / 2 - b[0] - (b[1] % 2 == 0) / 2)
    return max(cols, down + cols / 2)


def cube_distance(a: Place, b: Place) -> float:
    """Meuse 6.2: the greatest difference of the cube coordinates."""
    (q, z), (p, y) = _cube(a), _cube(b)
    return max(abs(q - p), abs(z - y), abs(q + z - p - y))


def _cube(place: Place) -> tuple[int, int]:
    q = place[1] - 1
    return q, place[0] - 1 - (q - (q & 1)) // 2


DISTANCES: dict[str, Callable[[Place, Place], float]] = {
    "michel": column_distance,
    "hindenburg": row_distance,
    "storm": row_distance,
    "marne": column_distance,
    "meuse": cube_distance,
}


# -- plain geometry for any numbering


def places(numbering: Numbering) -> list[Place]:
    """Row and column of every hex of the rectangle."""
    (top, bottom), (first, last) = numbering.rows, numbering.cols
    return [(row, col) for row in range(top, bottom + 1) for col in range(first, last + 1)]


def halves(numbering: Numbering, row: int, col: int) -> Place:
    """Where a hex lies, eastwards and southwards: half hexes along its line, whole lines across."""
    east = col if numbering.cols_from == "west" else -col
    south = row if numbering.rows_from == "north" else -row
    number = row if numbering.top == "pointy" else col
    aside = 1 if numbering.towards in ("east", "south") else -1
    shift = aside if (number % 2 == 1) == (numbering.shifted == "odd") else 0
    return (2 * east + shift, south) if numbering.top == "pointy" else (east, 2 * south + shift)


HALF_STEPS = {
    "pointy": {"E": (2, 0), "NE": (1, -1), "NW": (-1, -1), "W": (-2, 0), "SW": (-1, 1), "SE": (1, 1)},
    "flat": {"S": (0, 2), "SW": (-1, 1), "NW": (-1, -1), "N": (0, -2), "NE": (1, -1), "SE": (1, 1)},
}
"""The six neighbours by name, in the units of `halves`."""

ANGLES = {
    "pointy": {"E": 0, "SE": 60, "SW": 120, "W": 180, "NW": 240, "NE": 300},
    "flat": {"SE": 30, "S": 90, "SW": 150, "NW": 210, "N": 270, "NE": 330},
}
"""Where each direction points, in degrees clockwise from east, as y runs downwards."""


def beyond(grid: Grid, near: Neighbours, hex_: Hex, direction: int) -> Hex | None:
    """The hex in a direction, found by the bearing of the centres."""
    angle = math.radians(ANGLES[grid.numbering.top][grid.directions[direction]])
    x, y = grid.centre(hex_)
    spot = x + math.cos(angle), y + math.sin(angle)
    return next((other for other in near[hex_] if math.dist(grid.centre(other), spot) < 0.1), None)


def pairs_of(grid: Grid, near: Neighbours, sides: Sides) -> set[tuple[Hex, Hex | None]]:
    """The steps that cross these hexsides."""
    return {(h, beyond(grid, near, h, d)) for d in range(6) for h in bits(sides[d])}


def both_ways(pairs: Iterable[tuple[Hex, Hex]]) -> Pairs:
    """The steps across these sides, from each hex to the other."""
    return {step for a, b in pairs for step in ((a, b), (b, a))}


# -- a map drawn as text


@dataclass(frozen=True)
class Drawn:
    """A small map drawn with one character a hex; hexes are called by their character."""

    grid: Grid
    hexes: dict[str, HexSet]

    def __getitem__(self, characters: str) -> HexSet:
        """The set of all hexes drawn with one of these characters."""
        return sum(self.hexes.get(c, 0) for c in set(characters))

    def at(self, character: str) -> Hex:
        """The only hex drawn with this character."""
        (found,) = bits(self.hexes[character])
        return found

    def way(self, path: Iterable[Hex]) -> str:
        """A path as the characters of its hexes."""
        return "".join(next(c for c, hexes in self.hexes.items() if hexes >> h & 1) for h in path)

    def sides(self, *pairs: str) -> Sides:
        """The hexsides between hexes with these two characters."""
        return self.grid.sides((self.at(pair[0]), self.at(pair[1])) for pair in pairs)


def drawn(text: str) -> Drawn:
    """A pointy-top map, every second row half a hex further east; a space parts the hexes, `~` is no hex."""
    rows = [line.split() for line in text.strip("\n").splitlines()]
    numbering = Numbering("pointy", "RRCC", (1, len(rows)), (1, max(map(len, rows))), "even", "east")
    marks = {numbering.text(r, c): mark for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1)}
    grid = Grid(numbering, [label for label, mark in marks.items() if mark != "~"])
    found: dict[str, HexSet] = {}
    for h in grid:
        mark = marks[grid.label(h)]
        found[mark] = found.get(mark, 0) | 1 << h
    return Drawn(grid, found)
