"""Chapter 4: attacks, odds, results, retreats and advances."""

from __future__ import annotations

import pytest

from tests.asking import pieces, refused, told, where
from tests.ford.drawn import attack, draw, ford, state
from westfront.engine.match import Match

FIELD = """
05   . . . . R1/R2/R4 B1
"""
"""On open ground: R1 and R4 are 6 against 5, all three are 10 against 5."""


def fight(rows: str, die: int, target: str, *units: str) -> Match:
    """Red attacks, blue stands, the die falls."""
    match = draw(rows, "combat", dice=[die])
    attack(match, target, *units)
    match.play("stand")
    return match


# -- 4.1 attacks


@pytest.mark.rule("4.1")
def test_4_1_units_attack_a_hex_next_to_them() -> None:
    match = draw(FIELD, "combat")
    assert list(match.decision.texts) == ["attack 0506", "done"]
    match.play("attack 0506")
    assert list(match.decision.texts) == ["add R1", "add R2", "add R4", "cancel"]


@pytest.mark.rule("4.1")
def test_4_1_nobody_attacks_from_further_away() -> None:
    match = draw("05 . . . . R1 . B1", "combat")
    assert refused(match, "attack 0507") == "no unit of yours next to it can still fight [4.1]"


@pytest.mark.rule("4.1")
def test_4_1_nobody_attacks_an_empty_hex_or_a_friend() -> None:
    match = draw(FIELD, "combat")
    assert refused(match, "attack 0504") == "no enemy stands in 0504 [4.1]"
    assert refused(match, "attack 0505") == "no enemy stands in 0505 [4.1]"
    assert refused(match, "attack off") == "no enemy stands in off [4.1]"


@pytest.mark.rule("4.1")
def test_4_1_each_unit_fights_once_a_phase() -> None:
    match = fight("05 . . . B2 R1/R2 B1", 4, "0506", "R1")
    assert match.decision.texts == ("attack 0504", "attack 0506", "done")
    match.play("attack 0504")
    assert refused(match, "add R1") == "R1 is not one of your units next to the target that can still fight [4.1]"
    assert match.why("add R2") is None


@pytest.mark.rule("4.1")
def test_4_1_when_all_have_fought_there_is_no_attack_left() -> None:
    match = fight("05 . . . . R1 B1", 4, "0506", "R1")
    assert match.decision.texts == ("done",)
    assert refused(match, "attack 0506") == "no unit of yours next to it can still fight [4.1]"


@pytest.mark.rule("4.1")
def test_4_1_a_hex_may_be_attacked_twice_by_different_units() -> None:
    match = draw(FIELD, "combat", dice=[4, 4])
    for unit in ("R1", "R2"):
        attack(match, "0506", unit)
        assert told(match, "stand")[-1] == "Result at 0506: NE [4.7]"


# -- 4.2 choosing attackers


@pytest.mark.rule("4.2")
def test_4_2_attackers_are_added_and_dropped() -> None:
    match = draw(FIELD, "combat")
    for action in ("attack 0506", "add R4", "add R1", "drop R4"):
        match.play(action)
    assert match.decision.prompt == "Who attacks 0506? (R1)"
    assert match.decision.texts == ("add R2", "add R4", "cancel", "confirm", "drop R1")


@pytest.mark.rule("4.2")
def test_4_2_an_attack_needs_an_attacker() -> None:
    match = draw(FIELD, "combat")
    match.play("attack 0506")
    assert match.decision.prompt == "Who attacks 0506? (nobody yet)"
    assert refused(match, "confirm") == "an attack needs an attacker [4.2]"


@pytest.mark.rule("4.2")
def test_4_2_nobody_is_added_twice_or_dropped_who_is_not_in_it() -> None:
    match = draw(FIELD, "combat")
    match.play("attack 0506")
    match.play("add R1")
    assert refused(match, "add R1") == "R1 is in this attack already [4.2]"
    assert refused(match, "drop R2") == "R2 is not in this attack [4.2]"
    assert refused(match, "add B1") == "B1 is not one of your units next to the target that can still fight [4.1]"
    assert refused(match, "add -") == "- is not one of your units next to the target that can still fight [4.1]"


@pytest.mark.rule("4.2")
def test_4_2_a_cancelled_attack_leaves_no_trace() -> None:
    match = draw(FIELD, "combat")
    before = match.position()
    assert told(match, "attack 0506", "add R1", "cancel") == []
    assert match.position() == before


@pytest.mark.rule("4.2")
def test_4_2_a_confirmed_attack_is_told_with_its_units() -> None:
    match = draw(FIELD, "combat", fog="off")
    assert told(match, "attack 0506", "add R4", "add R1", "confirm", side=None) == ["red attacks 0506 with R1 R4 [4.2]"]


# -- 4.3 odds


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(
    ("attackers", "defenders", "line"),
    [
        ("R4", "B1/B2/B3", "2 against 15 is 1-2, die 4, no modifiers [4.3]"),
        ("R1", "B1", "4 against 5 is 1-2, die 4, no modifiers [4.3]"),
        ("R1/R4", "B1", "6 against 5 is 1-1, die 4, no modifiers [4.3]"),
        ("R1/R2", "B1", "8 against 5 is 1-1, die 4, no modifiers [4.3]"),
        ("R1/R2/R4", "B1", "10 against 5 is 2-1, die 4, no modifiers [4.3]"),
        ("R1/R4", "B4", "6 against 2 is 3-1, die 4, no modifiers [4.3]"),
        ("R1", "BG", "4 against 1 is 4-1, die 4, no modifiers [4.3]"),
        ("R1/R2/R3", "BG", "12 against 1 is 4-1, die 4, no modifiers [4.3]"),
    ],
)
def test_4_3_odds_are_rounded_for_the_defender(attackers: str, defenders: str, line: str) -> None:
    match = draw(f"05 . . . . {attackers} {defenders}", "combat", dice=[4])
    attack(match, "0506", *attackers.split("/"))
    assert line in told(match, "stand")


@pytest.mark.rule("4.3")
def test_4_3_the_whole_stack_defends_and_lost_steps_do_not_weaken() -> None:
    match = fight("05 . . . . R1-/R2 B1-/BG", 4, "0506", "R1", "R2")
    assert "8 against 6 is 1-1, die 4, no modifiers [4.3]" in match.log()


@pytest.mark.rule("4.3")
def test_4_3_the_die_is_told_with_its_purpose() -> None:
    match = fight(FIELD, 2, "0506", "R1", "R4")
    assert "Dice for combat 0506: 2" in match.log("blue")
    assert match.dice.rolls[-1].purpose == "combat/0506"


@pytest.mark.rule("4.3")
def test_4_3_the_preview_has_the_exact_chances() -> None:
    match = draw(FIELD, "combat")
    attack(match, "0506", "R1", "R4")
    chances = match.distribution("stand")
    assert chances is not None
    assert {text: str(chance) for text, chance in chances.items()} == {
        "Result at 0506: AL [4.7]": "1/6",
        "Result at 0506: NE [4.7]": "1/3",
        "Result at 0506: EX [4.7]": "1/6",
        "Result at 0506: DR [4.7]": "1/3",
    }


# -- 4.4 the river in combat

BANKS = """
05   . . . R1/R2/R4 B4
06  . . . . R3
"""


@pytest.mark.rule("4.4")
def test_4_4_the_die_is_one_lower_if_every_attacker_attacks_across_the_river() -> None:
    match = fight(BANKS, 3, "0505", "R1", "R2")
    assert match.log()[-2:] == [
        "8 against 2 is 4-1, die 3, -1 all across the river [4.4] [4.3]",
        "Result at 0505: DR [4.7]",
    ]


@pytest.mark.rule("4.4")
def test_4_4_one_attacker_on_the_same_bank_is_enough() -> None:
    match = fight(BANKS, 3, "0505", "R1", "R3")
    assert match.log()[-2:] == ["8 against 2 is 4-1, die 3, no modifiers [4.3]", "Result at 0505: DL [4.7]"]


@pytest.mark.rule("4.4")
def test_4_4_a_bridge_is_still_a_river() -> None:
    match = fight("03 . . . R1 B4", 1, "0305", "R1")
    assert "-1 all across the river [4.4]" in match.log()[-2]


@pytest.mark.rule("4.4")
def test_4_4_a_die_of_nought_is_a_row_of_the_table() -> None:
    match = fight("05 . . . R1 B4", 1, "0505", "R1")
    assert match.log()[-2:] == [
        "4 against 2 is 2-1, die 1, -1 all across the river [4.4] [4.3]",
        "Result at 0505: AL [4.7]",
    ]


# -- 4.5 cover


@pytest.mark.rule("4.5")
@pytest.mark.parametrize(
    ("rows", "target", "line"),
    [
        ("05 . . . . . R1 B4", "0507", "4 against 2 is 1-1, die 4, -1 woods [4.5] [4.3]"),
        ("03 . . . . B4 R1", "0305", "4 against 2 is 1-1, die 4, -1 village [4.5] [4.3]"),
        ("05 . . . . R1 B4", "0506", "4 against 2 is 2-1, die 4, no modifiers [4.3]"),
        ("05 . . . . . R1 B1", "0507", "4 against 5 is 1-2, die 4, -1 woods [4.5] [4.3]"),
        ("05 . . . . . R1/R2/R3 BG", "0507", "12 against 1 is 3-1, die 4, -1 woods [4.5] [4.3]"),
    ],
    ids=["woods", "village", "clear", "no column left of the first", "odds beyond the table are its last column"],
)
def test_4_5_woods_and_villages_move_the_odds_one_column_to_the_left(rows: str, target: str, line: str) -> None:
    match = draw(rows, "combat", dice=[4])
    match.play(f"attack {target}")
    for action in [action for action in match.decision.texts if action.startswith("add")]:
        match.play(action)
    assert line in told(match, "confirm", "stand")


@pytest.mark.rule("4.5")
def test_4_5_the_attackers_ground_does_not_matter() -> None:
    match = fight("05 . . . . . B4 R1", 4, "0506", "R1")
    assert "4 against 2 is 2-1, die 4, no modifiers [4.3]" in match.log()


@pytest.mark.rule("4.3", "4.4", "4.5")
@pytest.mark.parametrize(
    ("rows", "target", "unit"),
    [(FIELD, "0506", "R1"), ("03 . . . R1 B4", "0305", "R1"), ("05 . . . . . R1 B4", "0507", "R1")],
)
def test_4_6_the_defender_is_shown_the_modifiers_that_count_later(rows: str, target: str, unit: str) -> None:
    match = draw(rows, "combat", dice=[4])
    attack(match, target, unit)
    shown = match.decision.prompt.split("(")[1].split(")")[0]
    strengths, odds, modifiers = shown.split(", ", 2)
    assert told(match, "stand")[2] == f"{strengths} is {odds}, die 4, {modifiers} [4.3]"


# -- 4.6 stand or withdraw


@pytest.mark.rule("4.6")
def test_4_6_the_defender_chooses_before_the_die_is_rolled() -> None:
    match = draw(FIELD, "combat")
    attack(match, "0506", "R1", "R4")
    assert (match.decision.side, match.decision.rule) == ("blue", "4.6")
    assert match.decision.prompt == "0506 is attacked (6 against 5, 1-1, no modifiers): stand or withdraw?"
    assert match.decision.texts == ("stand", "withdraw")


@pytest.mark.rule("4.6")
def test_4_6_who_stands_is_told() -> None:
    assert told(fight_open(), "stand")[0] == "blue stands in 0506 [4.6]"


def fight_open() -> Match:
    """Red has attacked, blue is asked; the die will show a 2, no effect."""
    match = draw(FIELD, "combat", dice=[2])
    attack(match, "0506", "R1", "R4")
    return match


@pytest.mark.rule("4.6")
def test_4_6_who_withdraws_retreats_without_a_die_and_leaves_the_hex() -> None:
    match = fight_open()
    assert told(match, "withdraw", "retreat 0507") == [
        "blue withdraws from 0506 [4.6]",
        "blue retreats from 0506 to 0507 [4.8]",
    ]
    assert match.dice.rolls == []
    assert match.decision.prompt == "Who advances to 0506?"


@pytest.mark.rule("4.6", "4.8")
def test_4_6_nobody_withdraws_who_has_nowhere_to_go() -> None:
    match = draw(CORNERED, "combat")
    attack(match, "0109", "R1")
    assert match.decision.texts == ("stand",)
    assert refused(match, "withdraw") == "there is no hex to withdraw to [4.8]"


# -- 4.7 results


@pytest.mark.rule("4.7")
def test_4_7_al_the_attacker_loses_a_step_of_its_choice() -> None:
    match = fight(FIELD, 1, "0506", "R1", "R2")
    assert match.log()[-1] == "Result at 0506: AL [4.7]"
    assert (match.decision.side, match.decision.rule) == ("red", "4.7")
    assert match.decision.texts == ("lose R1", "lose R2")
    assert told(match, "lose R2") == ["R2 loses a step [4.7]"]
    assert list(state(match).steps) == [2, 1, 0, 1, 0, 2, 0, 0, 0, 0]


@pytest.mark.rule("4.7")
def test_4_7_a_unit_without_steps_is_destroyed() -> None:
    match = fight(FIELD, 1, "0506", "R1", "R4")
    assert told(match, "lose R4") == ["R4 is destroyed [4.7]"]
    assert where(match, "R4") == "off"
    assert list(state(match).lost) == [3, 4]


@pytest.mark.rule("4.7")
def test_4_7_a_reduced_unit_is_destroyed_by_its_second_step() -> None:
    match = fight("05 . . . . R1-/R4 B1", 1, "0506", "R1", "R4")
    assert told(match, "lose R1") == ["R1 is destroyed [4.7]"]


@pytest.mark.rule("4.7")
def test_4_7_only_a_unit_of_the_battle_can_lose_the_step() -> None:
    match = fight(FIELD, 1, "0506", "R1", "R4")
    assert refused(match, "lose R2") == "one of R1 R4 must lose the step [4.7]"
    assert refused(match, "lose B1") == "one of R1 R4 must lose the step [4.7]"


@pytest.mark.rule("4.7")
def test_4_7_ne_nothing_happens() -> None:
    match = fight(FIELD, 2, "0506", "R1", "R4")
    assert match.log()[-1] == "Result at 0506: NE [4.7]"
    assert (match.decision.side, match.decision.rule) == ("red", "4.1")
    assert where(match, "B1") == "0506"
    assert list(state(match).steps) == [2, 2, 0, 1, 0, 2, 0, 0, 0, 0]


@pytest.mark.rule("4.7")
def test_4_7_ex_first_the_defender_then_the_attacker_loses_a_step() -> None:
    match = fight(FIELD, 3, "0506", "R1", "R2")
    assert match.log()[-1] == "Result at 0506: EX [4.7]"
    assert match.decision.side == "blue"
    assert told(match, "lose B1") == ["B1 loses a step [4.7]"]
    assert match.decision.side == "red"
    assert told(match, "lose R1") == ["R1 loses a step [4.7]"]
    assert match.decision.rule == "4.1"


@pytest.mark.rule("4.7", "4.9")
def test_4_7_ex_that_empties_the_hex_is_followed_by_an_advance() -> None:
    match = fight("05 . . . . R1/R4 B1-\n09 . . . . . . . . B4", 3, "0506", "R1", "R4")
    match.play("lose B1")
    match.play("lose R4")
    assert match.decision.texts == ("advance R1", "stay")


@pytest.mark.rule("4.7", "4.9")
def test_4_7_ex_that_leaves_no_attacker_ends_without_an_advance() -> None:
    rows = """
    05   . . . . R4 B4
    09   R1 . . . . . . . B1
    """
    match = fight(rows, 3, "0506", "R4")
    assert match.log()[-1] == "Result at 0506: EX [4.7]"
    assert told(match, "lose B4", "lose R4") == ["B4 is destroyed [4.7]", "R4 is destroyed [4.7]"]
    assert match.decision.rule == "4.1"


@pytest.mark.rule("4.7")
def test_4_7_dr_the_defender_retreats() -> None:
    match = fight(FIELD, 5, "0506", "R1", "R4")
    assert match.log()[-1] == "Result at 0506: DR [4.7]"
    assert (match.decision.side, match.decision.rule) == ("blue", "4.8")
    assert match.decision.prompt == "Where do the units in 0506 retreat to?"


@pytest.mark.rule("4.7")
def test_4_7_dl_the_defender_loses_a_step_and_stays() -> None:
    match = fight(FIELD, 5, "0506", "R1", "R2", "R4")
    assert match.log()[-1] == "Result at 0506: DL [4.7]"
    assert match.decision.side == "blue"
    assert told(match, "lose B1") == ["B1 loses a step [4.7]"]
    assert where(match, "B1") == "0506"
    assert (match.decision.side, match.decision.rule) == ("red", "4.1")


# -- 4.8 retreats

CORNERED = """
01   R2 . . . . . . . B4
02  . . . . . . . . R1
03   . . . . . . . . B1
"""
"""B4 in the corner: R1 stands in one of the two hexes next to it and controls the other."""
WAY_OUT = CORNERED.replace(". B4", "B2 B4")
"""The same with a friend in the hex beside it."""


@pytest.mark.rule("4.8")
def test_4_8_one_hex_free_of_enemies_and_of_their_zones() -> None:
    match = fight(FIELD, 5, "0506", "R1", "R4")
    assert match.decision.texts == ("retreat 0407", "retreat 0507", "retreat 0607")
    assert refused(match, "retreat 0406") == (
        "0406 is not free, not next to the hex, in an enemy zone, or too full [4.8]"
    )
    assert refused(match, "retreat 0505").startswith("0505 is not free")
    assert refused(match, "retreat 0508").startswith("0508 is not free")


@pytest.mark.rule("4.8")
def test_4_8_a_friend_makes_an_enemy_zone_safe() -> None:
    match = fight(FIELD + "06 . . . . . B2", 5, "0506", "R1", "R4")
    assert "retreat 0606" in match.decision.texts


@pytest.mark.rule("4.8", "2.6")
def test_4_8_a_friend_needs_room_for_the_whole_stack() -> None:
    rows = """
    05   . . . . R1/R2/R3 BG/B4 B1/B2
    """
    match = fight(rows, 2, "0506", "R1", "R2", "R3")
    assert match.decision.texts == ("retreat 0407", "retreat 0607")
    match = fight(rows.replace("/B2", ""), 2, "0506", "R1", "R2", "R3")
    assert "retreat 0507" in match.decision.texts


@pytest.mark.rule("4.8")
def test_4_8_the_stack_retreats_as_one_and_keeps_its_order_below_friends() -> None:
    match = fight("05 . . . . R1/R2/R3 BG/B4 B1", 2, "0506", "R1", "R2", "R3")
    assert told(match, "retreat 0507") == ["blue retreats from 0506 to 0507 [4.8]"]
    assert pieces(match, "blue", "0507") == ["B1", "BG", "B4"]


@pytest.mark.rule("4.8")
def test_4_8_who_cannot_retreat_is_destroyed() -> None:
    match = fight(CORNERED, 4, "0109", "R1")
    assert match.log()[-2:] == ["Result at 0109: DR [4.7]", "B4 is destroyed [4.8]"]
    assert match.decision.prompt == "Who advances to 0109?"


@pytest.mark.rule("4.8")
def test_4_8_the_whole_stack_that_cannot_retreat_is_destroyed() -> None:
    match = fight(CORNERED.replace("B4", "BG/B4"), 5, "0109", "R1")
    assert match.log()[-3:] == ["Result at 0109: DR [4.7]", "B4 is destroyed [4.8]", "BG is destroyed [4.8]"]


@pytest.mark.rule("4.8")
def test_4_8_who_has_one_way_out_takes_it() -> None:
    match = fight(WAY_OUT, 5, "0109", "R1")
    assert match.decision.texts == ("retreat 0108",)


@pytest.mark.rule("4.8")
def test_4_8_the_machine_takes_the_only_way_out() -> None:
    match = draw(WAY_OUT, "combat", dice=[5], auto=True)
    attack(match, "0109", "R1")
    match.play("stand")
    assert (match.entries[-1].action, match.entries[-1].auto) == ("retreat 0108", True)


# -- 4.9 advances


def emptied(rows: str, *units: str) -> Match:
    """Blue has withdrawn from 0506 to 0507, red may advance."""
    match = draw(rows, "combat")
    attack(match, "0506", *units)
    match.play("withdraw")
    match.play("retreat 0507")
    return match


@pytest.mark.rule("4.9")
def test_4_9_one_attacker_or_all_or_none_may_advance() -> None:
    match = emptied(FIELD, "R1", "R2", "R4")
    assert (match.decision.side, match.decision.rule) == ("red", "4.9")
    assert match.decision.texts == ("advance R1", "advance R1 R2 R4", "advance R2", "advance R4", "stay")


@pytest.mark.rule("4.9")
def test_4_9_one_advances_alone() -> None:
    match = emptied(FIELD, "R1", "R4")
    assert told(match, "advance R4") == ["R4 advances to 0506 [4.9]"]
    assert (where(match, "R1"), where(match, "R4")) == ("0505", "0506")


@pytest.mark.rule("4.9")
def test_4_9_all_advance_together() -> None:
    match = emptied(FIELD, "R1", "R4")
    assert told(match, "advance R1 R4") == ["R1 R4 advances to 0506 [4.9]"]
    assert pieces(match, "red", "0506") == ["R1", "R4"]


@pytest.mark.rule("4.9")
def test_4_9_all_stay() -> None:
    match = emptied(FIELD, "R1", "R4")
    assert told(match, "stay") == []
    assert pieces(match, "red", "0506") == []
    assert match.decision.rule == "4.1"


@pytest.mark.rule("4.9")
def test_4_9_some_of_three_or_somebody_else_may_not_advance() -> None:
    match = emptied(FIELD, "R1", "R2", "R4")
    assert refused(match, "advance R1 R2") == "one of R1 R2 R4 advances, or all of up to 3 [4.9]"
    match = emptied(FIELD, "R1", "R4")
    assert refused(match, "advance R2") == "one of R1 R4 advances, or all of up to 3 [4.9]"


@pytest.mark.rule("4.9", "2.6")
def test_4_9_four_attackers_do_not_advance_together() -> None:
    rows = """
    05   . . . . R1/R2/R4 B1
    06  . . . . . R3
    """
    match = emptied(rows, "R1", "R2", "R3", "R4")
    assert match.decision.texts == ("advance R1", "advance R2", "advance R3", "advance R4", "stay")


@pytest.mark.rule("4.9")
def test_4_9_no_advance_while_a_defender_is_left() -> None:
    match = fight("05 . . . . R1/R2/R3 BG/B4", 6, "0506", "R1", "R2", "R3")
    assert match.log()[-1] == "Result at 0506: DL [4.7]"
    assert told(match, "lose B4") == ["B4 is destroyed [4.7]"]
    assert match.decision.rule == "4.1"


@pytest.mark.rule("4.9")
def test_4_9_an_advance_ignores_zones_of_control() -> None:
    match = emptied(FIELD, "R1", "R4")
    match.play("advance R1")
    assert where(match, "B1") == "0507"
    assert where(match, "R1") == "0506"


@pytest.mark.rule("4.3")
def test_4_3_the_table_has_all_five_results() -> None:
    assert {code for row in ford().crt.results for code in row} == {"AL", "EX", "NE", "DR", "DL"}
