"""Chapter 7: sources of supply and lines to them, from control of the map alone."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.games.hindenburg.board import HindenburgBoard
from westfront.games.hindenburg.state import AN, BE, BR, FR, GERMAN, PO, US
from westfront.hexgrid import HexSet, flood

Lines = dict[int, HexSet]
"""The hexes in which units of each nation of a side would be in supply; only hexes that the side controls."""


@rule("7.3", "7.5", "14.2", "14.3")
def allied_lines(board: HindenburgBoard, german: HexSet, lost_ports: HexSet) -> Lines:
    """Supply of the Allies, from control alone: no line runs through a hex that the enemy controls.

    A line crosses the front line once at most. So it stays on the side of its source or leaves it once; and a unit west
    of the line, whose line stays there, may use the sources of all nations.
    """
    grid, allied = board.grid, board.playable & ~german
    east, west = allied & board.east, allied & board.west | board.sea
    french_sources, british_sources = board.french_sources & allied, board.british_sources & allied & ~lost_ports
    french = british = flood(grid, french_sources | british_sources, west) & board.west
    if east:
        french |= _across(board, flood(grid, french_sources, west), east)
        british |= _across(board, flood(grid, british_sources, west), east)
    return {FR: french, US: french, BR: british, AN: british, BE: british & board.belgian_area, PO: british}


@rule("7.4", "7.5")
def german_lines(board: HindenburgBoard, open_: HexSet) -> HexSet:
    """Open hexes with a line to a German source: east of the front line, then once across it."""
    east = flood(board.grid, board.german_sources & open_, open_ & board.east)
    return east | _across(board, east, open_ & board.west)


@rule("8.2(2)")
def attack_supply_lines(board: HindenburgBoard, german: HexSet, trenches: HexSet) -> HexSet:
    """German hexes with a line that keeps out of the Devastated Zone, but for German trenches and entrenchments."""
    return german_lines(board, german & ~(board.devastated & ~(board.printed_trench[GERMAN] | trenches)))


def _across(board: HindenburgBoard, reached: HexSet, beyond: HexSet) -> HexSet:
    """The open hexes beyond the front line that are joined with what is reached on this side of it."""
    return flood(board.grid, board.grid.adjacent(reached) & beyond, beyond) if beyond else 0
