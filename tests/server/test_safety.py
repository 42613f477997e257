"""Safe: tokens, origins, names, sizes, rates, headers; hostile requests get one sentence; logs hold no secret."""

from __future__ import annotations

import json
import logging
import socket
from pathlib import Path

import pytest

from tests.server.room import Process, Room, free_port, new_key, running
from westfront.server import app
from westfront.server.guard import POLICY
from westfront.server.hall import GONE
from westfront.server.limits import Limits, rate_limit_key
from westfront.server.settings import Settings


def test_a_token_opens_its_own_table_only(room: Room) -> None:
    mine, other = room.table()["mine"], room.table()["mine"]
    for headers in ({}, {"authorization": "Bearer"}, {"authorization": "Basic abc"}, {"authorization": "Bearer é"}):
        assert (
            room.client.get(mine.path, headers=[(k.encode(), v.encode()) for k, v in headers.items()]).status_code
            == 401
        )
    for token in ("A" * 32, other.token):
        answer = room.client.get(mine.path, headers={"authorization": f"Bearer {token}"})
        assert (answer.status_code, answer.json()["error"]) == (
            403,
            GONE,
        )
    missing = room.client.get("/api/tables/aaaaaaaaaaaa", headers=mine.headers)
    assert missing.status_code == 403, "what is not there looks like what is closed"
    assert room.client.get("/api/tables/NOT-A-TABLE", headers=mine.headers).status_code == 404
    assert room.client.get(f"{mine.path}?token={mine.token}").status_code == 401, "never in an address"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"host": "user@127.0.0.1"}, 421),
        ({"host": "[::1"}, 421),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
    ],
)
def test_requests_from_elsewhere_are_refused(room: Room, headers: dict[str, str], status: int) -> None:
    body = json.dumps({"game": "ford", "seats": {"red": "me", "blue": "link"}, "key": new_key()})
    answer = room.client.post("/api/tables", content=body, headers={"content-type": "application/json", **headers})
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")
    assert room.hall.store.games() == []


def test_our_own_page_may_ask(room: Room) -> None:
    headers = {"origin": room.url, "sec-fetch-site": "same-origin"}
    body = {"game": "ford", "seats": {"red": "me", "blue": "link"}, "key": new_key()}
    assert room.client.post("/api/tables", json=body, headers=headers).status_code == 200


def test_behind_a_proxy_the_public_name_counts(tmp_path: Path) -> None:
    with running(str(tmp_path / "w.db"), Settings(rate=0, public_url="https://westfront.example")) as room:
        assert room.client.get("/health", headers={"host": "westfront.example"}).status_code == 200
        assert room.client.get("/health", headers={"host": "other.example"}).status_code == 421


def test_every_answer_has_its_headers(room: Room) -> None:
    for path in ("/", "/health", "/api/games", "/api/none", "/art/ford/map.svg", "/openapi.json"):
        headers = room.client.get(path).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers
    assert room.client.get("/api/games").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/tables", b"{", 400),
        ("POST", "/api/tables", b"[" * 10_000, 400),
        ("POST", "/api/tables", b"\xff\xfe", 400),
        ("POST", "/api/tables", b'{"game": "\\ud800"}', 400),
        ("POST", "/api/tables", b'{"pace": "' + b"x" * 9000 + b'"}', 400),
        ("POST", "/api/tables", b" " * 16_001, 413),
        ("POST", "/api/tables/import", b" " * 4_400_001, 413),
        ("DELETE", "/api/tables", b"{}", 405),
        ("PUT", "/api/games", b"{}", 405),
        ("GET", "/api/../../etc/passwd", b"", 404),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", b"", 404),
        ("GET", "/api/nothing", b"", 404),
    ],
)
def test_hostile_requests_get_one_sentence(room: Room, method: str, path: str, body: bytes, status: int) -> None:
    answer = room.client.request(method, path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert list(answer.json()) == ["error", "rule"]
    assert answer.json()["error"].count("\n") == 0
    assert len(answer.json()["error"]) < 700


def test_a_body_without_end_is_cut(room: Room) -> None:
    """The server answers before it has read a body that never stops."""
    port = int(room.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        chunk = b"1000\r\n" + b"x" * 4096 + b"\r\n"
        for _ in range(8):
            line.sendall(chunk)
        assert line.recv(4096).startswith(b"HTTP/1.1 413")


def test_rates_are_limited(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty requests are saved up, and no time goes by."""
    monkeypatch.setattr(room.hall, "limits", Limits(2, clock=lambda: 0.0))
    monkeypatch.setattr(app, "thread_time", lambda: 0.0)
    statuses = [room.client.get("/health").status_code for _ in range(22)]
    assert statuses == [200] * 20 + [429] * 2
    refused = room.client.get("/health")
    assert refused.json()["error"] == "Too many requests; wait a little."
    assert refused.headers["retry-after"] == "1"


def test_a_bucket_fills_up_again() -> None:
    clock = [0.0]
    limits = Limits(2, saved=5, clock=lambda: clock[0])
    assert [limits.take("a") for _ in range(11)] == [True] * 10 + [False]
    assert limits.take("b", 10)
    clock[0] = 1.0
    assert [limits.take("a") for _ in range(3)] == [True, True, False]
    assert not limits.take("a", 100)
    clock[0] = 1000.0
    assert [limits.take("a") for _ in range(11)] == [True] * 10 + [False]
    assert Limits(0).take("anybody", 10**9)


def test_many_addresses_are_forgotten() -> None:
    limits = Limits(1)
    for i in range(20_000):
        limits.take(str(i))
    assert len(limits._buckets) == 10_000


def test_a_network_counts_as_one() -> None:
    assert (
        rate_limit_key("2001:db8:1:2:3::4") == rate_limit_key("2001:db8:1:2:9::9") != rate_limit_key("2001:db8:1:3::4")
    )
    assert rate_limit_key("192.0.2.1") != rate_limit_key("192.0.2.2")
    assert rate_limit_key("testclient") == "testclient"


def test_nothing_secret_is_logged(tmp_path: Path) -> None:
    """The output of a server, and its log at the finest, hold no token, key or secret of dice."""
    port, store = free_port(), str(tmp_path / "w.db")
    process = Process(store, port)
    with Room(process.url) as room:
        players = room.table()
        for player in players.values():
            player.see()
            player.get("?side=green")
            player.act("done")
            room.client.get(f"/nothing/{player.token}")
            room.client.get(f"/api/tables/{player.table}/log?from={player.token}", headers=player.headers)
    printed = process.stop()
    assert "Westfront is at" in printed
    for player in players.values():
        assert player.token not in printed


def test_a_failure_tells_nothing(room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """A bug is 500 with one sentence, and its trace goes to the log without the request."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError("inside")

    mine = room.table()["mine"]
    monkeypatch.setattr(room.hall.store, "visit", fail)
    with caplog.at_level(logging.DEBUG):
        answer = mine.get()
    assert (answer.status_code, answer.json()["error"]) == (500, "Something has gone wrong in the server.")
    assert answer.headers["content-security-policy"] == POLICY
    assert mine.token not in caplog.text
