"""Chapter 8: German attack supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from westfront.engine.catalogue import rule
from westfront.games.hindenburg.state import HindenburgPlay, HindenburgState, track
from westfront.hexgrid import HexSet

if TYPE_CHECKING:
    from westfront.games.hindenburg.rules import Hindenburg

RETURN = 2
"""A marker comes back so many turns after its turn of use."""


def marked(rules: Hindenburg, s: HindenburgState) -> HexSet:
    """The hexes with an attack supply marker."""
    return sum(1 << s.at[u] for u in rules.markers if s.at[u] >= 0)


@rule("8.1", "8.4", "8.1-ex")
def take_up_marker(play: HindenburgPlay, hex_: int) -> None:
    """The attack supply marker of a hex, if it has one, goes to the box two turns on."""
    s = play.state
    for marker in play.rules.markers:
        if s.at[marker] == hex_:
            s.at[marker] = track(s.turn + RETURN)
            play.tell("attack supply back", "8.4", hex=hex_, turn=s.turn + RETURN)


@rule("8.3")
def works(rules: Hindenburg, s: HindenburgState, hex_: int) -> bool:
    """Whether a marker in a hex has its effects: it must be German-occupied; one in a hex out of supply is removed."""
    return bool(marked(rules, s) & rules.field(s).occupied[0] >> hex_ << hex_ & 1 << hex_)
