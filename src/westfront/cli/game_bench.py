"""The benchmarks of the games: whole random games of every scenario, by the time of the processor.

Each figure is the best of several rounds, since machines are noisy. The bars are those that the games were made to.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any, NamedTuple

from westfront.cli.bench import Figure
from westfront.engine.dice import RepeatableRandom, SecretDice, secret_from_seed
from westfront.engine.frame import Play, asked, carry_out, settle
from westfront.engine.grammar import Action
from westfront.engine.match import Match
from westfront.engine.rules import AnyRules, Setting, find_game
from westfront.engine.world import World

ROUNDS = 3
FIGURES = 8
"""So many figures each game has."""
BARS = {
    "raw": {"michel": 20_000, "hindenburg": 20_000, "meuse": 10_000, "marne": 6_000, "storm": 6_000},
    "offer": {"meuse": 3, "marne": 5, "storm": 10},
    "preview": {"meuse": 10, "marne": 20, "storm": 20},
    "load": {"meuse": 100, "marne": 150, "storm": 150},
}
"""What the figures of each game have to reach: actions a second at least, milliseconds at most."""


def game_figures(game: str) -> Iterator[Figure]:
    """What a game can do in a second, and how long a player waits for it at most."""
    gc.freeze()  # what is loaded stays, and a collection that goes through it would be taken for a slow offer
    every = [Setting.choose(game, scenario).rules() for scenario in find_game(game).scenarios]
    yield from _speeds(game, every)
    yield _rate("match", game, max(_match_speed(game, seed) for seed in range(ROUNDS)), "with record")
    yield from _waits(game, every)
    yield _wait("load", game, max(_load_time(rules) for rules in every), "all files of a scenario")
    match = Match.new(game, seed=1)
    yield Figure(f"view.{game}", _micro(lambda: match.view(match.decision.side).encode()), "us", note="as JSON")


def _rate(what: str, game: str, rate: float, note: str) -> Figure:
    """Actions a second, with their bar."""
    bar = BARS.get(what, {}).get(game)
    return Figure(
        f"{what}.{game}", round(rate), "actions/s", note=note, bar=bar, met=None if bar is None else rate >= bar
    )


def _wait(what: str, game: str, seconds: float, note: str) -> Figure:
    """Milliseconds, with their bar."""
    bar, value = BARS.get(what, {}).get(game), round(seconds * 1000, 3)
    return Figure(f"{what}.{game}", value, "ms", note=note, bar=bar, met=None if bar is None else value <= bar)


# -- actions a second


class Game(NamedTuple):
    """A random game that was played to its end."""

    seconds: float
    actions: list[Action]


def _speeds(game: str, every: list[AnyRules]) -> Iterator[Figure]:
    """The loop with offers; the same actions once more in a world that makes none; and copies of the states."""
    played = [[_play(rules, seed) for seed in range(ROUNDS)] for rules in every]
    rates = [max(len(one.actions) / one.seconds for one in some) for some in played]
    slowest = every[rates.index(min(rates))].scenario
    raw = max(_together([some[n] for some in played]) for n in range(ROUNDS))
    yield _rate("raw", game, raw, f"slowest {slowest}, {min(rates):,.0f}")
    again = [
        [_step(rules, seed, some[seed].actions) for seed in range(ROUNDS)]
        for rules, some in zip(every, played, strict=True)
    ]
    stepped = max(_together([some[n] for some in again]) for n in range(ROUNDS))
    yield _rate("world", game, stepped, "steps without offers")
    state = every[0].start()
    yield Figure(f"state.{game}", _micro(state.copy), "us", note="copy of a state")


def _together(games: list[Game]) -> float:
    """Actions a second over some games."""
    return sum(len(game.actions) for game in games) / sum(game.seconds for game in games)


def _play(rules: AnyRules, seed: int) -> Game:
    """A random game without match, record or texts."""
    lots, state, actions = RepeatableRandom(seed), rules.start(), []
    play = Play(rules, state, SecretDice(secret_from_seed(seed)))
    start = process_time()
    settle(play)
    while state.frames:
        offer = asked(state).offer(rules, state)
        actions.append(offer[lots.below(len(offer))])
        carry_out(play, actions[-1])
    return Game(process_time() - start, actions)


def _step(rules: AnyRules, seed: int, actions: list[Action]) -> Game:
    """The same game in a world."""
    world, dice = World(rules, rules.start()), SecretDice(secret_from_seed(seed))
    settle(Play(rules, world.state, dice))
    start = process_time()
    for action in actions:
        world.step(action, dice)
    return Game(process_time() - start, actions)


def _match_speed(game: str, seed: int) -> float:
    """Actions a second of random games as they are really played."""
    lots, actions, start = RepeatableRandom(seed), 0, process_time()
    while actions < 1000:
        match = Match.new(game, seed=f"{seed}/{actions}")
        while not match.over:
            codes = match.decision.actions
            match.play(codes[lots.below(len(codes))])
        actions += match.number
    return actions / (process_time() - start)


# -- what a player waits for


class Wait(NamedTuple):
    """How long something took, and which question it was about."""

    seconds: float
    question: str


def _waits(game: str, every: list[AnyRules]) -> Iterator[Figure]:
    """The slowest offer and preview of a whole game of each scenario; each is timed in every round of the same game."""
    rounds = [[_walk(rules) for rules in every] for _ in range(ROUNDS)]
    for what, number in (("offer", 0), ("preview", 1)):
        timed = [[wait for walk in one for wait in walk[number]] for one in rounds]
        worst = max((min(waits) for waits in zip(*timed, strict=True)), default=Wait(0.0, "nothing"))
        note = f"worst of {len(timed[0]):,}: {worst.question}"
        yield _wait(what, game, worst.seconds, note)


def _walk(rules: AnyRules) -> tuple[list[Wait], list[Wait]]:
    """The times of all offers and previews of a game, each as it comes up, with nothing prepared."""
    lots, state, offers, previews = RepeatableRandom("waits"), rules.start(), [], []
    play = Play(rules, state, SecretDice(secret_from_seed("waits")))
    settle(play)
    while state.frames:
        frame = asked(state)
        start = process_time()
        offer = frame.offer(rules, state)
        offered = process_time()
        preview = rules.preview(state, frame.player)
        if preview is not None:
            previews.append(Wait(process_time() - offered, type(frame).__name__))
        offers.append(Wait(offered - start, type(frame).__name__))
        carry_out(play, offer[lots.below(len(offer))])
    return offers, previews


def _load_time(rules: AnyRules) -> float:
    """Seconds to make the rules of a scenario from their files."""
    made, best = type(rules), float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        made(rules.scenario, rules.options, made.data_folder())
        best = min(best, process_time() - start)
    return best


def _micro(run: Callable[[], Any], runs: int = 200) -> float:
    """Microseconds for one run."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for _ in range(runs):
            run()
        best = min(best, (process_time() - start) / runs)
    return round(best * 1e6, 1)
