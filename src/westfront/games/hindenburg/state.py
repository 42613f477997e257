"""What the game has to remember, and its frames and plays by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.frame import Ask, Play, Step
from westfront.engine.names import HexSet, Number
from westfront.engine.state import Numbers, State, UnitNumbers, UnitPlaces

GERMAN, ALLIED = 0, 1

LAST_TURN = 15
STACK = 10
"""So many divisions of one side may be in a hex."""
ACTIONS = 10

BOXES = ("off", "reserve", *(f"turn-{turn}" for turn in range(1, LAST_TURN + 1)), "dead", "gone")
OFF, RESERVE = -1, -2
DEAD, GONE = -3 - LAST_TURN, -4 - LAST_TURN
"""The boxes beside the map, each side having its own: not placed yet, or not in this game; the Strategic Reserve; the
boxes of the Turn Record Track; killed, while the combat lasts and the replacement die is not rolled; gone for good."""

NATIONS = ("GE", "FR", "US", "BR", "AN", "BE", "PO")
GE, FR, US, BR, AN, BE, PO = range(len(NATIONS))

NOT_YET, PASSED = range(2)
"""The mid-game victory check: still to be made, or made and passed (if it is failed the game is over)."""


def track(turn: int) -> int:
    """The box of a turn on the Turn Record Track; what would come after the last turn never comes."""
    return RESERVE - turn if turn <= LAST_TURN else GONE


class HindenburgState(State):
    """The position.

    `actions` has the two action markers, the German one first. `german` are the hexes that the Germans control, the
    Allies having the rest; `lost_ports` the Channel ports that were ever German; `trenches` the hexes with an
    entrenchment marker, which belongs to whoever stands there; `mid_game` tells of the mid-game victory check.

    For each division, tank brigade and attack supply marker: `at` its hex or box; `height` its place in a stack on the
    map, the highest on top, none in a box; `flipped` is one with the reverse side up (low morale, or an American
    division reduced). While a battle lasts `seen` are the divisions that lie open to the enemy, and `isolated` those
    that were out of supply when it began.
    """

    turn: Number
    actions: Numbers
    german: HexSet
    lost_ports: HexSet
    trenches: HexSet
    mid_game: Number
    at: UnitPlaces
    height: UnitNumbers
    flipped: UnitNumbers
    seen: UnitNumbers
    isolated: UnitNumbers


if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

    HindenburgPlay = Play[Hindenburg, HindenburgState]
    HindenburgAsk = Ask[Hindenburg, HindenburgState]
    HindenburgStep = Step[Hindenburg, HindenburgState]
else:
    HindenburgPlay, HindenburgAsk, HindenburgStep = Play, Ask, Step
