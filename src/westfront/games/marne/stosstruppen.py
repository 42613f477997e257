"""11.3.2: Stosstruppen lie under a regiment each, and may change it inside a hex when a phase begins."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.games.marne.facts import MarneData, MarnePlay
from westfront.games.marne.state import GERMAN, MOVED, MarneState
from westfront.hexgrid import has


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
    if s.uses[stosstruppen] or s.fought[s.under[stosstruppen]] or s.moved[s.under[stosstruppen]] == MOVED:
        return Refusal("11.3.2", f"{write('unit', stosstruppen)} is assigned before its regiment acts, once in a phase")
    return None


def assignments(rules: MarneData, s: MarneState, side: int) -> list[tuple[int, int]]:
    """Every Stosstruppen unit that may change its regiment, with the other one."""
    if side != GERMAN:
        return []
    field = rules.field(s)
    below = [u for u in rules.stosstruppen if not s.uses[u] and has(field.pairs, s.at[u])]
    taken = {s.under[u] for u in rules.stosstruppen}
    free = [(unit, other) for unit in below for other in field.stack(s.at[unit]) if other not in taken]
    pairs = [(unit, regiment) for unit, regiment in free if rules.is_regiment[regiment]]
    return [pair for pair in pairs if why_not_assign(rules, s, side, *pair) is None]


@rule("11.3.2")
def assign(play: MarnePlay, stosstruppen: int, regiment: int) -> None:
    """Put Stosstruppen under another regiment of their hex."""
    s = play.state
    s.under[stosstruppen], s.uses[stosstruppen] = regiment, 1
    play.tell("assigned", "11.3.2", stosstruppen=stosstruppen, unit=regiment)
