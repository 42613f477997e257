"""One visitor within the limits slows nobody: slow lines are cut, places are counted, long work is done elsewhere."""

from __future__ import annotations

import asyncio
import itertools
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.desk import finished, played
from tests.server.room import Player, Room, listen, new_key, running, wait_until
from westfront.server import app, errands, hall, lines, tables, webhook
from westfront.server.doorbell import Bell, Doorbell, Listener
from westfront.server.errands import FULL, Errands, Packed, Picture, begun
from westfront.server.limits import Limits, Places, Turnstile
from westfront.server.once import Once
from westfront.server.settings import Settings
from westfront.server.webhook import check_address

HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def line(room: Room, here: str = "127.0.0.1") -> socket.socket:
    """A connection from an address of this machine."""
    port = int(room.url.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(here, 0))


def said(connection: socket.socket) -> bytes:
    """Everything that the server says until it hangs up."""
    found = b""
    try:
        while piece := connection.recv(65536):
            found += piece
    except ConnectionResetError:
        pass
    return found


# -- slow lines


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has little patience."""
    for name in ("HEAD", "BODY", "STALLED"):
        monkeypatch.setattr(lines, name, 0.8)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("sent", [b"", b"GET", HEAD], ids=["nothing", "a word", "half a head"])
def test_who_never_ends_his_head_is_cut(room: Room, sent: bytes) -> None:
    with line(room) as slow:
        slow.sendall(sent)
        assert b" 408 Request Timeout\r\n" in said(slow)
    wait_until(lambda: room.hall.connections.count <= 1)


@pytest.mark.usefixtures("hasty")
def test_dripping_gives_no_more_time(room: Room) -> None:
    """The time is for all of the head, not for each byte of it."""
    with line(room) as slow:
        cut = threading.Event()

        def drip() -> None:
            try:
                while not cut.wait(0.02):
                    slow.sendall(b"x")
            except OSError:
                return

        slow.sendall(HEAD)
        thread = threading.Thread(target=drip)
        thread.start()
        said(slow)
        cut.set()
        thread.join()


@pytest.mark.usefixtures("hasty")
def test_who_never_ends_his_body_is_cut(room: Room) -> None:
    with line(room) as slow:
        slow.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        assert b" 408 Request Timeout\r\n" in said(slow)
    assert room.client.get("/health").status_code == 200


@pytest.mark.usefixtures("hasty")
def test_who_does_not_read_is_cut(room: Room) -> None:
    with line(room) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ask = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        wait_until(lambda: room.hall.connections.count)
        while room.hall.connections.count:
            try:
                deaf.sendall(ask)
            except OSError:
                break
        wait_until(lambda: not room.hall.connections.count)


@pytest.mark.usefixtures("hasty")
def test_a_stream_that_is_quiet_is_not_slow(room: Room) -> None:
    mine = room.table()["mine"]
    heard: list[dict[str, Any]] = []
    stop = threading.Event()
    thread = listen(mine, heard, stop)
    wait_until(lambda: heard)
    threading.Event().wait(2.0)
    stop.set()
    mine.act("done").raise_for_status()
    thread.join(30)
    assert len(heard) == 2


def test_a_head_without_end_is_refused(room: Room) -> None:
    with line(room) as large:
        large.sendall(HEAD + b"X-Long: " + b"x" * 64_000)
        assert b" 431 Request Header Fields Too Large\r\n" in said(large)


def test_what_is_no_request_gets_one_sentence(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    with line(room) as odd:
        odd.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        assert b" 400 Bad Request\r\n" in said(odd)
    assert caplog.text == "", "nobody can fill the log"


# -- places


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Room]:
    """A server with few places."""
    settings = Settings(rate=0, quiet=1e6, connections_each=6, streams_each=2, streams=3)
    with running(str(tmp_path / "w.db"), settings) as room:
        yield room


def test_connections_of_one_address_are_counted(small: Room) -> None:
    """The next one is told so; other addresses find a place, and so does this one when another has gone."""
    with ExitStack() as stack:
        mine = [stack.enter_context(line(small, "127.0.0.9")) for _ in range(6)]
        wait_until(lambda: small.hall.connections.count >= 6)
        with line(small, "127.0.0.9") as more:
            answer = said(more)
        assert b" 503 Service Unavailable\r\n" in answer
        assert b"Too many connections from this address; try again later." in answer
        assert b"retry-after: 30" in answer
        assert small.client.get("/health").status_code == 200
        mine[0].close()
        wait_until(lambda: _answers(small, "127.0.0.9"))


def _answers(room: Room, here: str) -> bool:
    with line(room, here) as one:
        one.sendall(HEAD + b"Connection: close\r\n\r\n")
        return said(one).startswith(b"HTTP/1.1 200")


def test_streams_of_one_address_are_counted(small: Room) -> None:
    watch = small.table()["watch"]
    ask = f"GET {watch.path}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {watch.token}\r\n\r\n".encode()

    def opened(here: str, stack: ExitStack) -> bytes:
        stream = stack.enter_context(line(small, here))
        stream.sendall(ask)
        return stream.recv(200)

    with ExitStack() as stack:
        found = [opened("127.0.0.9", stack)[9:12] for _ in range(3)]
        assert found == [b"200", b"200", b"503"]
        assert opened("127.0.0.8", stack)[9:12] == b"200"
        assert opened("127.0.0.7", stack)[9:12] == b"503", "there are only so many in all"
    wait_until(lambda: small.hall.streams.count == 0)
    with ExitStack() as stack:
        assert opened("127.0.0.9", stack)[9:12] == b"200"


def test_a_proxy_is_believed_only_if_it_is_named(tmp_path: Path) -> None:
    """Else everybody could take any address he likes, and with it any place."""
    for proxies, status in (((), 429), (("127.0.0.1",), 200), (("192.0.2.9",), 429)):
        with running(str(tmp_path / f"{len(proxies)}{status}.db"), Settings(rate=1, proxies=proxies)) as room:
            room.hall.limits = Limits(1, clock=lambda: 0.0)
            answers = [
                room.client.get("/health", headers={"x-forwarded-for": f"192.0.2.{i}"}).status_code for i in range(30)
            ]
            assert answers[-1] == status


def test_places() -> None:
    places = Places(3, 2)
    assert [places.take(who) for who in "aaabb"] == [True, True, False, True, False]
    places.leave("a")
    assert [places.take(who) for who in "ba"] == [True, False]
    assert places.count == 3


def test_what_is_charged_afterwards_is_owed() -> None:
    clock = [0.0]
    limits = Limits(1, saved=10, clock=lambda: clock[0])
    limits.charge("a", 15)
    assert not limits.take("a")
    clock[0] = 5.9
    assert not limits.take("a")
    clock[0] = 6.1
    assert limits.take("a")
    limits.charge("a", 1000)
    clock[0] = 17.2
    assert limits.take("a"), "but not for ever"


def test_who_has_long_games_loaded_uses_up_his_rate(tmp_path: Path) -> None:
    with running(str(tmp_path / "w.db"), Settings(rate=50)) as room:
        mine = room.table()["mine"]
        for action in ("take R1", "cancel"):
            mine.act(action).raise_for_status()
        room.hall.tables._live.clear()
        charged: list[float] = []
        room.hall.limits.charge = lambda who, cost: charged.append(cost)  # type: ignore[method-assign]
        mine.see()
        mine.see()
        assert charged[::2] == [2 / 20, 0], "and the processor's time beside it"


def test_what_takes_long_uses_up_the_rate_of_who_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every second of the processor as much as two hundred requests; refusals cost their time as well."""
    clock = itertools.count()
    monkeypatch.setattr(app, "thread_time", lambda: float(next(clock)))
    with running(str(tmp_path / "w.db"), Settings(rate=50)) as room:
        charged: list[float] = []
        room.hall.limits.charge = lambda who, cost: charged.append(cost)  # type: ignore[method-assign]
        assert room.client.get("/api/games/ford").status_code == 200
        assert room.client.get("/api/games/chess").status_code == 422
        assert charged == [200, 200]


def test_nobody_fills_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an address has written down in a day is counted; the others write on."""
    monkeypatch.setattr(hall, "WRITTEN", 50_000)
    with running(str(tmp_path / "w.db"), Settings(rate=1e6)) as room:
        mine = room.table()["mine"]
        written = [mine.post("/note", text="x" * 20_000) for _ in range(3)]
        assert [answer.status_code for answer in written] == [200, 200, 429]
        assert written[-1].json()["error"].startswith("This address has reached its limit for today")
        transport = httpx.HTTPTransport(local_address="127.0.0.9")
        with httpx.Client(base_url=room.url, transport=transport, timeout=60) as client:
            assert Player(client, mine.table, mine.token).post("/note", text="y").status_code == 200
        assert mine.get("/note").json()["text"] == "y"


def test_large_bodies_of_one_address_are_taken_in_some_at_a_time(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that they do not fill the memory; whoever waits too long is told so, and small ones do not wait."""
    monkeypatch.setattr(app, "PATIENCE", 0.0)
    post = (
        b"POST /api/tables/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 4000000\r\n\r\n{"
    )
    with ExitStack() as stack:
        for _ in range(hall.UPLOADS):
            stack.enter_context(line(room)).sendall(post)
        wait_until(lambda: room.hall.uploads.count("127.0.0.1") == hall.UPLOADS)
        body = {"record": "x", "seats": {"red": "me", "blue": "me"}, "key": new_key()}
        assert room.client.post("/api/tables/import", json=body).status_code == 503
    wait_until(lambda: not room.hall.uploads.count("127.0.0.1"))
    assert room.client.post("/api/tables/import", json=body).status_code == 422


def test_long_games_do_not_fill_the_memory(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those used last stay, as long as they have no more actions together than they may."""
    players = [room.table()["mine"] for _ in range(4)]
    for player in players:
        for action in ("take R1", "cancel"):
            player.act(action).raise_for_status()
    assert list(room.hall.tables._live) == [player.table for player in players]
    monkeypatch.setattr(tables, "MOST_ACTIONS", 5)
    players[0].see()
    assert list(room.hall.tables._live) == [players[3].table, players[0].table]


# -- waiting


def test_who_waits_at_one_table_keeps_no_other_waiting(room: Room) -> None:
    """Sixty requests wait for a table; another one is answered nevertheless, and so are they in the end."""
    mine, other = room.table()["mine"], room.table()["mine"]
    with ThreadPoolExecutor(60) as pool, httpx.Client(base_url=room.url, timeout=60, trust_env=False) as client:
        crowd = Player(client, mine.table, mine.token)
        with room.hall.tables.open(mine.table):
            waiting = [pool.submit(crowd.get) for _ in range(60)]
            wait_until(lambda: room.hall.at_tables.count(f"{mine.table} GET") >= 8)
            assert all(other.get().status_code == 200 for _ in range(5))
        assert {answer.result().status_code for answer in waiting} == {200}


def test_a_turnstile_lets_some_in_and_forgets_those_who_have_gone() -> None:
    async def run() -> None:
        gate, order = Turnstile(2), list[str]()

        async def pass_(name: str, seconds: float) -> None:
            try:
                async with gate.enter("key", seconds):
                    order.append(name)
                    await asyncio.sleep(0)
                    await leave.wait()
            except TimeoutError:
                order.append(f"not {name}")

        leave = asyncio.Event()
        first = [asyncio.create_task(pass_(name, 60)) for name in "ab"]
        await asyncio.sleep(0)
        impatient = asyncio.create_task(pass_("c", 0))
        await impatient
        patient = asyncio.create_task(pass_("d", 60))
        await asyncio.sleep(0)
        assert order == ["a", "b", "not c"]
        assert gate.count("key") == 3
        leave.set()
        await asyncio.gather(*first, patient)
        assert order == ["a", "b", "not c", "d"]
        assert gate.count("key") == 0
        assert not gate.gates

    asyncio.run(run())


# -- long work


def test_what_is_made_once_is_kept() -> None:
    once, made = Once[str, int](2), list[str]()
    gate = threading.Event()

    def make(key: str) -> int:
        gate.wait(30)
        made.append(key)
        return len(made)

    with ThreadPoolExecutor(5) as pool:
        asked = [pool.submit(once.get, "a", lambda: make("a")) for _ in range(5)]
        gate.set()
        assert [one.result() for one in asked] == [1] * 5
    assert [once.get(key, partial(make, key)) for key in "bcab"] == [2, 3, 4, 5], "the oldest goes first"

    def fail() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        once.get("x", fail)
    assert once.get("x", lambda: 7) == 7


def test_the_end_is_verified_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"record": finished().record(), "seats": {"red": "me", "blue": "me"}, "key": new_key()}
    players = room.players(room.client.post("/api/tables/import", json=body).json())
    asked: list[str] = []
    verify = room.hall.errands.verify

    def count(record: str, who: str) -> Any:
        asked.append(who)
        return verify(record, who)

    monkeypatch.setattr(room.hall.errands, "verify", count)
    ends = [player.get("/end").json() for player in players.values() for _ in range(3)]
    assert all(end == ends[0] and end["verified"] for end in ends)
    assert len(asked) == 1


def test_long_work_is_refused_when_too_much_waits(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence, with the time to try again; one address alone cannot fill the queue."""
    gate, inside = threading.Event(), threading.Semaphore(0)

    def ask(*_: object) -> object:
        inside.release()
        gate.wait(60)
        return begun(played())

    monkeypatch.setattr(errands, "_ask", ask)
    body = {"record": "x", "seats": {"red": "me", "blue": "me"}}
    with ThreadPoolExecutor(4) as pool:
        taken = [pool.submit(room.client.post, "/api/tables/import", json={**body, "key": new_key()}) for _ in range(2)]
        assert all(inside.acquire(timeout=60) for _ in taken)
        refused = room.client.post("/api/tables/import", json={**body, "key": new_key()})
        assert (refused.status_code, refused.json()["error"], refused.headers["retry-after"]) == (503, FULL, "5")
        assert room.table()["mine"].act("done").status_code == 200
        other = pool.submit(room.hall.errands.begin, "x", "another address")
        assert inside.acquire(timeout=60)
        gate.set()
        assert {answer.result().status_code for answer in taken} == {200}
        other.result()


def test_an_errand_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errands, "SECONDS", 0.0)
    sent = Errands()
    try:
        with pytest.raises(Exception, match="takes too long"):
            sent.begin(finished().record(), "me")
    finally:
        sent.close()


def test_long_games_are_loaded_one_after_another(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Short ones at once, whatever else is loaded."""
    long, short = room.table()["mine"], room.table()["mine"]
    for action in ("take R1", "cancel"):
        long.act(action).raise_for_status()
    monkeypatch.setattr(tables, "LONG", 1)
    room.hall.tables._live.clear()
    with ThreadPoolExecutor(1) as pool:
        with tables._LONG_GAMES:
            waiting = pool.submit(long.get)
            wait_until(lambda: room.hall.at_tables.count(f"{long.table} GET") == 1)
            assert short.get().status_code == 200
            assert not waiting.done()
        assert waiting.result().status_code == 200
    monkeypatch.setattr(tables, "ENDLESS", 1)
    room.hall.tables._live.clear()
    with tables._LONG_GAMES:
        assert long.get().status_code == 200, "one that is longer than any real game keeps no real game waiting"


def test_all_drawings_of_a_page_may_be_asked_for_at_once(room: Room) -> None:
    """The shelf shows a picture of every game; a visitor who is the first to see them waits, and gets them all."""
    files = [f"/art/ford/{file}" for file in ("map.svg", "map.svg?dark=1", "thumbnail.svg", "thumbnail.svg?dark=1")]
    files += ["/art/ford/layout.json", "/art/ford/counters.svg", "/art/meuse/counters.svg", "/art/meuse/layout.json"]
    with ThreadPoolExecutor(len(files)) as visitor:
        answers = list(visitor.map(room.client.get, files))
    assert [answer.status_code for answer in answers] == [200] * len(files)


def test_drawings_are_made_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked with them; what does not exist is refused before any work is done."""
    drawn: list[Picture] = []
    draw = room.hall.errands.draw

    def count(picture: Picture) -> Packed:
        drawn.append(picture)
        return draw(picture)

    monkeypatch.setattr(room.hall.errands, "draw", count)
    for query in ("", "?dark=0", "?scenario=meeting", "?scenario=meeting&dark=0&more=1"):
        assert room.client.get(f"/art/ford/map.svg{query}").status_code == 200
        assert room.client.get(f"/art/ford/counters.svg{query}").status_code == 200
    assert len(drawn) == 2
    for query in ("chess/map.svg", "ford/map.svg?scenario=none", "ford/counters.svg?scenario=none"):
        assert room.client.get(f"/art/{query}").status_code == 422
    assert len(drawn) == 2
    plain = room.client.get("/art/ford/map.svg", headers={"accept-encoding": "identity"})
    assert plain.text.startswith("<svg")


# -- names


def test_no_name_is_looked_up_while_somebody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is taken as it is, and looked up when a notice goes out; a number is known at once."""

    def never(*_: object, **__: object) -> Any:
        raise AssertionError("a name was looked up")

    monkeypatch.setattr(webhook, "resolve", never)
    check_address("https://hooks.example.org/turn")
    for url in ("http://localhost/", "http://intranet/", "http://x.localhost/", "http://127.1/", "http://[::1]/"):
        with pytest.raises(Exception, match="private network"):
            check_address(url)


# -- presence


def test_who_is_there_is_counted_not_looked_for() -> None:
    """However many listen, to know who is there costs the same."""
    bell = Bell()
    assert bell.count({"red"}, 1)
    for _ in range(2000):
        assert not bell.count((), 1)
        assert not bell.count({"red"}, 1)
    assert (bell.here, bell.listeners) == (("red",), {})
    assert bell.count({"blue"}, 1)
    for _ in range(2000):
        assert not bell.count({"red"}, -1)
    assert bell.count({"red"}, -1)
    assert bell.here == ("blue",)


def test_a_crowd_is_woken_some_at_a_time_and_the_seats_first() -> None:
    async def run() -> None:
        door = Doorbell(lambda table: {"t"})
        crowd, seats = [Listener("t") for _ in range(200)], [Listener("t") for _ in range(2)]
        for listener in (*crowd, *seats):
            door.join("table", listener)
        for listener, side in zip(seats, ("red", "blue"), strict=True):
            door.seat("table", listener, {side})
        door.ring("table", 1, 0, 0)
        await asyncio.sleep(0)
        assert all(listener.data for listener in seats)
        assert sum(bool(listener.data) for listener in crowd) < 60
        while not all(listener.data for listener in crowd):
            await asyncio.sleep(0.001)
        assert len({listener.data for listener in crowd}) == 1

    asyncio.run(run())


def test_a_stream_that_comes_when_the_server_goes_ends() -> None:
    async def run() -> None:
        door, late = Doorbell(lambda table: {"t"}), Listener("t")
        door.close()
        door.join("table", late)
        assert await late.wait(10.0)
        assert late.dismissed

    asyncio.run(run())
