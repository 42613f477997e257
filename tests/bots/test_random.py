"""The random player answers what it is asked, and always the same from the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

import tests.ford  # noqa: F401
from westfront.bots import bots
from westfront.engine.match import Match
from westfront.engine.view import Question, Scene, View


def view(actions: tuple[str, ...], number: int = 0) -> View:
    return View("ford", "red", number, "red", "", Scene("", ()), Question("What?", "1.1", actions))


def test_it_plays_a_game_to_its_end() -> None:
    match, bot = Match.new("ford", seed=3), bots()["random"]("seed")
    while not match.over:
        match.play(bot.choose(match.view(match.decision.side)))
    assert match.result


def test_the_same_seed_and_position_give_the_same_action() -> None:
    actions = tuple(f"go {i}" for i in range(50))
    chosen = [bots()["random"]("a").choose(view(actions, number)) for number in range(20)]
    assert chosen == [bots()["random"]("a").choose(view(actions, number)) for number in range(20)]
    assert chosen != [bots()["random"]("b").choose(view(actions, number)) for number in range(20)]
    assert len(set(chosen)) > 5


def test_a_verb_is_drawn_before_its_actions() -> None:
    """One `done` among many moves is chosen about every other time."""
    actions = ("done", *(f"go {i}" for i in range(99)))
    drawn = Counter(bots()["random"]("x").choose(view(actions, number)).split()[0] for number in range(400))
    assert 150 < drawn["done"] < 250


def test_who_is_asked_nothing_has_nothing_to_answer() -> None:
    with pytest.raises(ValueError, match="red is asked nothing"):
        bots()["random"]("x").choose(View("ford", "red", 0, "blue", "", Scene("", ())))
