"""Letters: one that asks whether an address wants to be written to, and those that say whose turn it is."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from westfront.server.settings import Settings

YES, NO = "yes", "no"
EACH_DAY = 3
"""How many letters that ask go to one address a day."""


class News(NamedTuple):
    """What a notice says, and where it goes."""

    table: str
    title: str
    side: str
    number: int
    kind: str
    address: str
    link: str
    code: str = ""
    """With which the owner of an e-mail address ends it."""
    is_warning: bool = False
    """Whether it tells that the time for the move runs out."""

    def text(self) -> str:
        """The sentence of it."""
        told = "your time for this move runs out" if self.is_warning else "it is your turn"
        return f"{self.title}: {told} as {self.side}."


def _base(settings: Settings) -> str:
    return settings.public_url.rstrip("/")


def _link(settings: Settings, word: str, table: str, code: str) -> str:
    """For a person, who presses a button behind it: programs that only look at links change nothing."""
    return f"{_base(settings)}/#/mail/{word}/{table}/{code}"


def asking_letter(settings: Settings, news: News, yes: str) -> EmailMessage:
    """Somebody wants letters to go to this address; whoever reads it decides."""
    no = _link(settings, NO, news.table, news.code)
    text = (
        f"Somebody who plays {news.title} as {news.side} wants to be told at this address when it is his turn.\n\n"
        f"If that is you, confirm it here:\n{_link(settings, YES, news.table, yes)}\n\n"
        f"If not, do nothing: no other letter will come. Or say so here:\n{no}\n"
    )
    return _letter(settings, news, f"Shall Westfront write to you about {news.title}?", text)


def turn_letter(settings: Settings, news: News) -> EmailMessage:
    """It is somebody's turn, or high time."""
    text = f"{news.text()}\n\n{news.link}\n\nNo more letters about this game:\n"
    return _letter(settings, news, news.text(), text + f"{_link(settings, NO, news.table, news.code)}\n")


def _letter(settings: Settings, news: News, subject: str, text: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = settings.mail_from, news.address, subject
    letter["Date"] = formatdate(usegmt=True)
    letter["Message-ID"] = make_msgid(domain=parseaddr(settings.mail_from)[1].rpartition("@")[2] or "localhost")
    letter["Auto-Submitted"] = "auto-generated"
    letter["List-Unsubscribe"] = f"<{_base(settings)}/api/tables/{news.table}/mail/{NO}/{news.code}>"
    letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    letter.set_content(text)
    return letter


def send(settings: Settings, letter: EmailMessage) -> None:
    """Through the server of the settings: smtp://, or smtps:// for one that is encrypted from the start."""
    parts = urlsplit(settings.smtp)
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    with kind(parts.hostname or "", parts.port or 0, timeout=20) as smtp:
        if parts.scheme == "smtp" and smtp.has_extn("starttls"):
            smtp.starttls()
        if parts.username:
            smtp.login(unquote(parts.username), unquote(parts.password or ""))
        smtp.send_message(letter)
