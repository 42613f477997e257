"""Names: the edge between printed words and the small ints inside.

Kinds of value: `hex` (a hex of the map, or a box beside it, below zero), `unit`, `side`, `number`, `word`, and `hexes`
for a hex set, `hexsides` for a set of hexsides, `text` for a line. A star behind a kind means a row of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from westfront.errors import NoSuchHex
from westfront.hexgrid import Grid, Sides, bits

Hex = Annotated[int, "hex"]
HexSet = Annotated[int, "hexes"]
HexSides = Annotated[Sides, "hexsides"]
Unit = Annotated[int, "unit"]
Units = Annotated[tuple[int, ...], "unit*"]
Hexes = Annotated[tuple[int, ...], "hex*"]
Side = Annotated[int, "side"]
Number = Annotated[int, "number"]
Word = Annotated[str, "word"]
Text = Annotated[str, "text"]

NOBODY = -1
"""No unit, or no side; written as a dash."""

OFF = -1
"""The first box of every game: not on the map."""

_NUMBER = re.compile(r"-?[0-9]{1,9}")
LONGEST_TEXT = 4000
"""A text is a sentence or a paragraph, such as the story of a battle with everybody who fought in it."""
WORD = re.compile(r"[A-Za-z0-9_.+/()'-]{1,64}")


class Names:
    """The names of one game's hexes, boxes, units and sides."""

    def __init__(self, grid: Grid, units: Sequence[str], sides: Sequence[str], boxes: Sequence[str] = ("off",)) -> None:
        self.grid, self.units, self.sides, self.boxes = grid, tuple(units), tuple(sides), tuple(boxes)
        self._unit = {"-": NOBODY} | {name: i for i, name in enumerate(self.units)}
        self._side = {"-": NOBODY} | {name: i for i, name in enumerate(self.sides)}
        self._box = {name: OFF - i for i, name in enumerate(self.boxes)}
        self._write: dict[str, Callable[[Any], str]] = {
            "hex": self.place,
            "hexes": lambda hexes: " ".join(grid.labels(hexes)),
            "hexsides": self._write_hexsides,
            "unit": lambda unit: self.units[unit] if unit >= 0 else "-",
            "side": lambda side: self.sides[side] if side >= 0 else "-",
            "number": str,
            "word": str,
            "text": str,
        }
        self._read: dict[str, Callable[[str], Any]] = {
            "hex": self._read_place,
            "unit": lambda text: _look_up(self._unit, text, "unit"),
            "side": lambda text: _look_up(self._side, text, "side"),
            "number": _read_number,
            "word": _read_word,
            "text": _read_text,
        }

    def place(self, where: int) -> str:
        """The label of a hex, or the name of a box beside the map."""
        return self.grid.label(where) if where >= 0 else self.boxes[OFF - where]

    def unit(self, name: str) -> int:
        """The unit of this name; for tests and for people at a prompt."""
        return _look_up(self._unit, name, "unit")

    def write(self, kind: str, value: Any) -> str:
        """A value in words."""
        if kind.endswith("*"):
            one = self._write[kind[:-1]]
            return " ".join([one(item) for item in value])
        return self._write[kind](value)

    def read(self, kind: str, text: str) -> Any:
        """The value of one word; ValueError with a sentence if it is none."""
        return self._read[kind](text)

    def read_hexes(self, labels: Sequence[str]) -> HexSet:
        """The set of these labels."""
        return self.grid.set_of(self._read_hex(label) for label in labels)

    def read_hexsides(self, pairs: Sequence[str]) -> Sides:
        """The hexsides of these pairs of labels, such as `0304/0305`."""
        return self.grid.sides([self._read_pair(pair) for pair in pairs])

    def _write_hexsides(self, sides: Sides) -> str:
        """Each hexside as the labels of its two hexes, in order of the print."""
        labels = [sorted(map(self.grid.label, pair)) for pair in self.grid.pairs(sides)]
        return " ".join("/".join(pair) for pair in sorted(labels))

    def _read_pair(self, text: str) -> tuple[int, int]:
        a, _, b = text.partition("/")
        pair = self._read_hex(a), self._read_hex(b)
        if self.grid.direction(*pair) is None:
            raise ValueError(f"a hexside is written as the two hexes that it parts, not {text[:40]!r}")
        return pair

    def _read_place(self, text: str) -> int:
        return self._box[text] if text in self._box else self._read_hex(text)

    def _read_hex(self, text: str) -> int:
        try:
            return self.grid.hex(text)
        except NoSuchHex:
            raise ValueError(f"there is no hex {text[:40]!r} on this map") from None

    def hexes_in_order(self, hexes: HexSet) -> list[int]:
        """The hexes of a set in order of their labels, as people read them."""
        return sorted(bits(hexes), key=self.grid.label)


def _look_up(table: dict[str, int], text: str, what: str) -> int:
    if text not in table:
        raise ValueError(f"there is no {what} {text[:40]!r} in this game")
    return table[text]


def _read_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is not a number")
    return int(text)


def _read_word(text: str) -> str:
    if not WORD.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is not a word")
    return text


def _read_text(text: str) -> str:
    if not text.isprintable() or len(text) > LONGEST_TEXT:
        raise ValueError(f"a text is one printable line of at most {LONGEST_TEXT} letters")
    return text
