"""The planner: drafts of an order, each played on to the end of the turn or of the enemy's answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from statistics import fmean

from westfront.bots.bot import Choice, Plan
from westfront.engine.dice import ComparingDice
from westfront.engine.world import World

LONGEST = 1200
"""So many answers are followed at most from a draft to where it is judged."""


class Planner:
    """Carries out drafts in thought, with both sides going on by their scripts.

    A draft is judged after so many player turns as `sight` says: one is the end of the own turn, two the end of the
    enemy's answer. All drafts meet the same throws of the dice in the same worlds that may be true, and a battle that
    two of them have in common ends alike in both, so that luck does not decide between them. `answer` goes on in a
    world from a draft, `quiet` says whether no battle is under way, and by `doubt` another draft must promise more than
    the first, which is the usual one: a few runs may mislead.
    """

    def __init__(
        self,
        answer: Callable[[World, Plan], Plan],
        value: Callable[[World], float],
        quiet: Callable[[World], bool],
        seed: str,
        sight: int,
        doubt: float = 0.0,
    ) -> None:
        self.answer, self.value, self.quiet, self.seed = answer, value, quiet, seed
        self.sight, self.doubt = sight, doubt

    def best(self, worlds: Sequence[World], drafts: Sequence[Plan], runs: int) -> Plan:
        """The draft with the best average, and what the others came to.

        There are so many runs for all drafts together: each has the same number at first, then the better half of them
        goes on with as many again, until one is left.
        """
        found: list[list[float]] = [[] for _ in drafts]
        order, rounds = list(range(len(drafts))), max(1, ceil(log2(len(drafts))))
        for _ in range(rounds):
            for number in order:
                throws = range(len(found[number]), len(found[number]) + max(1, runs // (rounds * len(order))))
                found[number] += [self._played(worlds[n % len(worlds)], drafts[number], n) for n in throws]
            order.sort(key=lambda number: -fmean(found[number]) - self.doubt * (number == 0))
            order = order[: (len(order) + 1) // 2]
        means = {number: fmean(values) for number, values in enumerate(found)}
        rest = sorted(means.keys() - {order[0]}, key=lambda number: -means[number])
        choices = tuple(Choice(drafts[number].why, means[number]) for number in (order[0], *rest))
        return Plan(drafts[order[0]].actions, drafts[order[0]].why, choices)

    def _played(self, world: World, draft: Plan, throw: int) -> float:
        """What a draft is worth as far as one looks, after one run of the dice."""
        after, dice = world.copy(), ComparingDice(self.seed, throw)
        side, left = world.side, self.sight
        after.order(draft.actions, dice)
        for _ in range(LONGEST):
            if after.over:
                break
            if self.quiet(after) and after.side != side:
                side, left = after.side, left - 1
                if not left:
                    break
            after.order(self.answer(after, draft).actions, dice)
        return self.value(after)
