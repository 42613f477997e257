"""Chapters 13.29 to 13.34, 14.1, 14.3, 16.7, S3.15, S3.19, S3.22, S3.26: losses, retreat, advance, bombs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.asking import offers, where
from tests.games.storm.drawn import drawn, events, morale, play, position, refused, state, steps, storm, unit
from westfront.engine.match import Match
from westfront.games.storm.losses import attackers_to_lose, defenders_to_lose, retreat_hexes
from westfront.games.storm.state import DEFENDED

THREE = "2332: GE-3-stoss GE-9-stoss GE-11-stoss"


def battle(places: str, target: str, attackers: str, die: int, side: str = "german", **more: Any) -> Match:
    """A battle after its die."""
    match = drawn(places, side, more.pop("phase", "combat"), dice=[die], **more)
    play(match, f"attack {target} with {attackers}; confirm; roll")
    return match


def points(match: Match) -> tuple[int, int]:
    """Loss points of attacker and defender."""
    facts = events(match, "result")[-1]
    return facts["attacker"], facts["defender"]


@pytest.mark.rule("13.29", "13.31", "13.31-ex", "2.47")
def test_the_defender_pays_first_step_by_step() -> None:
    match = battle(f"{THREE}; 2233: BR-5 BR-1", "2233", "GE-3-stoss GE-9-stoss GE-11-stoss", 6)
    assert points(match) == (2, 2)
    assert match.decision.side == "allied"
    assert offers(match, "lose") == {"BR-5", "BR-1"}
    refused(match, "lose GE-3-stoss", "13.31")
    refused(match, "retreat 2234", "13.30", "last loss point")
    play(match, "lose BR-1; lose BR-1")
    assert (where(match, "BR-1"), steps(match, "BR-5")) == ("dead", 2)
    assert match.decision.side == "german"
    play(match, "lose GE-3-stoss; lose GE-9-stoss")
    assert match.decision.rule == "13.1", "the hex is still held"


@pytest.mark.rule("13.30", "13.31", "13.33")
def test_a_retreat_pays_the_last_point_and_the_attacker_may_advance() -> None:
    match = battle(f"{THREE}; 2233: BR-5", "2233", "GE-3-stoss GE-9-stoss", 6, turn=3)
    assert points(match) == (2, 2)
    assert not offers(match, "retreat"), "the first point is a step"
    play(match, "lose BR-5; retreat 2234; lose GE-3-stoss; lose GE-3-stoss; advance GE-9-stoss")
    assert (where(match, "BR-5"), steps(match, "BR-5"), where(match, "GE-9-stoss")) == ("2234", 1, "2233")
    refused(match, "advance GE-11-stoss", "13.33")


@pytest.mark.rule("13.30", "10.6", "13.33", "3.5")
def test_a_full_corps_with_one_point_may_stay_or_go() -> None:
    match = battle("2332: GE-1B GE-2B; 2233: BR-5", "2233", "GE-1B GE-2B", 6)
    assert points(match) == (2, 1)
    assert offers(match, "lose") == {"BR-5"}
    assert {"2134", "2234"} & offers(match, "retreat")
    play(match, "retreat 2234; lose GE-1B; lose GE-1B")
    assert (where(match, "BR-5"), steps(match, "BR-5")) == ("2234", 2)
    assert state(match).fought[unit("BR-5")] & DEFENDED
    assert offers(match, "advance") == {"GE-2B"}
    refused(match, "advance GE-1B", "13.33")
    play(match, "advance GE-2B; done")
    assert where(match, "GE-2B") == "2233"
    assert state(match).german >> storm().grid.hex("2233") & 1


@pytest.mark.rule("13.30")
def test_no_loss_points_no_retreat() -> None:
    match = battle("2332: GE-1B; 2233: BR-5", "2233", "GE-1B", 1)
    assert points(match) == (2, 0)
    assert match.decision.side == "german"


@pytest.mark.rule("13.31")
def test_surplus_points_vanish() -> None:
    match = battle(f"{THREE}; 2333: FR-1C~", "2333", "GE-3-stoss GE-9-stoss GE-11-stoss", 6)
    assert points(match)[1] > 1
    play(match, "lose FR-1C")
    assert where(match, "FR-1C") == "dead"
    assert match.decision.side == "german"


def ways(places: str, names: str, hex_: str, **more: Any) -> set[str]:
    """Where a force may retreat to."""
    s = position(places, **more)
    rules = storm(more.get("scenario", "campaign"))
    return set(rules.grid.labels(retreat_hexes(rules, s, [unit(name) for name in names.split()], rules.grid.hex(hex_))))


@pytest.mark.rule("10.6", "13.30")
def test_an_enemy_zone_costs_one_step_in_all_unless_a_friend_is_there() -> None:
    places = "2332: GE-1B GE-2B GE-3-stoss; 2233: BR-5 BR-4; 2235: GE-6"
    match = battle(places, "2233", "GE-1B GE-2B GE-3-stoss", 4)
    assert points(match)[1] == 1
    assert "2234" in offers(match, "retreat")
    play(match, "retreat 2234")
    assert match.decision.rule == "10.6"
    assert offers(match, "lose") == {"BR-5", "BR-4"}
    refused(match, "lose GE-1B", "13.31")
    play(match, "lose BR-5")
    assert (steps(match, "BR-5"), steps(match, "BR-4")) == (1, 2)
    assert match.decision.side == "german"
    match = battle(f"{places}; 2234: BR-1", "2233", "GE-1B GE-2B GE-3-stoss", 4)
    play(match, "retreat 2234")
    assert match.decision.side == "german"


@pytest.mark.rule("13.30", "9.1", "13.30-ex")
def test_where_a_force_may_go() -> None:
    assert "2234" in ways("2233: BR-5 BR-4; 2234: BR-1", "BR-5 BR-4", "2233")
    assert "2234" not in ways("2233: BR-5 BR-4 BR-7; 2234: BR-1", "BR-5 BR-4 BR-7", "2233")
    assert "2234" not in ways("2233: BR-5; 2234: FR-1", "BR-5", "2233")
    assert "2332" not in ways("2233: BR-5; 2332: GE-1B", "BR-5", "2233")
    assert "1941" not in ways("2042: BR-5", "BR-5", "2042")
    assert "2034" in ways("2134: BR-5; german: 2034", "BR-5", "2134"), "enemy control is no bar"
    assert ways("2331: GE-AGB GE-1B; 2332: FR-1", "GE-AGB GE-1B", "2331") == set()


@pytest.mark.rule("10.6", "13.30")
def test_a_retreat_that_would_cost_the_last_step_is_none() -> None:
    assert "2234" not in ways("2233: BR-5~; 2235: GE-6", "BR-5", "2233")
    assert "2234" in ways("2233: BR-5; 2235: GE-6", "BR-5", "2233")
    match = battle("2332: GE-1B GE-2B; 2233: BR-5~; 2134: GE-4; 2235: GE-6", "2233", "GE-1B GE-2B", 4)
    refused(match, "retreat 2234", "10.6")


@pytest.mark.rule("13.30")
def test_three_reduced_corps_and_a_hex_with_one_friend() -> None:
    places = "2233: BR-5~ BR-4~; 2234: BR-1"
    assert "2234" in ways(places, "BR-5 BR-4", "2233")


@pytest.mark.rule("13.30", "13.5")
def test_refugees_add_nothing_and_die_with_the_first_loss_point() -> None:
    places = "2332: GE-1B GE-2B; 2333: GE-3-stoss GE-9-stoss GE-4; 2233: BR-5; 2234: BR-1; german: 2333"
    match = drawn(places, "german", "combat", dice=[6, 6])
    play(match, "attack 2233 with GE-1B GE-2B; confirm; roll; retreat 2234; lose GE-1B; lose GE-1B; done")
    play(match, "attack 2234 with GE-3-stoss GE-9-stoss GE-4; confirm")
    assert "19 against 4" in match.decision.prompt
    play(match, "roll")
    assert where(match, "BR-5") == "dead"
    assert match.decision.side == "allied"


@pytest.mark.rule("13.30", "13.5")
def test_a_hex_with_refugees_alone_is_immune_in_this_phase() -> None:
    places = "2332: GE-1B GE-2B; 2333: GE-3-stoss; 2233: BR-5"
    match = drawn(places, "german", "combat", dice=[6])
    play(match, "attack 2233 with GE-1B GE-2B; confirm; roll; retreat 2234; lose BR-5; lose GE-1B; lose GE-1B; done")
    refused(match, "attack 2234", "13.5")
    play(match, "done; done")
    assert "2234" in offers(match, "attack")


@pytest.mark.rule("13.33", "9.5", "9.6")
def test_the_advance_keeps_to_stacking_limits() -> None:
    places = "2234: BR-5 BR-4; 2433: FR-1 FR-2; 2333: GE-10~"
    match = battle(places, "2333", "BR-5 BR-4 FR-1 FR-2", 6, "allied")
    play(match, "lose GE-10")
    while match.decision.rule == "13.31":
        play(match, f"lose {sorted(offers(match, 'lose'))[0]}")
    play(match, "advance FR-1")
    assert not any(name.startswith("BR") for name in offers(match, "advance"))
    refused(match, "advance BR-5", "9.5")
    play(match, "done")


@pytest.mark.rule("13.33")
def test_nobody_advances_when_all_attackers_are_dead() -> None:
    match = battle("2231: GE-10~; 2232: FR-1C~", "2232", "GE-10", 6)
    play(match, "lose FR-1C; lose GE-10")
    assert (where(match, "FR-1C"), where(match, "GE-10")) == ("dead", "dead")
    assert match.decision.rule == "13.1"
    assert not state(match).german >> storm().grid.hex("2232") & 1


@pytest.mark.rule("13.34", "13.2", "15.1")
def test_who_has_advanced_may_infiltrate_and_attack_again() -> None:
    places = "2332: GE-3-stoss GE-9-stoss GE-11-stoss; 2333: FR-1C~; 2335: BR-5; allied: 2334"
    match = battle(places, "2333", "GE-3-stoss GE-9-stoss GE-11-stoss", 6)
    play(match, "lose FR-1C")
    while match.decision.rule == "13.31":
        play(match, "lose GE-11-stoss" if where(match, "GE-11-stoss") != "dead" else "lose GE-9-stoss")
    play(match, "advance GE-3-stoss; done; done; infiltrate GE-3-stoss 2334; done; attack 2335 with GE-3-stoss")


# -- the order of losses


def payers(
    places: str,
    names: str,
    points: int = 2,
    owed: bool = False,
    defending: bool = False,
    tanks: bool = False,
    **more: Any,
) -> set[str]:
    """Who may pay the next point."""
    s = position(places, **more)
    rules = storm(more.get("scenario", "campaign"))
    units = [unit(name) for name in names.split()]
    found = defenders_to_lose(rules, s, units, tanks) if defending else attackers_to_lose(rules, s, units, points, owed)
    return {rules.names.units[u] for u in found}


@pytest.mark.rule("14.1", "14.1-ex")
def test_tanks_are_the_first_to_go_when_they_attack() -> None:
    places = "2234: BR-RTC BR-5; 2433: FR-AAC FR-1"
    assert payers(places, "BR-RTC BR-5 FR-AAC FR-1") == {"BR-RTC", "FR-AAC"}
    assert payers("2234: BR-5; 2433: FR-1", "BR-5 FR-1") == {"BR-5", "FR-1"}
    assert payers(places, "BR-RTC BR-5", defending=True) == {"BR-RTC", "BR-5"}


@pytest.mark.rule("14.3")
def test_the_guns_are_the_last_to_go() -> None:
    assert payers("2331: GE-AGB GE-1B", "GE-AGB GE-1B", defending=True) == {"GE-1B"}
    assert payers("2331: GE-AGB", "GE-AGB", defending=True) == {"GE-AGB"}
    match = battle("2331: GE-AGB GE-1B; 2332: FR-1 FR-2", "2331", "FR-1 FR-2", 6, "allied")
    assert (points(match)[1], offers(match, "retreat")) == (1, set())
    refused(match, "retreat 2330", "14.3")
    play(match, "lose GE-1B")
    assert (steps(match, "GE-1B"), where(match, "GE-AGB")) == (1, "2331")


@pytest.mark.rule("16.7", "S3.3")
def test_stosstruppen_owe_one_point() -> None:
    places = "2332: GE-3-stoss GE-1B"
    assert payers(places, "GE-3-stoss GE-1B", 2, True) == {"GE-3-stoss", "GE-1B"}
    assert payers(places, "GE-3-stoss GE-1B", 1, True) == {"GE-3-stoss"}
    assert payers(places, "GE-3-stoss GE-1B", 1, False) == {"GE-3-stoss", "GE-1B"}
    match = battle("2332: GE-3-stoss GE-1B; 2233: BR-5", "2233", "GE-3-stoss GE-1B", 2, storm_losses="on")
    assert points(match) == (2, 0)
    play(match, "lose GE-1B")
    assert offers(match, "lose") == {"GE-3-stoss"}
    refused(match, "lose GE-1B", "16.7")


@pytest.mark.rule("S3.15", "S3.18", "S3.20", "14.1")
def test_heavy_tanks_go_before_fast_ones() -> None:
    plan: dict[str, Any] = {"scenario": "plan-1919"}
    assert payers("2234: BR-HT1 BR-FT1 BR-5; 2433: FR-AAC FR-1", "BR-HT1 BR-FT1 BR-5 FR-AAC FR-1", **plan) == {
        "BR-HT1",
        "FR-AAC",
    }
    assert payers("2234: BR-FT1 BR-5", "BR-FT1 BR-5", **plan) == {"BR-FT1"}
    assert payers("2332: GE-1PZ GE-3-stoss", "GE-1PZ GE-3-stoss", 1, True, **plan) == {"GE-1PZ"}


@pytest.mark.rule("S3.19")
def test_anti_tank_units_go_first_against_tanks() -> None:
    plan: dict[str, Any] = {"scenario": "plan-1919"}
    assert payers("2332: GE-AT1 GE-1B", "GE-AT1 GE-1B", defending=True, tanks=True, **plan) == {"GE-AT1"}
    assert payers("2332: GE-AT1 GE-1B", "GE-AT1 GE-1B", defending=True, **plan) == {"GE-AT1", "GE-1B"}


@pytest.mark.rule("S3.22")
def test_the_marines_go_first_in_any_combat() -> None:
    plan: dict[str, Any] = {"scenario": "plan-1919"}
    assert payers("3520: USMC US-1", "USMC US-1", **plan) == {"USMC"}
    assert payers("3520: USMC US-1 US-TC-1919", "USMC US-1 US-TC-1919", **plan) == {"US-TC-1919"}
    assert payers("3520: USMC US-1", "USMC US-1", defending=True, **plan) == {"USMC"}
    assert payers("3520: USMC US-1 US-TC-1919", "USMC US-1 US-TC-1919", defending=True, **plan) == {
        "USMC",
        "US-TC-1919",
    }


@pytest.mark.rule("13.32")
def test_a_fortress_costs_the_attacker_more() -> None:
    match = battle("3121: GE-1B GE-2B GE-3B; 3120: FR-1", "3120", "GE-1B GE-2B GE-3B", 6)
    view = events(match, "odds")[0]
    assert (view["odds"], view["modifiers"]) == ("3:1", "-1 rough [13.19], -1 all over rivers [13.22], -1 town [13.23]")
    assert points(match) == (3 + 2, 1)


# -- bombs


AIR = "2332: GE-1B GE-2B; 2234: BR-5; air: GE-Air RAF BR-Air"


@pytest.mark.rule("S3.26", "S3.26(a)", "XTS I.A.2", "S3.27")
def test_strategic_bombing() -> None:
    facts = {"pool": bytearray(6)}
    match = drawn(AIR, phase="turn", turn=2, scenario="plan-1919", dice=[6], facts=facts)
    assert (match.decision.side, match.decision.rule) == ("allied", "S3.26")
    play(match, "send")
    assert match.decision.side == "german"
    play(match, "keep; roll")
    assert events(match, "Ruhr bombed")[0]["number"] == 2
    assert state(match).pool[0] == 0
    match = drawn(AIR, phase="turn", turn=2, scenario="plan-1919", facts=facts)
    play(match, "send; defend")
    assert match.decision.rule == "8.2"
    assert state(match).pool[0] == 2
    assert (where(match, "RAF"), where(match, "GE-Air")) == ("spent", "spent")
    table = [storm("plan-1919").strategic_bombing.named(die, "rate") for die in range(1, 7)]
    assert table == ["0", "0", "0", "1", "1", "2"]


@pytest.mark.rule("S3.13", "S3.26", "S3.26(a)", "XTS I.A.2")
def test_bombers_in_wet_weather_and_on_the_first_turn() -> None:
    match = drawn(AIR, phase="turn", turn=8, scenario="plan-1919", dice=[1])
    play(match, "send; keep; roll")
    assert state(match).wet
    assert match.decision.rule == "8.2"
    assert where(match, "RAF") == "spent"
    assert drawn(AIR, phase="turn", turn=0, scenario="plan-1919").decision.rule == "8.2"


@pytest.mark.rule("S3.26", "S3.26(b)")
def test_tactical_bombing() -> None:
    match = drawn(AIR, "german", "second", turn=2, scenario="plan-1919", dice=[6])
    play(match, "done")
    assert match.decision.rule == "S3.26(b)"
    refused(match, "bomb 2234", "S3.26(b)")
    play(match, "bomb 2332")
    assert match.decision.side == "german"
    play(match, "keep; roll")
    assert offers(match, "lose") == {"GE-1B", "GE-2B"}
    refused(match, "lose BR-5", "S3.26(b)")
    play(match, "lose GE-1B; lose GE-2B")
    assert (steps(match, "GE-1B"), steps(match, "GE-2B")) == (1, 1)
    assert match.decision.rule == "8.2"
    match = drawn(AIR, "german", "second", turn=2, scenario="plan-1919")
    play(match, "done; bomb 2332; intercept")
    assert (where(match, "RAF"), where(match, "GE-Air")) == ("spent", "spent")
    match = drawn(AIR, "german", "second", turn=2, scenario="plan-1919")
    play(match, "done; keep")
    assert where(match, "RAF") == "air"


@pytest.mark.rule("S3.26(b)")
@pytest.mark.parametrize(("die", "lost"), [(6, 1), (4, 0), (5, 1)])
def test_a_german_fortress_is_harder_to_bomb(die: int, lost: int) -> None:
    match = drawn("3217: GE-1B; 2234: BR-5; air: RAF", "german", "second", turn=2, scenario="plan-1919", dice=[die])
    play(match, "done; bomb 3217; roll")
    assert events(match, "bombed")[0]["number"] == lost


@pytest.mark.rule("S3.26", "13.14")
def test_the_bombers_as_ground_support() -> None:
    match = drawn(AIR.replace("2332: GE-1B GE-2B", "2333: GE-1B"), "allied", "combat", turn=2, scenario="plan-1919")
    play(match, "attack 2333 with BR-5; confirm")
    assert offers(match, "fly") == {"0", "1", "2"}
    play(match, "fly 1")
    assert (where(match, "BR-Air"), where(match, "RAF")) == ("spent", "air")
    assert morale(match)[0] == 18
