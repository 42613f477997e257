"""Chapter 9: what comes back, when, and on which side; chapters 7.8 and 9.5: what does not."""

from __future__ import annotations

import pytest

from tests.asking import rule_of, told
from tests.games.hindenburg.drawn import drawn, hindenburg, roll_all, state, there
from westfront.engine.data import Overrides
from westfront.engine.match import Match
from westfront.games.hindenburg.replacements import column
from westfront.games.hindenburg.rules import Hindenburg
from westfront.games.hindenburg.state import AN, BE, BR, FR, GE, US

HIT, MISS = 1, 6
TABLE = {
    (BR, 1): "111222",
    (FR, 1): "111222",
    (BR, 2): "122334",
    (FR, 15): "122334",
    (AN, 1): "122334",
    (BE, 1): "122334",
    (AN, 2): "223344",
    (BE, 15): "223344",
    (US, 4): "112233",
    (GE, 1): "122334",
    (GE, 8): "122334",
    (GE, 9): "223344",
}


@pytest.mark.rule("9.3", "2.11", "14.3")
@pytest.mark.parametrize(("nation", "turn"), TABLE)
def test_9_3_the_table_by_nation_and_turn(nation: int, turn: int) -> None:
    found = [hindenburg().replacement.named(die, column(nation, turn)) for die in range(1, 7)]
    assert "".join(found) == TABLE[nation, turn]


def fallen(kind: str, turn: int, die: int, passed: bool | None = None) -> tuple[Match, list[str]]:
    """A division of a kind is eliminated in 3205 (a Belgian one in 4005), and its die is rolled."""
    origin, target = ("4006", "4005") if kind.startswith("BE") else ("3206", "3205")
    dice = [HIT] + [MISS] * 5 + [die]
    match = drawn(f"{origin}: 4xGE4-4; {target}: 1x{kind}", turn=turn, dice=dice, passed=passed)
    match.play(f"attack {target} from {origin} with all")
    assert match.decision.rule == "9.3"
    assert match.decision.side == "allied"
    return match, told(match, "roll")


@pytest.mark.rule("9.3", "9.3-ex", "9.4")
def test_9_3_example_of_the_booklet() -> None:
    """Vector W8: a British division lost on turn 1, die 5: box 3, reverse side up."""
    match, lines = fallen("BR3-3", 1, 5)
    assert there(match, "turn-3") == "1 x BR2-3r"
    assert "BR-1 comes back in turn 3 on its reverse side (die 5, column BR-FR-turn-1) [9.3, 9.4]" in lines


@pytest.mark.rule("9.3")
@pytest.mark.parametrize(("kind", "turn", "die", "box"), [("BE2-3", 3, 6, 7), ("AN4-4", 2, 5, 6), ("BR3-3", 2, 5, 5)])
def test_9_3_turns_ahead(kind: str, turn: int, die: int, box: int) -> None:
    """Vectors D38, D39."""
    match, _ = fallen(kind, turn, die)
    assert there(match, f"turn-{box}").startswith(f"1 x {kind[:2]}")


@pytest.mark.rule("9.4", "2.5")
def test_9_4_germans_come_back_on_their_reverse_sides() -> None:
    """Vector D40."""
    match = drawn("3206: 1xGE4-4; 3205: 4xBR3-3", turn=2, dice=[MISS, HIT, MISS, MISS, MISS, MISS, MISS, MISS, MISS, 1])
    match.play("attack 3205 from 3206 with all")
    match.play("stay")
    assert rule_of(match, "pass") == "9.3"
    match.play("roll")
    assert there(match, "turn-3").endswith("1 x GE3-3r")


@pytest.mark.rule("9.3")
def test_9_3_beyond_the_last_turn_nobody_comes_back() -> None:
    """Vector D41, ruling A-24."""
    dice = [MISS, HIT, MISS, MISS, MISS, MISS, MISS, MISS, MISS, 1]
    match = drawn("3206: 1xGE4-4; 3205: 4xBR3-3", turn=14, dice=dice)
    match.play("attack 3205 from 3206 with all")
    match.play("stay")
    lines = told(match, "roll")
    assert "GE-1 would come back after the war (die 1, column GE-from-turn-9) [9.3]" in lines
    assert "GE" in there(match, "gone")


@pytest.mark.rule("9.4", "4.3(3)")
def test_9_4_allies_come_back_on_their_front_sides_after_the_check() -> None:
    match, _ = fallen("BR3-3", 9, 1, passed=True)
    assert there(match, "turn-10").endswith("1 x BR3-3")
    match, _ = fallen("BR3-3", 9, 1, passed=False)
    assert there(match, "turn-10").endswith("1 x BR2-3r")


@pytest.mark.rule("9.6", "2.4")
def test_9_6_americans_come_back_whole() -> None:
    match, _ = fallen("US4-4r", 5, 1)
    assert there(match, "turn-6").count("US4-4r") == 0
    assert not state(match).flipped[hindenburg().names.unit("US-1")]


@pytest.mark.rule("7.8", "9.5")
def test_9_5_killed_out_of_supply_is_gone_for_good() -> None:
    match = drawn("3204: 1xGE3-3; 3205: 4xFR3-3", "allied", dice=[HIT])
    lines = told(match, "attack 3204 from 3205 with all")
    assert "GE-41 is lost for good, out of supply [7.8]" in lines
    assert match.decision.rule == "5.3", "no die is rolled for it"


@pytest.mark.rule("7.8", "9.5")
def test_9_5_in_supply_it_is_not() -> None:
    match = drawn("3204: 1xGE3-3; german: 3205; 3203: 4xFR3-3", "allied", dice=[HIT])
    match.play("attack 3204 from 3203 with all")
    assert match.decision.rule == "9.3"


@pytest.mark.rule("9.3")
def test_9_3_again_and_again() -> None:
    """A division that has come back can be lost and come back again."""
    match, _ = fallen("BR2-3r", 3, 1)
    assert there(match, "turn-4").endswith("1 x BR2-3r")


@pytest.mark.rule("9.3")
def test_9_3_every_owner_rolls_for_his_own() -> None:
    match = drawn("3206: 2xGE4-4; 3205: 1xBR3-3", dice=[HIT, MISS, HIT, MISS])
    match.play("attack 3205 from 3206 with all")
    assert match.decision.side == "german"
    match.play("roll")
    assert match.decision.side == "allied"
    roll_all(match)
    assert match.decision.rule == "5.3"


@pytest.mark.rule("6.3", "9.5")
def test_6_3_divisions_too_many_are_rolled_for_but_portuguese_are_gone() -> None:
    """Ruling A-24, in a position that play does not lead to."""
    for removed, rolls in (("BR3-3", True), ("PO1-2", False)):
        match = drawn("3205: 9xBR3-3 2xPO1-2; 3206: 1xGE1-2", phase="clean-up")
        match.play(f"remove {removed}")
        assert (match.decision.rule == "9.3") is rolls
        assert there(match, "3205").startswith("8 x" if rolls else "9 x")
    match = drawn("3204: 11xGE3-3; 3205: 1xBR3-3", phase="clean-up")
    match.play("remove GE3-3")
    assert match.decision.rule == "5.3", "7.8: out of supply it is gone as well"


@pytest.mark.rule("9.6", "5.2(IV)")
def test_9_6_supplied_americans_recover_and_others_wait() -> None:
    """Vector D20, ruling A-18: on the map and in supply; not in the reserve, not in a pocket."""
    match = drawn("3205: 1xUS4-4r; 3207: 1xUS4-4r; reserve: 1xUS4-4r", turn=12, phase="end")
    assert there(match, "3205") == "1 x US4-4"
    assert there(match, "3207") == "1 x US4-4r"
    assert "1 x US4-4r" in there(match, "reserve")


def test_the_table_can_be_overridden() -> None:
    overrides = Overrides.parse("name my copy\ntables.replacement 5 BR-FR-turn-1 4\nterrain_effects rough dice 1\n")
    rules = Match.new("hindenburg", overrides=overrides, seed=1).rules
    assert isinstance(rules, Hindenburg)
    assert rules.replacement.named(5, "BR-FR-turn-1") == "4"
    assert rules.terrain_effects["rough"] == 1
