"""What knows one game: its orders for each question, its quick answers, and what it makes of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from math import ceil
from typing import Any, ClassVar

from westfront.bots.bot import Choice, Plan
from westfront.bots.changes import parts, unit_of
from westfront.bots.levels import COMMANDER, LEVELS, OFFICER, STAFF, STYLES, Name
from westfront.bots.mind import Mind
from westfront.bots.planner import Planner
from westfront.engine.dice import NoDice
from westfront.engine.frame import Frame, asked
from westfront.engine.grammar import Action
from westfront.engine.rules import AnyRules
from westfront.engine.world import World

MANY = 40
"""Of more actions than these only so many are weighed one by one."""
DEEP = 12
"""So many answers are followed at most until a battle is over."""
WON = 1000.0
ONLY = "nothing else can be done"
FIRST = 0.6
"""The part of the runs in which whole drafts are compared, if more of them would be left for changes."""
THROWS = 4
"""Runs of the dice for each draft, unless a game knows better."""
BACK = ("cancel", "drop", "change", "spare", "narrow", "withhold", "stacks")
"""What only takes back an answer, or only looks, is none: who did it again and again would never come to an end."""


def in_words(answers: Mapping[type, object]) -> dict[type[Frame], str]:
    """Rules of thumb in the words of their own docstrings."""
    found = {frame: (answer.__doc__ or "").partition("\n")[0].rstrip(".") for frame, answer in answers.items()}
    return {frame: words[:1].lower() + words[1:] for frame, words in found.items() if words}


class Expert:
    """A commander of one game; each game derives its own.

    `orders` has for each kind of question the method that answers it with a plan. Questions that are not in it, and for
    a commander those that are `weighed`, are answered by expectation: every offered action is carried out in thought,
    what follows is answered by `quick` for both sides, and the positions after the battle are judged.
    """

    orders: ClassVar[dict[type[Frame], Callable[[Any], Plan | None]]] = {}
    in_battle: ClassVar[tuple[type[Frame], ...]] = ()
    """Questions within a battle: a position is judged only when none of them is open."""

    weighed: ClassVar[tuple[type[Frame], ...]] = ()
    """Those of them that a commander weighs, since their outcome can be judged before other dice fall."""
    planned: ClassVar[tuple[type[Frame], ...]] = ()
    """Questions to which drafts are compared: those that shape a turn."""
    thumbs: ClassVar[dict[type[Frame], str]] = {}
    """What the rules of thumb of `quick` say, in words."""
    checks: ClassVar[tuple[str, ...]] = ()
    """The kinds of event that tell, with numbers, how the game stood at its great check; for tables of balance."""
    rollout: ClassVar[int] = 250
    """Units of work to play a side's turn to its end in thought."""
    throws: ClassVar[int] = THROWS
    """With so many runs of the dice each draft is tried at most, on the average."""
    sight: ClassVar[dict[str, int]] = {COMMANDER: 2, STAFF: 2}
    """The levels that compare drafts, and after how many player turns: two are the own one and the enemy's answer."""
    phase: ClassVar[float] = 1.0
    """The part of its time in which drafts are compared: less than all where a turn asks for more than that."""
    doubt: ClassVar[float] = 0.0
    """By so much another draft must be better than the first, which is the usual one."""

    def __init__(self, mind: Mind) -> None:
        self.mind, self.rules = mind, mind.rules

    @property
    def world(self) -> World:
        """The world that is thought in."""
        return self.mind.world

    # -- what a game adds

    def quick(self, world: World) -> Action:
        """What whoever is asked would do, decided in no time; for answers within a thought."""
        raise NotImplementedError

    def extra(self, world: World) -> dict[str, float]:
        """Features beside those of the rules, for the side of this machine."""
        return {}

    @classmethod
    def margin(cls, rules: AnyRules, state: Any) -> float:
        """By how much the first side is ahead, in a measure of the game; without one, whether it has won."""
        return {0: 1.0, 1: -1.0}.get(state.winner, 0.0)

    @classmethod
    def expected_margin(cls, rules: AnyRules) -> float | None:
        """What the booklet says about the odds of a setting in one number, the higher the better for the first side."""
        return None

    # -- what all have in common

    def carried_out(self, world: World, orders: Iterable[Action]) -> list[Action]:
        """Those of some orders without dice that are legal one after another; the world is left as they leave it."""
        found = []
        for order in orders:
            if not world.over and world.why(order) is None:
                world.step(order, NoDice())
                found.append(order)
        return found

    def by_quick(self) -> Plan:
        """What a quick answer says, with the rule of thumb in words."""
        words = self.thumbs.get(type(asked(self.world.state)), "rule of thumb")
        return Plan((self.quick(self.world),), words if len(self.world.offer()) > 1 else ONLY)

    def answer(self) -> Plan:
        """A plan whose first action is legal, whatever happens."""
        if type(asked(self.world.state)) in self.planned and self.mind.name.level.name in self.sight:
            return self.plan()
        return self.script()

    def script(self) -> Plan:
        """What the orders of the game say; in a battle a commander weighs instead."""
        frame = type(asked(self.world.state))
        if frame in self.orders and not (frame in self.weighed and self.mind.is_at_least(COMMANDER)):
            plan = self.orders[frame](self)
            if plan is not None and plan.actions and self.world.why(plan.actions[0]) is None:
                return plan
        return self.weigh()

    def plan(self) -> Plan:
        """The best of the drafts, each played on in thought, with what others do better on parts of the front."""
        drafts, work = self.drafts(), self.mind.work.share(self.phase)
        sight = self.turns_ahead(work.left / len(drafts))
        runs = int(work.left / self.price(sight))
        first = min(self.throws * len(drafts), ceil(runs * FIRST))
        drafts = drafts[: max(1, first)]  # who has too few runs for all leaves the last ones out
        if len(drafts) == 1:
            return drafts[0]
        self.mind.work.spend(runs * self.price(sight))
        planner = self._planner(sight)
        best = planner.best(self.mind.guesses(first // len(drafts)), drafts, first)
        others = sorted((draft for draft in drafts if draft.actions != best.actions), key=planner.mean, reverse=True)
        return planner.improved(best, self.changes(best, others), runs - first)

    def changes(self, best: Plan, others: Iterable[Plan]) -> Iterator[Callable[[Plan], Plan]]:
        """What others order on a part of the front, to be put into a plan."""
        for other in others:
            for hex_, units in parts(self.world, best, other):
                words = f"near {self.rules.grid.label(hex_)} {other.why}"
                yield partial(self.changed, other=other._replace(why=words), units=units)

    def changed(self, plan: Plan, other: Plan, units: set[int]) -> Plan:
        """A plan with the legal ones of another one's orders for some units; as it was, if it cannot end so."""
        whose = {action: unit_of(self.rules.grammar, action) for action in (*plan.actions, *other.actions)}
        left = [action for action in plan.actions if whose[action] is not None and whose[action] not in units]
        left += [action for action in other.actions if whose[action] in units]
        world, orders, end = self.world.copy(), list[Action](), plan.actions[-1]
        while done := self.carried_out(world, left):
            orders, left = [*orders, *done], [action for action in left if action not in done]
        if whose[end] is None:
            if world.over or world.why(end):
                return plan
            orders.append(end)
        return plan._replace(actions=tuple(orders), why=f"{plan.why}; {other.why}")

    def turns_ahead(self, work: float) -> int:
        """After how many player turns drafts are judged now, with so much work for one run of each."""
        return self.sight[self.mind.name.level.name]

    def price(self, sight: int) -> float:
        """Units of work to play so many player turns in thought."""
        return self.rollout * sight

    def _planner(self, sight: int) -> Planner:
        return Planner(self.go_on, self.value, self.is_quiet, self.mind.seed, sight, self.doubt)

    def go_on(self, world: World, draft: Plan) -> Plan:
        """What whoever is asked does when a draft is played on in thought."""
        return self._thinker(world, OFFICER).script()

    def is_quiet(self, world: World) -> bool:
        """Whether no battle is under way."""
        return not isinstance(asked(world.state), self.in_battle)

    def drafts(self) -> list[Plan]:
        """What commanders of different styles would order here, each once; a game may know better."""
        found: dict[tuple[Action, ...], Plan] = {}
        for style, sentence in STYLES.items():
            plan = self._thinker(self.world, self.mind.name.level.name, style).script()
            found.setdefault(plan.actions, plan._replace(why=f"{plan.why} ({sentence.partition(':')[0].lower()})"))
        return list(found.values())

    def _thinker(self, world: World, level: str, style: str = "") -> Expert:
        return type(self)(self.mind.inside(world, Name(LEVELS[level], style), LEVELS[level].seconds))

    def weigh(self) -> Plan:
        """The offered action that leads to the best position, on the average; of equals the first in order."""
        offered = sorted(self.world.offer())
        actions = [action for action in offered if action[0] not in BACK] or offered
        if len(actions) == 1:
            return Plan((actions[0],), ONLY)
        weighed = [(self.expected(self.world, action), action) for action in actions[:MANY]]
        weighed.sort(key=lambda pair: -pair[0])  # of equals the first one stays first
        write = self.rules.grammar.text
        choices = tuple(Choice(write(action), value) for value, action in weighed[:4])
        return Plan((weighed[0][1],), "best on the average", choices)

    def expected(self, world: World, action: Action, depth: int = 0) -> float:
        """The value of what an action leads to once the battle is over, on the average."""
        self.mind.work.spend(0.2)
        outcomes = world.outcomes(action)
        if outcomes is None:
            return self.value(world)
        return sum(chance * self.settled(after, depth + 1) for after, chance in outcomes)

    def settled(self, world: World, depth: int = 0) -> float:
        """The value of a world after quick answers to what is left of its battle, as long as there is time."""
        if world.over or depth > DEEP or self.mind.work.is_over or self.is_quiet(world):
            return self.value(world)
        return self.expected(world, self.quick(world), depth)

    def value(self, world: World) -> float:
        """What this machine makes of a position for its own side."""
        self.mind.work.spend()
        if world.over:
            winner = world.state.winner
            return WON if winner == self.mind.side else -WON if winner == 1 - self.mind.side else 0.0
        features = world.features(self.mind.side)
        return self.mind.weights.value({**features, **self.extra(world)})
