"""Artillery: who is in range, how strongly a corps fires, and what keeps it from firing."""

from __future__ import annotations

from collections.abc import Iterable

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.michel.data import MichelData
from westfront.games.michel.state import FIRES_FULL, FIRES_HALF, GERMAN, GIVES_ATTACK_SUPPLY, MichelState
from westfront.hexgrid import HexSet, has

RANGE = 3
STRENGTHS = {"full": FIRES_FULL, "half": FIRES_HALF}


@rule("Artillery-General", "Artillery-D", "Artillery-E", "Artillery-I")
def in_range(rules: MichelData, hexes: Iterable[int]) -> HexSet:
    """The hexes from which a corps reaches every one of some hexes; nothing blocks its sight."""
    return rules.grid.within_each(hexes, RANGE)


@rule("Artillery-A", "Corps-iii", "Option-6")
def attack_fire(rules: MichelData, s: MichelState, unit: int) -> int:
    """The strength in attack: doubled for a German corps in its own fortified zone, unless option 6 forbids it."""
    in_zone = has(rules.board.fortified[GERMAN], s.at[unit])
    doubled = rules.guns_double and rules.side_of[unit] == GERMAN and in_zone
    return rules.strength[unit] * (2 if doubled else 1)


@rule("Artillery-A", "Corps-iv")
def defence_fire(rules: MichelData, s: MichelState, unit: int) -> int:
    """The strength in defence: full, or half and not used up."""
    return rules.strength[unit] if s.use[unit] == FIRES_FULL else rules.strength[unit] // 2


@rule("Artillery-F", "Artillery-H", "Artillery-J", "Corps-Commentary")
def why_no_gun(rules: MichelData, s: MichelState, unit: int) -> Refusal | None:
    """What keeps a corps from firing in attack at all; attack supply it needs none."""
    name = rules.names.units[unit]
    if s.use[unit] == GIVES_ATTACK_SUPPLY:
        return Refusal("Artillery-H", f"{name} gives attack supply in this combat phase and cannot fire")
    if s.gave_supply[unit]:
        return Refusal("Corps-Commentary", f"{name} alone gave general supply to a unit that moved in this player-turn")
    if s.combat[unit]:
        return Refusal("Artillery-F", f"{name} fires already, and only once in a combat phase")
    return None
