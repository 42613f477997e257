"""The grid of one map: its hexes as small ints, sets of hexes as ints with one bit a hex.

A map is a stack of straight *lines* of hexes: the rows of a pointy-top map, the columns of a flat-top one.
Inside, a hex is `line * width + along` on slanted axes, so that each of the six neighbours lies at a fixed
distance and a whole set moves one hex in a direction by one shift. The last place of each line is a guard that no
hex ever uses: what is shifted over the end of a line falls there and the mask takes it away.

    direction      0      1      2      3      4      5
    pointy-top     E      NE     NW     W      SW     SE
    flat-top       S      SW     NW     N      NE     SE
    step          +1    1-w     -w     -1    w-1     +w        (w is the width; the opposite is three further)
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from westfront.errors import DataError, NoSuchHex

Hex = int
HexSet = int
Sides = tuple[HexSet, HexSet, HexSet, HexSet, HexSet, HexSet]
"""Hexsides with a feature: for each direction the hexes that have it on that side; both hexes of a side are in."""

NO_SIDES: Sides = (0, 0, 0, 0, 0, 0)
POINTY_DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
FLAT_DIRECTIONS = ("S", "SW", "NW", "N", "NE", "SE")
LINE_PITCH = math.sqrt(3) / 2
KEPT_LABELS = 1_000
"""So many sets of hexes are kept with their labels."""
MANY = 64
"""Sets of more hexes than this are read byte by byte."""
_BITS = [tuple([bit for bit in range(8) if byte >> bit & 1]) for byte in range(256)]


@dataclass(frozen=True)
class Numbering:
    """How a printed map counts its hexes."""

    top: Literal["pointy", "flat"]
    label: str
    """The printed label: digits of the row as R, of the column as C, for example `RRCC` or `CC.RR`."""
    rows: tuple[int, int]
    cols: tuple[int, int]
    shifted: Literal["odd", "even"]
    """Which lines lie half a hex aside (rows of a pointy-top map, columns of a flat-top one) ..."""
    towards: Literal["east", "west", "north", "south"]
    """... and to which side."""
    rows_from: Literal["north", "south"] = "north"
    cols_from: Literal["west", "east"] = "west"

    def __post_init__(self) -> None:
        if not re.fullmatch(r"R+[.-]?C+|C+[.-]?R+", self.label):
            raise DataError("numbering", None, f"a label is made of R and C, like RRCC, not {self.label!r}")
        allowed = ("east", "west") if self.top == "pointy" else ("north", "south")
        if self.towards not in allowed:
            raise DataError("numbering", None, f"lines of a {self.top}-top map shift {' or '.join(allowed)}")
        if self.rows[0] > self.rows[1] or self.cols[0] > self.cols[1]:
            raise DataError("numbering", None, "rows and cols are given as lowest and highest number")

    def axial(self, row: int, col: int) -> tuple[int, int]:
        """Line and place along it on the slanted axes: lines grow south (or east), places east (or south)."""
        down = 1 if self.rows_from == "north" else -1
        right = 1 if self.cols_from == "west" else -1
        number, line, place = (row, down * row, right * col) if self.top == "pointy" else (col, right * col, down * row)
        aside = 1 if self.towards in ("east", "south") else -1
        is_shifted = number % 2 == (1 if self.shifted == "odd" else 0)
        line += 0 if self.shifted == "odd" else 1
        return line, (2 * place + (aside if is_shifted else 0) - line) // 2

    def text(self, row: int, col: int) -> str:
        """The printed label."""
        numbers = {"R": row, "C": col}
        return re.sub(r"(R+|C+)", lambda m: f"{numbers[m[0][0]]:0{len(m[0])}d}", self.label)


class Grid:
    """All hexes of one map, with the geometry that every game shares."""

    def __init__(self, numbering: Numbering, labels: Iterable[str] | None = None) -> None:
        """The whole rectangle of the numbering or, for an irregular outline, the hexes with these labels."""
        self.numbering = numbering
        place = _rectangle(numbering)
        if labels is not None:
            place = {label: _known(place, label) for label in labels}
        if not place:
            raise DataError("numbering", None, "a map needs at least one hex")
        self._origin = min(line for line, _ in place.values()), min(along for _, along in place.values())
        self.width: int = max(along for _, along in place.values()) - self._origin[1] + 2
        self.lines: int = max(line for line, _ in place.values()) - self._origin[0] + 1
        self._hex = {label: self._index(*spot) for label, spot in place.items()}
        self._bare = {re.sub(r"[.-]", "", label): hex_ for label, hex_ in self._hex.items()}
        self._label = {hex_: label for label, hex_ in self._hex.items()}
        self.label: Callable[[Hex], str] = self._label.__getitem__
        """The printed label of a hex; views ask for hundreds of them, so there is no function of ours between."""
        self._labels: dict[HexSet, list[str]] = {}
        self.mask: HexSet = sum(1 << hex_ for hex_ in self._label)
        self.size: int = self.mask.bit_length()
        self._frame: HexSet = sum(((1 << self.width - 1) - 1) << line * self.width for line in range(self.lines))
        w = self.width
        self.steps: tuple[int, ...] = (1, 1 - w, -w, -1, w - 1, w)
        self.directions: tuple[str, ...] = POINTY_DIRECTIONS if numbering.top == "pointy" else FLAT_DIRECTIONS

    def _index(self, line: int, along: int) -> Hex:
        return (line - self._origin[0]) * self.width + along - self._origin[1]

    def __repr__(self) -> str:
        return f"Grid({len(self)} hexes, {self.numbering.top}-top, {self.numbering.label})"

    def __len__(self) -> int:
        return len(self._label)

    def __iter__(self) -> Iterator[Hex]:
        return iter(sorted(self._label))

    # -- labels: the printed numbers, at the edge of the program only

    def hex(self, label: str) -> Hex:
        """The hex with this printed label; the separator of `07.11` may be left out."""
        found = self._hex.get(label, self._bare.get(label))
        if found is None:
            raise NoSuchHex(f"there is no hex {label[:20]!r} on this map")
        return found

    def hexset(self, *labels: str) -> HexSet:
        """The set of the hexes with these labels."""
        return self.set_of(self.hex(label) for label in labels)

    def labels(self, hexes: HexSet) -> list[str]:
        """The labels of a set, in order of the print; kept for a while, since views ask for the same sets again."""
        found = self._labels.get(hexes)
        if found is None:
            if len(self._labels) >= KEPT_LABELS:
                self._labels.clear()
            found = self._labels[hexes] = sorted(map(self.label, bits(hexes)))
        return found[:]

    @staticmethod
    def set_of(hexes: Iterable[Hex]) -> HexSet:
        """The set of these hexes."""
        found = 0
        for h in hexes:
            found |= 1 << h
        return found

    # -- geometry of single hexes

    def centre(self, hex_: Hex) -> tuple[float, float]:
        """Where the centre lies, x to the right and y downwards, in hexes from side to opposite side."""
        line, along = divmod(hex_, self.width)
        line, along = line + self._origin[0], along + self._origin[1]
        across, forth = along + line / 2, line * LINE_PITCH
        return (across, forth) if self.numbering.top == "pointy" else (forth, across)

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex in which a point of the plane of `centre` lies, or None off the map."""
        across, forth = (x, y) if self.numbering.top == "pointy" else (y, x)
        line = forth / LINE_PITCH
        found = self._round(line - self._origin[0], across - line / 2 - self._origin[1])
        return found if found in self._label and self._holds(found, x, y) else None

    def _holds(self, hex_: Hex, x: float, y: float) -> bool:
        """Whether a point is really within a hex, and not beyond the end of a line."""
        centre_x, centre_y = self.centre(hex_)
        return math.hypot(x - centre_x, y - centre_y) < 0.6

    def neighbour(self, hex_: Hex, direction: int) -> Hex | None:
        """The next hex in a direction, or None at the edge of the map."""
        beyond = hex_ + self.steps[direction]
        return beyond if beyond in self._label else None

    def neighbours(self, hex_: Hex) -> list[Hex]:
        """The hexes of the map next to a hex, in order of direction."""
        return [hex_ + step for step in self.steps if hex_ + step in self._label]

    def direction(self, hex_: Hex, next_to_it: Hex) -> int | None:
        """The direction from a hex to one next to it, or None if they do not touch."""
        step = next_to_it - hex_
        return self.steps.index(step) if step in self.steps else None

    def distance(self, a: Hex, b: Hex) -> int:
        """Steps from hex to hex, whatever lies between."""
        line_a, along_a = divmod(a, self.width)
        line_b, along_b = divmod(b, self.width)
        lines, along = line_b - line_a, along_b - along_a
        return max(abs(lines), abs(along), abs(lines + along))

    def line(self, a: Hex, b: Hex) -> list[Hex]:
        """The hexes on the straight line from a to b; along hexsides it keeps to the same side both ways."""
        line_a, along_a = divmod(a, self.width)
        line_b, along_b = divmod(b, self.width)
        steps = self.distance(a, b)
        found = []
        for i in range(steps + 1):
            part = i / steps if steps else 0.0
            line = line_a + (line_b - line_a) * part + 2e-6
            along = along_a + (along_b - along_a) * part + 1e-6
            here = self._round(line, along)
            if here in self._label:
                found.append(here)
        return found

    def _round(self, line: float, along: float) -> Hex:
        """The hex in which a point on the slanted axes lies."""
        third = -line - along
        r_line, r_along, r_third = round(line), round(along), round(third)
        off_line, off_along, off_third = abs(r_line - line), abs(r_along - along), abs(r_third - third)
        if off_line > off_along and off_line > off_third:
            r_line = -r_along - r_third
        elif off_along > off_third:
            r_along = -r_line - r_third
        return r_line * self.width + r_along

    # -- sets

    def shift(self, hexes: HexSet, direction: int) -> HexSet:
        """The set moved one hex in a direction; what leaves the map is gone."""
        step = self.steps[direction]
        return (hexes << step if step > 0 else hexes >> -step) & self.mask

    def adjacent(self, hexes: HexSet) -> HexSet:
        """All hexes next to a hex of the set: six shifts, two of them shared."""
        w = self.width
        pair = hexes << 1 | hexes << w
        return (pair | pair >> (w + 1) | hexes << (w - 1) | hexes >> (w - 1)) & self.mask

    def adjacent_across(self, hexes: HexSet, blocked: Sides) -> HexSet:
        """All hexes next to a hex of the set, but not across a blocked hexside."""
        w, (a, b, c, d, e, f) = self.width, blocked
        found = (hexes ^ hexes & a) << 1 | (hexes ^ hexes & d) >> 1
        found |= (hexes ^ hexes & f) << w | (hexes ^ hexes & c) >> w
        found |= (hexes ^ hexes & e) << w - 1 | (hexes ^ hexes & b) >> w - 1
        return found & self.mask

    def within(self, hexes: HexSet, distance: int) -> HexSet:
        """All hexes at most so far from a hex of the set, the set itself included, whatever gaps the map has."""
        w = self.width
        for _ in range(distance):
            pair = hexes | hexes << 1
            hexes = (pair | pair >> 1 | pair << (w - 1) | pair >> w) & self._frame
        return hexes & self.mask

    def within_each(self, hexes: Iterable[Hex], distance: int) -> HexSet:
        """All hexes at most so far from every one of some hexes."""
        found = self.mask
        for hex_ in hexes:
            found &= self.within(1 << hex_, distance)
        return found

    def ring(self, hex_: Hex, distance: int) -> HexSet:
        """All hexes exactly so far away."""
        inner = self.within(1 << hex_, distance - 1) if distance else 0
        return self.within(1 << hex_, distance) ^ inner

    def sides_between(self, a: HexSet, b: HexSet) -> Sides:
        """The hexsides that part a hex of one set from a hex of the other, seen from both."""
        return _six((a & self.shift(b, (d + 3) % 6)) | (b & self.shift(a, (d + 3) % 6)) for d in range(6))

    def sides(self, pairs: Iterable[tuple[Hex, Hex]]) -> Sides:
        """Hexsides from pairs of hexes that touch."""
        return self.one_way(step for a, b in pairs for step in ((a, b), (b, a)))

    def one_way(self, steps: Iterable[tuple[Hex, Hex]]) -> Sides:
        """Hexsides that count only for the step from the first hex of a pair to the second, such as slopes."""
        found = [0] * 6
        for a, b in steps:
            d = self.direction(a, b)
            if d is None:
                raise DataError("hexsides", None, f"{self.label(a)} and {self.label(b)} do not touch")
            found[d] |= 1 << a
        return _six(found)

    def pairs(self, sides: Sides) -> list[tuple[Hex, Hex]]:
        """Hexsides as pairs of hexes that touch, each side once."""
        return [(h, h + self.steps[d]) for d in range(3) for h in bits(sides[d])]

    def parted(self, a: Hex, b: Hex, sides: Sides) -> bool:
        """Whether two hexes touch at one of these hexsides; False for boxes and for hexes further apart."""
        d = self.direction(a, b)
        return d is not None and has(sides[d], a)


def bits(hexes: HexSet) -> list[Hex]:
    """The hexes of a set, lowest first; larger sets are read byte by byte, small ones bit by bit.

    Of single bits the highest goes first, since what is left is then a shorter integer.
    """
    if hexes.bit_count() > MANY:
        low, high = (hexes & -hexes).bit_length() - 1, hexes.bit_length()
        data = (hexes >> low).to_bytes((high - low + 7) // 8, "little")
        return [base + bit for base, byte in zip(range(low, high, 8), data, strict=True) if byte for bit in _BITS[byte]]
    found = []
    while hexes:
        highest = hexes.bit_length() - 1
        found.append(highest)
        hexes ^= 1 << highest
    found.reverse()
    return found


def has(hexes: HexSet, hex_: Hex) -> bool:
    """Whether a hex is in a set; a box beside the map, below zero, is in none."""
    return hex_ >= 0 and hexes >> hex_ & 1 == 1


def union(sets: Iterable[HexSet]) -> HexSet:
    """The hexes of all these sets."""
    found = 0
    for hexes in sets:
        found |= hexes
    return found


def join(*features: Sides) -> Sides:
    """Hexsides that have any of these features."""
    found = [0] * 6
    for sides in features:
        for d in range(6):
            found[d] |= sides[d]
    return _six(found)


def minus(sides: Sides, without: Sides) -> Sides:
    """Hexsides of the first feature that lack the second."""
    return _six(a & ~b for a, b in zip(sides, without, strict=True))


def _six(found: Iterable[HexSet]) -> Sides:
    a, b, c, d, e, f = found
    return a, b, c, d, e, f


def _rectangle(numbering: Numbering) -> dict[str, tuple[int, int]]:
    """Line and place of every hex of the rectangle, by its label."""
    rows, cols = numbering.rows, numbering.cols
    found: dict[str, tuple[int, int]] = {}
    for row, col in product(range(rows[0], rows[1] + 1), range(cols[0], cols[1] + 1)):
        label = numbering.text(row, col)
        if label in found:
            raise DataError("numbering", None, f"two hexes would both be labelled {label}")
        found[label] = numbering.axial(row, col)
    return found


def _known(place: dict[str, tuple[int, int]], label: str) -> tuple[int, int]:
    if label not in place:
        raise DataError("numbering", None, f"hex {label} lies outside the rows and columns of the map")
    return place[label]
