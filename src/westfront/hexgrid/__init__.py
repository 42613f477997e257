"""Geometry only: the grid, hex sets, hexsides, distance, floods and cheapest ways."""

from westfront.hexgrid.flood import components, flood, shortest_path
from westfront.hexgrid.grid import NO_SIDES, Grid, Hex, HexSet, Numbering, Sides, bits, has, join, minus, union
from westfront.hexgrid.reach import MoveCosts, Reach, reach

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
    "components",
    "flood",
    "has",
    "join",
    "minus",
    "reach",
    "shortest_path",
    "union",
]
