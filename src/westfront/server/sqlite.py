"""The store in one SQLite file: WAL, full sync on commit; one writes at a time, and commits for all who wait."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from westfront.server.keys import KeyFile
from westfront.server.pool import Pool
from westfront.server.rows import Row, StoreError, T
from westfront.server.store import TABLES, Execute, Store

READERS = 4
MOST_TOGETHER = 200
"""How many waiting pieces of work share one commit at most."""
PIECE = 500
PATIENCE = 30.0
"""Seconds after which nobody waits for the disk any longer; what was handed over may be written yet."""
LOOK = 1.0
"""Seconds between two looks at whether another process has written to the file."""


class _Job:
    """Work that waits to be written, then what came of it."""

    __slots__ = ("is_done", "raised", "value", "work")

    def __init__(self, work: Callable[[Execute], Any]) -> None:
        self.work, self.is_done = work, False
        self.value: Any = None
        self.raised: BaseException | None = None


class SqliteStore(Store):
    """A file on this machine."""

    def __init__(self, path: Path, key: Path | None = None) -> None:
        """The key lies beside the file, unless it is told where."""
        self._real_path = os.path.realpath(path)
        self.path, self.key = path, KeyFile(key or Path(f"{self._real_path}.key"))
        self._jobs: deque[_Job] = deque()
        self._writing, self._closing = threading.Lock(), threading.Event()
        self._watcher: threading.Thread | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600, exist_ok=True)
            self._writer = self._connect()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"the store {path} cannot be opened: {_reason(error)}") from None
        try:
            if self._writer.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
                raise sqlite3.OperationalError("it cannot keep a log of what is written")
            self._writer.execute("PRAGMA synchronous = FULL")
            self._data_version = self._writer.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error as error:
            self._writer.close()
            raise StoreError(f"the store {path} cannot be opened: {_reason(error)}") from None
        self._lock_file = -1
        self._readers = Pool(self._connect, READERS)
        try:
            self.prepare()
        except BaseException:
            self.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)

    def claim(self) -> None:
        """One server at a time: another would not hear what this one does. A file that is damaged is left as it is."""
        self._lock_file = _locked(self.path, f"{self._real_path}.lock")
        found = self.read("PRAGMA quick_check(1)")
        if found != [("ok",)]:
            raise StoreError(
                f"the store {self.path} is damaged; restore a backup, or try to save what is in it: {found}"
            )

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of one question."""
        try:
            with self._readers.lend() as connection:
                return connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"the store {self.path} cannot be read: {error}") from None

    def write(self, work: Callable[[Execute], T]) -> T:
        """Do some work and wait until it is on the disk; whoever comes first commits for all who wait by then."""
        job = _Job(work)
        self._jobs.append(job)
        if not self._writing.acquire(timeout=PATIENCE):
            raise StoreError(f"the store {self.path} takes too long to be written")
        try:
            while not job.is_done and self._jobs:
                self._commit_for_all()
        finally:
            self._writing.release()
        if not job.is_done:
            raise StoreError(f"the store {self.path} cannot be written: it was interrupted")
        if job.raised is not None:
            raise job.raised
        value: T = job.value
        return value

    def listen(self, heard: Callable[[str, int, int, int], None], something: Callable[[], None]) -> None:
        """Tell that another process has written to the file, such as `westfront invite`."""
        self._watcher = threading.Thread(target=self._watch, args=(something,), name="store watcher", daemon=True)
        self._watcher.start()

    def _watch(self, something: Callable[[], None]) -> None:
        """Now and then a look at what others have written, of which nobody tells."""
        while not self._closing.wait(LOOK):
            with suppress(sqlite3.Error, StoreError):
                with self._writing:
                    before, self._data_version = self._data_version, self._version_now()
                if self._data_version != before:
                    something()

    def _version_now(self) -> Row | None:
        """The writer's own work does not change this number, that of any other process does."""
        row: Row | None = self._writer.execute("PRAGMA data_version").fetchone() if not self._closing.is_set() else None
        return row

    def _commit_for_all(self) -> None:
        """Take all work that waits, do it in one transaction, and report only after the commit."""
        jobs = [self._jobs.popleft() for _ in range(min(len(self._jobs), MOST_TOGETHER))]
        if self._closing.is_set():
            outcomes: list[tuple[Any, BaseException | None]] = [(None, StoreError("the server is stopping"))] * len(
                jobs
            )
        else:
            outcomes = self._commit(jobs)
        for job, (value, raised) in zip(jobs, outcomes, strict=True):
            job.value, job.raised, job.is_done = value, raised, True

    def _commit(self, jobs: list[_Job]) -> list[tuple[Any, BaseException | None]]:
        """All in one transaction; only if a piece of it raises are they done again, each with a way back of its own."""
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                outcomes: list[tuple[Any, BaseException | None]] = [(job.work(self._execute), None) for job in jobs]
            except sqlite3.Error:
                raise
            except Exception as error:
                self._writer.execute("ROLLBACK")
                if len(jobs) == 1:
                    return [(None, error)]
                self._writer.execute("BEGIN IMMEDIATE")
                outcomes = [self._carry_out(job.work) for job in jobs]
            self._writer.execute("COMMIT")
            return outcomes
        except Exception as error:  # everybody waits for an answer, whatever happens
            with suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")
            return [(None, StoreError(f"the store {self.path} cannot be written: {error}"))] * len(jobs)

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

    def _forget_old_rows(self) -> None:
        """The file is written anew, and its log emptied."""
        try:
            with self._writing:
                self._writer.execute("VACUUM")
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise StoreError(f"the store {self.path} cannot be written: {error}") from None

    def snapshot(self) -> Iterator[tuple[str, list[Row]]]:
        """All rows as of one moment, while others go on writing."""
        with closing(self._connect()) as connection:
            yield from all_rows(connection)

    def close(self) -> None:
        """Finish what is under way, and close the file."""
        if self._closing.is_set():
            return
        self._closing.set()
        if self._watcher is not None:
            self._watcher.join()
        with self._writing:
            self._writer.close()
        self._readers.close()
        if self._lock_file >= 0:
            os.close(self._lock_file)


def _locked(path: Path, lock: str) -> int:
    """Take the lock of a file, which goes with this process however it ends."""
    try:
        import fcntl  # not on every system
    except ImportError:
        return -1
    handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise StoreError(
            f"another server works with the store {path}; stop it, or give this one another --store"
        ) from None
    return handle


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def all_rows(connection: sqlite3.Connection) -> Iterator[tuple[str, list[Row]]]:
    """Every table with its rows in pieces, as of one moment."""
    connection.execute("BEGIN")
    for name in TABLES:
        cursor = connection.execute(f"SELECT * FROM {name}")
        while rows := cursor.fetchmany(PIECE):
            yield name, rows
