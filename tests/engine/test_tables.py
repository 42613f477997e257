"""Tables: every fault of the file is named in one sentence, and every cell is found where the booklet has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.tries import sentence
from westfront.engine.data import DataFolder
from westfront.engine.tables import DifferenceTable, RatioTable, Table, difference, load_tables, ratio
from westfront.errors import DataError

HEAD = 'kind = "{kind}"\nsource = "test"\ncodes = ["A", "B", "C", "D"]\n'
RATIO = "die 1-2 1-1 3-2 3-1\n1 A B C D\n2-4 A A B C\n5-6 D D D D"


def load(folder: Path, cells: str, kind: str = "named", more: str = "") -> Table:
    """The only table of a file with these cells and lines."""
    text = f"[only]\n{HEAD.format(kind=kind)}{more}\ncells = '''\n{cells}\n'''\n"
    (folder / "tables.toml").write_text(text, encoding="utf-8")
    return load_tables(DataFolder(folder))["only"]


def ratio_table(folder: Path, rounding: str) -> RatioTable:
    """A table by odds with this rounding."""
    return ratio(load(folder, RATIO, "ratio", f'round = "{rounding}"'))


def difference_table(folder: Path) -> DifferenceTable:
    """A table by difference with three rows of terrain."""
    cells = "die -2,-1 0 +1/2 3,4\n1 A B C D\n2-6 B B C D"
    return difference(load(folder, cells, "difference", "shifts = { clear = 0, woods = 1, hill = -2 }"))


# -- faults


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ("", "a table has a line of columns and at least one row"),
        ("die x y", "a table has a line of columns and at least one row"),
        ("die\n1", "a table has a line of columns and at least one row"),
        ("die x y\n1 A", "row 1 has 1 of 2 cells, or stands twice"),
        ("die x y\n1 A B C", "row 1 has 3 of 2 cells, or stands twice"),
        ("die x y\n1 A B\n1 A B", "row 1 has 2 of 2 cells, or stands twice"),
        ("die x x\n1 A B", "a column stands twice"),
        ("die x y\n1 A Z", "row 1: 'Z' is not one of the codes A B C D"),
        ("die x\n1 A\n3 B", "row 3 does not follow the row before it"),
        ("die x\n1-3 A\n3-4 B", "row 3-4 does not follow the row before it"),
        ("die x\n3-1 A", "row 3-1 does not follow the row before it"),
        ("die x\none A", "a row is a die or a range of dice, not 'one'"),
    ],
)
def test_faults_of_any_table(tmp_path: Path, cells: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        load(tmp_path, cells)
    assert sentence(caught.value) == f"tables.only: {said}"


@pytest.mark.parametrize(
    ("kind", "columns", "said"),
    [
        ("ratio", "1-1 1-2", "the columns of odds do not rise"),
        ("ratio", "1-2 2-4", "the columns of odds do not rise"),
        ("ratio", "1-1 two", "odds are written 3-1, not 'two'"),
        ("ratio", "1-1 2-0", "odds are written 3-1, not '2-0'"),
        ("ratio", "1-1 2", "odds are written 3-1, not '2'"),
        ("difference", "1 0", "the columns of differences do not rise"),
        ("difference", "0,1 0,2", "the columns of differences do not rise"),
        ("difference", "0 x", "a difference is a whole number, not 'x'"),
    ],
)
def test_faults_of_columns(tmp_path: Path, kind: str, columns: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        load(tmp_path, f"die {columns}\n1 A B", kind)
    assert sentence(caught.value) == f"tables.only: {said}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[only]\n" + HEAD.format(kind="odd") + "cells = 'x'", "'odd'"),
        ("[only]\n" + HEAD.format(kind="named") + "cells = 'x'\ncolour = 'red'", "unknown field `colour`"),
        ("[only]\n" + HEAD.format(kind="named"), "missing required field `cells`"),
        ("[only]\n" + HEAD.format(kind="ratio") + "cells = 'x'\nround = 'off'", "'off'"),
        ("[only]\n" + HEAD.format(kind="named") + "cells = 3", "Expected `str`, got `int`"),
        ("only = 3", "Expected `object`, got `int`"),
    ],
)
def test_faults_of_fields(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "tables.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_tables(DataFolder(tmp_path))
    assert sentence(caught.value).startswith("tables.only: ")
    assert said in str(caught.value)


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "tables.toml").write_text("[only\nkind", encoding="utf-8")
    with pytest.raises(DataError, match=r"^tables\.toml: .*line 1") as caught:
        load_tables(DataFolder(tmp_path))
    sentence(caught.value)


# -- dice


@pytest.mark.parametrize(
    ("die", "code"), [(-9, "A"), (0, "A"), (1, "A"), (2, "B"), (4, "B"), (5, "D"), (6, "D"), (99, "D")]
)
def test_dice_are_read_in_their_bucket_and_beyond_the_table_at_its_ends(tmp_path: Path, die: int, code: str) -> None:
    table = load(tmp_path, "die x y\n1 A A\n2-4 B B\n5+ D D")
    assert table.result(die, 0) == table.named(die, "y") == code


def test_rows_may_begin_below_zero(tmp_path: Path) -> None:
    table = load(tmp_path, "die x\n-2--1 A\n0-3 B\n4 C")
    assert [table.named(die, "x") for die in range(-3, 6)] == ["A", "A", "A", "B", "B", "B", "B", "C", "C"]


def test_a_table_knows_its_source_and_name(tmp_path: Path) -> None:
    table = load(tmp_path, "die x\n1 A")
    assert (table.name, table.source, table.columns) == ("tables.only", "test", ("x",))


# -- odds


@pytest.mark.parametrize(
    ("attack", "defence", "down", "up", "nearest"),
    [
        (1, 9, 0, 0, 0),
        (1, 2, 0, 0, 0),
        (2, 3, 0, 1, 0),
        (4, 5, 0, 1, 1),
        (3, 4, 0, 1, 0),
        (4, 4, 1, 1, 1),
        (5, 4, 1, 2, 1),
        (13, 10, 1, 2, 2),
        (3, 2, 2, 2, 2),
        (2, 1, 2, 3, 2),
        (5, 2, 2, 3, 3),
        (3, 1, 3, 3, 3),
        (30, 1, 3, 3, 3),
        (0, 4, 0, 0, 0),
        (4, 0, 3, 3, 3),
        (0, 0, 3, 3, 3),
    ],
)
def test_odds_are_rounded_to_a_column(
    tmp_path: Path, attack: int, defence: int, down: int, up: int, nearest: int
) -> None:
    """The columns are 1-2, 1-1, 3-2, 3-1; halfway between two columns, nearest favours the defender."""
    tables = [ratio_table(tmp_path, rounding) for rounding in ("down", "up", "nearest")]
    assert [table.column(attack, defence) for table in tables] == [down, up, nearest]


@pytest.mark.parametrize(("odds", "column"), [((1, 9), -1), ((1, 2), 0), ((9, 1), 3)])
def test_odds_worse_than_the_first_column_can_be_told(tmp_path: Path, odds: tuple[int, int], column: int) -> None:
    assert ratio_table(tmp_path, "down").unclamped(*odds) == column


@pytest.mark.parametrize(("shift", "column"), [(-9, 0), (-1, 0), (0, 1), (1, 2), (2, 3), (3, 3), (99, 3)])
def test_shifts_end_at_the_ends_of_the_table(tmp_path: Path, shift: int, column: int) -> None:
    assert ratio_table(tmp_path, "down").column(1, 1, shift) == column


def test_shifts_begin_at_the_end_of_the_table_not_beyond_it(tmp_path: Path) -> None:
    table = ratio_table(tmp_path, "down")
    assert (table.column(90, 1, -1), table.column(1, 90, 1)) == (2, 1)


def test_odds_may_be_written_with_a_colon(tmp_path: Path) -> None:
    assert ratio(load(tmp_path, "die 1:1 2:1\n1 A B", "ratio")).column(5, 2) == 1


# -- differences


@pytest.mark.parametrize(("value", "column"), [(-9, 0), (-2, 0), (-1, 0), (0, 1), (1, 2), (2, 2), (3, 3), (40, 3)])
def test_differences_find_their_column(tmp_path: Path, value: int, column: int) -> None:
    assert difference_table(tmp_path).column(value, "clear") == column


@pytest.mark.parametrize(
    ("value", "terrain", "shift", "column"),
    [
        (3, "woods", 0, 2),
        (-2, "woods", 0, 0),
        (-2, "hill", 0, 2),
        (3, "hill", 0, 3),
        (3, "woods", -1, 1),
        (0, "woods", 9, 3),
    ],
)
def test_rows_of_terrain_move_the_column(tmp_path: Path, value: int, terrain: str, shift: int, column: int) -> None:
    assert difference_table(tmp_path).column(value, terrain, shift) == column


def test_a_table_is_only_taken_for_what_it_is(tmp_path: Path) -> None:
    named = load(tmp_path, "die x\n1 A")
    with pytest.raises(AssertionError):
        ratio(named)
    with pytest.raises(AssertionError):
        difference(named)
