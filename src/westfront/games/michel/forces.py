"""Orders of battle: what each option brings, the reinforcement chart, and the historical places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westfront.atlas.board import Board, MapFolder
from westfront.atlas.setups import read_setup
from westfront.engine.catalogue import rule
from westfront.engine.counters import Counter
from westfront.engine.data import DataFolder
from westfront.games.michel.state import NORTH_EDGE, SOUTH_EDGE

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
def read_historical(atlas: Board, counters: Sequence[Counter], data: DataFolder) -> dict[int, int]:
    """The historical set-up: a hex for each unit of 21 March.

    Allied lines name their unit; German ones take the units of their type in the order of the counter sheet.
    """
    standing, wrong = read_setup(atlas, MapFolder(data, "michel"), "historical")
    for sentence in wrong:
        raise AssertionError(sentence)
    left = [unit for unit, counter in enumerate(counters) if counter.extra["group"] == AT_START]
    found = {}
    for line in standing:
        kind, name = TYPES[line.side, line.kind], line.row.cells["name"]
        unit = next(u for u in left if counters[u].type.name == kind and name in ("", *_names(counters[u])))
        left.remove(unit)
        found[unit] = line.hex
    return found


def _names(counter: Counter) -> tuple[str, str]:
    designation = counter.extra["designation"]
    return designation, f"F{designation}"


def sheet_order(counters: Sequence[Counter], type_name: str) -> list[int]:
    """The units of a type in the order in which they come into the game: those of 21 March, Dominion troops by date."""

    def place(unit: int) -> tuple[bool, bool]:
        extra = counters[unit].extra
        return extra["group"] != AT_START, extra["nation"] == "canadian"

    return sorted((unit for unit, counter in enumerate(counters) if counter.type.name == type_name), key=place)
