"""The puzzles: small drawn positions with one clearly best decision, of which the docstring tells the reason.

    @puzzle
    def test_montdidier_is_never_left_empty() -> None:
        "Its loss ends the game, whatever else the Germans hold."

A puzzle is a test as others are, and fails as well if it was not asked of the commander. One that he does not solve yet
is marked `@unsolved`: it fails as soon as he does. `test_puzzles.py` counts both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import prod
from typing import NamedTuple

import pytest

from tests.bots.asked import ASKED

LEVEL, COMMANDER = "level", "commander"
BOTH = ("officer", COMMANDER)


class Puzzle(NamedTuple):
    """A test of a drawn position."""

    test: Callable[..., None]
    solved: bool

    @property
    def game(self) -> str:
        """The second word in the name of its module."""
        return self.test.__module__.rpartition(".")[2].split("_")[1]

    @property
    def positions(self) -> int:
        """How many there are: one for each set of parameters, of which the level is none."""
        marks = [mark.args for mark in getattr(self.test, "pytestmark", []) if mark.name == "parametrize"]
        return prod(len(values) for names, values, *_ in marks if names != LEVEL)


PUZZLES: list[Puzzle] = []


def puzzle(test: Callable[..., None], *, solved: bool = True) -> Callable[..., None]:
    """Count a test as a puzzle; the commander must have been asked in it."""

    @wraps(test)
    def asked(**given: object) -> None:
        ASKED.clear()
        test(**given)
        assert given.get(LEVEL, COMMANDER) != COMMANDER or COMMANDER in ASKED, "a puzzle is asked of the commander"

    PUZZLES.append(Puzzle(asked, solved))
    return asked


def unsolved(test: Callable[..., None]) -> Callable[..., None]:
    """Count a test as a puzzle that the commander gets wrong."""

    @wraps(test)
    def wrong(**given: object) -> None:
        with pytest.raises(AssertionError):
            test(**given)

    return puzzle(wrong, solved=False)
