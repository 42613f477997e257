"""Chapter 4: collapse, withdrawal, the mid-game check and the end. (The battle half writes this module.)"""

from __future__ import annotations

from westfront.engine.state import DRAW
from westfront.games.hindenburg.state import LAST_TURN, HindenburgPlay, HindenburgStep


class MidGameCheck(HindenburgStep, frozen=True):
    """After a German action of turn 9, while the check is still to be made."""

    def run(self, play: HindenburgPlay) -> None:
        """Nothing yet."""


class VictoryCheck(HindenburgStep, frozen=True):
    """Phase V."""

    def run(self, play: HindenburgPlay) -> None:
        """Nothing yet but the end of the game."""
        if play.state.turn == LAST_TURN:
            play.end(DRAW, "the game is not finished")
