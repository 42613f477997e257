"""The few things that SVG text is made of: numbers, points, paths, elements."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate with one decimal, as short as it can be written."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0"):
        return "-" + text[2:] if len(text) > 2 else "0"
    return text


def pair(point: Point) -> str:
    """Two coordinates, without a blank where the sign parts them."""
    x, y = number(point[0]), number(point[1])
    return x + y if y.startswith("-") else f"{x} {y}"


def polyline(points: Sequence[Point], *, closed: bool = False) -> str:
    """A path of straight lines, in steps from point to point: like steps are written alike, and pack well."""
    steps = "".join("l" + pair((step(a[0], b[0]), step(a[1], b[1]))) for a, b in pairwise(points))
    return f"M{pair(points[0])}{steps}" + ("Z" if closed else "")


def step(a: float, b: float) -> float:
    """The way between two coordinates as they are written, so that rounding never adds up along a line."""
    return round(b, 1) - round(a, 1)


def element(tag: str, content: str | None = None, /, **attributes: object) -> str:
    """An element; underscores in the names of attributes stand for hyphens, values are escaped."""
    inside = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{inside}/>" if content is None else f"<{tag}{inside}>{content}</{tag}>"


def _value(value: object) -> str:
    return number(value) if isinstance(value, float) else escape(str(value))


def path(data: str, class_: str, /, **attributes: object) -> str:
    """A path with a class, or nothing where there is nothing to draw."""
    return element("path", class_=class_ or None, d=data, **attributes) if data else ""


def group(class_: str, /, *content: str, **attributes: object) -> str:
    """A group with a class, or nothing where it would be empty."""
    inside = "".join(content)
    return element("g", inside, class_=class_ or None, **attributes) if inside else ""


def text(words: str, at: Point, class_: str | None = None, /, **attributes: object) -> str:
    """A line of text, escaped."""
    return element("text", escape(words, quote=False), x=float(at[0]), y=float(at[1]), class_=class_, **attributes)
