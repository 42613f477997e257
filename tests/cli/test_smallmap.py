"""The small map: where hexes stand, what is in them, and which part of a wide map is shown."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from types import SimpleNamespace
from typing import cast

import pytest

from tests.cli.desk import at_table, played
from westfront.cli.smallmap import CELL, LONGEST, SIDE_STYLES, legend, small_map
from westfront.engine.match import Match
from westfront.engine.rules import AnyRules
from westfront.engine.view import Piece, Scene
from westfront.hexgrid import Grid, Numbering

POINTY = Grid(Numbering("pointy", "RRCC", (1, 3), (1, 4), "odd", "east"))
FLAT = Grid(Numbering("flat", "CCRR", (1, 2), (1, 4), "even", "south"))
WIDE = Grid(Numbering("pointy", "RRCC", (1, 3), (1, 45), "odd", "east"))


def country(grid: Grid) -> AnyRules:
    """As much of a game as a map needs: all clear but the first hex, which is a village."""
    first = next(iter(grid))
    stub = SimpleNamespace(
        grid=grid,
        sides=("red", "blue"),
        glyphs={"clear": ".", "village": "v"},
        terrain_name=lambda h: "village" if h == first else "clear",
    )
    return cast(AnyRules, stub)


def drawn(grid: Grid, *pieces: Piece, marked: int = 0, width: int = 80, middle: str = "") -> list[str]:
    """The lines of a map."""
    scene = Scene("turn 1", pieces)
    around = grid.hex(middle) if middle else None
    return small_map(country(grid), scene, marked, (width, 24), around).plain.splitlines()


def columns(line: str) -> list[int]:
    """Where the bracketed hexes of a line begin."""
    return [found.start() for found in re.finditer(r"\[", line)]


def test_pointy_top() -> None:
    assert [line.rstrip() for line in drawn(POINTY)] == [
        "    01     02     03     04",
        "01        v      .      .      .",
        "02    .      .      .      .",
        "03        .      .      .      .",
    ]


def test_flat_top() -> None:
    assert [line.rstrip() for line in drawn(FLAT)] == [
        "    01     02     03     04",
        "01    v             .",
        "01           .             .",
        "02    .             .",
        "02           .             .",
    ]


@pytest.mark.parametrize("grid", [POINTY, WIDE], ids=["narrow", "wide"])
def test_the_hexes_of_a_row_stand_equally_far_apart(grid: Grid) -> None:
    for line in drawn(grid, marked=grid.mask, width=400)[1:]:
        found = columns(line)
        assert {b - a for a, b in pairwise(found)} == {CELL}


def test_each_hex_of_a_shifted_row_stands_between_two_of_the_next() -> None:
    shifted, straight, _ = (columns(line) for line in drawn(POINTY, marked=POINTY.mask)[1:])
    assert all(a < b < a + CELL for a, b in zip(straight, shifted, strict=True))


def test_units_stand_where_they_are() -> None:
    lines = drawn(POINTY, Piece("0202", "red", "R1"), Piece("0304", "blue", "B-17"))
    assert lines[2].index("R1") == len("02 ") + CELL + 1
    assert "B-17" in lines[3]


def test_a_stack_has_its_height_and_shows_the_top_unit() -> None:
    text = "\n".join(drawn(POINTY, Piece("0202", "red", "R1"), Piece("0202", "red"), Piece("0202", "red", "R3")))
    assert " R1/3 " in text
    assert "R3" not in text


@pytest.mark.parametrize("grid", [POINTY, FLAT], ids=["pointy", "flat"])
def test_long_names_of_stacks_are_shown_whole(grid: Grid) -> None:
    pieces = [Piece(label, "red", "G-18R-corps") for label in ("0101", "0102", "0201", "0202", "0201", "0202")]
    lines = drawn(grid, *pieces, marked=grid.mask)
    text = "\n".join(lines)
    assert text.count("[G-18R-corps/2]") == text.count("[G-18R-corps]") == 2
    for pair in pairwise(sorted((found.start(), found.end()) for found in re.finditer(r"\[[^]]*\]", lines[1]))):
        assert pair[0][1] <= pair[1][0]


def test_endless_names_are_cut_so_that_the_height_stays() -> None:
    text = "\n".join(
        drawn(POINTY, Piece("0202", "red", "x" * 99), Piece("0202", "red"), Piece("0303", "red", "y" * 99))
    )
    assert f" {'x' * (LONGEST - 2)}/2 " in text
    assert f" {'y' * LONGEST} " in text


@pytest.mark.parametrize("game", ["michel", "hindenburg"])
def test_no_name_is_cut_in_the_games(game: str) -> None:
    match = Match.new(game, seed=1)
    scene = match.view(match.decision.side).scene
    words = small_map(match.rules, scene, size=(1000, 1000)).plain.split()
    stacks = Counter(piece.at for piece in scene.pieces)
    tops = {piece.at: piece.name for piece in reversed(scene.pieces)}
    assert len(tops) > 20
    assert [
        name for at, name in tops.items() if (name if stacks[at] == 1 else f"{name}/{stacks[at]}") not in words
    ] == []


def test_columns_and_rows_are_numbered() -> None:
    for grid in (POINTY, FLAT):
        above, *lines = drawn(grid, marked=grid.mask)
        for line in lines:
            for found in re.finditer(r"\[(\d\d)(\d\d) \]", line):
                row, column = found.groups() if grid is POINTY else found.groups()[::-1]
                assert line.startswith(row)
                assert abs(above.index(f" {column}") - found.start()) <= CELL // 2 + 1


def test_a_unit_face_down_is_a_question() -> None:
    assert " ?/2 " in "\n".join(drawn(POINTY, Piece("0202", "red"), Piece("0202", "red")))


def test_marked_hexes_stand_in_brackets_with_their_label() -> None:
    lines = drawn(POINTY, Piece("0203", "red", "R1"), marked=POINTY.hexset("0202", "0203"))
    assert "[0202 ][R1   ]" in lines[2]
    assert "[" not in lines[1] + lines[3]


def test_sides_differ_by_brightness_and_not_by_hue_alone() -> None:
    pieces = (Piece("0202", "red", "R1"), Piece("0203", "blue", "B1"))
    text = small_map(country(POINTY), Scene("", pieces))
    styles = {text.plain[span.start : span.end].strip(): span.style for span in text.spans}
    assert (styles["R1"], styles["B1"]) == SIDE_STYLES
    assert "black on" in SIDE_STYLES[0]
    assert "white on" in SIDE_STYLES[1]


def test_a_wide_map_begins_at_its_west() -> None:
    lines = drawn(WIDE, marked=WIDE.mask, width=60)
    assert lines[2].startswith("02 [0201 ]")
    assert max(map(len, lines)) <= 60


@pytest.mark.parametrize("label", ["0201", "0204", "0223", "0245", "0145"])
@pytest.mark.parametrize("width", [14, 60, 79, 80])
def test_a_wide_map_is_shown_around_a_hex(label: str, width: int) -> None:
    lines = drawn(WIDE, marked=WIDE.mask, width=width, middle=label)
    (line,) = (line for line in lines if f"[{label} ]" in line)
    assert max(map(len, lines)) <= width
    assert len({found % CELL for found in columns(line)}) == 1


def test_the_hex_is_in_the_middle_of_the_part() -> None:
    line = drawn(WIDE, marked=WIDE.mask, width=80, middle="0223")[2]
    assert 25 <= line.index("0223") <= 50


def test_the_legend_explains_every_sign() -> None:
    signs = ". clear   v village   NAME/2 a stack of two   [....] can be chosen"
    assert legend(country(POINTY)) == f"{signs}   a hex is row, column"
    assert legend(country(FLAT)) == f"{signs}   a hex is column, row"


def test_the_terminal_shows_the_part_with_the_choices() -> None:
    narrow = at_table(played("done", "done"), ["take B1"], width=35).split("blue> take B1")[1]
    assert "[0308 ]" in narrow
    assert max(len(line) for line in narrow.splitlines() if "[03" in line) <= 35


def test_the_terminal_shows_the_part_that_is_asked_for() -> None:
    shown = at_table(played(), ["map 0309"], width=35).split("red> map 0309\n")[1]
    assert "B1" in shown
    assert "R1" not in shown
