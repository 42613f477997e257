"""The benchmarks of the kernel against its slow twins in the same run; those of the games are in `game_bench`.

On a 45x45 map with 100 enemy counters. Machines are noisy, so the ratios count, and each figure is the best of several
rounds in which the two are measured in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from time import process_time
from typing import Any

import msgspec

from westfront.engine.dice import RepeatableRandom
from westfront.engine.names import HexSet, Number
from westfront.engine.state import State, UnitNumbers, UnitPlaces, blank_columns
from westfront.hexgrid import Grid, MoveCosts, Numbering, bits, flood, reach
from westfront.lab import oracles

ROUNDS = 5
SECONDS = 0.05


class Figure(msgspec.Struct, omit_defaults=True):
    """One measurement; the ratio says how many times faster than the slow twin, the bar what it has to reach."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    note: str = ""
    bar: float | None = None
    met: bool | None = None


def figures() -> Iterator[Figure]:
    """All measurements of the kernel, one after another."""
    yield from kernel_figures()
    yield copy_figure()


# -- the kernel


class _Front:
    """The scene of the kernel benchmarks."""

    def __init__(self) -> None:
        self.grid = Grid(Numbering("pointy", "RRCC", (1, 45), (1, 45), "odd", "east"))
        shuffled = RepeatableRandom(1918).shuffled(self.grid)
        self.enemies, self.movers = shuffled[:100], shuffled[100:300]
        self.enemy = self.grid.set_of(self.enemies)
        self.zone = self.grid.adjacent(self.enemy)
        self.open = self.grid.mask & ~self.enemy & ~self.zone
        woods = self.grid.set_of(shuffled[300:900])
        self.costs = MoveCosts(self.grid, {1: self.grid.mask & ~woods, 2: woods})
        self.near = oracles.neighbour_lists(self.grid)
        self.enter = {h: 2 if woods >> h & 1 else 1 for h in self.grid}

    def edge(self, row: str, col: str) -> HexSet:
        """The hexes of one edge of the map."""
        return self.grid.set_of(h for h in self.grid if self.grid.label(h)[:2] == row or self.grid.label(h)[2:] == col)


def kernel_figures() -> Iterator[Figure]:
    """Zones of control, supply floods and movement ranges against loops over sets, a queue and a heap."""
    front = _Front()
    yield _against("zoc", lambda: front.grid.adjacent(front.enemy), lambda: oracles.adjacent(front.near, front.enemies))
    yield _flood_figure(front, "flood", front.edge("", "01"), "from an edge, along the lines of the grid")
    yield _flood_figure(front, "flood.across", front.edge("01", ""), "from an edge, across the lines")
    yield _reach_figure(front, "reach", 6)
    yield _reach_figure(front, "reach.12", 12)


def _flood_figure(front: _Front, name: str, edge: HexSet, note: str) -> Figure:
    sources, open_ = bits(edge), set(bits(front.open))
    return _against(
        name,
        lambda: flood(front.grid, edge, front.open),
        lambda: oracles.connected(front.near, sources, open_),
        note=note,
    )


def _reach_figure(front: _Front, name: str, points: int) -> Figure:
    """The reach of 200 units, worked out anew each time."""
    enemies, zones, anew = set(front.enemies), set(bits(front.zone)), reach.__wrapped__

    def fast() -> None:
        for h in front.movers:
            anew(front.costs, h, points, avoid=front.enemy, stop=front.zone)

    def slow() -> None:
        for h in front.movers:
            oracles.cheapest_by_table(front.near, h, points, front.enter, enemies, zones)

    return _against(name, fast, slow, each=len(front.movers), note=f"{points} movement points, zones stop")


class _Counters(State):
    """A state of 450 counters."""

    turn: Number
    control: HexSet
    at: UnitPlaces
    steps: UnitNumbers
    moved: UnitNumbers
    fought: UnitNumbers
    supply: UnitNumbers


def copy_figure() -> Figure:
    """The copy of a state of 450 counters against `deepcopy` of the same facts in dictionaries."""
    state = _Counters(turn=1, control=(1 << 2000) - 1, **blank_columns(_Counters, 450))
    names = ("at", "steps", "moved", "fought", "supply")
    plain = {"turn": 1, "control": [0] * 450, "units": [dict.fromkeys(names, 0) for _ in range(450)]}
    return _against("copy", state.copy, lambda: deepcopy(plain), note="450 counters, five columns")


def _against(name: str, fast: Callable[[], Any], slow: Callable[[], Any], each: int = 1, note: str = "") -> Figure:
    """The best time of the fast way, and how many times that the best time of the slow way is."""
    fastest = slowest = float("inf")
    for _ in range(ROUNDS):
        fastest, slowest = min(fastest, _time(fast)), min(slowest, _time(slow))
    return Figure(name, round(fastest / each * 1e6, 3), "us", round(slowest / fastest, 1), note)


def _time(run: Callable[[], Any]) -> float:
    """Seconds for one run, over as many runs as make the clock fine enough."""
    runs = 1
    while True:
        start = process_time()
        for _ in range(runs):
            run()
        spent = process_time() - start
        if spent > SECONDS:
            return spent / runs
        runs = max(runs * 2, int(runs * SECONDS / max(spent, 1e-9)))
