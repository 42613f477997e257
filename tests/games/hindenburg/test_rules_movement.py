"""Chapter 11: movement, by rule; stacking of chapter 6; control of 3.5."""

from __future__ import annotations

import pytest

from tests.asking import offers, rule_of
from tests.games.hindenburg.drawn import drawn, hindenburg, state, there
from westfront.engine.match import Match
from westfront.games.hindenburg.actions import CleanUp, Overstacked
from westfront.games.hindenburg.sequence import Pair, Turn
from westfront.games.hindenburg.state import ALLIED
from westfront.games.hindenburg.state import DEAD as DEAD_PILE


def go(match: Match, hex_: str) -> set[str]:
    """Where the force of a hex can go."""
    match.play(f"force {hex_}")
    found = offers(match, "go")
    match.play("cancel")
    return found


@pytest.mark.rule("11.0", "11.1", "11.2", "2.9", "5.3(2)")
def test_a_force_goes_one_hex_wherever_no_enemy_is() -> None:
    match = drawn("3205: 2xGE3-3; 3305: 1xBR3-3; 3206: 1xGE3-3", "german")
    assert go(match, "3205") >= {"3204", "3105", "3104", "3304", "3206"}
    assert "3305" not in go(match, "3205")
    assert rule_of(match, "move 3205 3305 with all") == "11.2"
    match.play("move 3205 3204 with all")
    assert there(match, "3204") == "2 x GE3-3"
    assert there(match, "3205") == "nobody"


@pytest.mark.rule("11.2")
def test_some_may_stay() -> None:
    match = drawn("3206: 3xGE3-3 2xGE4-4")
    match.play("force 3206")
    match.play("leave GE3-3 2")
    match.play("leave GE4-4 2")
    match.play("add GE4-4 1")
    assert rule_of(match, "leave GE3-3 2") == "11.2"
    assert rule_of(match, "add GE4-4 2") == "11.2"
    match.play("go 3205")
    assert there(match, "3205") == "1 x GE3-3, 1 x GE4-4"
    assert there(match, "3206") == "2 x GE3-3, 1 x GE4-4"


@pytest.mark.rule("11.2")
def test_nobody_chosen_goes_nowhere() -> None:
    match = drawn("3206: 1xGE3-3")
    match.play("force 3206")
    match.play("leave GE3-3 1")
    assert not offers(match, "go")
    assert rule_of(match, "go 3205") == "11.2"
    assert rule_of(match, "go reserve") == "11.2"


@pytest.mark.rule("11.2")
def test_what_is_not_there_does_not_move() -> None:
    match = drawn("3206: 1xGE3-3; 3205: 1xBR3-3")
    assert rule_of(match, "move 3306 3307 with all") == "5.3"
    assert rule_of(match, "move 3205 3204 with all") == "5.3"
    assert rule_of(match, "move 3206 3207 with 1xGE4-4") == "11.2"
    assert rule_of(match, "force 3306") == "5.3"


@pytest.mark.rule("11.3")
def test_two_hexes_through_friendly_ground() -> None:
    """Vector D44."""
    match = drawn("3206: 2xGE3-3; 3105: 1xBR3-3", "german")
    reach = go(match, "3206")
    assert {"3208", "3407", "3007"} <= reach
    assert "3205" in reach
    assert "3204" not in reach
    assert "3206" not in reach, "there and back is no move"
    assert rule_of(match, "move 3206 3204 with all") == "11.3"
    assert rule_of(match, "move 3206 3209 with all") == "11.3"
    match.play("move 3206 3208 with all")
    assert there(match, "3208") == "2 x GE3-3"


@pytest.mark.rule("11.3")
def test_an_enemy_hex_as_the_first_or_second_bars_the_second() -> None:
    match = drawn("3206: 2xGE3-3; german: 3204")
    assert "3204" not in go(match, "3206")
    match = drawn("3206: 2xGE3-3; german: 3204 3205")
    assert "3204" in go(match, "3206")


@pytest.mark.rule("11.3", "6.2")
def test_the_limit_holds_in_the_hex_between() -> None:
    full = "; ".join(f"{hex_}: 9xGE{kind}" for hex_, kind in (("3207", "3-3"), ("3307", "4-4"), ("3107", "2-3")))
    match = drawn(f"3206: 2xGE1-2; {full}")
    assert "3208" not in go(match, "3206")
    match.play("move 3206 3208 with 1xGE1-2")


@pytest.mark.rule("6.1", "6.2")
def test_ten_divisions_to_a_hex() -> None:
    match = drawn("3206: 3xGE3-3; 3306: 8xGE4-4; 3406: 9xGE2-3")
    assert rule_of(match, "move 3206 3306 with all") == "6.2"
    match.play("force 3206")
    assert "3306" not in offers(match, "go")
    match.play("leave GE3-3 1")
    assert "3306" in offers(match, "go")
    match.play("go 3306")
    assert there(match, "3306") == "2 x GE3-3, 8 x GE4-4"


@pytest.mark.rule("6.1")
def test_markers_and_tanks_do_not_count() -> None:
    match = drawn("3206: 1xGE3-3; 3306: 9xGE4-4; supply: 3306; reserve: 4xBR-tanks")
    match.play("move 3206 3306 with all")
    assert len(hindenburg().stack(state(match), hindenburg().grid.hex("3306"))) == 10


@pytest.mark.rule("6.3")
def test_a_crowded_hex_loses_as_few_as_it_must() -> None:
    match = drawn("3205: 10xBR3-3; 3204: 2xBR2-3", "allied", dice=[5, 2])
    s = match.state.copy()
    rules = hindenburg()
    for unit in rules.stack(s, rules.grid.hex("3204")):  # type: ignore[arg-type]
        s.at[unit], s.height[unit] = rules.grid.hex("3205"), 20 + unit % 7  # type: ignore[attr-defined]
    s.frames = (Turn(), Pair(), CleanUp(ALLIED))
    match = Match(match.setting, match.dice, match.commitment, rules=rules, start=s, auto=False)
    assert isinstance(match.state.frames[-1], Overstacked)
    assert match.decision.rule == "6.3"
    assert offers(match, "remove") == {"BR2-3", "BR3-3"}
    assert rule_of(match, "remove FR3-3") == "6.3"
    match.play("remove BR2-3")
    match.play("remove BR3-3")
    assert match.decision.rule == "9.3"
    assert there(match, "dead") == "1 x BR2-3, 1 x BR3-3"
    match.play("roll")
    assert DEAD_PILE not in list(state(match).at)
    assert there(match, "3205") == "1 x BR2-3, 9 x BR3-3"
    assert match.decision.rule == "5.3"


@pytest.mark.rule("6.4")
def test_allied_nations_mix_and_move_together() -> None:
    match = drawn("3205: 1xBR3-3 1xFR3-3 1xUS4-4 1xAN4-4 1xPO1-2; 3306: 1xGE3-3", "allied")
    match.play("move 3205 3206 with all")
    assert there(match, "3206") == "1 x AN4-4, 1 x BR3-3, 1 x FR3-3, 1 x PO1-2, 1 x US4-4"


@pytest.mark.rule("3.5")
def test_control_changes_with_every_entry() -> None:
    match = drawn("3206: 2xGE3-3; 3305: 1xBR3-3")
    grid = hindenburg().grid
    match.play("move 3206 3205 with all")
    assert state(match).german >> grid.hex("3205") & 1
    match.play("pass")
    match.play("move 3205 3206 with all")
    assert state(match).german >> grid.hex("3205") & 1
    match.play("move 3305 3205 with all")
    assert not state(match).german >> grid.hex("3205") & 1


@pytest.mark.rule("4.11", "7.3")
def test_a_port_that_germans_enter_is_lost_for_ever() -> None:
    match = drawn("4103: 1xGE3-3; german: 4104 4105; 4102: 1xBR3-3")
    match.play("move 4103 4203 with all")
    assert hindenburg().grid.labels(state(match).lost_ports) == ["4203"]
    match.play("pass")
    match.play("move 4203 4103 with all")
    match.play("move 4102 4203 with all")
    assert not state(match).german >> hindenburg().grid.hex("4203") & 1
    assert hindenburg().grid.labels(state(match).lost_ports) == ["4203"]


@pytest.mark.rule("11.2", "13.9(2)")
def test_sea_and_neutral_ground_are_never_entered() -> None:
    match = drawn("4101: 1xBR3-3; 4209: 1xGE3-3", "allied")
    assert go(match, "4101") & {"4201", "4202"} == set()
    assert rule_of(match, "move 4101 4201 with all") == "11.2"
    match.play("pass")
    assert rule_of(match, "move 4209 4210 with all") == "11.2"


@pytest.mark.rule("14.1")
def test_portuguese_move_like_others() -> None:
    match = drawn("3704: 2xPO1-2", "allied")
    match.play("move 3704 3703 with all")
    assert there(match, "3703") == "2 x PO1-2"


@pytest.mark.rule("14.2")
def test_a_belgian_that_walks_out_is_stuck() -> None:
    match = drawn("4103: 1xBE2-3", "allied")
    match.play("move 4103 4102 with all")
    match.play("pass")
    match.play("force 4102")
    assert not offers(match, "go")


@pytest.mark.rule("5.3")
def test_a_pass_is_an_action() -> None:
    match = drawn("3206: 1xGE3-3")
    match.play("pass")
    assert list(state(match).actions) == [9, 10]
    assert match.decision.side == "allied"
