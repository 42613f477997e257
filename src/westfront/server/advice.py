"""Advice: what a machine would do in somebody's place, and why. It is thought about where machines think; nobody waits.

Whoever asks is told of in the log; it is refused where both sides have not agreed to it. The machine knows what the
side knows that asks.
"""

from __future__ import annotations

from westfront.server import bodies
from westfront.server.advisers import ADVISER, may_ask
from westfront.server.hall import Call
from westfront.server.lessons import lesson_now
from westfront.server.play import check_number
from westfront.server.refusal import ApiError, one_line
from westfront.server.tables import Live
from westfront.server.terms import Advice
from westfront.server.thinkers import Question, Thought

ORDERS = 40
"""How many orders of a plan are told."""


def ask(call: Call, body: bodies.Advise) -> Advice:
    """Ask for advice about the position on the table; the record says so, once for each position."""
    with call.open() as live:
        side = call.seat(live, body.side)
        if not call.is_repeat():
            check_number(live, body.number)
            _check(live)
            if not live.row.lesson and not live.match.advised(side):
                live.match.note_advice(side)
                call.hall.tables.commit(live, call.request())
        return _advice(call, live, side)


def advice(call: Call) -> Advice:
    """The advice that was asked for, if it is there."""
    with call.open() as live:
        side = call.seat(live, call.query.get("side", ""))
        _check(live)
        return _advice(call, live, side)


def _check(live: Live) -> None:
    if not may_ask(live.row):
        raise ApiError(403, "Nobody gives advice here: both sides have not agreed to it, or no machine knows the game.")


def _advice(call: Call, live: Live, side: str) -> Advice:
    """What is known so far; a process that has not heard of the question begins to think about it."""
    lesson = lesson_now(live)
    if lesson:
        return Advice(True, [lesson.do] if lesson.do else [], lesson.say)
    number = live.match.advised(side)
    if not number:
        raise ApiError(409, "Nobody has asked for advice about this position.")
    seat = live.match.seat(side).text()
    question = Question(ADVISER, "advice", seat, call.hall.settings.think)
    found = call.hall.advisers.get((live.id, number), question, call.address)
    return _told(found.result()) if found.done() else Advice(False)


def _told(thought: Thought) -> Advice:
    if thought.trouble:
        return Advice(True, trouble=one_line(thought.trouble))
    return Advice(True, thought.actions[:ORDERS], thought.why, thought.weighed, ADVISER)
