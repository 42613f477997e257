"""Players that sit at a seat, as a person would, and answer its question with a plan."""

from __future__ import annotations

from collections.abc import Callable

from westfront.bots.bot import Bot as Bot
from westfront.bots.bot import Plan as Plan
from westfront.bots.chance import RandomBot


def bots() -> dict[str, Callable[[str], Bot]]:
    """Every player by name, each made from a seed."""
    return {"random": RandomBot}
