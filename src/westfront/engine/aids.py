"""Aids: the tables, charts and short explanations of a game as pages, made of its data files.

Where in them a player stands now (his column, his row, the turn) is told by the marks of a scene and of a preview.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence

import msgspec

from westfront.engine.counters import Counter, CounterType
from westfront.engine.data import DataFolder
from westfront.engine.tables import Table
from westfront.engine.view import Mark

PRIMER, SEQUENCE, CALENDAR, COUNTERS = "primer", "sequence", "calendar", "counters"
"""Keys of aids that most games have."""


class AidRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of an aid; its first cell heads it, and its rules are where to read on."""

    cells: tuple[str, ...]
    rules: tuple[str, ...] = ()


class Aid(msgspec.Struct, frozen=True, omit_defaults=True):
    """One table or chart on a page of its own."""

    key: str
    """What marks call it."""
    title: str
    columns: tuple[str, ...]
    rows: tuple[AidRow, ...]
    rule: str = ""
    notes: tuple[str, ...] = ()
    codes: dict[str, str] = {}
    """Each result that stands in a cell, in words."""


def from_table(
    key: str, title: str, table: Table, rule: str, codes: dict[str, str] | None = None, notes: Iterable[str] = ()
) -> Aid:
    """A table of dice, with its source below it."""
    rows = tuple(AidRow((label, *cells)) for label, cells in zip(table.rows, table.results, strict=True))
    return Aid(key, title, ("die", *table.columns), rows, rule, (*notes, from_source(table.source)), codes or {})


def from_list(
    data: DataFolder, file: str, title: str, columns: Sequence[str], rule: str = "", notes: Iterable[str] = ()
) -> Aid:
    """A list of the data with a rule on each line; its columns are the headings."""
    rows = data.rows(file, [*columns, "rule"]).values()
    lines = tuple(
        AidRow(tuple(row.cells[column] for column in columns), tuple(row.cells["rule"].split(", "))) for row in rows
    )
    return Aid(file, title, tuple(heading(column) for column in columns), lines, rule, tuple(notes))


def primer(data: DataFolder) -> Aid:
    """The twelve lines for a new player, from `primer.csv`."""
    return from_list(data, PRIMER, "Twelve lines for a new player", ["line", "text"])


def sequence(data: DataFolder, rule: str) -> Aid:
    """The sequence of play, from `sequence.csv`; a step is called as scenes call the phase."""
    return from_list(data, SEQUENCE, "Sequence of play", ["step", "side", "what"], rule)


def counter_values(counters: Sequence[Counter], sides: Sequence[str], rule: str, notes: Iterable[str] = ()) -> Aid:
    """What is printed on the counters, type by type; figures that no counter has are left out."""
    numbers = Tally(counter.type.name for counter in counters)
    types = {counter.type.name: counter.type for counter in counters}
    figures = _figures(types.values())
    front, back = ([v for v in figures if v.startswith("back_") == is_back] for is_back in (False, True))
    rows = [
        AidRow(
            (
                heading(name),
                sides[kind.side] if kind.side >= 0 else "either",
                str(numbers[name]),
                *(str(kind.values[value] or "-") for value in front),
                *([_reverse(kind, back)] if back else []),
            )
        )
        for name, kind in types.items()
    ]
    columns = ("type", "side", "number", *map(heading, front), *(["reverse"] if back else []))
    return Aid(COUNTERS, "Counter values", columns, tuple(rows), rule, tuple(notes))


def _reverse(kind: CounterType, back: Sequence[str]) -> str:
    figures = [kind.values[value] for value in back]
    return "-".join(map(str, figures)) if any(figures) else "-"


def _figures(types: Iterable[CounterType]) -> list[str]:
    """The figures that any of these types has, in the order of the file."""
    every = [kind.values for kind in types]
    return [value for value in every[0] if any(values[value] for values in every)]


def rows_read(table: Table, dice: Iterable[int], modifier: int = 0) -> tuple[str, ...]:
    """The rows in which dice are read, with what is added to them."""
    return tuple(dict.fromkeys(table.rows[table.row(die + modifier)] for die in dice))


def phase_mark(phase: str) -> tuple[Mark, ...]:
    """The step of the sequence of play that is under way."""
    return (Mark(SEQUENCE, rows=(phase,)),) if phase else ()


def heading(word: str) -> str:
    """A name of the data files as a heading."""
    return word.replace("_", " ").replace("-", " ")


def from_source(source: str) -> str:
    """Where the numbers come from, in a note."""
    return f"Source: {source}."
