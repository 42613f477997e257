"""The levels that a player can choose for his machine opponent, and its styles."""

from __future__ import annotations

from typing import NamedTuple

RECRUIT, OFFICER, COMMANDER, STAFF = "recruit", "officer", "commander", "staff"


FAIR = "No machine has other dice, units, rules or sight than a person would: levels and styles differ in thought only."
"""What is said openly wherever a machine is chosen."""


class Level(NamedTuple):
    """How much a machine thinks, and nothing else."""

    name: str
    sentence: str
    seconds: float
    """It has no more than this for an answer, whatever it is given; only the staff takes all that it is given."""

    @property
    def rank(self) -> int:
        """The higher, the more it thinks."""
        return list(LEVELS).index(self.name)


LEVELS = {
    level.name: level
    for level in (
        Level(
            RECRUIT,
            "Knows the aim of the game and the rules of thumb, fights piecemeal, forgets the finer points.",
            0.5,
        ),
        Level(OFFICER, "Plays the whole doctrine: masses for attacks, keeps a line, watches its clocks.", 1.0),
        Level(
            COMMANDER,
            "Shares out all attackers together, weighs what its choices lead to, and compares plans where time allows.",
            3.0,
        ),
        Level(
            STAFF,
            "Drafts plans for a whole turn, plays out the enemy's answer to each, and mends the best part by part.",
            10.0,
        ),
    )
}
STYLES = {
    "": "Balanced.",
    "cautious": "Cautious: weighs its own losses more.",
    "bold": "Bold: weighs its own losses less.",
}


class Name(NamedTuple):
    """A machine by level and style, as a seat names it: `officer`, `officer-bold`."""

    level: Level
    style: str = ""

    @classmethod
    def read(cls, text: str) -> Name:
        """The level and style of such a word; KeyError if there is none."""
        level, _, style = text.partition("-")
        if style not in STYLES or text.endswith("-"):
            raise KeyError(text)
        return cls(LEVELS[level], style)

    @property
    def sentence(self) -> str:
        """How it thinks, with its style if it has one."""
        return f"{self.level.sentence} {STYLES[self.style]}" if self.style else self.level.sentence

    def __str__(self) -> str:
        return f"{self.level.name}-{self.style}" if self.style else self.level.name


NAMES = tuple(Name(level, style) for style in STYLES for level in LEVELS.values())
