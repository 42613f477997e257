"""What a machine is asked, as text, and what it answers from the process in which it thinks."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from westfront.bots import Bot
from westfront.bots.standin import STAND_IN, StandIn
from westfront.engine.world import Seat
from westfront.server.processes import Died, Processes

Players = Callable[[str], dict[str, Callable[[str], Bot]]]
"""The players of a game by name."""
GRACE = 1.5
"""A machine is ended when it has had this many times the seconds it was told."""


class Question(msgspec.Struct, frozen=True):
    """Who is to think about what, for how many seconds: a player by name, made from a seed, at a seat in text."""

    player: str
    seed: str
    seat: str
    seconds: float


class Thought(msgspec.Struct, frozen=True):
    """The actions of a plan as text with their reason, or why there are none."""

    actions: list[str]
    trouble: str = ""
    why: str = ""
    weighed: list[str] = []
    """What else there was, each with its value."""


def ask(thinkers: Processes, question: Question) -> Thought:
    """What a machine answers, within its time or not at all."""
    try:
        answer = thinkers.ask(msgspec.json.encode(question), question.seconds * GRACE)
    except TimeoutError:
        return Thought([], f"no answer in {question.seconds:g} seconds")
    except Died:
        return Thought([], "its process has died")
    return msgspec.json.decode(answer, type=Thought)


def think(players: Players, asked: bytes) -> bytes:
    """In another process: let a machine choose."""
    question = msgspec.json.decode(asked, type=Question)
    try:
        seat = Seat.read(question.seat)
        player = StandIn if question.player == STAND_IN else players(seat.rules.id)[question.player]
        plan = player(question.seed).choose(seat, question.seconds)
        actions = [seat.rules.grammar.text(action) for action in plan.actions]
        thought = Thought(actions, why=plan.why, weighed=[str(choice) for choice in plan.choices])
    except Exception as error:
        thought = Thought([], f"{type(error).__name__}: {error}")
    return msgspec.json.encode(thought)
