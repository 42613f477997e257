"""The game can be played: the historical set-up as the booklet counts it, and a random game to the end."""

from __future__ import annotations

from collections import Counter

import pytest

from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.games.michel.rules import Michel
from westfront.games.michel.state import MichelState
from westfront.games.michel.supply import isolated_units


def begin() -> tuple[Michel, MichelState]:
    """The historical start."""
    match = Match.new("michel", seed=1)
    assert isinstance(match.rules, Michel)
    assert isinstance(match.state, MichelState)
    return match.rules, match.state


@pytest.mark.rule("OOB", "OOB-5", "OOB-13", "Deploy-AlliedHistorical", "Deploy-GermanHistorical")
def test_the_historical_set_up_has_the_units_of_the_table() -> None:
    rules, s = begin()
    assert Counter(rules.type_of[unit] for unit, where in enumerate(s.at) if where >= 0) == {
        "stosstruppen": 47,
        "german-infantry": 16,
        "trench": 15,
        "german-corps": 19,
        "british-infantry": 32,
        "french-infantry": 2,
        "elite-infantry": 3,
        "allied-cavalry": 3,
        "allied-corps": 11,
    }


@pytest.mark.rule("Deploy-AlliedHistorical", "Deploy-GermanHistorical")
def test_everybody_begins_in_general_supply_and_no_stack_is_too_high() -> None:
    rules, s = begin()
    for side in rules.units:
        assert not isolated_units(rules, s, tuple(unit for unit in side if s.at[unit] >= 0))
    assert not rules.field(s).stacked(3)


@pytest.mark.rule("Sequence-GT", "GameLength")
@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_random_game_comes_to_its_end(seed: str) -> None:
    match, lots = Match.new("michel", seed=seed), RepeatableRandom(seed)
    while not match.over:
        codes = match.decision.actions
        match.play(codes[lots.below(len(codes))])
    assert match.log()[-2].startswith("The Germans have ")
    assert sum(line.startswith("Game-turn ") for line in match.log()) == 10
    assert Match.load(match.record()).hash == match.hash
