"""Players that get a view, as a person in their seat would, and answer its question with an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from westfront.bots.chance import RandomBot
from westfront.engine.view import View


class Bot(Protocol):
    """A player."""

    def choose(self, view: View) -> str:
        """One of the actions that the view offers."""


def bots() -> dict[str, Callable[[str], Bot]]:
    """Every player by name, each made from a seed."""
    return {"random": RandomBot}
