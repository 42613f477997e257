"""11.3.2: Stosstruppen lie under a regiment each, and may change it inside a hex when a phase begins."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.marne.facts import MarneData, MarnePlay
from westfront.games.marne.state import GERMAN, MOVED, MarneState


@rule("11.3.2", "3.0/Stosstruppen")
def why_not_assign(rules: MarneData, s: MarneState, side: int, stosstruppen: int, regiment: int) -> Refusal | None:
    """One Stosstruppen unit under each regiment, of the same hex, and each changes once in a phase."""
    write = rules.names.write
    if side != GERMAN or stosstruppen < 0 or not rules.is_stosstruppen[stosstruppen] or s.at[stosstruppen] < 0:
        return Refusal("11.3.2", f"{write('unit', stosstruppen)} is not a German Stosstruppen unit on the map")
    if regiment < 0 or not rules.is_regiment[regiment] or rules.side_of[regiment] != GERMAN:
        return Refusal("11.3.2", f"{write('unit', regiment)} is not a German regiment")
    if s.at[regiment] != s.at[stosstruppen]:
        return Refusal(
            "11.3.2", f"{write('unit', regiment)} does not stand in the hex of {write('unit', stosstruppen)}"
        )
    if rules.stosstruppen_of(s, regiment) is not None:
        return Refusal("11.3.2", f"{write('unit', regiment)} has Stosstruppen already")
    if not _may_change(s, stosstruppen):
        return Refusal("11.3.2", f"{write('unit', stosstruppen)} is assigned before its regiment acts, once in a phase")
    return None


def assignments(rules: MarneData, s: MarneState, side: int) -> list[tuple[int, int]]:
    """Every Stosstruppen unit that may change its regiment, with the other one."""
    if side != GERMAN:
        return []
    at, under, field = s.at, s.under, rules.field(s)
    placed = [unit for unit in rules.stosstruppen if at[unit] >= 0 and field.pairs >> at[unit] & 1]
    below = [unit for unit in placed if _may_change(s, unit)]
    if not below:
        return []
    taken = {under[unit] for unit in rules.stosstruppen}
    found = [(unit, other) for unit in below for other in field.stack(at[unit]) if rules.is_regiment[other]]
    return [(unit, other) for unit, other in found if other not in taken and rules.side_of[other] == GERMAN]


def _may_change(s: MarneState, stosstruppen: int) -> bool:
    """Whether Stosstruppen have not changed in this phase, and their regiment has not acted."""
    regiment = s.under[stosstruppen]
    return not s.uses[stosstruppen] and not s.fought[regiment] and s.moved[regiment] != MOVED


@rule("11.3.2")
def assign(play: MarnePlay, stosstruppen: int, regiment: int) -> None:
    """Put Stosstruppen under another regiment of their hex."""
    s = play.state
    s.under[stosstruppen], s.uses[stosstruppen] = regiment, 1
    play.tell("assigned", "11.3.2", stosstruppen=stosstruppen, unit=regiment)
