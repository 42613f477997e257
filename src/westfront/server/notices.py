"""Notices that it is a side's turn: by e-mail or webhook, one for each change of the side to act, never two.

A notice waits for a quiet time, so that a turn that comes back at once tells nobody. Then a row in the store claims
it, for one process only and for good; only after that it is sent. What cannot be delivered is logged, not repeated.
"""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from http.client import HTTPException
from sys import maxsize
from urllib.parse import urlsplit

import msgspec

from westfront.errors import WestfrontError
from westfront.server.letters import NO, YES, News, asking_letter, send, turn_letter
from westfront.server.limits import Places
from westfront.server.rounds import Rounds
from westfront.server.rows import BadRow, Game, now
from westfront.server.settings import Settings
from westfront.server.store import Store
from westfront.server.webhook import post

log = logging.getLogger("westfront.notices")
EVERY = 1.0
LETTERS, HOOKS = 2, 6
"""How many letters, and how many calls of webhooks, are on their way at a time: a slow hook keeps no letter waiting."""
WAITING = 20
"""How many notices wait for one host at most, so that one that is slow keeps few others waiting."""


class Notices:
    """Looks for notices that are due, and sends them."""

    def __init__(self, store: Store, settings: Settings, send: Callable[[News], None] | None = None) -> None:
        self._store, self._settings = store, settings
        self._send = send or self.deliver
        self._letters: Executor = ThreadPoolExecutor(LETTERS, thread_name_prefix="letter")
        self._hooks: Executor = ThreadPoolExecutor(HOOKS, thread_name_prefix="hook")
        self._hosts = Places(maxsize, WAITING)
        self.rounds = Rounds("notices", EVERY, self.look)

    def look(self, time_: int | None = None) -> None:
        """Claim what is due, and send it: that it is a side's turn, and that its time runs out."""
        time_ = now() if time_ is None else time_
        for due in self._store.due_notices(time_ - int(self._settings.quiet * 1000)):
            self._tell(*due, is_warning=False)
        for due in self._store.due_warnings(time_):
            self._tell(*due, is_warning=True)

    def _tell(self, id_: str, turn: int, side: str, kind: str, address: str, *, is_warning: bool) -> None:
        base = self._settings.public_url.rstrip("/")
        try:
            row = self._store.game(id_)
        except BadRow as error:
            log.error("%s", error)
            return
        if row and self._store.claim_notice(id_, turn, is_warning=is_warning):
            link = f"{base}/#/table/{id_}" if base else ""
            code = row.token(NO, side, address) if kind == "email" else ""
            self._submit(self._send, News(id_, row.title, side, turn, kind, address, link, code, is_warning))

    def ask(self, row: Game, side: str, address: str) -> None:
        """Ask the owner of an address whether he wants to be written to."""
        code = row.token(NO, side, address)
        news = News(row.id, row.title, side, row.number, "email", address, "", code)
        letter = asking_letter(self._settings, news, row.token(YES, side, address))
        self._submit(lambda _: send(self._settings, letter), news)

    def _submit(self, work: Callable[[News], None], news: News) -> None:
        if news.kind == "email":
            self._letters.submit(self._try, work, news)
            return
        host = host_of(news.address)
        if self._hosts.take(host):
            self._hooks.submit(self._try, work, news).add_done_callback(lambda _: self._hosts.leave(host))
        else:
            log.warning("a notice of table %s was not delivered: too many wait for the same host", news.table)

    def _try(self, work: Callable[[News], None], news: News) -> None:
        try:
            work(news)
        except (OSError, WestfrontError, HTTPException, smtplib.SMTPException, ValueError) as error:
            log.warning("a notice of table %s was not delivered: %s", news.table, type(error).__name__)

    def deliver(self, news: News) -> None:
        """Send it on its way."""
        if news.kind == "email":
            send(self._settings, turn_letter(self._settings, news))
        else:
            said = {"table": news.table, "game": news.title, "side": news.side, "number": news.number}
            post(news.address, msgspec.json.encode({**said, "text": news.text(), "link": news.link}))

    def close(self) -> None:
        """Stop looking; what is on its way is finished."""
        self.rounds.close()
        self._letters.shutdown()
        self._hooks.shutdown()


def host_of(url: str) -> str:
    """Whose a web address is: names that end alike are one's, who can have as many of them as he likes."""
    return ".".join((urlsplit(url).hostname or "").rsplit(".", 2)[-2:])
