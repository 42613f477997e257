"""Rules that touch each other: fog and doctrine, minimum moves and bans, markers and attacks, guns and phases."""

from __future__ import annotations

import pytest

from tests.asking import goes, rule_of, told, where
from tests.games.marne.drawn import When, asked, bare, battle, number, river, rules_of, staged, state
from westfront.engine.modifiers import applied, sum_of
from westfront.games.marne.artillery import fire_of, why_no_support
from westfront.games.marne.battle import offensive_bonus
from westfront.games.marne.coordination import ATTACKER_HITS
from westfront.games.marne.state import PERFECT

ALLIED_TURN = When("friedensturm", 18, 1)
SECOND = When("blucher", 1, 2)


@pytest.mark.rule("10.0/Fog", "12.2.5", "3.0/Doctrine")
def test_fog_and_foch_make_one_hit_more() -> None:
    match = staged(
        "US-1DI-1 2811 attacks, GE-9DI 2810 defends",
        "odds",
        "2810",
        "allied",
        leads=("US-1DI-1", "GE-9DI"),
        when=ALLIED_TURN,
        weather="fog",
    )
    assert sum_of(applied(ATTACKER_HITS, battle(match))) == 1


@pytest.mark.rule("11.1.2", "12.5")
def test_a_disorganised_unit_still_has_its_minimum_move() -> None:
    match = bare("FR-TK-STCHAMOND-1 2810, FR-10DI 2812 dg", side="allied", woods="2813 2811", craters="2813 2811")
    assert "2813" in goes(match, "FR-10DI")
    enemies = bare("GE-CORPS-ART-1 2810, BR-50DI 2812", woods="2811")
    assert rule_of(enemies, "move GE-CORPS-ART-1 to 2811") == "11.3.1"


@pytest.mark.rule("11.2.4")
def test_attempts_of_movement_and_exploitation_are_three_in_all() -> None:
    match = bare("GE-9DI 2810", major=river(10), dice=[6, 6, 6])
    told(match, "pontoon GE-9DI to 2811", "pontoon GE-9DI to 2711", "done")
    while match.decision.rule != "14.2":
        match.play("done")
    told(match, "pontoon GE-9DI to 2811")
    assert not state(match).attempts


@pytest.mark.rule("9.1/Major rivers", "11.2.4", "12.3")
def test_a_pontoon_is_a_bridge_for_germans_only() -> None:
    match = bare("GE-9DI 2812, FR-39DI 2820", major=river(10), pontoons="2810/2811", hqs="GE-HQ-I 2806, FR-HQ-V 2808")
    rules, s = rules_of(match), state(match)
    here, across = rules.grid.hex("2810"), rules.grid.hex("2811")
    assert not rules.grid.parted(here, across, rules.board.walls(0, s.down, s.pontoons))
    assert rules.grid.parted(here, across, rules.board.walls(1, s.down, s.pontoons))


@pytest.mark.rule("14.1", "14.2")
def test_who_attacks_in_exploitation_does_not_move_then() -> None:
    match = bare("GE-9DI 2810 exploit:1, BR-50DI 2811 lost:1", "exploitation-combat", dice=[6, 6, 1, 6, 3])
    told(match, "attack 2811", "add GE-9DI", "confirm", "lead GE-9DI", "lead BR-50DI", "roll")
    while state(match).target >= 0:
        match.play(match.decision.texts[0])
    assert not any(state(match).exploitation)


@pytest.mark.rule("8.0", "12.2.4 tab2")
def test_the_bonus_belongs_to_the_initiative_player() -> None:
    match = bare(
        "GE-9DI 2810, GE-ARMY-ART-1 2808 offensive, FR-ARMY-ART-1 2813 offensive, BR-15DI 2811", "combat", when=SECOND
    )
    rules, s = rules_of(match), state(match)
    assert offensive_bonus(rules, s, 0, rules.grid.hex("2811")) == 2
    assert offensive_bonus(rules, s, 1, rules.grid.hex("2810")) == 0


@pytest.mark.rule("15.2.2")
def test_an_offensive_gun_defends_once_with_its_offensive_strength() -> None:
    match = staged(
        "GE-9DI 2811 defends, GE-ARMY-ART-1 2809 offensive, BR-15DI 2812 attacks",
        "defender's guns",
        "2811",
        "allied",
        when=SECOND,
    )
    told(match, "support GE-ARMY-ART-1")
    assert fire_of(rules_of(match), state(match), 0).guns == 4
    used = staged(
        "GE-9DI 2811 defends, GE-ARMY-ART-1 2809 offensive, BR-15DI 2812 attacks",
        "odds",
        "2811",
        "allied",
        leads=("BR-15DI", "GE-9DI"),
        when=SECOND,
    )
    state(used).uses[number(used, "GE-ARMY-ART-1")] = 1
    refusal = why_no_support(rules_of(used), state(used), 0, number(used, "GE-ARMY-ART-1"))
    assert refusal is not None
    assert refusal.rule == "15.2.2"


@pytest.mark.rule("12.4", "12.3", "12.2.8")
def test_a_defender_wiped_out_on_his_way_counts_as_eliminated() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-28DI 2713, BR-50DI 2811 defends lost:1",
        "retreat",
        "2811",
        coordination=(PERFECT, PERFECT),
        hits=(0, 6),
        leads=("GE-9DI", "BR-50DI"),
        limit=2,
    )
    told(match, "retreat 2812", "lose BR-50DI")
    assert where(match, "BR-50DI") == "lost"
    told(match, "advance GE-9DI to 2811")
    told(match, "advance GE-9DI to 2911")


@pytest.mark.rule("12.2.2", "15.2.2")
def test_a_gun_chooses_between_two_battles() -> None:
    match = bare(
        "GE-9DI 2810, GE-28DI 2710, GE-CORPS-ART-1 2809, BR-50DI 2811, BR-8DI 2711", "combat", dice=[1, 1, 1, 3, 3]
    )
    told(match, "attack 2811", "add GE-9DI", "confirm", "support GE-CORPS-ART-1", "confirm", "roll")
    told(match, "lead GE-9DI", "lead BR-50DI", "roll")
    while state(match).target >= 0:
        match.play(match.decision.texts[0])
    told(match, "attack 2711", "add GE-28DI", "confirm")
    assert asked(match) == "german 12.2.3"


@pytest.mark.rule("15.4.2")
def test_the_german_tank_goes_back_with_the_unit_it_was_placed_with() -> None:
    match = bare("GE-4GdDI-1 2810, GE-4GdDI-2 2711, FR-125DI 2811, GE-TANK due", "combat", when=When("gneisenau", 5, 2))
    told(match, "attack 2811", "add GE-4GdDI-1 GE-4GdDI-2", "tank GE-4GdDI-1", "drop GE-4GdDI-1")
    assert where(match, "GE-TANK") == "due"
    told(match, "tank GE-4GdDI-2", "cancel")
    assert where(match, "GE-TANK") == "due"
