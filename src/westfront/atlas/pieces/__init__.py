"""The counters drawn as vectors: facts from a game's lists, single counters, and whole sheets."""

from westfront.atlas.pieces.counter import (
    BADGES,
    Detail,
    counter_image,
    detail_for,
    draw_badge,
    draw_counter,
    draw_hidden,
)
from westfront.atlas.pieces.facts import (
    EXTRA,
    SIDES,
    Piece,
    Printed,
    figure_names,
    load_printed,
    printed,
    value_columns,
)
from westfront.atlas.pieces.palette import PALETTE, Palette
from westfront.atlas.pieces.sheet import draw_sheet
from westfront.atlas.pieces.symbols import MARKERS, UNITS, symbol_defs

__all__ = [
    "BADGES",
    "EXTRA",
    "MARKERS",
    "PALETTE",
    "SIDES",
    "UNITS",
    "Detail",
    "Palette",
    "Piece",
    "Printed",
    "counter_image",
    "detail_for",
    "draw_badge",
    "draw_counter",
    "draw_hidden",
    "draw_sheet",
    "figure_names",
    "load_printed",
    "printed",
    "symbol_defs",
    "value_columns",
]
