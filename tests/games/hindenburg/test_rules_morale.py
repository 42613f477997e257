"""Chapters 4.12 and 13.13: German morale and Black Days."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told
from tests.games.hindenburg.drawn import drawn, hindenburg, state, there
from westfront.engine.match import Match


def morale(places: str, die: int, turn: int = 10) -> Match:
    """A match in phase II, the die rolled."""
    match = drawn(places, turn=turn, phase="morale", dice=[die])
    match.play("roll")
    return match


@pytest.mark.rule("4.12", "5.2(II)", "4.3(2)")
def test_4_12_the_allied_player_rolls_the_number_of_black_days() -> None:
    """Vector D58: exactly two hexes fail before the first German action, the action markers still on 10."""
    match = drawn("3206: 1xGE3-3; 3106: 1xGE3-3; 3205: 4xBR3-3", turn=10, phase="morale", dice=[2])
    assert match.decision.side == "allied"
    assert rule_of(match, "pass") == "4.12"
    assert "German morale: die 2, so many Black Days [4.12]" in told(match, "roll")
    failed = 0
    while match.decision.rule == "13.13":
        failed += match.decision.texts[0].startswith("fail")
        match.play(match.decision.texts[0])
    assert failed == 2
    assert (match.decision.side, match.decision.rule) == ("german", "5.3")
    assert bytes(state(match).actions) == bytes((10, 10))


@pytest.mark.rule("5.2(II)")
@pytest.mark.parametrize(("turn", "rolled"), [(9, False), (10, True), (15, True)])
def test_5_2_II_only_from_turn_10_on(turn: int, rolled: bool) -> None:
    match = drawn("3206: 1xGE3-3; 3205: 1xBR3-3", turn=turn - 1, phase="end", passed=True, dice=[1] * 9, actions=(0, 0))
    while match.decision.rule in ("4.6", "8.2"):
        match.play(match.decision.texts[0])
    assert (match.decision.rule == "4.12") is rolled
    assert list(state(match).actions) == [10, 10], "a turn begins with both markers in box 10"


@pytest.mark.rule("13.13")
def test_13_13_which_hexes_can_fail() -> None:
    """Any western hex, no city in the east, only next to a supplied Allied force."""
    match = morale("3206: 1xGE3-3; 3106: 1xGE3-3; 3104: 1xGE3-3; 3205: 4xBR3-3; 3105: 4xBR3-3", 1)
    assert {"3206", "3104"} <= offers(match, "fail")
    assert "3106" not in offers(match, "fail")
    assert rule_of(match, "fail 3106") == "13.13"
    assert rule_of(match, "fail 3210") == "13.13"
    assert rule_of(match, "fail 3204") == "13.13"


@pytest.mark.rule("13.13")
def test_13_13_a_western_city_can_fail() -> None:
    match = morale("2705: 2xGE3-3; german: 2806; 2704: 2xFR3-3", 1)
    assert "2705" in offers(match, "fail")


@pytest.mark.rule("13.13")
def test_13_13_a_force_out_of_supply_is_no_force() -> None:
    match = drawn("3210: 2xFR3-3; 3211: 1xGE3-3; 3206: 1xGE1-2", turn=10, phase="morale", dice=[6])
    lines = told(match, "roll")
    assert "No German hex is left to fail; Black Days without effect: 6 [13.13]" in lines
    assert match.decision.rule == "5.3"


@pytest.mark.rule("13.13", "13.9")
def test_13_13_the_germans_retreat_and_a_force_enters() -> None:
    match = morale("3206: 3xGE3-3; 3205: 4xBR3-3 1xPO1-2", 1)
    match.play("fail 3206")
    assert match.decision.side == "german"
    assert rule_of(match, "retreat 3205") == "13.9(2)"
    match.play("retreat 3207")
    assert there(match, "3207") == "3 x GE3-3"
    match.play("enter 3205")
    assert offers(match, "leave") == {"BR3-3 1", "BR3-3 2", "BR3-3 3", "BR3-3 4", "PO1-2 1"}
    match.play("leave BR3-3 3")
    assert rule_of(match, "leave BR3-3 2") == "13.13"
    match.play("add BR3-3 1")
    match.play("done")
    assert there(match, "3206") == "2 x BR3-3, 1 x PO1-2", "ruling A-28: Portuguese may enter, it is no attack"
    assert there(match, "3205") == "2 x BR3-3"


@pytest.mark.rule("13.13")
def test_13_13_somebody_must_enter() -> None:
    match = morale("3206: 1xGE3-3; 3205: 2xBR3-3 1xFR3-3", 1)
    for action in ("fail 3206", "retreat 3207", "enter 3205", "leave FR3-3 1"):
        match.play(action)
    assert offers(match, "leave") == {"BR3-3 1"}
    assert rule_of(match, "leave BR3-3 2") == "13.13"
    match.play("leave BR3-3 1")
    assert not offers(match, "leave")


@pytest.mark.rule("13.13")
def test_13_13_one_division_enters_at_once_and_nobody_is_lost() -> None:
    match = morale("3206: 3xGE3-3; 3205: 1xBR3-3; 3105: 1xFR3-3", 1)
    match.play("fail 3206")
    match.play("retreat 3207")
    assert offers(match, "enter") == {"3205", "3105"}
    assert rule_of(match, "enter 3204") == "13.13"
    match.play("enter 3105")
    assert there(match, "3206") == "1 x FR3-3"
    assert there(match, "dead") == "nobody"


@pytest.mark.rule("13.13")
def test_13_13_an_empty_hex_can_fail_and_open_the_next() -> None:
    """Ruling A-17: each is finished before the next is chosen."""
    match = morale("3205: 2xBR3-3; 3106: 1xGE1-2", 2)
    match.play("fail 3206")
    match.play("enter 3205")
    match.play("done")
    assert "3207" in offers(match, "fail")
    match.play("fail 3207")
    match.play("enter 3206")
    match.play("done")
    assert there(match, "3207") == "2 x BR3-3"


@pytest.mark.rule("13.13")
def test_13_13_germans_who_cannot_leave_stay_and_nobody_enters() -> None:
    """Ruling A-17: the failure is spent."""
    ring = "3207: 10xGE2-3; 3306: 10xGE2-3; 3106: 10xGE2-3; 3305: 1xFR3-3; 3105: 1xFR3-3"
    match = morale(f"3206: 3xGE3-3; 3205: 1xBR3-3; {ring}", 1)
    lines = told(match, "fail 3206")
    assert "Germans cannot leave 3206; nobody enters it [13.13]" in lines
    assert there(match, "3206") == "3 x GE3-3"
    assert match.decision.rule == "5.3"


@pytest.mark.rule("13.13", "14.2")
def test_13_13_belgians_enter_near_belgium_only() -> None:
    match = morale("3905: 1xGE3-3; 3904: 2xBE2-3; german: 3704; 3805: 2xBE2-3", 1)
    assert "3905" in offers(match, "fail")
    assert "3704" not in offers(match, "fail")


@pytest.mark.rule("13.13", "14.2", "7.3")
def test_13_13_belgians_do_not_enter_a_hex_where_they_would_be_out_of_supply() -> None:
    """Ruling A-17: with the ports lost the French sources feed them west of the line, but not in 3905."""
    match = morale("3905: 1xGE3-3; 3904: 2xBE2-3; german: 4000 4101 4203", 1)
    assert "3905" not in offers(match, "fail")


@pytest.mark.rule("13.13", "12.5")
def test_13_13_a_trench_left_empty_is_lost() -> None:
    match = morale("3206: 1xGE3-3; german: 3205; 3204: 1xBR3-3; trench: 3204", 1)
    match.play("fail 3205")
    match.play("enter 3204")
    assert not state(match).trenches
    assert not state(match).german >> hindenburg().grid.hex("3205") & 1


@pytest.mark.rule("13.13", "12.5")
def test_13_13_a_trench_that_is_only_out_of_supply_waits_for_the_end_of_an_action() -> None:
    """12.5 looks at the end of an action, and 13.13 says that Black Days are none."""
    match = morale("3204: 2xGE3-3; trench: 3204; german: 3205; 3105: 2xBR3-3; 2906: 1xGE3-3", 1)
    match.play("fail 3205")
    match.play("enter 3105")
    match.play("done")
    assert hindenburg().grid.labels(state(match).trenches) == ["3204"], "cut off, but no action has ended"
    assert match.decision.rule == "5.3"
    match.play("pass")
    assert not state(match).trenches


@pytest.mark.rule("13.13", "6.6")
def test_13_13_the_enemy_is_told_numbers_only() -> None:
    match = morale("3206: 1xGE3-3 2xGE4-4; 3205: 4xBR3-3", 1)
    match.play("fail 3206")
    match.play("retreat 3207")
    match.play("enter 3205")
    before = len(match.log("german"))
    match.play("done")
    assert "allied: 4 divisions enter 3206 [13.13]" in match.log("german")[before:]
    assert "allied: 4 x BR3-3 enter 3206 [13.13]" in match.log("allied")


@pytest.mark.rule("13.13", "7.2")
def test_13_13_a_force_that_the_retreat_cuts_off_enters_all_the_same() -> None:
    """Supply is settled when the hex fails: the Germans of 3306 go back to 3206, by which the Americans are fed."""
    match = morale("3306: 1xGE3-3; 3207: 1xUS4-4; allied: 3206", 1)
    match.play("fail 3306")
    match.play("retreat 3206")
    match.play("enter 3207")
    assert there(match, "3306") == "1 x US4-4"
    assert there(match, "3206") == "1 x GE3-3"
