"""Machines at the keyboard: what they advise, and that it is written down."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from tests.cli.conftest import Typed
from tests.cli.desk import at_table, played, saved
from westfront.cli.locked import Lock
from westfront.cli.paper import Paper
from westfront.cli.saves import Save
from westfront.cli.terminal import Terminal
from westfront.engine.match import Match

BY_MAIL = "nobody gives advice in a game by mail: the other side has not agreed to it"


def actions(match: Match) -> list[str]:
    return [entry.action for entry in match.entries]


# -- advice


def test_advice_is_recorded_once_for_each_position_and_changes_nothing_in_it() -> None:
    match, path = Match.new("meuse", seed=1), Path("game")
    shown = at_table(match, ["advise", "advise", "2", "advise", "undo", "advise"], path)
    first, second, third, fourth = (line for line in shown.splitlines() if line.startswith("  I would: "))
    assert " Why: " in first
    assert first == second
    assert third != first
    assert fourth.partition(" Why: ")[0] == first.partition(" Why: ")[0]
    assert actions(match) == ["advice", match.entries[1].action, "advice", "undo", "advice"]
    assert Match.load(path.read_text()).entries == match.entries
    assert match.log(match.rules.sides[1]).count(f"{match.rules.sides[0]} asks for advice") == 3


def test_advice_stands_below_the_position_which_is_not_drawn_again(typed: Typed) -> None:
    typed("advise")
    shown = at_table(Match.new("meuse", seed=1), None)
    assert shown.split("> ")[1].startswith("  I would: ")


def test_where_nobody_knows_the_game_nothing_is_recorded(typed: Typed) -> None:
    match = played()
    typed("advise")
    assert "no officer knows ford well enough to give advice" in at_table(match, None)
    assert match.number == 0


@pytest.mark.parametrize("way", ["side", "lock"])
def test_by_mail_there_is_no_advice_but_against_the_machine_there_is(way: str, typed: Typed) -> None:
    match = Match.new("meuse", seed=1)
    side = match.decision.side
    (other,) = set(match.rules.sides) - {side}
    path = saved(match)
    save = Save(path, Lock("four words by mail"), path.read_text()) if way == "lock" else None

    def asked(machines: dict[str, str]) -> str:
        out = StringIO()
        typed("advise")
        only = side if way == "side" else None
        Terminal(match, save, Paper(file=out, width=100), only=only, machines=machines).run()
        return out.getvalue()

    assert BY_MAIL in asked({})
    assert match.number == 0
    assert "  I would: " in asked({other: "random"})
    assert actions(match) == ["advice"]
