"""Chapter 8: German attack supply, by rule."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of
from tests.games.hindenburg.drawn import drawn, hindenburg, state
from westfront.engine.match import Match
from westfront.games.hindenburg.attack_supply import PlaceAttackSupply, working_markers
from westfront.games.hindenburg.sequence import Pair, Turn
from westfront.games.hindenburg.state import GERMAN, GONE, RESERVE, TRACK
from westfront.hexgrid import has


def boxes(match: Match) -> list[str]:
    """Where the four markers are."""
    return sorted(hindenburg().names.place(state(match).at[marker]) for marker in hindenburg().markers)


def works(match: Match, hex_: int) -> bool:
    """Whether a marker in a hex has its effects."""
    return has(working_markers(hindenburg(), state(match)), hex_)


def placing(places: str, reserve: int, turn: int = 6) -> Match:
    """The German places markers after the reinforcements of a turn."""
    match = drawn(places, turn=turn)
    s = match.state.copy()
    for marker in hindenburg().markers[:reserve]:
        s.at[marker] = RESERVE  # type: ignore[attr-defined]
    s.frames = (Turn(), Pair(), PlaceAttackSupply(GERMAN))
    return Match(match.setting, match.dice, match.commitment, rules=match.rules, start=s, auto=False)


def pass_all(match: Match, turn: int) -> Match:
    """Pass, and roll what must be rolled, until a turn begins."""
    while state(match).turn < turn:
        verbs = {action.split()[0] for action in match.decision.texts}
        match.play("pass" if "pass" in verbs else "done" if "done" in verbs else "roll")
    return match


@pytest.mark.rule("8.0", "8.1", "8.1-ex")
def test_a_marker_used_in_turn_1_is_back_in_turn_3() -> None:
    """Vector W6."""
    match = Match.new("hindenburg", seed=5)
    match.play("done")
    match.play("done")
    assert boxes(match) == ["3006", "3106", "3206", "3306"]
    pass_all(match, 2)
    assert boxes(match) == ["turn-3"] * 4
    pass_all(match, 3)
    assert boxes(match) == ["reserve"] * 4
    assert match.decision.rule == "8.2"
    assert match.decision.unused == "4 attack supply markers"


@pytest.mark.rule("8.1")
def test_markers_can_be_kept_and_leave_after_turn_8() -> None:
    """Vectors W7 and D37: used in turns 1, 3, 5, 7 each marker serves four times, and is gone when turn 8 ends."""
    match = Match.new("hindenburg", seed=5)
    match.play("done")
    match.play("done")
    used = 4
    for turn in (3, 5, 7):
        pass_all(match, turn)
        for hex_ in ("3306", "3206", "3106", "3006"):
            match.play(f"mark {hex_}")
            used += 1
        match.play("done")
        assert match.decision.rule == "5.3"
    assert used == 16
    pass_all(match, 8)
    assert boxes(match) == ["turn-9"] * 4
    pass_all(match, 9)
    assert boxes(match) == ["gone"] * 4


@pytest.mark.rule("8.1")
def test_a_marker_on_the_map_at_the_end_of_turn_8_is_gone() -> None:
    match = drawn("3206: 2xGE4-4; supply: 3206", turn=8, actions=(0, 1), side="allied")
    match.play("pass")
    while match.decision.rule != "5.3":
        match.play("roll")
    assert all(state(match).at[marker] == GONE for marker in hindenburg().markers)


@pytest.mark.rule("8.2", "8.2(1)")
def test_west_of_the_line_a_marker_costs_two() -> None:
    """Vector D34: three in the reserve; one in the west and one in the east leave none."""
    match = placing("2806: 2xGE3-3; 2906: 1xGE3-3; german: 2807", 3)
    match.play("mark 2806")
    match.play("mark 3306")
    assert match.decision.texts == ("done",)
    assert boxes(match) == ["2806", "3306", "gone", "turn-8"]


@pytest.mark.rule("8.2(1)")
def test_one_marker_alone_cannot_go_west() -> None:
    match = placing("2806: 2xGE3-3", 1)
    assert rule_of(match, "mark 2806") == "8.2(1)"
    assert "2806" not in offers(match, "mark")
    match.play("mark 2808")


@pytest.mark.rule("8.2(2)")
def test_the_devastated_zone_bars_the_line_to_the_west() -> None:
    """Vector D35."""
    match = placing("german: 3203 3204 3205", 4)
    assert rule_of(match, "mark 3203") == "8.2(2)"
    match = placing("german: 3203 3103 3003 2903 2804 2805 2806", 4)
    match.play("mark 3203")
    assert boxes(match) == ["3203", "reserve", "reserve", "turn-8"]


@pytest.mark.rule("8.2(2)")
def test_a_hex_of_the_zone_itself_takes_no_marker_but_a_german_trench_does() -> None:
    match = placing("german: 3205", 4)
    assert rule_of(match, "mark 3205") == "8.2(2)"
    assert hindenburg().board.devastated >> hindenburg().grid.hex("3206") & 1
    match.play("mark 3206")


@pytest.mark.rule("8.2(2)", "12.2")
def test_an_entrenchment_in_the_zone_is_a_german_trench_too() -> None:
    """12.2: a trench hex fully equivalent to a printed one; every hex of the line through the zone needs it."""
    match = placing("3205: 1xGE3-3; german: 3204 3203; trench: 3205", 4)
    assert rule_of(match, "mark 3203") == "8.2(2)"
    match.play("mark 3205")
    match = placing("3205: 1xGE3-3; 3204: 1xGE3-3; german: 3203; trench: 3204 3205", 4)
    match.play("mark 3203")
    assert boxes(match) == ["3203", "reserve", "reserve", "turn-8"]


@pytest.mark.rule("8.2")
def test_one_marker_in_each_supplied_german_hex() -> None:
    match = placing("allied: 3507; 2705: 1xGE3-3", 4)
    match.play("mark 3508")
    assert rule_of(match, "mark 3508") == "8.2"
    assert rule_of(match, "mark 3507") == "8.2"
    assert rule_of(match, "mark 2705") == "8.2"
    assert rule_of(match, "mark") == "8.2"
    match.play("done")
    assert boxes(match) == ["3508", "reserve", "reserve", "reserve"]


@pytest.mark.rule("8.1")
def test_without_a_marker_nothing_can_be_placed() -> None:
    match = placing("3206: 1xGE3-3", 1)
    match.play("mark 3206")
    assert rule_of(match, "mark 3106") == "8.1"
    match.play("done")
    assert rule_of(match, "mark 3106") == "5.3"


@pytest.mark.rule("8.3")
def test_a_marker_works_in_a_supplied_and_occupied_hex_only() -> None:
    match = drawn("3206: 2xGE4-4; supply: 3206 3306")
    grid = hindenburg().grid
    assert works(match, grid.hex("3206"))
    assert not works(match, grid.hex("3306"))
    assert not works(match, grid.hex("3106"))


@pytest.mark.rule("8.3(1)", "10.6")
def test_attack_supply_is_a_city_for_strategic_moves() -> None:
    match = drawn("3206: 2xGE4-4; supply: 3206 3306")
    assert rule_of(match, "bring 3306 with 6xGE3-3") == "10.4"
    match.play("bring 3206 with 8xGE3-3")


@pytest.mark.rule("8.4")
def test_a_marker_that_the_allies_enter_is_removed_at_once() -> None:
    """Vector D36."""
    match = drawn("3205: 3xBR3-3; supply: 3206; 3306: 1xGE3-3", "allied", turn=3)
    match.play("move 3205 3206 with 2xBR3-3")
    assert sorted(boxes(match))[-1] == "turn-5"


@pytest.mark.rule("8.4")
def test_a_marker_out_of_supply_is_removed_when_the_action_ends() -> None:
    ring = "3106 3107 3207 3307 3306 3105 3205"
    match = drawn(f"3206: 2xGE4-4; supply: 3206; allied: {ring.replace('3207 ', '')}; 3208: 2xUS4-4", "allied", turn=4)
    assert "3206" in boxes(match)
    match.play("move 3208 3207 with 1xUS4-4")
    assert "turn-6" in boxes(match)


@pytest.mark.rule("8.4")
def test_a_marker_that_is_not_used_comes_back_all_the_same() -> None:
    match = drawn("3206: 2xGE4-4; supply: 3206", "allied", turn=4, actions=(0, 1))
    s = state(match)
    assert s.at[hindenburg().markers[0]] >= 0
    match.play("pass")
    while match.decision.rule != "5.3":
        match.play("roll")
    assert state(match).turn == 5
    assert TRACK.box(6) in list(state(match).at)


@pytest.mark.rule("8.1", "8.2")
def test_turn_8_is_the_last_in_which_a_marker_is_placed() -> None:
    match = drawn("turn-8: AS-1; 3206: 1xGE3-3", turn=7, phase="end", dice=[1, 1])
    match.play("roll")
    match.play("roll")
    assert (state(match).turn, match.decision.rule) == (8, "8.2")
    match.play("mark 3206")
    assert boxes(match) == ["3206", "gone", "gone", "gone"]


@pytest.mark.rule("8.3")
def test_a_marker_in_a_hex_left_by_an_advance_waits_for_others() -> None:
    """Ruling A-4: it stays to the end of the turn, without effect until Germans are there again."""
    match = drawn("3206: 4xGE4-4; 3207: 1xGE3-3; 3205: 1xBR3-3; supply: 3206", dice=[1, 6, 6, 6, 6, 6])
    match.play("attack 3205 from 3206 with all")
    match.play("roll")
    hex_ = hindenburg().grid.hex("3206")
    assert boxes(match)[0] == "3206"
    assert not works(match, hex_)
    match.play("pass")
    match.play("move 3207 3206 with all")
    assert works(match, hex_)
