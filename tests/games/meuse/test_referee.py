"""The game held against the slow referee, in games and melees played at random.

A longer run: `python -m tests.games.meuse.test_referee --games 20 --melees 500`.
"""

from __future__ import annotations

import random

import pytest

from tests.games.meuse.drawn import draw
from tests.games.meuse.referee import (
    SEDAN,
    TRENCHES,
    counters,
    distances,
    terrain,
)
from tests.games.meuse.trial import SIDES, Trial
from tests.trials import long_run
from westfront.engine.match import Match
from westfront.games.meuse.support import Draw


def game(seed: str, decisions: int = 10**6) -> Trial:
    """The campaign from its first question on."""
    return Trial(f"game {seed}", Match.new("meuse", seed=seed)).run(decisions)


def melee(seed: str) -> Trial:
    """A player turn in a crowd somewhere on the map."""
    chance = random.Random(f"melee {seed}")
    near = [hex_ for hex_, far in distances(chance.choice(sorted(terrain()))).items() if far <= 5]
    places = iter(chance.sample(near, min(len(near), 34)))
    names = [name for name, row in counters().items() if row["size"] == "XX"]
    units = [
        f"{name} {chance.choice(['lost', 'due', hex_, hex_, hex_, hex_ + '-', hex_ + '-'])}"
        for name, hex_ in zip(chance.sample(names, len(names)), list(places)[:28], strict=False)
    ]
    taken = {words.split()[1].rstrip("-") for words in units}
    camps = [hex_ for hex_ in near if hex_ not in taken][:2]
    units += [f"US-brigade-{number} {chance.choice(camps)}" for number in range(1, chance.randint(2, 6))]
    units = legal(units)
    breached = [hex_ for hex_ in near if terrain()[hex_] & TRENCHES and chance.random() < 0.4]
    match = draw(
        ", ".join(units),
        "turn",
        chance.choice(SIDES),
        turn=chance.randint(2, 23),
        dice=[chance.randint(1, 6) for _ in range(2000)],
        breached=" ".join(breached),
        allied=chance.choice(["", "3 2 1", "1 1", "2 3"]),
        german=chance.choice(["", "3", "2 1"]),
        auto=True,
    )
    return Trial(f"melee {seed}", match).run(400, until=Draw)


def legal(units: list[str]) -> list[str]:
    """Without what cannot be: a fourth brigade in a hex, an Allied unit in Sedan, a starter that is due."""
    found: list[str] = []
    for words in units:
        name, place = words.split()
        full = place.isdigit() and sum(other.split()[1] == place for other in found) >= 3
        wins = place.startswith(SEDAN) and counters()[name]["side"] == "allied"
        if not full and not wins and (place != "due" or counters()[name]["arrival"]):
            found.append(words)
    return found


@pytest.mark.rule("6.0", "6.1", "9.0", "5.1", "5.2", "5.3", "14.2", "14.3", "7.1", "7.2", "7.3", "7.4", "7.7", "7.8")
@pytest.mark.parametrize("seed", range(20))
def test_the_referee_agrees_in_a_melee(seed: int) -> None:
    trial = melee(str(seed))
    assert trial.compared["zone of control"]
    assert not trial.faults, "\n".join(trial.faults)


@pytest.mark.rule("11.3", "11.6", "13.2", "17.2", "17.3", "17.5", "17.6", "18.1", "18.2", "19.3", "19.6")
def test_the_referee_agrees_in_a_game() -> None:
    trial = game("referee", decisions=700)
    assert trial.positions == 700
    assert not trial.faults, "\n".join(trial.faults)


if __name__ == "__main__":
    long_run(melee, game)
