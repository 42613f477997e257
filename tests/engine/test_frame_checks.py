"""A game whose frames and grammar do not agree is not loaded, and the complaint says where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.ford import Ford
from westfront.engine import rules as register_of_games
from westfront.engine.frame import Ask, Frame, Play, Refusal, check_frames, frames_in
from westfront.engine.grammar import Action, Grammar
from westfront.engine.names import Hex, Number, Unit, Units
from westfront.engine.rules import Setting, register


class Question(Ask[Any, Any], frozen=True):
    """What all frames here have in common: `stay-put` can be answered, and needs no judge."""

    asked_by = "1.1"

    def offer(self, rules: Any, s: Any) -> list[Action]:
        return [("stay-put",)]

    def do_stay_put(self, play: Play[Any, Any]) -> None:
        play.pop()


class Right(Question, frozen=True):
    """As it should be."""

    def why_send(self, rules: Any, s: Any, unit: Unit, to: Hex, turn: Number = 0) -> Refusal | None:
        return None

    def do_send(self, play: Play[Any, Any], unit: Unit, to: Hex, turn: Number = 0) -> None:
        play.pop()


class Unjudged(Question, frozen=True):
    """A verb with values, and nothing that judges them."""

    def do_send(self, play: Play[Any, Any], unit: Unit, to: Hex, turn: Number = 0) -> None:
        play.pop()


class NotDone(Question, frozen=True):
    """A verb that is judged and never carried out."""

    def why_send(self, rules: Any, s: Any, unit: Unit, to: Hex, turn: Number = 0) -> Refusal | None:
        return None


class JudgesAnother(Right, frozen=True):
    """The judge takes other values than the pattern has."""

    def why_send(self, rules: Any, s: Any, unit: Units, to: Hex, turn: Number = 0) -> Refusal | None:  # type: ignore[override]
        return None


class DoesLess(Right, frozen=True):
    """What carries the verb out takes fewer values than the pattern has."""

    def do_send(self, play: Play[Any, Any], unit: Unit) -> None:  # type: ignore[override]
        play.pop()


class TakesPlainInts(Right, frozen=True):
    """The values are not of the types of names.py."""

    def do_send(self, play: Play[Any, Any], unit: int, to: int, turn: int = 0) -> None:
        play.pop()


class StaysWithAUnit(Question, frozen=True):
    """A verb without values that is given one."""

    def do_stay_put(self, play: Play[Any, Any], unit: Unit) -> None:  # type: ignore[override]
        play.pop()


class AlwaysTheTurn(Right, frozen=True):
    """What may be left out has no default."""

    def do_send(self, play: Play[Any, Any], unit: Unit, to: Hex, turn: Number) -> None:  # type: ignore[override]
        play.pop()


class SomewhereByDefault(Right, frozen=True):
    """What must be said has a default."""

    def why_send(self, rules: Any, s: Any, unit: Unit, to: Hex = 0, turn: Number = 0) -> Refusal | None:
        return None


SEND, STAY = "send UNIT HEX [in NUMBER]", "stay-put"


def check(frame: type[Frame], *patterns: str) -> None:
    """As when a game with one frame is loaded."""
    check_frames([frame], Grammar(patterns or (SEND, STAY), Setting.choose("ford").rules().names))


def test_frames_that_agree_with_the_grammar_are_taken() -> None:
    check(Right)
    check(Question, STAY)


def test_the_grammar_has_every_verb_of_a_frame() -> None:
    with pytest.raises(AssertionError, match=r"^Right, stay-put: the grammar does not have this verb$"):
        check(Right, SEND)


def test_some_frame_has_every_verb_of_the_grammar() -> None:
    with pytest.raises(AssertionError, match=r"^no frame knows fly, retreat$"):
        check(Right, SEND, STAY, "retreat HEX", "fly")


def test_values_are_judged() -> None:
    with pytest.raises(AssertionError, match=r"^Unjudged, send: it has values, so it needs a why_ that judges them$"):
        check(Unjudged)


def test_what_is_judged_is_carried_out() -> None:
    with pytest.raises(AssertionError, match=r"^NotDone, send: it is judged, but no do_ carries it out$"):
        check(NotDone)


@pytest.mark.parametrize(
    ("frame", "complaint"),
    [
        (JudgesAnother, "JudgesAnother, send: why_send takes unit, hex, number"),
        (DoesLess, "DoesLess, send: do_send takes unit, hex, number"),
        (TakesPlainInts, "TakesPlainInts, send: do_send takes unit, hex, number"),
        (StaysWithAUnit, "StaysWithAUnit, stay-put: do_stay_put takes no values"),
    ],
)
def test_a_verb_takes_the_values_of_its_pattern(frame: type[Frame], complaint: str) -> None:
    with pytest.raises(AssertionError, match=f"^{complaint}$"):
        check(frame)


@pytest.mark.parametrize(("frame", "method"), [(AlwaysTheTurn, "do_send"), (SomewhereByDefault, "why_send")])
def test_what_may_be_left_out_has_a_default_and_nothing_else(frame: type[Frame], method: str) -> None:
    complaint = f"{frame.__name__}, send: in {method} just the values that may be left out have a default"
    with pytest.raises(AssertionError, match=f"^{complaint}$"):
        check(frame)


class Heir(Question, frozen=True):
    """A frame that says it was called what another one is called."""

    formerly = ("Question",)


def test_no_two_frames_have_one_name() -> None:
    """Whatever order they are found in; a name that a frame had before counts too."""
    with pytest.raises(AssertionError, match=rf"^two frames of {__name__} are called Question$"):
        frames_in(__name__)


# -- the checks are run when a game is loaded


class CastlingFord(Ford):
    """A verb that no frame knows."""

    version = "0.1"
    verbs = (*Ford.verbs, "castle")

    @classmethod
    def package(cls) -> str:
        return Ford.package()


class SpeechlessFord(CastlingFord):
    """A frame whose verb is not in the grammar."""

    version = "0.2"
    verbs = tuple(pattern for pattern in Ford.verbs if pattern != "top UNIT")


@pytest.fixture
def broken() -> Iterator[None]:
    """Both of them, beside the one that is right, for one test."""
    yield
    for version in ("0.1", "0.2"):
        register_of_games._register.pop(("ford", version), None)


@pytest.mark.usefixtures("broken")
def test_a_game_that_does_not_agree_is_not_loaded() -> None:
    register(CastlingFord)
    register(SpeechlessFord)
    Setting.choose("ford", version="1").rules()
    with pytest.raises(AssertionError, match=r"^no frame knows castle$"):
        Setting.choose("ford", version="0.1").rules()
    with pytest.raises(AssertionError, match=r"^Movement, top: the grammar does not have this verb$"):
        Setting.choose("ford", version="0.2").rules()
