"""What stands before every request: host, origin and rate are checked, and every answer gets its safety headers."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from urllib.parse import urlsplit

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from westfront.server.hall import Hall
from westfront.server.limits import address_key, rate_limit_key
from westfront.server.messages import Error
from westfront.server.settings import LOOPBACK

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
)
SAFETY = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


KEPT = [(name.encode(), value.encode()) for name, value in SAFETY.items()]
NOT_KEPT = [*KEPT, (b"cache-control", b"no-store")]


class Guard:
    """An application before the application."""

    def __init__(self, app: ASGIApp, hall: Hall) -> None:
        self.app, self.hall = app, hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or let it through; its answer gets the headers in either case."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                safety = NOT_KEPT if scope["path"].startswith("/api") else KEPT
                message["headers"] = [*message["headers"], *(pair for pair in safety if pair[0] not in own)]
            await send(message)

        refusal = self.refusal(scope)
        if refusal:
            await _refuse(*refusal, send_safely)
        else:
            await self.app(scope, receive, send_safely)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is not let through."""
        headers = dict(reversed(scope["headers"]))  # of two with one name the first counts, as everywhere
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._is_our_name(host):
            return 421, "This server does not answer to that name."
        if scope["method"] not in ("GET", "HEAD") and not _is_same(headers, host):
            return 403, "This request comes from another page."
        who = [address_key(address_of(scope))]
        if token := headers.get(b"authorization"):
            who.append(f"token {hashlib.sha256(token).hexdigest()}")
        if not all(self.hall.limits.take(one) for one in who):
            return 429, "Too many requests; wait a little."
        return None

    def _is_our_name(self, host: str) -> bool:
        """On a machine's own address only its own names count, so that no other name can be turned to point here."""
        settings = self.hall.settings
        if not settings.is_loopback:
            return True
        name = _name_in(host)
        return name in LOOPBACK or (name is not None and name == urlsplit(settings.public_url).hostname)


def address_of(scope: Scope) -> str:
    """Where a request comes from; with IPv6 a whole network counts as one."""
    return rate_limit_key(scope["client"][0] if scope["client"] else "")


@lru_cache(maxsize=64)
def _name_in(host: str) -> str | None:
    """The name in a host header, if there is nothing but a name and a port in it."""
    try:
        found = urlsplit(f"//{host}")
        return found.hostname if found.netloc == host and "@" not in host else None
    except ValueError:
        return None


def _is_same(headers: dict[bytes, bytes], host: str) -> bool:
    """Whether the page that asks is one of ours; what is not a browser sends no origin."""
    origin = headers.get(b"origin")
    if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
        return False
    return origin is None or origin.decode("latin-1") in (f"http://{host}", f"https://{host}")


async def _refuse(status: int, sentence: str, send: Send) -> None:
    headers = [(b"content-type", b"application/json")]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(Error(sentence))})
