"""What a machine thinks with: a world that may be true, weights, and the work it may do."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from westfront.bots.levels import LEVELS, STAFF, Name
from westfront.bots.weights import Weights, load_weights
from westfront.bots.work import Work
from westfront.engine.dice import RepeatableRandom
from westfront.engine.views import side_number
from westfront.engine.world import Seat, World

GUESSES = 4
"""In so many worlds a draft is played on where something is hidden."""


class Mind:
    """One question, as one machine meets it; of the seat only sampled worlds are kept."""

    def __init__(
        self, world: World, side: int, name: Name, seed: str, seconds: float, others: Iterable[World] = ()
    ) -> None:
        self.world, self.side, self.name, self.seed = world, side, name, seed
        """The world is a state that may be true, to think in; where nothing is hidden it is the true one."""
        self._others = others
        self.rules = world.rules
        self.lots = RepeatableRandom(seed)
        self.work = Work(seconds if name.level.name == STAFF else min(seconds, name.level.seconds))
        self.weights: Weights = load_weights(self.rules.id, self.rules.sides[side], name.style)

    @classmethod
    def at(cls, seat: Seat, name: Name, seed: str, budget: float) -> Mind:
        """The mind of a machine at a seat."""
        seed = f"{seed}/{seat.number}"
        worlds = seat.worlds(RepeatableRandom(f"{seed}/world"))
        return cls(next(worlds), side_number(seat.rules, seat.side), name, seed, budget, worlds)

    def guesses(self, most: int) -> list[World]:
        """The world, and where something is hidden others that may be true as well."""
        more = min(most, GUESSES) - 1 if self.rules.hidden else 0
        return [self.world, *islice(self._others, max(0, more))]

    def inside(self, world: World, name: Name, seconds: float) -> Mind:
        """How somebody else, or oneself on another day, would think in a world of one's thoughts."""
        return Mind(world, world.side, name, f"{self.seed}/inside", seconds)

    def is_at_least(self, level: str) -> bool:
        """Whether this machine thinks as much as a level does."""
        return self.name.level.rank >= LEVELS[level].rank
