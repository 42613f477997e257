"""The ASGI application: endpoints, live stream, drawings and pages, with the same guards before all of them."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec.json import encode
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from westfront.errors import WestfrontError
from westfront.server import art
from westfront.server.doorbell import Listener, Ring
from westfront.server.endpoints import ART, ENDPOINTS, JSON, Endpoint
from westfront.server.guard import SAFETY, Guard
from westfront.server.hall import TABLE_ID, Call, Hall
from westfront.server.limits import rate_limit_key
from westfront.server.messages import Error, Keyed
from westfront.server.openapi import openapi, page
from westfront.server.refusal import ApiError, sentence, told
from westfront.server.store import Stale, StoreError
from westfront.server.tables import Busy

HEARTBEAT = 15.0
Handler = Callable[[Request], Awaitable[Response]]


def make_app(hall: Hall) -> Starlette:
    """The application of a hall."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hall.start()
        yield
        await run_in_threadpool(hall.close)

    places: dict[str, dict[str, Handler]] = {
        "/openapi.json": {"GET": partial(_document, encode(openapi(ENDPOINTS)), JSON)},
        "/api": {"GET": partial(_document, page(ENDPOINTS).encode(), "text/html")},
    }
    for endpoint in ENDPOINTS:
        places.setdefault(endpoint.path, {})[endpoint.method] = _handler(hall, endpoint)
    pages = Pages(directory=Path(str(files("westfront"))) / "web", html=True)
    return Starlette(
        routes=[*(Route(path, Place(handlers)) for path, handlers in places.items()), Mount("/", pages)],
        middleware=[Middleware(Guard, hall=hall)],
        exception_handlers={WestfrontError: _refuse, Stale: _refuse, HTTPException: _refuse, Exception: _fail},
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


class Pages(StaticFiles):
    """The pages of the web client; a browser asks each time whether they have changed."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        """A file, or the word that it has not changed."""
        response = super().file_response(*args, **more)
        response.headers["cache-control"] = "no-cache"
        return response


def _handler(hall: Hall, endpoint: Endpoint) -> Handler:
    if endpoint.run:
        return partial(_serve, hall, endpoint)
    return _art if endpoint in ART else partial(_live, hall)


async def _document(data: bytes, media: str, request: Request) -> Response:
    return Response(data, media_type=media)


# -- one request


async def _serve(hall: Hall, endpoint: Endpoint, request: Request) -> Response:
    raw = await _read(request, endpoint.largest) if endpoint.body else b""
    return await run_in_threadpool(_answer, hall, endpoint, request, raw)


def _answer(hall: Hall, endpoint: Endpoint, request: Request, raw: bytes) -> Response:
    """Carry out a request, in a thread of its own."""
    body = _decode(raw, endpoint.body) if endpoint.body else None
    call = make_call(hall, request, body, raw)
    if endpoint.cost > 1 and not hall.limits.take(f"address {_address(request)}", endpoint.cost - 1):
        raise ApiError(429, "Too many requests; wait a little.")
    if endpoint.bearer:
        call.present(request.headers.get("authorization", ""))
    if endpoint.bearer and endpoint.sits:
        call.sit_down()
    keyed = endpoint.bearer and isinstance(body, Keyed)
    kept = call.first_answer() if keyed else None
    if kept is not None:
        return Response(kept, media_type=JSON)
    assert endpoint.run is not None
    answer = endpoint.run(call, body) if endpoint.body else endpoint.run(call)
    if isinstance(answer, str):
        return Response(answer, media_type="text/plain")
    said = encode(answer)
    return Response(hall.store.keep_answer(call.id, call.request(), said) if keyed else said, media_type=JSON)


def _address(request: Request) -> str:
    return rate_limit_key(request.client.host if request.client else "")


def make_call(hall: Hall, request: Request, body: Any = None, raw: bytes = b"") -> Call:
    """The call of a request, its path checked."""
    path: dict[str, str] = request.path_params
    if "table" in path and not TABLE_ID.fullmatch(path["table"]):
        raise ApiError(404, "There is no such table.")
    digest = hashlib.sha256(request.url.path.encode() + b"\n" + raw).hexdigest()
    return Call(hall, path, dict(request.query_params), body, digest)


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
    async for piece in request.stream():
        data += piece
        if len(data) > largest:
            raise ApiError(413, "This request is too large.")
    return data


# -- errors


def _refuse(request: Request, error: Exception) -> Response:
    """Every refusal is JSON with one sentence."""
    if isinstance(error, HTTPException):
        words = "There is nothing here." if error.status_code == 404 else "This cannot be done here."
        return _error(ApiError(error.status_code, words), error.headers)
    match error:
        case Stale():
            found = ApiError(409, "The table has changed meanwhile.")
        case Busy() | StoreError():
            found = ApiError(503, sentence(str(error)))
        case WestfrontError():
            found = told(error)
        case _:
            raise error
    return _error(found)


def _fail(request: Request, error: Exception) -> Response:
    """A bug; this handler stands before the guard, so it adds the headers itself."""
    return _error(ApiError(500, "Something has gone wrong in the server."), SAFETY)


def _error(error: ApiError, headers: Mapping[str, str] | None = None) -> Response:
    return Response(encode(Error(error.sentence, error.rule)), error.status, headers, JSON)


# -- the live stream


async def _live(hall: Hall, request: Request) -> Response:
    """A line whenever something has changed, and a comment from time to time."""
    call = make_call(hall, request)
    call.present(request.headers.get("authorization", ""))
    await run_in_threadpool(call.sit_down)
    if hall.doorbell.count >= hall.settings.streams:
        raise ApiError(503, "Too many look at tables here; try again later.")
    return StreamingResponse(_rings(hall, call), media_type="text/event-stream")


async def _rings(hall: Hall, call: Call) -> AsyncIterator[bytes]:
    listener = Listener(call.token, call.roles)
    hall.doorbell.join(call.id, listener)
    try:
        row = await run_in_threadpool(hall.tables.row, call.id)
        hall.doorbell.greet(call.id, listener, Ring(row.number, row.chat, row.talk))
        while True:
            rings = await listener.wait(HEARTBEAT)
            if listener.dismissed:
                return
            yield listener.data if rings else b": still here\n\n"
    finally:
        hall.doorbell.leave(call.id, listener)


# -- drawings


async def _art(request: Request) -> Response:
    game, file = request.path_params["game"], request.url.path.rpartition("/")[2]
    scenario, night = request.query_params.get("scenario", ""), request.query_params.get("dark", "0")
    if night not in ("0", "1"):
        raise ApiError(422, "A map is dark=1 or dark=0.")
    dark = night == "1"
    drawings: dict[str, Callable[[], art.Drawing]] = {
        "map.svg": lambda: art.map_svg(game, scenario, dark),
        "thumbnail.svg": lambda: art.thumbnail(game, dark),
        "layout.json": lambda: art.layout_json(game, scenario),
        "counters.svg": lambda: art.counters_svg(game),
    }
    drawing = await run_in_threadpool(drawings[file])
    tag = f'"{hashlib.sha256(drawing.data).hexdigest()[:24]}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            _packed(drawing.data), headers={**headers, "content-encoding": "gzip"}, media_type=drawing.media
        )
    return Response(drawing.data, headers=headers, media_type=drawing.media)


@lru_cache(maxsize=32)
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 6)
