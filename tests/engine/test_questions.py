"""What a frame asks: a sentence that may name the fields of the frame."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ford.rules import Ford
from westfront.engine.frame import Ask, Roll, check_frames
from westfront.engine.grammar import Action, Grammar
from westfront.engine.names import Hex, Number, Unit, Units
from westfront.engine.rules import Setting


class Bearing(Roll[Any, Any], frozen=True, tag="tests Bearing"):
    """Units bear hits in a hex."""

    hex: Hex
    units: Units
    left: Number
    asked_by = "4.7"
    question = "{left} hits at {hex}: who of {units} bears them?"


class Unclear(Ask[Any, Any], frozen=True, tag="tests Unclear"):
    """A question about a hex that the frame does not have."""

    unit: Unit
    asked_by = "4.7"
    question = "Where does {unit} go from {hex}?"

    def offer(self, rules: Any, s: Any) -> list[Action]:
        """Nothing else."""
        return [("roll",)]

    def do_roll(self, play: Any) -> None:
        """Nothing."""


def ford() -> Ford:
    """The rules of the proving game."""
    rules = Setting.choose("ford").rules()
    assert isinstance(rules, Ford)
    return rules


def test_a_question_names_the_fields_of_its_frame_as_people_write_them() -> None:
    rules = ford()
    hex_, first, second = rules.grid.hex("0304"), *rules.names.units[:2]
    asks = Bearing(0, hex_, (0, 1), 3)
    assert asks.prompt(rules, rules.start()) == f"3 hits at 0304: who of {first} {second} bears them?"


def test_a_question_about_what_the_frame_does_not_have_is_found_when_the_game_is_loaded() -> None:
    grammar = Grammar(["roll"], ford().names)
    check_frames([Bearing], grammar)
    with pytest.raises(AssertionError, match="Unclear: its question names hex"):
        check_frames([Unclear], grammar)
