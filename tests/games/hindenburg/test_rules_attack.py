"""Who may attack together, tank brigades, minor armies, and what is seen (chapters 6, 13.12, 14)."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of, told
from tests.games.hindenburg.drawn import dice_of, drawn, hindenburg, state, there
from westfront.games.hindenburg.participation import why_no_tanks
from westfront.games.hindenburg.state import AN, BR, FR, US

HIT, MISS = 1, 6
EAST = "3106: 8xGE3-3; 3206: "
"""An Allied stack in 3206, east of the line, next to Germans in St Quentin."""


# -- 6.4, 6.5, 14.3: nationalities


@pytest.mark.rule("6.4")
def test_6_4_west_of_the_line_all_attack_together() -> None:
    match = drawn("3206: 8xGE3-3; 3205: 2xFR3-3 2xBR3-3 1xUS4-4 1xAN4-4", "allied")
    lines = told(match, "attack 3206 from 3205 with all")
    assert dice_of(lines, "allied") == 6


@pytest.mark.rule("6.4")
def test_6_4_east_of_the_line_one_nationality_attacks() -> None:
    """Vector D55."""
    match = drawn(f"{EAST} 4xFR3-3 4xBR3-3", "allied")
    assert rule_of(match, "attack 3106 from 3206 with all") == "6.4"
    assert dice_of(told(match, "attack 3106 from 3206 with 4xFR3-3"), "allied") == 4


@pytest.mark.rule("6.4", "14.3")
def test_14_3_australians_count_as_british() -> None:
    match = drawn(f"{EAST} 4xAN4-4 4xBR3-3", "allied")
    lines = told(match, "attack 3106 from 3206 with all")
    assert dice_of(lines, "allied") == 8
    assert not any("Corps" in line for line in lines)


@pytest.mark.rule("6.5")
def test_6_5_the_australian_american_corps() -> None:
    match = drawn(f"{EAST} 3xAN4-4 3xUS4-4", "allied", turn=7)
    lines = told(match, "attack 3106 from 3206 with all")
    assert "The Australian-American Corps attacks from 3206 [6.5]" in lines
    assert dice_of(lines, "allied") == 6


@pytest.mark.rule("6.5")
def test_6_5_no_british_in_the_corps() -> None:
    match = drawn(f"{EAST} 2xAN4-4 2xUS4-4 2xBR3-3", "allied", turn=7)
    assert rule_of(match, "attack 3106 from 3206 with all") == "6.5"
    assert rule_of(match, "attack 3106 from 3206 with 2xUS4-4 2xBR3-3") == "6.4"
    assert dice_of(told(match, "attack 3106 from 3206 with 2xAN4-4 2xBR3-3"), "allied") == 4


@pytest.mark.rule("6.5")
def test_6_5_in_the_west_nobody_needs_the_corps() -> None:
    match = drawn("3206: 8xGE3-3; 3205: 2xUS4-4 2xAN4-4", "allied", turn=7)
    assert not any("Corps" in line for line in told(match, "attack 3206 from 3205 with all"))


# -- 14.1, 14.2


@pytest.mark.rule("14.1")
def test_14_1_portuguese_never_attack_but_do_not_bar_others() -> None:
    """Vector D56."""
    match = drawn("3206: 1xGE3-3; 3205: 5xBR3-3 2xPO1-2", "allied", dice=[HIT] * 5)
    assert rule_of(match, "attack 3206 from 3205 with all") == "14.1"
    match.play("attack 3206 from 3205 with 5xBR3-3")
    assert there(match, "3206") == "5 x BR3-3"
    assert there(match, "3205") == "2 x PO1-2"


@pytest.mark.rule("14.1", "9.5")
def test_14_1_portuguese_defend_and_never_come_back() -> None:
    """Vector D42."""
    match = drawn("3206: 4xGE4-4; 3205: 2xPO1-2", dice=[HIT] * 4)
    lines = told(match, "attack 3205 from 3206 with all")
    assert dice_of(lines, "allied") == 4
    assert there(match, "gone").endswith("2 x PO1-2")
    assert match.decision.rule == "5.3"


@pytest.mark.rule("14.2")
@pytest.mark.parametrize(("origin", "target"), [("3904", "3905"), ("3805", "3806"), ("4005", "4006")])
def test_14_2_belgians_attack_near_belgium(origin: str, target: str) -> None:
    """Vector D33."""
    match = drawn(f"{target}: 2xGE3-3; {origin}: 2xBE2-3", "allied")
    assert dice_of(told(match, f"attack {target} from {origin} with all"), "allied") == 2


@pytest.mark.rule("14.2")
def test_14_2_belgians_do_not_attack_elsewhere() -> None:
    """3704 is neither in Belgium nor next to it; Belgians there are out of supply."""
    match = drawn("3704: 2xGE3-3; german: 3705; 3805: 2xBE2-3", "allied")
    assert rule_of(match, "attack 3704 from 3805 with all") == "14.2"
    match = drawn("3705: 2xGE3-3; 3704: 1xBE2-3 1xBR3-3", "allied")
    assert rule_of(match, "attack 3705 from 3704 with 1xBE2-3") == "7.7"
    assert dice_of(told(match, "attack 3705 from 3704 with all"), "allied") == 1


# -- 13.12: tanks


TANKS = "3306: 4xGE3-3; 3305: 4xBR3-3 1xAN4-4; reserve: 2xBR-tanks 1xFR-tanks"


@pytest.mark.rule("13.12", "9.7", "2.7")
def test_13_12_two_dice_in_the_first_round_and_one_more_round() -> None:
    """Vector D11, D43."""
    match = drawn("3306: 4xGE3-3; 3305: 4xBR3-3; reserve: 2xBR-tanks", "allied", turn=9, passed=True)
    match.play("attack 3306 from 3305 with all")
    assert match.decision.rule == "13.12"
    assert offers(match, "tanks") == {"BR3-3 1", "BR3-3 2"}
    match.play("tanks BR3-3 2")
    lines = told(match, "done")
    assert dice_of(lines, "allied") == 6
    assert sum("is used up, back in turn 11 [9.7]" in line for line in lines) == 2
    match.play("stay")
    lines = told(match, "press")
    assert dice_of(lines, "allied") == 4
    assert match.decision.side == "german"
    match.play("stay")
    assert match.decision.rule == "5.3", "there is no third round"


@pytest.mark.rule("9.7")
@pytest.mark.parametrize(("turn", "words"), [(13, "is used up, back in turn 15"), (14, "would be back after the war")])
def test_9_7_a_brigade_used_too_late_is_said_to_be_gone(turn: int, words: str) -> None:
    match = drawn("3306: 4xGE3-3; 3305: 4xBR3-3; reserve: 1xBR-tanks", "allied", turn=turn)
    lines = told(match, "attack 3306 from 3305 with all", "tanks BR3-3 1", "done")
    assert sum(words in line for line in lines) == 1


@pytest.mark.rule("13.12")
def test_13_12_after_the_last_round_the_defender_may_still_go() -> None:
    """Ruling A-15."""
    match = drawn("3306: 4xGE3-3; 3305: 4xBR3-3; reserve: 1xBR-tanks", "allied")
    for action in ("attack 3306 from 3305 with all", "tanks BR3-3 1", "done", "stay", "press"):
        match.play(action)
    match.play("retreat 3307")
    assert there(match, "3306") == "4 x BR3-3"


@pytest.mark.rule("13.12")
def test_13_12_no_tanks_no_second_round() -> None:
    match = drawn("3306: 4xGE3-3; 3305: 4xBR3-3; reserve: 1xBR-tanks", "allied")
    match.play("attack 3306 from 3305 with all")
    match.play("done")
    match.play("stay")
    assert match.decision.rule == "5.3"
    assert sum(state(match).at[unit] == -2 for unit in hindenburg().tanks) == 1, "the brigade is still there"


@pytest.mark.rule("13.12")
def test_13_12_one_brigade_of_the_same_nation_for_a_division() -> None:
    """Vector D13, ruling A-27: none for Australians, none of the French for the British."""
    match = drawn(TANKS, "allied")
    match.play("attack 3306 from 3305 with all")
    assert offers(match, "tanks") == {"BR3-3 1", "BR3-3 2"}
    assert rule_of(match, "tanks AN4-4 1") == "13.12"
    assert rule_of(match, "tanks FR3-3 1") == "13.12"
    assert rule_of(match, "tanks BR3-3 3") == "13.12"
    match.play("tanks BR3-3 2")
    assert offers(match, "tanks") == {"BR3-3 0", "BR3-3 1"}
    match.play("cancel")
    assert match.decision.rule == "5.3"


@pytest.mark.rule("13.12")
def test_13_12_not_into_rough_nor_over_a_river_but_from_rough() -> None:
    """Vector D12."""
    rules = hindenburg()
    hexes = {label: rules.grid.hex(label) for label in ("2904", "2803", "3305", "3306", "3105", "3006", "3106")}
    refusal = why_no_tanks(rules, hexes["2803"], hexes["2904"], BR)
    assert refusal is not None
    assert refusal.rule == "13.12"
    assert why_no_tanks(rules, hexes["3105"], hexes["3006"], FR) is not None
    assert why_no_tanks(rules, hexes["3305"], hexes["3306"], BR) is None
    assert all(why_no_tanks(rules, hexes["3305"], hexes["3306"], nation) for nation in (AN, US))


@pytest.mark.rule("13.12")
def test_13_12_an_attack_that_can_have_no_tanks_is_not_asked() -> None:
    match = drawn("3006: 2xGE3-3; 3105: 3xBR3-3; reserve: 3xBR-tanks", "allied")
    lines = told(match, "attack 3006 from 3105 with all")
    assert dice_of(lines, "allied") == 3


@pytest.mark.rule("13.12")
def test_13_12_every_kind_has_its_own_number() -> None:
    match = drawn("3306: 4xGE3-3; 3305: 2xBR3-3 2xFR4-4 1xFR3-3; reserve: 1xBR-tanks 2xFR-tanks", "allied")
    match.play("attack 3306 from 3305 with all")
    match.play("tanks FR4-4 1")
    assert offers(match, "tanks") == {"BR3-3 1", "FR4-4 0", "FR4-4 2", "FR3-3 1"}
    match.play("tanks FR3-3 1")
    match.play("tanks BR3-3 1")
    lines = told(match, "done")
    assert dice_of(lines, "allied") == 8
    assert "Tank brigades support 1 x BR3-3, 1 x FR3-3, 1 x FR4-4 [13.12]" in lines


# -- 6.6: what is seen


@pytest.mark.rule("6.6")
def test_6_6_a_declared_attack_shows_the_whole_stack() -> None:
    """Vector D57; those who do not take part stay hidden. What was shown and has not moved since is remembered."""
    match = drawn("3206: 2xGE4-4 3xGE1-2; 3205: 2xBR3-3 4xBR2-3; supply: 3206")

    def named(side: str, hex_: str) -> int:
        pieces = match.view(side).scene.pieces
        return sum(p.at == hex_ and bool(p.name) and p.facts != ("attack supply",) for p in pieces)

    assert (named("german", "3205"), named("allied", "3206")) == (1, 1)
    match.play("attack 3205 from 3206 with 2xGE4-4")
    assert (named("german", "3205"), named("allied", "3206")) == (6, 2)
    match.play("stay")
    match.play("break-off")
    assert (named("german", "3205"), named("allied", "3206")) == (6, 2)


@pytest.mark.rule("6.6")
def test_6_6_an_attack_cannot_be_taken_back() -> None:
    match = drawn("3206: 2xGE4-4; 3205: 2xBR3-3")
    match.play("attack 3205 from 3206 with all")
    assert not match.can_undo


@pytest.mark.rule("6.6")
def test_6_6_the_preview_knows_the_top_division_only() -> None:
    one = drawn("3206: 6xGE4-4; 3205: 1xBR3-3 4xBR4-4")
    other = drawn("3206: 6xGE4-4; 3205: 1xBR3-3 4xBR1-2r")
    for match in (one, other):
        match.play("force 3206")
    assert one.preview("german") == other.preview("german")
    assert one.preview("allied") is None
    found = one.preview("german")
    assert found is not None
    assert "not known are counted as like the top one" in found.note
    assert 0 < found.chances["3205 is taken"] < 1


def test_the_preview_of_another_round_is_exact() -> None:
    """Two against one in the clear, by hand: the hex is taken if a German hits and not both Germans fall."""
    match = drawn("3204: 2xGE3-3; german: 3205; 3203: 1xBR3-3; supply: 3204")
    match.play("attack 3203 from 3204 with all")
    match.play("stay")
    found = match.preview("german")
    assert found is not None
    lines = {line.label: line.value for line in found.lines}
    assert lines["hits of the attacker"] == "0: 25.0%, 1: 50.0%, 2: 25.0%"
    assert lines["after one round the hex is taken"] == "75.0%"
    assert found.chances["the hex is taken"] == pytest.approx(
        0.75 / (1 - 0.125) + 0.125 / 0.875 * one_on_one(), abs=1e-9
    )
    assert match.preview("allied") is None


def one_on_one() -> float:
    """One against one, both at 3: in a quarter of the rounds he wins alone, in a quarter nothing happens."""
    return 0.25 / 0.75


def test_the_chances_of_an_attack_are_those_of_its_dice() -> None:
    """Match.distribution goes through the rules themselves; pressing on is open to both sides."""
    match = drawn("3204: 2xGE3-3; german: 3205; 3203: 1xBR3-3; supply: 3204")
    match.play("attack 3203 from 3204 with all")
    match.play("stay")
    found = match.distribution("press")
    assert found is not None
    taken = sum(chance for outcome, chance in found.items() if "defender 1" in outcome)
    assert float(taken) == 0.75
    assert sum(found.values()) == 1


@pytest.mark.rule("9.3")
def test_9_3_each_side_rolls_a_die_for_each_of_its_dead() -> None:
    match = drawn("3206: 4xGE4-4; 3205: 2xBR3-3", dice=[HIT] * 8)
    match.play("attack 3205 from 3206 with all")
    for side, names in (("german", ["GE-2", "GE-3", "GE-4"]), ("allied", ["BR-1", "BR-2"])):
        assert (match.decision.side, match.decision.rule) == (side, "9.3")
        before = len(match.dice.rolls)
        match.play("roll")
        assert [roll.purpose for roll in match.dice.rolls[before:]] == [f"replacement/{name}" for name in names]
    assert match.decision.rule == "5.3"
