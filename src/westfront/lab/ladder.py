"""Machines against machines: paired games with the sides swapped, and what they say about strength."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import log10, sqrt
from typing import NamedTuple

import msgspec

from westfront.bots import Bot, bots
from westfront.bots.exploiters import exploiters
from westfront.bots.player import expert_of
from westfront.engine.grammar import Action
from westfront.engine.match import Match
from westfront.errors import WestfrontError

BUDGET = 10.0
"""Seconds of work that a machine has for an answer, as at a table."""
SURE = 1.96
"""So many deviations on either side hold 95 % of what may be true."""
SET_UP = 0
"""The turn before the first."""
LONGEST = 100_000
"""A game of more actions than this is stuck."""


class Pairing(msgspec.Struct, frozen=True):
    """A game to be played: who has the first and the second side, and the seed of dice and machines."""

    game: str
    scenario: str
    first: str
    second: str
    seed: str
    options: tuple[tuple[str, str], ...] = ()


class Played(msgspec.Struct, frozen=True):
    """A game that was played: who won (0 or 1, -1 for nobody), by how much the first side, and what it took."""

    pairing: Pairing
    winner: int
    margin: float
    turns: int
    actions: int
    seconds: tuple[float, float]
    verdict: str


def players(game: str) -> dict[str, Callable[[str], Bot]]:
    """Everybody who can be put on the ladder of a game."""
    return {**bots(game), **exploiters(game)}


def maker(game: str, name: str) -> Callable[[str], Bot]:
    """Who makes the player of this name from a seed."""
    known = players(game)
    if name not in known:
        raise WestfrontError(f"no machine {name[:40]!r} plays {game}; there is {', '.join(known)}")
    return known[name]


def pairings(game: str, scenario: str, names: Sequence[str], games: int, seed: str) -> list[Pairing]:
    """For every two players so many games, two of each seed with the sides swapped."""
    for name in names:
        maker(game, name)
    return [
        Pairing(game, scenario, first, second, f"{seed}/{number}")
        for number in range(games // 2)
        for a, b in combinations(names, 2)
        for first, second in ((a, b), (b, a))
    ]


def play(pairing: Pairing, clock: Callable[[], float], watch: Callable[[Match], None] | None = None) -> Played:
    """Play a game to its end; the clock tells seconds, `watch` sees every position, and neither changes the game."""
    match = Match.new(pairing.game, pairing.scenario or None, options=dict(pairing.options), seed=pairing.seed)
    seconds, turns = [0.0, 0.0], set[int]()
    for side, took in answers(match, pairing, clock, watch):
        seconds[side] += took
        turns.add(getattr(match.state, "turn", 0))
    margin = expert_of(pairing.game).margin(match.rules, match.state)
    winner = -1 if match.state.winner not in (0, 1) else match.state.winner
    spent, verdict = (seconds[0], seconds[1]), match.result or "unfinished"
    return Played(pairing, winner, margin, len(turns - {SET_UP}), match.number, spent, verdict)


def answers(
    match: Match, pairing: Pairing, clock: Callable[[], float], watch: Callable[[Match], None] | None = None
) -> Iterator[tuple[int, float]]:
    """Play a game on: after each plan, as far as it was played, whose it was and how long it took."""
    names, sides = (pairing.first, pairing.second), match.rules.sides
    seats = [maker(pairing.game, name)(f"{pairing.seed}/{side}") for name, side in zip(names, sides, strict=True)]
    while not match.over and match.number < LONGEST:
        side, begun = match.decision.side_number, clock()
        plan = seats[side].choose(match.seat(sides[side]), BUDGET)
        spent = clock() - begun
        for action in still_legal(match, plan.actions):
            match.play(action, side=sides[side])
            if watch:
                watch(match)
        yield side, spent


def still_legal(match: Match, actions: Iterable[Action]) -> Iterator[Action]:
    """The actions of a plan, each to be played before the next, as far as its side is asked and they are legal.

    The first one must be.
    """
    side = match.decision.side
    for number, action in enumerate(actions):
        if match.over or match.decision.side != side or (number and match.decision.refusal(action)):
            return
        yield action


# -- what comes of it


class Score(NamedTuple):
    """How a player did against another: games won, drawn and played, and pairs in which he did better or as well."""

    name: str
    against: str
    won: float
    games: int
    better: float
    pairs: int
    by_side: tuple[tuple[float, int], tuple[float, int]]
    margins: tuple[float, float]
    seconds: float
    """For a turn of the player."""

    @property
    def share(self) -> float:
        """The part of the games that was won, draws as halves."""
        return self.won / self.games

    @property
    def elo(self) -> float:
        """By how much he is stronger."""
        return elo(self.won, self.games)


def interval(won: float, games: int) -> tuple[float, float]:
    """Between what the true share lies, by Wilson, with a certainty of 95 %."""
    if not games:
        return 0.0, 1.0
    share, square = won / games, SURE**2 / games
    middle, half = share + square / 2, SURE * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


def elo(won: float, games: int) -> float:
    """The difference in strength that a score speaks for, with half a game more on either side, so that it ends."""
    return 400 * log10((won + 0.5) / (games - won + 0.5))


def scores(played: Iterable[Played]) -> list[Score]:
    """Each player against each other one, the first named first."""
    found: dict[tuple[str, str], list[Played]] = {}
    for one in played:
        names = one.pairing.first, one.pairing.second
        key = names if names in found or names[::-1] not in found else names[::-1]
        found.setdefault(key, []).append(one)
    return [_score(name, against, games) for (name, against), games in found.items()]


def _score(name: str, against: str, played: list[Played]) -> Score:
    won, margins = ([0.0, 0.0], [0.0, 0.0])
    count, seconds, turns = [0, 0], 0.0, 0
    for one in played:
        side = 0 if one.pairing.first == name else 1
        won[side] += 0.5 if one.winner < 0 else float(one.winner == side)
        margins[side] += one.margin if side == 0 else -one.margin
        count[side] += 1
        seconds += one.seconds[side]
        turns += one.turns
    pairs = list(_pairs(name, played))
    return Score(
        name,
        against,
        sum(won),
        sum(count),
        sum(pairs),
        len(pairs),
        ((won[0], count[0]), (won[1], count[1])),
        (margins[0] / max(1, count[0]), margins[1] / max(1, count[1])),
        seconds / max(1, turns),
    )


def _pairs(name: str, played: list[Played]) -> Iterator[float]:
    """For each seed of which both games are there: 1 if the player did better in his two games, half if as well."""
    by_seed: dict[str, dict[int, Played]] = {}
    for one in played:
        by_seed.setdefault(one.pairing.seed, {})[0 if one.pairing.first == name else 1] = one
    for games in by_seed.values():
        if len(games) == 2:
            mine, his = games[0].margin, games[1].margin  # both seen from the first side
            yield 1.0 if mine > his else 0.5 if mine == his else 0.0
