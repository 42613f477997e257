"""The random player answers what it is asked, and always the same from the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

import tests.ford  # noqa: F401
from westfront.bots import bots
from westfront.engine.grammar import Action
from westfront.engine.match import Match
from westfront.errors import IllegalAction

BUDGET = 1.0


def answers(seed: str, count: int) -> list[Action]:
    """What the player would do in the first position of The Ford, at different numbers of it."""
    seat, found = Match.new("ford", seed=3).seat("red"), list[Action]()
    for number in range(count):
        seat.number = number
        found += bots("ford")["random"](seed).choose(seat, BUDGET).actions
    return found


def test_it_plays_a_game_to_its_end() -> None:
    match, bot = Match.new("ford", seed=3), bots("ford")["random"]("seed")
    while not match.over:
        match.play(bot.choose(match.seat(match.decision.side), BUDGET).actions[0])
    assert match.result


def test_the_same_seed_and_position_give_the_same_action() -> None:
    assert answers("a", 20) == answers("a", 20)
    assert answers("a", 20) != answers("b", 20)


def test_a_verb_is_drawn_before_its_actions() -> None:
    """One `done` among five units to take is chosen about every other time."""
    drawn = Counter(action[0] for action in answers("x", 400))
    assert set(drawn) == {"done", "take"}
    assert 150 < drawn["done"] < 250


def test_who_is_asked_nothing_has_no_seat_to_answer_from() -> None:
    with pytest.raises(IllegalAction, match="red is asked now, not blue"):
        Match.new("ford", seed=3).seat("blue")
