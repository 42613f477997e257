"""Counts of positions: a change of a rule that changes no count changed nothing."""

from __future__ import annotations

from tests.counted import Counted, PerftTests
from tests.games.meuse.drawn import draw
from westfront.engine.match import Match

MEETING = "US-brigade-1 1320, US-4 1219, DE-53R 1318, US-1 due"
BATTLE = "US-77 0719, US-4 0818-, DE-2L 0718, DE-1G 1316, US-3 1317"
GUNS = "US-3 1318, US-4 1416, DE-1G 1317, DE-5G 1417, US-brigade-1 1217, US-brigade-2 1217"


def start(name: str) -> Match:
    """Movement with an arrival; a battle in the woods with support; a bombardment in the open."""
    if name == "meeting":
        return draw(MEETING, turn=4, stock=(0, 0))
    if name == "battle":
        return draw(BATTLE, "combat", allied="2", german="1")
    return draw(GUNS, "bombardment", stock=(2, 2))


COUNTS = {
    ("meeting", 1): 5,
    ("meeting", 2): 98,
    ("meeting", 3): 436,
    ("meeting", 4): 7238,
    ("meeting", 5): 28381,
    ("battle", 1): 3,
    ("battle", 2): 8,
    ("battle", 3): 69,
    ("battle", 4): 164,
    ("battle", 5): 1378,
    ("battle", 6): 2396,
    ("battle", 7): 9517,
    ("guns", 1): 3,
    ("guns", 2): 9,
    ("guns", 3): 16,
    ("guns", 4): 104,
    ("guns", 5): 261,
    ("guns", 6): 2696,
    ("guns", 7): 5094,
}


class TestPerft(PerftTests):
    counted = Counted(start, COUNTS, divided=[("meeting", 2), ("battle", 3)])
