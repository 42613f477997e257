"""A world to think in: one state that may be true, and the seat from which a player looks at it.

A `World` is stepped without record, events, texts or hashes. A `Seat` is what a player is given, and never more: it
holds no true state but one that its side cannot tell from the true one, so that it can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from westfront.engine.chance import branches
from westfront.engine.decision import Decision
from westfront.engine.dice import Dice, RepeatableRandom
from westfront.engine.frame import Play, Refusal, answers, asked, carry_out, why_illegal
from westfront.engine.grammar import Action
from westfront.engine.position import read_position, write_position
from westfront.engine.rules import AnyRules, Setting
from westfront.engine.state import State
from westfront.engine.view import View
from westfront.engine.views import side_number, view_of

MOST = 2000
"""So many ways the dice can fall are followed at most, unless the caller says otherwise."""


class _Quiet(Play[Any, Any]):
    """A play of which nothing is told."""

    __slots__ = ()

    def tell(self, kind: str, *rules: str, only: int = 0, but: int = 0, **facts: Any) -> None:
        """Nobody listens."""

    def _show(self, purpose: str, faces: int, values: tuple[int, ...], by: int) -> None:
        """Nobody looks."""


class Outcome(NamedTuple):
    """A world that an action may lead to, and how likely it is."""

    world: World
    chance: float


class World:
    """One state that may be true."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: AnyRules, state: State) -> None:
        self.rules, self.state = rules, state

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return not self.state.frames

    @property
    def side(self) -> int:
        """The number of the side that is asked; no offer is made to find it out."""
        return asked(self.state).player

    def copy(self) -> World:
        """A world of its own, which can be stepped in place."""
        return World(self.rules, self.state.copy())

    def offer(self) -> list[Action]:
        """The actions that are listed, in no special order."""
        return asked(self.state).offer(self.rules, self.state)

    def why(self, action: Action) -> Refusal | None:
        """Why an action is not legal now, or None if it is."""
        frame = asked(self.state)
        if action[0] not in answers(type(frame)):
            return Refusal(frame.asked_by, f"{action[0]!r} cannot be played now")
        return why_illegal(self.rules, self.state, action)

    def step(self, action: Action, dice: Dice) -> None:
        """Carry out a legal action in place."""
        carry_out(_Quiet(self.rules, self.state, dice), action)

    def after(self, action: Action, dice: Dice) -> World:
        """The world that a legal action leads to; this one stays as it is."""
        world = self.copy()
        world.step(action, dice)
        return world

    def order(self, actions: Sequence[Action], dice: Dice) -> Refusal | None:
        """Carry out a whole order in place, up to the first action that is no longer legal, with the reason.

        An order is for the side that is asked when it begins, and ends when another one is asked.
        """
        side = self.side
        for action in actions:
            if self.over or self.side != side:
                return None
            refusal = self.why(action)
            if refusal:
                return refusal
            self.step(action, dice)
        return None

    def outcomes(self, action: Action, most: int = MOST) -> list[Outcome] | None:
        """Every world that an action may lead to, up to the next decision and like ones as one; None if too many."""
        found: dict[bytes, tuple[World, float]] = {}
        for number, (dice, world) in enumerate(branches(lambda dice: self.after(action, dice))):
            if number == most:
                return None
            key = world.state.digest()
            first, chance = found.get(key, (world, 0.0))
            found[key] = first, chance + dice.weight / dice.ways
        return [Outcome(*pair) for pair in found.values()]

    def features(self, side: int) -> dict[str, float]:
        """What a player of a side would say about the position in numbers, each by a name."""
        return self.rules.features(self.state, side)


class Seat:
    """What a player of one side is given: what it sees, what it is asked, and worlds that may be true."""

    def __init__(self, setting: Setting, rules: AnyRules, sample: State, side: str, number: int) -> None:
        """`sample` must not be the true state but one that the side cannot tell from it: see `seat_of`."""
        self.setting, self.rules, self.side, self.number = setting, rules, side, number
        self._sample = sample
        self._side = side_number(rules, side)
        self.decision = Decision(rules, sample)

    @property
    def view(self) -> View:
        """What the side sees."""
        return view_of(self.rules, self._sample, self.decision, self.number, self.side)

    def worlds(self, lots: RepeatableRandom) -> Iterator[World]:
        """States that may be true, without end, each as likely as the side can know."""
        while True:
            yield World(self.rules, self.rules.disguise(self._sample, self._side, lots))

    def text(self) -> str:
        """The seat as it is sent to another process."""
        return f"{self.side} {self.number}\n{write_position(self.setting, self.rules, self._sample)}"

    @classmethod
    def read(cls, text: str) -> Seat:
        """The seat of such a text."""
        head, _, position = text.partition("\n")
        side, number = head.split()
        setting, rules, state = read_position(position)
        return cls(setting, rules, state, side, int(number))


def seat_of(setting: Setting, rules: AnyRules, state: State, side: str, number: int) -> Seat:
    """The seat of a side at a table; the same for all states that it cannot tell apart."""
    lots = RepeatableRandom(f"{side} {number}")
    return Seat(setting, rules, rules.disguise(state, side_number(rules, side), lots), side, number)
