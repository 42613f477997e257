"""Counts of positions: a change of a rule that changes no count changed nothing."""

from __future__ import annotations

from tests.counted import Counted, PerftTests
from tests.games.storm.drawn import drawn
from westfront.engine.match import Match

MARCH = "2332: GE-3-stoss GE-10; 2331: GE-AGB; 2233: BR-5; 2234: BR-1 BR-RTC"
BATTLE = "2332: GE-3-stoss GE-1B; 2331: GE-AGB; 2233: BR-5 BR-1~; air: GE-Air BR-Air"
TANKS = "2234: BR-FT1 BR-HT1 BR-5; 2333: GE-1B GE-AT1; 2432: GE-2B"


def start(name: str) -> Match:
    """German movement; a battle with guns and air; tanks of 1919 before they infiltrate."""
    if name == "march":
        return drawn(MARCH, "german", "march")
    if name == "battle":
        return drawn(BATTLE, "german", "combat")
    return drawn(TANKS, "allied", "combat", scenario="plan-1919")


COUNTS: dict[tuple[str, int], int] = {
    ("march", 1): 5,
    ("march", 2): 92,
    ("march", 3): 322,
    ("march", 4): 5061,
    ("battle", 1): 2,
    ("battle", 2): 7,
    ("battle", 3): 26,
    ("battle", 4): 80,
    ("battle", 5): 272,
    ("battle", 6): 899,
    ("battle", 7): 3009,
    ("tanks", 1): 2,
    ("tanks", 2): 6,
    ("tanks", 3): 21,
    ("tanks", 4): 73,
    ("tanks", 5): 284,
    ("tanks", 6): 993,
}


class TestPerft(PerftTests):
    counted = Counted(start, COUNTS, divided=[("march", 2), ("battle", 3)])
