"""Chapter 1: the sequence of play, the weather, mud; and what may be taken back within it."""

from __future__ import annotations

import pytest

from tests.asking import goes, pieces, refused, told
from tests.ford.drawn import draw, state
from westfront.engine.match import Match
from westfront.errors import IllegalAction

APART = """
02  R1 . . . . . . . B1
"""
NEAR = """
05   . . . . . R1 B1 .
06  . . . . . . . B2
"""


def end_turn(match: Match) -> None:
    """End the four phases of a whole turn."""
    for _ in range(4):
        match.play("done")


@pytest.mark.rule("1.1")
def test_1_1_red_moves_and_fights_then_blue() -> None:
    match = draw(APART, dice=[1])
    asked = []
    for _ in range(4):
        asked.append((match.decision.side, match.decision.rule))
        match.play("done")
    assert asked == [("red", "2.1"), ("red", "4.1"), ("blue", "2.1"), ("blue", "4.1")]
    assert (match.decision.side, match.decision.rule) == ("red", "2.1")


@pytest.mark.rule("1.1")
def test_1_1_each_phase_is_told() -> None:
    match = draw(APART)
    assert told(match, "done") == ["red: combat [1.1]"]
    assert told(match, "done") == ["blue: movement [1.1]"]
    assert told(match, "done") == ["blue: combat [1.1]"]


@pytest.mark.rule("1.1")
def test_1_1_six_turns_and_no_seventh() -> None:
    match = draw(APART, turn=5, dice=[1])
    end_turn(match)
    assert state(match).turn == 6
    assert not match.over
    end_turn(match)
    assert match.over


@pytest.mark.rule("1.1")
def test_1_1_a_side_answers_only_in_its_own_phase() -> None:
    match = draw(APART)
    with pytest.raises(IllegalAction, match=r"^red is asked now, not blue \[notation\]$"):
        match.play("done", side="blue")
    match.play("done", side="red")


@pytest.mark.rule("1.1")
def test_1_1_no_attack_in_the_movement_phase() -> None:
    assert refused(draw(NEAR), "attack 0507") == (
        "'attack' cannot be played now; red is asked: Move your units, or end the movement phase. [2.1]"
    )


@pytest.mark.rule("1.1")
def test_1_1_no_move_in_the_combat_phase() -> None:
    assert refused(draw(NEAR, "combat"), "move R1 0505") == (
        "'move' cannot be played now; red is asked: Attack or bombard an enemy hex, or end the combat phase. [4.1]"
    )


@pytest.mark.rule("1.1")
def test_1_1_every_unit_is_fresh_in_the_next_turn() -> None:
    match = draw(APART, dice=[1])
    match.play("move R1 0202")
    end_turn(match)
    assert "take R1" in match.decision.texts


@pytest.mark.rule("1.1")
def test_1_1_a_phase_with_nothing_to_do_is_passed_by_the_machine() -> None:
    match = draw(APART, "combat", auto=True)
    assert [(entry.side, entry.action, entry.auto) for entry in match.entries] == [("red", "done", True)]
    assert match.decision.side == "blue"


@pytest.mark.rule("1.1")
def test_1_1_the_machine_passes_nothing_while_the_end_of_movement_can_be_taken_back() -> None:
    match = draw(APART, auto=True)
    match.play("done")
    assert match.decision.texts == ("done",)
    match.undo()
    assert "take R1" in match.decision.texts


@pytest.mark.rule("1.2")
def test_1_2_the_first_turn_is_dry_without_a_die() -> None:
    match = Match.new("ford", options={"season": "autumn"}, seed=1)
    assert match.log()[0] == "Turn 1 begins, the weather is dry [1.2]"
    assert match.dice.rolls == []
    assert match.view("red").scene.tracks["weather"] == "dry"


@pytest.mark.rule("1.2")
@pytest.mark.parametrize(
    ("season", "die", "weather"),
    [("summer", 5, "dry"), ("summer", 6, "mud"), ("autumn", 3, "dry"), ("autumn", 4, "mud"), ("autumn", 6, "mud")],
)
def test_1_2_a_die_in_the_column_of_the_season(season: str, die: int, weather: str) -> None:
    match = draw(APART, "combat", "blue", season=season, dice=[die])
    lines = told(match, "done")
    assert lines[:2] == [f"Dice for weather: {die}", f"Turn 2 begins, the weather is {weather} [1.2]"]
    assert match.view("blue").scene.tracks["weather"] == weather


@pytest.mark.rule("1.2")
def test_1_2_mud_dries_in_the_next_turn() -> None:
    match = draw(APART, "combat", "blue", turn=2, mud=True, dice=[1])
    match.play("done")
    assert state(match).mud == 0


GUN = """
05   . . . . . RG
"""


@pytest.mark.rule("1.3")
def test_1_3_a_step_costs_one_point_more_in_mud() -> None:
    assert {"0606", "0706"} <= goes(draw(GUN), "RG")
    assert goes(draw(GUN, mud=True), "RG") == {"0505", "0406", "0407", "0606", "0607"}
    assert refused(draw(GUN, mud=True), "move RG 0706") == "0706 costs RG more than its 2 movement points [2.1]"


@pytest.mark.rule("1.3")
def test_1_3_woods_cost_three_in_mud() -> None:
    assert "0507" in goes(draw(GUN), "RG")
    assert refused(draw(GUN, mud=True), "move RG 0507") == "0507 costs RG more than its 2 movement points [2.1]"
    assert "0507" in goes(draw("05 . . . . . R1", mud=True), "R1")


@pytest.mark.rule("1.3")
def test_1_3_the_river_costs_three_in_mud() -> None:
    assert "0405" in goes(draw("04 . . . RG"), "RG")
    assert "0405" not in goes(draw("04 . . . RG", mud=True), "RG")
    assert "0405" in goes(draw("04 . . . R1", mud=True), "R1")


@pytest.mark.rule("1.3")
def test_1_3_by_road_mud_costs_nothing_more() -> None:
    found = goes(draw("03 RG", mud=True), "RG")
    assert {"0302", "0303", "0304", "0305"} <= found
    assert "0403" not in found  # off the road the mud is back: half a point twice, then two


@pytest.mark.rule("1.1")
def test_undo_restores_the_position_and_the_log_and_stays_in_the_record() -> None:
    match = draw(APART)
    before, log = match.position(), match.log("red")
    match.play("move R1 0202")
    match.undo()
    assert (match.position(), match.log("red")) == (before, log)
    assert [entry.action for entry in match.entries] == ["move R1 0202", "undo"]


@pytest.mark.rule("1.1")
def test_undo_goes_back_action_by_action_to_the_start_of_the_player_turn() -> None:
    match = draw(APART)
    before = match.position()
    for action in ("take R1", "cancel", "take R1", "go 0202", "done"):
        match.play(action)
    for _ in range(5):
        match.undo()
    assert match.position() == before
    assert not match.can_undo


def nothing_to_take_back(match: Match) -> None:
    """An undo is refused and changes nothing."""
    before = match.position()
    with pytest.raises(IllegalAction, match=r"^nothing can be taken back: .* \[undo\]$"):
        match.undo()
    assert match.position() == before


@pytest.mark.rule("1.1")
def test_undo_ends_when_the_other_side_is_asked() -> None:
    match = draw(APART, "combat")
    match.play("done")
    nothing_to_take_back(match)


@pytest.mark.rule("1.2")
def test_undo_ends_with_a_die() -> None:
    match = draw("05 . . . RG . B1", "combat", dice=[1])
    match.play("bombard 0506 with RG")
    assert match.decision.side == "red"
    nothing_to_take_back(match)


@pytest.mark.rule("3.1")
def test_undo_ends_when_something_hidden_is_seen() -> None:
    match = draw("02 R1/R2 . . . . . . . B1")
    match.play("take R1")
    assert match.can_undo
    match.play("go 0202")
    assert pieces(match, "blue", "0201") == ["R2"]
    nothing_to_take_back(match)


@pytest.mark.rule("3.1")
def test_undo_of_the_same_move_without_fog() -> None:
    match = draw("02 R1/R2 . . . . . . . B1", fog="off")
    match.play("move R1 0202")
    match.undo()
    assert pieces(match, "blue", "0201") == ["R1", "R2"]


@pytest.mark.rule("3.1")
def test_undo_of_a_move_from_below_to_a_friend() -> None:
    """Nothing is seen of a unit that leaves from below and arrives below."""
    match = draw("02 R1/R2 R3 . . . . . . B1")
    match.play("move R2 0202")
    assert pieces(match, "blue", "0202") == ["R3", "?"]
    match.undo()
    assert pieces(match, "blue", "0202") == ["R3"]


@pytest.mark.rule("4.2")
def test_undo_of_the_choice_of_attackers_until_it_is_confirmed() -> None:
    match = draw(NEAR, "combat")
    match.play("attack 0507")
    match.play("add R1")
    match.undo()
    assert "add R1" in match.decision.texts
    match.play("add R1")
    match.play("confirm")
    assert match.decision.side == "blue"
    nothing_to_take_back(match)
