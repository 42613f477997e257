"""What all experts have in common: sharing out, the race, the line, the order of moves, work."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from westfront.bots.allocation import NO_ATTACK, Allocation, Task, Team
from westfront.bots.bot import Choice, Plan
from westfront.bots.front import Line, Race, in_order
from westfront.bots.levels import LEVELS, Name
from westfront.bots.mind import Mind
from westfront.bots.planner import Planner
from westfront.bots.work import Work
from westfront.engine.match import Match
from westfront.hexgrid import Grid, Numbering, bits, by_hex, spread_from, spread_to

GRID = Grid(Numbering("flat", "CCRR", (1, 12), (1, 12), "odd", "north"))
ONE_POINT = ((1, GRID.mask),)


def test_units_mass_where_that_is_worth_more_than_two_weak_attacks() -> None:
    """Two units are worth nothing alone, and much together; the third does what it does best by itself."""
    tasks = {unit: [Task(NO_ATTACK, unit), Task(10, unit), Task(20, unit)] for unit in (1, 2, 3)}

    def judge(attack: int, team: Team) -> float:
        return 5.0 if attack == 10 and len(team) == 2 else -1.0

    allocation = Allocation(tasks, judge, Work(1))
    allocation.run()
    assert [len(team) for team in allocation.teams().values()] == [2]
    assert allocation.worth_of(10) == 5.0


def test_no_two_take_the_same_place_unless_there_is_room() -> None:
    tasks = {unit: [Task(NO_ATTACK, 7, 3.0), Task(NO_ATTACK, unit, 1.0)] for unit in (1, 2)}
    alone = Allocation(tasks, lambda attack, team: 0.0, Work(1)).run()
    assert sorted(task.place for task in alone.values()) == [2, 7]
    both = Allocation(tasks, lambda attack, team: 0.0, Work(1), room=2).run()
    assert [task.place for task in both.values()] == [7, 7]
    light = Allocation(tasks, lambda attack, team: 0.0, Work(1), light=[2]).run()
    assert [task.place for task in light.values()] == [7, 7]


def test_a_good_attack_takes_units_from_a_worse_one() -> None:
    tasks = {unit: [Task(NO_ATTACK, unit), Task(1, unit), Task(2, unit)] for unit in range(4)}
    worth = {1: (0, -1, 1, 1, 1), 2: (0, -1, -1, -1, 9)}
    allocation = Allocation(tasks, lambda attack, team: float(worth[attack][len(team)]), Work(1))
    allocation.run()
    assert [attack for attack, team in allocation.teams().items() if len(team) == 4] == [2]


def test_distances_to_and_from() -> None:
    goal, wall = GRID.hex("0604"), GRID.hexset("0603", "0703")
    to = by_hex(spread_to(GRID, [(0, 1 << goal)], [(5, wall), *ONE_POINT], 20))
    from_ = by_hex(spread_from(GRID, 1 << goal, [(5, wall), *ONE_POINT], 20))
    assert to[GRID.hex("0605")] == from_[GRID.hex("0605")] == 1
    assert to[GRID.hex("0603")] == 1
    assert from_[GRID.hex("0603")] == 5
    assert to[goal] == 0


def test_no_way_leads_across_a_wall() -> None:
    """The hexside between 0604 and 0605 is a river without a bridge: one goes around it."""
    start, across = GRID.hex("0604"), GRID.hex("0605")
    river = GRID.sides([(start, across)])
    assert by_hex(spread_from(GRID, 1 << start, ONE_POINT, 20))[across] == 1
    assert by_hex(spread_from(GRID, 1 << start, ONE_POINT, 20, river))[across] == 2


def test_a_goal_that_is_worth_less_counts_as_farther_away() -> None:
    near, far = 1 << GRID.hex("0104"), 1 << GRID.hex("1204")
    race = Race(GRID, [(0, far), (6, near)], ONE_POINT, 4.0, 8)
    assert race.distance[GRID.hex("0104")] == 6
    assert race.distance[GRID.hex("1204")] == 0


def test_a_wall_keeps_runners_away_and_a_hole_in_it_lets_them_through() -> None:
    race = Race(GRID, [(0, 1 << GRID.hex("0101"))], ONE_POINT, 4.0, 8)
    column = GRID.hexset(*(f"06{row:02}" for row in range(1, 13)))
    runners = 1 << GRID.hex("0804")
    whole = race.kept(runners, [(9, column), *ONE_POINT])
    holed = race.kept(runners, [(9, column & ~GRID.hexset("0604")), *ONE_POINT])
    assert race.kept(runners, ONE_POINT) <= holed < whole


class Crowd(Line):
    """Worth more the nearer everybody is to one hex."""

    def value(self) -> float:
        return -float(sum(GRID.distance(hex_, GRID.hex("0604")) for hex_ in self.places.values()))


def test_a_line_settles_within_its_work() -> None:
    line = Crowd({1: GRID.hex("0101"), 2: GRID.hex("1208")})
    hexes = bits(GRID.mask)
    line.settle({1: hexes, 2: hexes}, 3, Work(10))
    assert sorted(GRID.distance(hex_, GRID.hex("0604")) for hex_ in line.places.values()) == [0, 1]
    tired = Crowd({1: GRID.hex("0101")})
    tired.settle({1: hexes}, 3, Work(0))
    assert tired.places == {1: GRID.hex("0101")}


def test_moves_come_in_an_order_in_which_there_is_room() -> None:
    at = {1: 10, 2: 11, 3: 12}
    assert in_order({1: 11, 2: 12, 3: 13}, at.__getitem__, []) == [("move", 3, 13), ("move", 2, 12), ("move", 1, 11)]
    assert in_order({1: 11, 2: 10}, at.__getitem__, []) == []
    assert in_order({1: 14}, at.__getitem__, [14]) == []
    assert in_order({1: 14}, at.__getitem__, [14], room=2) == [("move", 1, 14)]


def test_work_is_counted_and_shared() -> None:
    work = Work(1.0)
    found = []
    for units in (999, 1):
        work.spend(units)
        found.append(work.is_over)
    assert found == [False, True]
    assert Work(1.0).share(0.5).left == pytest.approx(500)


def test_a_plan_says_what_else_was_weighed() -> None:
    plan = Plan((("done",),), "rest", (Choice("done", 1.0), Choice("attack 0604", -2.5)))
    assert plan.words() == "rest (weighed: done +1.00; attack 0604 -2.50)"
    assert Plan((), "rest").words() == "rest"


class Dream:
    """A world that only knows whose turn it is, which draft began it, and how many turns were played since."""

    over = False

    def __init__(self, draft: int = 0, turns: int = 0) -> None:
        self.draft, self.turns = draft, turns

    @property
    def side(self) -> int:
        return self.turns % 2

    def copy(self) -> Dream:
        return Dream(self.draft, self.turns)

    def order(self, actions: tuple[tuple[int, ...], ...], dice: object) -> None:
        self.draft, self.turns = max(self.draft, *actions[0]), self.turns + 1


@pytest.mark.parametrize(("sight", "best"), [(1, 3), (2, 1)])
def test_drafts_are_judged_after_as_many_player_turns_as_one_looks_ahead(sight: int, best: int) -> None:
    """At the end of the own turn the third draft looks best; the enemy's answer turns the order round."""
    seen: list[int] = []

    def value(world: Dream) -> float:
        seen.append(world.turns)
        return world.draft if world.turns == 1 else -world.draft

    drafts = [Plan(((number,),), str(number)) for number in (1, 2, 3)]
    planner = Planner(lambda world, draft: Plan(((0,),)), value, lambda world: True, "seed", sight)  # type: ignore[arg-type]
    found = planner.best([Dream()], drafts, 12)  # type: ignore[list-item]
    assert found.why == str(best)
    assert set(seen) == {sight}
    assert len(seen) == 12


def test_where_something_is_hidden_a_draft_is_played_on_in_several_worlds() -> None:
    """In the second world everything comes to five."""
    planner = Planner(lambda world, draft: draft, lambda world: world.draft, lambda world: True, "seed", 1)  # type: ignore[attr-defined]
    found = planner.best([Dream(), Dream(5)], [Plan(((number,),), str(number)) for number in (1, 2)], 4)  # type: ignore[list-item]
    assert dict(found.choices) == {"1": 3.0, "2": 3.5}


@pytest.mark.parametrize(("game", "number"), [("storm", 4), ("michel", 1)])
def test_a_mind_thinks_of_other_worlds_only_where_something_is_hidden(game: str, number: int) -> None:
    match = Match.new(game, seed=1)
    mind = Mind.at(match.seat(match.decision.side), Name(LEVELS["staff"]), "seed", 10.0)
    assert [len(mind.guesses(most)) for most in (1, 9)] == [1, number]
    assert mind.guesses(1)[0] is mind.world


@pytest.mark.parametrize(("doubt", "best"), [(0.0, "2"), (0.5, "2"), (1.5, "1")])
def test_another_draft_must_be_better_than_the_usual_one_by_more_than_the_doubt(doubt: float, best: str) -> None:
    """The second draft is worth one more than the first."""
    planner = Planner(lambda world, draft: draft, lambda world: world.draft, lambda world: True, "seed", 1, doubt)  # type: ignore[attr-defined]
    found = planner.best([Dream()], [Plan(((number,),), str(number)) for number in (1, 2)], 4)  # type: ignore[list-item]
    assert found.why == best
    assert dict(found.choices) == {"1": 1.0, "2": 2.0}


def better(*found: int) -> list[Callable[[Plan], Plan]]:
    """Changes into drafts that come to so much."""
    return [partial(Plan._replace, actions=((number,),), why=str(number)) for number in found]


@pytest.mark.parametrize(
    ("runs", "best", "played"), [(30, "4", 12), (13, "4", 12), (12, "3", 9), (6, "2", 6), (5, "2", 2)]
)
def test_a_change_that_does_better_is_kept_and_others_are_tried_while_runs_are_left(
    runs: int, best: str, played: int
) -> None:
    """From a draft that comes to two: to one that comes to less, to three, to itself, to four."""
    seen: list[int] = []

    def value(world: Dream) -> float:
        seen.append(world.draft)
        return world.draft

    planner = Planner(lambda world, draft: draft, value, lambda world: True, "seed", 1)  # type: ignore[arg-type]
    draft = planner.best([Dream()], [Plan(((2,),), "2")], 2)  # type: ignore[list-item]
    found = planner.improved(draft, better(1, 3, 2, 4), runs)
    assert found.why == best
    assert len(seen) == played
    assert [choice.text for choice in found.choices] == ["4", "3", "2"][-len(found.choices) :]


@pytest.mark.parametrize(("alike", "best", "played"), [(0, "4", 6), (1, "4", 12), (3, "2", 6)])
def test_a_change_that_may_have_been_lucky_is_tried_again(alike: int, best: str, played: int) -> None:
    """In so many worlds before the last all comes to five: what did better in one run of three has three more."""
    seen: list[int] = []

    def value(world: Dream) -> float:
        seen.append(world.draft)
        return world.draft

    planner = Planner(lambda world, draft: draft, value, lambda world: True, "seed", 1)  # type: ignore[arg-type]
    draft = planner.best([*[Dream(5)] * alike, Dream()], [Plan(((2,),), "2")], 2)  # type: ignore[list-item]
    assert planner.improved(draft, better(4), 30).why == best
    assert len(seen) == played
