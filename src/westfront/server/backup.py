"""Backup and restore: all rows of a store, of either kind, in one SQLite file."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from westfront.durable import sync_folder
from westfront.server.rows import StoreError
from westfront.server.sqlite import SqliteStore, all_rows
from westfront.server.store import STEPS, VERSION, Store


def backup(store: Store, file: Path) -> int:
    """Copy a store as it is at this moment to a new file, while it is in use; gives the number of games."""
    if os.path.lexists(file):
        raise StoreError(f"{file} is there already; choose another name")
    beside = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        with closing(SqliteStore(beside)) as copy:
            copy.fill(store.snapshot())
            count = _count(copy)
        _close_log(beside)
        os.link(beside, file)
        sync_folder(file.absolute().parent)
    except OSError as error:
        raise StoreError(f"{file}: {error.strerror}") from None
    except sqlite3.Error as error:
        raise StoreError(f"{file}: {error}") from None
    finally:
        for left in (beside, *(Path(f"{beside}{end}") for end in ("-wal", "-shm", "-journal"))):
            with suppress(OSError):
                left.unlink()
    return count


def _close_log(path: Path) -> None:
    """One file alone, which can be read wherever it lies."""
    with closing(sqlite3.connect(path)) as copied:
        if copied.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",):
            raise sqlite3.OperationalError("the copy cannot be closed")


def restore(file: Path, store: Store) -> int:
    """Put everything of a backup into a store that holds no games; gives their number."""
    if not file.is_file():
        raise StoreError(f"there is no file {file}")
    address = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as copy:  # the store's writer reads it
        try:
            found = copy.execute("SELECT number FROM version").fetchall()
        except sqlite3.Error:
            raise StoreError(f"{file} is not a Westfront backup") from None
        if found not in [[(version,)] for version in (*STEPS, VERSION)]:
            raise StoreError(f"{file} is a backup of another version of Westfront")
        store.fill(all_rows(copy), found[0][0])
    return _count(store)


def _count(store: Store) -> int:
    return int(store.read("SELECT count(*) FROM games")[0][0])
