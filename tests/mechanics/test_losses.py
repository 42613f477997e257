"""Losses in points: single payments under an order, and nothing wasted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from westfront.mechanics.losses import Payer, first_of, most_payable, without_waste

REGIMENT, DIVISION = 0, 1
Losses = dict[int, int]
"""Steps lost by each unit."""
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


def payments(points: int, payers: list[Payer], lost: Losses) -> Iterator[Losses]:
    """What is lost in the end, if every step is paid by one of those who may."""
    left = [payer._replace(steps=payer.steps - lost.get(payer.unit, 0)) for payer in payers]
    next_ones = without_waste(points, left)
    if not next_ones:
        yield lost
    for payer in next_ones:
        yield from payments(points - payer.price, payers, {**lost, payer.unit: lost.get(payer.unit, 0) + 1})


@given(st.integers(0, 12), purses)
def test_the_most_that_can_be_paid_is_the_best_of_all_totals(points: int, payers: list[Payer]) -> None:
    assert most_payable(points, payers) == max(paid for paid, _ in every_total(points, payers))


@given(st.integers(0, 12), purses)
def test_payments_without_waste_lead_to_the_best_totals_and_no_others(points: int, payers: list[Payer]) -> None:
    best = most_payable(points, payers)
    assert {frozenset(lost.items()) for lost in payments(points, payers, {})} == {
        frozenset(lost.items()) for paid, lost in every_total(points, payers) if paid == best
    }


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
