"""The benchmark of the server: a process of its own, asked over real sockets by clients written with streams alone.

Fifty games, each with two clients that listen at the doorbell and fetch the whole view when it rings; then as many
actions as go through; then the memory of games that nobody looks at.
"""

from __future__ import annotations

import asyncio
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from westfront.cli.bench import Figure
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.errors import WestfrontError
from westfront.server import errands
from westfront.server.sqlite import SqliteStore
from westfront.server.store import Seat
from westfront.server.tables import new_row, standing

GAME = "michel"
GAMES = 50
SECONDS = 10.0
PACE = 1.0
"""Seconds between the actions of one game."""
WRITERS = 32
WARM, IDLE = 100, 400


def server_figures(args: Namespace) -> Iterator[Figure]:
    """All measurements of the server, one after another."""
    yield store_figure()
    with _serving(args) as (port, pid):
        latencies = asyncio.run(_live_games(port))
        ranked = statistics.quantiles(latencies, n=100)
        note = f"{GAMES} games of {GAME}, two live clients each, {len(latencies)} actions"
        yield Figure("server.update.p50", round(ranked[49] * 1000, 1), "ms", note=note)
        yield Figure("server.update.p95", round(ranked[94] * 1000, 1), "ms", note="sent to both clients updated")
        rate = asyncio.run(_closed_loop(port))
        yield Figure("server.actions", round(rate), "actions/s", note=f"over HTTP, {GAMES} games as fast as they can")
    with _serving(args) as (port, pid):
        yield Figure("server.idle", asyncio.run(_idle(port, pid)), "KB/game", note=f"{IDLE} games, opened and left")


@contextmanager
def _serving(args: Namespace) -> Iterator[tuple[int, int]]:
    """A server of its own on an empty store: its port and process."""
    with tempfile.TemporaryDirectory() as folder:
        from westfront.server.serve import listen_anywhere  # here, as its libraries may be missing

        with closing(listen_anywhere()) as found:
            port: int = found.getsockname()[1]
        added = [word for path in args.add for word in ("--add", path)]
        options = ["--no-browser", "--rate", "0", "--port", str(port), "--store", str(Path(folder) / "bench.db")]
        process = subprocess.Popen(
            [sys.executable, "-m", "westfront", *added, "serve", *options], stdout=subprocess.PIPE
        )
        with process:
            try:
                assert process.stdout is not None
                if not process.stdout.readline():
                    raise WestfrontError("the server for the benchmark did not start")
                yield port, process.pid
            finally:
                process.terminate()


class _Line:
    """One connection of HTTP that is kept open."""

    def __init__(self, port: int, token: str = "") -> None:
        self._port, self._token = port, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def _send(self, method: str, path: str, body: bytes) -> asyncio.StreamReader:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self._token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        return reader

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """One request and its answer."""
        reader = await self._send(method, path, msgspec.json.encode(body) if body is not None else b"")
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        answer = msgspec.json.decode(await reader.readexactly(length))
        if not head.startswith(b"http/1.1 200"):
            raise WestfrontError(f"the server refuses {method} {path}: {answer}")
        return answer

    async def rings(self, path: str) -> asyncio.StreamReader:
        """Open the doorbell."""
        return await self._send("GET", path, b"")

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()


class _Client:
    """A live client: fetches the whole view whenever the doorbell rings."""

    def __init__(self, port: int, table: str, token: str) -> None:
        self._path = f"/api/tables/{table}"
        self._bell, self._line = _Line(port, token), _Line(port, token)
        self.number = -1
        self.changed = asyncio.Condition()

    async def run(self) -> None:
        """Listen until cancelled."""
        reader = await self._bell.rings(f"{self._path}/live")
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    number = (await self._line.ask("GET", self._path))["number"]
                    async with self.changed:
                        self.number = number
                        self.changed.notify_all()
        finally:
            self._bell.close()
            self._line.close()

    async def sees(self, number: int) -> None:
        """Wait until the client shows a position."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.number >= number)


async def _table(line: _Line) -> tuple[str, str]:
    """A new game with both sides in one hand: table and token."""
    seats = {"german": "me", "allied": "me"}
    made = await line.ask("POST", "/api/tables", {"game": GAME, "seats": seats, "key": secrets.token_hex(16)})
    return made["table"], made["tokens"]["mine"]


def _answer(seen: dict[str, Any], lots: RepeatableRandom) -> dict[str, Any]:
    """A random answer to what is asked at a table."""
    offers = [offer["text"] for offer in seen["view"]["question"]["offers"]]
    return {"number": seen["number"], "action": offers[lots.below(len(offers))], "key": secrets.token_hex(16)}


async def _live_games(port: int) -> list[float]:
    """Seconds from each action to both clients of its game showing it."""
    found, ready, all_ready = list[float](), 0, asyncio.Event()

    async def play(game: int) -> None:
        nonlocal ready
        opening = _Line(port)
        table, token = await _table(opening)
        line, lots = _Line(port, token), RepeatableRandom(game)
        clients = [_Client(port, table, token) for _ in range(2)]
        tasks = [asyncio.create_task(client.run()) for client in clients]
        await asyncio.gather(*(client.sees(0) for client in clients))
        ready += 1
        if ready == GAMES:
            all_ready.set()
        await all_ready.wait()
        end = perf_counter() + SECONDS
        await asyncio.sleep(game / GAMES * PACE)
        while perf_counter() < end:
            body = _answer(await line.ask("GET", f"/api/tables/{table}"), lots)
            start = perf_counter()
            after = (await line.ask("POST", f"/api/tables/{table}/actions", body))["number"]
            await asyncio.gather(*(client.sees(after) for client in clients))
            found.append(perf_counter() - start)
            await asyncio.sleep(PACE)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        opening.close()
        line.close()

    await asyncio.gather(*(play(game) for game in range(GAMES)))
    return found


async def _closed_loop(port: int) -> float:
    """Accepted actions a second of all games together."""
    begun, accepted = perf_counter(), 0

    async def play(game: int) -> None:
        nonlocal accepted
        opening = _Line(port)
        table, token = await _table(opening)
        line, lots = _Line(port, token), RepeatableRandom(game)
        seen = await line.ask("GET", f"/api/tables/{table}")
        while perf_counter() < begun + SECONDS and not seen["over"]:
            seen = await line.ask("POST", f"/api/tables/{table}/actions", _answer(seen, lots))
            accepted += 1
        opening.close()
        line.close()

    await asyncio.gather(*(play(game) for game in range(GAMES)))
    return accepted / (perf_counter() - begun)


async def _idle(port: int, pid: int) -> float:
    """Kilobytes of memory for each further game that was opened and left."""
    line = _Line(port)
    before = 0.0
    for game in range(WARM + IDLE):
        if game == WARM:
            before = _memory(pid)
        table, token = await _table(line)
        seat = _Line(port, token)
        body = _answer(await seat.ask("GET", f"/api/tables/{table}"), RepeatableRandom(game))
        await seat.ask("POST", f"/api/tables/{table}/actions", body)
        seat.close()
    line.close()
    return round((_memory(pid) - before) / IDLE, 1)


def _memory(pid: int) -> float:
    """Resident memory of a process in kilobytes."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        raise WestfrontError("the memory of a process can be measured on Linux only") from None
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS:")))


def store_figure() -> Figure:
    """Accepted actions a second through the store alone, each played by the rules, with full sync on commit."""
    with tempfile.TemporaryDirectory() as folder, closing(SqliteStore(Path(folder) / "bench.db")) as store:
        matches = [Match.new(GAME, seed=writer) for writer in range(WRITERS)]
        seats = {side: Seat("person") for side in matches[0].rules.sides}
        ids = [f"bench{writer:07d}" for writer in range(WRITERS)]
        rows = [new_row(errands.begun(match), seats, id_, "", id_, "") for match, id_ in zip(matches, ids, strict=True)]
        for row, match in zip(rows, matches, strict=True):
            store.create(row, (), match.entries)
        counts, begun = [0] * WRITERS, perf_counter()

        def write(writer: int) -> None:
            match, row, lots = matches[writer], rows[writer], RepeatableRandom(writer)
            while perf_counter() < begun + SECONDS / 2 and not match.over:
                before, codes = match.number, match.decision.actions
                match.play(codes[lots.below(len(codes))])
                row = store.append(row, match.entries[before:], standing(match, seats), None)
                counts[writer] += 1

        threads = [threading.Thread(target=write, args=(i,)) for i in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        rate = sum(counts) / (perf_counter() - begun)
    return Figure("store.actions", round(rate), "actions/s", note=f"SQLite, full sync, {WRITERS} games at once")
