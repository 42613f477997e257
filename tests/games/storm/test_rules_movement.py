"""Chapters 11, 12 and 15: strategic, regular and infiltration movement; where AGB may go."""

from __future__ import annotations

import pytest

from tests.asking import offers, where
from tests.games.storm.drawn import drawn, events, labels, play, position, refused, state, storm, unit
from westfront.games.storm.guns import barred_to_guns, gun_rail_ends
from westfront.games.storm.infiltration import corps, infiltration_hexes, is_capable
from westfront.games.storm.movement import allowance
from westfront.games.storm.rail import capacity, rail_ends, rail_hexes, reached_by_rail
from westfront.games.storm.state import ALLIED, CUT, GERMAN, RAILED

FRONT = "2432: GE-1B GE-2B; 2433: BR-6"


# -- 11: rail


@pytest.mark.rule("11.2")
def test_four_and_six_units_go_by_rail() -> None:
    match = drawn("1427: GE-1B GE-2B GE-3B; 1126: GE-4 GE-6", "german", "rail")
    for name in ("GE-1B", "GE-2B", "GE-3B", "GE-4"):
        play(match, f"rail {name} {'1230' if name != 'GE-4' else '1720'}")
    refused(match, "rail GE-6 1720", "11.2")
    assert (capacity(storm(), state(match), GERMAN), capacity(storm(), state(match), ALLIED)) == (4, 6)


@pytest.mark.rule("11.3", "11.4", "11.5")
def test_rails_lead_through_own_hexes_of_the_own_side_of_the_front() -> None:
    rules = storm()
    s = position("1427: GE-1B; german: 2337 1434")
    open_ = rail_hexes(rules, s, unit("GE-1B"))
    assert not open_ & ~s.german
    assert not open_ >> rules.grid.hex("2337") & 1, "Amiens lies beyond the Allied trenches"
    assert open_ >> rules.grid.hex("1434") & 1, "Ypres is a trench hex, and German now"
    match = drawn("1427: GE-1B; german: 2337", "german", "rail")
    refused(match, "rail GE-1B 2337", "11.5")
    refused(match, "rail GE-1B 2041", "11.4")
    refused(match, "rail GE-1B off", "11.3")


@pytest.mark.rule("11.7")
def test_rail_moves_start_and_end_in_towns_and_cities() -> None:
    match = drawn("1427: GE-1B; 1428: GE-2B", "german", "rail")
    refused(match, "take GE-2B", "11.7")
    refused(match, "rail GE-1B 1428", "11.7")
    match.play("take GE-1B")
    assert all(storm().board.rail_ends >> storm().grid.hex(label) & 1 for label in offers(match, "go"))
    refused(match, "go 1230 via 1328", "11.8")


@pytest.mark.rule("11.8")
def test_any_distance() -> None:
    match = drawn("1126: GE-1B", "german", "rail")
    play(match, "rail GE-1B 3708")
    assert where(match, "GE-1B") == "3708"


@pytest.mark.rule("11.6")
def test_no_other_movement_after_the_train_but_combat() -> None:
    places = "1126: GE-3-stoss; 2332: GE-1B; 2233: BR-5; 2432: GE-2B; 1127: GE-9-stoss"
    match = drawn(places, "german", "rail", dice=[6])
    play(match, "rail GE-3-stoss 2432; done")
    refused(match, "take GE-3-stoss", "11.6")
    play(match, "done; done")
    refused(match, "take GE-3-stoss", "11.6")


@pytest.mark.rule("10.3", "10.3-ex")
def test_somebody_must_hold_a_hex_in_an_enemy_zone() -> None:
    match = drawn(FRONT, "german", "rail")
    play(match, "rail GE-1B 1427")
    refused(match, "take GE-2B", "10.3")
    play(match, "done; move GE-2B 2431")
    match = drawn("2432: GE-1B; 1427: GE-2B; 2433: BR-6; german: ", "german", "rail")
    play(match, "rail GE-2B 2432")
    refused(match, "take GE-1B", "10.3")
    match = drawn("1427: GE-2B; 2433: BR-6", "german", "rail")
    refused(match, "rail GE-2B 2432", "10.3")


@pytest.mark.rule("10.3", "9.2")
def test_no_other_hex_in_an_enemy_zone_on_the_way_and_stacks_count() -> None:
    rules = storm()
    s = position("1427: GE-1B; 2433: BR-6; 2331: GE-2B GE-3B GE-4; 1828: GE-6")
    open_ = rail_hexes(rules, s, unit("GE-1B"))
    assert not open_ & rules.zone(s, ALLIED)
    assert not open_ >> rules.grid.hex("2331") & 1
    s = position("2337: BR-1; 2336: FR-1; 2338: BR-2 BR-3 BR-4")
    british = rail_hexes(rules, s, unit("BR-1"))
    assert not british >> rules.grid.hex("2336") & 1
    assert not british >> rules.grid.hex("2338") & 1


@pytest.mark.rule("11.9", "11.9-ex")
def test_off_the_map_and_back_if_the_area_is_cut() -> None:
    rules = storm()
    wall = [h for h in rules.grid if rules.board.home[GERMAN] >> h & 1 and rules.grid.label(h)[:2] in ("24", "25")]
    cut = " ".join(map(rules.grid.label, wall))
    s = position(f"1427: GE-1B; allied: {cut}")
    assert "3708" in labels(rail_ends(rules, s, unit("GE-1B")))
    edge = rules.board.land_edge & rules.board.home[GERMAN]
    south = " ".join(label for label in rules.grid.labels(edge) if label > "2600")
    s = position(f"1427: GE-1B; allied: {cut} {south}")
    assert "3708" not in labels(rail_ends(rules, s, unit("GE-1B")))
    whole = position("1427: GE-1B")
    assert reached_by_rail(rules, whole, unit("GE-1B")) & ~whole.german == 0


@pytest.mark.rule("11.9")
def test_off_the_map_over_any_edge_with_land_beyond() -> None:
    rules = storm()
    around = "3909 3910 3911 4008 4009 4011 4108 4111"
    pocket = position(f"4010: GE-1B; allied: {around}")
    assert "1427" in labels(rail_ends(rules, pocket, unit("GE-1B"))), "over the south edge, 4109 and 4110"
    closed = position(f"4010: GE-1B; allied: {around} 4109 4110")
    assert not rail_ends(rules, closed, unit("GE-1B"))


@pytest.mark.rule("11.10", "14.2")
def test_the_guns_by_rail() -> None:
    rules = storm()
    s = position("1427: GE-AGB")
    ends = labels(rail_ends(rules, s, unit("GE-AGB")))
    assert "1631" in ends, "a secondary trench"
    assert "1134" not in ends, "marsh"
    assert labels(reached_by_rail(rules, s, unit("GE-AGB"))) & {"1134"}
    assert "1134" not in labels(gun_rail_ends(rules, s))
    near = position("1427: GE-AGB; 2233: BR-RTC")
    assert not rail_hexes(rules, near, unit("GE-AGB")) >> rules.grid.hex("2232") & 1, "nor past a lone tank"
    assert not labels(rail_ends(rules, near, unit("GE-AGB"))) & {"2132", "2232", "2332"}
    match = drawn("1427: GE-AGB; german: 4012", "german", "rail")
    refused(match, "rail GE-AGB 1134", "14.2")
    refused(match, "rail GE-AGB 4012", "14.2")
    play(match, "rail GE-AGB 1731")


# -- 12: on foot


@pytest.mark.rule(
    "12.9", "12.9.1", "12.9.2", "12.9.3", "12.9.4", "12.9.5", "12.9.6", "12.9.7", "12.10", "12.10.1", "12.10.5"
)
@pytest.mark.rule("12.8")
@pytest.mark.parametrize(
    ("terrain", "dry", "wet"),
    [
        ("clear", 1, 1),
        ("forest", 1, 2),
        ("rough", 1, 1),
        ("devastated", 2, 2),
        ("marsh", 2, 2),
        ("flood plain", 1, 2),
        ("mountain", 2, 2),
    ],
)
def test_natural_terrain(terrain: str, dry: int, wet: int) -> None:
    board = storm().board
    hexes = board.of(terrain) & ~board.allied_trench
    assert hexes
    assert board.enter(GERMAN, 0)[dry] & hexes == hexes
    assert board.enter(GERMAN, 1)[wet] & hexes == hexes


@pytest.mark.rule("12.10.2", "12.10.3", "12.10.4")
def test_trenches_of_the_enemy_cost_a_point() -> None:
    board = storm().board
    clear = board.of("clear")
    assert board.enter(GERMAN, 0)[2] & board.allied_trench & clear == board.allied_trench & clear
    assert board.enter(ALLIED, 0)[1] & board.allied_trench & clear == board.allied_trench & clear
    assert board.enter(ALLIED, 0)[2] & board.main_trench & clear == board.main_trench & clear
    assert board.enter(GERMAN, 0)[1] & board.main_trench & clear == board.main_trench & clear
    second = board.second_trench & clear & ~board.main_trench
    assert board.enter(ALLIED, 0)[1] & second == second


@pytest.mark.rule("12.11", "12.11-ex", "12.9.9")
def test_costs_add_up() -> None:
    rules = storm()
    board = rules.board
    for side, wet in ((GERMAN, 0), (ALLIED, 1)):
        trench = board.allied_trench if side == GERMAN else board.main_trench
        costs = board.costs(side, wet)
        for hex_ in rules.grid:
            for direction, step in enumerate(rules.grid.steps):
                beyond = hex_ + step
                if board.major(wet)[direction] >> hex_ & 1 and trench >> beyond & 1 and board.playable >> beyond & 1:
                    ground = 2 if (board.of("devastated", "mountain") | board.marsh(wet)) >> beyond & 1 else 1
                    ground = 2 if wet and board.of("forest") >> beyond & 1 else ground
                    assert costs.step(hex_, direction) == ground + 1 + 1


@pytest.mark.rule("12.1", "12.2")
def test_a_unit_moves_once_with_the_points_it_has() -> None:
    match = drawn("2331: GE-1B; 2431: GE-2B", "german", "march")
    refused(match, "move GE-1B 1829", "12.2")
    refused(match, "move GE-1B 2330 via 2230 2229 2329", "12.1")
    play(match, "move GE-1B 2328")
    refused(match, "move GE-1B 2327", "12.2")
    assert allowance(storm(), state(match), unit("GE-2B")) == 4


@pytest.mark.rule("12.3")
def test_one_hex_can_always_be_entered() -> None:
    match = drawn("2034: GE-10~; german: 2034; allied: 2134 2035", "german", "march")
    s = state(match)
    s.supply[unit("GE-10")] = CUT
    assert allowance(storm(), s, unit("GE-10")) == 1
    play(match, "move GE-10 2134")
    match = drawn("2332: GE-10~; 2433: BR-6; 2233: BR-5; allied: 2333", "german", "march")
    refused(match, "move GE-10 2333", "10.4")


@pytest.mark.rule("12.4")
def test_never_into_a_hex_with_an_enemy() -> None:
    match = drawn("2332: GE-1B; 2233: BR-RTC", "german", "march")
    refused(match, "move GE-1B 2233", "12.4")


@pytest.mark.rule("12.5", "12.6", "12.7")
def test_units_of_a_stack_go_their_own_ways() -> None:
    match = drawn("2331: GE-3-stoss GE-10; 1126: GE-1B", "german", "march")
    play(match, "move GE-3-stoss 2327; move GE-10 2329")
    assert (where(match, "GE-3-stoss"), where(match, "GE-10")) == ("2327", "2329")


@pytest.mark.rule("12.1", "10.4")
def test_take_a_unit_and_go_with_the_way_told() -> None:
    match = drawn("2331: GE-1B; 2233: BR-5", "german", "march")
    play(match, "take GE-1B")
    hints = match.hints("german")
    assert hints["go 2332"].path == ("2331", "2332")
    assert hints["go 2332"].note == "1 of 4 movement points"
    play(match, "cancel; take GE-1B; go 2332")
    assert events(match, "moved")[0]["path"] == tuple(map(storm().grid.hex, ("2331", "2332")))


# -- 14.2: AGB on foot


@pytest.mark.rule("14.2", "12.9.5", "12.9.7", "12.9.6")
def test_where_the_guns_may_go() -> None:
    rules = storm()
    s = position("2331: GE-AGB; 2233: BR-RTC")
    barred = barred_to_guns(rules, s)
    assert barred & rules.board.of("mountain") == rules.board.of("mountain")
    assert barred >> rules.grid.hex("2332") & 1, "next to an Allied unit, even one without a zone"
    plain = rules.board.of("flood plain")
    assert plain & ~barred
    assert plain & ~barred_to_guns(rules, position("2331: GE-AGB", wet=1)) == 0
    match = drawn("2331: GE-AGB; 2233: BR-RTC; 2332: GE-1B", "german", "march")
    refused(match, "move GE-AGB 2332", "14.2")


@pytest.mark.rule("14.2")
def test_the_guns_must_leave_a_wet_flood_plain() -> None:
    match = drawn("1832: GE-AGB; 2332: GE-1B", "german", "march", wet=1)
    assert ("done",) not in match.decision.actions
    refused(match, "done", "14.2")
    play(match, "move GE-AGB 1833; done")
    assert match.decision.rule == "13.1"
    assert drawn("1832: GE-AGB", "german", "march").why("done") is None


# -- 15: infiltration


@pytest.mark.rule("15.1", "15.2", "15.4", "10.5", "13.34")
def test_stosstruppen_infiltrate_one_hex_through_zones() -> None:
    match = drawn("2332: GE-3-stoss GE-1B; 2233: BR-5; 2433: BR-6; allied: 2333", "german", "infiltration")
    assert offers(match, "take") == {"GE-3-stoss"}
    refused(match, "take GE-1B", "15.2")
    refused(match, "infiltrate GE-3-stoss 2233", "12.4")
    refused(match, "infiltrate GE-3-stoss 2334", "15.4")
    play(match, "infiltrate GE-3-stoss 2333")
    assert state(match).german >> storm().grid.hex("2333") & 1
    refused(match, "infiltrate GE-3-stoss 2332", "15.4")
    assert not offers(match, "take")


@pytest.mark.rule("15.1")
def test_not_out_of_supply() -> None:
    match = drawn("2332: GE-3-stoss GE-9-stoss; 2233: BR-5", "german", "infiltration")
    state(match).supply[unit("GE-3-stoss")] = CUT
    refused(match, "take GE-3-stoss", "15.1")
    play(match, "take GE-9-stoss")
    assert "2331" in offers(match, "go")


@pytest.mark.rule("15.1")
@pytest.mark.parametrize(("corps", "asked"), [("GE-3-stoss", "15.1"), ("GE-1B", "13.1")])
def test_that_stosstruppen_are_cut_off_is_not_told_by_passing_over_the_phase(corps: str, asked: str) -> None:
    """Stacks are face down: the phase is held as long as there may be somebody, and passed over if there is nobody."""
    match = drawn(f"2134: {corps}; 2035: BR-5; 2235: BR-4; 2034: BR-Port~", "german", "supply", turn=5)
    while match.decision.rule != "13.1":
        play(match, "done")
    assert state(match).supply[unit(corps)] == CUT
    play(match, "done")
    assert match.decision.rule == asked
    assert not offers(match, "take")


@pytest.mark.rule("15.3", "15.3(1)", "15.5")
def test_allied_tanks_and_companions_from_turn_9() -> None:
    places = "2234: BR-RTC BR-5; 2235: BR-6; 2332: GE-1B"
    assert drawn(places, "allied", "infiltration", turn=8).decision.rule == "13.1"
    match = drawn(places, "allied", "infiltration", turn=9)
    assert offers(match, "take") == {"BR-RTC", "BR-5"}
    refused(match, "take BR-6", "15.3")
    play(match, "infiltrate BR-5 2233; infiltrate BR-RTC 2134")


@pytest.mark.rule("15.5", "15.3(1)", "14.1")
def test_companions_infiltrate_when_the_tank_is_lost() -> None:
    places = "2234: BR-RTC BR-5 BR-6; 2333: GE-1B~"
    match = drawn(places, "allied", "march", turn=10, dice=[6])
    play(match, "done; attack 2333 with BR-RTC BR-5; confirm; roll; lose GE-1B")
    play(match, "lose BR-RTC")
    assert where(match, "BR-RTC") == "dead"
    while match.decision.rule != "15.1":
        match.play("done" if ("done",) in match.decision.actions else match.decision.texts[0])
    assert offers(match, "take") == {"BR-5", "BR-6"}


@pytest.mark.rule("15.3(1)", "11.6")
def test_a_tank_that_came_by_rail_stays_but_its_companions_go() -> None:
    match = drawn("2235: BR-5; 3337: BR-RTC; 2332: GE-1B", "allied", "rail", turn=10)
    play(match, "rail BR-RTC 2235; done; done; done")
    assert state(match).moved[unit("BR-RTC")] == RAILED
    assert offers(match, "take") == {"BR-5"}
    refused(match, "take BR-RTC", "11.6")


@pytest.mark.rule("15.3(2)", "15.6", "16.1")
def test_the_australian_american_corps_infiltrates_as_one() -> None:
    places = "2234: BR-Aus US-1 US-2; 2332: GE-1B; 2133: BR-4"
    match = drawn(places, "allied", "infiltration", turn=10, australian_american="on")
    assert offers(match, "take") == set()
    assert "2233" in offers(match, "corps")
    refused(match, "corps 2133", "15.6")
    play(match, "corps 2233")
    assert {where(match, name) for name in ("BR-Aus", "US-1", "US-2")} == {"2233"}
    assert drawn(places, "allied", "infiltration", turn=10).decision.rule == "13.1"
    assert corps(storm(australian_american="on"), position(places, turn=8, australian_american="on")) == []


@pytest.mark.rule("S3.21", "6.3(2)")
def test_fast_tanks_infiltrate_two_hexes() -> None:
    rules = storm("plan-1919")
    s = position("2332: BR-FT1", scenario="plan-1919")
    found = infiltration_hexes(rules, s, unit("BR-FT1"))
    distances = {
        rules.grid.distance(rules.grid.hex("2332"), rules.grid.hex(label)) for label in rules.grid.labels(found)
    }
    assert distances == {1, 2}
    wet = position("2332: BR-FT1", scenario="plan-1919", wet=1)
    far = {
        rules.grid.distance(rules.grid.hex("2332"), h)
        for h in rules.grid
        if infiltration_hexes(rules, wet, unit("BR-FT1")) >> h & 1
    }
    assert far <= {1}


@pytest.mark.rule("S3.21")
def test_fast_tanks_stop_in_rough_going_and_at_major_rivers() -> None:
    rules = storm("plan-1919")
    board, grid = rules.board, rules.grid
    stops = board.of("forest", "marsh", "mountain") | board.city
    for hex_ in grid:
        if board.home[ALLIED] >> hex_ & 1 and grid.adjacent(1 << hex_) & stops:
            s = position(f"{grid.label(hex_)}: BR-FT1", scenario="plan-1919")
            found = infiltration_hexes(rules, s, unit("BR-FT1"))
            for far in (h for h in grid if found >> h & 1 and grid.distance(hex_, h) == 2):
                between = board.near(hex_) & board.near(far) & ~stops
                between &= grid.adjacent_across(1 << hex_, board.major_river) & grid.adjacent_across(
                    1 << far, board.major_river
                )
                assert between


@pytest.mark.rule("S3.17", "S3.18", "S3.22", "S3.25", "S3.21")
def test_who_infiltrates_in_1919() -> None:
    rules = storm("plan-1919")
    s = position(
        "2332: AK GE-1PZ GE-1B; 2331: GE-3-stoss; 3520: USMC US-1; 3124: JEF; 2234: BR-5", scenario="plan-1919", turn=1
    )
    capable = {
        name
        for name in ("AK", "GE-1PZ", "GE-1B", "GE-3-stoss", "USMC", "US-1", "JEF", "BR-5")
        if is_capable(rules, s, unit(name))
    }
    assert capable == {"AK", "GE-1PZ", "GE-3-stoss", "USMC", "JEF"}
    match = drawn("2234: BR-FT1 BR-5; 2332: GE-1B", "allied", "infiltration", scenario="plan-1919", turn=1)
    assert offers(match, "take") == {"BR-FT1", "BR-5"}
    play(match, "take BR-5")
    assert all(
        storm().grid.distance(storm().grid.hex("2234"), storm().grid.hex(label)) == 1 for label in offers(match, "go")
    )


@pytest.mark.rule("S3.17")
def test_mountains_are_cheap_for_the_alpenkorps() -> None:
    board = storm("plan-1919").board
    mountains = board.of("mountain") & ~board.allied_trench
    assert board.enter(GERMAN, 1, True)[1] & mountains == mountains
    forest = board.of("forest") & ~board.allied_trench
    assert board.enter(GERMAN, 1, True)[1] & forest == forest
