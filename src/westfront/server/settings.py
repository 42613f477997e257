"""What can be set about a server."""

from __future__ import annotations

import os
import re
from pathlib import Path

from msgspec import Struct

from westfront.server.rows import StoreError
from westfront.server.sqlite import SqliteStore
from westfront.server.store import Store

PORT = 1918
HOST = "127.0.0.1"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
POSTGRES = ("postgresql://", "postgres://")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
"""How an address begins that is no path; a single letter would be a Windows drive."""


class Settings(Struct, frozen=True):
    """What can be set, with the defaults."""

    host: str = HOST
    port: int = PORT
    public_url: str = ""
    """Where the world finds this server, for links in notices and behind a proxy."""
    keep: int = 64
    """How many matches stay in memory."""
    rate: float = 50.0
    """Requests a second for each address and each token, with ten seconds' worth saved up; 0 is no limit."""
    connections_each: int = 100
    """How many connections one address may have."""
    streams: int = 5000
    """How many live streams may be open."""
    streams_each: int = 40
    """How many of them one address may have."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are believed when they say for whom they ask."""
    quiet: float = 30.0
    """Seconds before a side is told that it is its turn."""
    think: float = 10.0
    """Seconds that a machine has for an answer."""
    smtp: str = ""
    """The server for e-mail: smtp://USER:PASSWORD@HOST:PORT, or smtps://."""
    mail_from: str = ""

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK

    @property
    def sends_email(self) -> bool:
        """Whether notices can go by e-mail; a letter carries links, so others must be able to find the server."""
        return bool(self.smtp and self.mail_from and self.public_url)


def default_store() -> str:
    """The file in the user's data folder."""
    return str(_data_folder() / "westfront.db")


def _data_folder() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "westfront"


def open_store(url: str, key: Path | None = None) -> Store:
    """The store of an address, ready to use: postgresql://..., sqlite:PATH, or just the path of a file."""
    store = find_store(url, key)
    try:
        store.open()
    except BaseException:
        store.close()
        raise
    return store


def find_store(url: str, key: Path | None = None) -> Store:
    """The store of an address; a database may still have to come up.

    The key of its dice lies beside a file, and for a database in the user's data folder, unless it is told where.
    """
    path = store_file(url)
    if path is not None:
        return SqliteStore(path, key)
    try:
        from westfront.server.postgres import PostgresStore
    except ImportError:
        raise StoreError("PostgreSQL needs the package psycopg: pip install 'westfront[postgres]'") from None
    return PostgresStore(url, key or _data_folder() / "westfront.key")


def store_file(url: str) -> Path | None:
    """The file that an address names, or None for a PostgreSQL database; any other address is refused.

    What follows `sqlite:///` is a path: `sqlite:///tables.db` lies in this folder, `sqlite:////srv/tables.db` in /srv.
    """
    if url.startswith(POSTGRES):
        return None
    path = url.removeprefix("sqlite:///") if url.startswith("sqlite:///") else url.removeprefix("sqlite:")
    if SCHEME.match(path) or (url.startswith("sqlite:") and path.startswith("//")):
        raise StoreError(f"a store is FILE, sqlite:FILE or postgresql://..., not {url.partition(':')[0][:40]}:...")
    if not path:
        raise StoreError(f"{url} names no file")
    return Path(path)
