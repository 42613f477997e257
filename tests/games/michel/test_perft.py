"""Counts of positions: a change of a rule that changes no count changed nothing."""

from __future__ import annotations

from tests.counted import Counted, PerftTests
from tests.games.michel.drawn import bare, real
from westfront.engine.match import Match

MEETING = "T-5BR 3010, G-51-corps 3110, B-62 2910, B-19-corps 2709"
ATTACK = "S-234 1010, S-221 1010, B-62 1110, C-1 1110, B-4 1111, G-51-corps 0910, B-19-corps 1310"


def start(name: str) -> Match:
    """Movement on the real map; an attack from its allocation on; the historical first move."""
    if name == "meeting":
        return real(MEETING)
    return bare(ATTACK, "combat") if name == "attack" else Match.new("michel", seed=1)


COUNTS = {
    ("meeting", 1): 3,
    ("meeting", 2): 45,
    ("meeting", 3): 95,
    ("meeting", 4): 1045,
    ("attack", 1): 4,
    ("attack", 2): 16,
    ("attack", 3): 204,
    ("attack", 4): 899,
    ("attack", 5): 17115,
    ("historical", 1): 98,
    ("historical", 2): 3534,
}


class TestPerft(PerftTests):
    counted = Counted(start, COUNTS, divided=[("meeting", 2), ("attack", 3)])
