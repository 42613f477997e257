"""Set-ups that the rules give hex by hex: read from `setup-NAME.csv` beside the map, and checked.

`grid.toml` lists them: how many stacking points a hex holds, and which hexes each side may use at that moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from westfront.atlas.board import SIDES, Board, MapFolder
from westfront.atlas.sets import hexes_of
from westfront.engine.data import Row
from westfront.errors import NoSuchHex
from westfront.hexgrid import Hex, HexSet

COLUMNS = ("unit", "hex", "side", "count", "stacking", "kind", "nation", "name", "regiments", "morale", "note")
FREE = "any"
"""In place of a hex: the owner chooses."""


class Standing(NamedTuple):
    """A unit, or several alike, in the hex where the rules put it."""

    unit: str
    hex: Hex
    side: str
    stacking: int
    """Stacking points of all of them together."""
    kind: str
    row: Row


def read_setup(board: Board, folder: MapFolder, name: str) -> tuple[list[Standing], list[str]]:
    """The units with a stated hex, and sentences about lines whose hex is not on the map."""
    found, wrong = [], []
    for row in folder.lines(f"setup-{name}", COLUMNS, 2):
        if row.cells["hex"] == FREE:
            continue
        points = row.number("count", lowest=1) * row.number("stacking")
        try:
            hex_ = board.grid.hex(row.cells["hex"])
        except NoSuchHex as error:
            wrong.append(_says(board, row, str(error)))
            continue
        found.append(Standing(row.text("unit"), hex_, row.choice("side", SIDES), points, row.text("kind"), row))
    return found, wrong


def _says(board: Board, row: Row, sentence: str) -> str:
    return f"{board.name}: {row.file}, line {row.line}: {sentence}"


def check_setups(board: Board, folder: MapFolder) -> Iterator[str]:
    """Every stated set-up stands on hexes of its own side, with legal stacking."""
    for setup in folder.toml("grid").get("setups", []):
        standing, wrong = read_setup(board, folder, setup["name"])
        yield from wrong
        yield from _check_sides(board, setup, standing)
        yield from _check_stacking(board, setup, standing)


def _check_sides(board: Board, setup: Mapping[str, Any], standing: list[Standing]) -> Iterator[str]:
    """Every unit is on a playable hex that its side holds at that moment."""
    own = {side: hexes_of(board, setup["sides"][side]) & board.playable for side in SIDES}
    for unit in standing:
        if not own[unit.side] >> unit.hex & 1:
            yield _says(
                board, unit.row, f"{unit.unit} stands in {board.grid.label(unit.hex)}, which its side does not hold"
            )


def _check_stacking(board: Board, setup: Mapping[str, Any], standing: list[Standing]) -> Iterator[str]:
    """No hex holds more than the rules allow."""
    points: dict[Hex, int] = {}
    for unit in standing:
        points[unit.hex] = points.get(unit.hex, 0) + unit.stacking
        if points[unit.hex] > setup["limit"]:
            label = board.grid.label(unit.hex)
            yield _says(board, unit.row, f"{label} holds {points[unit.hex]} stacking points of {setup['limit']}")


def occupied(board: Board, standing: list[Standing], side: str, kinds: set[str] | None = None) -> HexSet:
    """The hexes with units of a side, of certain kinds or of any."""
    return board.grid.set_of(u.hex for u in standing if u.side == side and (kinds is None or u.kind in kinds))


def open_to(board: Board, friends: HexSet, enemies: HexSet, zone: HexSet) -> HexSet:
    """Hexes free for a line of supply: no enemy in them, and no enemy zone unless a friend is there."""
    return board.playable & ~enemies & (~zone | friends)
