"""Random play from the thick of it: battles of all kinds, and the end of the war, which random armies never see."""

from __future__ import annotations

import pytest

from tests.games.hindenburg.drawn import drawn
from tests.games.hindenburg.test_golden import AUTUMN_START
from westfront.lab.fuzz import fuzz_game

FRONT = (
    "3206: 5xGE4-4 2xGE3-3 3xGE2-3; 3106: 4xGE3-3 2xGE1-2r; 3006: 3xGE4-4 3xGE1-2; 3104: 2xGE3-3 1xGE2-3; "
    "3905: 4xGE3-3 2xGE4-4; 2906: 5xGE2-3; 2806: 3xGE3-3 1xGE1-2; 3306: 2xGE3-3; "
    "3205: 3xBR3-3 2xBR2-3 1xPO1-2; 3105: 2xAN4-4 3xBR3-3 2xFR2-3; 3005: 4xFR3-3 1xFR1-2r; 2905: 3xFR3-3 2xUS4-4r; "
    "3305: 4xUS4-4 1xAN4-4 2xFR4-4; 3904: 4xBE2-3 2xBR3-3; 3207: 2xUS4-4 2xAN4-4; 2705: 3xFR2-3; "
    "reserve: 3xBR-tanks 2xFR-tanks"
)


@pytest.mark.rule("13.11", "13.9")
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_random_battles_with_attack_supply_find_nothing(seed: str) -> None:
    """From the last two actions of turn 8 to the check of turn 9, which ends the game."""
    start = drawn(f"{FRONT}; supply: 3206 3006 3905", turn=8, actions=(2, 2)).position()
    actions, failure = fuzz_turn(f"front {seed}", start)
    assert failure is None
    assert actions > 10


@pytest.mark.rule("13.13", "4.12", "4.4")
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_random_play_of_the_last_turn_finds_nothing(seed: str) -> None:
    start = drawn(FRONT, turn=15, phase="morale").position()
    assert fuzz_turn(f"the last turn {seed}", start)[1] is None


@pytest.mark.rule("7.3", "7.8", "12.5", "14.2")
@pytest.mark.parametrize("seed", ["a", "b"])
def test_random_play_with_the_ports_lost_finds_nothing(seed: str) -> None:
    """East of the line the British are out of supply, and French and Americans in the same hexes are not."""
    start = drawn(
        "german: 4000 4101 4203; 3505: 2xBR3-3 2xFR3-3 1xUS4-4r; 3506: 1xBR3-3 2xAN4-4 2xUS4-4 1xFR2-3r; "
        "3605: 1xBR2-3 1xFR3-3; 3504: 2xPO1-2 2xBR3-3; 4205: 3xBE2-3; 3507: 2xGE3-3r 1xGE4-4; 3606: 3xGE2-3; "
        "3406: 5xGE3-3; 3705: 2xGE1-2; 4105: 2xGE3-3; trench: 3605 3507; reserve: 2xBE1-2r 3xBR-tanks 3xUS4-4r",
        turn=15,
        actions=(4, 4),
    ).position()
    assert fuzz_turn(f"ports lost {seed}", start)[1] is None


@pytest.mark.rule("4.2", "4.3", "13.13")
def test_random_play_from_the_mid_game_check_to_the_end_finds_nothing() -> None:
    """Thirty-one western hexes are German, so that the check is passed."""
    more = "turn-11: 3xBR2-3r; 3503: 2xBR2-3r 1xUS4-4r 2xPO1-2; 2805: 3xFR2-3r 2xUS4-4"
    crowd = AUTUMN_START.replace("8xGE3-3 3xGE2-3", "8xGE3-3 2xGE2-3")
    start = drawn(f"{crowd}; {more}", turn=9, actions=(1, 1)).position()
    actions, failure = fuzz_turn("the second half", start)
    assert failure is None
    assert actions > 500


def fuzz_turn(seed: str, start: str) -> tuple[int, str | None]:
    """A random game from a position: its number of actions, and what failed."""
    actions, failure = fuzz_game("hindenburg", seed, start)
    return actions, failure.sentence if failure else None
