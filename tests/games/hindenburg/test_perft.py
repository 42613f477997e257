"""Counts of positions: a change of a rule that changes no count changed nothing."""

from __future__ import annotations

import pytest

from tests.games.hindenburg.drawn import drawn
from westfront.engine.match import Match
from westfront.lab.perft import divide, perft

MEETING = "3206: 2xGE4-4 1xGE3-3; 3105: 1xFR3-3 1xBR3-3; 3207: 1xGE2-3; gone: 1xGE1-2; trench: 3207"
ATTACK = "3206: 2xGE4-4 1xGE3-3; 3205: 1xBR4-4 2xBR3-3; 3105: 1xAN4-4; supply: 3206"
BLACK_DAYS = "3206: 1xGE4-4 1xGE3-3; 3106: 9xGE2-3; 3207: 9xGE1-2; 3306: 10xGE3-3; 3205: 1xBR3-3 1xFR3-3; 3105: 1xFR3-3"


def start(name: str) -> Match:
    """A force in the open; an attack from the choice of the force on; the morale phase; the set-up."""
    if name == "attack":
        match = drawn(ATTACK)
        match.play("force 3206")
        return match
    if name == "black days":
        return drawn(BLACK_DAYS, turn=10, phase="morale")
    return drawn(MEETING) if name == "meeting" else Match.new("hindenburg", seed=1)


COUNTS = {
    ("meeting", 1): 5,
    ("meeting", 2): 397,
    ("meeting", 3): 8388,
    ("attack", 1): 18,
    ("attack", 2): 133,
    ("attack", 3): 3570,
    ("black days", 2): 2,
    ("black days", 5): 10,
    ("black days", 8): 142,
    ("set-up", 1): 4,
    ("set-up", 2): 60,
    ("set-up", 3): 1242,
}


@pytest.mark.parametrize(("name", "depth"), list(COUNTS))
def test_perft(name: str, depth: int) -> None:
    match = start(name)
    assert perft(match.rules, match.state, depth) == COUNTS[name, depth]


@pytest.mark.parametrize(("name", "depth"), [("meeting", 2), ("attack", 2), ("black days", 5)])
def test_divide_sums_to_perft(name: str, depth: int) -> None:
    match = start(name)
    assert sum(divide(match.rules, match.state, depth).values()) == COUNTS[name, depth]


def test_counting_leaves_the_position_alone() -> None:
    match = start("attack")
    before = match.state.digest()
    perft(match.rules, match.state, 2)
    assert match.state.digest() == before
