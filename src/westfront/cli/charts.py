"""The aids of a game in a terminal: tables in columns, prose line by line, with a mark where the game stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from westfront.engine.aids import Aid, AidRow
from westfront.engine.view import Mark

WIDTH = 88
"""Columns before the last that are wider together are told line by line."""
HERE, NOTHING = ">", "-"


def named(aids: Iterable[Aid], letters: str) -> list[Aid]:
    """The aids whose name has these letters; a name that is just that goes before all others."""
    wanted = letters.lower()
    found = [aid for aid in aids if wanted in aid.title.lower() or wanted in aid.key.lower()]
    exact = [aid for aid in found if wanted in (aid.title.lower(), aid.key.lower())]
    return exact or found


def chart_lines(aid: Aid, marks: Iterable[Mark]) -> Iterator[str]:
    """One aid, with its codes and notes below."""
    own = [mark for mark in marks if mark.aid == aid.key]
    columns = {mark.column for mark in own if mark.column}
    rows = {row for mark in own for row in mark.rows}
    yield f"{aid.title}{f' [{aid.rule}]' if aid.rule else ''}"
    heads = [f"{HERE}{column}" if column in columns else column for column in aid.columns]
    widths = [max(len(cells[i]) for cells in (heads, *(row.cells for row in aid.rows))) for i in range(len(heads))]
    if sum(widths[:-1]) + 2 * len(widths) <= WIDTH:
        yield _aligned("  ", heads, widths)
        for row in aid.rows:
            yield _aligned(_sign(row, rows), row.cells, widths) + _rules(aid, row)
    else:
        for row in aid.rows:
            yield _sign(row, rows) + _told(heads, row) + _rules(aid, row)
    for code, words in aid.codes.items():
        yield f"  {code}: {words}"
    yield from (f"  {note}" for note in aid.notes)


def _sign(row: AidRow, rows: set[str]) -> str:
    return f"{HERE} " if row.cells[0] in rows else "  "


def _aligned(sign: str, cells: Iterable[str], widths: list[int]) -> str:
    return sign + "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def _told(heads: list[str], row: AidRow) -> str:
    """A line of prose: its head, then each cell, with its column where there are several."""
    first, *others = row.cells
    if len(others) == 1:
        return f"{first}: {others[0]}"
    pairs = zip(heads[1:], others, strict=True)
    return f"{first}: " + "; ".join(f"{head}: {cell}" for head, cell in pairs if cell != NOTHING)


def _rules(aid: Aid, row: AidRow) -> str:
    """The rules of a line, if they are not those of the whole."""
    return f" [{', '.join(row.rules)}]" if row.rules not in ((), (aid.rule,)) else ""
