"""What the two maps of this game must hold, beyond what every map must."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.atlas.board import Board, MapFolder
from westfront.atlas.sets import hexes_of, rim, says_each
from westfront.atlas.setups import open_to
from westfront.hexgrid import HexSet, bits, flood

NO_TOWNS_ROWS, NO_TOWNS_COLUMN = range(25, 30), 28
"""Between Saint-Quentin and Reims the German side has nowhere to go by strategic movement."""


def check(board: Board, folder: MapFolder) -> Iterator[str]:
    """Lines that face each other, sources on the edge, supply with both lines manned, the desert of 1918."""
    german = board.feature("german-main-trench")
    allied = hexes_of(board, "allied-trench | fortress:french & sector:french")
    yield from _check_facing(board, allied, german)
    edge = rim(board, board.playable)
    sources = hexes_of(board, "supply:german | supply:french")
    yield from says_each(board, sources & ~edge, "is an edge source away from the edge")
    yield from _check_supply(board, allied, german, board.start["A"], board.start["G"])
    if board.feature("july-front"):
        yield from _check_july(board)
    yield from _check_desert(board)


def _check_facing(board: Board, allied: HexSet, german: HexSet) -> Iterator[str]:
    """Every hex of a line touches the other line, and the lines are all that touches the front."""
    yield from says_each(board, allied & ~board.grid.adjacent(german), "is an Allied line hex that faces no German one")
    yield from says_each(board, german & ~board.grid.adjacent(allied), "is a German line hex that faces no Allied one")
    for side, line in (("A", allied), ("G", german)):
        other = board.start["G" if side == "A" else "A"]
        front = board.start[side] & board.grid.adjacent(other)
        yield from says_each(board, front ^ line, f"is wrong about standing in the line of side {side}")


def _check_supply(board: Board, allied: HexSet, german: HexSet, west: HexSet, east: HexSet) -> Iterator[str]:
    """7.3: with every line hex manned, every line hex and every hex behind it reaches a source of its side."""
    sides = (
        (allied, german, west, "supply:french"),
        (allied, german, west, "supply:british"),
        (german, allied, east, "supply:german"),
    )
    for own, enemy, behind, word in sides:
        free = open_to(board, own, enemy, board.grid.adjacent(enemy))
        supplied = flood(board.grid, board.feature(word), free, board.sides["all-sea"])
        yield from says_each(board, own & ~supplied, f"is a manned line hex that reaches no {word}")
        whole = flood(board.grid, board.feature(word), behind, board.sides["all-sea"])
        yield from says_each(board, behind & ~whole, f"lies behind the line and reaches no {word}")


def _check_july(board: Board) -> Iterator[str]:
    """S2.4: the July line and what is left of the main trench close the German side, and both sides are in supply."""
    east = board.start["G"] | board.feature("july-german")
    west = board.playable ^ east
    front = east & board.grid.adjacent(west)
    line = hexes_of(board, "july-front | german-main-trench")
    yield from says_each(board, front & ~line, "touches the Allied side in July and is in no line")
    facing = west & board.grid.adjacent(front)
    yield from _check_supply(board, facing, front, west, east)


def _check_desert(board: Board) -> Iterator[str]:
    """Players' notes: no town on the German side in rows 25 to 29, columns 28 and more."""
    for hex_ in bits(hexes_of(board, "town & start=G | city & start=G")):
        row, column = divmod(int(board.grid.label(hex_)), 100)
        if row in NO_TOWNS_ROWS and column >= NO_TOWNS_COLUMN:
            yield f"{board.name}: {board.grid.label(hex_)} has a town between Saint-Quentin and Reims"
