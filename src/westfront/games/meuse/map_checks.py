"""What the map of this game must hold, beyond what every map must."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.atlas.board import Board, MapFolder
from westfront.atlas.sets import says_each
from westfront.atlas.setups import open_to
from westfront.hexgrid import HexSet, bits, flood

GERMAN_RESERVES, ALLIED_STARTERS = 4, 14
COLUMNS, ROWS = 24, 22


def check(board: Board, folder: MapFolder) -> Iterator[str]:
    """The Stellung line, the edges, room for both set-ups and supply with the line manned."""
    rows = _stellung_rows(board)
    if sorted(rows) != list(range(1, COLUMNS + 1)):
        yield f"{board.name}: the Stellung line has not one hex in each column"
        return
    yield from _check_start(board, rows)
    yield from _check_edges(board)
    yield from _check_room(board)
    yield from _check_supply(board)


def _place(board: Board, hex_: int) -> tuple[int, int]:
    """Column and row."""
    return divmod(int(board.grid.label(hex_)), 100)


def _stellung_rows(board: Board) -> dict[int, int]:
    """The row of the line in each column; a column with two hexes of it counts as none."""
    places = [_place(board, hex_) for hex_ in bits(board.feature("stellung"))]
    return {column: row for column, row in places if [c for c, _ in places].count(column) == 1}


def _check_start(board: Board, rows: dict[int, int]) -> Iterator[str]:
    """11.2, 11.5: south of the line is Allied at the start, the line and what lies north of it German."""
    south = board.grid.set_of(hex_ for hex_ in board.grid if _place(board, hex_)[1] > rows[_place(board, hex_)[0]])
    yield from says_each(board, south ^ board.start["A"], "is on the wrong side of the Stellung line")


def _check_edges(board: Board) -> Iterator[str]:
    """19.3, 19.6 and supply: Germans come by the north and east edges, the Allies by the south edge."""
    north_east = south = 0
    for hex_ in board.grid:
        column, row = _place(board, hex_)
        north_east |= (row == 1 or column == COLUMNS) << hex_
        south |= (row == ROWS) << hex_
    german = board.feature("entry:german") | board.feature("supply:german")
    yield from says_each(board, german & ~north_east, "is a German edge hex away from the north and east edges")
    yield from says_each(board, south ^ board.feature("entry:allied"), "is wrong about the Allied entry edge")


def _check_room(board: Board) -> Iterator[str]:
    """19.2, 19.5: hexes enough for the starters, and north of the line for reserves that touch nobody."""
    line, allied = board.feature("stellung"), board.start["A"]
    free = board.start["G"] & ~line & ~board.grid.adjacent(line | allied)
    if free.bit_count() < 7 * GERMAN_RESERVES or allied.bit_count() < ALLIED_STARTERS:
        yield f"{board.name}: there is no room for the set-up"


def _check_supply(board: Board) -> Iterator[str]:
    """9.0: with the line manned and Allied units in front of all of it, both sides trace supply."""
    line = board.feature("stellung")
    facing = board.start["A"] & board.grid.adjacent(line)
    for own, enemy, word in ((line, facing, "supply:german"), (facing, line, "supply:allied")):
        yield from _cut_off(board, own, enemy, board.feature(word))


def _cut_off(board: Board, own: HexSet, enemy: HexSet, sources: HexSet) -> list[str]:
    free = open_to(board, own, enemy, board.grid.adjacent(enemy))
    return says_each(board, own & ~flood(board.grid, sources, free), "holds a unit of the line that reaches no edge")
