"""The ASGI application: endpoints, live stream, drawings and pages, with the same guards before all of them."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from importlib.resources import files
from pathlib import Path
from time import thread_time
from typing import Any, TypeVar

import msgspec
from msgspec.json import encode
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from westfront.engine.rules import Setting
from westfront.errors import WestfrontError
from westfront.server.doorbell import Listener, Ring
from westfront.server.endpoints import ART, ENDPOINTS, EVENTS, IMPORT, JSON, LARGE, Endpoint
from westfront.server.errands import Packed, Picture
from westfront.server.guard import SAFETY, Guard, address_of
from westfront.server.hall import ROW, TABLE_ID, THOUGHT, Call, Hall
from westfront.server.limits import address_key
from westfront.server.messages import Error, Unsure
from westfront.server.openapi import openapi, page
from westfront.server.pages import Pages, packed
from westfront.server.refusal import ApiError, NotSure, sentence, told
from westfront.server.rows import BadRow, Stale, StoreError
from westfront.server.tables import Busy

log = logging.getLogger("westfront.server")
HEARTBEAT = 15.0
PATIENCE = 20.0
"""Seconds that a request waits for its turn."""
Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")


def make_app(hall: Hall) -> Starlette:
    """The application of a hall."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hall.start()
        yield
        await asyncio.get_running_loop().run_in_executor(None, hall.close)

    places: dict[str, dict[str, Handler]] = {}
    # `import` is no table; and what is asked most is found first
    for endpoint in sorted(ENDPOINTS, key=lambda endpoint: (endpoint.path != IMPORT, not endpoint.bearer)):
        places.setdefault(endpoint.path, {})[endpoint.method] = _handler(hall, endpoint)
    places["/openapi.json"] = {"GET": partial(_document, encode(openapi(ENDPOINTS)), JSON)}
    places["/api"] = {"GET": partial(_document, page(ENDPOINTS).encode(), "text/html")}
    pages = Pages(Path(str(files("westfront"))) / "web")
    return Starlette(
        routes=[*(Route(path, Place(handlers)) for path, handlers in places.items()), Mount("/", pages)],
        middleware=[Middleware(Guard, hall=hall)],
        exception_handlers={
            WestfrontError: _refuse,
            Stale: _refuse,
            TimeoutError: _refuse,
            HTTPException: _refuse,
            Exception: _fail,
        },
        lifespan=lifespan,
    )


class Place:
    """A path with what can be done there; anything else is refused with what can."""

    def __init__(self, handlers: dict[str, Handler]) -> None:
        self.handlers = handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        if method not in self.handlers:
            raise HTTPException(405, headers={"allow": ", ".join(self.handlers)})
        response = await self.handlers[method](Request(scope, receive, send))
        await response(scope, receive, send)


def _handler(hall: Hall, endpoint: Endpoint) -> Handler:
    if endpoint.run:
        return partial(_serve, hall, endpoint)
    return partial(_art if endpoint in ART else _live, hall)


def _in_thread(hall: Hall, work: Callable[..., T], *values: Any) -> Awaitable[T]:
    """Do something that may wait for the store or a table, in one of the threads of the hall."""
    return asyncio.get_running_loop().run_in_executor(hall.threads, partial(work, *values))


async def _document(data: bytes, media: str, request: Request) -> Response:
    return Response(data, media_type=media)


# -- one request


async def _serve(hall: Hall, endpoint: Endpoint, request: Request) -> Response:
    address, table = address_of(request.scope), request.path_params.get("table")
    if endpoint.cost > 1 and not hall.limits.take(address_key(address), endpoint.cost - 1):
        raise ApiError(429, "Too many requests; wait a little.")
    raw = await _body(hall, endpoint, request, address) if endpoint.body else b""
    place = f"{table} {endpoint.method}" if table else f"nowhere {address}"
    async with hall.at_tables.enter(place, PATIENCE), hall.people.enter(address, PATIENCE):
        return await _in_thread(hall, _answer, hall, endpoint, request, raw)


async def _body(hall: Hall, endpoint: Endpoint, request: Request, address: str) -> bytes:
    """What comes with a request; of large ones few are held at a time, and a day's worth of all of them is counted."""
    room = hall.uploads.enter(address, PATIENCE) if endpoint.largest == LARGE else nullcontext()
    async with room:
        raw = await _read(request, endpoint.largest)
    if not hall.written.take(address_key(address), len(raw) + ROW):
        raise ApiError(429, "This address has reached its limit for today; try again tomorrow.")
    return raw


def _answer(hall: Hall, endpoint: Endpoint, request: Request, raw: bytes) -> Response:
    """Carry out a request, in a thread of its own; what takes long uses up the rate of whoever asks."""
    begun = thread_time()
    try:
        return _carried_out(hall, endpoint, request, raw)
    finally:
        hall.limits.charge(address_key(address_of(request.scope)), (thread_time() - begun) / THOUGHT)


def _carried_out(hall: Hall, endpoint: Endpoint, request: Request, raw: bytes) -> Response:
    body = _decode(raw, endpoint.body) if endpoint.body else None
    call = make_call(hall, request, body, raw)
    if endpoint.bearer:
        _let_in(call, endpoint, request)
    assert endpoint.run is not None
    answer = endpoint.run(call, body) if endpoint.body else endpoint.run(call)
    if isinstance(answer, str):
        return Response(answer, media_type="text/plain")
    return packed(encode(answer), JSON, request)


def _let_in(call: Call, endpoint: Endpoint, request: Request) -> None:
    """By a token, or without one where anybody may watch."""
    header = request.headers.get("authorization", "")
    if endpoint.public and not header:
        call.watch()
        return
    call.present(header)
    if endpoint.sits:
        call.sit_down()


def make_call(hall: Hall, request: Request, body: Any = None, raw: bytes = b"") -> Call:
    """The call of a request, its path checked."""
    path: dict[str, str] = request.path_params
    if "table" in path and not TABLE_ID.fullmatch(path["table"]):
        raise ApiError(404, "There is no such table.")
    query = dict(request.query_params) if request.scope["query_string"] else {}
    digest = hashlib.sha256(request.scope["path"].encode() + b"\n" + raw).hexdigest() if raw else ""
    return Call(hall, address_of(request.scope), path, query, body, digest)


def _decode(raw: bytes, type_: Any) -> Any:
    try:
        return msgspec.json.decode(raw, type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, sentence(f"the request does not fit: {error}")) from None


async def _read(request: Request, largest: int) -> bytes:
    """The body of a request, up to a size."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise ApiError(415, "The body of a request is JSON.")
    data = b""
    try:
        async for piece in request.stream():
            data += piece
            if len(data) > largest:
                raise ApiError(413, "This request is too large.")
    except ClientDisconnect:
        raise ApiError(408, "This request has no end.") from None
    return data


# -- errors


def _refuse(request: Request, error: Exception) -> Response:
    """Every refusal is JSON with one sentence."""
    if isinstance(error, HTTPException):
        words = "There is nothing here." if error.status_code == 404 else "This cannot be done here."
        return _error(ApiError(error.status_code, words), error.headers)
    match error:
        case TimeoutError():
            found = ApiError(503, "Too many requests at once; try again in a moment.", retry=2)
        case Stale():
            found = ApiError(409, "The table has changed meanwhile.")
        case Busy():
            found = ApiError(503, sentence(str(error)), retry=2)
        case BadRow():
            log.error("%s", error)
            found = ApiError(
                500, "What the store holds of this table cannot be read; the owner of the server can help."
            )
        case StoreError():
            log.error("%s", error)
            found = ApiError(503, "The store cannot be reached just now; nothing is lost, try again.", retry=2)
        case NotSure():
            unsure = Unsure(error.sentence, error.rule, error.chances, error.samples)
            return Response(encode(unsure), error.status, media_type=JSON)
        case WestfrontError():
            found = told(error)
        case _:
            raise error
    return _error(found)


def _fail(request: Request, error: Exception) -> Response:
    """A bug; this handler stands before the guard, so it adds the headers itself."""
    return _error(ApiError(500, "Something has gone wrong in the server."), SAFETY)


def _error(error: ApiError, headers: Mapping[str, str] | None = None) -> Response:
    more = {"retry-after": str(error.retry)} if error.retry else {}
    return Response(encode(Error(error.sentence, error.rule)), error.status, {**(headers or {}), **more}, JSON)


# -- the live stream


async def _live(hall: Hall, request: Request) -> Response:
    """A line whenever something has changed, and a comment from time to time."""
    call = make_call(hall, request)
    if header := request.headers.get("authorization", ""):
        call.present(header)
    if not hall.streams.take(call.address):
        raise ApiError(503, "Too many look at tables here; try again later.", retry=30)
    stream = Stream(hall, call)
    try:
        await stream.open()
    except BaseException:
        stream.close()
        raise
    return stream


class Stream(StreamingResponse):
    """The rings of a table for one who sits or watches there."""

    def __init__(self, hall: Hall, call: Call) -> None:
        self._hall, self._call, self._listener = hall, call, Listener(call.token)
        hall.doorbell.join(call.id, self._listener)
        super().__init__(self._rings(), media_type=EVENTS)

    async def open(self) -> None:
        """Let a token in, or anybody who may watch.

        The doorbell knows the stream already, so that it hears of a token that goes from now on.
        """
        await _in_thread(self._hall, self._call.sit_down if self._call.token else self._call.watch)
        row = self._call.row
        self._hall.doorbell.seat(self._call.id, self._listener, self._call.roles)
        self._hall.doorbell.greet(self._call.id, self._listener, Ring(row.number, row.chat, row.talk))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it until the token goes, or whoever listens."""
        leaving = asyncio.create_task(self._dismiss_who_leaves(receive))
        try:
            await self.stream_response(send)
        finally:
            leaving.cancel()
            self.close()

    def close(self) -> None:
        """A stream gives its place back however it ends, also if it has not even begun."""
        self._hall.doorbell.leave(self._call.id, self._listener)
        self._hall.streams.leave(self._call.address)

    async def _dismiss_who_leaves(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            continue
        self._listener.dismiss()

    async def _rings(self) -> AsyncIterator[bytes]:
        while True:
            rings = await self._listener.wait(HEARTBEAT)
            if self._listener.dismissed:
                return
            yield self._listener.data if rings else b": still here\n\n"


# -- drawings


async def _art(hall: Hall, request: Request) -> Response:
    """One of the drawings of a game; it has been packed once, and is unpacked for the few who want that."""
    game, file = request.path_params["game"], request.url.path.rpartition("/")[2]
    night = request.query_params.get("dark", "0")
    if night not in ("0", "1"):
        raise ApiError(422, "A map is dark=1 or dark=0.")
    asked = (request.query_params.get(word) or None for word in ("scenario", "version"))
    setting = Setting.choose(game, next(asked), version=next(asked))
    picture = Picture(file, game, *WHICH[file](setting, night == "1"))
    async with hall.people.enter(address_of(request.scope), PATIENCE):
        drawn = await _in_thread(hall, _drawn, hall, picture)
    tag = f'"{drawn.tag}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(drawn.data, headers={**headers, "content-encoding": "gzip"}, media_type=drawn.media)
    return Response(await _in_thread(hall, gzip.decompress, drawn.data), headers=headers, media_type=drawn.media)


WHICH: dict[str, Callable[[Setting, bool], tuple[str, str, bool]]] = {
    "map.svg": lambda setting, dark: (setting.scenario, setting.version, dark),
    "thumbnail.svg": lambda setting, dark: ("", "", dark),
    "layout.json": lambda setting, dark: (setting.scenario, "", False),
    "counters.svg": lambda setting, dark: ("", setting.version, False),
}
"""What tells one drawing of a file from another: the scenario, the version of the rules, the night."""


def _drawn(hall: Hall, picture: Picture) -> Packed:
    """A drawing is made once and kept."""
    return hall.drawings.get(picture, lambda: hall.errands.draw(picture))
