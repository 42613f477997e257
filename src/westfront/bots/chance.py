"""The player that leaves everything to chance."""

from __future__ import annotations

from westfront.engine.dice import RepeatableRandom
from westfront.engine.view import View


class RandomBot:
    """Draws a verb first, then one of its actions, so that rare kinds of action are not drowned by common ones."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: View) -> str:
        """An action; the same seed and position always give the same one."""
        if view.question is None:
            raise ValueError(f"{view.side or 'nobody'} is asked nothing")
        lots, by_verb = RepeatableRandom(f"{self.seed}/{view.number}"), dict[str, list[str]]()
        for action in view.question.actions:
            by_verb.setdefault(action.partition(" ")[0], []).append(action)
        actions = list(by_verb.values())[lots.below(len(by_verb))]
        return actions[lots.below(len(actions))]
