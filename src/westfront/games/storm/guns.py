"""Chapters 14.2 and 11.10: where Artillerie Gruppe Bruchmüller may go."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.games.storm.data import StormData
from westfront.games.storm.state import ALLIED, StormState
from westfront.hexgrid import HexSet


@rule("14.2")
def beside_allies(rules: StormData, s: StormState) -> HexSet:
    """The hexes next to any Allied unit, whatever else is there."""
    return rules.grid.adjacent(rules.field(s).occupied[ALLIED])


@rule("12.9.5", "12.9.6", "12.9.7", "14.2")
def too_soft(rules: StormData, wet: int) -> HexSet:
    """Marsh, flood plain in wet weather, and mountain."""
    return rules.board.marsh(wet) | rules.board.of("mountain")


@rule("14.2")
def is_stuck(rules: StormData, s: StormState) -> bool:
    """Whether AGB stands in a flood plain that has become a marsh."""
    here = s.at[rules.agb]
    return here >= 0 and bool(rules.board.marsh(s.wet) >> here & 1)


@rule("14.2")
def dry_ground(rules: StormData, s: StormState) -> HexSet:
    """Hexes in which AGB may stand of its own will."""
    enemies = rules.field(s).occupied[ALLIED]
    return rules.board.playable & ~too_soft(rules, s.wet) & ~beside_allies(rules, s) & ~enemies


@rule("14.2")
def nearer_to_dry_ground(rules: StormData, s: StormState) -> HexSet:
    """Hexes that lead AGB out of the wet by the most direct way: flood plain may be entered on it, nothing worse."""
    start, enemies = s.at[rules.agb], rules.field(s).occupied[ALLIED]
    goal = dry_ground(rules, s)
    open_ = goal | (rules.board.of("flood plain") & ~beside_allies(rules, s) & ~enemies)
    distance, front, nearer = 0, goal, goal
    while front and not front >> start & 1:
        nearer = front if distance == 0 else nearer | front
        front = rules.grid.adjacent_across(front, rules.board.all_sea) & (open_ | 1 << start) & ~nearer
        distance += 1
    return nearer & ~(1 << start) if front else 0


@rule("14.2", "12.9.5", "12.9.7")
def barred_to_guns(rules: StormData, s: StormState) -> HexSet:
    """Hexes that AGB may not enter on foot."""
    allowed = nearer_to_dry_ground(rules, s) if is_stuck(rules, s) else dry_ground(rules, s)
    return rules.board.playable & ~allowed


@rule("11.10", "14.2")
def gun_rail_ends(rules: StormData, s: StormState) -> HexSet:
    """Where AGB may end a rail move: towns, cities, German trenches, on firm ground, not beside an Allied unit."""
    board = rules.board
    ends = board.rail_ends | board.main_trench | board.second_trench
    return ends & ~too_soft(rules, s.wet) & ~beside_allies(rules, s)
