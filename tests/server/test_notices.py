"""Notices: one for each change of the side to act, never two, also across a restart; none for a turn taken back."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.server.room import Player, Room, new_key, running, wait_until
from westfront.server.notices import News, Notices, send_mail
from westfront.server.settings import Settings, open_store
from westfront.server.store import Store

QUIET = Settings(rate=0, quiet=0.0)
HOOK = "https://example.org/hook"


class Post:
    """Takes notices instead of the world."""

    def __init__(self, store: Store, settings: Settings = QUIET) -> None:
        self.sent: list[News] = []
        self.notices = Notices(store, settings, self.sent.append)

    def look(self) -> list[tuple[str, int]]:
        """Look once; everything that was sent so far, by side and number."""
        self.notices.look()
        self.notices._pool.submit(lambda: None).result()
        wait_until(lambda: self.notices._pool._work_queue.empty())
        return [(news.side, news.number) for news in self.sent]


@contextmanager
def table(store_url: str) -> Iterator[tuple[Room, dict[str, Player]]]:
    """A table at which both sides want to be told; the server's own notices are off."""
    with running(store_url, Settings(rate=0, quiet=1e6)) as room:
        players = room.table()
        (row,) = room.hall.store.games()
        for side in ("red", "blue"):
            room.hall.store.set_notice(row, side, "webhook", HOOK)
        yield room, players


def test_one_notice_for_each_change(store_url: str) -> None:
    with table(store_url) as (room, players):
        post = Post(room.hall.store)
        mine, blue = players["mine"], players["blue"]
        assert post.look() == [], "who sets it at his own turn knows that it is his turn"
        mine.act("done").raise_for_status()
        assert post.look() == [], "the same side goes on"
        mine.act("done").raise_for_status()
        assert post.look() == [("blue", 2)]
        assert post.look() == [("blue", 2)]
        blue.act("take B1").raise_for_status()
        assert post.look() == [("blue", 2)]
        blue.act("cancel").raise_for_status()
        blue.act("done").raise_for_status()
        blue.act("done").raise_for_status()
        assert [side for side, _ in post.look()] == ["blue", "red"]
        mine.settle("/resign").raise_for_status()
        assert len(post.look()) == 2, "nobody is to act in a game that is over"
        post.notices.close()


def test_two_servers_and_a_restart_send_one(store_url: str) -> None:
    """Several look at the same time, and again after all have gone; each notice goes out once."""
    with table(store_url) as (_, players):
        for action in ("done", "done"):
            players["mine"].act(action).raise_for_status()
    with closing(open_store(store_url)) as first, closing(open_store(store_url)) as second:
        posts = [Post(first), Post(second), Post(first)]
        threads = [threading.Thread(target=post.look) for post in posts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for post in posts:
            post.notices.close()
        assert [news.side for post in posts for news in post.sent] == ["blue"]
    with closing(open_store(store_url)) as store:
        post = Post(store)
        assert post.look() == []
        post.notices.close()


def test_what_was_due_before_a_restart_is_sent_after_it(store_url: str) -> None:
    with table(store_url) as (_, players):
        for action in ("done", "done"):
            players["mine"].act(action).raise_for_status()
    with closing(open_store(store_url)) as store:
        post = Post(store)
        assert post.look() == [("blue", 2)]
        post.notices.close()


def test_a_turn_that_comes_back_at_once_tells_nobody(store_url: str) -> None:
    """Within the quiet time the turn goes over and is taken back: blue is told nothing."""
    with table(store_url) as (room, players):
        mine, blue = players["mine"], players["blue"]
        early, late = Post(room.hall.store, Settings(quiet=100)), Post(room.hall.store)
        for action in ("done", "done"):
            mine.act(action).raise_for_status()
        assert early.look() == []
        mine.settle("/offer", kind="takeback", to=0).raise_for_status()
        blue.settle("/answer", accept=True).raise_for_status()
        assert late.look() == [("red", 3)]
        for post in (early, late):
            post.notices.close()


def test_the_running_server_looks_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[News] = []
    monkeypatch.setattr(Notices, "deliver", lambda self, news: sent.append(news))
    settings = Settings(rate=0, quiet=0.0, public_url="https://westfront.example/")
    with running(str(tmp_path / "w.db"), settings) as room:
        players = room.table()
        (row,) = room.hall.store.games()
        room.hall.store.set_notice(row, "blue", "webhook", HOOK)
        for action in ("done", "done"):
            players["mine"].act(action).raise_for_status()
        wait_until(lambda: sent)
        (news,) = sent
        assert news.text() == "The Ford: it is your turn as blue."
        assert news.link == f"https://westfront.example/#/table/{row.id}"


def test_where_to_be_told_is_kept_for_each_side(tmp_path: Path) -> None:
    settings = Settings(rate=0, smtp="smtp://127.0.0.1:1", mail_from="table@westfront.example")
    with running(str(tmp_path / "w.db"), settings) as room:
        mine, blue, _ = room.table().values()
        assert mine.post("/notice", email="anna@example.org").json()["email"] == "anna@example.org"
        assert mine.get("/notice").json()["email"] == "anna@example.org"
        assert blue.get("/notice").json() == {"side": "blue", "email": "", "webhook": "", "sends_email": True}
        for wrong in (
            "anna",
            "a@b",
            "a b@example.org",
            "a@example.org\nBcc: x@y.z",
            '"x"@example.org',
            "a@@b.c",
            "@b.c",
        ):
            assert mine.post("/notice", email=wrong).status_code == 422, wrong
        assert mine.post("/notice", email="a@b.c", webhook=HOOK).status_code == 422
        mine.post("/notice").raise_for_status()
        assert mine.get("/notice").json()["email"] == ""


def test_without_a_mail_server_there_is_no_mail(room: Room) -> None:
    answer = room.table()["mine"].post("/notice", email="anna@example.org")
    assert (answer.status_code, answer.json()["error"]) == (422, "This server sends no e-mail.")


class Mailbox(socketserver.StreamRequestHandler):
    """As much of SMTP as a letter needs."""

    letters: list[str] = []

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            word = line.strip().upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                letter = b""
                while not letter.endswith(b"\r\n.\r\n"):
                    letter += self.rfile.readline()
                self.letters.append(letter.decode())
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
            if word == b"QUIT":
                return


def test_a_letter_says_whose_turn_it_is() -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), Mailbox) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        settings = Settings(smtp=f"smtp://127.0.0.1:{server.server_address[1]}", mail_from="table@westfront.example")
        send_mail(settings, News("t", "The Ford", "blue", 2, "email", "ben@example.org", "https://w.example/#/table/t"))
        thread.join()
    (letter,) = Mailbox.letters
    assert "To: ben@example.org" in letter
    assert "Subject: The Ford: it is your turn as blue." in letter
    assert "https://w.example/#/table/t" in letter


def test_what_cannot_be_delivered_is_not_repeated(store_url: str, caplog: pytest.LogCaptureFixture) -> None:
    with table(store_url) as (room, players):
        for action in ("done", "done"):
            players["mine"].act(action, key=new_key()).raise_for_status()
        tries: list[News] = []

        def fail(news: News) -> None:
            tries.append(news)
            raise OSError("secret address")

        notices = Notices(room.hall.store, QUIET, fail)
        for _ in range(3):
            notices.look()
        notices.close()
        assert len(tries) == 1
        assert "was not delivered" in caplog.text
        assert HOOK not in caplog.text
