"""What a player is: it gets a seat and a time, and answers with a plan."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from westfront.engine.grammar import Action
from westfront.engine.world import Seat


class Choice(NamedTuple):
    """Something that a player could do, in words, and what it makes of it: more is better."""

    text: str
    value: float

    def __str__(self) -> str:
        return f"{self.text} {self.value:+.2f}"


class Plan(NamedTuple):
    """One or more actions to be played one after another, as long as they stay legal; why, and what else there was."""

    actions: tuple[Action, ...]
    why: str = ""
    choices: tuple[Choice, ...] = ()
    """What was weighed, the best first."""

    def words(self) -> str:
        """The reason with its numbers."""
        weighed = "; ".join(map(str, self.choices))
        return f"{self.why} (weighed: {weighed})" if weighed else self.why


class Bot(Protocol):
    """A player."""

    def choose(self, seat: Seat, budget: float) -> Plan:
        """What it does now, within so many seconds."""
