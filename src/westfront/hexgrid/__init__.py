"""Geometry only: the grid, hex sets, hexsides, distance, floods and cheapest ways."""

from westfront.hexgrid.flood import components, flood, shortest_path
from westfront.hexgrid.grid import NO_SIDES, Grid, Hex, HexSet, Numbering, Sides, bits, has, join, minus, union
from westfront.hexgrid.reach import MoveCosts, Reach, reach
from westfront.hexgrid.spread import by_hex, spread_from, spread_to

__all__ = [
    "NO_SIDES",
    "Grid",
    "Hex",
    "HexSet",
    "MoveCosts",
    "Numbering",
    "Reach",
    "Sides",
    "bits",
    "by_hex",
    "components",
    "flood",
    "has",
    "join",
    "minus",
    "reach",
    "shortest_path",
    "spread_from",
    "spread_to",
    "union",
]
