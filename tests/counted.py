"""Counts of positions: what the perft tests of all games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, NamedTuple

import pytest

from westfront.engine.match import Match
from westfront.lab.perft import divide, perft


class Counted(NamedTuple):
    """Positions by their names, with the counts to some depths, and those counts that are divided too."""

    start: Callable[[str], Match]
    counts: Mapping[tuple[str, int], int]
    divided: list[tuple[str, int]]


class PerftTests:
    """The tests of such counts; the test module of each game makes a class of its own of them."""

    counted: ClassVar[Counted]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Every count, or those that are divided."""
        if "depth" in metafunc.fixturenames:
            is_divided = "divided" in metafunc.function.__name__
            metafunc.parametrize(("name", "depth"), self.counted.divided if is_divided else list(self.counted.counts))

    def test_perft(self, name: str, depth: int) -> None:
        match = self.counted.start(name)
        assert perft(match.rules, match.state, depth) == self.counted.counts[name, depth]

    def test_divided_it_sums_to_perft(self, name: str, depth: int) -> None:
        match = self.counted.start(name)
        assert sum(divide(match.rules, match.state, depth).values()) == self.counted.counts[name, depth]

    def test_counting_leaves_the_position_alone(self) -> None:
        name, depth = self.counted.divided[-1]
        match = self.counted.start(name)
        before = match.state.digest()
        perft(match.rules, match.state, depth)
        assert match.state.digest() == before
