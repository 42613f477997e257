"""Modifiers and multipliers: a row each, with its rule, its name and its value here.

Preview, resolution and log walk the same lists, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import prod
from typing import Generic, NamedTuple, TypeVar

from westfront.engine.catalogue import cite

Case = TypeVar("Case")

Strength = int | Fraction
"""A strength, exact also when it is halved twice."""


class Applied(NamedTuple):
    """A modifier that counts in a case."""

    rule: str
    title: str
    value: int

    def __str__(self) -> str:
        return f"{self.value:+d} {self.title} [{self.rule}]"


class Modifier(Generic[Case]):
    """One row: what it is worth in a case, 0 where it does not apply."""

    def __init__(self, rule: str, title: str, value: Callable[[Case], int]) -> None:
        self.rule, self.title, self.value = rule, title, value
        cite([rule], value.__module__, f"modifier {title}")


def applied(modifiers: Sequence[Modifier[Case]], case: Case) -> list[Applied]:
    """The modifiers that count in a case."""
    values = [(modifier, modifier.value(case)) for modifier in modifiers]
    return [Applied(modifier.rule, modifier.title, value) for modifier, value in values if value]


def sum_of(counting: Iterable[Applied]) -> int:
    """What all of these add together."""
    return sum(modifier.value for modifier in counting)


def modifiers_text(counting: Iterable[Applied]) -> str:
    """All of these for a log or a preview."""
    return ", ".join(map(str, counting)) or "no modifiers"


class Factor(NamedTuple):
    """A multiplier that counts in a case."""

    rule: str
    title: str
    value: Strength

    def __str__(self) -> str:
        return f"x{self.value} {self.title} [{self.rule}]"


class Multiplier(Generic[Case]):
    """One row: by what it multiplies a strength in a case (2, 3, Fraction(1, 2)), 1 where it does not apply."""

    def __init__(self, rule: str, title: str, value: Callable[[Case], Strength]) -> None:
        self.rule, self.title, self.value = rule, title, value
        cite([rule], value.__module__, f"multiplier {title}")


def factors(multipliers: Sequence[Multiplier[Case]], case: Case) -> list[Factor]:
    """The multipliers that count in a case."""
    values = [(multiplier, multiplier.value(case)) for multiplier in multipliers]
    return [Factor(multiplier.rule, multiplier.title, value) for multiplier, value in values if value != 1]


def product(counting: Iterable[Factor]) -> Strength:
    """By what all of these multiply together."""
    return prod(factor.value for factor in counting)


def strength_text(strength: Strength) -> str:
    """A strength as people write it: 4, 4 1/2, 3/4."""
    whole, part = divmod(Fraction(strength), 1)
    return f"{whole} {part}" if whole and part else str(part or whole)
