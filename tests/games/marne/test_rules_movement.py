"""Movement and supply where the slow referee has found the game wrong."""

from __future__ import annotations

import pytest

from tests.asking import goes, offers, rule_of, told, where
from tests.games.marne.drawn import PETAIN, When, asked, bare, cost, real, river, state


@pytest.mark.rule("9.2")
def test_who_is_out_of_supply_may_stop_in_an_enemy_zone_next_to_the_commanded_hexes() -> None:
    match = bare("GE-9DI 2820 oos, BR-50DI 2919", hqs="GE-HQ-I 2803, FR-HQ-V 4020")
    assert "2818" in goes(match, "GE-9DI")


@pytest.mark.rule("11.2.1", "11.2.4")
def test_a_halt_for_a_pontoon_in_an_enemy_zone_ends_the_move() -> None:
    match = bare("GE-9DI 2808, GE-28DI 2810, BR-50DI 2811", minor="2810/2910")
    told(match, "take GE-9DI", "pause 2810")
    assert offers(match, "go") == set()
    assert rule_of(match, "go 2809") == "11.2.1"
    assert offers(match, "pontoon") == {"GE-9DI to 2910"}


@pytest.mark.rule("11.2.4")
def test_others_may_build_for_a_stack_that_has_halted_and_can_do_nothing_itself() -> None:
    match = bare("GE-9DI 2808, GE-28DI 2813, BR-50DI 2811", minor="2810/2910 2813/2913", dice=[1])
    told(match, "take GE-9DI", "pause 2810", "pontoon GE-9DI to 2910")
    assert set(match.decision.texts) == {"pontoon GE-28DI to 2913", "stop"}


RING = "GE-9DI 4519, GE-28DI 4520, GE-30DI 4521, GE-34DI 4818, GE-36DI 4821, GE-HQ-I 4616"
REIMS_CUT_OFF = f"FR-39DI 4720, FR-HQ-V 4720, {RING}"
"""A French division and its HQ south-east of Reims; no path leads from there or from Reims to the Allied edge."""


@pytest.mark.rule("12.3", "9.1")
def test_a_retreat_does_not_head_for_reims_when_it_is_cut_off() -> None:
    match = real(
        f"FR-39DI 4720 marked, FR-HQ-V 4734, {RING}, GE-14DI 4721", "disengagement", "allied", when=PETAIN, dice=[4]
    )
    told(match, "disengage FR-39DI")
    assert "4619" not in offers(match, "retreat")


@pytest.mark.rule("9.1/HQ fall back")
def test_an_hq_does_not_fall_back_to_a_reims_that_is_cut_off() -> None:
    units = f"{REIMS_CUT_OFF}, FR-ARMY-ART-1 4734"
    match = real(units, "marker-adjustment", "allied", when=When("friedensturm", 17, 3))
    told(match, "offensive FR-ARMY-ART-1")
    assert asked(match) == "allied 9.1/HQ fall back"
    assert "4619" not in offers(match, "go")


@pytest.mark.rule("9.1/HQ fall back")
def test_an_hq_that_falls_back_does_not_stop_alone_in_an_enemy_zone() -> None:
    match = bare(
        "GE-HQ-VII 2812, GE-ARMY-ART-1 2803, BR-50DI 2711, BR-25DI 2714, BR-8DI 2913",
        "marker-adjustment",
        "allied",
        when=When("blucher", 1, 3),
        sources="german 2802, allied 2834",
    )
    told(match, "offensive GE-ARMY-ART-1", "go 2811", "go 2810", "go 2809")
    assert where(match, "GE-HQ-VII") == "2809"
    assert asked(match) != "german 9.1/HQ fall back"


@pytest.mark.rule("11.2.4", "11.1.1")
@pytest.mark.parametrize(("kind", "points"), [("minor", 2), ("major", 3)])
def test_a_pontoon_does_not_level_the_slope_behind_the_river(kind: str, points: int) -> None:
    match = bare("GE-9DI 2810", pontoons="2810/2811", slopes="2810/2811", ground={kind: river(10)})
    assert cost(match, "GE-9DI", "2811") == points


@pytest.mark.rule("11.2.4", "11.1.3")
def test_a_bridge_that_is_repaired_beside_a_pontoon_carries_its_road_again() -> None:
    ground = {"major": "2810/2811", "road_bridges": "2810/2811", "roads": "2810-2811"}
    assert cost(bare("GE-9DI 2810", pontoons="2810/2811", down="2810/2811", ground=ground), "GE-9DI", "2811") == 2
    assert cost(bare("GE-9DI 2810", pontoons="2810/2811", ground=ground), "GE-9DI", "2811") == 0.5


@pytest.mark.rule("11.2.4/Removal")
def test_an_allied_unit_that_passes_through_the_hex_of_a_pontoon_takes_it_off() -> None:
    match = bare("BR-50DI 2808, GE-9DI 3010", side="allied", pontoons="2810/2811", minor="2810/2811")
    told(match, "move BR-50DI to 2609 via 2809 2810 2710")
    assert state(match).pontoons == ()


@pytest.mark.rule("11.1.1")
def test_nobody_takes_a_stack_that_cannot_go_anywhere() -> None:
    """Whoever stands with others in a ring of enemies is not taken up just because they could join him."""
    ring = "FR-1DI 2710, FR-9DI 2711, FR-13DI 2809, FR-15DI 2811, FR-18DI 2910, FR-19DI 2911"
    match = bare(f"GE-9DI 2810, GE-14DI 2810, GE-3GdDI 2810, {ring}")
    assert rule_of(match, "take GE-9DI") == "11.1.1"
