"""Words on the map and the ground that they cover."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache

from westfront.atlas.draw.geometry import Box
from westfront.atlas.draw.svg import Point, number, text

_NARROW, _SMALL, _WIDE = frozenset("iljtfrI.,:;'’!|()[]- "), frozenset("sczaevxy?"), frozenset("mwMW@—%")
_MARGIN = 1.0
BOLD = frozenset({"label city", "label fortress"})
_BOLD = 1.08
"""How much wider bold letters run."""


def width(words: str, size: float) -> float:
    """The width of a text, as the broader ones of the common serif fonts set it."""
    return size * _ems(words)


@cache
def _ems(words: str) -> float:
    return sum(_advance(letter) for letter in words)


def _advance(letter: str) -> float:
    if letter in _NARROW:
        return 0.38
    if letter in _WIDE:
        return 0.96
    if letter in _SMALL:
        return 0.56
    return 0.75 if letter.isupper() else 0.62


@dataclass(frozen=True)
class Label:
    """Words at a place: the ground they cover is a row of boxes, more than one where they run aslant."""

    words: tuple[str, ...]
    at: Point
    anchor: str
    size: float
    class_: str
    boxes: tuple[Box, ...]
    angle: float = 0.0

    def drawn(self, **attributes: object) -> str:
        """The text element or elements."""
        x, y = self.at
        turn = f"rotate({number(self.angle)} {number(x)} {number(y)})" if self.angle else None
        kept = {"text_anchor": None if self.anchor == "middle" else self.anchor, "transform": turn, **attributes}
        kept["font_size"] = self.size
        lines = enumerate(self.words)
        return "".join(text(line, (x, y + i * self.size), self.class_, **kept) for i, line in lines)


def upright(words: tuple[str, ...], at: Point, anchor: str, size: float, class_: str) -> Label:
    """A label of one or more level lines; `at` is the foot of the first."""
    wide = max(width(line, size) for line in words) * (_BOLD if class_ in BOLD else 1.0)
    left = at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    top, bottom = at[1] - size * 0.76 - _MARGIN, at[1] + size * (len(words) - 1 + 0.22) + _MARGIN
    return Label(words, at, anchor, size, class_, ((left - _MARGIN, top, left + wide + _MARGIN, bottom),))


def spaced(words: str, at: Point, size: float, class_: str) -> Label:
    """A label of letters set apart by the style sheet, as far as a blank would."""
    return replace(upright((" ".join(words),), at, "middle", size, class_), words=(words,))


def aslant(words: str, at: Point, angle: float, size: float, class_: str) -> Label:
    """A label along a line, its foot in the middle; covered by small boxes, one every half height."""
    wide = width(words, size)
    steps = max(2, math.ceil(wide / (size * 0.6)))
    cos, sin = math.cos(angle), math.sin(angle)
    boxes = []
    for i in range(steps + 1):
        along = (i / steps - 0.5) * wide
        x, y = at[0] + along * cos + size * 0.3 * sin, at[1] + along * sin - size * 0.3 * cos
        boxes.append((x - size * 0.45, y - size * 0.45, x + size * 0.45, y + size * 0.45))
    return Label((words,), at, "middle", size, class_, tuple(boxes), math.degrees(angle))
