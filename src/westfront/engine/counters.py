"""Counters and their types, from the lists of a game; stocks of them, and what counters break down into.

A type whose side is `neutral` belongs to nobody: either side may draw its counters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from westfront.engine.data import DataFolder, Row
from westfront.engine.names import NOBODY, OFF, WORD

NEUTRAL = "neutral"


class CounterType(NamedTuple):
    """What all counters of a type share: side, symbol in the box, size, and the printed numbers."""

    name: str
    side: int
    """NOBODY for counters of either side."""
    symbol: str
    size: str
    values: dict[str, int]


class Counter(NamedTuple):
    """One counter, with what only it has."""

    name: str
    type: CounterType
    extra: dict[str, str]
    row: Row
    """The line that it stands on, by which `extra` is checked: an owner may have laid anything over it."""

    def number(self, column: str, lowest: int = 0, highest: int = 255) -> int:
        """A number that only this counter has, 0 if the cell is empty."""
        return self.row.number(column, lowest, highest) if self.extra[column] else 0

    def choice(self, column: str, words: Sequence[str]) -> str:
        """A word that only this counter has, one of some."""
        return self.row.choice(column, words)


def load_types(data: DataFolder, sides: Sequence[str], values: Sequence[str]) -> dict[str, CounterType]:
    """The types of a game, each with these printed numbers; a game with neutral types has NEUTRAL behind its sides."""
    found = {}
    for name, row in data.rows("types", ["type", "side", "symbol", "size", *values]).items():
        word = row.choice("side", sides)
        side = NOBODY if word == NEUTRAL else sides.index(word)
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
        Counter(name, types[row.choice("type", list(types))], {column: row.cells[column] for column in extra}, row)
        for name, row in rows.items()
    ]


class Stock(NamedTuple):
    """Like counters that are drawn as they are needed: brigades, pontoons, markers that both sides use."""

    units: tuple[int, ...]

    def left(self, at: Sequence[int]) -> tuple[int, ...]:
        """Those that lie off the map, in the order in which they are drawn."""
        return tuple(unit for unit in self.units if at[unit] == OFF)

    def draw(self, at: Sequence[int], count: int) -> tuple[int, ...]:
        """The next so many of them, fewer if the stock runs out."""
        return self.left(at)[:count]


def stock(counters: Sequence[Counter], type_name: str) -> Stock:
    """All counters of a type."""
    return Stock(tuple(unit for unit, counter in enumerate(counters) if counter.type.name == type_name))


def load_parts(data: DataFolder, counters: Sequence[Counter]) -> dict[int, tuple[int, Stock]]:
    """What counters break down into, from `parts.csv`: for each how many of which stock may take its place."""
    units = {counter.name: unit for unit, counter in enumerate(counters)}
    types = sorted({counter.type.name for counter in counters})
    found = {}
    for name, row in data.rows("parts", ["counter", "part", "count"]).items():
        unit = units[row.choice("counter", list(units))]
        part = row.choice("part", types)
        if part == counters[unit].type.name:
            raise row.error(f"{name} cannot break down into its own type")
        found[unit] = row.number("count", 1), stock(counters, part)
    return found
