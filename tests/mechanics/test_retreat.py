"""Retreats: every way to its end and no other, and one choice for ways that are alike."""

from __future__ import annotations

from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from tests.hexgrid.strategies import MANY, Walls, hexsets, walls
from westfront.hexgrid import Grid, HexSet, Numbering, bits
from westfront.lab.oracles import Neighbours
from westfront.mechanics.retreat import Choice, Retreats, Way, further, ways

GRID = Grid(Numbering("pointy", "RRCC", (1, 7), (1, 7), "odd", "east"))


def every_walk(near: Neighbours, start: int, length: int) -> list[Way]:
    """All rows of so many steps, whatever lies between."""
    walks: list[Way] = [(start,)]
    for _ in range(length):
        walks = [(*walk, hex_) for walk in walks for hex_ in near[walk[-1]]]
    return walks


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Walls, int, int, HexSet]:
    """A map with open hexes and closed sides, a start, a length, and hexes that are better than others."""
    country = draw(walls())
    start = draw(st.sampled_from([*country.grid]))
    return country, start, draw(st.integers(0, 3)), draw(hexsets(country.grid, MANY))


@given(scenes())
def test_the_ways_are_all_walks_away_over_open_hexes(scene: tuple[Walls, int, int, HexSet]) -> None:
    country, start, length, _ = scene
    grid, closed = country.grid, country.blocked
    found = ways((start,), lambda way: [further(grid, way, closed) & country.open_], lambda way: len(way) > length)
    wanted = {
        walk
        for walk in every_walk(country.near, start, length)
        if all(grid.distance(start, hex_) == steps for steps, hex_ in enumerate(walk))
        and all(country.is_open(b) and country.may_cross(a, b) for a, b in pairwise(walk))
    }
    listed = [*found]
    assert set(listed) == wanted
    assert len(listed) == len(wanted)


@given(scenes())
def test_a_worse_hex_is_entered_only_if_no_better_one_leads_to_the_end(scene: tuple[Walls, int, int, HexSet]) -> None:
    """From every hex of a way: if any way of better hexes can be completed, this one takes one of them."""
    country, start, length, better = scene

    def onward(way: Way) -> list[HexSet]:
        hexes = further(country.grid, way, country.blocked) & country.open_
        return [hexes & better, hexes & ~better]

    def can_end(way: Way) -> bool:
        return len(way) > length or any(can_end((*way, hex_)) for hexes in onward(way) for hex_ in bits(hexes))

    def in_order(way: Way, hex_: int) -> bool:
        good = [h for h in bits(onward(way)[0]) if can_end((*way, h))]
        return hex_ in good if good else bool(onward(way)[1] >> hex_ & 1)

    found = set(ways((start,), onward, lambda way: len(way) > length))
    assert bool(found) == can_end((start,))
    wanted = {
        walk
        for walk in every_walk(country.near, start, length)
        if all(in_order(walk[:i], walk[i]) and can_end(walk[: i + 1]) for i in range(1, len(walk)))
    }
    if found or length == 0:
        assert found == wanted


def test_a_retreat_goes_on_from_what_is_gone() -> None:
    start, first = GRID.hex("0404"), GRID.hex("0405")
    found = [*ways((start, first), lambda way: [further(GRID, way)], lambda way: len(way) > 2)]
    assert found
    assert all(way[:2] == (start, first) and GRID.distance(start, way[2]) == 2 for way in found)


def test_a_way_may_be_complete_sooner_or_later() -> None:
    """Until the first hex that is free: those that are free at once end at once, the others go on."""
    start = GRID.hex("0401")
    full = GRID.hexset("0402", "0403")
    found = {
        tuple(GRID.label(hex_) for hex_ in way)
        for way in ways(
            (start,),
            lambda way: [further(GRID, way) & GRID.hexset("0402", "0403", "0404", "0502")],
            lambda way: len(way) > 1 and not full >> way[-1] & 1,
        )
    }
    assert found == {("0401", "0402", "0403", "0404"), ("0401", "0402", "0502")}


# -- choices


def test_ways_that_do_the_same_are_one_choice() -> None:
    retreats = Retreats([(1, 2, 9), (1, 3, 9), (1, 4, 8)], lambda way: None)
    assert retreats.choices() == [Choice(8, ()), Choice(9, ())]
    assert retreats.way(9) == (1, 2, 9)
    assert retreats.way(9, (3,)) == (1, 3, 9)
    assert retreats.way(9, (4,)) is None
    assert retreats.way(7) is None
    assert retreats.ends() == 1 << 8 | 1 << 9


def test_ways_that_do_something_else_are_named() -> None:
    retreats = Retreats([(1, 2, 9), (1, 3, 9), (1, 4, 9), (1, 4, 8)], lambda way: 3 in way)
    assert retreats.choices() == [Choice(8, ()), Choice(9, (2,)), Choice(9, (3,))]
    assert retreats.way(9) is None
    assert retreats.way(9, (4,)) == (1, 4, 9)
    assert retreats.way(8) == (1, 4, 8)


def test_a_straight_step_needs_no_hex_between() -> None:
    retreats = Retreats([(1, 9), (1, 2, 9)], len)
    assert retreats.choices() == [Choice(9, ()), Choice(9, (2,))]
    assert retreats.way(9) == (1, 9)
    assert retreats.way(9, (2,)) == (1, 2, 9)


@given(st.lists(st.tuples(st.just(0), *[st.integers(0, 3)] * 2), unique=True), st.integers(1, 3))
def test_every_choice_names_a_way_and_every_effect_is_offered(found: list[Way], parts: int) -> None:
    def effect(way: Way) -> int:
        return sum(way) % parts

    retreats = Retreats(found, effect)
    named = [retreats.way(*choice) for choice in retreats.choices()]
    assert None not in named
    assert {(way[-1], effect(way)) for way in named if way} == {(way[-1], effect(way)) for way in found}
    assert len(named) == len({(way[-1], effect(way)) for way in found})
    for end, via in product(range(4), range(4)):
        way = retreats.way(end, (via,))
        assert way is None or (way in found and way[1:] == (via, end))
