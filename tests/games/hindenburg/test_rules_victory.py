"""Chapter 4: how the game is won."""

from __future__ import annotations

import pytest

from tests.asking import rule_of, told
from tests.games.hindenburg.drawn import drawn, hindenburg, position, state, there
from westfront.engine.match import Match
from westfront.engine.state import DRAW
from westfront.games.hindenburg.state import ALLIED, FR, GERMAN, GONE, TRACK, HindenburgState
from westfront.games.hindenburg.victory import (
    americans,
    ground_taken,
    line_intact,
    national_modifiers,
    out_of_action,
    paris_in_range,
)
from westfront.hexgrid import bits

WESTERN_30 = (
    "3205 3204 3203 3202 3201 3105 3104 3103 3102 3101 3005 3004 3003 3002 3001 2905 2904 2903 2902 2901 "
    "3305 3304 3303 3302 3301 3404 3403 3402 3401 2806"
)
"""Thirty western hexes in one piece, joined with the German side."""


def modifiers(s: HindenburgState, nation: str) -> dict[str, int]:
    """The modifiers of a nation by title."""
    return {modifier.title: modifier.value for modifier in national_modifiers(hindenburg(), s, nation)}


def end_of(turn: int, places: str, dice: list[int], passed: bool | None = None) -> Match:
    """A match in phase V of a turn."""
    return drawn(places, turn=turn, phase="end", dice=dice, passed=passed)


# -- the national checks


@pytest.mark.rule("4.8", "4.10", "5.2(V)", "4.6")
def test_5_2_V_first_the_french_then_the_british_roll() -> None:
    match = end_of(4, "3206: 1xGE3-3; 3205: 1xBR3-3", [3, 5])
    assert match.decision.side == "german"
    assert match.decision.prompt.startswith("French collapse")
    assert rule_of(match, "pass") == "4.6"
    assert "French collapse: die 3, no modifiers, makes 3 [4.8]" in told(match, "roll")
    assert match.decision.prompt.startswith("British withdrawal")
    assert "British withdrawal: die 5, no modifiers, makes 5 [4.10]" in told(match, "roll")
    assert state(match).turn == 5


@pytest.mark.rule("5.2(V)", "4.3(1)")
@pytest.mark.parametrize(("turn", "rolled"), [(1, True), (8, True), (9, False), (10, False), (14, False)])
def test_5_2_V_only_on_turns_1_to_8(turn: int, rolled: bool) -> None:
    match = end_of(turn, "3206: 1xGE3-3; 3205: 1xBR3-3", [1] * 9, passed=turn > 8)
    assert (match.decision.rule == "4.6") is rolled


@pytest.mark.rule("4.8", "4.6", "4.9")
def test_4_8_nine_is_a_german_victory() -> None:
    """Vector D48, and one American division more."""
    ground = f"2705: 1xGE3-3; 2609: 1xGE3-3; german: {WESTERN_30} 2806 2707 2706"
    match = end_of(7, f"{ground}; reserve: 7xUS4-4", [6])
    lines = told(match, "roll")
    assert "makes 9 [4.8]" in lines[-1]
    assert match.result == "german: French morale has collapsed"
    match = end_of(7, f"{ground}; reserve: 8xUS4-4", [6])
    assert "makes 8 [4.8]" in told(match, "roll")[-1]
    assert not match.over


@pytest.mark.rule("4.9")
def test_4_9_paris_in_range() -> None:
    """Vectors W5, D47: six hexes from the unit's own, in supply."""
    rules = hindenburg()
    at_six = position("2705: 1xGE3-3; german: 2806")
    assert min(rules.grid.distance(rules.grid.hex("2705"), hex_) for hex_ in bits(rules.board.paris)) == 6
    assert paris_in_range(rules, at_six, 6)
    assert not paris_in_range(rules, position("2806: 1xGE3-3"), 6), "seven hexes"
    assert not paris_in_range(rules, position("2505: 1xGE3-3"), 6), "out of supply"
    assert not paris_in_range(rules, position("german: 2705 2806; 2906: 1xGE3-3"), 6), "no unit there"


@pytest.mark.rule("4.8")
def test_4_8_every_modifier() -> None:
    road = "2806 2705 2605 2604 2603 2602 2601"
    s = position(f"german: {road} 2400 2401 2500 2609 2707 2706; 2906: 1xGE3-3")
    assert modifiers(s, "french") == {"a hex of Paris taken": 6, "Rheims taken": 1}
    assert not modifiers(position("german: 2400 2401 2609"), "french").get("a hex of Paris taken"), "not in supply"
    s = position("german: 2415 2414; 2416: 1xGE3-3")
    assert modifiers(s, "french") == {"Verdun taken": 1}
    s = position("german: 2018 2019; 2020: 1xGE3-3")
    assert modifiers(s, "french") == {"Nancy taken": 1}
    s = position(f"german: {WESTERN_30}")
    assert ground_taken(hindenburg(), s) == 30
    assert modifiers(s, "french") == {"German hexes west of the line": 1}


@pytest.mark.rule("4.8")
@pytest.mark.parametrize(("lost", "value"), [(19, 0), (20, 1), (34, 1), (35, 2)])
def test_4_8_french_losses(lost: int, value: int) -> None:
    """Divisions on the track as replacements and those gone for good count, reinforcements to come do not."""
    rules, s = hindenburg(), position("3206: 1xGE3-3", turn=4)
    french = [u for u in rules.own[ALLIED] if rules.nation_of[u] == FR and not rules.arrival[u]]
    for i, unit in enumerate(french[:lost]):
        s.at[unit] = GONE if i % 2 else TRACK.box(6)
    assert out_of_action(rules, s, (FR,)) == lost
    assert sum(modifiers(s, "french").values()) == value


@pytest.mark.rule("4.8")
def test_4_8_reinforcements_to_come_are_no_losses() -> None:
    rules, s = hindenburg(), position("3206: 1xGE3-3", turn=1)
    for unit in rules.own[ALLIED]:
        if rules.nation_of[unit] == FR and rules.arrival[unit]:
            s.at[unit] = TRACK.box(rules.arrival[unit])
    assert out_of_action(rules, s, (FR,)) == 0


@pytest.mark.rule("4.8")
def test_4_8_americans_count_on_the_map_and_in_the_reserve() -> None:
    s = position("3204: 3xUS4-4; reserve: 6xUS4-4")
    assert americans(hindenburg(), s) == 9
    assert modifiers(s, "french") == {"US divisions on the map or in reserve": -1}


@pytest.mark.rule("4.10", "4.11")
def test_4_10_every_modifier() -> None:
    s = position(f"german: {WESTERN_30}")
    assert modifiers(s, "british") == {"Amiens taken": 1}
    s = position("german: 3903 3904; 3905: 1xGE3-3")
    assert modifiers(s, "british") == {"Hazebrouck taken": 1}
    assert not modifiers(position("german: 3202 3903"), "british"), "neither is in supply"
    s = position("german: 4101 4203")
    assert modifiers(s, "british") == {"a Channel port taken": 2}
    s.german &= ~hindenburg().board.ports
    assert not modifiers(s, "british"), "both are Allied again"
    s = position("german: 4204 4205 4104 4005; 4105: 1xGE3-3")
    assert modifiers(s, "british") == {"no Allied hex left in Belgium": 1}


@pytest.mark.rule("4.10")
@pytest.mark.parametrize(("lost", "value"), [(11, 0), (12, 1), (19, 1), (20, 2)])
def test_4_10_british_losses(lost: int, value: int) -> None:
    assert sum(modifiers(position(f"turn-9: {lost - 2}xBR3-3; gone: 2xAN4-4"), "british").values()) == value


@pytest.mark.rule("4.10", "4.6")
def test_4_10_nine_is_a_german_victory() -> None:
    """Vector D49: 3400 and Amiens taken."""
    match = end_of(4, f"german: {WESTERN_30} 3400; 3206: 1xGE3-3", [1, 6])
    match.play("roll")
    assert "makes 9 [4.10]" in told(match, "roll")[-1]
    assert match.result == "german: the British army has withdrawn"


# -- 4.11


@pytest.mark.rule("4.11")
def test_4_11_the_line_of_communications() -> None:
    rules = hindenburg()
    assert line_intact(rules, position("3206: 1xGE3-3"))
    assert not line_intact(rules, position("german: 3400")), "Abbeville itself"
    assert line_intact(rules, position("german: 4000 4101")), "one port is enough"
    assert not line_intact(rules, position("german: 4000 4101 4203"))
    wall = "3500 3501 3502 3503 3504"
    assert not line_intact(rules, position(f"german: {wall}")), "cut across the country"


@pytest.mark.rule("4.11")
def test_4_11_a_port_once_lost_does_not_count() -> None:
    rules, s = hindenburg(), position("3206: 1xGE3-3")
    s.lost_ports = rules.board.ports
    assert not line_intact(rules, s)


@pytest.mark.rule("4.11")
def test_4_11_the_line_stays_in_the_west() -> None:
    """Allied hexes east of the front would lead round the cut; they do not count, and neither does the sea."""
    rules = hindenburg()
    wall = "3500 3501 3502 3503 3504"
    assert not line_intact(rules, position(f"german: {wall}; allied: 3405 3505 3605 3406 3506"))


# -- 4.2, 4.3


def turn_9(places: str, actions: tuple[int, int] = (10, 10)) -> Match:
    """A match on turn 9 before a German action."""
    return drawn(places, turn=9, actions=actions)


@pytest.mark.rule("4.2")
def test_4_2_the_german_picks_the_moment() -> None:
    match = turn_9("3206: 1xGE3-3; 3205: 1xBR3-3")
    match.play("pass")
    assert (match.decision.side, match.decision.rule) == ("german", "4.2")
    assert rule_of(match, "pass") == "4.2"
    match.play("wait")
    assert match.decision.side == "allied"
    match.play("pass")
    match.play("pass")
    match.play("check")
    assert match.result == "allied: Germany holds 0 hexes west of the line at the mid-game check, not 30"


@pytest.mark.rule("4.2")
def test_4_2_after_the_tenth_action_it_is_made() -> None:
    """Ruling A-7: a pass counts as an action."""
    match = turn_9("3206: 1xGE3-3; 3205: 1xBR3-3", (1, 1))
    match.play("pass")
    assert match.over
    assert state(match).winner == ALLIED


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(("hexes", "over"), [(29, True), (30, False)])
def test_4_2_thirty_hexes_in_supply(hexes: int, over: bool) -> None:
    """Vector D51."""
    ground = " ".join(WESTERN_30.split()[:hexes])
    match = turn_9(f"3206: 1xGE3-3; german: {ground}")
    match.play("pass")
    match.play("check")
    assert match.over is over


@pytest.mark.rule("4.2")
def test_4_2_hexes_out_of_supply_do_not_count() -> None:
    match = turn_9(f"3206: 1xGE3-3; german: {WESTERN_30}; 3205: 1xBR3-3; 3105: 1xBR3-3; 3305: 1xBR3-3; 2806: 1xFR3-3")
    match.play("pass")
    match.play("check")
    assert match.over


@pytest.mark.rule("4.2")
def test_4_2_an_allied_victory_city_loses_and_another_city_does_not() -> None:
    """Vector D50, ruling A-7."""
    match = turn_9(f"3206: 1xGE3-3; german: {WESTERN_30}; allied: 3508")
    match.play("pass")
    match.play("check")
    assert match.result == "allied: the Allies hold 3508 at the mid-game check"
    match = turn_9(f"3206: 1xGE3-3; german: {WESTERN_30}; allied: 3806")
    match.play("pass")
    match.play("check")
    assert not match.over


@pytest.mark.rule("4.3", "4.3(3)", "4.3(4)", "9.4")
def test_4_3_3_allied_divisions_recover_at_once() -> None:
    """Vector D51, ruling A-32; not the Americans, not the Portuguese."""
    places = (
        f"3206: 1xGE3-3r; german: {WESTERN_30}; 3503: 2xBR2-3r 1xUS4-4r 1xPO1-2r; reserve: 1xFR2-3r; turn-11: 1xAN3-3r"
    )
    match = turn_9(places)
    match.play("pass")
    lines = told(match, "check")
    assert "Germany fights on; Allied divisions recover their strength [4.3]" in lines
    assert there(match, "3503") == "2 x BR3-3, 1 x PO1-2r, 1 x US4-4r"
    assert "FR2-3r" not in there(match, "reserve")
    assert "1 x AN4-4" in there(match, "turn-11")
    assert there(match, "3206") == "1 x GE3-3r"
    assert (match.decision.side, state(match).turn) == ("allied", 9), "the rest of the turn is played"
    match.play("pass")
    match.play("pass")
    assert match.decision.side == "allied", "the check is made once"


# -- 4.4, 4.5, 4.7: the end


@pytest.mark.rule("4.4", "5.2(V)")
def test_4_4_all_western_cities_and_two_victory_cities() -> None:
    """Vector D52: Mons and Metz."""
    match = end_of(15, "allied: 3406 3407 3507 3508 2316 2317 2318 2216; 2020: 1xGE1-2", [])
    assert state(match).winner == ALLIED
    assert match.result == "allied: the Allies hold 2 Victory Cities and all western cities"


@pytest.mark.rule("4.5")
def test_4_5_one_victory_city_is_a_draw() -> None:
    """Vector W4: only Mons."""
    match = end_of(15, "allied: 3406 3407 3507 3508; 2020: 1xGE1-2", [])
    assert state(match).winner == DRAW


@pytest.mark.rule("4.5")
def test_4_5_a_german_western_city_makes_it_a_draw() -> None:
    """Vector D53: Soissons German and supplied, three Victory Cities Allied."""
    allied = "3406 3407 3507 3508 2316 2317 2318 2216 3509 3510 3511 3512 3513"
    match = end_of(15, f"allied: {allied}; german: 2705 2806; 2020: 1xGE1-2", [])
    assert state(match).winner == DRAW
    assert "1 western cities are not theirs" in state(match).verdict


@pytest.mark.rule("4.4", "4.5")
def test_4_4_a_western_city_must_be_in_supply() -> None:
    """Soissons is Allied, but all hexes round it are German: two Victory Cities are a draw."""
    allied = "3406 3407 3507 3508 2316 2317 2318 2216"
    match = end_of(15, f"allied: {allied}; german: 2704 2706 2805 2806 2605 2606; 2020: 1xGE1-2", [])
    assert state(match).winner == DRAW
    assert "1 western cities are not theirs" in state(match).verdict


@pytest.mark.rule("4.7", "4.3(4)")
def test_4_7_no_victory_city_is_a_german_victory() -> None:
    """Vector D54: Mons Allied but out of supply."""
    match = end_of(15, "allied: 3508; 2020: 1xGE1-2", [])
    assert state(match).winner == GERMAN
    match = end_of(15, "2020: 1xGE1-2", [])
    assert match.result == "german: the Allies hold 0 Victory Cities at the end"


@pytest.mark.rule("4.4", "4.7")
@pytest.mark.parametrize(
    ("western", "cities", "winner"),
    [(True, 2, ALLIED), (True, 1, DRAW), (False, 2, DRAW), (False, 1, DRAW), (True, 0, GERMAN), (False, 0, GERMAN)],
)
def test_4_4_the_whole_table(western: bool, cities: int, winner: int) -> None:
    """Ruling A-8."""
    allied = ("", "3406 3407 3507 3508", "3406 3407 3507 3508 2316 2317 2318 2216")[cities]
    lost = "" if western else "; german: 2705 2806"
    match = end_of(15, f"2020: 1xGE1-2; allied: {allied}{lost}", [])
    assert state(match).winner == winner
