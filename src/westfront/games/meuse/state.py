"""What the game has to remember."""

from __future__ import annotations

from westfront.engine.names import HexSet, Number
from westfront.engine.state import Numbers, State, UnitNumbers, UnitPlaces

ALLIED, GERMAN = 0, 1

BOXES = ("off", "due", "lost", "air", "pool", "hand", "firing", "used")
OFF, DUE, LOST, AIR, POOL, HAND, FIRING, USED = range(-1, -9, -1)
"""The boxes beside the map: brigade chits that are free, and divisions not set up yet; divisions that wait for their
turn; divisions eliminated or broken down; the Air box; and support markers in the pool, in the hand of their side,
assigned to the attack under way, used in this turn."""

UNUSED, DECLARED, SPENT = range(3)
"""The Lost Battalion: still to come, declared on the attack under way, gone."""


class MeuseState(State):
    """The position.

    `breached` trenches; `stock` the bombardment markers that the Allied and the German player have left in this turn;
    `lost_battalion`, `german_replacement` (1 once used) and `gas` (1 while it is used) are flags. For each unit: `at`
    its hex or box; `steps` it has left; of this movement phase `moved`, `spent` (points paid to enter the map) and
    `unsupplied` (when the phase began); `shells` the bombardment markers on it; `fought` if it has attacked or was
    attacked in this combat phase.
    """

    turn: Number
    breached: HexSet
    lost_battalion: Number
    german_replacement: Number
    gas: Number
    stock: Numbers
    at: UnitPlaces
    steps: UnitNumbers
    moved: UnitNumbers
    spent: UnitNumbers
    unsupplied: UnitNumbers
    shells: UnitNumbers
    fought: UnitNumbers
