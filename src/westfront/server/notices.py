"""Notices that it is a side's turn: by e-mail or webhook, one for each change of the side to act, never two.

A notice waits for a quiet time, so that a turn that comes back at once tells nobody. Then a row in the store claims
it, for one process only and for good; only after that it is sent. What cannot be delivered is logged, not repeated.
"""

from __future__ import annotations

import logging
import smtplib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from http.client import HTTPException
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import msgspec

from westfront.errors import WestfrontError
from westfront.server.settings import Settings
from westfront.server.store import BadRow, Store, StoreError, now
from westfront.server.webhook import post

log = logging.getLogger("westfront.notices")
EVERY = 1.0
THREADS = 2


class News(NamedTuple):
    """What a notice says, and where it goes."""

    table: str
    title: str
    side: str
    number: int
    kind: str
    address: str
    link: str

    def text(self) -> str:
        """The sentence of it."""
        return f"{self.title}: it is your turn as {self.side}."


class Notices:
    """Looks for notices that are due, and sends them."""

    def __init__(self, store: Store, settings: Settings, send: Callable[[News], None] | None = None) -> None:
        self._store, self._settings = store, settings
        self._send = send or self.deliver
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="notice")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(EVERY):
            try:
                self.look()
            except StoreError as error:
                log.warning("notices: %s", error)

    def look(self) -> None:
        """Claim what is due, and send it."""
        base = self._settings.public_url.rstrip("/")
        for id_, turn, side, kind, address in self._store.due_notices(now() - int(self._settings.quiet * 1000)):
            try:
                row = self._store.game(id_)
            except BadRow as error:
                log.error("%s", error)
                continue
            if row and self._store.claim_notice(id_, turn):
                link = f"{base}/#/table/{id_}" if base else ""
                self._pool.submit(self._try, News(id_, row.title, side, turn, kind, address, link))

    def _try(self, news: News) -> None:
        try:
            self._send(news)
        except (OSError, WestfrontError, HTTPException, smtplib.SMTPException, ValueError) as error:
            log.warning("a notice of table %s was not delivered: %s", news.table, type(error).__name__)

    def deliver(self, news: News) -> None:
        """Send it on its way."""
        if news.kind == "email":
            send_mail(self._settings, news)
        else:
            said = {"table": news.table, "game": news.title, "side": news.side, "number": news.number}
            post(news.address, msgspec.json.encode({**said, "text": news.text(), "link": news.link}))

    def close(self) -> None:
        """Stop looking; what is on its way is finished."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self._pool.shutdown()


def send_mail(settings: Settings, news: News) -> None:
    """An e-mail through the server of the settings: smtp://, or smtps:// for one that is encrypted from the start."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = settings.mail_from, news.address, news.text()
    mail.set_content(f"{news.text()}\n\n{news.link}\n" if news.link else f"{news.text()}\n")
    parts = urlsplit(settings.smtp)
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    with kind(parts.hostname or "", parts.port or 0, timeout=20) as smtp:
        if parts.scheme == "smtp" and smtp.has_extn("starttls"):
            smtp.starttls()
        if parts.username:
            smtp.login(unquote(parts.username), unquote(parts.password or ""))
        smtp.send_message(mail)
