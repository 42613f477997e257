"""Chapter 2: movement, the river, roads, zones of control, stacking."""

from __future__ import annotations

import pytest

from tests.asking import goes, pieces, refused, told, where
from tests.ford.drawn import draw

# -- 2.1 moving


@pytest.mark.rule("2.1")
def test_2_1_clear_ground_costs_one_point() -> None:
    match = draw("06 RG . . .")
    assert {"0602", "0603"} <= goes(match, "RG")
    assert refused(match, "move RG 0604") == "0604 costs RG more than its 2 movement points [2.1]"
    assert "0604" in goes(draw("06 R1 . . ."), "R1")


@pytest.mark.rule("2.1")
def test_2_1_a_village_costs_one_point() -> None:
    match = draw("05 . . . . . RG")
    assert "0305" in goes(match, "RG")  # by 0406, off the road
    assert "0305" not in goes(draw("06 . . . . . RG"), "RG")


@pytest.mark.rule("2.1")
def test_2_1_woods_cost_two_points() -> None:
    assert "0503" in goes(draw("05 . . . RG"), "RG")
    match = draw("06 . . . . RG")  # 0604 or 0504 would cost a river, and 0503 lies behind them
    assert refused(match, "move RG 0503") == "0503 costs RG more than its 2 movement points [2.1]"
    assert refused(draw("05 . . . . RG"), "move RG 0507") == "0507 costs RG more than its 2 movement points [2.1]"
    assert "0507" in goes(draw("05 . . . . R1"), "R1")


@pytest.mark.rule("2.1")
def test_2_1_once_a_phase() -> None:
    match = draw("02 R1 . .")
    match.play("move R1 0202")
    assert "take R1" not in match.decision.texts
    assert refused(match, "take R1") == "R1 has moved in this phase [2.1]"
    assert refused(match, "move R1 0203") == "R1 has moved in this phase [2.1]"


@pytest.mark.rule("2.1")
def test_2_1_only_units_of_ones_own_that_are_on_the_map() -> None:
    match = draw("02 R1 . . . . . . . B1")
    assert refused(match, "take B1") == "B1 is not one of your units on the map [2.1]"
    assert refused(match, "take R2") == "R2 is not one of your units on the map [2.1]"
    assert refused(match, "take -") == "- is not one of your units on the map [2.1]"


@pytest.mark.rule("2.1")
def test_2_1_a_move_leads_to_another_hex_of_the_map() -> None:
    match = draw("02 R1")
    assert refused(match, "move R1 0201") == "R1 must move to another hex on the map [2.1]"
    assert refused(match, "move R1 off") == "R1 must move to another hex on the map [2.1]"
    match.play("take R1")
    assert refused(match, "go 0201") == "R1 must move to another hex on the map [2.1]"
    assert refused(match, "go 0909") == "0909 costs R1 more than its 3 movement points [2.1]"


@pytest.mark.rule("2.1")
def test_2_1_a_unit_taken_up_may_be_put_back() -> None:
    match = draw("02 R1")
    match.play("take R1")
    assert match.decision.prompt == "Where does R1 go?"
    match.play("cancel")
    assert "take R1" in match.decision.texts
    assert where(match, "R1") == "0201"


@pytest.mark.rule("2.1")
def test_2_1_the_owner_sees_who_moved_and_the_others_that_somebody_did() -> None:
    match = draw("02 R1 . .")
    assert told(match, "take R1", "go 0203") == ["R1 moves 0201 0202 0203 [2.1]"]
    assert match.log("blue") == match.log(None) == ["A red unit moves 0201 0202 0203 [2.1, 3.1]"]


@pytest.mark.rule("2.1")
def test_2_1_take_and_go_are_the_same_as_move() -> None:
    short, long = draw("02 R1 . ."), draw("02 R1 . .")
    assert told(short, "move R1 0203") == told(long, "take R1", "go 0203")
    assert short.state.digest() == long.state.digest()


@pytest.mark.rule("2.1")
def test_2_1_a_way_may_be_spelled_out() -> None:
    match = draw("02 R1 . .")
    assert told(match, "move R1 0202 via 0301") == ["R1 moves 0201 0301 0202 [2.1]"]
    match.undo()
    assert told(match, "move R1 0202") == ["R1 moves 0201 0202 [2.1]"]


@pytest.mark.rule("2.1")
def test_2_1_a_way_is_made_of_steps_within_the_allowance() -> None:
    match = draw("02 R1 . .")
    assert refused(match, "move R1 0202 via 0203") == "0203 is not next to 0201 [2.1]"
    assert refused(match, "move R1 0202 via off") == "off is not next to 0201 [2.1]"
    assert refused(match, "move R1 0202 via 0101 0102 0101 0102") == "this path costs 5 points [2.1]"
    assert match.why("move R1 0202 via 0101 0102") is None  # three points, all that it has


# -- 2.2 the river


@pytest.mark.rule("2.2")
def test_2_2_crossing_the_river_costs_one_point_more() -> None:
    assert "0405" in goes(draw("04 . . . RG"), "RG")
    assert "0402" in goes(draw("04 . . . RG"), "RG")
    match = draw("04 . . RG")
    assert refused(match, "move RG 0405") == "0405 costs RG more than its 2 movement points [2.1]"


@pytest.mark.rule("2.2")
def test_2_2_along_the_river_a_step_costs_no_more() -> None:
    assert {"0504", "0604"} <= goes(draw("04 . . . RG"), "RG")


# -- 2.3 roads


@pytest.mark.rule("2.3")
def test_2_3_a_step_by_road_costs_half_a_point_over_woods_and_bridge_too() -> None:
    match = draw("03 RG")
    assert "0305" in goes(match, "RG")
    assert refused(match, "move RG 0306") == "0306 costs RG more than its 2 movement points [2.1]"


@pytest.mark.rule("2.3")
def test_2_3_the_woods_of_the_road_cost_two_points_from_beside_it() -> None:
    assert "0302" in goes(draw("04 . RG"), "RG")
    assert "0302" not in goes(draw("05 . RG"), "RG")


@pytest.mark.rule("2.3")
def test_2_3_the_bridge_helps_nobody_who_comes_from_beside_the_road() -> None:
    """0405 and the bridgehead 0304 are joined by the river only."""
    assert "0304" in goes(draw("04 . . . . RG"), "RG")
    assert "0304" not in goes(draw("04 . . . . . . . . .\n05 . . . . RG"), "RG")


# -- 2.4 zones of control

CORNER = """
05   . . . . . . . B1
06  . . . . . . {}
"""


@pytest.mark.rule("2.4")
def test_2_4_a_unit_stops_in_an_enemy_zone() -> None:
    match = draw(CORNER.format("R4"))
    assert "0608" in goes(match, "R4")
    assert refused(match, "move R4 0707 via 0608") == "a zone of control bars the step from 0608 [2.4]"
    assert draw("06 . . . . . . R4").why("move R4 0707 via 0608") is None


@pytest.mark.rule("2.4")
def test_2_4_leaving_a_zone_costs_one_point_more() -> None:
    match = draw("05 . . . . . RG B1")
    assert goes(match, "RG") == {"0406", "0505", "0606"}
    assert refused(match, "move RG 0605") == "enemy zones of control keep RG from 0605 [2.4]"
    assert "0605" in goes(draw("05 . . . . . R1 B1"), "R1")


@pytest.mark.rule("2.4")
def test_2_4_leaving_a_zone_costs_one_point_more_by_road_too() -> None:
    assert {"0305", "0304"} <= goes(draw("03 . . . . . RG B1"), "RG")
    assert "0303" not in goes(draw("03 . . . . . RG B1"), "RG")
    assert "0302" in goes(draw("03 . . . . . RG"), "RG")


@pytest.mark.rule("2.4")
def test_2_4_no_step_from_zone_to_zone() -> None:
    match = draw(CORNER.format("RG"))
    assert "0608" in goes(match, "RG")
    assert refused(match, "move RG 0609") == "enemy zones of control keep RG from 0609 [2.4]"
    assert "0609" in goes(draw("06 . . . . . . RG"), "RG")


@pytest.mark.rule("2.4")
def test_2_4_no_first_step_from_zone_to_zone_but_a_way_round_is_one() -> None:
    assert "0407" not in goes(draw("05 . . . . . RG B1"), "RG")
    assert told(draw("05 . . . . . R4 B1"), "move R4 0407") == ["R4 moves 0506 0406 0407 [2.1]"]


@pytest.mark.rule("2.4")
def test_2_4_a_friend_does_not_lift_a_zone() -> None:
    match = draw(CORNER.format("RG R1"))
    assert refused(match, "move RG 0609") == "enemy zones of control keep RG from 0609 [2.4]"


@pytest.mark.rule("2.4")
def test_2_4_own_units_control_nothing_that_matters_to_friends() -> None:
    assert "0609" in goes(draw(CORNER.format("RG").replace("B1", "R1")), "RG")


# -- 2.5 enemies


@pytest.mark.rule("2.5")
def test_2_5_no_unit_enters_a_hex_with_an_enemy() -> None:
    match = draw("05 . . . . . R4 B1")
    assert refused(match, "move R4 0507") == "the enemy stands in 0507 [2.5]"
    assert refused(match, "move R4 0608 via 0507") == "the enemy stands in 0507 [2.5]"
    match.play("take R4")
    assert refused(match, "go 0507") == "the enemy stands in 0507 [2.5]"


@pytest.mark.rule("2.5")
def test_2_5_a_friend_does_not_bar_the_way() -> None:
    match = draw("05 . . . . . R4 R1")
    assert {"0507", "0508"} <= goes(match, "R4")


# -- 2.6 stacking

CROWD = """
06  R1/R2/R3 . R4
"""


@pytest.mark.rule("2.6")
def test_2_6_no_move_ends_with_three_units_already_there() -> None:
    match = draw(CROWD)
    assert "0601" not in goes(match, "R4")
    assert refused(match, "move R4 0601") == "0601 holds 3 units already [2.6]"


@pytest.mark.rule("2.6")
def test_2_6_a_third_unit_may_enter() -> None:
    match = draw("06 R1/R2 . R4")
    match.play("move R4 0601")
    assert pieces(match, "red", "0601") == ["R1", "R2", "R4"]


@pytest.mark.rule("2.6")
def test_2_6_a_move_may_pass_through_a_full_hex() -> None:
    match = draw("06 . R1/R2/R3 R4")
    assert told(match, "move R4 0601 via 0602") == ["R4 moves 0603 0602 0601 [2.1]"]


@pytest.mark.rule("2.6")
def test_2_6_a_full_hex_opens_when_a_unit_leaves_it() -> None:
    match = draw(CROWD)
    match.play("move R3 0602")
    assert "0601" in goes(match, "R4")


# -- 2.7 the order of a stack


@pytest.mark.rule("2.7")
def test_2_7_the_owner_lays_a_unit_on_top() -> None:
    match = draw(CROWD)
    assert told(match, "top R3") == ["R3 is laid on top in 0601 [2.7]"]
    assert pieces(match, "red", "0601") == ["R3", "R2", "R1"]  # it changed places with the top one


@pytest.mark.rule("2.7")
def test_2_7_the_other_side_sees_the_new_top_but_is_not_told() -> None:
    match = draw(CROWD)
    assert told(match, "top R3", side="blue") == []
    assert pieces(match, "blue", "0601") == ["R3", "?", "?"]
    assert not match.can_undo


@pytest.mark.rule("2.7")
def test_2_7_the_top_unit_lies_there_already() -> None:
    match = draw(CROWD)
    assert refused(match, "top R1") == "R1 lies on top of its hex already [2.7]"
    assert refused(match, "top R4") == "R4 lies on top of its hex already [2.7]"
    assert [action for action in match.decision.texts if action.startswith("top")] == ["top R2", "top R3"]


@pytest.mark.rule("2.7")
def test_2_7_a_unit_that_has_moved_may_be_laid_on_top_and_then_lies_there() -> None:
    match = draw(CROWD, moved="R1 R2 R3")
    match.play("top R2")
    assert refused(match, "top R2") == "R2 lies on top of its hex already [2.7]"


@pytest.mark.rule("2.7")
def test_2_7_only_units_of_ones_own() -> None:
    match = draw("06 R1 . . . . . . B1/B2")
    assert refused(match, "top B2") == "B2 is not one of your units on the map [2.1]"
    assert refused(match, "top R2") == "R2 is not one of your units on the map [2.1]"


@pytest.mark.rule("2.7")
def test_2_7_an_arrival_lies_below() -> None:
    match = draw("06 R1 R2 R3")
    match.play("move R2 0601")
    match.play("move R3 0601")
    assert pieces(match, "red", "0601") == ["R1", "R2", "R3"]
