"""Chapters 7, 9 and 10: supply, stacking, zones of control."""

from __future__ import annotations

import pytest

from tests.asking import goes, offers, where
from tests.games.storm.drawn import drawn, events, labels, play, position, refused, state, steps, storm, unit
from westfront.engine.match import Match
from westfront.games.storm.battle import Battle, defence, strength
from westfront.games.storm.movement import allowance
from westfront.games.storm.stacking import closed_to, room_for_all
from westfront.games.storm.state import ALLIED, CROSS, CUT, DEAD, FORT, GERMAN, NORMAL, StormState
from westfront.games.storm.supply import (
    british_sources,
    find_supply,
    french_sources,
    german_sources,
    halved,
    open_to,
    supply_lines,
)


def supply_of(places: str, name: str, **more: object) -> int:
    """The supply that a unit finds in a position."""
    s = position(places, **more)  # type: ignore[arg-type]
    rules = storm(**{k: str(v) for k, v in more.items() if k == "cross_supply"})
    return find_supply(rules, s, rules.side_of[unit(name)])[unit(name)]


# -- 7


@pytest.mark.rule("7.4", "7.5", "7.6")
def test_the_sources_of_each_nationality() -> None:
    rules, s = storm(), position("")
    german, french = labels(german_sources(rules, s)), labels(french_sources(rules, s))
    assert {"1618", "2517", "4107"} <= german
    assert {"2244", "4112"} <= french
    assert not german & french
    assert labels(british_sources(rules, s)) == {"1237", "1339", "1441"}


@pytest.mark.rule("7.1", "7.3", "7.7", "7.10", "7.10-ex")
def test_a_line_leads_to_a_source_of_the_own_nationality() -> None:
    assert supply_of("2332: GE-1B", "GE-1B") == NORMAL
    ring = "3338: FR-1; 3336: FR-2; 3437: FR-3; 3437: FR-3"
    assert supply_of(f"3337: GE-1B; {ring}", "GE-1B") == CUT
    s = position("2332: GE-1B", facts={"german": storm().grid.hexset("2332", "2433")})
    assert find_supply(storm(), s, GERMAN)[unit("GE-1B")] == CUT, "no German source, and French ones do not count"
    many = "2332: GE-1B GE-2B GE-3B; 2331: GE-4 GE-6 GE-7"
    assert set(find_supply(storm(), position(many), GERMAN).values()) == {NORMAL}


@pytest.mark.rule("7.7", "7.9", "10.7")
def test_zones_block_lines_and_units_negate_them_but_zones_do_not() -> None:
    """A unit in a corner whose only way out is a hex in an enemy zone."""
    rules = storm()
    s = position("2332: GE-1B; 2234: BR-5")
    blocked = open_to(rules, s, ALLIED)
    assert not blocked >> rules.grid.hex("2233") & 1
    held = position("2332: GE-1B; 2234: BR-5; 2233: BR-1")
    assert open_to(rules, held, ALLIED) >> rules.grid.hex("2233") & 1
    free = open_to(rules, position("2234: BR-5; german: 2233"), ALLIED)
    assert free >> rules.grid.hex("2233") & 1, "an empty enemy hex is no obstacle"


@pytest.mark.rule("7.8")
def test_no_line_through_an_enemy_fortress_that_the_enemy_holds() -> None:
    rules = storm()
    reims = rules.grid.hex("3029")
    assert not open_to(rules, position("2928: GE-1B"), GERMAN) >> reims & 1
    assert open_to(rules, position("2928: GE-1B; german: 3029"), GERMAN) >> reims & 1
    assert not open_to(rules, position(""), ALLIED) >> rules.grid.hex("3217") & 1


@pytest.mark.rule("7.8")
def test_edge_sources_come_back_and_ports_do_not() -> None:
    rules = storm()
    assert not german_sources(rules, position("allied: 1618")) >> rules.grid.hex("1618") & 1
    assert german_sources(rules, position("")) >> rules.grid.hex("1618") & 1
    match = drawn("1338: GE-1B; 1238: BR-1", "german", "march")
    play(match, "move GE-1B 1339; done; done; done; done; done")
    s = state(match)
    assert labels(s.lost_ports) == {"1339"}
    s.german &= ~rules.grid.hexset("1339")
    assert labels(british_sources(rules, s)) == {"1237", "1441"}


@pytest.mark.rule("7.2", "7.2-ex")
@pytest.mark.parametrize(("factor", "half"), [(5, 3), (4, 2), (3, 2), (6, 3), (1, 1)])
def test_half_is_rounded_up(factor: int, half: int) -> None:
    assert halved(factor) == half


@pytest.mark.rule("7.2")
def test_movement_and_attack_are_halved_in_sum() -> None:
    rules = storm()
    s = position("2332: GE-1B GE-2B GE-3B; 2331: GE-4 GE-6 GE-3-stoss")
    out = [unit(name) for name in ("GE-1B", "GE-2B")]
    for u in (*out, unit("GE-3-stoss")):
        s.supply[u] = CUT
    assert strength(rules, s, (*out, unit("GE-3B"), unit("GE-4"))) == 15
    assert allowance(rules, s, out[0]) == 2
    assert allowance(rules, s, unit("GE-3-stoss")) == 3
    three = position("2332: BR-1 BR-2 BR-3")
    for u in (unit("BR-1"), unit("BR-2"), unit("BR-3")):
        three.supply[u] = CUT
    assert strength(rules, three, (unit("BR-1"), unit("BR-2"), unit("BR-3"))) == 5


ISLAND = "3337: GE-1B; 3338: FR-1; 3336: FR-2; 3437: FR-3; 3237: FR-4; 3238: FR-5; 3236: FR-6; 3436: FR-7; 2332: GE-2B"


@pytest.mark.rule("7.2", "5.2(II.H)", "XTS I.H")
def test_who_is_marked_and_still_cut_is_removed() -> None:
    match = drawn(ISLAND, "german", "supply")
    assert state(match).supply[unit("GE-1B")] == CUT
    assert events(match, "supply")[0]["what"] == "out of supply"
    play(match, "done; done; done; done; done")
    assert where(match, "GE-1B") == "dead"
    assert where(match, "GE-2B") == "2332"


@pytest.mark.rule("7.2")
def test_who_was_supplied_when_the_turn_began_is_not_looked_at_again() -> None:
    match = drawn(ISLAND, "german", "terminal")
    assert where(match, "GE-1B") == "3337"


@pytest.mark.rule("7.2")
def test_who_finds_a_line_before_the_end_survives() -> None:
    match = drawn("2332: GE-1B", "german", "second", facts={})
    state(match).supply[unit("GE-1B")] = CUT
    play(match, "done")
    assert where(match, "GE-1B") == "2332"
    assert state(match).supply[unit("GE-1B")] == NORMAL


PORTS_LOST = "german: 1237 1339 1441; 1736: BR-1; 3326: FR-1"


@pytest.mark.rule("7.11", "7.5", "7.6", "8.4")
def test_units_fed_by_an_ally_are_halved_but_live() -> None:
    match = drawn(
        PORTS_LOST.replace("BR-1", "BR-1~"), "allied", "supply", facts={"pool": bytearray((0, 5, 0, 0, 0, 0))}
    )
    s, rules = state(match), storm()
    assert s.supply[unit("BR-1")] == CROSS
    assert s.supply[unit("FR-1")] == NORMAL
    assert allowance(rules, s, unit("BR-1")) == 2
    assert strength(rules, s, (unit("BR-1"),)) == 1
    play(match, "replenish BR-1; done; done; done; done; done")
    assert where(match, "BR-1") == "1736"
    west = " ".join(storm().grid.labels(storm().board.edge[ALLIED]))
    assert supply_of(f"german: {west}; 1736: FR-1", "FR-1") == CROSS


@pytest.mark.rule("7.11", "7.2", "7.12", "7.13")
def test_defence_is_never_halved_unless_the_option_halves_cross_supply() -> None:
    s = position("1736: BR-1 BR-2; 1635: GE-1B")
    for u in (unit("BR-1"), unit("BR-2")):
        s.supply[u] = CROSS
    fight = (storm(), s, s.at[unit("BR-1")], (unit("GE-1B"),), (unit("BR-1"), unit("BR-2")))
    assert defence(Battle(*fight)) == 8
    assert defence(Battle(storm(cross_supply="halved-defence"), *fight[1:])) == 4
    s.supply[unit("BR-1")] = s.supply[unit("BR-2")] = CUT
    assert defence(Battle(storm(cross_supply="halved-defence"), *fight[1:])) == 8


def cut_verdun(inside: str) -> str:
    """Verdun surrounded by Germans, with units in it."""
    ring = ("3020", "3019", "3119", "3121", "3219", "3220")
    names = ("GE-1B", "GE-2B", "GE-3B", "GE-4", "GE-6", "GE-7")
    return f"3120: {inside}; " + "; ".join(f"{hex_}: {name}" for hex_, name in zip(ring, names, strict=True))


@pytest.mark.rule("7.13", "8.4", "7.15")
def test_french_fortress_supply() -> None:
    match = drawn(cut_verdun("FR-1~"), "allied", "supply")
    s, rules = state(match), storm()
    assert s.supply[unit("FR-1")] == FORT
    refused(match, "replenish FR-1", "8.4")
    assert (allowance(rules, s, unit("FR-1")), strength(rules, s, (unit("FR-1"),))) == (2, 1)
    fight = Battle(rules, s, s.at[unit("FR-1")], (unit("GE-1B"),), (unit("FR-1"),))
    assert defence(fight) == 3
    play(match, "done; done; done; done; done")
    assert where(match, "FR-1") == "3120"
    assert supply_of("3120: FR-1", "FR-1") == NORMAL


@pytest.mark.rule("7.13", "9.6")
def test_who_else_lives_on_a_fortress() -> None:
    assert supply_of(cut_verdun("BR-5"), "BR-5") == CUT
    assert supply_of(cut_verdun("US-1"), "US-1") == CUT
    assert supply_of(cut_verdun("US-1 FR-1"), "US-1") == FORT
    assert supply_of(cut_verdun("FR-1 IT-2"), "IT-2") == FORT
    assert supply_of(cut_verdun("US-1"), "US-1", turn=12) == CUT


@pytest.mark.rule("7.12")
def test_german_fortress_supply() -> None:
    ring = ("3117", "3116", "3216", "3218", "3316", "3317")
    names = ("FR-1", "FR-2", "FR-3", "FR-4", "FR-5", "FR-6")
    places = "; ".join(f"{hex_}: {name}" for hex_, name in zip(ring, names, strict=True))
    assert supply_of(f"3217: GE-1B; {places}", "GE-1B") == FORT
    assert supply_of(f"3217: GE-AGB; {places}", "GE-AGB") == FORT
    lines = supply_lines(storm(), position(f"3217: GE-1B; {places}"))
    assert not lines.german >> storm().grid.hex("3217") & 1, "a fortress is no source"


@pytest.mark.rule("7.14")
def test_a_fortress_once_lost_feeds_nobody() -> None:
    match = drawn("3121: GE-1B; allied: 3120", "german", "march")
    play(match, "move GE-1B 3120")
    assert labels(state(match).lost_forts) == {"3120"}
    lost = {"lost_forts": storm().grid.hexset("3120")}
    assert supply_of(cut_verdun("FR-1"), "FR-1", facts=lost) == CUT


@pytest.mark.rule("7.16", "7.2", "7.13")
def test_a_fortress_unit_may_walk_out_and_is_lost_only_a_turn_later() -> None:
    edge = " ".join(storm().grid.labels(storm().board.edge[ALLIED] | storm().board.ports))
    match = drawn(f"3120: FR-1; 2331: GE-1B; german: {edge}", "allied", "supply", turn=3)
    assert state(match).supply[unit("FR-1")] == FORT
    play(match, "done; done; move FR-1 3121; done; done; done")
    assert where(match, "FR-1") == "3121", "only units marked out of supply are looked at"
    play(match, "roll; done; done; done; done; done; done; done; done; done")
    assert state(match).supply[unit("FR-1")] == CUT
    play(match, "done")
    assert where(match, "FR-1") == "dead"


# -- 9


@pytest.mark.rule("9.1", "9.3", "9.7")
def test_three_units_to_a_hex_and_no_more() -> None:
    match = drawn("2332: GE-1B GE-2B GE-3B; 2331: GE-4", "german", "march")
    refused(match, "move GE-4 2332", "9.1")
    assert "2332" not in offers_after_take(match, "GE-4")


def offers_after_take(match: Match, name: str) -> set[str]:
    """Where a unit may go."""
    match.play(f"take {name}")
    found = offers(match, "go")
    match.play("cancel")
    return found


@pytest.mark.rule("9.2")
def test_limits_hold_on_the_way_too() -> None:
    match = drawn("2332: GE-1B GE-2B GE-3B; 2331: GE-4", "german", "march")
    refused(match, "move GE-4 2333 via 2332", "9.1")
    one_by_one = drawn("2332: GE-1B GE-2B; 2331: GE-4 GE-6; german: 2333", "german", "march")
    play(one_by_one, "move GE-4 2333; move GE-6 2333")


@pytest.mark.rule("9.4", "9.4-ex")
def test_tanks_and_guns_stack_free_but_one_to_a_hex() -> None:
    rules = storm()
    s = position("3337: US-1 US-2 US-3; 3338: US-TC", turn=12)
    assert not closed_to(rules, s, unit("US-TC")) >> rules.grid.hex("3337") & 1
    s = position("2235: BR-1 BR-2 BR-3 BR-RTC; 2236: BR-4")
    assert closed_to(rules, s, unit("BR-4")) >> rules.grid.hex("2235") & 1
    two = position("2235: BR-1 BR-RTC; 2236: FR-AAC")
    assert closed_to(rules, two, unit("FR-AAC")) >> rules.grid.hex("2235") & 1


@pytest.mark.rule("9.5", "9.5-ex")
def test_allied_nationalities_do_not_mix() -> None:
    rules = storm()
    s = position("2235: BR-1; 2236: FR-1; 2237: IT-2; 2238: BR-Aus; 2239: BE-1")
    hex_ = rules.grid.hex
    closed = closed_to(rules, s, unit("FR-1"))
    assert closed >> hex_("2235") & 1
    assert closed >> hex_("2239") & 1
    assert not closed >> hex_("2237") & 1
    assert not closed_to(rules, s, unit("BR-1")) >> hex_("2238") & 1
    match = drawn("2234: BR-1; 2235: FR-1", "allied", "march")
    refused(match, "move BR-1 2235", "9.5")


@pytest.mark.rule("9.6")
def test_nine_american_divisions_may_be_guests() -> None:
    rules = storm()
    s = position("2235: BR-1 BR-2; 2236: US-1 US-TC; 2237: FR-1 US-2; 2238: US-3", turn=12)
    hex_ = rules.grid.hex
    assert not closed_to(rules, s, unit("US-1")) >> hex_("2235") & 1
    assert closed_to(rules, s, unit("US-TC")) >> hex_("2235") & 1, "the Tank Corps is no guest"
    assert closed_to(rules, s, unit("BR-1")) >> hex_("2236") & 1, "nor a host of the Tank Corps"
    assert closed_to(rules, s, unit("BR-1")) >> hex_("2237") & 1, "two hosts do not mix"
    divisions = [u for u in rules.own[ALLIED] if rules.is_division[u] and u not in (unit("US-1"), unit("USMC"))]
    for u in divisions[:9]:
        s.guest[u] = 1
    assert closed_to(rules, s, unit("US-1")) >> hex_("2235") & 1
    assert not closed_to(storm(nine_americans="at-once"), s, unit("US-1")) >> hex_("2235") & 1


@pytest.mark.rule("9.6")
def test_guests_are_counted_when_they_share_a_hex_and_anew_each_turn() -> None:
    match = drawn("2236: US-1; 2235: BR-1; german: ", "allied", "march", turn=12)
    play(match, "move US-1 2235")
    assert state(match).guest[unit("US-1")] == 1
    match = drawn("2235: BR-1 US-1; 2237: US-2", phase="turn", turn=10)
    assert [state(match).guest[unit(name)] for name in ("US-1", "US-2")] == [1, 0]


@pytest.mark.rule("9.6")
def test_a_guest_that_dies_still_counts_in_its_turn() -> None:
    match = drawn("2332: GE-3-stoss GE-1B GE-2B; 2233: BR-1~ US-1~", "german", "combat", dice=[6], turn=10)
    state(match).guest[unit("US-1")] = 1
    play(match, "attack 2233 with GE-3-stoss GE-1B GE-2B; confirm; roll; lose US-1")
    assert state(match).at[unit("US-1")] == DEAD
    assert state(match).guest[unit("US-1")] == 1


@pytest.mark.rule("9.6", "9.2")
def test_the_nine_are_counted_over_the_whole_way_of_a_host() -> None:
    ring = "2237: FR-1; 2238: FR-2; 2336: FR-3; 2437: FR-4; 2438: FR-5"
    divisions = [u for u in storm().divisions if storm().names.units[u] not in ("US-1", "US-2", "US-3", "US-4")]
    for places, rule in ((ring, "9.6"), ("", "")):
        match = drawn(f"2337: BR-1; 2338: US-1 US-2; 2339: US-3; {places}", "allied", "march", turn=12)
        for guest in divisions[:7]:
            state(match).guest[guest] = 1
        refused(match, "move BR-1 2339 via 2338", "9.6")
        if rule:
            refused(match, "move BR-1 2339", rule)
        assert ("2339" in goes(match, "BR-1")) == (not rule), "there is another way"
        play(match, "move BR-1 2338")


@pytest.mark.rule("9.6", "7.6")
def test_guests_keep_their_own_sources() -> None:
    west = " ".join(storm().grid.labels(storm().board.edge[ALLIED]))
    assert supply_of(f"1736: BR-1 US-1; german: {west}", "US-1") == CROSS
    assert supply_of(f"1736: BR-1 US-1; german: {west}", "BR-1") == NORMAL


@pytest.mark.rule("S3.14", "S3.15", "S3.16", "S3.25")
def test_stacking_in_1919() -> None:
    rules = storm("plan-1919")

    def may(places: str, name: str, label: str) -> bool:
        s = position(places, scenario="plan-1919")
        return not closed_to(rules, s, unit(name)) >> rules.grid.hex(label) & 1

    assert may("3520: US-1 US-3 US-4; 3521: US-5", "US-5", "3520")
    assert may("3520: US-1 US-3 US-4 US-5; 3521: US-TC-1919", "US-TC-1919", "3520")
    assert not may("3520: US-1 US-3 US-4 US-5; 3521: US-7", "US-7", "3520")
    assert not may("3520: FR-1; 3521: US-7", "US-7", "3520")
    assert may("2235: BR-HT1; 2236: BR-FT1", "BR-FT1", "2235")
    assert not may("2235: BR-HT1; 2236: BR-HT2", "BR-HT2", "2235")
    assert not may("2235: BR-FT1; 2236: BR-FT2", "BR-FT2", "2235")
    assert not may("2932: FR-AAC; 2933: FR-2AAC", "FR-2AAC", "2932")
    assert not may("2331: GE-AT1 GE-1B; 2330: GE-AT2", "GE-AT2", "2331")
    assert not may("2331: GE-AT1 GE-1B; 2330: GE-1PZ", "GE-1PZ", "2331")
    assert may("2331: GE-AT1 GE-1B; 2330: AHEF", "AHEF", "2331")
    assert not may("3124: JEF; 3125: FR-1", "FR-1", "3124")
    assert not may("3124: FR-1; 3125: JEF", "JEF", "3124")


def test_a_whole_force_needs_room_for_all_of_it() -> None:
    rules, s = storm(), position("2235: BR-1 BR-2; 2236: BR-3")
    force = (unit("BR-1"), unit("BR-2"))
    assert room_for_all(rules, s, force, rules.grid.hex("2236"))
    s = position("2235: BR-1 BR-2 BR-4; 2236: BR-3")
    assert not room_for_all(rules, s, (*force, unit("BR-4")), rules.grid.hex("2236"))


# -- 10


@pytest.mark.rule("10.1", "S3.19")
@pytest.mark.parametrize(("name", "exerts"), [("GE-1B", True), ("GE-AGB", False), ("GE-AT1", False), ("GE-1PZ", False)])
def test_who_has_a_zone_of_control(name: str, exerts: bool) -> None:
    s = position(f"2331: {name}", scenario="plan-1919")
    zone = storm("plan-1919").zone(s, GERMAN)
    assert bool(zone) == exerts
    if exerts:
        assert len(labels(zone)) == 6


@pytest.mark.rule("10.1")
def test_tanks_have_no_zone_but_their_companions_do() -> None:
    assert not storm().zone(position("2235: BR-RTC"), ALLIED)
    assert storm().zone(position("2235: BR-RTC BR-1"), ALLIED)
    assert storm().zone(position("2235: FR-1C"), ALLIED)


@pytest.mark.rule("10.2", "10.2-ex")
def test_no_zone_over_an_all_sea_hexside() -> None:
    zone = storm().zone(position("2042: BR-1"), ALLIED)
    assert not zone >> storm().grid.hex("1941") & 1
    assert storm().grid.direction(storm().grid.hex("2042"), storm().grid.hex("1941")) is not None
    assert zone >> storm().grid.hex("2041") & 1


@pytest.mark.rule("10.4")
def test_units_stop_in_zones_and_leave_them_only_for_free_hexes() -> None:
    match = drawn("2331: GE-1B; 2233: BR-5; 2433: BR-6", "german", "march")
    refused(match, "move GE-1B 2432 via 2332", "10.4")
    play(match, "move GE-1B 2332")
    match = drawn("2332: GE-10~; 2331: GE-4 GE-6 GE-7; 2233: BR-5; 2433: BR-6", "german", "march")
    refused(match, "move GE-10 2432", "10.4")


@pytest.mark.rule("10.4")
def test_friends_do_not_negate_zones_for_movement() -> None:
    match = drawn("2332: GE-10~; 2331: GE-4 GE-6 GE-7; 2432: GE-2B; 2233: BR-5; 2433: BR-6", "german", "march")
    refused(match, "move GE-10 2432", "10.4")


@pytest.mark.rule("10.4")
def test_out_of_a_zone_over_a_free_hex_into_another_zone() -> None:
    match = drawn("2332: GE-3-stoss; 2233: BR-5; 2433: BR-6", "german", "march")
    play(match, "move GE-3-stoss 2432")
    assert events(match, "moved")[0]["path"] == tuple(map(storm().grid.hex, ("2332", "2331", "2432")))
    assert steps(match, "GE-3-stoss") == 2


@pytest.mark.rule("10.4", "10.1")
def test_a_lone_tank_stops_nobody() -> None:
    match = drawn("2331: GE-3-stoss; 2233: BR-RTC; german: 2332 2432", "german", "march")
    play(match, "move GE-3-stoss 2432 via 2332")
    assert isinstance(match.state, StormState)
