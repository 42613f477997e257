"""The store in PostgreSQL: several server processes on one database, which tells each of them what the others do."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import psycopg

from westfront.server.keys import KeyFile
from westfront.server.pool import Pool
from westfront.server.rows import Row, StoreError, T, Unreachable
from westfront.server.store import TABLES, Execute, Store

log = logging.getLogger("westfront.store")
CONNECTIONS = 8
PIECE = 500
CHANNEL = "westfront"
LATCH = 1918_1111
"""The lock under which processes that start together make the tables one after another."""

Connection = psycopg.Connection[Row]


@lru_cache(maxsize=256)
def _marked(sql: str) -> str:
    """Our statements with the marks of this database; none of them holds a question mark or a percent sign itself."""
    return sql.replace("?", "%s")


class PostgresStore(Store):
    """A database at a URL."""

    def __init__(self, url: str, key: Path) -> None:
        self._url, self.key = url, KeyFile(key)
        self._pool: Pool[Connection] = Pool(self._connect, CONNECTIONS)
        self._closing = threading.Event()
        self._listener: threading.Thread | None = None
        self._is_ready = False

    def open(self) -> None:
        """Make the tables, if the database is there."""
        if not self._is_ready:
            self.prepare()
            self._is_ready = True

    def _connect(self) -> Connection:
        try:
            return psycopg.connect(self._url, autocommit=True, connect_timeout=5)
        except psycopg.Error as error:
            raise Unreachable(f"the database cannot be reached: {_first_line(error)}") from None

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of one question."""
        try:
            with self._pool.lend() as connection:
                return connection.execute(_marked(sql), values).fetchall()
        except psycopg.Error as error:
            raise StoreError(f"the database cannot be read: {_first_line(error)}") from None

    def write(self, work: Callable[[Execute], T]) -> T:
        """Do some work in one transaction."""
        failed: Exception | None = None
        try:
            with self._pool.lend() as connection:
                try:
                    with connection.transaction():
                        return work(_execute_on(connection))
                except psycopg.Error:
                    raise
                except Exception as error:
                    failed = error
        except psycopg.Error as error:
            raise StoreError(f"the database cannot be written: {_first_line(error)}") from None
        assert failed is not None
        raise failed

    def prepare(self) -> None:
        """Make the tables of a new store, one process after another."""
        try:
            with self._pool.lend() as connection:
                connection.execute("SELECT pg_advisory_lock(%s)", (LATCH,))
                try:
                    super().prepare()
                finally:
                    connection.execute("SELECT pg_advisory_unlock(%s)", (LATCH,))
        except psycopg.Error as error:
            raise Unreachable(f"the database cannot be reached: {_first_line(error)}") from None

    def _forget_old_rows(self) -> None:
        """The table is written anew; what the database has logged or archived before is out of our reach."""
        try:
            with self._pool.lend() as connection:
                connection.execute("VACUUM FULL games")
        except psycopg.Error as error:
            raise StoreError(f"the database cannot be written: {_first_line(error)}") from None

    def snapshot(self) -> Iterator[tuple[str, list[Row]]]:
        """All rows as of one moment, while others go on writing."""
        with self._pool.lend() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            for name in TABLES:
                with connection.cursor(name=f"all_{name}") as cursor:
                    cursor.execute(_marked(f"SELECT * FROM {name}"))
                    while rows := cursor.fetchmany(PIECE):
                        yield name, rows

    # -- what other processes do

    def _announce(self, execute: Execute, game: str) -> None:
        """Tell all processes when, and only if, the transaction is committed."""
        words = "id || ' ' || number || ' ' || chat || ' ' || talk"
        execute(f"SELECT pg_notify('{CHANNEL}', {words}) FROM games WHERE id = ?", (game,))

    def listen(self, heard: Callable[[str, int, int, int], None], something: Callable[[], None]) -> None:
        """Pass on what any process tells, this one's own among it."""
        self._listener = threading.Thread(
            target=self._hear, args=(heard, something), name="store listener", daemon=True
        )
        self._listener.start()

    def _hear(self, heard: Callable[[str, int, int, int], None], something: Callable[[], None]) -> None:
        while not self._closing.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    something()
                    while not self._closing.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            id_, number, chat, talk = notice.payload.split()
                            heard(id_, int(number), int(chat), int(talk))
            except (psycopg.Error, StoreError) as error:
                log.warning("the database tells nothing for a moment: %s", _first_line(error))
                self._closing.wait(1.0)

    def close(self) -> None:
        """Let go of all connections."""
        self._closing.set()
        if self._listener is not None:
            self._listener.join()
        self._pool.close()


def _execute_on(connection: Connection) -> Execute:
    def execute(sql: str, values: Sequence[Any] = ()) -> tuple[list[Row], int]:
        cursor = connection.execute(_marked(sql), values)
        return (cursor.fetchall() if cursor.description else []), cursor.rowcount

    return execute


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
