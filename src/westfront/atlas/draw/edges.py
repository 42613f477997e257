"""The edge of the map: what supplies, who enters, where one may leave; and sources of supply inside it."""

from __future__ import annotations

from dataclasses import dataclass

from westfront.atlas.draw.curves import rounded
from westfront.atlas.draw.geometry import SCALE, SIDE, middle, towards
from westfront.atlas.draw.rims import Rim, off_map, rim_lines
from westfront.atlas.draw.sheet import Sheet
from westfront.atlas.draw.svg import Point, number, pair, path, text
from westfront.hexgrid import HexSet, bits

GAP = 7.0
"""From the edge of the map to the first lane, and from lane to lane."""


@dataclass(frozen=True)
class Lane:
    """One thing that an edge can do, drawn as a band beyond it."""

    word: str
    side: str
    glyph: str
    number: int
    label: str


_LANES = (
    Lane("supply:allied", "A", "supply", 0, "Allied supply"),
    Lane("supply:french", "A", "supply", 0, "French supply"),
    Lane("supply:british", "A", "supply", 0, "British supply"),
    Lane("supply:german", "G", "supply", 0, "German supply"),
    Lane("entry:allied", "A", "entry", 1, "Allied entry"),
    Lane("entry:german", "G", "entry", 1, "German entry"),
    Lane("reinforce:north", "A", "entry", 1, "Reinforcements, north"),
    Lane("reinforce:south", "A", "entry", 1, "Reinforcements, south"),
    Lane("edge:allied", "A", "dots", 2, "Allied replacements"),
    Lane("edge:german", "G", "dots", 3, "German replacements"),
    Lane("replacement:allied", "A", "dots", 2, "Allied replacements"),
    Lane("replacement:german", "G", "dots", 3, "German replacements"),
    Lane("exit:XY", "G", "exit", 3, "Exit X–Y"),
    Lane("exit:YZ", "G", "exit", 3, "Exit Y–Z"),
)
_WHEEL = "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0M-5.5 0h11M0-5.5v11"


def lanes(sheet: Sheet) -> list[Lane]:
    """The lanes of this map in this scenario."""
    own = []
    if sheet.scenario:
        own = [
            Lane(f"supply:allied:{sheet.scenario}", "A", "supply", 0, "Allied supply"),
            Lane(f"supply:german:{sheet.scenario}", "G", "supply", 0, "German supply"),
            Lane(f"entry:{sheet.scenario}", "A", "entry", 1, "Allied entry"),
        ]
    return [lane for lane in (*_LANES, *own) if sheet.feature(lane.word)]


def draw_edges(sheet: Sheet) -> None:
    """Every lane along the edge, and a mark where supply springs from a hex inside the map or a unit enters there."""
    for lane in lanes(sheet):
        hexes = sheet.feature(lane.word)
        rims = off_map(sheet.layout, hexes & sheet.playing, sheet.playing)
        outer = {cell for cell, _ in rims}
        inner = sheet.grid.set_of(hex_ for hex_, cell in sheet.cells(hexes) if cell not in outer)
        _draw_lane(sheet, lane, rims)
        _draw_inside(sheet, lane, inner)
        sheet.explain(_key(lane), lane.label, _picture(lane, bool(outer)))
    for letter in ("X", "Y", "Z"):
        for hex_ in bits(sheet.feature(f"point:{letter}")):
            sheet.put("edges", text(letter, _outside(sheet, hex_, 36.0), "point"))


def _key(lane: Lane) -> str:
    """Lanes of one meaning share a line of the legend."""
    return f"{lane.glyph}-{lane.label}"


def _draw_lane(sheet: Sheet, lane: Lane, rims: list[Rim]) -> None:
    away = GAP * (lane.number + 1)
    data = "".join(rounded(line) for line in rim_lines(sheet.layout, rims, -away))
    sheet.put("edges", path(data, f"lane side-{lane.side} {lane.glyph}"))
    cells = {} if lane.glyph == "dots" else dict.fromkeys(cell for cell, _ in rims)
    glyphs = "".join(_glyph(sheet, lane, [rim for rim in rims if rim[0] == cell], away) for cell in cells)
    sheet.put("edges", path(glyphs, f"lane-glyph side-{lane.side} {lane.glyph}"))


def _glyph(sheet: Sheet, lane: Lane, rims: list[Rim], away: float) -> str:
    """One glyph for each hex, straight out from its centre between its outer sides."""
    centre = sheet.layout.point(rims[0][0])
    ways = [sheet.layout.point(sheet.layout.beyond(*rim)) for rim in rims]
    out = towards((0, 0), (sum(x - centre[0] for x, _ in ways), sum(y - centre[1] for _, y in ways)), 1.0)
    far = SCALE / 2 + away + (SIDE - SCALE / 2 if len(rims) % 2 == 0 else 0.0)
    at = centre[0] + out[0] * far, centre[1] + out[1] * far
    return _arrow(at, out if lane.glyph == "exit" else (-out[0], -out[1]), lane.glyph)


def _arrow(at: Point, way: Point, glyph: str) -> str:
    """A triangle for supply, a chevron for entry, a long arrow for exit."""
    across = -way[1], way[0]

    def spot(ahead: float, aside: float) -> str:
        return pair((at[0] + way[0] * ahead + across[0] * aside, at[1] + way[1] * ahead + across[1] * aside))

    if glyph == "supply":
        return f"M{spot(0, -4)}L{spot(5.5, 0)}L{spot(0, 4)}Z"
    if glyph == "entry":
        return f"M{spot(-1.5, -4)}L{spot(3.5, 0)}L{spot(-1.5, 4)}"
    return f"M{spot(-3, 0)}L{spot(6, 0)}M{spot(2.5, -3)}L{spot(6, 0)}L{spot(2.5, 3)}"


def _draw_inside(sheet: Sheet, lane: Lane, hexes: HexSet) -> None:
    for hex_ in bits(hexes):
        x, y = sheet.layout.centre(hex_)
        shape = _inside(lane)
        at = f"translate({number(x - 17)} {number(y + 11)})"
        sheet.put("marks", path(shape, f"lane-glyph inside side-{lane.side} {lane.glyph}", transform=at))
        sheet.crowd.block((x - 24, y + 4, x - 10, y + 18))


def _inside(lane: Lane) -> str:
    return _WHEEL if lane.glyph == "supply" else _arrow((0, 0), (0, -1), lane.glyph)


def _outside(sheet: Sheet, hex_: int, away: float) -> Point:
    """A point beyond the edge of the map, off the nearest side or corner of a hex."""
    centre = sheet.layout.centre(hex_)
    mids = [
        middle(*(sheet.layout.point(end) for end in sheet.layout.edge(*rim)))
        for rim in off_map(sheet.layout, 1 << hex_)
    ]
    mid = sum(x for x, _ in mids) / len(mids), sum(y for _, y in mids) / len(mids)
    x, y = towards(mid, (2 * mid[0] - centre[0], 2 * mid[1] - centre[1]), away)
    return x, y + 6


def _picture(lane: Lane, at_edge: bool) -> str:
    classes = f"side-{lane.side} {lane.glyph}"
    if not at_edge:
        return path(_inside(lane), f"lane-glyph inside {classes}")
    band = path("M-18 3H18", f"lane {classes}")
    if lane.glyph == "dots":
        return band
    way = (0.0, 1.0) if lane.glyph == "exit" else (0.0, -1.0)
    return band + path("".join(_arrow((x, 3), way, lane.glyph) for x in (-10, 0, 10)), f"lane-glyph {classes}")
