"""State: everything that is true now, as plain data that is copied in a microsecond.

A game declares its state as a class of fields, each with one of these types:

    UnitPlaces    a hex or box for each unit       Number, Hex, Unit, Side, Word, Text    one value
    UnitLinks     another unit for each unit       Units, Hexes                           a row of them
    UnitNumbers   a number 0-255 for each unit     HexSet                                 a set of hexes
    Numbers       a row of numbers 0-255           HexSides                               a set of hexsides

Columns (on the left) are arrays and belong to one state; everything else is immutable and shared by copies. A link says
on or under which unit another one rides, NOBODY for one that goes by itself.
"""

from __future__ import annotations

import sys
from array import array
from copy import copy as shallow
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Self, get_type_hints

import msgspec

from westfront.engine.names import NOBODY, OFF, Number, Text

if TYPE_CHECKING:
    from westfront.engine.frame import Frame

    _Places = array[int]
else:
    _Places = array

UnitPlaces = Annotated[_Places, "unit places"]
UnitLinks = Annotated[_Places, "unit links"]
UnitNumbers = Annotated[bytearray, "unit numbers"]
Numbers = Annotated[bytearray, "numbers"]
COLUMNS = ("unit places", "unit links", "unit numbers", "numbers")
BLANK = {"unit places": OFF, "unit links": NOBODY, "unit numbers": 0}
"""What a column says of a unit of which there is nothing to say."""

ONGOING = -2
DRAW = -1
"""The winner of a game that nobody has won."""


class State(msgspec.Struct, kw_only=True):
    """What all games have: the frames under way, and the result once there is one."""

    frames: tuple[Frame, ...] = ()
    winner: Number = ONGOING
    verdict: Text = ""

    def copy(self) -> Self:
        """A state of its own: columns are sliced, the rest is shared."""
        new = shallow(self)
        for name in columns(type(self)):
            setattr(new, name, getattr(self, name)[:])
        return new

    def digest(self) -> bytes:
        """The same bytes for the same state in one build, to tell states apart."""
        parts = [msgspec.json.encode(self.frames)]
        parts += [_bytes(kind, getattr(self, name)) for name, kind in layout(type(self))]
        return b"".join([b"%d:%b" % (len(part), part) for part in parts])


def _bytes(kind: str, value: Any) -> bytes:
    """A field as bytes: columns as they are, lowest byte first; other numbers in hexadecimal digits."""
    if kind in ("unit places", "unit links"):
        wide = value[:]
        if sys.byteorder == "big":
            wide.byteswap()
        return bytes(wide.tobytes())
    if kind in COLUMNS:
        return bytes(value)
    if kind == "hexsides":
        return b",".join(b"%x" % hexes for hexes in value)
    return b"%x" % value if isinstance(value, int) else str(value).encode()


@cache
def layout(state: type[State]) -> tuple[tuple[str, str], ...]:
    """The fields of a state with their kinds, frames left out."""
    return tuple((name, kind) for name, kind in kinds(state).items() if name != "frames")


@cache
def columns(state: type[State]) -> tuple[str, ...]:
    """The fields that a copy must slice."""
    return tuple(name for name, kind in layout(state) if kind in COLUMNS)


def blank_columns(state: type[State], units: int) -> dict[str, Any]:
    """Columns for so many units, all off the map, alone and zero; rows of numbers are left to the game."""
    empty: dict[str, Any] = {}
    for name, kind in layout(state):
        if kind == "unit numbers":
            empty[name] = bytearray(units)
        elif kind in BLANK:
            empty[name] = array("h", [BLANK[kind]]) * units
    return empty


@cache
def kinds(owner: type[msgspec.Struct]) -> dict[str, str]:
    """The kind of each field of a state or frame, read from its type."""
    from westfront.engine.frame import Frame

    hints = get_type_hints(owner, localns={"Frame": Frame}, include_extras=True)
    found = {}
    for name in owner.__struct_fields__:
        meta = getattr(hints[name], "__metadata__", ("frames" if name == "frames" else "",))
        if not meta[0] or (meta[0] == "text" and issubclass(owner, Frame)):
            raise AssertionError(f"{owner.__name__}.{name}: a field has one of the types of names.py and state.py")
        found[name] = meta[0]
    return found
