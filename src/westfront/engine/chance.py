"""Chance enumerated: the exact distribution of whatever is about to be rolled, through the code that resolves it.

The resolution is run again and again with dice that walk through every way they can fall, like the wheels of a counter.
Where these are too many it is run with so many random throws instead, the same ones every time, and says so. A
resolution that stops for decisions is told stage by stage: the dice up to the next question.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from westfront.engine.dice import Dice, RandomDice, RepeatableRandom
from westfront.engine.frame import Play, settle
from westfront.engine.state import State

MOST = 10_000
"""So many ways the dice can fall are followed, or so many throws made instead, unless the caller says otherwise."""
EVERY = sys.maxsize
Outcome = TypeVar("Outcome", bound=Hashable)
Result = TypeVar("Result")


ROUNDING = 1e-14
"""A sum of floating-point chances that is so near to nothing or to one is exactly that."""


def percent(chance: Fraction | float, *, is_exact: bool = True) -> str:
    """A chance in tenths of a percent; 100% and 0% are only for what is certain, not for what was only tried out."""
    certain = chance in (0, 1) or (isinstance(chance, float) and abs(chance - round(chance)) < ROUNDING)
    share = float(chance)  # fractions are compared slowly
    if is_exact and certain:
        return "100%" if share > ROUNDING else "0%"
    if share >= 0.9995:
        return ">99.9%"
    return "<0.1%" if share < 0.0005 else f"{share:.1%}"


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


class Chances(dict[Outcome, Fraction]):
    """Outcomes with their chances: exact, or counted in so many throws."""

    def __init__(self, chances: Mapping[Outcome, Fraction], samples: int = 0) -> None:
        super().__init__(chances)
        self.samples = samples
        """How many throws were made, 0 if every way was followed."""

    @property
    def exact(self) -> bool:
        """Whether every way was followed, so that what is not listed cannot happen."""
        return not self.samples

    @property
    def note(self) -> str:
        """What a preview must say of them, if anything."""
        return "" if self.exact else f"estimated from {self.samples:,} throws"


def distribution(resolve: Callable[[Dice], Outcome], most: int = MOST, told: int = EVERY) -> Chances[Outcome]:
    """Every outcome of a resolution with its exact chance; with more ways than `most`, counted in so many throws; none
    of them if there are more different ones than anybody wants to be told."""
    found: dict[Outcome, Fraction] = {}
    for number, (dice, outcome) in enumerate(branches(resolve), 1):
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(dice.weight, dice.ways)
        if len(found) > told:
            return Chances({})
        if number > most:
            return _sampled(resolve, most)
    return Chances(found)


def chance_of_each(resolve: Callable[[Dice], Iterable[Outcome]]) -> dict[Outcome, Fraction]:
    """Everything that can come of a resolution in which several things may happen at once, with its chance."""
    found: dict[Outcome, Fraction] = {}
    for happened, chance in distribution(lambda dice: frozenset(resolve(dice))).items():
        for one in happened:
            found[one] = found.get(one, Fraction(0)) + chance
    return found


def _sampled(resolve: Callable[[Dice], Outcome], samples: int) -> Chances[Outcome]:
    lots = RepeatableRandom("chances")
    counted = Counter(resolve(RandomDice(lots)) for _ in range(samples))
    return Chances({outcome: Fraction(count, samples) for outcome, count in counted.items()}, samples)


def stage(
    rules: Any,
    state: State,
    act: Callable[[Play[Any, Any]], None],
    outcome: Callable[[Play[Any, Any]], Outcome],
    most: int = MOST,
    told: int = EVERY,
) -> Chances[Outcome]:
    """The chances of what an act leads to, up to the next decision; the state itself is left alone."""

    def resolve(dice: Dice) -> Outcome:
        play = Play(rules, state.copy(), dice)
        act(play)
        settle(play)
        return outcome(play)

    return distribution(resolve, most, told)
