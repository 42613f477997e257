"""Machines at the keyboard: those that play a side and the one that gives advice think while a line says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, ProgressColumn, SpinnerColumn, Task, TextColumn
from rich.text import Text

from westfront.bots import RANDOM, Plan, advise, bots, check_adviser, in_words
from westfront.bots.levels import OFFICER, Name
from westfront.bots.standin import StandIn, step_in
from westfront.engine.match import Match
from westfront.errors import WestfrontError

BUDGET = 10.0
"""Seconds that a machine has for an answer."""


def budget(name: str) -> float:
    """The seconds that a machine has for an answer."""
    return BUDGET if name == RANDOM else min(BUDGET, Name.read(name).level.seconds)


class Spent(ProgressColumn):
    """How many seconds of its budget a machine has thought: `3 of 10 s`."""

    def render(self, task: Task) -> Text:
        """The seconds so far, and those that it has."""
        return Text(f"{task.elapsed or 0:.0f} of {task.total:g} s")


class Thinking:
    """The machines of one match."""

    def __init__(self, match: Match, console: Console, names: Mapping[str, str]) -> None:
        """The sides that are machines, each with the name of its player."""
        self._match, self._console, self.names = match, console, names
        known = bots(match.rules.id)
        self._players = {side: known[name](f"{match.commitment}/{side}") for side, name in names.items()}

    def introduced(self) -> Iterator[str]:
        """A line for each machine: its level and style, and how it thinks."""
        return (f"{side}: {in_words(name)}" for side, name in self.names.items())

    def plan(self, side: str) -> Plan:
        """What the machine of a side wants to do; one that fails plans nothing, and somebody stands in for it."""
        try:
            with self._shown(f"{side} ({self.names[side]}) is thinking", self.names[side]):
                return self._players[side].choose(self._match.seat(side), BUDGET)
        except Exception as error:
            return Plan((), f"the machine has failed, and a stand-in has acted: {type(error).__name__}: {error}")

    def stand_in(self, side: str) -> list[str]:
        """Somebody acts instead of the machine of a side; what he did."""
        seed = f"{self._match.commitment}/{side}"
        return step_in(self._match, StandIn(seed).choose(self._match.seat(side)).actions, seed)

    def advice(self, side: str, note: Callable[[], None]) -> Plan:
        """What an officer would do, who sees what the side sees; that he was asked is noted before."""
        check_adviser(self._match.rules.id)
        note()
        try:
            with self._shown("an officer is thinking", OFFICER):
                return advise(self._match.seat(side))
        except Exception as error:
            raise WestfrontError(f"the officer has failed: {type(error).__name__}: {error}") from error

    @contextmanager
    def _shown(self, words: str, name: str) -> Iterator[None]:
        """On a terminal a line with the part of the budget that is spent; it is gone when the thought is there."""
        if not self._console.is_terminal:
            yield
            return
        columns = SpinnerColumn(), TextColumn("{task.description}"), Spent()
        with Progress(*columns, console=self._console, transient=True) as progress:
            progress.add_task(words, total=budget(name))
            yield
