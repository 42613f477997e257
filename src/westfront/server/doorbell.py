"""The doorbell: tells everybody who looks at a table that something has changed there, and never what.

All of it happens in the loop of the server; other threads only hand over what has changed. A ring is put into bytes
once, and those who listen are woken some at a time, so that a crowd at one table keeps nobody else waiting.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection

import msgspec

AT_A_TIME = 50
"""How many are woken before the loop looks after others again."""
PRESENCE = 1.0
"""Seconds between two rings that only tell who has come or gone."""


class Ring(msgspec.Struct, frozen=True):
    """How far a table has come: its number, the lines of its chat, how often anything else has changed."""

    number: int
    chat: int
    talk: int
    here: tuple[str, ...] = ()
    """The sides that somebody looks at the table for."""


class Listener:
    """One open stream; it hears the latest ring, not each of them."""

    def __init__(self, token: str) -> None:
        self.token, self.roles = token, frozenset[str]()
        self.data = b""
        self.dismissed = False
        self._event = asyncio.Event()

    def hear(self, data: bytes) -> None:
        """Something has changed."""
        self.data = data
        self._event.set()

    def dismiss(self) -> None:
        """The stream ends."""
        self.dismissed = True
        self._event.set()

    async def wait(self, seconds: float) -> bool:
        """Whether it rings within a time."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return False
        self._event.clear()
        return True


class Bell:
    """The streams of one table; those present are counted, so that a crowd costs no more than one."""

    def __init__(self) -> None:
        self.listeners: dict[Listener, None] = {}
        self.latest: Ring | None = None
        self.here: tuple[str, ...] = ()
        self._counts: Counter[str] = Counter()
        self.presence: asyncio.TimerHandle | None = None
        self.told_at = -PRESENCE

    def count(self, roles: Collection[str], more: int) -> bool:
        """Somebody comes or goes for some sides; whether that changes who is there."""
        for role in roles:
            self._counts[role] += more
        before, self.here = self.here, tuple(sorted(role for role, count in self._counts.items() if count))
        return before != self.here

    def data(self) -> bytes:
        """The latest ring as it goes over the line."""
        assert self.latest is not None
        return b"data: " + msgspec.json.encode(msgspec.structs.replace(self.latest, here=self.here)) + b"\n\n"


class Doorbell:
    """All open streams, by table; `tokens_of` tells which tokens still open a table."""

    def __init__(self, tokens_of: Callable[[str], Collection[str]]) -> None:
        self._tokens_of = tokens_of
        self._bells: dict[str, Bell] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_closed = False
        self.count = 0
        """How many streams are open."""

    # -- from any thread

    def present(self, table: str) -> tuple[str, ...]:
        """The sides that somebody looks at the table for, through this process."""
        bell = self._bells.get(table)
        return bell.here if bell else ()

    def tables(self) -> list[str]:
        """The tables that somebody looks at."""
        return list(self._bells)

    def ring(self, table: str, number: int, chat: int, talk: int) -> None:
        """Something has changed at a table; if seats may have changed, tokens that are gone hear no more."""
        bell = self._bells.get(table)
        if bell is None:
            return
        latest = bell.latest
        if latest == Ring(number, chat, talk):
            return
        tokens = self._tokens_of(table) if latest is None or latest.talk != talk else None
        self._in_loop(self._ring, bell, Ring(number, chat, talk), tokens)

    def close(self) -> None:
        """The server goes: every stream ends, and so does any that comes yet."""
        self._is_closed = True
        self._in_loop(self._dismiss_all)

    def _in_loop(self, work: Callable[..., None], *values: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work, *values)

    # -- in the loop

    def join(self, table: str, listener: Listener) -> None:
        """A stream opens; its token is still to be looked at."""
        self._loop = asyncio.get_running_loop()
        self._bells.setdefault(table, Bell()).listeners[listener] = None
        self.count += 1
        if self._is_closed:
            listener.dismiss()

    def seat(self, table: str, listener: Listener, roles: Collection[str]) -> None:
        """The sides that its token looks for are there now, which is a change for the others."""
        bell, listener.roles = self._bells[table], frozenset(roles)
        if bell.count(listener.roles, 1):
            self._tell_presence(bell)

    def greet(self, table: str, listener: Listener, ring: Ring) -> None:
        """The first ring of a stream, unless one has come already."""
        bell = self._bells[table]
        bell.latest = bell.latest or ring
        if not listener.data:
            listener.hear(bell.data())

    def leave(self, table: str, listener: Listener) -> None:
        """A stream has ended."""
        bell = self._bells[table]
        del bell.listeners[listener]
        self.count -= 1
        if bell.count(listener.roles, -1):
            self._tell_presence(bell)
        if not bell.listeners:
            del self._bells[table]

    def _ring(self, bell: Bell, ring: Ring, tokens: Collection[str] | None) -> None:
        bell.latest = ring
        for listener in [one for one in bell.listeners if tokens is not None and one.token not in tokens]:
            listener.dismiss()
        self._wake(bell)

    def _tell_presence(self, bell: Bell) -> None:
        """Somebody has come or gone: told at once, but not more often than every second."""
        assert self._loop is not None
        if bell.presence is None and bell.latest is not None:
            wait = max(0.0, bell.told_at + PRESENCE - self._loop.time())
            bell.presence = self._loop.call_later(wait, self._presence_now, bell)

    def _presence_now(self, bell: Bell) -> None:
        assert self._loop is not None
        bell.presence, bell.told_at = None, self._loop.time()
        self._wake(bell)

    def _wake(self, bell: Bell) -> None:
        """Those at a seat first; then whoever watches, some at a time."""
        data = bell.data()
        everybody = sorted(bell.listeners, key=lambda listener: not listener.roles)
        self._wake_some(everybody, data)

    def _wake_some(self, listeners: list[Listener], data: bytes) -> None:
        for listener in listeners[:AT_A_TIME]:
            listener.hear(data)
        if len(listeners) > AT_A_TIME and self._loop is not None:
            self._loop.call_later(0.001, self._wake_some, listeners[AT_A_TIME:], data)

    def _dismiss_all(self) -> None:
        for bell in self._bells.values():
            for listener in bell.listeners:
                listener.dismiss()
