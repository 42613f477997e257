"""What the map and the historical set-up of this game must hold, beyond what every map must."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.atlas.board import Board, MapFolder
from westfront.atlas.checks import nets
from westfront.atlas.sets import says_each
from westfront.atlas.setups import Standing, occupied, open_to, read_setup
from westfront.games.michel.supply import CORPS_STEPS, ROAD_STEPS
from westfront.hexgrid import flood, union
from westfront.mechanics.roads import joined

CORPS = "4-3"
OUT_OF_REACH = "no attack supply in reach"
"""The note of the set-up at units without attack supply in reach; they are few and meant so."""
SECTOR_ROADS = {
    "R1 Amiens-Peronne-Cambrai": ("Amiens", "Cambrai"),
    "R2 Saint-Quentin-Amiens": ("Saint-Quentin", "Amiens"),
}


def check(board: Board, folder: MapFolder) -> Iterator[str]:
    """Towns on roads, the two sector roads, and the historical set-up covered and in supply."""
    yield from says_each(board, board.feature("town") & ~union(board.links["road"]), "is a town without a road")
    yield from _check_sector_roads(board)
    standing, _ = read_setup(board, folder, "historical")
    yield from _check_side(board, standing, "A", "G", "allied")
    yield from _check_side(board, standing, "G", "A", "german")


def _check_sector_roads(board: Board) -> Iterator[str]:
    """Options 8 and 9: each of the two roads leads from town to town without a gap."""
    towns = {place.name: place.hex for place in board.places}
    for name, ends in SECTOR_ROADS.items():
        joined = nets(board.grid, board.named_links["road"].get(name, []))
        if len(joined) != 1 or not all(joined[0] >> towns[end] & 1 for end in ends):
            yield f"{board.name}: the road {name} does not lead from {ends[0]} to {ends[1]}"


def _check_side(board: Board, standing: list[Standing], side: str, enemy: str, name: str) -> Iterator[str]:
    """The fortified zone is covered, and every unit in supply, but for attack supply where the set-up says so."""
    grid, own, against = board.grid, occupied(board, standing, side), occupied(board, standing, enemy)
    free = open_to(board, own, against, grid.adjacent(against))
    bare = board.feature(f"{name}-fz") & ~(own | grid.adjacent(own))
    yield from says_each(board, bare, f"of {name}-fz is neither occupied nor controlled at the start")
    roads = joined(grid, board.links["road"], board.feature(f"supply:{name}"), free)
    cut_off = own & ~flood(grid, roads, free, limit=ROAD_STEPS)
    yield from says_each(board, cut_off, "holds a unit without general supply at the start")
    supplied = flood(grid, occupied(board, standing, side, {CORPS}), free, limit=CORPS_STEPS)
    noted = grid.set_of(u.hex for u in standing if u.side == side and u.row.cells["note"] == OUT_OF_REACH)
    wrong = own & ~supplied ^ noted
    yield from says_each(board, wrong, "holds a unit of which the set-up is wrong about attack supply")
