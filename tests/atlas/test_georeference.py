"""Where on earth: there and back, and towns in their hexes."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from westfront import games
from westfront.atlas.georeference import Lambert, Warp

MAPS = games.boards()
LAMBERT = Lambert((48.5, 51.0), (49.75, 4.5))


def test_the_origin_of_the_projection_is_zero() -> None:
    assert LAMBERT.project(49.75, 4.5) == pytest.approx((0, 0), abs=1e-9)


def test_a_degree_of_latitude_is_about_111_km() -> None:
    east, north = LAMBERT.project(50.75, 4.5)
    assert east == pytest.approx(0, abs=1e-9)
    assert north == pytest.approx(111.23, abs=0.05)


@given(lat=st.floats(46, 53), lon=st.floats(0, 9))
def test_the_projection_comes_back(lat: float, lon: float) -> None:
    assert LAMBERT.unproject(*LAMBERT.project(lat, lon)) == pytest.approx((lat, lon), abs=1e-9)


@given(x=st.floats(-5, 5), y=st.floats(-5, 5))
def test_a_weak_warp_can_be_undone(x: float, y: float) -> None:
    warp = Warp(2.0, [(0.0, 0.0, 0.4, -0.3), (1.5, -1.0, -0.2, 0.5)])
    by_x, by_y = warp.push(x, y)
    assert warp.undo(x + by_x, y + by_y) == pytest.approx((x, y), abs=1e-7)


@pytest.mark.parametrize("name", MAPS)
@given(data=st.data())
def test_every_point_of_a_map_comes_back(name: str, data: st.DataObject) -> None:
    board = games.board(name)
    centre_x, centre_y = board.grid.centre(data.draw(st.sampled_from(list(board.grid))))
    x, y = centre_x + data.draw(st.floats(-0.4, 0.4)), centre_y + data.draw(st.floats(-0.4, 0.4))
    assert math.dist(board.geo.point(*board.geo.place(x, y)), (x, y)) < 1e-6


@pytest.mark.parametrize("name", MAPS)
def test_control_towns_fall_into_their_hexes(name: str) -> None:
    board = games.board(name)
    assert len(board.located) > 20
    for (place, hex_), (lat, lon) in board.located.items():
        assert board.geo.hex_at(lat, lon) == hex_, place


@pytest.mark.parametrize("name", MAPS)
def test_most_control_towns_are_places_of_the_map(name: str) -> None:
    board = games.board(name)
    assert set(board.located) <= {(place.name, place.hex) for place in board.places}


@pytest.mark.parametrize("name", MAPS)
def test_neighbours_lie_one_hex_apart_on_the_ground(name: str) -> None:
    board = games.board(name)
    middle = sorted(board.grid)[len(board.grid) // 2]
    beside = board.grid.neighbours(middle)[0]
    (lat_a, lon_a), (lat_b, lon_b) = board.geo.of_hex(middle), board.geo.of_hex(beside)
    ground = math.dist(LAMBERT.project(lat_a, lon_a), LAMBERT.project(lat_b, lon_b))
    assert ground == pytest.approx(board.km, rel=0.25)


def test_off_the_map_there_is_no_hex() -> None:
    assert games.board("meuse").geo.hex_at(48.86, 2.35) is None


@pytest.mark.parametrize("name", MAPS)
def test_both_affines_of_the_file_are_the_same_one(name: str) -> None:
    table = games.board(name).table["georeference"]
    a, b, c, d, e, f = table["to_map"]
    i, j, k, m, n, o = table["to_earth"]
    east, north = 12.0, -34.0
    x, y = a * east + b * north + c, d * east + e * north + f
    assert (i * x + j * y + k, m * x + n * y + o) == pytest.approx((east, north), abs=1e-4)
