"""Movement, stacking and zones of control."""

from __future__ import annotations

import pytest

from tests.asking import goes, offers, refused, rule_of, told
from tests.games.michel.drawn import bare, cost, real, rules_of, state, where


@pytest.mark.rule("Movement-General", "Movement-B", "Movement-C")
def test_any_number_of_units_may_move_in_any_order() -> None:
    match = bare("S-234 1010, G-32 1010, G-51-corps 1011, B-62 3030")
    assert set(match.decision.texts) == {"done", "take S-234", "take G-32", "take G-51-corps"}
    match.play("move G-32 1013")
    assert set(match.decision.texts) == {"done", "take S-234", "take G-51-corps"}
    assert told(match, "done") == ["german: combat phase [Sequence-1B]"]
    assert where(match, "S-234") == "1010"


@pytest.mark.rule("Movement-General")
def test_only_units_on_the_map_are_moved() -> None:
    match = bare("S-234 1010, G-32 pool, B-62 3030")
    assert rule_of(match, "take G-32") == "Movement-General"
    assert rule_of(match, "move T-5BR 1010") == "Movement-General"


@pytest.mark.rule("Movement-C")
def test_points_are_not_kept_for_a_second_move() -> None:
    match = bare("S-234 1010, B-62 3030")
    match.play("move S-234 1011")
    assert refused(match, "move S-234 1012") == "S-234 has moved in this phase [Movement-C]"


@pytest.mark.rule("Movement-C", "Def-MovementAllowance")
def test_each_phase_has_the_whole_allowance() -> None:
    match = bare("S-234 1010, B-62 3030")
    for action in ("move S-234 1015", "done", "done"):
        match.play(action)
    assert match.log()[-1] == "german: second movement phase [Sequence-1C]"
    match.play("move S-234 1020")


@pytest.mark.rule("Movement-D")
def test_the_enemy_does_not_move() -> None:
    match = bare("S-234 1010, B-62 3030")
    assert refused(match, "take B-62") == "B-62 belongs to the enemy, who does not move in your phase [Movement-D]"
    assert rule_of(match, "move B-62 3031") == "Movement-D"


@pytest.mark.rule("Movement-E", "Sequence-1C")
@pytest.mark.parametrize("phase", ["movement", "second"])
def test_nobody_fights_in_a_movement_phase(phase: str) -> None:
    match = bare("S-234 1010, B-62 1110, G-51-corps 1011", phase)
    assert refused(match, "attack 1110") == "nobody fights in a movement phase [Movement-E]"
    assert offers(match, "attack") == set()
    assert refused(match, "attack 1112") == "choose a unit first, then 1112 as where it goes [Movement-General]"
    assert "cannot be played now" in refused(match, "supply G-51-corps")


@pytest.mark.rule("Movement-General", "Sequence-1B")
def test_nobody_moves_in_a_combat_phase() -> None:
    match = bare("S-234 1010, B-62 1110, G-51-corps 1011", "combat")
    assert rule_of(match, "move S-234 1009") == rule_of(match, "take S-234") == "Sequence-1B-i"


@pytest.mark.rule("Movement-F")
def test_friends_are_passed_freely() -> None:
    match = bare("S-234 1010, G-32 1011, G-42 1011, B-62 3030")
    assert told(match, "move S-234 1013 via 1011 1012") == ["S-234 moves 1010 1011 1012 1013 [Movement-Procedure]"]


@pytest.mark.rule("Movement-G")
def test_enemies_are_never_entered() -> None:
    match = bare("S-234 1010, B-62 1110")
    assert refused(match, "move S-234 1110") == "the enemy stands in 1110 [Movement-G]"
    assert rule_of(match, "move S-234 1109 via 1110") == "Movement-G"


@pytest.mark.rule("Movement-Procedure")
def test_a_move_goes_hex_by_hex() -> None:
    match = bare("S-234 1010, B-62 3030")
    assert refused(match, "move S-234 1013 via 1012") == "1012 is not next to 1010 [Movement-Procedure]"
    assert rule_of(match, "move S-234 1010") == "Movement-Procedure"
    match.play("take S-234")
    assert match.decision.prompt == "Where does S-234 go, with 5 movement points?"
    match.play("cancel")
    assert where(match, "S-234") == "1010"


@pytest.mark.rule("Movement-H", "TEC", "TEC-Cumulative")
def test_mixed_terrain_in_one_move() -> None:
    match = bare("S-234 1010, B-62 3030", devastated="1011", rivers="1011/1012")
    match.play("move S-234 1012 via 1011")
    match = bare("S-234 1010, B-62 3030", devastated="1011 1012", rivers="1011/1012")
    assert refused(match, "move S-234 1012 via 1011") == "this path costs 6 movement points [Movement-N]"


@pytest.mark.rule("TEC-Fortified")
def test_only_the_fortified_zone_of_the_enemy_costs_a_point() -> None:
    match = bare("S-234 1010, B-62 3030", german_fz="1011", allied_fz="1009")
    assert (cost(match, "S-234", "1009"), cost(match, "S-234", "1011")) == (2, 1)
    match = bare("B-62 1010, S-234 3030", side="allied", german_fz="1011", allied_fz="1009")
    assert (cost(match, "B-62", "1009"), cost(match, "B-62", "1011")) == (1, 2)


@pytest.mark.rule("TEC-Road")
def test_roads_that_lie_side_by_side_are_not_connected() -> None:
    match = bare("S-234 1010, B-62 3030", roads="1009-1010 1110-1111", devastated="1110")
    assert cost(match, "S-234", "1110") == 2


@pytest.mark.rule("TEC-Road", "ZOC-B", "TEC-Controlled")
def test_leaving_a_german_zone_by_road_costs_a_point_too() -> None:
    match = bare("B-62 1010, S-234 1110", side="allied", roads="1010-0911")
    assert cost(match, "B-62", "0911") == 2


@pytest.mark.rule("ZOC-B", "TEC-Controlled")
def test_germans_leave_allied_zones_for_nothing() -> None:
    match = bare("S-234 1010, B-62 1110")
    assert cost(match, "S-234", "0911") == 1


@pytest.mark.rule("ZOC-B")
def test_every_leaving_is_paid() -> None:
    """Two points out of the first zone, one into the second, two out of it."""
    units = "B-62 1010, F-1-cav 1010, S-234 1110, S-221 0711"
    match = bare(units, side="allied")
    assert cost(match, "B-62", "0809") == 3
    assert refused(match, "move B-62 0809 via 0910 0810") == "this path costs 5 movement points [Movement-N]"
    match.play("move F-1-cav 0809 via 0910 0810")


@pytest.mark.rule("Option-2", "OOB-2", "TEC-Devastated")
@pytest.mark.parametrize(("side", "unit", "enemy"), [("german", "S-234", "B-62"), ("allied", "B-62", "S-234")])
@pytest.mark.parametrize(("option", "price"), [("2", 1), ("5", 2)])
def test_without_devastation_nobody_pays_for_it(side: str, unit: str, enemy: str, option: str, price: int) -> None:
    match = bare(f"{unit} 1010, {enemy} 3030", side=side, devastated="1011", options={"german": option})
    assert cost(match, unit, "1011") == price


@pytest.mark.rule("Movement-A", "TEC")
def test_terrain_of_the_real_map() -> None:
    match = real("S-234 3113, G-32 3317, B-62 0101")
    assert cost(match, "S-234", "3013") == 3, "devastated, and fortified by the Allies"
    assert cost(match, "S-234", "3213") == 1, "the German fortified zone"


@pytest.mark.rule("Movement-N")
def test_no_unit_has_a_guaranteed_step() -> None:
    everywhere = "0910 0911 1009 1011 1110 1111"
    moat = " ".join(f"1010/{label}" for label in everywhere.split())
    match = bare("T-5BR 1010, B-62 3030", devastated=everywhere, rivers=moat)
    assert goes(match, "T-5BR") == set()
    assert refused(match, "move T-5BR 1011") == "1011 costs T-5BR more than its 3 movement points [Movement-N]"


# -- infiltration and leapfrog


@pytest.mark.rule("Movement-J", "Movement-K", "Movement-L", "Movement-N")
def test_a_step_from_zone_to_zone_must_be_paid() -> None:
    units = "S-234 1010, B-62 1110, B-4 1112"
    match = bare(units, rivers="1010/1111", devastated="1111", allied_fz="1111")
    assert told(match, "move S-234 1111")
    match = bare("T-5BR 1010, T-185 1111, B-62 1110, B-4 1112", rivers="1010/1111", devastated="1111")
    assert "1111" not in goes(match, "T-5BR"), "a leapfrog for four points"
    match = bare("T-5BR 1010, T-185 1111, B-62 1110, B-4 1112", rivers="1010/1111")
    assert "1111" in goes(match, "T-5BR"), "for three"


@pytest.mark.rule("Movement-K", "ZOC-B")
def test_a_leapfrog_of_the_allies_pays_for_leaving_too() -> None:
    """Across a river: three points for a German corps, four for an Allied one."""
    match = bare("G-51-corps 1010, G-42 1111, B-62 1110, B-4 1112", rivers="1010/1111")
    assert "1111" in goes(match, "G-51-corps")
    match = bare("B-19-corps 1010, B-62 1111, S-234 1110, S-221 1112", side="allied", rivers="1010/1111")
    assert "1111" not in goes(match, "B-19-corps")
    match = bare("B-4 1010, B-62 1111, S-234 1110, S-221 1112", side="allied", rivers="1010/1111")
    assert "1111" in goes(match, "B-4")


@pytest.mark.rule("Movement-J", "Movement-L")
def test_infiltration_in_both_movement_phases() -> None:
    match = bare("S-234 1010, B-62 1110, B-4 1112, B-15 1309")
    for action in ("move S-234 1111", "done", "done"):
        match.play(action)
    assert told(match, "move S-234 1210") == ["S-234 infiltrates 1111 1210 [Movement-J]"]


@pytest.mark.rule("Movement-K")
def test_leapfrog_of_a_german_unit_and_of_a_corps() -> None:
    for unit in ("G-32", "G-51-corps"):
        match = bare(f"{unit} 1010, G-42 1111, B-62 1110, B-4 1112")
        assert told(match, f"move {unit} 1111") == [f"{unit} leapfrogs 1010 1111 [Movement-K]"]


@pytest.mark.rule("Movement-K", "Stacking-General")
def test_a_leapfrog_into_a_full_hex_waits_for_room() -> None:
    match = bare("G-32 1010, G-42 1111, G-8 1111, B-62 1110")
    assert "1111" in goes(match, "G-32"), "one of the two may still make way"
    match.play("move G-32 1111")
    assert refused(match, "done").endswith("[Stacking-A]")
    match = bare("G-32 1010, G-42 1011, G-8 1011, B-62 3030")
    match.play("move G-42 1012")
    match.play("move G-8 1012")
    assert rule_of(match, "move G-32 1012") == "Stacking-General"


@pytest.mark.rule("ZOC-A", "Movement-I")
def test_zones_of_different_enemies_bar_the_step_as_well() -> None:
    match = bare("G-32 0910, B-62 1110, B-4 1012")
    assert refused(match, "move G-32 0911 via 1010 1011") == "1010 and 1011 are both in enemy zones [Movement-I]"
    assert told(match, "move G-32 1011 via 0911")


@pytest.mark.rule("ZOC-General", "ZOC-Procedure")
@pytest.mark.parametrize("unit", ["B-62", "B-1-cav", "B-19-corps"])
def test_every_unit_has_the_same_zone_across_rivers_too(unit: str) -> None:
    match = bare(f"S-234 3030, {unit} 1110", rivers="1110/1010")
    rules, s = rules_of(match), state(match)
    assert len(rules.grid.labels(rules.field(s).zone[1])) == 6
    match = bare(f"G-32 1010, {unit} 1110, B-4 1112", rivers="1110/1010")
    assert rule_of(match, "move G-32 1111") == "Movement-I"


@pytest.mark.rule("ZOC-D", "ZOC-C")
def test_a_friendly_zone_or_unit_does_not_cancel_the_enemy_one_for_movement() -> None:
    match = bare("G-32 1010, G-42 1111, G-8 1011, B-62 1110, B-4 1112")
    rules, s = rules_of(match), state(match)
    field = rules.field(s)
    assert {"1010", "1011"} <= set(rules.grid.labels(field.zone[0] & field.zone[1]))
    assert rule_of(match, "move G-32 0911 via 1011") == "Movement-I"


@pytest.mark.rule("ZOC-Procedure")
def test_own_zones_never_hinder() -> None:
    match = bare("G-32 1010, G-42 1110, G-8 1112, B-62 3030")
    assert cost(match, "G-32", "1111") == 1


# -- stacking


@pytest.mark.rule("Stacking-General")
def test_two_units_of_any_kind_fill_a_hex() -> None:
    match = bare("G-32 1010, G-51-corps 1012, G-42 1011, B-62 3030")
    match.play("move G-42 1012")
    match.play("move G-51-corps 1013")
    match.play("move G-32 1012")
    assert match.why("done") is None


@pytest.mark.rule("Stacking-A")
def test_a_phase_does_not_end_while_a_crowded_stack_can_be_thinned() -> None:
    match = bare("G-32 1010, G-42 1010, G-8 1010, B-62 3030")
    assert refused(match, "done") == ("more than 2 units stand in 1010, and one of them can still move [Stacking-A]")
    match.play("move G-8 1011")
    match.play("done")
    assert match.decision.rule == "Sequence-1B-i"


@pytest.mark.rule("Stacking-A", "Movement-M")
def test_a_crowded_stack_that_is_isolated_does_not_keep_the_phase_from_ending() -> None:
    """Stosstruppen may go where they like, but not without supply at the start."""
    match = bare("S-234 1010, S-221 1010, S-111 1010, B-62 3030", depots="")
    match.play("done")
    assert offers(match, "remove") == {"S-234", "S-221", "S-111"}


@pytest.mark.rule("Stacking-A")
def test_nobody_is_removed_from_another_hex() -> None:
    match = bare("G-32 1010, G-42 1010, G-8 1010, G-4E 1011, B-62 3030", depots="")
    match.play("done")
    assert rule_of(match, "remove G-4E") == "Stacking-A"
    match.play("remove G-32")
    assert match.decision.rule == "Sequence-1B-i"


@pytest.mark.rule("Stacking-A")
def test_stacking_does_not_count_in_combat() -> None:
    match = bare("G-32 1010, G-42 1010, G-8 1010, B-62 1110", "combat", "allied")
    match.play("done")
    assert match.decision.rule == "Movement-General"


# -- moving without supply


@pytest.mark.rule("Supply-A", "Supply-D", "Movement-M")
def test_isolated_units_stay_but_do_not_die() -> None:
    match = bare("S-234 1010, B-62 2020, B-19-corps 2021", depots="")
    assert match.log()[-1] == "S-234 cannot move, being without general supply [Supply-B, Movement-M]"
    assert offers(match, "take") == set()
    assert rule_of(match, "move S-234 1011") == "Movement-M"
    while match.decision.side == "german":
        match.play("done")
    assert where(match, "S-234") == "1010"


@pytest.mark.rule("Supply-C")
def test_corps_are_always_in_supply() -> None:
    match = bare("G-51-corps 1010, B-62 2020", depots="")
    assert "1013" in goes(match, "G-51-corps")
    match = bare("G-51-corps 1010, B-62 1110, B-19-corps 1210", "combat", "allied", dice=[4], depots="")
    match.play("attack 1010")
    match.play("add B-62")
    for action in ("confirm", "supply B-19-corps", "done", "resolve 1010"):
        match.play(action)
    assert "isolated" not in " ".join(match.log())


@pytest.mark.rule("Supply-G", "Movement-M")
def test_a_move_may_leave_others_without_supply() -> None:
    match = bare("G-32 1010, G-51-corps 1012, B-62 3030", depots="")
    match.play("move G-51-corps 1015")
    assert rule_of(match, "move G-32 1009") == "Supply-G", "six hexes away from the corps"
    match.play("move G-32 1012")


@pytest.mark.rule("Supply-G", "Supply-F", "ZOC-C")
def test_a_unit_may_step_onto_its_last_road_in_an_enemy_zone() -> None:
    """Whoever stands where the road leaves the map is in supply, and opens that hex by standing there."""
    match = bare("B-62 0210, S-234 0109, B-19-corps 0313", side="allied", depots="allied 0110")
    match.play("move B-19-corps 0515")
    assert "0110" in goes(match, "B-62")
    assert "0112" not in goes(match, "B-62"), "nobody opens the road from there"


@pytest.mark.rule("Supply-G")
def test_the_unit_that_moves_does_not_cover_the_hex_it_leaves() -> None:
    """The line runs through a zone that only the unit itself opens."""
    units = "G-32 1011, G-42 1010, G-51-corps 1013, B-62 1110, B-4 0911"
    match = bare(units, depots="")
    assert refused(match, "move G-32 1010") == "G-32 would be out of general supply in 1010 [Supply-G]"
    match = bare(f"{units}, G-8 1011", depots="")
    match.play("move G-32 1010")
