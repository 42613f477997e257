"""The planner: drafts of an order, each played on to the end of the turn or of the enemy's answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from westfront.bots.bot import Choice, Plan
from westfront.engine.dice import RandomDice, RepeatableRandom
from westfront.engine.world import World

LONGEST = 400
"""So many answers are followed at most from a draft to the end of the enemy's turn."""


class Planner:
    """Carries out drafts in thought, with both sides going on by their scripts.

    It looks as far as the end of the own turn or, with `reply`, until the enemy has had his. All drafts meet the same
    throws of the dice, so that luck does not decide between them. `quiet` says whether no battle is under way.
    """

    def __init__(
        self,
        answer: Callable[[World], Plan],
        value: Callable[[World], float],
        quiet: Callable[[World], bool],
        seed: str,
        reply: bool,
    ) -> None:
        self.answer, self.value, self.quiet, self.seed, self.reply = answer, value, quiet, seed, reply

    def best(self, world: World, drafts: Sequence[Plan], throws: int) -> Plan:
        """The draft with the best average, and what the others came to."""
        means = [sum(self._played(world, draft, throw) for throw in range(throws)) / throws for draft in drafts]
        order = sorted(range(len(drafts)), key=lambda number: -means[number])
        choices = tuple(Choice(drafts[number].why, means[number]) for number in order)
        return Plan(drafts[order[0]].actions, drafts[order[0]].why, choices)

    def _played(self, world: World, draft: Plan, throw: int) -> float:
        """What a draft is worth as far as one looks, after one run of the dice."""
        after, dice = world.copy(), RandomDice(RepeatableRandom(f"{self.seed}/{throw}"))
        side, is_enemys = world.side, False
        after.order(draft.actions, dice)
        for _ in range(LONGEST):
            if after.over:
                break
            if self.quiet(after) and (after.side != side) != is_enemys:
                if is_enemys or not self.reply:
                    break
                is_enemys = True
            after.order(self.answer(after).actions, dice)
        return self.value(after)
