"""Modifiers: a row each, with its rule, its name and its value here; preview, resolution and log walk the same list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from westfront.engine.catalogue import cite

Case = TypeVar("Case")


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
