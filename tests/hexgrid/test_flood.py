"""Floods and components against a search with a queue, on irregular maps with walls."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexgrid.maps import MAPS, drawn
from tests.hexgrid.strategies import Walls, hexsets, walls
from westfront.hexgrid import Grid, Hex, HexSet, bits, components, flood
from westfront.lab import oracles
from westfront.lab.oracles import neighbour_lists

often = settings(max_examples=100)
limits = st.none() | st.integers(0, 8)


def steps(map_: Walls, sources: HexSet) -> dict[Hex, int]:
    """Steps to every hex that can be reached through open hexes and round walls."""
    return oracles.distances(map_.near, bits(sources), map_.is_open, map_.may_cross)


@often
@given(st.data(), walls())
def test_flood_without_walls(data: st.DataObject, map_: Walls) -> None:
    """Everything open that is connected with an open source."""
    sources = data.draw(hexsets(map_.grid))
    expected = oracles.connected(map_.near, bits(sources), set(bits(map_.open_)))
    assert set(bits(flood(map_.grid, sources, map_.open_))) == expected


@often
@given(st.data(), walls())
def test_flood_from_one_hex(data: st.DataObject, map_: Walls) -> None:
    """The same from a single source, where the flood has the longest way."""
    source = data.draw(st.sampled_from(list(map_.grid)))
    expected = oracles.connected(map_.near, [source], set(bits(map_.open_)))
    assert set(bits(flood(map_.grid, 1 << source, map_.open_))) == expected


@often
@given(st.data(), walls(), limits)
def test_flood_with_walls_and_limit(data: st.DataObject, map_: Walls, limit: int | None) -> None:
    """Walls are not crossed, and no hex is further than the limit from a source."""
    sources = data.draw(hexsets(map_.grid))
    found = steps(map_, sources & map_.open_)
    expected = {h for h, n in found.items() if limit is None or n <= limit}
    assert set(bits(flood(map_.grid, sources, map_.open_, map_.blocked, limit))) == expected


@often
@given(st.data(), walls(), st.integers(0, 8))
def test_flood_with_limit_alone(data: st.DataObject, map_: Walls, limit: int) -> None:
    """No hex is further than the limit from a source."""
    map_ = Walls(map_.grid, map_.near, map_.open_, set())
    sources = data.draw(hexsets(map_.grid))
    expected = {h for h, n in steps(map_, sources & map_.open_).items() if n <= limit}
    assert set(bits(flood(map_.grid, sources, map_.open_, limit=limit))) == expected


@pytest.mark.parametrize("game", MAPS)
@pytest.mark.parametrize("closed", [10, 25, 40, 55])
def test_flood_on_the_printed_maps(game: str, closed: int) -> None:
    """From the first open hex of a whole map, with so many hexes in a hundred closed at random."""
    grid = Grid(MAPS[game])
    rng = random.Random(closed)
    open_ = {h for h in grid if rng.randrange(100) >= closed}
    expected = oracles.connected(neighbour_lists(grid), [min(open_)], open_)
    assert set(bits(flood(grid, 1 << min(open_), Grid.set_of(open_)))) == expected


def test_what_is_not_on_the_map_is_not_open() -> None:
    """The complement of a set may be given as open, or be asked for its parts."""
    grid = Grid(MAPS["meuse"], ["0101", "0102", "0103", "0105"])
    without = ~grid.hexset("0102")
    assert grid.labels(flood(grid, without, without)) == ["0101", "0103", "0105"]
    assert [grid.labels(part) for part in components(grid, without)] == [["0101"], ["0103"], ["0105"]]


@often
@given(walls())
def test_components(map_: Walls) -> None:
    """The parts of a set are what a search finds from their lowest hexes, in that order."""
    map_ = Walls(map_.grid, map_.near, map_.open_, set())
    left, expected = set(bits(map_.open_)), []
    while left:
        expected.append(sorted(steps(map_, 1 << min(left))))
        left -= set(expected[-1])
    assert [bits(part) for part in components(map_.grid, map_.open_)] == expected


def test_supply_goes_round_the_enemy() -> None:
    """Four steps from the source S to the unit U round the enemy x; three are not enough, and a river can part them."""
    map_ = drawn("""
        a b c d
         U x x S
        . x . .
    """)
    open_ = map_["abcdSU"]
    assert flood(map_.grid, map_["S"], open_, limit=4) == open_
    assert flood(map_.grid, map_["S"], open_, limit=3) == map_["Sdcb"]
    assert flood(map_.grid, map_["S"], open_, map_.sides("bc")) == map_["Scd"]
