"""Wrong numbers in override files, positions and imported records: one sentence, or a game that can be played.

The tests look at a sample that is always the same; `pytest tests/engine/test_hostile.py --hostile 50` looks further.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import pytest

import tests.ford  # noqa: F401
from tests.hostile import columns_of, columns_of_map, drawn, fault, imported, mutated, override_lines, positions_of
from westfront.atlas.board import load_board
from westfront.atlas.pieces import load_printed
from westfront.engine.data import Overrides
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.engine.rules import find_game, games
from westfront.errors import DataError, FormatError, WestfrontError
from westfront.games.maps import boards, map_data

GAMES = sorted(game.id for game in games())
LINES = 16
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
        lines = list(override_lines(columns_of(game, scenario), 1, f"{name} {turn}"))
        for i in range(LINES):
            line = drawn(lots, lines)
            ways = (
                partial(_new, name, scenario, line),
                partial(imported, name, scenario, line, ""),
            )
            assert fault(ways[i % 2]) is None, f"{name} {scenario}: {line}"


@pytest.mark.parametrize("name", boards())
def test_hostile_maps(name: str, rounds: int) -> None:
    """The map and the counters alone, as `westfront map --override` and `westfront counters --override` read them."""
    for turn in range(rounds):
        lots, lines = RepeatableRandom(f"{name} {turn}"), list(override_lines(columns_of_map(name), 1, str(turn)))
        for line in (drawn(lots, lines) for _ in range(LINES // 2)):
            data = map_data(name, Overrides("hostile", [line]))
            with suppress(WestfrontError):
                load_board(data, name)
                load_printed(data)


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


KNOWN = {
    "counters GE-129 arrival 1e5": "hindenburg",
    "counters GE-129 arrival ²": "hindenburg",
    "counters GE-129 nation a;b": "hindenburg",
    "deployments german-michael-2519-GE2-3 deployment inf": "hindenburg",
    "deployments german-michael-2519-GE2-3 deployment german-a b": "hindenburg",
    "counters F-125 designation 21": "michel",
    "setup-historical G-6-4-13-3418 hex Ä": "michel",
    "setup-historical A-39-2915 side G": "michel",
    "setup-historical A-63-3010 kind none": "michel",
    "types DE-33 side neutral": "meuse",
    "deployment DE-236 unit -": "meuse",
    "counters GE-9 arrival Ä": "storm",
    "counters IT-2 nation off": "storm",
    "counters FR-34 type german-air": "storm",
    "schedule foch-attacks-18-3 turn 1": "marne",
}
"""Lines that once brought an error of Python, with their games."""


@pytest.mark.parametrize("line", KNOWN)
def test_what_once_got_through_is_refused(line: str) -> None:
    with pytest.raises(DataError):
        _new(KNOWN[line], next(iter(find_game(KNOWN[line]).scenarios)), line)


def test_a_frame_that_would_run_later_is_checked_too() -> None:
    """A step of Marne 1918 that waits below others has a number that no turn has."""
    positions = positions_of(find_game("marne"), "foch-attacks", "1")
    position = next(text for text in positions if "frame OperationalSequence: number=2\n" in text)
    with pytest.raises(FormatError, match="no sequence of play leads to the frame OperationalSequence"):
        Match.from_position(position.replace("OperationalSequence: number=2", "OperationalSequence: number=2625"))


def test_nobody_begins_his_phases_in_the_midst_of_anothers() -> None:
    """Marne 1918 again: the other side's phases would run with this side's still to come."""
    positions = positions_of(find_game("marne"), "foch-attacks", "1")
    position = next(text for text in positions if "\nframe Phase: player=allied" in text)
    Match.from_position(position, seed=1)
    with pytest.raises(FormatError, match="no sequence of play leads to the frame PlayerPhases"):
        Match.from_position(f"{position}frame PlayerPhases: player=german\n")


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
