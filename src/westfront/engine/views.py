"""What is seen of a state: the view of a side, and the result in words."""

from __future__ import annotations

from westfront.engine.decision import Decision
from westfront.engine.event import PUBLIC
from westfront.engine.rules import AnyRules
from westfront.engine.state import State
from westfront.engine.view import Question, Scene, View
from westfront.errors import UnknownGame


def view_of(
    rules: AnyRules, state: State, decision: Decision | None, number: int, side: str | None, scene: Scene | None = None
) -> View:
    """What a side may know of a state; the question is there for the side that must answer it.

    A scene that was made of this state for this side before is taken as it is.
    """
    viewer = side_number(rules, side)
    asked_here = decision is not None and decision.side_number == viewer
    return View(
        game=rules.id,
        scenario=rules.scenario,
        options=rules.options,
        side=side or "",
        number=number,
        to_act=decision.side if decision else "",
        verdict=result_of(rules, state) or "",
        scene=rules.scene(state, viewer) if scene is None else scene,
        question=_question(decision) if decision and asked_here else None,
    )


def _question(decision: Decision) -> Question:
    return Question(decision.prompt, decision.rule, decision.offers(), decision.unused)


def result_of(rules: AnyRules, state: State) -> str | None:
    """Who has won and how, in words, or None while the game goes on."""
    if state.frames:
        return None
    return f"{rules.sides[state.winner] if state.winner >= 0 else 'nobody'}: {state.verdict}"


def side_number(rules: AnyRules, side: str | None) -> int:
    """The number of a side, PUBLIC for None."""
    if side is None:
        return PUBLIC
    if side not in rules.sides:
        raise UnknownGame(f"{rules.id} has no side {side[:40]!r}; there is {' and '.join(rules.sides)}")
    return rules.sides.index(side)
