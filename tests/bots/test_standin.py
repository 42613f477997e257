"""Who steps in for a machine that fails plays sensibly, fast, and never sticks."""

from __future__ import annotations

import pytest

import tests.ford  # noqa: F401
from westfront.bots import bots
from westfront.bots.player import GAMES, expert_of
from westfront.bots.standin import HURRIED, StandIn, plain_actions, step_in
from westfront.engine.dice import RepeatableRandom
from westfront.engine.frame import asked
from westfront.engine.match import Match
from westfront.engine.world import Seat


def stand_in(match: Match) -> list[str]:
    """Let one act for the side that is asked."""
    return step_in(match, StandIn("seed").choose(match.seat(match.decision.side)).actions, "seed")


def fail(*_: object) -> object:
    raise ZeroDivisionError("cannot count")


@pytest.mark.parametrize("game", ["hindenburg", "marne", "michel"])
def test_it_orders_what_a_recruit_in_a_hurry_would(game: str) -> None:
    match = Match.new(game, seed=1)
    plan = bots(game)["recruit"]("seed").choose(match.seat(match.decision.side), HURRIED)
    assert stand_in(match) == [match.rules.grammar.text(action) for action in plan.actions] != ["done"]


@pytest.mark.parametrize("game", GAMES)
def test_where_the_script_fails_there_is_the_rule_of_thumb_of_a_battle(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.new(game, seed=1)
    while not isinstance(asked(match.state), expert_of(game).in_battle):
        stand_in(match)
    monkeypatch.setattr(expert_of(game), "answer", fail)
    plan = StandIn("seed").choose(match.seat(match.decision.side))
    assert plan.why == "rule of thumb"
    assert step_in(match, plan.actions, "seed") == [match.rules.grammar.text(plan.actions[0])]


@pytest.mark.parametrize("game", ["michel", "storm"])
def test_where_nobody_can_think_the_phase_ends(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expert_of(game), "answer", fail)
    match = Match.new(game, seed=1)
    assert stand_in(match) == ["done"]


def test_without_a_thought_a_game_comes_to_its_end() -> None:
    """What only takes back is done last, or a set-up would never end."""
    for game in ("ford", "marne", "hindenburg"):
        match, count = Match.new(game, seed=1), 0
        while not match.over:
            step_in(match, (), "seed")
            count += 1
            assert count < 2000


def test_what_cannot_be_done_is_left_out() -> None:
    """A plan that the rules refuse, and rules that break down at the first thing that comes to mind."""
    match = Match.new("ford", seed=1)
    assert step_in(match, [("go", 0), "dance"], "seed") == ["done"]


def test_rules_that_break_down_at_one_action_are_asked_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    match, play = Match.new("ford", seed=1), Match.play

    def breaking(self: Match, action: object, **more: object) -> object:
        return fail() if action == ("done",) else play(self, action, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Match, "play", breaking)
    (done,) = step_in(match, (), "seed")
    assert done.startswith("take ")


def test_what_needs_no_thought_is_in_the_same_order_whenever_the_position_is_met() -> None:
    decision = Match.new("ford", seed=1).decision
    first = plain_actions(decision, "seed")
    assert first == plain_actions(decision, "seed") != plain_actions(decision, "another")
    assert first[0] == ("done",)
    assert sorted(first) == sorted(decision.actions)


def test_it_knows_no_more_than_who_sits_there() -> None:
    """States that a side cannot tell apart are answered alike."""
    match = Match.new("hindenburg", seed=1)
    for _ in range(2):
        stand_in(match)
    side, number = match.decision.side, match.decision.side_number
    lots = RepeatableRandom("hidden")
    states = [match.rules.disguise(match.state, number, lots) for _ in range(3)]
    seats = [Seat(match.setting, match.rules, state, side, match.number) for state in states]
    assert len({state.digest() for state in states}) > 1
    assert len({StandIn("seed").choose(seat) for seat in seats}) == 1
