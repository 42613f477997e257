"""The store in one SQLite file: WAL, full sync on commit, one writer that commits for all who wait."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from westfront.server.pool import Pool
from westfront.server.store import TABLES, Execute, Row, Store, StoreError, T

READERS = 4
MOST_TOGETHER = 200
"""How many waiting pieces of work share one commit at most."""
PIECE = 500
LOOK = 1.0
"""Seconds between two looks at whether another process has written to the file."""

Job = tuple[Callable[[Execute], Any], "Future[Any]"]


class SqliteStore(Store):
    """A file on this machine."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._something: Callable[[], None] = lambda: None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600, exist_ok=True)
            self._writer = self._connect()
            self._writer.execute("PRAGMA journal_mode = WAL")
            self._writer.execute("PRAGMA synchronous = FULL")
            self._data_version = self._writer.execute("PRAGMA data_version").fetchone()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"the store {path} cannot be opened: {_reason(error)}") from None
        self._readers, self._closed = Pool(self._connect, READERS), False
        self._looked = time.monotonic()
        self._thread = threading.Thread(target=self._commit_for_all, name="store writer", daemon=True)
        self._thread.start()
        try:
            self.prepare()
        except BaseException:
            self.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of one question."""
        try:
            with self._readers.lend() as connection:
                return connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"the store {self.path} cannot be read: {error}") from None

    def write(self, work: Callable[[Execute], T]) -> T:
        """Hand the work to the writer and wait until it is on the disk."""
        if self._closed:
            raise StoreError("the server is stopping")
        done: Future[T] = Future()
        self._queue.put((work, done))
        return done.result()

    def listen(self, heard: Callable[[str, int, int, int], None], something: Callable[[], None]) -> None:
        """Tell that another process has written to the file, such as `westfront invite`."""
        self._something = something

    def _next_job(self) -> Job | None:
        """What is to be written next; now and then a look at what others have written, of which nobody tells."""
        while True:
            with suppress(Empty):
                return self._queue.get(timeout=LOOK)
            self._look()

    def _look(self) -> None:
        """The writer's own work does not change this number, that of any other process does."""
        self._looked = time.monotonic()
        with suppress(sqlite3.Error, StoreError):
            before, self._data_version = self._data_version, self._writer.execute("PRAGMA data_version").fetchone()
            if self._data_version != before:
                self._something()

    def _commit_for_all(self) -> None:
        """The writer: takes all work that waits, does it in one transaction, and reports only after the commit."""
        while (job := self._next_job()) is not None:
            jobs = [job]
            while len(jobs) < MOST_TOGETHER and not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    self._queue.put(None)
                    break
                jobs.append(following)
            self._commit(jobs)
            if time.monotonic() > self._looked + LOOK:
                self._look()

    def _commit(self, jobs: list[Job]) -> None:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            outcomes = [self._carry_out(work) for work, _ in jobs]
            self._writer.execute("COMMIT")
        except Exception as error:  # the writer must outlive whatever happens, since everybody waits for it
            with suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")
            failed = StoreError(f"the store {self.path} cannot be written: {error}")
            outcomes = [(None, failed)] * len(jobs)
        for (_, done), (value, raised) in zip(jobs, outcomes, strict=True):
            if raised is None:
                done.set_result(value)
            else:
                done.set_exception(raised)

    def _carry_out(self, work: Callable[[Execute], Any]) -> tuple[Any, BaseException | None]:
        """One piece of work; what it did is taken back if it raises, without harm to the others."""
        value, raised = None, None
        self._writer.execute("SAVEPOINT work")
        try:
            value = work(self._execute)
        except sqlite3.Error:
            raise
        except Exception as error:
            self._writer.execute("ROLLBACK TO work")
            raised = error
        self._writer.execute("RELEASE work")
        return value, raised

    def _execute(self, sql: str, values: Sequence[Any] = ()) -> tuple[list[Row], int]:
        cursor = self._writer.execute(sql, values)
        return cursor.fetchall(), cursor.rowcount

    def snapshot(self) -> Iterator[tuple[str, list[Row]]]:
        """All rows as of one moment, while others go on writing."""
        with closing(self._connect()) as connection:
            yield from all_rows(connection)

    def close(self) -> None:
        """Finish what is queued, and close the file."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()
            self._readers.close()
            self._writer.close()


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def all_rows(connection: sqlite3.Connection) -> Iterator[tuple[str, list[Row]]]:
    """Every table with its rows in pieces, as of one moment."""
    connection.execute("BEGIN")
    for name in TABLES:
        cursor = connection.execute(f"SELECT * FROM {name}")
        while rows := cursor.fetchmany(PIECE):
            yield name, rows
