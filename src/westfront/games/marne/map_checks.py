"""What the map and the set-ups of this game must hold, beyond what every map must."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.atlas.board import Board, MapFolder
from westfront.atlas.sets import rim, says_each
from westfront.atlas.setups import Standing, occupied, open_to, read_setup
from westfront.games.marne.scenario import ARRIVAL_COLUMNS
from westfront.hexgrid import HexSet, Sides, flood, join, minus, union

COMMAND_RANGE = 15
FIGHTING = {"division", "regiments", "regiment"}
NAMES = {"A": "allied", "G": "german"}
AREAS = {
    "gneisenau": ((1, 19), (1, 18)),
    "blucher": ((18, 45), (1, 34)),
    "friedensturm": ((20, 56), (14, 34)),
    "foch-attacks": ((20, 30), (14, 34)),
}
DIAGONAL = {26: 10, 25: 11, 24: 11, 23: 12, 22: 12, 21: 13, 20: 13, 19: 14, 18: 14}
"""Scenario 2: the first row in play on the diagonal from 2710 to 1814, by column."""
ENTRIES = ("hex", "within", "edge", "hq", "air", "roll")
"""The kinds of entry that arrivals can have."""


def check(board: Board, folder: MapFolder) -> Iterator[str]:
    """Bridges under roads and railways, towns on roads, and for each scenario area, sources, supply and arrivals."""
    towns = board.feature("town") | board.feature("city")
    yield from says_each(board, towns & ~union(board.links["road"]), "is a town without a road")
    yield from _check_bridges(board)
    for scenario in AREAS:
        yield from _check_area(board, scenario)
        yield from _check_sources(board, scenario)
        standing, _ = read_setup(board, folder, scenario)
        for side in NAMES:
            yield from _check_supply(board, scenario, standing, side)
        yield from _check_arrivals(board, folder, scenario)


def _check_bridges(board: Board) -> Iterator[str]:
    """11.1.3, 11.1.4: a road over a river is a road bridge, a railway alone a rail bridge; there are no others."""
    rivers = join(board.sides["major-river"], board.sides["minor-river"])
    road, rail = _both(board.links["road"], rivers), _both(board.links["rail"], rivers)
    if road != board.sides["road-bridge"]:
        yield f"{board.name}: the road bridges are not exactly where roads cross rivers"
    if minus(rail, road) != board.sides["rail-bridge"]:
        yield f"{board.name}: the rail bridges are not exactly where railways alone cross rivers"


def _both(a: Sides, b: Sides) -> Sides:
    """Hexsides that have both features."""
    return minus(a, minus(a, b))


def _check_area(board: Board, scenario: str) -> Iterator[str]:
    """The playing area is the rectangle of the scenario, in scenario 2 cut off by the diagonal; Reims lies outside."""
    (west, east), (north, south) = AREAS[scenario]
    expected = 0
    for hex_ in board.grid:
        column, row = divmod(int(board.grid.label(hex_)), 100)
        first = DIAGONAL.get(column, north) if scenario == "blucher" else north
        if west <= column <= east and first <= row <= south:
            expected |= 1 << hex_
    wrong = expected ^ board.feature(f"area:{scenario}")
    yield from says_each(board, wrong, f"is wrong about being in the area of {scenario}")


def _check_sources(board: Board, scenario: str) -> Iterator[str]:
    """9.1: sources lie on the edge of the playing area, and every side has some."""
    edge = rim(board, board.feature(f"area:{scenario}"))
    for name in NAMES.values():
        sources = board.feature(f"supply:{name}:{scenario}")
        if not sources:
            yield f"{board.name}: the {name} side has no source in {scenario}"
        yield from says_each(board, sources & ~edge, f"is a source of {scenario} away from the edge of its area")


def _check_supply(board: Board, scenario: str, standing: list[Standing], side: str) -> Iterator[str]:
    """9.1: every headquarters reaches a source, and commands every unit within fifteen hexes."""
    own, enemy = occupied(board, standing, side, FIGHTING), occupied(board, standing, "G" if side == "A" else "A")
    zone = board.grid.adjacent(occupied(board, standing, "G" if side == "A" else "A", FIGHTING))
    area = board.feature(f"area:{scenario}") | board.grid.hexset("4619")
    free = open_to(board, own, enemy, zone) & area
    headquarters = occupied(board, standing, side, {"hq"})
    sources = board.feature(f"supply:{NAMES[side]}:{scenario}") | (board.feature("supply:allied") if side == "A" else 0)
    lost = headquarters & ~flood(board.grid, sources, free)
    yield from says_each(board, lost, f"holds a headquarters without supply in {scenario}")
    units = occupied(board, standing, side) & ~_commanded(board, headquarters, free)
    yield from says_each(board, units, f"holds a unit out of command in {scenario}")


def _commanded(board: Board, headquarters: HexSet, free: HexSet) -> HexSet:
    """The hexes in command: across a major river without a bridge the path ends in the next hex."""
    wall = minus(board.sides["major-river"], join(board.sides["road-bridge"], board.sides["rail-bridge"]))
    near = flood(board.grid, headquarters, free, wall, limit=COMMAND_RANGE - 1)
    return flood(board.grid, headquarters, free, wall, limit=COMMAND_RANGE) | board.grid.adjacent(near) & free


def _check_arrivals(board: Board, folder: MapFolder, scenario: str) -> Iterator[str]:
    """Reinforcements have a known rule of entry, and stated hexes of the playing area that their side holds."""
    for row in folder.lines(f"arrivals-{scenario}", ARRIVAL_COLUMNS, 2):
        for entry in (row.text("entry"), row.cells["alt_entry"]):
            kind, _, rest = entry.partition(":")
            if entry and kind not in ENTRIES:
                yield f"{board.name}: {row.file}, line {row.line}: {entry[:40]!r} is no rule of entry"
            if kind in ("hex", "roll"):
                own = board.feature(f"start:{scenario}:{row.choice('side', list(NAMES))}")
                hexes = board.grid.hexset(*rest.split("|"))
                yield from says_each(board, hexes & ~own, f"is no entry hex of its side ({row.file}, line {row.line})")
