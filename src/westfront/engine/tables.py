"""Tables: rows by the die, columns by odds, by difference or by name; each checked, each with its source.

In `tables.toml` a table is

    [crt]
    kind = "ratio"                  # ratio, difference or named
    source = "rulebook 13.28"
    rules = ["13.28"]
    codes = ["A1", "D1", "Ex"]      # every result that may stand in a cell
    round = "down"                  # ratio only: down favours the defender, up the attacker, nearest the closer column
    clamp = "before"                # ratio only: before or after shifts; see below
    no_die = ["<1-2"]               # columns with one result, for which no die is thrown
    shifts = { clear = 0, woods = 2 }   # difference only: rows of terrain that move to the left by so many columns
    cells = '''
    die  <1-2  1-2  1-1  2-1
    1    A1    A1   Ex   D1
    2-6  A1    A1   A1   Ex
    '''

A die beyond the first or last row is read there, and so are odds beyond the first or last column. A first column `<1-2`
is read for all odds worse than 1-2; if the attack is cancelled there, that is a code like any other. With clamp before
the shifts, odds beyond the table begin at its end; with clamp after them, columns go on by whole odds both ways (1-3,
1-4 and 3-1, 4-1), are shifted, and only what is then still beyond the table is read at its end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any, Literal

import msgspec

from westfront.engine.catalogue import cite
from westfront.engine.data import DataFolder, Overrides
from westfront.engine.modifiers import Strength
from westfront.errors import DataError

_RANGE = re.compile(r"(-?\d+)(?:-(-?\d+)|(\+))?")
KEPT = 4096
"""So many odds are kept with their column."""


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    """What the file says of one table."""

    kind: Literal["ratio", "difference", "named"]
    source: str
    cells: str
    codes: list[str]
    rules: list[str] = []
    round: Literal["down", "up", "nearest"] = "down"
    clamp: Literal["before", "after"] = "before"
    no_die: list[str] = []
    shifts: dict[str, int] = {}


class Table:
    """Results by row of the die and by column."""

    def __init__(self, name: str, entry: _Entry, columns: Sequence[str], rows: dict[str, list[str]]) -> None:
        self.name, self.source, self.columns = name, entry.source, tuple(columns)
        self.rows = tuple(rows)
        self.results = tuple(tuple(cells) for cells in rows.values())
        self._first, self._row_of = _die_rows(name, list(rows))
        self._automatic = {column: self._only_result(column) for column in entry.no_die}

    def _only_result(self, column: str) -> str:
        found = {cells[self.columns.index(column)] for cells in self.results} if column in self.columns else set()
        if len(found) != 1:
            raise DataError(self.name, None, f"{column!r} is no column with one result, so it needs a die")
        return found.pop()

    def automatic(self, column: int) -> str | None:
        """The result of a column for which no die is thrown, or None for any other."""
        return self._automatic.get(self.columns[column])

    def row(self, die: int) -> int:
        """The row of a (modified) die, the first or last one for dice beyond the table."""
        return self._row_of[max(0, min(die - self._first, len(self._row_of) - 1))]

    def result(self, die: int, column: int) -> str:
        """The cell."""
        return self.results[self.row(die)][column]

    def named(self, die: int, column: str) -> str:
        """The cell in the column of this name."""
        return self.result(die, self.columns.index(column))

    def _clamp(self, column: int) -> int:
        return max(0, min(column, len(self.columns) - 1))


class RatioTable(Table):
    """A table by odds."""

    def __init__(self, name: str, entry: _Entry, columns: Sequence[str], rows: dict[str, list[str]]) -> None:
        super().__init__(name, entry, columns, rows)
        self._round, self._goes_on = entry.round, entry.clamp == "after"
        self._worse = int(columns[0].startswith("<"))
        """1 if the first column is for all worse odds, so that the odds of the others begin behind it."""
        self.odds = tuple(_odds(name, column) for column in columns[self._worse :])
        if list(self.odds) != sorted(set(self.odds)):
            raise DataError(name, None, "the columns of odds do not rise")
        if self._worse and columns[0] != f"<{''.join(columns[1:2])}":
            raise DataError(name, None, f"the column {columns[0]} stands before the one that it names")
        if self._goes_on and (self.odds[0].numerator != 1 or self.odds[-1].denominator != 1):
            raise DataError(name, None, "columns go on by whole odds below one like 1-2 and above one like 6-1 only")
        self._rounded = lru_cache(KEPT)(self._find)  # fractions are slow, and the same odds are asked time and again

    def column(self, attack: Strength, defence: Strength, shift: int = 0) -> int:
        """The column of these strengths, moved right by `shift`; beyond the table its first or last one.

        A defence of nothing is read in the last column, moved as well; an attack of nothing in the first.
        """
        if defence <= 0:
            return self._clamp(len(self.columns) - 1 + shift)
        if attack <= 0:
            return 0
        found = self._worse + self._rounded(attack, defence)
        return self._clamp((found if self._goes_on else self._clamp(found)) + shift)

    def _find(self, attack: Strength, defence: Strength) -> int:
        """The column of these odds, counted from the first that has odds; below zero if they are worse."""
        odds = Fraction(attack) / Fraction(defence)
        down = self._rounded_down(odds)
        at_end = not self._goes_on and down in (-1, len(self.odds) - 1)
        if self._round == "down" or at_end or self._odds_of(down) == odds:
            return down
        if self._round == "up":
            return down + 1
        return down + (self._odds_of(down + 1) - odds < odds - self._odds_of(down))

    def _rounded_down(self, odds: Fraction) -> int:
        if self._goes_on and odds < self.odds[0]:
            return self.odds[0].denominator - ceil(1 / odds)
        if self._goes_on and odds > self.odds[-1]:
            return len(self.odds) - 1 + floor(odds - self.odds[-1])
        return sum(column <= odds for column in self.odds) - 1

    def _odds_of(self, column: int) -> Fraction:
        """The odds of a column, also of one that the table goes on with beyond its ends."""
        if column < 0:
            return Fraction(1, self.odds[0].denominator - column)
        over = max(0, column - len(self.odds) + 1)
        return self.odds[column - over] + over


class DifferenceTable(Table):
    """A table by a number, such as attack minus defence, with rows of terrain that move the columns."""

    def __init__(self, name: str, entry: _Entry, columns: Sequence[str], rows: dict[str, list[str]]) -> None:
        super().__init__(name, entry, columns, rows)
        self.shifts = entry.shifts
        self.lowest = tuple(_whole(name, re.split(r"[,/]", column)[0]) for column in columns)
        if list(self.lowest) != sorted(set(self.lowest)):
            raise DataError(name, None, "the columns of differences do not rise")

    def column(self, difference: int, terrain: str = "", shift: int = 0) -> int:
        """The column of a difference on the row of a terrain, if there are any, moved right by `shift`."""
        base = self._clamp(sum(lowest <= difference for lowest in self.lowest) - 1)
        return self._clamp(base - (self.shifts[terrain] if self.shifts else 0) + shift)


def load_tables(data: DataFolder) -> dict[str, Table]:
    """All tables of a game, checked."""
    return {key: _table(f"tables.{key}", entry, data) for key, entry in data.toml("tables").items()}


def ratio(table: Table) -> RatioTable:
    """A table that must be one by odds."""
    assert isinstance(table, RatioTable)
    return table


def difference(table: Table) -> DifferenceTable:
    """A table that must be one by difference."""
    assert isinstance(table, DifferenceTable)
    return table


def _table(name: str, raw: Any, data: DataFolder) -> Table:
    try:
        entry = msgspec.convert(raw, _Entry)
    except msgspec.ValidationError as error:
        raise DataError(name, None, str(error)) from None
    columns, rows = _cells(name, entry, data.overrides)
    cite(entry.rules, f"{data.package}.data", name)
    if entry.kind == "ratio":
        return RatioTable(name, entry, columns, rows)
    if entry.kind == "difference":
        return DifferenceTable(name, entry, columns, rows)
    return Table(name, entry, columns, rows)


def _cells(name: str, entry: _Entry, overrides: Overrides) -> tuple[list[str], dict[str, list[str]]]:
    """The columns and rows of the block of text, rectangular and with known codes."""
    lines = [line.split() for line in entry.cells.strip().splitlines()]
    if len(lines) < 2 or len(lines[0]) < 2:
        raise DataError(name, None, "a table has a line of columns and at least one row")
    columns, rows = lines[0][1:], dict[str, list[str]]()
    for key, *cells in lines[1:]:
        if len(cells) != len(columns) or key in rows:
            raise DataError(name, None, f"row {key} has {len(cells)} of {len(columns)} cells, or stands twice")
        row = dict(zip(columns, cells, strict=True))
        overrides.lay(name, key, row)
        unknown = [cell for cell in row.values() if cell not in entry.codes]
        if unknown:
            raise DataError(name, None, f"row {key}: {unknown[0]!r} is not one of the codes {' '.join(entry.codes)}")
        rows[key] = list(row.values())
    if len(set(columns)) != len(columns):
        raise DataError(name, None, "a column stands twice")
    return columns, rows


def _die_rows(name: str, labels: list[str]) -> tuple[int, list[int]]:
    """The lowest die of the table, and the row of each die from there on without a gap."""
    row_of: list[int] = []
    first = 0
    for i, label in enumerate(labels):
        found = _RANGE.fullmatch(label)
        if not found:
            raise DataError(name, None, f"a row is a die or a range of dice, not {label!r}")
        low = int(found[1])
        high = int(found[2]) if found[2] else low
        first = low if i == 0 else first
        if low != first + len(row_of) or high < low:
            raise DataError(name, None, f"row {label} does not follow the row before it")
        row_of += [i] * (high - low + 1)
    return first, row_of


def _odds(name: str, column: str) -> Fraction:
    attack, _, defence = column.replace(":", "-").partition("-")
    if not (attack.isdecimal() and defence.isdecimal() and int(defence)):
        raise DataError(name, None, f"odds are written 3-1, not {column!r}")
    return Fraction(int(attack), int(defence))


def _whole(name: str, text: str) -> int:
    if not re.fullmatch(r"[+-]?\d+", text):
        raise DataError(name, None, f"a difference is a whole number, not {text!r}")
    return int(text)
