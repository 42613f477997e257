"""What a battle brings on the average, from how many fire at what number: quick, since it is asked all the time."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from westfront.games.hindenburg.die_rolls import CLEAR_GROUP, OUT_OF_SUPPLY_GROUP, Effect, effect, losses

FINE = 4
"""Factors are averaged over a force, in quarters."""
CUT_OFF = -1
"""Instead of dice for each defender: they are out of supply."""
SHARE = 0.001
"""What is less likely than this is not followed into another round."""
MANY = 12
"""So many rounds are looked at where there is no limit."""


class Force(NamedTuple):
    """Units that fire, their average factor in quarters, and the hits that they can take."""

    units: int
    number: int
    steps: int

    def left(self, steps: int) -> int:
        """How many still fire with so many steps: Americans are reduced before any of them dies."""
        return min(self.units, steps)


class Odds(NamedTuple):
    """The chance that the hex is taken, what the attacker loses then, and what both lose if it is held."""

    taken: float
    lost: float
    lost_held: float
    killed_held: float

    @property
    def all_lost(self) -> float:
        """Steps that the attacker loses on the average."""
        return self.taken * self.lost + (1 - self.taken) * self.lost_held


@lru_cache(maxsize=4096)
def _hits(dice: int, number: int) -> tuple[float, ...]:
    """The chances of no hit, one hit and so on, of so many dice at a number in quarters."""
    hit = min(number / (6 * FINE), 1.0)
    return tuple(comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1))


@lru_cache(maxsize=1 << 16)
def _effects(dice: int, number: int, steps: int) -> tuple[tuple[Effect, float], ...]:
    found: dict[Effect, float] = {}
    for hits, chance in enumerate(_hits(dice, number)):
        done = effect(hits, steps)
        found[done] = found.get(done, 0.0) + chance
    return tuple(found.items())


def _dice(units: int, each: int) -> int:
    """The dice of so many defenders."""
    if each == CUT_OFF:
        return -(-units // OUT_OF_SUPPLY_GROUP)
    return units * each if each else -(-units // CLEAR_GROUP)


@lru_cache(maxsize=1 << 17)
def battle(attack: Force, tanks: int, defence: Force, each: int, rounds: int) -> Odds:
    """An attack with so many tank brigades on defenders with so many dice each, in so many rounds at most.

    The defender stays, and the attacker presses on as long as he has as many units as the defender.
    """
    now = {(attack.steps, defence.steps): 1.0}
    ended: dict[tuple[int, int], float] = {}
    for number in range(rounds):
        after: dict[tuple[int, int], float] = {}
        for (ours, theirs), chance in now.items():
            for state, part in _round(attack, tanks if not number else 0, defence, each, ours, theirs):
                after[state] = after.get(state, 0.0) + chance * part
        now = {}
        for (ours, theirs), chance in after.items():
            goes_on = ours and theirs and attack.left(ours) >= defence.left(theirs) and chance > SHARE
            ends = now if goes_on and number + 1 < rounds else ended
            ends[ours, theirs] = ends.get((ours, theirs), 0.0) + chance
    return _ended(attack, defence, ended)


def _round(
    attack: Force, tanks: int, defence: Force, each: int, ours: int, theirs: int
) -> list[tuple[tuple[int, int], float]]:
    strikes = _effects(attack.left(ours) + tanks, attack.number, theirs)
    answers = _effects(_dice(defence.left(theirs), each), defence.number, ours)
    return [
        ((ours - losses(strike, answer), theirs - losses(answer, strike)), first * second)
        for strike, first in strikes
        for answer, second in answers
    ]


def _ended(attack: Force, defence: Force, ended: dict[tuple[int, int], float]) -> Odds:
    taken = lost = lost_held = killed_held = total = 0.0
    for (ours, theirs), chance in ended.items():
        total += chance
        if ours and not theirs:
            taken += chance
            lost += chance * (attack.steps - ours)
        else:
            lost_held += chance * (attack.steps - ours)
            killed_held += chance * (defence.steps - theirs)
    held = total - taken
    return Odds(taken / total, lost / max(taken, 1e-9), lost_held / max(held, 1e-9), killed_held / max(held, 1e-9))
