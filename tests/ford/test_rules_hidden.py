"""Chapter 3: hidden stacks, and when they are shown."""

from __future__ import annotations

import pytest

from tests.asking import pieces, told
from tests.ford.drawn import attack, draw

STACK = """
05   . . . . R1/R2 B1/BG/B2-
"""


@pytest.mark.rule("3.1")
def test_3_1_of_an_enemy_stack_only_the_top_and_the_number_are_seen() -> None:
    match = draw(STACK)
    assert pieces(match, "red", "0506") == ["B1", "?", "?"]
    assert pieces(match, "blue", "0506") == ["B1", "BG", "B2"]


@pytest.mark.rule("3.1")
def test_3_1_a_covered_unit_has_no_facts() -> None:
    hidden = [piece for piece in draw(STACK).view("red").scene.pieces if not piece.name]
    assert [(piece.at, piece.side, piece.facts) for piece in hidden] == [("0506", "blue", ())] * 2


@pytest.mark.rule("3.1")
def test_3_1_the_public_sees_the_tops_of_both_sides() -> None:
    match = draw(STACK)
    assert pieces(match, None, "0506") == ["B1", "?", "?"]
    assert pieces(match, None, "0505") == ["R1", "?"]


@pytest.mark.rule("3.1")
def test_3_1_without_the_option_all_is_seen() -> None:
    match = draw(STACK, fog="off")
    assert pieces(match, "red", "0506") == pieces(match, None, "0506") == ["B1", "BG", "B2"]


@pytest.mark.rule("3.1")
def test_3_1_the_top_unit_is_seen_with_its_numbers_and_losses() -> None:
    match = draw("05 . . . . R1 B1-/BG")
    (top,) = [piece for piece in match.view("red").scene.pieces if piece.name == "B1"]
    assert (top.facts, top.states) == (("3-5-3", "infantry"), ("reduced",))


@pytest.mark.rule("3.1")
def test_3_1_whether_a_unit_has_moved_is_seen_by_its_owner_only() -> None:
    match = draw("02 R1", moved="R1")
    states = {side: match.view(side).scene.pieces[0].states for side in ("red", "blue")}
    assert states == {"red": ("moved",), "blue": ()}


@pytest.mark.rule("3.1")
def test_3_1_a_unit_that_leaves_the_top_uncovers_the_next() -> None:
    match = draw("02 R1/R2 R3")
    match.play("move R1 0202")
    assert pieces(match, "blue", "0201") == ["R2"]
    assert pieces(match, "blue", "0202") == ["R3", "?"]
    assert not match.can_undo


@pytest.mark.rule("3.1")
def test_3_1_a_unit_from_below_shows_itself_in_an_empty_hex() -> None:
    match = draw("02 R1/R2 R3")
    match.play("move R2 0203")
    assert pieces(match, "blue", "0203") == ["R2"]
    assert not match.can_undo


@pytest.mark.rule("3.1")
def test_3_1_a_lone_unit_uncovers_nothing() -> None:
    match = draw("02 R1/R2 R3")
    match.play("move R3 0203")
    assert match.can_undo


@pytest.mark.rule("3.1", "6.2")
def test_3_1_a_covered_unit_that_is_hit_is_named_to_its_owner_only() -> None:
    match = draw("05 . . . RG . B1/B2", "combat", dice=[6])
    match.play("bombard 0506 with RG")
    match.play("lose B2")
    assert match.log("blue")[-1] == "B2 loses a step [4.7]"
    assert match.log("red")[-1] == match.log(None)[-1] == "A unit in 0506 loses a step [4.7, 3.1]"


@pytest.mark.rule("3.1", "6.2")
def test_3_1_a_top_unit_that_is_hit_is_named_to_all() -> None:
    match = draw("05 . . . RG . B1/B2", "combat", dice=[6])
    assert told(match, "bombard 0506 with RG", "lose B1")[-1] == "B1 loses a step [4.7]"


@pytest.mark.rule("3.1", "6.2")
def test_3_1_without_the_option_every_unit_that_is_hit_is_named() -> None:
    match = draw("05 . . . RG . B1/B2", "combat", fog="off", dice=[6])
    assert told(match, "bombard 0506 with RG", "lose B2")[-1] == "B2 loses a step [4.7]"


@pytest.mark.rule("3.2")
def test_3_2_a_declared_attack_shows_the_whole_target_stack() -> None:
    match = draw(STACK, "combat")
    lines = told(match, "attack 0506", "add R1", "confirm")
    assert lines == ["red attacks 0506 with R1 [4.2]", "The units in 0506 are B1 BG B2 [3.2]"]


@pytest.mark.rule("3.2")
def test_3_2_an_attack_that_is_not_declared_shows_nothing() -> None:
    match = draw(STACK, "combat")
    assert told(match, "attack 0506", "add R1", "cancel") == []
    assert match.can_undo


@pytest.mark.rule("3.2")
def test_3_2_what_is_about_to_be_shown_is_not_previewed() -> None:
    match = draw(STACK, "combat")
    match.play("attack 0506")
    match.play("add R1")
    assert match.distribution("confirm") is None


@pytest.mark.rule("3.2")
def test_3_2_without_the_option_nothing_needs_to_be_shown() -> None:
    match = draw(STACK, "combat", fog="off")
    attack(match, "0506", "R1")
    assert not any("The units in" in line for line in match.log("red"))


@pytest.mark.rule("3.2")
def test_3_2_in_battle_every_unit_that_loses_a_step_is_named() -> None:
    match = draw("05 . . . . R1/R2/R3 B4/B1", "combat", dice=[3])
    attack(match, "0506", "R1", "R2", "R3")
    match.play("stand")
    assert match.log("red")[-1] == "Result at 0506: EX [4.7]"
    assert told(match, "lose B1") == ["B1 loses a step [4.7]"]
