"""Frames: what a question says, when it passes by itself, and how it is found by the name of one it has taken in."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from westfront.engine.dice import NoDice
from westfront.engine.frame import Ask, Play, Roll, asked, frames_in, settle
from westfront.engine.grammar import Action
from westfront.engine.names import Number
from westfront.engine.state import State


class Counting(State):
    """A state that is counted down."""

    left: Number = 0


class CountDown(Ask[Any, Counting], frozen=True):
    """Asked as long as something is left."""

    asked_by = "1.1"
    question = "Who takes one, {player}?"
    formerly = ("CountOn",)

    def moot(self, rules: Any, s: Counting) -> bool:
        return not s.left

    def run(self, play: Play[Any, Counting]) -> None:
        play.end(0, "nothing is left")

    def offer(self, rules: Any, s: Counting) -> list[Action]:
        return [("take",)]

    def do_take(self, play: Play[Any, Counting]) -> None:
        play.state.left -= 1


class Thrower(Ask[Any, Counting], frozen=True):
    """What the questions of a game have in common."""


class Thrown(Thrower, Roll[Any, Counting], frozen=True):
    """A question of the game that is also a roll: it comes from two frames, and is still one."""

    asked_by = "1.2"


def test_a_question_stays_until_it_is_moot_and_then_runs() -> None:
    play = Play[Any, Counting](None, Counting(left=1, frames=(CountDown(0),)), NoDice())
    settle(play)
    assert asked(play.state) == CountDown(0)
    CountDown(0).do_take(play)
    settle(play)
    assert (play.state.frames, play.state.winner, play.state.verdict) == ((), 0, "nothing is left")


def test_a_question_names_the_fields_of_its_frame_in_words() -> None:
    rules = SimpleNamespace(names=SimpleNamespace(write=lambda kind, value: f"{kind} {value}"))
    assert CountDown(1).prompt(rules, Counting()) == "Who takes one, side 1?"


def test_a_frame_is_found_by_the_names_of_those_it_has_taken_in() -> None:
    assert frames_in(__name__) == {"CountDown": CountDown, "CountOn": CountDown, "Thrown": Thrown}
