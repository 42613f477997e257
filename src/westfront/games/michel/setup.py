"""Set-up: the orders of battle of the options, the historical deployment, and the units still to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.atlas.board import MapFolder
from westfront.atlas.setups import read_setup
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder
from westfront.engine.state import blank_columns
from westfront.games.michel.sequence import GameTurn
from westfront.games.michel.state import DUE, GERMAN, NORTH_EDGE, SOUTH_EDGE, MichelState
from westfront.games.michel.supply import general_supply

if TYPE_CHECKING:
    from westfront.games.michel.rules import Michel

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


@rule("OOB", "OOB-Use", "Setup-Choice")
def read_forces(rules: Michel, data: DataFolder) -> dict[str, int]:
    """How many units of each type begin the game, by the two options."""
    chosen = {rules.options["german"], rules.options["allied"]}
    rows = data.rows("oob", ["option", "type", "number"], keys=2).values()
    return {row.text("type"): row.number("number") for row in rows if row.text("option") in chosen}


@rule("Reinf-Chart", "Reinf-Notation", "Reinf-Chart-8", "Reinf-Chart-9", "Reinf-Chart-10", "Reinf-Chart-11")
@rule("Reinf-Chart-12-13")
def read_chart(rules: Michel, data: DataFolder, column: str) -> list[tuple[int, str, int, int]]:
    """The reinforcements of a column: game-turn, type, number, edge."""
    first = int(rules.options["reinforcements"])
    found = []
    for row in data.rows("reinforcements", ["column", "block", "type", "number", "edge"], keys=3).values():
        if row.text("column") == column:
            edge = NORTH_EDGE if row.choice("edge", ("north", "south")) == "north" else SOUTH_EDGE
            found.append((first - 1 + row.number("block"), row.text("type"), row.number("number"), edge))
    return found


@rule("Deploy-AlliedHistorical", "Deploy-GermanHistorical", "OOB-5", "OOB-13")
def read_historical(rules: Michel, data: DataFolder) -> dict[int, int]:
    """The historical set-up: a hex for each unit of 21 March.

    Allied lines name their unit; German ones take the units of their type in the order of the counter sheet.
    """
    standing, wrong = read_setup(rules.board.atlas, MapFolder(data, "michel"), "historical")
    for sentence in wrong:
        raise AssertionError(sentence)
    left = [unit for unit in range(len(rules.counters)) if rules.counters[unit].extra["group"] == AT_START]
    found = {}
    for line in standing:
        kind, name = TYPES[line.side, line.kind], line.row.cells["name"]
        unit = next(u for u in left if rules.type_of[u] == kind and name in ("", *_names(rules, u)))
        left.remove(unit)
        found[unit] = line.hex
    return found


def _names(rules: Michel, unit: int) -> tuple[str, str]:
    designation = rules.counters[unit].extra["designation"]
    return designation, f"F{designation}"


def start_state(rules: Michel) -> MichelState:
    """The first position."""
    s = MichelState(turn=0, german_held=0, **blank_columns(MichelState, len(rules.counters)))
    place_historical(rules, s)
    place_surplus(rules, s)
    await_reinforcements(rules, s)
    s.frames = (GameTurn(),)
    return s


def place_historical(rules: Michel, s: MichelState) -> None:
    """Units on their historical hexes, as many of each type as begin the game."""
    for unit, hex_ in rules.historical.items():
        s.at[unit] = hex_


def place_surplus(rules: Michel, s: MichelState) -> None:
    """Units that an option adds to the historical ones: until deployment is played, on free hexes behind the line."""
    for type_name, number in rules.forces.items():
        units = sheet_order(rules, type_name)
        for unit in [u for u in units if s.at[u] == -1][: number - sum(s.at[u] >= 0 for u in units)]:
            side = rules.side_of[unit]
            field = rules.field(s)
            taken = field.shared | field.occupied[1 - side] | field.zone[1 - side]
            free = rules.board.territory[side] & general_supply(rules, s, side) & ~taken
            s.at[unit] = free.bit_length() - 1 if side == GERMAN else (free & -free).bit_length() - 1


def sheet_order(rules: Michel, type_name: str) -> list[int]:
    """The units of a type in the order in which they come into the game: those of 21 March, Dominion troops by date."""
    units = [u for u in range(len(rules.counters)) if rules.type_of[u] == type_name]

    def place(unit: int) -> tuple[bool, bool]:
        extra = rules.counters[unit].extra
        return extra["group"] != AT_START, extra["nation"] == "canadian"

    return sorted(units, key=place)


@rule("Reinf-Rule", "Reinf-Chart")
def await_reinforcements(rules: Michel, s: MichelState) -> None:
    """Allied units that come later wait in the box of their game-turn."""
    for turn, type_name, number, edge in rules.chart:
        for unit in [u for u in sheet_order(rules, type_name) if s.at[u] == -1][:number]:
            s.at[unit], s.due[unit], s.edge[unit] = DUE, turn, edge
