"""A machine sees what its seat sees, answers always, and always alike; in every game that has an expert."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.bots.asked import BUDGET
from westfront.bots import Bot, Plan, bots
from westfront.bots.expert import Expert
from westfront.bots.levels import LEVELS, Name
from westfront.bots.mind import Mind
from westfront.bots.planner import Planner
from westfront.bots.player import GAMES, expert_of
from westfront.engine.dice import NoDice, RepeatableRandom
from westfront.engine.frame import asked as frame
from westfront.engine.match import Match
from westfront.engine.position import write_position
from westfront.engine.rules import find_game
from westfront.engine.views import side_number
from westfront.engine.world import World
from westfront.lab.ladder import still_legal

STOPS = (60, 200)
"""After so many random actions a machine is asked."""
HURRY, QUESTIONS, LATE = 3.0, 6, 0.1
"""Seconds for each of so many answers, and the part of them that one may be late."""


def positions(game: str) -> Iterator[Match]:
    """A few positions of a game."""
    match, chance = Match.new(game, seed=7), bots(game)["random"]("positions")
    for number in range(max(STOPS) + 1):
        if match.over:
            return
        if number in STOPS:
            yield match
        match.play(chance.choose(match.seat(match.decision.side), BUDGET).actions[0])


def asked(bot: Bot, match: Match, budget: float) -> Plan:
    """The whole answer, with its reasons."""
    return bot.choose(match.seat(match.decision.side), budget)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("level", "budget"), [("recruit", 0.5), ("officer", 1.0), ("commander", BUDGET), ("staff", 0.5)]
)
def test_dice_and_hidden_units_change_nothing(game: str, level: str, budget: float) -> None:
    """The same view and seed give the same plan, whatever the secret of the dice and what the side may not know."""
    for match in positions(game):
        side = side_number(match.rules, match.decision.side)
        other = match.rules.disguise(match.state, side, RepeatableRandom("other"))
        texts = match.position(), write_position(match.setting, match.rules, other)
        found = [Match.from_position(text, seed=seed) for seed, text in enumerate(texts)]
        first, second = (asked(bots(game)[level]("same"), one, budget) for one in found)
        assert first == second


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["recruit", "officer-bold", "staff-cautious"])
def test_every_level_answers_with_something_legal(game: str, level: str) -> None:
    match = next(positions(game))
    plan = bots(game)[level]("seed").choose(match.seat(match.decision.side), 0.3)
    assert plan.actions
    assert plan.why
    assert match.decision.refusal(plan.actions[0]) is None


@pytest.mark.parametrize("game", GAMES)
def test_without_time_there_is_still_an_answer(game: str) -> None:
    for match in positions(game):
        plan = bots(game)["officer"]("seed").choose(match.seat(match.decision.side), 0.0)
        assert match.decision.refusal(plan.actions[0]) is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["officer", "staff"])
def test_no_answer_takes_more_work_than_it_is_given(game: str, level: str) -> None:
    """Work stands for time, and no clock is needed to count it; one piece of it may be begun too late."""
    used = list[float]()
    for match in positions(game):
        for _ in range(QUESTIONS):
            seat = match.seat(match.decision.side)
            mind = Mind.at(seat, Name(LEVELS[level]), "seed", HURRY)
            given = mind.work.left
            plan = expert_of(game)(mind).answer()
            used.append((given - mind.work.left) / given)
            for action in still_legal(match, plan.actions):
                match.play(action)
    assert max(used) < 1.0 + LATE


@pytest.mark.parametrize("game", ["marne", "meuse", "michel", "storm"])
def test_a_draft_of_either_side_is_judged_after_the_enemy_has_moved(game: str) -> None:
    """What both sides do between two turns, such as drawing markers, is no answer."""
    for expert in planning(game):
        assert 1 - expert.mind.side in moving(expert, expert.drafts()[0])


def moving(expert: Expert, draft: Plan) -> set[int]:
    """The sides that are asked for moves while a draft is played on, after it."""
    found = set[int]()

    def go_on(world: World, plan: Plan) -> Plan:
        if isinstance(frame(world.state), expert.planned):
            found.add(world.side)
        return expert.go_on(world, plan)

    sight = min(expert.sight.values())
    Planner(go_on, expert.value, expert.is_quiet, "seed", sight).best([expert.world], [draft], 1)
    return found


@pytest.mark.parametrize("game", ["marne", "meuse", "michel", "storm"])
def test_a_change_puts_the_orders_of_another_draft_for_a_part_of_the_front_into_one(game: str) -> None:
    """Whatever is put together is legal from the first order to the last, and ends as a draft does."""
    for expert in planning(game):
        best, *others = expert.drafts()
        changed = [change(best) for change in expert.changes(best, others)]
        assert any(found.actions != best.actions for found in changed)
        for found in changed:
            world = expert.world.copy()
            assert found.actions[-1] == best.actions[-1]
            assert world.order(found.actions[:-1], NoDice()) is None
            assert world.why(found.actions[-1]) is None
            theirs = {action for draft in (best, *others) for action in draft.actions}
            assert all(action in theirs or action[0] in ("go", "stay") for action in found.actions)


def planning(game: str) -> Iterator[Expert]:
    """The staff of either side at its first question to which drafts differ."""
    match, left = Match.new(game, seed=7), set(find_game(game).sides)
    officers = {side: bots(game)["officer"](side) for side in left}
    while left:
        side = match.decision.side
        plan = officers[side].choose(match.seat(side), BUDGET)
        expert = expert_of(game)(Mind.at(match.seat(side), Name(LEVELS["staff"]), "seed", BUDGET))
        if side in left and isinstance(frame(match.state), expert.planned) and len(expert.drafts()) > 1:
            left.remove(side)
            yield expert
        for action in still_legal(match, plan.actions):
            match.play(action)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(45, 200, 30))
def test_who_takes_over_in_the_middle_of_an_order_comes_to_an_end(game: str, number: int) -> None:
    """To take a thing up and to lay it down again would never end: no position may come back and back."""
    match, chance, seen = Match.new(game, seed=number), bots(game)["random"]("before"), Counter[str]()
    while not match.over and (match.number < number or ("cancel",) not in match.decision.actions):
        match.play(chance.choose(match.seat(match.decision.side), BUDGET).actions[0])
    after = bots(game)["officer"]("after")
    for _ in range(12):
        if match.over:
            break
        seen[write_position(match.setting, match.rules, match.state)] += 1
        for action in still_legal(match, asked(after, match, BUDGET).actions):
            match.play(action)
    assert max(seen.values()) < 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_says_why_with_numbers(game: str, level: str) -> None:
    """From the beginning of a game up to the first question at which there is something to weigh."""
    match, bot = Match.new(game, seed=3), bots(game)[level]("seed")
    while len((plan := asked(bot, match, 0.3)).choices) < 2:
        assert plan.why not in ("", "rule of thumb")
        for action in still_legal(match, plan.actions):
            match.play(action)
    assert plan.why
    assert f"{plan.choices[0].value:+.2f}" in plan.words()
