"""How long machines think, by the time of the processor: officers for a game, each level for a turn or an answer.

The bars are those that the machines were made to: somebody at the table waits for them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from time import process_time
from typing import NamedTuple

from westfront.bots.levels import COMMANDER, LEVELS, OFFICER, STAFF
from westfront.cli.bench import Figure
from westfront.engine.match import Match
from westfront.engine.rules import find_game
from westfront.lab.balance import moment
from westfront.lab.ladder import Pairing, answers

PACES = 4
"""So many figures each game with machines has."""
GAME = 60.0
"""Seconds of a game of officers at most."""
BARS = {OFFICER: 1.0, COMMANDER: 3.0}
"""Seconds of a turn at most."""
STAFF_TURNS = 3
"""Of a game of staffs only so many turns are played, the set-up among them."""


class Answer(NamedTuple):
    """Seconds of one answer, and the turn (in Marne the sequence, since each side moves in it) and side it was for."""

    turn: str
    side: int
    seconds: float


def pace_figures(game: str) -> Iterator[Figure]:
    """Officers in every scenario; commanders and staffs where officers think longest.

    The staff is held to its budget, which it has for each answer.
    """
    found = {scenario: thought(game, scenario, OFFICER) for scenario in find_game(game).scenarios}
    whole = {scenario: sum(answer.seconds for answer in some) for scenario, some in found.items()}
    slowest, worst = max(whole, key=lambda s: whole[s]), max(found, key=lambda s: max(turns(found[s])))
    yield _figure(f"officers.{game}", whole[slowest], GAME, f"a whole game, {slowest}")
    for level, where, some in (
        (OFFICER, worst, found[worst]),
        (COMMANDER, slowest, thought(game, slowest, COMMANDER)),
    ):
        each = turns(some)
        yield _figure(f"{level}.{game}", max(each), BARS[level], f"longest of {len(each)} turns, {where}")
    staff = thought(game, slowest, STAFF, STAFF_TURNS)
    longest = max(answer.seconds for answer in staff)
    note = f"longest of {len(staff)} answers, {slowest}; longest turn {max(turns(staff)):.1f} s"
    yield _figure(f"{STAFF}.{game}", longest, LEVELS[STAFF].seconds, note)


def thought(
    game: str, scenario: str, level: str, most: int | None = None, clock: Callable[[], float] = process_time
) -> list[Answer]:
    """The answers of a game in which one level plays both sides, or those of its first turns."""
    match = Match.new(game, scenario or None, seed="pace")
    found, turn, begun = list[Answer](), moment(match.state), set[str]()
    for side, seconds in answers(match, Pairing(game, scenario, level, level, "pace"), clock):
        found.append(Answer(turn, side, seconds))
        turn = moment(match.state)
        begun |= {found[-1].turn, turn}
        if most and len(begun) > most:
            break
    return found


def turns(found: list[Answer]) -> list[float]:
    """What each turn of each side took."""
    each: dict[tuple[str, int], float] = defaultdict(float)
    for turn, side, seconds in found:
        each[turn, side] += seconds
    return list(each.values())


def _figure(name: str, seconds: float, bar: float, note: str) -> Figure:
    return Figure(name, round(seconds, 2), "s", note=note, bar=bar, met=seconds <= bar)
