"""Modifiers and multipliers: only what counts is listed, with its rule, and strengths stay exact."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from pathlib import Path

import pytest

from westfront.engine.catalogue import open_gate
from westfront.engine.modifiers import (
    Applied,
    Modifier,
    Multiplier,
    Strength,
    applied,
    factors,
    modifiers_text,
    product,
    strength_text,
    sum_of,
)

HALF = Fraction(1, 2)


def across_river(place: str) -> Strength:
    """Halved across a river."""
    return HALF if "river" in place else 1


DIE = [
    Modifier[str]("4.1", "woods", lambda place: -1 if "woods" in place else 0),
    Modifier[str]("4.2", "surprise", lambda place: 2 if "surprise" in place else 0),
]
STRENGTH = [
    Multiplier("5.1", "across a river", across_river),
    Multiplier[str]("5.2", "up a slope", lambda place: HALF if "slope" in place else 1),
    Multiplier[str]("5.3", "town", lambda place: 2 if "town" in place else 1),
    Multiplier[str]("5.4", "trench", lambda place: 3 if "trench" in place else 1),
]


def test_modifiers_that_count_are_listed_with_their_rules() -> None:
    assert [str(m) for m in applied(DIE, "woods, surprise")] == ["-1 woods [4.1]", "+2 surprise [4.2]"]
    assert applied(DIE, "clear") == []


@pytest.mark.parametrize(
    ("place", "rows", "times"),
    [
        ("clear", [], 1),
        ("river", ["x1/2 across a river [5.1]"], HALF),
        ("river, slope", ["x1/2 across a river [5.1]", "x1/2 up a slope [5.2]"], Fraction(1, 4)),
        ("town, trench", ["x2 town [5.3]", "x3 trench [5.4]"], 6),
        ("river, town", ["x1/2 across a river [5.1]", "x2 town [5.3]"], 1),
    ],
)
def test_multipliers_that_count_are_listed_and_multiply(place: str, rows: list[str], times: Strength) -> None:
    found = factors(STRENGTH, place)
    assert [str(factor) for factor in found] == rows
    assert product(found) == times


def test_quarters_are_exact_until_the_rules_round_them() -> None:
    """Three regiments of 5, each quartered, are 3 3/4 together; rounded up one by one they would be 6."""
    quarter = product(factors(STRENGTH, "river, slope"))
    assert 3 * 5 * quarter == Fraction(15, 4)
    assert ceil(3 * 5 * quarter) == 4
    assert sum(ceil(5 * quarter) for _ in range(3)) == 6


@pytest.mark.parametrize(
    ("strength", "text"),
    [(0, "0"), (4, "4"), (Fraction(8, 2), "4"), (Fraction(9, 2), "4 1/2"), (Fraction(3, 4), "3/4")],
)
def test_strengths_are_written_as_people_write_them(strength: Strength, text: str) -> None:
    assert strength_text(strength) == text


def test_the_rules_gate_finds_multipliers(tmp_path: Path) -> None:
    gate = open_gate({}, __name__, tmp_path)
    assert gate.code["5.1"] == ["multiplier across a river"]


def test_modifiers_that_count_are_summed_and_told() -> None:
    counting = [Applied("4.1", "town", 1), Applied("4.2", "river", -2)]
    assert (sum_of(counting), modifiers_text(counting)) == (-1, "+1 town [4.1], -2 river [4.2]")
    assert (sum_of([]), modifiers_text([])) == (0, "no modifiers")
