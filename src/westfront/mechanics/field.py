"""Who stands where: the stacks of a position, which hexes a side occupies, and where its zones of control lie.

A game makes one `Fields` and asks it for the field of each position. It keeps the last ones, and makes a new one from
the one that is most like it: an exclusive or of the columns shows which units stand elsewhere, and only their hexes are
looked at.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Collection, Sequence
from itertools import chain

from westfront.engine.names import NOBODY
from westfront.hexgrid import NO_SIDES, Grid, HexSet, Sides

KEPT = 64
"""So many fields are kept: with 8 of them an action of one game among 25 on a server took a quarter longer."""
FEW = 24
"""Up to so many changed units a field is made from another one; beyond it anew."""

Pair = tuple[HexSet, HexSet]
Stack = tuple[int, ...]


class Fields:
    """Finds the field of a position.

    `units` are those that make up stacks (others, such as markers, are not looked at); `no_zone` those without a zone
    of control; `fighting` those that fight, where others only support them; and `closed` the hexsides across which no
    zone reaches.
    """

    def __init__(
        self,
        grid: Grid,
        side_of: Sequence[int],
        *,
        units: Collection[int] | None = None,
        no_zone: Collection[int] = (),
        fighting: Collection[int] = (),
        closed: Sides = NO_SIDES,
    ) -> None:
        self.grid, self.side_of, self.closed = grid, side_of, closed
        self.units = sorted(range(len(side_of)) if units is None else units)
        self.counts = [False] * len(side_of)
        for unit in self.units:
            self.counts[unit] = True
        self.no_zone, self.fighting = frozenset(no_zone), frozenset(fighting)
        self._kept: OrderedDict[bytes, Field] = OrderedDict()
        self._last: Field | None = None

    def of(self, at: array[int], height: bytearray | bytes = b"") -> Field:
        """The field of these places; with heights the top unit of a stack comes first, else the lowest number."""
        key, last = at.tobytes() + height, self._last
        if last is not None and last.key == key:
            return last
        self._last = found = self._kept.get(key) or self._new(key, at, height)
        return found

    def _new(self, key: bytes, at: array[int], height: bytearray | bytes) -> Field:
        columns, last = int.from_bytes(key, "little"), self._last
        changed = _changed(columns ^ last.columns, len(at)) if last is not None else None
        if changed is None:  # several games are played at a time, or this one has begun
            last = min([*self._kept.values()], key=lambda f: (columns ^ f.columns).bit_count(), default=None)
            changed = _changed(columns ^ last.columns, len(at)) if last is not None else None
        found = Field(self, key, columns, at, height, last, changed)
        if len(self._kept) >= KEPT:
            self._kept.popitem(last=False)  # the oldest goes, so that of every game that is played now one stays
        self._kept[key] = found
        return found


class Field:
    """Who stands where in one position; never changed."""

    __slots__ = (
        *("_at", "_by_size", "_exert", "_fields", "_on_map", "_open", "_zone"),
        *("columns", "fighting", "fighting_pairs", "key", "occupied", "stacks"),
    )

    columns: int
    """The key as a number, in which a unit that stands elsewhere changes some digits."""
    stacks: dict[int, Stack]
    """The units of each hex."""
    occupied: Pair
    """The hexes in which units of each side stand."""
    fighting: Pair
    """Those in which units that fight stand."""
    fighting_pairs: HexSet
    """Those with more than one unit that fights."""
    _by_size: list[HexSet]
    _exert: Pair
    _on_map: tuple[Stack, Stack] | None
    _open: Pair | None
    _zone: Pair | None

    def __init__(
        self,
        fields: Fields,
        key: bytes,
        columns: int,
        at: array[int],
        height: bytearray | bytes,
        like: Field | None,
        changed: set[int] | None,
    ) -> None:
        """From one that is like it but for some units that have changed, if they are few; else anew."""
        self._fields, self.key, self.columns, self._at = fields, key, columns, at[:]
        self._zone = self._open = None
        if like is not None and changed is not None:
            self.stacks, self._by_size, self._on_map = like.stacks.copy(), like._by_size[:], like._on_map
            self.occupied, self._exert = like.occupied, like._exert
            self.fighting, self.fighting_pairs = like.fighting, like.fighting_pairs
            self._lay(self._touched(like, changed), height)
        else:
            self.stacks, self._by_size, self._on_map = {}, [fields.grid.mask], None
            self.occupied = self._exert = self.fighting = 0, 0
            self.fighting_pairs = 0
            found: dict[int, list[int]] = {}
            for unit in fields.units:
                if at[unit] >= 0:
                    found.setdefault(at[unit], []).append(unit)
            self._lay(found, height)

    def _touched(self, like: Field, changed: set[int]) -> dict[int, list[int]]:
        """The hexes that a unit has left or entered, or in which one lies at another height, with who is there now."""
        at, before, counts, stacks = self._at, like._at, self._fields.counts, like.stacks
        found: dict[int, list[int]] = {}
        for unit in changed:
            if counts[unit]:
                here, there = at[unit], before[unit]
                if here >= 0:
                    found.setdefault(here, []).append(unit)
                if there >= 0:
                    found.setdefault(there, [])
                if here < 0 or there < 0:
                    self._on_map = None
        for hex_, stack in found.items():
            for unit in stacks.get(hex_, ()):
                if unit not in changed:
                    stack.append(unit)
        return found

    def _lay(self, found: dict[int, list[int]], height: bytearray | bytes) -> None:
        """Let these units, and nobody else, stand in these hexes."""
        fields, sizes, stacks = self._fields, self._by_size, self.stacks
        side_of, no_zone = fields.side_of, fields.no_zone
        touched, taken, exert = 0, [0, 0], [0, 0]
        for hex_, stack in found.items():
            bit, before, now = 1 << hex_, len(stacks.get(hex_, ())), len(stack)
            touched |= bit
            if now > 1:
                stack.sort()
                if height:
                    stack.sort(key=height.__getitem__, reverse=True)
            for unit in stack:
                taken[side_of[unit]] |= bit
                if no_zone and unit not in no_zone:
                    exert[side_of[unit]] |= bit
            while len(sizes) <= now:
                sizes.append(0)
            while before < now:
                before += 1
                sizes[before] ^= bit
            while before > now:
                sizes[before] ^= bit
                before -= 1
            if stack:
                stacks[hex_] = tuple(stack)
            else:
                stacks.pop(hex_, None)
        first, second = self.occupied
        self.occupied = first ^ first & touched | taken[0], second ^ second & touched | taken[1]
        first, second = self._exert
        exerting = first ^ first & touched | exert[0], second ^ second & touched | exert[1]
        self._exert = exerting if no_zone else self.occupied
        if fields.fighting:
            self._lay_fighting(found, touched)

    def _lay_fighting(self, stacks: dict[int, list[int]], touched: HexSet) -> None:
        """The same of the units that fight."""
        side_of, fighting, found, pairs = self._fields.side_of, self._fields.fighting, [0, 0], 0
        for hex_, stack in stacks.items():
            fighters = [unit for unit in stack if unit in fighting]
            for unit in fighters:
                found[side_of[unit]] |= 1 << hex_
            if len(fighters) > 1:
                pairs |= 1 << hex_
        first, second = self.fighting
        self.fighting = first ^ first & touched | found[0], second ^ second & touched | found[1]
        self.fighting_pairs = self.fighting_pairs ^ self.fighting_pairs & touched | pairs

    def stacked(self, number: int) -> HexSet:
        """The hexes in which so many units or more stand."""
        return self._by_size[max(number, 0)] if number < len(self._by_size) else 0

    def stack(self, hex_: int) -> Stack:
        """The units of a hex; nobody in a box."""
        return self.stacks.get(hex_, ())

    def are_on_map(self, side: int, units: Sequence[int]) -> bool:
        """Whether these are units of a side that stand on the map, each named once; for `holds` of frames."""
        fields, at = self._fields, self._at
        own = all(u != NOBODY and fields.counts[u] and fields.side_of[u] == side and at[u] >= 0 for u in units)
        return own and len(set(units)) == len(units)

    @property
    def on_map(self) -> tuple[Stack, Stack]:
        """The units of each side that stand on the map, by number."""
        if self._on_map is None:
            side_of = self._fields.side_of
            found: tuple[list[int], list[int]] = [], []
            for unit in sorted(chain.from_iterable(self.stacks.values())):
                found[side_of[unit]].append(unit)
            self._on_map = tuple(found[0]), tuple(found[1])
        return self._on_map

    @property
    def zone(self) -> Pair:
        """The hexes that each side's zones of control reach; they coexist."""
        if self._zone is None:
            grid, closed, (first, second) = self._fields.grid, self._fields.closed, self._exert
            if closed is NO_SIDES:
                self._zone = grid.adjacent(first), grid.adjacent(second)
            else:
                self._zone = grid.adjacent_across(first, closed), grid.adjacent_across(second, closed)
        return self._zone

    @property
    def open_to(self) -> Pair:
        """For each side the hexes without an enemy, and without an enemy zone unless a friend stands there."""
        if self._open is None:
            mask, (first, second), (one, other) = self._fields.grid.mask, self.occupied, self.zone
            self._open = mask ^ (second | other ^ other & first), mask ^ (first | one ^ one & second)
        return self._open


def _changed(difference: int, units: int) -> set[int] | None:
    """The units in which two positions differ, from the difference of their columns; None if they are many."""
    found: set[int] = set()
    while difference:
        byte = difference.bit_length() - 1 >> 3
        if byte < 2 * units:
            found.add(byte >> 1)
            byte &= -2
        else:
            found.add(byte - 2 * units)
        if len(found) > FEW:
            return None
        difference ^= difference >> 8 * byte << 8 * byte
    return found
