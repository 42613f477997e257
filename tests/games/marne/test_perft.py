"""Counts of positions: a change of a rule that changes no count changed nothing."""

from __future__ import annotations

from tests.counted import Counted, PerftTests
from tests.games.marne.drawn import When, bare, real
from tests.games.marne.test_example import UNITS
from westfront.engine.match import Match


def start(name: str) -> Match:
    """Movement near the enemy; the battle of the booklet from its first step on; the first question of a scenario."""
    if name == "movement":
        return bare("GE-14ResDI-1 2808, GE-CORPS-ART-1 2808, BR-50DI 2811", roads="2808-2809-2810", major="2808/2807")
    if name == "battle":
        return real(UNITS, "combat", when=When("blucher", 1, 2))
    return Match.new("marne", "foch-attacks", seed=1)


COUNTS = {
    ("movement", 1): 5,
    ("movement", 2): 158,
    ("movement", 3): 831,
    ("battle", 1): 4,
    ("battle", 2): 14,
    ("battle", 3): 74,
    ("battle", 4): 358,
    ("battle", 5): 1667,
    ("scenario", 1): 7,
    ("scenario", 2): 48,
    ("scenario", 3): 324,
}


class TestPerft(PerftTests):
    counted = Counted(start, COUNTS, divided=[("movement", 2), ("battle", 3)])
