"""One address that does its worst to a server, within what the server lets one address do."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress

from westfront.cli.bench_clients import HOST, Line, new_key
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.errors import WestfrontError
from westfront.server.limits import most_connections

FROM = "127.9.9.9"
SLICE = 2.0
"""Seconds for each kind of attack, over and over."""
ACTIONS = 300
NICE = 10
SEATS = {"german": "me", "allied": "me"}
TROUBLE = (WestfrontError, OSError, asyncio.IncompleteReadError, ValueError)


def attack(port: int) -> None:
    """Go on until the process is ended.

    An attacker has a machine of his own: here he gives way, so that what is measured is what he does to the server.
    """
    if hasattr(os, "nice"):
        os.nice(NICE)
    most_connections()
    asyncio.run(_Attacker(port).run())


def finished_game() -> str:
    """The record of a game of some length that is over, so that it can be verified."""
    match, lots = Match.new("michel", seed=1), RepeatableRandom(1)
    while match.number < ACTIONS:
        match.play(match.decision.actions[lots.below(len(match.decision.actions))])
    match.resign(match.decision.side)
    return match.record()


class _Attacker:
    def __init__(self, port: int) -> None:
        self._port, self._record = port, finished_game()
        self._table, self._token = "", ""

    async def run(self) -> None:
        """Silent connections, slow heads, records to import, end pages, streams; then all of it again."""
        while not self._table:
            with suppress(*TROUBLE):
                await self._import()
        kinds = ((1100, self._silent), (100, self._slow), (60, self._import), (60, self._end), (2000, self._listen))
        while True:
            for count, one in kinds:
                await self._many(count, one)

    async def _many(self, count: int, one: Callable[[], Awaitable[None]]) -> None:
        """So many of them at once; whatever has not ended with the time is broken off."""

        async def quietly() -> None:
            with suppress(*TROUBLE):
                await one()
                await asyncio.sleep(SLICE)

        tasks = [asyncio.create_task(quietly()) for _ in range(count)]
        await asyncio.wait(tasks, timeout=SLICE)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ask(self, method: str, path: str, body: object = None) -> None:
        line = Line(self._port, self._token, FROM)
        try:
            answer = await line.ask(method, path, body)
            if "tokens" in answer:
                self._table, self._token = answer["table"], answer["tokens"]["mine"]
        finally:
            line.close()

    async def _import(self) -> None:
        await self._ask("POST", "/api/tables/import", {"record": self._record, "seats": SEATS, "key": new_key()})

    async def _end(self) -> None:
        await self._ask("GET", f"/api/tables/{self._table}/end")

    async def _listen(self) -> None:
        line = Line(self._port, self._token, FROM)
        try:
            reader = await line.send("GET", f"/api/tables/{self._table}/live")
            while await reader.readline():
                continue
        finally:
            line.close()

    async def _silent(self) -> None:
        await self._drip(b"")

    async def _slow(self) -> None:
        await self._drip(b"X")

    async def _drip(self, letter: bytes) -> None:
        """A request whose head never ends, or never even begins."""
        _, writer = await asyncio.open_connection(HOST, self._port, local_addr=(FROM, 0))
        try:
            while True:
                writer.write(letter)
                await writer.drain()
                await asyncio.sleep(0.1)
        finally:
            writer.close()
