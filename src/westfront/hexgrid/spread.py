"""How far hexes are from a goal, or from a start, where each hex has a price for whoever enters it."""

from __future__ import annotations

from collections.abc import Iterable

from westfront.hexgrid.grid import Grid, Hex, HexSet, Sides, bits

Prices = Iterable[tuple[int, HexSet]]
"""What it costs to enter hexes; where they overlap the first price counts, and hexes without one are never entered."""


def spread_to(grid: Grid, goals: Iterable[tuple[int, HexSet]], prices: Prices, most: int) -> list[HexSet]:
    """For each distance up to `most` the hexes from which a way of that price leads to a goal, its own price too.

    Each goal has a distance of its own, from which is counted.
    """
    classes, fronts, seen = _classes(grid, prices), [0] * (most + 1), 0
    for distance, hexes in goals:
        fronts[distance] |= hexes
    for distance in range(most + 1):
        front = fronts[distance] = fronts[distance] & ~seen
        seen |= front
        if front:
            for price, hexes in classes:
                part = front & hexes
                if part and distance + price <= most:
                    fronts[distance + price] |= grid.adjacent(part)
    return fronts


def spread_from(grid: Grid, start: HexSet, prices: Prices, most: int, walls: Sides | None = None) -> list[HexSet]:
    """For each distance up to `most` the hexes to which a way of that price leads from the start, across no wall."""
    classes, fronts, seen = _classes(grid, prices), [start] + [0] * most, 0
    for distance in range(most + 1):
        front = fronts[distance] = fronts[distance] & ~seen
        seen |= front
        if front:
            around = (grid.adjacent_across(front, walls) if walls else grid.adjacent(front)) & ~seen
            for price, hexes in classes:
                if distance + price <= most:
                    fronts[distance + price] |= around & hexes
    return fronts


def _classes(grid: Grid, prices: Prices) -> list[tuple[int, HexSet]]:
    left, classes = grid.mask, []
    for price, hexes in prices:
        classes.append((price, hexes & left))
        left &= ~hexes
    return classes


def by_hex(fronts: list[HexSet]) -> dict[Hex, int]:
    """The distance of every hex that was reached."""
    return {hex_: distance for distance, front in enumerate(fronts) for hex_ in bits(front)}
