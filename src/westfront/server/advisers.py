"""Advice in the making: each question is thought about once, in the processes of the machines."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future

from westfront.bots import levels
from westfront.bots.levels import OFFICER
from westfront.server.machines import Machines
from westfront.server.rows import Game
from westfront.server.thinkers import Question, Thought

ADVISER = str(OFFICER)
KEPT = 200
"""How many answers are kept."""
Place = tuple[str, int]
"""A table, and the line of its record by which somebody has asked."""


def may_ask(row: Game) -> bool:
    """Whether advice was agreed to at a table, and there is somebody to give it."""
    return row.agreed().advice and (bool(row.lesson) or ADVISER in levels(row.game))


class Advisers:
    """Has questions thought about, and keeps the answers for a while."""

    def __init__(self, machines: Machines) -> None:
        self._machines, self._lock = machines, threading.Lock()
        self._asked: OrderedDict[Place, Future[Thought]] = OrderedDict()

    def get(self, place: Place, question: Question, who: str) -> Future[Thought]:
        """The answer to a visitor's question, now or later."""
        with self._lock:
            found = self._asked.get(place)
            if found is None:
                found = self._asked[place] = self._machines.ask(question, who)
                while len(self._asked) > KEPT:
                    self._asked.popitem(last=False)
            return found
