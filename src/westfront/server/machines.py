"""Machine seats: what they think is thought in other processes, and nobody at the table waits for it.

A machine is given its seat as text while the table is open, and thinks when it is closed again. Its plan is played if
the game stands where it stood; for one that fails, overruns its time or plans nonsense a stand-in thinks there instead.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import NamedTuple

import msgspec

from westfront.bots import bots
from westfront.bots.standin import STAND_IN, step_in
from westfront.engine.match import Match
from westfront.errors import WestfrontError
from westfront.server.fair import Fair
from westfront.server.lessons import taught
from westfront.server.processes import Processes
from westfront.server.refusal import one_line
from westfront.server.rows import Stale, StoreError
from westfront.server.tables import Busy, Live, Tables
from westfront.server.thinkers import Question, Thought, ask, think

log = logging.getLogger("westfront.machines")
MACHINE = "machine:"
PROCESSES = max(1, (os.cpu_count() or 1) - 1)
"""How many machines think at a time: one core is left for the people."""
STANDING_IN = 10.0
"""Seconds that a stand-in has for what should take a moment."""
RETRY = 2.0
"""Seconds until a machine tries again when the store could not be reached."""


class Turn(NamedTuple):
    """A machine is to act: where, who, at which number, and what it knows."""

    table: str
    player: str
    number: int
    question: Question


class Machines:
    """Lets machines act, at each table one after another and at many tables at a time; for each visitor in turn, so
    that whoever has them play at a hundred tables keeps nobody's machine waiting for long."""

    def __init__(self, tables: Tables, seconds: float) -> None:
        self._tables, self._seconds = tables, seconds
        self._lock, self._awake = threading.Lock(), set[str]()
        self._queue = Fair(PROCESSES, "machine")
        self._thinkers = Processes(PROCESSES, partial(think, bots))
        self._closed = False
        self._began: dict[str, float] = {}
        """The tables at which one thinks, each with the time since when."""

    def wake(self, id_: str, who: str = "") -> None:
        """It may be a machine's turn at this table, by what a visitor has done; or by nobody's doing."""
        with self._lock:
            if self._closed or id_ in self._awake:
                return
            self._awake.add(id_)
            self._queue.submit(who, partial(self._act, id_, who))

    @property
    def thinking(self) -> int:
        """How many think now."""
        return len(self._began)

    @property
    def seconds(self) -> float:
        """How long one may think."""
        return self._seconds

    def spent(self, id_: str) -> float | None:
        """The seconds for which a machine has thought at a table, or None if none does."""
        began = self._began.get(id_)
        return None if began is None else monotonic() - began

    def ask(self, question: Question, who: str) -> Future[Thought]:
        """Have something else thought about for a visitor, such as advice."""
        return self._queue.submit(who, partial(ask, self._thinkers, question))

    def processes(self) -> list[int]:
        """The numbers of the processes in which machines think."""
        return self._thinkers.numbers()

    def _act(self, id_: str, who: str) -> None:
        """One plan, then back to the end of the queue, so that no table keeps the others waiting."""
        later = False
        try:
            again = self._one_turn(id_)
        except Stale:
            again = True
        except (StoreError, Busy) as error:
            log.warning("the machine at table %s waits: %s", id_, error)
            again, later = False, True
        except Exception:
            log.exception("the machine at table %s has failed", id_)
            again = False
        with self._lock:
            self._awake.discard(id_)
        if again:
            self.wake(id_, who)
        elif later:
            timer = threading.Timer(RETRY, self.wake, [id_, who])
            timer.daemon = True
            timer.start()

    def _one_turn(self, id_: str) -> bool:
        """Whether a machine is to act again."""
        turn = self._turn(id_)
        if turn is None:
            return False
        thought = self._thought(id_, turn.question)
        trouble, again = (thought.trouble, True) if thought.trouble else self._play(turn, thought.actions)
        if trouble and not self._closed:
            question = msgspec.structs.replace(turn.question, player=STAND_IN, seconds=STANDING_IN)
            return self._stand_in(turn, self._thought(id_, question).actions, trouble)
        return again

    def _thought(self, id_: str, question: Question) -> Thought:
        """What is thought at a table, while everybody can see that it is thought about."""
        with self._lock:
            self._began[id_] = monotonic()
        try:
            return ask(self._thinkers, question)
        finally:
            with self._lock:
                del self._began[id_]

    def _turn(self, id_: str) -> Turn | None:
        """What a machine has to think about, if it has; in a lesson it does what the lesson says, at once."""
        with self._tables.open(id_) as live:
            while live.row.waits_for == "machine" and not live.match.halted:
                side = live.row.to_act
                player = live.row.seat(side).kind.removeprefix(MACHINE)
                if not live.row.lesson:
                    seat = live.match.seat(side).text()
                    return Turn(id_, player, live.match.number, Question(player, live.row.salt, seat, self._seconds))
                if not taught(live):
                    return None
                live.match.play(taught(live), side=side)
                self._tables.commit(live, None)
            return None

    def _play(self, turn: Turn, plan: list[str]) -> tuple[str, bool]:
        """Play a plan as far as it goes; says why if nothing of it could be, and whether a machine is to act again."""
        with self._open(turn) as live:
            if live is None:
                return "", True
            trouble = _carry_out(live.match, plan)
            if live.match.number == turn.number:
                return trouble, True
            self._tables.commit(live, None)
            return "", live.row.waits_for == "machine"

    def _stand_in(self, turn: Turn, plan: list[str], trouble: str) -> bool:
        """Play what a stand-in has planned, or whatever can be; whether a machine is to act again."""
        with self._open(turn) as live:
            if live is None:
                return True
            log.warning(
                "the machine %s at table %s: %s; another action was taken", turn.player, turn.table, one_line(trouble)
            )
            step_in(live.match, plan, live.row.salt)
            self._tables.commit(live, None)
            return live.row.waits_for == "machine"

    @contextmanager
    def _open(self, turn: Turn) -> Iterator[Live | None]:
        """The table, or None if the game has moved on meanwhile or the server ends."""
        with self._tables.open(turn.table) as live:
            is_there = live.match.number == turn.number and live.row.waits_for == "machine"
            yield live if is_there and not self._closed else None

    def close(self) -> None:
        """End those who think, and start no more: the next server goes on."""
        with self._lock:
            self._closed = True
        self._thinkers.close()
        self._queue.close()


def _carry_out(match: Match, plan: list[str]) -> str:
    """Play the actions of a plan, as long as its side is asked and they are legal; says why if it stopped early."""
    side = match.decision.side
    for action in plan:
        if match.over or match.decision.side != side:
            return ""
        try:
            match.play(action, side=side)
        except WestfrontError as error:
            return str(error)
        except Exception as error:
            log.exception("%s cannot be carried out", action)
            return f"{type(error).__name__}: {error}"
    return "" if plan else "it has no plan"
