"""Names that do not collide: each tries its places in turn, the important ones first, the rest may stay away."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from westfront.atlas.draw.geometry import Box
from westfront.atlas.draw.labels import Label, upright
from westfront.atlas.draw.sheet import Sheet
from westfront.atlas.draw.svg import Point, element


def around(words: str, centre: Point, clear: float, size: float, class_: str) -> Iterator[Label]:
    """The places for a name beside a symbol, the best first: right, left, below, above, then further off."""
    x, y = centre
    for lines in _broken(words):
        for far in (0.0, 5.0, 11.0, 20.0):
            for sx, sy, anchor in _spots(clear, far, size, (len(lines) - 1) * size):
                yield upright(lines, (x + sx, y + sy), anchor, size, class_)


def _spots(clear: float, far: float, size: float, deep: float) -> list[tuple[float, float, str]]:
    """Feet of a text around 0 0; the two lifts keep clear of the numbers in the hexes to the left and right."""
    right, low = clear + 3 + far, clear + size * 0.85 + far
    mid, high = size * 0.33 - deep / 2, -clear - 3 - far - deep
    free, under = min(mid, 0.5 - size * 0.22), max(low, 11.5 + size * 0.76)
    hands = ((1, "start"), (-1, "end"))
    found = [(side * right, foot, way) for foot in (mid, free) for side, way in hands]
    found += [(0.0, low, "middle"), (0.0, high, "middle"), (0.0, under, "middle")]
    found += [(side * clear * 0.8, foot, way) for foot in (high, low, under) for side, way in hands]
    found += [(side * right, mid + lift, way) for lift in (-7, 7) for side, way in hands]
    return found + [(float(side), foot, "middle") for foot in (low, high, under) for side in (-14, 14, -26, 26)]


def _broken(words: str) -> list[tuple[str, ...]]:
    """A name in one line and, where it is long, in two."""
    cuts = [i for i, letter in enumerate(words) if letter in "- " and 3 <= i <= len(words) - 4]
    if len(words) < 11 or not cuts:
        return [(words,)]
    cut = min(cuts, key=lambda i: abs(2 * i - len(words)))
    return [(words,), (words[: cut + 1].rstrip(" "), words[cut + 1 :])]


def place(sheet: Sheet, candidates: Iterable[Label], reluctance: float = 0.12) -> Label | None:
    """The candidate that is free and covers least; those that come later need a better reason."""
    best, least = None, math.inf
    for order, label in enumerate(candidates):
        cost = order * reluctance
        if cost >= least:
            break
        if all(_inside(sheet, box) and sheet.crowd.free(box) for box in label.boxes):
            cost += sum(sheet.crowd.cost(box) for box in label.boxes)
            if cost < least:
                best, least = label, cost
    if best:
        for box in best.boxes:
            sheet.crowd.block(box)
    return best


def _inside(sheet: Sheet, box: Box) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= sheet.layout.width and box[3] <= sheet.layout.height


def halo(drawn: str) -> str:
    """A group whose letters stand out from what lies under them."""
    return element("g", drawn, class_="halo") if drawn else ""
