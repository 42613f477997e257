"""Starting the server."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from westfront.errors import WestfrontError
from westfront.server.app import make_app
from westfront.server.hall import Hall
from westfront.server.lines import Config
from westfront.server.refusal import sentence
from westfront.server.rows import Unreachable
from westfront.server.settings import HOST, Settings, find_store
from westfront.server.store import Store

QUEUE = 1024
"""How many connections may wait to be let in."""
SWEEP = 20_000
"""How many new objects make up a sweep for garbage: hardly any is left lying, and sweeps keep everybody waiting."""
SWITCH = 0.0005
"""Seconds for which a thread works on while another waits: a request changes threads a few times."""


class Server(uvicorn.Server):
    """Ends the live streams when it is told to stop, so that nothing keeps it waiting."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(Config(make_app(hall), hall.connections, hall.settings.proxies))
        self._hall = hall

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen. To asyncio the length of the queue is how many it lets in at a time as well; here they differ."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(QUEUE)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the end; a thread with much to do lets others in soon, and what is loaded is swept no more."""
        sys.setswitchinterval(SWITCH)
        gc.freeze()
        gc.set_threshold(SWEEP)
        super().run(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop; a second one changes nothing, since the end is near and comes in order."""
        self.stop()

    def stop(self) -> None:
        """Finish what is under way, and end."""
        self._hall.doorbell.close()
        self.should_exit = True


def serve(
    settings: Settings, url: str, key: Path | None, say: Callable[[str], None], *, browser: bool, any_port: bool
) -> None:
    """Serve until told to stop; if the port is taken another one will do, where that is allowed."""
    listening = _listen(settings, say, any_port)
    try:
        found = _store(url, key, say)
        try:
            hall = Hall(found, settings)
        except BaseException:
            found.close()
            raise
    except BaseException:
        listening.close()
        raise
    url = f"http://{_in_url(settings.host)}:{listening.getsockname()[1]}/"
    say(f"Westfront is at {url} (stop it with Ctrl-C).")
    if browser:
        threading.Timer(0.5, webbrowser.open, [url]).start()
    Server(hall).run(sockets=[listening])


def _store(url: str, key: Path | None, say: Callable[[str], None]) -> Store:
    """The store; a database that is not there yet is waited for."""
    store = find_store(url, key)
    try:
        store.open()
        if lost := store.lost_dice():
            say(lost)
    except Unreachable as error:
        say(f"{sentence(str(error))} The server waits for it.")
    except BaseException:
        store.close()
        raise
    return store


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listen(settings: Settings, say: Callable[[str], None], any_port: bool) -> socket.socket:
    """The socket to listen at."""
    try:
        return _bound(settings.host, settings.port)
    except OSError as error:
        if not any_port:
            raise WestfrontError(f"cannot listen at {settings.host}:{settings.port}: {error.strerror}") from None
    try:
        found = _bound(settings.host, 0)
    except OSError as error:
        raise WestfrontError(f"cannot listen at {settings.host}: {error.strerror}") from None
    say(f"Port {settings.port} is taken, so this one has another.")
    return found


def listen_anywhere() -> socket.socket:
    """A socket of this machine at a port that nobody has."""
    return _bound(HOST, 0)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only of a socket that says it is TCP does asyncio switch off the delay of small packets: 40 ms for each answer.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(QUEUE)
    except OSError:
        made.close()
        raise
    return made
