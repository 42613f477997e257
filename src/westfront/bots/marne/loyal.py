"""A planner that stays with what is usual unless something else is clearly better."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.bots.bot import Plan
from westfront.bots.planner import Planner
from westfront.engine.world import World

LOYALTY = 2.0
"""By so much another draft must promise more than the usual one: a few runs of the dice may mislead."""


class Loyal(Planner):
    """A planner that stays with the usual draft, the first, unless another one is clearly better."""

    usual: Plan

    @classmethod
    def like(cls, other: Planner) -> Loyal:
        """A loyal planner instead of another one."""
        return cls(other.answer, other.value, other.quiet, other.seed, other.sight)

    def best(self, world: World, drafts: Sequence[Plan], runs: int) -> Plan:
        """The best draft, with something to spare before the usual one."""
        self.usual = drafts[0]
        return super().best(world, drafts, runs)

    def _played(self, world: World, draft: Plan, throw: int) -> float:
        return super()._played(world, draft, throw) + LOYALTY * (draft is self.usual)
