"""The map, the counters and the calendar of Marne 1918 as the slow referee reads them from the data files."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import westfront.games.marne

DATA = Path(westfront.games.marne.__file__).parent / "data"

Side = frozenset[str]


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@cache
def terrain() -> dict[str, set[str]]:
    """What is in each hex."""
    return {
        row["hex"]: {row["terrain"], *filter(None, row["features"].split(";"))} for row in _rows("maps/marne/hexes.csv")
    }


@cache
def hexsides() -> dict[Side, set[str]]:
    """What is on each hexside."""
    found: dict[Side, set[str]] = {}
    for row in _rows("maps/marne/hexsides.csv"):
        found.setdefault(frozenset((row["hex_a"], row["hex_b"])), set()).add(row["feature"])
    return found


@cache
def rivers() -> dict[Side, str]:
    """The name of the river on each hexside."""
    rows = _rows("maps/marne/hexsides.csv")
    return {frozenset((row["hex_a"], row["hex_b"])): row["name"] for row in rows if row["feature"].endswith("river")}


@cache
def uphill() -> set[tuple[str, str]]:
    """From which hex to which a slope goes up."""
    return {(row["hex_a"], row["hex_b"]) for row in _rows("maps/marne/hexsides.csv") if row["feature"] == "slope"}


@cache
def lines(kind: str) -> set[Side]:
    """The hexsides that a road or a railway crosses."""
    return {frozenset((row["hex_a"], row["hex_b"])) for row in _rows("maps/marne/links.csv") if row["kind"] == kind}


@cache
def holders(scenario: str) -> dict[str, str]:
    """The playing area, with the side that holds each hex at the start."""
    words = {"A": "allied", "G": "german"}
    return {row["hex"]: words[row[scenario]] for row in _rows("maps/marne/sides.csv") if row[scenario] in words}


@cache
def counters() -> dict[str, dict[str, str]]:
    """The printed values of each counter by its name."""
    types = {row["type"]: row for row in _rows("types.csv")}
    return {row["counter"]: {**types[row["type"]], **row} for row in _rows("counters.csv")}


@cache
def schedule(scenario: str) -> dict[tuple[int, int], dict[str, str]]:
    """The row of each turn and sequence."""
    return {(int(r["turn"]), int(r["sequence"])): r for r in _rows("schedule.csv") if r["scenario"] == scenario}


@cache
def arrivals(scenario: str) -> list[dict[str, str]]:
    """The reinforcements of a scenario."""
    return _rows(f"maps/marne/arrivals-{scenario}.csv")


@cache
def neighbours(hex_: str) -> tuple[str, ...]:
    """The hexes around a hex; even columns lie half a hex lower."""
    column, row = int(hex_[:2]), int(hex_[2:])
    beside = (row - 1, row) if column % 2 else (row, row + 1)
    found = [(column, row - 1), (column, row + 1), *((c, r) for c in (column - 1, column + 1) for r in beside)]
    return tuple(label for c, r in found if (label := f"{c:02}{r:02}") in terrain())


@cache
def distance(here: str, there: str) -> int:
    """How many hexes away a hex is."""
    columns = abs(int(here[:2]) - int(there[:2]))
    low, high = (2 * int(h[2:]) + (int(h[:2]) % 2 == 0) for h in (here, there))
    return max(columns, (abs(low - high) + columns) // 2)


def foe(side: str) -> str:
    """The other side."""
    return "german" if side == "allied" else "allied"


def town(hex_: str) -> bool:
    return bool(terrain()[hex_] & {"town", "city"})


@dataclass
class Unit:
    """A counter on the map."""

    name: str
    hex: str
    steps: int = 0
    disorder: str = ""
    pinned: bool = False
    cut_off: bool = False
    leaving: bool = False
    reserve: int = 0
    exploiting: int = 0
    moved: bool = False
    alone: bool = False
    arrived: bool = False
    spent: int = 0
    attacked: bool = False
    uses: int = 0
    under: str = ""
    offensive: bool = False
    printed: dict[str, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.printed = counters()[self.name]
        self.side, self.group, self.nation = self.printed["side"], self.printed["group"], self.printed["nation"]
        symbol = self.printed["symbol"].split("/")[0]
        sizes = {"XX": "division", "III": "regiment", "X": "regiment"}
        support = {"army-artillery": "army", "artillery": "corps", "headquarters": "hq", "storm": "storm", "air": "air"}
        self.kind = support.get(symbol) or ("tank" if symbol == "tank" else sizes[self.printed["size"]])
        self.combat = self.kind in ("division", "regiment", "tank")
        self.gun = self.kind in ("army", "corps")
        self.american = self.nation in ("american", "franco-american")

    @property
    def full(self) -> bool:
        """6.0: no step lost."""
        return self.steps == int(self.printed["steps"])

    def rating(self, what: str) -> int:
        """Attack, defence or move, of the side that is up."""
        return int(self.printed[what if self.full or self.kind == "tank" else f"back_{what}"])

    @property
    def cost(self) -> int:
        """12.2.8: the hit points of one step."""
        if self.kind == "tank":
            return int(self.printed["protection"])
        return 3 if self.kind == "division" or self.american else 2

    @property
    def points(self) -> int:
        """4.0: what it counts for stacking."""
        if self.kind == "division":
            return 3 if self.full else 2
        return int(self.combat)


@dataclass
class Position:
    """What is on the map besides the counters."""

    scenario: str
    turn: int
    sequence: int
    player: str
    pontoons: set[tuple[str, str]] = field(default_factory=set)
    bridges_down: set[Side] = field(default_factory=set)
    interdicted: dict[str, str] = field(default_factory=dict)
    relieved: set[str] = field(default_factory=set)
    options: dict[str, str] = field(default_factory=dict)

    @property
    def row(self) -> dict[str, str]:
        return schedule(self.scenario)[self.turn, self.sequence]
