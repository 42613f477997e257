"""The worked examples (W) and derived vectors (D) about guns, odds, coordination, losses, retreat and advance."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told, where
from tests.games.marne.drawn import (
    PETAIN,
    QUIET,
    When,
    asked,
    bare,
    battle,
    declare,
    line,
    marks,
    marne,
    number,
    odds_of,
    rules_of,
    staged,
    state,
)
from westfront.engine.match import Match
from westfront.engine.modifiers import applied, sum_of
from westfront.games.marne.artillery import fire_modifiers, fire_of, fire_result
from westfront.games.marne.coordination import (
    ATTACK_DIE,
    ATTACKER_HITS,
    DEFENCE_DIE,
    classify,
    mixed,
    retreat_limit,
    table_result,
)
from westfront.games.marne.leads import attack_quarters, defence_factor, odds_column
from westfront.games.marne.state import ALLIED, GERMAN, MISUNDERSTOOD, NONE, PARTIAL, PERFECT

GNEISENAU_1 = When("gneisenau", 5, 1)
SECOND = When("blucher", 1, 2)


def shift(match: Match, title: str) -> int:
    """What one shift is worth in the battle of a match."""
    return next((m.value for m in odds_of(match).shifts if m.title == title), 0)


# -- guns and fire


@pytest.mark.rule("EX", "12.2.4", "12.2.5", "12.2.6", "15.2.2", "15.2.2/Bruchmuller")
def test_w25_every_number_of_the_example() -> None:
    """On a bare map with the bonus of 2 of the booklet: 6/1, and the only cell of the table that the document gives."""
    match = bare(
        "GE-19DI-1 2714, GE-STOSS-1 2714 under:GE-19DI-1, GE-19DI-2 2714, GE-19DI-3 2714, GE-30DI 2814, "
        "GE-ARMY-ART-1 2812 offensive, GE-CORPS-ART-1 2712, FR-129DI 2715, FR-CORPS-ART-1 2716",
        "combat",
        when=GNEISENAU_1,
        dice=[3, 2, 4, 5, 6],
        towns="2715",
        aisne="2714/2715 2814/2715",
        road_bridges="2714/2715 2814/2715",
        roads="2714-2715-2716",
    )
    declare(match, "2715", "GE-19DI-1 GE-19DI-2 GE-19DI-3 GE-30DI")
    told(match, "support GE-ARMY-ART-1 GE-CORPS-ART-1", "confirm", "counter FR-CORPS-ART-1", "confirm", "roll")
    told(match, "lose FR-129DI", "disorder FR-129DI", "lead GE-19DI-1")
    log = told(match, "lead FR-129DI")
    assert line(log, "9 to 8, 1/1").endswith(": 6/1 [12.2.4]")
    log = told(match, "roll")
    assert "dice 6: A2D8, 2 hits on the attacker" in line(log, "on column 6/1")
    assert line(log, "allied: die 5").endswith(": 1, no coordination [12.2.6]")
    assert line(log, "german: die 6").endswith(": 10, perfect coordination [12.2.6]")
    assert tuple(state(match).hits) == (2, 8)


GUNS = (
    "GE-9DI 2810, GE-ARMY-ART-1 2808, GE-CORPS-ART-1 2809, GE-CORPS-ART-2 2809, GE-CORPS-ART-3 2809, "
    "BR-50DI 2811, FR-ARMY-ART-1 2813, FR-CORPS-ART-1 2812, FR-CORPS-ART-2 2812"
)


@pytest.mark.rule("12.2.2", "12.2.2 ex1", "15.2.2/Counter-battery")
def test_w08_columns_5_and_1() -> None:
    match = bare(GUNS, "combat")
    declare(match, "2811", "GE-9DI", "support GE-ARMY-ART-1 GE-CORPS-ART-1 GE-CORPS-ART-2 GE-CORPS-ART-3", "confirm")
    told(match, "support FR-ARMY-ART-1", "counter FR-CORPS-ART-1", "confirm", "counter GE-CORPS-ART-1", "confirm")
    rules, s = rules_of(match), state(match)
    assert (fire_of(rules, s, GERMAN).column, fire_of(rules, s, ALLIED).column) == (5, 1)


@pytest.mark.rule("12.2.2", "12.2.2 ex2")
def test_w09_short_of_guns_the_attacker_may_flip_none() -> None:
    match = bare(GUNS, "combat")
    declare(match, "2811", "GE-9DI", "support GE-CORPS-ART-1 GE-CORPS-ART-2", "confirm")
    told(match, "support FR-ARMY-ART-1", "counter FR-CORPS-ART-1", "counter FR-CORPS-ART-2", "confirm")
    assert asked(match) == "allied 15.2.2"
    rules, s = rules_of(match), state(match)
    assert (fire_of(rules, s, GERMAN).column, fire_of(rules, s, ALLIED).column) == (0, 3)


@pytest.mark.rule("15.2.2", "15.2.2/Counter-battery", "12.2.2", "3.0/Artillery support units")
def test_guns_that_may_not_take_part() -> None:
    match = bare(
        "GE-9DI 2810, GE-ARMY-ART-1 2808 offensive, GE-ARMY-ART-2 2808 offensive, GE-CORPS-ART-1 2807, "
        "GE-CORPS-ART-2 2809, BR-50DI 2811, FR-ARMY-ART-1 2813",
        "combat",
        when=SECOND,
    )
    declare(match, "2811", "GE-9DI")
    assert rule_of(match, "support GE-CORPS-ART-1") == "15.2.2"
    assert rule_of(match, "support FR-ARMY-ART-1") == "12.2.2"
    assert rule_of(match, "support GE-ARMY-ART-1 GE-ARMY-ART-2") == "12.2.2"
    told(match, "support GE-ARMY-ART-1")
    assert rule_of(match, "support GE-ARMY-ART-2") == "12.2.2"
    told(match, "support GE-CORPS-ART-2", "confirm")
    assert rule_of(match, "counter FR-ARMY-ART-1") == "15.2.2/Counter-battery"


@pytest.mark.rule("15.2.2", "15.2.2 tab", "15.2.2/Bruchmuller")
def test_d16_the_last_row_and_column() -> None:
    rules = marne("blucher")
    assert fire_result(rules, 4 + 3, 6) == (6, True)


@pytest.mark.rule("15.2.2", "15.2.2 tab", "3.0/Doctrine")
def test_d17_petain_in_trenches() -> None:
    match = bare(
        "GE-9DI 2810, GE-ARMY-ART-1 2808, GE-CORPS-ART-1 2809, FR-39DI 2811",
        "combat",
        when=PETAIN,
        trenches="2811",
    )
    declare(match, "2811", "GE-9DI", "support GE-ARMY-ART-1 GE-CORPS-ART-1", "confirm")
    rules, s = rules_of(match), state(match)
    assert fire_of(rules, s, GERMAN).column == 5
    modifiers = fire_modifiers(battle(match), GERMAN)
    assert sum_of(modifiers) == -3
    assert fire_result(rules, 2 - 3, 5) == (2, False)
    assert fire_modifiers(battle(match), ALLIED) == []


@pytest.mark.rule("15.2.2/Counter-battery", "17.2/Bombing", "17.2/Observation")
def test_d18_bombs_are_not_countered() -> None:
    countering = "FR-CORPS-ART-1 2812 counters, FR-CORPS-ART-2 2812 counters"
    units = f"GE-9DI 2810, GE-CORPS-ART-1 2809 fires, BR-50DI 2811, {countering}"
    match = staged(
        f"{units}, GE-AIR-I 2811 observes, GE-AIR-II 2811 bombs", "attacker's fire", "2811", air=True, dice=[4]
    )
    fire = fire_of(rules_of(match), state(match), GERMAN)
    assert (fire.guns, fire.countered, fire.bombs, fire.column) == (2, 4, 1, 2)


@pytest.mark.rule("15.2.2", "17.2/Observation")
def test_d67_no_strength_stays_no_bombardment() -> None:
    units = "GE-9DI 2810 attacks, GE-CORPS-ART-1 2809 fires, BR-50DI 2811 defends, FR-CORPS-ART-1 2812 counters"
    match = staged(f"{units}, GE-AIR-I 2811 observes", "attacker's fire", "2811", air=True)
    assert fire_of(rules_of(match), state(match), GERMAN).column == 0


@pytest.mark.rule("15.2.2/Forts")
@pytest.mark.parametrize(("die", "lost"), [(4, 1), (3, 0)])
def test_d19_in_a_fort_only_a_diamond_counts(die: int, lost: int) -> None:
    guns = ", ".join(f"GE-CORPS-ART-{n} 2809 fires" for n in (1, 2, 3))
    match = staged(
        f"GE-9DI 2810 attacks, {guns}, BR-50DI 2811 defends", "attacker's fire", "2811", dice=[die], forts="2811"
    )
    told(match, "roll")
    if lost:
        assert asked(match) == "allied 12.3"
        told(match, "lose BR-50DI")
    assert state(match).lost[number(match, "BR-50DI")] == lost
    assert not state(match).order[number(match, "BR-50DI")]


@pytest.mark.rule("12.2.4 ex", "15.2.2/Forts", "12.2.6 tab1")
def test_w11_d74_a_fort_in_a_trench() -> None:
    match = bare("GE-9DI 2810, BR-50DI 2811", "combat", forts="2811", trenches="2811")
    declare(match, "2811", "GE-9DI")
    assert defence_factor(rules_of(match), rules_of(match).grid.hex("2811")) == 3
    assert shift(match, "fort") == -2
    assert next(m.value for m in applied(DEFENCE_DIE, battle(match)) if m.title == "trenches or fort") == 2


@pytest.mark.rule("15.2.2", "12.2.4", "8.0")
def test_d20_four_attacks_of_the_offensive_gun_but_the_bonus_in_all() -> None:
    match = bare("GE-9DI 2810, GE-ARMY-ART-1 2808 offensive, BR-50DI 2811", "combat", when=SECOND)
    state(match).uses[number(match, "GE-ARMY-ART-1")] = 4
    declare(match, "2811", "GE-9DI")
    assert match.decision.rule != "12.2.2"
    assert shift(match, "offensive") == 2
    strict = bare(
        "GE-9DI 2810, GE-ARMY-ART-1 2808 offensive, BR-50DI 2811",
        "combat",
        when=SECOND,
        options={"offensive_bonus": "four"},
    )
    state(strict).bonus_attacks = 4
    declare(strict, "2811", "GE-9DI")
    assert shift(strict, "offensive") == 0


# -- odds


@pytest.mark.rule("12.2.4", "12.2.4 ex")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(35, 10, 3), (6, 10, 0), (20, 21, 0), (21, 21, 1), (41.5, 21, 1), (42, 21, 2), (3, 14, -3)],
)
def test_w10_d21_odds_are_rounded_for_the_defender(attack: float, defence: int, column: int) -> None:
    assert odds_column(int(attack * 4), defence * 4) == column


@pytest.mark.rule("12.2.4", "12.2.4/Below half")
@pytest.mark.parametrize(
    ("defenders", "storm", "column"), [("BR-50DI BR-8DI", True, 1), ("FR-10DI FR-154DI", False, -1)]
)
def test_d22_shifts_come_before_the_end_of_the_table(defenders: str, storm: bool, column: int) -> None:
    """A regiment of 3 against 14 is 1/5; morale and Stosstruppen shift it by four columns, or by two."""
    first, second = defenders.split()
    below = ", GE-STOSS-1 2810 under:GE-14ResDI-1" if storm else ""
    match = staged(
        f"GE-14ResDI-1 2810 attacks{below}, {first} 2811 defends, {second} 2811 defends",
        "defender's lead unit",
        "2811",
        leads=("GE-14ResDI-1", first),
    )
    view = odds_of(match)
    assert (view.attack / 4, view.defence / 4, view.raw, view.column) == (3, 14, -3, column)
    log = told(match, f"lead {first}")
    assert any("is off and costs three steps" in text for text in log) is (column < 0)


@pytest.mark.rule("12.2.4", "12.2.4 tab1")
def test_d23_d24_halves_by_unit() -> None:
    match = bare(
        "GE-9DI 2810, GE-28DI 2711, GE-14ResDI-1 2911, BR-25DI 2811",
        "combat",
        major="2810/2811",
        slopes="2810/2811 2911/2811",
    )
    rules, s, target = rules_of(match), state(match), rules_of(match).grid.hex("2811")
    assert attack_quarters(rules, s, number(match, "GE-9DI"), target) == 9
    flat = attack_quarters(rules, s, number(match, "GE-28DI"), target)
    uphill = attack_quarters(rules, s, number(match, "GE-14ResDI-1"), target)
    assert (flat + uphill) / 4 == 10.5
    assert odds_column(flat + uphill, 5 * 4) == 2


@pytest.mark.rule("12.2.4", "12.2.4 tab1")
def test_d25_a_trenched_town() -> None:
    match = bare("GE-9DI 2810, BR-50DI 2811", "combat", towns="2811", trenches="2811")
    declare(match, "2811", "GE-9DI")
    assert odds_of(match).defence / 4 == 42


@pytest.mark.rule("12.2.4", "12.2.4 tab1")
def test_d26_the_last_column_after_the_shifts() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-28DI 2711 attacks, GE-30DI 2911 attacks, GE-34DI 2912 attacks, "
        "BR-50DI 2811 defends lost:1",
        "odds",
        "2811",
        leads=("GE-9DI", "BR-50DI"),
        woods="2811",
        villages="2811",
        forts="2811",
    )
    view = odds_of(match)
    assert (view.attack / 4, view.defence / 4, view.raw) == (36, 4, 9)
    assert sum(m.value for m in view.shifts) == -1
    assert view.column == 8
    thirteen = odds_column(13 * 4, 4)
    assert min(8, thirteen - 3) == 8


@pytest.mark.rule("12.2.4", "12.2.4 tab1")
@pytest.mark.parametrize(("units", "expected"), [("GE-9DI GE-28DI GE-30DI", 0), ("GE-9DI GE-28DI", -1)])
def test_d27_the_river_counts_if_all_cross_it(units: str, expected: int) -> None:
    match = bare("GE-9DI 2810, GE-28DI 2711, GE-30DI 2911, BR-50DI 2811", "combat", minor="2810/2811 2711/2811")
    declare(match, "2811", units)
    assert shift(match, "all across a river") == expected


@pytest.mark.rule("12.2.4 tab2", "12.2.3")
def test_d28_the_morale_of_the_leads() -> None:
    match = staged("GE-9DI 2810 attacks, FR-DM-1 2811 defends", "odds", "2811", leads=("GE-9DI", "FR-DM-1"))
    assert shift(match, "morale of the lead units") == -2


@pytest.mark.rule("12.2.4 tab2", "9.2")
def test_a_defender_out_of_supply() -> None:
    match = bare("GE-9DI 2810, BR-50DI 2811 oos", "combat")
    declare(match, "2811", "GE-9DI")
    assert shift(match, "defender out of supply") == 1


@pytest.mark.rule("12.2.4 tab2")
def test_d88_concentric_attack() -> None:
    match = bare("GE-9DI 2810, GE-28DI 2712, GE-30DI 2912, BR-50DI 2811", "combat")
    declare(match, "2811", "GE-9DI GE-28DI GE-30DI")
    assert shift(match, "concentric attack") == 1
    two = bare("GE-9DI 2810, GE-28DI 2712, GE-30DI 2912, BR-50DI 2811", "combat")
    declare(two, "2811", "GE-9DI GE-28DI")
    assert shift(two, "concentric attack") == 0
    edge = bare("GE-9DI 5619, GE-28DI 5621, GE-30DI 5520, BR-50DI 5620", "combat", hqs="GE-HQ-I 5612, FR-HQ-V 5630")
    declare(edge, "5620", "GE-9DI GE-28DI GE-30DI")
    assert shift(edge, "concentric attack") == 0


@pytest.mark.rule("12.2.4 tab2", "12.2.5", "12.2.6 tab1", "3.0/Doctrine")
def test_d58_an_attack_under_foch() -> None:
    match = staged(
        "FR-39DI 2810 attacks, GE-241DI 2811 defends", "odds", "2811", "allied", leads=("FR-39DI", "GE-241DI")
    )
    assert shift(match, "Foch doctrine") == 1
    assert sum_of(applied(ATTACKER_HITS, battle(match))) == 2
    assert next(m.value for m in applied(ATTACK_DIE, battle(match)) if m.title == "Foch doctrine") == 1


# -- the table, fog and coordination


@pytest.mark.rule("12.2.5", "12.2.5 tab")
def test_the_one_known_cell_and_the_shape_of_the_table() -> None:
    rules = marne("blucher")
    assert table_result(rules, 6, 6) == (2, 8, False)
    for dice in range(2, 13):
        row = [table_result(rules, column, dice) for column in range(9)]
        assert [r.attacker for r in row] == sorted((r.attacker for r in row), reverse=True)
        assert [r.defender for r in row] == sorted(r.defender for r in row)
        assert all(r.asterisk == (r.attacker >= 4) for r in row)


@pytest.mark.rule("10.0/Fog", "12.2.5")
@pytest.mark.parametrize(("side", "spared"), [("german", -1), ("allied", 0)])
def test_d15_fog_spares_the_initiative_player(side: str, spared: int) -> None:
    units = (
        "GE-9DI 2810 attacks, BR-50DI 2811 defends" if side == "german" else "BR-15DI 2811 attacks, GE-9DI 2810 defends"
    )
    leads = ("GE-9DI", "BR-50DI") if side == "german" else ("BR-15DI", "GE-9DI")
    target = "2811" if side == "german" else "2810"
    match = staged(units, "odds", target, side, leads=leads, weather="fog")
    assert sum_of(applied(ATTACKER_HITS, battle(match))) == spared


@pytest.mark.rule("12.2.6", "12.2.6 tab2", "12.2.6 tab3", "12.2.6 tab4", "12.2.6 tab5")
@pytest.mark.parametrize(
    ("die", "modifier", "result"),
    [
        (1, 4, NONE),
        (1, -1, MISUNDERSTOOD),
        (6, -6, PERFECT),
        (5, 1, PERFECT),
        (3, -1, NONE),
        (2, 1, PARTIAL),
        (4, -4, MISUNDERSTOOD),
    ],
)
def test_d29_classes_of_coordination(die: int, modifier: int, result: int) -> None:
    assert classify(die, modifier) == result


@pytest.mark.rule("12.2.6 tab1", "3.0/Doctrine")
@pytest.mark.parametrize(("lead", "foch"), [("BR-25DI", 0), ("FR-43DI", -1)])
def test_d57_the_lead_decides_the_doctrine(lead: str, foch: int) -> None:
    match = staged(
        "GE-9DI 2810 attacks, BR-25DI 2811 defends lost:1, FR-43DI 2811 defends lost:1",
        "odds",
        "2811",
        leads=("GE-9DI", lead),
    )
    found = {m.title: m.value for m in applied(DEFENCE_DIE, battle(match))}
    assert found.get("Foch doctrine", 0) == foch
    assert found["different nations"] == -1


@pytest.mark.rule("12.2.6", "15.4.1")
@pytest.mark.parametrize(
    ("tank", "die", "result"), [(True, 3, PERFECT), (False, 3, PERFECT), (True, 2, PARTIAL), (False, 2, PERFECT)]
)
def test_d66_an_american_attack_with_a_french_tank(tank: bool, die: int, result: int) -> None:
    units = "US-1DI-1 2811 attacks, FR-ARMY-ART-1 2813 offensive, GE-9DI 2810 defends"
    match = staged(
        units + (", FR-TK-RENAULT-1 2811 attacks" if tank else ""),
        "odds",
        "2810",
        "allied",
        leads=("US-1DI-1", "GE-9DI"),
        when=When("friedensturm", 18, 1),
    )
    total = sum_of(applied(ATTACK_DIE, battle(match)))
    assert total == (3 if tank else 4)
    assert classify(die, total) == result


@pytest.mark.rule("12.2.6 tab1")
def test_d83_the_franco_american_division_goes_with_either() -> None:
    rules = marne("blucher")
    own, french, british = (rules.names.unit(name) for name in ("FRUS-157DI", "FR-39DI", "BR-50DI"))
    assert mixed(rules, (own, french)) == 0
    assert mixed(rules, (own, british)) == -1
    assert mixed(rules, (own, french, rules.names.unit("US-1DI-1"))) == -1


@pytest.mark.rule("12.2.6 tab1")
def test_weak_divisions_and_elite_leads() -> None:
    match = staged(
        "GE-14ResDI-1 2810 attacks, GE-STOSS-1 2810 under:GE-14ResDI-1, GE-197DI 2711 attacks, GE-241DI 2911 attacks, "
        "FR-DM-1 2811 defends dg",
        "odds",
        "2811",
        leads=("GE-14ResDI-1", "FR-DM-1"),
        trenches="2811",
    )
    attack = {m.title: m.value for m in applied(ATTACK_DIE, battle(match))}
    assert attack == {"Stosstruppen": 1, "elite lead unit": 1, "a division of low morale": -2}
    defence = {m.title: m.value for m in applied(DEFENCE_DIE, battle(match))}
    assert defence == {"trenches or fort": 2, "elite lead unit": 1, "a unit disorganised": -1, "Foch doctrine": -1}


@pytest.mark.rule("17.2/Observation", "17.2 ex", "12.2.6 tab1")
def test_w21_an_observer_moves_fire_and_coordination() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-CORPS-ART-1 2809 fires, FR-15DI 2811 defends, GE-AIR-I 2811 observes",
        "odds",
        "2811",
        leads=("GE-9DI", "FR-15DI"),
        air=True,
    )
    assert fire_of(rules_of(match), state(match), GERMAN).column == 3
    assert next(m.value for m in applied(ATTACK_DIE, battle(match)) if m.title == "own air support") == 1
    assert next(m.value for m in applied(DEFENCE_DIE, battle(match)) if m.title == "enemy air support") == -1


# -- retreat


@pytest.mark.rule("12.2.6 tab2", "12.2.6 tab3", "12.3", "12.3/Disorder")
def test_d30_a_retreat_of_three_hexes() -> None:
    match = staged(
        "GE-9DI 2810 attacks, BR-15DI 2811 defends",
        "retreat",
        "2811",
        coordination=(NONE, PERFECT),
        hits=(0, 10),
        leads=("GE-9DI", "BR-15DI"),
        limit=3,
    )
    told(match, "retreat 2812", "retreat 2813", "retreat 2814")
    assert where(match, "BR-15DI") == "2814"
    assert state(match).hits[1] == 1
    assert "disorganised" in marks(match, "BR-15DI")


@pytest.mark.rule("12.2.6 tab2", "12.2.6 tab3", "3.0/Doctrine", "12.5")
@pytest.mark.parametrize(
    ("defender", "coordination", "limit"),
    [
        ("BR-15DI", PERFECT, 3),
        ("FR-39DI", PERFECT, 2),
        ("BR-15DI 2811 defends rg", PARTIAL, 1),
        ("FR-39DI 2811 defends dg", PARTIAL, 1),
        ("FR-39DI", PARTIAL, 1),
        ("BR-15DI", NONE, 0),
    ],
)
def test_d31_d32_limits_of_a_retreat(defender: str, coordination: int, limit: int) -> None:
    name = defender.split()[0]
    unit = defender if " " in defender else f"{defender} 2811 defends"
    match = staged(f"GE-9DI 2810 attacks, {unit}", "odds", "2811", leads=("GE-9DI", name))
    assert retreat_limit(battle(match), coordination) == limit


@pytest.mark.rule("12.2.6 tab5", "12.4", "12.3")
def test_d33_panic_lowers_no_hits() -> None:
    match = staged(
        "GE-9DI 2810 attacks, BR-15DI 2811 defends",
        "defender's misunderstood orders",
        "2811",
        coordination=(PARTIAL, MISUNDERSTOOD),
        hits=(0, 6),
        leads=("GE-9DI", "BR-15DI"),
        dice=[2],
    )
    told(match, "roll", "retreat 2812")
    assert state(match).hits[1] == 6
    told(match, "lose BR-15DI", "lose BR-15DI")
    assert offers(match, "advance") == {"GE-9DI to 2811"}


@pytest.mark.rule("12.2.6 tab5")
@pytest.mark.parametrize(
    ("who", "die", "hits", "left"),
    [("attacker", 5, (2, 8), (2, 5)), ("defender", 4, (2, 8), (0, 8)), ("attacker", 5, (0, 2), (0, 0))],
)
def test_d34_fewer_hits(who: str, die: int, hits: tuple[int, int], left: tuple[int, int]) -> None:
    match = staged(
        "GE-9DI 2810 attacks, BR-15DI 2811 defends",
        f"{who}'s misunderstood orders",
        "2811",
        coordination=(MISUNDERSTOOD, NONE) if who == "attacker" else (NONE, MISUNDERSTOOD),
        hits=hits,
        leads=("GE-9DI", "BR-15DI"),
        dice=[die],
    )
    told(match, "roll")
    assert tuple(state(match).hits) == left


@pytest.mark.rule("12.3", "17.2/Interdiction", "17.2 ex")
def test_w22_a_retreat_through_zones_and_interdiction() -> None:
    match = staged(
        "GE-9DI 2810 attacks, FR-15DI 2811 defends, GE-AIR-I 2812 interdicts, GE-28DI 2713, FR-39DI 2813",
        "retreat",
        "2811",
        coordination=(NONE, PARTIAL),
        hits=(0, 3),
        leads=("GE-9DI", "FR-15DI"),
        limit=1,
        air=True,
    )
    told(match, "retreat 2812")
    assert asked(match) == "allied 12.3"
    told(match, "lose FR-15DI")
    assert asked(match) == "allied 12.3"
    told(match, "lose FR-15DI")
    assert state(match).lost[number(match, "FR-15DI")] == 2


@pytest.mark.rule("12.3", "12.3/Disorder")
def test_d71_the_shortest_way_of_a_stack_counts() -> None:
    match = staged(
        "GE-9DI 2810 attacks, BR-51DI-1 2811 defends, BR-51DI-2 2811 defends",
        "retreat",
        "2811",
        coordination=(NONE, PERFECT),
        hits=(0, 9),
        leads=("GE-9DI", "BR-51DI-1"),
        limit=2,
        marne="2811/2812",
    )
    told(match, "part BR-51DI-2", "retreat 2812")
    assert "disorganised" in marks(match, "BR-51DI-1")
    told(match, "retreat 2712", "retreat 2713")
    assert state(match).hits[1] == 6
    assert {"disorganised"} <= marks(match, "BR-51DI-2")


@pytest.mark.rule("12.3")
def test_a_retreat_goes_towards_the_hq_and_never_into_the_enemy() -> None:
    match = staged(
        "GE-9DI 2812 attacks, BR-15DI 2811 defends, GE-28DI 2711",
        "retreat",
        "2811",
        coordination=(NONE, PARTIAL),
        leads=("GE-9DI", "BR-15DI"),
        limit=1,
        sources="german 2802, allied 2834",
        hqs="GE-HQ-I 2803, FR-HQ-V 3011",
    )
    assert rule_of(match, "retreat 2711") == "12.3"
    assert "2911" in offers(match, "retreat")
    assert rule_of(match, "retreat 2813") == "12.3"
    told(match, "halt")
    assert where(match, "BR-15DI") == "2811"


@pytest.mark.rule("12.3")
def test_a_panic_without_a_way_out_is_the_end() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-28DI 2812, GE-30DI 2711, GE-34DI 2712, GE-36DI 2911, GE-7ResDI 2912, "
        "BR-15DI 2811 defends",
        "defender's misunderstood orders",
        "2811",
        coordination=(NONE, MISUNDERSTOOD),
        leads=("GE-9DI", "BR-15DI"),
        dice=[2],
    )
    told(match, "roll")
    assert where(match, "BR-15DI") == "lost"


@pytest.mark.rule("12.3", "4.0")
def test_who_is_crowded_at_the_end_may_go_on() -> None:
    match = staged(
        "GE-9DI 2810 attacks, BR-15DI 2811 defends, BR-25DI 2812",
        "retreat",
        "2811",
        coordination=(NONE, PARTIAL),
        hits=(0, 6),
        leads=("GE-9DI", "BR-15DI"),
        limit=1,
    )
    told(match, "retreat 2812")
    assert "2813" in offers(match, "retreat")
    told(match, "retreat 2813")
    assert state(match).hits[1] == 3
    assert {"disorganised"} <= marks(match, "BR-15DI") & marks(match, "BR-25DI")


# -- hit points


def converting(units: str, who: str, points: int, lead: str, side: str = "german", when: When = QUIET) -> Match:
    """A conversion of hits of the attacker or the defender."""
    hits = (points, 0) if who == "attacker" else (0, points)
    leads = (lead, "") if who == "attacker" else ("", lead)
    return staged(units, f"{who}'s losses", "2811", hits=hits, side=side, when=when, leads=leads)


def left(match: Match, *units: str) -> list[int]:
    """Steps lost by some units, 9 for those that are gone."""
    s = state(match)
    return [9 if where(match, u) == "lost" else s.lost[number(match, u)] for u in units]


@pytest.mark.rule("12.2.8", "12.2.8 ex1", "12.2.8 tab", "3.0/Hit points")
def test_w12_conversion_example_1() -> None:
    match = converting(
        "BR-51DI-1 2811 defends lost:1, BR-15DI 2811 defends lost:1, GE-9DI 2810 attacks", "defender", 7, "BR-51DI-1"
    )
    told(match, "lose BR-51DI-1", "lose BR-15DI")
    told(match, "disorder BR-15DI")
    assert left(match, "BR-51DI-1", "BR-15DI") == [9, 2]


@pytest.mark.rule("12.2.8", "12.2.8 ex2")
def test_w13_conversion_example_2() -> None:
    match = converting("GE-9DI 2810 attacks, GE-14ResDI-1 2810 attacks, BR-50DI 2811 defends", "attacker", 2, "GE-9DI")
    assert offers(match, "lose") == {"GE-14ResDI-1"}
    told(match, "lose GE-14ResDI-1")
    assert left(match, "GE-9DI", "GE-14ResDI-1") == [0, 1]


@pytest.mark.rule("12.2.8", "12.2.8 ex3", "12.2.3")
def test_w14_conversion_example_3() -> None:
    match = converting(
        "GE-9DI 2810 attacks, GE-14ResDI-1 2810 attacks, BR-50DI 2811 defends", "attacker", 3, "GE-14ResDI-1"
    )
    assert rule_of(match, "lose GE-9DI") == "12.2.3"
    told(match, "lose GE-14ResDI-1")
    assert rule_of(match, "disorder GE-9DI") == "12.2.8"
    told(match, "disorder GE-14ResDI-1")
    assert left(match, "GE-9DI", "GE-14ResDI-1") == [0, 1]


@pytest.mark.rule("12.2.8", "12.2.8 ex4")
def test_w15_conversion_example_4() -> None:
    match = converting(
        "GE-9DI 2810 attacks, GE-14ResDI-1 2810 attacks, BR-50DI 2811 defends", "attacker", 4, "GE-14ResDI-1"
    )
    told(match, "lose GE-14ResDI-1")
    assert rule_of(match, "lose GE-9DI") == "12.2.8"
    told(match, "lose GE-14ResDI-1")
    assert left(match, "GE-9DI", "GE-14ResDI-1") == [0, 9]


@pytest.mark.rule("15.4.1", "15.4.1 ex", "12.2.8")
@pytest.mark.parametrize(("hits", "tank", "regiment", "order"), [(6, 9, 1, 2), (2, 0, 1, 0)])
def test_w16_w17_an_attacking_tank(hits: int, tank: int, regiment: int, order: int) -> None:
    units = "FR-TK-RENAULT-1 2812 attacks, FR-DM-1 2812 attacks, GE-9DI 2811 defends"
    match = converting(units, "attacker", hits, "FR-DM-1", side="allied")
    told(match, "lose FR-DM-1")
    if order:
        told(match, "disorder FR-DM-1")
    assert left(match, "FR-TK-RENAULT-1", "FR-DM-1") == [tank, regiment]


@pytest.mark.rule("12.2.8", "12.2.8 tab", "6.0")
def test_d35_an_american_division() -> None:
    match = converting("US-26DI 2811 defends, GE-9DI 2810 attacks", "defender", 8, "US-26DI")
    told(match, "lose US-26DI", "lose US-26DI", "disorder US-26DI")
    assert left(match, "US-26DI") == [2]
    assert state(match).target < 0


@pytest.mark.rule("12.2.8")
def test_d36_no_point_may_be_wasted() -> None:
    units = "GE-14ResDI-1 2810 attacks, GE-14ResDI-2 2810 attacks, GE-9DI 2711 attacks, BR-50DI 2811 defends"
    match = converting(units, "attacker", 6, "GE-14ResDI-1")
    told(match, "lose GE-14ResDI-1")
    assert offers(match, "lose") == {"GE-14ResDI-1", "GE-14ResDI-2"}
    assert rule_of(match, "lose GE-9DI") == "12.2.8"


@pytest.mark.rule("12.2.8", "15.3")
@pytest.mark.parametrize("pays", ["GE-14ResDI-1", "GE-STOSS-2"])
def test_d37_the_asterisk_comes_on_top(pays: str) -> None:
    match = staged(
        "GE-14ResDI-1 2810 attacks, GE-STOSS-1 2810 under:GE-14ResDI-1, GE-14ResDI-2 2810 attacks, "
        "GE-STOSS-2 2810 under:GE-14ResDI-2, BR-50DI 2811 defends",
        "Stosstruppen",
        "2811",
        hits=(2, 0),
        leads=("GE-14ResDI-1", "BR-50DI"),
        asterisk=True,
    )
    assert asked(match) == "german 15.3"
    assert rule_of(match, "lose GE-14ResDI-1") == "15.3"
    told(match, "lose GE-STOSS-1")
    assert offers(match, "lose") == {"GE-14ResDI-1", "GE-STOSS-2"}
    told(match, f"lose {pays}")
    assert where(match, "GE-STOSS-1") == "lost"


@pytest.mark.rule("15.3", "12.2.8", "15.2.2")
def test_d38_d89_stosstruppen_absorb_no_fire_and_nothing_in_defence() -> None:
    guns = ", ".join(f"FR-CORPS-ART-{n} 2812 fires" for n in (1, 2))
    match = staged(
        f"GE-14ResDI-1 2811 defends, GE-STOSS-1 2811 under:GE-14ResDI-1, BR-15DI 2812 attacks, {guns}",
        "attacker's fire",
        "2811",
        "allied",
        dice=[2],
    )
    told(match, "roll")
    assert offers(match, "lose") == {"GE-14ResDI-1"}
    assert rule_of(match, "lose GE-STOSS-1") == "15.3"
    match = converting(
        "GE-14ResDI-1 2811 defends, GE-STOSS-1 2811 under:GE-14ResDI-1, BR-15DI 2812 attacks",
        "defender",
        2,
        "GE-14ResDI-1",
        side="allied",
    )
    assert offers(match, "lose") == {"GE-14ResDI-1"}


@pytest.mark.rule("15.4.1", "12.2.8")
@pytest.mark.parametrize(("hits", "lost"), [(4, [9, 0]), (7, [9, 9])])
def test_d39_a_defending_tank_is_the_last(hits: int, lost: list[int]) -> None:
    match = converting(
        "FR-DM-1 2811 defends, FR-TK-RENAULT-1 2811 defends, GE-9DI 2810 attacks", "defender", hits, "FR-DM-1"
    )
    assert offers(match, "lose") == {"FR-DM-1"}
    told(match, "lose FR-DM-1", "lose FR-DM-1")
    if hits == 7:
        told(match, "lose FR-TK-RENAULT-1")
    assert left(match, "FR-DM-1", "FR-TK-RENAULT-1") == lost


@pytest.mark.rule("12.2.8", "15.3")
def test_d68_d69_stosstruppen_instead_of_the_lead() -> None:
    units = "GE-9DI 2810 attacks, GE-14ResDI-1 2810 attacks, GE-STOSS-1 2810 under:GE-14ResDI-1, BR-50DI 2811 defends"
    match = converting(units, "attacker", 3, "GE-9DI")
    assert offers(match, "lose") == {"GE-9DI", "GE-STOSS-1"}
    told(match, "lose GE-STOSS-1", "disorder GE-9DI")
    match = converting(units, "attacker", 5, "GE-9DI")
    told(match, "lose GE-9DI")
    assert offers(match, "lose") == {"GE-14ResDI-1", "GE-STOSS-1"}
    two = (
        "GE-14ResDI-1 2810 attacks, GE-STOSS-1 2810 under:GE-14ResDI-1, "
        "GE-14ResDI-2 2810 attacks, GE-STOSS-2 2810 under:GE-14ResDI-2"
    )
    match = converting(f"{two}, BR-50DI 2811 defends", "attacker", 3, "GE-14ResDI-1")
    assert offers(match, "lose") == {"GE-14ResDI-1", "GE-STOSS-1", "GE-STOSS-2"}
    told(match, "lose GE-STOSS-2")
    assert offers(match, "lose") == set()
    assert offers(match, "disorder") == {"GE-14ResDI-1"}


# -- battles that end early


@pytest.mark.rule("12.2.3")
def test_d40_without_a_lead_the_attack_is_cancelled() -> None:
    match = bare("GE-197DI 2810, GE-CORPS-ART-1 2809, BR-50DI 2811", "combat", dice=[6])
    declare(match, "2811", "GE-197DI", "support GE-CORPS-ART-1", "confirm", "roll")
    log = told(match, "lose BR-50DI")
    assert "cancelled" in line(log, "No unit can lead")
    assert rule_of(match, "attack 2811") == "12.1"
    assert state(match).lost[number(match, "BR-50DI")] == 1


@pytest.mark.rule("12.2.2/Fire wins", "12.2.3", "12.2.2")
def test_d70_fire_clears_the_hex_but_nobody_can_lead() -> None:
    guns = ", ".join(f"GE-CORPS-ART-{n} 2809" for n in (1, 2))
    match = bare(f"GE-197DI 2810, {guns}, BR-50DI 2811 lost:1", "combat", dice=[6])
    declare(match, "2811", "GE-197DI", "support GE-CORPS-ART-1 GE-CORPS-ART-2", "confirm", "roll")
    log = told(match, "lose BR-50DI")
    assert line(log, "No unit can lead")
    assert where(match, "GE-197DI") == "2810"


@pytest.mark.rule("12.2.2/Fire wins", "12.2.6")
def test_a_battle_won_by_fire_has_only_the_attackers_coordination() -> None:
    guns = ", ".join(f"GE-CORPS-ART-{n} 2809" for n in (1, 2))
    match = bare(f"GE-9DI 2810, {guns}, BR-50DI 2811 lost:1", "combat", dice=[6, 4])
    declare(match, "2811", "GE-9DI", "support GE-CORPS-ART-1 GE-CORPS-ART-2", "confirm", "roll")
    told(match, "lose BR-50DI", "lead GE-9DI", "roll")
    assert len(match.dice.rolls) == 2
    told(match, "advance GE-9DI to 2811")
    assert where(match, "GE-9DI") == "2811"


@pytest.mark.rule("12.2.4/Below half", "12.2.4")
def test_d63_below_half_costs_three_steps_of_the_bravest() -> None:
    match = bare(
        "GE-14ResDI-1 2810, GE-9DI 2810, BR-15DI 2811, BR-51DI-1 2811", "combat", trenches="2811", forts="2811"
    )
    declare(match, "2811", "GE-14ResDI-1 GE-9DI", "lead GE-9DI", "lead BR-51DI-1")
    assert asked(match) == "german 12.2.4/Below half"
    assert rule_of(match, "lose GE-9DI") == "12.2.4/Below half"
    told(match, "lose GE-14ResDI-1", "lose GE-14ResDI-1", "lose GE-9DI")
    assert left(match, "GE-14ResDI-1", "GE-9DI") == [9, 1]
    assert not match.dice.rolls


@pytest.mark.rule("12.2.6", "12.2.7", "12.2.6 tab5")
def test_d84_both_sides_misunderstand() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-28DI 2711 attacks, BR-51DI-1 2811 defends lost:1",
        "defender's misunderstood orders",
        "2811",
        coordination=(MISUNDERSTOOD, MISUNDERSTOOD),
        hits=(3, 5),
        leads=("GE-9DI", "BR-51DI-1"),
        dice=[1, 1],
    )
    told(match, "roll", "lose BR-51DI-1", "lose GE-9DI", "roll", "lose GE-28DI")
    assert where(match, "BR-51DI-1") == "lost"
    told(match, "lose GE-9DI")
    assert left(match, "GE-9DI", "GE-28DI") == [2, 1]
    assert state(match).target < 0


# -- advance and exploitation markers


@pytest.mark.rule("12.4", "14.0")
def test_d41_a_reduced_attacker_does_not_advance() -> None:
    match = staged(
        "GE-9DI 2810 attacks lost:1, GE-28DI 2711 attacks, BR-50DI 4020",
        "advance",
        "2811",
        coordination=(PERFECT, NONE),
        leads=("GE-28DI", ""),
    )
    assert offers(match, "advance") == {"GE-28DI to 2811"}
    assert rule_of(match, "advance GE-9DI to 2811") == "12.4"
    told(match, "advance GE-28DI to 2811", "done")
    assert rule_of(match, "exploit GE-9DI") == "14.0"


@pytest.mark.rule("12.4", "15.3", "3.0/Stosstruppen")
def test_d42_only_stosstruppen_advance_from_zone_to_zone() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-14ResDI-1 2810 attacks, GE-STOSS-1 2810 under:GE-14ResDI-1, BR-50DI 2712",
        "advance",
        "2811",
        coordination=(PERFECT, NONE),
        leads=("GE-9DI", ""),
    )
    told(match, "advance GE-9DI to 2811", "advance GE-14ResDI-1 to 2811")
    assert rule_of(match, "advance GE-9DI to 2812") == "12.4"
    told(match, "advance GE-14ResDI-1 to 2812")
    assert where(match, "GE-14ResDI-1") == "2812"
    assert rule_of(match, "advance GE-14ResDI-1 to 2813") == "12.4"


@pytest.mark.rule("12.4")
def test_d43_an_unbridged_river_ends_the_advance() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-28DI 2711 attacks",
        "advance",
        "2811",
        coordination=(PERFECT, NONE),
        leads=("GE-9DI", ""),
        aisne="2810/2811",
    )
    told(match, "advance GE-9DI to 2811", "advance GE-28DI to 2811")
    assert rule_of(match, "advance GE-9DI to 2812") == "12.4"
    told(match, "advance GE-28DI to 2812")


@pytest.mark.rule("12.4", "14.0", "12.5")
def test_d44_uphill_on_the_second_hex_disorganises() -> None:
    match = staged(
        "GE-9DI 2810 attacks",
        "advance",
        "2811",
        coordination=(PERFECT, NONE),
        leads=("GE-9DI", ""),
        slopes="2810/2811 2811/2812",
    )
    told(match, "advance GE-9DI to 2811")
    assert "disorganised" not in marks(match, "GE-9DI")
    told(match, "advance GE-9DI to 2812")
    assert "disorganised" in marks(match, "GE-9DI")
    told(match, "done")
    assert match.over or match.decision.rule != "14.0"


@pytest.mark.rule("12.4")
def test_an_advance_follows_the_retreat_and_stops_at_a_held_hex() -> None:
    match = staged(
        "GE-9DI 2810 attacks, BR-15DI 2814 defends",
        "advance",
        "2811",
        coordination=(PERFECT, PERFECT),
        retreated=3,
        leads=("GE-9DI", "BR-15DI"),
    )
    told(match, "advance GE-9DI to 2811", "advance GE-9DI to 2812")
    assert rule_of(match, "advance GE-9DI to 2814") == "12.4"
    told(match, "advance GE-9DI to 2813")
    held = staged(
        "GE-9DI 2810 attacks, BR-15DI 2811 defends",
        "advance",
        "2811",
        coordination=(PERFECT, NONE),
        leads=("GE-9DI", "BR-15DI"),
    )
    assert held.decision.rule == "14.0"


@pytest.mark.rule("14.0", "14.0 ex1", "14.0/Same division")
def test_w18_four_moroccan_regiments_take_one_marker() -> None:
    match = staged(
        "FR-DM-1 2812 attacks, FR-DM-2 2812 attacks, FR-DM-3 2812 attacks dg, FR-DM-4 2812 attacks lost:1, "
        "FR-39DI 2711 attacks",
        "exploitation markers",
        "2811",
        "allied",
        coordination=(PERFECT, NONE),
        leads=("FR-DM-1", ""),
    )
    told(match, "exploit FR-DM-1")
    exploiting = [n for n in (1, 2, 3, 4) if "exploitation" in marks(match, f"FR-DM-{n}")]
    assert exploiting == [1, 2]
    assert offers(match, "exploit") == {"FR-39DI"}


@pytest.mark.rule("14.0", "14.0 ex2")
def test_w19_a_tank_spoils_the_stack() -> None:
    match = staged(
        "FR-2DI-1 2812 attacks, FR-2DI-2 2812 attacks, FR-2DI-3 2812 attacks, FR-TK-RENAULT-1 2812 attacks",
        "exploitation markers",
        "2811",
        "allied",
        coordination=(PERFECT, NONE),
        leads=("FR-2DI-1", ""),
    )
    told(match, "exploit FR-2DI-1", "exploit FR-TK-RENAULT-1")
    s = state(match)
    assert s.target < 0
    assert "exploitation" not in marks(match, "FR-2DI-2")


@pytest.mark.rule("12.2.7", "12.2.6 tab4")
def test_d82_a_marker_comes_off_as_one() -> None:
    match = staged(
        "GE-9DI 2810 attacks, BR-15DI 2811 defends, GE-14ResDI-1 2808 exploit:1, GE-14ResDI-2 2808 exploit:1, "
        "GE-14ResDI-3 2808 exploit:1, GE-28DI 2807 reserve:1",
        "a marker removed",
        "2811",
        coordination=(NONE, NONE),
        leads=("GE-9DI", "BR-15DI"),
    )
    assert offers(match, "strip") == {"GE-14ResDI-1"}
    assert rule_of(match, "strip GE-28DI") == "12.2.7"
    told(match, "strip GE-14ResDI-1")
    assert not any(state(match).exploitation)


@pytest.mark.rule("14.1", "15.2.2/Exploitation", "17.2/Bombing")
def test_d59_d86_an_exploitation_attack() -> None:
    match = bare(
        "GE-9DI 2810 exploit:1, GE-28DI 2711 exploit:2, GE-30DI 2911, GE-ARMY-ART-1 2809, GE-CORPS-ART-1 2809, "
        "BR-50DI 2811 lost:1, "
        "FR-CORPS-ART-1 2812, GE-AIR-I 2811 observes, GE-AIR-II 2811 bombs",
        "exploitation-combat",
        air=True,
        dice=[5, 6, 6, 3, 6],
    )
    assert asked(match) == "german 12.1"
    told(match, "attack 2811")
    assert rule_of(match, "add GE-30DI") == "14.1"
    told(match, "add GE-9DI GE-28DI", "confirm")
    assert rule_of(match, "support GE-ARMY-ART-1") == "14.1"
    told(match, "support GE-CORPS-ART-1", "confirm", "support FR-CORPS-ART-1", "confirm")
    told(match, "counter GE-CORPS-ART-1", "confirm")
    fire = fire_of(rules_of(match), state(match), GERMAN)
    assert (fire.guns, fire.bombs, fire.column) == (0, 1, 2)
    told(match, "roll")
    told(match, "disorder BR-50DI", "lead GE-9DI", "lead BR-50DI", "roll", "lose BR-50DI", "disorder GE-9DI")
    told(match, "advance GE-28DI to 2811", "done")
    assert not any(state(match).exploitation)
    assert "14.0" not in {refusal.rule for refusal in match.why_not("GE-28DI")}


# -- the German tank


@pytest.mark.rule("15.4.2", "S1/German tank")
def test_d87_the_german_tank() -> None:
    units = "GE-4GdDI-1 2810, GE-30DI 2711, GE-4GdDI-2 2711, FR-125DI 2811, GE-TANK due"
    match = bare(units, "combat", when=When("gneisenau", 5, 2))
    told(match, "attack 2811")
    assert rule_of(match, "tank GE-4GdDI-1") == "15.4.2"
    told(match, "add GE-4GdDI-1 GE-30DI")
    assert rule_of(match, "tank GE-30DI") == "4.0"
    told(match, "tank GE-4GdDI-1")
    assert where(match, "GE-TANK") == "2810"
    assert shift(match, "tank") == 1
    told(match, "confirm", "lead GE-4GdDI-1", "lead FR-125DI")
    spent = state(match).tank_spent
    assert spent == 1
    hit = converting(
        "GE-4GdDI-1 2810 attacks, GE-TANK 2810 attacks, FR-125DI 2811 defends",
        "attacker",
        1,
        "GE-4GdDI-1",
        when=When("gneisenau", 5, 2),
    )
    assert offers(hit, "lose") == {"GE-TANK"}
    told(hit, "lose GE-TANK")
    assert where(hit, "GE-TANK") == "lost"
    unhurt = converting(
        "GE-4GdDI-1 2810 attacks, GE-TANK 2810 attacks, FR-125DI 2811 defends",
        "attacker",
        0,
        "GE-4GdDI-1",
        when=When("gneisenau", 5, 2),
    )
    assert where(unhurt, "GE-TANK") == "lost"


@pytest.mark.rule("15.4.1", "15.4.2")
def test_tanks_do_not_attack_towns_or_over_rivers_and_slopes() -> None:
    germans = "GE-9DI 2811, GE-28DI 2712, GE-30DI 2912, GE-34DI 2813"
    units = f"FR-TK-RENAULT-1 2812, FR-TK-RENAULT-2 2812, FR-39DI 2812, {germans}"
    match = bare(units, "combat", "allied", towns="2811", minor="2812/2712", slopes="2912/2812")
    for target in ("2811", "2712", "2912"):
        told(match, f"attack {target}")
        assert rule_of(match, "add FR-TK-RENAULT-1") == "15.4.1"
        told(match, "cancel")
    told(match, "attack 2813", "add FR-TK-RENAULT-1")
    assert rule_of(match, "add FR-TK-RENAULT-2") == "15.4.1"
    many = bare(units, "combat", "allied", options={"tanks": "many"})
    told(many, "attack 2813", "add FR-TK-RENAULT-1 FR-TK-RENAULT-2")
    assert shift(many, "tank") == 2


@pytest.mark.rule("12.2.3", "6.0")
def test_d72_the_157th_cannot_lead_but_the_28th_can() -> None:
    for turn in (1, 2):
        when = When("blucher", turn, 1)
        match = bare("FRUS-157DI 2812, GE-9DI 2811", "combat", "allied", when=when)
        rules, s = rules_of(match), state(match)
        assert rules.morale(s, number(match, "FRUS-157DI")) == turn + 1
    assert rules.hit_cost[number(match, "FRUS-157DI")] == 3
    log = declare(match, "2811", "FRUS-157DI")
    assert line(log, "No unit can lead")
    match = bare("US-28DI 2812, GE-9DI 2811", "combat", "allied", when=PETAIN)
    declare(match, "2811", "US-28DI")
    assert offers(match, "lead") == {"US-28DI"}
