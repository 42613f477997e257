"""The game held against the slow referee, in games and melees played at random.

A longer run: `python -m tests.games.storm.test_referee --games 20 --melees 500`.
"""

from __future__ import annotations

import random

import pytest

from tests.games.storm.drawn import drawn
from tests.games.storm.referee import Position, Unit, board, counters
from tests.games.storm.referee_combat import CombatReferee
from tests.games.storm.trial import Trial
from tests.trials import long_run
from westfront.engine.match import Match
from westfront.games.storm.rules import Storm

SCENARIOS = tuple(Storm.scenarios)
TURNS = {"campaign": (1, 16), "elsewhere": (1, 16), "offensive": (9, 16), "plan-1919": (0, 9)}
AIR = "air: GE-Air BR-Air FR-Air"
CENTRES = (
    "2233",
    "2433",
    "2832",
    "3029",
    "3120",
    "3217",
    "3420",
    "3708",
    "1339",
    "1434",
    "1941",
    "2622",
    "2517",
    "4112",
)
"""Where things happen: trenches, forts, ports, the edges, and the hexside that is all sea."""


def settings(chance: random.Random, scenario: str) -> dict[str, str]:
    """Some of the options that a scenario allows."""
    allowed = {**Storm.choices, **Storm.scenario_choices[scenario]}
    return {name: chance.choice(choices) for name, choices in allowed.items()}


def game(seed: str, decisions: int = 10**6) -> Trial:
    """A scenario from one of its ready-made set-ups on."""
    chance = random.Random(f"game {seed}")
    scenario = chance.choice(SCENARIOS)
    match = Match.new("storm", scenario, options=settings(chance, scenario), seed=seed, auto=False)
    while type(match.state.frames[-1]).__name__ in ("Deployment", "StossRoll"):
        deployments = [text for text in match.decision.texts if text.startswith("deploy ")]
        if deployments and chance.random() < 0.5:
            match.play(chance.choice(deployments))
        match.play("done" if "done" in match.decision.texts else "roll")
    return Trial(f"game {seed} {scenario}", match).run(decisions)


def melee(seed: str) -> Trial:
    """A game turn in a crowd somewhere on the map."""
    chance = random.Random(f"melee {seed}")
    scenario = chance.choice(SCENARIOS)
    options = {name.replace("-", "_"): value for name, value in settings(chance, scenario).items()}
    turn = chance.randint(*TURNS[scenario])
    places = crowd(chance, scenario)
    dice = [chance.randint(1, 6) for _ in range(3000)]
    facts = {"pool": bytearray(chance.randint(0, 4) for _ in range(6)), "morale": bytearray((18, 12))}
    match = drawn(places, phase="turn", dice=dice, scenario=scenario, turn=turn, facts=facts, **options)
    return Trial(f"melee {seed} {scenario}", match).run(600, turns=1)


def crowd(chance: random.Random, scenario: str) -> str:
    """Stacks of both sides around a place, some in boxes, and hexes in wrong hands."""
    land = board("storm-1919" if scenario == "plan-1919" else "storm")
    near = sorted(land.within(chance.choice(CENTRES), 4))
    judge = CombatReferee(Position(scenario, 1, "german", set(), [], set()))
    stacks, boxes = dict[str, list[Unit]](), dict[str, list[str]]()
    for name in chance.sample(names := fighters(scenario), min(len(names), 70)):
        box = chance.random()
        if box < 0.12 and (counters()[name]["side"] == "allied" or box < 0.06):
            boxes.setdefault("dead" if box < 0.06 else "pool", []).append(name)
            continue
        unit = Unit(name, chance.choice(near), chance.randint(1, int(counters()[name]["steps"])))
        stack = [*stacks.get(unit.hex, []), unit]
        if {other.side for other in stack} == {unit.side} and judge.stack_is_legal(stack):
            stacks[unit.hex] = stack
    parts = [f"{hex_}: {' '.join(u.name + '~' * u.reduced for u in stack)}" for hex_, stack in stacks.items()]
    parts += [f"{box}: {' '.join(units)}" for box, units in boxes.items()]
    empty = [hex_ for hex_ in near if hex_ not in stacks]
    for side in ("german", "allied"):
        parts.append(f"{side}: {' '.join(chance.sample(empty, len(empty) // 4))}")
    return "; ".join([*parts, AIR])


def fighters(scenario: str) -> list[str]:
    """The ground units of a scenario, Stosstruppen rather than their counterparts."""
    late = scenario == "plan-1919"
    unused = {"BR-RTC", "BR-C", "BR-Port", "IT-2", "US-TC", "US-2", "GE-AGB"} if late else set()
    ground = {name: row for name, row in counters().items() if row["size"] != "marker" and row["symbol"] != "air"}
    variant = {name for name, row in ground.items() if row["group"] == "variant"}
    return [n for n in ground if n not in unused and (late or n not in variant) and ground[n]["group"] != "counterpart"]


@pytest.mark.rule("7.7", "7.11", "7.13", "9.1", "9.5", "9.6", "10.1", "10.3", "10.4", "10.6", "10.7", "11.5", "12.11")
@pytest.mark.rule("13.10", "13.13", "13.17", "13.28", "13.30", "13.31", "13.33", "14.1", "14.3", "15.4", "3.5", "4.2")
@pytest.mark.parametrize("seed", [1, 2, 7, 8], ids=["plan-1919", "elsewhere", "campaign", "offensive"])
def test_the_referee_agrees_in_a_melee(seed: int) -> None:
    trial = melee(str(seed))
    assert trial.compared["zone of control"]
    assert not trial.faults, "\n".join(trial.faults)


@pytest.mark.rule("7.2", "8.4", "8.5", "10.3", "11.2", "12.2")
def test_the_referee_agrees_in_a_game() -> None:
    trial = game("referee", decisions=100)
    assert trial.positions == 100
    assert not trial.faults, "\n".join(trial.faults)


if __name__ == "__main__":
    long_run(melee, game)
