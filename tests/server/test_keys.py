"""The secrets of dice are sealed: no copy of the store tells the rolls to come, and a lost key stops no game."""

from __future__ import annotations

import logging
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec
import psycopg
import pytest

from tests.server.cluster import Cluster, programs
from tests.server.room import Player, Room, new_key, running
from tests.server.test_builds import play_on
from tests.server.test_store import begin
from westfront.engine.dice import RepeatableRandom
from westfront.engine.match import Match
from westfront.server.backup import backup, restore
from westfront.server.keys import KeyFile
from westfront.server.rows import StoreError
from westfront.server.settings import Settings, open_store
from westfront.server.store import Execute, Store

QUIET = Settings(rate=0, quiet=0.0)


def everything(store_url: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[bytes]:
    """Every byte that somebody with a copy of the store has: its files and logs, and a dump; but not the key."""
    files = [path for path in folder.iterdir() if path.is_file() and path.suffix != ".key"]
    if store_url.startswith("postgresql"):
        found: Cluster = request.getfixturevalue("postgres")
        with psycopg.connect(store_url, autocommit=True) as connection:
            connection.execute("CHECKPOINT")
            row = connection.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchone()
            assert row
        places = (found.folder / "data" / "pg_wal", found.folder / "data" / "base" / str(row[0]))
        files += [found.folder / "log", *(path for place in places for path in place.iterdir() if path.is_file())]
        yield subprocess.run([programs() / "pg_dump", store_url], check=True, capture_output=True).stdout
    else:
        with closing(sqlite3.connect(store_url)) as connection:
            yield "\n".join(connection.iterdump()).encode()
    for path in files:
        yield path.read_bytes()


def forms(secret: bytes) -> list[bytes]:
    """How a secret might be written."""
    return [secret, secret.hex().encode(), secret.hex().upper().encode()]


def secrets_at(room: Room, table: str) -> list[bytes]:
    """The secrets of a table's dice, in every form."""
    with room.hall.tables.open(table) as live:
        found = [form for source in live.match.sources if source.secret for form in forms(source.secret)]
    assert found
    return found


def test_no_copy_of_the_store_holds_the_secret_of_a_game_under_way(
    store_url: str, tmp_path: Path, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither its files, nor its write-ahead log, nor a dump, a backup, a log of every statement or of the server."""
    if store_url.startswith("postgresql"):
        with psycopg.connect(store_url, autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {connection.info.dbname} SET log_statement = 'all'")
    with caplog.at_level(logging.DEBUG), running(store_url, QUIET) as room:
        mine = room.table("ford", "me", "me", scenario="assault", options={"fog": "off"})["mine"]
        play_on(mine, RepeatableRandom(1), 30)
        with room.hall.tables.open(mine.table) as live:
            promise, record = live.match.commitment.encode(), live.match.record(with_secret=True)
            assert live.match.dice.thrown
        brought = room.client.post(
            "/api/tables/import",
            json={"record": record, "seats": {"red": "me", "blue": "link"}, "key": new_key()},
        ).json()
        backup(room.hall.store, tmp_path / "copy.db")
        secrets = secrets_at(room, mine.table) + secrets_at(room, brought["table"])
        assert "secret" not in mine.get("/record").text, "nor does a host export it"
        copies = list(everything(store_url, tmp_path, request))
    copies += [*everything(store_url, tmp_path, request), caplog.text.encode()]
    assert sum(promise in copy for copy in copies) > 3, "we look in the right places"
    assert [secret for secret in secrets if any(secret in copy for copy in copies)] == []


def test_what_was_kept_in_clear_is_sealed_when_the_store_is_opened(
    store_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """And nothing of it is left in the file; also if it comes back from an old backup."""
    secret = bytes(range(100, 132))
    with closing(open_store(store_url)) as store:
        _, row = begin(store)

        def reveal(execute: Execute) -> None:
            execute("UPDATE games SET secret = ?", (f"0={secret.hex()}",))

        store.write(reveal)
        backup(store, tmp_path / "old.db")
    with closing(sqlite3.connect(tmp_path / "old.db")) as old, old:
        old.execute("UPDATE games SET secret = ?", (f"0={secret.hex()}",))
    os.rename(tmp_path / "old.db", tmp_path / "old.key")  # the one file that may hold it
    with closing(open_store(store_url)) as store, closing(open_store(str(tmp_path / "new.db"))) as new:
        restore(tmp_path / "old.key", new)
        for one in (store, new):
            sealed = one.game(row.id)
            assert sealed is not None
            assert (sealed.secret[:7], one.secret_of(sealed)) == ("sealed ", f"0={secret.hex()}")
    if not store_url.startswith("postgresql"):  # a database's own log of before is out of our reach
        copies = list(everything(store_url, tmp_path, request))
        assert not any(form in copy for form in forms(secret) for copy in copies)


def begun(store_url: str) -> Player:
    """A table at which dice have been thrown, on a server that has stopped."""
    with running(store_url, QUIET) as room:
        mine = room.table("ford", "me", "me", scenario="assault")["mine"]
        play_on(mine, RepeatableRandom(1), 12)
    return mine


def key_of(store_url: str) -> Path:
    with closing(open_store(store_url)) as store:
        return store.key.path


@pytest.mark.parametrize("is_lost", [True, False], ids=["lost", "another"])
def test_without_its_key_a_game_goes_on_with_fresh_dice(store_url: str, is_lost: bool) -> None:
    mine, key = begun(store_url), key_of(store_url)
    kept = key.read_text()
    key.unlink() if is_lost else key.write_text(kept[::-1].strip() + "\n")
    with closing(open_store(store_url)) as store:
        assert store.lost_dice().startswith(
            f"The key in {key} is not the one that sealed the dice of a game under way;"
        )
    with running(store_url, QUIET) as room:
        again = Player(room.client, mine.table, mine.token)
        seen = again.see()
        assert seen["dice"]["fresh"] == 1
        assert seen["log"]["lines"][-1]["text"] == "From here on the dice come from a new secret"
        assert again.see()["number"] == seen["number"], "once"
        while again.see()["dice"]["thrown"] is False:
            play_on(again, RepeatableRandom(seen["number"]), 4)
        again.settle("/resign", side="red").raise_for_status()
        match = Match.load(again.get("/record").text)
        assert match.dice.thrown > match.sources[1].first_roll
        assert [source.secret is None for source in match.sources] == [True, False]
    with closing(open_store(store_url)) as store:
        assert store.lost_dice() == ""
    key.write_text(kept)


def test_servers_with_different_keys_do_not_renew_the_dice_for_ever(postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.new_database()
    mine = begun(url)
    keys = [tmp_path / "one.key", tmp_path / "other.key"]
    with running(url, QUIET, key=keys[0]) as one, running(url, QUIET, key=keys[1]) as other:
        for room in (one, other) * 3:
            seen = Player(room.client, mine.table, mine.token).see()
    assert seen["dice"]["fresh"] == 2


def test_dice_that_another_server_has_renewed_are_thrown_from_its_secret(postgres: Cluster) -> None:
    """A server that has the game in memory takes up the new secret with it."""
    url = postgres.new_database()
    with running(url, QUIET) as one:
        mine = one.table("ford", "me", "me", scenario="assault")["mine"]
        play_on(mine, RepeatableRandom(1), 10)
        with running(url, QUIET) as other, other.hall.tables.open(mine.table) as live:
            live.match.fresh_dice(bytes(32))
            other.hall.tables.commit(live, None, f"1={bytes(32).hex()}")
        while not mine.see()["dice"]["thrown"]:
            play_on(mine, RepeatableRandom(mine.see()["number"]), 4)
        mine.settle("/resign", side="red").raise_for_status()
        match = Match.load(mine.get("/record").text)
    assert match.sources[1].secret == bytes(32)
    assert match.dice.thrown > match.sources[1].first_roll


def test_a_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    files = [KeyFile(tmp_path / "deep" / "w.key") for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda one: one.seal("table", "0=ab"), files))
    assert {one.open("table", sealed) for one in files for sealed in made} == {"0=ab"}
    assert len(set(made)) == 8
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["w.key"]
    assert files[0].path.stat().st_mode & 0o777 == 0o600


def test_a_sealed_secret_belongs_to_its_table_and_cannot_be_changed(tmp_path: Path) -> None:
    key = KeyFile(tmp_path / "w.key")
    sealed = key.seal("one", "0=ab")
    assert key.open("one", sealed) == "0=ab"
    assert key.open("other", sealed) is None
    for at in (10, 45, len(sealed) - 1):
        assert key.open("one", f"{sealed[:at]}{'0' if sealed[at] != '0' else '1'}{sealed[at + 1 :]}") is None
    assert [key.open("one", text) for text in ("", "0=ab", "sealed ", f"{sealed} ")] == [None] * 4
    assert key.open("one", key.seal("one", "")) == ""


@pytest.mark.parametrize("kind", ["letter", "pipe", "folder", "dangling link"])
def test_a_key_that_is_none_is_one_sentence(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "w.db"
    open_store(str(path)).close()
    key = tmp_path / "w.db.key"
    if kind == "letter":
        key.write_text("Dear Anna")
    elif kind == "pipe":
        os.mkfifo(key)
    elif kind == "dangling link":
        key.symlink_to(tmp_path / "none" / "w.key")
    else:
        key.mkdir()
    with closing(open_store(str(path))) as store, pytest.raises(StoreError, match="key of the dice"):
        begin(store)


def test_a_key_that_cannot_be_written_makes_no_table_and_tells_no_path(room: Room) -> None:
    room.hall.store.key = KeyFile(Path("/proc/none/w.key"))
    body = {"game": "ford", "seats": {"red": "me", "blue": "link"}, "key": new_key()}
    answer = room.client.post("/api/tables", json=body)
    assert (answer.status_code, room.hall.store.games()) == (503, [])
    assert "/proc" not in answer.text


def test_a_store_behind_a_link_has_the_key_of_its_file(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "w.db")
    assert key_of(str(link)) == key_of(str(tmp_path / "w.db")) == tmp_path / "w.db.key"


def test_a_store_keeps_only_what_is_sealed(store: Store) -> None:
    match, row = begin(store)
    secret = match.sources[0].secret
    assert secret is not None
    assert secret.hex() not in str(msgspec.structs.astuple(row))
    assert store.secret_of(row) == f"0={secret.hex()}"
