"""Processes in which machines think. What goes there and comes back is text; one that overruns its time is ended."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import LifoQueue

import msgspec

from westfront.bots import Bot
from westfront.engine.rules import games
from westfront.engine.world import Seat

Players = Callable[[], dict[str, Callable[[str], Bot]]]
STARTING = 120.0
"""Seconds that a process has to start, on a machine however busy."""
GRACE = 1.5
"""A machine is ended when it has had this many times the seconds it was told."""
LONGEST = 1_000_000


class Question(msgspec.Struct, frozen=True):
    """Who is to think about what, for how many seconds: a player by name, made from a seed, at a seat in text."""

    player: str
    seed: str
    seat: str
    seconds: float


class Thought(msgspec.Struct, frozen=True):
    """The actions of a plan as text, or why there are none."""

    actions: list[str]
    trouble: str = ""


class Thinkers:
    """So many processes at most, each started when it is first needed and kept."""

    def __init__(self, most: int, players: Players) -> None:
        self._players, self._closed = players, False
        self._lock, self._all = threading.Lock(), set[_Thinker]()
        self._free: LifoQueue[_Thinker | None] = LifoQueue()
        for _ in range(most):
            self._free.put(None)

    def ask(self, question: Question) -> Thought:
        """What a machine answers, within its time or not at all."""
        thinker, thought = self._free.get(), None
        try:
            thinker = thinker or self._start()
            thought = thinker.ask(question)
            return thought
        except TimeoutError:
            return Thought([], f"no answer in {question.seconds:g} seconds")
        except (OSError, EOFError):
            return Thought([], "its process has died")
        finally:
            if thought is None and thinker is not None:
                self._end(thinker)
            self._free.put(thinker if thought else None)

    def processes(self) -> list[int]:
        """The numbers of the processes that are there now."""
        with self._lock:
            return [pid for thinker in self._all if (pid := thinker.process.pid) is not None]

    def _start(self) -> _Thinker:
        with self._lock:
            if self._closed:
                raise EOFError
            thinker = _Thinker(self._players)
            self._all.add(thinker)
        return thinker

    def _end(self, thinker: _Thinker) -> None:
        with self._lock:
            self._all.discard(thinker)
        thinker.end()

    def close(self) -> None:
        """End them all, whatever they think about."""
        with self._lock:
            self._closed, thinkers = True, list(self._all)
        for thinker in thinkers:
            thinker.end()


class _Thinker:
    """One process and the line to it."""

    def __init__(self, players: Players) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._line, theirs = spawn.Pipe()
        modules = sorted({game.__module__ for game in games()})
        self.process = spawn.Process(target=_think, args=(theirs, players, modules), daemon=True, name="thinker")
        self.process.start()
        theirs.close()
        self._ready = False

    def ask(self, question: Question) -> Thought:
        if not self._ready:
            self._hear(STARTING)
            self._ready = True
        self._line.send_bytes(msgspec.json.encode(question))
        return msgspec.json.decode(self._hear(question.seconds * GRACE), type=Thought)

    def _hear(self, seconds: float) -> bytes:
        if not self._line.poll(seconds):
            raise TimeoutError
        return self._line.recv_bytes(LONGEST)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self._line.close()


# -- in the process


def _think(line: Connection, players: Players, modules: list[str]) -> None:
    """Answer questions until the server goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process in its turn
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    for module in modules:
        importlib.import_module(module)
    line.send_bytes(b"ready")
    while True:
        try:
            asked = line.recv_bytes()
        except EOFError:
            return
        line.send_bytes(msgspec.json.encode(_answer(msgspec.json.decode(asked, type=Question), players)))


def _end_with_the_server() -> None:
    """However the server ends, a machine in the middle of a thought does not outlive it."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _answer(question: Question, players: Players) -> Thought:
    try:
        seat = Seat.read(question.seat)
        plan = players()[question.player](question.seed).choose(seat, question.seconds)
        return Thought([seat.rules.grammar.text(action) for action in plan.actions])
    except Exception as error:
        return Thought([], f"{type(error).__name__}: {error}")
