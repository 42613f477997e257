"""Chapter 9: replacements. (The battle half writes this module.)"""

from __future__ import annotations

from westfront.games.hindenburg.state import HindenburgPlay, HindenburgStep


class Replacements(HindenburgStep, frozen=True):
    """The replacement dice of everybody in the box DEAD; after a combat, or for divisions of a crowded hex."""

    def run(self, play: HindenburgPlay) -> None:
        """Nothing yet."""
