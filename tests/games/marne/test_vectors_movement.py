"""The worked examples (W) and derived vectors (D) about the map, movement, supply, bridges and weather."""

from __future__ import annotations

import pytest

from tests.asking import goes, offers, rule_of, told, where
from tests.games.marne.drawn import (
    PETAIN,
    QUIET,
    When,
    asked,
    bare,
    commanded,
    cost,
    marks,
    marne,
    number,
    real,
    river,
    rules_of,
    state,
)
from westfront.games.marne.field import overstacked, points_in
from westfront.games.marne.movement import CALLED, EXPLOITING, IN_RESERVE, NORMAL, points
from westfront.games.marne.state import DISORGANISED, REORGANISING
from westfront.hexgrid import has

GNEISENAU = When("gneisenau", 6, 1)
OFFENSIVE_TURN = When("blucher", 1, 2)


# -- the map


@pytest.mark.rule("2.1", "11.3.1.1 ex")
def test_d01_neighbours() -> None:
    grid = marne("gneisenau").grid
    assert grid.labels(grid.adjacent(grid.hexset("1009"))) == ["0909", "0910", "1008", "1010", "1109", "1110"]
    assert grid.labels(grid.adjacent(grid.hexset("0910"))) == ["0809", "0810", "0909", "0911", "1009", "1010"]


@pytest.mark.rule("2.1", "2.4")
def test_d02_distances() -> None:
    grid = marne("gneisenau").grid
    assert grid.distance(grid.hex("2715"), grid.hex("2927")) == 13
    assert grid.distance(grid.hex("4619"), grid.hex("4516")) == 4


@pytest.mark.rule("S2 area", "S0")
def test_d03_the_area_of_scenario_2() -> None:
    rules = marne("blucher")
    found = {
        label: has(rules.board.area, rules.grid.hex(label))
        for label in ["2610", "2609", "2511", "2510", "1814", "1813", "4619"]
    }
    assert found == {"2610": 1, "2609": 0, "2511": 1, "2510": 0, "1814": 1, "1813": 0, "4619": 0}


@pytest.mark.rule("S1 area", "S3 area", "S4 area")
@pytest.mark.parametrize(
    ("scenario", "inside", "outside"),
    [
        ("gneisenau", "0101 1918 1901", "2002 1919 0119"),
        ("friedensturm", "2014 5634 4619", "1914 2013"),
        ("foch-attacks", "2014 3034", "3114 1920 2013"),
    ],
)
def test_the_areas_of_the_other_scenarios(scenario: str, inside: str, outside: str) -> None:
    rules = marne(scenario)
    assert all(has(rules.board.area, rules.grid.hex(label)) for label in inside.split())
    assert not any(has(rules.board.area, rules.grid.hex(label)) for label in outside.split())


# -- costs


@pytest.mark.rule("11.1.1", "11.1.1 ex")
def test_w01_over_a_river_into_cratered_woods() -> None:
    match = bare("GE-9DI 2810", minor="2810/2811", woods="2811", craters="2811")
    assert cost(match, "GE-9DI", "2811") == 4


@pytest.mark.rule("11.1.3", "11.3.1.2", "11.3.1.2 ex", "11.3.1")
def test_w07_the_road_takes_a_gun_through_craters_and_over_the_bridge() -> None:
    match = bare(
        "GE-CORPS-ART-1 2810",
        craters="2811",
        roads="2810-2811-2812",
        major="2811/2812",
        road_bridges="2811/2812",
    )
    assert cost(match, "GE-CORPS-ART-1", "2812") == 1
    told(match, "move GE-CORPS-ART-1 to 2812")
    assert where(match, "GE-CORPS-ART-1") == "2812"


@pytest.mark.rule("11.1.2", "11.3.1.2", "11.3.1.2 ex", "11.3.1")
def test_w06_a_corps_gun_climbs_into_woods_but_never_enters_a_zone() -> None:
    match = bare(
        "GE-CORPS-ART-1 2810, GE-CORPS-ART-2 2710, GE-9DI 2709, BR-50DI 2608", slopes="2810/2811", woods="2811"
    )
    assert "2811" in goes(match, "GE-CORPS-ART-1")
    assert rule_of(match, "move GE-CORPS-ART-2 to 2709") == "11.3.1"


@pytest.mark.rule("11.1.1", "11.1.4", "11.2.4", "17.2/Interdiction")
@pytest.mark.parametrize(
    ("ground", "to", "points_"),
    [
        ({"major": "2810/2811", "rail_bridges": "2810/2811", "rails": "2810-2811"}, "2811", 2),
        ({"minor": "2810/2811", "rail_bridges": "2810/2811", "rails": "2810-2811"}, "2811", 1),
        ({"minor": "2810/2811", "craters": "2811"}, "2811", 3),
    ],
)
def test_d80_bridges_and_craters(ground: dict[str, str], to: str, points_: float) -> None:
    assert cost(bare("GE-9DI 2810", ground=ground), "GE-9DI", to) == points_


@pytest.mark.rule("11.2.4")
def test_d80_a_pontoon_over_a_major_river_into_woods() -> None:
    match = bare(
        "GE-9DI 2810, GE-CORPS-ART-1 2810, GE-HQ-VII 2810", major="2810/2811", woods="2811", pontoons="2810/2811"
    )
    assert cost(match, "GE-9DI", "2811") == 3
    assert "2811" not in goes(match, "GE-CORPS-ART-1")
    minor = bare("GE-9DI 2810", minor="2810/2811", pontoons="2810/2811")
    assert cost(minor, "GE-9DI", "2811") == 1


@pytest.mark.rule("17.2/Interdiction", "17.2 ex")
def test_d80_an_interdicted_hex_costs_a_point_more_by_road_too() -> None:
    match = bare("GE-9DI 2810, FR-AIR-1 2811 interdicts", roads="2810-2811", air=True)
    assert cost(match, "GE-9DI", "2811") == 1.5
    assert cost(bare("GE-9DI 2810, FR-AIR-1 2811 interdicts", air=True), "GE-9DI", "2811") == 2
    assert cost(bare("GE-9DI 2810, GE-AIR-I 2811 interdicts", air=True), "GE-9DI", "2811") == 1


@pytest.mark.rule("11.1.2")
def test_d08_a_slow_tank_moves_one_hex_whatever_it_costs() -> None:
    match = bare(
        "FR-TK-STCHAMOND-1 2810",
        side="allied",
        slopes="2810/2811",
        woods="2811",
        craters="2811",
    )
    assert "2811" in goes(match, "FR-TK-STCHAMOND-1")
    told(match, "move FR-TK-STCHAMOND-1 to 2811")
    assert rule_of(match, "take FR-TK-STCHAMOND-1") == "11.1.1"


@pytest.mark.rule("12.5", "14.2", "12.2.6 tab2", "12.2.6 tab3")
def test_d06_d07_d73_allowances() -> None:
    match = bare("GE-9DI 2810 dg, GE-14ResDI-1 2810 dg, GE-28DI 2811, GE-14ResDI-2 2811, GE-14ResDI-3 2811 rg")
    rules, s = rules_of(match), state(match)

    def has_points(unit: str, why: int) -> float:
        return points(rules, s, number(match, unit), why) / 2

    assert (has_points("GE-9DI", NORMAL), has_points("GE-14ResDI-1", NORMAL)) == (2, 2)
    assert (has_points("GE-14ResDI-2", EXPLOITING), has_points("GE-28DI", EXPLOITING)) == (3, 2)
    assert has_points("GE-28DI", IN_RESERVE) == 6
    assert (has_points("GE-14ResDI-2", CALLED), has_points("GE-14ResDI-3", CALLED)) == (3, 1)


# -- zones of control and relief


@pytest.mark.rule("11.2.2", "11.1.2")
def test_d09_alone_in_a_zone_nobody_moves_unrelieved() -> None:
    match = bare("GE-9DI 2810, BR-50DI 2811")
    assert rule_of(match, "take GE-9DI") == "11.2.2"
    assert rule_of(match, "move GE-9DI to 2809") == "11.2.2"


@pytest.mark.rule("11.2.1")
def test_d10_a_friend_in_the_hex_does_not_help() -> None:
    match = bare("GE-9DI 2808, GE-28DI 2810, BR-50DI 2811", roads="2808-2809-2810")
    told(match, "move GE-9DI to 2810")
    assert state(match).moved[number(match, "GE-9DI")] == 1
    through = bare("GE-9DI 2708, BR-50DI 2810")
    assert rule_of(through, "move GE-9DI to 2711 via 2709 2710") == "11.2.1"


@pytest.mark.rule("11.2.2", "11.2.2 ex", "11.2.1")
def test_w04_the_relieved_division_leaves_at_once_or_stays() -> None:
    units = "GE-9DI 2810, FR-10DI 2811, FR-43DI 2813, FR-39DI 2814"
    match = bare(units, side="allied")
    told(match, "move FR-43DI to 2811")
    assert asked(match) == "allied 11.2.2"
    told(match, "go 2813")
    assert where(match, "FR-10DI") == "2813"
    assert rule_of(match, "take FR-43DI") == "11.1.1"
    match = bare(units, side="allied")
    told(match, "move FR-43DI to 2811", "stay")
    assert rule_of(match, "take FR-10DI") == "11.2.2"
    told(match, "move FR-39DI to 2811")
    assert asked(match) == "allied 11.2.2"


@pytest.mark.rule("11.2.2", "11.2.1")
def test_d90_nobody_can_relieve_a_unit_whose_neighbours_are_all_controlled() -> None:
    ring = "BR-50DI 2808, BR-25DI 2610, BR-8DI 3010, BR-21DI 2811"
    match = bare(f"GE-9DI 2810, GE-28DI 2710, {ring}")
    zone = rules_of(match).field(state(match)).zone[1]
    grid = rules_of(match).grid
    around = grid.adjacent(grid.hexset("2810"))
    assert around & ~zone == grid.hexset("2811")
    assert rule_of(match, "move GE-28DI to 2810") == "11.2.2"
    stacked = bare(f"GE-9DI 2810, GE-28DI 2710, GE-30DI 2710, {ring}")
    assert rule_of(stacked, "move GE-28DI to 2810") == "11.2.1"


@pytest.mark.rule("11.2.2")
def test_one_of_a_stack_may_leave_as_long_as_one_stays() -> None:
    match = bare("GE-14ResDI-1 2810, GE-14ResDI-2 2810, BR-50DI 2811")
    assert "2809" in goes(match, "GE-14ResDI-1")
    assert rule_of(match, "move GE-14ResDI-1 GE-14ResDI-2 to 2809") == "11.2.2"
    told(match, "move GE-14ResDI-1 to 2809")
    assert rule_of(match, "take GE-14ResDI-2") == "11.2.2"


@pytest.mark.rule("12.2.6 pin", "3.0/Stosstruppen")
def test_d61_stosstruppen_pass_a_pinned_unit_but_not_an_unpinned_one() -> None:
    units = "GE-14ResDI-1 2808, GE-STOSS-1 2808 under:GE-14ResDI-1, GE-9DI 2808"
    match = bare(f"{units}, BR-50DI 2811 pinned", roads="2808-2809-2810-2910-2911-2912")
    assert {"2912"} <= goes(match, "GE-14ResDI-1")
    assert "2912" not in goes(match, "GE-9DI")
    match = bare(f"{units}, BR-50DI 2811 pinned, BR-25DI 3010", roads="2808-2809-2810-2910-2911-2912")
    assert rule_of(match, "move GE-14ResDI-1 to 2912 via 2809 2810 2910 2911") == "11.2.1"


@pytest.mark.rule("12.2.6 pin")
def test_tanks_and_who_moves_with_them_pass_pinned_units() -> None:
    match = bare(
        "FR-TK-RENAULT-1 2814, FR-39DI 2814, GE-9DI 2811 pinned", side="allied", roads="2814-2813-2812-2912-2911"
    )
    assert "2911" in goes(match, "FR-TK-RENAULT-1")
    assert "2911" not in goes(match, "FR-39DI")
    told(match, "take FR-39DI", "join FR-TK-RENAULT-1")
    assert "2911" in offers(match, "go")


@pytest.mark.rule("5.0", "15.4.1")
def test_tanks_have_no_zone() -> None:
    match = bare("GE-9DI 2810, FR-TK-RENAULT-1 2811")
    assert "2809" in goes(match, "GE-9DI")


# -- rivers, pontoons, bridges


@pytest.mark.rule("11.2.3", "11.3.3", "11.3.1")
def test_a_major_river_without_bridge_takes_the_whole_allowance() -> None:
    match = bare("GE-9DI 2810, GE-28DI 2809, GE-HQ-VII 2810, GE-CORPS-ART-1 2810", major=river(10))
    assert {"2811", "2711", "2911"} & goes(match, "GE-9DI") == {"2811", "2711", "2911"}
    assert "2812" not in goes(match, "GE-9DI")
    assert "2811" in goes(match, "GE-HQ-VII")
    assert rule_of(match, "move GE-CORPS-ART-1 to 2811") == "11.3.1"
    assert rule_of(match, "move GE-28DI to 2811") == "11.2.3"
    told(match, "move GE-9DI to 2811")
    assert state(match).spent[number(match, "GE-9DI")] == 8


@pytest.mark.rule("11.2.3")
def test_an_arrival_has_not_begun_beside_the_river() -> None:
    match = bare("FR-154DI due", side="allied", when=When("blucher", 1, 2), major=river(22))
    told(match, "enter FR-154DI at 4522")
    assert rule_of(match, "move FR-154DI to 4523") == "11.2.3"


@pytest.mark.rule("11.2.4", "11.2.4 tab")
@pytest.mark.parametrize(
    ("ground", "others", "die", "laid"),
    [
        ({"marne": "2810/2811"}, "BR-50DI 2812", 1, True),
        ({"marne": "2810/2811"}, "BR-50DI 2812", 2, False),
        ({"minor": "2810/2811"}, "GE-28DI 2811", 6, True),
        ({"major": "2810/2811"}, "", 4, True),
        ({"major": "2810/2811"}, "", 5, False),
    ],
)
def test_d47_pontoons(ground: dict[str, str], others: str, die: int, laid: bool) -> None:
    match = bare(f"GE-9DI 2810, {others}", dice=[die], ground=ground)
    told(match, "pontoon GE-9DI to 2811")
    assert bool(state(match).pontoons) is laid


@pytest.mark.rule("11.2.4")
def test_d47_the_fourth_attempt_of_a_sequence_is_refused() -> None:
    match = bare("GE-9DI 2810, GE-CORPS-ART-1 2810", dice=[6, 6, 6], major="2810/2811 2809/2810")
    assert rule_of(match, "pontoon GE-CORPS-ART-1 to 2811") == "11.2.4"
    told(match, *["pontoon GE-9DI to 2811"] * 3)
    assert rule_of(match, "pontoon GE-9DI to 2809") == "11.2.4"


@pytest.mark.rule("11.2.4")
def test_a_fourth_pontoon_is_refused_until_one_is_taken_up() -> None:
    match = bare("GE-9DI 2810", dice=[1], major=river(10), pontoons="2710/2711 2910/2911 2610/2611")
    assert rule_of(match, "pontoon GE-9DI to 2811") == "11.2.4"
    told(match, "lift 2710 to 2711", "pontoon GE-9DI to 2811")
    assert len(state(match).pontoons) == 6


@pytest.mark.rule("11.2.4")
def test_a_unit_tries_a_pontoon_on_its_way_and_goes_on() -> None:
    match = bare("GE-9DI 2808", dice=[2], major="2810/2811", roads="2808-2809-2810")
    told(match, "take GE-9DI", "pause 2810", "pontoon GE-9DI to 2811", "go 2811")
    assert where(match, "GE-9DI") == "2811"
    assert rule_of(match, "take GE-9DI") == "11.1.1"


@pytest.mark.rule("11.2.4/Removal")
def test_an_allied_unit_that_ends_next_to_an_empty_pontoon_takes_it() -> None:
    match = bare("FR-39DI 2813, GE-9DI 2805", side="allied", major="2810/2811", pontoons="2810/2811")
    told(match, "move FR-39DI to 2811")
    assert state(match).pontoons == ()
    held = bare("FR-39DI 2814, GE-9DI 2810", side="allied", major="2810/2811", pontoons="2810/2811")
    told(held, "move FR-39DI to 2811")
    assert state(held).pontoons


@pytest.mark.rule("11.2.5", "11.2.5 tab")
@pytest.mark.parametrize(("turn", "die", "blown"), [(1, 2, True), (1, 3, False), (3, 4, True), (3, 5, False)])
def test_d48_demolition_on_the_aisne(turn: int, die: int, blown: bool) -> None:
    match = bare(
        "GE-9DI 2808, FR-39DI 2812",
        "bridges",
        "allied",
        when=When("blucher", turn, 1),
        dice=[die],
        aisne="2810/2811",
        road_bridges="2810/2811",
        roads="2810-2811",
    )
    told(match, "demolish 2810 to 2811")
    assert (state(match).down != (0,) * 6) is blown


@pytest.mark.rule("11.2.5/Repair", "11.2.5 tab")
@pytest.mark.parametrize(("die", "repaired"), [(1, True), (2, False)])
def test_d48_repair_on_the_marne(die: int, repaired: bool) -> None:
    match = bare(
        "GE-9DI 2809, FR-39DI 2811, FR-43DI 2810",
        "bridges",
        "allied",
        dice=[die],
        marne="2810/2811",
        road_bridges="2810/2811",
        roads="2810-2811",
        down="2810/2811",
    )
    told(match, "repair 2810 to 2811")
    assert (state(match).down == (0,) * 6) is repaired


@pytest.mark.rule("11.2.5", "11.2.5/Repair")
def test_bridges_that_may_not_be_touched() -> None:
    ground = {
        "major": "2810/2811",
        "road_bridges": "2810/2811 2910/2911",
        "minor": "2910/2911",
        "roads": "2810-2811 2910-2911",
    }
    match = bare("GE-9DI 2806, FR-39DI 2812, GE-28DI 3009", "bridges", "allied", ground=ground)
    assert rule_of(match, "demolish 2910 to 2911") == "11.2.5"
    far = bare("GE-9DI 2806, FR-39DI 2812", "bridges", "allied", ground=ground)
    assert offers(far, "demolish") == set()
    unheld = bare("GE-9DI 2806, FR-39DI 2813, GE-28DI 3007", "bridges", "allied", down="2810/2811", ground=ground)
    assert offers(unheld, "repair") == set()
    out_of_command = bare(
        "GE-9DI 2809, FR-39DI 2812", "bridges", "allied", hqs="FR-HQ-V 2834, GE-HQ-I 2803", ground=ground
    )
    assert offers(out_of_command, "demolish") == set()


@pytest.mark.rule("11.2.5")
@pytest.mark.parametrize(("die", "blown"), [(4, True), (5, False)])
def test_d81_the_bridge_of_chateau_thierry(die: int, blown: bool) -> None:
    match = real(
        "GE-10DI-1 2924, GE-HQ-VII 2920, FR-39DI 2928, FR-HQ-VI 3029",
        "bridges",
        "allied",
        when=When("friedensturm", 18, 1),
        dice=[die],
    )
    assert "2927 to 3027" in offers(match, "demolish") | {
        " to ".join(reversed(o.split(" to "))) for o in offers(match, "demolish")
    }
    told(match, "demolish 2927 to 3027")
    assert (state(match).down != (0,) * 6) is blown


# -- forced march


@pytest.mark.rule("11.2.6", "12.5")
def test_d49_a_forced_march_doubles_the_allowance_on_roads() -> None:
    road = "-".join(f"28{row:02}" for row in range(4, 24))
    match = bare("FR-39DI 2804, GE-9DI 4010", side="allied", hqs="FR-HQ-V 2802, GE-HQ-I 4002", roads=road)
    told(match, "take FR-39DI")
    assert "2820" in offers(match, "hasten")
    assert "2821" not in offers(match, "hasten")
    told(match, "hasten 2820")
    assert "disorganised" not in marks(match, "FR-39DI")
    near = bare("FR-39DI 2804, GE-CORPS-ART-1 3012", side="allied", hqs="FR-HQ-V 2802, GE-HQ-I 4002", roads=road)
    told(near, "take FR-39DI")
    assert "2812" not in offers(near, "hasten")
    assert rule_of(near, "hasten 2814") == "11.2.6"
    offensive = bare("FR-39DI 2804", side="allied", hqs="FR-HQ-V 2802, GE-HQ-I 4002", roads=road, when=OFFENSIVE_TURN)
    told(offensive, "march FR-39DI to 2820")
    assert "disorganised" in marks(offensive, "FR-39DI")


@pytest.mark.rule("11.2.6")
@pytest.mark.parametrize("unit", ["FR-TK-RENAULT-1 2804", "FR-39DI 2804 dg", "FR-39DI 2804 rg", "FR-CORPS-ART-1 2804"])
def test_who_may_not_be_forced_to_march(unit: str) -> None:
    match = bare(unit, side="allied", hqs="FR-HQ-V 2802, GE-HQ-I 4002", roads="2804-2805-2806")
    assert rule_of(match, f"march {unit.split()[0]} to 2806") == "11.2.6"


@pytest.mark.rule("14.3", "11.2.6")
def test_w20_a_marched_division_reorganises_and_stays_so_next_to_the_enemy() -> None:
    match = bare("FR-39DI 2811 dg, GE-9DI 2803", "marker-adjustment", "allied")
    assert state(match).order[number(match, "FR-39DI")] == REORGANISING
    match = bare("FR-39DI 2811 rg, GE-9DI 2810", "marker-adjustment", "german")
    assert state(match).order[number(match, "FR-39DI")] == REORGANISING


@pytest.mark.rule("14.3")
def test_d50_only_who_was_reorganising_is_clear() -> None:
    match = bare("FR-39DI 2811 rg, FR-10DI 2812 dg, GE-9DI 2803 exploit:1 marked pinned", "marker-adjustment")
    s = state(match)
    assert (s.order[number(match, "FR-39DI")], s.order[number(match, "FR-10DI")]) == (0, REORGANISING)
    assert not any((*s.exploitation, *s.leaving, *s.pinned))
    assert DISORGANISED not in s.order


# -- supply


@pytest.mark.rule("9.1", "9.1 ex")
def test_w02_w03_the_example_of_the_35th_division() -> None:
    units = "FR-35DI 0715, GE-28DI 0614, GE-103DI 0716, GE-30DI 0813, FR-HQ-X 0316, GE-HQ-XVIII 1203"
    match = real(units, side="allied", when=GNEISENAU)
    assert not commanded(match, "0715")
    assert commanded(real(f"{units}, FR-69DI 0615", side="allied", when=GNEISENAU), "0715")


@pytest.mark.rule("9.1", "15.1")
def test_d11_command_reaches_fifteen_hexes() -> None:
    match = bare("FR-39DI 1610", side="allied", hqs="FR-HQ-V 0110, GE-HQ-I 4002")
    assert commanded(match, "1610")
    assert not commanded(match, "1710")


@pytest.mark.rule("9.1/Major rivers", "9.1")
def test_d12_command_ends_in_the_first_hex_across_a_river() -> None:
    match = bare("FR-39DI 2811", side="allied", major=river(12))
    assert commanded(match, "2813")
    assert commanded(match, "2812")
    assert not commanded(match, "2811")
    bridged = bare("FR-39DI 2811", side="allied", major=river(12), road_bridges="2812/2813", roads="2812-2813")
    assert commanded(bridged, "2811")
    broken = bare(
        "FR-39DI 2811", side="allied", major=river(12), road_bridges="2812/2813", roads="2812-2813", down="2812/2813"
    )
    assert not commanded(broken, "2811")


@pytest.mark.rule("9.2", "9.3", "9.0")
def test_d13_d85_the_supply_phase() -> None:
    """The first failed check marks, the second in a row eliminates; guns are lost at once."""
    units = "GE-9DI 0530, GE-28DI 0531 oos, GE-CORPS-ART-1 0530, GE-14ResDI-1 0529, GE-STOSS-1 0529 under:GE-14ResDI-1"
    match = bare(
        f"{units}, GE-30DI 2804 oos, GE-ARMY-ART-1 2804, FR-39DI 2820, FR-ARMY-ART-1 2820",
        "marker-adjustment",
        "allied",
        when=When("blucher", 1, 3),
        dice=[6, 6],
    )
    told(match, "offensive GE-ARMY-ART-1")
    s = state(match)
    assert s.unsupplied[number(match, "GE-9DI")]
    assert not s.unsupplied[number(match, "GE-30DI")]
    assert where(match, "GE-28DI") == "lost"
    assert where(match, "GE-CORPS-ART-1") == "lost"
    assert where(match, "GE-STOSS-1") == "0529"
    assert s.unsupplied[number(match, "GE-14ResDI-1")]
    log = "\n".join(match.log("german"))
    assert "GE-9DI in 0530 is out of supply [9.2]" in log
    assert "GE-30DI is in supply again [9.2]" in log


@pytest.mark.rule("9.2")
def test_a_unit_out_of_supply_only_goes_back_to_command() -> None:
    match = bare("GE-9DI 2820 oos, BR-50DI 4010", hqs="GE-HQ-I 2803, FR-HQ-V 4020")
    assert goes(match, "GE-9DI")
    assert rule_of(match, "move GE-9DI to 2821") == "9.2"
    assert "2818" in goes(match, "GE-9DI")
    far = bare("GE-9DI 2830 oos, BR-50DI 4010", hqs="GE-HQ-I 2803, FR-HQ-V 4020")
    assert "2829" in goes(far, "GE-9DI")
    assert "2831" not in goes(far, "GE-9DI")


@pytest.mark.rule("9.1/HQ fall back", "9.1")
def test_an_hq_without_a_path_falls_back_hex_by_hex() -> None:
    ring = "BR-50DI 2808, BR-25DI 2609, BR-8DI 3009, BR-21DI 2812, BR-15DI 2612, BR-34DI 3012"
    match = bare(
        f"GE-HQ-VII 2810, GE-ARMY-ART-1 2803, {ring}",
        "marker-adjustment",
        "allied",
        when=When("blucher", 1, 3),
        sources="german 2802, allied 2834",
        hqs="GE-HQ-I 2803, FR-HQ-V 2822",
    )
    told(match, "offensive GE-ARMY-ART-1")
    assert asked(match) == "german 9.1/HQ fall back"
    assert offers(match, "go") == {"2809"}
    assert rule_of(match, "go 2811") == "9.1/HQ fall back"
    told(match, "go 2809")
    assert where(match, "GE-HQ-VII") == "2809"


@pytest.mark.rule("9.1")
def test_the_source_in_an_enemy_zone_fails() -> None:
    match = bare("BR-50DI 2804, GE-9DI 2810", sources="german 2803, allied 2834", hqs="GE-HQ-VII 2806, FR-HQ-V 2822")
    from westfront.games.marne.supply import supplied

    rules, s = rules_of(match), state(match)
    assert not has(supplied(rules, s, 0), rules.grid.hex("2806"))


# -- weather


@pytest.mark.rule("10.0", "10.0 tab")
@pytest.mark.parametrize(
    ("dice", "weather"), [((3, 3), "fair"), ((3, 4), "fog"), ((5, 5), "fair"), ((5, 6), "overcast")]
)
def test_d14_the_weather(dice: tuple[int, int], weather: str) -> None:
    match = bare("GE-9DI 2804, FR-39DI 2820", "marker-adjustment", "allied", when=When("blucher", 2, 3), dice=dice)
    assert asked(match) == "german 10.0"
    told(match, "roll")
    assert match.view("german").scene.tracks["weather"] == weather


# -- stacking and steps


@pytest.mark.rule("4.0")
def test_d04_four_points_in_a_hex_at_the_end_of_a_phase() -> None:
    match = bare(
        "FR-39DI 2810, FR-DM-1 2810, FR-10DI 2812 lost:1, FR-154DI 2812 lost:1, "
        "FR-43DI 2814, FR-DM-2 2814, FR-TK-RENAULT-1 2814",
        "markers",
        "allied",
    )
    rules, s = rules_of(match), state(match)
    assert [points_in(rules, s, rules.grid.hex(label)) for label in ("2810", "2812", "2814")] == [4, 4, 5]
    assert rules.grid.labels(overstacked(rules, s)) == ["2814"]
    assert asked(match) == "allied 4.0"
    assert offers(match, "remove") == {"FR-43DI", "FR-DM-2", "FR-TK-RENAULT-1"}
    assert rule_of(match, "remove FR-39DI") == "4.0"
    told(match, "remove FR-TK-RENAULT-1")
    assert where(match, "FR-TK-RENAULT-1") == "lost"
    assert not overstacked(rules, state(match))


@pytest.mark.rule("4.0")
def test_in_the_middle_of_a_phase_any_number_may_pass() -> None:
    match = bare("GE-9DI 2810, GE-28DI 2809")
    told(match, "move GE-9DI to 2809")
    assert where(match, "GE-9DI") == "2809"


@pytest.mark.rule("6.0", "3.0/Step losses")
def test_d05_steps() -> None:
    rules = marne("blucher")
    units = ("FR-10DI", "GE-9DI", "US-26DI", "GE-14ResDI-1", "FR-TK-RENAULT-1", "GE-STOSS-1", "FRUS-157DI")
    assert [rules.steps[rules.names.unit(name)] for name in units] == [2, 3, 3, 2, 1, 1, 3]


@pytest.mark.rule("3.0/Elite", "3.0/Morale")
def test_w24_d56_who_is_elite() -> None:
    names = ("US-3DI-1", "US-26DI", "GE-14ResDI-1", "FR-DM-1", "GE-9DI")
    found = {}
    for when in (When("blucher", 2, 1), PETAIN):
        match = bare(", ".join(f"{name} 28{10 + i}" for i, name in enumerate(names)), when=when, side="allied")
        rules, s = rules_of(match), state(match)
        units = [number(match, name) for name in names]
        found[when.scenario] = [(rules.morale(s, unit), rules.is_elite(s, unit)) for unit in units]
    assert found["blucher"] == [(4, False), (3, False), (5, True), (6, True), (4, False)]
    assert found["friedensturm"] == [(5, True), (4, False), (5, True), (6, True), (4, False)]


@pytest.mark.rule("11.3.1", "11.3.3")
def test_d62_a_lone_gun_or_hq_dies_when_an_enemy_comes_next_to_it() -> None:
    match = bare("GE-9DI 2808, FR-CORPS-ART-1 2811, FR-HQ-X 2712, FR-CORPS-ART-2 2910, FR-DM-1 2910")
    told(match, "move GE-9DI to 2809")
    assert where(match, "FR-CORPS-ART-1") == "2811"
    match = bare("GE-9DI 2808, FR-CORPS-ART-1 2811, FR-HQ-X 2711, FR-CORPS-ART-2 2911, FR-DM-1 2911")
    told(match, "move GE-9DI to 2810")
    assert (where(match, "FR-CORPS-ART-1"), where(match, "FR-HQ-X")) == ("lost", "lost")
    assert where(match, "FR-CORPS-ART-2") == "2911"


@pytest.mark.rule("8.0", "11.2.6", "11.2.8", "S2 special rules")
def test_d75_turn_3_of_blucher_has_no_offensive() -> None:
    rules = marne("blucher")
    now = rules.schedule[3, 1]
    assert (now.offensive, now.bonus, now.guns) == (False, 0, 0)
    assert (3, 2) not in rules.schedule
    match = bare("GE-9DI 2804, GE-ARMY-ART-1 2804", "markers", when=QUIET)
    assert match.decision.rule != "11.2.7" or not offers(match, "reserve")
