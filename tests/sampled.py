"""Samples of what a side may not know tell nothing: what the secrecy tests of all games have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

import pytest

from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match

EVERYBODY_ELSE = -1
"""The public, which knows least."""


class Sampled(NamedTuple):
    """A match for each of some seeds, and how many actions of it are looked at."""

    start: Callable[[int], Match]
    seeds: int
    actions: int


def samples(match: Match, side: int, seed: int) -> bytes:
    """What a position might be, for a side and a random source."""
    found: bytes = match.rules.disguise(match.state, side, RepeatableRandom(seed)).digest()
    return found


class SampleTests:
    """The tests of such samples; the test module of each game makes a class of its own of them."""

    sampled: ClassVar[Sampled]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Every seed."""
        metafunc.parametrize("seed", range(self.sampled.seeds))

    def test_samples_of_a_sample_are_those_of_the_truth(self, seed: int) -> None:
        """A sample looks like the truth to its side, so the same random source must give the same of both."""
        match, lots, different = self.sampled.start(seed), RepeatableRandom(f"samples {seed}"), 0
        for number in range(self.sampled.actions):
            if match.over:
                break
            match.play(match.decision.texts[lots.below(len(match.decision.texts))])
            for side in (EVERYBODY_ELSE, 0, 1):
                truth = match.state
                wanted = samples(match, side, number)
                match.state = match.rules.disguise(truth, side, RepeatableRandom(f"other {number}"))
                different += match.state.digest() != truth.digest()
                found = samples(match, side, number)
                match.state = truth
                assert found == wanted, f"samples tell side {side} what is hidden after {match.log()[-1:]}"
        assert different, "nothing was hidden in this match"
