"""A private PostgreSQL in a folder of its own, run by a user who is not root."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

_names = count()


def programs() -> Path:
    """Where the programs of PostgreSQL are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or [
        Path(path) for path in [shutil.which("initdb")] if path
    ]
    if not found:
        raise AssertionError("PostgreSQL is not installed here: apt-get install postgresql")
    return found[-1].parent


class Cluster:
    """A running PostgreSQL, reached through a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"westfront{next(_names)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def url(self, database: str) -> str:
        return f"postgresql://westfront@/{database}?host={self.folder}"


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start one, and stop it in the end."""
    where, folder = programs(), Path(tempfile.mkdtemp(prefix="westfront-pg-"))
    user = None if os.geteuid() else _unprivileged()
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    run_as: dict[str, Any] = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    data = folder / "data"

    def run(*words: str) -> None:
        subprocess.run(words, check=True, capture_output=True, timeout=120, cwd=folder, **run_as)

    try:
        run(f"{where}/initdb", "-D", f"{data}", "-U", "westfront", "-A", "trust", "-E", "UTF8", "--locale=C")
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c shared_buffers=16MB"
        run(f"{where}/pg_ctl", "-D", f"{data}", "-w", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield Cluster(folder)
        finally:
            run(f"{where}/pg_ctl", "-D", f"{data}", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged() -> pwd.struct_passwd:
    """The user that the package brings, or nobody."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise AssertionError("there is no user postgres or nobody to run PostgreSQL as")
