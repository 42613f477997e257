"""The end of an action (6.3, 8.4, 12.5), and the choices that lead to one."""

from __future__ import annotations

from westfront.engine.catalogue import rule
from westfront.engine.names import Side
from westfront.games.hindenburg.state import HindenburgAsk, HindenburgPlay, HindenburgStep


class Choice(HindenburgAsk, frozen=True):
    """A question about an action of which nothing is done yet."""


def commit(play: HindenburgPlay, player: int) -> None:
    """The action is chosen: the questions about it are taken off, and the clean-up waits for what follows."""
    while isinstance(play.state.frames[-1], Choice):
        play.pop()
    play.push(CleanUp(player))


@rule("5.2(III)")
class CleanUp(HindenburgStep, frozen=True):
    """The end of an action: crowded hexes, entrenchments, attack supply markers; the action marker goes down."""

    player: Side

    def run(self, play: HindenburgPlay) -> None:
        """In this order."""
        play.state.actions[self.player] -= 1
