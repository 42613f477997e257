"""The doorbell: tells everybody who looks at a table that something has changed there, and never what."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable

import msgspec


class Ring(msgspec.Struct, frozen=True):
    """How far a table has come: its number, the lines of its chat, how often anything else has changed."""

    number: int
    chat: int
    talk: int
    here: tuple[str, ...] = ()
    """The sides that somebody looks at the table for, filled in when it is sent."""


class Listener:
    """One open stream; it hears the latest ring, not each of them."""

    def __init__(self, roles: frozenset[str]) -> None:
        self.roles = roles
        self._loop, self._event = asyncio.get_running_loop(), asyncio.Event()
        self.latest: Ring | None = None

    def hear(self, ring: Ring | None) -> None:
        """Called from any thread."""
        self.latest = ring
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self, seconds: float) -> bool:
        """Whether it rings within a time."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return False
        self._event.clear()
        return True


class Doorbell:
    """All open streams, by table."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Listener]] = {}
        self.closed = False

    def join(self, table: str, listener: Listener) -> None:
        """A stream opens; that a side is there now is a change for the others."""
        with self._lock:
            others = self._listeners.setdefault(table, set())
            told = list(others) if listener.roles - _roles(others) else []
            others.add(listener)
        _again(told)

    def leave(self, table: str, listener: Listener) -> None:
        """A stream has ended."""
        with self._lock:
            left = self._listeners.get(table, set())
            left.discard(listener)
            told = list(left) if listener.roles - _roles(left) else []
            if not left:
                self._listeners.pop(table, None)
        _again(told)

    def count(self) -> int:
        """How many streams are open."""
        with self._lock:
            return sum(map(len, self._listeners.values()))

    def present(self, table: str) -> set[str]:
        """The sides that somebody looks at the table for, through this process."""
        with self._lock:
            return _roles(self._listeners.get(table, ()))

    def ring(self, table: str, number: int, chat: int, talk: int) -> None:
        """Something has changed at a table."""
        with self._lock:
            listeners = list(self._listeners.get(table, ()))
        _tell(listeners, Ring(number, chat, talk))

    def close(self) -> None:
        """The server goes: every stream ends."""
        self.closed = True
        with self._lock:
            listeners = [listener for heard in self._listeners.values() for listener in heard]
        _tell(listeners, None)


def _roles(listeners: Iterable[Listener]) -> set[str]:
    return {role for listener in listeners for role in listener.roles}


def _again(listeners: Iterable[Listener]) -> None:
    """Ring without any news in the counts: somebody has come or gone."""
    for listener in listeners:
        listener.hear(listener.latest)


def _tell(listeners: Iterable[Listener], ring: Ring | None) -> None:
    for listener in listeners:
        listener.hear(ring)
