"""The game held against the slow referee, in games and melees played at random.

A longer run: `python -m tests.games.marne.test_referee --games 20 --melees 500`.
"""

from __future__ import annotations

import random

import pytest

from tests.games.marne.drawn import SIDES, When, real
from tests.games.marne.referee_map import Unit, counters, distance, hexsides, holders, neighbours, schedule
from tests.games.marne.trial_effects import EffectTrial
from tests.trials import long_run
from westfront.engine.match import Match

SCENARIOS = ("gneisenau", "blucher", "friedensturm", "foch-attacks")
PHASES = ("movement", "combat", "disengagement", "exploitation-combat", "exploitation-movement")
OPTIONS = {"tanks": "many", "freeze": "movement", "quota": "2", "gains": "all"}
"""The other reading of each option that the referee knows."""
CROWD = 34


def game(seed: str, decisions: int = 10**6) -> EffectTrial:
    """A scenario from its first question on."""
    chance = random.Random(f"game {seed}")
    scenario = SCENARIOS[int(seed) % 4] if seed.isdigit() else seed.split()[0]
    options = {name: word for name, word in OPTIONS.items() if chance.random() < 0.2}
    options["air"] = chance.choice(["yes", "no"])
    match = Match.new("marne", scenario, options=options, seed=seed, auto=False)
    trial = EffectTrial(f"game {seed} {scenario}", match)
    trial.run(decisions)
    return trial


def melee(seed: str, decisions: int = 160) -> EffectTrial:
    """A few phases in a crowd somewhere on the map."""
    chance = random.Random(f"melee {seed}")
    scenario = chance.choice(SCENARIOS)
    turn, sequence = chance.choice(sorted(schedule(scenario)))
    centre = chance.choice(sorted(holders(scenario)))
    near = sorted(hex_ for hex_ in holders(scenario) if distance(hex_, centre) <= 4)
    match = real(
        crowd(chance, scenario, near),
        chance.choice(PHASES),
        chance.choice(SIDES),
        when=When(scenario, turn, sequence),
        dice=[chance.randint(1, 6) for _ in range(1500)],
        weather=chance.choice(["fair", "fog", "overcast"]),
        down=" ".join(bridge for bridge in bridges(near) if chance.random() < 0.4),
        pontoons=" ".join(rivers(chance, near)[: chance.randint(0, 3)]),
        options={name: word for name, word in OPTIONS.items() if chance.random() < 0.2},
    )
    trial = EffectTrial(f"melee {seed} {scenario}", match)
    trial.hold_ground()
    trial.run(decisions)
    return trial


def bridges(near: list[str]) -> list[str]:
    """The bridges over major rivers in some hexes."""
    pairs = sorted("/".join(sorted(side)) for side, what in hexsides().items() if "major-river" in what)
    return [
        p for p in pairs if set(p.split("/")) <= set(near) and "bridge" in " ".join(hexsides()[frozenset(p.split("/"))])
    ]


def rivers(chance: random.Random, near: list[str]) -> list[str]:
    """Hexsides of rivers without bridge in some hexes, in any order."""
    found = []
    for here in near:
        for there in neighbours(here):
            what = hexsides().get(frozenset((here, there)), set())
            if there in near and what & {"major-river", "minor-river"} and not what & {"road-bridge", "rail-bridge"}:
                found.append(f"{here}/{there}")
    return chance.sample(found, len(found))


def crowd(chance: random.Random, scenario: str, near: list[str]) -> str:
    """Units of both sides, each in a hex of its own side, with all kinds of marks."""
    owner = {hex_: chance.choice(SIDES) for hex_ in near}
    fighters = [name for name, row in counters().items() if row["attack"] != "0" and name != "GE-TANK"]
    found = [_placed(chance, name, owner) for name in chance.sample(fighters, CROWD)]
    for kind, number in (("CORPS-ART", 3), ("ARMY-ART", 2), ("HQ", 2)):
        for nation in ("GE", "FR"):
            names = [name for name in counters() if name.startswith(f"{nation}-{kind}")]
            found += [_placed(chance, name, owner) for name in chance.sample(names, min(number, len(names)))]
    for number, regiment in enumerate(_regiments(found)[:6], 1):
        found.append(f"GE-STOSS-{number} {regiment.split()[1]} under:{regiment.split()[0]}")
    return ", ".join(found)


def _placed(chance: random.Random, name: str, owner: dict[str, str]) -> str:
    """A counter in a hex of its side, with marks that such a counter can have."""
    unit = Unit(name, "")
    own = sorted(hex_ for hex_, side in owner.items() if side == unit.side)
    marks = ["", "", "", "oos"]
    if unit.kind in ("division", "regiment"):
        marks += ["lost:1", "dg", "rg", "pinned", "exploit:1", "reserve:1", "marked", "lost:1 dg", "lost:1 rg"]
        marks += ["lost:2"] * (unit.printed["steps"] == "3")
    if unit.kind == "army":
        marks = ["", "offensive"]
    mark = chance.choice(marks) if unit.combat or unit.gun else ""
    return f"{name} {chance.choice(own or sorted(owner))} {mark}".strip()


def _regiments(units: list[str]) -> list[str]:
    return [words for words in units if words.startswith("GE-") and counters()[words.split()[0]]["size"] == "III"]


@pytest.mark.rule("5.0", "9.1", "11.1.1", "11.1.2", "11.2.1", "11.2.3", "11.2.4", "11.2.6", "12.1", "12.2.4", "12.2.8")
@pytest.mark.parametrize("seed", range(4))
def test_the_referee_agrees_in_a_melee(seed: int) -> None:
    trial = melee(str(seed), decisions=60)
    assert trial.compared.total() > 50
    assert not trial.faults, "\n".join(trial.faults)


@pytest.mark.rule("11.1.5", "11.2.2", "12.2.3", "12.2.6", "12.3", "12.4", "13.0", "14.2", "16.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_referee_agrees_in_a_game(scenario: str) -> None:
    trial = game(f"{scenario} referee", decisions=40)
    assert trial.positions == 40
    assert not trial.faults, "\n".join(trial.faults)


if __name__ == "__main__":
    long_run(melee, game)
