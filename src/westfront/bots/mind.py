"""What a machine thinks with: a seat, worlds that may be true, weights, and the work it may do."""

from __future__ import annotations

from westfront.bots.levels import LEVELS, Name
from westfront.bots.weights import Weights, load_weights
from westfront.bots.work import Work
from westfront.engine.dice import RepeatableRandom
from westfront.engine.views import side_number
from westfront.engine.world import Seat, World


class Mind:
    """One question, as one machine meets it."""

    def __init__(self, seat: Seat, name: Name, seed: str, budget: float) -> None:
        self.seat, self.name, self.rules = seat, name, seat.rules
        self.side = side_number(seat.rules, seat.side)
        self.lots = RepeatableRandom(f"{seed}/{seat.number}")
        self._worlds = seat.worlds(self.lots)
        self.world = next(self._worlds)
        """A state that may be true, to think in; where nothing is hidden it is the true one."""
        self.work = Work(min(budget, name.level.seconds))
        self.weights: Weights = load_weights(self.rules.id, seat.side, name.style)

    def sample(self) -> World:
        """Another state that may be true."""
        return next(self._worlds)

    def is_at_least(self, level: str) -> bool:
        """Whether this machine thinks as much as a level does."""
        return self.name.level.rank >= LEVELS[level].rank
