"""What the map and the historical set-up of this game must hold, beyond what every map must."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.atlas.board import Board, MapFolder
from westfront.atlas.checks import nets
from westfront.atlas.sets import says_each
from westfront.atlas.setups import Standing, occupied, open_to, read_setup
from westfront.hexgrid import HexSet, flood, union
from westfront.mechanics.roads import joined

SUPPLY_RANGE, ATTACK_SUPPLY_RANGE = 5, 4
CORPS = "4-3"
OUT_OF_REACH = "no attack supply in reach"
"""The note of the set-up at units without attack supply in reach; they are few and meant so."""
EDGES = {"A": ("allied", "allied-fz"), "G": ("german", "german-fz")}
SECTOR_ROADS = {
    "R1 Amiens-Peronne-Cambrai": ("Amiens", "Cambrai"),
    "R2 Saint-Quentin-Amiens": ("Saint-Quentin", "Amiens"),
}


def check(board: Board, folder: MapFolder) -> Iterator[str]:
    """Towns on roads, the two sector roads, and the historical set-up covered and in supply."""
    yield from says_each(board, board.feature("town") & ~union(board.links["road"]), "is a town without a road")
    yield from _check_sector_roads(board)
    standing, _ = read_setup(board, folder, "historical")
    for side, (name, zone) in EDGES.items():
        yield from _check_covered(board, standing, side, zone)
        yield from _check_supply(board, standing, side, board.feature(f"supply:{name}"))
        yield from _check_attack_supply(board, standing, side)


def _check_sector_roads(board: Board) -> Iterator[str]:
    """Options 8 and 9: each of the two roads leads from town to town without a gap."""
    towns = {place.name: place.hex for place in board.places}
    for name, ends in SECTOR_ROADS.items():
        joined = nets(board.grid, board.named_links["road"].get(name, []))
        if len(joined) != 1 or not all(joined[0] >> towns[end] & 1 for end in ends):
            yield f"{board.name}: the road {name} does not lead from {ends[0]} to {ends[1]}"


def _check_covered(board: Board, standing: list[Standing], side: str, zone: str) -> Iterator[str]:
    """Setup-FZ: every hex of the own fortified zone holds a unit or lies next to one."""
    own = occupied(board, standing, side)
    open_ = board.feature(zone) & ~(own | board.grid.adjacent(own))
    yield from says_each(board, open_, f"of {zone} is neither occupied nor controlled at the start")


def _check_supply(board: Board, standing: list[Standing], side: str, exits: HexSet) -> Iterator[str]:
    """Supply-Procedure: five hexes from a road that leads off the friendly edge, free of the enemy and his zones."""
    own, free = occupied(board, standing, side), _free(board, standing, side)
    supplied = flood(board.grid, joined(board.grid, board.links["road"], exits, free), free, limit=SUPPLY_RANGE)
    yield from says_each(board, own & ~supplied, "holds a unit without general supply at the start")


def _check_attack_supply(board: Board, standing: list[Standing], side: str) -> Iterator[str]:
    """Supply-Procedure: four hexes from a corps, for all units but those that the set-up says are out of reach."""
    supplied = flood(
        board.grid, occupied(board, standing, side, {CORPS}), _free(board, standing, side), limit=ATTACK_SUPPLY_RANGE
    )
    noted = board.grid.set_of(u.hex for u in standing if u.side == side and u.row.cells["note"] == OUT_OF_REACH)
    wrong = occupied(board, standing, side) & ~supplied ^ noted
    yield from says_each(board, wrong, "holds a unit of which the set-up is wrong about attack supply")


def _free(board: Board, standing: list[Standing], side: str) -> HexSet:
    """The hexes through which a line of this side may run at the start."""
    enemy = occupied(board, standing, "G" if side == "A" else "A")
    return open_to(board, occupied(board, standing, side), enemy, board.grid.adjacent(enemy))
