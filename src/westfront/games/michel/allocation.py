"""Stub."""

from westfront.games.michel.state import MichelAsk, MichelStep
from westfront.engine.names import Side
from westfront.engine.frame import Refusal


class AttackAllocation(MichelAsk, frozen=True):
    """Stub."""

    asked_by = "Sequence-1B-i"
    verbs = ("done",)
    question = "Allocate attacks."

    def offer(self, rules, s):
        return [("done",)]

    def why(self, rules, s, action):
        return Refusal("Sequence-1B-i", "no")

    def apply(self, play, action):
        play.pop()


class DefenceAllocation(MichelStep, frozen=True):
    """Stub."""

    player: Side

    def run(self, play):
        pass
