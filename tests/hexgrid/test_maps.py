"""The five printed maps: every neighbour and distance as the rules state them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.hexgrid.maps import DISTANCES, FORMULAS, MAPS, MARNE, places
from westfront.hexgrid import Grid

GRIDS = {game: Grid(numbering) for game, numbering in MAPS.items()}


@pytest.mark.parametrize("game", MAPS)
def test_every_hex_has_the_neighbours_of_the_formula(game: str) -> None:
    """The six formulas of the specification, by name of direction, for every hex of the map."""
    grid, numbering = GRIDS[game], MAPS[game]
    on_map = set(places(numbering))
    for place in on_map:
        here = grid.hex(numbering.text(*place))
        stated = {d: p for d, p in FORMULAS[game](*place).items() if p in on_map}
        found = {grid.directions[grid.direction(here, h) or 0]: grid.label(h) for h in grid.neighbours(here)}
        assert found == {d: numbering.text(*p) for d, p in stated.items()}


@pytest.mark.parametrize("game", MAPS)
def test_distances_follow_the_formula(game: str) -> None:
    """From one hex in thirty-seven to every hex of the map."""
    grid, numbering = GRIDS[game], MAPS[game]
    spots = [(grid.hex(numbering.text(*place)), place) for place in places(numbering)]
    for here, place in spots[::37]:
        for there, other in spots:
            assert grid.distance(here, there) == DISTANCES[game](place, other)


@pytest.mark.parametrize(
    ("game", "hexes", "lines"),
    [("michel", 1600, 40), ("hindenburg", 575, 23), ("storm", 1216, 32), ("marne", 1904, 56), ("meuse", 528, 24)],
)
def test_size(game: str, hexes: int, lines: int) -> None:
    """The number of hexes, and of rows of a pointy-top or columns of a flat-top map."""
    assert (len(GRIDS[game]), GRIDS[game].lines) == (hexes, lines)


def test_marne_has_an_irregular_north_edge() -> None:
    """Row 01 exists in columns 01 to 19 only and 4502 is off the map: 1866 hexes."""
    off = {(1, col) for col in range(20, 57)} | {(2, 45)}
    grid = Grid(MARNE, [MARNE.text(*place) for place in places(MARNE) if place not in off])
    assert len(grid) == 1866
    assert around(grid, "2702") == "2602 2703 2802"
    assert around(grid, "4503") == "4402 4403 4504 4602 4603"


STATED_NEIGHBOURS = [
    ("storm", "2731", "2631 2632 2730 2732 2831 2832"),
    ("storm", "3028", "2927 2928 3027 3029 3127 3128"),
    ("michel", "1110", "1009 1010 1109 1111 1209 1210"),
    ("marne", "1009", "0909 0910 1008 1010 1109 1110"),
    ("marne", "0910", "0809 0810 0909 0911 1009 1010"),
    ("hindenburg", "2400", "2300 2401 2500"),
    ("meuse", "1318", "1217 1218 1317 1319 1417 1418"),
]


@pytest.mark.parametrize(("game", "label", "stated"), STATED_NEIGHBOURS)
def test_stated_neighbours(game: str, label: str, stated: str) -> None:
    """The neighbours that the test vectors of the rules list."""
    assert around(GRIDS[game], label) == stated


def around(grid: Grid, label: str) -> str:
    """The labels of the neighbours, without separators."""
    return " ".join(sorted(grid.label(h) for h in grid.neighbours(grid.hex(label)))).replace(".", "")


STATED_DISTANCES = [
    ("storm", 1, "3535-3435 3535-3436 3337-3338 3337-3438 3338-3438 2042-1941 2832-2731 2732-2731 3615-3714"),
    ("storm", 1, "2532-2633 2633-2732 2732-2832"),
    ("storm", 2, "3535-3434 3535-3437 2042-1940"),
    ("storm", 5, "1237-1441"),
    ("storm", 9, "3120-3029"),
    ("storm", 10, "2631-3337"),
    ("storm", 11, "3217-3708"),
    ("hindenburg", 1, "2400-2401 2400-2500 2401-2500 2905-2806"),
    ("hindenburg", 2, "2905-2804"),
    ("hindenburg", 7, "2806-2401"),
    ("marne", 1, "1009-0910 1009-1010 1009-1110"),
    ("marne", 2, "1009-0911 1009-1111"),
    ("marne", 4, "4619-4516"),
    ("marne", 13, "2715-2927"),
    ("michel", 1, "1110-1009 1110-1210 1010-1011"),
    ("michel", 2, "1110-1011 1110-1008 1110-0910"),
    ("meuse", 1, "1414-1515 1415-1515 0602-0702 1122-1221 0112-0211"),
    ("meuse", 3, "1320-1317"),
    ("meuse", 4, "1320-1316"),
]


@pytest.mark.parametrize(("game", "steps", "stated"), STATED_DISTANCES)
def test_stated_distances(game: str, steps: int, stated: str) -> None:
    """Hexes that the rules call adjacent, or so many hexes apart."""
    grid = GRIDS[game]
    for pair in stated.split():
        a, b = (grid.hex(label) for label in pair.split("-"))
        assert (grid.distance(a, b), b in grid.neighbours(a)) == (steps, steps == 1)


def test_marne_diagonal_is_a_straight_row() -> None:
    """The diagonal from 2710 to 1814 goes one way all along, and the line between its ends is the same."""
    grid = GRIDS["marne"]
    labels = ["2710", "2610", "2511", "2411", "2312", "2212", "2113", "2013", "1914", "1814"]
    row = [grid.hex(label) for label in labels]
    directions = {grid.direction(a, b) for a, b in pairwise(row)}
    assert directions == {grid.directions.index("SW")}
    assert grid.line(row[0], row[-1]) == row


def test_the_separator_of_a_label_may_be_left_out() -> None:
    """0711 is the hex 07.11, and is shown as it is printed."""
    assert GRIDS["marne"].hex("0711") == GRIDS["marne"].hex("07.11")
    assert GRIDS["marne"].label(GRIDS["marne"].hex("0711")) == "07.11"
