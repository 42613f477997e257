"""Step 10 of a battle: misunderstood orders, markers, reserves, what is left alone, and bad input."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told, where
from tests.games.marne.drawn import asked, bare, line, number, staged, state
from westfront.engine.match import Match
from westfront.games.marne.state import MISUNDERSTOOD, NONE, PARTIAL, PERFECT

SIDES = "GE-9DI 2810 attacks, GE-28DI 2711 attacks, BR-15DI 2811 defends"


def misled(who: str, die: int, units: str = SIDES) -> Match:
    """A battle in which one side has misunderstood its orders."""
    match = staged(
        units,
        f"{who}'s misunderstood orders",
        "2811",
        coordination=(MISUNDERSTOOD, NONE) if who == "attacker" else (NONE, MISUNDERSTOOD),
        hits=(0, 0),
        leads=("GE-9DI", "BR-15DI"),
        dice=[die],
    )
    told(match, "roll")
    return match


@pytest.mark.rule("12.2.6 tab5", "12.2.7")
def test_sacrifice_and_fierce_fighting_cost_each_side_a_step() -> None:
    match = misled("defender", 1)
    assert asked(match) == "allied 12.3"
    told(match, "lose BR-15DI")
    assert asked(match) == "german 12.3"
    assert rule_of(match, "lose BR-15DI") == "12.2.6 tab5"
    told(match, "lose GE-28DI")
    assert [state(match).lost[number(match, unit)] for unit in ("GE-9DI", "GE-28DI", "BR-15DI")] == [0, 1, 1]
    told(misled("attacker", 1), "lose BR-15DI", "lose GE-9DI")


@pytest.mark.rule("12.2.6 tab5")
def test_suicide_and_stubbornness_cost_one_side_a_step() -> None:
    assert asked(misled("defender", 3)) == "allied 12.3"
    assert asked(misled("attacker", 3)) == "german 12.3"


@pytest.mark.rule("12.2.6 tab5", "12.2.6 pin")
def test_indecision_pins_the_defenders() -> None:
    match = misled("defender", 5)
    assert line(match.log("german"), "BR-15DI are pinned [12.2.6 pin]")


@pytest.mark.rule("12.2.6 tab5")
def test_misdirected_reserves() -> None:
    units = f"{SIDES}, BR-25DI 2813, BR-62DI 2812, BR-8DI 2817, GE-30DI 2910"
    match = misled("defender", 6, units)
    assert asked(match) == "german 12.2.6 tab5"
    assert rule_of(match, "misdirect BR-8DI to 2816") == "12.2.6 tab5"
    assert rule_of(match, "misdirect BR-25DI to 2815") == "12.2.6 tab5"
    told(match, "misdirect BR-25DI to 2814")
    assert where(match, "BR-25DI") == "2814"
    declined = misled("defender", 6, units)
    told(declined, "decline")
    assert where(declined, "BR-25DI") == "2813"


@pytest.mark.rule("12.2.6 tab5", "12.5")
def test_confusion_disorganises_an_attacker_of_the_defenders_choice() -> None:
    match = misled("attacker", 2)
    assert asked(match) == "allied 12.2.6 tab5"
    assert rule_of(match, "confuse BR-15DI") == "12.2.6 tab5"
    assert line(told(match, "confuse GE-28DI"), "GE-28DI are disorganised [12.2.6 tab5]")


@pytest.mark.rule("12.2.6 tab5", "12.3")
def test_one_attacker_panics() -> None:
    match = misled("attacker", 4)
    assert asked(match) == "german 12.2.6 tab5"
    assert rule_of(match, "flee BR-15DI") == "12.2.6 tab5"
    told(match, "flee GE-9DI", "retreat 2809")
    assert where(match, "GE-9DI") == "2809"
    assert state(match).retreated == 0


@pytest.mark.rule("12.2.6 tab5", "12.2.7", "12.2.6 tab4")
def test_countermanded_orders_and_the_marker_of_the_failed_attacker_are_two() -> None:
    units = f"{SIDES}, GE-30DI 2809 reserve:1, GE-34DI 2808 reserve:2"
    match = misled("attacker", 6, units)
    told(match, "strip GE-30DI")
    assert asked(match) == "allied 12.2.7"
    told(match, "decline")
    assert state(match).reserve[number(match, "GE-34DI")] == 2


@pytest.mark.rule("12.2.6 tab2", "12.2.6 tab3", "12.2.7")
def test_coordination_calls_reserves() -> None:
    units = f"{SIDES}, BR-25DI 2813, BR-62DI 2814, BR-8DI 2816, GE-30DI 2910"
    match = staged(units, "reserves called", "2811", coordination=(NONE, PERFECT), leads=("GE-9DI", "BR-15DI"))
    assert offers(match, "take") == {"BR-25DI", "BR-62DI"}
    assert rule_of(match, "take BR-8DI") == "12.2.6"
    told(match, "take BR-25DI")
    assert "2811" in offers(match, "go")
    told(match, "go 2811", "take BR-62DI", "go 2813")
    assert (where(match, "BR-25DI"), where(match, "BR-62DI")) == ("2811", "2813")
    assert match.over or match.decision.rule != "12.2.6"
    one = staged(units, "reserves called", "2811", coordination=(NONE, PARTIAL), leads=("GE-9DI", "BR-15DI"))
    told(one, "take BR-25DI", "go 2812")
    assert one.over or one.decision.rule != "12.2.6"


@pytest.mark.rule("12.2.6 tab2")
def test_no_reserve_comes_into_a_hex_that_nobody_holds() -> None:
    match = staged(
        "GE-9DI 2810 attacks, BR-15DI 2813 defends, BR-25DI 2812",
        "reserves called",
        "2811",
        coordination=(NONE, PARTIAL),
        leads=("GE-9DI", "BR-15DI"),
        retreated=2,
    )
    told(match, "take BR-15DI")
    assert "2811" not in offers(match, "go")
    assert rule_of(match, "go 2811") == "12.2.6"


@pytest.mark.rule("11.3.1", "11.3.3", "12.2.7")
def test_guns_and_hqs_that_a_battle_leaves_alone_are_lost() -> None:
    match = staged(
        "GE-9DI 2810 attacks, GE-CORPS-ART-1 2810, GE-28DI 2711, BR-15DI 2811 defends lost:2, FR-CORPS-ART-1 2811, "
        "FR-HQ-X 2811",
        "defender's losses",
        "2811",
        coordination=(NONE, NONE),
        hits=(9, 3),
        leads=("GE-9DI", "BR-15DI"),
    )
    told(match, "lose BR-15DI")
    log = told(match, "lose GE-9DI", "lose GE-9DI", "lose GE-9DI")
    assert where(match, "FR-CORPS-ART-1") == where(match, "FR-HQ-X") == "lost"
    assert "left alone in 2811" in line(log, "FR-CORPS-ART-1 is left alone")
    assert where(match, "GE-CORPS-ART-1") == "2810"


@pytest.mark.rule("11.3.1")
def test_a_gun_of_the_attacker_left_alone_next_to_the_enemy_is_lost() -> None:
    match = staged(
        "GE-9DI 2810 attacks lost:2, GE-CORPS-ART-1 2810, BR-15DI 2811 defends",
        "attacker's losses",
        "2811",
        hits=(3, 0),
        leads=("GE-9DI", "BR-15DI"),
    )
    told(match, "lose GE-9DI")
    assert where(match, "GE-CORPS-ART-1") == "lost"


@pytest.mark.rule("12.3", "11.3.1")
def test_support_units_never_retreat() -> None:
    match = staged(
        "GE-9DI 2810 attacks, BR-15DI 2811 defends, FR-CORPS-ART-1 2811",
        "retreat",
        "2811",
        coordination=(NONE, PARTIAL),
        hits=(0, 2),
        leads=("GE-9DI", "BR-15DI"),
        limit=1,
    )
    told(match, "retreat 2812", "done")
    assert where(match, "FR-CORPS-ART-1") == "lost"


@pytest.mark.rule("15.2.2/Forts", "15.2.2")
def test_attackers_in_a_fort_leave_the_fire_to_the_others() -> None:
    guns = ", ".join(f"FR-CORPS-ART-{n} 2812 fires" for n in (1, 2, 3))
    match = staged(
        f"GE-9DI 2810 attacks, GE-28DI 2711 attacks, BR-15DI 2811 defends, {guns}",
        "defender's fire",
        "2811",
        dice=[4],
        forts="2810",
    )
    told(match, "roll")
    assert offers(match, "lose") == {"GE-28DI"}
    alone = staged(
        f"GE-9DI 2810 attacks, BR-15DI 2811 defends, {guns}", "defender's fire", "2811", dice=[3], forts="2810"
    )
    told(alone, "roll")
    assert alone.decision.rule == "12.2.3"


@pytest.mark.rule("12.2.3")
def test_lead_units() -> None:
    match = bare("GE-197DI 2810, GE-9DI 2711, FR-TK-RENAULT-1 2811, BR-50DI 2811", "combat")
    told(match, "attack 2811", "add GE-197DI GE-9DI", "confirm")
    assert offers(match, "lead") == {"GE-9DI"}
    assert rule_of(match, "lead GE-197DI") == "12.2.3"
    told(match, "lead GE-9DI")
    assert offers(match, "lead") == {"BR-50DI"}
    assert rule_of(match, "lead FR-TK-RENAULT-1") == "12.2.3"
    far = bare("GE-9DI 2825, BR-50DI 2826", "combat", hqs="GE-HQ-I 2803, FR-HQ-V 2833")
    log = told(far, "attack 2826", "add GE-9DI", "confirm")
    assert line(log, "No unit can lead")


@pytest.mark.rule("12.2.1", "12.2")
@pytest.mark.parametrize(
    "action",
    [
        "",
        "attack",
        "attack 9999",
        "attack off",
        "add -",
        "confirm now",
        "fly GE-AIR-I",
        "lose",
        "roll",
        "move GE-9DI to",
    ],
)
def test_bad_input_changes_nothing(action: str) -> None:
    match = bare("GE-9DI 2810, BR-50DI 2811", "combat")
    assert rule_of(match, action)


@pytest.mark.rule("12.2.1")
@pytest.mark.parametrize("value", ["-", "GE-STOSS-1", "GE-AIR-I", "FR-39DI", "GE-HQ-I", "GE-TANK"])
def test_strange_units_are_refused_everywhere(value: str) -> None:
    match = bare("GE-9DI 2810, GE-CORPS-ART-1 2809, BR-50DI 2811", "combat", dice=[1])
    told(match, "attack 2811")
    for verb in ("add", "drop", "tank"):
        assert rule_of(match, f"{verb} {value}")
    told(match, "add GE-9DI", "confirm")
    assert rule_of(match, f"support {value}")
    told(match, "confirm")
    assert rule_of(match, f"lead {value}")
    movement = bare("GE-9DI 2810, BR-50DI 2815", "movement")
    for action in (f"take {value}", f"move {value} to 2811", f"pontoon {value} to 2811", f"assign {value} to {value}"):
        if value != "GE-HQ-I" or not action.startswith(("take", "move")):
            assert rule_of(movement, action)
