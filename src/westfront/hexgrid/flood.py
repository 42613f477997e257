"""Connection: what can be reached from where, when every open hex counts the same (supply lines, control)."""

from __future__ import annotations

from westfront.hexgrid.grid import NO_SIDES, Grid, HexSet, Sides


def flood(grid: Grid, sources: HexSet, open_: HexSet, blocked: Sides = NO_SIDES, limit: int | None = None) -> HexSet:
    """All open hexes connected with an open source, at most `limit` steps away from it."""
    open_ &= grid.mask
    if limit is not None:
        return _flood_steps(grid, sources & open_, open_, blocked, limit)
    if blocked is NO_SIDES:
        return _flood_runs(grid.width, sources & open_, open_)
    return _flood_steps(grid, sources & open_, open_, blocked, grid.size)


def _flood_runs(width: int, found: HexSet, open_: HexSet) -> HexSet:
    """Without walls, a run of open hexes along a line fills upwards at once, by the carry of one addition.

    The guard at the end of each line, or a closed hex, takes the carry up; the other five directions are shifts, one
    hex a round. Filling downwards at once as well (by doubling, or by turning the bits round) needs fewer rounds, but
    was slower in all: a round must be cheap.
    """
    while True:
        before = found
        found |= found >> 1
        found = (found | found << width | found >> width - 1) & open_
        found |= open_ ^ (open_ & open_ + found)
        if found == before:
            return found


def _flood_steps(grid: Grid, found: HexSet, open_: HexSet, blocked: Sides, limit: int) -> HexSet:
    """One hex a round, for walls and for limits."""
    front = found
    for _ in range(limit):
        front = grid.adjacent_across(front, blocked) & open_ & ~found
        if not front:
            break
        found |= front
    return found


def components(grid: Grid, hexes: HexSet) -> list[HexSet]:
    """The connected parts of a set, the one with the lowest hex first."""
    hexes &= grid.mask
    parts = []
    while hexes:
        part = flood(grid, hexes & -hexes, hexes)
        parts.append(part)
        hexes ^= part
    return parts
