"""What a game lays over the map: marked hexes, zones, control, fronts, supply lines, paths, attacks, counters.

Each is told apart by shape or pattern as well as by colour. Hexes are those of the board's grid; `side` is A or G.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from westfront.atlas.draw.curves import through
from westfront.atlas.draw.geometry import SCALE, towards
from westfront.atlas.draw.sheet import Sheet
from westfront.atlas.draw.svg import Point, element, group, number, pair, path, polyline, text
from westfront.atlas.draw.terrain import area, hatching
from westfront.atlas.draw.works import front_paths
from westfront.hexgrid import Hex, HexSet, bits

Mark = Literal["ring", "fill", "dots", "corners", "cross"]
Role = Literal["chosen", "offered", "danger", "A", "G"]


@dataclass(frozen=True)
class Highlight:
    """Marked hexes, each by a shape of its own: a ring, a fill, dots, the corners only, or a cross."""

    hexes: HexSet
    mark: Mark = "ring"
    role: Role = "chosen"


@dataclass(frozen=True)
class Zone:
    """An area with hatching and a rim; the hatching of the two sides leans to opposite hands."""

    hexes: HexSet
    side: str
    label: str = ""


@dataclass(frozen=True)
class Control:
    """The ground that a side holds, as a soft tint."""

    hexes: HexSet
    side: str


@dataclass(frozen=True)
class Front:
    """The line between the hexes of the two sides, drawn smoothly."""

    allied: HexSet
    german: HexSet


@dataclass(frozen=True)
class SupplyLine:
    """The way of supply from its source to a unit, with an arrow."""

    way: Sequence[Hex]
    side: str


@dataclass(frozen=True)
class Path:
    """A way of a unit, with what it has cost at each hex."""

    way: Sequence[Hex]
    costs: Sequence[str] = ()


@dataclass(frozen=True)
class Attack:
    """Arrows from the attackers' hexes to the hex that they attack."""

    sources: Sequence[Hex]
    target: Hex
    side: str
    label: str = ""


@dataclass(frozen=True)
class Placed:
    """A piece of SVG made elsewhere, for example a counter, with its middle at a place of a hex.

    The offset is in hexes from side to side, from the centre of the hex; the scale multiplies the piece's own units.
    """

    hex: Hex
    svg: str
    offset: Point = (0.0, 0.0)
    scale: float = 1.0


Overlay = Highlight | Zone | Control | Front | SupplyLine | Path | Attack | Placed


def draw_overlays(sheet: Sheet, overlays: Iterable[Overlay]) -> None:
    """Every overlay in the order given, each on its layer."""
    for overlay in overlays:
        match overlay:
            case Highlight():
                _draw_highlight(sheet, overlay)
            case Zone():
                _draw_zone(sheet, overlay)
            case Control():
                tint = path(area(sheet, overlay.hexes & sheet.shown), f"control side-{overlay.side}")
                sheet.put("control", tint)
            case Front():
                drawn = front_paths(sheet, overlay.allied & sheet.near, overlay.german & sheet.near)
                sheet.put("lines", group("front-now", drawn))
            case SupplyLine():
                _draw_supply_line(sheet, overlay)
            case Path():
                _draw_path(sheet, overlay)
            case Attack():
                _draw_attack(sheet, overlay)
            case Placed():
                _draw_placed(sheet, overlay)


def _draw_highlight(sheet: Sheet, overlay: Highlight) -> None:
    hexes = bits(overlay.hexes & sheet.shown)
    data = "".join(_mark(sheet, hex_, overlay.mark) for hex_ in hexes)
    sheet.put("lines", path(data, f"highlight {overlay.mark} {_role(overlay.role)}"))


def _role(role: str) -> str:
    return f"side-{role}" if role in ("A", "G") else role


def _mark(sheet: Sheet, hex_: Hex, mark: Mark) -> str:
    x, y = sheet.layout.centre(hex_)
    if mark == "dots":
        return "".join(f"M{pair(point)}h.1" for point in _dense(sheet.layout.hexagon(hex_, 0.8)))
    if mark == "corners":
        return "".join(_corner(sheet.layout.hexagon(hex_, 0.88), i) for i in range(6))
    if mark == "cross":
        return f"M{pair((x - 14, y - 14))}l28 28M{pair((x + 14, y - 14))}l-28 28"
    return polyline(sheet.layout.hexagon(hex_, 0.88 if mark == "ring" else 0.98), closed=True)


def _dense(corners: list[Point]) -> list[Point]:
    """The corners and two points on each side between them."""
    found = []
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        found += [(a[0] + (b[0] - a[0]) * i / 3, a[1] + (b[1] - a[1]) * i / 3) for i in range(3)]
    return found


def _corner(corners: list[Point], i: int) -> str:
    here, before, after = corners[i], corners[i - 1], corners[(i + 1) % 6]
    return f"M{pair(towards(here, before, 8))}L{pair(here)}L{pair(towards(here, after, 8))}"


def _draw_zone(sheet: Sheet, overlay: Zone) -> None:
    hexes = overlay.hexes & sheet.shown
    if not hexes:
        return
    lean = 60 if overlay.side == "A" else -60
    fill = hatching(sheet, f"overlay-{overlay.side}", lean, sheet.ink.of(overlay.side), None, 8)
    sheet.put("control", path(area(sheet, hexes), f"overlay-zone side-{overlay.side}", fill=fill))
    if overlay.label:
        at = sheet.layout.centre(bits(hexes)[0])
        sheet.put("lines", text(overlay.label, at, "overlay-label"))


def _draw_supply_line(sheet: Sheet, overlay: SupplyLine) -> None:
    points = [sheet.layout.centre(hex_) for hex_ in overlay.way]
    if len(points) > 1:
        end = towards(points[-1], points[-2], 16.0)
        line = through([*points[:-1], end])
        head = _head(points[-2], end, 8.0)
        classes = f"supply-line side-{overlay.side}"
        sheet.put("lines", path(line, f"{classes} under"), path(line, classes), path(head, f"{classes} head"))


def _head(before: Point, at: Point, size: float) -> str:
    """The head of an arrow whose foot is at a point."""
    angle = math.atan2(at[1] - before[1], at[0] - before[0])
    cos, sin = math.cos(angle) * size, math.sin(angle) * size
    x, y = at
    return polyline(
        [(x - sin * 0.8, y + cos * 0.8), (x + cos * 1.5, y + sin * 1.5), (x + sin * 0.8, y - cos * 0.8)], closed=True
    )


def _draw_path(sheet: Sheet, overlay: Path) -> None:
    points = [sheet.layout.centre(hex_) for hex_ in overlay.way]
    if len(points) > 1:
        line = through(points)
        sheet.put("arrows", path(line, "path under"), path(line, "path"))
    for at, cost in zip(points, overlay.costs, strict=False):
        if cost:
            sheet.put("arrows", element("circle", cx=float(at[0]), cy=float(at[1]), r=9, class_="path-stop"))
            sheet.put("arrows", text(cost, (at[0], at[1] + 3.8), "path-cost"))


def _draw_attack(sheet: Sheet, overlay: Attack) -> None:
    target = sheet.layout.centre(overlay.target)
    for source in overlay.sources:
        sheet.put("arrows", path(_arrow(sheet.layout.centre(source), target), f"attack side-{overlay.side}"))
    if overlay.label:
        sheet.put("arrows", text(overlay.label, (target[0], target[1] + 5), "overlay-label"))


def _arrow(source: Point, target: Point) -> str:
    """A broad arrow that swells towards its head, from the edge of one hex into the next."""
    start, end = towards(source, target, 14.0), towards(target, source, 15.0)
    length = math.dist(start, end) or 1.0
    way = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    shape = ((0.0, 3.0), (length - 13, 5.0), (length - 15, 11.0), (length, 0.0))
    outline = [*shape, *((a, -b) for a, b in reversed(shape[:3]))]
    return polyline(
        [(start[0] + way[0] * a - way[1] * b, start[1] + way[1] * a + way[0] * b) for a, b in outline], closed=True
    )


def _draw_placed(sheet: Sheet, overlay: Placed) -> None:
    if not sheet.shown >> overlay.hex & 1:
        return
    x, y = sheet.layout.centre(overlay.hex)
    at = f"translate({number(x + overlay.offset[0] * SCALE)} {number(y + overlay.offset[1] * SCALE)})"
    size = f" scale({overlay.scale:g})" if overlay.scale != 1 else ""
    sheet.put("counters", element("g", overlay.svg, transform=at + size, data_hex=sheet.grid.label(overlay.hex)))
