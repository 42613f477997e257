"""Orders in two halves: which unit, then where it goes; the whole order in one line is taken as well.

A game derives its questions from `WhichUnit` and `WhereTo`. There is one judge of where a unit may go, `why_not` of the
second question, whether the order comes in halves or whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from westfront.engine.frame import Ask, Play, Refusal
from westfront.engine.grammar import Action
from westfront.engine.names import NOBODY, Hex, Hexes, Unit
from westfront.engine.view import Hint
from westfront.hexgrid import Grid, HexSet, Reach, bits
from westfront.mechanics.limits import Limit, allowed, why_not

KEPT_PRICES = 256
"""So many prices are kept in words."""


class WhereTo(Ask[Any, Any], frozen=True):
    """A unit is taken up: where does it go?"""

    unit: Unit
    question = "Where does {unit} go?"

    def ends(self, rules: Any, s: Any) -> HexSet:
        """Every hex in which its way may end."""
        raise NotImplementedError

    def why_not(self, rules: Any, s: Any, to: int, via: tuple[int, ...] = ()) -> Refusal | None:
        """What keeps the unit from a hex, or from the way there that is spelled out."""
        raise NotImplementedError

    def send(self, play: Play[Any, Any], to: int, via: tuple[int, ...] = ()) -> None:
        """Bring it there, by the cheapest way or by the one that is spelled out; the frame is off the stack already."""
        raise NotImplementedError

    def hint(self, rules: Any, s: Any, to: int) -> Hint | None:
        """The way to a hex and its price, if there is something to tell."""
        return None

    def holds(self, rules: Any, s: Any) -> bool:
        """It is a unit of the player."""
        return self.unit != NOBODY and bool(rules.side_of[self.unit] == self.player)

    def offer(self, rules: Any, s: Any) -> list[Action]:
        """Every hex in which it can end, or back to where it was."""
        return [("cancel",), *[("go", hex_) for hex_ in bits(self.ends(rules, s))]]

    def hints(self, rules: Any, s: Any) -> dict[Action, Hint]:
        """The way to each hex that is offered."""
        found = ((hex_, self.hint(rules, s, hex_)) for hex_ in bits(self.ends(rules, s)))
        return {("go", hex_): hint for hex_, hint in found if hint}

    def why_go(self, rules: Any, s: Any, to: Hex) -> Refusal | None:
        """The one judge."""
        return self.why_not(rules, s, to)

    def do_go(self, play: Play[Any, Any], to: Hex) -> None:
        """Off it goes."""
        play.pop()
        self.send(play, to)

    def do_cancel(self, play: Play[Any, Any]) -> None:
        """Put it back."""
        play.pop()


class WithinLimits(WhereTo, frozen=True):
    """Where a unit goes is a matter of limits alone: it comes in, or is placed."""

    def limits(self, rules: Any, s: Any) -> Iterator[Limit]:
        """Everything that says where it may stand."""
        raise NotImplementedError

    def ends(self, rules: Any, s: Any) -> HexSet:
        """What all limits leave."""
        return allowed(rules.grid.mask, self.limits(rules, s))

    def why_not(self, rules: Any, s: Any, to: int, via: tuple[int, ...] = ()) -> Refusal | None:
        """The first limit that does not leave the hex."""
        what = f"{rules.names.units[self.unit]} cannot go to {rules.names.place(to)}:"
        return why_not(self.limits(rules, s), to, what)


class WhichUnit(Ask[Any, Any], frozen=True):
    """Which unit? Where it goes is asked next."""

    then: ClassVar[type[WhereTo]]
    """The question that follows."""

    def ready(self, rules: Any, s: Any) -> Iterable[int]:
        """The units that may be taken up."""
        raise NotImplementedError

    def offer(self, rules: Any, s: Any) -> list[Action]:
        """The end, and every unit that is ready."""
        return [("done",), *[("take", unit) for unit in self.ready(rules, s)]]

    def why_take(self, rules: Any, s: Any, unit: Unit) -> Refusal | None:
        """What keeps a unit from being taken up at all."""
        raise NotImplementedError

    def do_take(self, play: Play[Any, Any], unit: Unit) -> None:
        """Take it up, to say next where it goes."""
        play.push(self.then(self.player, unit))

    def do_done(self, play: Play[Any, Any]) -> None:
        """Nobody else."""
        play.pop()

    def why_order(self, rules: Any, s: Any, unit: int, to: int, via: tuple[int, ...] = ()) -> Refusal | None:
        """The unit, then the hex and the way: what a whole order in one line is judged by."""
        return self.why_take(rules, s, unit) or self.then(self.player, unit).why_not(rules, s, to, via)

    def order(self, play: Play[Any, Any], unit: int, to: int, via: tuple[int, ...] = ()) -> None:
        """Carry out a whole order."""
        self.then(self.player, unit).send(play, to, via)


class WhichMoves(WhichUnit, frozen=True):
    """Which unit moves? A whole move is `move UNIT HEX [via HEX*]`."""

    def why_move(self, rules: Any, s: Any, unit: Unit, to: Hex, via: Hexes = ()) -> Refusal | None:
        """The unit, the hex, and the way if one is spelled out."""
        return self.why_order(rules, s, unit, to, via)

    def do_move(self, play: Play[Any, Any], unit: Unit, to: Hex, via: Hexes = ()) -> None:
        """A whole move in one line."""
        self.order(play, unit, to, via)


# -- ways that are spelled out


class Barred(NamedTuple):
    """A step of a way that cannot be taken; the hexes touch, or they do not."""

    here: int
    beyond: int
    touching: bool


def price_of(grid: Grid, within: Reach, way: Sequence[int]) -> int | Barred:
    """What a way that is spelled out costs a unit, start included, or its first step that cannot be taken."""
    spent = 0
    for here, beyond in pairwise(way):
        direction = grid.direction(here, beyond) if beyond >= 0 else None
        price = within.step(here, direction) if direction is not None else None
        if price is None:
            return Barred(here, beyond, direction is not None)
        spent += price
    return spent


def way_hint(grid: Grid, way: Sequence[int], cost: float, points: float) -> Hint:
    """A way and its price in words: `3 of 5 movement points`."""
    return Hint(tuple(map(grid.label, way)), _price(cost, points))


@lru_cache(maxsize=KEPT_PRICES)
def _price(cost: float, points: float) -> str:
    return f"{cost:g} of {points:g} movement points"
