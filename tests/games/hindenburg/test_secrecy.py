"""What a side may not know changes nothing for it: the disguises by which the fuzzer proves it."""

from __future__ import annotations

import pytest

from tests.games.hindenburg.drawn import drawn, hindenburg, position, state
from tests.games.hindenburg.test_fuzz_battle import FRONT
from westfront.engine.dice import FixedDice, RepeatableRandom
from westfront.engine.frame import Play, carry_out
from westfront.engine.match import Match
from westfront.games.hindenburg.fog import disguise, hidden
from westfront.games.hindenburg.operations import Force
from westfront.games.hindenburg.state import ALLIED, GERMAN, PO, RESERVE
from westfront.lab.fuzz import fuzz_game

VIEWERS = {"german": GERMAN, "allied": ALLIED, None: -3}


def disguised(match: Match, side: str | None, seed: int = 0) -> Match:
    """The match with another position that a side cannot tell from this one."""
    s = disguise(hindenburg(), state(match), VIEWERS[side], RepeatableRandom(str(seed)))
    return Match(match.setting, match.dice, match.commitment, rules=match.rules, start=s, auto=False)


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("side", VIEWERS)
@pytest.mark.parametrize("seed", range(5))
def test_a_side_sees_the_same_in_a_disguised_position(side: str | None, seed: int) -> None:
    match = drawn(FRONT, turn=4)
    other = disguised(match, side, seed)
    assert list(state(other).at) != list(state(match).at)
    assert other.view(side).encode() == match.view(side).encode()


@pytest.mark.rule("6.6")
def test_the_owner_sees_the_difference() -> None:
    match = drawn(FRONT, turn=4)
    assert disguised(match, "german").view("allied").encode() != match.view("allied").encode()


@pytest.mark.rule("6.6")
def test_own_divisions_and_tops_are_known() -> None:
    rules, s = hindenburg(), position(FRONT)
    unknown = set(hidden(rules, s, GERMAN))
    assert not unknown & set(rules.own[GERMAN])
    assert not unknown & {stack[0] for stack in rules.field(s).stacks.values()}
    assert unknown >= {u for u in rules.own[ALLIED] if s.at[u] == RESERVE}


@pytest.mark.rule("6.6")
def test_in_a_battle_both_forces_are_known_and_those_left_out_are_not() -> None:
    match = drawn("3206: 2xGE4-4 3xGE1-2; 3205: 2xBR3-3 3xBR2-3", dice=[6] * 12)
    match.play("attack 3205 from 3206 with 2xGE4-4")
    rules, s = hindenburg(), state(match)
    assert all(unit not in hidden(rules, s, GERMAN) for unit in rules.stack(s, rules.grid.hex("3205")))
    left = [unit for unit in rules.stack(s, rules.grid.hex("3206")) if rules.kind(s, unit) == "GE1-2"]
    assert all(unit in hidden(rules, s, ALLIED) for unit in left)


@pytest.mark.rule("6.6", "14.1")
def test_portuguese_stay_on_the_map() -> None:
    rules, s = hindenburg(), position("3704: 1xBR3-3 2xPO1-2; 3604: 3xBR3-3; 3206: 1xGE3-3")
    places = set()
    for seed in range(20):
        other = disguise(rules, s, GERMAN, RepeatableRandom(str(seed)))
        portuguese = [u for u in rules.own[ALLIED] if rules.nation_of[u] == PO]
        assert all(other.at[u] >= 0 for u in portuguese)
        places |= {other.at[u] for u in portuguese}
    assert len(places) == 2


@pytest.mark.rule("6.6")
def test_those_that_are_chosen_are_others_of_the_same_nation() -> None:
    match = drawn("3205: 1xBR3-3 2xBR2-3 2xFR3-3; 3206: 1xGE3-3", "allied")
    match.play("force 3205")
    before = match.state.frames[-1]
    after = disguise(hindenburg(), state(match), GERMAN, RepeatableRandom("0")).frames[-1]
    assert isinstance(before, Force)
    assert isinstance(after, Force)
    assert after != before
    nations = hindenburg().nation_of
    assert [nations[unit] for unit in after.units] == [nations[unit] for unit in before.units]


@pytest.mark.rule("6.6")
def test_what_is_uncovered_cannot_be_taken_back() -> None:
    match = drawn("3206: 1xGE4-4 2xGE1-2; 3207: 1xGE3-3")
    match.play("force 3206")
    assert match.can_undo
    match.play("top GE1-2")
    assert not match.can_undo


@pytest.mark.rule("6.6", "12.5")
@pytest.mark.parametrize(("trench", "shown"), [("; trench: 3507", True), ("", False)])
def test_a_trench_that_stays_over_a_top_division_without_supply_is_something_seen(trench: str, shown: bool) -> None:
    """It tells the German of the French below the British."""
    places = "3507: 1xBR3-3 1xFR3-3; allied: 3505 3506; german: 4000 4101 4203; 3206: 1xGE3-3"
    play = Play(hindenburg(), state(drawn(places + trench)), FixedDice(1))
    carry_out(play, ("pass",))
    assert play.revealed is shown


@pytest.mark.rule("6.6", "13.12")
def test_a_refusal_does_not_tell_what_the_enemy_is_putting_together() -> None:
    """An attack that can have tanks, a move of the reserve: nothing of it is known before it is done."""
    told = set()
    for action in ("force 3305", "attack 3306 from 3305 with all", "bring", "send"):
        match = drawn("3306: 4xGE3-3; 3305: 1xFR3-3 4xBR3-3; reserve: 2xBR-tanks", "allied")
        match.play(action)
        assert match.decision.side == "allied"
        told.add((match.why("pass", side="german"), match.view("german").encode()))
    assert len(told) == 1


@pytest.mark.rule("6.6", "5.2")
@pytest.mark.parametrize("seed", ["a", "b"])
def test_random_turns_with_mixed_stacks_find_nothing(seed: str) -> None:
    """Two turns after the check of turn 9, with stacks of all nations on both sides of the line."""
    start = drawn(FRONT, turn=14, actions=(3, 3)).position()
    actions, failure = fuzz_game("hindenburg", f"mixed {seed}", start)
    assert failure is None
    assert actions > 50
