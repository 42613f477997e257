"""The hex in which a point lies."""

import math

from hypothesis import given
from hypothesis import strategies as st

from westfront.hexgrid import Grid, Numbering

GRIDS = [
    Grid(Numbering("flat", "CCRR", (1, 8), (1, 9), "even", "south")),
    Grid(Numbering("flat", "CCRR", (1, 8), (1, 9), "odd", "north")),
    Grid(Numbering("pointy", "RRCC", (10, 18), (7, 14), "odd", "west", "north", "east")),
    Grid(Numbering("pointy", "RRCC", (20, 27), (0, 9), "odd", "east", "south", "west")),
]


@given(grid=st.sampled_from(GRIDS), data=st.data())
def test_a_point_within_a_hex_finds_it(grid: Grid, data: st.DataObject) -> None:
    hex_ = data.draw(st.sampled_from(list(grid)))
    x, y = grid.centre(hex_)
    near = st.floats(-0.35, 0.35)
    assert grid.hex_at(x + data.draw(near), y + data.draw(near)) == hex_


@given(grid=st.sampled_from(GRIDS), x=st.floats(-60, 60), y=st.floats(-60, 60))
def test_any_point_finds_the_nearest_hex_or_none(grid: Grid, x: float, y: float) -> None:
    def away(hex_: int) -> float:
        centre_x, centre_y = grid.centre(hex_)
        return math.hypot(centre_x - x, centre_y - y)

    nearest = min(grid, key=away)
    found = grid.hex_at(x, y)
    if away(nearest) < 0.499:
        assert found == nearest
    if away(nearest) > 0.58:
        assert found is None
