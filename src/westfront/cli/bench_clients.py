"""Clients for the benchmark of the server, written with streams alone: a line of HTTP, and a player like the page."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import msgspec

from westfront.engine.dice import RepeatableRandom
from westfront.errors import WestfrontError

HOST = "127.0.0.1"


def address(network: int, number: int) -> str:
    """One of the addresses of this machine, so that each visitor can have his own (on Linux)."""
    return f"127.{network}.{number // 250}.{number % 250 + 1}"


class Line:
    """One connection of HTTP that is kept open, and opened again when the server has closed it."""

    def __init__(self, port: int, token: str = "", address: str = HOST) -> None:
        self._port, self._token, self._address = port, token, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.received = 0
        """How many bytes the bodies of all answers had."""

    async def send(self, method: str, path: str, body: bytes = b"") -> asyncio.StreamReader:
        """Send a request; the answer is still to be read."""
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection(HOST, self._port, local_addr=(self._address, 0))
        reader, writer = self._streams
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {self._token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        return reader

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """One request and its answer; where the server has hung up meanwhile it is sent again, as the page does."""
        raw = msgspec.json.encode(body) if body is not None else b""
        try:
            reader = await self.send(method, path, raw)
            head = await reader.readuntil(b"\r\n\r\n")
        except (ConnectionError, asyncio.IncompleteReadError):
            self._streams = None
            reader = await self.send(method, path, raw)
            head = await reader.readuntil(b"\r\n\r\n")
        head = head.lower()
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        answer = msgspec.json.decode(await reader.readexactly(length))
        self.received += length
        if not head.startswith(b"http/1.1 200"):
            raise WestfrontError(f"the server refuses {method} {path}: {answer}")
        return answer

    def close(self) -> None:
        """Hang up."""
        if self._streams:
            self._streams[1].close()


def new_key() -> str:
    """A key for a request."""
    return secrets.token_hex(16)


class Player:
    """A seat like the page: it fetches what has changed when the bell rings, and nothing that an answer brings."""

    def __init__(self, port: int, table: str, token: str, address: str) -> None:
        self._path = f"/api/tables/{table}"
        self._bell, self.line = Line(port, token, address), Line(port, token, address)
        self._changed = asyncio.Condition()
        self._acting = asyncio.Lock()
        self.number = -1
        self.offers: list[str] = []
        self.over = False

    async def listen(self) -> None:
        """Follow the table until cancelled."""
        reader = await self._bell.send("GET", f"{self._path}/live")
        while line := await reader.readline():
            if line.startswith(b"data: "):
                async with self._acting:
                    if msgspec.json.decode(line.removeprefix(b"data: "))["number"] > self.number:
                        await self.look()

    async def look(self) -> None:
        """Fetch what has changed."""
        await self._take(await self.line.ask("GET", self._path + (f"?since={self.number}" if self.number >= 0 else "")))

    async def act(self, action: str) -> None:
        """Answer the question."""
        body = {"number": self.number, "since": self.number, "action": action, "key": new_key()}
        async with self._acting:
            await self._take(await self.line.ask("POST", f"{self._path}/actions", body))

    async def _take(self, answer: dict[str, Any]) -> None:
        async with self._changed:
            question = answer["view"].get("question")
            self.offers = [offer["text"] for offer in question["offers"]] if question else []
            self.number, self.over = answer["number"], answer.get("over", False)
            self._changed.notify_all()

    async def sees(self, number: int) -> None:
        """Wait until this client shows a position."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.number >= number)

    def close(self) -> None:
        """Leave the table."""
        self._bell.close()
        self.line.close()


class Pair:
    """Both sides of one game, each at an address of its own; a random action of whoever is asked."""

    def __init__(self, table: str, watch: str, players: list[Player], opening: int, seed: int) -> None:
        self.table, self.watch, self.players = table, watch, players
        self._opening, self._lots = opening, RepeatableRandom(seed)

    @property
    def actor(self) -> Player | None:
        """Whoever is asked."""
        return next((player for player in self.players if player.offers and not player.over), None)

    def other(self, actor: Player) -> Player:
        """The one who is not asked."""
        return next(player for player in self.players if player is not actor)

    def choice(self, actor: Player) -> str:
        """A random action; the set-up is left as it is found."""
        self._opening -= 1
        return "done" if self._opening >= 0 else actor.offers[self._lots.below(len(actor.offers))]

    def close(self) -> None:
        """Both leave."""
        for player in self.players:
            player.close()


OPENINGS = {"michel": 0, "hindenburg": 2}
"""The games that are played, and how many times `done` ends their set-up."""


async def new_pair(port: int, game: str, network: int, number: int) -> Pair:
    """A new game of two people, who have looked at it once."""
    here, there = address(network, 2 * number), address(network, 2 * number + 1)
    opening = Line(port, address=here)
    body = {"game": game, "seats": {"german": "me", "allied": "link"}, "key": new_key()}
    made = await opening.ask("POST", "/api/tables", body)
    opening.close()
    invited = Line(port, made["tokens"]["allied"], there)
    taken = await invited.ask("POST", f"/api/tables/{made['table']}/join", {"name": "", "key": new_key()})
    invited.close()
    seats = ((made["tokens"]["mine"], here), (taken["token"], there))
    players = [Player(port, made["table"], token, place) for token, place in seats]
    for player in players:
        await player.look()
    return Pair(made["table"], made["tokens"]["watch"], players, OPENINGS[game], number)
