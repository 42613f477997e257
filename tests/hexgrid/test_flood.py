"""Floods, components and shortest paths against a search with a queue, on irregular maps with walls."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexgrid.maps import MAPS, drawn
from tests.hexgrid.strategies import Walls, hexsets, walls
from westfront.hexgrid import Grid, Hex, HexSet, bits, components, flood, shortest_path
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
@given(walls(), st.booleans())
def test_components(map_: Walls, with_walls: bool) -> None:
    """The parts of a set are what a search finds from their lowest hexes, in that order."""
    map_ = map_ if with_walls else Walls(map_.grid, map_.near, map_.open_, set())
    left, expected = set(bits(map_.open_)), []
    while left:
        expected.append(sorted(steps(map_, 1 << min(left))))
        left -= set(expected[-1])
    found = components(map_.grid, map_.open_, map_.blocked) if with_walls else components(map_.grid, map_.open_)
    assert [bits(part) for part in found] == expected


def some_goals(grid: Grid) -> st.SearchStrategy[HexSet]:
    """One goal or a few."""
    return st.sampled_from(list(grid)).map(lambda h: 1 << h) | hexsets(grid, (20, 0, 60))


@often
@given(st.data(), walls())
def test_shortest_path(data: st.DataObject, map_: Walls) -> None:
    """A path is connected, open, crosses no wall and is as short as the search says; None is given if there is none."""
    start = data.draw(st.sampled_from(list(map_.grid)))
    goals = data.draw(some_goals(map_.grid))
    found = steps(map_, 1 << start)
    nearest = min((n for h, n in found.items() if goals >> h & 1), default=None)
    limit = data.draw(st.sampled_from([None, nearest or 0, max(0, (nearest or 0) - 1), 9]))
    path = shortest_path(map_.grid, start, goals, map_.open_, map_.blocked, limit)
    if nearest is None or (limit is not None and nearest > limit):
        assert path is None
    else:
        assert path == stated_path(map_, found, goals, nearest)
        assert_legal(map_, path, start)


def stated_path(map_: Walls, found: dict[Hex, int], goals: HexSet, nearest: int) -> list[Hex]:
    """The one that is promised: backwards from the lowest of the nearest goals, lowest direction first."""
    path = [min(h for h, n in found.items() if n == nearest and goals >> h & 1)]
    while found[path[-1]]:
        here = path[-1]
        ways = [h for h in map_.grid.neighbours(here) if map_.may_cross(here, h)]
        path.append(next(h for h in ways if found.get(h) == found[here] - 1))
    return path[::-1]


def assert_legal(map_: Walls, path: list[Hex], start: Hex) -> None:
    """Each step leads to an open neighbour, not across a wall; the start may be closed."""
    assert path[0] == start
    for a, b in pairwise(path):
        assert b in map_.near[a]
        assert map_.is_open(b)
        assert map_.may_cross(a, b)


@often
@given(st.data(), walls())
def test_shortest_path_without_walls(data: st.DataObject, map_: Walls) -> None:
    """The same where no hexside is blocked."""
    map_ = Walls(map_.grid, map_.near, map_.open_, set())
    start = data.draw(st.sampled_from(list(map_.grid)))
    goals = data.draw(some_goals(map_.grid))
    found = steps(map_, 1 << start)
    nearest = min((n for h, n in found.items() if goals >> h & 1), default=None)
    expected = None if nearest is None else stated_path(map_, found, goals, nearest)
    assert shortest_path(map_.grid, start, goals, map_.open_) == expected


def test_supply_line_goes_round_the_enemy() -> None:
    """Four steps from the unit U to the source S round the enemy x; three are not enough, and a river can part them."""
    map_ = drawn("""
        a b c d
         U x x S
        . x . .
    """)
    open_ = map_["abcdS"]
    path = shortest_path(map_.grid, map_.at("U"), map_["S"], open_)
    assert path is not None
    assert map_.way(path) == "UbcdS"
    assert shortest_path(map_.grid, map_.at("U"), map_["S"], open_, limit=4) == path
    assert shortest_path(map_.grid, map_.at("U"), map_["S"], open_, limit=3) is None
    assert shortest_path(map_.grid, map_.at("U"), map_["S"], open_, map_.sides("bc")) is None
    assert flood(map_.grid, map_["S"], open_, map_.sides("bc")) == map_["Scd"]
    assert components(map_.grid, open_, map_.sides("bc")) == [map_["ab"], map_["cdS"]]
