"""Chapter 3: the first position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.names import Side
from westfront.engine.state import blank_columns
from westfront.games.hindenburg.sequence import Turn
from westfront.games.hindenburg.state import (
    ACTIONS,
    ALLIED,
    GERMAN,
    NOT_YET,
    RESERVE,
    HindenburgPlay,
    HindenburgState,
    HindenburgStep,
    track,
)
from westfront.hexgrid import bits

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg


def start_state(rules: Hindenburg) -> HindenburgState:
    """An empty map; reinforcements on the Turn Record Tracks, tank brigades in the reserve."""
    s = HindenburgState(
        turn=0,
        actions=bytearray((ACTIONS, ACTIONS)),
        german=rules.board.east,
        lost_ports=0,
        trenches=0,
        mid_game=NOT_YET,
        **blank_columns(HindenburgState, len(rules.counters)),
    )
    for unit, turn in enumerate(rules.arrival):
        if turn:
            s.at[unit] = track(turn)
    for unit in rules.tanks:
        s.at[unit] = RESERVE
    s.frames = (Turn(), SetUp(GERMAN), SetUp(ALLIED))
    return s


class SetUp(HindenburgStep, frozen=True):
    """A side is set up (for now along the front, at once; the deployment frames will take the place of this)."""

    player: Side

    def run(self, play: HindenburgPlay) -> None:
        """Put the divisions round and round into the front hexes."""
        rules, s = play.rules, play.state
        front = bits(rules.board.front[self.player])
        waiting = [u for u in rules.own[self.player] if s.at[u] == -1]
        for i, unit in enumerate(waiting):
            if i < len(front) * 4:
                s.at[unit], s.height[unit] = front[i % len(front)], 200 - i // len(front)
            else:
                s.at[unit] = RESERVE
        if self.player == GERMAN:
            for unit in rules.markers:
                s.at[unit] = track(2)
