"""Land that is not empty: a patchwork of fields under everything else.

Nothing of it is a rule. It is one small pattern, so faint that no terrain is mistaken for another.
"""

from __future__ import annotations

from westfront.atlas.draw.geometry import jitter
from westfront.atlas.draw.sheet import Sheet
from westfront.atlas.draw.svg import Point, element, path, polyline
from westfront.atlas.draw.terrain import area

FIELD = 44.0
ACROSS, DOWN = 9, 8
"""A tile of the pattern: so many fields, each about so large."""


def draw_landscape(sheet: Sheet) -> None:
    """The fields of all dry land."""
    dry = area(sheet, sheet.shown & ~sheet.terrain("sea"), smooth=False)
    sheet.put("land", path(dry, "", fill=sheet.define("fields", _fields(sheet))))


def _fields(sheet: Sheet) -> str:
    """A tile of fields whose edges fit on to each other; some lie fallow, some are ploughed."""
    inks = (sheet.ink.tree, sheet.ink.gold, sheet.ink.hachure)
    drawn: dict[str, str] = dict.fromkeys(inks, "")
    for column in range(ACROSS):
        for row in range(DOWN):
            kind = int((jitter((column, row), 41) + 1) * 2.5)
            if kind < len(inks):
                corners = [_corner(column + i, row + j) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
                drawn[inks[kind]] += polyline(corners, closed=True)
    fills = "".join(path(data, "field", fill=ink) for ink, data in drawn.items())
    hedges = "".join(
        polyline([_corner(column, row + 1), _corner(column, row), _corner(column + 1, row)])
        for column in range(ACROSS)
        for row in range(DOWN)
        if jitter((column, row), 43) > -0.2
    )
    size = {"width": ACROSS * FIELD, "height": DOWN * FIELD}
    turned = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(-14)"}
    return element("pattern", fills + path(hedges, "hedge"), id=sheet.name_id("fields"), **size, **turned)


def _corner(column: int, row: int) -> Point:
    """A corner of fields, moved a little, the same on both edges of the tile."""
    seed = column % ACROSS, row % DOWN
    return (column + jitter(seed, 44) * 0.3) * FIELD, (row + jitter(seed, 45) * 0.3) * FIELD
