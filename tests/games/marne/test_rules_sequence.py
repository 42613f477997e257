"""Chapters 3, 7, 8, 10, 11 and 14: the order of things, the schedule of the scenarios, markers and Stosstruppen."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told, where
from tests.games.marne.drawn import QUIET, When, asked, bare, begun, marks, marne, number, rules_of, state
from westfront.engine.match import Match
from westfront.games.marne.scenario import ROLLED
from westfront.games.marne.state import FAIR, FOG


def pass_on(match: Match, until: str) -> list[str]:
    """Let both sides do as little as they may, until a line of the log begins so; the phases that were told."""
    while not match.over and not any(text.startswith(until) for text in match.log("german")):
        texts = match.decision.texts
        dull = [text for text in texts if text in ("done", "stop", "confirm", "decline", "halt", "stay")]
        match.play(dull[0] if dull else texts[-1] if texts[-1] != "cancel" else texts[0])
    return [text.split(" [")[0] for text in match.log("german") if " [7.0" in text or " [10.0" in text]


@pytest.mark.rule("7.0", "7.0/Operational", "7.0/Administrative", "3.0/Initiative", "3.0/Phasing player", "16.0")
def test_a_turn_has_three_sequences_in_an_offensive_and_one_otherwise() -> None:
    match = Match.new("marne", "gneisenau", options={"air": "no"}, seed=3, auto=False)
    log = pass_on(match, "never")
    sequences = [text for text in log if text.startswith("Operational sequence")]
    assert [text.split(",")[0].split()[-1] for text in sequences] == ["1", "2", "3", "1"]
    first = log.index("german: movement")
    assert log[first : first + 4] == ["german: movement", "german: combat", "allied: movement", "allied: combat"]
    assert log[0] == "Turn 5, german has the initiative"
    assert match.over


@pytest.mark.rule("S1 length", "S1 special rules", "S2 length", "S2 special rules", "S3 length", "S3 special rules")
@pytest.mark.rule("S4 length", "S4 special rules", "8.0", "3.0/Initiative")
def test_the_schedule_of_the_scenarios() -> None:
    bonus: dict[str, dict[int, tuple[int, ...]]] = {
        "gneisenau": {5: (2, 1, 1), 6: (0,)},
        "blucher": {1: (3, 2, 1), 2: (1, 0, 0), 3: (0,)},
        "friedensturm": {17: (2, 1, 0), 18: (2, 1, 0), 19: (1, 0, 0)},
        "foch-attacks": {18: (2, 1, 0)},
    }
    guns = {"gneisenau": [1, 0], "blucher": [2, 1, 0], "friedensturm": [2, 1, 2], "foch-attacks": [1]}
    initiative = {"gneisenau": [0, 0], "blucher": [0, 0, 0], "friedensturm": [0, 1, 1], "foch-attacks": [1]}
    american = {"gneisenau": [0, 0], "blucher": [0, 1, 1], "friedensturm": [2, 2, 2], "foch-attacks": [2]}
    for scenario, turns in bonus.items():
        rules = marne(scenario)
        assert rules.turns == list(turns)
        for turn, expected in turns.items():
            rows = [rules.schedule[turn, n + 1] for n in range(len(expected))]
            assert tuple(row.bonus for row in rows) == expected
            assert all(row.offensive == (len(expected) == 3) for row in rows)
        first = [rules.schedule[turn, 1] for turn in turns]
        assert [row.guns for row in first] == guns[scenario]
        assert [row.initiative for row in first] == initiative[scenario]
        assert [row.us for row in first] == american[scenario]
        fixed = {when: row.weather for when, row in rules.schedule.items() if row.weather != ROLLED}
        assert fixed == {(rules.turns[0], 1): FAIR if scenario == "foch-attacks" else FOG}
        helped = [when for when, row in rules.schedule.items() if row.bruchmuller]
        assert helped == ([] if scenario == "foch-attacks" else [(rules.turns[0], 1)])


@pytest.mark.rule("3.0/Doctrine", "S1 special rules", "S2 special rules", "S3 special rules", "S4 special rules")
@pytest.mark.parametrize(
    ("scenario", "units"),
    [
        ("gneisenau", {"FR-69DI": "evolving", "FR-129DI": "foch", "GE-9DI": ""}),
        ("blucher", {"FR-39DI": "foch", "BR-50DI": "evolving", "US-3DI-1": "foch", "FRUS-157DI": "foch"}),
        ("friedensturm", {"FR-39DI": "petain", "BR-15DI": "evolving", "IT-8DI": "evolving", "US-3DI-1": "foch"}),
        ("foch-attacks", {"FR-39DI": "petain", "FR-TK-RENAULT-1": "petain", "US-26DI": "foch"}),
    ],
)
def test_doctrines(scenario: str, units: dict[str, str]) -> None:
    rules = marne(scenario)
    assert {name: rules.doctrine(rules.names.unit(name)) for name in units} == units


@pytest.mark.rule("3.0/Combat unit", "3.0/Support unit", "2.2.1", "15.0", "15.2", "15.4")
def test_combat_and_support_units() -> None:
    rules = marne("blucher")
    combat = {"GE-9DI", "GE-14ResDI-1", "BR-51DI-1", "FR-TK-RENAULT-1", "GE-GdCavDI", "FR-1DCP"}
    support = {"GE-ARMY-ART-1", "FR-CORPS-ART-1", "GE-HQ-I", "FR-AIR-1", "GE-STOSS-1"}
    assert all(rules.is_combat[rules.names.unit(name)] for name in combat)
    assert not any(rules.is_combat[rules.names.unit(name)] for name in support)
    assert rules.is_regiment[rules.names.unit("BR-51DI-1")]
    brigade, tank = rules.names.unit("BR-51DI-1"), rules.names.unit("FR-TK-RENAULT-1")
    assert (rules.hit_cost[brigade], rules.hit_cost[tank], rules.has_zone[tank]) == (2, 3, False)


@pytest.mark.rule("11.1", "11.2", "11.3", "11.1.1")
def test_units_move_singly_or_as_the_stack_in_which_they_began() -> None:
    match = bare("GE-9DI 2810, GE-14ResDI-1 2810, GE-CORPS-ART-1 2810, GE-28DI 2809, GE-HQ-VII 2810")
    assert rule_of(match, "move GE-9DI GE-28DI to 2811") == "11.1.1"
    assert rule_of(match, "move GE-9DI GE-9DI to 2811") == "11.1.1"
    told(match, "take GE-14ResDI-1")
    assert "(5 movement points)" in match.decision.prompt
    assert rule_of(match, "join GE-28DI") == "11.1.1"
    told(match, "join GE-CORPS-ART-1")
    assert "(2 movement points)" in match.decision.prompt
    told(match, "go 2812")
    assert where(match, "GE-14ResDI-1") == where(match, "GE-CORPS-ART-1") == "2812"
    assert rule_of(match, "move FR-39DI to 2811") == "11.1.1"
    assert rule_of(match, "move GE-STOSS-1 to 2811") == "11.1.1"
    assert rule_of(match, "move GE-9DI to 2817") == "11.1.1"
    assert rule_of(match, "move GE-9DI to 2820 via 2811 2812") == "11.1.1"
    told(match, "move GE-9DI to 2812 via 2711 2712")
    assert where(match, "GE-9DI") == "2812"


@pytest.mark.rule("11.1.1")
def test_nobody_enters_a_hex_with_an_enemy_combat_unit() -> None:
    match = bare("GE-9DI 2809, BR-50DI 2811, FR-TK-RENAULT-1 2708")
    assert rule_of(match, "move GE-9DI to 2811") == "11.1.1"
    assert rule_of(match, "move GE-9DI to 2708") == "11.1.1"


@pytest.mark.rule("S0")
def test_nobody_leaves_the_playing_area() -> None:
    from tests.games.marne.drawn import real

    match = real("GE-2DI 0505, GE-222DI 1905, GE-HQ-XVIII 1203, FR-HQ-III 1314", when=When("gneisenau", 6, 1))
    assert rule_of(match, "move GE-222DI to 2005") == "S0"


@pytest.mark.rule("11.3.2", "3.0/Stosstruppen")
def test_stosstruppen_change_their_regiment_once_in_a_phase() -> None:
    match = bare(
        "GE-14ResDI-1 2810, GE-14ResDI-2 2810, GE-14ResDI-3 2809, GE-STOSS-1 2810 under:GE-14ResDI-1, GE-9DI 2810"
    )
    assert offers(match, "assign") == {"GE-STOSS-1 to GE-14ResDI-2"}
    assert rule_of(match, "assign GE-STOSS-1 to GE-14ResDI-3") == "11.3.2"
    assert rule_of(match, "assign GE-STOSS-1 to GE-9DI") == "11.3.2"
    told(match, "assign GE-STOSS-1 to GE-14ResDI-2")
    assert rule_of(match, "assign GE-STOSS-1 to GE-14ResDI-1") == "11.3.2"
    told(match, "move GE-14ResDI-2 to 2812")
    assert where(match, "GE-STOSS-1") == "2812"


@pytest.mark.rule("14.3", "14.3 ex")
def test_the_marker_example_from_march_to_order() -> None:
    road = "-".join(f"28{row:02}" for row in range(10, 20))
    match = bare(
        "FR-39DI 2819, GE-9DI 2804, GE-ARMY-ART-1 2805 offensive",
        side="allied",
        when=When("blucher", 1, 2),
        roads=road,
        dice=[6, 6],
    )
    told(match, "march FR-39DI to 2812")
    assert "disorganised" in marks(match, "FR-39DI")
    told(match, "done")
    while "disorganised" in marks(match, "FR-39DI"):
        match.play("done")
    assert "reorganising" in marks(match, "FR-39DI")


@pytest.mark.rule("10.0", "17.1")
def test_air_units_under_an_hq_come_up_after_the_weather() -> None:
    match = bare(
        "GE-AIR-I 2803 on:GE-HQ-I, GE-9DI 2804, FR-39DI 2820",
        "marker-adjustment",
        "allied",
        when=When("blucher", 2, 3),
        dice=[2, 2],
        air=True,
    )
    state(match).sky[number(match, "GE-AIR-I")] = 1
    told(match, "roll")
    assert "ready" in marks(match, "GE-AIR-I")


@pytest.mark.rule("12.0", "12.1", "12.5", "9.2")
def test_who_may_not_attack() -> None:
    match = bare(
        "GE-9DI 2810 dg, GE-28DI 2711, GE-30DI 2712 oos, GE-34DI 2809, GE-CORPS-ART-1 2711, BR-50DI 2811, BR-25DI 2611",
        "combat",
    )
    told(match, "attack 2811")
    assert rule_of(match, "add GE-9DI") == "12.5"
    assert rule_of(match, "add GE-30DI") == "9.2"
    assert rule_of(match, "add GE-34DI") == "12.1"
    assert rule_of(match, "add GE-CORPS-ART-1") == "12.1"
    assert rule_of(match, "add BR-50DI") == "12.1"
    assert rule_of(match, "confirm") == "12.2.1"
    told(match, "add GE-28DI")
    assert rule_of(match, "add GE-28DI") == "12.2.1"
    assert rule_of(match, "drop GE-9DI") == "12.2.1"
    told(match, "drop GE-28DI", "cancel")
    assert not any(state(match).role)
    told(match, "attack 2811", "add GE-28DI", "confirm", "confirm", "lead GE-28DI", "lead BR-50DI")
    assert state(match).fought[number(match, "GE-28DI")]


@pytest.mark.rule("12.1")
def test_a_unit_and_a_hex_fight_once_in_a_phase() -> None:
    match = bare("GE-9DI 2810, GE-28DI 2710, BR-50DI 2811, BR-25DI 2711", "combat", dice=[1, 1, 3, 3])
    told(match, "attack 2811", "add GE-9DI", "confirm", "lead GE-9DI", "lead BR-50DI", "roll")
    while state(match).target >= 0:
        match.play(match.decision.texts[0])
    assert rule_of(match, "attack 2811") == "12.1"
    told(match, "attack 2711")
    assert rule_of(match, "add GE-9DI") == "12.1"


@pytest.mark.rule("8.0", "15.2.3")
def test_offensive_guns_turn_back_in_the_next_turn() -> None:
    match = bare(
        "GE-ARMY-ART-1 2805 offensive, GE-ARMY-ART-2 2806, GE-9DI 2804, FR-39DI 2820",
        "marker-adjustment",
        "allied",
        when=When("blucher", 1, 3),
    )
    assert asked(match) == "german 8.0"
    assert offers(match, "offensive") == {"GE-ARMY-ART-1", "GE-ARMY-ART-2"}
    assert rules_of(match).now(state(match)).guns == 1
    assert QUIET.turn == 3


@pytest.mark.rule("11.3.1.1")
def test_an_offensive_gun_does_not_move_in_the_movement_phase() -> None:
    match = bare("GE-ARMY-ART-1 2805 offensive, GE-9DI 2804", when=When("blucher", 1, 2))
    assert rule_of(match, "take GE-ARMY-ART-1") == "11.3.1.1"


@pytest.mark.rule("7.0")
def test_a_new_game_begins_with_a_question() -> None:
    for scenario in ("foch-attacks", "gneisenau", "blucher", "friedensturm"):
        assert begun(scenario).decision.texts
