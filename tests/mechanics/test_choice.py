"""One of several units: the offer, the judge and the words of the question come from the same list."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from westfront.engine.frame import Play, Refusal, why_illegal
from westfront.engine.names import Hex, Names, Unit
from westfront.engine.state import State
from westfront.hexgrid import Grid, Numbering
from westfront.mechanics.choice import OneOf, OneOfUnits

GRID = Grid(Numbering("pointy", "RRCC", (1, 3), (1, 3), "odd", "east"))
RULES = SimpleNamespace(names=Names(GRID, ["R1", "R2", "B1"], ("red", "blue"), ("off",)))


class Leaves(OneOf, frozen=True):
    """One of the first two leaves a hex."""

    hex: Hex
    asked_by = "3.1"
    question = "Who leaves {hex}?"
    refused = "{unit} is not in {hex}"
    why_leave = OneOf.why_not

    def among(self, rules: Any, s: Any) -> list[int]:
        return [0, 1]

    def do_leave(self, play: Play[Any, Any], unit: Unit) -> None:
        """Nothing comes of it here."""


class Falls(OneOfUnits, frozen=True):
    """One of the units that are named falls."""

    asked_by = "3.2"
    question = "Who falls?"
    refused = "one of {units} falls, not {unit}"
    why_fall = OneOfUnits.why_not

    def do_fall(self, play: Play[Any, Any], unit: Unit) -> None:
        """Nothing comes of it here."""


def test_those_who_may_be_named_are_offered_and_nobody_else_is_legal() -> None:
    place = GRID.label(next(iter(GRID)))
    s = State(frames=(Leaves(0, next(iter(GRID))),))
    question = s.frames[-1]
    assert isinstance(question, Leaves)
    assert question.prompt(RULES, s) == f"Who leaves {place}?"
    assert question.offer(RULES, s) == [("leave", 0), ("leave", 1)]
    assert [why_illegal(RULES, s, action) for action in question.offer(RULES, s)] == [None, None]
    assert why_illegal(RULES, s, ("leave", 2)) == Refusal("3.1", f"B1 is not in {place}")


def test_the_units_may_be_a_field_of_the_frame() -> None:
    s = State(frames=(Falls(0, (1, 2)),))
    assert Falls(0, (1, 2)).offer(RULES, s) == [("fall", 1), ("fall", 2)]
    assert why_illegal(RULES, s, ("fall", 0)) == Refusal("3.2", "one of R2 B1 falls, not R1")
