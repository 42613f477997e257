"""Retreats of any length: every way that can be gone to its end, and which ways are one and the same choice.

A way is a row of hexes, the first of which is where the unit stands now. The game says where a way may go on, in order
of preference, and when it is complete. A step is possible only if the retreat can be completed from there, and a less
preferred one only if no more preferred one can.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple

from westfront.hexgrid import NO_SIDES, Grid, HexSet, Sides, bits

Way = tuple[int, ...]


def ways(gone: Way, onward: Callable[[Way], Iterable[HexSet]], complete: Callable[[Way], bool]) -> Iterator[Way]:
    """Every complete way that goes on from what is gone already.

    `onward` gives the hexes next on a way in order of preference: the first set with a hex from which the retreat can
    be completed counts, and later ones do not. A complete way does not go on.
    """
    if complete(gone):
        yield gone
        return
    for hexes in onward(gone):
        found = [way for hex_ in bits(hexes) for way in ways((*gone, hex_), onward, complete)]
        if found:
            yield from found
            return


def further(grid: Grid, gone: Way, closed: Sides = NO_SIDES) -> HexSet:
    """The hexes next on a way that lie one further from its first hex than the way is long, over no closed hexside."""
    last, near = 1 << gone[-1], grid.within(1 << gone[0], len(gone) - 1)
    return (grid.adjacent(last) if closed is NO_SIDES else grid.adjacent_across(last, closed)) & ~near


class Choice(NamedTuple):
    """An end of a retreat, and the hexes between that must be named; none if the end says it all."""

    end: int
    via: Way


class Retreats:
    """The ways of one retreat, grouped: those with the same end that do the same are one choice.

    `effect` says what a way does besides where it ends, such as the hexes it takes or the losses it costs.
    """

    def __init__(self, found: Iterable[Way], effect: Callable[[Way], Hashable]) -> None:
        self.ways = tuple(found)
        self._by_end: dict[int, dict[Hashable, Way]] = {}
        for way in self.ways:
            self._by_end.setdefault(way[-1], {}).setdefault(effect(way), way)

    def choices(self) -> list[Choice]:
        """One choice for each end and effect, in order of the ends."""
        return [
            Choice(end, way[1:-1] if len(alike) > 1 else ())
            for end, alike in sorted(self._by_end.items())
            for way in alike.values()
        ]

    def ends(self) -> HexSet:
        """Where the retreat can end."""
        return Grid.set_of(self._by_end)

    def way(self, end: int, via: Way = ()) -> Way | None:
        """The way that an answer names: by its end, if all ways there do the same, or by every hex between."""
        alike = self._by_end.get(end, {})
        if not via and len(alike) == 1:
            return next(iter(alike.values()))
        return next((way for way in self.ways if way[-1] == end and way[1:-1] == via), None)
