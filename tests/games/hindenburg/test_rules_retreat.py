"""Chapter 13.9: the strictures of a retreat, one by one."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told
from tests.games.hindenburg.drawn import drawn, hindenburg, state, there
from westfront.engine.match import Match

ATTACK = "attack 2905 from 3006 with all"
AROUND = "3006: 1xGE1-2; 2905: 6xBR3-3; 2906: 1xGE1-2; 3005: 8xBR2-3; 2805: 7xFR3-3; 2806: 5xFR3-3"
"""The position of vectors D24 and D25: six survivors in 2905."""

LILLE = "3806: 1xGE1-2; 3705: 1xGE1-2; 3905: 1xGE1-2"
"""Germans before Armentieres, which Belgians may hold."""


def attacked(places: str, action: str = ATTACK, side: str = "german") -> Match:
    """A match in which an attack has failed and the defender may retreat."""
    match = drawn(places, side)
    match.play(action)
    return match


@pytest.mark.rule("13.9", "13.9(9)")
def test_13_9_the_defender_may_retreat_after_the_combat_and_chooses_where() -> None:
    match = attacked("3206: 1xGE1-2; 3205: 3xBR3-3", "attack 3205 from 3206 with all")
    assert match.decision.side == "allied"
    assert offers(match, "retreat") == {"3204", "3304", "3305", "3104", "3105"} - {"3106", "3306"}
    assert "stay" in match.decision.texts
    lines = told(match, "retreat 3105")
    assert "allied: 3 divisions retreat from 3205 to 3105 [13.9]" in lines
    assert there(match, "3205") == "1 x GE1-2"


@pytest.mark.rule("13.9(1)")
def test_13_9_1_one_hex() -> None:
    match = attacked(AROUND)
    assert rule_of(match, "retreat 2803") == "13.9(1)"
    assert rule_of(match, "retreat 2905") == "13.9(1)"


@pytest.mark.rule("13.9(2)")
def test_13_9_2_not_into_enemies_nor_where_the_attack_came_from() -> None:
    match = attacked(AROUND)
    assert rule_of(match, "retreat 2906") == "13.9(2)"
    assert rule_of(match, "retreat 3006") == "13.9(2)"


@pytest.mark.rule("13.9(2)")
def test_13_9_2_the_origin_is_barred_even_if_nobody_is_left_there() -> None:
    match = drawn("3006: 1xGE1-2; 2905: 6xBR3-3", dice=[6, 1])
    match.play(ATTACK)
    assert there(match, "3006") == "nobody"
    assert rule_of(match, "retreat 3006") == "13.9(2)"


@pytest.mark.rule("13.9(2)")
def test_13_9_2_never_into_the_sea() -> None:
    """Vector D26: Calais."""
    match = attacked("4102: 1xGE4-4; german: 4103 4104; 4101: 3xBR3-3", "attack 4101 from 4102 with all")
    assert not offers(match, "retreat") & {"4201", "4202"}
    assert rule_of(match, "retreat 4201") == "13.9(2)"


@pytest.mark.rule("13.9(3)", "13.9(8)")
def test_13_9_3_no_overstacking() -> None:
    """Vector D24: only 2904 can take six."""
    match = attacked(AROUND)
    assert offers(match, "retreat") == {"2904"}
    assert rule_of(match, "retreat 3005") == "13.9(3)"
    assert rule_of(match, "retreat") == "13.9(4)"


@pytest.mark.rule("13.9(4)")
def test_13_9_4_divided_only_if_no_hex_can_take_the_stack() -> None:
    """Vector D25: five to 2904 and one to 2806."""
    match = attacked(f"{AROUND}; 2904: 5xFR2-3")
    assert offers(match, "retreat") == {""}
    match.play("retreat")
    assert match.decision.rule == "13.9(4)"
    assert "BR3-3 5 to 2904" in offers(match, "divide")
    assert rule_of(match, "divide BR3-3 6 to 2904") == "13.9(3)"
    assert rule_of(match, "divide BR3-3 7 to 2904") == "13.9(4)"
    assert rule_of(match, "divide BR3-3 1 to 3006") == "13.9(2)"
    match.play("divide BR3-3 5 to 2904")
    assert there(match, "2905") == "1 x BR3-3"
    match.play("divide BR3-3 1 to 2806")
    assert there(match, "2904") == "5 x BR3-3, 5 x FR2-3"
    assert there(match, "2905") == "1 x GE1-2", "the hex is empty, so it is entered"


@pytest.mark.rule("13.9(4)", "13.9")
def test_13_9_4_who_cannot_go_stays_and_the_hex_is_not_entered() -> None:
    """Ruling A-12: as many as can must go."""
    full = "3005: 9xBR2-3; 2805: 10xFR3-3; 2806: 10xFR2-3; 2904: 9xFR3-3"
    match = attacked(f"3006: 1xGE1-2; 2905: 6xBR3-3; 2906: 1xGE1-2; {full}")
    match.play("retreat")
    match.play("divide BR3-3 1 to 3005")
    match.play("divide BR3-3 1 to 2904")
    assert there(match, "2905") == "4 x BR3-3"
    assert there(match, "3006") == "1 x GE1-2"
    assert match.decision.rule == "5.3"


@pytest.mark.rule("13.9", "13.11", "13.11(2)")
def test_13_11_those_who_cannot_retreat_can_be_pressed() -> None:
    """Both forces have survivors and the hex is not vacated: a retreat of some does not end the battle for all."""
    full = "3005: 9xBR2-3; 2805: 10xFR3-3; 2806: 10xFR2-3; 2904: 10xFR3-3"
    match = attacked(f"3006: 1xGE1-2; 2905: 6xBR3-3; 2906: 1xGE1-2; supply: 3006; {full}")
    match.play("retreat")
    match.play("divide BR3-3 1 to 3005")
    assert (match.decision.side, match.decision.rule) == ("german", "13.11(2)")
    assert there(match, "2905") == "5 x BR3-3"
    match.play("press")
    assert there(match, "3005") == "9 x BR2-3, 1 x BR3-3", "who has retreated is out of the battle"
    assert (match.decision.side, match.decision.rule) == ("german", "13.11(2)"), "nobody has anywhere to go now"
    match.play("break-off")
    assert match.decision.rule == "5.3"


@pytest.mark.rule("13.9", "13.11")
def test_13_11_when_all_attackers_are_dead_a_retreat_of_some_ends_the_battle() -> None:
    full = "3005: 9xBR2-3; 2805: 10xFR3-3; 2806: 10xFR2-3; 2904: 10xFR3-3"
    match = drawn(f"3006: 1xGE1-2; 2905: 6xBR3-3; 2906: 1xGE1-2; supply: 3006; {full}", dice=[6, 1])
    match.play(ATTACK)
    match.play("retreat")
    match.play("divide BR3-3 1 to 3005")
    assert match.decision.rule == "9.3"


@pytest.mark.rule("13.9")
def test_13_9_who_has_nowhere_to_go_is_not_asked() -> None:
    full = "3005: 10xBR2-3; 2805: 10xFR3-3; 2806: 10xFR2-3; 2904: 10xFR3-3"
    match = attacked(f"3006: 1xGE1-2; 2905: 6xBR3-3; 2906: 1xGE1-2; {full}")
    assert match.decision.rule == "5.3"


@pytest.mark.rule("13.9", "13.11(2)")
def test_13_9_who_has_nowhere_to_go_can_still_be_pressed() -> None:
    full = "3005: 10xBR2-3; 2805: 10xFR3-3; 2806: 10xFR2-3; 2904: 10xFR3-3"
    match = attacked(f"3006: 1xGE1-2; 2905: 6xBR3-3; 2906: 1xGE1-2; supply: 3006; {full}")
    assert (match.decision.side, match.decision.rule) == ("german", "13.11(2)")
    match.play("press")
    assert (match.decision.side, match.decision.rule) == ("german", "13.11(2)")


@pytest.mark.rule("13.9(6)", "12.5")
def test_13_9_6_an_entrenchment_stays_behind_and_is_removed() -> None:
    places = "3204: 1xGE1-2; german: 3205; 3203: 2xBR3-3; trench: 3203"
    match = attacked(places, "attack 3203 from 3204 with all")
    lines = told(match, "retreat 3202")
    assert "The entrenchment in 3203 is gone, its defenders have retreated [13.9(6)]" in lines
    assert not state(match).trenches
    match = attacked(places, "attack 3203 from 3204 with all")
    match.play("stay")
    assert state(match).trenches


@pytest.mark.rule("13.9(6)", "8.4")
def test_13_9_6_attack_supply_stays_behind_and_goes_to_the_track() -> None:
    match = attacked("3206: 2xGE3-3; 3205: 1xBR3-3; supply: 3206", "attack 3206 from 3205 with all", "allied")
    lines = told(match, "retreat 3207")
    assert "The attack supply marker of 3206 goes to the box of turn 5 [8.4]" in lines


@pytest.mark.rule("13.9(6)", "8.4")
def test_13_9_6_attack_supply_is_removed_even_if_nobody_enters() -> None:
    """Rulings A-4 and A-14: the attacker is dead, but the Germans go and leave the marker behind."""
    match = drawn("3206: 2xGE3-3; 3205: 1xBR3-3; supply: 3206", "allied", dice=[6, 1])
    match.play("attack 3206 from 3205 with all")
    lines = told(match, "retreat 3207")
    assert there(match, "3206") == "nobody"
    assert "The attack supply marker of 3206 goes to the box of turn 5 [8.4]" in lines


@pytest.mark.rule("13.9(6)", "13.9(4)")
def test_13_9_6_an_entrenchment_stays_with_those_who_cannot_go() -> None:
    full = "3307: 10xGE4-4; 3306: 10xGE2-3; 3106: 10xGE2-3; 3107: 10xGE1-2; 3208: 9xGE3-3"
    match = attacked(f"3206: 1xBR3-3; 3207: 3xGE3-3; trench: 3207; {full}", "attack 3207 from 3206 with all", "allied")
    match.play("retreat")
    match.play("divide GE3-3 1 to 3208")
    assert there(match, "3207") == "2 x GE3-3"
    assert hindenburg().grid.labels(state(match).trenches) == ["3207"]


@pytest.mark.rule("13.9(7)")
def test_13_9_7_enemy_control_does_not_bar_a_hex() -> None:
    """Vector D27: the hex becomes Allied."""
    match = attacked("3206: 1xGE1-2; 3205: 3xBR3-3; german: 3204", "attack 3205 from 3206 with all")
    assert "3204" in offers(match, "retreat")
    match.play("retreat 3204")
    assert not state(match).german >> hindenburg().grid.hex("3204") & 1


@pytest.mark.rule("13.9(8)", "14.2")
def test_13_9_8_supplied_hexes_come_first() -> None:
    """Belgians in 3805 would be out of supply in 3704 and 3804, away from Belgium; British would not."""
    match = attacked(f"{LILLE}; 3805: 2xBE2-3", "attack 3805 from 3806 with all")
    assert offers(match, "retreat") == {"3904"}
    assert rule_of(match, "retreat 3704") == "13.9(8)"
    match = attacked(f"{LILLE}; 3805: 2xBR2-3", "attack 3805 from 3806 with all")
    assert offers(match, "retreat") == {"3904", "3804", "3704"}


@pytest.mark.rule("13.9(8)", "7.3")
def test_13_9_8_a_stack_of_several_nations_goes_where_most_of_it_is_supplied() -> None:
    """With the ports lost only the French would be supplied in the empty German hexes 3605 and 3606."""
    places = "3506: 1xGE1-2; 3505: 1xFR3-3 2xBR3-3; german: 4000 4101 4203"
    match = attacked(places, "attack 3505 from 3506 with all")
    assert offers(match, "retreat") == {"3504", "3405"}
    assert rule_of(match, "retreat 3605") == "13.9(8)"


@pytest.mark.rule("13.9(8)")
def test_13_9_8_when_divided_each_kind_goes_where_it_is_supplied() -> None:
    """Nine Belgians and a British division; 3904 has room for five, 3704 and 3804 for more."""
    places = f"{LILLE}; 3805: 8xBE2-3 1xBR3-3; 3904: 5xBR2-3; 3704: 2xBR3-3; 3804: 2xFR3-3"
    match = attacked(places, "attack 3805 from 3806 with all")
    match.play("retreat")
    assert {words.split()[-1] for words in offers(match, "divide") if words.startswith("BE")} == {"3904"}
    assert rule_of(match, "divide BE2-3 1 to 3804") == "13.9(8)"
    assert {words.split()[-1] for words in offers(match, "divide") if words.startswith("BR")} == {
        "3904",
        "3704",
        "3804",
    }
    match.play("divide BE2-3 5 to 3904")
    assert {words.split()[-1] for words in offers(match, "divide") if words.startswith("BE")} == {"3704", "3804"}


@pytest.mark.rule("13.9(8)")
def test_13_9_8_without_any_supplied_hex_the_others_are_open() -> None:
    """A pocket: whoever is in it may still retreat within it."""
    match = attacked("3203: 3xGE3-3; german: 3202; 3204: 1xFR1-2r", "attack 3203 from 3204 with all", "allied")
    assert "3202" in offers(match, "retreat")
