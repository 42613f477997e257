"""Movement against a search with a heap, on random countries; then the usual cases of a wargame, drawn as text."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexgrid.maps import MAPS, Drawn, drawn
from tests.hexgrid.strategies import FEW, Country, Order, changed_countries, countries, hexsets, orders, side_pairs
from westfront.errors import DataError
from westfront.hexgrid import NO_SIDES, Grid, Hex, MoveCosts, Reach, bits, reach
from westfront.lab import oracles
from westfront.lab.oracles import neighbour_lists

often = settings(max_examples=150)
seldom = settings(max_examples=40)
CLEAR, ROUGH = 2, 4
"""Ticks: two to the movement point, so that a road at half a point costs one."""


def move(costs: MoveCosts, order: Order) -> Reach:
    """The reach of one unit by the kernel."""
    return reach(
        costs,
        order.start,
        order.budget,
        avoid=order.avoid,
        stop=order.stop,
        apart=order.apart,
        leave=order.leave,
        whole=order.whole,
    )


def slow_move(country: Country, order: Order) -> dict[Hex, int]:
    """The same by the heap."""
    stops = set(bits(order.stop))
    found = oracles.cheapest(country.near, order.start, order.budget, order.step(country), stops)
    return dict.fromkeys(order.only_step(country), order.budget) | found


either = countries() | changed_countries()
"""A map as it is printed, or with changes in play."""


@often
@given(st.data(), either)
def test_reach(data: st.DataObject, country: Country) -> None:
    """Several units with the same costs: every hex of the map at its price, and None exactly out of reach."""
    costs = country.costs()
    for order in data.draw(st.lists(orders(country.grid), min_size=1, max_size=3)):
        found, expected = move(costs, order), slow_move(country, order)
        assert {h: found.cost(h) for h in country.grid} == {h: expected.get(h) for h in country.grid}
        assert bits(found.hexes) == sorted(expected)


@often
@given(st.data(), either)
def test_paths(data: st.DataObject, country: Country) -> None:
    """Every path is legal step by step, costs what is stated and leads nowhere after a stop."""
    order = data.draw(orders(country.grid))
    found, price = move(country.costs(), order), order.step(country)
    for h in bits(found.hexes):
        path = found.path(h)
        steps = list(pairwise(path))
        assert (path[0], path[-1]) == (order.start, h)
        assert all(b in country.near[a] for a, b in steps)
        if found.whole >> h & 1:
            assert steps == [(order.start, h)]
            assert found.cost(h) == order.budget
        else:
            assert sum_of(price(a, b) for a, b in steps) == found.cost(h)
        assert not any(order.stop >> h & 1 for h in path[1:-1])


def sum_of(prices: Iterable[int | None]) -> int | None:
    """The sum, or None if a step is not possible."""
    found = list(prices)
    return None if None in found else sum(price for price in found if price is not None)


@often
@given(st.data(), either)
def test_single_steps(data: st.DataObject, country: Country) -> None:
    """The price of every single step, by the map alone and for a unit under way."""
    costs, grid = country.costs(), country.grid
    order = data.draw(orders(grid))
    found, price = move(costs, order), order.step(country)
    for a in grid:
        held = a != order.start and order.stop >> a & 1
        for d in range(6):
            b = grid.neighbour(a, d)
            assert costs.step(a, d) == (None if b is None else country.price(a, b))
            assert found.step(a, d) == (None if b is None or held else price(a, b))
        assert bits(costs.one_step(a)) == sorted(b for b in country.near[a] if country.price(a, b) is not None)


@seldom
@given(st.data(), countries(), st.integers(0, 2))
def test_changes_upon_changes(data: st.DataObject, country: Country, ticks: int) -> None:
    """Changed costs can be changed again; the table of the map stays what it was."""
    base, grid = country.costs(), country.grid
    side = data.draw(side_pairs(country.near, FEW))
    hexes = data.draw(hexsets(grid, FEW))
    twice = base.with_changes(closed=grid.sides(side)).with_changes(dearer=((ticks, hexes),))
    for a in grid:
        for d in range(6):
            b = grid.neighbour(a, d)
            price = None if b is None else country.price(a, b)
            assert base.step(a, d) == price
            if price is None or b is None or (a, b) in side:
                assert twice.step(a, d) is None
            else:
                assert twice.step(a, d) == price + ticks * (hexes >> b & 1)


@seldom
@given(st.data(), countries())
def test_no_path_leads_out_of_reach(data: st.DataObject, country: Country) -> None:
    """A path to any hex out of reach is an error of the caller."""
    order = data.draw(orders(country.grid))
    found = move(country.costs(), order)
    assert found.cost(-1) is None
    for h in [*bits(country.grid.mask ^ found.hexes), -1]:
        with pytest.raises(ValueError, match=r"^no way to a hex out of reach$"):
            found.path(h)


@pytest.mark.parametrize("game", MAPS)
def test_reach_on_the_printed_maps(game: str) -> None:
    """Forty units on a whole map with random terrain, rivers, roads and zones of control."""
    grid = Grid(MAPS[game])
    rng = random.Random(game)
    country = printed_country(grid, rng)
    costs = country.costs()
    for _ in range(40):
        order = printed_order(grid, rng)
        found = move(costs, order)
        assert {h: found.cost(h) for h in bits(found.hexes)} == slow_move(country, order)


def printed_country(grid: Grid, rng: random.Random) -> Country:
    """Terrain at two, four and six ticks, a tenth of the sides rivers, a tenth roads, a few closed."""
    near = neighbour_lists(grid)
    sides = [(a, b) for a, others in near.items() for b in others if a < b]

    def some(share: float) -> set[tuple[Hex, Hex]]:
        return {step for a, b in sides if rng.random() < share for step in ((a, b), (b, a))}

    enter = {h: rng.choice([2, 2, 2, 4, 6]) for h in grid if rng.random() < 0.95}
    return Country(grid, near, enter, [(2, some(0.1))], (1, some(0.1)), some(0.03))


def printed_order(grid: Grid, rng: random.Random) -> Order:
    """A unit anywhere with up to ten points among thirty enemies, whose zones stop it."""
    hexes = list(grid)
    enemies = Grid.set_of(rng.sample(hexes, 30))
    zone = grid.adjacent(enemies)
    return Order(rng.choice(hexes), rng.randrange(21), enemies, zone, zone, (rng.randrange(3), zone), 0)


# -- costs that no game can have


def test_costs_that_make_no_sense_are_refused() -> None:
    """A step costs at least one tick, and a hex has one price."""
    map_ = drawn("a b")
    road = map_.sides("ab")
    with pytest.raises(DataError, match=r"^movement costs: a step costs at least one tick$"):
        MoveCosts(map_.grid, {0: map_["ab"]})
    with pytest.raises(DataError, match=r"^movement costs: a step costs at least one tick$"):
        MoveCosts(map_.grid, {2: map_["ab"]}, road=(0, road))
    with pytest.raises(DataError, match=r"^movement costs: a step costs at least one tick$"):
        MoveCosts(map_.grid, {2: map_["ab"]}, surcharges=[(-1, road)])
    for change in ({"dearer": ((-1, map_["b"]),)}, {"crossings": ((-1, road),)}):
        with pytest.raises(DataError, match=r"^movement costs: a change never makes a step cheaper than its hex$"):
            MoveCosts(map_.grid, {2: map_["ab"]}).with_changes(**change)
    with pytest.raises(DataError, match=r"^movement costs: a hex has one cost to enter$"):
        MoveCosts(map_.grid, {2: map_["ab"], 4: map_["b"]})


# -- the usual cases; the unit starts in a, all ground is clear unless said otherwise


def clear(map_: Drawn) -> MoveCosts:
    """Clear ground everywhere."""
    return MoveCosts(map_.grid, {CLEAR: map_.grid.mask})


def prices(map_: Drawn, found: Reach) -> dict[str, int | None]:
    """What each hex with a letter costs."""
    return {c: found.cost(map_.at(c)) for c in map_.hexes if c.isalpha()}


def test_terrain() -> None:
    """Two points take a unit over two clear hexes, or into one rough hex."""
    map_ = drawn("# b a c d e")
    costs = MoveCosts(map_.grid, {CLEAR: map_["acde"], ROUGH: map_["b#"]})
    found = reach(costs, map_.at("a"), 4)
    assert prices(map_, found) == {"a": 0, "b": 4, "c": 2, "d": 4, "e": None}
    assert found.cost(map_.at("#")) is None


def test_road_at_half_rate() -> None:
    """By road each hex costs half a point, whatever the terrain; the roundabout road is the cheapest way."""
    map_ = drawn("""
        a b c
         d e f
    """)
    costs = MoveCosts(map_.grid, {ROUGH: map_.grid.mask}, road=(1, map_.sides("ad", "de", "ef", "fc")))
    found = reach(costs, map_.at("a"), 4)
    assert prices(map_, found) == {"a": 0, "d": 1, "e": 2, "f": 3, "c": 4, "b": 4}
    assert map_.way(found.path(map_.at("c"))) == "adefc"


def test_a_road_is_never_dearer_than_the_country() -> None:
    """A road with a rate above that of clear ground does no harm."""
    map_ = drawn("a b")
    costs = MoveCosts(map_.grid, {CLEAR: map_["ab"]}, road=(3, map_.sides("ab")))
    assert reach(costs, map_.at("a"), 9).cost(map_.at("b")) == CLEAR


def test_two_roads_side_by_side_are_not_joined() -> None:
    """Only a step along a link is a step by road, not every step between hexes with roads."""
    map_ = drawn("""
        a b
         c d
    """)
    costs = MoveCosts(map_.grid, {CLEAR: map_.grid.mask}, road=(1, map_.sides("ab", "cd")))
    assert prices(map_, reach(costs, map_.at("a"), 3)) == {"a": 0, "b": 1, "c": 2, "d": 3}


def test_a_unit_must_stop_in_a_zone_of_control() -> None:
    """The unit may enter the zone z of the enemy X, but not go on from there; past the zone it is free."""
    map_ = drawn("a z b X")
    zone = map_["z"]
    assert prices(map_, reach(clear(map_), map_.at("a"), 9, stop=zone)) == {"a": 0, "z": 2, "b": None, "X": None}


def test_a_unit_that_starts_in_a_zone_may_leave_it() -> None:
    """A zone stops who enters it, not who starts in it."""
    map_ = drawn("b a c d")
    zone = map_["ac"]
    assert prices(map_, reach(clear(map_), map_.at("a"), 9, stop=zone)) == {"a": 0, "b": 2, "c": 2, "d": None}


def test_no_step_from_zone_to_zone() -> None:
    """From zone to zone only by way of a hex outside all zones."""
    map_ = drawn("""
        a z
         b c
    """)
    found = reach(clear(map_), map_.at("a"), 9, apart=map_["az"])
    assert prices(map_, found) == {"a": 0, "b": 2, "c": 4, "z": 4}
    assert map_.way(found.path(map_.at("z"))) == "abz"


def test_one_point_more_to_leave_a_zone() -> None:
    """The surcharge is paid on leaving, once for each zone hex left, and not on entering."""
    map_ = drawn("a z y b")
    found = reach(clear(map_), map_.at("a"), 10, leave=(2, map_["zy"]))
    assert prices(map_, found) == {"a": 0, "z": 2, "y": 6, "b": 10}
    assert reach(clear(map_), map_.at("a"), 9, leave=(2, map_["zy"])).cost(map_.at("b")) is None


def test_enemies_are_walked_round() -> None:
    """A hex that must be avoided is neither entered nor crossed."""
    map_ = drawn("""
        a X b
         c d e
    """)
    found = reach(clear(map_), map_.at("a"), 9, avoid=map_["X"])
    assert prices(map_, found) == {"a": 0, "c": 2, "d": 4, "b": 6, "e": 6, "X": None}


def test_a_river_costs_a_point_more() -> None:
    """Two ticks more across the river, both ways, and the way round over dry land if that is cheaper."""
    map_ = drawn("""
        a b
         c .
    """)
    costs = MoveCosts(map_.grid, {CLEAR: map_.grid.mask}, [(2, map_.sides("ab", "ac"))])
    assert prices(map_, reach(costs, map_.at("a"), 9)) == {"a": 0, "b": 4, "c": 4}
    assert prices(map_, reach(costs, map_.at("b"), 9)) == {"a": 4, "b": 0, "c": 2}


def test_surcharges_add_up() -> None:
    """A slope along a river costs both."""
    map_ = drawn("a b")
    side = map_.sides("ab")
    costs = MoveCosts(map_.grid, {CLEAR: map_["ab"]}, [(2, side), (3, side)])
    assert reach(costs, map_.at("a"), 9).cost(map_.at("b")) == 7


def test_a_closed_hexside() -> None:
    """Nobody crosses it; the neighbour is reached round its end."""
    map_ = drawn("""
        a b
         c .
    """)
    costs = MoveCosts(map_.grid, {CLEAR: map_.grid.mask}, closed=map_.sides("ab"))
    found = reach(costs, map_.at("a"), 9)
    assert prices(map_, found) == {"a": 0, "c": 2, "b": 4}
    assert map_.way(found.path(map_.at("b"))) == "acb"


def test_a_bridge_leads_over_a_closed_hexside() -> None:
    """A road link across the closed side is a bridge, at the rate of the road."""
    map_ = drawn("a b c")
    costs = MoveCosts(map_.grid, {CLEAR: map_.grid.mask}, road=(1, map_.sides("ab")), closed=map_.sides("ab", "bc"))
    assert prices(map_, reach(costs, map_.at("a"), 9)) == {"a": 0, "b": 1, "c": None}


def test_a_road_does_not_open_a_forbidden_hex() -> None:
    """A hex in no class of terrain cannot be entered, not even by road; but a unit there may leave."""
    map_ = drawn("a ~ s b")
    costs = MoveCosts(map_.grid, {CLEAR: map_["ab"]}, road=(1, map_.sides("sb")))
    assert reach(costs, map_.at("b"), 9).hexes == map_["b"]
    assert reach(costs, map_.at("s"), 9).hexes == map_["sb"]


# -- what changes in play


def test_a_bridge_that_is_down_closes_its_road() -> None:
    """The road led over the river; now nothing does, until the bridge stands again."""
    map_ = drawn("a b c")
    bridge = map_.sides("ab")
    costs = MoveCosts(map_.grid, {CLEAR: map_.grid.mask}, road=(1, map_.sides("ab", "bc")), closed=bridge)
    assert prices(map_, reach(costs, map_.at("a"), 9)) == {"a": 0, "b": 1, "c": 2}
    down = costs.with_changes(closed=bridge)
    assert prices(map_, reach(down, map_.at("a"), 9)) == {"a": 0, "b": None, "c": None}
    assert prices(map_, reach(down, map_.at("b"), 9)) == {"a": None, "b": 0, "c": 1}
    assert costs.with_changes(closed=NO_SIDES) is costs


def test_a_pontoon_opens_a_closed_side_at_its_price() -> None:
    """One point more than the hex beyond, over a river that nobody could cross and over one that cost two."""
    map_ = drawn("a b c")
    costs = MoveCosts(map_.grid, {CLEAR: map_.grid.mask}, [(4, map_.sides("bc"))], closed=map_.sides("ab"))
    assert prices(map_, reach(costs, map_.at("b"), 9)) == {"a": None, "b": 0, "c": 6}
    bridged = costs.with_changes(crossings=((2, map_.sides("ab", "bc")),))
    assert prices(map_, reach(bridged, map_.at("b"), 9)) == {"a": 4, "b": 0, "c": 4}


def test_an_interdicted_hex_costs_a_point_more_by_road_too() -> None:
    """The surcharge is paid on entering; the way round is taken if it is cheaper."""
    map_ = drawn("a b c d")
    costs = MoveCosts(map_.grid, {CLEAR: map_.grid.mask}, road=(1, map_.sides("ab", "bc")))
    found = reach(costs.with_changes(dearer=((2, map_["bd"]),)), map_.at("a"), 9)
    assert prices(map_, found) == {"a": 0, "b": 3, "c": 4, "d": 8}


def test_the_same_changes_are_worked_out_once() -> None:
    """Copies of a state ask with equal sets: they get the same costs, and so the same reaches."""
    map_ = drawn("a b c")
    costs = clear(map_)
    first, second = (costs.with_changes(closed=map_.sides("ab")) for _ in range(2))
    assert first is second
    assert first is not costs.with_changes(closed=map_.sides("bc"))


def test_a_slope_costs_on_the_way_up() -> None:
    """A one-way hexside: two ticks more from a up to b, none down again."""
    map_ = drawn("a b")
    up = map_.grid.one_way([(map_.at("a"), map_.at("b"))])
    costs = MoveCosts(map_.grid, {CLEAR: map_.grid.mask}, [(2, up)])
    assert reach(costs, map_.at("a"), 9).cost(map_.at("b")) == 4
    assert reach(costs, map_.at("b"), 9).cost(map_.at("a")) == 2


def test_the_move_of_at_least_one_hex() -> None:
    """With too little for any hex, a unit may still go one hex, for all it has; even with nothing at all."""
    map_ = drawn("b a c d")
    costs = MoveCosts(map_.grid, {CLEAR: map_["bd"], ROUGH: map_["ac"]})
    for budget in (0, 1, 3):
        found = reach(costs, map_.at("a"), budget, whole=costs.one_step(map_.at("a")))
        assert prices(map_, found) == {"a": 0, "b": min(budget, CLEAR), "c": budget, "d": None}
        assert map_.way(found.path(map_.at("c"))) == "ac"
    assert reach(costs, map_.at("a"), 3, whole=costs.one_step(map_.at("a"))).whole == map_["c"]


def test_a_river_that_takes_a_whole_move() -> None:
    """From the bank the unit may cross and is done; it neither goes on nor crosses later on its way."""
    map_ = drawn("a b c")
    river = map_.sides("ab", "bc")
    costs = MoveCosts(map_.grid, {CLEAR: map_.grid.mask}, closed=river)
    assert prices(map_, reach(costs, map_.at("a"), 8, whole=map_["b"])) == {"a": 0, "b": 8, "c": None}


def test_a_whole_move_leads_neither_to_enemies_nor_from_zone_to_zone() -> None:
    """What is avoided stays so, and so do hexes that must be kept apart and hexes that cannot be entered."""
    map_ = drawn("X a z")
    costs = MoveCosts(map_.grid, {ROUGH: map_["az"], CLEAR: map_["X"]})
    near = map_["Xz"]
    assert reach(costs, map_.at("a"), 1, whole=near, avoid=map_["X"]).whole == map_["z"]
    assert reach(costs, map_.at("a"), 1, whole=near, apart=map_["az"]).whole == map_["X"]
    shut = MoveCosts(map_.grid, {ROUGH: map_["a"]})
    assert reach(shut, map_.at("a"), 1, whole=near).whole == 0


def test_without_it_there_is_no_minimum_move() -> None:
    """A unit that cannot pay for the next hex stays where it is."""
    map_ = drawn("a b")
    costs = MoveCosts(map_.grid, {ROUGH: map_.grid.mask})
    for budget in range(ROUGH):
        found = reach(costs, map_.at("a"), budget)
        assert found.hexes == map_["a"]
        assert found.path(map_.at("a")) == [map_.at("a")]
    assert reach(costs, map_.at("a"), ROUGH).hexes == map_["ab"]
