"""Lessons: a guided first battle, a position with dice that are known and one step after another."""

from __future__ import annotations

import msgspec

from westfront.engine.data import DataFolder
from westfront.errors import DataError


class LessonStep(msgspec.Struct, frozen=True):
    """What the learner is told, and the one action that the lesson waits for."""

    do: str
    say: str = ""
    """Why this is done now; empty where the machine answers for the enemy."""
    rule: str = ""
    """Where to read on."""


class Lesson(msgspec.Struct, frozen=True):
    """A position, whose side the learner takes, and the steps: the number of the position is the number of the step."""

    title: str
    side: str
    seed: str
    intro: str
    end: str
    position: str
    steps: tuple[LessonStep, ...]

    @property
    def start(self) -> str:
        """The text of the position, ready to be read."""
        return self.position.lstrip("\n")


def load_lesson(data: DataFolder) -> Lesson:
    """The lesson of a game, from `lesson.toml` of its data."""
    try:
        return msgspec.convert(data.toml("lesson"), Lesson)
    except msgspec.ValidationError as error:
        raise DataError("lesson.toml", None, str(error)) from None
