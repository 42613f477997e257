"""Set-up: the orders of battle of the options, what each side deploys and how, and the units still to come."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from westfront.atlas.board import MapFolder
from westfront.atlas.setups import read_setup
from westfront.engine.catalogue import rule
from westfront.engine.data import DataFolder, Row
from westfront.engine.names import Side
from westfront.engine.state import blank_columns
from westfront.errors import NoSuchHex
from westfront.games.michel.deployment import HISTORICAL, Deployment, Plan, Sectors, lay_out, not_at_home
from westfront.games.michel.sequence import GameTurn
from westfront.games.michel.state import (
    ALLIED,
    DUE,
    GERMAN,
    NORTH_EDGE,
    OFF,
    SOUTH_EDGE,
    MichelPlay,
    MichelState,
    MichelStep,
)

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
SECTOR_ROADS = {"8": ("Amiens-Peronne-Cambrai", 5), "9": ("Saint-Quentin-Amiens", 3)}
"""The road of options 8 and 9, and how many corps stand south of it."""


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


@rule("OOB", "OOB-Use", "OOB-1", "OOB-4", "OOB-11")
def read_plans(rules: Michel, data: DataFolder) -> tuple[Plan, Plan]:
    """What each side deploys, and how."""
    found = []
    for side in (GERMAN, ALLIED):
        types = [kind for kind in rules.forces if kind in {rules.type_of[unit] for unit in rules.units[side]}]
        units = [unit for kind in types for unit in sheet_order(rules, kind)[: rules.forces[kind]]]
        found.append(Plan(rules, side, units, read_sectors(rules) if side == ALLIED else None))
    read_ready(rules, data, found)
    return found[GERMAN], found[ALLIED]


@rule("Option-8-Sectors", "Option-9-Sectors", "OOB-8", "OOB-9")
def read_sectors(rules: Michel) -> Sectors | None:
    """The sector line of options 8 and 9.

    South of the road is what has a higher row number than all its hexes in the same column, or than its end in columns
    that it does not reach.
    """
    option = rules.options["allied"]
    if option not in SECTOR_ROADS:
        return None
    road, corps = SECTOR_ROADS[option]
    links = next(
        pairs for name, pairs in rules.board.atlas.named_links["road"].items() if name.split(maxsplit=1)[1] == road
    )
    lowest: dict[int, int] = {}
    hexes = Counter(hex_ for pair in links for hex_ in pair)
    for hex_ in hexes:
        column, row = _place(rules, hex_)
        lowest[column] = max(row, lowest.get(column, 0))
    (first, west), (last, east) = sorted(_place(rules, hex_) for hex_, number in hexes.items() if number == 1)
    south = 0
    for hex_ in rules.grid:
        column, row = _place(rules, hex_)
        if row > (west if column < first else east if column > last else lowest[column]):
            south |= 1 << hex_
    return Sectors(f"Option-{option}-Sectors", road, south, corps)


def _place(rules: Michel, hex_: int) -> tuple[int, int]:
    """Column and row of a hex."""
    label = rules.grid.label(hex_)
    return int(label[:2]), int(label[2:])


@rule("Deploy-AlliedFree", "Deploy-GermanFree")
def read_ready(rules: Michel, data: DataFolder, plans: list[Plan]) -> None:
    """Ready-made deployments, which name types and hexes; the historical one too, where nothing is fixed by it.

    An owner's order of battle may have fewer units than there are lines, or more: those are placed by hand.
    """
    german = plans[GERMAN]
    if not german.fixed:
        german.ready["historical"] = {u: rules.historical[u] for u in german.free if u in rules.historical}
    for row in data.rows("deployments", ["deployment", "number", "option", "type", "hex"], keys=2).values():
        for plan in plans:
            if row.text("option") != rules.options[rules.sides[plan.side]]:
                continue
            ready = plan.ready.setdefault(row.text("deployment").partition("-")[2], {})
            kind, hex_ = row.choice("type", list(plan.kinds)), _hex(rules, row)
            left = [unit for unit in plan.kinds[kind] if unit not in ready]
            if left:
                ready[min(left, key=lambda unit: not_at_home(rules, plan, unit, hex_))] = hex_


def _hex(rules: Michel, row: Row) -> int:
    try:
        return rules.grid.hex(row.text("hex"))
    except NoSuchHex:
        raise row.error(f"there is no hex {row.text('hex')[:40]!r} on this map") from None


def start_state(rules: Michel) -> MichelState:
    """The first position: an empty map, and reinforcements that wait."""
    s = MichelState(turn=0, german_held=0, **blank_columns(MichelState, len(rules.counters)))
    await_reinforcements(rules, s)
    s.frames = (GameTurn(), Deploy(GERMAN), Deploy(ALLIED))
    return s


@rule("Setup-Order", "Deploy-AlliedHistorical", "Deploy-GermanHistorical")
class Deploy(MichelStep, frozen=True):
    """A side is placed on the map, the Allies first: on historical hexes, freely, or some of it either way."""

    player: Side

    def run(self, play: MichelPlay) -> None:
        """Place what is fixed, lay out the first ready-made deployment for the rest, and ask."""
        plan = play.rules.plans[self.player]
        for unit, hex_ in plan.fixed.items():
            play.state.at[unit] = hex_
        if plan.fixed:
            play.tell("historical", HISTORICAL[self.player], side=self.player, number=len(plan.fixed))
        if plan.free:
            for name in list(plan.ready)[:1]:
                lay_out(play, plan, name)
            play.push(Deployment(self.player))


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
    begin = set(rules.plans[ALLIED].units)
    for turn, type_name, number, edge in rules.chart:
        units = [u for u in sheet_order(rules, type_name) if u not in begin and s.at[u] == OFF]
        for unit in units[:number]:
            s.at[unit], s.due[unit], s.edge[unit] = DUE, turn, edge
