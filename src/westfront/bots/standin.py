"""Who steps in for a machine that fails or takes too long, so that a game is never stuck and still makes sense."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from westfront.bots.bot import Plan
from westfront.bots.expert import Expert
from westfront.bots.levels import LEVELS, RECRUIT, Name
from westfront.bots.mind import Mind
from westfront.bots.player import GAMES, expert_of
from westfront.engine.decision import Decision
from westfront.engine.dice import RepeatableRandom
from westfront.engine.grammar import Action
from westfront.engine.match import Match
from westfront.engine.world import Seat
from westfront.errors import IllegalAction, WestfrontError

log = logging.getLogger("westfront.machines")
STAND_IN = "stand-in"
HURRIED = 0.1
"""Seconds that a stand-in thinks: it should answer at once."""
FIRST = ("done", "pass", "deploy")
"""What is done without a thought: nothing, or what is ready-made."""
LAST = ("cancel", "drop", "lift", "clear", "unmark")
"""What only takes something back comes last: who did nothing else would never come to an end."""


class StandIn:
    """A recruit in a hurry; if he fails as well the rule of thumb of the game, and else what needs no thought."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, seat: Seat, budget: float = HURRIED) -> Plan:
        """A plan whose first action is legal, whatever is broken; it knows no more than who sits there."""
        for think in (self._recruit, self._rule_of_thumb) if seat.rules.id in GAMES else ():
            try:
                plan = think(seat, min(budget, HURRIED))
                if plan.actions and seat.decision.refusal(plan.actions[0]) is None:
                    return plan
            except Exception:
                log.debug("a stand-in has failed as well", exc_info=True)
        return Plan(tuple(plain_actions(seat.decision, f"{self.seed}/{seat.number}")[:1]), "nothing was thought about")

    def _recruit(self, seat: Seat, budget: float) -> Plan:
        return self._expert(seat, budget).answer()

    def _rule_of_thumb(self, seat: Seat, budget: float) -> Plan:
        """The quick answer to a question within a battle; experts have none worth the name for the others."""
        expert = self._expert(seat, budget)
        return Plan(()) if expert.is_quiet(expert.world) else Plan((expert.quick(expert.world),), "rule of thumb")

    def _expert(self, seat: Seat, budget: float) -> Expert:
        return expert_of(seat.rules.id)(Mind.at(seat, Name(LEVELS[RECRUIT]), self.seed, budget))


def plain_actions(decision: Decision, seed: str) -> list[Action]:
    """What is offered: to do nothing, then anything in an order drawn by lot, and last what only takes back."""
    drawn = RepeatableRandom(seed).shuffled(decision.actions)
    return sorted(drawn, key=lambda action: FIRST.index(action[0]) if action[0] in FIRST else 9 + (action[0] in LAST))


def step_in(match: Match, plan: Iterable[str | Action], seed: str) -> list[str]:
    """Play what a stand-in has planned as far as it goes, or else the first plain action that works; what was done."""
    side, before = match.decision.side, match.number
    for action in plan:
        if match.over or match.decision.side != side or not _is_played(match, action):
            break
    if match.number == before and not any(
        _is_played(match, action) for action in plain_actions(match.decision, f"{seed}/{before}")
    ):
        raise IllegalAction("machine", "nothing that is offered can be carried out")
    return [entry.action for entry in match.entries[before:] if not entry.auto]


def _is_played(match: Match, action: str | Action) -> bool:
    try:
        match.play(action, side=match.decision.side)
    except WestfrontError:
        return False
    except Exception:
        log.exception("%s cannot be carried out", action)
        return False
    return True
