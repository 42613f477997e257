"""Luck: how the dice of each side fell, against what they promise."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

import msgspec

from westfront.engine.record import Entry
from westfront.engine.rules import AnyRules


class Luck(msgspec.Struct, frozen=True):
    """The dice that a side hoped would fall its way."""

    dice: int
    gained: float
    """Pips in its favour beyond what was to be expected; below zero it had bad luck."""
    deviation: float
    """The same in standard deviations: beyond 2 is one game in twenty."""


def luck(rules: AnyRules, entries: Iterable[Entry]) -> dict[str, Luck]:
    """The luck of both sides, from the rolls of a record."""
    dice, gained, variance = ([0, 0], [0.0, 0.0], [0.0, 0.0])
    for entry in entries:
        for roll in entry.rolls:
            whose, hope = rules.fortunes.get(roll.purpose.partition("/")[0], ("", ""))
            if whose:
                side = rules.sides.index(entry.side) ^ (whose == "other")
                sign = 1 if hope == "high" else -1
                dice[side] += len(roll.values)
                gained[side] += sign * (sum(roll.values) - len(roll.values) * (roll.faces + 1) / 2)
                variance[side] += len(roll.values) * (roll.faces**2 - 1) / 12
    return {
        name: Luck(dice[i], gained[i], gained[i] / sqrt(variance[i]) if variance[i] else 0.0)
        for i, name in enumerate(rules.sides)
    }
