"""Movement: which hexes a unit can reach for how much, and by which way.

Costs are whole ticks: a game with half movement points counts two ticks a point.
Hexes are found in fronts, one for each cost: a front spreads to all neighbours at once and is then split by the cost
of the hexes it enters. Hexes with a road or a costly side are *special*: a front has few of them, and each goes on by
itself, by what its own steps cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from westfront.errors import DataError
from westfront.hexgrid.grid import NO_SIDES, Grid, Hex, HexSet, Sides, bits, has, join, union

_Prices = tuple[tuple[int, HexSet], ...]
"""Sets of hexes next to a hex by ticks. They are laid around hex number `width`, so that they are short integers."""


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
        self.classes = sorted((cost, hexes & grid.mask) for cost, hexes in enter.items())
        self._entry = {hex_: cost for cost, hexes in self.classes for hex_ in bits(hexes)}
        self.ground: HexSet = union(hexes for _, hexes in self.classes)
        """The hexes that can be entered at all."""
        self._surcharges = list(surcharges)
        self._road = road
        self._closed = closed
        self._steps: dict[tuple[Hex, int], int | None] = {}
        odd = union(join(closed, *(sides for _, sides in surcharges), road[1] if road else NO_SIDES))
        self.special: HexSet = grid.set_of(filter(self._has_own_prices, bits(odd)))
        self._one_step: dict[Hex, HexSet] = {}
        self._into: dict[Hex, tuple[tuple[Hex, int], ...]] = {}
        self.beyond = _Beyond(self)
        self.cheapest = min([cost for cost, _ in self.classes] + ([road[0]] if road else []), default=1)

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

    def prices_beyond(self, hex_: Hex) -> _Prices:
        """What `beyond` keeps of a hex."""
        prices: dict[int, HexSet] = {}
        for d, step in enumerate(self.grid.steps):
            cost = self.step(hex_, d)
            if cost is not None:
                prices[cost] = prices.get(cost, 0) | 1 << self.grid.width + step
        return tuple(sorted(prices.items()))

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


class _Beyond(dict[Hex, _Prices]):
    """The hexes to which steps lead from a hex by their ticks, the cheapest first; worked out when first asked for."""

    def __init__(self, costs: MoveCosts) -> None:
        self._costs = costs

    def __missing__(self, hex_: Hex) -> _Prices:
        found = self[hex_] = self._costs.prices_beyond(hex_)
        return found


class _ChangedCosts(MoveCosts):
    """Costs with changes in play, laid over those of the map; steps are priced when asked for."""

    def __init__(
        self,
        base: MoveCosts,
        closed: Sides,
        crossings: tuple[tuple[int, Sides], ...],
        dearer: tuple[tuple[int, HexSet], ...],
    ) -> None:
        if any(ticks < 0 for ticks, _ in (*crossings, *dearer)):
            raise DataError("movement costs", None, "a change never makes a step cheaper than its hex")
        self.grid, self.ground, self.classes, self.cheapest = base.grid, base.ground, base.classes, base.cheapest
        self._entry, self._base = base._entry, base
        self._closed, self._crossings, self._dearer = closed, crossings, dearer
        into = union(hexes for _, hexes in dearer)
        touched = union(join(closed, *(sides for _, sides in crossings))) | self.grid.adjacent(into)
        self.special, self._touched = base.special | touched, touched
        self._steps, self._one_step, self._into, self.beyond = {}, {}, {}, _Beyond(self)

    def prices_beyond(self, hex_: Hex) -> _Prices:
        return super().prices_beyond(hex_) if has(self._touched, hex_) else self._base.beyond[hex_]

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


class Reach:
    """The hexes within reach of one unit: what each costs, and the cheapest way there."""

    __slots__ = (
        *("_apart", "_avoid", "_back", "_costs", "_leave", "_stop"),
        *("fronts", "hexes", "start", "whole"),
    )

    def __init__(
        self,
        costs: MoveCosts,
        start: Hex,
        fronts: list[HexSet],
        hexes: HexSet,
        avoid: HexSet,
        stop: HexSet,
        apart: HexSet,
        leave: tuple[int, HexSet],
        whole: HexSet,
    ) -> None:
        self._costs, self.start, self.hexes = costs, start, hexes
        self.fronts = fronts
        """The hexes of each cost."""
        self.whole = whole
        """Hexes that take the whole budget, in one step from the start."""
        self._avoid, self._stop, self._apart, self._leave = avoid, stop, apart, leave
        self._back: dict[Hex, tuple[Hex, int]] = {}
        """Steps back that were asked for: ways to many hexes begin alike."""

    def cost(self, hex_: Hex) -> int | None:
        """Ticks of the cheapest way to a hex, or None if it is out of reach."""
        if not has(self.hexes, hex_):
            return None
        bit, cost = 1 << hex_, 0
        while not self.fronts[cost] & bit:
            cost += 1
        return cost

    def path(self, hex_: Hex) -> list[Hex]:
        """The cheapest way, both ends included; of several the same one every time."""
        cost = self.cost(hex_)
        if cost is None:
            raise ValueError("no way to a hex out of reach")
        if self.whole >> hex_ & 1:
            return [self.start, hex_]
        path, known = [hex_], self._back
        while cost:
            back = known.get(hex_)
            if back is None:
                back = known[hex_] = self._step_back(hex_, cost)
            hex_, cost = back
            path.append(hex_)
        return path[::-1]

    def _step_back(self, hex_: Hex, cost: int) -> tuple[Hex, int]:
        """The hex before this one on a cheapest way, and what it cost to get there."""
        fronts, (extra, sticky) = self.fronts, self._leave
        for before, step in self._costs.into(hex_):
            spent = cost - step - extra if extra and sticky >> before & 1 else cost - step
            if spent >= 0 and fronts[spent] >> before & 1 and not self._is_held(before, hex_):
                return before, spent
        raise AssertionError("every hex of a front was entered from an earlier one")

    def _is_held(self, hex_: Hex, beyond: Hex) -> bool:
        """Whether the unit must stop in a hex, or may not go on from there to the next."""
        if hex_ != self.start and self._stop >> hex_ & 1:
            return True
        return bool(self._apart >> hex_ & self._apart >> beyond & 1)

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
    classes, special, beyond = costs.classes, costs.special, costs.beyond
    width, last = costs.grid.width, budget - costs.cheapest
    first = 1 << start
    left = costs.ground ^ costs.ground & (avoid | first)  # what may still be entered
    open_, (extra, sticky) = left, leave
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
        while odd:
            hex_ = odd.bit_length() - 1
            odd ^= 1 << hex_
            for cost, around in beyond[hex_]:
                if spent + cost > budget:
                    break
                fronts[spent + cost] |= around << hex_ >> width & into

    for spent in range(budget + 1):
        front = fronts[spent]
        if spent:
            fronts[spent] = front = front & left
            left ^= front
            front ^= front & stop
        if not front or spent > last:
            continue
        slow = front & sticky
        for group, price in ((slow, spent + extra), (front ^ slow, spent)) if slow else ((front, spent),):
            bound = group & apart
            if bound:
                spread(bound, price, left ^ left & apart)
            if group != bound:
                spread(group ^ bound, price, left)
    hexes = open_ ^ left | first
    if whole:
        whole &= costs.ground & costs.grid.adjacent(1 << start) & ~(avoid | hexes)
        whole &= ~apart if apart >> start & 1 else -1
        fronts[-1] |= whole
    return Reach(costs, start, fronts, hexes | whole, avoid, stop, apart, leave, whole)
