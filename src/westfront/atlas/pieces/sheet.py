"""A sheet of every counter of a game, front and back, grouped by side and type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from westfront.atlas.pieces.counter import FONT, draw_counter, escape
from westfront.atlas.pieces.facts import SIDES, Printed
from westfront.atlas.pieces.palette import PALETTE
from westfront.atlas.pieces.symbols import symbol_defs

WIDTH = 26.0
"""The width of a sheet, in counters."""
_GAP, _HEADING, _EDGE = 0.12, 0.55, 0.6


class _Group(NamedTuple):
    """The counters under one heading."""

    heading: str
    counters: list[Printed]

    @property
    def cell(self) -> float:
        """The room for one counter: with its back, or the front alone."""
        backs = any(counter.back for counter in self.counters)
        return 2.06 + 2 * _GAP if backs else 1 + _GAP

    @property
    def width(self) -> float:
        """The room across: its counters in one row, or the whole sheet; the heading has to fit."""
        return min(WIDTH, max(len(self.counters) * self.cell, 0.19 * len(self.heading) + 0.8))

    @property
    def height(self) -> float:
        """The room down, with the heading."""
        across = max(1, int((WIDTH + _GAP) / self.cell))
        return _HEADING + -(-len(self.counters) // across) * (1 + _GAP) + 0.25


def draw_sheet(title: str, counters: Sequence[Printed], figures: str = "") -> str:
    """The sheet as a whole SVG picture; `figures` says what the numbers on the units mean."""
    parts, y = [_head(title, counters, figures)], 2.0
    for side in SIDES:
        of_side = [counter for counter in counters if counter.front.side == side]
        if of_side:
            drawn, y = _side(side, of_side, y)
            parts.append(drawn)
    return _page(y + _EDGE, "".join(parts))


def _page(height: float, inside: str) -> str:
    width, pixels = WIDTH + 2 * _EDGE, 48
    size = f'width="{width * pixels:.0f}" height="{height * pixels:.0f}" viewBox="0 0 {width:g} {height:.2f}"'
    paper = f'<rect width="{width:g}" height="{height:.2f}" fill="{PALETTE.sheet}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{symbol_defs()}{paper}{inside}</svg>\n'


def _head(title: str, counters: Sequence[Printed], figures: str) -> str:
    """Title, totals, and what the figures mean."""
    markers = sum(counter.front.is_marker for counter in counters)
    words = [f"{len(counters)} counters", f"{len(counters) - markers} units", f"{markers} markers"]
    words += [f"figures: {figures}"] if figures else []
    return _line(title, _EDGE, 1.15, 0.8, PALETTE.heading) + _line(
        "  ·  ".join(words), _EDGE, 1.65, 0.34, PALETTE.faint
    )


def _side(side: str, counters: list[Printed], y: float) -> tuple[str, float]:
    """The groups of one side below its heading, in rows; gives the drawing and where it ends."""
    y += 0.75
    rule = f'<path d="M{_EDGE} {y + 0.14:.2f}H{_EDGE + WIDTH:g}" stroke="{PALETTE.faint}" stroke-width=".03"/>'
    name = {"neutral": "Either side"}.get(side, side.capitalize())
    parts = [_line(f"{name}  ·  {len(counters)}", _EDGE, y, 0.5, PALETTE.heading), rule]
    x, y, deepest = 0.0, y + 0.3, 0.0
    for group in _groups(counters):
        if x and x + group.width > WIDTH + _GAP:
            x, y, deepest = 0.0, y + deepest, 0.0
        parts.append(_group(group, _EDGE + x, y))
        x, deepest = x + group.width + 0.5, max(deepest, group.height)
    return "".join(parts), y + deepest


def _groups(counters: list[Printed]) -> list[_Group]:
    """The counters by type; those that are a type of their own go together by nation and symbol."""
    groups: dict[str, list[Printed]] = {}
    for counter in counters:
        own = counter.type == counter.name and not counter.front.is_marker
        key = f"{counter.front.nation} {counter.front.symbol}" if own else counter.type
        groups.setdefault(key, []).append(counter)
    return [_Group(_words(key), group) for key, group in groups.items()]


def _words(key: str) -> str:
    """A type's name as a heading."""
    text = key.replace("-", " ")
    return text[:1].upper() + text[1:]


def _group(group: _Group, x: float, y: float) -> str:
    """A heading with its number, and the counters below it in rows."""
    across = max(1, int((WIDTH + _GAP) / group.cell))
    parts = [_line(f"{group.heading} ({len(group.counters)})", x, y + 0.38, 0.3, PALETTE.heading)]
    for i, counter in enumerate(group.counters):
        left = x + (i % across) * group.cell + 0.5
        parts.append(_pair(counter, left, y + _HEADING + (i // across) * (1 + _GAP) + 0.5))
    return "".join(parts)


def _pair(counter: Printed, x: float, y: float) -> str:
    """The front, and the back to the right of it."""
    faces = [(counter.front, x)] + ([(counter.back, x + 1.06)] if counter.back else [])
    return "".join(f'<g transform="translate({left:.2f} {y:.2f})">{draw_counter(face)}</g>' for face, left in faces)


def _line(text: str, x: float, y: float, size: float, colour: str) -> str:
    """A line of text; the scale keeps the font size above the least that a browser knows."""
    where = f'transform="translate({x:.2f} {y:.2f}) scale(.01)" font-size="{100 * size:g}" fill="{colour}"'
    return f'<text {where} font-family="{FONT}" font-weight="700" xml:space="preserve">{escape(text)}</text>'
