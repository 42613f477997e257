"""What the game has to remember."""

from __future__ import annotations

from westfront.engine.names import HexSet, Number
from westfront.engine.state import State, UnitNumbers, UnitPlaces
from westfront.mechanics.arrivals import TurnTrack

GERMAN, ALLIED = 0, 1

_PLACES = ("off", "pool", "permanent", "exited-XY", "exited-YZ", "fallen")
OFF, POOL, LOST, EXITED_XY, EXITED_YZ, FALLEN = range(-1, -7, -1)
"""The boxes beside the map: not in this game; the pool; gone for good; exited; destroyed, while the owner says in which
order his losses go into the pool. Then come the boxes of the game-turns, the last for what would come too late."""
LAST_TURN = 10
FIRST_DAY = 20
"""Game-turn 1 is the 21st of March."""
TRACK = TurnTrack(first=FALLEN - 1, turns=LAST_TURN + 1, beyond=LOST)
BOXES = _PLACES + TRACK.names()

UNUSED, GIVES_ATTACK_SUPPLY, FIRES, FIRES_FULL, FIRES_HALF = range(5)
"""What a corps does in a player-turn: nothing yet, attack supply (face down), fire in attack, fire in defence."""

HOME_EDGE, NORTH_EDGE, SOUTH_EDGE = range(3)
"""Where a unit that is due comes in: the friendly edge, or the edge of the reinforcement chart."""


class MichelState(State):
    """The position.

    For each unit: `at` its hex or box; `left` the hex by which it exited; `edge` where it comes in if it is due; of
    this movement phase `moved`, `spent` (points paid to enter the map), `isolated` (without general supply when the
    phase began), `supplied_by` (one more than the number of the one corps that supplied it then); of this player-turn
    `use` (of a corps) and `gave_supply` (a corps that alone let a unit move); of this combat phase the number of the
    `combat` in which it attacks or fires, and of the one of which it is a `target`.
    """

    turn: Number
    german_held: HexSet
    at: UnitPlaces
    left: UnitPlaces
    edge: UnitNumbers
    moved: UnitNumbers
    spent: UnitNumbers
    isolated: UnitNumbers
    supplied_by: UnitNumbers
    use: UnitNumbers
    gave_supply: UnitNumbers
    combat: UnitNumbers
    target: UnitNumbers
