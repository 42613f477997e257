"""Machines of one level against each other: which side wins how often, by how much, and where the front runs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import sqrt
from statistics import fmean, quantiles
from typing import NamedTuple

import msgspec

from westfront import games
from westfront.bots.player import expert_of
from westfront.engine.event import PUBLIC
from westfront.engine.match import Match
from westfront.engine.rules import AnyRules, Setting, find_game
from westfront.engine.state import State
from westfront.games.maps import map_of
from westfront.hexgrid import Grid, HexSet
from westfront.lab.ladder import Pairing, Played, maker, play

MARGIN, GROUND = "margin", "ground"
"""What is followed in every game besides its own tracks: the lead of the first side, and the hexes nearer to it."""


class Standing(msgspec.Struct, frozen=True):
    """How a game stood when a turn began, or at its end: the tracks, and the ground of the first side in digits."""

    when: str
    numbers: dict[str, float]
    ground: str


class Watched(Played, frozen=True):
    """A game that was played, with its course and what its great check told."""

    standings: tuple[Standing, ...] = ()
    check: dict[str, float] = {}
    degree: str = ""
    """The level of victory, in the words of the game."""


def settings(
    game: str, scenarios: Sequence[str], levels: Sequence[str], fixed: dict[str, str], every: Sequence[str]
) -> list[Pairing]:
    """A game without a seed for each level in each scenario, with each combination of some options."""
    rules, found = find_game(game), []
    for name in every:
        Setting.choose(game, None, {name: rules.choices.get(name, ("",))[0]})
    for level, scenario in product(levels, scenarios):
        maker(game, level)
        values = [[(name, value) for value in rules.values_of(name, scenario)] for name in every]
        for chosen in product(*values):
            options = (*fixed.items(), *chosen)
            Setting.choose(game, scenario, dict(options))
            found.append(Pairing(game, scenario, level, level, "", options))
    return found


def wanted(settings: Iterable[Pairing], games: int, seed: str) -> list[Pairing]:
    """So many games of each, all from the same seeds."""
    found = list(settings)
    return [msgspec.structs.replace(one, seed=f"{seed}/{number}") for number in range(games) for one in found]


# -- one game


class Diary:
    """Writes down how a game stands whenever a turn (or in some games a sequence of it) begins, the first one when
    both sides are set up."""

    def __init__(self) -> None:
        self.moment = ""
        self.standings: list[Standing] = []

    def look(self, match: Match) -> None:
        """After an action."""
        now = "end" if match.over else moment(match.state)
        if now not in (self.moment, "0") and not is_set_up(match.state):
            self.moment = now
            self.standings.append(standing(match, now))


def moment(state: State) -> str:
    """The turn, and in a game whose turns have sequences that one too."""
    turn, sequence = getattr(state, "turn", 0), getattr(state, "sequence", 0)
    return f"{turn}.{sequence}" if sequence else str(turn)


def is_set_up(state: State) -> bool:
    """Whether a side still sets up; every game calls these questions so."""
    return any(kind.__name__.startswith("SetUp") for frame in state.frames for kind in type(frame).__mro__)


def standing(match: Match, when: str) -> Standing:
    """The tracks of the game, the lead of the first side, and its ground."""
    rules, state = match.rules, match.state
    held = ground(match)
    numbers = {name: float(value) for name, value in rules.standing(state).items()}
    numbers[MARGIN] = expert_of(rules.id).margin(rules, state)
    numbers[GROUND] = float((held & arena(rules)).bit_count())
    return Standing(when, numbers, f"{held:x}")


def ground(match: Match) -> HexSet:
    """The hexes to which a unit of the first side is nearer than any of the second."""
    rules = match.rules
    pieces = [piece for piece in rules.scene(match.state, PUBLIC).pieces if piece.side in rules.sides]
    first, second = (rules.grid.hexset(*{p.at for p in pieces if p.side == side}) for side in rules.sides)
    return nearer(rules.grid, first, second)


def arena(rules: AnyRules) -> HexSet:
    """The hexes that a scenario is played on."""
    name = map_of(rules.id, rules.scenario)
    if not name:
        return rules.grid.mask
    board = games.board(name)
    return board.playable & board.features.get(f"area:{rules.scenario}", board.playable)


def nearer(grid: Grid, first: HexSet, second: HexSet) -> HexSet:
    """The hexes that lie nearer to the first set; those halfway belong to nobody."""
    mine, free = first & ~second, grid.mask & ~(first | second)
    reached, others = first, second
    while free and (reached or others):
        wave, other = grid.adjacent(reached) & free, grid.adjacent(others) & free
        if not wave | other:
            break
        mine |= wave & ~other
        free &= ~(wave | other)
        reached, others = wave & ~other, other & ~wave
    return mine


def watched(pairing: Pairing, clock: Callable[[], float]) -> Watched:
    """Play a game and write down its course."""
    diary, told, degree = Diary(), dict[str, float](), ""
    checks = expert_of(pairing.game).checks

    def look(match: Match) -> None:
        nonlocal degree
        diary.look(match)
        if match.over:
            degree = match.rules.degree(match.state)
            for event in match.events:
                if event.kind in checks:
                    told.update({name: float(fact) for name, fact in event.facts.items() if isinstance(fact, int)})

    played = play(pairing, clock, look)
    facts = msgspec.structs.asdict(played)
    return Watched(**facts, standings=tuple(diary.standings), check=told, degree=degree)


# -- what comes of them


class Row(NamedTuple):
    """The games of one level in one setting."""

    pairing: Pairing
    won: tuple[int, int, int]
    """By the first side, drawn, by the second."""
    margins: list[float]
    verdicts: Counter[str]
    """How often the games ended in which way; numbers are left out."""
    degrees: dict[str, int]
    """How many games came to each level of victory, the best for the first side first; none if the game has none."""
    checks: dict[str, list[float]]
    course: dict[str, dict[str, list[float]]]
    """By turn and track: the numbers of all games."""
    fronts: dict[str, list[HexSet]]
    """By turn: the ground of the first side in every game."""
    expected: float | None
    seconds: float
    """For a game."""

    @property
    def games(self) -> int:
        """How many there are."""
        return sum(self.won)


def rows(games: Iterable[Watched]) -> list[Row]:
    """The games by setting and level, in the order in which they come."""
    found: dict[Pairing, list[Watched]] = {}
    for one in games:
        found.setdefault(msgspec.structs.replace(one.pairing, seed=""), []).append(one)
    return [_row(pairing, same) for pairing, same in found.items()]


def _row(pairing: Pairing, games: list[Watched]) -> Row:
    course: dict[str, dict[str, list[float]]] = {}
    fronts: dict[str, list[HexSet]] = {}
    checks: dict[str, list[float]] = {}
    for one in games:
        for name, value in one.check.items():
            checks.setdefault(name, []).append(value)
        for standing in one.standings:
            fronts.setdefault(standing.when, []).append(int(standing.ground, 16))
            for name, value in standing.numbers.items():
                course.setdefault(standing.when, {}).setdefault(name, []).append(value)
    won = tuple(sum(one.winner == winner for one in games) for winner in (0, -1, 1))
    rules = Setting.choose(pairing.game, pairing.scenario, dict(pairing.options)).rules()
    return Row(
        pairing,
        (won[0], won[1], won[2]),
        [one.margin for one in games],
        Counter(re.sub(r"\d+", "n", one.verdict) for one in games),
        {degree: sum(one.degree == degree for one in games) for degree in rules.degrees()},
        checks,
        dict(sorted(course.items(), key=lambda item: order(item[0]))),
        dict(sorted(fronts.items(), key=lambda item: order(item[0]))),
        expert_of(pairing.game).expected_margin(rules),
        sum(sum(one.seconds) for one in games) / len(games),
    )


def order(when: str) -> tuple[int, ...]:
    """Turns in their order, the end last."""
    return tuple(map(int, when.split("."))) if when != "end" else (1_000_000,)


def spread(numbers: list[float]) -> tuple[float, float, float]:
    """A quarter lies below the first, half below the second, three quarters below the third."""
    low, middle, high = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else numbers * 3
    return low, middle, high


def usual(fronts: list[HexSet]) -> HexSet:
    """The hexes that were the first side's in more than half of the games."""
    counts = Counter[int]()
    for held in fronts:
        while held:
            low = held & -held
            counts[low] += 1
            held ^= low
    return sum(bit for bit, number in counts.items() if 2 * number > len(fronts))


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """How well two rows of numbers go together, from -1 to 1; None where one of them does not change."""
    if len(pairs) < 2:
        return None
    first, second = zip(*pairs, strict=True)
    a, b = fmean(first), fmean(second)
    square = sum((x - a) ** 2 for x in first) * sum((y - b) ** 2 for y in second)
    return sum((x - a) * (y - b) for x, y in pairs) / sqrt(square) if square else None
