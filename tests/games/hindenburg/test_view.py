"""What the view says besides who stands where: phase, battles, what victory counts."""

from __future__ import annotations

import pytest

from tests.games.hindenburg.drawn import drawn, hindenburg, state
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.view import Battle
from westfront.games.hindenburg.fog import disguise
from westfront.games.hindenburg.state import GERMAN


def test_the_phases_of_a_turn() -> None:
    match = Match.new("hindenburg", seed=1)
    assert (match.view("allied").scene.turn, match.view("allied").scene.phase) == ("set-up", "set-up")
    match.play("done")
    match.play("done")
    phases = {}
    while state(match).turn < 4:
        scene = match.view(None).scene
        phases[match.decision.rule] = scene.phase
        verbs = {text.split()[0] for text in match.decision.texts}
        match.play(next(verb for verb in ("pass", "roll", "done") if verb in verbs))
    assert phases == {"5.3": "operations", "4.6": "victory check", "8.2": "reinforcement"}
    match = drawn("3206: 1xGE3-3; 3205: 2xBR3-3", turn=10, phase="morale", dice=[1])
    for action in ("roll", "fail 3206", "retreat 3207", "enter 3205", "done"):
        assert match.view("german").scene.phase == "German army morale check"
        match.play(action)
    assert match.view("german").scene.phase == "operations"


@pytest.mark.rule("13.1", "13.11")
def test_a_battle_is_named_with_those_who_take_part() -> None:
    match = drawn("3206: 2xGE4-4 1xGE1-2; 3205: 3xBR3-3; supply: 3206", dice=[6] * 20)
    assert match.view("allied").scene.battles == ()
    match.play("attack 3205 from 3206 with 2xGE4-4")
    (battle,) = match.view("allied").scene.battles
    assert battle == Battle("german", ("3205",), ("GE-1", "GE-2"), note="round 1, with attack supply")
    match.play("stay")
    match.play("press")
    assert match.view(None).scene.battles[0].note == "round 2, with attack supply"
    match.play("stay")
    match.play("break-off")
    assert match.view(None).scene.battles == ()


@pytest.mark.rule("13.12", "6.6")
def test_an_attack_with_tanks_that_takes_shape_is_seen_by_its_owner_alone() -> None:
    match = drawn("3306: 2xGE3-3; 3305: 2xBR3-3; reserve: 1xBR-tanks", "allied", dice=[6] * 20)
    match.play("attack 3306 from 3305 with all")
    match.play("tanks BR3-3 1")
    (battle,) = match.view("allied").scene.battles
    assert (battle.targets, battle.units, battle.note) == (("3306",), ("BR-1", "BR-2"), "tanks with BR-1")
    assert match.view("german").scene.battles == ()
    match.play("done")
    assert match.view("german").scene.battles[0].note == "round 1, tanks with BR-1"


@pytest.mark.rule("4.2", "4.4")
def test_what_victory_counts() -> None:
    match = drawn("german: 3205 3204 3203 3202 2500; 3206: 1xGE3-3")
    scene = match.view("allied").scene
    assert scene.tracks["western ground"] == "4 of 30 needed", "Paris is German but out of supply"
    assert set(scene.hexes["German ground in supply"]) == {"3205", "3204", "3203", "3202"}
    tracks = drawn("german: 3202; allied: 3508; 3206: 1xGE3-3", turn=12).view("german").scene.tracks
    assert (tracks["mid-game check"], tracks["cities"]) == (
        "passed",
        "1 western cities German, 1 Victory Cities Allied",
    )
    assert "western ground" not in tracks


@pytest.mark.rule("3.2", "6.6")
def test_who_sets_up_sees_what_he_does() -> None:
    match = Match.new("hindenburg", seed=1)
    scene = match.view("allied").scene
    assert {piece.side for piece in scene.pieces} == {"allied"}
    assert all(piece.name for piece in scene.pieces)
    assert sum(pile.count for pile in scene.boxes["allied reserve"] if pile.word) == 47


@pytest.mark.rule("10.3", "4.3(3)")
def test_after_the_check_belgians_in_the_reserve_have_their_front_side_up() -> None:
    match = drawn("4205: 3xBE2-3; reserve: 2xBE2-3; 3206: 1xGE3-3", turn=10)
    kinds = set()
    for seed in range(10):
        s = disguise(hindenburg(), state(match), GERMAN, RepeatableRandom(seed))
        kinds |= {hindenburg().kind(s, unit) for unit in hindenburg().divisions if s.at[unit] == -2}
    assert "BE2-3" in kinds
