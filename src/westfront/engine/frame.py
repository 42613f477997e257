"""Frames: the boxes of the sequence of play that are under way, and the play that goes through them.

The state keeps a stack of frames. An automatic frame (`Step`) is taken off and run; a frame that asks (`Ask`) stays on
top until its side has answered as often as it wants, or until it is moot: then it is taken off and run as well. Both
change the state through a `Play` only.

For each verb that may answer it, a frame that asks has two methods: `why_VERB`, the one judge of whether the answer is
legal, and `do_VERB`, which carries it out. A dash in a verb is an underscore in their names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from westfront.engine.dice import Dice
from westfront.engine.event import EVERYBODY, NOBODY, Event
from westfront.engine.grammar import Action, Grammar
from westfront.engine.names import Side
from westfront.engine.state import ONGOING, State, kinds
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
    """What the stack holds; the fields of a frame have the types of names.py.

    Positions call a frame by the name of its class; a class that is renamed keeps the old one with `tag="OldName"`, and
    one that has taken in another reads it by its name with `formerly`.
    """

    formerly: ClassVar[tuple[str, ...]] = ()
    """Names of other frames, with the same fields or more, that older positions have in its place."""

    def holds(self, rules: Any, s: Any) -> bool:
        """Whether play can lead to this frame in this state; asked of positions that somebody wrote by hand."""
        return True


class Step(Frame, Generic[R, S], frozen=True):
    """A box of the sequence in which nobody decides anything."""

    def run(self, play: Play[R, S]) -> None:
        """Do what the box says; the frame is off the stack already."""
        raise NotImplementedError


class Ask(Frame, Generic[R, S], frozen=True):
    """A box of the sequence in which one side decides, by the verbs for which it has `do_VERB` and `why_VERB`."""

    player: Side
    """Who decides."""

    asked_by: ClassVar[str]
    """The rule that asks."""
    question: ClassVar[str] = ""
    """What is asked, with facts in braces: `Where does {unit} go?`"""

    def facts(self, rules: Any, s: S) -> dict[str, str]:
        """What the question is about, in words: the fields of the frame."""
        return {name: rules.names.write(kind, getattr(self, name)) for name, kind in kinds(type(self)).items()}

    def prompt(self, rules: R, s: S) -> str:
        """The question to the player, in a sentence."""
        return self.question.format_map(self.facts(rules, s)) if "{" in self.question else self.question

    def moot(self, rules: R, s: S) -> bool:
        """Whether there is nothing to decide, or nothing any more: nobody is asked."""
        return False

    def run(self, play: Play[R, S]) -> None:
        """What happens when the question is moot; the frame is off the stack already."""

    def offer(self, rules: R, s: S) -> list[Action]:
        """The answers that are legal and worth listing; never empty."""
        raise NotImplementedError

    def unused(self, rules: R, s: S) -> str:
        """What is left over if the player goes on now, such as "3 bombardment markers"; empty if nothing is."""
        return ""

    def hints(self, rules: R, s: S) -> dict[Action, Hint]:
        """What offered actions would do, where the way or the price is not plain from the words."""
        return {}


class Roll(Ask[R, S], frozen=True):
    """A question whose only answer is `roll`: dice that a player throws himself."""

    def offer(self, rules: R, s: S) -> list[Action]:
        """Throw."""
        return [("roll",)]

    def do_roll(self, play: Play[R, S]) -> None:
        """Throw the dice and apply what they say."""
        raise NotImplementedError


# -- the verbs of a frame


class Answer(NamedTuple):
    """The methods of a frame for one verb: the judge ("" if the verb is always legal), and what carries it out."""

    why: str
    do: str


@cache
def answers(frame: type[Ask[Any, Any]]) -> dict[str, Answer]:
    """The verbs that may answer a frame."""
    names = sorted(name.removeprefix("do_") for name in dir(frame) if name.startswith("do_"))
    return {
        name.replace("_", "-"): Answer(f"why_{name}" if hasattr(frame, f"why_{name}") else "", f"do_{name}")
        for name in names
    }


def why_illegal(rules: Any, state: State, action: Action) -> Refusal | None:
    """Why an action that the top frame knows is refused, or None if it is legal."""
    frame = asked(state)
    why = answers(type(frame))[action[0]].why
    return getattr(frame, why)(rules, state, *action[1:]) if why else None


def frame_name(frame: type[Frame]) -> str:
    """What positions call a frame."""
    return str(frame.__struct_config__.tag)


def frames_in(package: str) -> dict[str, type[Frame]]:
    """The frames that a package and its modules define, by name; a package must have been imported whole."""
    found: dict[str, type[Frame]] = {}
    for frame in _below(Frame):
        if f"{frame.__module__}.".startswith(f"{package}.") and _is_whole(frame):
            for name in (frame_name(frame), *frame.formerly):
                if found.setdefault(name, frame) is not frame:
                    raise AssertionError(f"two frames of {package} are called {name}")
    return found


def _is_whole(frame: type[Frame]) -> bool:
    """Whether a frame can stand by itself; others only hold what those derived from them have in common."""
    if issubclass(frame, Ask):
        return hasattr(frame, "asked_by") and frame.offer is not Ask.offer
    return not issubclass(frame, Step) or frame.run is not Step.run


def _below(frame: type[Frame]) -> Iterator[type[Frame]]:
    for derived in frame.__subclasses__():
        yield derived
        yield from _below(derived)


def check_frames(frames: Iterable[type[Frame]], grammar: Grammar) -> None:
    """See that frames and grammar know the same verbs with the same values; run once, when a game is loaded."""
    used: set[str] = set()
    for frame in frames:
        if issubclass(frame, Ask):
            for verb in answers(frame):
                _check_answer(frame, verb, grammar)
                used.add(verb)
            for verb in grammar.patterns.keys() - answers(frame).keys():
                if hasattr(frame, f"why_{verb.replace('-', '_')}"):
                    raise AssertionError(f"{frame.__name__}, {verb}: it is judged, but no do_ carries it out")
    idle = grammar.patterns.keys() - used
    if idle:
        raise AssertionError(f"no frame knows {', '.join(sorted(idle))}")


def _check_answer(frame: type[Ask[Any, Any]], verb: str, grammar: Grammar) -> None:
    where, answer = f"{frame.__name__}, {verb}", answers(frame)[verb]
    if verb not in grammar.patterns:
        raise AssertionError(f"{where}: the grammar does not have this verb")
    kinds, needed = grammar.values(verb)
    if kinds and not answer.why:
        raise AssertionError(f"{where}: it has values, so it needs a why_ that judges them")
    for name, first in ((answer.why, 3), (answer.do, 2)):
        method = getattr(frame, name) if name else None
        given = list(inspect.signature(method).parameters.values())[first:] if method else []
        if method and [_kind(method, parameter) for parameter in given] != kinds:
            raise AssertionError(f"{where}: {name} takes {', '.join(kinds) or 'no values'}")
        if any((p.default is p.empty) != (i < needed) for i, p in enumerate(given)):
            raise AssertionError(f"{where}: in {name} just the values that may be left out have a default")


def _kind(method: Callable[..., Any], parameter: inspect.Parameter) -> str:
    """The kind that the annotation of a parameter names."""
    hint = parameter.annotation
    named = eval(hint, method.__globals__) if isinstance(hint, str) else hint
    return str(getattr(named, "__metadata__", ("nothing of names.py",))[0])


# -- playing


def settle(play: Play[Any, Any]) -> None:
    """Run automatic frames until somebody is asked or the game is over."""
    state = play.state
    while state.frames:
        top = state.frames[-1]
        if isinstance(top, Ask) and not top.moot(play.rules, state):
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
    """Apply a legal action and run on to the next decision."""
    frame = asked(play.state)
    getattr(frame, answers(type(frame))[action[0]].do)(play, *action[1:])
    settle(play)
