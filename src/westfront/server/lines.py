"""Connections: each has so many seconds for the head of a request, for its body, and to take what it is sent."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from westfront.server.limits import Places, rate_limit_key
from westfront.server.messages import Error

HEAD, BODY, STALLED = 10.0, 60.0, 30.0
"""Seconds for the head of a request from its first byte (or from the connection on), for its body, and for a client
that does not read."""
LARGEST_HEAD = 32_000
AT_A_TIME = 5
"""How many connections are let in before the loop looks after others again."""


class Config(uvicorn.Config):
    """How the server is run, with the places that its connections take."""

    def __init__(self, app: Any, places: Places, proxies: tuple[str, ...]) -> None:
        super().__init__(
            app,
            http=Line,
            ws="none",
            access_log=False,
            log_level="error",
            server_header=False,
            timeout_graceful_shutdown=5,
            backlog=AT_A_TIME,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
        )
        self.places, self.proxies = places, proxies


class Line(HttpToolsProtocol):
    """One connection."""

    config: Config

    def __init__(self, config: Config, *values: Any, **more: Any) -> None:
        super().__init__(config, *values, **more)
        self._who: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._head: int | None = 0
        """How many bytes of a head have come; None while a body is awaited."""
        self._allowed: float | None = HEAD
        """Seconds for what is awaited; no clock is set for what comes all at once."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Let a client in, if there is a place; those behind a proxy share its address, so only their total counts."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        who = f"proxy {id(self)}" if host in self.config.proxies else rate_limit_key(host)
        if self.config.places.take(who):
            self._who = who
            self._set_clock()
        else:
            self._refuse(503, "Too many connections from this address; try again later.")

    def connection_lost(self, exc: Exception | None) -> None:
        """The place is free."""
        for timer in (self._deadline, self._stalled):
            if timer:
                timer.cancel()
        if self._who is not None:
            self.config.places.leave(self._who)
            self._who = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes have come; the head of a request may only be so long."""
        if self.transport.is_closing():
            return
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._head is not None and self._head > LARGEST_HEAD:
            self._refuse(431, "The head of this request is too large.")
        elif self._allowed is not None and self._deadline is None:
            self._set_clock()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._allowed = HEAD

    def on_headers_complete(self) -> None:
        """The head is there; the body has its own time."""
        self._head = None
        self._stop_clock(BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of the request is there."""
        self._head = 0
        self._stop_clock(None)
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads on."""
        super().resume_writing()
        if self._stalled:
            self._stalled.cancel()
            self._stalled = None

    def _set_clock(self) -> None:
        assert self._allowed is not None
        self._deadline = self.loop.call_later(self._allowed, self._too_slow)

    def _stop_clock(self, allowed: float | None) -> None:
        """What was awaited has come; so many seconds are allowed for what comes next."""
        if self._deadline:
            self._deadline.cancel()
        self._deadline, self._allowed = None, allowed

    def _too_slow(self) -> None:
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self._refuse(408, "This request took too long to come.")
        else:
            self.transport.abort()

    def _refuse(self, status: int, sentence: str) -> None:
        """Say why, and hang up."""
        body = msgspec.json.encode(Error(sentence))
        lines = [
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
            "content-type: application/json",
            f"content-length: {len(body)}",
            *(["retry-after: 30"] if status == 503 else []),
            "connection: close",
        ]
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()
