"""Frames: the boxes of the sequence of play that are under way, and the play that goes through them.

The state keeps a stack of frames. An automatic frame (`Step`) is taken off and run; a frame that asks (`Ask`) stays on
top until its side has answered as often as it wants. Both change the state through a `Play` only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from westfront.engine.dice import Dice
from westfront.engine.event import EVERYBODY, NOBODY, Event
from westfront.engine.grammar import Action
from westfront.engine.names import Side
from westfront.engine.state import ONGOING, State
from westfront.engine.view import Hint

R = TypeVar("R")
S = TypeVar("S", bound=State)


NOBODY_THROWS = -1
"""Dice that are no side's luck, such as the weather."""


class Refusal(NamedTuple):
    """Why something is not offered: the rule, and a sentence."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]"


class Play(Generic[R, S]):
    """One action being carried out: the state that it changes, the dice it may roll, the events that come out."""

    __slots__ = ("dice", "events", "finished", "revealed", "rules", "state")

    def __init__(self, rules: R, state: S, dice: Dice) -> None:
        self.rules, self.state, self.dice = rules, state, dice
        self.events: list[Event] = []
        self.revealed = self.finished = False

    def push(self, *frames: Frame) -> None:
        """Put frames on the stack; the last one named is played first."""
        self.state.frames += frames

    def pop(self) -> None:
        """The top frame is done."""
        self.state.frames = self.state.frames[:-1]

    def become(self, frame: Frame) -> None:
        """The top frame goes on as another one."""
        self.state.frames = (*self.state.frames[:-1], frame)

    def roll(self, purpose: str, faces: int = 6, count: int = 1, by: int = NOBODY_THROWS) -> tuple[int, ...]:
        """Throw dice, seen by everybody; with the side whose luck they are."""
        values = self.dice.roll(purpose, faces, count)
        self._show(purpose, faces, values, by)
        return values

    def hits(self, purpose: str, numbers: Sequence[int], faces: int = 6, by: int = NOBODY_THROWS) -> int:
        """Throw a die for each hit number, seen by everybody, and count those that show their number or less."""
        before = len(self.dice.rolls)
        scored = self.dice.hits(purpose, numbers, faces)
        for roll in self.dice.rolls[before:]:
            self._show(purpose, faces, roll.values, by)
        return scored

    def _show(self, purpose: str, faces: int, values: tuple[int, ...], by: int) -> None:
        facts = {"purpose": purpose, "what": purpose.replace("/", " "), "faces": faces, "values": values, "by": by}
        self.events.append(Event("roll", (), facts))

    def tell(self, kind: str, *rules: str, only: int = EVERYBODY, but: int = NOBODY, **facts: Any) -> None:
        """Report what happened, by which rules: to everybody, only to one side, or to everybody but one side."""
        self.events.append(Event(kind, rules, facts, only, but))

    def reveal(self) -> None:
        """Something hidden is seen now: it cannot be taken back."""
        self.revealed = True

    def finish(self) -> None:
        """What was done so far stands: it cannot be taken back, even if the same side is asked next."""
        self.finished = True

    def end(self, winner: int, verdict: str) -> None:
        """The game is over: a side has won, or nobody (DRAW)."""
        self.state.frames, self.state.winner, self.state.verdict = (), winner, verdict


class Frame(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """What the stack holds; the fields of a frame have the types of names.py."""


class Step(Frame, Generic[R, S], frozen=True):
    """A box of the sequence in which nobody decides anything."""

    def run(self, play: Play[R, S]) -> None:
        """Do what the box says; the frame is off the stack already."""
        raise NotImplementedError


class Ask(Frame, Generic[R, S], frozen=True):
    """A box of the sequence in which one side decides."""

    player: Side
    """Who decides."""

    asked_by: ClassVar[str]
    """The rule that asks."""
    question: ClassVar[str] = ""
    """What is asked, if it is always the same."""
    verbs: ClassVar[tuple[str, ...]]
    """What may ever be answered here; anything else is no answer to this question."""

    def prompt(self, rules: R, s: S) -> str:
        """What is asked, in a sentence."""
        return self.question

    def offer(self, rules: R, s: S) -> list[Action]:
        """Everything that may be answered; never empty."""
        raise NotImplementedError

    def admits(self, rules: R, s: S, action: Action) -> bool:
        """Whether an action that is not in the offer is legal all the same (a longer way to the same hex)."""
        return False

    def why(self, rules: R, s: S, action: Action) -> Refusal:
        """Why an action, well formed but not offered, is refused."""
        raise NotImplementedError

    def hints(self, rules: R, s: S) -> dict[Action, Hint]:
        """What offered actions would do, where the way or the price is not plain from the words."""
        return {}

    def apply(self, play: Play[R, S], action: Action) -> None:
        """Carry out an offered action."""
        raise NotImplementedError


def settle(play: Play[Any, Any]) -> None:
    """Run automatic frames until somebody is asked or the game is over."""
    state = play.state
    while state.frames:
        top = state.frames[-1]
        if isinstance(top, Ask):
            return
        play.pop()
        top.run(play)
    if state.winner == ONGOING:
        raise AssertionError("the stack of frames is empty, but the game has no result")


def asked(state: State) -> Ask[Any, Any]:
    """The frame that asks now; settled states that are not over have one."""
    top = state.frames[-1]
    assert isinstance(top, Ask)
    return top


def carry_out(play: Play[Any, Any], action: Action) -> None:
    """Apply an offered action and run on to the next decision."""
    asked(play.state).apply(play, action)
    settle(play)
