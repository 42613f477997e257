"""Connection: what can be reached from where, when every open hex counts the same (supply lines, control)."""

from __future__ import annotations

from westfront.hexgrid.grid import NO_SIDES, Grid, Hex, HexSet, Sides, has


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


def components(grid: Grid, hexes: HexSet, blocked: Sides = NO_SIDES) -> list[HexSet]:
    """The connected parts of a set, the one with the lowest hex first."""
    hexes &= grid.mask
    parts = []
    while hexes:
        part = flood(grid, hexes & -hexes, hexes, blocked)
        parts.append(part)
        hexes ^= part
    return parts


def shortest_path(
    grid: Grid, start: Hex, goals: HexSet, open_: HexSet, blocked: Sides = NO_SIDES, limit: int | None = None
) -> list[Hex] | None:
    """The shortest way through open hexes from a hex (open or not) to a goal, both ends included, or None.

    Of several shortest ways it takes the same one every time: backwards from the lowest goal, lowest direction first.
    """
    rounds = [1 << start]
    seen = rounds[0]
    while not rounds[-1] & goals:
        if limit is not None and len(rounds) > limit:
            return None
        front = grid.adjacent_across(rounds[-1], blocked) & open_ & ~seen
        if not front:
            return None
        seen |= front
        rounds.append(front)
    ends = rounds[-1] & goals
    path = [(ends & -ends).bit_length() - 1]
    for front in reversed(rounds[:-1]):
        path.append(_step_back(grid, path[-1], front, blocked))
    return path[::-1]


def _step_back(grid: Grid, here: Hex, front: HexSet, blocked: Sides) -> Hex:
    """The hex of the earlier round from which this one was reached."""
    for d, step in enumerate(grid.steps):
        if has(front, here + step) and not has(blocked[d], here):
            return here + step
    raise AssertionError("a hex of a later round has a neighbour in the round before")
