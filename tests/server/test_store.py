"""The store, the same tests for SQLite and PostgreSQL: append-only, unique, idempotent, nothing lost."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

import tests.ford  # noqa: F401
from tests.server.cluster import Cluster
from westfront.engine.match import Match
from westfront.engine.record import Entry
from westfront.server.backup import backup, restore
from westfront.server.errands import begun
from westfront.server.rows import (
    INVITATION,
    NOWHERE,
    SEAT,
    Address,
    Game,
    Request,
    Seat,
    Stale,
    Standing,
    StoreError,
    Token,
    now,
    text_of,
)
from westfront.server.settings import open_store
from westfront.server.sqlite import SqliteStore
from westfront.server.store import VERSION, Store
from westfront.server.tables import Live, load, new_row, standing

SEATS = {"red": Seat("person", "Anna"), "blue": Seat("open")}


def begin(store: Store, id_: str = "table2345678") -> tuple[Match, Game]:
    match = Match.new("ford", seed="store")
    row = new_row(begun(match), SEATS, id_, "00", f"request {id_}", "d")
    assert store.create(row, [Token(f"hash {id_}", id_, "red", SEAT, 1)], match.entries)
    kept = store.game(id_)
    assert kept is not None
    return match, kept


def play(store: Store, match: Match, row: Game, action: str, key: str = "k") -> Game:
    before = match.number
    match.play(action)
    return store.append(row, match.entries[before:], standing(match, SEATS), Request("t", key, f"digest {action}"))


def test_a_game_comes_back_as_it_was(store: Store) -> None:
    """Every action, roll and hash, through the whole check of a record."""
    match, row = begin(store)
    number = 0
    while not match.over:
        codes = match.decision.texts
        row = play(store, match, row, codes[(7 * number) % len(codes)], f"key {number}")
        number += 1
    assert any(entry.rolls for entry in match.entries)
    assert store.entries(row.id) == match.entries
    assert store.game(row.id) == row
    again = load(row, store.entries(row.id), store.secret_of(row))
    assert (again.hash, again.result) == (match.hash, match.result)


def test_what_another_process_writes_while_a_table_is_read_comes_the_next_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row and actions are read one after the other; between them the game goes on, and then it ends."""
    match, row = begin(store)
    live, read = Live(row.id), store.game

    def overtaken(id_: str) -> Game | None:
        before = read(id_)
        assert before is not None
        if match.number:
            match.resign("red")
        else:
            match.play("take R1")
        store.append(before, match.entries[before.number :], standing(match, SEATS), None)
        return before

    monkeypatch.setattr(store, "game", overtaken)
    for number in (0, 1):
        live.refresh(store)
        assert (live.match.number, live.row.number, live.match.over) == (number, number, False)
    monkeypatch.undo()
    live.refresh(store)
    assert (live.match.number, live.match.result) == (2, match.result)


def test_a_number_is_given_once(store: Store) -> None:
    """The second writer of a number gets nothing through, not even its request."""
    match, row = begin(store)
    other = Match.load(match.record(with_secret=True))
    play(store, match, row, "done", "first")
    with pytest.raises(Stale):
        play(store, other, row, "take R1", "second")
    assert store.entries(row.id) == match.entries
    requests = store.read("SELECT key, digest FROM requests WHERE game = ? AND token = 't'", (row.id,))
    assert requests == [("first", "digest done")]


def test_a_request_is_carried_out_once(store: Store) -> None:
    """The same key from the same token is refused as a whole, from another it is another request."""
    match, row = begin(store)
    row = play(store, match, row, "take R1", "same")
    with pytest.raises(Stale):
        play(store, match, row, "cancel", "same")
    assert [entry.action for entry in store.entries(row.id)] == ["take R1"]
    assert store.change(row, Request("another token", "same", "d"), offer="").talk == 1


def test_a_visit_tells_all_at_once(store: Store) -> None:
    """The table of a token, its rights, and what was said with the same key before."""
    match, row = begin(store)
    token = Token(f"hash {row.id}", row.id, "red", SEAT, 1)
    assert store.visit(token.hash, "k") == (row, token, None)
    match.play("done")
    request = Request(token.hash, "k", "digest done")
    row = store.append(row, match.entries, standing(match, SEATS), request)
    assert store.visit(token.hash, "k") == (row, token, "digest done")
    assert store.visit(token.hash, "other") == (row, token, None)
    assert store.visit("none", "k") is None


def test_the_key_stands_with_its_action(store: Store) -> None:
    match, row = begin(store)
    play(store, match, row, "done", "mine")
    assert store.read("SELECT number, key FROM actions WHERE game = ?", (row.id,))[0] == (1, "mine")


def test_the_same_request_makes_one_table(store: Store) -> None:
    match, row = begin(store)
    twin = msgspec.structs.replace(row, id="another23456")
    assert not store.create(twin, [Token("other hash", twin.id, "red", SEAT)], match.entries)
    assert store.game("another23456") is None
    assert store.token("other hash") is None
    assert store.game_of_request(row.request) == row


def test_many_writers_lose_nothing(store: Store) -> None:
    """Twenty threads at ten tables: each number has one winner, and all winners are there."""
    rows = [begin(store, f"table{i:07d}")[1] for i in range(10)]
    won: list[tuple[str, str]] = []

    def write(writer: int) -> None:
        for row in rows:
            entry = Entry(1, "red", f"writer {writer}", False, (), "0" * 8, "0" * 32)
            try:
                store.append(row, [entry], Standing(1, "red", "person", ""), Request(f"t{writer}", "k", "d"))
                won.append((row.id, entry.action))
            except Stale:
                continue

    threads = [threading.Thread(target=write, args=(i,)) for i in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(id_ for id_, _ in won) == sorted(row.id for row in rows)
    assert sorted(won) == sorted((row.id, store.entries(row.id)[0].action) for row in rows)


def test_what_fails_harms_nobody_else(store: Store) -> None:
    """A piece of work that raises is taken back; the others of its commit stay."""
    _, row = begin(store)

    def broken(execute: object) -> None:
        assert callable(execute)
        execute("INSERT INTO notes VALUES (?, ?)", ("broken", "x"))
        raise ZeroDivisionError

    gate = threading.Event()
    blocker = threading.Thread(target=lambda: store.write(lambda execute: gate.wait(5)))
    fine = [threading.Thread(target=store.write_note, args=(f"note {i}", "text")) for i in range(5)]
    blocker.start()
    for thread in fine[:3]:
        thread.start()
    failed: list[BaseException] = []

    def run() -> None:
        try:
            store.write(broken)
        except ZeroDivisionError as error:
            failed.append(error)

    middle = threading.Thread(target=run)
    middle.start()
    for thread in fine[3:]:
        thread.start()
    gate.set()
    for thread in (blocker, middle, *fine):
        thread.join()
    assert len(failed) == 1
    assert store.note("broken") == ""
    assert [store.note(f"note {i}") for i in range(5)] == ["text"] * 5
    assert store.game(row.id) == row


def test_chat_notes_and_tokens(store: Store) -> None:
    _, row = begin(store)
    row = store.say(row, "red", "hello", Request("t", "1", "d"))
    row = store.say(row, "blue", "there", Request("u", "1", "d"))
    assert [line[:3] for line in store.chat(row.id, 0)] == [(1, "red", "hello"), (2, "blue", "there")]
    assert [line[0] for line in store.chat(row.id, 1)] == [2]
    store.write_note(f"hash {row.id}", "first")
    store.write_note(f"hash {row.id}", "second")
    old, new = Token(f"hash {row.id}", row.id, "red", SEAT, 1), Token("new hash", row.id, "red", INVITATION, 1)
    assert store.token(old.hash) == old
    store.set_notice(row, "red", Address("webhook", "https://example.org/", True))
    after = store.change_token(row, old, new, seats=text_of({**SEATS, "red": Seat("open")}))
    assert (after.talk, after.seat("red").kind) == (1, "open")
    assert store.token(old.hash) is None
    assert store.tokens(row.id) == [new]
    assert store.note(new.hash) == "second"
    assert store.notice(row.id, "red") == NOWHERE, "who sat there before is told nothing any more"
    for wrong in (row, after):
        with pytest.raises(Stale):
            store.change_token(wrong, old, Token("third", row.id, "red", SEAT))
    assert store.tokens(row.id) == [new]
    assert store.change_token(after, new, None).talk == 2
    assert store.tokens(row.id) == []


def test_a_notice_is_claimed_once(store: Store) -> None:
    match, row = begin(store)
    store.set_notice(row, "blue", Address("webhook", "https://example.org/", True))
    assert store.due_notices(now()) == []
    for action in ("done", "done"):
        row = play(store, match, row, action, f"{action} {match.number}")
    due = store.due_notices(now() + 1)
    assert due == [(row.id, row.turn, "blue", "webhook", "https://example.org/")]
    assert store.due_notices(row.turn_since - 1) == []
    claims: list[bool] = []
    threads = [threading.Thread(target=lambda: claims.append(store.claim_notice(row.id, row.turn))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claims) == [False] * 7 + [True]
    assert store.due_notices(now() + 1) == []
    store.set_notice(row, "blue", NOWHERE)
    assert store.notice(row.id, "blue") == NOWHERE


@pytest.mark.parametrize("version", [1, 99])
def test_a_store_of_another_version_is_refused_and_left_alone(store: Store, store_url: str, version: int) -> None:
    """The Westfront that made it must be able to go on with it."""
    store.write(lambda execute: execute("UPDATE version SET number = ?", (version,)))
    store.write(lambda execute: execute("DROP TABLE claims"))
    with pytest.raises(StoreError, match=f"version {version}, .*nothing in it was changed"):
        open_store(store_url)
    assert store.read("SELECT number FROM version") == [(version,)]
    with pytest.raises(StoreError):
        store.read("SELECT * FROM claims")


def as_version_2(execute: Callable[[str], object]) -> None:
    for column in ("terms", "listed", "clock"):
        execute(f"ALTER TABLE games DROP COLUMN {column}")
    execute("UPDATE version SET number = 2")


def test_a_store_of_the_version_before_is_brought_up_to_this_one(store: Store, store_url: str) -> None:
    """With every game that it holds; a Westfront of the version before would then refuse it."""
    match, row = begin(store)
    row = play(store, match, row, "done")
    store.write(as_version_2)
    with closing(open_store(store_url)) as again:
        assert (again.game(row.id), again.entries(row.id)) == (row, match.entries)
        assert again.read("SELECT number FROM version") == [(VERSION,)]


def test_a_backup_of_the_version_before_is_restored(store: Store, tmp_path: Path) -> None:
    _, row = begin(store)
    file = tmp_path / "copy.db"
    backup(store, file)
    with closing(sqlite3.connect(file)) as old:
        as_version_2(old.execute)
        old.commit()
    with closing(open_store(str(tmp_path / "new" / "other.db"))) as other:
        restore(file, other)
        assert other.game(row.id) == row


def test_backup_and_restore(store: Store, tmp_path: Path) -> None:
    """Everything comes back, into either kind; nothing is overwritten."""
    match, row = begin(store)
    play(store, match, row, "done")
    file = tmp_path / "copy.db"
    assert backup(store, file) == 1
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    with pytest.raises(StoreError, match="there already"):
        backup(store, file)
    with pytest.raises(StoreError, match="holds games already"):
        restore(file, store)
    with closing(open_store(str(tmp_path / "new" / "other.db"))) as other:
        assert restore(file, other) == 1
        assert list(other.snapshot()) == list(store.snapshot())
        assert other.entries(row.id) == match.entries
    with pytest.raises(StoreError, match="there is no file"):
        restore(tmp_path / "none.db", store)


def test_a_backup_is_restored_into_postgres(store: Store, postgres: Cluster, tmp_path: Path) -> None:
    _, row = begin(store)
    file = tmp_path / "copy.db"
    backup(store, file)
    with closing(open_store(postgres.new_database())) as other:
        restore(file, other)
        assert other.game(row.id) == row


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://host/db", "a store is FILE, sqlite:FILE or postgresql://..., not mysql:"),
        ("postgresql:westfront", "a store is FILE, sqlite:FILE or postgresql://..., not postgresql:"),
        ("sqlite://tables.db", "a store is FILE, sqlite:FILE or postgresql://..., not sqlite:"),
        ("sqlite:", "sqlite: names no file"),
        ("postgresql://nobody@127.0.0.1:1/none?connect_timeout=2", "the database cannot be reached"),
        ("/proc/none/westfront.db", "cannot be opened"),
    ],
)
def test_a_store_that_cannot_be_opened_is_one_sentence(url: str, sentence: str) -> None:
    with pytest.raises(StoreError, match=sentence):
        open_store(url)


@pytest.mark.parametrize("address", ["sqlite:{}", "sqlite:///{}", "{}"])
@pytest.mark.parametrize("name", ["tables.db", "{folder}/tables.db"])
def test_the_address_of_a_file_makes_that_file_and_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    open_store(address.format(name.format(folder=tmp_path))).close()
    assert (tmp_path / "tables.db").is_file()
    assert not [path.name for path in tmp_path.iterdir() if path.is_dir()]


def test_a_file_that_is_no_store_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna, " * 200)
    with pytest.raises(StoreError, match="cannot be opened: file is not a database"):
        open_store(str(file))
    assert file.read_text() == "Dear Anna, " * 200


def test_sqlite_syncs_in_full(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "w.db")) as store:
        assert store._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)
        assert (tmp_path / "w.db").stat().st_mode & 0o077 == 0
