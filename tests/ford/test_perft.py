"""Counts of positions: a change of a rule that changes no count changed nothing."""

from __future__ import annotations

import pytest

from tests.counted import Counted, PerftTests
from tests.ford.drawn import draw
from westfront.engine.match import Match
from westfront.lab.perft import divide, perft

BATTLE = """
03   . . . R1/R2 B1/BG
04  . . RG . . B2
05   . . . . R3 . B4
"""


def start(name: str) -> Match:
    """A scenario by its name, or the drawn battle in its combat phase."""
    return draw(BATTLE, "combat") if name == "battle" else Match.new("ford", name, seed=1)


COUNTS = {
    ("meeting", 1): 6,
    ("meeting", 2): 121,
    ("meeting", 3): 625,
    ("meeting", 4): 11813,
    ("assault", 1): 6,
    ("assault", 2): 119,
    ("assault", 3): 618,
    ("assault", 4): 10970,
    ("battle", 1): 3,
    ("battle", 2): 11,
    ("battle", 3): 112,
    ("battle", 4): 574,
    ("battle", 5): 5397,
    ("battle", 6): 25319,
}


class TestPerft(PerftTests):
    counted = Counted(start, COUNTS, divided=[("meeting", 4), ("assault", 3), ("battle", 5)])


@pytest.mark.parametrize(("die", "count"), [(1, 5411), (2, 5402), (3, 5397), (4, 5398), (5, 5402), (6, 5374)])
def test_perft_of_the_battle_with_every_face_of_the_die(die: int, count: int) -> None:
    match = start("battle")
    assert perft(match.rules, match.state, 5, die) == count


def test_divide_shows_the_ways_behind_each_action() -> None:
    match = start("battle")
    assert divide(match.rules, match.state, 3) == {"attack 0305": 11, "attack 0406": 6, "done": 95}


def test_a_game_that_ends_counts_once() -> None:
    match = draw("01 R1 . . . . . . . B1", "combat", "blue", turn=6)
    assert perft(match.rules, match.state, 1) == perft(match.rules, match.state, 5) == 1
