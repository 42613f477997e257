"""A line to PostgreSQL that can be cut between any two messages."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType

LISTENS = b"LISTEN westfront"


class Proxy:
    """Passes on messages of the database's protocol, one at a time, until it is told to cut the line."""

    def __init__(self, folder: Path) -> None:
        self._socket = str(folder / ".s.PGSQL.5432")
        self._server = socket.create_server(("127.0.0.1", 0))
        self._lock, self._lines = threading.Lock(), set[socket.socket]()
        self.left, self.trips, self.is_up = -1, 0, True
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, url: str) -> str:
        """The same database through this line."""
        database = re.match(r"postgresql://westfront@/(\w+)", url)
        assert database is not None
        port = self._server.getsockname()[1]
        return f"postgresql://westfront@127.0.0.1:{port}/{database[1]}?sslmode=disable&gssencmode=disable"

    def arm(self, left: int) -> None:
        """After so many messages, in either direction, a line is cut instead of passing the next one on."""
        with self._lock:
            self.left, self.trips = left, 0

    def mend(self) -> None:
        """All lines are well from now on."""
        with self._lock:
            self.left = -1

    def cut(self) -> None:
        """Cut all lines that are open."""
        with self._lock:
            lines = list(self._lines)
        for line in lines:
            _shut(line)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            if not self.is_up:
                client.close()
                continue
            database = socket.socket(socket.AF_UNIX)
            database.connect(self._socket)
            with self._lock:
                self._lines |= {client, database}
            line = _Line(self, client, database)
            for way in (line.there, line.back):
                threading.Thread(target=way, daemon=True).start()

    def passes(self) -> bool:
        """Whether the next message goes through."""
        with self._lock:
            if self.left < 0:
                return True
            self.left -= 1
            if self.left >= 0:
                return True
            self.trips += 1
            return False

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.close()
        self.cut()


class _Line:
    """One connection; the one on which the store listens is left alone, since its messages come at any time."""

    def __init__(self, proxy: Proxy, client: socket.socket, database: socket.socket) -> None:
        self._proxy, self._client, self._database = proxy, client, database
        self._listens = False

    def there(self) -> None:
        self._carry(self._client, self._database, begins=True)

    def back(self) -> None:
        self._carry(self._database, self._client, begins=False)

    def _carry(self, from_: socket.socket, to: socket.socket, begins: bool) -> None:
        try:
            while message := _message(from_, begins):
                begins = False
                self._listens = self._listens or LISTENS in message
                if not self._listens and not self._proxy.passes():
                    break
                to.sendall(message)
        except OSError:
            pass
        for line in (from_, to):
            _shut(line)


def _message(line: socket.socket, begins: bool) -> bytes:
    """The next message: a letter and a length, but for the very first."""
    head = _exactly(line, 4 if begins else 5)
    length = int.from_bytes(head[-4:]) - 4
    return head + _exactly(line, length) if head else b""


def _exactly(line: socket.socket, length: int) -> bytes:
    data = b""
    while len(data) < length:
        piece = line.recv(length - len(data))
        if not piece:
            return b""
        data += piece
    return data


def _shut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()
