"""What a side may not know, arranged in another way that looks the same to it.

Two positions that a side cannot tell apart must give the same samples from the same random source, or the samples tell
them apart. So nothing is taken from who really lies where: the hidden units are sorted, the places in which they lie
are sorted by what the side can see of them, and then the units are dealt to the places by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from westfront.engine.dice import RepeatableRandom
from westfront.engine.frame import Frame
from westfront.engine.state import State, kinds

S = TypeVar("S", bound=State)
T = TypeVar("T")
P = TypeVar("P")

Row = tuple[int, str, int]
"""Where a frame on the stack names a unit: the number of the frame, the name of the field, and the place in its row."""


class Place(NamedTuple):
    """Where something lies that a side cannot read."""

    columns: tuple[int, ...]
    """What belongs to the place and not to the unit: hex or box, height, whatever else the game says."""
    rows: tuple[Row, ...]
    """Where the frames under way speak of who lies there."""
    known: tuple[int, ...]
    """What the side knows of who lies there all the same."""


def disguised(
    s: S,
    hidden: Iterable[int],
    columns: Sequence[str],
    lots: RepeatableRandom,
    known: Callable[[int], tuple[int, ...]],
    fits: Callable[[int, Place], bool],
) -> S:
    """A state in which the hidden units have changed places by lot, in the frames under way as well.

    `columns` belong to the place; all others stay with their unit. `known` says what the side can infer of the unit in
    a place (its side at least), and `fits` whether a unit may lie there; the true one must always fit.
    """
    new, units, rows = s.copy(), sorted(hidden), _rows_by_unit(s.frames)
    places = sorted(Place(tuple(getattr(s, c)[u] for c in columns), rows.get(u, ()), known(u)) for u in units)
    instead: dict[Row, int] = {}
    for unit, place in zip(deal(units, places, fits, lots), places, strict=True):
        for column, value in zip(columns, place.columns, strict=True):
            getattr(new, column)[unit] = value
        for row in place.rows:
            instead[row] = unit
    new.frames = tuple(_rewritten(frame, number, instead) for number, frame in enumerate(s.frames))
    return new


def deal(items: Iterable[T], places: Sequence[P], fits: Callable[[T, P], bool], lots: RepeatableRandom) -> list[T]:
    """An item for each place, in the order of the places: by lot as far as every place gets one that fits.

    Both come sorted, so that nothing can be read from their order. The places have their turn by lot as well: otherwise
    the first one that may have what others may not would always get it.
    """
    left: list[T] = lots.shuffled(items)
    dealt: dict[int, T] = {}

    def give(number: int, asked: set[int]) -> bool:
        """Give a place the next item that fits, or one of another place that can do without it."""
        asked.add(number)
        for index, item in enumerate(left):
            if fits(item, places[number]):
                dealt[number] = left.pop(index)
                return True
        for other, item in [*dealt.items()]:
            if other not in asked and fits(item, places[number]) and give(other, asked):
                dealt[number] = item
                return True
        return False

    for number in lots.shuffled(range(len(places))):
        if not give(number, set()):
            raise AssertionError("what is hidden does not fit into the places in which it lies")
    return [dealt[number] for number in range(len(places))]


def _rows_by_unit(frames: Sequence[Frame]) -> dict[int, tuple[Row, ...]]:
    """For each unit of which frames speak, where they do."""
    found: dict[int, tuple[Row, ...]] = {}
    for number, frame in enumerate(frames):
        for name, units in _rows(frame):
            for index, unit in enumerate(units):
                found[unit] = (*found.get(unit, ()), (number, name, index))
    return found


def _rows(frame: Frame) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The fields of a frame that hold units, with the units."""
    for name, kind in kinds(type(frame)).items():
        if kind in ("unit", "unit*"):
            value = getattr(frame, name)
            yield name, value if kind == "unit*" else (value,)


def _rewritten(frame: Frame, number: int, instead: dict[Row, int]) -> Frame:
    """A frame that speaks of those who lie in the places now."""
    changed: dict[str, Any] = {}
    for name, units in _rows(frame):
        row = tuple(instead.get((number, name, index), unit) for index, unit in enumerate(units))
        if row != units:
            changed[name] = row if kinds(type(frame))[name] == "unit*" else row[0]
    return msgspec.structs.replace(frame, **changed) if changed else frame
