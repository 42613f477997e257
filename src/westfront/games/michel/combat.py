"""Stub."""

from westfront.games.michel.state import MichelStep
from westfront.engine.names import Side


class ResolutionSegment(MichelStep, frozen=True):
    """Stub."""

    player: Side

    def run(self, play):
        pass


class CleanUp(MichelStep, frozen=True):
    """Stub."""

    player: Side

    def run(self, play):
        pass
