"""Slow, obvious twins of the hex kernel: the tests compare with them, the benchmark measures against them.

They know a map only as hexes with their neighbours, never as integers with shifts.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable
from functools import cache

from westfront.hexgrid import Grid, Hex

Neighbours = dict[Hex, list[Hex]]


@cache
def neighbour_lists(grid: Grid) -> Neighbours:
    """Each hex with the hexes whose centres lie one hex away."""
    centre = {h: grid.centre(h) for h in grid}
    near: dict[tuple[int, int], list[Hex]] = {}
    for h, (x, y) in centre.items():
        near.setdefault((int(x), int(y)), []).append(h)
    found: Neighbours = {}
    for h, (x, y) in centre.items():
        boxes = [(int(x) + i, int(y) + j) for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 0, 1, 2)]
        around = [other for box in boxes for other in near.get(box, ())]
        found[h] = sorted(o for o in around if o != h and (centre[o][0] - x) ** 2 + (centre[o][1] - y) ** 2 < 1.1)
    return found


def adjacent(near: Neighbours, hexes: Iterable[Hex]) -> set[Hex]:
    """All hexes next to one of these."""
    found = set()
    for h in hexes:
        for other in near[h]:
            found.add(other)
    return found


def distances(
    near: Neighbours,
    sources: Iterable[Hex],
    is_open: Callable[[Hex], bool],
    may_cross: Callable[[Hex, Hex], bool],
) -> dict[Hex, int]:
    """Steps from the nearest source through open hexes, by a queue."""
    found = dict.fromkeys(sources, 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for other in near[here]:
            if other not in found and is_open(other) and may_cross(here, other):
                found[other] = found[here] + 1
                queue.append(other)
    return found


def connected(near: Neighbours, sources: Iterable[Hex], open_: set[Hex]) -> set[Hex]:
    """All open hexes connected with an open source, by a queue: what the benchmark of the flood is measured against."""
    found = {h for h in sources if h in open_}
    queue = deque(found)
    while queue:
        for other in near[queue.popleft()]:
            if other in open_ and other not in found:
                found.add(other)
                queue.append(other)
    return found


def cheapest(
    near: Neighbours, start: Hex, budget: int, step: Callable[[Hex, Hex], int | None], stops: set[Hex]
) -> dict[Hex, int]:
    """What each hex within reach costs, by a heap; `step` gives the price of a step or None."""
    found: dict[Hex, int] = {}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if here in found:
            continue
        found[here] = spent
        if here in stops and here != start:
            continue
        for other in near[here]:
            price = step(here, other)
            if price is not None and spent + price <= budget and other not in found:
                heapq.heappush(heap, (spent + price, other))
    return found


def cheapest_by_table(
    near: Neighbours, start: Hex, budget: int, enter: dict[Hex, int], avoid: set[Hex], stops: set[Hex]
) -> dict[Hex, int]:
    """The same with prices in a table: as fast as a heap over ints goes, for the benchmark of the reach."""
    found = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > found[here] or (here in stops and here != start):
            continue
        for other in near[here]:
            if other not in avoid:
                total = spent + enter[other]
                if total <= budget and total < found.get(other, budget + 1):
                    found[other] = total
                    heapq.heappush(heap, (total, other))
    return found
