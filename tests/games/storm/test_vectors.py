"""The worked cases of the rules, X01 to X35 and D01 to D147: those no other test plays, and where the others are."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest

from tests.asking import offers, where
from tests.games.storm.drawn import drawn, events, play, pool, position, refused, rules_of, state, steps, storm, unit
from tests.games.storm.test_rules_battle import fight, modifiers, shift
from tests.games.storm.test_rules_losses import battle, points, ways
from tests.games.storm.test_rules_supply import cut_verdun, supply_of
from westfront.games.storm.battle import (
    Battle,
    defence,
    fortress_losses,
    in_own_fortress,
    odds,
    result,
    strength,
    tank_can_attack,
    total_attack,
)
from westfront.games.storm.control import bertha_hexes
from westfront.games.storm.movement import allowance, march
from westfront.games.storm.stacking import closed_to
from westfront.games.storm.state import ALLIED, CROSS, DEFENDED, GERMAN, PEAK

ELSEWHERE = """
test_rules_control: entering_a_hex_takes_it_with_its_points X02 X23
test_rules_control: mons_is_worth_one_and_passing_through_is_enough D05 D06
test_rules_control: morale_stays_between_0_and_30 D07
test_rules_control: who_has_won_at_the_end_of_a_turn D08
test_rules_control: the_check_of_turn_9 D09
test_rules_control: reduced_divisions_and_the_tank_corps_are_no_yanks D10 D136
test_rules_control: the_offensive_spirit_is_sapped_step_for_step D34 D131
test_rules_control: bertha_is_taken_and_the_gift_comes_with_the_next_allied_turn D140
test_rules_sequence: the_armistice X22
test_rules_sequence: the_peak_of_the_influenza X32
test_rules_sequence: other_turns_are_dry_without_a_die D12
test_rules_sequence: rivers_cost_a_point_in_wet_weather D13
test_rules_sequence: air_only_in_first_combat_phases_when_wet D94
test_rules_sequence: german_steps_elsewhere D99
test_rules_sequence: options_belong_to_scenarios D133
test_rules_supply: half_is_rounded_up X03 D15
test_rules_supply: allied_nationalities_do_not_mix X05
test_rules_supply: no_zone_over_an_all_sea_hexside X06
test_rules_supply: a_line_leads_to_a_source_of_the_own_nationality X28
test_rules_supply: movement_and_attack_are_halved_in_sum D16 D17
test_rules_supply: who_was_supplied_when_the_turn_began_is_not_looked_at_again D18
test_rules_supply: who_finds_a_line_before_the_end_survives D19
test_rules_supply: zones_block_lines_and_units_negate_them_but_zones_do_not D20 D21
test_rules_supply: no_line_through_an_enemy_fortress_that_the_enemy_holds D22
test_rules_supply: edge_sources_come_back_and_ports_do_not D23
test_rules_supply: who_else_lives_on_a_fortress D27
test_rules_supply: a_fortress_once_lost_feeds_nobody D28
test_rules_supply: nine_american_divisions_may_be_guests D37
test_rules_supply: units_stop_in_zones_and_leave_them_only_for_free_hexes D38
test_rules_supply: friends_do_not_negate_zones_for_movement D39
test_rules_supply: out_of_a_zone_over_a_free_hex_into_another_zone D40
test_rules_supply: a_lone_tank_stops_nobody D41
test_rules_supply: stacking_in_1919 D101 D102
test_rules_supply: a_fortress_unit_may_walk_out_and_is_lost_only_a_turn_later D121
test_rules_replacements: reinforcements_wait_for_their_turn X29
test_rules_replacements: the_italians_and_americans_enter_over_the_french_edge X30 D120
test_rules_replacements: the_chart X31 D100
test_rules_replacements: reclaiming_from_the_deadpile D29
test_rules_replacements: minor_nationalities D30
test_rules_replacements: replenishing D31
test_rules_replacements: without_a_port_the_british_wait D32
test_rules_replacements: steps_are_not_shared_between_nations D33
test_rules_replacements: mechanized_steps_are_for_tanks_and_are_not_kept D106
test_rules_replacements: evacuation_from_a_port_and_return_over_the_edge D118 D132
test_rules_replacements: british_reinforcements_land_in_a_channel_port D119
test_rules_movement: off_the_map_and_back_if_the_area_is_cut X08
test_rules_movement: where_the_guns_may_go D14
test_rules_movement: rail_moves_start_and_end_in_towns_and_cities D47
test_rules_movement: rails_lead_through_own_hexes_of_the_own_side_of_the_front D48
test_rules_movement: allied_tanks_and_companions_from_turn_9 D89
test_rules_movement: stosstruppen_infiltrate_one_hex_through_zones D90 D91
test_rules_movement: fast_tanks_infiltrate_two_hexes D104
test_rules_movement: the_guns_by_rail D123
test_rules_movement: a_tank_that_came_by_rail_stays_but_its_companions_go D138
test_rules_movement: somebody_must_hold_a_hex_in_an_enemy_zone D139
test_rules_battle: attacks_take_shape X10
test_rules_battle: british_and_french_together X11
test_rules_battle: odds X12 X13 X14 D50
test_rules_battle: the_table X16 D72
test_rules_battle: agb_adds_one_and_as_many_factors_as_the_infantry X19 D141
test_rules_battle: super_high_odds X20 X24 D51
test_rules_battle: concentric_assault X26 D67 D68
test_rules_battle: when_agb_can_support D53
test_rules_battle: agb_supports_one_battle_in_a_phase D54
test_rules_battle: stosstruppen_against_a_trench D55 D56
test_rules_battle: everything_at_once D58
test_rules_battle: weak_trenches D59
test_rules_battle: tanks_give_one_or_wipe_out_german_trenches D61 D62
test_rules_battle: trenches_of_the_other_side_help_nobody D63
test_rules_battle: tanks_attack_beside_infantry_of_their_own_nation D65 D115
test_rules_battle: rivers_count_if_all_attack_over_them D66
test_rules_battle: fortresses_defended_by_their_own_nation D71
test_rules_battle: cells_of_the_table D73 D74
test_rules_battle: air_units D93
test_rules_battle: belgians_outside_belgium D96
test_rules_battle: tanks_of_1919 D103
test_rules_battle: the_alpenkorps_in_the_mountains D105
test_rules_battle: worse_than_1_to_2_costs_two_steps_without_a_die D117
test_rules_battle: means_of_the_table_at_3_to_1 D146
test_rules_losses: the_defender_pays_first_step_by_step X17
test_rules_losses: where_a_force_may_go D80
test_rules_losses: no_loss_points_no_retreat D81
test_rules_losses: tanks_are_the_first_to_go_when_they_attack D83
test_rules_battle: both_phases_are_open_to_all_and_count_apart D85
test_rules_losses: who_has_advanced_may_infiltrate_and_attack_again D86
test_rules_losses: the_advance_keeps_to_stacking_limits D87
test_rules_losses: strategic_bombing D107 D108
test_rules_losses: the_marines_go_first_in_any_combat D110
test_rules_losses: a_german_fortress_is_harder_to_bomb D116
test_setup: two_dice_for_the_stosstruppen X21
test_setup: where_allied_units_may_stand D111 D112 D113
test_setup: saint_mihiel_starves_without_a_unit_behind_it D130
test_setup: the_trenches_must_be_covered_but_not_the_forts D134
test_setup: limits_of_1919 D135
test_setup: every_pair_of_ready_made_set_ups_is_legal_and_in_supply D147
test_rules_hidden: the_attack_may_be_called_off_until_the_look_and_not_after D114
test_lesson: before_bapaume D144 D145
"""
"""The test that plays each case which is not played here."""


def test_every_case_is_played() -> None:
    lines = [line.split() for line in ELSEWHERE.split("\n") if line]
    for module, test, *_ in lines:
        found = import_module(f"tests.games.storm.{module.rstrip(':')}")
        assert hasattr(found, f"test_{test}"), f"{module} {test}"
    here = [word.upper() for name in globals() for word in name.split("_") if re.fullmatch(r"[xd]\d+", word)]
    cases = [*here, *(case for _, _, *cases in lines for case in cases)]
    assert sorted(cases) == sorted([f"X{n:02}" for n in range(1, 36)] + [f"D{n:02}" for n in range(1, 148)])


def test_x01_x25_a_sample_unit_and_verdun() -> None:
    rules = storm()
    corps = unit("BR-14")
    assert (rules.attack[corps][1], rules.defence[corps][1], rules.move[corps][1], rules.arrival[corps]) == (3, 4, 4, 4)
    assert rules.board.fortress[ALLIED] >> rules.grid.hex("3120") & 1


def test_x04_three_divisions_and_the_tank_corps() -> None:
    match = drawn("3337: US-1 US-2 US-3; 3338: US-TC", "allied", "march", turn=12)
    play(match, "move US-TC 3337")


def test_x34_super_odds_and_a_printed_modifier() -> None:
    """8:1 against a trench: 7:1 with +1 and -2."""
    found = modifiers("2332: GE-1B GE-12 GE-10 ; 2233: FR-1C~", "2233", "GE-1B GE-12 GE-10", super_odds="on")
    assert found == {"Allied trench": -2}
    found = modifiers("2332: GE-1B GE-2B~; 2233: FR-1C~", "2233", "GE-1B GE-2B", super_odds="on")
    assert found == {"Allied trench": -2, "super-high odds": 1}


@pytest.mark.parametrize(
    ("hex_", "around"),
    [("2731", "2631 2632 2730 2732 2831 2832"), ("3028", "2927 2928 3027 3029 3127 3128")],
    ids=["d01", "d02"],
)
def test_d01_d02_neighbours(hex_: str, around: str) -> None:
    grid = storm().grid
    assert sorted(map(grid.label, grid.neighbours(grid.hex(hex_)))) == around.split()


@pytest.mark.parametrize(("a", "b", "distance"), [("3120", "3029", 9), ("1237", "1441", 5), ("3217", "3708", 11)])
def test_d03_distances(a: str, b: str, distance: int) -> None:
    grid = storm().grid
    assert grid.distance(grid.hex(a), grid.hex(b)) == distance


def test_d04_bertha_within_ten_hexes_of_paris() -> None:
    rules = storm(bertha="on")
    s = position("2332: GE-1B", bertha="on")
    assert not rules.board.near_paris >> rules.grid.hex("3028") & 1
    assert bertha_hexes(rules, s) >> rules.grid.hex("2632") & 1


def test_d24_a_french_corps_that_reaches_only_calais() -> None:
    rules = storm()
    west = " ".join(rules.grid.labels(rules.board.edge[ALLIED]))
    match = drawn(f"1736: FR-1~; german: {west}", "allied", "supply", facts={"pool": bytearray((0, 0, 3, 0, 0, 0))})
    assert state(match).supply[unit("FR-1")] == CROSS
    play(match, "replenish FR-1")
    assert allowance(rules, state(match), unit("FR-1")) == 2
    play(match, "done; done; done; done; done")
    assert where(match, "FR-1") == "1736"


def test_d26_a_british_corps_in_verdun_starves() -> None:
    match = drawn(cut_verdun("BR-5"), "allied", "supply")
    play(match, "done; done; done; done; done")
    assert where(match, "BR-5") == "dead"
    assert supply_of(cut_verdun("BR-5"), "BR-5") == 3


def test_d42_a_mountain_costs_two() -> None:
    rules = storm()
    mountain = next(h for h in rules.grid if rules.board.of("mountain") >> h & 1 and rules.board.home[ALLIED] >> h & 1)
    near = [
        h
        for h in rules.grid.neighbours(mountain)
        if rules.board.playable >> h & 1 and not rules.board.of("mountain") >> h & 1
    ]
    s = position(f"{rules.grid.label(near[0])}: FR-1~")
    cost = march(rules, s, unit("FR-1")).cost(mountain)
    river = rules.board.crosses(rules.board.major_river, near[0], mountain)
    assert cost == 2 + river + (rules.board.main_trench >> mountain & 1)
    assert allowance(rules, s, unit("FR-1")) == 3


def test_d43_d44_trenches_and_devastated_ground() -> None:
    rules = storm()
    devastated = rules.board.of("devastated") & rules.board.allied_trench
    assert devastated & rules.board.enter(GERMAN, 0)[3] == devastated
    second = rules.board.second_trench & rules.board.of("clear") & ~rules.board.main_trench
    assert second & rules.board.enter(ALLIED, 0)[1] == second


def test_d45_the_next_hex_costs_more_than_the_unit_has() -> None:
    match = drawn("2332: GE-10~; allied: 2333", "german", "march")
    assert allowance(storm(), state(match), unit("GE-10")) == 2
    play(match, "move GE-10 2333")


def test_d46_a_seventh_allied_unit() -> None:
    match = drawn("3337: FR-1 FR-2 FR-3; 3338: FR-4 FR-5 FR-6; 3438: FR-7", "allied", "rail")
    for number, to in enumerate(("2337", "2337", "2337", "3326", "3326", "3326"), 1):
        play(match, f"rail FR-{number} {to}")
    refused(match, "rail FR-7 3522", "11.2")


def test_d57_a_trench_in_the_forest_behind_a_river() -> None:
    """No such hex is on the map: each part is, and they add up."""
    assert shift("2632: GE-1B; 2633: BR-3", "2633", "GE-1B") == -3
    assert modifiers("2632: GE-1B; 2633: BR-3", "2633", "GE-1B") == {"all over rivers": -1, "Allied trench": -2}


def test_d60_tanks_against_trenches_with_other_ground() -> None:
    town = modifiers("2332: GE-1B; 2432: GE-2B; 2433: BR-RTC BR-5", "2432", "BR-RTC BR-5")
    assert town["town"] == -1
    assert not {"tanks", "German trench"} & town.keys()
    rules = storm()
    rough = rules.board.second_trench & rules.board.of("rough")
    for hex_ in (h for h in rules.grid if rough >> h & 1):
        near = next(h for h in rules.grid.neighbours(hex_) if rules.board.playable >> h & 1)
        places = f"{rules.grid.label(hex_)}: GE-1B; {rules.grid.label(near)}: BR-RTC BR-5"
        found = modifiers(places, rules.grid.label(hex_), "BR-RTC BR-5")
        assert found["rough"] == -1
        assert "German trench" not in found


@pytest.mark.parametrize(
    ("places", "target", "attackers", "extra"),
    [
        ("2928: GE-1B; 3130: GE-2B; 3029: FR-1", "3029", "GE-1B GE-2B", 2),
        ("3217: GE-1B; 3218: FR-1 FR-2", "3217", "FR-1 FR-2", 3),
    ],
    ids=["d69", "d70"],
)
def test_d69_d70_fortresses_add_to_the_result(places: str, target: str, attackers: str, extra: int) -> None:
    view = odds(fight(places, target, attackers))
    plain = view._replace(extra=0)
    for die in range(1, 7):
        (a, d), (b, e) = result(storm(), view, die), result(storm(), plain, die)
        assert (a, d) == (b + extra, e)


def paying(defenders: str, lost: int, behind: str = "", **more: Any) -> Any:
    """A battle in which the defender of 2233 has so many loss points."""
    for die in range(1, 7):
        for force in ("GE-3-stoss GE-9-stoss GE-11-stoss", "GE-3-stoss GE-1B", "GE-1B GE-2B", "GE-3-stoss"):
            match = battle(f"2332: {force}; 2233: {defenders}; {behind}", "2233", force, die, **more)
            if points(match)[1] == lost:
                return match
    raise AssertionError(f"no die gives {lost}")


def test_d75_d76_a_full_corps_pays_or_goes() -> None:
    one = paying("BR-5", 1)
    assert offers(one, "lose") == {"BR-5"}
    assert offers(one, "retreat")
    two = paying("BR-5", 2)
    assert not offers(two, "retreat")
    play(two, "lose BR-5; retreat 2234")
    assert steps(two, "BR-5") == 1


def test_d77_d126_surplus_points_and_no_rescue() -> None:
    match = paying("BR-5~", 2)
    play(match, "lose BR-5")
    assert where(match, "BR-5") == "dead"
    match = paying("BR-5", 3)
    play(match, "lose BR-5")
    assert not offers(match, "retreat")
    play(match, "lose BR-5")
    assert where(match, "BR-5") == "dead"
    assert match.decision.side == "german"


def test_d82_the_tank_pays_for_all() -> None:
    match = drawn("2234: BR-5 BR-4 BR-6 BR-RTC; 2333: GE-1B", "allied", "combat", turn=10, dice=[6])
    play(match, "attack 2333 with BR-5 BR-4 BR-6 BR-RTC; confirm; roll")
    while match.decision.side == "german":
        match.play(match.decision.texts[0])
    assert offers(match, "lose") == {"BR-RTC"}


def test_d84_d122_a_corps_with_agb_stays_and_pays() -> None:
    match = drawn("2331: GE-AGB GE-1B; 2332: FR-1 FR-2 FR-3; 2232: FR-4 FR-5 FR-6", "allied", "combat", dice=[6])
    play(match, "attack 2331 with FR-1 FR-2 FR-3 FR-4 FR-5 FR-6; confirm; roll")
    lost = points(match)[1]
    assert lost >= 2
    for _ in range(2):
        assert offers(match, "lose") == {"GE-1B"}
        assert not offers(match, "retreat")
        play(match, "lose GE-1B")
    assert where(match, "GE-AGB") in ("2331", "dead")
    assert (where(match, "GE-AGB") == "2331") == (lost == 2 or match.decision.side == "german")


def test_d92_air_used_in_attack_is_not_there_in_defence() -> None:
    match = drawn("2332: GE-1B; 2233: BR-5 BR-4; air: GE-Air", "german", "combat", dice=[1])
    play(match, "attack 2233 with GE-1B; confirm; fly 1; roll; lose GE-1B; lose GE-1B")
    assert where(match, "GE-Air") == "spent"


def test_d125_one_dies_and_the_others_fit() -> None:
    assert "2234" not in ways("2233: BR-5~ BR-4~ BR-7~; 2234: BR-1", "BR-5 BR-4 BR-7", "2233")
    assert "2234" in ways("2233: BR-5~ BR-4~; 2234: BR-1", "BR-5 BR-4", "2233")


def test_d127_no_retreat_for_the_last_step() -> None:
    assert ways("2233: BR-5~; 2332: GE-1B; 2135: GE-2B; 2235: GE-4; 2132: GE-6", "BR-5", "2233") == set()


def test_d128_heavy_tanks_pay_before_fast_ones() -> None:
    places = "2234: BR-HT1 BR-FT1 BR-5; 2334: FR-AAC FR-1; 2333: GE-1B GE-2B"
    match = drawn(places, "allied", "combat", scenario="plan-1919", dice=[1])
    play(match, "attack 2333 with BR-HT1 BR-FT1 BR-5 FR-AAC FR-1; confirm; roll")
    while match.decision.side == "german":
        match.play(match.decision.texts[0])
    owed = points(match)[0]
    for _ in range(min(owed, 3)):
        assert "BR-FT1" not in offers(match, "lose")
        play(match, f"lose {sorted(offers(match, 'lose'))[0]}")
    assert where(match, "BR-FT1") == "2234"


def test_d137_rail_paths_and_stacks() -> None:
    rules = storm()
    s = position("3337: BR-1; 2336: FR-1; 2338: BR-2 BR-3 BR-4")
    assert closed_to(rules, s, unit("BR-1")) >> rules.grid.hex("2336") & 1
    assert closed_to(rules, s, unit("BR-1")) >> rules.grid.hex("2338") & 1


def test_d142_refugees_are_no_garrison() -> None:
    found = fight("3619: US-1 FR-1; 3618: GE-1B; 3620: GE-2B", "3619", "GE-1B GE-2B")
    assert in_own_fortress(found)
    found.s.fought[unit("FR-1")] = DEFENDED
    alone = found._replace(defenders=(unit("US-1"),))
    assert fortress_losses(alone) == 0
    assert {m.title: m.value for m in odds(alone).modifiers}["concentric assault"] == 1
    assert pool(drawn("2332: GE-1B", "german", "march"), "german") == 24
    assert events(drawn("2332: GE-1B", "german", "march"), "phase")


def test_x07_two_of_three_leave_a_hex_in_an_enemy_zone_by_rail() -> None:
    match = drawn("2337: BR-1 BR-2 BR-3; 2336: GE-1B", "allied", "rail")
    play(match, "rail BR-1 2140; rail BR-2 1935")
    refused(match, "take BR-3", "10.3")
    play(match, "done; move BR-3 2338")


def test_x09_a_river_a_forest_and_a_trench_in_the_rain() -> None:
    """Along 2632 runs a plain river, which costs nothing when it is dry."""
    grid, board = storm().grid, storm().board
    here, there = grid.hex("2633"), grid.hex("2632")
    direction = grid.direction(here, there)
    assert direction is not None
    assert board.costs(ALLIED, 1).step(here, direction) == 4
    assert board.costs(ALLIED, 0).step(here, direction) == 2


def test_x15_three_against_and_two_for() -> None:
    found = modifiers("2232: GE-1B; 2234: GE-2B; 2233: BR-5", "2233", "GE-1B GE-2B", air=1, cover=1)
    assert sum(value for value in found.values() if value > 0) == 2
    assert sum(value for value in found.values() if value < 0) == -3
    assert sum(found.values()) == -1


def test_x18_two_tanks_die_and_then_the_choice_is_free() -> None:
    match = drawn("2234: BR-RTC BR-5; 2334: FR-AAC FR-1; 2333: GE-10", "allied", "combat", dice=[2])
    play(match, "attack 2333 with BR-RTC BR-5 FR-AAC FR-1; confirm; roll")
    assert points(match)[0] == 3
    while match.decision.side == "german":
        match.play(match.decision.texts[0])
    assert offers(match, "lose") == {"BR-RTC", "FR-AAC"}
    play(match, "lose BR-RTC; lose FR-AAC")
    assert offers(match, "lose") == {"BR-5", "FR-1"}


def test_x27_no_retreat_over_the_sea_or_into_holland() -> None:
    assert "1941" not in ways("2042: BR-5", "BR-5", "2042")
    border = "1120"
    around = {storm().grid.label(hex_) for hex_ in storm().grid.neighbours(storm().grid.hex(border))}
    assert around & {"1119", "1020", "1021"}
    assert ways(f"{border}: GE-1B", "GE-1B", border) == around & set(storm().grid.labels(storm().board.playable))


def test_x33_d129_nineteen_player_turns_without_a_check() -> None:
    match = drawn("2332: GE-3-stoss; 2235: BR-5", phase="turn", turn=0, scenario="plan-1919")
    while not match.over:
        match.play(next(word for word in ("roll", "keep", "done") if word in match.decision.texts))
    assert [facts["side"] for facts in events(match, "player turn")] == [ALLIED, *[GERMAN, ALLIED] * 9]
    assert where(match, "GE-3-stoss") == "2332"
    assert match.result == "german: German morale is 18 when the war ends"


@pytest.mark.parametrize(("behind", "paid"), [("", 1), ("2234: BR-1", 0)], ids=["x35 d78", "d79"])
def test_x35_d78_d79_a_zone_costs_one_step_unless_a_friend_is_there(behind: str, paid: int) -> None:
    force = "BR-5 BR-4" if behind else "BR-5 BR-4 BR-7"
    stoss = "GE-3-stoss GE-9-stoss GE-11-stoss"
    match = battle(f"2332: {stoss}; 2233: {force}; 2235: GE-6; {behind}", "2233", stoss, 3 if behind else 4)
    assert points(match)[1] == 1
    play(match, "retreat 2234")
    assert (match.decision.rule == "10.6") == bool(paid)
    if paid:
        play(match, "lose BR-4")
    assert sum(steps(match, name) for name in force.split()) == 2 * len(force.split()) - paid
    assert match.decision.side == "german"


def test_d11_the_yanks_come_once() -> None:
    six = "3337: US-1 US-2 US-3; 3338: US-26 US-42 US-4; 3438: US-5 US-7 US-27"
    match = drawn(f"2332: GE-1B; {six}", "german", "second", turn=10, facts={"morale": bytearray((18, 12))})
    play(match, "done")
    while state(match).turn == 10 or match.decision.side == "german":
        match.play("done")
    assert len(events(match, "yanks")) == 1
    assert state(match).morale[ALLIED] == 13


def test_d25_a_whole_french_corps_in_verdun() -> None:
    match = drawn(cut_verdun("FR-1"), "allied", "supply")
    s = state(match)
    assert (strength(storm(), s, (unit("FR-1"),)), allowance(storm(), s, unit("FR-1"))) == (2, 2)
    assert defence(Battle(storm(), s, s.at[unit("FR-1")], (unit("GE-1B"),), (unit("FR-1"),))) == 4


def test_d35_three_corps_and_two_tanks() -> None:
    rules = storm("plan-1919")
    s = position("2235: BR-1 BR-2 BR-3 BR-HT1; 2236: BR-HT2", scenario="plan-1919")
    assert closed_to(rules, s, unit("BR-HT2")) >> rules.grid.hex("2235") & 1


def test_d36_no_way_through_another_nation() -> None:
    match = drawn("2234: BR-1; 2235: FR-1; 2136: FR-2; 2336: FR-3", "allied", "march")
    refused(match, "move BR-1 2236 via 2235", "9.5")


def test_d49_by_rail_and_then_to_the_attack() -> None:
    match = drawn("1126: GE-3-stoss; 1127: GE-9-stoss; 2433: FR-1C~; 2432: GE-2B GE-4", "german", "rail", dice=[6])
    play(match, "rail GE-3-stoss 2432; done; done; attack 2433 with GE-3-stoss GE-2B GE-4; confirm; roll; lose FR-1C")
    while match.decision.rule == "13.31":
        play(match, f"lose {min(offers(match, 'lose') - {'GE-3-stoss'})}")
    play(match, "advance GE-3-stoss; done; done")
    refused(match, "take GE-3-stoss", "11.6")


@pytest.mark.parametrize(("force", "total"), [("GE-1B GE-2B", 20), ("GE-3-stoss GE-1B GE-2B GE-10", 33)])
def test_d52_the_factors_of_agb(force: str, total: int) -> None:
    here = " ".join(force.split()[:3])
    places = f"2332: {here}; 2232: {' '.join(force.split()[3:]) or 'GE-4'}; 2331: GE-AGB; 2233: BR-5"
    assert total_attack(fight(places, "2233", force, guns=True)) == total


def test_d64_tanks_and_a_major_river() -> None:
    rules, board = storm(), storm().board
    here = next(
        h for h in rules.grid if board.major_river[0] >> h & 1 and (board.of("clear") & ~board.city) >> h + 1 & 1
    )
    s = position(f"{rules.grid.label(here)}: BR-RTC")
    assert not tank_can_attack(rules, s, unit("BR-RTC"), here + 1)
    match = drawn("1634: BR-RTC BR-5; 1633: GE-1B", "allied", "combat")
    play(match, "attack 1633")
    refused(match, "add BR-RTC", "13.24")


def test_d88_nobody_is_left() -> None:
    match = drawn("2231: GE-10~; 2232: FR-1C~", "german", "combat", dice=[6])
    play(match, "attack 2232 with GE-10; confirm; roll; lose FR-1C; lose GE-10")
    assert (where(match, "GE-10"), where(match, "FR-1C")) == ("dead", "dead")
    assert match.decision.rule == "13.1"
    assert not state(match).german >> storm().grid.hex("2232") & 1


def test_d95_infiltration_is_one_hex_at_the_peak_of_the_influenza() -> None:
    match = drawn("2332: GE-3-stoss; 2233: BR-5", "german", "infiltration", influenza="on", facts={"influenza": PEAK})
    assert allowance(rules_of(match), state(match), unit("GE-3-stoss")) == 4
    play(match, "infiltrate GE-3-stoss 2333")


def test_d97_stosstruppen_pay_one_of_two() -> None:
    match = battle("2332: GE-3-stoss GE-1B; 2233: BR-5", "2233", "GE-3-stoss GE-1B", 3, storm_losses="on")
    while match.decision.side == "allied":
        match.play(match.decision.texts[0])
    assert points(match)[0] == 2
    assert offers(match, "lose") == {"GE-3-stoss", "GE-1B"}
    play(match, "lose GE-1B")
    assert offers(match, "lose") == {"GE-3-stoss"}


def test_d98_the_paris_gun_hits_twice() -> None:
    match = drawn("2332: GE-1B; 2235: BR-5", "german", "second", turn=6, dice=[6] * 4, paris_gun="on")
    play(match, "done; roll; done; done; done; done; done; done; done; done; done; done; roll")
    assert tuple(state(match).morale) == (15, 13)


def test_d109_the_counterpart_of_a_dead_stoss_corps_comes_back() -> None:
    places = "dead: GE-17; gone: GE-17-stoss; 2332: GE-1B"
    match = drawn(places, "german", "replacement", scenario="plan-1919", turn=3)
    play(match, "reclaim GE-17 2")
    assert (where(match, "GE-17"), steps(match, "GE-17")) == ("pool", 2)


def test_d124_agb_leaves_the_flood_and_fires() -> None:
    match = drawn("1832: GE-AGB; 1834: GE-1B; 1835: BR-5", "german", "march", wet=1)
    refused(match, "done", "14.2")
    play(match, "move GE-AGB 1833; done; attack 1835 with GE-1B; support")


@pytest.mark.parametrize(("version", "points"), [("1", 1), ("2", 3)])
def test_d143_off_zero_in_time(version: str, points: int) -> None:
    """Bruges brings the Allies back from 0, with the point of version 1 or the three of version 2."""
    facts = {"morale": bytearray((29, 1))}
    match = drawn("1535: GE-1B; 1433: FR-2; allied: 1434", "german", "march", facts=facts, turn=6, version=version)
    play(match, "move GE-1B 1434; done; done; done")
    assert tuple(state(match).morale) == (30, 0)
    play(match, "done; done; done; attack 1434 with FR-2; cancel; done; done")
    assert match.result == "german: Allied morale is broken"
    match = drawn("1535: GE-1B; 1233: FR-2; allied: 1434", "german", "march", facts=facts, turn=6, version=version)
    play(match, "move GE-1B 1434; done; done; done; done; done; move FR-2 1132; done; done; done")
    assert tuple(state(match).morale) == (30 - points, points)
    assert state(match).turn == 7
