"""The worked examples (W) and derived vectors (D) about the scenarios, disengagement, reserves and the air."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told, where
from tests.games.marne.drawn import When, asked, bare, begun, declare, line, marks, marne, number, real, rules_of, state
from westfront.engine.match import Match
from westfront.engine.modifiers import applied
from westfront.games.marne.disengagement import ESCAPE_DIE, Escape
from westfront.games.marne.offensive_guns import gun_moves
from westfront.games.marne.rules import Marne
from westfront.games.marne.state import ABOVE, BELOW, GERMAN, MarneState
from westfront.games.marne.victory import encircled_divisions, level_of, outcome, points_of, reims_lost
from westfront.hexgrid import has

OFFENSIVE = When("blucher", 1, 2)
FRIEDENSTURM_1 = When("friedensturm", 17, 2)
ALLIED_OFFENSIVE = When("friedensturm", 18, 1)


# -- set-up


@pytest.mark.rule("S0", "S1 set-up Allied", "S2 set-up Allied", "3.0/Morale")
def test_w28_a_line_of_the_set_up() -> None:
    match = begun("gneisenau")
    rules, s = rules_of(match), state(match)
    unit = rules.names.unit("FR-69DI")
    assert (where(match, "FR-69DI"), rules.morale(s, unit)) == ("0313", 4)
    blucher = begun("blucher")
    assert where(blucher, "FRUS-157DI") == "3715"
    assert rules_of(blucher).morale(state(blucher), number(blucher, "FRUS-157DI")) == 2


@pytest.mark.rule("S1", "S1 set-up German", "S2", "S2 set-up German", "S3", "S4", "11.3.2", "17.1")
@pytest.mark.parametrize(
    ("scenario", "units", "storm"),
    [("gneisenau", 57, 6), ("blucher", 82, 20), ("friedensturm", 201, 0), ("foch-attacks", 76, 0)],
)
def test_every_counter_of_a_set_up_stands(scenario: str, units: int, storm: int) -> None:
    match = begun(scenario)
    rules, s = rules_of(match), state(match)
    ground = [unit for unit in rules.ground_units if s.at[unit] >= 0]
    below = [unit for unit in rules.stosstruppen if s.at[unit] >= 0]
    assert (len(ground), len(below)) == (units, storm)
    assert all(s.at[unit] == s.at[s.under[unit]] for unit in below)
    assert not list(rules.violations(s))
    for side in (0, 1):
        assert all(s.sky[unit] == ABOVE for unit in rules.air_units[side] if s.at[unit] >= 0)


@pytest.mark.rule("S3 set-up German", "S3 set-up Allied", "11.3.2")
def test_fourteen_stosstruppen_are_dealt_to_regiments() -> None:
    match = begun("friedensturm")
    assert asked(match) == "german S3 set-up German"
    assert rule_of(match, "assign GE-STOSS-1 to GE-200DI") == "11.3.2"
    told(match, "assign GE-STOSS-1 to GE-1GdDI-1")
    assert rule_of(match, "assign GE-STOSS-2 to GE-1GdDI-1") == "11.3.2"
    while match.decision.rule == "S3 set-up German":
        match.play(match.decision.texts[0])
    s = state(match)
    assert sum(s.at[unit] >= 0 for unit in rules_of(match).stosstruppen) == 14


@pytest.mark.rule("S4 set-up Allied", "S4 set-up German", "4.0")
def test_the_line_of_2120_may_spread() -> None:
    match = begun("foch-attacks")
    assert asked(match) == "allied S4 set-up Allied"
    assert offers(match, "place") == {
        f"FR-153DI-1 at {h}" for h in ("2019", "2020", "2119", "2120", "2121", "2219", "2220")
    }
    assert rule_of(match, "place FR-153DI-1 at 2122") == "S4 set-up Allied"
    assert rule_of(match, "place FR-39DI at 2120") == "S4 set-up Allied"
    told(match, "place FR-153DI-1 at 2121", "place FR-HQ-X at 2020")
    assert (where(match, "FR-AIR-VUILLEMIN"), where(match, "FR-HQ-X")) == ("2020", "2020")
    assert rule_of(match, "place FR-153DI-2 at 2121") == "S4 set-up Allied"
    assert [where(match, f"GE-5GdDI-{n}") for n in (1, 2, 3)] == ["2825", "2826", "2927"]


# -- offensives and reserves


@pytest.mark.rule("8.0", "15.2.3", "7.0/Administrative")
def test_d65_how_many_guns_go_to_offensive_mode() -> None:
    match = begun("blucher")
    assert asked(match) == "german 8.0"
    assert rule_of(match, "done") == "8.0"
    assert rule_of(match, "offensive FR-ARMY-ART-1") == "8.0"
    told(match, "offensive GE-ARMY-ART-1")
    assert offers(match, "done") == {""}
    told(match, "offensive GE-ARMY-ART-2")
    assert match.decision.rule != "8.0"
    one = begun("gneisenau")
    told(one, "offensive GE-ARMY-ART-1")
    assert one.decision.rule != "8.0"


@pytest.mark.rule("11.2.8")
def test_d60_who_may_be_held_in_reserve() -> None:
    units = (
        "GE-ARMY-ART-1 2805 offensive, GE-9DI 2809, GE-28DI 2810, GE-30DI 2806 lost:1, GE-34DI 2807 dg, BR-50DI 2830"
    )
    match = bare(units, "markers", when=OFFENSIVE)
    assert offers(match, "reserve") == {"GE-9DI"}
    assert rule_of(match, "reserve GE-28DI") == "11.2.8"
    assert rule_of(match, "reserve GE-30DI") == "11.2.8"
    assert rule_of(match, "reserve GE-34DI") == "11.2.8"
    told(match, "reserve GE-9DI")
    assert "reserve" in marks(match, "GE-9DI")
    reacting = bare("GE-ARMY-ART-1 2805 offensive, GE-9DI 2810, FR-39DI 2811", "markers", "allied", when=OFFENSIVE)
    assert rule_of(reacting, "reserve FR-39DI") == "11.2.8"


@pytest.mark.rule("11.2.8", "2.2.3", "14.0/Same division")
def test_reserve_markers_run_out() -> None:
    divisions = [f"GE-{n}" for n in ("9DI", "28DI", "30DI", "34DI", "36DI", "113DI", "195DI")]
    units = ", ".join(f"{name} 28{6 + i % 3:02}" for i, name in enumerate(divisions))
    match = bare(f"GE-ARMY-ART-1 2805 offensive, {units}, BR-50DI 2830", "markers", when=OFFENSIVE)
    for name in divisions[:6]:
        told(match, f"reserve {name}")
    assert rule_of(match, "reserve GE-195DI") == "11.2.8"
    stack = bare(
        "GE-ARMY-ART-1 2805 offensive, GE-14ResDI-1 2806, GE-14ResDI-2 2806, GE-14ResDI-3 2806, BR-50DI 2830",
        "markers",
        when=OFFENSIVE,
    )
    told(stack, "reserve GE-14ResDI-2")
    assert all("reserve" in marks(stack, f"GE-14ResDI-{n}") for n in (1, 2, 3))


@pytest.mark.rule("14.2", "11.2.8")
def test_reserves_move_two_points_further_and_never_attack() -> None:
    match = bare("GE-9DI 2805 reserve:1, GE-28DI 2804, BR-50DI 2830", "exploitation-movement")
    assert offers(match, "take") == {"GE-9DI"}
    assert rule_of(match, "take GE-28DI") == "14.2"
    match.play("take GE-9DI")
    assert "(6 movement points)" in match.decision.prompt
    assert offers(match, "hasten") == set()
    fight = bare("GE-9DI 2810 reserve:1, GE-28DI 2711 exploit:1, BR-50DI 2811", "exploitation-combat")
    told(fight, "attack 2811")
    assert rule_of(fight, "add GE-9DI") == "14.1"


@pytest.mark.rule("14.1", "12.2.6 pin")
def test_exploitation_markers_in_enemy_zones_come_off() -> None:
    units = (
        "GE-9DI 2810 exploit:1, GE-14ResDI-1 2711 exploit:2, GE-STOSS-1 2711 under:GE-14ResDI-1, GE-28DI 2806 exploit:3"
    )
    match = bare(f"{units}, BR-50DI 2811 pinned", "exploitation-movement")
    s = state(match)
    found = [s.exploitation[number(match, unit)] for unit in ("GE-9DI", "GE-14ResDI-1", "GE-28DI")]
    assert found == [0, 2, 3]


@pytest.mark.rule("11.3.1.1", "11.3.1.1 ex", "11.1.4", "14.2")
def test_w05_the_example_of_the_offensive_gun() -> None:
    match = real(
        "GE-ARMY-ART-1 1009 offensive, GE-HQ-XVIII 1203, FR-CORPS-ART-1 0712, FR-HQ-III 1314",
        "offensive-guns",
        when=When("gneisenau", 5, 2),
    )
    found = offers(match, "shift")
    for hex_ in ("0910", "1010", "1110", "1111"):
        assert f"GE-ARMY-ART-1 {hex_}" in found
    assert rule_of(match, "shift GE-ARMY-ART-1 0911") == "11.3.1.1"
    told(match, "shift GE-ARMY-ART-1 1111")
    assert where(match, "GE-ARMY-ART-1") == "1111"


@pytest.mark.rule("11.1.4", "11.3.1.1")
@pytest.mark.parametrize(("line_", "expected"), [("rails", False), ("roads", True)])
def test_d79_the_railway_must_be_free_back_to_a_source(line_: str, expected: bool) -> None:
    match = bare(
        "GE-ARMY-ART-1 2810 offensive, GE-9DI 2809, BR-51DI-1 2605, GE-28DI 2706",
        "offensive-guns",
        when=OFFENSIVE,
        sources="german 2803, allied 2834",
        ground={line_: "2803-2804-2805-2806-2807-2808-2809-2810-2811-2812"},
    )
    rules, s = rules_of(match), state(match)
    assert (
        has(gun_moves(rules, s, number(match, "GE-ARMY-ART-1")), rules.grid.hex("2812")) is expected or line_ == "rails"
    )
    blocked = bare(
        "GE-ARMY-ART-1 2810 offensive, GE-9DI 2809, BR-51DI-1 2705",
        "offensive-guns",
        when=OFFENSIVE,
        sources="german 2803, allied 2834",
        ground={line_: "2803-2804-2805-2806-2807-2808-2809-2810-2811-2812"},
    )
    rules, s = rules_of(blocked), state(blocked)
    assert has(gun_moves(rules, s, number(blocked, "GE-ARMY-ART-1")), rules.grid.hex("2812")) is expected


# -- disengagement


@pytest.mark.rule("13.0", "13.0 tab")
@pytest.mark.parametrize(
    ("units", "unit", "ground", "die", "result"),
    [
        ("FR-10DI 2811 marked, GE-9DI 2810", "FR-10DI", {}, 4, "r2"),
        (
            "BR-50DI 2811 marked, GE-9DI 2810, GE-28DI 2812, GE-30DI 2711, GE-34DI 2712, GE-36DI 2911, GE-7ResDI 2912",
            "BR-50DI",
            {},
            1,
            "*r1",
        ),
        ("FR-DM-1 2811 marked, GE-9DI 2810", "FR-DM-1", {"trenches": "2811"}, 6, "r3"),
        ("FR-39DI 2811 marked, FR-DM-1 2811 marked dg, GE-9DI 2810", "FR-39DI", {}, 3, "R3"),
    ],
)
def test_d45_results_of_disengagement(units: str, unit: str, ground: dict[str, str], die: int, result: str) -> None:
    match = bare(units, "disengagement", "allied", dice=[die], ground=ground)
    log = told(match, f"disengage {unit}")
    assert f": {result} [13.0]" in line(log, " disengage:")


@pytest.mark.rule("13.0", "13.0 tab")
def test_the_modifiers_of_disengagement() -> None:
    match = bare("FR-43DI 2811 marked, GE-9DI 2810", "disengagement", "allied", towns="2811")
    rules, s, unit = rules_of(match), state(match), number(match, "FR-43DI")
    found = {m.title: m.value for m in applied(ESCAPE_DIE, Escape(rules, s, unit, (unit,)))}
    assert found == {"leaving a town": 1}


@pytest.mark.rule("12.3", "13.0", "12.3/Disorder")
def test_d46_r3_disorganises_and_a_chosen_way_does_not() -> None:
    match = bare("BR-15DI 2811 marked, GE-9DI 2810", "disengagement", "allied", dice=[6])
    told(match, "disengage BR-15DI", "retreat 2812", "retreat 2813", "retreat 2814")
    assert where(match, "BR-15DI") == "2814"
    assert "disorganised" not in marks(match, "BR-15DI")
    driven = bare("BR-15DI 2811 marked, GE-9DI 2810", "disengagement", "allied", dice=[1], when=When("blucher", 1, 1))
    told(driven, "disengage BR-15DI")
    assert asked(driven) == "german 12.3"
    assert rule_of(driven, "halt") == "12.3"
    log = told(driven, "retreat 2812", "retreat 2813", "retreat 2814")
    assert "BR-15DI are disorganised" in line(log, "are disorganised")


@pytest.mark.rule("4.0", "12.3", "13.0")
@pytest.mark.parametrize("goes_on", [True, False])
def test_d64_a_crowded_refuge(goes_on: bool) -> None:
    match = bare("BR-15DI 2811 marked, BR-62DI 2812, GE-9DI 2810", "disengagement", "allied", dice=[3])
    told(match, "disengage BR-15DI", "retreat 2812")
    if goes_on:
        told(match, "retreat 2813")
        assert where(match, "BR-15DI") == "2813"
    else:
        told(match, "halt", "done")
        assert asked(match) == "allied 4.0"


@pytest.mark.rule("11.2.7", "13.0", "12.1")
def test_who_may_be_marked_and_what_it_means() -> None:
    match = bare("BR-15DI 2811, BR-62DI 2814, FR-CORPS-ART-1 2811, GE-9DI 2810", "markers", "allied")
    assert offers(match, "mark") == {"BR-15DI"}
    assert rule_of(match, "mark BR-62DI") == "11.2.7"
    assert rule_of(match, "mark FR-CORPS-ART-1") == "11.2.7"
    told(match, "mark BR-15DI")
    assert rule_of(match, "mark BR-15DI") == "11.2.7"
    told(match, "done")
    assert rule_of(match, "attack 2810") == "12.1"
    gone = bare("BR-15DI 2811 marked, GE-9DI 2808", "disengagement", "allied")
    assert rule_of(gone, "disengage BR-15DI") == "13.0"


# -- reinforcements


@pytest.mark.rule("11.1.5", "S1 reinforcements")
def test_the_arrivals_of_gneisenau_choose_their_turn() -> None:
    match = bare(
        "FR-129DI due, FR-TK-SCHNEIDER-1 due, GE-9DI 1505, FR-69DI 0313",
        side="allied",
        when=When("gneisenau", 5, 3),
        hqs="FR-HQ-III 1314, GE-HQ-XVIII 1203",
    )
    assert {"FR-129DI", "FR-TK-SCHNEIDER-1"} <= offers(match, "take")
    assert "" in offers(match, "done")
    assert rule_of(match, "enter FR-129DI at 0105") == "11.1.5"
    told(match, "enter FR-129DI at 0106")
    assert state(match).spent[number(match, "FR-129DI")] == 2
    told(match, "take FR-129DI")
    assert "(3 movement points)" in match.decision.prompt
    later = bare(
        "FR-129DI due, GE-9DI 1505, FR-69DI 0313",
        side="allied",
        when=When("gneisenau", 6, 1),
        hqs="FR-HQ-III 1314, GE-HQ-XVIII 1203",
    )
    assert rule_of(later, "done") == "11.1.5"
    told(later, "take FR-129DI")
    assert {"0101", "0118", "1018"} <= offers(later, "go")


@pytest.mark.rule("11.1.5", "S2 reinforcements Allied", "S2 reinforcements German", "11.2.1")
def test_arrivals_by_hex_and_at_an_hq() -> None:
    match = real("FR-154DI due, FR-1DI due, GE-9DI 4521, FR-HQ-VI 3220, GE-HQ-VII 3508", side="allied", when=OFFENSIVE)
    assert rule_of(match, "done") == "11.1.5"
    told(match, "enter FR-154DI at 4522")
    assert rule_of(match, "take FR-154DI") == "11.2.1"
    told(match, "enter FR-1DI at 2120")
    assert "2020" in offers_after(match, "take FR-1DI", "go")
    german = real("GE-2GdDI-1 due, GE-HQ-VII 3508, GE-28DI due, FR-HQ-VI 3220", when=OFFENSIVE)
    assert rule_of(german, "enter GE-2GdDI-1 at 3509") == "11.1.5"
    told(german, "enter GE-2GdDI-1 at 3508")
    assert rule_of(german, "enter GE-28DI at 3508") == "11.1.5"


def offers_after(match: Match, action: str, verb: str) -> set[str]:
    """What is offered with a verb after an action, which is taken back."""
    match.play(action)
    found = offers(match, verb)
    match.undo()
    return found


@pytest.mark.rule("S3 reinforcements Allied", "S3 reinforcements German", "S4 reinforcements Allied", "11.1.5")
def test_the_counter_stroke_comes_in_near_villers_cotterets_but_not_next_to_an_enemy() -> None:
    match = real(
        "FR-DM-1 due, GE-9DI 2320, FR-HQ-X 2120, GE-HQ-IX 2715",
        side="allied",
        when=When("foch-attacks", 18, 1),
    )
    found = offers_after(match, "take FR-DM-1", "go")
    assert "2120" in found
    assert not {"2219", "2220", "2319", "2321"} & found
    assert "2126" not in found
    assert "2125" in found


@pytest.mark.rule("S4/10th DI", "S4 reinforcements German")
@pytest.mark.parametrize(("die", "comes"), [(6, True), (5, False)])
def test_the_tenth_division_comes_by_die_and_points(die: int, comes: bool) -> None:
    match = real(
        "GE-10DI-1 due, GE-10DI-2 due, GE-9DI 2516, GE-HQ-IX 2715, FR-HQ-X 2120",
        when=When("foch-attacks", 18, 1),
        dice=[die],
    )
    rules = rules_of(match)
    assert points_of(rules, state(match)) == 0
    told(match, "roll")
    assert ("GE-10DI-1" in offers(match, "take")) is comes


@pytest.mark.rule("11.1.5", "17.1", "S1 reinforcements")
def test_air_units_arrive_on_an_hq_before_anything_moves() -> None:
    match = real(
        "FR-AIR-CHABERT due, FR-HQ-III 1314, GE-HQ-XVIII 1203, GE-30DI 1204",
        side="allied",
        when=When("gneisenau", 5, 3),
        air=True,
    )
    assert asked(match) == "allied 17.1"
    told(match, "base FR-HQ-III")
    assert "ready" in marks(match, "FR-AIR-CHABERT")


# -- the frozen west


@pytest.mark.rule("S3/Freeze", "S3 special rules")
def test_d78_the_frozen_west() -> None:
    units = (
        "GE-10DI-1 3126, US-3DI-1 3027, US-3DI-3 3226, GE-ARMY-ART-2 2924 offensive, GE-201DI 2926, "
        "GE-HQ-VII 3220, FR-HQ-VI 3029"
    )
    match = real(units, "combat", when=FRIEDENSTURM_1)
    assert rule_of(match, "attack 3027") == "S3/Freeze"
    declare(match, "3226", "GE-10DI-1")
    assert "GE-ARMY-ART-2" in offers(match, "support")
    move = real(units, when=FRIEDENSTURM_1)
    assert rule_of(move, "take GE-201DI") == "S3/Freeze"
    assert rule_of(move, "move GE-10DI-1 to 3026") in ("S3/Freeze", "11.2.2")
    assert not gun_moves(rules_of(move), state(move), number(move, "GE-ARMY-ART-2"))
    thawed = real(units.replace(" offensive", ""), when=When("friedensturm", 18, 1), side="german")
    assert thawed.why("take GE-201DI") is None


@pytest.mark.rule("S3/Freeze")
def test_the_freeze_read_as_movement_only() -> None:
    match = real(
        "GE-10DI-1 3127, US-3DI-1 3027, GE-HQ-VII 3220, FR-HQ-VI 3029",
        "combat",
        when=FRIEDENSTURM_1,
        options={"freeze": "movement"},
    )
    declare(match, "3027", "GE-10DI-1")
    assert state(match).launched


# -- Reims in scenario 2


@pytest.mark.rule("S2/Reims", "9.1")
def test_the_pair_in_reims_stays_commands_and_is_never_lost() -> None:
    match = real(
        "FR-HQ-IV 4619, FR-ARMY-ART-2 4619, FR-45DI-1 4516, GE-86DI 4515, GE-HQ-I 4510", side="allied", when=OFFENSIVE
    )
    assert rule_of(match, "take FR-HQ-IV") == "S2/Reims"
    from westfront.games.marne.supply import in_command

    rules, s = rules_of(match), state(match)
    assert has(in_command(rules, s, 1), rules.grid.hex("4516"))
    attack = real(
        "FR-HQ-IV 4619, FR-ARMY-ART-2 4619, FR-45DI-1 4518, GE-86DI 4517, GE-HQ-I 4510", "combat", when=OFFENSIVE
    )
    assert rule_of(attack, "attack 4619") == "12.1"
    moved = real("FR-HQ-IV 4619, FR-ARMY-ART-2 4619, GE-86DI 4516, GE-HQ-I 4510, FR-HQ-VI 3220", when=OFFENSIVE)
    told(moved, "move GE-86DI to 4518")
    assert where(moved, "FR-ARMY-ART-2") == "4619"


# -- victory


def held(scenario: str, *labels: str, base: str = "", version: str | None = None) -> tuple[Marne, MarneState]:
    """A position of a scenario in which the Germans hold just these scoring hexes."""
    rules = marne(scenario, version)
    s = rules.start()
    scoring = rules.grid.set_of(rules.board.points)
    s.german_holds = s.german_holds & ~scoring | rules.grid.hexset(*labels, *base.split())
    return rules, s


@pytest.mark.rule("S1 victory", "16.0")
@pytest.mark.parametrize(
    ("labels", "verdict", "winner"),
    [
        ("0609 1009", "a draw with 2 points", -1),
        ("0609 1009 0714", "German operational victory with 5 points", 0),
        ("1314", "German strategic victory with 8 points", 0),
        ("0609", "French victory with 1 points", 1),
        ("0714", "German tactical victory with 3 points", 0),
    ],
)
def test_d53_levels_of_gneisenau(labels: str, verdict: str, winner: int) -> None:
    rules, s = held("gneisenau", *labels.split())
    assert outcome(rules, s) == (winner, verdict)
    s.german_holds &= ~rules.grid.hexset("0605")
    assert outcome(rules, s) == (1, "German strategic defeat, Montdidier is lost")


@pytest.mark.rule("S2 victory", "16.0")
@pytest.mark.parametrize(("points", "winner"), [(15, 0), (14, -1), (13, 1)])
def test_d54_levels_of_blucher(points: int, winner: int) -> None:
    assert level_of(marne("blucher"), points)[0] == winner


@pytest.mark.rule("S2 victory")
@pytest.mark.parametrize(("without", "points"), [("", 15), ("2522", 14), ("2820", 13)])
def test_d77_the_historical_fifteen(without: str, points: int) -> None:
    hexes = {"2715", "3718", "3221", "2820", "2522", "2927"} - {without}
    rules, s = held("blucher", *hexes)
    assert points_of(rules, s) == points
    assert sum(rules.board.points.values()) == 42


@pytest.mark.rule("S4 victory", "16.0")
def test_d55_ciry_and_serches_count_once() -> None:
    rules = marne("foch-attacks")
    s = rules.start()
    s.german_holds = rules.grid.set_of(rules.board.points) & ~rules.grid.hexset("2715", "3015", "3016")
    assert points_of(rules, s) == 8
    assert outcome(rules, s) == (1, "Allied victory with 8 points")
    assert [level_of(rules, n)[0] for n in (4, 5, 6, 9)] == [0, -1, 1, 1]


@pytest.mark.rule("S3 victory")
@pytest.mark.parametrize(("guard", "lost"), [("FR-ARMY-ART-1 4619", False), ("FR-ARMY-ART-1 4625", True)])
def test_an_empty_reims_in_a_german_zone_is_cut_off_however_near_the_allied_ground(guard: str, lost: bool) -> None:
    match = real(f"GE-9DI 4618, GE-HQ-I 4616, FR-HQ-V 4724, {guard}", when=When("friedensturm", 19, 3))
    assert reims_lost(rules_of(match), state(match)) == lost


@pytest.mark.rule("S3 victory", "16.0")
@pytest.mark.parametrize(
    ("version", "labels", "expected"),
    [
        ("1", "3527 3328 3925", (-1, "a draw with 5 points")),
        ("1", "3527 3328 3925 5023", (0, "German tactical victory with 7 points")),
        ("1", "", (1, "French tactical victory with 0 points")),
        ("2", "3328 2222", (-1, "a draw with 5 points")),
        ("2", "3328 2222 5023", (0, "German tactical victory with 7 points")),
        ("2", "3527 3925", (1, "French tactical victory with 0 points")),
    ],
)
def test_d76_points_of_friedensturm(version: str, labels: str, expected: tuple[int, str]) -> None:
    """Since version 2 Dormans 3527 and Chatillon 3925 score nothing: both fall in the first phase."""
    rules, s = held("friedensturm", *labels.split(), base="2715 2927 3718 3221 2820 2522", version=version)
    assert not reims_lost(rules, s)
    assert outcome(rules, s) == expected
    everything = marne("friedensturm", version, gains="all")
    assert points_of(everything, s) == points_of(rules, s) + 15


@pytest.mark.rule("S3 victory")
def test_d76_strategic_conditions_cancel_each_other() -> None:
    rules, s = held("friedensturm", "3527", "3328", "3925", "5023", "4619", base="2715")
    assert outcome(rules, s) == (0, "German strategic victory, Reims is taken or cut off")
    surround = real(
        "GE-10DI-1 3126, GE-10DI-2 3126, GE-10DI-3 3126, FR-HQ-VI 3229, GE-HQ-VII 3220, "
        "FR-39DI 3124, FR-43DI 3127, FR-1DI 2925, FR-72DI 3325, FR-18DI 2927, FR-19DI 3326",
        when=FRIEDENSTURM_1,
    )
    assert encircled_divisions(rules_of(surround), state(surround)) == 1


# -- the air


AIR = "GE-HQ-I 2803, GE-HQ-VII 2805, FR-HQ-V 2822, FR-HQ-X 2820"


@pytest.mark.rule("17.1", "17.2", "17.2/Bombing", "17.2/Observation")
def test_w26_observer_bomber_and_no_third() -> None:
    match = bare(
        "GE-AIR-I 2803 on:GE-HQ-I, GE-AIR-II 2803 on:GE-HQ-I, GE-AIR-III 2803 on:GE-HQ-I, FR-15DI 2811",
        air=True,
        hqs=AIR,
    )
    assert rule_of(match, "fly GE-AIR-I bombing over 2811") == "17.2/Bombing"
    assert rule_of(match, "fly GE-AIR-I observation over 2812") == "17.2/Observation"
    told(match, "fly GE-AIR-I observation over 2811", "fly GE-AIR-II bombing", "over 2811")
    assert rule_of(match, "fly GE-AIR-III interdiction over 2811") == "17.1"
    assert "bombing" in marks(match, "GE-AIR-II")


@pytest.mark.rule("17.2/Rebasing", "17.1")
def test_w27_d92_rebasing_is_for_the_player_on_the_move() -> None:
    units = "GE-AIR-I 2803 on:GE-HQ-I, FR-AIR-1 2822 on:FR-HQ-V, FR-15DI 2811, GE-9DI 2804"
    for weather in ("fair", "overcast"):
        match = bare(units, air=True, hqs=AIR, weather=weather)
        told(match, "fly GE-AIR-I rebasing over 2805")
        assert state(match).sky[number(match, "GE-AIR-I")] == BELOW
        if weather == "fair":
            assert rule_of(match, "fly FR-AIR-1 rebasing over 2820") == "17.2/Rebasing"
        else:
            assert match.decision.rule != "17.1"


@pytest.mark.rule("10.0/Fog", "10.0/Overcast", "17.1")
@pytest.mark.parametrize(
    ("weather", "side", "mission"),
    [("fog", "german", False), ("fog", "allied", True), ("overcast", "german", False), ("fair", "german", True)],
)
def test_d51_weather_in_the_air(weather: str, side: str, mission: bool) -> None:
    match = bare(
        "GE-AIR-I 2803 on:GE-HQ-I, FR-AIR-1 2822 on:FR-HQ-V, FR-15DI 2811, GE-9DI 2804",
        side=side,
        air=True,
        hqs=AIR,
        weather=weather,
    )
    unit = "GE-AIR-I" if side == "german" else "FR-AIR-1"
    assert (f"{unit} observation" in offers(match, "fly")) is mission
    if not mission:
        assert rule_of(match, f"fly {unit} observation over 2811") in ("10.0/Fog", "10.0/Overcast")


@pytest.mark.rule("17.1/HQ moves", "11.3.3")
def test_d52_the_air_units_of_an_hq_that_moves_leave() -> None:
    match = bare("GE-AIR-I 2803 on:GE-HQ-I, GE-AIR-II 2803 on:GE-HQ-I, GE-9DI 2806", air=True, hqs=AIR)
    told(match, "stop", "move GE-HQ-I to 2804")
    assert (where(match, "GE-AIR-I"), where(match, "GE-AIR-II")) == ("away", "away")


@pytest.mark.rule("17.2/Interception", "17.2 ex")
def test_w23_d91_interceptions() -> None:
    match = bare(
        "GE-AIR-I 2811 observes, GE-AIR-II 2811 bombs, FR-AIR-1 2822 on:FR-HQ-V, FR-AIR-2 2822 on:FR-HQ-V, "
        "FR-15DI 2811",
        side="allied",
        air=True,
        hqs=AIR,
    )
    assert rule_of(match, "fly FR-AIR-1 observation over 2811") == "17.2/Interception"
    told(match, "fly FR-AIR-1 interception over 2811")
    assert asked(match) == "german 17.2/Interception"
    assert rule_of(match, "yield FR-AIR-2") == "17.2/Interception"
    told(match, "yield GE-AIR-I")
    told(match, "fly FR-AIR-2 interception over 2811", "yield GE-AIR-II")
    assert {where(match, unit) for unit in ("GE-AIR-I", "GE-AIR-II", "FR-AIR-1", "FR-AIR-2")} == {"away"}


@pytest.mark.rule("17.1", "11.0", "17.0", "11.3.4")
def test_the_players_take_turns_in_the_air_and_a_stop_is_final() -> None:
    match = bare(
        "GE-AIR-I 2803 on:GE-HQ-I, GE-AIR-II 2803 on:GE-HQ-I, FR-AIR-1 2822 on:FR-HQ-V, FR-AIR-2 2822 on:FR-HQ-V, "
        "FR-15DI 2811, GE-9DI 2809",
        air=True,
        hqs=AIR,
    )
    told(match, "fly GE-AIR-I interdiction over 2812")
    assert asked(match) == "allied 17.1"
    told(match, "stop")
    assert asked(match) == "german 17.1"
    told(match, "fly GE-AIR-II interdiction over 2813")
    assert asked(match) == "german 11.1.1"


@pytest.mark.rule("17.1/Recovery", "17.1")
@pytest.mark.parametrize(("die", "place"), [(2, "2803"), (3, "away")])
def test_recovery_after_a_mission(die: int, place: str) -> None:
    match = bare(
        "GE-AIR-I 2811 observes, FR-15DI 2811, GE-9DI 2804", "marker-adjustment", "allied", air=True, dice=[die, 6]
    )
    from westfront.games.marne.air import Recovery
    from westfront.games.marne.sequence import GameTurn, Phase

    s = state(match).copy() if not match.over else state(match)
    s.frames = (GameTurn(), Recovery(), Phase(GERMAN, "marker-adjustment"))
    s.mover, s.turn, s.winner, s.verdict = GERMAN, 1, -2, ""
    s.sky[number(match, "GE-AIR-I")] = 4
    again = Match(match.setting, match.dice, "0" * 64, rules=match.rules, start=s, auto=False)
    assert asked(again) == "german 17.1/Recovery"
    told(again, "roll")
    if die <= 2:
        told(again, "base GE-HQ-I")
    assert where(again, "GE-AIR-I") == place


@pytest.mark.rule("17.0")
def test_without_the_option_no_air_unit_is_placed() -> None:
    rules = marne("blucher", air="no")
    s = rules.start()
    assert all(s.at[unit] == -1 for side in (0, 1) for unit in rules.air_units[side])
