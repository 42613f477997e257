"""The server on the command line: serve, tables, invite, backup, restore, and their refusals."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.conftest import Refused
from tests.cli.desk import COMMAND, environment
from tests.server.room import Player, Process, Room, free_port, listen, running
from westfront.cli import main, server_bench
from westfront.cli.bench_clients import OPENINGS
from westfront.server.serve import listen_anywhere
from westfront.server.settings import Settings, default_store, open_store

Screen = pytest.CaptureFixture[str]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What `serve` was called with, instead of serving."""
    calls: list[dict[str, Any]] = []

    def serve(settings: Settings, store: str, key: Path | None, say: Callable[[str], None], **more: bool) -> None:
        calls.append({"settings": settings, "store": store, "key": key, **more})

    monkeypatch.setattr("westfront.server.serve.serve", serve)
    return calls


def test_westfront_alone_serves_and_opens_the_browser(started: list[dict[str, Any]]) -> None:
    assert main([]) == 0
    (call,) = started
    assert (call["settings"].host, call["settings"].port) == ("127.0.0.1", 1918)
    assert (call["browser"], call["any_port"]) == (True, True)
    assert call["store"] == default_store()


def test_options_and_environment(started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WESTFRONT_STORE", "from-environment.db")
    monkeypatch.setenv("WESTFRONT_KEY", "from-environment.key")
    monkeypatch.setenv("WESTFRONT_SMTP", "smtp://mail.example:25")
    monkeypatch.setenv("WESTFRONT_MAIL_FROM", "table@example.org")
    words = "--port 2000 --no-browser --rate 5 --quiet 9 --think 3 --proxy 127.0.0.1 --public-url https://w.example"
    main(["serve", *words.split()])
    main(["serve", "--store", "own.db", "--key", "own.key"])
    first, second = started
    assert (first["store"], second["store"]) == ("from-environment.db", "own.db")
    assert (first["key"], second["key"]) == (Path("from-environment.key"), Path("own.key"))
    assert (first["browser"], first["any_port"]) == (False, False)
    assert first["settings"] == Settings(
        port=2000, rate=5, quiet=9, think=3, proxies=("127.0.0.1",), public_url="https://w.example", smtp="smtp://mail.example:25",
        mail_from="table@example.org",
    )  # fmt: skip
    assert first["settings"].sends_email


def test_the_store_is_in_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_store() == "/data/westfront/westfront.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/anna")
    assert default_store() == "/home/anna/.local/share/westfront/westfront.db"


def test_it_serves_and_stops_in_order(folder: Path) -> None:
    process = Process(str(folder / "w.db"), free_port())
    with Room(process.url) as room:
        room.table()["mine"].act("done").raise_for_status()
    process.process.send_signal(signal.SIGINT)  # and `stop` sends another, as impatient people do
    assert process.stop() == f"Westfront is at {process.url}/ (stop it with Ctrl-C).\n"


def test_a_named_port_that_is_taken_is_one_sentence(refused: Refused) -> None:
    with closing(listen_anywhere()) as taken:
        port = taken.getsockname()[1]
        sentence = refused("serve", "--port", str(port), "--no-browser", "--store", "x.db")
    assert sentence == f"westfront: cannot listen at 127.0.0.1:{port}: Address already in use\n"


def test_without_a_named_port_a_free_one_will_do(folder: Path) -> None:
    """The usual port is held, by this test or by somebody else; the server says so and takes another."""
    holder = socket.socket()
    try:
        holder.bind(("127.0.0.1", 1918))
        holder.listen()
    except OSError:
        holder.close()
    run = subprocess.Popen(
        [*COMMAND, "serve", "--no-browser", "--store", str(folder / "w.db")],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    with closing(holder), run:
        assert run.stdout is not None
        assert run.stdout.readline() == "Port 1918 is taken, so this one has another.\n"
        found = re.match(r"Westfront is at (http://127\.0\.0\.1:\d+)/", run.stdout.readline())
        assert found is not None
        with Room(found[1]) as room:
            assert room.client.get("/health").status_code == 200
        run.terminate()
    assert run.returncode == 0


def test_a_store_that_cannot_be_read_is_one_sentence(refused: Refused) -> None:
    Path("letter").write_text("Dear Anna")
    assert "the store letter cannot be opened: file is not a database" in refused(
        "serve", "--port", str(free_port()), "--no-browser", "--store", "letter"
    )
    assert "not mysql:" in refused("tables", "--store", "mysql://x")


@pytest.mark.parametrize("port", ["0", "70000", "x"])
def test_what_is_no_port(misused: Refused, port: str) -> None:
    assert "is not a port" in misused("serve", "--port", port)


def test_what_is_no_proxy(misused: Refused) -> None:
    assert "is not an address such as 127.0.0.1" in misused("serve", "--proxy", "proxy.example")


def test_tables_are_listed(folder: Path, capsys: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    open_store("w.db").close()
    assert main(["tables", "--store", "w.db"]) == 0
    assert capsys.readouterr().out == "There is no game in the store yet.\n"
    with running(str(folder / "w.db")) as room:
        mine = room.table(name="Anna")["mine"]
    assert main(["tables", "--store", "w.db"]) == 0
    printed = capsys.readouterr().out
    assert mine.table in printed
    assert "red: Anna" in printed


def test_what_the_store_holds_commands_no_terminal(
    folder: Path, capsys: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is it taken for markup; a row that makes no sense is told, and hides no other."""
    monkeypatch.setenv("COLUMNS", "200")
    with running(str(folder / "w.db")) as room:
        first, second = room.table()["mine"], room.table()["mine"]
        spoil = "UPDATE games SET result = ? WHERE id = ?"
        room.hall.store.write(lambda execute: execute(spoil, ("\x1b[2J\x07[red]gone[/red]", first.table)))
        room.hall.store.write(lambda execute: execute("UPDATE games SET seats = '{' WHERE id = ?", (second.table,)))
    assert main(["tables", "--store", "w.db"]) == 0
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert r"\x1b[2J\x07[red]gone[/red]" in printed
    assert f"What the store holds of table {second.table} cannot be read." in printed


def test_a_lost_link_is_made_anew(folder: Path, capsys: Screen, refused: Refused) -> None:
    """Also while the server runs; the old link stops working at once, and its open stream ends."""
    store = str(folder / "w.db")
    with running(store) as room:
        mine, blue, watch = room.table(name="Anna").values()
        stream = listen(blue, [], threading.Event())
        invited = invite(room, capsys, "join", blue.table, "blue", "--store", store)
        assert blue.get().status_code == 403
        stream.join(30)
        assert not stream.is_alive()
        assert room.seated({"blue": invited})["blue"].see()["roles"] == ["blue"]
        host = room.seated({"red": invite(room, capsys, "join", mine.table, "red", "--store", store)})["red"]
        assert (mine.get().status_code, host.see()["host"]) == (403, True)
        assert invite(room, capsys, "watch", watch.table, "watch", "--store", store).see()["roles"] == []
        assert watch.get().status_code == 403
        both = room.table(second="me")["mine"]
        alone = room.table(second="machine:random")["mine"]
    assert "there is no table 'none'" in _in_store(refused, "invite", "none", "blue", store)
    assert "has links for: blue, red, watch; not for 'green'" in _in_store(
        refused, "invite", mine.table, "green", store
    )
    assert "has links for: red blue, watch; not for 'red'" in _in_store(refused, "invite", both.table, "red", store)
    assert "has links for: red, watch; not for 'blue'" in _in_store(refused, "invite", alone.table, "blue", store)


def invite(room: Room, capsys: Screen, word: str, *words: str) -> Player:
    """Whoever has the link that the command prints."""
    assert main(["invite", *words, "--public-url", "https://w.example/"]) == 0
    found = re.search(rf"https://w\.example/#/{word}/(\w+)/(\S+)", capsys.readouterr().out)
    assert found is not None
    return Player(room.client, found[1], found[2])


def _in_store(refused: Refused, command: str, table: str, side: str, store: str) -> str:
    return refused(command, table, side, "--store", store)


def test_backup_and_restore(folder: Path, capsys: Screen, refused: Refused) -> None:
    with running(str(folder / "w.db")) as room:
        mine = room.table(options={"fog": "off"})["mine"]
        mine.act("done").raise_for_status()
        assert main(["backup", "copy.db", "--store", "w.db"]) == 0, "while it is in use"
        record = mine.get("/record").text
    assert capsys.readouterr().out.startswith("copy.db holds all games (1), the secrets of their dice sealed;")
    assert os.stat("copy.db").st_mode & 0o077 == 0
    assert "copy.db is there already" in refused("backup", "copy.db", "--store", "w.db")
    assert "holds games already" in refused("restore", "copy.db", "--store", "w.db")
    assert main(["restore", "copy.db", "--store", "new.db", "--key", "w.db.key"]) == 0
    assert capsys.readouterr().out == "All games are back in the store (1).\n"
    with running(str(folder / "new.db"), key=folder / "w.db.key") as room:
        assert Player(room.client, mine.table, mine.token).get("/record").text == record
    assert main(["restore", "copy.db", "--store", "third.db"]) == 0
    assert "is not the one that sealed the dice of a game under way" in capsys.readouterr().out


def test_restoring_what_is_no_backup(folder: Path, refused: Refused) -> None:
    with closing(open_store(str(folder / "w.db"))):
        pass
    Path("letter").write_text("Dear Anna")
    Path("empty").touch()
    with closing(sqlite3.connect("other.db")) as other:
        other.execute("CREATE TABLE stamps (country TEXT)")
    assert "there is no file nothing" in refused("restore", "nothing", "--store", "w.db")
    for name in ("letter", "empty", "other.db"):
        before = Path(name).read_bytes()
        assert f"{name} is not a Westfront backup" in refused("restore", name, "--store", "w.db")
        assert Path(name).read_bytes() == before


def test_the_bench_of_the_server(capsys: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its figures are there; an idle game costs little memory."""
    smaller = {"PAIRS": 4, "TABLES": 5, "SECONDS": 1.0, "PACE": 0.1, "CROWD": 50, "WRITERS": 4, "WARM": 80, "IDLE": 100}
    smaller |= {"ACTIONS": 20, "MACHINES": 1}
    for name, value in smaller.items():
        monkeypatch.setattr(server_bench, name, value)
    assert main(["bench", "--server", "--json"]) == 0
    found = {figure["name"]: figure["value"] for figure in msgspec.json.decode(capsys.readouterr().out)}
    waits = ("action.p95", "seen.p95", "attacked.action.p95", "attacked.seen.p95")
    each = [f"server.{game}.{name}" for game in OPENINGS for name in (*waits, "actions", "processor", "answer")]
    assert list(found) == ["store.actions", *each, "server.idle", "server.thinking.action.p95", "server.crowd"]
    assert len(found) == server_bench.SERVER_FIGURES
    assert found["server.idle"] < 50
    assert max(found[f"server.{game}.answer"] for game in OPENINGS) < 6_000
    assert all(value > 0 for name, value in found.items() if name != "server.idle")
