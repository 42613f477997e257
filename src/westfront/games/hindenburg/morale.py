"""Chapter 13.13: German morale. (The battle half writes this module.)"""

from __future__ import annotations

from westfront.games.hindenburg.state import HindenburgPlay, HindenburgStep


class MoraleCheck(HindenburgStep, frozen=True):
    """Phase II of turns 10 to 15."""

    def run(self, play: HindenburgPlay) -> None:
        """Nothing yet."""
