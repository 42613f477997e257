"""Losses in points: single payments under an order, nothing wasted, and every total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from westfront.mechanics.losses import Losses, Payer, first_of, most_payable, totals, without_waste

REGIMENT, DIVISION, TANK = 0, 1, 2
PAYERS = [Payer(REGIMENT, 2, 2), Payer(DIVISION, 3, 2)]

purses = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3)), max_size=4).map(
    lambda rows: [Payer(unit, price, steps) for unit, (price, steps) in enumerate(rows)]
)


def every_total(points: int, payers: list[Payer]) -> Iterator[tuple[int, Losses]]:
    """All losses that so many points can pay for, with what they pay: the slow way."""
    for lost in product(*(range(payer.steps + 1) for payer in payers)):
        paid = sum(payer.price * steps for payer, steps in zip(payers, lost, strict=True))
        if paid <= points:
            yield paid, {payer.unit: steps for payer, steps in zip(payers, lost, strict=True) if steps}


def after(payers: list[Payer], lost: Mapping[int, int]) -> list[Payer]:
    """The payers with what they have left."""
    return [payer._replace(steps=payer.steps - lost.get(payer.unit, 0)) for payer in payers]


@given(st.integers(0, 12), purses)
def test_the_most_that_can_be_paid_is_the_best_of_all_totals(points: int, payers: list[Payer]) -> None:
    assert most_payable(points, payers) == max(paid for paid, _ in every_total(points, payers))


@given(st.integers(0, 12), purses)
def test_payments_without_waste_lead_to_the_best_totals_and_no_others(points: int, payers: list[Payer]) -> None:
    found = totals(points, lambda left, lost: without_waste(left, after(payers, lost)), cap=10_000)
    best = most_payable(points, payers)
    assert found.complete
    assert sorted(sorted(lost.items()) for lost in found.losses) == sorted(
        sorted(lost.items()) for paid, lost in every_total(points, payers) if paid == best
    )


def test_a_point_is_not_wasted_where_another_step_would_pay_it() -> None:
    """Six points on two regiments and a division: a step of the division would leave a point over."""
    payers = [Payer(0, 2, 1), Payer(1, 2, 2), Payer(2, 3, 1)]
    assert [payer.unit for payer in without_waste(6, payers)] == [0, 1]
    assert [payer.unit for payer in without_waste(3, PAYERS)] == [DIVISION]
    assert [payer.unit for payer in without_waste(4, PAYERS)] == [REGIMENT]
    assert without_waste(1, PAYERS) == []


def test_two_units_with_the_same_steps_are_told_apart() -> None:
    assert [payer.unit for payer in without_waste(2, [Payer(5, 2, 1), Payer(7, 2, 1)])] == [5, 7]


def test_those_who_must_pay_first_do() -> None:
    assert first_of([], [4, 5], [6]) == (4, 5)
    assert first_of([3], [4, 5]) == (3,)
    assert first_of([], ()) == ()


def tanks_first(left: int, lost: Mapping[int, int]) -> list[Payer]:
    """A tank of one step before the others, each step worth a point."""
    steps = {unit: number - lost.get(unit, 0) for unit, number in ((REGIMENT, 2), (DIVISION, 2), (TANK, 1))}
    alive = [unit for unit, number in steps.items() if number]
    return [Payer(u, 1, steps[u]) for u in first_of([u for u in alive if u == TANK], alive)]


def test_every_total_keeps_to_the_order() -> None:
    assert totals(1, tanks_first, cap=9).losses == [{TANK: 1}]
    assert totals(2, tanks_first, cap=9).losses == [{TANK: 1, REGIMENT: 1}, {TANK: 1, DIVISION: 1}]
    assert totals(0, tanks_first, cap=9).losses == [{}]


def test_points_that_nobody_can_pay_are_left() -> None:
    assert totals(9, tanks_first, cap=9).losses == [{TANK: 1, REGIMENT: 2, DIVISION: 2}]


@pytest.mark.parametrize(("cap", "complete"), [(1, False), (2, True), (3, True)])
def test_no_more_totals_are_listed_than_wanted(cap: int, complete: bool) -> None:
    found = totals(2, tanks_first, cap=cap)
    assert (len(found.losses), found.complete) == (min(cap, 2), complete)


def test_the_order_may_depend_on_the_last_point() -> None:
    """The last point is paid by the division, whoever pays the others."""

    def last_one(left: int, lost: Mapping[int, int]) -> list[Payer]:
        return [Payer(DIVISION, 1, 9)] if left == 1 else [Payer(REGIMENT, 1, 9), Payer(DIVISION, 1, 9)]

    assert totals(2, last_one, cap=9).losses == [{REGIMENT: 1, DIVISION: 1}, {DIVISION: 2}]
