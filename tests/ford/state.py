"""What the Ford has to remember, and its frames and plays by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.frame import Ask, Play, Step
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


if TYPE_CHECKING:
    from tests.ford.rules import Ford

    FordPlay = Play[Ford, FordState]
    FordAsk = Ask[Ford, FordState]
    FordStep = Step[Ford, FordState]
else:
    FordPlay, FordAsk, FordStep = Play, Ask, Step
