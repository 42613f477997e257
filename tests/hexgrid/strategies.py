"""Random numberings, outlines, hex sets, hexsides and countries for Hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.hexgrid.maps import Pairs, both_ways, places
from westfront.hexgrid import Grid, Hex, HexSet, MoveCosts, Numbering, Sides, bits
from westfront.lab.oracles import Neighbours, neighbour_lists

MOST = 8
"""Rows and columns of the largest random map."""

Shares = tuple[int, ...]
"""How many of 256 to take."""

ANY: Shares = (128, 0, 40, 220, 256)
FEW: Shares = (40, 0, 80, 128)
MANY: Shares = (220, 256, 170, 128)


@st.composite
def numberings(draw: st.DrawFn, least: int = 1, most: int = MOST) -> Numbering:
    """Any top, order of the label, direction of counting, stagger and first numbers."""
    row, col = draw(st.integers(0, 60)), draw(st.integers(0, 60))
    top, towards = draw(st.sampled_from([("pointy", "east"), ("pointy", "west"), ("flat", "north"), ("flat", "south")]))
    return Numbering(
        top,  # type: ignore[arg-type]
        draw(st.sampled_from(["RRCC", "CCRR", "CC.RR", "RR-CC", "RRRCC"])),
        rows=(row, row + draw(st.integers(least, most)) - 1),
        cols=(col, col + draw(st.integers(least, most)) - 1),
        shifted=draw(st.sampled_from(["odd", "even"])),
        towards=towards,  # type: ignore[arg-type]
        rows_from=draw(st.sampled_from(["north", "south"])),
        cols_from=draw(st.sampled_from(["west", "east"])),
    )


@st.composite
def chosen(draw: st.DrawFn, count: int, shares: Shares) -> list[int]:
    """Some of the numbers below count: one of these shares of them."""
    share = draw(st.sampled_from(shares))
    values = draw(st.binary(min_size=count, max_size=count))
    return [i for i, value in enumerate(values) if value < share]


@st.composite
def rectangles(draw: st.DrawFn, least: int = 1, most: int = MOST) -> Grid:
    """All hexes of a random numbering."""
    return Grid(draw(numberings(least, most)))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """A random numbering with a random outline, holes included."""
    numbering = draw(numberings())
    labels = [numbering.text(*place) for place in places(numbering)]
    kept = draw(st.sampled_from([0, 20, 80]))
    values = draw(st.binary(min_size=len(labels), max_size=len(labels)))
    return Grid(numbering, [label for label, v in zip(labels, values, strict=True) if v >= kept] or labels)


@st.composite
def hexsets(draw: st.DrawFn, grid: Grid, shares: Shares = ANY) -> HexSet:
    """Some hexes of a map."""
    hexes = list(grid)
    return Grid.set_of(hexes[i] for i in draw(chosen(len(hexes), shares)))


@st.composite
def side_pairs(draw: st.DrawFn, near: Neighbours, shares: Shares = ANY) -> Pairs:
    """Some hexsides of a map."""
    every = [(a, b) for a, others in near.items() for b in others if a < b]
    return both_ways(every[i] for i in draw(chosen(len(every), shares)))


@dataclass(frozen=True)
class Walls:
    """A map with some hexes open and some hexsides blocked."""

    grid: Grid
    near: Neighbours
    open_: HexSet
    pairs: Pairs

    @property
    def blocked(self) -> Sides:
        """The blocked sides as the kernel wants them."""
        return self.grid.sides(self.pairs)

    def is_open(self, hex_: Hex) -> bool:
        """Whether a hex is open."""
        return bool(self.open_ >> hex_ & 1)

    def may_cross(self, a: Hex, b: Hex) -> bool:
        """Whether no wall parts two hexes."""
        return (a, b) not in self.pairs


@st.composite
def walls(draw: st.DrawFn) -> Walls:
    """A random map with open hexes and blocked hexsides."""
    grid = draw(grids())
    near = neighbour_lists(grid)
    return Walls(grid, near, draw(hexsets(grid, MANY)), draw(side_pairs(near, FEW)))


@dataclass(frozen=True)
class Country:
    """What movement costs, hex by hex and side by side."""

    grid: Grid
    near: Neighbours
    enter: dict[Hex, int]
    surcharges: list[tuple[int, Pairs]]
    road: tuple[int, Pairs] | None
    closed: Pairs

    def price(self, a: Hex, b: Hex) -> int | None:
        """Ticks for the step from a hex to the next: the cheaper of cross-country and road."""
        if b not in self.enter:
            return None
        ways = []
        if (a, b) not in self.closed:
            ways.append(self.enter[b] + sum(extra for extra, pairs in self.surcharges if (a, b) in pairs))
        if self.road is not None and (a, b) in self.road[1]:
            ways.append(self.road[0])
        return min(ways, default=None)

    def costs(self) -> MoveCosts:
        """The same as the kernel wants it."""
        sides = self.grid.sides
        classes = {cost: Grid.set_of(h for h, c in self.enter.items() if c == cost) for cost in self.enter.values()}
        surcharges = [(extra, sides(pairs)) for extra, pairs in self.surcharges]
        road = None if self.road is None else (self.road[0], sides(self.road[1]))
        return MoveCosts(self.grid, classes, surcharges, road, sides(self.closed))


@dataclass(frozen=True)
class Changed(Country):
    """A country in which bridges have fallen, others have been built, and hexes have become dearer."""

    down: Pairs
    crossings: list[tuple[int, Pairs]]
    dearer: list[tuple[int, set[Hex]]]

    def price(self, a: Hex, b: Hex) -> int | None:
        """Nothing over what is down, the price of the first crossing that is there, the map's price for the rest."""
        if (a, b) in self.down:
            return None
        crossing = next((ticks for ticks, pairs in self.crossings if (a, b) in pairs), None)
        price = super().price(a, b) if crossing is None else self.enter.get(b)
        if price is None:
            return None
        return price + (crossing or 0) + sum(ticks for ticks, hexes in self.dearer if b in hexes)

    def costs(self) -> MoveCosts:
        """The costs of the map, changed."""
        sides = self.grid.sides
        return (
            super()
            .costs()
            .with_changes(
                closed=sides(self.down),
                crossings=tuple((ticks, sides(pairs)) for ticks, pairs in self.crossings),
                dearer=tuple((ticks, Grid.set_of(hexes)) for ticks, hexes in self.dearer),
            )
        )


@st.composite
def countries(draw: st.DrawFn) -> Country:
    """A random map with terrain, rivers, roads and closed hexsides; some hexes cannot be entered."""
    grid = draw(grids())
    near = neighbour_lists(grid)
    some_sides = side_pairs(near)
    surcharges = draw(st.lists(st.tuples(st.integers(0, 4), some_sides), max_size=2))
    road = draw(st.none() | st.tuples(st.integers(1, 3), some_sides))
    return Country(grid, near, draw(entries(grid)), surcharges, road, draw(some_sides))


@st.composite
def changed_countries(draw: st.DrawFn) -> Country:
    """A random map on which much has changed since."""
    country = draw(countries())
    few_sides = side_pairs(country.near, FEW)
    crossings = draw(st.lists(st.tuples(st.integers(0, 3), few_sides), max_size=2))
    few_hexes = hexsets(country.grid, FEW).map(lambda hexes: set(bits(hexes)))
    dearer = draw(st.lists(st.tuples(st.integers(0, 3), few_hexes), max_size=2))
    return Changed(**vars(country), down=draw(few_sides), crossings=crossings, dearer=dearer)


@st.composite
def entries(draw: st.DrawFn, grid: Grid) -> dict[Hex, int]:
    """Ticks to enter each hex: clear ground mostly, some of it costly, some of it shut."""
    ticks = draw(st.sampled_from([(2, 2, 2, 4, 0), (1, 2, 3, 4, 6), (2,), (3, 5, 0), (0,)]))
    values = draw(st.binary(min_size=len(grid), max_size=len(grid)))
    found = {h: ticks[value % len(ticks)] for h, value in zip(grid, values, strict=True)}
    return {h: cost for h, cost in found.items() if cost}


@dataclass(frozen=True)
class Order:
    """One unit that moves: from where, how far, and under which zones."""

    start: Hex
    budget: int
    avoid: HexSet
    stop: HexSet
    apart: HexSet
    leave: tuple[int, HexSet]
    whole: HexSet

    def step(self, country: Country) -> Callable[[Hex, Hex], int | None]:
        """The price of a step for this unit, or None if it is forbidden; stops are not a matter of steps."""
        avoid, apart, sticky = set(bits(self.avoid)), set(bits(self.apart)), set(bits(self.leave[1]))

        def price(a: Hex, b: Hex) -> int | None:
            """Ticks from a to b."""
            ticks = country.price(a, b)
            if ticks is None or b in avoid or (a in apart and b in apart):
                return None
            return ticks + (self.leave[0] if a in sticky else 0)

        return price

    def only_step(self, country: Country) -> set[Hex]:
        """The hexes next to the start that the unit may enter for all it has."""
        start = self.start
        near = {
            h for h in country.near[start] if h in country.enter and self.whole >> h & 1 and not self.avoid >> h & 1
        }
        return {h for h in near if not (self.apart >> start & 1 and self.apart >> h & 1)}


@st.composite
def orders(draw: st.DrawFn, grid: Grid) -> Order:
    """A random unit on a map."""
    some = hexsets(grid) | st.just(0)
    return Order(
        start=draw(st.sampled_from(list(grid))),
        budget=draw(st.integers(0, 14)),
        avoid=draw(some),
        stop=draw(some),
        apart=draw(some),
        leave=(draw(st.integers(0, 3)), draw(some)),
        whole=draw(some),
    )
