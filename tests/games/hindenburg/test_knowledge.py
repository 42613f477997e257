"""Chapter 6.6: what a side has seen and remembers, and the states that may be true for it."""

from __future__ import annotations

import pytest

from tests.games.hindenburg.drawn import drawn, hindenburg, roll_all, state
from tests.games.hindenburg.test_fuzz_battle import FRONT
from westfront.engine.dice import FixedDice, RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.world import World
from westfront.games.hindenburg.fog import disguise, hidden
from westfront.games.hindenburg.state import ALLIED, BE, GERMAN, PO, RESERVE, US

BATTLE = "3205: 1xBR3-3 2xBR2-3; 3206: 1xGE4-4 2xGE3-3 1xGE1-2; 3207: 1xGE2-3"


def shown(match: Match, side: str, hex_: str) -> list[str]:
    """What a side sees of a hex: kinds, with a star for those that it only remembers; a question mark for others."""
    pieces = [piece for piece in match.view(side).scene.pieces if piece.at == hex_]
    return [f"{piece.word}{'*' * ('remembered' in piece.states)}" if piece.name else "?" for piece in pieces]


def fought(*after: str) -> Match:
    """A battle has been fought in which nobody fell; those of 3206 but for one took part."""
    match = drawn(BATTLE, dice=[6] * 20)
    for action in ("attack 3205 from 3206 with 1xGE4-4 2xGE3-3", "stay", *after):
        match.play(action)
    return match


@pytest.mark.rule("6.6")
def test_who_has_fought_and_not_moved_since_is_remembered() -> None:
    match = fought("pass")
    assert shown(match, "german", "3205") == ["BR3-3", "BR2-3*", "BR2-3*"]
    assert shown(match, "allied", "3206") == ["GE4-4", "GE3-3*", "GE3-3*", "?"]
    assert "remembered" not in {s for p in match.view("allied").scene.pieces if p.at == "3205" for s in p.states}


@pytest.mark.rule("6.6")
def test_in_the_battle_itself_nobody_needs_a_memory() -> None:
    match = drawn(BATTLE, dice=[6] * 20)
    match.play("attack 3205 from 3206 with 1xGE4-4 2xGE3-3")
    assert shown(match, "german", "3205") == ["BR3-3", "BR2-3", "BR2-3"]
    assert shown(match, "allied", "3206") == ["GE4-4", "GE3-3", "GE3-3", "?"]


@pytest.mark.rule("6.6", "11.2")
def test_a_stack_that_goes_as_a_whole_is_still_known() -> None:
    match = fought("pass", "move 3206 3306 with all")
    assert shown(match, "allied", "3306") == ["GE4-4", "GE3-3*", "GE3-3*", "?"]


@pytest.mark.rule("6.6", "11.2")
@pytest.mark.parametrize("kind", ["GE3-3", "GE1-2"])
def test_when_some_go_the_enemy_cannot_tell_who_but_for_the_top(kind: str) -> None:
    match = fought("pass", f"move 3206 3207 with 1x{kind}")
    assert shown(match, "allied", "3206") == ["GE4-4", "?", "?"]
    assert shown(match, "allied", "3207") == ["GE2-3", "?"]


@pytest.mark.rule("6.6", "11.2")
def test_who_was_on_top_and_is_no_longer_there_must_have_gone_along() -> None:
    match = fought("pass", "move 3206 3207 with 1xGE4-4 1xGE1-2")
    assert shown(match, "allied", "3206") == ["GE3-3", "?"]
    assert shown(match, "allied", "3207") == ["GE2-3", "GE4-4*", "?"]


@pytest.mark.rule("6.6")
def test_a_division_that_was_on_top_is_remembered_below() -> None:
    match = drawn("3206: 1xGE4-4 2xGE1-2; 3205: 1xBR3-3")
    match.play("top GE1-2 in 3206")
    assert shown(match, "allied", "3206") == ["GE1-2", "GE4-4*", "?"]


@pytest.mark.rule("6.6", "13.10")
def test_those_who_advance_are_known_and_those_left_out_are_not() -> None:
    match = drawn("3206: 1xGE4-4 2xGE3-3 1xGE1-2; 3205: 1xBR3-3", dice=[1, 1, 1, 6, 6])
    match.play("attack 3205 from 3206 with 1xGE4-4 2xGE3-3")
    roll_all(match)
    assert shown(match, "allied", "3205") == ["GE4-4", "GE3-3*", "GE3-3*"]
    assert shown(match, "allied", "3206") == ["GE1-2"]


def known_in_reserve(match: Match, viewer: str, side: str) -> dict[str, int]:
    """The divisions in the reserve of a side that a viewer knows, by kind."""
    piles = match.view(viewer).scene.boxes.get(f"{side} reserve", ())
    return {pile.word: pile.count for pile in piles if pile.word}


@pytest.mark.rule("6.6", "10.4", "10.5")
def test_the_reserve_is_known_until_somebody_leaves_it() -> None:
    match = fought("pass", "send 3206 with all")
    assert known_in_reserve(match, "allied", "german") == {"GE4-4": 1, "GE3-3": 2}
    match.play("pass")
    match.play("bring 3306 with 1xGE2-3")
    assert known_in_reserve(match, "allied", "german") == {}
    assert shown(match, "allied", "3306") == ["GE2-3"]


@pytest.mark.rule("6.6", "9.1", "9.3")
def test_who_comes_back_is_known() -> None:
    """The replacement die told it: GE-1 in turn 4; then it is in the reserve."""
    match = drawn("3206: 1xGE4-4 1xGE3-3; 3205: 3xBR3-3", dice=[6, 6, 1, 6, 6, 6, 6, 6, 1], actions=(1, 1))
    for action in ("attack 3205 from 3206 with all", "kill GE4-4 1", "stay", "roll"):
        match.play(action)
    assert [pile.word for pile in match.view("allied").scene.boxes["german turn-4"]] == ["GE3-3r"]
    for action in ("pass", "roll", "roll"):
        match.play(action)
    assert state(match).turn == 4
    assert known_in_reserve(match, "allied", "german") == {"GE3-3r": 1}


@pytest.mark.rule("6.6", "9.2")
def test_reinforcements_are_known_until_somebody_leaves_the_reserve() -> None:
    match = drawn("turn-4: 3xUS4-4; 3205: 1xBR3-3; 3206: 1xGE3-3", "allied", actions=(0, 1))
    for action in ("pass", "roll", "roll"):
        match.play(action)
    assert state(match).turn == 4
    assert known_in_reserve(match, "german", "allied") == {"US4-4": 3}


# -- samples


def start(seed: int) -> Match:
    """Stacks of all nations in spring, in the last turn, after the ports are lost; a side of each."""
    side, turn = ("german", "allied")[seed % 2], (3, 8, 12, 15)[seed % 4]
    more = "; supply: 3206 3006 3905" if turn <= 8 else ""
    return Match.from_position(drawn(FRONT + more, side, turn=turn).position(), seed=seed, auto=False)


def samples(match: Match, side: int) -> list[bytes]:
    """States that may be true for a side."""
    return [disguise(hindenburg(), state(match), side, RepeatableRandom(seed)).digest() for seed in range(3)]


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("seed", range(4))
def test_a_sample_is_a_position_that_looks_the_same(seed: int) -> None:
    match, lots = start(seed), RepeatableRandom(seed)
    for number in range(60):
        match.play(match.decision.texts[lots.below(len(match.decision.texts))])
        if match.over:
            break
        for side, name in enumerate(match.rules.sides):
            truth, seen = match.state, match.view(name).encode()
            match.state = disguise(hindenburg(), state(match), side, RepeatableRandom(number))
            match._decision = None
            assert list(hindenburg().violations(state(match))) == []
            assert match.view(name).encode() == seen
            match.state = truth
            match._decision = None


@pytest.mark.rule("6.6", "9.6")
def test_samples_do_not_tell_whether_a_hidden_american_is_reduced() -> None:
    """In the reserve he stays so, and on the map he may have recovered."""
    one, other = (drawn(f"3206: 1xGE3-3; 3205: 1xBR3-3; reserve: 2x{kind}") for kind in ("US4-4", "US4-4r"))
    assert one.state.digest() != other.state.digest()
    assert samples(one, GERMAN) == samples(other, GERMAN)


@pytest.mark.rule("6.6", "9.6")
def test_an_american_seen_reduced_is_so_until_he_may_have_recovered() -> None:
    """One of two is struck, and one of them goes to the rear."""
    match = drawn("3206: 4xGE4-4; 3205: 2xUS4-4; 3204: 1xFR3-3", dice=[1, 6, 6, 6, 6, 6, 6, 6], actions=(2, 2))
    for action in ("attack 3205 from 3206 with all", "stay", "move 3205 3204 with 1xUS4-4r"):
        match.play(action)
    struck = next(u for u in hindenburg().own[ALLIED] if state(match).seen_reduced[u])
    assert struck in hidden(hindenburg(), state(match), GERMAN)
    assert disguise(hindenburg(), state(match), GERMAN, RepeatableRandom(1)).flipped[struck]
    match.play("pass")
    match.play("pass")
    assert match.decision.rule == "4.6"
    assert not state(match).flipped[struck]
    assert not disguise(hindenburg(), state(match), GERMAN, RepeatableRandom(1)).flipped[struck]


@pytest.mark.rule("6.6", "10.3", "9.2")
def test_samples_respect_who_can_be_where() -> None:
    """No Portuguese in the reserve, Belgians there only as replacements, reinforcements on their way."""
    places = "4205: 1xBE2-3 4xBE2-3; 3704: 1xBR3-3 2xPO1-2; 3205: 1xBR3-3 4xBR2-3; reserve: 1xBE1-2r; 3206: 1xGE3-3"
    match, rules = drawn(f"{places}; turn-5: 2xUS4-4"), hindenburg()
    moved = set()
    for seed in range(20):
        s = disguise(rules, state(match), GERMAN, RepeatableRandom(seed))
        reserve = {rules.kind(s, unit) for unit in rules.own[ALLIED] if s.at[unit] == RESERVE}
        assert not reserve & {"PO1-2", "BE2-3"}
        waiting = [unit for unit in rules.own[ALLIED] if rules.nation_of[unit] == US]
        assert all(s.at[unit] == state(match).at[unit] for unit in waiting)
        moved |= {(rules.nation_of[u], s.at[u]) for u in rules.own[ALLIED] if rules.nation_of[u] in (BE, PO)}
    assert len({place for nation, place in moved if nation == PO and place >= 0}) == 3
    assert (BE, RESERVE) in moved


@pytest.mark.rule("6.6", "13.13", "7.3")
def test_a_sample_may_have_nobody_who_can_enter_after_a_black_day() -> None:
    """With the ports lost the French below enter, and not the British on top; the Germans do not know of them."""
    places = "3507: 1xBR3-3 2xFR3-3; 3607: 3xGE3-3; allied: 3505 3506; german: 4000 4101 4203; 3205: 1xBR3-3 4xBR2-3"
    match = drawn(places, turn=10, phase="morale", dice=[1])
    match.play("roll")
    match.play("fail 3607")
    assert match.decision.side == "german"
    entered = set()
    for seed in range(12):
        s = disguise(hindenburg(), state(match), GERMAN, RepeatableRandom(seed))
        assert list(hindenburg().violations(s)) == []
        world = World(hindenburg(), s)
        world.step(next(action for action in world.offer() if action[0] == "retreat"), FixedDice(1))
        entered.add(world.side)
    assert entered == {GERMAN, ALLIED}
