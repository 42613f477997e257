"""Losses in points: who may pay the next one, and every way in which all of them can be paid.

A step of a unit is worth so many points. Games differ in the order in which units must pay and in whether points may be
wasted; they say who may pay next, and both the question to the owner and the list of all ways are made of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple


class Payer(NamedTuple):
    """A unit that can lose steps, with the points that each of them pays."""

    unit: int
    price: int
    steps: int


Losses = dict[int, int]
"""Steps lost by each unit."""

NextPayers = Callable[[int, Mapping[int, int]], Iterable[Payer]]
"""Who may lose the next step, by the points that are left and by what has been lost so far."""


def first_of(*groups: Iterable[int]) -> tuple[int, ...]:
    """Those who must pay now: the first group that has anybody left in it."""
    return next((units for group in groups if (units := tuple(group))), ())


def most_payable(points: int, payers: Iterable[Payer]) -> int:
    """The most of so many points that whole steps can pay."""
    sums, mask = 1, (1 << points + 1) - 1  # bit n: some steps are worth n points together
    for _, price, steps in payers:
        for _ in range(min(steps, points // price)):
            sums |= sums << price & mask
    return sums.bit_length() - 1


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


class Totals(NamedTuple):
    """The ways in which points can be paid in all; `complete` is false when there were more than were wanted."""

    losses: list[Losses]
    complete: bool


def totals(points: int, next_payers: NextPayers, cap: int) -> Totals:
    """What can be lost in all, each total once and at most so many, whatever the order of the single payments.

    It is paid until no points are left or nobody may pay.
    """
    found: list[Losses] = []
    seen: set[tuple[int, frozenset[tuple[int, int]]]] = set()
    open_: list[tuple[int, Losses]] = [(points, {})]
    while open_:
        left, lost = open_.pop()
        key = left, frozenset(lost.items())
        if key in seen:
            continue
        seen.add(key)
        paying = [payer for payer in next_payers(left, lost) if payer.price <= left] if left else []
        open_ += [(left - p.price, {**lost, p.unit: lost.get(p.unit, 0) + 1}) for p in reversed(paying)]
        if not paying:
            if len(found) == cap:
                return Totals(found, complete=False)
            found.append(lost)
    return Totals(found, complete=True)
