"""Situations that a referee wrote from the booklet before he looked at the game."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told, where
from tests.games.marne.drawn import (
    BRUCHMULLER,
    PETAIN,
    When,
    asked,
    bare,
    battle,
    declare,
    line,
    marks,
    number,
    odds_of,
    real,
    river,
    rules_of,
    staged,
    state,
)
from westfront.engine.data import Overrides
from westfront.engine.match import Match
from westfront.engine.modifiers import applied
from westfront.errors import DataError
from westfront.games.marne.air import Recovery, air_due
from westfront.games.marne.artillery import fire_modifiers
from westfront.games.marne.coordination import ATTACK_DIE, DEFENCE_DIE
from westfront.games.marne.sequence import GameTurn, OperationalSequence
from westfront.games.marne.state import MISUNDERSTOOD, NONE, PARTIAL, PERFECT
from westfront.hexgrid import reach

SECOND = When("blucher", 1, 2)


def under(match: Match, stosstruppen: str) -> str:
    """The regiment over some Stosstruppen."""
    return rules_of(match).names.units[state(match).under[number(match, stosstruppen)]]


# -- guns and leads


@pytest.mark.rule("12.2.3", "12.5", "12.2.2")
def test_fire_that_disorganises_the_only_leader_cancels_the_attack() -> None:
    match = bare("GE-9DI 2810, BR-50DI 2811, FR-CORPS-ART-1 2812", "combat", dice=[2])
    declare(match, "2811", "GE-9DI", "support FR-CORPS-ART-1", "confirm", "roll")
    assert line(told(match, "disorder GE-9DI"), "No unit can lead")
    assert rule_of(match, "attack 2811") == "12.1"
    assert len(match.dice.rolls) == 1


@pytest.mark.rule("12.2.2", "15.2.2", "12.2.2/Fire wins")
def test_the_defenders_guns_fire_though_their_infantry_is_gone() -> None:
    guns = "GE-CORPS-ART-1 2809, GE-CORPS-ART-2 2809"
    match = bare(f"GE-9DI 2810, {guns}, BR-50DI 2811 lost:1, FR-CORPS-ART-1 2812", "combat", dice=[6, 4])
    declare(match, "2811", "GE-9DI", "support GE-CORPS-ART-1 GE-CORPS-ART-2", "confirm", "support FR-CORPS-ART-1")
    told(match, "confirm", "confirm", "roll", "lose BR-50DI")
    assert asked(match) == "allied 15.2.2"
    told(match, "roll")
    assert offers(match, "disorder") == {"GE-9DI"}


@pytest.mark.rule("12.2.2/Fire wins", "12.2.6 tab5")
def test_orders_are_misunderstood_though_fire_has_cleared_the_hex() -> None:
    guns = "GE-CORPS-ART-1 2809, GE-CORPS-ART-2 2809"
    match = bare(f"GE-9DI 2810, GE-197DI 2711, {guns}, BR-50DI 2811 lost:1", "combat", dice=[6, 1, 4])
    declare(match, "2811", "GE-9DI GE-197DI", "support GE-CORPS-ART-1 GE-CORPS-ART-2", "confirm", "roll")
    told(match, "lose BR-50DI", "lead GE-9DI", "roll", "roll")
    assert offers(match, "flee") == {"GE-9DI", "GE-197DI"}


@pytest.mark.rule("12.2.2")
@pytest.mark.parametrize(("counters", "turned"), [(2, {"GE-CORPS-ART-1"}), (3, set())])
def test_an_army_gun_in_bombardment_mode_covers_two_of_the_quota(counters: int, turned: set[str]) -> None:
    french = ", ".join(f"FR-CORPS-ART-{n} 2812" for n in (1, 2, 3))
    units = f"GE-9DI 2810, GE-ARMY-ART-1 2808, GE-CORPS-ART-1 2809, BR-50DI 2811, {french}, FR-ARMY-ART-1 2813"
    match = bare(units, "combat")
    declare(match, "2811", "GE-9DI", "support GE-ARMY-ART-1 GE-CORPS-ART-1", "confirm")
    told(match, *(f"counter FR-CORPS-ART-{n}" for n in range(1, counters + 1)), "support FR-ARMY-ART-1", "confirm")
    assert offers(match, "counter") == turned


@pytest.mark.rule("15.2.2/Bruchmuller", "15.2.2 tab")
@pytest.mark.parametrize(("gun", "die"), [("2805", 0), ("2807", 3)])
def test_bruchmuller_needs_the_offensive_gun_in_range_but_not_firing(gun: str, die: int) -> None:
    units = f"GE-9DI 2810, GE-ARMY-ART-1 {gun} offensive, GE-CORPS-ART-1 2809, BR-50DI 2811"
    match = bare(units, "combat", when=BRUCHMULLER)
    declare(match, "2811", "GE-9DI", "support GE-CORPS-ART-1")
    assert sum(m.value for m in fire_modifiers(battle(match), 0)) == die
    assert any(m.title == "Bruchmuller" for m in applied(DEFENCE_DIE, battle(match))) is bool(die)


@pytest.mark.rule("15.2.2 tab", "3.0/Doctrine")
@pytest.mark.parametrize(("other", "die"), [("FR-TK-RENAULT-1", -1), ("IT-8DI", 0), ("US-1DI-1", 0)])
def test_the_doctrine_of_petain_covers_french_hexes_only(other: str, die: int) -> None:
    match = bare(f"GE-9DI 2810, GE-CORPS-ART-1 2809, FR-39DI 2811 lost:1, {other} 2811", "combat", when=PETAIN)
    declare(match, "2811", "GE-9DI", "support GE-CORPS-ART-1")
    assert sum(m.value for m in fire_modifiers(battle(match), 0)) == die


@pytest.mark.rule("12.2.6 tab1")
def test_a_weak_regiment_is_no_weak_division() -> None:
    match = staged(
        "US-3DI-1 2812 attacks, FR-39DI 2812 attacks, GE-9DI 2811 defends",
        "odds",
        "2811",
        "allied",
        leads=("FR-39DI", "GE-9DI"),
        when=SECOND,
    )
    assert {m.title for m in applied(ATTACK_DIE, battle(match))} == {"different nations", "Foch doctrine"}


@pytest.mark.rule("12.2.4 tab2", "5.0")
def test_a_tank_closes_only_the_hex_in_which_it_stands() -> None:
    units = "FR-39DI 2810, FR-43DI 2712, FR-TK-RENAULT-1 2912, GE-9DI 2811"
    match = bare(units, "combat", "allied")
    declare(match, "2811", "FR-39DI FR-43DI FR-TK-RENAULT-1")
    assert "concentric attack" in {m.title for m in odds_of(match).shifts}
    apart = bare(units.replace("2712", "2711"), "combat", "allied")
    declare(apart, "2811", "FR-39DI FR-43DI FR-TK-RENAULT-1")
    assert "concentric attack" not in {m.title for m in odds_of(apart).shifts}


@pytest.mark.rule("12.2.4 tab2", "9.2")
def test_one_defender_out_of_supply_is_enough() -> None:
    match = bare("GE-9DI 2810, BR-50DI 2811 oos lost:1, BR-8DI 2811 lost:1", "combat")
    declare(match, "2811", "GE-9DI")
    assert [m.value for m in odds_of(match).shifts if m.title == "defender out of supply"] == [1]


# -- Stosstruppen


@pytest.mark.rule("11.3.2", "15.3")
@pytest.mark.parametrize("idle", ["GE-14ResDI-2", "GE-14ResDI-3"])
def test_stosstruppen_of_a_regiment_lost_to_fire_stay_with_the_attack(idle: str) -> None:
    """The regiment that fights on takes them, not the one that only stands there."""
    other = "GE-14ResDI-3" if idle == "GE-14ResDI-2" else "GE-14ResDI-2"
    match = bare(
        f"GE-14ResDI-1 2810 lost:1, GE-STOSS-1 2810 under:GE-14ResDI-1, {other} 2810, {idle} 2810, BR-50DI 2811, "
        "FR-CORPS-ART-1 2812",
        "combat",
        dice=[4],
    )
    declare(match, "2811", f"GE-14ResDI-1 {other}", "support FR-CORPS-ART-1", "confirm", "roll", "lose GE-14ResDI-1")
    assert under(match, "GE-STOSS-1") == other
    assert "Stosstruppen" in {m.title for m in odds_of(match).shifts}


@pytest.mark.rule("15.3", "12.2.8")
def test_a_single_stosstruppen_unit_cannot_die_by_asterisk_and_absorb_hits() -> None:
    match = staged(
        "GE-14ResDI-1 2810 attacks, GE-STOSS-1 2810 under:GE-14ResDI-1, BR-50DI 2811 defends",
        "Stosstruppen",
        "2811",
        hits=(2, 0),
        leads=("GE-14ResDI-1", "BR-50DI"),
        asterisk=True,
    )
    told(match, "lose GE-STOSS-1")
    assert offers(match, "lose") == {"GE-14ResDI-1"}


@pytest.mark.rule("12.4", "15.3")
def test_a_regiment_that_has_spent_its_stosstruppen_minds_zones_again() -> None:
    match = staged(
        "GE-14ResDI-1 2810 attacks, GE-STOSS-1 2810 under:GE-14ResDI-1, BR-50DI 2712",
        "attacker's losses",
        "2811",
        hits=(2, 0),
        coordination=(PERFECT, NONE),
        leads=("GE-14ResDI-1", ""),
    )
    told(match, "lose GE-STOSS-1", "advance GE-14ResDI-1 to 2811")
    assert rule_of(match, "advance GE-14ResDI-1 to 2812") == "12.4"


# -- results


@pytest.mark.rule("12.3", "12.4", "12.2.6 tab5")
def test_who_panics_without_a_way_out_opens_two_hexes_to_a_perfect_attacker() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-28DI 2812, GE-30DI 2711, GE-34DI 2712, GE-36DI 2911, GE-7ResDI 2912, "
        "BR-15DI 2811 defends",
        "defender's misunderstood orders",
        "2811",
        coordination=(PERFECT, MISUNDERSTOOD),
        leads=("GE-9DI", "BR-15DI"),
        dice=[2],
    )
    told(match, "roll", "advance GE-9DI to 2811")
    assert "GE-9DI to 2812" in offers(match, "advance")


@pytest.mark.rule("12.4", "4.0")
def test_a_crowded_advance_is_thinned_out_when_the_phase_ends() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-14ResDI-1 2711 attacks, GE-14ResDI-2 2711 attacks",
        "advance",
        "2811",
        coordination=(PARTIAL, NONE),
        leads=("GE-9DI", ""),
    )
    told(match, "advance GE-9DI to 2811", "advance GE-14ResDI-1 GE-14ResDI-2 to 2811", "done", "done")
    while asked(match) != "german 4.0":
        match.play("done")
    assert offers(match, "remove") == {"GE-9DI", "GE-14ResDI-1", "GE-14ResDI-2"}


@pytest.mark.rule("13.0", "12.3", "4.0")
def test_driven_three_hexes_into_a_crowd_the_owner_says_whether_to_go_on() -> None:
    match = bare(
        "GE-9DI 2810, BR-15DI 2811 marked, BR-25DI 2814, FR-HQ-X 2820",
        "disengagement",
        "allied",
        dice=[2],
        hqs="GE-HQ-I 2803",
        sources="german 2802, allied 2834",
    )
    told(match, "disengage BR-15DI")
    assert asked(match) == "german 12.3"
    told(match, "retreat 2812", "retreat 2813", "retreat 2814")
    assert asked(match) == "allied 12.3"
    told(match, "retreat 2815")
    assert where(match, "BR-15DI") == "2815"
    assert "disorganised" in marks(match, "BR-25DI")


@pytest.mark.rule("13.0", "11.3.1")
def test_a_gun_left_by_a_disengagement_waits_for_an_enemy_to_come() -> None:
    match = bare("GE-9DI 2810, BR-15DI 2811 marked, FR-CORPS-ART-1 2811", "disengagement", "allied", dice=[4])
    told(match, "disengage BR-15DI", "retreat 2812", "halt")
    assert where(match, "FR-CORPS-ART-1") == "2811"


# -- movement, arrivals, rivers


@pytest.mark.rule("11.1.5")
def test_who_comes_in_with_an_hq_is_placed_before_it_moves() -> None:
    match = real("GE-HQ-VII 3508, GE-2GdDI-1 due, FR-39DI 3015, FR-HQ-VI 3220", when=SECOND)
    assert offers(match, "take") == {"GE-2GdDI-1"}
    assert rule_of(match, "move GE-HQ-VII to 3510") == "11.1.5"
    told(match, "enter GE-2GdDI-1 at 3508", "move GE-HQ-VII to 3510")
    assert where(match, "GE-HQ-VII") == "3510"


@pytest.mark.rule("11.1.5")
def test_an_hq_that_has_moved_receives_nobody() -> None:
    units = "GE-HQ-VII 3021, GE-HQ-IX 2715, GE-34DI due, FR-HQ-X 2120"
    match = real(units, when=When("foch-attacks", 18, 2))
    told(match, "move GE-HQ-VII to 3019")
    assert rule_of(match, "move GE-HQ-IX to 2714") == "11.1.5"
    told(match, "take GE-34DI")
    assert offers(match, "go") == {"2715"}


@pytest.mark.rule("11.1.5", "11.2.1", "11.2.7")
def test_an_arrival_in_an_enemy_zone_stops_but_has_not_moved() -> None:
    match = bare("GE-9DI 4523, FR-154DI due", side="allied", when=SECOND)
    told(match, "enter FR-154DI at 4522")
    assert rule_of(match, "move FR-154DI to 4421") == "11.2.1"
    told(match, "done")
    assert offers(match, "mark") == {"FR-154DI"}


@pytest.mark.rule("11.2.2", "11.2.1")
def test_relief_is_taken_at_once_or_waits_for_the_next_reliever() -> None:
    match = bare("GE-9DI 2810, FR-39DI 2811, FR-43DI 2814, FR-1DI 2915", side="allied")
    assert rule_of(match, "move FR-39DI to 2813") == "11.2.2"
    told(match, "move FR-43DI to 2811")
    assert rule_of(match, "move FR-1DI to 2914")
    told(match, "stay")
    assert rule_of(match, "move FR-39DI to 2813") == "11.2.2"
    told(match, "move FR-1DI to 2811", "go 2813")
    assert where(match, "FR-39DI") == "2813"


@pytest.mark.rule("11.2.1", "11.2.3", "11.2.4", "11.3.1")
def test_a_refused_move_names_the_rule_that_bars_the_way() -> None:
    match = bare("GE-9DI 2808, GE-CORPS-ART-1 2805", major=river(10), minor=river(5))
    assert rule_of(match, "move GE-9DI to 2811") == "11.2.3"
    assert rule_of(match, "move GE-CORPS-ART-1 to 2806") == "11.3.1"
    bridged = bare("GE-CORPS-ART-1 2810, GE-HQ-VII 2809", major=river(10), pontoons="2810/2811")
    assert rule_of(bridged, "move GE-CORPS-ART-1 to 2811") == "11.2.4"
    assert rule_of(bridged, "move GE-HQ-VII to 2811") == "11.2.4"
    zones = bare("GE-9DI 2808, BR-50DI 2711, BR-8DI 2911")
    assert rule_of(zones, "move GE-9DI to 2811") == "11.2.1"


@pytest.mark.rule("11.2.4")
def test_a_pontoon_may_be_laid_beside_a_bridge_before_it_is_blown() -> None:
    match = bare("GE-9DI 2810", major="2810/2811", road_bridges="2810/2811", roads="2810-2811", dice=[1])
    told(match, "pontoon GE-9DI to 2811")
    assert len(state(match).pontoons) == 2
    assert rule_of(match, "pontoon GE-9DI to 2811") == "11.2.4"


@pytest.mark.rule("11.1.1", "11.1.3")
def test_an_owner_lays_his_own_terrain_chart_over_the_reconstructed_costs() -> None:
    lines = ["movement clear half_points 4", "movement road half_points 3", "types german-division-4 attack 8"]
    match = Match.new("marne", "gneisenau", overrides=Overrides("printed copy", lines), seed=1)
    rules = rules_of(match)
    here, by_road = rules.grid.hex("1203"), rules.grid.hex("1204")
    assert reach(rules.board.base_costs(0), here, 3).cost(by_road) == 3
    assert rules.board.edge_cost(by_road) == 4
    with pytest.raises(DataError, match="from 1 to 8"):
        Match.new("marne", overrides=Overrides("printed copy", ["movement road half_points 0"]))


@pytest.mark.rule("17.1/Recovery")
@pytest.mark.parametrize(("reading", "due"), [("turn", False), ("sequence", True)])
def test_an_air_unit_that_does_not_recover_is_back_next_turn_or_next_sequence(reading: str, due: bool) -> None:
    units = "GE-AIR-I 2811 observes, FR-15DI 2811, GE-9DI 2804"
    match = bare(units, air=True, when=SECOND, options={"recovery": reading}, dice=[3])
    rules, s, air = rules_of(match), state(match).copy(), number(match, "GE-AIR-I")
    s.frames = (GameTurn(), OperationalSequence(3), Recovery())
    again = Match(match.setting, match.dice, "0" * 64, rules=rules, start=s, auto=False)
    told(again, "roll")
    assert where(again, "GE-AIR-I") == "away"
    assert state(again).sequence == 3
    assert air_due(rules, state(again), air) is due
