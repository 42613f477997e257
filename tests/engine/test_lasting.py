"""What was taken back: found in one pass, however often, and any earlier state is soon made again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.tries import play_random
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.record import Entry, lasting


def entry(number: int, action: str) -> Entry:
    return Entry(number, "red", action, False, (), "", "")


def slowly(actions: list[str]) -> list[int]:
    """The numbers of the actions that stand, by keeping the list of them after every line."""
    lists: list[list[int]] = [[]]
    for number, action in enumerate(actions, 1):
        now = list(lists[-1])
        if action == "undo":
            now.pop()
        elif action.startswith("back "):
            now = list(lists[int(action.split()[1])])
        else:
            now.append(number)
        lists.append(now)
    return lists[-1]


@given(st.lists(st.integers(0, 40), max_size=60))
def test_what_stands_is_what_the_slow_way_says(draws: list[int]) -> None:
    actions: list[str] = []
    for draw in draws:
        if draw < 8 and slowly(actions):
            actions.append("undo")
        elif draw < 20 and actions:
            actions.append(f"back {draw % len(actions)}")
        else:
            actions.append("done")
    entries = [entry(number, action) for number, action in enumerate(actions, 1)]
    assert [found.number for found in lasting(entries)] == slowly(actions)


def test_two_thousand_takebacks_are_found_in_one_pass() -> None:
    """Each goes back over all those before it; this used to take for ever."""
    actions = ["done", *(f"back {number}" for number in range(2000))]
    entries = [entry(number, action) for number, action in enumerate(actions, 1)]
    assert [found.number for found in lasting(entries)] == slowly(actions)


def steps(run: Callable[[], object]) -> int:
    """How many lines of Python a call goes through: a clock that a busy machine does not disturb."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(None)
    return count


def test_the_cost_of_an_action_does_not_grow_with_the_game() -> None:
    """Ten thousand actions with a thousand takebacks: the last ones cost what the first ones did."""
    match, lots = Match.new("ford", seed=1), RepeatableRandom(1)
    early = late = 0
    while match.number < 10_000:
        if match.number % 10 == 9 or match.decision.texts == ("done",):
            to = max(0, match.number - 1 - lots.below(9))
            cost = steps(lambda to=to: match.take_back(to, "red"))  # type: ignore[misc]
            if match.number < 1000:
                early = max(early, cost)
            elif match.number > 9000:
                late = max(late, cost)
        else:
            play_random(match, lots, 1)
    takebacks = sum(entry.action.startswith("back") for entry in match.entries)
    assert takebacks >= 1000
    assert late <= 2 * early
