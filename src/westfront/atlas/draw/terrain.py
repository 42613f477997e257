"""The ground: soft tints with rounded outlines, and the small strokes that an engraver would put on them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from westfront.atlas.draw.curves import rounded
from westfront.atlas.draw.geometry import Node, jitter, outline
from westfront.atlas.draw.sheet import Sheet
from westfront.atlas.draw.svg import Point, element, group, number, pair, path, polyline, step
from westfront.hexgrid import HexSet, bits

Glyph = Callable[[float, float, Node], str]


@dataclass(frozen=True)
class Ground:
    """One kind of ground: the words of the maps that mean it, its strokes and where they stand in a hex."""

    key: str
    words: dict[str, str]
    """Terrain or feature of the maps, and what the legend calls it."""
    glyph: Glyph
    spots: tuple[Point, ...]
    spread: float


def _coarse(seed: Node, salt: int) -> float:
    """One of five sizes: a hundred trees that differ in every tenth would make the text of the drawing long."""
    return round(jitter(seed, salt) * 2) / 2


def _tree(x: float, y: float, seed: Node) -> str:
    """A crown on a short trunk."""
    half, tall = 3.4 + 0.6 * _coarse(seed, 7), 7.4 + 1.2 * _coarse(seed, 8)
    rise = f"c{pair((-half * 1.2, 0.4))} {pair((-half, -tall))} {pair((half * 0.4, -tall))}"
    fall = f"s{pair((half * 1.6, tall + 0.4))} {pair((half * 0.4, tall))}"
    return f"M{pair((x - half * 0.4, y))}{rise}{fall}zm{pair((half * 0.4, 0))}v2.4"


def _hachures(x: float, y: float, strokes: list[tuple[Point, Point]]) -> str:
    """Short lines around a point, each given by its start and its length, in steps, so that like groups read alike."""
    text, at = f"M{pair((x, y))}", (0.0, 0.0)
    for (sx, sy), (dx, dy) in strokes:
        text += f"m{pair((step(at[0], sx), step(at[1], sy)))}l{pair((dx, dy))}"
        at = round(sx, 1) + round(dx, 1), round(sy, 1) + round(dy, 1)
    return text


def _hill(x: float, y: float, seed: Node) -> str:
    """A fan of hachures below a crest."""
    lean = _coarse(seed, 5) * 0.2
    rays = [math.pi * (0.12 + 0.76 * i / 6) + lean for i in range(7)]
    spokes = [(math.cos(ray), math.sin(ray)) for ray in rays]
    return _hachures(x, y, [((cx * 5.5, cy * 2.6), (cx * 4.2, cy * 4.6)) for cx, cy in spokes])


def _knoll(x: float, y: float, seed: Node) -> str:
    """An oval of hachures that fall away on all sides."""
    lean = _coarse(seed, 5) * 0.3
    rays = [2 * math.pi * i / 20 + lean for i in range(20)]
    spokes = [(math.cos(ray), math.sin(ray)) for ray in rays]
    return _hachures(x, y, [((cx * 13, cy * 7.5), (cx * 4.2, cy * 3.6)) for cx, cy in spokes])


def _peak(x: float, y: float, seed: Node) -> str:
    tall = 12 + 2.5 * _coarse(seed, 6)
    flank = _hachures(x, y, [((0.6 + i * 1.5, i * 2.6 - tall), (1.4, tall * 0.72 - i * 1.7)) for i in range(4)])
    return f"M{pair((x - 8, y))}l8{number(-tall)}l8 {number(tall)}{flank}"


def _reeds(x: float, y: float, seed: Node) -> str:
    wide = 9 + 2 * _coarse(seed, 4)
    lines = [((-wide / 2, 0.0), (wide, 0.0)), ((3 - wide / 2, 3.0), (wide - 5, 0.0)), ((0.0, 0.0), (0.0, -4.5))]
    return _hachures(x, y, [*lines, ((-1.6, 0.0), (-1.6, -3.4)), ((1.6, 0.0), (1.6, -3.4))])


def _ripple(x: float, y: float, seed: Node) -> str:
    wide = 10 + 4 * _coarse(seed, 4)
    return f"M{pair((x - wide / 2, y))}q{number(wide / 4)}-2.2 {number(wide / 2)} 0t{number(wide / 2)} 0"


def _crater(x: float, y: float, seed: Node) -> str:
    size = 2.3 + 1.1 * abs(_coarse(seed, 4))
    ring = f"M{pair((x - size, y))}a{number(size)} {number(size * 0.75)} 0 1 1 .1 .4"
    return ring + f"m{pair((2 * size + 2, 2.2))}h.1m{pair((-2 * size - 3.7, -5.0))}h.1"


def _none(_x: float, _y: float, _seed: Node) -> str:
    return ""


_MANY = (
    (-9.0, -12.0), (9.0, -12.0), (-18.0, -3.0), (0.0, -1.0), (18.0, -3.0), (-10.0, 10.0), (10.0, 10.0), (-20.0, 15.0),
    (0.0, 21.0), (20.0, 15.0),
)  # fmt: skip
_FIVE = ((-12.0, -13.0), (13.0, -9.0), (0.0, 3.0), (-13.0, 14.0), (12.0, 15.0))
_THREE = ((-11.0, -10.0), (11.0, -2.0), (-7.0, 11.0))
_ONE = ((0.0, 0.0),)

GROUNDS = (
    Ground("woods", {"woods": "Woods", "forest": "Forest"}, _tree, _MANY, 3.0),
    Ground("rough", {"rough": "Rough ground"}, _hill, _THREE, 3.0),
    Ground("rise", {"rise": "Rise"}, _knoll, _ONE, 1.0),
    Ground("mountain", {"mountain": "Mountains"}, _peak, ((-11.0, -4.0), (12.0, 2.0), (-2.0, 17.0)), 2.0),
    Ground("marsh", {"marsh": "Marsh"}, _reeds, _FIVE, 2.0),
    Ground("flood", {"flood plain": "Flood plain"}, _ripple, _FIVE, 3.0),
    Ground("devastated", {"devastated": "Devastated ground", "dz": "Devastated zone", "crater": "Craters"},
           _crater, _FIVE, 5.0),
    Ground("neutral", {"neutral": "Neutral ground", "holland": "Holland"}, _none, (), 0.0),
)  # fmt: skip


def draw_land(sheet: Sheet) -> None:
    """The paper of the hexes."""
    sheet.put("land", path(area(sheet, sheet.shown, smooth=False), "land"))


def draw_terrain(sheet: Sheet) -> None:
    """Every ground that the map has."""
    for ground in GROUNDS:
        for word, label in ground.words.items():
            hexes = sheet.terrain(word) | sheet.feature(word)
            if hexes:
                _draw_ground(sheet, ground, hexes)
                sheet.explain(f"terrain-{word}", label, _picture(sheet, ground))


def _draw_ground(sheet: Sheet, ground: Ground, hexes: HexSet) -> None:
    sheet.put("terrain", path(area(sheet, hexes), f"tint {ground.key}", **_hatched(sheet, ground)))
    sheet.put("relief", path(strokes(sheet, ground, hexes), f"strokes {ground.key}"))


def _hatched(sheet: Sheet, ground: Ground) -> dict[str, object]:
    """Neutral ground is hatched, all other ground takes its colour from its class."""
    return {"fill": hatching(sheet, "hatch", 45, sheet.ink.hatch, sheet.ink.neutral)} if ground.key == "neutral" else {}


def hatching(sheet: Sheet, name: str, angle: int, colour: str, ground: str | None, gap: int = 6) -> str:
    """A pattern of parallel lines, as a reference for a fill."""
    back = element("rect", width=gap, height=gap, fill=ground) if ground else ""
    line = element("path", d=f"M0 {gap // 2}H{gap}", stroke=colour, stroke_width="1.1")
    content = element(
        "pattern", back + line, id=sheet.name_id(name), width=gap, height=gap, patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({angle})",
    )  # fmt: skip
    return sheet.define(name, content)


def area(sheet: Sheet, hexes: HexSet, *, smooth: bool = True) -> str:
    """The outline of a set of hexes as one path."""
    loops = outline(sheet.layout.cells(hexes), sheet.layout)
    points = [[sheet.layout.point(node) for node in loop] for loop in loops]
    if smooth:
        return "".join(rounded(loop, closed=True) for loop in points)
    return "".join(polyline(loop, closed=True) for loop in points)


def strokes(sheet: Sheet, ground: Ground, hexes: HexSet) -> str:
    """The strokes of a ground in all its hexes, upper ones first so that lower ones stand before them."""
    found = []
    for hex_ in bits(hexes):
        cell = sheet.layout.cell(hex_)
        x, y = sheet.layout.point(cell)
        for i, (dx, dy) in enumerate(ground.spots):
            seed = cell[0] * 8 + i, cell[1] * 8 + i
            at = round(x + dx + jitter(seed, 1) * ground.spread), round(y + dy + jitter(seed, 2) * ground.spread)
            found.append((at[1], ground.glyph(*at, seed)))
    return "".join(glyph for _, glyph in sorted(found))


def _picture(sheet: Sheet, ground: Ground) -> str:
    box = element("rect", x=-18, y=-10, width=36, height=20, class_=f"tint {ground.key}", **_hatched(sheet, ground))
    small = [(-11.0, 1.0), (0.0, -1.0), (11.0, 2.0)] if len(ground.spots) > 1 else [(0.0, 0.0)]
    glyphs = "".join(ground.glyph(x, y + 2, (i, i)) for i, (x, y) in enumerate(small)) if ground.spots else ""
    return group("", box, path(glyphs, f"strokes {ground.key}"), clip_path=sheet.define("swatch", _swatch(sheet)))


def _swatch(sheet: Sheet) -> str:
    box = element("rect", x=-18, y=-10, width=36, height=20)
    return element("clipPath", box, id=sheet.name_id("swatch"))
