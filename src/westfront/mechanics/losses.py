"""Losses in points: who may pay the next one.

A step of a unit is worth so many points. Games differ in the order in which units must pay and in whether points may be
wasted; the owner is asked for one step after another, among those named here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Payer(NamedTuple):
    """A unit that can lose steps, with the points that each of them pays."""

    unit: int
    price: int
    steps: int


def first_of(*groups: Iterable[int]) -> tuple[int, ...]:
    """Those who must pay now: the first group that has anybody left in it."""
    return next((units for group in groups if (units := tuple(group))), ())


def without_waste(points: int, payers: Iterable[Payer]) -> list[Payer]:
    """Those who may lose the next step if as few points as possible are to be left over in the end."""
    every = list(payers)
    best = most_payable(points, every)
    found = []
    for payer in every:
        rest = [other if other != payer else payer._replace(steps=payer.steps - 1) for other in every]
        left = points - payer.price
        if payer.steps and left >= 0 and payer.price + most_payable(left, rest) == best:
            found.append(payer)
    return found


def most_payable(points: int, payers: Iterable[Payer]) -> int:
    """The most of so many points that whole steps can pay."""
    sums, mask = 1, (1 << points + 1) - 1  # bit n: some steps are worth n points together
    for _, price, steps in payers:
        for _ in range(min(steps, points // price)):
            sums |= sums << price & mask
    return sums.bit_length() - 1
