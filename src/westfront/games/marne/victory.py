"""Chapter 16 and the victory conditions of the four scenarios."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.games.marne.facts import MarneData, MarnePlay
from westfront.games.marne.state import ALLIED, GERMAN, MarneState
from westfront.games.marne.supply import open_hexes
from westfront.hexgrid import HexSet, bits, flood, has

MONTDIDIER, REIMS = "0605", "4619"
CIRY, SERCHES = "3015", "3016"
"""Scenario 4: these two count together once."""
ENCIRCLED_DIVISIONS = 8
REGIMENTS_PER_DIVISION = 3
MONTDIDIER_LOST = "German strategic defeat, Montdidier is lost"
REIMS_LOST = "German strategic victory, Reims is taken or cut off"
DIVISIONS_LOST = "French strategic victory, eight German divisions are cut off"
BEYOND_POINTS = {"gneisenau": ("", MONTDIDIER_LOST), "friedensturm": (REIMS_LOST, DIVISIONS_LOST)}
"""Levels that no number of points brings: the best and the worst for the Germans."""


@rule("S1 victory", "S2 victory", "S3 victory", "S4 victory", "16.0")
def points_of(rules: MarneData, s: MarneState) -> int:
    """The victory points as they stand: the Allied ones in scenario 4, the German ones in all others."""
    if rules.scenario == "foch-attacks":
        held = {hex_: n for hex_, n in rules.board.points.items() if not has(s.german_holds, hex_)}
        both = [rules.grid.hex(label) for label in (CIRY, SERCHES)]
        twice = held[both[0]] if all(hex_ in held for hex_ in both) else 0
        return sum(held.values()) - twice
    gained = scoring_hexes(rules) & s.german_holds
    return sum(rules.board.points[hex_] for hex_ in bits(gained))


@rule("S3 victory")
def scoring_hexes(rules: MarneData) -> HexSet:
    """The hexes that count for the Germans: in scenario 3 only those that they gain."""
    hexes = rules.grid.set_of(rules.board.points)
    if rules.scenario == "friedensturm" and rules.options["gains"] == "gained":
        return hexes & ~rules.board.german_start
    return hexes


@rule("S3 victory")
def joined(rules: MarneData, s: MarneState, side: int) -> HexSet:
    """The hexes from which a path without enemies or their zones leads to an edge source of a side."""
    return flood(rules.grid, rules.board.sources[side], open_hexes(rules, s, side))


@rule("S3 victory")
def reims_lost(rules: MarneData, s: MarneState) -> bool:
    """Reims is German, or no path leads from it to the Allied edge."""
    reims = rules.grid.hexset(REIMS)
    if s.german_holds & reims:
        return True
    return not joined(rules, s, ALLIED) & reims


@rule("S3 victory")
def encircled_divisions(rules: MarneData, s: MarneState) -> int:
    """German divisions without a path to their edge; three regiments are one."""
    free = joined(rules, s, GERMAN)
    cut = [unit for unit in rules.combat_units[GERMAN] if s.at[unit] >= 0 and not has(free, s.at[unit])]
    regiments = sum(rules.is_regiment[unit] for unit in cut)
    return sum(rules.is_division[unit] for unit in cut) + regiments // REGIMENTS_PER_DIVISION


def level_of(rules: MarneData, points: int) -> tuple[int, str]:
    """Who wins with so many points, and what it is called."""
    reached = [(winner, verdict) for lowest, winner, verdict in rules.levels if points >= lowest]
    return reached[-1]


@rule("S1 victory", "S2 victory", "S3 victory", "S4 victory")
def reached(rules: MarneData, s: MarneState) -> tuple[int, str]:
    """The winner of a finished game and the level of victory."""
    if rules.scenario == "gneisenau" and not s.german_holds & rules.grid.hexset(MONTDIDIER):
        return ALLIED, MONTDIDIER_LOST
    if rules.scenario == "friedensturm":
        german, french = reims_lost(rules, s), encircled_divisions(rules, s) >= ENCIRCLED_DIVISIONS
        if german and not french:
            return GERMAN, REIMS_LOST
        if french and not german:
            return ALLIED, DIVISIONS_LOST
    return level_of(rules, points_of(rules, s))


def degrees(rules: MarneData) -> tuple[str, ...]:
    """All levels, the best for the Germans first; in scenario 4 the points are Allied."""
    best, worst = BEYOND_POINTS.get(rules.scenario, ("", ""))
    names = [name for _, _, name in rules.levels][:: 1 if rules.scenario == "foch-attacks" else -1]
    return tuple(name for name in (best, *names, worst) if name)


def outcome(rules: MarneData, s: MarneState) -> tuple[int, str]:
    """The winner of a finished game and the verdict."""
    winner, level = reached(rules, s)
    if level in BEYOND_POINTS.get(rules.scenario, ()):
        return winner, level
    return winner, f"{level} with {points_of(rules, s)} points"


@rule("16.0", "7.0")
def end_game(play: MarnePlay) -> None:
    """After the last turn the winner is determined."""
    winner, verdict = outcome(play.rules, play.state)
    play.tell("end", "16.0", verdict=verdict)
    play.end(winner, verdict)
