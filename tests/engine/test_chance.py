"""Chance enumerated: exact, complete, through the code that resolves, and without a trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from tests.engine.tries import begin, facts, position, sentence
from westfront.engine.chance import chance_of_each, distribution, stage
from westfront.engine.dice import Dice
from westfront.engine.frame import Play, asked, carry_out
from westfront.engine.match import Match
from westfront.errors import IllegalAction

SIXTH = Fraction(1, 6)

STAND = """
    turn = 2
    mud = 0
    red_holds = 0705
    lost = 3 4
    unit R1: at=0304 steps=2 height=1 fought=1
    unit RG: at=0204 steps=1 height=1 fought=1
    unit B1: at=0305 steps=2 height=1
    frame GameTurn:
    frame PlayerTurn: player=blue
    frame Combat: player=red
    frame Stand: player=blue target=0305 attackers=R1,RG
    """


def two_dice(dice: Dice) -> int:
    """The sum of two dice in one throw."""
    return sum(dice.roll("sum", 6, 2))


def again_after_a_six(dice: Dice) -> tuple[int, ...]:
    """A second die of four faces, thrown only after a six."""
    first = dice.roll("first")
    return first + dice.roll("second", 4) if first == (6,) else first


def test_the_sum_of_two_dice() -> None:
    found = distribution(two_dice)
    assert found == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


@pytest.mark.parametrize("count", [1, 3, 10, 24])
@pytest.mark.parametrize(("at_most", "faces"), [(1, 6), (4, 6), (3, 10)])
def test_hits_are_binomial(count: int, at_most: int, faces: int) -> None:
    found = distribution(lambda dice: dice.hits("fire", [at_most] * count, faces))
    good = Fraction(at_most, faces)
    assert found == {n: comb(count, n) * good**n * (1 - good) ** (count - n) for n in range(count + 1)}


@pytest.mark.parametrize(("count", "at_most", "hits"), [(0, 3, 0), (5, 0, 0), (5, -2, 0), (5, 6, 5), (5, 9, 5)])
def test_hits_that_are_certain(count: int, at_most: int, hits: int) -> None:
    assert distribution(lambda dice: dice.hits("fire", [at_most] * count)) == {hits: 1}


def test_hits_counted_at_once_are_hits_counted_one_by_one() -> None:
    at_once = distribution(lambda dice: dice.hits("fire", [2] * 4))
    assert at_once == distribution(lambda dice: sum(value <= 2 for value in dice.roll("fire", 6, 4)))


def test_hits_at_different_numbers_are_hits_counted_one_by_one() -> None:
    numbers = (4, 1, 0, 3, 6)
    at_once = distribution(lambda dice: dice.hits("fire", numbers))
    one_by_one = distribution(
        lambda dice: sum(value <= number for value, number in zip(dice.roll("fire", 6, 5), numbers, strict=True))
    )
    assert at_once == one_by_one


def test_a_second_roll_only_after_some_first_rolls() -> None:
    found = distribution(again_after_a_six)
    assert found == {(n,): SIXTH for n in range(1, 6)} | {(6, n): SIXTH / 4 for n in range(1, 5)}


def test_rolls_that_depend_on_rolls() -> None:
    """As many dice as the first one shows: all eyes of the second throw are ones."""
    found = distribution(lambda dice: dice.hits("many", [1] * dice.roll("how-many", 3)[0], 2))
    assert found[3] == Fraction(1, 3) * Fraction(1, 8)
    assert found[0] == Fraction(1, 3) * (Fraction(1, 2) + Fraction(1, 4) + Fraction(1, 8))


@pytest.mark.parametrize("resolve", [two_dice, again_after_a_six, lambda dice: dice.hits("x", [5, 2, 7, 0], 7)])
def test_chances_add_up_to_exactly_one(resolve: Callable[[Dice], Hashable]) -> None:
    found = distribution(resolve)
    assert sum(found.values()) == 1
    assert all(isinstance(chance, Fraction) and chance > 0 for chance in found.values())


def test_no_dice_no_doubt() -> None:
    assert distribution(lambda dice: "as it is") == {"as it is": 1}


# -- past the cap


def hits_of_eight(dice: Dice) -> int:
    """Eight dice thrown one by one, nearly two million ways."""
    return sum(value <= 2 for value in dice.roll("fire", 6, 8))


@pytest.mark.parametrize(("most", "exact"), [(36, True), (37, True), (35, False), (1, False)])
def test_chances_are_exact_up_to_the_cap(most: int, exact: bool) -> None:
    """Two dice fall in 36 ways."""
    found = distribution(two_dice, most)
    assert (found.exact, found.samples) == (exact, 0 if exact else most)
    assert (found == distribution(two_dice)) == exact
    assert sum(found.values()) == 1


def test_more_outcomes_than_anybody_reads_are_not_counted() -> None:
    """A die for each of ten divisions falls in sixty million different ways."""
    assert len(distribution(two_dice, told=11)) == 11
    assert distribution(two_dice, told=10) == {}
    tried: list[Dice] = []

    def each_for_itself(dice: Dice) -> str:
        tried.append(dice)
        return str(dice.roll("replacement", 6, 10))

    assert distribution(each_for_itself, told=500) == {}
    assert len(tried) == 501


def test_past_the_cap_they_are_counted_and_say_so() -> None:
    found = distribution(hits_of_eight, 4000)
    assert (found.exact, found.samples, found.note) == (False, 4000, "estimated from 4,000 throws")
    true = distribution(lambda dice: dice.hits("fire", [2] * 8))
    assert (true.exact, true.samples, true.note) == (True, 0, "")
    assert all(abs(found.get(hits, 0) - chance) < Fraction(3, 100) for hits, chance in true.items())
    assert all((chance * 4000).denominator == 1 for chance in found.values())


def test_the_same_question_gets_the_same_throws() -> None:
    assert distribution(hits_of_eight, 500) == distribution(hits_of_eight, 500)


def test_no_resolution_is_run_without_end() -> None:
    runs = 0

    def resolve(dice: Dice) -> int:
        nonlocal runs
        runs += 1
        return hits_of_eight(dice)

    distribution(resolve, 100)
    assert runs == 201


# -- stage by stage


def test_a_resolution_that_stops_for_a_decision_is_told_up_to_there() -> None:
    """The die of the battle is one stage: it ends with who is asked what, or with the phase that goes on."""
    match = begin(STAND)
    before = match.state.digest()

    def next_question(play: Play[Any, Any]) -> str:
        return type(asked(play.state)).__name__

    found = stage(match.rules, match.state, lambda play: carry_out(play, ("stand",)), next_question)
    counted = Counter(type(asked(after(die).state)).__name__ for die in range(1, 7))
    assert found == {name: Fraction(count, 6) for name, count in counted.items()}
    assert len(found) > 1
    assert found.exact
    assert match.state.digest() == before


def after(die: int) -> Match:
    """The match with this die thrown."""
    match = begin(STAND, dice=(die,), auto=False)
    match.play("stand")
    return match


def test_a_stage_has_a_cap_of_its_own() -> None:
    match = begin(STAND)
    found = stage(match.rules, match.state, lambda play: carry_out(play, ("stand",)), lambda play: play.finished, 3)
    assert found.samples == 3


# -- of an action in a match


def test_a_preview_is_what_every_die_would_bring() -> None:
    """The chances of `stand` are the frequencies of its outcomes with each die played out."""
    counted: Counter[str] = Counter()
    for die in range(1, 7):
        match = begin(STAND, dice=(die,))
        told = [match.rules.texts.sentence(e) for e in match.play("stand") if e.kind in match.rules.outcomes]
        counted["; ".join(told)] += 1
    found = begin(STAND).distribution("stand")
    assert found == {outcome: Fraction(count, 6) for outcome, count in counted.items()}
    assert len(found) > 2


def test_chances_hold_for_actions_as_tuples() -> None:
    match = begin(STAND)
    assert match.distribution(("stand",)) == match.distribution("stand")


@pytest.mark.parametrize(("fog", "chances"), [("on", None), ("off", {"": 1})])
def test_chances_are_silent_where_they_would_tell_what_is_hidden(fog: str, chances: object) -> None:
    match = Match.new("ford", "assault", options={"fog": fog}, seed=1)
    for action in ("done", "attack 0305", "add R1"):
        match.play(action)
    assert match.distribution("confirm") == chances


def test_it_is_known_before_what_could_not_be_undone() -> None:
    """Whatever is said to be final ends the undo, and nothing else does, through a whole game."""
    match = Match.new("ford", "assault", seed=3)
    told = set()
    while not match.over:
        action = match.decision.texts[len(match.entries) % len(match.decision.texts)]
        final = match.is_final(action)
        match.play(action)
        told.add(final)
        assert match.can_undo != final
    assert told == {True, False}


def test_an_illegal_action_has_no_chances() -> None:
    match = begin(STAND)
    with pytest.raises(IllegalAction, match="cannot be played now") as caught:
        match.distribution("retreat 0306")
    sentence(caught.value)


def test_asking_leaves_no_trace() -> None:
    match = Match.from_position(position(STAND), seed=9)
    before, secret_dice = facts(match), match.dice
    match.distribution("stand")
    assert facts(match) == before
    assert match.dice is secret_dice


def test_the_die_that_falls_is_one_of_the_preview() -> None:
    match = Match.from_position(position(STAND), seed=9)
    asked = match.distribution("stand")
    rolled = match.play("stand")
    told = [match.rules.texts.sentence(e) for e in rolled if e.kind == "result"]
    assert asked is not None
    assert "; ".join(told) in asked


def test_of_several_things_that_may_happen_at_once_each_has_its_chance() -> None:
    def thrown(dice: Dice) -> list[str]:
        (die,) = dice.roll("test")
        return ["low"] * (die < 4) + ["even"] * (die % 2 == 0)

    assert chance_of_each(thrown) == {"low": Fraction(1, 2), "even": Fraction(1, 2)}
