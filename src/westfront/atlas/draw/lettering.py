"""Names that do not collide: each tries its places in turn, the important ones first, the rest may stay away."""

from __future__ import annotations

import math
from collections.abc import Iterable

from westfront.atlas.draw.geometry import Box
from westfront.atlas.draw.labels import Label, upright
from westfront.atlas.draw.sheet import Sheet
from westfront.atlas.draw.svg import Point, element


def around(words: str, centre: Point, clear: float, size: float, class_: str) -> list[Label]:
    """The places for a name beside a symbol, the best first: right, left, below, above, then further off."""
    x, y = centre
    found = []
    for lines in _broken(words):
        deep = (len(lines) - 1) * size
        for far in (0.0, 5.0, 11.0):
            right, low = clear + 3 + far, y + clear + size * 0.85 + far
            mid, high = y + size * 0.33 - deep / 2, y - clear - 3 - far - deep
            spots = [(x + right, mid, "start"), (x - right, mid, "end"), (x, low, "middle"), (x, high, "middle")]
            spots += [(x + side * clear * 0.8, foot, way) for foot in (high, low) for side, way in ((1, "start"), (-1, "end"))]
            spots += [(x + side * right, mid + lift, way) for lift in (-7, 7) for side, way in ((1, "start"), (-1, "end"))]
            spots += [(x + side, foot, "middle") for foot in (low, high) for side in (-14, 14, -26, 26)]
            found += [upright(lines, (sx, sy), anchor, size, class_) for sx, sy, anchor in spots]
    return found


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
