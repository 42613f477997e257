"""What the game has to remember."""

from __future__ import annotations

from westfront.engine.names import Hex, HexSet, Number
from westfront.engine.state import Numbers, State, UnitNumbers, UnitPlaces

GERMAN, ALLIED = 0, 1

BOXES = ("off", "due", "pool", "edge", "evacuated", "dead", "gone", "air", "spent")
OFF, DUE, POOL, EDGE, EVACUATED, DEAD, GONE, AIR, SPENT = range(-1, -10, -1)
"""The boxes beside the map: aside or not in this game; reinforcements of later turns; units that may enter; evacuees
that may enter over the map edge; evacuees of this turn; the deadpile; out of the game for good; air units that are
available, and those that have been used in this turn."""

NATIONS = ("german", "british", "french", "belgian", "american", "japanese")
GER, BRI, FRE, BEL, USA, JAP = range(len(NATIONS))
"""The major nationalities; the Japanese are French but for their replacement steps."""

NORMAL, CROSS, FORT, CUT = range(4)
"""In supply; from a source of another ally (7.11); by a fortress (7.12, 7.13); out of supply."""

MARCHED, RAILED = 1, 2
"""How a unit has moved: on foot in this phase, by rail in this player turn."""

ATTACKED, DEFENDED = 1, 2
"""What a unit has done in this combat phase."""

WAITING, PEAK, PAST = range(3)
"""Influenza: still to come, at its peak in this game turn, or over."""


class StormState(State):
    """The position.

    `german` are the hexes that the Germans control, the Allies having the rest; `lost_ports` and `lost_forts` those
    that were ever in enemy hands. `morale` has the German and the Allied track, `pool` the replacement steps by
    nationality. `mechanized` are the steps of S3.28 left in this turn, `bombed` those that the German rate loses to
    bombers. `bertha` is the hex of Big Bertha, or a box; `yanks` and `bertha_paid` tell whether the gifts of 4.6 and
    4.7 have been made. `railed` counts units sent by rail in this player turn, `mixed` the British-French battles of
    this combat phase, and `guns_fired` tells whether AGB has supported a battle in it.

    For each unit: `at` its hex or box; `steps`; `height` its place in a stack on the map, the highest on top; `supply`
    as found in the owner's last Initial Supply Phase; `moved`; `fought`; `may_infiltrate` for tanks and those stacked
    with them when regular movement ended; `infiltrated`; `guest` for American divisions that have shared a hex with
    another nationality in this game turn (9.6). While a battle lasts `seen` are the units that lie open to the enemy;
    `known` are those that he has seen in their place, on top or in a battle, and not lost sight of since, and
    `seen_steps` the steps that he last saw.
    """

    turn: Number
    wet: Number
    german: HexSet
    lost_ports: HexSet
    lost_forts: HexSet
    morale: Numbers
    pool: Numbers
    mechanized: Number
    bombed: Number
    bertha: Hex
    yanks: Number
    bertha_paid: Number
    influenza: Number
    railed: Number
    mixed: Number
    guns_fired: Number
    at: UnitPlaces
    steps: UnitNumbers
    height: UnitNumbers
    supply: UnitNumbers
    moved: UnitNumbers
    fought: UnitNumbers
    may_infiltrate: UnitNumbers
    infiltrated: UnitNumbers
    guest: UnitNumbers
    seen: UnitNumbers
    known: UnitNumbers
    seen_steps: UnitNumbers
