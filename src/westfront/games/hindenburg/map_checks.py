"""What the map of this game must hold, beyond what every map must."""

from __future__ import annotations

from collections.abc import Iterator

from westfront.atlas.board import Board, MapFolder
from westfront.atlas.sets import rim, says_each
from westfront.hexgrid import HexSet, flood, union

LAST_FRENCH_ROW, LAST_FRENCH_COLUMN = 34, 18


def check(board: Board, folder: MapFolder) -> Iterator[str]:
    """Sources, supply of every hex at the start, lines to the ports, Belgium and the front."""
    yield from _check_sources(board)
    yield from _check_supply(board)
    yield from _check_ports(board)
    belgium, front = board.feature("belgium"), union(board.sides["front-line"])
    beside = board.grid.adjacent(belgium) & ~belgium & board.playable
    yield from says_each(board, beside ^ board.feature("next-to-belgium"), "is wrong about lying next to Belgium")
    yield from says_each(board, board.feature("front") ^ front, "is wrong about touching the front")
    yield from says_each(board, belgium ^ board.countries["BE"], "is wrong about lying in Belgium")


def _check_sources(board: Board) -> Iterator[str]:
    """7.3, 7.4: the French edge runs from 3400 down and along to 2018, the German one from 4212 round to 2021."""
    french = german = 0
    for hex_ in board.grid:
        row, column = divmod(int(board.grid.label(hex_)), 100)
        if (column == 0 and row <= LAST_FRENCH_ROW) or (row == 20 and column <= LAST_FRENCH_COLUMN):
            french |= 1 << hex_
        if column == 24 or (row == 42 and column >= 12) or (row == 20 and column >= 21):
            german |= 1 << hex_
    yield from says_each(board, french ^ board.feature("supply:french"), "is wrong about being a French source")
    expected = german & board.playable & rim(board, board.grid.mask)
    yield from says_each(board, expected ^ board.feature("supply:german"), "is wrong about being a German source")


def _check_supply(board: Board) -> Iterator[str]:
    """7.5: at the start every hex of a side reaches its sources, the Allied ones over the sea too."""
    west, east = board.start["A"], board.start["G"]
    cut = east & ~flood(board.grid, board.feature("supply:german"), east)
    yield from says_each(board, cut, "reaches no German source")
    for nation in ("french", "british"):
        supplied = flood(board.grid, board.feature(f"supply:{nation}"), west | board.terrain["sea"])
        yield from says_each(board, west & ~supplied, f"reaches no {nation} source")


def _check_ports(board: Board) -> Iterator[str]:
    """4.11: a chain of Allied hexes from Abbeville to each Channel port."""
    reached: HexSet = flood(board.grid, board.grid.hexset("3400"), board.start["A"])
    yield from says_each(board, board.feature("channel-port") & ~reached, "is a port cut off from Abbeville")
