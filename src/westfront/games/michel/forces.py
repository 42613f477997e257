"""Orders of battle: what each option brings, how it is deployed, the historical places, the reinforcement chart."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westfront.atlas.board import MapFolder
from westfront.atlas.setups import read_setup
from westfront.engine.catalogue import rule
from westfront.engine.counters import Counter
from westfront.engine.data import DataFolder
from westfront.errors import DataError
from westfront.games.michel.board import MichelBoard
from westfront.games.michel.state import NORTH_EDGE, SOUTH_EDGE
from westfront.hexgrid import Grid, HexSet

TYPES = {
    ("G", "7-5"): "stosstruppen",
    ("G", "6-4"): "german-infantry",
    ("G", "5-3"): "trench",
    ("G", "4-3"): "german-corps",
    ("A", "4-4"): "british-infantry",
    ("A", "6-4"): "elite-infantry",
    ("A", "5-4"): "french-infantry",
    ("A", "2-7"): "allied-cavalry",
    ("A", "4-3"): "allied-corps",
}
"""The type of a line of the set-up file."""
AT_START = "21-March"
SECTOR_ROADS = {"8": ("Amiens-Peronne-Cambrai", 5), "9": ("Saint-Quentin-Amiens", 3)}
"""The road of options 8 and 9, and how many corps stand south of it."""


class Sectors(NamedTuple):
    """The line of option 8 or 9: south of a road the French, and so many corps; north of it and on it the others."""

    rule: str
    road: str
    south: HexSet
    corps: int


class Arrival(NamedTuple):
    """A cell of the reinforcement chart."""

    turn: int
    type: str
    number: int
    edge: int


@rule("OOB", "OOB-Use", "Setup-Choice")
def read_forces(options: Mapping[str, str], data: DataFolder) -> dict[str, int]:
    """How many units of each type begin the game, by the two options."""
    chosen = {options["german"], options["allied"]}
    rows = data.rows("oob", ["option", "type", "number"], keys=2).values()
    return {row.text("type"): row.number("number") for row in rows if row.text("option") in chosen}


@rule("Reinf-Chart", "Reinf-Notation", "Reinf-Chart-8", "Reinf-Chart-9", "Reinf-Chart-10", "Reinf-Chart-11")
@rule("Reinf-Chart-12-13")
def read_chart(column: str, first: int, data: DataFolder) -> list[Arrival]:
    """The reinforcements of a column, whose first block comes in some game-turn."""
    found = []
    for row in data.rows("reinforcements", ["column", "block", "type", "number", "edge"], keys=3).values():
        if row.text("column") == column:
            edge = NORTH_EDGE if row.choice("edge", ("north", "south")) == "north" else SOUTH_EDGE
            found.append(Arrival(first - 1 + row.number("block"), row.text("type"), row.number("number"), edge))
    return found


@rule("Deploy-AlliedHistorical", "Deploy-GermanHistorical", "OOB-5", "OOB-13")
def read_historical(board: MichelBoard, counters: Sequence[Counter], data: DataFolder) -> dict[int, int]:
    """The historical set-up: a hex for each unit of 21 March.

    Allied lines name their unit; German ones take the units of their type in the order of the counter sheet.
    """
    standing, wrong = read_setup(board.atlas, MapFolder(data, "michel"), "historical")
    for sentence in wrong:
        raise DataError("set-up", None, sentence)
    left = [unit for unit, counter in enumerate(counters) if counter.extra["group"] == AT_START]
    found = {}
    for line in standing:
        kinds = [kind for side, kind in TYPES if side == line.side]
        type_, name = TYPES[line.side, line.row.choice("kind", kinds)], line.row.cells["name"]
        named = {u for u in left if name.removeprefix("F") in ("", counters[u].extra["designation"])}
        fitting = [u for u in left if u in named and counters[u].type.name == type_]
        if not fitting:
            raise line.row.error(f"no counter of 21 March is left for {line.unit}")
        left.remove(fitting[0])
        found[fitting[0]] = line.hex
    return found


def sheet_order(counters: Sequence[Counter], type_name: str) -> list[int]:
    """The units of a type in the order in which they come into the game: those of 21 March, Dominion troops by date."""

    def place(unit: int) -> tuple[bool, bool]:
        extra = counters[unit].extra
        return extra["group"] != AT_START, extra["nation"] == "canadian"

    return sorted((unit for unit, counter in enumerate(counters) if counter.type.name == type_name), key=place)


@rule("Option-8-Sectors", "Option-9-Sectors", "OOB-8", "OOB-9")
def read_sectors(board: MichelBoard, option: str) -> Sectors | None:
    """The sector line of options 8 and 9.

    South of the road is what has a higher row number than all its hexes in the same column, or than its end in columns
    that it does not reach.
    """
    if option not in SECTOR_ROADS:
        return None
    road, corps = SECTOR_ROADS[option]
    roads = board.atlas.named_links["road"].items()
    links = next(pairs for name, pairs in roads if name.split(maxsplit=1)[1] == road)
    passed = Counted(place(board.grid, hex_) for pair in links for hex_ in pair)
    lowest = dict(sorted(passed))
    (first, west), (last, east) = sorted(end for end, times in passed.items() if times == 1)

    def is_south(hex_: int) -> bool:
        column, row = place(board.grid, hex_)
        return row > (west if column < first else east if column > last else lowest[column])

    return Sectors(f"Option-{option}-Sectors", road, board.grid.set_of(filter(is_south, board.grid)), corps)


def place(grid: Grid, hex_: int) -> tuple[int, int]:
    """Column and row of a hex."""
    return divmod(int(grid.label(hex_)), 100)
