"""What players and machines see before anything is thrown: previews, hints, overlays, the strip, features."""

from __future__ import annotations

import pytest

from tests.asking import told
from tests.games.marne.drawn import When, bare, begun, declare, marne, real, rules_of, state
from tests.games.marne.test_example import UNITS
from westfront.engine.match import Match
from westfront.engine.rules import find_game
from westfront.engine.view import BattleStep, Preview

SECOND = When("blucher", 1, 2)


def lines(match: Match, side: str) -> dict[str, str]:
    """The lines of a preview by their labels."""
    return {found.label: found.value for found in seen(match, side).lines}


def seen(match: Match, side: str) -> Preview:
    """The preview of the side that is asked."""
    found = match.preview(side)
    assert found is not None
    return found


def test_markers_that_nobody_gets_are_told() -> None:
    lesson = find_game("marne").lesson()
    assert lesson
    match = Match.from_position(lesson.start, seed=lesson.seed, auto=False)
    left = []
    for step in lesson.steps:
        if step.do.startswith("exploit"):
            left.append(match.decision.unused)
        match.play(step.do)
    assert left == ["2 Exploitation markers", "1 Exploitation marker"]


@pytest.mark.rule("12.2.4", "12.2.4 tab1", "12.2.4 tab2")
def test_the_preview_grows_from_the_first_unit() -> None:
    match = real(UNITS, "combat", when=SECOND)
    assert match.preview("german") is None
    told(match, "attack 2715")
    assert match.preview("german") is None
    told(match, "add GE-14ResDI-1")
    assert lines(match, "german")["odds"] == "1.5 to 14, 1/10"
    told(match, "add GE-14ResDI-2 GE-14ResDI-3 GE-9DI")
    found = lines(match, "german")
    assert found["GE-9DI, halved over a major river"] == "4.5"
    assert found["FR-10DI, doubled in a town"] == "14"
    assert found["attacker, hits for a step"].startswith("GE-14ResDI-1 2 (2 left), ")
    assert found["defender, hits for a step"] == "FR-10DI 3 (2 left)"
    assert found["odds"] == "9 to 14, 1/2"
    assert (found["Stosstruppen"], found["morale of the lead units"], found["offensive"]) == (
        "+1 columns",
        "+2 columns",
        "+2 columns",
    )
    assert found["column"] == "5/1"


@pytest.mark.rule("12.2.5 tab", "12.2.6", "12.2.8 tab", "15.2.2 tab")
def test_the_chances_are_exact() -> None:
    match = real(UNITS, "combat", when=SECOND)
    declare(match, "2715", "GE-14ResDI-1 GE-14ResDI-2 GE-14ResDI-3 GE-9DI")
    told(match, "support GE-ARMY-ART-1 GE-CORPS-ART-1")
    found, preview = lines(match, "german"), seen(match, "german")
    assert sum(preview.chances.values()) == pytest.approx(1)
    assert preview.chances["attacker 3, defender 7 hits"] == pytest.approx(11 / 36)
    assert found["german fire"] == "6 - 0, column 6"
    assert found["german hits by fire"] == "2: 2/6, 3: 2/6, 4: 1/6, 5: 1/6"
    assert found["mean hits, attacker and defender"] == "2.9 and 7.1"
    assert found["defender is eliminated if he stands"] == "83.3%"
    assert found["german coordination"] == "perfect 5/6, none 1/6"
    assert found["allied coordination"] == "perfect 1/6, partial 2/6, none 2/6, misunderstood 1/6"
    assert preview.note == "step 2, attacker's guns"


@pytest.mark.rule("12.2.8 tab", "12.2.6")
def test_when_the_dice_have_fallen_the_preview_tells_what_the_hits_cost() -> None:
    match = real(UNITS, "combat", when=SECOND, dice=[2, 4, 4, 6])
    declare(match, "2715", "GE-14ResDI-1 GE-9DI", "confirm", "confirm", "lead GE-14ResDI-1", "lead FR-10DI", "roll")
    found = lines(match, "allied")
    assert (found["attacker's hits"], found["attacker's coordination"]) == ("3", "perfect coordination")
    assert found["attacker, hits for a step"] == "GE-14ResDI-1 2 (2 left), GE-9DI 3 (3 left), one Stosstruppen unit 2"
    assert found["defender, hits for a step"] == "FR-10DI 3 (2 left)"
    assert found["each hex given up, hits less for the defender"] == "3"
    hints = match.hints("allied")
    assert not any(hint.note for hint in hints.values())
    told(match, "halt")
    assert match.hints("allied")["lose FR-10DI"].note == "3 of 5 hits"


@pytest.mark.rule("15.2.2/Forts")
def test_the_preview_of_fire_on_a_fort_counts_diamonds() -> None:
    guns = ", ".join(f"GE-CORPS-ART-{n} 2809" for n in (1, 2, 3))
    match = bare(f"GE-9DI 2810, {guns}, BR-50DI 2811", "combat", forts="2811")
    declare(match, "2811", "GE-9DI", "support GE-CORPS-ART-1 GE-CORPS-ART-2 GE-CORPS-ART-3")
    found = lines(match, "german")
    assert found["german fire on a fort costs a step"] == "3/6"
    assert "german hits by fire" not in found


@pytest.mark.rule("12.2.4/Below half", "12.2.3")
def test_the_preview_warns_of_an_attack_that_is_off() -> None:
    match = bare("GE-197DI 2810, BR-15DI 2811", "combat", trenches="2811")
    told(match, "attack 2811", "add GE-197DI")
    found = seen(match, "german")
    assert found.chances == {"below 1/2: three steps lost": 1.0}
    assert lines(match, "german")["no unit can lead the attack"] == "cancelled"


@pytest.mark.rule("12.2")
def test_the_strip_tells_where_the_battle_stands() -> None:
    match = real(UNITS, "combat", when=SECOND, dice=[6, 2, 4, 3, 6])
    declare(match, "2715", "GE-14ResDI-1 GE-9DI")
    tracks = match.view("allied").scene.tracks
    assert (tracks["battle"], tracks["step"]) == ("2715", "2, attacker's guns")
    (battle,) = match.view("allied").scene.battles
    assert (battle.side, battle.targets, battle.units) == ("german", ("2715",), ("GE-9DI", "GE-14ResDI-1"))
    told(match, "confirm", "confirm", "lead GE-14ResDI-1", "lead FR-10DI")
    scene = match.view("german").scene
    assert scene.tracks["step"] == "8-9, combat dice"
    assert scene.phase == "combat"


@pytest.mark.rule("12.2", "AID")
def test_the_ten_steps_tell_who_decides_and_what_was_decided() -> None:
    match = real(UNITS, "combat", when=SECOND, dice=[6, 2, 4, 3, 6])
    declare(match, "2715", "GE-14ResDI-1 GE-9DI")

    def steps() -> list[BattleStep]:
        return list(match.view("allied").scene.battles[0].steps)

    assert [step.done for step in steps()] == [True] + 9 * [False]
    assert [step.by for step in steps()] == ["", "german"] + 8 * [""]
    assert steps()[0].told == "GE-9DI GE-14ResDI-1"
    told(match, "confirm", "confirm", "lead GE-14ResDI-1")
    assert [(step.title, step.by) for step in steps() if step.now] == [("lead units", "allied")]
    told(match, "lead FR-10DI")
    assert [step.title for step in steps() if step.now] == ["combat table", "coordination"]
    assert steps()[5].told == "GE-14ResDI-1, FR-10DI"
    assert "with shifts" in steps()[6].told
    told(match, "roll")
    assert steps()[7].told.startswith("dice ")
    assert "coordination on a " in steps()[8].told or "orders on a " in steps()[8].told
    assert [step.title for step in steps() if step.now] == ["results"]


@pytest.mark.rule("11.1.1")
def test_hints_tell_the_way_and_the_price() -> None:
    match = bare("GE-9DI 2810", roads="2810-2811-2812")
    told(match, "take GE-9DI")
    hint = match.hints("german")["go 2812"]
    assert (hint.path, hint.note, hint.warning) == (("2810", "2811", "2812"), "1 MP", "")


@pytest.mark.rule("4.0")
def test_a_destination_that_would_be_too_full_is_warned_of() -> None:
    """It may be entered and left again: stacking counts at the end of the phase."""
    match = bare("GE-9DI 2810, GE-201DI 2811", roads="2810-2811-2812")
    told(match, "take GE-9DI")
    assert match.hints("german")["go 2811"].warning == "6 stacking points, 4 may stay"


@pytest.mark.rule("5.0", "9.1")
def test_overlays() -> None:
    match = begun("gneisenau")
    found = {overlay.title: overlay.hexes for overlay in match.overlays("german")}
    assert "0908" in found["german zones of control"]
    assert "1314" in found["in command of allied HQs"]
    assert "0605" not in found["objectives in German hands"]


@pytest.mark.rule("16.0")
def test_features_of_a_position() -> None:
    for scenario in ("foch-attacks", "gneisenau", "blucher", "friedensturm"):
        rules = marne(scenario)
        s = rules.start()
        german, allied = rules.features(s, 0), rules.features(s, 1)
        assert german.keys() == allied.keys()
        assert german["own steps"] == allied["enemy steps"]
        assert german["own HQs"] > 0
    match = begun("blucher")
    assert rules_of(match).features(state(match), 0)["own Stosstruppen"] == 20
