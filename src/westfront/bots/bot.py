"""What a player is: it gets a seat and a time, and answers with a plan."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from westfront.engine.grammar import Action
from westfront.engine.world import Seat


class Plan(NamedTuple):
    """One or more actions to be played one after another, as long as they stay legal; and why."""

    actions: tuple[Action, ...]
    why: str = ""


class Bot(Protocol):
    """A player."""

    def choose(self, seat: Seat, budget: float) -> Plan:
        """What it does now, within so many seconds."""
