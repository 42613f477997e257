"""Chance enumerated: the exact distribution of whatever is about to be rolled, through the code that resolves it.

The resolution is run again and again with dice that walk through every way they can fall, like the wheels of a counter.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from westfront.engine.dice import Dice

Outcome = TypeVar("Outcome", bound=Hashable)
Result = TypeVar("Result")


def ways_to_hit(numbers: Sequence[int], faces: int = 6) -> list[int]:
    """In how many ways dice with these hit numbers score no hit, one hit, two, and so on."""
    ways = [1]
    for number in numbers:
        good = max(0, min(number, faces))
        bad = faces - good
        ways = [bad * no + good * yes for no, yes in zip([*ways, 0], [0, *ways], strict=True)]
    return ways


class BranchingDice(Dice):
    """Dice that follow a path of branches and remember the weight of each."""

    def __init__(self, path: list[int]) -> None:
        super().__init__()
        self.path = path
        self.sizes: list[int] = []
        self.weight = 1
        self.ways = 1

    def _branch(self, weights: Sequence[int]) -> int:
        depth = len(self.sizes)
        if depth == len(self.path):
            self.path.append(0)
        self.sizes.append(len(weights))
        taken = self.path[depth]
        self.weight *= weights[taken]
        self.ways *= sum(weights)
        return taken

    def _values(self, index: int, purpose: str, faces: int, count: int) -> tuple[int, ...]:
        return tuple(self._branch([1] * faces) + 1 for _ in range(count))

    def hits(self, purpose: str, numbers: Sequence[int], faces: int = 6) -> int:
        """One branch for each number of hits, however many dice: ten dice are eleven branches, not sixty million."""
        ways = ways_to_hit(numbers, faces)
        possible = [hits for hits, weight in enumerate(ways) if weight]
        return possible[self._branch([ways[hits] for hits in possible]) if len(possible) > 1 else 0]

    def next_path(self) -> list[int] | None:
        """The path after this one, or None after the last."""
        path = self.path
        while path and path[-1] + 1 == self.sizes[len(path) - 1]:
            path.pop()
        if path:
            path[-1] += 1
        return path or None


def branches(resolve: Callable[[Dice], Result]) -> Iterator[tuple[BranchingDice, Result]]:
    """Every way in which the dice of a resolution can fall, with what comes of it; the same dice must give the same."""
    path: list[int] | None = []
    while path is not None:
        dice = BranchingDice(path)
        yield dice, resolve(dice)
        path = dice.next_path()


def distribution(resolve: Callable[[Dice], Outcome]) -> dict[Outcome, Fraction]:
    """Every outcome of a resolution with its exact chance."""
    found: dict[Outcome, Fraction] = {}
    for dice, outcome in branches(resolve):
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(dice.weight, dice.ways)
    return found
