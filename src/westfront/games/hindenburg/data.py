"""What every chapter knows: the map, the counters, the tables, who stands where and who is in supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.counters import load_counters, load_types
from westfront.engine.data import DataFolder
from westfront.engine.frame import Ask, Play, Roll, Step
from westfront.engine.grammar import Action
from westfront.engine.names import Names
from westfront.engine.rules import GameData
from westfront.engine.tables import load_tables
from westfront.games.hindenburg.board import HindenburgBoard
from westfront.games.hindenburg.state import ALLIED, BOXES, GE, GERMAN, LAST_TURN, NATIONS, US, HindenburgState
from westfront.games.hindenburg.supply import Lines, allied_lines, german_lines
from westfront.hexgrid import HexSet, has
from westfront.mechanics.field import Field, Fields, Stack
from westfront.mechanics.plans import Plan

LINES_KEPT = 1024
CODES = dict(zip(("german", "french", "american", "british", "anzac", "belgian", "portuguese"), NATIONS, strict=True))
"""The nations of the counter list, and the codes that are printed on the counters."""


class NationalModifier(NamedTuple):
    """A row of the French Collapse Table or the British Withdrawal Table; chapter 4 knows what is counted."""

    key: str
    nation: str
    drm: int
    """What each case adds to the die ..."""
    limit: int
    """... and the number that makes a case."""
    title: str


class HindenburgData(GameData):
    """The data of one match."""

    sides = ("german", "allied")
    plans: tuple[Plan, Plan]
    """What each side sets up; chapter 3 knows."""

    def __init__(self, scenario: str, options: dict[str, str], data: DataFolder) -> None:
        super().__init__(scenario, options, data)
        self.board = HindenburgBoard(data)
        self.grid, self.terrain = self.board.grid, self.board.terrain
        self._read_counters(data)
        self.names = Names(self.grid, [counter.name for counter in self.counters], self.sides, BOXES)
        self._read_tables(data)
        self._fields = Fields(self.grid, self.side_of, units=self.divisions)
        self._german_lines = lru_cache(LINES_KEPT)(lambda german: {GE: german_lines(self.board, german)})
        self._allied_lines = lru_cache(LINES_KEPT)(lambda german, lost: allied_lines(self.board, german, lost))

    @rule("2.4", "2.5", "2.6", "2.7", "2.8", "2.10")
    def _read_counters(self, data: DataFolder) -> None:
        """Columns of what is printed on the counters: divisions, tank brigades and attack supply markers.

        A kind is what a division plays as: its nation and factors, with an `r` if the reverse side is up.
        """
        values = ("attack", "defence", "steps", "back_attack", "back_defence")
        types = load_types(data, (*self.sides, "neutral"), values)
        every = load_counters(data, types, ("nation", "designation", "arrival", "group"))
        self.counters = [c for c in every if c.type.size != "marker" or c.type.name == "attack-supply"]
        self.side_of = [counter.type.side for counter in self.counters]
        self.nation_of = [NATIONS.index(CODES[counter.choice("nation", list(CODES))]) for counter in self.counters]
        self.attack = [(c.type.values["attack"], c.type.values["back_attack"]) for c in self.counters]
        self.defence = [(c.type.values["defence"], c.type.values["back_defence"]) for c in self.counters]
        """Attack and defence factors by unit, front side first."""
        self.steps = [counter.type.values["steps"] for counter in self.counters]
        self.arrival = [counter.number("arrival", 1, LAST_TURN) for counter in self.counters]
        self.divisions = [u for u, c in enumerate(self.counters) if c.type.size == "XX"]
        self.tanks = [u for u, c in enumerate(self.counters) if c.type.symbol == "tank"]
        self.markers = [u for u, c in enumerate(self.counters) if c.type.name == "attack-supply"]
        self.own = tuple([u for u in self.divisions if self.side_of[u] == side] for side in (GERMAN, ALLIED))
        """The divisions of each side, ..."""
        self.runs = tuple([*self._runs(side)] for side in (GERMAN, ALLIED))
        """... and where divisions of one nation follow each other in the list."""
        factors = zip(self.attack, self.defence, strict=True)
        faces = [[f"{attack}-{defence}" for attack, defence in zip(*both, strict=True)] for both in factors]
        codes = [NATIONS[nation] for nation in self.nation_of]
        self.kinds = [(f"{code}{front}", f"{code}{back}r") for code, (front, back) in zip(codes, faces, strict=True)]
        """The kind of each division, front side first."""
        self.facts = [[(face, c.type.symbol) for face in both] for c, both in zip(self.counters, faces, strict=True)]
        """What is printed on a counter, front side first."""

    def _runs(self, side: int) -> Iterator[tuple[int, slice]]:
        for nation, group in groupby(self.own[side], self.nation_of.__getitem__):
            units = [*group]
            yield nation, slice(units[0], units[-1] + 1)

    @rule("2.11", "13.4")
    def _read_tables(self, data: DataFolder) -> None:
        """The four tables of the map sheet."""
        effects = data.rows("terrain_effects", ["effect", "dice"])
        self.terrain_effects = {effect: row.number("dice", 0, 9) for effect, row in effects.items()}
        self.replacement = load_tables(data)["replacement"]
        rows = data.rows("national_morale", ["modifier", "nation", "drm", "limit", "title"])
        self.national = [
            NationalModifier(
                key,
                row.choice("nation", ("french", "british")),
                row.number("drm", -9, 9),
                row.number("limit"),
                row.text("title"),
            )
            for key, row in rows.items()
        ]

    # -- positions

    def field(self, s: HindenburgState) -> Field:
        """Who stands where; tank brigades and markers are in no stack."""
        return self._fields.of(s.at, s.height)

    def stack(self, s: HindenburgState, hex_: int) -> Stack:
        """The divisions in a hex, the top one first."""
        return self._fields.of(s.at, s.height).stacks.get(hex_, ())

    def stands_in(self, s: HindenburgState, side: int, hex_: int) -> bool:
        """Whether a side has divisions in a hex."""
        return has(self.field(s).occupied[side], hex_)

    def controlled(self, s: HindenburgState, side: int) -> HexSet:
        """The hexes that a side controls."""
        return s.german if side == GERMAN else self.board.playable & ~s.german

    # -- supply

    def supply(self, s: HindenburgState, side: int, german: HexSet | None = None) -> Lines:
        """Where the nations of a side are in supply, as control stands or with these hexes in German hands."""
        held = s.german if german is None else german
        return self._german_lines(held) if side == GERMAN else self._allied_lines(held, s.lost_ports)

    def german_supply(self, s: HindenburgState) -> HexSet:
        """Where the Germans are in supply."""
        return self._german_lines(s.german)[GE]

    @rule("7.1", "7.2", "7.9", "7.10")
    def is_supplied(self, s: HindenburgState, unit: int) -> bool:
        """Whether a division is in supply now; off the map it always is. Being without it alone removes nobody."""
        where = s.at[unit]
        return where < 0 or has(self.supply(s, self.side_of[unit])[self.nation_of[unit]], where)

    def hex_supplied(self, s: HindenburgState, side: int, hex_: int) -> bool:
        """Whether a hex is in supply for a side: a unit of it there is, or, if it is empty, any nation could be."""
        lines, field = self.supply(s, side), self.field(s)
        if has(field.occupied[side], hex_):
            return any(has(lines[self.nation_of[unit]], hex_) for unit in field.stack(hex_))
        return any(has(hexes, hex_) for hexes in lines.values())

    def supplied_in(self, s: HindenburgState, units: Sequence[int], hex_: int) -> list[int]:
        """Those of some divisions of a side that would be in supply in a hex if it were theirs."""
        if not units:
            return []
        side, bit = self.side_of[units[0]], 1 << hex_
        lines = self.supply(s, side, s.german | bit if side == GERMAN else s.german & ~bit)
        return [unit for unit in units if has(lines[self.nation_of[unit]], hex_)]

    # -- counters

    @rule("2.4")
    def steps_left(self, s: HindenburgState, unit: int) -> int:
        """How many hits a division can take: two if it is American and whole, else one."""
        return 2 if self.nation_of[unit] == US and not s.flipped[unit] else 1

    def kind(self, s: HindenburgState, unit: int) -> str:
        """What a division plays as, such as `GE4-4`, or `FR2-3r` with its reverse side up."""
        return self.kinds[unit][s.flipped[unit]]

    def by_kind(self, s: HindenburgState, units: Iterable[int]) -> dict[str, list[int]]:
        """Divisions by kind, in the order in which they come."""
        found: dict[str, list[int]] = {}
        kinds, flipped = self.kinds, s.flipped
        for unit in units:
            found.setdefault(kinds[unit][flipped[unit]], []).append(unit)
        return found

    def counted(self, s: HindenburgState, verb: str, units: Iterable[int], most: int) -> list[Action]:
        """For each kind among some divisions the actions that name one of them, two, and so on, but not too many."""
        groups = self.by_kind(s, units).items()
        return [(verb, kind, number) for kind, group in groups for number in range(1, min(len(group), most) + 1)]

    def described(self, s: HindenburgState, units: Iterable[int]) -> str:
        """Divisions in words: `3 x GE4-4, 2 x GE3-3`."""
        groups = sorted(self.by_kind(s, units).items())
        return ", ".join(f"{len(group)} x {kind}" for kind, group in groups) or "nobody"


HindenburgPlay = Play[HindenburgData, HindenburgState]
HindenburgAsk = Ask[HindenburgData, HindenburgState]
HindenburgRoll = Roll[HindenburgData, HindenburgState]
HindenburgStep = Step[HindenburgData, HindenburgState]
