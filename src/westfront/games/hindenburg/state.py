"""What the game has to remember."""

from __future__ import annotations

from typing import Annotated

from westfront.engine.names import HexSet, Number
from westfront.engine.state import Numbers, State, UnitNumbers, UnitPlaces
from westfront.mechanics.arrivals import TurnTrack

GERMAN, ALLIED = 0, 1

LAST_TURN = 15
STACK = 10
"""So many divisions of one side may be in a hex."""
ACTIONS = 10

OFF, RESERVE = -1, -2
DEAD, GONE = -3 - LAST_TURN, -4 - LAST_TURN
TRACK = TurnTrack(first=-3, turns=LAST_TURN, beyond=GONE)
BOXES = ("off", "reserve", *TRACK.names(), "dead", "gone")
"""The boxes beside the map, each side having its own: not placed yet, or not in this game; the Strategic Reserve; the
boxes of the Turn Record Track; killed, while the combat lasts and the replacement die is not rolled; gone for good."""

NATIONS = ("GE", "FR", "US", "BR", "AN", "BE", "PO")
GE, FR, US, BR, AN, BE, PO = range(len(NATIONS))

NOT_YET, PASSED = range(2)
"""The mid-game victory check: still to be made, or made and passed (if it is failed the game is over)."""

Kinds = Annotated[tuple[str, ...], "word*"]
"""Divisions by kind and number, such as `3xGE4-4 1xGE3-3`, or `all`."""
Factors = Annotated[tuple[int, ...], "number*"]


class HindenburgState(State):
    """The position.

    `actions` has the two action markers, the German one first. `german` are the hexes that the Germans control, the
    Allies having the rest; `lost_ports` the Channel ports that were ever German; `trenches` the hexes with an
    entrenchment marker, which belongs to whoever stands there; `mid_game` tells of the mid-game victory check.

    For each division, tank brigade and attack supply marker: `at` its hex or box; `height` its place in a stack on the
    map, the highest on top, none in a box; `flipped` is one with the reverse side up (low morale, or an American
    division reduced). While a battle lasts `isolated` are the divisions that were out of supply when it began.

    What the enemy knows of a division: `known` is one if he has seen it in this place, on top of a stack or in a
    battle, and has not lost sight of it since; `seen_reduced` is one if he has seen an American division reduced and
    it cannot have recovered since.
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
    isolated: UnitNumbers
    known: UnitNumbers
    seen_reduced: UnitNumbers
