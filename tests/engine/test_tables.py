"""Tables: every fault of the file is named in one sentence, and every cell is found where the booklet has it."""

from __future__ import annotations

from fractions import Fraction
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


@pytest.mark.parametrize(("shift", "column"), [(-9, 0), (-1, 0), (0, 1), (1, 2), (2, 3), (3, 3), (99, 3)])
def test_shifts_end_at_the_ends_of_the_table(tmp_path: Path, shift: int, column: int) -> None:
    assert ratio_table(tmp_path, "down").column(1, 1, shift) == column


def test_shifts_begin_at_the_end_of_the_table_not_beyond_it(tmp_path: Path) -> None:
    table = ratio_table(tmp_path, "down")
    assert (table.column(90, 1, -1), table.column(1, 90, 1)) == (2, 1)


def test_a_table_may_begin_with_any_odds(tmp_path: Path) -> None:
    table = ratio(load(tmp_path, "die 2-3 1-1 3-2\n1 A B C", "ratio"))
    assert [table.column(attack, 10) for attack in (1, 6, 7, 10, 14, 90)] == [0, 0, 0, 1, 1, 2]


def test_odds_may_be_written_with_a_colon(tmp_path: Path) -> None:
    assert ratio(load(tmp_path, "die 1:1 2:1\n1 A B", "ratio")).column(5, 2) == 1


# -- odds worse than the first column, and shifts from beyond the table


def marching_table(folder: Path, rounding: str = "down", clamp: str = "after") -> RatioTable:
    """Columns <1-2, 1-2, 1-1, 2-1, 3-1; the first needs no die."""
    cells = "die <1-2 1-2 1-1 2-1 3-1\n1 A B C D D\n2-6 A A B C D"
    return ratio(load(folder, cells, "ratio", f'round = "{rounding}"\nclamp = "{clamp}"\nno_die = ["<1-2"]'))


@pytest.mark.parametrize(("attack", "defence", "column"), [(1, 3, 0), (49, 100, 0), (1, 2, 1), (3, 1, 4), (9, 1, 4)])
@pytest.mark.parametrize("clamp", ["before", "after"])
def test_a_first_column_for_all_worse_odds(tmp_path: Path, clamp: str, attack: int, defence: int, column: int) -> None:
    assert marching_table(tmp_path, clamp=clamp).column(attack, defence) == column


@pytest.mark.parametrize(
    ("attack", "defence", "shift", "before", "after"),
    [
        (1, 3, 1, 1, 1),
        (1, 4, 1, 1, 0),
        (1, 4, 2, 2, 1),
        (2, 7, 2, 2, 1),
        (1, 6, 5, 4, 2),
        (1, 100, 9, 4, 0),
        (5, 1, -1, 3, 4),
        (5, 1, -3, 1, 3),
        (59, 10, -3, 1, 3),
        (1, 1, 2, 4, 4),
        (1, 2, -1, 0, 0),
    ],
)
def test_shifts_begin_at_the_end_of_the_table_or_where_the_odds_are(
    tmp_path: Path, attack: int, defence: int, shift: int, before: int, after: int
) -> None:
    """Clamped after shifts, 1-3 is one column before 1-2, 1-4 two, and 4-1 is one behind 3-1."""
    found = [marching_table(tmp_path, clamp=clamp).column(attack, defence, shift) for clamp in ("before", "after")]
    assert found == [before, after]


@pytest.mark.parametrize(
    ("attack", "defence", "down", "up", "nearest"),
    [(2, 5, 2, 3, 2), (3, 7, 2, 3, 3), (2, 7, 1, 2, 1), (4, 1, 7, 7, 7), (19, 4, 7, 8, 8), (17, 4, 7, 8, 7)],
)
def test_columns_beyond_the_table_are_rounded_like_all_others(
    tmp_path: Path, attack: int, defence: int, down: int, up: int, nearest: int
) -> None:
    """Counted here with 1-4 as 1, 1-3 as 2, 1-2 as 3, 4-1 as 7, 5-1 as 8: the shift is what makes them visible."""
    for rounding, column in (("down", down), ("up", up), ("nearest", nearest)):
        table = marching_table(tmp_path, rounding)
        shift = 3 if attack < defence else -4
        assert table.column(attack, defence, shift) == column - 2 + shift


def test_no_strength_at_all_is_read_at_the_ends(tmp_path: Path) -> None:
    table = marching_table(tmp_path)
    assert (table.column(0, 4, 9), table.column(4, 0), table.column(4, 0, -1), table.column(0, 0)) == (0, 4, 3, 4)


@pytest.mark.parametrize("attack", [Fraction(9, 2), Fraction(19, 4)])
def test_strengths_in_halves_and_quarters_are_exact(tmp_path: Path, attack: Fraction) -> None:
    """Against nine halves both make 1-1; a quarter less than half of it falls to the column before."""
    table = marching_table(tmp_path)
    assert table.column(attack, Fraction(9, 2)) == 2
    assert table.column(attack, 2 * attack) == 1
    assert table.column(attack, 2 * attack + Fraction(1, 4)) == 0


def test_a_column_that_needs_no_die_tells_its_result(tmp_path: Path) -> None:
    table = marching_table(tmp_path)
    assert [table.automatic(column) for column in range(5)] == ["A", None, None, None, None]


@pytest.mark.parametrize(
    ("cells", "more", "said"),
    [
        ("die <1-2 1-1\n1 A B", "", "the column <1-2 stands before the one that it names"),
        ("die <1-2\n1 A", "", "the column <1-2 stands before the one that it names"),
        ("die 1-1 <2-1\n1 A B", "", "odds are written 3-1, not '<2-1'"),
        ("die 2-3 1-1\n1 A B", 'clamp = "after"', "columns go on by whole odds below one like 1-2 and above"),
        ("die 1-1 3-2\n1 A B", 'clamp = "after"', "columns go on by whole odds below one like 1-2 and above"),
        ("die 1-1 2-1\n1 A B\n2 A C", 'no_die = ["2-1"]', "'2-1' is no column with one result"),
        ("die 1-1 2-1\n1 A B\n2 A C", 'no_die = ["3-1"]', "'3-1' is no column with one result"),
    ],
)
def test_faults_of_such_columns(tmp_path: Path, cells: str, more: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        load(tmp_path, cells, "ratio", more)
    assert sentence(caught.value).startswith(f"tables.only: {said}")


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


def test_a_table_by_a_number_needs_no_rows_of_terrain(tmp_path: Path) -> None:
    table = difference(load(tmp_path, "die 1 2 3\n1 A B C", "difference"))
    assert [table.column(strength, shift=1) for strength in (0, 1, 2, 3, 9)] == [1, 1, 2, 2, 2]


def test_a_terrain_that_has_no_row_is_a_fault_of_the_code(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        difference_table(tmp_path).column(0, "sea")


def test_a_table_is_only_taken_for_what_it_is(tmp_path: Path) -> None:
    named = load(tmp_path, "die x\n1 A")
    with pytest.raises(AssertionError):
        ratio(named)
    with pytest.raises(AssertionError):
        difference(named)
