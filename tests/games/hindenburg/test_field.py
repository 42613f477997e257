"""The stacks of a position: made from those of another one they are the same as made anew."""

from __future__ import annotations

import pytest

from tests.games.hindenburg.drawn import hindenburg, position
from tests.games.hindenburg.test_fuzz_battle import FRONT
from westfront.engine.dice import RepeatableRandom
from westfront.games.hindenburg.field import FEW, Field
from westfront.games.hindenburg.state import GERMAN, RESERVE, HindenburgState

PLACES = ("3206", "3205", "3105", "3106", "2021")


def shuffled(s: HindenburgState, lots: RepeatableRandom) -> HindenburgState:
    """A few units, or many, moved about by lot: into hexes of their side or of the enemy's, or into the reserve."""
    new, rules = s.copy(), hindenburg()
    for _ in range(1 + lots.below(FEW + 6)):
        unit = lots.below(len(rules.counters))
        place = lots.below(len(PLACES) + 1)
        new.at[unit] = rules.grid.hex(PLACES[place]) if place < len(PLACES) else RESERVE
        new.height[unit] = 1 + lots.below(200) if unit in rules.divisions and new.at[unit] >= 0 else 0
    return new


@pytest.mark.rule("6.1", "6.2")
@pytest.mark.parametrize("seed", range(6))
def test_a_field_made_from_another_is_the_same_as_one_made_anew(seed: int) -> None:
    rules, lots, s = hindenburg(), RepeatableRandom(f"field {seed}"), position(FRONT)
    last = None
    for _ in range(40):
        key = s.at.tobytes() + s.height
        anew, last = Field(rules, s, key), Field(rules, s, key, last)
        assert last.occupied == anew.occupied
        assert last.crowded == anew.crowded
        heights = {hex_: [s.height[unit] for unit in stack] for hex_, stack in last.stacks.items()}
        assert heights == {hex_: [s.height[unit] for unit in stack] for hex_, stack in anew.stacks.items()}
        assert {hex_: set(stack) for hex_, stack in last.stacks.items()} == {
            hex_: set(stack) for hex_, stack in anew.stacks.items()
        }
        s = shuffled(s, lots)
    assert anew.occupied[GERMAN]
