"""The combats of this phase, as the units remember them: each knows the number of its combat."""

from __future__ import annotations

from westfront.games.michel.data import MichelData
from westfront.games.michel.state import MichelState


def combats(rules: MichelData, s: MichelState, side: int) -> dict[int, list[int]]:
    """The combats still to be fought against units of a side: by number their hexes, in order of the labels."""
    at, target, own = s.at, s.target, rules.side_of
    numbers = sorted(set(target.translate(None, b"\0")))
    found = {number: {at[u] for u in marked(target, number) if own[u] == side} for number in numbers}
    return {number: sorted(hexes, key=rules.grid.label) for number, hexes in found.items() if hexes}


def marked(column: bytearray, number: int) -> list[int]:
    """The units with a number in a column: of the many units few take part in a combat."""
    found, unit = [], column.find(number)
    while unit >= 0:
        found.append(unit)
        unit = column.find(number, unit + 1)
    return found


def combat_at(rules: MichelData, s: MichelState, side: int, hex_: int) -> int:
    """The combat that aims at a hex of a side, or 0."""
    return max((s.target[u] for u in rules.field(s).stack(hex_) if rules.side_of[u] == side), default=0)


def taking_part(rules: MichelData, s: MichelState, side: int, number: int) -> tuple[int, ...]:
    """The units of a side that attack or fire in a combat."""
    return tuple([u for u in marked(s.combat, number) if rules.side_of[u] == side])


def is_ground_attack(rules: MichelData, s: MichelState, defender: int, number: int) -> bool:
    """Whether a combat against a side has ground attackers; else it is a bombardment."""
    return any(not rules.is_corps[u] for u in taking_part(rules, s, 1 - defender, number))
