"""Losses: steps, divisions that leave a brigade behind, and stacks of brigades that lose as one unit."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.games.meuse.data import MeuseData, MeusePlay
from westfront.games.meuse.stacking import take_off
from westfront.games.meuse.state import LOST, OFF, MeuseState


@rule("13.1", "7.6")
def lose_step(play: MeusePlay, hex_: int, case: str) -> None:
    """The unit of a hex is depleted; of stacked brigades the lowest number goes."""
    s, rules = play.state, play.rules
    unit = rules.field(s).stacks[hex_][0]
    left = s.steps[unit] - 1
    if left == 0 or (rules.three_step[unit] and left == 1):
        remove(play, unit, case)
    else:
        s.steps[unit] = left
        play.tell("depleted", case, "13.1", unit=unit, hex=hex_)


@rule("13.1", "7.6", "EX-13.1")
def eliminate(play: MeusePlay, hex_: int, case: str) -> None:
    """The counter of a hex is eliminated, or all its brigades."""
    for unit in play.rules.field(play.state).stacks[hex_]:
        remove(play, unit, case)


@rule("13.1", "EX-13.1")
def remove(play: MeusePlay, unit: int, case: str) -> None:
    """Take a counter off the map; a three-step division leaves a brigade in its hex, if a chit is free."""
    s, rules = play.state, play.rules
    hex_, fought = s.at[unit], s.fought[unit]
    take_off(s, unit, OFF if rules.is_brigade[unit] else LOST)
    play.tell("eliminated", case, unit=unit, hex=hex_)
    if rules.three_step[unit] and (chits := rules.brigades.left(s.at)):
        s.at[chits[0]], s.steps[chits[0]], s.fought[chits[0]] = hex_, 1, fought
        play.tell("brigade left", "13.1", unit=chits[0], hex=hex_)


@rule("7.8", "13.1")
def survives_a_step(rules: MeuseData, s: MeuseState, hex_: int) -> bool:
    """Whether something stays in a hex that loses a step."""
    units = rules.field(s).stacks[hex_]
    unit, is_stack = units[0], len(units) > 1
    if rules.three_step[unit] and rules.is_depleted(s, unit):
        return bool(rules.brigades.left(s.at))
    return is_stack or s.steps[unit] > 1
