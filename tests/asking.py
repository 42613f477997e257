"""Short ways to ask a match of any game what a test wants to know."""

from __future__ import annotations

from typing import TypeVar

import pytest

from westfront.engine.frame import Refusal
from westfront.engine.match import Match
from westfront.engine.state import State
from westfront.errors import IllegalAction

S = TypeVar("S", bound=State)

FIRST = "first"
"""In place of a side: the first one of the game."""


def refusal(match: Match, action: str) -> Refusal:
    """Why an action is refused: alike by `why` and by `play`, which changes nothing."""
    before = match.state.digest(), match.hash, match.log(), len(match.dice.rolls)
    with pytest.raises(IllegalAction) as caught:
        match.play(action)
    assert (match.state.digest(), match.hash, match.log(), len(match.dice.rolls)) == before
    found = match.why(action)
    assert found is not None
    assert str(found) == str(caught.value)
    return found


def refused(match: Match, action: str) -> str:
    """Why an action is refused, in words."""
    return str(refusal(match, action))


def rule_of(match: Match, action: str) -> str:
    """The rule that refuses an action."""
    return refusal(match, action).rule


def told(match: Match, *actions: str, side: str | None = FIRST) -> list[str]:
    """The lines that some actions add to the log of a side, or of the public."""
    reader = match.rules.sides[0] if side == FIRST else side
    before = len(match.log(reader))
    for action in actions:
        match.play(action)
    return match.log(reader)[before:]


def offers(match: Match, verb: str) -> set[str]:
    """What is offered with a verb, without the verb."""
    return {text.removeprefix(verb).strip() for text in match.decision.texts if text.split()[0] == verb}


def goes(match: Match, unit: str) -> set[str]:
    """The hexes that a unit can move to once it is taken up."""
    match.play(f"take {unit}")
    found = offers(match, "go")
    match.undo()
    return found


def where(match: Match, unit: str) -> str:
    """The hex or box of a unit."""
    names, at = match.rules.names, match.state.at  # type: ignore[attr-defined]  # every game has it
    return names.place(at[names.unit(unit)])


def pieces(match: Match, side: str | None, at: str) -> list[str]:
    """The names of the counters in a hex that a side can read, the top one first; a question mark where it cannot."""
    return [piece.name or "?" for piece in match.view(side).scene.pieces if piece.at == at]


def state_of(match: Match, kind: type[S]) -> S:
    """The position, with its fields known to the type check."""
    assert isinstance(match.state, kind)
    return match.state
