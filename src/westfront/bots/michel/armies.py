"""The German armies: what each part of the front goes for, by which plan, and how its corps follow."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from westfront.bots.front import Race
from westfront.games.michel.data import MichelData
from westfront.games.michel.state import GERMAN, MichelState
from westfront.hexgrid import HexSet, bits, has, union

SCALE, HORIZON = 6.0, 14
"""Movement points over which a lead is worth e times as much, and that the Germans can hope to make in a game-turn."""
WEST, SOUTH = 4, 16
"""The west edge, and then the south edge, count as so many points farther away than they are."""
CORPS_POINTS = 3
"""The movement points of a corps."""
ARMIES, NORTH, AMIENS = "each army for its own goal", "two armies for Arras", "all for Amiens"
NEAREST = "all for what is nearest"
ARRAS, HELP_TURN = 10, 5
"""The points of Arras, and the turn from which the second army helps the first to take it."""


class Army(NamedTuple):
    """The Germans in the rows down to the last one, and how much farther away an objective of so many points counts."""

    last: int
    behind: dict[int, int]


PLANS = {
    ARMIES: (Army(9, {10: 0}), Army(20, {15: 0}), Army(40, {15: 0, 5: 0})),
    NORTH: (Army(16, {10: 0}), Army(40, {15: 0, 5: 0})),
    AMIENS: (Army(40, {15: 0, 5: 4}),),
    NEAREST: (Army(40, {15: 0, 10: 3, 5: 8}),),
}
"""As in 1918: the 17th army in the north for Arras, the 2nd for Amiens, the 18th for Montdidier or Amiens. The other
plans give up breadth for mass; by the last one the Allies see what threatens them. Once an army has its objective it
runs for the west edge."""


def usual_plan(rules: MichelData, s: MichelState) -> str:
    """What an officer does: the army beside helps if Arras still stands on the fifth day."""
    arras = next(hex_ for hex_, points in rules.board.objectives.items() if points == ARRAS)
    return NORTH if s.turn >= HELP_TURN and not has(s.german_held, arras) else ARMIES


def army_at(rules: MichelData, plan: str, hex_: int) -> int:
    """The number of the army to which a hex belongs."""
    row = int(rules.grid.label(hex_)[2:])
    return next(number for number, army in enumerate(PLANS[plan]) if row <= army.last)


@lru_cache(maxsize=256)
def race(rules: MichelData, taken: HexSet, plan: str, number: int) -> Race:
    """The race of an army for its objectives that are not taken, and for the edges."""
    board, behind = rules.board, PLANS[plan][number].behind
    goals = [
        (behind[points], 1 << hex_)
        for hex_, points in board.objectives.items()
        if points in behind and not has(taken, hex_)
    ]
    goals += [(WEST, board.exits[0]), (SOUTH, board.exits[1])]
    return Race(rules.grid, goals, tuple(board.entry[GERMAN].items()), SCALE, HORIZON)


@lru_cache(maxsize=8)
def way_west(rules: MichelData) -> dict[int, int]:
    """German movement points from every hex to the west edge, on the bare map."""
    board = rules.board
    return Race(rules.grid, [(0, board.exits[0])], tuple(board.entry[GERMAN].items()), 1.0, 1).distance


@lru_cache(maxsize=8)
def marches(rules: MichelData) -> dict[int, HexSet]:
    """From where a German corps comes to every hex in a movement phase, on the bare map and with the roads."""
    found = dict.fromkeys(rules.grid, 0)
    for hex_ in rules.grid:
        for end in bits(rules.board.unhindered(GERMAN, hex_, CORPS_POINTS).hexes):
            found[end] |= 1 << hex_
    return found


@lru_cache(maxsize=512)
def phases_to(rules: MichelData, goals: HexSet) -> dict[int, int]:
    """In how many movement phases a German corps comes from every hex to the nearest goal."""
    found, ring, seen = dict[int, int](), goals, goals
    while ring:
        found |= dict.fromkeys(bits(ring), max(found.values(), default=-1) + 1)
        ring = union(marches(rules)[hex_] for hex_ in bits(ring)) & ~seen
        seen |= ring
    return found
