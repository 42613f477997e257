"""Counters and their types, from `types.csv` and `counters.csv` of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from westfront.engine.data import DataFolder
from westfront.engine.names import WORD


class CounterType(NamedTuple):
    """What all counters of a type share: side, symbol in the box, size, and the printed numbers."""

    name: str
    side: int
    symbol: str
    size: str
    values: dict[str, int]


class Counter(NamedTuple):
    """One counter, with what only it has."""

    name: str
    type: CounterType
    extra: dict[str, str]


def load_types(data: DataFolder, sides: Sequence[str], values: Sequence[str]) -> dict[str, CounterType]:
    """The types of a game, each with these printed numbers."""
    found = {}
    for name, row in data.rows("types", ["type", "side", "symbol", "size", *values]).items():
        side = sides.index(row.choice("side", sides))
        printed = {value: row.number(value) for value in values}
        found[name] = CounterType(name, side, row.text("symbol"), row.text("size"), printed)
    return found


def load_counters(data: DataFolder, types: dict[str, CounterType], extra: Sequence[str] = ()) -> list[Counter]:
    """The counters of a game in the order of the file, which is their number inside."""
    rows = data.rows("counters", ["counter", "type", *extra])
    for name, row in rows.items():
        if not WORD.fullmatch(name):
            raise row.error(f"a counter has one word as its name, not {name[:40]!r}")
    return [
        Counter(name, types[row.choice("type", list(types))], {column: row.cells[column] for column in extra})
        for name, row in rows.items()
    ]
