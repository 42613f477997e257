"""Wrong numbers in override files, positions and imported records: one sentence, or a game that can be played.

The tests look at a sample that is always the same; `pytest tests/engine/test_hostile.py --hostile 50` looks further.
"""

from __future__ import annotations

from functools import partial

import pytest

import tests.ford  # noqa: F401
from tests.hostile import columns_of, drawn, fault, imported, mutated, override_lines, positions_of
from westfront.engine.data import Overrides
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.rules import find_game, games

GAMES = sorted(game.id for game in games())
LINES = 24
"""So many override lines of each game are tried."""


@pytest.fixture
def rounds(pytestconfig: pytest.Config) -> int:
    """How many times the sample is taken."""
    return int(pytestconfig.getoption("--hostile"))


def _new(name: str, scenario: str, line: str) -> Match:
    return Match.new(name, scenario, overrides=Overrides.parse(f"name hostile\n{line}"), seed=1)


@pytest.mark.parametrize("name", GAMES)
def test_hostile_overrides(name: str, rounds: int) -> None:
    """A line at a time, by turns from an override file and from an imported record."""
    game = find_game(name)
    for turn in range(rounds):
        lots = RepeatableRandom(f"{name} {turn}")
        scenario = drawn(lots, list(game.scenarios))
        lines = list(override_lines(game, scenario, 1, str(turn)))
        for i in range(LINES):
            line = drawn(lots, lines)
            ways = (
                partial(_new, name, scenario, line),
                partial(imported, name, scenario, line, ""),
            )
            assert fault(ways[i % 2]) is None, f"{name} {scenario}: {line}"


@pytest.mark.parametrize("name", GAMES)
def test_hostile_positions(name: str, rounds: int) -> None:
    """Two mutations of each stack of frames that a random game comes to, by turns as a position and as a record."""
    game = find_game(name)
    for turn in range(rounds):
        scenario = list(game.scenarios)[turn % len(game.scenarios)]
        for n, position in enumerate(positions_of(game, scenario, str(turn))):
            first, second = mutated(position, 2, f"{name} {turn} {n}")
            assert fault(partial(Match.from_position, first, seed=1)) is None, first
            assert fault(partial(imported, name, scenario, "", second)) is None, second


def test_a_position_that_is_not_changed_can_be_used() -> None:
    """As a position and as a record, so that the tests above do not see refusals only."""
    (position, *_) = positions_of(find_game("ford"), "meeting", "1")
    assert Match.from_position(position, seed=1).decision.side == "red"
    assert imported("ford", "meeting", "", position).decision.side == "red"
    assert imported("ford", "meeting", "types R-inf attack 9", position).decision.side == "red"


def test_a_fault_is_seen() -> None:
    """An error of Python, before or after the start, and a refusal that is no sentence."""

    def breaks() -> Match:
        raise KeyError("x")

    match = Match.new("ford", seed=1)
    assert "KeyError" in str(fault(breaks))
    match.rules = None  # type: ignore[assignment]
    assert "not refused" in str(fault(lambda: match))
    assert fault(lambda: Match.new("ford", "no such")) is None


def test_every_column_of_every_file_is_reached() -> None:
    """Lists, the map, and the cells of tables."""
    found = columns_of(find_game("ford"), "meeting")
    assert {"types attack", "counters type", "setup meeting", "sides feature", "tables.crt 2-1"} <= found.keys()
