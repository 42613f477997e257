"""What the armies built: trench lines in each side's colour and shape, fortified zones, forts; and the front."""

from __future__ import annotations

import math
from dataclasses import dataclass

from westfront.atlas.draw.curves import combed, crenellated, rounded, sampled, saw, softened
from westfront.atlas.draw.geometry import SIDE
from westfront.atlas.draw.rims import Rim, facing, joined, rim_lines, towards_enemy
from westfront.atlas.draw.sheet import Sheet
from westfront.atlas.draw.svg import Point, element, pair, path, polyline
from westfront.atlas.draw.terrain import area, hatching
from westfront.hexgrid import HexSet, bits


@dataclass(frozen=True)
class Trench:
    """One kind of trench: the word of the maps, whose it is, how it is traced."""

    word: str
    side: str
    trace: str
    label: str


TRENCHES = (
    Trench("allied-trench", "A", "bays", "Allied trench"),
    Trench("german-trench", "G", "teeth", "German trench"),
    Trench("german-main-trench", "G", "teeth", "German main trench"),
    Trench("german-secondary-trench", "G", "comb", "German secondary trench"),
    Trench("stellung", "G", "teeth", "Stellung"),
    Trench("second-tier", "G", "comb", "Second-tier trench"),
    Trench("trench", "A", "bays", "Allied trench"),
    Trench("trench", "G", "teeth", "German trench"),
)
_OTHER = {"A": "G", "G": "A"}


def draw_trenches(sheet: Sheet) -> None:
    """Every trench line, on the side of its hexes that looks to the enemy."""
    for trench in TRENCHES:
        hexes = sheet.feature(trench.word) & _holders(sheet, trench)
        if hexes:
            weak = sheet.feature("weak-trench") & hexes
            _draw_trench(sheet, trench, hexes & ~weak, "")
            _draw_trench(sheet, trench, weak, " weak")
            key = trench.word if trench.word != "trench" else f"trench-{trench.side}"
            sheet.explain(key, trench.label, _picture(trench, ""))
            if weak:
                sheet.explain("weak-trench", "Weak trench", _picture(trench, " weak"))


def _holders(sheet: Sheet, trench: Trench) -> HexSet:
    """Some maps know one word for the trenches of both sides."""
    return sheet.board.start.get(trench.side, 0) if trench.word == "trench" else sheet.grid.mask


def _draw_trench(sheet: Sheet, trench: Trench, hexes: HexSet, weak: str) -> None:
    if not hexes:
        return
    enemy = sheet.board.start.get(_OTHER[trench.side], 0)
    rims = towards_enemy(sheet.grid, sheet.layout, hexes, enemy)
    for line in joined(_heads_first(rim_lines(sheet.layout, rims, 8.0)), 1.9 * SIDE):
        sheet.put("trenches", *_traced(trench, line, weak))
        sheet.crowd.avoid((at for at, _ in sampled(line, 6.0)), 0.8)
    wash = "".join(polyline(sheet.layout.hexagon(hex_, 0.97), closed=True) for hex_ in bits(hexes))
    sheet.put("zones", path(wash, f"wash side-{trench.side}"))


def _heads_first(lines: list[list[Point]]) -> list[list[Point]]:
    """Lines in the order in which they follow each other: first those that no other one leads to."""
    led = {id(b) for a in lines for b in lines if a is not b and math.dist(a[-1], b[0]) <= 1.9 * SIDE}
    return sorted(lines, key=lambda line: (id(line) in led, line[0]))


def _traced(trench: Trench, line: list[Point], weak: str) -> list[str]:
    """The strokes of a trench line."""
    side = f"trench side-{trench.side}{weak}"
    if trench.trace == "bays":
        return [path(crenellated(line, 8.6, 3.6), side)]
    if trench.trace == "teeth":
        return [path(saw(line, 6.6, 4.4), side)]
    return [path(polyline(softened(line)), f"{side} thin"), path(combed(line, 5.0, 3.6), f"{side} thin")]


def _picture(trench: Trench, weak: str) -> str:
    return "".join(_traced(trench, [(-17.0, 3.0), (-4.0, 1.0), (6.0, 2.0), (17.0, 0.0)], weak))


def draw_zones(sheet: Sheet) -> None:
    """Fortified zones: a wash, hatching that leans to the other hand for each side, and a rim."""
    for word, side, name, angle in (("allied-fz", "A", "Allied", 45), ("german-fz", "G", "German", -45)):
        hexes = sheet.feature(word)
        if hexes:
            fill = hatching(sheet, f"zone-{side}", angle, sheet.ink.of(side), None, 9)
            data = area(sheet, hexes)
            sheet.put("zones", path(data, f"zone-wash side-{side}"), path(data, f"zone side-{side}", fill=fill))
            box = {"x": -18, "y": -10, "width": 36, "height": 20}
            picture = element("rect", class_=f"zone-wash side-{side}", **box)
            picture += element("rect", class_=f"zone side-{side}", fill=fill, **box)
            sheet.explain(word, f"{name} fortified zone", picture)


def draw_front(sheet: Sheet) -> None:
    """The front at the start: a line for each side, back to back along the hexsides."""
    allied, german = sheet.start("A") & sheet.near, sheet.start("G") & sheet.near
    drawn = front_paths(sheet, allied, german)
    if drawn:
        sheet.put("front", drawn)
        line = path("M-18 0Q-8-5 0 0T18 0", "front core")
        blue = path("M-18-2Q-8-7 0-2T18-2", "front side-A")
        red = path("M-18 2Q-8-3 0 2T18 2", "front side-G")
        sheet.explain("front", "Front at the start", line + blue + red)


def front_paths(sheet: Sheet, allied: HexSet, german: HexSet) -> str:
    """Both lines of a front between two sets of hexes."""
    drawn = ""
    for own, other, side in ((allied, german, "A"), (german, allied, "G")):
        rims: list[Rim] = facing(sheet.grid, sheet.layout, own, other)
        lines = rim_lines(sheet.layout, rims, 2.0)
        data = "".join(rounded(line) for line in lines)
        drawn += path(data, "front core") if side == "A" else ""
        drawn += path(data, f"front side-{side}")
    return drawn


def draw_forts(sheet: Sheet) -> None:
    """Fortresses as stars around the town, forts as small pentagons, fortified hexes as redoubts."""
    for word, kind, side, label in (
        ("fortress:french", "star", "A", "French fortress"),
        ("fortress:german", "star", "G", "German fortress"),
        ("fortress", "star", "", "Fortress"),
        ("fortification", "redoubt", "G", "Fortification"),
        ("fort", "bastion", "", "Fort"),
    ):
        hexes = sheet.feature(word)
        if hexes:
            data = "".join(_fort(kind, sheet.layout.centre(hex_)) for hex_ in bits(hexes))
            sheet.put("works", path(data, f"work {kind} side-{side}"))
            sheet.explain(word, label, path(_fort(kind, (0, 0)), f"work {kind} side-{side}", transform=_shrunk(kind)))
            _block_forts(sheet, hexes, kind)


def walled(sheet: Sheet) -> HexSet:
    """The hexes whose works surround the town."""
    return sheet.feature("fortress:french") | sheet.feature("fortress:german") | sheet.feature("fortress")


def _shrunk(kind: str) -> str | None:
    return None if kind == "bastion" else "scale(.5)"


def _block_forts(sheet: Sheet, hexes: HexSet, kind: str) -> None:
    left, top, right, bottom = {"star": (-20, -20, 20, 20), "redoubt": (-19, 1, 19, 18), "bastion": (-9, -9, 9, 9)}[
        kind
    ]
    for hex_ in bits(hexes):
        x, y = sheet.layout.centre(hex_)
        sheet.crowd.block((x + left, y + top, x + right, y + bottom))


def _fort(kind: str, at: Point) -> str:
    outline = {"star": _star(), "redoubt": _redoubt(), "bastion": ((0, -8), (8, -2), (5, 7), (-5, 7), (-8, -2))}[kind]
    return "M" + "L".join(pair((at[0] + x, at[1] + y)) for x, y in outline) + "Z"


def _star() -> list[Point]:
    """The trace of a fortress after Vauban: six bastions."""
    found = []
    for i in range(6):
        angle = math.pi / 3 * i + math.pi / 6
        for turn, far in ((-0.27, 16.5), (-0.2, 19.0), (0.0, 24.0), (0.2, 19.0), (0.27, 16.5)):
            found.append((math.cos(angle + turn) * far, math.sin(angle + turn) * far))
    return found


def _redoubt() -> list[Point]:
    """An open work with three faces to the south."""
    return [
        (-18, 2),
        (-18, 8),
        (-10, 17),
        (10, 17),
        (18, 8),
        (18, 2),
        (14, 2),
        (14, 7),
        (8, 13),
        (-8, 13),
        (-14, 7),
        (-14, 2),
    ]
