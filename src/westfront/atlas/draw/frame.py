"""Around the map: title, neat line, legend, scale bar, and the line that says where the map comes from."""

from __future__ import annotations

import math

from westfront.atlas.draw.geometry import SCALE
from westfront.atlas.draw.labels import width
from westfront.atlas.draw.sheet import Entry, Sheet
from westfront.atlas.draw.svg import element, group, number, path, text
from westfront.atlas.draw.water import open_sea

MARGIN = 46.0
SOURCE = "Reconstructed from the documents and geography"
_HEAD, _ROW, _FOOT, _SWATCH = 70.0, 27.0, 62.0, 52.0


def framed(sheet: Sheet, title: str, drawn: str, style: str, *, legend: bool) -> str:
    """The whole SVG text."""
    wide = sheet.layout.width + 2 * MARGIN
    size = min(1.7, max(0.7, wide / 1500))
    head = _HEAD * size if legend else 0.0
    map_bottom = head + sheet.layout.height + 2 * MARGIN
    below = _scaled(_below(sheet, wide / size, size), map_bottom, size) if legend else ""
    tall = map_bottom + ((_legend_height(sheet, wide / size) + _FOOT) * size if legend else 0.0)
    paper = element("rect", width=float(wide), height=float(tall), class_="sheet")
    lines = _neat_line(wide, tall) if legend else ""
    top = _scaled(_title(sheet, title, wide / size), 0.0, size) if legend else ""
    clip = sheet.define("window", _window(sheet, legend=legend))
    defs = element("defs", "".join(sheet.definitions.values()))
    inner = element("g", drawn, clip_path=clip)
    top += _rose(sheet, head) if legend else ""
    body = element("g", inner, id="map", transform=f"translate({number(MARGIN)} {number(head + MARGIN)})")
    return element(
        "svg", style + defs + paper + lines + top + body + below, xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(wide)} {number(tall)}", width=float(wide), height=float(tall),
        class_=f"westfront {sheet.ink.name}", role="img", aria_label=title, data_map=sheet.board.name,
    )  # fmt: skip


def _window(sheet: Sheet, *, legend: bool) -> str:
    """What may be seen of the map: with a neat line around it a little less than the sheet."""
    beyond = MARGIN - 4 if legend else MARGIN
    wide, tall = sheet.layout.width + 2 * beyond, sheet.layout.height + 2 * beyond
    box = element("rect", x=-beyond, y=-beyond, width=float(wide), height=float(tall))
    return element("clipPath", box, id=sheet.name_id("window"))


def _scaled(drawn: str, down: float, size: float) -> str:
    """Print around the map grows with the sheet."""
    return element("g", drawn, transform=f"translate(0 {number(down)}) scale({size:.3f})")


def _neat_line(wide: float, tall: float) -> str:
    outer = element("rect", x=8, y=8, width=float(wide - 16), height=float(tall - 16), class_="neat outer")
    return outer + element("rect", x=13, y=13, width=float(wide - 26), height=float(tall - 26), class_="neat")


def _title(sheet: Sheet, title: str, wide: float) -> str:
    size = min(34.0, 34.0 * (wide - 120) / (width(title.upper(), 34.0) * 1.12))
    under = f"One hex is {round(sheet.board.km, 1):g} km" + (f" · {_spoken(sheet.scenario)}" if sheet.scenario else "")
    rule = path(
        f"M{number(wide / 2 - 130)} 66h110M{number(wide / 2 + 20)} 66h110M{number(wide / 2)} 61l5 5-5 5-5-5z", "rule"
    )
    head = text(title.upper(), (wide / 2, 52.0), "title", font_size=size)
    return group("heading", head, rule, text(under, (wide / 2, 86.0), "subtitle"), id="layer-title")


def _spoken(scenario: str) -> str:
    return scenario.replace("-", " ").capitalize()


def _rose(sheet: Sheet, head: float) -> str:
    """A compass in the largest corner of the sheet that the map leaves empty, if there is room."""
    corners = [(right, low) for right in (False, True) for low in (False, True)]
    room, right, low = max((_room(sheet, *corner), *corner) for corner in corners)
    if room < 300:
        return ""
    x = MARGIN + (sheet.layout.width - room / 2 if right else room / 2)
    y = head + MARGIN + (sheet.layout.height - room / 2 if low else room / 2)
    points = "".join(_ray(45.0 * i, 1.0 if i % 2 == 0 else 0.6) for i in (1, 3, 5, 7, 0, 2, 4, 6))
    rings = element("circle", r=62, class_="rose-ring") + element("circle", r=66, class_="rose-ring")
    drawn = rings + points + text("N", (0.0, -112.0), "rose-north")
    return element("g", drawn, transform=f"translate({number(x)} {number(y)})", class_="rose")


def _room(sheet: Sheet, right: bool, low: bool) -> float:
    """The side of the largest square in a corner of the sheet that holds no hex and no sea."""
    layout = sheet.layout
    points = [layout.point(cell) for cell in layout.known | open_sea(sheet)]
    far = ((layout.width - x if right else x, layout.height - y if low else y) for x, y in points)
    return min(max(across, down) for across, down in far) - SCALE


def _ray(angle: float, size: float) -> str:
    """One point of the compass, half light and half dark."""
    long, half = number(-104 * size), number(13 * size)
    dark, light = f"M0 0V{long}L{half} {number(-13 * size)}Z", f"M0 0V{long}L-{half} {number(-13 * size)}Z"
    return group("ray", path(dark, "bar"), path(light, "bar open"), transform=f"rotate({number(angle)})")


def _columns(sheet: Sheet, wide: float) -> tuple[int, float]:
    """How many columns of the legend fit, and how wide each is."""
    need = _SWATCH + 14 + max((width(entry.label, 12.5) for entry in sheet.legend.values()), default=0)
    room = wide - 2 * MARGIN
    count = max(1, int(room // need))
    return count, room / count


def _legend_height(sheet: Sheet, wide: float) -> float:
    return math.ceil(len(sheet.legend) / _columns(sheet, wide)[0]) * _ROW + 16


def _below(sheet: Sheet, wide: float, size: float) -> str:
    """Legend, scale bar and source."""
    columns, each = _columns(sheet, wide)
    rows = math.ceil(len(sheet.legend) / columns)
    lines = "".join(
        _line(entry, MARGIN + i // rows * each, 16 + i % rows * _ROW) for i, entry in enumerate(sheet.legend.values())
    )
    rule = path(f"M{number(MARGIN)} -6h{number(wide - 2 * MARGIN)}", "rule")
    foot = _legend_height(sheet, wide) + 26
    source = text(SOURCE, (wide - MARGIN, foot + 9), "source", text_anchor="end")
    return group("legend", rule, lines, _scale_bar(sheet, foot, size), source, id="layer-legend")


def _line(entry: Entry, x: float, y: float) -> str:
    picture = element("g", entry.picture, transform=f"translate({number(x + 20)} {number(y)})")
    return group("entry", picture, text(entry.label, (x + _SWATCH - 4, y + 4.4), "entry-text"), data_key=entry.key)


def _scale_bar(sheet: Sheet, y: float, size: float) -> str:
    """Four fields, black and white in turn, as long as a round number of kilometres."""
    per_km = SCALE / sheet.board.km / size
    room = min(320.0, sheet.layout.width / size * 0.45)
    km = max((n for n in (1, 2, 4, 5, 10, 20, 40, 50, 100) if n * per_km <= room), default=1)
    step = km * per_km / 4
    fields = "".join(
        element("rect", x=float(MARGIN + 6 + i * step), y=float(y), width=float(step), height=6,
                class_="bar" if i % 2 == 0 else "bar open")
        for i in range(4)
    )  # fmt: skip
    marks = "".join(
        text(f"{km * i / 4:g}" + (" km" if i == 4 else ""), (MARGIN + 6 + i * step, y - 5), "bar-text")
        for i in (0, 2, 4)
    )
    return group("scale-bar", fields, marks)
