"""The combats of this phase, as the units remember them: everybody knows the number of his combat."""

from __future__ import annotations

from westfront.games.michel.data import MichelData
from westfront.games.michel.state import MichelState
from westfront.hexgrid import HexSet


def targets(rules: MichelData, s: MichelState, side: int, number: int) -> list[int]:
    """The hexes of a side that a combat aims at, in order of their labels."""
    found = rules.grid.set_of(s.at[u] for u in rules.units[side] if s.target[u] == number)
    return rules.names.hexes_in_order(found)


def taking_part(rules: MichelData, s: MichelState, side: int, number: int) -> tuple[int, ...]:
    """The units of a side that attack or fire in a combat."""
    return tuple(u for u in rules.units[side] if s.combat[u] == number)


def is_ground_attack(rules: MichelData, s: MichelState, defender: int, number: int) -> bool:
    """Whether a combat against a side has ground attackers; else it is a bombardment."""
    return any(not rules.is_corps[u] for u in taking_part(rules, s, 1 - defender, number))


def numbers(rules: MichelData, s: MichelState, side: int) -> list[int]:
    """The combats that are still to be fought against units of a side."""
    return sorted({s.target[u] for u in rules.units[side]} - {0})


def combat_at(rules: MichelData, s: MichelState, side: int, hex_: int) -> int:
    """The combat that aims at a hex of a side, or 0."""
    return max((s.target[u] for u in rules.field(s).stack(hex_) if rules.side_of[u] == side), default=0)


def targeted(rules: MichelData, s: MichelState, side: int) -> HexSet:
    """All hexes of a side that are attacked in this phase."""
    return rules.grid.set_of(s.at[u] for u in rules.units[side] if s.target[u])
