"""Grids of every kind: labels, directions, distances, lines, and sets of hexes against sets of Python."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexgrid.maps import HALF_STEPS, HINDENBURG, MEUSE, beyond, both_ways, halves, pairs_of, places
from tests.hexgrid.strategies import grids, hexsets, numberings, rectangles, side_pairs
from westfront.errors import DataError, NoSuchHex
from westfront.hexgrid import NO_SIDES, Grid, Numbering, bits, has, join, minus
from westfront.lab import oracles
from westfront.lab.oracles import neighbour_lists

often = settings(max_examples=100)
seldom = settings(max_examples=40)


# -- labels


@often
@given(numberings())
def test_labels_round_trip(numbering: Numbering) -> None:
    """Every printed label leads to its own hex and back, with or without its separator."""
    grid = Grid(numbering)
    labels = [numbering.text(*place) for place in places(numbering)]
    assert [grid.label(grid.hex(label)) for label in labels] == labels
    assert [grid.label(grid.hex(label.replace(".", "").replace("-", ""))) for label in labels] == labels
    assert grid.labels(grid.mask) == sorted(labels)
    assert list(grid) == bits(grid.mask) == sorted(grid.hex(label) for label in labels)


@often
@given(st.data(), grids())
def test_only_the_hexes_of_the_outline_exist(data: st.DataObject, grid: Grid) -> None:
    """A map with an outline has the listed hexes and no other hex of its rectangle."""
    listed = data.draw(hexsets(grid)) or grid.mask
    labels = grid.labels(listed)
    smaller = Grid(grid.numbering, labels)
    assert smaller.labels(smaller.mask) == labels
    for label in grid.labels(grid.mask ^ listed):
        with pytest.raises(NoSuchHex, match=f"^there is no hex '{label}' on this map$"):
            smaller.hex(label)


@pytest.mark.parametrize("label", ["0601", "1", "", "01.01", "0101 ", "north"])
def test_unknown_labels_are_refused_in_one_sentence(label: str) -> None:
    """What is not printed on the map is no hex."""
    grid = Grid(Numbering("flat", "CCRR", (1, 5), (1, 5), "odd", "north"))
    with pytest.raises(NoSuchHex, match=f"^there is no hex '{label}' on this map$"):
        grid.hex(label)


def test_labels_follow_their_pattern() -> None:
    """Rows and columns stand in the order of the pattern, with its zeros and its separator."""
    shapes = ["RRCC", "CCRR", "CC.RR", "RR-CC", "RRRC"]
    texts = [Numbering("flat", shape, (1, 9), (1, 9), "odd", "north").text(3, 7) for shape in shapes]
    assert texts == ["0307", "0703", "07.03", "03-07", "0037"]


def test_hexset_and_repr() -> None:
    """A set by labels, and a short word about the grid."""
    grid = Grid(Numbering("flat", "CCRR", (1, 2), (1, 2), "odd", "north"))
    assert grid.labels(grid.hexset("0202", "0101", "0202")) == ["0101", "0202"]
    assert repr(grid) == "Grid(4 hexes, flat-top, CCRR)"


GOOD: dict[str, Any] = {
    "top": "pointy", "label": "RRCC", "rows": (1, 9), "cols": (1, 9), "shifted": "odd", "towards": "east"
}  # fmt: skip
BAD: list[tuple[dict[str, Any], str]] = [
    ({"label": "RRXX"}, "a label is made of R and C, like RRCC, not 'RRXX'"),
    ({"label": ""}, "a label is made of R and C, like RRCC, not ''"),
    ({"label": "RCRC"}, "a label is made of R and C, like RRCC, not 'RCRC'"),
    ({"label": "RRCC\n"}, r"a label is made of R and C, like RRCC, not 'RRCC\\n'"),
    ({"towards": "north"}, "lines of a pointy-top map shift east or west"),
    ({"top": "flat"}, "lines of a flat-top map shift north or south"),
    ({"rows": (9, 1)}, "rows and cols are given as lowest and highest number"),
    ({"cols": (9, 1)}, "rows and cols are given as lowest and highest number"),
]


@pytest.mark.parametrize(("change", "sentence"), BAD)
def test_bad_numberings_are_refused_in_one_sentence(change: dict[str, Any], sentence: str) -> None:
    """A numbering that no map can have."""
    with pytest.raises(DataError, match=f"^numbering: {sentence}$"):
        Numbering(**{**GOOD, **change})


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [([], "a map needs at least one hex"), (["0101", "1001"], "hex 1001 lies outside the rows and columns of the map")],
)
def test_bad_outlines_are_refused_in_one_sentence(labels: list[str], sentence: str) -> None:
    """An outline without hexes, or with hexes that the numbering does not have."""
    with pytest.raises(DataError, match=f"^numbering: {sentence}$"):
        Grid(Numbering(**GOOD), labels)


def test_two_hexes_with_the_same_label_are_refused() -> None:
    """With one digit for the row, 1 and 11 give the same label as 11 and 1."""
    with pytest.raises(DataError, match=r"^numbering: two hexes would both be labelled 111$"):
        Grid(Numbering(**{**GOOD, "label": "RC", "rows": (1, 12), "cols": (1, 12)}))


# -- single hexes


@often
@given(numberings())
def test_neighbours_lie_where_rows_and_columns_put_them(numbering: Numbering) -> None:
    """For every numbering there is, each neighbour lies in the direction that its name says."""
    grid = Grid(numbering)
    spot = {halves(numbering, *place): grid.hex(numbering.text(*place)) for place in places(numbering)}
    for (x, y), here in spot.items():
        for name, (dx, dy) in HALF_STEPS[numbering.top].items():
            assert grid.neighbour(here, grid.directions.index(name)) == spot.get((x + dx, y + dy))


@often
@given(numberings())
def test_centres_lie_where_rows_and_columns_put_them(numbering: Numbering) -> None:
    """Seen from any hex, the centres form the printed map in units of one hex."""
    grid = Grid(numbering)
    along, across = 0.5, math.sqrt(3) / 2
    unit = (along, across) if numbering.top == "pointy" else (across, along)
    start, first = places(numbering)[0], grid.centre(grid.hex(numbering.text(*places(numbering)[0])))
    for place in places(numbering):
        found = grid.centre(grid.hex(numbering.text(*place)))
        for axis in (0, 1):
            steps = halves(numbering, *place)[axis] - halves(numbering, *start)[axis]
            assert found[axis] - first[axis] == pytest.approx(steps * unit[axis], abs=1e-9)


@often
@given(grids())
def test_neighbours_are_the_hexes_one_hex_away(grid: Grid) -> None:
    """The neighbours in order of direction, each exactly one hex away, and nobody else so near."""
    near = neighbour_lists(grid)
    for h in grid:
        by_direction = [grid.neighbour(h, d) for d in range(6)]
        assert by_direction == [beyond(grid, near, h, d) for d in range(6)]
        assert grid.neighbours(h) == [other for other in by_direction if other is not None]
        assert sorted(grid.neighbours(h)) == near[h]
        assert all(math.dist(grid.centre(h), grid.centre(o)) == pytest.approx(1, abs=1e-9) for o in near[h])


@seldom
@given(grids())
def test_direction_is_known_for_neighbours_only(grid: Grid) -> None:
    """The direction leads from a hex to its neighbour, and there is none to any other hex."""
    for a in grid:
        for b in grid:
            d = grid.direction(a, b)
            assert (d is None) == (b not in grid.neighbours(a))
            assert d is None or (grid.neighbour(a, d), grid.direction(b, a)) == (b, (d + 3) % 6)


COMPASS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@often
@given(rectangles(least=3))
def test_names_of_directions_fit_the_centres(grid: Grid) -> None:
    """North has the smaller y and east the greater x; what a name leaves out does not change."""
    for h in grid:
        for d, name in enumerate(grid.directions):
            other = grid.neighbour(h, d)
            if other is not None:
                moved = [to - from_ for from_, to in zip(grid.centre(h), grid.centre(other), strict=True)]
                stated = [sum(COMPASS[letter][axis] for letter in name) for axis in (0, 1)]
                assert [round(m, 9) and math.copysign(1, m) for m in moved] == stated


# -- distance, rings and lines


@seldom
@given(st.data(), rectangles())
def test_distance_counts_steps(data: st.DataObject, grid: Grid) -> None:
    """On a full rectangle the distance is the number of steps that a search needs."""
    near = neighbour_lists(grid)
    a = data.draw(st.sampled_from(list(grid)))
    assert {b: grid.distance(a, b) for b in grid} == steps_from(near, [a])


def steps_from(near: oracles.Neighbours, sources: list[int]) -> dict[int, int]:
    """Steps to every hex of the map, by a search without obstacles."""
    return oracles.distances(near, sources, lambda _: True, lambda _a, _b: True)


@often
@given(st.data(), rectangles(), st.integers(0, 9))
def test_ring_is_the_set_of_hexes_at_a_distance(data: st.DataObject, grid: Grid, distance: int) -> None:
    """On a full rectangle ring and disc are given by the distance."""
    a = data.draw(st.sampled_from(list(grid)))
    assert bits(grid.ring(a, distance)) == [b for b in grid if grid.distance(a, b) == distance]
    assert bits(grid.within(1 << a, distance)) == [b for b in grid if grid.distance(a, b) <= distance]


@often
@given(st.data(), grids(), st.integers(0, 9))
def test_within_counts_distance_across_the_gaps_of_a_map(data: st.DataObject, grid: Grid, distance: int) -> None:
    """On an irregular map ring and disc go by distance, as ranges do, not by steps over hexes that exist."""
    sources = data.draw(hexsets(grid))
    near = [h for h in grid if any(grid.distance(h, source) <= distance for source in bits(sources))]
    assert bits(grid.within(sources, distance)) == sorted(near)
    for a in bits(sources)[:3]:
        assert bits(grid.ring(a, distance)) == [h for h in grid if grid.distance(a, h) == distance]


@often
@given(st.data(), rectangles(least=3, most=14))
def test_line(data: st.DataObject, grid: Grid) -> None:
    """A line runs from end to end without a gap, as short as can be, and backwards through the same hexes."""
    inner = [h for h in grid if len(grid.neighbours(h)) == 6]
    a, b = data.draw(st.sampled_from(inner)), data.draw(st.sampled_from(inner))
    line = grid.line(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
    assert all(grid.distance(p, q) == 1 for p, q in pairwise(line))
    assert grid.line(b, a) == line[::-1]


@often
@given(st.data(), rectangles(least=3, most=14))
def test_line_is_straight(data: st.DataObject, grid: Grid) -> None:
    """The straight line between the centres goes through every hex, or touches its side."""
    inner = [h for h in grid if len(grid.neighbours(h)) == 6]
    a, b = data.draw(st.sampled_from(inner)), data.draw(st.sampled_from(inner))
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    for i, h in enumerate(grid.line(a, b)):
        part = i / max(1, grid.distance(a, b))
        spot = ax + (bx - ax) * part, ay + (by - ay) * part
        nearest = min(math.dist(grid.centre(other), spot) for other in grid)
        assert math.dist(grid.centre(h), spot) == pytest.approx(nearest, abs=1e-9)


@pytest.mark.parametrize("numbering", [MEUSE, HINDENBURG], ids=["flat", "pointy"])
def test_line_is_the_same_both_ways(numbering: Numbering) -> None:
    """From some hexes of a printed map to all others and back."""
    grid = Grid(numbering)
    for a in list(grid)[::29]:
        for b in grid:
            assert grid.line(a, b) == grid.line(b, a)[::-1]


@pytest.mark.parametrize(("numbering", "middle"), [(MEUSE, "1211"), (HINDENBURG, "3112")], ids=["flat", "pointy"])
@pytest.mark.parametrize("turn", range(6))
def test_line_along_hexsides_keeps_to_one_side(numbering: Numbering, middle: str, turn: int) -> None:
    """Between two directions a line follows hexsides; every second hex lies off it, all of them on the same side."""
    grid = Grid(numbering)
    a = b = grid.hex(middle)
    for _ in range(3):
        b = b + grid.steps[turn] + grid.steps[(turn + 1) % 6]
    (ax, ay), (bx, by), line = grid.centre(a), grid.centre(b), grid.line(a, b)
    off = [(x - ax - (bx - ax) * i / 6, y - ay - (by - ay) * i / 6) for i, (x, y) in enumerate(map(grid.centre, line))]
    assert [math.hypot(*spot) for spot in off] == pytest.approx([0, 0.5, 0, 0.5, 0, 0.5, 0], abs=1e-9)
    assert off[1] == pytest.approx(off[3], abs=1e-9)
    assert off[1] == pytest.approx(off[5], abs=1e-9)


@often
@given(st.data(), grids())
def test_line_leaves_out_what_is_not_on_the_map(data: st.DataObject, grid: Grid) -> None:
    """Over a gap the line has the hexes of the full rectangle that exist."""
    full = Grid(grid.numbering)
    a, b = (data.draw(st.sampled_from(grid.labels(grid.mask))) for _ in range(2))
    line = [full.label(h) for h in full.line(full.hex(a), full.hex(b))]
    on_map = set(grid.labels(grid.mask))
    assert [grid.label(h) for h in grid.line(grid.hex(a), grid.hex(b))] == [label for label in line if label in on_map]


# -- sets of hexes


@often
@given(st.sets(st.integers(0, 300)))
def test_bits_are_the_hexes_of_a_set_in_order(hexes: set[int]) -> None:
    """A set as an integer and back; a small one is read in another way than a large one."""
    assert bits(Grid.set_of(hexes)) == sorted(hexes)
    others = {*range(301)} - hexes
    assert bits(Grid.set_of(others)) == sorted(others)


@often
@given(st.data(), grids())
def test_shift_moves_every_hex(data: st.DataObject, grid: Grid) -> None:
    """Each hex moves to its neighbour in the direction, and nothing comes back in on the other edge."""
    near, hexes = neighbour_lists(grid), data.draw(hexsets(grid))
    for d in range(6):
        moved = {beyond(grid, near, h, d) for h in bits(hexes)} - {None}
        assert set(bits(grid.shift(hexes, d))) == moved


@often
@given(st.data(), grids())
def test_adjacent_is_all_neighbours(data: st.DataObject, grid: Grid) -> None:
    """The hexes next to a set, with and without blocked hexsides."""
    near, hexes = neighbour_lists(grid), data.draw(hexsets(grid))
    walls = data.draw(side_pairs(near))
    assert set(bits(grid.adjacent(hexes))) == oracles.adjacent(near, bits(hexes))
    free = {b for a in bits(hexes) for b in near[a] if (a, b) not in walls}
    assert set(bits(grid.adjacent_across(hexes, grid.sides(walls)))) == free


# -- hexsides


@often
@given(st.data(), grids())
def test_sides_know_both_their_hexes(data: st.DataObject, grid: Grid) -> None:
    """Sides made from pairs hold each side from both hexes, whichever way the pair was given."""
    near = neighbour_lists(grid)
    pairs = data.draw(side_pairs(near))
    once = [(a, b) if (a + b) % 3 else (b, a) for a, b in pairs if a < b]
    assert pairs_of(grid, near, grid.sides(once)) == pairs
    assert grid.sides([]) == NO_SIDES


@often
@given(st.data(), grids())
def test_sides_between_two_sets(data: st.DataObject, grid: Grid) -> None:
    """Every side with one hex in each set, also where the sets overlap."""
    near = neighbour_lists(grid)
    a, b = data.draw(hexsets(grid)), data.draw(hexsets(grid))
    expected = both_ways((h, o) for h in bits(a) for o in near[h] if b >> o & 1)
    assert pairs_of(grid, near, grid.sides_between(a, b)) == expected


@often
@given(st.data(), grids())
def test_join_and_minus(data: st.DataObject, grid: Grid) -> None:
    """Features of hexsides add up and are taken away like sets."""
    near = neighbour_lists(grid)
    a, b, c = (data.draw(side_pairs(near)) for _ in range(3))
    assert join(grid.sides(a), grid.sides(b), grid.sides(c)) == grid.sides(a | b | c)
    assert minus(grid.sides(a), grid.sides(b)) == grid.sides(a - b)
    assert join() == NO_SIDES


@seldom
@given(st.data(), rectangles(least=2))
def test_hexes_that_do_not_touch_have_no_side(data: st.DataObject, grid: Grid) -> None:
    """A pair of distant hexes is refused in one sentence that names both."""
    a = data.draw(st.sampled_from(list(grid)))
    b = data.draw(st.sampled_from([h for h in grid if grid.distance(a, h) != 1]))
    with pytest.raises(DataError, match=f"^hexsides: {grid.label(a)} and {grid.label(b)} do not touch$"):
        grid.sides([(a, b)])


@often
@given(st.data(), grids())
def test_pairs_are_the_sides_again(data: st.DataObject, grid: Grid) -> None:
    """Each hexside once, and two hexes are parted by it, seen from both."""
    pairs = data.draw(side_pairs(neighbour_lists(grid)))
    sides = grid.sides(pairs)
    once = grid.pairs(sides)
    assert len(once) * 2 == len(pairs)
    assert grid.sides(once) == sides
    for a in grid:
        for b in [*grid, -1]:
            assert grid.parted(a, b, sides) == grid.parted(b, a, sides) == ((a, b) in pairs)


@often
@given(st.data(), grids())
def test_has(data: st.DataObject, grid: Grid) -> None:
    """Exactly the hexes of the set, and never a box."""
    hexes = data.draw(hexsets(grid))
    assert [h for h in range(-3, grid.size + 2) if has(hexes, h)] == bits(hexes)


def test_within_each_is_what_is_near_to_all() -> None:
    grid = Grid(Numbering("pointy", "RRCC", (1, 5), (1, 5), "odd", "east"))
    hexes = [grid.hex("0202"), grid.hex("0204")]
    expected = [h for h in grid if all(grid.distance(h, other) <= 2 for other in hexes)]
    assert grid.within_each(hexes, 2) == grid.set_of(expected)
    assert grid.within_each((), 1) == grid.mask
