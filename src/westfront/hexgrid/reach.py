"""Movement: which hexes a unit can reach for how much, and by which way.

Costs are whole ticks: a game with half movement points counts two ticks a point.
Hexes are found in fronts, one for each cost: a front spreads to all neighbours at once and is then split by the cost
of the hexes it enters. Hexes with a road or a costly side are *special*: their steps are kept direction by direction.
All integers are cut to the lines that can be reached at all, since shorter integers are faster ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from westfront.errors import DataError
from westfront.hexgrid.grid import NO_SIDES, Grid, Hex, HexSet, Sides, bits, has, join, union

_Edges = dict[tuple[int, int], HexSet]
_Steps = tuple[tuple[int, HexSet], ...]
_Ways = tuple[tuple[int, HexSet, _Steps], ...]
"""Steps out of special hexes by ticks: all hexes from which a step costs that, so that a front without any of them is
soon passed over, and then the same by distance of the shift. They are tuples, since thousands are kept, and the garbage
collector does not look at tuples of numbers."""
_Window = tuple[HexSet, _Steps, HexSet, _Ways]


class MoveCosts:
    """What each step costs one kind of unit on one map, as far as the map alone decides it."""

    def __init__(
        self,
        grid: Grid,
        enter: Mapping[int, HexSet],
        surcharges: Sequence[tuple[int, Sides]] = (),
        road: tuple[int, Sides] | None = None,
        closed: Sides = NO_SIDES,
    ) -> None:
        """Ticks to enter each class of hexes, ticks more across sides, the rate along road links, sides never crossed.

        A hex in no class cannot be entered, not even by road. A road link may lead across a closed side, and a step
        by road costs the road's rate, or the common price where that is lower.
        """
        if any(cost < 1 for cost in enter) or (road and road[0] < 1) or any(extra < 0 for extra, _ in surcharges):
            raise DataError("movement costs", None, "a step costs at least one tick")
        if sum(enter.values()) != union(enter.values()):
            raise DataError("movement costs", None, "a hex has one cost to enter")
        self.grid = grid
        self._enter = sorted((cost, hexes & grid.mask) for cost, hexes in enter.items())
        self._entry = {hex_: cost for cost, hexes in self._enter for hex_ in bits(hexes)}
        self.ground: HexSet = union(hexes for _, hexes in self._enter)
        """The hexes that can be entered at all."""
        self._surcharges = list(surcharges)
        self._road = road
        self._closed = closed
        self._steps: dict[tuple[Hex, int], int | None] = {}
        odd = union(join(closed, *(sides for _, sides in surcharges), road[1] if road else NO_SIDES))
        self._special: HexSet = grid.set_of(filter(self._has_own_prices, bits(odd)))
        self._one_step: dict[Hex, HexSet] = {}
        self._into: dict[Hex, tuple[tuple[Hex, int], ...]] = {}
        self._edges = _sorted_edges(self._edges_of(self._special))
        self.cheapest = min([cost for cost, _ in self._enter] + ([road[0]] if road else []), default=1)
        self._windows: dict[tuple[int, int], _Window] = {}

    def with_changes(
        self,
        *,
        closed: Sides = NO_SIDES,
        crossings: tuple[tuple[int, Sides], ...] = (),
        dearer: tuple[tuple[int, HexSet], ...] = (),
    ) -> MoveCosts:
        """What steps cost now that something has changed in play; all other steps are as they were, and shared.

        closed: sides that nothing crosses, not even a road. crossings: sides that are crossed for so many ticks more
        than the hex beyond costs, whatever lay there before (a river, a bridge, a road). dearer: so many ticks more to
        enter these hexes, by road too.
        """
        if closed == NO_SIDES and not crossings and not dearer:
            return self
        return _changed(self, closed, crossings, dearer)

    def one_step(self, start: Hex) -> HexSet:
        """The hexes to which one step leads, whatever it costs: what a unit that may always move one hex can choose."""
        found = self._one_step.get(start)
        if found is None:
            ways = enumerate(self.grid.steps)
            found = self.grid.set_of(start + step for d, step in ways if self.step(start, d) is not None)
            self._one_step[start] = found
        return found

    def _has_own_prices(self, hex_: Hex) -> bool:
        """Whether some step out of a hex costs something else than the hex beyond; a road in the clear makes none."""
        return any(self.step(hex_, d) != self._entry.get(hex_ + step) for d, step in enumerate(self.grid.steps))

    def into(self, hex_: Hex) -> tuple[tuple[Hex, int], ...]:
        """The hexes from which a step leads into a hex, in order of direction, with its ticks; worked out once."""
        found = self._into.get(hex_)
        if found is None:
            around = [(d, before) for d in range(6) if (before := self.grid.neighbour(hex_, d)) is not None]
            prices = [(before, self.step(before, (d + 3) % 6)) for d, before in around]
            found = self._into[hex_] = tuple([(before, price) for before, price in prices if price is not None])
        return found

    def _edges_of(self, hexes: HexSet) -> _Edges:
        """Steps out of some hexes: by ticks and distance of the shift, the hexes from which the step costs that."""
        table: _Edges = {}
        for hex_ in bits(hexes):
            for d, step in enumerate(self.grid.steps):
                cost = self.step(hex_, d)
                if cost is not None:
                    table[cost, step] = table.get((cost, step), 0) | 1 << hex_
        return table

    def step(self, hex_: Hex, direction: int) -> int | None:
        """Ticks for one step, or None if it is not possible; worked out once."""
        key = hex_, direction
        if key not in self._steps:
            self._steps[key] = self._price(hex_, direction)
        return self._steps[key]

    def _price(self, hex_: Hex, direction: int) -> int | None:
        beyond = self.grid.neighbour(hex_, direction)
        if beyond is None:
            return None
        entry = self._entry.get(beyond)
        if entry is None:
            return None
        by_road = self._road is not None and has(self._road[1][direction], hex_)
        if has(self._closed[direction], hex_):
            return self._road[0] if by_road and self._road else None
        cost = entry + sum(extra for extra, sides in self._surcharges if has(sides[direction], hex_))
        return min(cost, self._road[0]) if by_road and self._road else cost

    def window(self, start: Hex, budget: int) -> tuple[int, _Window]:
        """The lines within reach, and all sets of the map cut to them; kept, since units start from few lines."""
        line, lines = start // self.grid.width, budget // self.cheapest
        first, last = max(0, line - lines), min(self.grid.lines - 1, line + lines)
        key = first, last
        if key not in self._windows:
            base = first * self.grid.width
            frame = (1 << (last - first + 1) * self.grid.width) - 1
            classes = tuple([(cost, hexes >> base & frame) for cost, hexes in self._enter])
            ways: list[tuple[int, HexSet, _Steps]] = []
            for cost, group in groupby(self._edges, itemgetter(0)):
                steps = tuple([(step, cut) for _, step, hexes in group if (cut := hexes >> base & frame)])
                ways.append((cost, union(cut for _, cut in steps), steps))
            self._windows[key] = frame, classes, self._special >> base & frame, tuple(ways)
        return first * self.grid.width, self._windows[key]


class _ChangedCosts(MoveCosts):
    """Costs with changes in play, laid over those of the map by sets; single steps are priced when asked for."""

    def __init__(
        self,
        base: MoveCosts,
        closed: Sides,
        crossings: tuple[tuple[int, Sides], ...],
        dearer: tuple[tuple[int, HexSet], ...],
    ) -> None:
        if any(ticks < 0 for ticks, _ in (*crossings, *dearer)):
            raise DataError("movement costs", None, "a change never makes a step cheaper than its hex")
        self.grid, self.ground, self._enter, self.cheapest = base.grid, base.ground, base._enter, base.cheapest
        self._entry, self._base = base._entry, base
        self._closed, self._crossings, self._dearer = closed, crossings, dearer
        into = union(hexes for _, hexes in dearer)
        touched = union(join(closed, *(sides for _, sides in crossings))) | self.grid.adjacent(into)
        self._special, self._touched = base._special | touched, touched
        self._steps, self._one_step, self._into, self._windows = {}, {}, {}, {}
        self._edges = _sorted_edges(self._laid_over(touched & ~base._special))

    def _laid_over(self, newly: HexSet) -> _Edges:
        """All steps out of special hexes, by sets: as they were, those that have become special, and the changes."""
        edges: _Edges = {(cost, step): hexes for cost, step, hexes in self._base._edges}
        for d, step in enumerate(self.grid.steps):
            for cost, hexes in self._enter:
                _put(edges, cost, step, newly & self._before(hexes, d))
            crossed = self._closed[d]
            changed = []
            for ticks, sides in self._crossings:
                changed += [(cost + ticks, sides[d] & ~crossed & self._before(hexes, d)) for cost, hexes in self._enter]
                crossed |= sides[d]
            if crossed:
                for cost, _ in [key for key in edges if key[1] == step]:
                    edges[cost, step] &= ~crossed
            for cost, hexes in changed:
                _put(edges, cost, step, hexes)
        for ticks, hexes in self._dearer:
            into = {step: self._before(hexes, d) for d, step in enumerate(self.grid.steps)}
            dear = [(cost, step, some & into[step]) for (cost, step), some in edges.items()]
            for cost, step, some in dear:
                edges[cost, step] ^= some
            for cost, step, some in dear:
                _put(edges, cost + ticks, step, some)
        return edges

    def _before(self, hexes: HexSet, direction: int) -> HexSet:
        """The hexes from which a step in a direction leads into some."""
        return self.grid.shift(hexes, (direction + 3) % 6)

    def _price(self, hex_: Hex, direction: int) -> int | None:
        """As on the map, unless a change touches the hex."""
        if not has(self._touched, hex_):
            return self._base.step(hex_, direction)
        beyond = self.grid.neighbour(hex_, direction)
        if beyond is None or has(self._closed[direction], hex_):
            return None
        crossing = next((ticks for ticks, sides in self._crossings if has(sides[direction], hex_)), None)
        price = self._base.step(hex_, direction) if crossing is None else self._entry.get(beyond)
        if price is None:
            return None
        return price + (crossing or 0) + sum(ticks for ticks, hexes in self._dearer if has(hexes, beyond))


@lru_cache(maxsize=256)
def _changed(
    base: MoveCosts,
    closed: Sides,
    crossings: tuple[tuple[int, Sides], ...],
    dearer: tuple[tuple[int, HexSet], ...],
) -> MoveCosts:
    """Kept, so that the reaches worked out with the same changes are found again."""
    return _ChangedCosts(base, closed, crossings, dearer)


def _put(edges: _Edges, cost: int, step: int, hexes: HexSet) -> None:
    """Add hexes from which a step costs so much."""
    if hexes:
        edges[cost, step] = edges.get((cost, step), 0) | hexes


def _sorted_edges(edges: _Edges) -> list[tuple[int, int, HexSet]]:
    """Ticks, distance of the shift, hexes from which the step costs that; the cheapest first."""
    return sorted((cost, step, hexes) for (cost, step), hexes in edges.items())


class Reach:
    """The hexes within reach of one unit: what each costs, and the cheapest way there."""

    __slots__ = (
        *("_apart", "_avoid", "_back", "_base", "_costs", "_cut", "_leave", "_stop"),
        *("hexes", "start", "whole"),
    )

    def __init__(
        self,
        costs: MoveCosts,
        start: Hex,
        cut: list[HexSet],
        base: Hex,
        hexes: HexSet,
        avoid: HexSet,
        stop: HexSet,
        apart: HexSet,
        leave: tuple[int, HexSet],
        whole: HexSet,
    ) -> None:
        self._costs, self.start, self.hexes = costs, start, hexes
        self._cut, self._base = cut, base
        """The hexes of each cost, cut to the lines within reach, and the first hex of these."""
        self.whole = whole
        """Hexes that take the whole budget, in one step from the start."""
        self._avoid, self._stop, self._apart, self._leave = avoid, stop, apart, leave
        self._back: dict[Hex, tuple[Hex, int]] = {}
        """Steps back that were asked for: ways to many hexes begin alike."""

    @property
    def fronts(self) -> list[HexSet]:
        """The hexes of each cost."""
        fronts = [front << self._base for front in self._cut]
        fronts[-1] |= self.whole
        return fronts

    def cost(self, hex_: Hex) -> int | None:
        """Ticks of the cheapest way to a hex, or None if it is out of reach."""
        if not has(self.hexes, hex_):
            return None
        if has(self.whole, hex_):
            return len(self._cut) - 1
        return next(cost for cost, front in enumerate(self._cut) if front >> hex_ - self._base & 1)

    def path(self, hex_: Hex) -> list[Hex]:
        """The cheapest way, both ends included; of several the same one every time."""
        cost = self.cost(hex_)
        if cost is None:
            raise ValueError("no way to a hex out of reach")
        if has(self.whole, hex_):
            return [self.start, hex_]
        path = [hex_]
        while cost:
            if hex_ not in self._back:
                self._back[hex_] = self._step_back(hex_, cost)
            hex_, cost = self._back[hex_]
            path.append(hex_)
        return path[::-1]

    def _step_back(self, hex_: Hex, cost: int) -> tuple[Hex, int]:
        """The hex before this one on a cheapest way, and what it cost to get there."""
        cut, base, (extra, sticky) = self._cut, self._base, self._leave
        for before, step in self._costs.into(hex_):
            spent = cost - step - extra if sticky >> before & 1 else cost - step
            if spent >= 0 and has(cut[spent], before - base) and not self._is_held(before, hex_):
                return before, spent
        raise AssertionError("every hex of a front was entered from an earlier one")

    def _is_held(self, hex_: Hex, beyond: Hex) -> bool:
        """Whether the unit must stop in a hex, or may not go on from there to the next."""
        if hex_ != self.start and has(self._stop, hex_):
            return True
        return has(self._apart, hex_) and has(self._apart, beyond)

    def step(self, hex_: Hex, direction: int) -> int | None:
        """Ticks for one step of this unit now, or None if something forbids it."""
        cost = self._costs.step(hex_, direction)
        beyond = hex_ + self._costs.grid.steps[direction]
        if cost is None or self._avoid >> beyond & 1 or self._is_held(hex_, beyond):
            return None
        return cost + (self._leave[0] if self._leave[1] >> hex_ & 1 else 0)


@lru_cache(maxsize=1024)
def reach(
    costs: MoveCosts,
    start: Hex,
    budget: int,
    *,
    avoid: HexSet = 0,
    stop: HexSet = 0,
    apart: HexSet = 0,
    leave: tuple[int, HexSet] = (0, 0),
    whole: HexSet = 0,
) -> Reach:
    """Everything that a unit can reach from a hex with so many ticks.

    avoid: hexes never entered. stop: hexes that end the move of who enters them. apart: no step from one of these hexes
    to another. leave: so many ticks more to leave these hexes. whole: hexes next to the start, out of reach otherwise,
    that the unit may enter for all its ticks as its only step (the move of at least one hex, a river forded). The last
    ones are kept: an offer is derived when it is made and again when it is answered, and then the way is asked for.
    """
    base, (frame, classes, special, ways) = costs.window(start, budget)
    width, last = costs.grid.width, budget - costs.cheapest
    first = 1 << start - base
    left = open_ = frame ^ (avoid >> base & frame | first)  # what may still be entered
    stops, zone, sticky = stop >> base & frame, apart >> base & frame, leave[1] >> base & frame
    fronts = [first, *[0] * budget]

    def spread(hexes: HexSet, spent: int, into: HexSet) -> None:
        """Enter all neighbours of some hexes of a front at their prices."""
        odd = hexes & special
        plain = hexes ^ odd
        if plain:
            pair = plain | plain << 1
            around = (pair | pair >> 1 | pair << width - 1 | pair >> width) & into
            for cost, terrain in classes:
                if spent + cost > budget:
                    break
                fronts[spent + cost] |= around & terrain
        if odd:
            for cost, sources, steps in ways:
                if spent + cost > budget:
                    break
                moving = odd & sources
                if moving:
                    entered = 0
                    for step, some in steps:
                        going = moving & some
                        if going:
                            entered |= going << step if step > 0 else going >> -step
                    fronts[spent + cost] |= entered & into

    for spent in range(budget + 1):
        front = fronts[spent]
        if spent:
            fronts[spent] = front = front & left
            left ^= front
            front ^= front & stops
        if not front or spent > last:
            continue
        slow = front & sticky
        for group, price in ((slow, spent + leave[0]), (front ^ slow, spent)) if slow else ((front, spent),):
            bound = group & zone
            if bound:
                spread(bound, price, left ^ (left & zone))
            if group != bound:
                spread(group ^ bound, price, left)
    hexes = (open_ ^ left | first) << base
    if whole:
        whole &= costs.ground & costs.grid.adjacent(1 << start) & ~(avoid | hexes)
        whole &= ~apart if apart >> start & 1 else -1
    return Reach(costs, start, fronts, base, hexes | whole, avoid, stop, apart, leave, whole)
