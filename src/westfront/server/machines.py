"""Machine seats: they get the view of their side and answer as a person would, in threads of their own."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor

from westfront.bots import bots
from westfront.server.lessons import taught
from westfront.server.store import Stale
from westfront.server.tables import Live, Tables

log = logging.getLogger("westfront.machines")
THREADS = 2
BUDGET = 10.0
"""Seconds that a machine has for an answer."""


class Machines:
    """Lets machines act, at each table one after another and at many tables at a time."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._lock, self._awake = threading.Lock(), set[str]()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="machine")
        self._closed = False

    def wake(self, id_: str) -> None:
        """It may be a machine's turn at this table."""
        with self._lock:
            if self._closed or id_ in self._awake:
                return
            self._awake.add(id_)
        self._pool.submit(self._act, id_)

    def _act(self, id_: str) -> None:
        """One action, then back to the end of the queue, so that no table keeps the others waiting."""
        try:
            again = self._one_action(id_)
        except Stale:
            again = True
        except Exception:
            log.exception("the machine at table %s has failed", id_)
            again = False
        with self._lock:
            self._awake.discard(id_)
        if again:
            self.wake(id_)

    def _one_action(self, id_: str) -> bool:
        with self._tables.open(id_) as live:
            if live.row.waits_for != "machine":
                return False
            side = live.row.to_act
            action = taught(live) if live.row.lesson else _chosen(live, side)
            if not action:
                return False
            live.match.play(action, side=side)
            self._tables.commit(live, None)
            return live.row.waits_for == "machine"

    def close(self) -> None:
        """Let those who think finish, and start no more."""
        with self._lock:
            self._closed = True
        self._pool.shutdown(cancel_futures=True)


def _chosen(live: Live, side: str) -> str:
    """What the machine of a seat answers to its view."""
    bot = bots()[live.row.seat(side).kind.removeprefix("machine:")](live.row.salt)
    return live.match.rules.grammar.text(bot.choose(live.match.seat(side), BUDGET).actions[0])
