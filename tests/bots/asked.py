"""Asking machines about drawn positions."""

from __future__ import annotations

from westfront.bots import Plan, bots
from westfront.engine.match import Match

BUDGET = 10.0

ASKED: set[str] = set()
"""The levels that were asked, since somebody emptied it."""


def plan_of(match: Match, level: str = "commander") -> Plan:
    """What a machine of a level would do now."""
    ASKED.add(level)
    bot = bots(match.rules.id)[level]("seed")
    return bot.choose(match.seat(match.decision.side), BUDGET)


def orders(match: Match, level: str = "commander") -> list[str]:
    """The same as text."""
    return [match.rules.grammar.text(action) for action in plan_of(match, level).actions]


def let_play(match: Match, level: str = "commander", plans: int = 1) -> Match:
    """Let the side that is asked play so many plans, as far as they are legal."""
    for _ in range(plans):
        side = match.decision.side
        for action in plan_of(match, level).actions:
            if match.over or match.decision.side != side or match.decision.refusal(action):
                break
            match.play(action)
    return match
