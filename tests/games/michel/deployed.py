"""Matches of Operation Michel before the first game-turn, and short ways to ask what a test wants to know."""

from __future__ import annotations

from collections import Counter

import pytest

from westfront.engine.match import Match
from westfront.errors import IllegalAction
from westfront.games.michel import Michel
from westfront.games.michel.deployment import Plan, printed
from westfront.games.michel.state import MichelState

GERMAN, ALLIED = 0, 1
GERMAN_OPTIONS = ("1", "2", "3", "4", "5", "6", "7")
ALLIED_OPTIONS = ("8", "9", "10", "11", "12", "13")
PAIRINGS = [(german, allied) for german in GERMAN_OPTIONS for allied in ALLIED_OPTIONS]


def begin(german: str = "5", allied: str = "13", *actions: str) -> Match:
    """A new match of two options, after some actions."""
    match = Match.new("michel", options={"german": german, "allied": allied}, seed=0)
    for action in actions:
        match.play(action)
    return match


def accept(german: str, allied: str) -> Match:
    """A match in which both sides take what is laid out for them."""
    match = begin(german, allied)
    while position(match).turn == 0:
        match.play("done")
    return match


def rules(match: Match) -> Michel:
    """The rules of a match."""
    assert isinstance(match.rules, Michel)
    return match.rules


def position(match: Match) -> MichelState:
    """The position of a match."""
    assert isinstance(match.state, MichelState)
    return match.state


def plan(match: Match, side: int) -> Plan:
    """What a side deploys."""
    return rules(match).plans[side]


def where(match: Match, unit: str) -> str:
    """The hex or box of a unit."""
    return match.rules.names.place(position(match).at[match.rules.names.unit(unit)])


def on_map(match: Match, side: int) -> Counter[str]:
    """How many units of each kind a side has on the map."""
    s = position(match)
    return Counter(printed(rules(match), unit) for unit in rules(match).units[side] if s.at[unit] >= 0)


def refused(match: Match, action: str) -> str:
    """Why an action is refused; nothing changes."""
    before = match.state.digest()
    with pytest.raises(IllegalAction) as error:
        match.play(action)
    assert match.state.digest() == before
    return str(error.value)


def offered(match: Match, verb: str) -> list[str]:
    """What is offered behind a verb."""
    return [action.partition(" ")[2] for action in match.decision.texts if action.split()[0] == verb]
