"""Levels of victory: each game names its own, the best for the first side first, and every end has one of them."""

from __future__ import annotations

from typing import Any

import pytest

from westfront.engine.rules import Setting
from westfront.engine.state import DRAW
from westfront.games.hindenburg.state import PASSED
from westfront.games.hindenburg.victory import ENDS
from westfront.lab.balance import watched
from westfront.lab.ladder import Pairing


@pytest.mark.parametrize(
    ("game", "scenario", "degree"),
    [
        ("marne", "gneisenau", "French victory"),
        ("marne", "foch-attacks", "German victory"),
        ("michel", "michel", "Allied victory"),
        ("storm", "campaign", "the check of turn 9 is failed"),
        ("hindenburg", "campaign", "too little ground at the mid-game check"),
        ("meuse", "campaign", "8 or more hexes short"),
        ("meuse", "montfaucon", "three or more units too few"),
    ],
)
def test_a_game_that_nobody_attacks_in_ends_at_a_level(game: str, scenario: str, degree: str) -> None:
    assert watched(Pairing(game, scenario, "turtle", "turtle", "1/0"), lambda: 0.0).degree == degree
    degrees = Setting.choose(game, scenario).rules().degrees()
    assert degree in degrees
    assert len(set(degrees)) == len(degrees)


def ended(game: str, scenario: str, winner: int, **facts: Any) -> str:
    """The level of the starting position, ended with some facts changed."""
    rules = Setting.choose(game, scenario).rules()
    state: Any = rules.start()
    state.winner = winner
    for name, value in facts.items():
        setattr(state, name, value)
    return rules.degree(state)


def test_the_ends_of_a_war_are_told_apart() -> None:
    assert ended("hindenburg", "campaign", 0, verdict=ENDS["british"]) == "British withdrawal"
    assert ended("hindenburg", "campaign", DRAW, mid_game=PASSED) == "a draw in November"
    assert ended("hindenburg", "campaign", 1, mid_game=PASSED) == "Allied victory in November"
    assert ended("storm", "campaign", 1, morale=[0, 4]) == "German morale is broken"
    assert ended("storm", "campaign", 0, morale=[4, 0]) == "Allied morale is broken"
    assert ended("storm", "offensive", 0, morale=[4, 4]) == "German morale lasts to the end"
    assert ended("storm", "plan-1919", 0, morale=[4, 0]) == "German morale lasts to the end"
    assert ended("storm", "campaign", DRAW, morale=[0, 0]) == "both sides' morale is broken"


def test_how_late_the_goal_was_entered_is_a_level() -> None:
    rules: Any = Setting.choose("meuse", "campaign").rules()
    state: Any = rules.start()
    unit = next(unit for unit, side in enumerate(rules.side_of) if side == 0)
    state.at[unit] = rules.grid.hex("0702")
    found = []
    for state.turn in (20, 21, 24):
        found.append(rules.degree(state))
    assert tuple(found) == rules.degrees()[:3]
