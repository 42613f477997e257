"""A unit is taken up and goes somewhere: what rail, regular and infiltration movement have in common."""

from __future__ import annotations

from collections.abc import Sequence

from westfront.engine.catalogue import rule
from westfront.engine.frame import Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import Unit
from westfront.games.storm.data import StormAsk, StormData, StormPlay
from westfront.games.storm.stacking import is_followed, lay_on_top, why_not_on_top
from westfront.games.storm.state import StormState
from westfront.hexgrid import HexSet, bits


@rule("13.8")
def stacked(rules: StormData, s: StormState, side: int) -> HexSet:
    """The hexes in which a side has more than one unit."""
    return rules.field(s).stacked(2) & rules.field(s).occupied[side]


class Sorting(StormAsk, frozen=True):
    """A question at which the owner may also lay his stacks in another order."""

    def why_top(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """It must lie below others."""
        return why_not_on_top(rules, s, self.player, unit)

    def do_top(self, play: StormPlay, unit: Unit) -> None:
        lay_on_top(play, unit)


class Phase(Sorting, frozen=True):
    """A phase in which units are given orders one after another, and stacks may be laid in another order."""

    def sorting(self, rules: StormData, s: StormState) -> list[Action]:
        """The offer to look after the stacks, if there are any."""
        return [] if self.why_stacks(rules, s) else [("stacks",)]

    def why_stacks(self, rules: StormData, s: StormState) -> Refusal | None:
        """There must be a stack."""
        return None if stacked(rules, s, self.player) else Refusal("13.8", "you have no stack on the map")

    def do_stacks(self, play: StormPlay) -> None:
        """Ask which unit is laid on top."""
        play.push(Stacks(self.player))

    def do_done(self, play: StormPlay) -> None:
        play.pop()


@rule("13.8")
class Stacks(Sorting, frozen=True):
    """Which units lie on top, for the enemy to see?"""

    asked_by = "13.8"
    question = "Which unit do you lay on top of its stack?"

    def offer(self, rules: StormData, s: StormState) -> list[Action]:
        """Every unit that lies below others, or back."""
        stacks = rules.field(s).stacks
        below = [unit for hex_ in bits(stacked(rules, s, self.player)) for unit in stacks[hex_][1:]]
        return [("cancel",), *[("top", unit) for unit in below]]

    def do_cancel(self, play: StormPlay) -> None:
        """Back to the phase."""
        play.pop()


class Taken(Sorting, frozen=True):
    """A unit is taken up; it may be put back, or laid on top of its stack."""

    unit: Unit

    def do_cancel(self, play: StormPlay) -> None:
        """It stays where it is and may still be taken up."""
        play.pop()

    def why_top(self, rules: StormData, s: StormState, unit: Unit) -> Refusal | None:
        """Only the unit that is taken up, if it lies below others."""
        if unit != self.unit:
            return Refusal("13.8", f"the unit you have taken up is {rules.names.units[self.unit]}")
        return why_not_on_top(rules, s, self.player, unit)

    def lay(self, rules: StormData, s: StormState) -> list[Action]:
        """The offer to lay it on top, if it lies below others."""
        return [("top", self.unit)] if self.unit in rules.stack(s, s.at[self.unit])[1:] else []

    def holds(self, rules: StormData, s: StormState) -> bool:
        """It is a ground unit of the side that is asked."""
        return self.unit in rules.own[self.player]


@rule("12.1", "13.8")
def tell_move(play: StormPlay, kind: str, number: str, unit: int, path: Sequence[int]) -> None:
    """Tell of a move before it is made: the way to all, the name to the owner and to who can see the counter.

    It is seen if it lies on top where it starts, or will where it ends.
    """
    rules, s = play.rules, play.state
    side, way = rules.side_of[unit], tuple(path)
    if is_followed(rules, s, unit, path[-1]):
        play.tell(kind, number, unit=unit, path=way)
    else:
        play.tell(kind, number, only=side, unit=unit, path=way)
        play.tell(f"{kind} unseen", number, but=side, side=side, path=way)
