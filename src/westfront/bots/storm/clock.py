"""What time it is for a side of Storm in the West: whose offensive, what is urgent, what may be spent."""

from __future__ import annotations

from functools import cached_property

from westfront.bots.weights import Weights
from westfront.games.storm.control import MOST_MORALE
from westfront.games.storm.data import StormData
from westfront.games.storm.state import ALLIED, DUE, GERMAN, StormState
from westfront.games.storm.victory import ALLIED_LIMIT, CHECK_TURN, GERMAN_NEEDS
from westfront.hexgrid import HexSet, bits

IN_THE_LINE = 40
"""So many Allied steps hold the line; the others are there to be spent."""
SPEND = 1.5
"""How much the Allies spare their army: they win by killing more cheaply, not by attacking everywhere."""
BEATEN = 0.5
"""An army is beaten when the other one is more than so much more than as strong."""
IN_HAND = 0
"""With so many points more than the check of turn 9 asks for the Germans dig in."""
DUG_IN = 1.2
"""What their steps are worth to them then."""
LATE = 2
"""In so many turns before the last one points count more than the army."""
URGENT = 6
"""From this turn on the check of turn 9 presses."""
SPENT_ALL = 0.1
"""What steps and ground are still worth when nobody will attack any more."""


class Clock:
    """One position as the clock shows it to a side."""

    def __init__(self, rules: StormData, s: StormState, side: int, weights: Weights) -> None:
        self.rules, self.s, self.side, self.weights = rules, s, side, weights

    @cached_property
    def urgency(self) -> float:
        """How much more than usual a point is worth now: before the check of turn 9 if it hangs on a few points."""
        s, rules = self.s, self.rules
        if self.offensive == GERMAN and s.turn >= URGENT and -5 <= self.lead <= 2:
            return 1.7 if s.turn < CHECK_TURN else 2.5
        if min(s.morale[GERMAN], MOST_MORALE if rules.is_1919 else s.morale[ALLIED]) <= 4:
            return 1.7
        if rules.last_turn - s.turn <= LATE:
            return 1.5
        return 1.0

    @cached_property
    def offensive(self) -> int:
        """The side whose time runs out: the German up to the check of turn 9, then the Allies to the end."""
        return GERMAN if self.rules.scenario == "campaign" and self.s.turn <= CHECK_TURN else ALLIED

    @cached_property
    def digs_in(self) -> bool:
        """Whether it is time to hold the line and no more: the Germans of 1918 while the Allies are on the offensive.

        Who masses for blows against the Allied offensive opens his line to it.
        """
        return self.side == GERMAN and not self.rules.is_1919 and self.offensive == ALLIED

    @cached_property
    def lead(self) -> int:
        """By how many points the Germans would pass the check of turn 9 now."""
        return min(self.s.morale[GERMAN] - GERMAN_NEEDS, ALLIED_LIMIT - self.s.morale[ALLIED])

    @cached_property
    def presses(self) -> bool:
        """Whether this side must attack: it is its offensive, and a German has not yet what the check asks for."""
        return self.side == self.offensive and (self.side == ALLIED or self.lead < IN_HAND)

    @cached_property
    def deadline(self) -> int:
        """The turn by which this offensive must have its points."""
        return CHECK_TURN if self.offensive == GERMAN else self.rules.last_turn

    @cached_property
    def is_final(self) -> bool:
        """Whether this side moves last in the last turn: only points are left to count."""
        return self.side == ALLIED and self.s.turn >= self.rules.last_turn

    @cached_property
    def thrift(self) -> float:
        """How dear the own steps are by the clock: an offensive that must succeed soon does not save them."""
        s = self.s
        if self.is_final:
            return SPENT_ALL
        if self.side != self.offensive:
            return 1.0
        if self.side == GERMAN:
            return max(0.4, 1.5 - 0.12 * s.turn) if self.presses else DUG_IN
        mine, theirs = self._army(ALLIED), self._army(GERMAN)
        clock = 0.2 + 0.05 * min(8, self.rules.last_turn - s.turn)
        return SPEND * clock * min(1.5, theirs / max(1, mine - IN_THE_LINE))

    @cached_property
    def pursuit(self) -> float:
        """How much more than usual open ground draws, and strongpoints less: an army that is beaten is passed by."""
        if not self.side == self.offensive == ALLIED:
            return 1.0
        return max(1.0, self._army(ALLIED) / max(1, self._army(GERMAN)) - BEATEN)

    def _army(self, side: int) -> int:
        """The steps of a side: on the map, in its pools, and still to come."""
        rules, s = self.rules, self.s
        pools = s.pool[:1] if side == GERMAN else s.pool[1:]
        return sum(pools) + sum(s.steps[unit] for unit in rules.own[side] if s.at[unit] >= 0 or s.at[unit] == DUE)

    @cached_property
    def point(self) -> float:
        """The worth of a morale point, in steps."""
        return self.urgency * (self.weights["own morale"] - self.weights["enemy morale"])

    def value(self, hex_: int) -> int:
        """The morale points of a hex."""
        return self.rules.board.morale.get(hex_, 0)

    def points(self, hexes: HexSet) -> float:
        """What the morale points of some hexes are worth, in steps."""
        return self.point * sum(map(self.value, bits(hexes)))

    @cached_property
    def raided(self) -> HexSet:
        """Towns that are worth going hungry for in the last turns: the enemy's points that nobody holds."""
        rules = self.rules
        if rules.last_turn - self.s.turn > LATE:
            return 0
        towns = rules.grid.set_of(rules.board.morale) & rules.controlled(self.s, 1 - self.side)
        return towns & ~rules.field(self.s).occupied[1 - self.side]
