"""Random play from the thick of it finds nothing, whatever the two orders of battle.

A random game of two hundred counters takes minutes with every check; here it begins late, with armies in contact,
pools that are nearly full, units that are due and storm troops near the edge.
"""

from __future__ import annotations

import pytest

from tests.games.michel.drawn import bare, real
from westfront.lab.fuzz import Checker, fuzz_game

BATTLE = (
    "S-234 3419, S-221 3419, S-111 3420, S-17 3420, G-32 3418, G-42 3519, T-5BR 3620, G-51-corps 3418, G-9-corps 3519,"
    "G-3-corps 3520, S-24R pool, G-8 pool, T-185 due:8, S-18 0219, S-25 0221, G-17-corps 0320,"
    "B-61 3220, B-30 3321, B-24 3218, C-1 3220, B-18-corps 3022, B-19-corps 3319, B-11-corps 0418,"
    "B-62 0319, B-4 pool, F-1 pool, F-55 due:8s, B-7 due:8n"
)
PAIRINGS = [("5", "13"), ("7", "8"), ("2", "10"), ("6", "9"), ("4", "11"), ("1", "12")]


@pytest.mark.parametrize(("german", "allied"), PAIRINGS)
@pytest.mark.rule("Sequence-GT")
def test_random_games_find_nothing(german: str, allied: str) -> None:
    strict = "yes" if german in "76" else "no"
    options = {"german": german, "allied": allied, "strict_one_function": strict}
    start = real(BATTLE, turn=8, options=options).position()
    actions, failure = fuzz_game("michel", f"michel {german} {allied}", start)
    assert failure is None
    assert actions > 30


def test_a_random_game_that_begins_in_combat() -> None:
    start = real(BATTLE, "combat", "allied", turn=10).position()
    assert fuzz_game("michel", "counter-attack", start)[1] is None


def test_the_whole_order_of_the_only_unit_that_can_move_is_no_other_choice() -> None:
    """Three stand in a hex, and two of them have moved: the third is taken up, or moved in one line."""
    match = bare("G-32 1010, G-42 1011, G-8 1012, B-62 3030")
    match.play("move G-42 1010")
    match.play("move G-8 1010")
    assert match.decision.texts == ("take G-32",)
    Checker(match).check_refusal(match.decision, match.rules.grammar.read("move G-32 1011"))
