"""The tables and charts of a game, for whoever reads its rules and for whoever plays it."""

from __future__ import annotations

from functools import lru_cache

from westfront.engine.aids import Aid
from westfront.engine.rules import AnyRules, Setting
from westfront.server import messages as m
from westfront.server.hall import Call


@lru_cache(64)
def aids_of(rules: AnyRules) -> tuple[Aid, ...]:
    """The aids of some rules, which never change."""
    return tuple(rules.aids())


def of_game(call: Call) -> m.Aids:
    """Those of a game, as a scenario of it is played."""
    return m.Aids(aids_of(Setting.choose(call.path["game"], call.query.get("scenario") or None).rules()))


def of_table(call: Call) -> m.Aids:
    """Those of a table, with the options and numbers that it is played with."""
    with call.open() as live:
        return m.Aids(aids_of(live.match.rules))
