"""The long run of a game's referee: as many games and melees as asked, outside the suite."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from typing import Protocol


class Trial(Protocol):
    """A match that was played with a referee at the table."""

    name: str
    positions: int
    compared: Counter[str]
    faults: list[str]


def long_run(melee: Callable[[str], Trial], game: Callable[[str, int], Trial]) -> None:
    """Play as many games and melees as asked, and print where game and referee differ."""
    parser = argparse.ArgumentParser(description=long_run.__doc__)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--melees", type=int, default=0)
    parser.add_argument("--decisions", type=int, default=10**6, help="the longest game")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    plays: list[tuple[Callable[[str], Trial], int]] = [
        (melee, asked.melees),
        (lambda seed: game(seed, asked.decisions), asked.games),
    ]
    positions, faults, compared = 0, 0, Counter[str]()
    for play, number in plays:
        for seed in range(asked.seed, asked.seed + number):
            trial = play(str(seed))
            positions, faults = positions + trial.positions, faults + len(trial.faults)
            compared += trial.compared
            said = f"{trial.name}: so far {positions} positions, {compared.total()} comparisons, {faults} differences"
            print(*trial.faults, said, sep="\n", flush=True)
    for what, times in sorted(compared.items()):
        print(f"{times:9} {what}")
