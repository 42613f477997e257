"""Stores of both kinds, and a server on one of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.cluster import Cluster, cluster
from tests.server.room import Room, running
from westfront.server.settings import open_store
from westfront.server.store import Store


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What belongs to a user, such as the key for a database, lies in a folder of its own."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(folder))
        yield folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL of our own."""
    with cluster() as started:
        yield started


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "westfront.db")
    found: Cluster = request.getfixturevalue("postgres")
    return found.new_database()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An open store of each kind."""
    with closing(open_store(store_url)) as opened:
        yield opened


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A server on SQLite, without limits."""
    with running(str(tmp_path / "westfront.db")) as started:
        yield started
