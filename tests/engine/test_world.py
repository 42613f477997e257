"""A world to think in: it steps like a match, tells nothing, and a seat knows no more than its side."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.engine.tries import play_random
from tests.ford.drawn import draw
from westfront.engine.dice import FixedDice, RandomDice, RepeatableRandom, ScriptedDice
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.match import Match
from westfront.engine.world import Seat, World

BATTLE = """
05   . . R1 B1 .
06  . . . . .
"""
STACKS = """
03   . . R1/R2/R3 . .
05   . . B1 . .
07   . . R4/RG . .
"""


def world_of(match: Match) -> World:
    return World(match.rules, match.state)


def parse(match: Match, *texts: str) -> list[Action]:
    return [match.rules.grammar.parse(text) for text in texts]


def test_a_world_goes_where_the_match_goes() -> None:
    match, lots = Match.new("ford", "assault", seed=5, auto=False), RepeatableRandom(5)
    world = world_of(match).copy()
    for _ in range(80):
        assert sorted(world.offer()) == list(match.decision.actions)
        assert world.side == match.decision.side_number
        action = match.decision.actions[lots.below(len(match.decision.actions))]
        rolled = len(match.dice.rolls)
        match.play(action)
        world.step(action, ScriptedDice([v for roll in match.dice.rolls[rolled:] for v in roll.values]))
        assert world.state.digest() == match.state.digest()
        if match.over:
            break
    assert world.over == match.over


def test_after_leaves_the_world_as_it_was() -> None:
    match = Match.new("ford", seed=5)
    world, before = world_of(match), match.state.digest()
    later = world.after(("done",), FixedDice(3))
    assert world.state.digest() == before
    assert later.state.digest() != before


def test_a_whole_order_is_carried_out_up_to_what_is_no_longer_legal() -> None:
    match = draw(BATTLE, phase="combat")
    world = world_of(match).copy()
    attack = parse(match, "attack 0504", "add R1", "confirm")
    assert world.order(attack, FixedDice(3)) is None
    assert world.side == 1
    again = world_of(match).copy()
    assert again.order([*attack[:2], *attack[1:]], FixedDice(3)) == Refusal("4.2", "R1 is in this attack already")
    assert again.order(parse(match, "attack 0504"), FixedDice(3)) == Refusal("4.2", "'attack' cannot be played now")


def test_outcomes_are_exact_and_merged() -> None:
    match = draw(BATTLE, phase="combat")
    for action in ("attack 0504", "add R1", "confirm"):
        match.play(action)
    found = world_of(match).outcomes(("stand",))
    assert found is not None
    assert 1 < len(found) < 6
    assert sum(outcome.chance for outcome in found) == pytest.approx(1)
    assert len({outcome.world.state.digest() for outcome in found}) == len(found)


def test_too_many_outcomes_are_refused_not_guessed() -> None:
    match = draw(BATTLE, phase="combat")
    for action in ("attack 0504", "add R1", "confirm"):
        match.play(action)
    assert world_of(match).outcomes(("stand",), most=5) is None


def test_dice_for_thinking_are_fair_and_repeatable() -> None:
    first, again = (RandomDice(RepeatableRandom(1)) for _ in range(2))
    rolls = [first.roll("x")[0] for _ in range(6000)]
    assert rolls == [again.roll("x")[0] for _ in range(6000)]
    assert all(850 < rolls.count(face) < 1150 for face in range(1, 7))


# -- seats


def test_a_seat_shows_what_the_match_shows() -> None:
    match = draw(STACKS, side="blue")
    seat = match.seat("blue")
    assert seat.view == match.view("blue")
    assert seat.decision.texts == match.decision.texts


def test_a_seat_goes_through_its_text() -> None:
    match = play_random(Match.new("ford", "columns", seed=2), RepeatableRandom(2), 30)
    seat = match.seat(match.decision.side)
    again = Seat.read(seat.text())
    assert (again.view, again.text()) == (seat.view, seat.text())


def test_a_seat_does_not_hold_the_true_state() -> None:
    """Blue sees R1 and R4 on top; who lies below is drawn by lot, the same whatever is true."""
    one = draw(STACKS, side="blue")
    other = draw(STACKS.replace("R1/R2/R3", "R1/RG/R3").replace("R4/RG", "R4/R2"), side="blue")
    assert one.state.digest() != other.state.digest()
    assert one.seat("blue").text() == other.seat("blue").text()
    assert one.seat("blue").text() != other.seat("blue").text().replace("blue 0", "blue 1")


def test_the_worlds_of_a_seat_are_all_that_may_be_true() -> None:
    """Three units lie below, so there are six arrangements."""
    seat = draw(STACKS, side="blue").seat("blue")
    worlds = [world.state.digest() for world in islice(seat.worlds(RepeatableRandom(1)), 200)]
    assert len(set(worlds)) == 6
    assert worlds == [world.state.digest() for world in islice(seat.worlds(RepeatableRandom(1)), 200)]
