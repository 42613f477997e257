"""Victory: points for objectives and exits, the historical levels, and the levels of the players."""

from __future__ import annotations

from typing import NamedTuple

from westfront.engine.catalogue import rule
from westfront.engine.state import DRAW
from westfront.games.michel.data import MichelData, MichelPlay
from westfront.games.michel.state import ALLIED, EXITED_XY, EXITED_YZ, GERMAN, MichelState
from westfront.games.michel.supply import general_supply
from westfront.hexgrid import HexSet, has

EXIT_POINTS = {EXITED_XY: 4, EXITED_YZ: 1}
LEVELS = ("Allied victory", "draw", "German marginal victory", "German substantive victory", "German decisive victory")
HISTORICAL = (5, 10, 15, 25)
"""The points at which the levels behind the first begin."""


class Source(NamedTuple):
    """Something that gives the German points."""

    title: str
    points: int
    rule: str
    hex: int


@rule("Victory-Control")
def take_objectives(rules: MichelData, s: MichelState, hexes: HexSet, side: int) -> None:
    """An objective belongs to the side that was in it last, be it in passing."""
    entered = hexes & rules.board.objective_hexes
    if entered:
        s.german_held = s.german_held | entered if side == GERMAN else s.german_held & ~entered


def would_change_hands(rules: MichelData, s: MichelState, side: int) -> HexSet:
    """The objectives that a unit of a side would take by entering them."""
    return rules.board.objective_hexes & (~s.german_held if side == GERMAN else s.german_held)


@rule("Victory-Control")
def held(rules: MichelData, s: MichelState) -> HexSet:
    """The objectives that the German occupies, or was the last to occupy."""
    return s.german_held | rules.field(s).occupied[GERMAN] & rules.board.objective_hexes


@rule("Victory-General", "Victory-Control", "Victory-Exit", "Victory-Objectives")
def sources(rules: MichelData, s: MichelState) -> list[Source]:
    """What counts for the German now: objectives last held and exits made, both in German general supply."""
    supplied = general_supply(rules, s, GERMAN) & ~rules.field(s).occupied[ALLIED]
    counted, found = held(rules, s) & supplied, []
    for hex_, value in rules.board.objectives.items():
        if has(counted, hex_):
            found.append(Source(rules.place_names[hex_], value, "Victory-Control", hex_))
    for unit in rules.units[GERMAN]:
        if s.at[unit] in EXIT_POINTS and has(supplied, s.left[unit]):
            title = f"{rules.names.units[unit]} out by {rules.grid.label(s.left[unit])}"
            found.append(Source(title, EXIT_POINTS[s.at[unit]], "Victory-Exit", s.left[unit]))
    return found


@rule("Victory-Levels")
def level(points: int, bounds: tuple[int, ...] = HISTORICAL) -> int:
    """The level of so many points, by the scale of history or by another."""
    return sum(points >= bound for bound in bounds)


@rule("Player-Victory", "Player-Base", "Player-Chart", "RelativeStrength", "Player-Example")
def player_scale(base: int) -> tuple[int, ...]:
    """The chart of the players: a tenth, a fifth, a quarter and half of the base number, fractions dropped."""
    return tuple(base // part for part in (10, 5, 4, 2))


def agreed_level(rules: MichelData, points: int) -> int:
    """The level of so many points by the scale that the players have agreed on."""
    return level(points, player_scale(rules.base) if rules.options["victory"] == "player" else HISTORICAL)


@rule("Player-Series")
def series(rules: MichelData, first: MichelState, second: MichelState) -> int:
    """Two games with sides swapped: German points of the one who was German first, less those of the other."""
    return points_of(rules, first) - points_of(rules, second)


def points_of(rules: MichelData, s: MichelState) -> int:
    """The German points of a position."""
    return sum(source.points for source in sources(rules, s))


@rule("Victory-General", "Player-Victory", "Setup-Choice")
def score(play: MichelPlay) -> None:
    """Count, tell, and end the game by the scale that was agreed."""
    s, rules = play.state, play.rules
    found = sources(rules, s)
    for source in found:
        play.tell("points", source.rule, title=source.title, points=source.points)
    points = points_of(rules, s)
    history, players = level(points), level(points, player_scale(rules.base))
    play.tell("levels", "Victory-Levels", points=points, level=LEVELS[history])
    play.tell("player levels", "Player-Chart", base=rules.base, level=LEVELS[players])
    agreed = agreed_level(rules, points)
    winner = GERMAN if agreed > 1 else DRAW if agreed == 1 else ALLIED
    verdict = f"{points} points, {LEVELS[history]}, by relative strength {LEVELS[players]}"
    play.end(winner, verdict)
