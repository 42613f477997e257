"""Reading a front: how near a side comes to what it wants, where units stand best, and in which order they go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import exp, log

from westfront.bots.work import Work
from westfront.engine.grammar import Action
from westfront.hexgrid import Grid, HexSet, bits, by_hex, spread_from, spread_to, union

FAR = 120
DEPTH = 16
"""Who is so much farther from a goal than the foremost counts no more."""
JUDGED = 0.3
"""Units of work to judge a line."""
Prices = Sequence[tuple[int, HexSet]]


class Race:
    """The way of one side to its goals over the bare map, in movement points.

    A goal that is worth less has a start: it counts as so many points farther away. `scale` says over how many points a
    lead is worth e times as much, `horizon` how many points can be made good before the front is drawn anew.
    """

    def __init__(
        self, grid: Grid, goals: Iterable[tuple[int, HexSet]], prices: Prices, scale: float, horizon: int
    ) -> None:
        self.grid, self.scale, self.horizon = grid, scale, horizon
        self.goals, self.bare = tuple(goals), prices
        self.rings = spread_to(grid, self.goals, prices, FAR)
        """The hexes of each distance."""
        self.distance = by_hex(self.rings)
        self._worth = {hex_: exp(-distance / scale) for hex_, distance in self.distance.items()}

    def past(self, prices: Prices) -> dict[int, int]:
        """The distance of every hex at other prices: past the enemy as he stands."""
        return by_hex(spread_to(self.grid, self.goals, prices, FAR))

    def kept(self, runners: HexSet, prices: Prices) -> float:
        """How far the runners are kept from their goals, in points of the bare map, as far as they can see ahead."""
        fronts = spread_from(self.grid, runners, prices, self.horizon)
        near, total = self._foremost(union(fronts)), 0.0
        for spent, front in enumerate(fronts):
            if front & near:
                total += exp(-spent / self.scale) * sum([self._worth[hex_] for hex_ in bits(front & near)])
        return -self.scale * log(total) if total else float(FAR)

    def _foremost(self, hexes: HexSet) -> HexSet:
        first = next((number for number, ring in enumerate(self.rings) if ring & hexes), 0)
        return union(self.rings[first : first + DEPTH])


class Line:
    """Units as they would stand; a game says what such a line is worth and what stands fast besides."""

    def __init__(self, places: dict[int, int], room: int = 1) -> None:
        self.places, self.room = places, room

    def value(self) -> float:
        """The more the better."""
        raise NotImplementedError

    def is_free(self, hex_: int, taken: Collection[int]) -> bool:
        """Whether there is room for one more in a hex, given the hexes of all others, each as often as it is taken."""
        return sum(other == hex_ for other in taken) < self.room

    def improve(self, unit: int, hexes: Iterable[int], work: Work) -> bool:
        """Try a unit in other hexes; whether the line is better now."""
        here = best = self.places[unit]
        taken = [hex_ for other, hex_ in self.places.items() if other != unit]
        value: float | None = None
        for hex_ in hexes:
            if hex_ == here or not self.is_free(hex_, taken):
                continue
            if work.is_over:
                break
            value = self._judged(work) if value is None else value
            self.places[unit] = hex_
            found = self._judged(work)
            if found > value + 1e-6:
                best, value = hex_, found
        self.places[unit] = best
        return best != here

    def settle(self, choices: Mapping[int, Sequence[int]], sweeps: int, work: Work) -> None:
        """Improve one unit after another, in so many sweeps over all of them."""
        for _ in range(sweeps):
            if not sum(self.improve(unit, hexes, work) for unit, hexes in choices.items()):
                return

    def _judged(self, work: Work) -> float:
        work.spend(JUDGED)
        return self.value()


def in_order(places: Mapping[int, int], at: Callable[[int], int], others: Iterable[int], room: int = 1) -> list[Action]:
    """Moves in an order in which nobody ends where no room is left yet; who would wait in a circle stays.

    `others` are the hexes of those who do not move, each as often as somebody stands there.
    """
    held: dict[int, int] = {}
    for hex_ in (*others, *map(at, places)):
        held[hex_] = held.get(hex_, 0) + 1
    left = {unit: to for unit, to in sorted(places.items()) if to != at(unit)}
    orders: list[Action] = []
    while True:
        unit = next((unit for unit, to in left.items() if held.get(to, 0) < room), None)
        if unit is None:
            return orders
        to = left.pop(unit)
        held[at(unit)] -= 1
        held[to] = held.get(to, 0) + 1
        orders.append(("move", unit, to))
