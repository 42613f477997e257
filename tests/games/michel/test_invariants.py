"""Positions that cannot be are refused: what must hold of units and boxes, and of every frame."""

from __future__ import annotations

import pytest

from tests.games.michel.drawn import real, rules_of, state
from westfront.engine.frame import Frame
from westfront.engine.match import Match
from westfront.games.michel.attack_allocation import Assault, AttackAllocation
from westfront.games.michel.deployment import Deployment, Placing, Shifting
from westfront.games.michel.movement import Movement, Moving
from westfront.games.michel.replacements import Entering, LossOrder, Pick
from westfront.games.michel.results import Exchange, Retreat
from westfront.games.michel.state import (
    ALLIED,
    BOXES,
    EXITED_XY,
    FALLEN,
    FIRES,
    FIRES_HALF,
    GERMAN,
    GIVES_ATTACK_SUPPLY,
    POOL,
    SOUTH_EDGE,
    MichelState,
)

UNITS = "S-234 1010, S-221 1010, G-51-corps 0910, T-5BR due:3, T-185 due:4, B-62 1110, B-4 1111, B-19-corps 1310"


def wrong(match: Match) -> list[str]:
    """What cannot be in the position."""
    return list(rules_of(match).violations(state(match)))


def drawn() -> tuple[Match, MichelState]:
    """A position in which everything holds, to be spoiled."""
    match = real(UNITS, "combat")
    assert wrong(match) == []
    return match, state(match)


@pytest.mark.parametrize(
    ("column", "unit", "value", "sentence"),
    [
        ("at", "S-234", -1 - len(BOXES), "S-234 is nowhere"),
        ("at", "S-234", 4000, "S-234 is nowhere"),
        ("use", "S-234", GIVES_ATTACK_SUPPLY, "S-234 does the work of a corps"),
        ("gave_supply", "S-234", 1, "S-234 does the work of a corps"),
        ("use", "G-51-corps", FIRES_HALF + 1, "G-51-corps has a number beyond its end"),
        ("edge", "F-55", SOUTH_EDGE + 1, "F-55 has a number beyond its end"),
        ("supplied_by", "S-234", 218, "S-234 has a number beyond its end"),
        ("spent", "S-234", 6, "S-234 has paid more than it had"),
        ("combat", "G-51-corps", 1, "G-51-corps takes part in a combat and does not fire"),
        ("combat", "T-5BR", 1, "T-5BR fights beside the map"),
        ("target", "T-5BR", 1, "T-5BR fights beside the map"),
        ("at", "S-234", EXITED_XY, "S-234 has left the map by no hex"),
        ("left", "S-234", 100, "S-234 has left the map by no hex"),
        ("at", "S-234", FALLEN, "a destroyed unit waits for the pool, and no question is about it"),
    ],
)
def test_what_must_hold_of_a_unit(column: str, unit: str, value: int, sentence: str) -> None:
    match, s = drawn()
    getattr(s, column)[match.rules.names.unit(unit)] = value
    assert wrong(match) == [sentence]


def test_an_allied_unit_never_exits() -> None:
    match, s = drawn()
    unit = match.rules.names.unit("B-62")
    s.at[unit], s.left[unit] = EXITED_XY, 100
    assert wrong(match) == ["B-62 has left the map by no hex"]


def test_sides_stand_apart() -> None:
    match, s = drawn()
    s.at[match.rules.names.unit("B-62")] = match.rules.grid.hex("1010")
    assert "both sides stand in one hex" in wrong(match)


def test_no_stack_is_too_high_when_attacks_are_declared() -> None:
    match, s = drawn()
    s.at[match.rules.names.unit("S-111")] = match.rules.grid.hex("1010")
    assert wrong(match) == ["the movement phase has ended with more than two units in a hex"]


@pytest.mark.parametrize("number", [3, 4])
def test_a_pool_holds_two_unless_one_is_picked(number: int) -> None:
    match, s = drawn()
    for unit in rules_of(match).ground_units[ALLIED][-number:]:
        s.at[unit] = POOL
    assert wrong(match) == [f"the pool of allied holds {number} units"]
    s.frames += (Pick(ALLIED),)
    assert (wrong(match) == []) == (number == 3)


def test_the_tracks_have_ends() -> None:
    match, s = drawn()
    s.turn = 11
    assert wrong(match) == ["the tracks are beyond their ends"]
    s.turn, s.german_held = 3, match.rules.grid.hexset("0101")
    assert wrong(match) == ["the tracks are beyond their ends"]


def test_the_game_goes_back_to_its_game_turn() -> None:
    match, s = drawn()
    s.frames = s.frames[1:]
    assert wrong(match) == ["there is no game-turn to go back to"]


def frames() -> list[tuple[Frame, Frame]]:
    """Of each kind a frame that can be in the position, and one that cannot."""
    rules = rules_of(real(UNITS))
    names = rules.names
    german, allied = names.unit("S-234"), names.unit("B-62")
    mate, due, later = names.unit("S-221"), names.unit("T-5BR"), names.unit("T-185")
    return [
        (Moving(GERMAN, german), Moving(GERMAN, allied)),
        (Moving(GERMAN, german), Moving(GERMAN, -1)),
        (Entering(GERMAN, due), Entering(GERMAN, later)),
        (Entering(GERMAN, due), Entering(ALLIED, due)),
        (Assault(GERMAN, 1), Assault(GERMAN, 2)),
        (Assault(GERMAN, 1), Assault(GERMAN, 0)),
        (Exchange(GERMAN, (german, mate)), Exchange(GERMAN, (german, german))),
        (Exchange(GERMAN, (german, mate)), Exchange(GERMAN, ())),
        (Exchange(GERMAN, (german, mate)), Exchange(ALLIED, (german, mate))),
        (Retreat(GERMAN, (allied,), 1, 1, ()), Retreat(GERMAN, (allied,), 3, 1, ())),
        (Retreat(GERMAN, (allied,), 1, 1, ()), Retreat(ALLIED, (allied,), 1, 1, ())),
        (Retreat(GERMAN, (allied,), 2, 1, ()), Retreat(GERMAN, (allied,), 0, 1, ())),
        (Retreat(GERMAN, (allied,), 2, 1, ()), Retreat(GERMAN, (), 2, 1, ())),
    ]


@pytest.mark.parametrize(("good", "bad"), frames(), ids=lambda frame: type(frame).__name__)
def test_what_must_hold_of_a_frame(good: Frame, bad: Frame) -> None:
    match, s = drawn()
    s.target[match.rules.names.unit("B-62")] = s.combat[match.rules.names.unit("S-234")] = 1
    below = s.frames
    s.frames = (*below, good)
    assert wrong(match) == []
    s.frames = (*below, bad)
    assert wrong(match) == [f"no sequence of play leads to the frame {type(bad).__name__} as it stands"]


def test_destroyed_units_wait_for_their_owner() -> None:
    match, s = drawn()
    unit = match.rules.names.unit("B-4")
    s.at[unit] = FALLEN
    below = s.frames
    s.frames = (*below, LossOrder(ALLIED, (unit,)))
    assert wrong(match) == []
    s.frames = (*below, LossOrder(GERMAN, (unit,)))
    assert wrong(match) == ["no sequence of play leads to the frame LossOrder as it stands"]


def test_nobody_deploys_once_the_game_has_begun() -> None:
    match = Match.new("michel", options={"allied": "12"}, seed=1)
    s = state(match)
    unit = rules_of(match).plans[ALLIED].free[0]
    for frame in (Deployment(ALLIED), Placing(ALLIED, "4-4"), Shifting(ALLIED, unit)):
        s.frames, s.turn = (*s.frames[:2], frame), 0
        assert wrong(match) == []
        s.turn = 1
        assert wrong(match) == [f"no sequence of play leads to the frame {type(frame).__name__} as it stands"]


def test_questions_of_every_position_can_be_asked() -> None:
    """Those that need nothing hold everywhere."""
    match, s = drawn()
    for frame in (Movement(GERMAN), AttackAllocation(GERMAN)):
        s.frames = (s.frames[0], frame)
        assert wrong(match) == []
    s.use[match.rules.names.unit("G-51-corps")] = FIRES
    assert wrong(match) == []


def test_positions_with_frames_that_are_one_today_are_still_read() -> None:
    """Step and question of a segment were two frames once; both go on as the one they are now."""
    older = "frame ResolutionSegment: player=german\nframe DefenceArtillery: player=allied\n"
    older += "frame Resist: player=allied hex=1110\nframe Overstacked: player=german hex=1010\nframe CombatPhase"
    match = real(UNITS)
    text = match.position().replace("frame CombatPhase", older, 1)
    assert text != match.position()
    again = Match.from_position(text, seed=1)
    assert [type(frame).__name__ for frame in again.state.frames].count("Resolution") == 1
    assert again.decision.texts == match.decision.texts
