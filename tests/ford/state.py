"""What the Ford has to remember."""

from __future__ import annotations

from westfront.engine.names import HexSet, Number
from westfront.engine.state import Numbers, State, UnitNumbers, UnitPlaces

RED, BLUE = 0, 1


class FordState(State):
    """The position; `height` orders the counters of a hex, the highest lies on top."""

    turn: Number
    mud: Number
    red_holds: HexSet
    lost: Numbers
    at: UnitPlaces
    steps: UnitNumbers
    height: UnitNumbers
    moved: UnitNumbers
    fought: UnitNumbers
