"""Guesses of somebody at the keyboard, and the faults that only they, or what is shown besides the view, bring out."""

from __future__ import annotations

import pytest

from tests.ford.movement import Movement
from tests.ford.rules import TEXTS, Ford
from tests.ford.state import FordState
from tests.ford.test_fuzz import first_failure
from westfront.engine.dice import RepeatableRandom
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.match import Match
from westfront.engine.names import Hex, Hexes, Unit
from westfront.engine.rules import _make
from westfront.engine.view import Hint, Preview
from westfront.lab.guesses import Guesser


def guesses(match: Match, count: int) -> list[Action]:
    """Some guesses in a position."""
    decision = match.decision
    scene = match.rules.scene(match.state, decision.side_number)
    return list(Guesser(match.rules).some(match.state, scene, decision.texts, RepeatableRandom(1), count))


def test_guesses_answer_the_question_some_right_and_some_wrong() -> None:
    match = Match.new("ford", "assault", seed=1)
    made = guesses(match, 300)
    assert {code[0] for code in made} == {"take", "move", "top", "done"}
    allowed = [code for code in made if match.decision.refusal(code) is None]
    assert any(code not in match.decision.actions for code in allowed), "an unlisted move is found"
    assert len(made) - len(allowed) > 50


@pytest.mark.parametrize("game", ["ford", "michel", "hindenburg"])
def test_guesses_hang_on_their_lots_alone(game: str) -> None:
    assert guesses(Match.new(game, seed=1), 20) == guesses(Match.new(game, seed=1), 20)


def test_a_refusal_that_breaks_down_at_an_enemy_unit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    why = Movement.why_move

    def careless(frame: Movement, rules: Ford, s: FordState, unit: Unit, to: Hex, via: Hexes = ()) -> Refusal | None:
        if rules.side_of[unit] != frame.player:
            raise IndexError("planted")
        return why(frame, rules, s, unit, to, via)

    monkeypatch.setattr(Movement, "why_move", careless)
    assert first_failure().sentence == "IndexError: planted"


def test_an_unlisted_action_that_should_not_be_allowed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(frame: Movement, rules: Ford, s: FordState, unit: Unit, to: Hex, via: Hexes = ()) -> Refusal | None:
        return None

    monkeypatch.setattr(Movement, "why_move", lenient)
    assert first_failure().sentence.partition(":")[0].split()[0] in ("invariant", "AssertionError", "ValueError")


def test_a_preview_that_breaks_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def preview(rules: Ford, s: FordState, side: int) -> Preview:
        raise KeyError("planted")

    monkeypatch.setattr(Ford, "preview", preview)
    assert first_failure().sentence == "KeyError: 'planted'"


def test_a_hint_about_something_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Movement, "hints", lambda frame, rules, s: {("move", 0, s.at[0]): Hint(note="1")})
    assert first_failure().sentence.startswith("a hint is about ")


def test_an_event_without_words_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(TEXTS, "phase")
    _make.cache_clear()
    try:
        assert first_failure().sentence.startswith("KeyError: ")
    finally:
        _make.cache_clear()


def test_undo_over_a_die_or_the_other_side_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "can_undo", property(lambda match: True))
    assert first_failure().sentence == "undo reaches over a die or the other side"


def test_an_end_of_undo_that_was_not_announced_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "is_final", lambda match, action: False)
    assert first_failure().sentence == "undo does not end as it was said beforehand"
