"""The course of a game: tracks at the beginning of each turn and now, without what was taken back."""

from __future__ import annotations

import pytest

import tests.ford  # noqa: F401
from tests.ford.rules import Ford
from tests.ford.state import FordState
from westfront.engine.course import Course, course_of
from westfront.engine.match import Match


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the Ford the units of each side that stand on the map are counted."""

    def standing(rules: Ford, s: FordState) -> dict[str, int]:
        at = s.at
        return {
            side: sum(at[u] >= 0 and rules.side_of[u] == i for u in range(len(at)))
            for i, side in enumerate(rules.sides)
        }

    monkeypatch.setattr(Ford, "standing", standing)
    monkeypatch.setattr(Ford, "course", "Units")


def test_each_turn_has_a_point_and_the_last_is_now() -> None:
    match = Match.new("ford", "meeting", seed=1)
    while len(match.course().turns) < 4:
        match.play("done")
    course = match.course()
    assert (course.title, course.turns) == ("Units", ("1", "2", "3", "now"))
    assert {name: len(track) for name, track in course.tracks.items()} == {"red": 4, "blue": 4}


def test_a_turn_that_was_taken_back_is_not_in_it() -> None:
    match = Match.new("ford", "meeting", seed=1)
    for _ in range(3):
        match.play("done")
    before = match.course()
    match.play("done")
    assert match.course().turns == ("1", "2", "now")
    match.take_back(3, "red")
    assert match.course() == before


def test_the_start_has_a_point_only_where_it_differs() -> None:
    assert course_of("Points", {"start": {"p": 0}, "1": {"p": 0}, "now": {"p": 2}}).turns == ("1", "now")
    assert course_of("Points", {"start": {"p": 1}, "1": {"p": 0}, "now": {"p": 2}}).turns == ("start", "1", "now")
    assert course_of("Points", {"start": {"p": 1}, "now": {"p": 1}}).turns == ("now",)


def test_a_course_in_a_line_of_bars_and_numbers() -> None:
    course = Course("Morale", ("1", "2", "now"), {"german": (15, 16, 18), "allied": (15, 14, 8)})
    assert str(course) == "Morale, turns 1 2 now\ngerman  ▅▆█  15 16 18\nallied  ▅▅▁  15 14 8"
    assert Course("Morale", ("now",), {"german": (15,)}).lines() == ["german  ▁  15"]
