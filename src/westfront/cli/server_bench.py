"""The benchmark of the server: a process of its own, asked over real sockets by clients that behave like the page.

Fifty players act while two hundred tables lie idle with somebody looking at each; then the same while one address does
its worst; then as many actions as go through, with what each costs; then a crowd at one table, and the memory of games
that nobody looks at. Each visitor has an address of his own and the limits are those that a server has.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
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
from typing import NamedTuple

from westfront.cli.bench import Figure
from westfront.cli.bench_attack import attack
from westfront.cli.bench_clients import OPENINGS, Line, Pair, address, new_key, new_pair
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.errors import WestfrontError
from westfront.server import errands
from westfront.server.limits import most_connections
from westfront.server.rows import Seat
from westfront.server.sqlite import SqliteStore
from westfront.server.tables import new_row, standing

PAIRS = 25
SECONDS = 10.0
PACE = 1.0
"""Seconds between the actions of one game."""
TABLES = 200
"""How many tables lie idle, with one player looking at each."""
CROWD, AT_ONE_ADDRESS = 2000, 40
WRITERS = 32
SERVER_FIGURES = 4 + 7 * len(OPENINGS)
ACTIONS, MACHINES = 300, 4
"""So many actions of one game are timed while machines think at so many other tables."""
WARM, IDLE = 100, 400


def server_figures(args: Namespace) -> Iterator[Figure]:
    """All measurements of the server, one after another."""
    most_connections()
    yield store_figure()
    for game in OPENINGS:
        with _serving(args) as (port, pid):
            yield from _waiting_figures(game, port)
            yield from _cost_figures(game, port, pid)
    with _serving(args, "--rate", "0") as (port, pid):
        yield Figure("server.idle", asyncio.run(_idle(port, pid)), "KB/game", note=f"{IDLE} games, opened and left")
        yield asyncio.run(_thinking_figure(port))
        slowest = asyncio.run(_crowd(port))
        yield Figure(
            "server.crowd", round(slowest * 1000, 1), "ms", note=f"the slowest action before {CROWD} who watch"
        )


class Waits(NamedTuple):
    """Seconds until each action was answered, and until the other side saw it."""

    action: list[float]
    seen: list[float]


def _p95(seconds: list[float]) -> float:
    return round(statistics.quantiles(seconds, n=100)[94] * 1000, 1)


def _waiting_figures(game: str, port: int) -> Iterator[Figure]:
    """How long actions take, in peace and while one address does its worst."""
    quiet = asyncio.run(_live_games(port, game, 0))
    attacker = multiprocessing.get_context("spawn").Process(target=attack, args=(port,), daemon=True)
    attacker.start()
    try:
        attacked = asyncio.run(_live_games(port, game, 1))
        if not attacker.is_alive():
            raise WestfrontError("the attack of the benchmark broke off")
    finally:
        attacker.terminate()
        attacker.join()
    note = f"{2 * PAIRS} players, {TABLES} idle tables, {len(quiet.action)} actions"
    yield Figure(f"server.{game}.action.p95", _p95(quiet.action), "ms", note=note)
    yield Figure(f"server.{game}.seen.p95", _p95(quiet.seen), "ms", note="sent, and seen by the other side")
    for name, before, after in (("action", quiet.action, attacked.action), ("seen", quiet.seen, attacked.seen)):
        ratio = round(_p95(after) / _p95(before), 2)
        yield Figure(f"server.{game}.attacked.{name}.p95", _p95(after), "ms", ratio, "times as long under attack")


def _cost_figures(game: str, port: int, pid: int) -> Iterator[Figure]:
    """What an action costs where as many as can be go through."""
    done = asyncio.run(_closed_loop(port, game, pid))
    rate = round(done.actions / done.seconds)
    yield Figure(f"server.{game}.actions", rate, "actions/s", note=f"over HTTP, {PAIRS} games")
    note = f"for each action, with {done.looks / done.actions:.2f} looks of the other side"
    yield Figure(f"server.{game}.processor", round(done.processor / done.actions, 2), "ms", note=note)
    yield Figure(f"server.{game}.answer", round(done.size / done.actions), "bytes", note="for each action")


@contextmanager
def _serving(args: Namespace, *words: str) -> Iterator[tuple[int, int]]:
    """A server of its own on an empty store: its port and process."""
    with tempfile.TemporaryDirectory() as folder:
        from westfront.server.serve import listen_anywhere  # here, as its libraries may be missing

        with closing(listen_anywhere()) as found:
            port: int = found.getsockname()[1]
        added = [word for path in args.add for word in ("--add", path)]
        options = ["--no-browser", "--port", str(port), "--store", str(Path(folder) / "bench.db"), *words]
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


async def _live_games(port: int, game: str, round_: int) -> Waits:
    """Games with an action every second in each, beside tables where nothing happens."""
    numbers = range(round_ * 1000, round_ * 1000 + PAIRS)
    idle = [await new_pair(port, game, 3, number) for number in range(round_ * 1000, round_ * 1000 + TABLES)]
    pairs = [await new_pair(port, game, 1, number) for number in numbers]
    looking = [*(pair.players[0] for pair in idle), *(player for pair in pairs for player in pair.players)]
    listening = [asyncio.create_task(player.listen()) for player in looking]
    waits, end = Waits([], []), perf_counter() + SECONDS

    async def play(pair: Pair, delay: float) -> None:
        await asyncio.sleep(delay)
        while perf_counter() < end and (actor := pair.actor):
            begun, before = perf_counter(), actor.number
            await actor.act(pair.choice(actor))
            waits.action.append(perf_counter() - begun)
            await pair.other(actor).sees(before + 1)
            waits.seen.append(perf_counter() - begun)
            await asyncio.sleep(PACE)

    await asyncio.gather(*(play(pair, place / PAIRS * PACE) for place, pair in enumerate(pairs)))
    await _leave(listening, [*idle, *pairs])
    return waits


async def _leave(listening: list[asyncio.Task[None]], pairs: list[Pair]) -> None:
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    for pair in pairs:
        pair.close()


class Done(NamedTuple):
    """Accepted actions of all games together, looks of whoever is asked next, bytes of the answers, and the cost."""

    actions: int
    looks: int
    size: int
    seconds: float
    processor: float
    """Milliseconds of the server."""


async def _closed_loop(port: int, game: str, pid: int) -> Done:
    """As many actions as go through, once the tables are made."""
    pairs = [await new_pair(port, game, 2, number) for number in range(PAIRS)]
    begun, before, actions, looks, size = perf_counter(), _spent(pid), 0, 0, 0

    async def play(pair: Pair) -> None:
        nonlocal actions, looks, size
        while perf_counter() < begun + SECONDS and (actor := pair.actor):
            before = actor.line.received
            await actor.act(pair.choice(actor))
            actions += 1
            size += actor.line.received - before
            if not actor.offers:
                looks += 1
                await pair.other(actor).look()

    await asyncio.gather(*(play(pair) for pair in pairs))
    done = Done(actions, looks, size, perf_counter() - begun, _spent(pid) - before)
    await _leave([], pairs)
    return done


async def _thinking_figure(port: int) -> Figure:
    """How long actions take beside machines that think, each at a table of its own."""
    pair = await new_pair(port, "michel", 7, 0)
    alone = await _timed(pair)
    tables = [await _with_machine(port, number) for number in range(MACHINES)]
    while not any([(await line.ask("GET", path))["thinks"] for line, path in tables]):
        await asyncio.sleep(PACE / 10)
    beside = await _timed(pair)
    for line, _ in tables:
        line.close()
    pair.close()
    note = f"times as long while machines think at {MACHINES} tables"
    return Figure("server.thinking.action.p95", _p95(beside), "ms", round(_p95(beside) / _p95(alone), 2), note)


async def _with_machine(port: int, number: int) -> tuple[Line, str]:
    """A table at which a machine thinks at once, and where to ask whether it does."""
    here = address(8, number)
    opening = Line(port, address=here)
    body = {"game": "michel", "seats": {"german": "machine:staff", "allied": "me"}, "key": new_key()}
    made = await opening.ask("POST", "/api/tables", body)
    opening.close()
    return Line(port, made["tokens"]["mine"], here), f"/api/tables/{made['table']}/thinking"


async def _timed(pair: Pair) -> list[float]:
    """Seconds for each of some actions, one after another."""
    found: list[float] = []
    while len(found) < ACTIONS and (actor := pair.actor):
        begun = perf_counter()
        await actor.act(pair.choice(actor))
        found.append(perf_counter() - begun)
        if not actor.offers:
            await pair.other(actor).look()
    return found


async def _crowd(port: int) -> float:
    """The longest that an action takes with a crowd that listens at its table."""
    pair = await new_pair(port, "michel", 4, 0)
    lines = [Line(port, pair.watch, address(5, n // AT_ONE_ADDRESS)) for n in range(CROWD)]
    heard = [asyncio.Event() for _ in lines]

    async def watch(line: Line, event: asyncio.Event) -> None:
        reader = await line.send("GET", f"/api/tables/{pair.table}/live")
        while text := await reader.readline():
            if text.startswith(b"data: "):
                event.set()

    listening = [asyncio.create_task(watch(*one)) for one in zip(lines, heard, strict=True)]
    await asyncio.gather(*(event.wait() for event in heard))
    slowest = 0.0
    for _ in range(5):
        assert pair.actor is not None
        begun = perf_counter()
        await pair.actor.act(pair.choice(pair.actor))
        slowest = max(slowest, perf_counter() - begun)
    await _leave(listening, [pair])
    for line in lines:
        line.close()
    return slowest


async def _idle(port: int, pid: int) -> float:
    """Kilobytes of memory for each further game that was opened and left."""
    before = 0.0
    for number in range(WARM + IDLE):
        if number == WARM:
            before = _memory(pid)
        pair = await new_pair(port, "michel", 6, number)
        assert pair.actor is not None
        await pair.actor.act(pair.choice(pair.actor))
        pair.close()
    return round((_memory(pid) - before) / IDLE, 1)


def _memory(pid: int) -> float:
    """Resident memory of a process in kilobytes."""
    lines = _process(pid, "status").splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS:")))


def _spent(pid: int) -> float:
    """Milliseconds of the processor that a process has taken."""
    user, system = _process(pid, "stat").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) * 1000 / os.sysconf("SC_CLK_TCK")


def _process(pid: int, file: str) -> str:
    try:
        return Path(f"/proc/{pid}/{file}").read_text()
    except OSError:
        raise WestfrontError("what a process takes can be measured on Linux only") from None


def store_figure() -> Figure:
    """Accepted actions a second through the store alone, each played by the rules, with full sync on commit."""
    with tempfile.TemporaryDirectory() as folder, closing(SqliteStore(Path(folder) / "bench.db")) as store:
        matches = [Match.new("michel", seed=writer) for writer in range(WRITERS)]
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
