"""Chapter 7: who has won."""

from __future__ import annotations

from tests.ford.facts import FordPlay
from tests.ford.state import BLUE, RED
from westfront.engine.catalogue import rule

VILLAGE_POINTS = 2


@rule("7.1")
def count_points(play: FordPlay) -> None:
    """Two points a village, one for each enemy unit destroyed; the higher number wins."""
    s, villages = play.state, play.rules.board.terrain["village"]
    red = VILLAGE_POINTS * (villages & s.red_holds).bit_count() + s.lost[BLUE]
    blue = VILLAGE_POINTS * (villages & ~s.red_holds).bit_count() + s.lost[RED]
    winner = play.rules.wins_ties if red == blue else RED if red > blue else BLUE
    finish(play, winner, f"red has {red} points and blue {blue}", "7.1")


@rule("7.2")
def check_annihilation(play: FordPlay) -> None:
    """A side without units has lost at once."""
    for side in (RED, BLUE):
        if play.state.lost[side] == len(play.rules.units[side]):
            finish(play, 1 - side, f"{play.rules.sides[side]} has no unit left", "7.2")


def finish(play: FordPlay, winner: int, verdict: str, number: str) -> None:
    """Tell the result and end the game."""
    play.tell("end", number, verdict=verdict)
    play.end(winner, verdict)
