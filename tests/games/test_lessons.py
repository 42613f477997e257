"""The guided first battle of every game can be played as it is written, and what it says fits what happens."""

from __future__ import annotations

import pytest

from westfront.engine.lesson import load_lesson
from westfront.engine.match import Match
from westfront.engine.rules import games
from westfront.errors import DataError
from westfront.games.michel.rules import Michel

GAMES = [game for game in games() if game.__module__.startswith("westfront.")]


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_a_lesson_leads_to_its_end(game: type[Michel]) -> None:
    """Each step is legal when it comes, every step of the learner says why and by which rule."""
    lesson = game.lesson()
    assert lesson
    match = Match.from_position(lesson.start, seed=lesson.seed, auto=False)
    catalogue = game.catalogue()
    for number, step in enumerate(lesson.steps):
        assert match.number == number
        if match.decision.side == lesson.side:
            assert step.say
            assert step.rule in catalogue, step.rule
        match.play(step.do)
    assert len(lesson.steps) <= 25, "five minutes"
    assert any(event.kind == "roll" for event in match.events), "a battle has a die"


def test_the_lesson_of_michel_breaks_through() -> None:
    """The result that the words speak of."""
    lesson = Michel.lesson()
    assert lesson
    match = Match.from_position(lesson.start, seed=lesson.seed, auto=False)
    for step in lesson.steps:
        match.play(step.do)
    log = "\n".join(match.log())
    assert "29 against 4 is 7-1, die 1, +2" in log
    assert "Dr2" in log
    assert match.decision.side == "allied"


def test_a_broken_lesson_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing key is named."""
    data = Michel.data_folder()
    monkeypatch.setattr(data, "toml", lambda _name: {"title": "x"})
    with pytest.raises(DataError, match=r"lesson\.toml"):
        load_lesson(data)
