"""What has been thrown and suffered in a battle, step by step: for the strip at the table and the log."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.games.marne.state import MarneState

LONGEST = 1000
"""So much of a battle is told in one paragraph."""
FIRE, RESULTS = 5, 10
"""The steps in which units suffer."""


def note(s: MarneState, step: int, words: str) -> None:
    """Keep what is to be told of the battle, with its step."""
    told = f"{s.told}; {step}. {words}" if s.told else f"{step}. {words}"
    s.told = told if len(told) <= LONGEST else s.told


def note_fate(s: MarneState, words: str) -> None:
    """What becomes of a unit, if there is a battle: by fire, or by its results."""
    if s.target >= 0 and s.launched:
        note(s, RESULTS if any(s.coordination) else FIRE, words)


def noted(s: MarneState) -> list[tuple[int, str]]:
    """What has been kept, by step."""
    found = []
    for part in s.told.split("; ") if s.told else ():
        step, dot, words = part.partition(". ")
        found.append((int(step), words) if dot and step.isdecimal() else (0, part))
    return found


@rule("12.2", "EX")
def paragraph(s: MarneState) -> str:
    """The battle in one paragraph, with its dice."""
    return "; ".join(words for _, words in noted(s)) or "nothing was thrown"
