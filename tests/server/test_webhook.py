"""Webhooks go to the open internet only, to the address that was checked, and take little time."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar

import pytest

from tests.server.room import Room
from westfront.server import webhook
from westfront.server.refusal import ApiError
from westfront.server.webhook import check_address, is_public, post, target_of


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1", "224.0.0.1", "239.1.1.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1", "::", "::1",
        "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2001:db8::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "2002:7f00:1::", "2002:c0a8:101::", "64:ff9b::7f00:1", "64:ff9b:1::1",
        "2001:0:0:0:0:0:80ff:fffe",
        "localhost", "", "1", "not an address",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_addresses_that_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/", "file:///etc/passwd", "//example.org", "example.org", "https://", "https:///path",
        "http://user:word@example.org/", "http://example.org:22/", "http://example.org:25/", "http://exa mple.org/",
        "http://example.org/\r\nHost: x", "http://[::1", "http://example.org:99999/", "gopher://example.org/", "",
    ],
)  # fmt: skip
def test_what_is_no_web_address(url: str) -> None:
    with pytest.raises(ApiError):
        target_of(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://0/", "http://2130706433/", "http://0x7f.1/",
        "http://[::ffff:127.0.0.1]:8080/", "http://192.168.0.1/hook", "https://169.254.169.254/latest/meta-data",
    ],
)  # fmt: skip
def test_private_targets_are_refused(url: str) -> None:
    """Also in the odd ways in which an address can be written."""
    with pytest.raises(ApiError, match=r"private network|not known"):
        check_address(url)


def test_one_private_address_of_a_name_is_enough_to_refuse_it() -> None:
    with pytest.raises(ApiError, match="private network"):
        post("http://both.example/", b"{}", lambda host, port: ["1.1.1.1", "10.0.0.1"])


def test_a_seat_cannot_set_a_private_target(room: Room) -> None:
    mine = room.table()["mine"]
    for url in ("http://127.0.0.1:1918/", "http://localhost/", "ftp://example.org/"):
        assert mine.post("/notice", webhook=url).status_code == 422
    assert mine.get("/notice").json()["webhook"] == ""


# -- deliveries, to a receiver on this machine that the test permits


class Receiver(BaseHTTPRequestHandler):
    """Keeps what it gets, and answers what the test wants."""

    got: ClassVar[list[tuple[str, str, bytes]]] = []
    status: ClassVar[int] = 200
    body: ClassVar[bytes] = b"thanks"

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["content-length"]))
        self.got.append((self.path, self.headers["host"], data))
        self.send_response(self.status)
        if 300 <= self.status < 400:
            self.send_header("location", "http://127.0.0.1:9/elsewhere")
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Quiet(HTTPServer):
    """Who hangs up on it is no event."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing."""


@pytest.fixture
def receiver() -> Iterator[int]:
    Receiver.got.clear()
    server = Quiet(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def here(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


def anything(address: str) -> bool:
    return True


def test_the_connection_goes_to_the_address_that_was_checked(receiver: int) -> None:
    """The name is looked up once; nothing resolves it a second time for the connection."""
    asked: list[str] = []

    def look_up(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    assert post(f"http://hook.invalid:{receiver}/a?b=c", b'{"x":1}', look_up, anything) == 200
    assert asked == ["hook.invalid"]
    assert Receiver.got == [("/a?b=c", f"hook.invalid:{receiver}", b'{"x":1}')]


def test_no_redirect_is_followed(receiver: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Receiver, "status", 302)
    assert post(f"http://hook.invalid:{receiver}/", b"{}", here, anything) == 302
    assert len(Receiver.got) == 1


def test_little_is_read(receiver: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Receiver, "body", b"x" * 10_000_000)
    assert post(f"http://hook.invalid:{receiver}/", b"{}", here, anything) == 200


def test_who_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that comes a byte at a time never outlasts the deadline."""
    monkeypatch.setattr(webhook, "DEADLINE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            line, _ = server.accept()
            with line:
                try:
                    for _ in range(100):
                        line.sendall(b"H")
                        if done.wait(0.1):
                            return
                except OSError:
                    return

        done = threading.Event()
        thread = threading.Thread(target=drip)
        thread.start()
        with pytest.raises((OSError, HTTPException)):
            post(f"http://hook.invalid:{server.getsockname()[1]}/", b"{}", here, anything)
        done.set()
        thread.join()
