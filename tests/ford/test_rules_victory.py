"""Chapter 7: who has won."""

from __future__ import annotations

import pytest

from tests.asking import refused, told
from tests.ford.drawn import attack, draw
from westfront.engine.match import Match
from westfront.errors import IllegalAction

EVEN = """
01   R1 . . . . . . . B1
02  R2 . . . . . . . B2
03   R3 . . . . . . . B3
04  R4 . . . . . . . B4
05   RG . . . . . . . BG
"""


def last_phase(rows: str, red_holds: str) -> Match:
    """The last phase of the last turn."""
    return draw(rows, "combat", "blue", turn=6, red_holds=red_holds)


@pytest.mark.rule("7.1")
@pytest.mark.parametrize(
    ("red_holds", "result"),
    [
        ("", "blue: red has 0 points and blue 4"),
        ("0305", "nobody: red has 2 points and blue 2"),
        ("0305 0705", "red: red has 4 points and blue 0"),
        ("0505", "blue: red has 0 points and blue 4"),
    ],
)
def test_7_1_two_points_a_village(red_holds: str, result: str) -> None:
    match = last_phase(EVEN, red_holds)
    match.play("done")
    assert match.result == result


@pytest.mark.rule("7.1")
@pytest.mark.parametrize(
    ("lost", "result"),
    [("B4", "red: red has 3 points and blue 2"), ("R4", "blue: red has 2 points and blue 3")],
)
def test_7_1_one_point_for_each_enemy_unit_destroyed(lost: str, result: str) -> None:
    match = last_phase(EVEN.replace(lost, "."), "0305")
    match.play("done")
    assert match.result == result


@pytest.mark.rule("7.1")
def test_7_1_a_lost_step_is_no_point() -> None:
    match = last_phase(EVEN.replace("B1", "B1-"), "0305")
    match.play("done")
    assert match.result == "nobody: red has 2 points and blue 2"


@pytest.mark.rule("7.1")
def test_7_1_the_result_is_told_and_ends_the_game() -> None:
    match = last_phase(EVEN, "")
    assert told(match, "done") == ["red has 0 points and blue 4 [7.1]"]
    assert refused(match, "done") == "the game is over, blue: red has 0 points and blue 4 [end]"
    with pytest.raises(IllegalAction, match="the game is over"):
        match.undo()


@pytest.mark.rule("7.1")
def test_7_1_nothing_is_counted_before_the_sixth_turn_is_over() -> None:
    match = draw(EVEN, "combat", "blue", turn=5, dice=[1])
    match.play("done")
    assert match.result is None


@pytest.mark.rule("7.2")
def test_7_2_a_side_without_units_loses_at_once() -> None:
    match = draw("05 . . . RG . B4", "combat", dice=[6])
    match.play("bombard 0506 with RG")
    assert told(match, "lose B4") == ["B4 is destroyed [4.7]", "blue has no unit left [7.2]"]
    assert match.result == "red: blue has no unit left"


@pytest.mark.rule("7.2")
def test_7_2_a_side_with_one_unit_left_plays_on() -> None:
    match = draw("05 . . . RG . B4 . . B1", "combat", dice=[6])
    match.play("bombard 0506 with RG")
    match.play("lose B4")
    assert not match.over


@pytest.mark.rule("7.2", "4.7")
def test_7_2_annihilation_in_the_middle_of_an_exchange_spares_the_attacker() -> None:
    match = draw("05 . . . . R4 B4", "combat", dice=[3])
    attack(match, "0506", "R4")
    match.play("stand")
    assert match.log()[-1] == "Result at 0506: EX [4.7]"
    match.play("lose B4")
    assert match.result == "red: blue has no unit left"


@pytest.mark.rule("7.2", "4.8")
def test_7_2_annihilation_by_a_retreat_that_is_impossible() -> None:
    match = draw("01 . . . . . . . . B4\n02 . . . . . . . . R1", "combat", dice=[4])
    attack(match, "0109", "R1")
    match.play("stand")
    assert match.log()[-2:] == ["B4 is destroyed [4.8]", "blue has no unit left [7.2]"]


@pytest.mark.rule("7.2")
def test_7_2_the_attacker_can_be_annihilated_too() -> None:
    match = draw("05 . . . . R4 B4", "combat", dice=[1])
    attack(match, "0506", "R4")
    match.play("stand")
    match.play("lose R4")
    assert match.result == "blue: red has no unit left"


def villages(match: Match, side: str) -> tuple[str, ...]:
    """The villages that a side holds, as both sides see it."""
    seen = {match.view(viewer).scene.hexes[f"{side} village"] for viewer in ("red", "blue", None)}
    (found,) = seen
    return found


@pytest.mark.rule("7.3")
def test_7_3_at_the_start_both_villages_are_blues() -> None:
    match = Match.new("ford", "assault", seed=1)
    assert villages(match, "blue") == ("0305", "0705")
    assert villages(match, "red") == ()


@pytest.mark.rule("7.3")
def test_7_3_a_village_belongs_to_the_side_that_was_in_it_last() -> None:
    match = draw("03 . . . R1")
    match.play("move R1 0305")
    assert (villages(match, "red"), villages(match, "blue")) == (("0305",), ("0705",))


@pytest.mark.rule("7.3")
def test_7_3_passing_through_is_enough() -> None:
    match = draw("03 . . . R1")
    match.play("move R1 0306 via 0305")
    assert villages(match, "red") == ("0305",)


@pytest.mark.rule("7.3")
def test_7_3_passing_beside_it_is_not() -> None:
    match = draw("04 . . . . R4")
    match.play("move R4 0306 via 0406")
    assert villages(match, "red") == ()


@pytest.mark.rule("7.3")
def test_7_3_who_leaves_a_village_keeps_it() -> None:
    match = draw("03 . . . . R1", red_holds="0305")
    match.play("move R1 0304")
    assert villages(match, "red") == ("0305",)


@pytest.mark.rule("7.3")
def test_7_3_blue_takes_it_back() -> None:
    match = draw("03 . . . . . B1", side="blue", red_holds="0305 0705")
    match.play("move B1 0305")
    assert villages(match, "blue") == ("0305",)


@pytest.mark.rule("7.3", "4.9")
def test_7_3_an_advance_takes_a_village() -> None:
    match = draw("03 . . . R1 B1", "combat")
    attack(match, "0305", "R1")
    match.play("withdraw")
    match.play("retreat 0306")
    match.play("advance R1")
    assert villages(match, "red") == ("0305",)


@pytest.mark.rule("7.3", "4.8")
def test_7_3_a_retreat_takes_a_village() -> None:
    match = draw("03 . . . . . B1 R1", "combat", red_holds="0305")
    attack(match, "0306", "R1")
    match.play("withdraw")
    match.play("retreat 0305")
    assert villages(match, "blue") == ("0305", "0705")
