"""Luck: how the dice of each side fell, against what they promise."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

import msgspec

from westfront.engine.event import Event
from westfront.engine.rules import AnyRules


class Luck(msgspec.Struct, frozen=True):
    """The dice that a side hoped would fall its way."""

    dice: int
    gained: float
    """Pips in its favour beyond what was to be expected; below zero it had bad luck."""
    deviation: float
    """The same in standard deviations: beyond 2 is one game in twenty."""


def luck(rules: AnyRules, events: Iterable[Event]) -> dict[str, Luck]:
    """The luck of both sides, from the dice that were thrown."""
    dice, gained, variance = ([0, 0], [0.0, 0.0], [0.0, 0.0])
    for event in events:
        hope = rules.luck_dice.get(event.facts["purpose"].partition("/")[0]) if event.kind == "roll" else None
        if hope:
            side, values, faces = event.facts["by"], event.facts["values"], event.facts["faces"]
            dice[side] += len(values)
            gained[side] += (1 if hope == "high" else -1) * (sum(values) - len(values) * (faces + 1) / 2)
            variance[side] += len(values) * (faces**2 - 1) / 12
    return {
        name: Luck(dice[i], gained[i], gained[i] / sqrt(variance[i]) if variance[i] else 0.0)
        for i, name in enumerate(rules.sides)
    }
