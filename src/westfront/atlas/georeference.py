"""Where on earth each hex lies: latitude and longitude to the plane of a map, and back.

A place goes through three steps: the Lambert conformal conic projection on WGS84 (kilometres east and north), an
affine map into the plane of the grid (x to the right, y downwards, one unit a hex from side to side, as `Grid.centre`
has it), and a weak warp, a few bell-shaped pushes that bring the towns named in the rules into their stated hexes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from westfront.errors import DataError
from westfront.hexgrid import Grid, Hex

Affine = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f: the first result is a*first + b*second + c, the second is d*first + e*second + f."""

RADIUS = 6378.137
FLATTENING = 1 / 298.257223563
_ECCENTRICITY = math.sqrt(FLATTENING * (2 - FLATTENING))
_STEPS = 40


class Lambert:
    """The conformal conic projection with two standard parallels, in kilometres."""

    def __init__(self, parallels: tuple[float, float], origin: tuple[float, float]) -> None:
        first, second = math.radians(parallels[0]), math.radians(parallels[1])
        self._meridian = math.radians(origin[1])
        self._cone = math.log(_parallel(first) / _parallel(second)) / math.log(_isometric(first) / _isometric(second))
        self._scale = RADIUS * _parallel(first) / (self._cone * _isometric(first) ** self._cone)
        self._pole = self._scale * _isometric(math.radians(origin[0])) ** self._cone

    def project(self, lat: float, lon: float) -> tuple[float, float]:
        """Kilometres east and north of the origin."""
        radius = self._scale * _isometric(math.radians(lat)) ** self._cone
        angle = self._cone * (math.radians(lon) - self._meridian)
        return radius * math.sin(angle), self._pole - radius * math.cos(angle)

    def unproject(self, east: float, north: float) -> tuple[float, float]:
        """Latitude and longitude of a point of the plane."""
        radius = math.hypot(east, self._pole - north)
        angle = math.atan2(east, self._pole - north)
        lat = _latitude((radius / self._scale) ** (1 / self._cone))
        return math.degrees(lat), math.degrees(angle / self._cone + self._meridian)


def _parallel(lat: float) -> float:
    """Radius of a parallel, as a part of the equator's."""
    return math.cos(lat) / math.sqrt(1 - (_ECCENTRICITY * math.sin(lat)) ** 2)


def _isometric(lat: float) -> float:
    s = _ECCENTRICITY * math.sin(lat)
    return float(math.tan(math.pi / 4 - lat / 2) / ((1 - s) / (1 + s)) ** (_ECCENTRICITY / 2))


def _latitude(isometric: float) -> float:
    """The latitude with this isometric value, by fixed-point steps that each win three digits."""
    lat = math.pi / 2 - 2 * math.atan(isometric)
    for _ in range(8):
        s = _ECCENTRICITY * math.sin(lat)
        lat = math.pi / 2 - 2 * math.atan(isometric * ((1 - s) / (1 + s)) ** (_ECCENTRICITY / 2))
    return lat


class Warp:
    """Bell-shaped pushes around a few nodes: x, y, push in x, push in y."""

    def __init__(self, sigma: float, nodes: list[tuple[float, float, float, float]]) -> None:
        self._flat, self._nodes = 2 * sigma * sigma, nodes

    def push(self, x: float, y: float) -> tuple[float, float]:
        """How far the warp moves a point."""
        push_x = push_y = 0.0
        for node_x, node_y, by_x, by_y in self._nodes:
            weight = math.exp(-((x - node_x) ** 2 + (y - node_y) ** 2) / self._flat)
            push_x += weight * by_x
            push_y += weight * by_y
        return push_x, push_y

    def undo(self, x: float, y: float) -> tuple[float, float]:
        """The point that the warp moves here; the pushes are so weak that fixed-point steps settle quickly."""
        from_x, from_y = x, y
        for _ in range(_STEPS):
            push_x, push_y = self.push(from_x, from_y)
            off_x, off_y = x - push_x - from_x, y - push_y - from_y
            from_x, from_y = from_x + off_x, from_y + off_y
            if abs(off_x) + abs(off_y) < 1e-10:
                break
        return from_x, from_y


class Georeference:
    """Latitude and longitude of the hexes of one map, and the hex of a place."""

    def __init__(
        self, grid: Grid, lambert: Lambert, to_map: Affine, to_earth: Affine, warp: Warp, about: Mapping[str, Any]
    ) -> None:
        self._grid, self._lambert, self._warp = grid, lambert, warp
        self._to_map, self._to_earth = to_map, to_earth
        self.about = about
        """How the fit was made and how good it is, as the file says."""

    def point(self, lat: float, lon: float) -> tuple[float, float]:
        """Where a place lies in the plane of the map."""
        x, y = _apply(self._to_map, *self._lambert.project(lat, lon))
        push_x, push_y = self._warp.push(x, y)
        return x + push_x, y + push_y

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Latitude and longitude of a point in the plane of the map."""
        return self._lambert.unproject(*_apply(self._to_earth, *self._warp.undo(x, y)))

    def of_hex(self, hex_: Hex) -> tuple[float, float]:
        """Latitude and longitude of the centre of a hex."""
        return self.place(*self._grid.centre(hex_))

    def hex_at(self, lat: float, lon: float) -> Hex | None:
        """The hex in which a place lies, or None off the map."""
        return self._grid.hex_at(*self.point(lat, lon))


def _apply(affine: Affine, first: float, second: float) -> tuple[float, float]:
    a, b, c, d, e, f = affine
    return a * first + b * second + c, d * first + e * second + f


def read_georeference(grid: Grid, table: Mapping[str, Any], file: str) -> Georeference:
    """The georeference of a map from its part of `grid.toml`."""
    try:
        lambert = Lambert(_floats(table["parallels"], 2), _floats(table["origin"], 2))
        warp = Warp(float(table["warp"]["sigma"]), [_floats(node, 4) for node in table["warp"]["nodes"]])
        to_map, to_earth = _floats(table["to_map"], 6), _floats(table["to_earth"], 6)
        return Georeference(grid, lambert, to_map, to_earth, warp, table)
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(file, None, f"the georeference does not hold: {error}") from None


def _floats(numbers: Any, count: int) -> Any:
    if len(numbers) != count:
        raise ValueError(f"{count} numbers are wanted, not {len(numbers)}")
    return tuple(float(number) for number in numbers)
