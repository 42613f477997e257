"""A unit is taken up and goes somewhere: what rail, regular and infiltration movement have in common."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.names import Unit
from westfront.games.storm.data import StormAsk, StormData, StormPlay
from westfront.games.storm.stacking import lay_on_top, why_not_on_top
from westfront.games.storm.state import StormState


class Phase(StormAsk, frozen=True):
    """A phase in which units are given orders one after another, and stacks may be laid in another order."""

    def why_top(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """It must lie below others."""
        return why_not_on_top(rules, s, self.player, unit)

    def do_top(self, play: StormPlay, unit: Unit) -> None:
        """Lay it on top."""
        lay_on_top(play, unit)

    def do_done(self, play: StormPlay) -> None:
        """The phase ends."""
        play.pop()


class Taken(StormAsk, frozen=True):
    """A unit is taken up; it may be put back, or laid on top of its stack."""

    unit: Unit

    def do_cancel(self, play: StormPlay) -> None:
        """It stays where it is and may still be taken up."""
        play.pop()

    def why_top(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """It must lie below others."""
        return why_not_on_top(rules, s, self.player, unit)

    def do_top(self, play: StormPlay, unit: Unit) -> None:
        """Lay it on top."""
        play.pop()
        lay_on_top(play, unit)

    def lay(self, rules: StormData, s: StormState) -> list[tuple[str, int]]:
        """The offer to lay it on top, if it lies below others."""
        return [] if why_not_on_top(rules, s, self.player, self.unit) else [("top", self.unit)]

    def holds(self, rules: StormData, s: StormState) -> bool:
        """It is a ground unit of the side that is asked."""
        return self.unit in rules.own[self.player]


@rule("12.1", "13.8")
def tell_move(play: StormPlay, kind: str, number: str, unit: int, path: Sequence[int]) -> None:
    """Tell of a move before it is made: the way to all, the name to the owner and to who can see the counter.

    It is seen if it lies on top where it starts, or will where it ends.
    """
    rules, s = play.rules, play.state
    side, here = rules.side_of[unit], s.at[unit]
    open_ = here < 0 or rules.stack(s, here)[0] == unit or not rules.stack(s, path[-1])
    facts = {"path": tuple(path)}
    if open_:
        play.tell(kind, number, unit=unit, **facts)
    else:
        play.tell(kind, number, only=side, unit=unit, **facts)
        play.tell(f"{kind} unseen", number, but=side, side=side, **facts)
