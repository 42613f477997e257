"""Counts of positions: a change of a rule that changes no count changed nothing."""

from __future__ import annotations

import pytest

from tests.games.hindenburg.drawn import drawn
from westfront.engine.match import Match
from westfront.lab.perft import divide, perft

MEETING = "3206: 2xGE4-4 1xGE3-3; 3105: 1xFR3-3 1xBR3-3; 3207: 1xGE2-3; gone: 1xGE1-2; trench: 3207"
ATTACK = "3206: 2xGE4-4; 3205: 1xBR3-3 1xBR2-3; supply: 3206"


def start(name: str) -> Match:
    """A force in the open; an attack with supply; the set-up."""
    if name == "meeting":
        return drawn(MEETING)
    return drawn(ATTACK) if name == "attack" else Match.new("hindenburg", seed=1)


COUNTS: dict[tuple[str, int], int] = {
    ("meeting", 1): 5,
    ("meeting", 2): 397,
    ("meeting", 3): 8388,
    ("attack", 1): 4,
    ("attack", 2): 376,
    ("attack", 3): 8254,
    ("set-up", 1): 4,
    ("set-up", 2): 60,
    ("set-up", 3): 1242,
}


@pytest.mark.parametrize(("name", "depth"), list(COUNTS))
def test_perft(name: str, depth: int) -> None:
    match = start(name)
    assert perft(match.rules, match.state, depth) == COUNTS[name, depth]


@pytest.mark.parametrize(("name", "depth"), [("meeting", 2), ("set-up", 2)])
def test_divide_sums_to_perft(name: str, depth: int) -> None:
    match = start(name)
    assert sum(divide(match.rules, match.state, depth).values()) == COUNTS[name, depth]


def test_counting_leaves_the_position_alone() -> None:
    match = start("attack")
    before = match.state.digest()
    perft(match.rules, match.state, 2)
    assert match.state.digest() == before
