"""The player that leaves everything to chance."""

from __future__ import annotations

from westfront.bots.bot import Plan
from westfront.engine.dice import RepeatableRandom
from westfront.engine.grammar import Action
from westfront.engine.world import Seat


class RandomBot:
    """Draws a verb first, then one of its actions, so that rare kinds of action are not drowned by common ones."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, seat: Seat, budget: float) -> Plan:
        """An action; the same seed and position always give the same one."""
        lots, by_verb = RepeatableRandom(f"{self.seed}/{seat.number}"), dict[str, list[Action]]()
        for action in seat.decision.actions:
            by_verb.setdefault(action[0], []).append(action)
        actions = list(by_verb.values())[lots.below(len(by_verb))]
        return Plan((actions[lots.below(len(actions))],), "whatever comes")
