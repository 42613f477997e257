"""Lessons at a table: one step after another, the number of the position is the number of the step."""

from __future__ import annotations

from westfront.engine.lesson import Lesson
from westfront.server import messages as m
from westfront.server.refusal import ApiError, sentence
from westfront.server.tables import Live

TEACHER = "machine:lesson"
"""The seat of the enemy, for whom the lesson itself acts."""


def _lesson(live: Live) -> Lesson | None:
    return live.match.rules.lesson() if live.row.lesson else None


def lesson_now(live: Live) -> m.LessonNow | None:
    """Where the lesson stands, if this table is one."""
    lesson = _lesson(live)
    if lesson is None:
        return None
    step, steps = live.match.number, len(lesson.steps)
    if step >= steps:
        return m.LessonNow(lesson.title, steps, steps, lesson.end, "", "", True)
    now = lesson.steps[step]
    say = f"{lesson.intro} {now.say}" if step == 0 else now.say
    return m.LessonNow(lesson.title, step, steps, say, now.do, now.rule, False)


def check_step(live: Live, action: str) -> None:
    """In a lesson only the step that it waits for may be taken."""
    wanted = taught(live)
    if live.row.lesson and action != wanted:
        raise ApiError(422, sentence(f"the lesson waits for: {wanted}" if wanted else "the lesson is over"))


def taught(live: Live) -> str:
    """The action that the lesson waits for, or nothing if it is over."""
    lesson = _lesson(live)
    return lesson.steps[live.match.number].do if lesson and live.match.number < len(lesson.steps) else ""
