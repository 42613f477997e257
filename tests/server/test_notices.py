"""Notices: one for each change of the side to act, never two, also across a restart; none for a turn taken back."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing, contextmanager
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.room import Player, Room, new_key, running, wait_until
from westfront.server import notices
from westfront.server.letters import News, send, turn_letter
from westfront.server.notices import WAITING, Notices, host_of
from westfront.server.rows import Address, now
from westfront.server.settings import Settings, open_store
from westfront.server.store import Store

QUIET = Settings(rate=0, quiet=0.0)
HOOK = "https://example.org/hook"


class AtOnce(Executor):
    """Sends while one looks, so that nobody has to wait for it."""

    def submit(self, fn: Callable[..., Any], /, *values: Any, **more: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*values, **more))
        return done


class Post:
    """Takes notices instead of the world."""

    def __init__(self, store: Store, settings: Settings = QUIET) -> None:
        self.sent: list[News] = []
        self.notices = Notices(store, settings, self.sent.append)
        self.notices._letters = self.notices._hooks = AtOnce()

    def look(self) -> list[tuple[str, int]]:
        """Look once; everything that was sent so far, by side and number."""
        self.notices.look()
        return [(news.side, news.number) for news in self.sent]


@contextmanager
def table(store_url: str) -> Iterator[tuple[Room, dict[str, Player]]]:
    """A table at which both sides want to be told; the server's own notices are off."""
    with running(store_url, Settings(rate=0, quiet=1e6)) as room:
        players = room.table()
        (row,) = room.hall.store.games()
        for side in ("red", "blue"):
            room.hall.store.set_notice(row, side, Address("webhook", HOOK, True))
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


def test_a_hook_that_is_slow_keeps_no_letter_waiting(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Few notices wait for one host, by whichever of its names; letters and other hosts go their way."""
    gate, sent = threading.Event(), list[str]()

    def deliver(news: News) -> None:
        if "slow" in news.address:
            gate.wait(60)
        sent.append(news.address)

    def news(kind: str, address: str) -> News:
        return News("table", "The Ford", "red", 1, kind, address, "")

    with closing(open_store(str(tmp_path / "w.db"))) as store:
        box = Notices(store, QUIET)
        for number in range(WAITING + 5):
            box._submit(deliver, news("webhook", f"https://{number}.slow.example/"))
        assert caplog.text.count("too many wait for the same host") == 5
        box._submit(deliver, news("email", "anna@mail.example"))
        wait_until(lambda: sent == ["anna@mail.example"])
        gate.set()
        box._submit(deliver, news("webhook", "https://quick.example/"))
        box.close()
    assert len(sent) == WAITING + 2
    assert [host_of(url) for url in ("https://a.b.example.org:8080/x", "http://[2001:db8::1]/", "http://x/")] == [
        "example.org",
        "2001:db8::1",
        "x",
    ]


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
        room.hall.store.set_notice(row, "blue", Address("webhook", HOOK, True))
        for action in ("done", "done"):
            players["mine"].act(action).raise_for_status()
        wait_until(lambda: sent)
        (news,) = sent
        assert news.text() == "The Ford: it is your turn as blue."
        assert news.link == f"https://westfront.example/#/table/{row.id}"


def test_where_to_be_told_is_kept_for_each_side(tmp_path: Path) -> None:
    with mailing(tmp_path) as (room, _):
        mine, blue, _ = room.table().values()
        assert mine.post("/notice", email="anna@example.org").json()["email"] == "anna@example.org"
        assert mine.get("/notice").json()["email"] == "anna@example.org"
        assert blue.get("/notice").json() == {
            "side": "blue", "email": "", "webhook": "", "confirmed": False, "sends_email": True
        }  # fmt: skip
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


@pytest.mark.parametrize("missing", ["smtp", "mail_from", "public_url"])
def test_without_a_mail_server_there_is_no_mail(tmp_path: Path, missing: str) -> None:
    """Nor without a public address: a letter carries links."""
    settings = msgspec.structs.replace(MAILING, **{missing: ""})
    with running(str(tmp_path / "w.db"), settings) as room:
        answer = room.table()["mine"].post("/notice", email="anna@example.org")
        assert (answer.status_code, answer.json()["error"]) == (422, "This server sends no e-mail.")


# -- letters


MAILING = Settings(
    rate=0, quiet=0.0, smtp="smtp://127.0.0.1:1", mail_from="Westfront <t@w.example>", public_url="https://w.example/"
)


@contextmanager
def mailing(folder: Path) -> Iterator[tuple[Room, list[EmailMessage]]]:
    """A server that sends letters, and the letters."""
    letters: list[EmailMessage] = []
    with pytest.MonkeyPatch.context() as patch, running(str(folder / "w.db"), MAILING) as room:
        patch.setattr(notices, "send", lambda settings, letter: letters.append(letter))
        yield room, letters


def link(letter: EmailMessage, word: str) -> str:
    """A link in a letter, as a path of the API."""
    found = re.search(rf"https://w\.example/#/mail/{word}/(\w+)/([\w-]+)", letter.get_content())
    assert found is not None, letter.get_content()
    return f"/api/tables/{found[1]}/mail/{word}/{found[2]}"


def test_mail_goes_only_to_an_address_that_has_confirmed_it(tmp_path: Path) -> None:
    with mailing(tmp_path) as (room, letters):
        room.hall.notices._letters = AtOnce()
        mine, blue, _ = room.table().values()
        assert not blue.post("/notice", email="ben@example.org").json()["confirmed"]
        wait_until(lambda: letters)
        (letter,) = letters
        assert (letter["To"], letter["Subject"]) == ("ben@example.org", "Shall Westfront write to you about The Ford?")
        for action in ("done", "done"):
            mine.act(action).raise_for_status()
        room.hall.notices.look()
        assert len(letters) == 1
        assert room.client.post(link(letter, "yes")[:-1] + "x").status_code == 404
        assert room.client.post(link(letter, "yes")).json() == {"title": "The Ford", "side": "blue", "wanted": True}
        assert blue.get("/notice").json()["confirmed"]
        assert blue.post("/notice", email="ben@example.org").json()["confirmed"], "it is still the same address"
        blue.act("done").raise_for_status()
        blue.act("done").raise_for_status()
        for action in ("done", "done"):
            mine.act(action).raise_for_status()
        wait_until(lambda: len(letters) == 2)
        assert letters[1]["Subject"] == "The Ford: it is your turn as blue."
        assert not blue.post("/notice", email="other@example.org").json()["confirmed"], "another address asks anew"
        wait_until(lambda: len(letters) >= 3)
        assert [str(letter["Subject"]).partition(" ")[0] for letter in letters] == ["Shall", "The", "Shall"]


def test_an_address_that_is_not_confirmed_is_never_due(store_url: str) -> None:
    """Neither when it is its turn, nor when the time runs out."""
    with running(store_url, Settings(rate=0, quiet=1e6)) as room:
        store, mine = room.hall.store, room.table(pace="day")["mine"]
        (row,) = store.games()
        store.set_notice(row, "blue", Address("email", "ben@example.org", False))
        for action in ("done", "done"):
            mine.act(action).raise_for_status()
        later = now() + 1_000_000_000
        assert (store.due_notices(later), store.due_warnings(later)) == ([], [])
        store.set_notice(row, "blue", Address("email", "ben@example.org", True))
        assert [len(due) for due in (store.due_notices(later), store.due_warnings(later))] == [1, 1]


def test_a_letter_has_what_a_letter_needs(tmp_path: Path) -> None:
    """A date, an identity, and a way to end it with one click, also for the programs that read mail."""
    with mailing(tmp_path) as (room, letters):
        room.table()["mine"].post("/notice", email="anna@example.org").raise_for_status()
        wait_until(lambda: letters)
        (letter,) = letters
        assert parsedate_to_datetime(letter["Date"]).tzinfo is not None
        assert re.fullmatch(r"<[^@]+@w\.example>", letter["Message-ID"])
        assert letter["Auto-Submitted"] == "auto-generated"
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert letter["List-Unsubscribe"] == f"<https://w.example{link(letter, 'no')}>"


def test_one_click_ends_it(tmp_path: Path) -> None:
    """As a mail program sends it, without a token; and again, which changes nothing."""
    with mailing(tmp_path) as (room, letters):
        mine = room.table()["mine"]
        mine.post("/notice", email="anna@example.org").raise_for_status()
        wait_until(lambda: letters)
        room.client.post(link(letters[0], "yes")).raise_for_status()
        end = room.client.post(link(letters[0], "no"), data={"List-Unsubscribe": "One-Click"})
        assert end.json() == {"title": "The Ford", "side": "red", "wanted": False}
        assert mine.get("/notice").json()["email"] == ""
        assert room.client.post(link(letters[0], "no")).json() == end.json()
        assert room.client.post(link(letters[0], "yes")).status_code == 404, "who has said no is asked anew first"


def test_nobody_is_buried_under_letters(tmp_path: Path) -> None:
    """One address gets three letters a day that ask, whoever wants them sent; one visitor sends twenty."""
    with mailing(tmp_path) as (room, letters):
        tables = [room.table()["mine"] for _ in range(4)]
        statuses = [mine.post("/notice", email="victim@example.org").status_code for mine in tables]
        assert statuses == [200, 200, 200, 429]
        assert tables[3].get("/notice").json()["email"] == ""
        more = [tables[0].post("/notice", email=f"a{i}@example.org").status_code for i in range(18)]
        assert more == [200] * 16 + [429] * 2
        wait_until(lambda: len(letters) == 19)


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


def test_a_letter_is_sent() -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), Mailbox) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        settings = msgspec.structs.replace(MAILING, smtp=f"smtp://127.0.0.1:{server.server_address[1]}")
        news = News("t", "The Ford", "blue", 2, "email", "ben@example.org", "https://w.example/#/table/t", "code")
        send(settings, turn_letter(settings, news))
        thread.join()
    (letter,) = Mailbox.letters
    assert "To: ben@example.org" in letter
    assert "Subject: The Ford: it is your turn as blue." in letter
    assert "https://w.example/#/table/t" in letter
    assert "https://w.example/#/mail/no/t/code" in letter


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
