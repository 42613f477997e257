"""Chapter 13, the rounds of a battle: dice, hits, losses, stay or retreat, press or break off, advance."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told
from tests.games.hindenburg.drawn import dice_of, drawn, hindenburg, roll_all, state, there
from westfront.engine.match import Match

HIT, MISS = 1, 6


def attack(places: str, action: str, dice: list[int], side: str = "german", turn: int = 3) -> tuple[Match, list[str]]:
    """A match in which an attack has just been fired, and the log of it."""
    match = drawn(places, side, dice=dice, turn=turn)
    lines = told(match, *action.split("; "))
    return match, lines


# -- 13.1, 13.2: who attacks what


@pytest.mark.rule("13.1")
def test_13_1_one_hex_attacks_one_adjacent_hex_with_enemies() -> None:
    match = drawn("3206: 3xGE4-4; 3205: 1xBR3-3; 3105: 1xBR3-3; german: 3204")
    assert rule_of(match, "attack 3204 from 3206 with all") == "13.1"
    assert rule_of(match, "attack 3306 from 3206 with all") == "13.1"
    match.play("force 3206")
    assert offers(match, "attack") == {"3105", "3205"}
    assert rule_of(match, "attack 3305") == "13.1"
    match.play("attack 3205")


@pytest.mark.rule("13.1", "5.3(4)")
def test_13_1_nobody_has_to_attack_and_everybody_may_again() -> None:
    match, _ = attack("3206: 3xGE4-4; 3205: 2xBR3-3", "attack 3205 from 3206 with all", [MISS] * 7)
    match.play("stay")
    match.play("pass")
    assert state(match).actions[0] == 9
    match.play("attack 3205 from 3206 with all")


@pytest.mark.rule("13.2")
def test_13_2_the_attacker_may_leave_units_out_for_all_rounds() -> None:
    places = "3206: 2xGE4-4 3xGE3-3; 3205: 4xBR3-3; supply: 3206"
    match, lines = attack(places, "attack 3205 from 3206 with 2xGE4-4", [MISS] * 6)
    assert dice_of(lines, "german") == 2
    assert dice_of(told(match, "stay", "press"), "german") == 2


@pytest.mark.rule("13.2", "7.7")
def test_13_2_units_out_of_supply_do_not_attack() -> None:
    """3204 is held by Germans far behind the Allied front."""
    match = drawn("3203: 3xGE4-4; 3204: 1xBR3-3; 3205: 1xBR3-3")
    assert rule_of(match, "attack 3204 from 3203 with all") == "7.7"
    assert rule_of(match, "attack 3204 from 3203 with 1xGE4-4") == "7.7"
    assert rule_of(match, "attack 3204 from 3203 with 1xGE3-3") == "13.2"
    match.play("force 3203")
    assert not offers(match, "attack")
    assert rule_of(match, "attack 3204") == "7.7"


@pytest.mark.rule("13.2")
def test_13_2_an_attack_needs_a_division() -> None:
    match = drawn("3206: 1xGE4-4; 3205: 1xBR3-3")
    match.play("force 3206")
    match.play("leave GE4-4 1")
    assert rule_of(match, "attack 3205") == "13.2"


@pytest.mark.rule("13.2")
def test_13_2_the_defender_leaves_nobody_out() -> None:
    _, lines = attack("3206: 1xGE4-4; 3205: 4xBR3-3 2xBR2-3", "attack 3205 from 3206 with all", [MISS])
    assert dice_of(lines, "allied") == 12


# -- 13.3 to 13.6: dice


@pytest.mark.rule("13.3", "2.8")
def test_13_3_a_die_at_the_factor_or_less_hits() -> None:
    match, lines = attack("3206: 1xGE4-4 1xGE3-3 1xGE2-3; 3205: 5xBR3-3", "attack 3205 from 3206 with all", [4, 4, 3])
    assert any(line.startswith("german: 1 of 3 dice hit: GE-1 at 4: 4 hit, GE-41 at 3: 4, ") for line in lines)
    assert there(match, "3205") == "4 x BR3-3"


@pytest.mark.rule("13.3")
def test_13_3_every_die_is_told() -> None:
    _, lines = attack("3206: 2xGE4-4; 3205: 1xBR3-3", "attack 3205 from 3206 with all", [5, 4, 3, 4])
    assert "allied: 1 of 2 dice hit: BR-1 at 3: 3 hit, BR-1 at 3: 4 [13.3]" in lines


@pytest.mark.rule("13.4")
def test_13_4_trench_and_river() -> None:
    """Vectors D1, D6, D7."""
    for target, origin, units, dice in (("3205", "3206", 5, 10), ("3305", "3306", 4, 12), ("3105", "3006", 5, 15)):
        _, lines = attack(f"{origin}: 1xGE4-4; {target}: {units}xBR3-3", f"attack {target} from {origin} with all", [])
        assert dice_of(lines, "allied") == dice, target


@pytest.mark.rule("13.6", "8.3(2)", "8.3")
def test_13_6_attack_supply_takes_a_die_from_each_defender() -> None:
    """Vectors D2, D6, D7."""
    for target, origin, units, dice in (("3205", "3206", 5, 5), ("3305", "3306", 4, 8), ("3105", "3006", 5, 10)):
        places = f"{origin}: 1xGE4-4; {target}: {units}xBR3-3; supply: {origin}"
        _, lines = attack(places, f"attack {target} from {origin} with all", [])
        assert dice_of(lines, "allied") == dice, target


@pytest.mark.rule("13.6")
def test_13_6_in_the_clear_two_share_a_die() -> None:
    """Vector D3: groups of two, two and one."""
    _, lines = attack("3204: 4xGE4-4; german: 3205; 3203: 5xBR3-3; supply: 3204", "attack 3203 from 3204 with all", [])
    assert dice_of(lines, "allied") == 3


@pytest.mark.rule("13.6")
def test_13_6_the_defender_groups_his_units() -> None:
    """Vector D4, ruling A-19: the lower factor of the group counts, the odd one is grouped first."""
    places = "3204: 4xGE4-4; german: 3205; 3203: 1xBR4-4 1xBR3-3 1xBR1-2r; supply: 3204"
    match, _ = attack(places, "attack 3203 from 3204 with all", [MISS] * 4 + [4, 2])
    assert match.decision.side == "allied"
    assert offers(match, "group") == {"4", "3", "2"}
    assert rule_of(match, "group 4 3") == "13.6"
    assert rule_of(match, "group 1") == "13.6"
    lines = told(match, "group 4")
    assert any("2 of 2 dice hit: BR-Can1 at 4: 4 hit, BR-1+BR-31 at 2: 2 hit" in line for line in lines)


@pytest.mark.rule("13.6", "13.11(3)")
def test_13_6_every_round_is_grouped_anew() -> None:
    """Ruling A-19."""
    places = "3204: 4xGE4-4; german: 3205; 3203: 1xBR4-4 1xBR3-3 1xBR1-2r; supply: 3204"
    match, _ = attack(places, "attack 3203 from 3204 with all; group 4; stay; press", [])
    assert match.decision.side == "allied"
    lines = told(match, "group 3")
    assert any("BR-1 at 3: 6, BR-Can1+BR-31 at 2: 6" in line for line in lines)


@pytest.mark.rule("13.6")
def test_13_6_a_river_saves_the_defender_from_sharing() -> None:
    """Vector D8: three French in the clear behind a river hexside, attack supply: one die each."""
    places = "3302: 3xGE4-4; german: 3303 3304 3305; 3203: 3xFR3-3; supply: 3302"
    _, lines = attack(places, "attack 3203 from 3302 with all", [])
    assert dice_of(lines, "allied") == 3


@pytest.mark.rule("13.6", "8.3(2)")
def test_13_6_attack_supply_never_helps_the_allies() -> None:
    """Vector D10: eight Germans in their own trench with a marker roll sixteen dice."""
    _, lines = attack("3206: 8xGE3-3; 3205: 2xFR3-3; supply: 3206", "attack 3206 from 3205 with all", [], "allied")
    assert dice_of(lines, "german") == 16


@pytest.mark.rule("12.1", "12.1-ex", "12.2", "12.4")
def test_12_1_a_trench_of_the_enemy_is_no_trench() -> None:
    """Vector W9: Germans in 3305 defend as in rough, Allies who regain it have the trench again."""
    _, lines = attack("3305: 2xGE3-3; 3304: 2xFR3-3", "attack 3305 from 3304 with all", [], "allied")
    assert dice_of(lines, "german") == 4
    _, lines = attack("3306: 2xGE3-3; 3305: 2xFR3-3", "attack 3305 from 3306 with all", [])
    assert dice_of(lines, "allied") == 6


@pytest.mark.rule("12.2", "12.4")
def test_12_2_an_entrenchment_is_a_trench() -> None:
    """Vector D9: four Germans in 2806, then entrenched, then attacked over the Aisne."""
    for trench, origin, dice in (("", "2805", 4), ("; trench: 2806", "2805", 8), ("; trench: 2806", "2705", 12)):
        places = f"2806: 4xGE3-3; {origin}: 1xFR3-3{trench}"
        _, lines = attack(places, f"attack 2806 from {origin} with all", [], "allied")
        assert dice_of(lines, "german") == dice, (trench, origin)


@pytest.mark.rule("7.7", "13.5", "7.2")
def test_7_7_defenders_out_of_supply_have_one_die_for_three() -> None:
    """Vector D5: four Germans cut off in 3204, entrenched: two dice."""
    places = "3204: 4xGE3-3; 3205: 1xFR3-3; trench: 3204"
    _, lines = attack(places, "attack 3204 from 3205 with all", [], "allied")
    assert dice_of(lines, "german") == 2
    assert "Out of supply in 3204: 4 x GE3-3 [7.2, 7.7]" in lines


@pytest.mark.rule("7.7", "13.6")
def test_7_7_groups_of_three_are_made_by_their_owner() -> None:
    places = "3204: 1xGE4-4 2xGE3-3 1xGE1-2; 3205: 1xFR3-3"
    match, _ = attack(places, "attack 3204 from 3205 with all", [MISS, 2, 2], "allied")
    assert match.decision.side == "german"
    assert offers(match, "group") == {"4", "3", "2"}
    assert rule_of(match, "group 4 3 3") == "13.6"
    lines = told(match, "group 4")
    assert any("GE-1 at 4: 2 hit, GE-41+GE-42+GE-157 at 2: 2 hit" in line for line in lines)


@pytest.mark.rule("7.7", "13.5", "7.8")
def test_7_7_supplied_and_unsupplied_defenders_of_a_hex_each_follow_their_own_rule() -> None:
    """Ruling A-13: with the ports lost the British in 3505 are cut off, the French above and below them are not."""
    places = "3605: 4xGE4-4; 3505: 1xFR3-3 2xBR3-3 1xFR2-3; german: 4000 4101 4203"
    match, lines = attack(places, "attack 3505 from 3605 with all", [HIT] * 4)
    assert "Out of supply in 3505: 2 x BR3-3 [7.2, 7.7]" in lines
    assert dice_of(lines, "allied") == 3, "one for each French division in the clear, one for both British"
    assert "2 x BR3-3" in there(match, "gone")
    assert there(match, "dead") == "1 x FR2-3, 1 x FR3-3"


@pytest.mark.rule("7.2")
def test_7_2_supply_holds_for_the_whole_action() -> None:
    """Who was cut off when he was attacked is lost for good, in whatever round; then it is forgotten."""
    places = "3204: 4xGE3-3; 3205: 1xUS4-4 2xFR3-3"
    match, _ = attack(places, "attack 3204 from 3205 with all", [HIT, MISS, MISS], "allied", 5)
    assert sum(state(match).isolated) == 4
    for action in ("stay", "press"):
        match.play(action)
    assert "1 x GE3-3" in there(match, "gone")
    match.play("stay")
    match.play("break-off")
    assert not any(state(match).isolated)


# -- 13.7: losses


@pytest.mark.rule("13.7", "13.7-ex")
def test_13_7_each_side_gives_out_its_own_hits() -> None:
    """Vector W10: three Allied hits on five Germans strike whom the Allies choose."""
    places = "3206: 2xGE4-4 3xGE2-3; 3205: 2xBR3-3 2xBR2-3"
    match, _ = attack(places, "attack 3205 from 3206 with all", [HIT] + [MISS] * 4 + [HIT] * 3 + [MISS] * 5)
    assert match.decision.side == "german"
    assert offers(match, "kill") == {"BR3-3 1", "BR2-3 1"}
    match.play("kill BR3-3 1")
    assert match.decision.side == "allied"
    assert offers(match, "kill") == {"GE4-4 1", "GE4-4 2", "GE2-3 1", "GE2-3 2", "GE2-3 3"}
    assert rule_of(match, "kill GE4-4 3") == "13.7"
    assert rule_of(match, "kill GE3-3 1") == "13.7"
    match.play("kill GE4-4 1")
    match.play("kill GE2-3 2")
    assert (there(match, "3206"), there(match, "3205")) == ("1 x GE2-3, 1 x GE4-4", "2 x BR2-3, 1 x BR3-3")


@pytest.mark.rule("13.7", "2.4")
def test_13_7_an_american_division_is_reduced_by_the_first_hit() -> None:
    """Vectors W3, W10."""
    match, lines = attack("3206: 2xGE4-4; 3205: 1xUS4-4", "attack 3205 from 3206 with all", [HIT, MISS])
    assert there(match, "3205") == "1 x US4-4r"
    assert "US-1 is reduced [13.7, 2.4]" in lines
    match.play("stay")
    match.play("pass")
    match, _ = attack("3206: 2xGE4-4; 3205: 1xUS4-4r", "attack 3205 from 3206 with all", [HIT, MISS])
    assert there(match, "dead") == "1 x US4-4r"


@pytest.mark.rule("13.7")
def test_13_7_no_second_hit_before_all_americans_are_reduced() -> None:
    """Vectors D18, D19."""
    match, _ = attack("3206: 4xGE4-4; 3205: 3xUS4-4", "attack 3205 from 3206 with all", [HIT, HIT, MISS, MISS])
    assert there(match, "3205") == "1 x US4-4, 2 x US4-4r"
    match, _ = attack("3206: 4xGE4-4; 3205: 3xUS4-4", "attack 3205 from 3206 with all", [HIT] * 4)
    assert there(match, "3205") == "2 x US4-4r"


@pytest.mark.rule("13.7")
def test_13_7_the_german_may_strike_others_first() -> None:
    places = "3206: 4xGE4-4; 3205: 1xUS4-4 1xUS4-4r 2xFR3-3"
    match, _ = attack(places, "attack 3205 from 3206 with all", [HIT, HIT, HIT, MISS])
    assert offers(match, "kill") == {"US4-4 1", "FR3-3 1", "FR3-3 2"}
    assert rule_of(match, "kill US4-4r 1") == "13.7"
    match.play("kill US4-4 1")
    assert offers(match, "kill") == {"US4-4r 1", "US4-4r 2", "FR3-3 1", "FR3-3 2"}


@pytest.mark.rule("13.8")
def test_13_8_overkill_saves_own_losses() -> None:
    """Vector D14: six hits on four divisions, three blows: the attacker loses two."""
    match, lines = attack(
        "3206: 8xGE4-4; 3205: 4xBR3-3", "attack 3205 from 3206 with all", [HIT] * 6 + [MISS] * 2 + [HIT] * 3
    )
    assert "german: 2 hits to spare save 1 loss [13.8]" in lines
    assert "Steps lost: attacker 2, defender 4 [13.7]" in lines
    assert there(match, "3205") == "6 x GE4-4"


@pytest.mark.rule("13.8")
def test_13_8_one_hit_to_spare_saves_nothing() -> None:
    """Vector D15."""
    _, lines = attack(
        "3206: 8xGE4-4; 3205: 4xBR3-3", "attack 3205 from 3206 with all", [HIT] * 5 + [MISS] * 3 + [HIT] * 3
    )
    assert "Steps lost: attacker 3, defender 4 [13.7]" in lines


@pytest.mark.rule("13.8")
@pytest.mark.parametrize(("blows", "saved"), [(0, 0), (1, 1), (3, 2)])
def test_13_8_the_log_tells_what_overkill_has_saved(blows: int, saved: int) -> None:
    """Vector D16: five hits to spare, which save two losses at most and no more than there were."""
    dice = [HIT] * 6 + [HIT] * blows + [MISS] * (3 - blows)
    _, lines = attack("3306: 6xGE4-4; 3305: 1xBR3-3", "attack 3305 from 3306 with all", dice)
    told_ = [line for line in lines if "to spare" in line]
    assert told_ == ([f"german: 5 hits to spare save {saved} loss{'es' * (saved > 1)} [13.8]"] if saved else [])
    assert f"Steps lost: attacker {blows - saved}, defender 1 [13.7]" in lines


@pytest.mark.rule("13.8")
def test_13_8_the_enemy_still_picks_and_both_may_have_overkill() -> None:
    places = "3206: 2xGE4-4 1xGE3-3; 3205: 1xBR3-3"
    match, lines = attack(places, "attack 3205 from 3206 with all", [HIT] * 3 + [HIT] * 2)
    assert "Steps lost: attacker 1, defender 1 [13.7]" in lines
    assert match.decision.side == "allied"
    match.play("kill GE4-4 1")
    assert there(match, "3205") == "1 x GE3-3, 1 x GE4-4"


# -- 13.10, 13.11


@pytest.mark.rule("13.10")
def test_13_10_all_survivors_must_enter_and_nobody_else_may() -> None:
    """Vector D23: ten in the hex, seven take part, five survive."""
    places = "3206: 7xGE4-4 3xGE2-3; 3205: 2xBR3-3"
    match, _ = attack(places, "attack 3205 from 3206 with 7xGE4-4", [HIT, HIT] + [MISS] * 5 + [HIT, HIT])
    assert there(match, "3205") == "5 x GE4-4"
    assert there(match, "3206") == "3 x GE2-3"


@pytest.mark.rule("13.10")
def test_13_10_defenders_never_advance_and_an_empty_hex_keeps_its_owner() -> None:
    match, _ = attack("3206: 1xGE4-4; 3205: 1xBR3-3", "attack 3205 from 3206 with all", [HIT, HIT])
    grid = hindenburg().grid
    assert there(match, "3205") == there(match, "3206") == "nobody"
    assert not state(match).german >> grid.hex("3205") & 1
    assert state(match).german >> grid.hex("3206") & 1
    match, _ = attack("3206: 1xGE4-4; 3205: 2xBR3-3", "attack 3205 from 3206 with all", [MISS, HIT])
    assert match.decision.side == "allied"
    match.play("stay")
    assert there(match, "3206") == "nobody"
    assert there(match, "3205") == "2 x BR3-3"


@pytest.mark.rule("13.9")
def test_13_9_when_all_attackers_are_dead_the_defender_may_still_go() -> None:
    """Ruling A-14: he may retreat, and nobody advances."""
    match, _ = attack("3206: 1xGE4-4; 3205: 2xBR3-3", "attack 3205 from 3206 with all", [MISS, HIT])
    match.play("retreat 3204")
    assert there(match, "3204") == "2 x BR3-3"
    assert there(match, "3205") == "nobody"


@pytest.mark.rule("13.11", "8.3(3)")
def test_13_11_attack_supply_allows_more_rounds() -> None:
    """Vectors D21, D22; the defender speaks first."""
    places = "3206: 4xGE4-4; 3205: 4xBR3-3"
    match, _ = attack(f"{places}; supply: 3206", "attack 3205 from 3206 with all", [MISS] * 20)
    for _ in range(3):
        assert match.decision.side == "allied"
        match.play("stay")
        assert match.decision.side == "german"
        match.play("press")
    match.play("stay")
    match.play("break-off")
    assert (there(match, "3206"), there(match, "3205")) == ("4 x GE4-4", "4 x BR3-3")
    assert state(match).actions[0] == 9


@pytest.mark.rule("13.11")
def test_13_11_most_battles_have_one_round() -> None:
    match, _ = attack("3206: 4xGE4-4; 3205: 4xBR3-3", "attack 3205 from 3206 with all", [MISS] * 12)
    assert match.decision.side == "allied"
    match.play("stay")
    assert match.decision.rule == "5.3"
    assert state(match).actions[0] == 9


@pytest.mark.rule("13.11(1)")
def test_13_11_1_a_defender_who_retreats_lets_the_attacker_in() -> None:
    match, _ = attack("3206: 4xGE4-4; 3205: 4xBR3-3; supply: 3206", "attack 3205 from 3206 with all", [MISS] * 12)
    match.play("retreat 3204")
    assert there(match, "3204") == "4 x BR3-3"
    assert there(match, "3205") == "4 x GE4-4"


@pytest.mark.rule("13.11(2)")
def test_13_11_2_after_breaking_off_the_defender_has_no_second_choice() -> None:
    """Ruling A-15."""
    match, _ = attack("3206: 4xGE4-4; 3205: 4xBR3-3; supply: 3206", "attack 3205 from 3206 with all", [MISS] * 12)
    match.play("stay")
    assert rule_of(match, "stay") == "13.11(2)"
    lines = told(match, "break-off")
    assert "german breaks off the attack on 3205 [13.11(2)]" in lines
    assert match.decision.rule == "5.3"


@pytest.mark.rule("13.11(3)")
def test_13_11_3_the_survivors_fight_again() -> None:
    places = "3206: 4xGE4-4; 3205: 4xBR3-3; supply: 3206"
    match, _ = attack(places, "attack 3205 from 3206 with all", [HIT, MISS, MISS, MISS, HIT, MISS, MISS, MISS])
    match.play("stay")
    lines = told(match, "press")
    assert dice_of(lines, "german") == 3
    assert dice_of(lines, "allied") == 3


@pytest.mark.rule("13.11")
def test_13_11_americans_may_press_while_one_of_them_lives() -> None:
    """Ruling A-16."""
    places = "3206: 8xGE2-3; 3205: 1xUS4-4 2xFR3-3"
    match, _ = attack(places, "attack 3206 from 3205 with all", [MISS] * 3 + [MISS] * 16, "allied", 5)
    match.play("stay")
    match.play("press")
    match.play("stay")
    match.play("press")
    match = drawn("3206: 8xGE2-3; 3205: 1xUS4-4r 2xFR3-3", "allied", dice=[MISS] * 3 + [HIT])
    match.play("attack 3206 from 3205 with all")
    match.play("kill US4-4r 1")
    match.play("stay")
    assert match.decision.rule == "9.3"


# -- 13.9(5): no penalty


@pytest.mark.rule("13.9(5)")
def test_13_9_5_who_has_retreated_fights_as_ever() -> None:
    match, _ = attack("3206: 4xGE4-4; 3205: 4xBR3-3", "attack 3205 from 3206 with all", [MISS] * 12)
    match.play("retreat 3204")
    match.play("pass")
    lines = told(match, "attack 3204 from 3205 with all")
    assert dice_of(lines, "allied") == 8, "two each in the clear behind the Somme"


def test_a_battle_leaves_nothing_behind() -> None:
    match, _ = attack("3206: 4xGE4-4; 3205: 4xBR3-3", "attack 3205 from 3206 with all", [HIT] * 4 + [HIT] * 2)
    roll_all(match)
    assert there(match, "dead") == "nobody"
    assert not any(state(match).isolated)
