"""Who stands where: fields made from one another are what a slow look at every unit finds."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from tests.hexgrid.strategies import Walls, walls
from westfront.hexgrid import Grid, Numbering, bits
from westfront.mechanics.field import FEW, KEPT, Field, Fields

GRID = Grid(Numbering("pointy", "RRCC", (1, 5), (1, 5), "odd", "east"))


class Army(NamedTuple):
    """A map, units of two sides, and positions of them one after another."""

    walls: Walls
    side_of: list[int]
    units: list[int]
    no_zone: list[int]
    fighting: list[int]
    positions: list[tuple[array[int], bytes]]


@st.composite
def armies(draw: st.DrawFn) -> Army:
    """Units that are moved a few at a time, now and then all of them, into hexes and boxes."""
    country = draw(walls())
    places = [*[*country.grid][:9], -1, -2]
    side_of = draw(st.lists(st.integers(0, 1), min_size=1, max_size=FEW + 12))
    every = range(len(side_of))
    some = st.lists(st.sampled_from(every), unique=True)
    at, height = array("h", [-1] * len(every)), bytearray(len(every))
    positions = []
    for moved in draw(st.lists(st.just([*every]) | some, min_size=1, max_size=6)):
        for unit in moved:
            at[unit], height[unit] = draw(st.sampled_from(places)), draw(st.integers(0, 3))
        positions.append((at[:], bytes(height)))
    units, no_zone, fighting = (draw(st.just(usual) | some) for usual in ([*every], [], []))
    return Army(country, side_of, units, no_zone, fighting, positions)


@given(armies(), st.booleans())
def test_a_field_is_what_a_look_at_every_unit_finds(army: Army, ordered: bool) -> None:
    grid, near = army.walls.grid, army.walls.near
    apart = {"no_zone": army.no_zone, "fighting": army.fighting}
    fields = Fields(grid, army.side_of, units=army.units, **apart, closed=grid.sides(army.walls.pairs))
    for at, height in army.positions:
        field = fields.of(at, height) if ordered else fields.of(at)
        standing = [unit for unit in army.units if at[unit] >= 0]
        stacks: dict[int, list[int]] = {}
        for unit in sorted(standing, key=lambda unit: (-height[unit] if ordered else 0, unit)):
            stacks.setdefault(at[unit], []).append(unit)
        assert {hex_: list(stack) for hex_, stack in field.stacks.items()} == stacks
        assert field.on_map == tuple(
            tuple(sorted(unit for unit in standing if army.side_of[unit] == side)) for side in (0, 1)
        )
        for number in range(-1, 4):
            assert field.stacked(number) == grid.set_of(h for h in grid if len(stacks.get(h, ())) >= number)
        fighters = Counter(at[unit] for unit in standing if unit in army.fighting)
        assert set(bits(field.fighting_pairs)) == {hex_ for hex_, number in fighters.items() if number > 1}
        taken = [{at[unit] for unit in standing if army.side_of[unit] == side} for side in (0, 1)]
        exerting = [unit for unit in standing if unit not in army.no_zone]
        zones = [
            {h for u in exerting if army.side_of[u] == side for h in near[at[u]] if army.walls.may_cross(at[u], h)}
            for side in (0, 1)
        ]
        for side in (0, 1):
            enemies = taken[1 - side]
            assert set(bits(field.occupied[side])) == taken[side]
            own = {at[unit] for unit in standing if army.side_of[unit] == side and unit in army.fighting}
            assert set(bits(field.fighting[side])) == own
            assert set(bits(field.zone[side])) == zones[side]
            assert set(bits(field.open_to[side])) == {
                h for h in grid if h not in enemies and (h not in zones[1 - side] or h in taken[side])
            }


def test_the_same_position_has_the_same_field() -> None:
    fields, at = Fields(GRID, [0, 1]), array("h", [3, -1])
    first = fields.of(at)
    assert fields.of(at) is first
    at[1] = 4
    second = fields.of(at)
    assert second is not first
    at[1] = -1
    assert fields.of(at) is first


def test_a_field_does_not_change_with_its_position() -> None:
    fields, at = Fields(GRID, [0, 1]), array("h", [3, 4])
    before = fields.of(at)
    at[0] = 5
    fields.of(at)
    assert before.stacks == {3: (0,), 4: (1,)}
    assert before.stack(3) == (0,)
    assert before.stack(-1) == ()


def test_no_more_fields_are_kept_than_are_wanted() -> None:
    fields, at = Fields(GRID, [0] * 8), array("h", [-1] * 8)
    for number in range(3 * KEPT):
        for unit in range(8):
            at[unit] = 1 if number >> unit & 1 else -1
        assert fields.of(at).stack(1) == tuple(unit for unit in range(8) if number >> unit & 1)
    assert len(fields._kept) <= KEPT


def test_a_field_is_made_from_the_last_one_as_long_as_few_units_moved() -> None:
    """A field that is made from another one shares the stacks of the hexes that nobody touched."""
    at = array("h", [1, 1, 2, 3])
    fields = Fields(GRID, [0, 0, 1, 1])
    first = fields.of(at)
    at[3] = 7
    second = fields.of(at)
    assert isinstance(second, Field)
    assert second.stack(1) is first.stack(1)
    assert second.stack(7) == (3,)


def test_units_of_a_side_on_the_map() -> None:
    field = Fields(GRID, [0, 0, 1, 0], units=[0, 1, 2]).of(array("h", [3, -1, 4, 3]))
    assert field.are_on_map(0, (0,))
    assert field.are_on_map(1, [2])
    assert field.are_on_map(1, ())
    for wrong in [(0, 0), (1,), (2,), (3,), (-1,)]:
        assert not field.are_on_map(0, wrong)


def test_where_two_games_are_played_each_field_is_made_from_one_of_its_own() -> None:
    first, second, *more = GRID
    fields, units = Fields(GRID, [0] * (FEW + 2)), FEW + 2
    here, there = array("h", [first, *[second] * (units - 1)]), array("h", [more[0]] * units)
    before = fields.of(here)
    fields.of(there)
    here[0] = more[1]
    assert fields.of(here).stack(second) is before.stack(second)
