"""Processes for work that would keep everybody else waiting. Bytes go there and come back; what overruns is ended."""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import LifoQueue

from westfront.engine.rules import games

Work = Callable[[bytes], bytes]
"""What is done there; it must be a function that another process can import, and must not raise."""
STARTING = 120.0
"""Seconds that a process has to start, on a machine however busy."""
LONGEST = 64_000_000
NICE = 5
"""How far they give way to the server itself."""


class Died(Exception):
    """The process has gone in the middle of its work."""


class Processes:
    """So many processes at most, each started when it is first needed and kept."""

    def __init__(self, most: int, work: Work) -> None:
        self._work, self._closed = work, False
        self._lock, self._all = threading.Lock(), set[_Process]()
        self._free: LifoQueue[_Process | None] = LifoQueue()
        for _ in range(most):
            self._free.put(None)

    def ask(self, data: bytes, seconds: float) -> bytes:
        """What comes back, or TimeoutError when the time is over, or Died."""
        process, answer = self._free.get(), None
        try:
            process = process or self._start()
            answer = process.ask(data, seconds)
            return answer
        except TimeoutError:
            raise
        except (OSError, EOFError):
            raise Died from None
        finally:
            if answer is None and process is not None:
                self._end(process)
            self._free.put(None if answer is None else process)

    def numbers(self) -> list[int]:
        """The numbers by which the system knows those that are there now."""
        with self._lock:
            return [pid for one in self._all if (pid := one.process.pid) is not None]

    def _start(self) -> _Process:
        with self._lock:
            if self._closed:
                raise EOFError
            process = _Process(self._work)
            self._all.add(process)
        return process

    def _end(self, process: _Process) -> None:
        with self._lock:
            if process not in self._all:  # closing has it in its hands
                return
            self._all.discard(process)
        process.end()

    def close(self) -> None:
        """End them all, whatever they do."""
        with self._lock:
            self._closed, processes, self._all = True, self._all, set()
        for process in processes:
            process.end()


class _Process:
    """One process and the line to it."""

    def __init__(self, work: Work) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._line, theirs = spawn.Pipe()
        modules = sorted({game.__module__ for game in games()})
        self.process = spawn.Process(target=_serve, args=(theirs, work, modules), daemon=True)
        self.process.start()
        theirs.close()
        self._is_ready = False

    def ask(self, data: bytes, seconds: float) -> bytes:
        if not self._is_ready:
            self._hear(STARTING)
            self._is_ready = True
        self._line.send_bytes(data)
        return self._hear(seconds)

    def _hear(self, seconds: float) -> bytes:
        if not self._line.poll(seconds):
            raise TimeoutError
        return self._line.recv_bytes(LONGEST)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self._line.close()


# -- in the process


def _serve(line: Connection, work: Work, modules: list[str]) -> None:
    """Work until the server goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process in its turn
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    for module in modules:
        importlib.import_module(module)
    gc.freeze()  # what is loaded stays: no collection need go through it
    line.send_bytes(b"ready")
    while True:
        try:
            data = line.recv_bytes()
        except EOFError:
            return
        line.send_bytes(work(data))


def _end_with_the_server() -> None:
    """However the server ends, what is done here does not outlive it."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
