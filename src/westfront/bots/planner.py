"""The planner of the staff: drafts of an order, each played on to the end of the enemy's answer; the best is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from westfront.bots.bot import Choice, Plan
from westfront.engine.dice import RandomDice, RepeatableRandom
from westfront.engine.world import World

LONGEST = 400
"""So many answers are followed at most from a draft to the end of the enemy's turn."""


class Planner:
    """Carries out drafts in thought, with both sides going on by their scripts until the turn has gone round.

    All drafts meet the same throws of the dice, so that luck does not decide between them.
    """

    def __init__(self, answer: Callable[[World], Plan], value: Callable[[World], float], seed: str) -> None:
        self.answer, self.value, self.seed = answer, value, seed

    def best(self, world: World, drafts: Sequence[Plan], throws: int) -> Plan:
        """The draft with the best average, and what the others came to."""
        means = [sum(self._played(world, draft, throw) for throw in range(throws)) / throws for draft in drafts]
        order = sorted(range(len(drafts)), key=lambda number: -means[number])
        choices = tuple(Choice(drafts[number].why, means[number]) for number in order)
        return Plan(drafts[order[0]].actions, drafts[order[0]].why, choices)

    def _played(self, world: World, draft: Plan, throw: int) -> float:
        """What a draft is worth when its side is about to begin its next turn, after one run of the dice."""
        after, dice = world.copy(), RandomDice(RepeatableRandom(f"{self.seed}/{throw}"))
        side, has_answered = world.side, False
        after.order(draft.actions, dice)
        for _ in range(LONGEST):
            if after.over or (has_answered and after.side == side and self._turn(after) > self._turn(world)):
                break
            has_answered = has_answered or after.side != side
            after.order(self.answer(after).actions, dice)
        return self.value(after)

    @staticmethod
    def _turn(world: World) -> int:
        return int(getattr(world.state, "turn", 0))
