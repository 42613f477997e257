"""Matches of Operation Michel before the first game-turn, and short ways to ask what a test wants to know."""

from __future__ import annotations

from collections import Counter

from tests.games.michel.drawn import rules_of, state
from westfront.engine.match import Match
from westfront.mechanics.plans import Plan

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
    while state(match).turn == 0:
        match.play("done")
    return match


def plan(match: Match, side: int) -> Plan:
    """What a side deploys."""
    return rules_of(match).plans[side]


def on_map(match: Match, side: int) -> Counter[str]:
    """How many units of each kind a side has on the map."""
    s, rules = state(match), rules_of(match)
    return Counter(rules.printed[unit] for unit in rules.units[side] if s.at[unit] >= 0)
