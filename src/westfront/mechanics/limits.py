"""Limits: which hexes a rule leaves, and what it says of every other; for set-up, entry and wherever units are placed.

A game yields them one after another. What is allowed is what all of them leave; what is refused is refused by the first
that does not leave it, so the order of the limits is the order of the refusals.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from westfront.engine.frame import Refusal
from westfront.hexgrid import HexSet


class Limit(NamedTuple):
    """The hexes that a rule leaves, the rule, and its sentence for every other hex."""

    hexes: HexSet
    rule: str
    sentence: str


def allowed(hexes: HexSet, limits: Iterable[Limit]) -> HexSet:
    """Those of some hexes that every limit leaves."""
    for limit in limits:
        hexes &= limit.hexes
    return hexes


def why_not(limits: Iterable[Limit], hex_: int, what: str = "") -> Refusal | None:
    """The first limit that forbids a hex, or any box; `what` the sentence is about comes first in it."""
    for hexes, rule, sentence in limits:
        if hex_ < 0 or not hexes >> hex_ & 1:
            return Refusal(rule, f"{what} {sentence}" if what else sentence)
    return None
