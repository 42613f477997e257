"""What the game has to remember."""

from __future__ import annotations

from westfront.engine.names import Hex, Hexes, HexSet, HexSides, Number, Side, Text, Unit
from westfront.engine.state import Numbers, State, UnitLinks, UnitNumbers, UnitPlaces

GERMAN, ALLIED = 0, 1

BOXES = ("off", "due", "lost", "away")
OFF, DUE, LOST, AWAY = range(-1, -5, -1)
"""The boxes beside the map: not in this scenario; still to come; eliminated; air units that come back later."""

IN_ORDER, REORGANISING, DISORGANISED = range(3)
"""12.5: what a unit's marker says."""

FRESH, MOVED, ARRIVED, ALONE = range(4)
"""Of this phase: not moved; moved; came in and may still move; alone in an enemy zone when the phase began."""

BOMBARDMENT, OFFENSIVE, COUNTER_BATTERY = range(3)
"""15.2.2: the side of an artillery counter that is up."""

FAIR, FOG, OVERCAST = range(3)
WEATHERS = ("fair", "fog", "overcast")

BELOW, ABOVE, INTERDICTION, OBSERVATION, BOMBING = range(1, 6)
"""17.1: an air unit lies under its HQ, on it, or flies a mission."""

NO_PART, ATTACKS, DEFENDS, FIRES, COUNTERS = range(5)
"""What a unit does in the battle that is being fought."""

NOT_ROLLED, MISUNDERSTOOD, NONE, PARTIAL, PERFECT = range(5)
"""12.2.6: how well a side has coordinated."""
COORDINATION = ("not rolled", "misunderstood orders", "no coordination", "partial coordination", "perfect coordination")


def any_marked(column: bytearray) -> bool:
    """Whether a column says anything of anybody; `any` would look at its units one by one."""
    return column != bytes(len(column))


class MarneState(State):
    """The position.

    Of the turn: `turn`, `sequence`, `weather`, `mover` (whose phases these are), `exploiting` (his exploitation phase),
    `attempts` at pontoons left, `german_holds`, hexes `attacked` in this phase, `tank_spent` (scenario 1), bridges that
    are `down`, `pontoons` (pairs of hexes: where it lies, and what it leads to), `bonus_attacks` of this phase.

    Of the battle: its `target`, the two lead units, `hits` on attacker and defender, `asterisk`, `coordination` of
    attacker and defender, `limit` of a retreat, `ground` given by choice and hexes `retreated` in all, the hexes from
    which it was `launched`, whether fire has `won` it, and what has been `told` of it.

    For each unit: `at` its hex or box, steps `lost`, `unsupplied`, `order`, `pinned`, number of its `exploitation` or
    `reserve` marker, `leaving` (marked to disengage), `moved`, half points `spent`, `fought`, `mode` and `uses` of a
    gun, `under` (the regiment of Stosstruppen, the HQ of an air unit), `sky` what an air unit does, `back` when it
    returns (four times the turn and the sequence; for units that a die brings, whether it has), `role` and hexes
    `advanced` in the battle.
    """

    turn: Number
    sequence: Number
    weather: Number
    mover: Side
    exploiting: Number
    attempts: Number
    german_holds: HexSet
    attacked: HexSet
    tank_spent: Number
    down: HexSides
    pontoons: Hexes

    target: Hex
    attack_lead: Unit
    defence_lead: Unit
    hits: Numbers
    asterisk: Number
    coordination: Numbers
    limit: Number
    ground: Number
    retreated: Number
    launched: HexSet
    won: Number
    told: Text
    bonus_attacks: Number

    at: UnitPlaces
    lost: UnitNumbers
    unsupplied: UnitNumbers
    order: UnitNumbers
    pinned: UnitNumbers
    exploitation: UnitNumbers
    reserve: UnitNumbers
    leaving: UnitNumbers
    moved: UnitNumbers
    spent: UnitNumbers
    fought: UnitNumbers
    mode: UnitNumbers
    uses: UnitNumbers
    under: UnitLinks
    sky: UnitNumbers
    back: UnitNumbers
    role: UnitNumbers
    advanced: UnitNumbers
