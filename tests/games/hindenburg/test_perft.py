"""Counts of positions: a change of a rule that changes no count changed nothing."""

from __future__ import annotations

from tests.counted import Counted, PerftTests
from tests.games.hindenburg.drawn import drawn
from westfront.engine.match import Match

MEETING = "3206: 2xGE4-4 1xGE3-3; 3105: 1xFR3-3 1xBR3-3; 3207: 1xGE2-3; gone: 1xGE1-2; trench: 3207"
ATTACK = "3206: 2xGE4-4 1xGE3-3; 3205: 1xBR4-4 2xBR3-3; 3105: 1xAN4-4; supply: 3206"
BLACK_DAYS = "3206: 1xGE4-4 1xGE3-3; 3106: 9xGE2-3; 3207: 9xGE1-2; 3306: 10xGE3-3; 3205: 1xBR3-3 1xFR3-3; 3105: 1xFR3-3"


def start(name: str) -> Match:
    """A force in the open; an attack from the choice of the force on; the morale phase; the set-up."""
    if name == "attack":
        match = drawn(ATTACK)
        match.play("force 3206")
        return match
    if name == "black days":
        return drawn(BLACK_DAYS, turn=10, phase="morale")
    return drawn(MEETING) if name == "meeting" else Match.new("hindenburg", seed=1)


COUNTS = {
    ("meeting", 1): 5,
    ("meeting", 2): 397,
    ("meeting", 3): 8388,
    ("attack", 1): 18,
    ("attack", 2): 133,
    ("attack", 3): 3570,
    ("black days", 2): 2,
    ("black days", 5): 10,
    ("black days", 8): 142,
    ("set-up", 1): 4,
    ("set-up", 2): 60,
    ("set-up", 3): 1242,
}


class TestPerft(PerftTests):
    counted = Counted(start, COUNTS, divided=[("meeting", 2), ("black days", 5), ("attack", 2)])
