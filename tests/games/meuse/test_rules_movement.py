"""Chapters 5, 6 and 9, aircraft, and everybody who comes onto the map."""

from __future__ import annotations

import pytest

from tests.asking import goes, offers, rule_of
from tests.games.meuse.drawn import brigades, draw, hexes, play, rules_of, state, told, where
from westfront.games.meuse.movement import points
from westfront.games.meuse.state import ALLIED, GERMAN
from westfront.games.meuse.supply import supplied_hexes

# -- movement


@pytest.mark.rule("5.0", "5.1")
def test_each_unit_moves_once_in_its_own_phase() -> None:
    match = draw("US-3 1421, US-28 1321, DE-1G 1318")
    play(match, "take US-3", "go 1420")
    assert rule_of(match, "take US-3") == "5.1"
    assert rule_of(match, "take DE-1G") == "5.1"
    assert rule_of(match, "take US-1") == "5.1"
    assert "take US-28" in match.decision.texts


@pytest.mark.rule("5.1")
def test_nobody_enters_an_enemy_hex_or_leaves_the_map() -> None:
    match = play(draw("US-3 1319, DE-1G 1318"), "take US-3")
    assert rule_of(match, "go 1318") == "5.1"
    assert rule_of(match, "go off") == "5.1"
    assert rule_of(match, "go 1319") == "5.1"
    assert rule_of(match, "go 0101") == "5.2"


@pytest.mark.rule("5.1", "5.3")
def test_friends_are_passed_but_not_joined() -> None:
    match = draw("US-3 1321, US-28 1320, DE-1G 1315")
    assert "1319" in goes(match, "US-3")
    assert rule_of(match, "move US-3 1320") == "5.3"
    assert told(match, "move US-3 1319 via 1320") == ["US-3 moves 1321 1320 1319 [5.1]"]


@pytest.mark.rule("5.1", "5.2")
def test_a_way_of_ones_own_is_held_to_the_points() -> None:
    match = draw("US-3 1320, DE-1G 0505")
    assert rule_of(match, "move US-3 1318 via 1219 1218 1217 1317") == "5.2"
    assert rule_of(match, "move US-3 1318 via 1218") == "5.1"
    assert where(play(match, "move US-3 1318 via 1219 1218"), "US-3") == "1318"


@pytest.mark.rule("5.1")
def test_the_way_and_its_price_are_told_beforehand() -> None:
    match = play(draw("US-3 1320, DE-53R 1313, US-28 1212", turn=3), "take US-3")
    assert match.decision.hints()["go 1218"].path == ("1320", "1319", "1218")
    assert match.decision.hints()["go 1218"].note == "2 of 4 movement points"
    slow = play(draw("DE-53R 1313, US-3 1212", side="german"), "take DE-53R")
    assert slow.decision.hints()["go 1312"].note == "its whole move, as the minimum of one hex"


@pytest.mark.rule("13.2", "5.3")
def test_brigades_part_and_meet_again() -> None:
    match = draw("US-brigade-1 1320, US-brigade-2 1320, DE-1G 1315")
    play(match, "move US-brigade-1 1319")
    play(match, "move US-brigade-2 1319 via 1219")
    assert brigades(match) == ["1319", "1319"]


@pytest.mark.rule("12.1", "5.1")
def test_germans_come_and_go_in_sedan() -> None:
    match = play(draw("DE-1G 0701, US-3 1421", side="german"), "move DE-1G 0702")
    assert not match.over


# -- zones of control


@pytest.mark.rule("6.0", "14.2")
def test_zones_reach_all_around_but_for_trenches() -> None:
    match = draw("US-3 1319, DE-1G 1216, US-brigade-1 1715", breached="1318")
    zone = [rules_of(match).zone(state(match), side) for side in (ALLIED, GERMAN)]
    assert match.rules.grid.labels(zone[ALLIED] & match.rules.grid.ring(match.rules.grid.hex("1319"), 1)) == [
        "1219",
        "1318",
        "1320",
        "1418",
        "1419",
    ]
    assert zone[GERMAN] == match.rules.grid.ring(match.rules.grid.hex("1216"), 1)
    assert zone[ALLIED] & hexes(match, "1716"), "across the Meuse, and of a brigade"


@pytest.mark.rule("6.1")
def test_leaving_a_zone_is_free() -> None:
    match = draw("US-3 1319, DE-1G 1318")
    assert {"1322", "1418"} <= goes(match, "US-3")


@pytest.mark.rule("6.1", "V-3")
def test_the_minimum_move_does_not_break_the_strict_zone_rule() -> None:
    units = "US-28 1319, DE-1G 1318, DE-5G 1417, DE-37 1420"
    assert "1418" not in goes(draw(units, options={"zoc_to_zoc": "no"}), "US-28")
    assert "1418" in goes(draw(units), "US-28")


# -- supply


@pytest.mark.rule("9.0")
def test_supply_runs_to_the_own_edge() -> None:
    match = draw("US-3 1421, DE-1G 1318")
    for side, edge in ((ALLIED, "1222"), (GERMAN, "0101")):
        assert supplied_hexes(rules_of(match), state(match), side) & hexes(match, edge)
    cut = draw("US-3 0702, DE-1G 1318, DE-5G 2420")
    assert not supplied_hexes(rules_of(cut), state(cut), GERMAN) & hexes(cut, "0702")


@pytest.mark.rule("9.0", "5.1")
def test_who_is_cut_off_when_the_phase_begins_moves_half_as_far() -> None:
    units = "DE-53R 1120, DE-37 1220, US-3 1119, US-4 1219, US-5 1320, US-28 1020, US-32 1121, US-33 1221"
    match = draw(units, "turn", "german", breached="1019")
    rules, s = rules_of(match), state(match)
    names = {name: points(rules, s, rules.names.unit(name)) for name in ("DE-53R", "DE-37")}
    assert names == {"DE-53R": 1, "DE-37": 3}
    assert match.log()[1] == "DE-37 DE-53R out of supply: movement and attack are halved [9.0]"
    whole = draw(units, "turn", "german")
    assert state(whole).unsupplied.count(1) == 0, "Allied zones stay out of the trench in 1019"


@pytest.mark.rule("9.0", "V-4")
def test_supply_can_be_switched_off() -> None:
    units = "DE-37 1220, US-3 1119, US-4 1219, US-5 1320, US-28 1020, US-32 1121, US-33 1221"
    match = draw(units, "turn", "german", breached="1019", options={"supply": "off"})
    unit = match.rules.names.unit("DE-37")
    assert points(rules_of(match), state(match), unit) == 5


@pytest.mark.rule("9.0", "13.2")
def test_brigades_of_a_division_that_is_cut_off_move_half_as_far() -> None:
    cut_off = "US-4 1214, DE-1G 1114, DE-5G 1115, DE-37 1215, DE-15 1314"
    match = play(draw(cut_off, "turn"), "break US-4")
    assert points(rules_of(match), state(match), match.rules.names.unit("US-brigade-1")) == 2


# -- aircraft


@pytest.mark.rule("17.3", "C-AIR")
def test_an_aircraft_flies_anywhere_once_a_turn() -> None:
    match = draw("US-3 1319, DE-1G 1318")
    play(match, "take aircraft-1")
    assert offers(match, "go") == {"1318", "1217", "1218", "1317", "1319", "1417", "1418"}
    assert rule_of(match, "go off") == "17.3"
    play(match, "go 0101")
    assert rule_of(match, "take aircraft-1") == "17.3"
    assert rule_of(match, "move aircraft-2 0101") == "T-BMOD"
    play(match, "move aircraft-2 1318")
    assert rule_of(match, "move aircraft-2 1317") == "17.3"
    assert [piece.name for piece in match.view("german").scene.pieces if piece.at == "0101"] == ["aircraft-1"]


@pytest.mark.rule("17.3", "C-AIR", "4.1")
def test_aircraft_are_back_in_their_box_each_turn() -> None:
    match = draw("US-3 1319, DE-1G 1318", "end", aircraft="1318 1317")
    assert (where(match, "aircraft-1"), where(match, "aircraft-2")) == ("air", "air")


# -- arrivals


@pytest.mark.rule("11.4", "19.3", "E11.4", "5.2")
def test_reinforcements_pay_their_hex_and_may_move_on() -> None:
    match = draw("US-1 due, DE-1G 2405", turn=4)
    play(match, "take US-1")
    assert len(offers(match, "enter")) == 24
    assert match.decision.hints()["enter 0822"].note == "2 movement points"
    play(match, "enter 0822")
    unit = match.rules.names.unit("US-1")
    assert points(rules_of(match), state(match), unit) == 2
    play(match, "take US-1")
    assert rule_of(match, "go 1121") == "5.2"


@pytest.mark.rule("11.7", "19.6", "E11.7")
def test_german_reinforcements_enter_by_towns() -> None:
    match = play(draw("DE-52R due, US-3 1421", side="german"), "take DE-52R")
    assert offers(match, "enter") == {"0401", "1301", "1701", "2101", "2405", "2410", "2414", "2418"}
    assert rule_of(match, "enter 0101") == "19.6"
    assert where(play(match, "enter 0401"), "DE-52R") == "0401"
    depleted = play(draw("DE-45R due-, US-3 1421", side="german", turn=7), "take DE-45R", "enter 0401")
    assert where(depleted, "DE-45R") == "0401-"


@pytest.mark.rule("19.6", "6.1", "5.3")
def test_a_town_that_is_held_or_watched() -> None:
    match = play(draw("DE-52R due, US-3 0402, DE-1G 1301", side="german"), "take DE-52R")
    assert "1301" not in offers(match, "enter")
    assert rule_of(match, "enter 1301") == "5.3"
    assert match.decision.hints()["enter 0401"].note == "1 movement points, and stops in an enemy zone"
    play(match, "enter 0401")
    assert rule_of(match, "take DE-52R") == "5.1", "it has stopped there"


@pytest.mark.rule("19.6")
def test_without_an_open_town_the_unit_waits() -> None:
    towns = ("0401", "1301", "1701", "2101", "2405", "2410", "2414", "2418")
    names = ("DE-1G", "DE-5G", "DE-37", "DE-15", "DE-8L", "DE-9L", "DE-2L", "DE-AR")
    held = ", ".join(f"{name} {town}" for name, town in zip(names, towns, strict=True))
    match = draw(f"DE-52R due, {held}, US-3 1421", side="german")
    assert "take DE-52R" not in match.decision.texts
    assert rule_of(match, "take DE-52R") == "19.6"
    play(match, "move DE-1G 0402")
    assert "take DE-52R" in match.decision.texts


@pytest.mark.rule("5.1", "19.6")
def test_who_has_just_entered_has_no_minimum_move_until_the_next_phase() -> None:
    match = draw("DE-53R due, US-3 1421", side="german", dice=[1] * 10)
    play(match, "take DE-53R", "enter 2414")
    assert rule_of(match, "move DE-53R 2415") == "5.2", "woods for 2 points, and 1 is left"
    play(match, "done")
    while (match.decision.side, match.decision.rule) != ("german", "5.0"):
        play(match, "roll" if "roll" in match.decision.texts else "done")
    assert points(rules_of(match), state(match), match.rules.names.unit("DE-53R")) == 2


@pytest.mark.rule("11.4", "6.1")
def test_a_unit_may_be_left_beside_the_map() -> None:
    match = draw("US-1 due, DE-1G 2405", turn=4)
    play(match, "take US-1", "cancel")
    assert where(match, "US-1") == "due"
    assert "take US-1" in match.decision.texts


# -- replacements


@pytest.mark.rule("11.3")
def test_one_unit_back_or_two_rebuilt() -> None:
    units = "US-35 lost, US-28 1320-, US-37 1421-, US-80 1521-, DE-1G 1318"
    match = draw(units, "replacement")
    assert offers(match, "rebuild") == {"US-28", "US-37", "US-80"}
    assert offers(match, "return") == {"US-35"}
    play(match, "rebuild US-28", "rebuild US-80")
    assert match.decision.rule == "5.0", "two are all"
    assert [where(match, name) for name in ("US-28", "US-37", "US-80")] == ["1320", "1421-", "1521"]
    one = play(draw(units, "replacement"), "rebuild US-28", "done")
    assert one.decision.rule == "5.0"
    back = play(draw(units, "replacement"), "return US-35", "enter 1422")
    assert (where(back, "US-35"), back.decision.rule) == ("1422", "5.0")


@pytest.mark.rule("11.3")
def test_a_replacement_is_used_at_once_or_lost() -> None:
    match = draw("US-28 1320, DE-1G 1318", "replacement")
    assert match.decision.rule == "5.0", "nobody to use it on"
    match = play(draw("US-28 1320-, DE-1G 1318", "replacement"), "forfeit")
    assert rule_of(match, "rebuild US-28") == "11.3"
    assert rule_of(match, "return US-35") == "11.3"


@pytest.mark.rule("11.3", "13.1")
def test_brigades_are_never_replaced() -> None:
    match = draw("US-brigade-1 1320, US-28 1421-, DE-1G 2405", "replacement")
    assert rule_of(match, "rebuild US-brigade-1") == "11.3"
    assert rule_of(match, "return US-brigade-2") == "11.3"
    assert rule_of(match, "rebuild US-37") == "11.3"
    assert rule_of(match, "return US-28") == "11.3"


@pytest.mark.rule("11.3", "5.2")
def test_a_unit_that_came_back_may_move_on() -> None:
    match = play(draw("US-35 lost, DE-1G 2405", "replacement"), "return US-35", "enter 1222", "take US-35")
    assert rule_of(match, "go 1218") == "5.2"
    assert where(play(match, "go 1221"), "US-35") == "1221"


@pytest.mark.rule("11.3", "5.3")
def test_an_occupied_edge_hex_is_closed() -> None:
    match = play(draw("US-35 lost, US-3 1222, DE-1G 2405", "replacement"), "return US-35")
    assert rule_of(match, "enter 1222") == "5.3"
    assert rule_of(match, "enter 1322 as brigades") == "13.2"
    play(match, "cancel")
    assert match.decision.rule == "11.3"


@pytest.mark.rule("11.6")
def test_the_german_replacement_rebuilds_outside_woods() -> None:
    match = draw("DE-1G 1318-, DE-5G 1219-, US-3 1319", side="german")
    assert offers(match, "rebuild") == {"DE-1G"}
    assert rule_of(match, "rebuild DE-5G") == "11.6"
    play(match, "rebuild DE-1G")
    assert (where(match, "DE-1G"), state(match).german_replacement) == ("1318", 1)
    assert rule_of(match, "rebuild DE-5G") == "11.6"
    assert offers(match, "rebuild") == set()


@pytest.mark.rule("11.6")
def test_a_german_replacement_keeps_out_of_allied_zones() -> None:
    match = play(draw("DE-1G lost, US-3 0402", side="german"), "return DE-1G")
    assert rule_of(match, "enter 0401") == "11.6"
    assert rule_of(match, "enter 1322") == "11.6"
    play(match, "cancel")
    assert state(match).german_replacement == 0


# -- breakdown


@pytest.mark.rule("13.2", "13.3")
def test_only_the_four_break_down() -> None:
    match = draw("US-4 1319, US-28 1320, DE-1G 1315", "turn")
    assert offers(match, "break") == {"US-4"}
    assert rule_of(match, "break US-28") == "13.2"
    assert rule_of(match, "break DE-1G") == "13.2"
    assert rule_of(match, "break US-32") == "13.2"


@pytest.mark.rule("13.2")
def test_without_a_chit_nobody_breaks_down() -> None:
    chits = ", ".join(f"US-brigade-{i} {1116 + i}" for i in range(1, 7))
    match = draw(f"US-4 1319, US-28 1320-, {chits}, DE-1G 2405", "turn")
    assert match.decision.rule == "11.3", "breakdown is not asked for"


@pytest.mark.rule("13.2")
def test_brigades_of_a_breakdown_move_each_on_its_own() -> None:
    match = play(draw("US-4 1320, DE-1G 1315", "turn"), "break US-4", "return US-4", "cancel", "forfeit")
    play(match, "move US-brigade-1 1319", "move US-brigade-2 1421")
    assert brigades(match) == ["1319", "1421", "1320"]


@pytest.mark.rule("13.2", "11.3")
def test_a_returned_division_may_be_broken_down_at_once() -> None:
    match = play(draw("US-4 lost, DE-1G 2405", "replacement"), "return US-4", "enter 1222 as brigades")
    assert (brigades(match), where(match, "US-4")) == (["1222", "1222"], "lost")
    unit = match.rules.names.unit("US-brigade-1")
    assert points(rules_of(match), state(match), unit) == 3
