"""A room to try the server in: a running one in this process or in one of its own, and players with their tokens."""

from __future__ import annotations

import itertools
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import msgspec

import tests.ford  # noqa: F401
from tests.cli.desk import FORD, environment
from westfront.engine.match import Match
from westfront.server.errands import begun
from westfront.server.hall import Hall, hashed, new_token
from westfront.server.rows import SEAT, WATCH, Seat, Token
from westfront.server.serve import Server, listen_anywhere
from westfront.server.settings import Settings, find_store, open_store
from westfront.server.tables import new_row

_numbers = itertools.count()
_run = secrets.token_hex(8)


def new_key() -> str:
    """A key that no other request has."""
    return f"{_run}-{next(_numbers):08d}"


class Player:
    """Somebody with a token for a table."""

    def __init__(self, client: httpx.Client, table: str, token: str) -> None:
        self.client, self.table, self.token = client, table, token
        self.headers = {"authorization": f"Bearer {token}"}
        self.path = f"/api/tables/{table}"

    def get(self, tail: str = "") -> httpx.Response:
        return self.client.get(self.path + tail, headers=self.headers)

    def post(self, tail: str, **body: Any) -> httpx.Response:
        return self.client.post(self.path + tail, headers=self.headers, json=body)

    def change(self, tail: str, **body: Any) -> httpx.Response:
        return self.post(tail, **{"key": new_key(), **body})

    def settle(self, tail: str, **body: Any) -> httpx.Response:
        """A change between the sides, about the table as it is now."""
        seen = self.see()
        known = {name: seen[name] for name in ("number", "talk") if name == "number" or tail == "/answer"}
        return self.change(tail, **known, **body)

    def see(self, side: str = "") -> dict[str, Any]:
        answer = self.get(f"?side={side}" if side else "")
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def act(self, action: str, **body: Any) -> httpx.Response:
        number = body.pop("number", None)
        return self.change("/actions", number=self.see()["number"] if number is None else number, action=action, **body)

    def offers(self) -> list[str]:
        """What is offered to this player now."""
        question = self.see()["view"]["question"]
        return [offer["text"] for offer in question["offers"]] if question else []


class Room:
    """A running server, seen from outside; `hall` is there if it runs in this process."""

    def __init__(self, url: str, hall: Hall | None = None) -> None:
        self.url, self._hall = url, hall
        # a connection is not used again when the server is about to hang it up for having been idle
        limits = httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=2)
        self.client = httpx.Client(base_url=url, timeout=120, trust_env=False, limits=limits)

    @property
    def hall(self) -> Hall:
        assert self._hall is not None
        return self._hall

    def table(self, game: str = "ford", first: str = "me", second: str = "link", **body: Any) -> dict[str, Player]:
        """A new table with its players by the names of their tokens; who was invited has sat down."""
        return self.seated(self.invited(game, first, second, **body))

    def invited(self, game: str = "ford", first: str = "me", second: str = "link", **body: Any) -> dict[str, Player]:
        """A new table; what it gives out for its open seats are invitations."""
        sides = ("red", "blue") if game == "ford" else ("german", "allied")
        seats = dict(zip(sides, (first, second), strict=True))
        answer = self.client.post("/api/tables", json={"game": game, "seats": seats, "key": new_key(), **body})
        assert answer.status_code == 200, answer.text
        return self.players(answer.json())

    def seated(self, players: dict[str, Player]) -> dict[str, Player]:
        """Every invitation is taken, without a name."""
        return {who: player if who in ("mine", "watch") else self._seat(player) for who, player in players.items()}

    def _seat(self, invitation: Player) -> Player:
        answer = invitation.change("/join", name="")
        assert answer.status_code == 200, answer.text
        return Player(self.client, invitation.table, answer.json()["token"])

    def put(self, match: Match) -> dict[str, Player]:
        """A table for a match as it is, dice and all; at each side sits somebody."""
        sides, id_, salt = match.rules.sides, f"room{next(_numbers):08d}", secrets.token_hex(32)
        tokens = {who: new_token() for who in (*sides, "watch")}
        kept = [Token(hashed(tokens[side]), id_, side, SEAT) for side in sides]
        kept.append(Token(hashed(tokens["watch"]), id_, "", WATCH))
        row = new_row(begun(match), {side: Seat("person") for side in sides}, id_, salt, new_key(), "")
        assert self.hall.store.create(row, kept, match.entries)
        return self.players({"table": id_, "tokens": tokens})

    def players(self, made: dict[str, Any]) -> dict[str, Player]:
        return {who: Player(self.client, made["table"], token) for who, token in made["tokens"].items()}

    def __enter__(self) -> Room:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.client.close()


EMPTY: dict[str, Any] = {
    "over": False, "result": "", "can_undo": False, "hints": {}, "preview": None, "closed": {}, "offer": None,
    "lesson": None, "warnings": [], "clock": None, "rematch": "",
}  # fmt: skip
"""What a change that leaves something out says of it."""


def merged(table: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A table with what has changed put into it, as a client does; or the whole that came instead."""
    if "since" not in change:
        return change
    assert (change["since"], change["side"]) == (table["number"], table["side"])
    scene, old = change["view"]["scene"], table["view"]["scene"]
    runs = [old["pieces"][p[0] : p[0] + p[1]] if isinstance(p, list) else [p] for p in scene["pieces"]]
    pieces = [piece for run in runs for piece in run]
    parts = {
        name: {key: value for key, value in {**old[name], **scene.get(name, {})}.items() if value is not None}
        for name in ("hexes", "tracks", "boxes")
    }
    new = {
        "turn": scene["turn"],
        "pieces": pieces,
        "phase": scene.get("phase", ""),
        "battles": scene.get("battles", []),
        "marks": scene.get("marks", []),
    }
    view = {**table["view"], "verdict": "", "question": None, **change["view"], "scene": {**old, **new, **parts}}
    told = [*table["log"]["lines"][: change["log"]["from"] - table["log"]["from"]], *change["log"]["lines"]][-60:]
    log = {"from": change["log"]["count"] - len(told), "count": change["log"]["count"], "lines": told}
    rest = {name: value for name, value in change.items() if name != "since"}
    return {**table, **EMPTY, **rest, "view": view, "log": log}


def same(table: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two tables tell the same; who is online may have changed between them."""
    for one, two in ((table, other), (other, table)):
        for name, value in one.items():
            assert name in two, name
            assert value == two[name], name
    return True


def listen(player: Player, heard: list[dict[str, Any]], stop: threading.Event) -> threading.Thread:
    """Listen to the doorbell of a table until it ends, or until it rings after `stop` is set."""

    def run() -> None:
        with (
            httpx.Client(base_url=player.client.base_url, trust_env=False, timeout=30) as client,
            client.stream("GET", f"{player.path}/live", headers=player.headers) as stream,
        ):
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    heard.append(msgspec.json.decode(line.removeprefix("data: ")))
                if stop.is_set():
                    return

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@contextmanager
def running(
    store: str, settings: Settings | None = None, *, wait: bool = False, key: Path | None = None
) -> Iterator[Room]:
    """A server in a thread of this process; its store must be there, unless it is to wait for it."""
    found = find_store(store, key) if wait else open_store(store, key)
    try:
        hall = Hall(found, settings or Settings(rate=0, quiet=0.0))
    except BaseException:
        found.close()
        raise
    listening = listen_anywhere()
    server = Server(hall)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        wait_until(lambda: server.started)
        with Room(f"http://127.0.0.1:{listening.getsockname()[1]}", hall) as room:
            yield room
    finally:
        server.stop()
        thread.join(60)
        listening.close()
        assert not thread.is_alive()


class Process:
    """A server in a process of its own, which can be killed."""

    def __init__(self, store: str, port: int, *words: str) -> None:
        command = [sys.executable, "-m", "westfront", "--add", FORD, "serve", "--no-browser", "--rate", "0"]
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [*command, "--port", str(port), "--store", store, *words],
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        wait_until(self._answers)

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.process.communicate()[0].decode()
        try:
            return httpx.get(f"{self.url}/health", trust_env=False).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """As when the power goes."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> str:
        """As it is meant to end; what it has printed."""
        self.process.send_signal(signal.SIGINT)
        printed = self.process.communicate(timeout=180)[0].decode()
        assert self.process.returncode == 0, printed
        return printed


def free_port() -> int:
    """A port that stays free until it is used: none of those that the system gives to whoever asks for any."""
    while True:
        port = 10_000 + secrets.randbelow(20_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def wait_until(holds: Any, seconds: float = 300) -> None:
    """Wait for something, but not for ever; the machine may be very busy."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "this did not come about in time"
        time.sleep(0.01)
