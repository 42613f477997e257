"""Lines made of hexsides: chains, outlines, smooth paths, numbers."""

from __future__ import annotations

import math
import re
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from westfront.atlas.draw.curves import crenellated, rounded, sampled, saw, through
from westfront.atlas.draw.geometry import SCALE, SIDE, Layout, chains, outline
from westfront.atlas.draw.labels import aslant, upright, width
from westfront.atlas.draw.rims import facing, off_map, rim_lines, towards_enemy
from westfront.atlas.draw.svg import element, number, pair
from westfront.hexgrid import Grid, Numbering

POINTY = Grid(Numbering("pointy", "RRCC", (1, 6), (1, 6), "odd", "east"))
FLAT = Grid(Numbering("flat", "CCRR", (1, 6), (1, 6), "even", "south"))
both = pytest.mark.parametrize("grid", [POINTY, FLAT], ids=["pointy", "flat"])
hexsets = st.integers(1, 2**40).map(lambda n: n & POINTY.mask)


@both
def test_corners_of_neighbours_meet(grid: Grid) -> None:
    layout = Layout(grid, grid.mask)
    for hex_ in grid:
        for d in range(6):
            other = grid.neighbour(hex_, d)
            a, b = (layout.point(end) for end in layout.edge(layout.cell(hex_), d))
            assert math.dist(a, b) == pytest.approx(SIDE)
            assert math.dist(layout.centre(hex_), a) == pytest.approx(SIDE)
            if other is not None:
                assert layout.beyond(layout.cell(hex_), d) == layout.cell(other)
                assert set(layout.edge(layout.cell(other), (d + 3) % 6)) == set(layout.edge(layout.cell(hex_), d))
                assert math.dist(layout.centre(hex_), layout.centre(other)) == pytest.approx(SCALE)


@both
def test_a_point_is_in_its_hex(grid: Grid) -> None:
    layout = Layout(grid, grid.mask)
    assert all(layout.hex_at(layout.centre(hex_)) == hex_ for hex_ in grid)


@given(hexsets)
def test_outlines_go_round_every_rim_once(hexes: int) -> None:
    layout = Layout(POINTY, POINTY.mask)
    cells = layout.cells(hexes)
    loops = outline(cells, layout)
    steps = [(a, b) for loop in loops for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)]
    assert sorted(steps) == sorted(layout.edge(cell, d) for cell, d in layout.rim(cells))


@given(st.sets(st.tuples(st.sampled_from(list(POINTY)), st.integers(0, 5))))
def test_chains_use_every_edge_once(sides: set[tuple[int, int]]) -> None:
    layout = Layout(POINTY, POINTY.mask)
    edges = {frozenset(layout.edge(layout.cell(hex_), d)) for hex_, d in sides}
    lines = chains([(min(edge), max(edge)) for edge in edges], layout)
    steps = [frozenset(step) for line in lines for step in pairwise(line)]
    assert len(steps) == len(edges)
    assert set(steps) == edges


def test_a_river_with_a_tributary_is_two_lines() -> None:
    layout = Layout(POINTY, POINTY.mask)
    edges = [layout.edge((6, 9), d) for d in (0, 1, 2)]
    corner = layout.edge((6, 9), 1)[0]
    spur = next(
        (corner, end) for d in range(6) for end in layout.edge(layout.beyond((6, 9), 0), d)
        if end not in layout.around((6, 9)) and math.dist(layout.point(corner), layout.point(end)) < SIDE * 1.1
    )  # fmt: skip
    lines = chains([*edges, spur], layout)
    assert len(lines) == 2
    assert any(corner in (line[0], line[-1]) for line in lines)


@both
def test_lines_lie_on_the_side_of_their_owner(grid: Grid) -> None:
    layout = Layout(grid, grid.mask)
    west = grid.set_of(hex_ for hex_ in grid if layout.centre(hex_)[0] < layout.width / 2 - 1)
    east = grid.mask ^ west
    for owners, sign in ((west, -1), (east, 1)):
        rims = facing(grid, layout, owners, grid.mask ^ owners)
        on, inside = rim_lines(layout, rims, 0.0), rim_lines(layout, rims, 6.0)
        assert len(on) == 1
        assert len(on[0]) == len(rims) + 1
        for (x, _), (inner, _) in zip(on[0], inside[0], strict=True):
            assert sign * (inner - x) > -0.1
        # The owner stands on the right hand: teeth, which stand to the left, point at the enemy.
        down = on[0][-1][1] - on[0][0][1]
        assert (down > 0) == (sign < 0)


def test_a_second_line_looks_the_same_way() -> None:
    layout = Layout(POINTY, POINTY.mask)
    enemy, works = POINTY.hexset("0301", "0401"), POINTY.hexset("0304", "0404")
    looking = towards_enemy(POINTY, layout, works, enemy)
    assert looking
    assert all(layout.point(layout.beyond(cell, d))[0] < layout.point(cell)[0] for cell, d in looking)


def test_the_edge_of_the_map_and_of_a_part() -> None:
    layout = Layout(POINTY, POINTY.mask)
    inner = POINTY.hexset("0303")
    assert off_map(layout, inner) == []
    assert len(off_map(layout, inner, inner)) == 6
    assert len(off_map(layout, POINTY.hexset("0101"))) >= 2


@given(st.floats(-5000, 5000))
def test_numbers_are_short_and_true(value: float) -> None:
    text = number(value)
    assert float(text) == pytest.approx(value, abs=0.051)
    assert re.fullmatch(r"-?(\d+|\d*\.\d)", text)


@given(st.floats(-500, 500), st.floats(-500, 500))
def test_pairs_can_be_read_again(x: float, y: float) -> None:
    found = [float(part) for part in re.findall(r"-?(?:\d*\.\d|\d+)", pair((x, y)))]
    assert found == pytest.approx([x, y], abs=0.051)


def test_paths_begin_and_end_where_the_line_does() -> None:
    points = [(0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (60.0, 30.0)]
    for drawn in (rounded(points), through(points)):
        assert drawn.startswith("M0 0")
        steps = re.findall(r"[cq][^cq]+", drawn)
        ends = [[float(n) for n in re.findall(r"-?(?:\d*\.\d|\d+)", step)][-2:] for step in steps]
        assert [sum(part) for part in zip(*ends, strict=True)] == pytest.approx([60, 30])


def test_traces_keep_to_the_left() -> None:
    east = [(0.0, 0.0), (100.0, 0.0)]
    for trace in (crenellated(east, 8, 4), saw(east, 8, 4)):
        steps = [float(found) for found in re.findall(r"[Ml]-?[\d.]+ ?(-?[\d.]+)", trace)]
        assert {round(height, 1) for height in accumulate(steps)} == {0.0, -4.0}
    assert len(sampled(east, 10)) == 11


def test_values_of_attributes_are_escaped() -> None:
    assert element("g", title='"<&>') == '<g title="&quot;&lt;&amp;&gt;"/>'


@pytest.mark.parametrize(("anchor", "left", "right"), [("start", 0, 24), ("middle", -12, 12), ("end", -24, 0)])
def test_the_box_of_a_name_holds_its_letters(anchor: str, left: float, right: float) -> None:
    # Lens in DejaVu Serif, one of the widest, is 2.4 times as long as its letters are high.
    box = upright(("Lens",), (0.0, 0.0), anchor, 10.0, "label town").boxes[0]
    assert box[0] <= left
    assert box[1] <= -7.3
    assert box[2] >= right
    assert box[3] >= 2.2


def test_a_bold_name_is_wider_and_a_second_line_deeper() -> None:
    plain, bold = (upright(("Lens",), (0.0, 0.0), "start", 10.0, class_) for class_ in ("label town", "label city"))
    double = upright(("Lens", "Arras"), (0.0, 0.0), "start", 10.0, "label town")
    assert bold.boxes[0][2] > plain.boxes[0][2]
    assert double.boxes[0][3] == pytest.approx(plain.boxes[0][3] + 10)


def test_a_slanting_name_is_covered_from_end_to_end() -> None:
    label = aslant("Meuse", (0.0, 0.0), math.pi / 4, 10.0, "label water")
    left, right = min(box[0] for box in label.boxes), max(box[2] for box in label.boxes)
    assert right - left > width("Meuse", 10.0) * math.cos(math.pi / 4)
    assert all(one[2] > other[0] for one, other in pairwise(label.boxes))
