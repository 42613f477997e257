"""Chapter 7: supply."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.games.storm.board import joined
from westfront.games.storm.data import StormData
from westfront.games.storm.state import (
    ALLIED,
    BEL,
    BRI,
    CROSS,
    CUT,
    FORT,
    FRE,
    GER,
    GERMAN,
    NORMAL,
    USA,
    StormState,
)
from westfront.hexgrid import HexSet


class Lines(NamedTuple):
    """The hexes from which a supply line leads to a source of each kind."""

    german: HexSet
    british: HexSet
    french: HexSet

    def own(self, nation: int) -> HexSet:
        """The hexes from which one leads to a nationality's own sources."""
        return self.german if nation == GER else self.british if nation in (BRI, BEL) else self.french


@rule("7.4")
def german_sources(rules: StormData, s: StormState) -> HexSet:
    """East-edge hexes outside Holland, while the Germans control them."""
    return rules.board.edge[GERMAN] & s.german


@rule("7.5", "7.8")
def british_sources(rules: StormData, s: StormState) -> HexSet:
    """The three Channel Ports, each until it is German for the first time."""
    return rules.board.ports & ~s.lost_ports & ~s.german


@rule("7.6", "7.8")
def french_sources(rules: StormData, s: StormState) -> HexSet:
    """French hexes of the west and south edges, while the Allies control them."""
    return rules.board.edge[ALLIED] & ~s.german


@rule("7.7", "7.8", "7.9", "10.7")
def open_to(rules: StormData, s: StormState, side: int) -> HexSet:
    """Where supply lines of a side run: no enemy unit, no enemy zone unless a friend stands there.

    Enemy-controlled hexes are open, but not the enemy's own fortresses while he controls them.
    """
    board = rules.board
    barred = board.fortress[1 - side] & (s.german if side == ALLIED else ~s.german)
    return rules.field(s).open_to[side] & board.playable & ~barred


@rule("7.3", "7.7", "7.10")
def supply_lines(rules: StormData, s: StormState) -> Lines:
    """Hexes joined with a source, at any distance and for any number of units."""
    board, german, allied = rules.board, open_to(rules, s, GERMAN), open_to(rules, s, ALLIED)
    return Lines(
        joined(board, german_sources(rules, s), german),
        joined(board, british_sources(rules, s), allied),
        joined(board, french_sources(rules, s), allied),
    )


@rule("7.1", "7.10", "7.10-ex", "7.11")
def line_state(rules: StormData, lines: Lines, unit: int, hex_: int) -> int:
    """What the lines alone give a unit in a hex: its own sources, those of an ally, or nothing."""
    if lines.own(rules.nation[unit]) >> hex_ & 1:
        return NORMAL
    return CROSS if rules.side_of[unit] == ALLIED and (lines.british | lines.french) >> hex_ & 1 else CUT


@rule("7.12", "7.13", "7.14")
def fortress_feeds(rules: StormData, s: StormState, unit: int) -> bool:
    """Whether a unit stands in a fortress of its own nation that was never lost; British and Belgians never do."""
    side, nation = rules.side_of[unit], rules.nation[unit]
    return nation in (GER, FRE) and bool(rules.board.fortress[side] & ~s.lost_forts & (1 << s.at[unit]))


@rule("7.11", "7.12", "7.13", "9.6", "S3.14")
def find_supply(rules: StormData, s: StormState, side: int) -> dict[int, int]:
    """The supply of every unit of a side on the map.

    American infantry lives on a fortress beside a French unit that does so itself; in 1919 no longer.
    """
    lines = supply_lines(rules, s)
    fort_first = rules.options["cross-supply"] == "halved-defence"
    found: dict[int, int] = {}
    for unit in rules.field(s).on_map[side]:
        state = line_state(rules, lines, unit, s.at[unit])
        if (state == CUT or (state == CROSS and fort_first)) and fortress_feeds(rules, s, unit):
            state = FORT
        found[unit] = state
    if side == ALLIED and not rules.is_1919 and FORT in found.values():
        hosts = {s.at[u] for u, state in found.items() if state == FORT and rules.nation[u] == FRE}
        for unit, state in found.items():
            if state == CUT and rules.nation[unit] == USA and rules.is_division[unit] and s.at[unit] in hosts:
                found[unit] = FORT
    return found


@rule("7.2", "7.2-ex", "7.11", "7.12", "7.13")
def halved(number: int) -> int:
    """Half of a factor, fractions rounded up."""
    return (number + 1) // 2
