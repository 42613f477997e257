"""The planner: drafts of an order and changes of the best, each played on to the end of the turn or of the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, log2, sqrt
from statistics import fmean, stdev

from westfront.bots.bot import Choice, Plan
from westfront.engine.dice import ComparingDice
from westfront.engine.grammar import Action
from westfront.engine.world import World

CHANGES = 3, 6, 12
"""A change is tried with so many runs of the dice, and with more as long as it does better and that may be luck."""
SURE = 2.0
"""A gain of more than so many times its error is no luck."""
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
        self._worlds: Sequence[World] = ()
        self._found: dict[tuple[Action, ...], list[float]] = {}
        """What each plan was worth, run by run; all plans meet the same dice in a run."""

    def best(self, worlds: Sequence[World], drafts: Sequence[Plan], runs: int) -> Plan:
        """The draft with the best average, and what the others came to.

        There are so many runs for all drafts together: each has the same number at first, then the better half of them
        goes on with as many again, until one is left.
        """
        self._worlds, order, done = worlds, list(drafts), 0
        rounds = max(1, ceil(log2(len(drafts))))
        for _ in range(rounds):
            done += max(1, runs // (rounds * len(order)))
            for draft in order:
                self._play_on(draft, done)
            order.sort(key=lambda draft: -self.mean(draft) - self.doubt * (draft is drafts[0]))
            order = order[: (len(order) + 1) // 2]
        rest = sorted((draft for draft in drafts if draft is not order[0]), key=lambda draft: -self.mean(draft))
        choices = tuple(Choice(draft.why, self.mean(draft)) for draft in (order[0], *rest))
        return order[0]._replace(choices=choices)

    def improved(self, plan: Plan, changes: Iterable[Callable[[Plan], Plan]], runs: int) -> Plan:
        """A draft with every change that makes it surely better, tried one by one while runs are left."""
        for change in changes:
            if runs < 2 * CHANGES[0]:
                break
            other, gain, error = change(plan), 0.0, 0.0
            if other.actions in self._found:
                continue
            for tries in CHANGES:
                if runs < 2 * tries:
                    break
                runs -= self._play_on(plan, tries) + self._play_on(other, tries)
                gain, error = self._gain(plan, other, tries)
                if not 0 < gain <= SURE * error:
                    break
            if gain > error:
                plan = other._replace(choices=(Choice(other.why, self.mean(other)), *plan.choices))
        return plan

    def _gain(self, plan: Plan, other: Plan, tries: int) -> tuple[float, float]:
        """By how much another plan did better in the first runs, on the average, and the error of that."""
        pairs = zip(self._found[other.actions][:tries], self._found[plan.actions][:tries], strict=True)
        gains = [after - before for after, before in pairs]
        return fmean(gains), stdev(gains) / sqrt(tries)

    def mean(self, draft: Plan) -> float:
        """What a draft came to on the average."""
        return fmean(self._found[draft.actions])

    def _play_on(self, draft: Plan, runs: int) -> int:
        """Try a draft until it has had so many runs; how many were added."""
        found = self._found.setdefault(draft.actions, [])
        more = range(len(found), runs)
        found += [self._played(self._worlds[n % len(self._worlds)], draft, n) for n in more]
        return len(more)

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
