"""The store under faults: whatever fails at whichever moment, what was acknowledged is there exactly once.

Every write, cutting and sync of SQLite fails in turn, and the power goes after each of them; the line to PostgreSQL is
cut at every message. The client does what a browser does: it sends again, with the same key, what was not answered.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.cluster import Cluster
from tests.server.disk import FULL, IO_ERROR, Disk, disk_under
from tests.server.proxy import Proxy
from tests.server.room import Player, Room, new_key, running, wait_until
from westfront.engine.dice import RepeatableRandom
from westfront.server import hall
from westfront.server.backup import backup
from westfront.server.rows import StoreError
from westfront.server.settings import Settings, open_store
from westfront.server.sqlite import SqliteStore
from westfront.server.store import Store
from westfront.server.tables import load

QUIET = Settings(rate=0, quiet=1e6)
DEEDS = ("take R1", "cancel")


class Client:
    """Takes up a counter and puts it back, time and again, and keeps what was acknowledged."""

    def __init__(self, player: Player) -> None:
        self.player, self.number = player, 0
        self.acknowledged: list[tuple[str, int, str]] = []

    def act(self, mend: Callable[[], None]) -> int:
        """One action: sent, and if it was not answered with success sent again when the fault is gone."""
        action = DEEDS[self.number % 2]
        body: dict[str, Any] = {"number": self.number, "action": action, "key": new_key()}
        first = self.player.post("/actions", **body)
        mend()
        if first.status_code != 200:
            assert first.status_code == 503, first.text
            assert first.headers["retry-after"]
            again = self.player.post("/actions", **body)
            assert again.status_code == 200, again.text
        self.number += 1
        self.acknowledged.append((body["key"], self.number, action))
        return first.status_code


def check(store: Store, table: str, acknowledged: list[tuple[str, int, str]]) -> int:
    """Each acknowledged action is in the log once and in order, and the log replays; how many there are."""
    row, entries = store.game(table), store.entries(table)
    assert row is not None
    keys = store.read("SELECT key, number, action FROM actions WHERE game = ? ORDER BY number", (table,))
    assert keys[: len(acknowledged)] == acknowledged
    assert (row.number, [entry.number for entry in entries]) == (len(entries), list(range(1, len(entries) + 1)))
    match = load(row, entries, store.secret_of(row))
    assert (match.number, match.halted) == (row.number, None)
    return len(entries)


def sentence_of(work: Callable[[], object]) -> str:
    """The one sentence with which something is refused, or nothing."""
    try:
        work()
    except StoreError as error:
        told = str(error)
    else:
        return ""
    assert "\n" not in told
    return told


# -- SQLite


@pytest.mark.parametrize("checkpoint", [False, True], ids=["log", "file"])
@pytest.mark.parametrize(
    ("error", "tears", "lasts"),
    [(IO_ERROR, False, False), (IO_ERROR, True, False), (FULL, True, True)],
    ids=["fails once", "tears", "stays full"],
)
def test_every_write_and_sync_fails_in_turn(
    tmp_path: Path, checkpoint: bool, error: int, tears: bool, lasts: bool
) -> None:
    """Also those by which the log goes over into the file, which else come seldom."""
    with disk_under(tmp_path) as disk, running(str(tmp_path / "w.db"), QUIET) as room:
        store = room.hall.store
        assert isinstance(store, SqliteStore)
        if checkpoint:
            store._writer.execute("PRAGMA wal_autocheckpoint = 1")
        client = Client(room.table()["mine"])
        client.act(lambda: None)
        statuses = []
        for left in range(200):
            disk.arm(left, error=error, tears=tears, lasts=lasts)
            statuses.append(client.act(disk.mend))
            if not disk.trips:
                break
            check(store, client.player.table, client.acknowledged)
        else:
            raise AssertionError("an action has no end")
        assert statuses.count(503) >= 3, "faults were met, and told"
        assert check(store, client.player.table, client.acknowledged) == len(client.acknowledged)
    with closing(open_store(str(tmp_path / "w.db"))) as store:
        assert check(store, client.player.table, client.acknowledged) == len(client.acknowledged)


def test_every_write_and_sync_of_a_new_store_fails_in_turn(tmp_path: Path) -> None:
    """It is not opened, in one sentence; and opened the next time."""
    for left in range(300):
        folder = tmp_path / str(left)
        folder.mkdir()
        with disk_under(folder) as disk:
            disk.arm(left)
            sentence_of(partial(opened, folder / "w.db"))
            if not disk.trips:
                return
            disk.mend()
            with closing(open_store(str(folder / "w.db"))) as store:
                assert store.games() == []
    raise AssertionError("opening a store has no end")


def opened(path: Path) -> None:
    open_store(str(path)).close()


def played(folder: Path, synchronous: str = "") -> tuple[Disk, str, dict[int, list[tuple[str, int, str]]]]:
    """What a disk has seen of some actions, the table, and what was acknowledged after how many deeds."""
    with disk_under(folder) as disk, running(str(folder / "w.db"), QUIET) as room:
        store = room.hall.store
        assert isinstance(store, SqliteStore)
        store._writer.execute("PRAGMA wal_autocheckpoint = 12")
        if synchronous:
            store._writer.execute(f"PRAGMA synchronous = {synchronous}")
        client = Client(room.table()["mine"])
        known = {len(disk.deeds): list[tuple[str, int, str]]()}
        for _ in range(4):
            client.act(lambda: None)
            known[len(disk.deeds)] = list(client.acknowledged)
    return disk, client.player.table, known


def lost(folder: Path, disk: Disk, table: str, known: dict[int, list[tuple[str, int, str]]]) -> list[int]:
    """After which deeds a loss of power would lose something that was acknowledged before."""
    begun, found = min(known), list[int]()
    for count in range(begun, len(disk.deeds) + 1):
        acknowledged = known[max(deeds for deeds in known if deeds <= count)]
        for keeps in (None, RepeatableRandom(count)):
            place = folder / str(count)
            disk.after(count, place, keeps)
            try:
                with closing(open_store(str(place / "w.db"))) as store:
                    check(store, table, acknowledged)
            except (AssertionError, StoreError):
                found.append(count)
            shutil.rmtree(place)
    return found


def test_the_power_goes_at_any_moment(tmp_path: Path) -> None:
    """Nothing that was not synced is on the disk, or any sectors of it: what was acknowledged is there."""
    (tmp_path / "first").mkdir()
    disk, table, known = played(tmp_path / "first")
    assert len(known) == 5
    assert lost(tmp_path, disk, table, known) == []


def test_without_sync_something_would_be_lost(tmp_path: Path) -> None:
    """So the test above can see it."""
    (tmp_path / "first").mkdir()
    disk, table, known = played(tmp_path / "first", "OFF")
    assert lost(tmp_path, disk, table, known)


def test_a_copy_is_there_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    """Every write and sync of a backup fails in turn."""
    with running(str(tmp_path / "w.db"), QUIET) as room:
        room.table()["mine"].act("done").raise_for_status()
        store, folder = room.hall.store, tmp_path / "copies"
        folder.mkdir()
        for left in range(500):
            with disk_under(folder) as disk:
                disk.arm(left, lasts=True)
                told = sentence_of(lambda: backup(store, folder / "copy.db"))
                assert not told or list(folder.iterdir()) == []
                disk.mend()
            if not disk.trips:
                break
        with closing(sqlite3.connect(folder / "copy.db")) as copy:
            assert copy.execute("SELECT count(*) FROM actions").fetchone() == (1,)


# -- PostgreSQL


def test_the_line_is_cut_at_every_message(postgres: Cluster) -> None:
    """On the way there or back: also when the database has committed and could not say so."""
    with Proxy(postgres.folder) as proxy:
        url = postgres.new_database()
        with running(proxy.url(url), QUIET) as room, closing(open_store(url)) as store:
            client = Client(room.table()["mine"])
            client.act(lambda: None)
            statuses = []
            for left in range(500):
                proxy.arm(left)
                statuses.append(client.act(proxy.mend))
                if not proxy.trips:
                    break
                check(store, client.player.table, client.acknowledged)
            else:
                raise AssertionError("an action has no end")
            assert statuses.count(503) >= 8, "faults were met, and told"
            assert check(store, client.player.table, client.acknowledged) == len(client.acknowledged)


def test_the_server_starts_and_waits_for_its_database(postgres: Cluster) -> None:
    """It says so, answers 503, and goes on when the database is there; also when that has gone for a while."""
    with Proxy(postgres.folder) as proxy:
        url = proxy.url(postgres.new_database())
        proxy.is_up = False
        with running(url, QUIET, wait=True) as room:
            answer = room.client.get("/health")
            assert (answer.status_code, answer.json()["error"]) == (
                503, "The store cannot be reached just now; nothing is lost, try again.",
            )  # fmt: skip
            assert room.client.get("/openapi.json").status_code == 200
            proxy.is_up = True
            wait_until(lambda: room.client.get("/health").status_code == 200)
            mine = room.table()["mine"]
            proxy.is_up = False
            proxy.cut()
            assert mine.get().status_code == 503
            proxy.is_up = True
            wait_until(lambda: mine.get().status_code == 200)


# -- health


def test_health_tells_when_the_store_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "FRESH", 0.0)
    with disk_under(tmp_path) as disk, running(str(tmp_path / "w.db"), QUIET) as room:
        assert room.client.get("/health").json()["ok"]
        disk.arm(0, error=FULL, lasts=True)
        answer = room.client.get("/health")
        assert answer.status_code == 503
        assert str(tmp_path) not in answer.text
        disk.mend()
        assert room.client.get("/health").json()["ok"]


def test_health_writes_no_more_than_every_few_seconds(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.client.get("/health").raise_for_status()
    written: list[object] = []
    check_writing = room.hall.store.check_writing

    def count() -> None:
        written.append(None)
        check_writing()

    monkeypatch.setattr(room.hall.store, "check_writing", count)
    for _ in range(20):
        room.client.get("/health").raise_for_status()
    assert len(written) <= 1


# -- one file, two servers


def test_two_servers_on_one_file_are_refused(tmp_path: Path) -> None:
    """The second in one sentence; whoever only looks, such as `westfront tables`, is let in."""
    store = str(tmp_path / "w.db")
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(store)
    with running(store, QUIET) as room:
        for name in (store, str(link)):
            with pytest.raises(StoreError, match="another server works with the store"), running(name, QUIET):
                pass
        with closing(open_store(store)) as other:
            assert other.games() == []
        assert room.client.get("/health").json()["ok"]
    with running(store, QUIET) as room:
        assert room.client.get("/health").json()["ok"]


# -- damage


def test_a_damaged_file_is_one_sentence_and_is_left_as_it_is(tmp_path: Path) -> None:
    """Bytes of the file are spoilt here and there; when they are mended everything is there."""
    path = tmp_path / "w.db"
    with running(str(path), QUIET) as room:
        mine = room.table()["mine"]
        for _ in range(3):
            for action in DEEDS:
                mine.act(action).raise_for_status()
    whole = path.read_bytes()
    refused = 0
    for place in range(0, len(whole), 1777):
        spoilt = whole[:place] + bytes(byte ^ 0xA5 for byte in whole[place : place + 64]) + whole[place + 64 :]
        path.write_bytes(spoilt)
        if sentence_of(lambda: visit(path, mine)):
            refused += 1
            assert path.read_bytes() == spoilt
        for left in tmp_path.glob("w.db-*"):
            left.unlink()
    assert refused > 3
    path.write_bytes(whole)
    with running(str(path), QUIET) as room:
        assert Player(room.client, mine.table, mine.token).see()["number"] == 6


def visit(path: Path, player: Player) -> None:
    with running(str(path), QUIET) as room:
        Player(room.client, player.table, player.token).get()


COLUMNS = {
    "games": [
        "game",
        "head",
        "secret",
        "salt",
        "seats",
        "number",
        "to_act",
        "waits_for",
        "result",
        "turn",
        "offer",
        "terms",
        "listed",
        "clock",
    ],
    "actions": ["number", "side", "action", "auto", "rolls", "effect", "hash"],
    "tokens": ["roles", "kind", "host"],
}
SPOILT = ["", "x", "{", "-5", "99999999", "[1]", "0=zz"]


@pytest.mark.parametrize(("name", "column"), [(name, column) for name, all_ in COLUMNS.items() for column in all_])
def test_a_bad_row_is_the_trouble_of_its_own_table(
    room: Room, name: str, column: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever stands there: its requests get one sentence, all others are answered as ever."""
    bad, good = room.table()["mine"], room.table()["mine"]
    for player in (bad, good):
        player.act("take R1").raise_for_status()
    where = "id" if name == "games" else "game"
    store = room.hall.store
    kept = store.read(f"SELECT {column} FROM {name} WHERE {where} = ? LIMIT 1", (bad.table,))[0][0]
    for value in SPOILT:
        _spoil(store, f"UPDATE {name} SET {column} = ? WHERE {where} = ?", value, bad.table)
        room.hall.tables._live.clear()
        for answer in (
            bad.get(), bad.get("/log"), bad.get("/record"), bad.act("cancel", number=1),
            bad.change("/chat", text="hello"), bad.get("/invitation"), bad.change("/invite", role="watch"),
        ):  # fmt: skip
            assert answer.status_code == 200 or answer.json()["error"].count("\n") == 0
            assert "Something has gone wrong" not in answer.text, answer.text
        mine = room.client.post("/api/mine", json={"tokens": [bad.token, good.token]})
        assert good.table in [entry["table"] for entry in mine.json()], mine.text
        assert good.see()["number"] == 1
        assert room.client.get("/health").status_code == 200
        assert good.table in [row.id for row in store.games()]
        room.hall.notices.look()
        assert room.client.get("/api/open").status_code == 200
        room.hall.clocks.look()
        assert len(store.bad_games()) <= 1
    _spoil(store, f"UPDATE {name} SET {column} = ? WHERE {where} = ?", kept, bad.table)


def _spoil(store: Store, sql: str, value: object, id_: str) -> None:
    store.write(lambda execute: execute(sql, (value, id_)))
