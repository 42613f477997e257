"""Chapter 7: sources of supply and lines to them, from control of the map alone."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.games.hindenburg.board import HindenburgBoard
from westfront.games.hindenburg.state import BR, FR, GERMAN
from westfront.hexgrid import HexSet, flood


class Supply(NamedTuple):
    """The hexes in which units of each nation would be supplied, as control stands now."""

    nations: tuple[HexSet, ...]
    """By nation, in the order of NATIONS; only hexes that the nation's side controls."""

    @property
    def allied(self) -> HexSet:
        """Allied hexes that at least one nation can reach."""
        return self.nations[FR] | self.nations[BR]


@rule("7.1", "7.3", "7.5", "14.2", "14.3")
def find_supply(board: HindenburgBoard, german: HexSet, lost_ports: HexSet) -> Supply:
    """Supply of all nations, from control alone: no line runs through a hex that the enemy controls.

    A line crosses the front line once at most. So it stays on the side of its source or leaves it once; and an Allied
    unit west of the line, whose line stays there, may use the sources of all nations.
    """
    grid, allied = board.grid, board.playable & ~german
    east, west = allied & board.east, allied & board.west | board.sea
    french = flood(grid, board.french_sources & allied, west)
    british = flood(grid, board.british_sources & allied & ~lost_ports, west)
    both = (french | british) & board.west
    french = both | _across(board, french, east)
    british = both | _across(board, british, east)
    lines = german_lines(board, german)
    return Supply((lines, french, french, british, british, british & board.belgian_area, british))


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
