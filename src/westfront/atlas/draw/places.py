"""Towns by size, what they are worth, ports, hex numbers, and all names."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from westfront.atlas.draw.curves import sampled, wander
from westfront.atlas.draw.geometry import middle
from westfront.atlas.draw.labels import Label, aslant, spaced, width
from westfront.atlas.draw.lettering import around, halo, place
from westfront.atlas.draw.sheet import Sheet
from westfront.atlas.draw.svg import Point, element, number, pair, path, polyline, text
from westfront.atlas.draw.water import RIVERS, river_chains
from westfront.atlas.draw.works import walled
from westfront.hexgrid import Hex, HexSet, bits


@dataclass(frozen=True)
class Kind:
    """How a kind of place is drawn: the room its symbol takes, its letters, its rank among names, its legend."""

    symbol: str
    clear: float
    size: float
    rank: int
    label: str


KINDS = {
    "city": Kind("city", 11.0, 15.5, 0, "City"),
    "fortress": Kind("city", 11.0, 15.5, 0, ""),
    "town": Kind("town", 6.0, 13.0, 1, "Town"),
    "village": Kind("village", 3.6, 10.5, 2, "Village"),
    "fort": Kind("", 9.0, 10.0, 3, ""),
    "name": Kind("name", 2.6, 11.0, 3, "Name only"),
}
_BLOCKS = ((-9, -8, 6, 4), (-2, -9, 5, 6), (4, -7, 6, 4), (-9, -3, 4, 6), (-4, -2, 8, 5), (5, -2, 5, 5), (-8, 4, 6, 4),
           (-1, 4, 4, 5), (4, 4, 5, 4))  # fmt: skip
_COUNTRIES = {"FR": "FRANCE", "BE": "BELGIUM", "DE": "GERMANY", "LU": "LUXEMBURG", "NL": "HOLLAND"}
_ANCHOR = "M0-6v11M-4-3h8M-6 1q0 6 6 5q6 1 6-5"


def draw_places(sheet: Sheet) -> None:
    """The symbols of all places."""
    drawn: dict[str, str] = {}
    for spot in sheet.board.places:
        kind = KINDS[spot.kind]
        if sheet.shown >> spot.hex & 1 and kind.symbol:
            drawn[kind.symbol] = drawn.get(kind.symbol, "") + _symbol(kind.symbol, sheet.layout.centre(spot.hex))
            if kind.label:
                sheet.explain(
                    f"place-{spot.kind}", kind.label, path(_symbol(kind.symbol, (0, 0)), f"place {kind.symbol}")
                )
            _block(sheet, spot.hex, (0, 0), kind.clear)
    for symbol, data in drawn.items():
        sheet.put("places", path(data, f"place {symbol}"))


def _block(sheet: Sheet, hex_: Hex, offset: Point, clear: float) -> None:
    x, y = sheet.layout.centre(hex_)
    x, y = x + offset[0], y + offset[1]
    sheet.crowd.block((x - clear, y - clear, x + clear, y + clear))


def _symbol(symbol: str, at: Point) -> str:
    if symbol == "city":
        return "".join(f"M{pair((at[0] + x, at[1] + y))}h{w}v{h}h-{w}z" for x, y, w, h in _BLOCKS)
    size = {"town": 4.4, "village": 2.5, "name": 1.5}[symbol]
    return f"M{pair((at[0] - size, at[1]))}a{size} {size} 0 1 0 {2 * size} 0a{size} {size} 0 1 0 -{2 * size} 0z"


def values(sheet: Sheet) -> Iterator[tuple[str, str, dict[str, HexSet]]]:
    """The kinds of worth that this map knows: key, name in the legend, hexes by number."""
    yield "objective", "Objective, points", sheet.features_like("objective:")
    yield "morale", "Morale value", sheet.features_like("morale:")
    if sheet.scenario:
        yield "vp", "Victory points", sheet.features_like(f"vp:{sheet.scenario}:")
    stars = {"★": sheet.feature("victory-city") | sheet.feature("victory")}
    yield "victory", "Victory hex", {mark: hexes for mark, hexes in stars.items() if hexes}


def draw_values(sheet: Sheet) -> None:
    """Medals with the number, at the upper right of the hex."""
    for key, label, worth in values(sheet):
        for mark, hexes in worth.items():
            for hex_ in bits(hexes):
                x, y = sheet.layout.centre(hex_)
                sheet.put("values", _medal(mark, (x + 16, y - 13)))
                _block(sheet, hex_, (16, -13), 8.0)
        if worth:
            sheet.explain(key, label, _medal(next(iter(worth)), (0, 0)))


def _medal(mark: str, at: Point) -> str:
    x, y = at
    disc = element("circle", cx=float(x), cy=float(y), r="7.4", class_="medal")
    if mark == "★":
        return disc + path(_star(at, 5.6), "medal-star")
    return disc + text(mark, (x, y + 3.4), "medal-text", font_size=10.0 if len(mark) == 1 else 8.6)


def _star(at: Point, size: float) -> str:
    points = []
    for i in range(10):
        angle, far = -math.pi / 2 + math.pi / 5 * i, size if i % 2 == 0 else size * 0.42
        points.append((at[0] + math.cos(angle) * far, at[1] + math.sin(angle) * far))
    return polyline(points, closed=True)


def draw_marks(sheet: Sheet) -> None:
    """Ports as anchors, the long-range gun."""
    ports = sheet.feature("port") | sheet.feature("channel-port")
    gun = sheet.feature("big-bertha")
    for hexes, key, label, data in ((ports, "port", "Port", _ANCHOR), (gun, "gun", "Long-range gun", _GUN)):
        for hex_ in bits(hexes):
            x, y = sheet.layout.centre(hex_)
            sheet.put("marks", path(data, f"mark {key}", transform=f"translate({number(x - 17)} {number(y - 11)})"))
            _block(sheet, hex_, (-17, -11), 8.0)
        if hexes:
            sheet.explain(key, label, path(data, f"mark {key}"))


_GUN = "M-7 6h8M-6 3L7-6M-3 3a3 3 0 1 0 .1 0"


def draw_numbers(sheet: Sheet, *, visible: bool) -> None:
    """Hex numbers in the upper part of each hex; names keep off them even where they are not shown."""
    drawn = []
    for hex_ in bits(sheet.shown):
        x, y = sheet.layout.centre(hex_)
        sheet.crowd.block((x - 10, y - 27.5, x + 10, y - 20))
        if visible:
            drawn.append(element("text", sheet.grid.label(hex_), x=float(x), y=float(y - 21.4)))
    sheet.put("numbers", *drawn)


def draw_names(sheet: Sheet) -> None:
    """All names, the greatest places first, then rivers, small places and countries."""
    found: list[tuple[Hex, Label]] = []
    ranked = sorted(_spots(sheet).items(), key=lambda item: (_rank(sheet, item[0][1], item[1]), item[0]))
    for (name, kind), hexes in (item for item in ranked if _rank(sheet, item[0][1], item[1]) < 2):
        found += _name(sheet, name, kind, hexes)
    _name_rivers(sheet)
    for (name, kind), hexes in (item for item in ranked if _rank(sheet, item[0][1], item[1]) >= 2):
        found += _name(sheet, name, kind, hexes)
    _name_sectors(sheet)
    _name_countries(sheet)
    sheet.put(
        "names",
        halo(
            "".join(label.drawn(data_hex=sheet.grid.label(hex_), opacity=_weight(sheet, hex_)) for hex_, label in found)
        ),
    )


def _weight(sheet: Sheet, hex_: Hex) -> float | None:
    """Names outside the area of the scenario are pale."""
    return None if sheet.playing >> hex_ & 1 else 0.5


def _spots(sheet: Sheet) -> dict[tuple[str, str], list[Hex]]:
    """The shown places by name and kind; a city of several hexes has one name."""
    found: dict[tuple[str, str], list[Hex]] = {}
    for spot in sheet.board.places:
        if sheet.shown >> spot.hex & 1:
            found.setdefault((spot.name, spot.kind), []).append(spot.hex)
    return found


def _rank(sheet: Sheet, kind: str, hexes: list[Hex]) -> int:
    """A place of worth is named before others of its kind."""
    worth = sheet.grid.set_of(hexes)
    return KINDS[kind].rank - (1 if any(worth & h for _, _, v in values(sheet) for h in v.values()) else 0)


def _name(sheet: Sheet, name: str, kind: str, hexes: list[Hex]) -> list[tuple[Hex, Label]]:
    look = KINDS[kind]
    candidates = (
        label
        for size in (look.size * sheet.lettering * part for part in (1.0, 0.86, 0.74))
        for hex_ in hexes
        for label in around(name, sheet.layout.centre(hex_), _clear(sheet, hex_, look.clear), size, f"label {kind}")
    )
    label = place(sheet, candidates)
    if label is None:
        sheet.left_out.append(name)
        return []
    sheet.labels.append(label)
    return [(hexes[0], label)]


def _clear(sheet: Sheet, hex_: Hex, clear: float) -> float:
    """The room that a symbol takes; a name stays outside a fortress."""
    return 24.0 if walled(sheet) >> hex_ & 1 else clear


def _name_rivers(sheet: Sheet) -> None:
    """River names along the longest stretch of their courses, twice where that is very long."""
    for word, weight in RIVERS.items():
        for name, lines in sorted(river_chains(sheet, word).items()):
            size = (13.5 if weight == "large" else 11.0) * sheet.lettering
            for line in sorted(lines, key=len, reverse=True)[:1]:
                points = wander(line, sheet.layout, 0.0)
                parts = 2 if len(line) > 60 else 1
                for i in range(parts):
                    part = points[len(points) * i // parts : len(points) * (i + 1) // parts]
                    _name_river(sheet, name, part, size, weight)


def _name_river(sheet: Sheet, name: str, points: list[Point], size: float, weight: str) -> None:
    label = place(sheet, _along(name, points, size, weight), 0.004)
    if label:
        sheet.labels.append(label)
        sheet.put("names", halo(label.drawn()))


def _along(name: str, points: list[Point], size: float, weight: str) -> Iterator[Label]:
    """Places along a line, straight stretches first."""
    stops = [at for at, _ in sampled(points, 8.0)]
    span = max(2, round(width(name, size) / 8.0))
    found = []
    for i in range(0, len(stops) - span, 2):
        a, b = stops[i], stops[i + span]
        if a[0] > b[0]:
            a, b = b, a
        bend = 1 - math.dist(a, b) / (span * 8.0)
        mid = middle(middle(stops[i], stops[i + span]), stops[i + span // 2])
        found.append((bend, mid, math.atan2(b[1] - a[1], b[0] - a[0])))
    away = 5.0 if weight == "large" else 3.5
    for _, mid, angle in sorted(found):
        if abs(angle) < 1.2:
            for foot in (-away - 1, away + size * 0.72, -away - 5, away + size * 0.72 + 4):
                at = mid[0] - math.sin(angle) * foot, mid[1] + math.cos(angle) * foot
                yield aslant(name, at, angle, size, "label water")


def _name_countries(sheet: Sheet) -> None:
    """Where several countries meet, their names in large spaced letters on free ground."""
    if len(sheet.board.countries) < 2:
        return
    for code, hexes in sorted(sheet.board.countries.items(), key=lambda item: -item[1].bit_count()):
        words = _COUNTRIES.get(code, code)
        size = 30.0 if hexes.bit_count() > 60 else 15.0
        label = place(sheet, list(_within(sheet, words, hexes & sheet.shown, size, "label country")), 0.0)
        if label:
            sheet.labels.append(label)
            sheet.put("names", label.drawn())


def _name_sectors(sheet: Sheet) -> None:
    """The nation that holds a stretch of the line, behind it."""
    for nation, hexes in sheet.features_like("sector:").items():
        behind = sheet.grid.within(hexes, 3) & ~hexes & sheet.start("A") & sheet.shown
        label = place(sheet, list(_within(sheet, nation.upper(), behind, 11.0, "label sector")), 0.0)
        if label:
            sheet.labels.append(label)
            sheet.put("names", label.drawn())


def _within(sheet: Sheet, words: str, hexes: HexSet, size: float, class_: str) -> Iterator[Label]:
    """Places inside a country, all letters on its own hexes, nearest to its middle first."""
    centres = [sheet.layout.centre(hex_) for hex_ in bits(hexes)]
    if not centres:
        return
    mid = sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)
    for x, y in sorted(centres, key=lambda at: math.dist(at, mid)):
        for lift in (4.0, 14.0, -6.0, 24.0):
            label = spaced(words, (x, y + lift), size, class_)
            left, top, right, bottom = label.boxes[0]
            if all(_holds(sheet, hexes, (left + (right - left) * i / 4, j)) for i in range(5) for j in (top, bottom)):
                yield label


def _holds(sheet: Sheet, hexes: HexSet, at: Point) -> bool:
    hex_ = sheet.layout.hex_at(at)
    return hex_ is not None and bool(hexes >> hex_ & 1)
