"""The key under which a store keeps the secrets of dice: whoever gets hold of the store, a backup or a log of the
database, but not of the key, cannot work out the rolls to come.

It is a file of its own, so that copies of the store do not hold it. A secret is kept as `sealed NONCE BODY SEAL`; the
seal is of the table's name as well, so that nobody can put the secret of one table in the place of another's.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from westfront.durable import PRIVATE, sync_folder, write_whole
from westfront.errors import WestfrontError
from westfront.sealing import LENGTH, Sealing

CLEAR = re.compile(r"\d+=[0-9a-f]{64}( \d+=[0-9a-f]{64})*")
"""Secrets that are not sealed: the number of each source of dice, and its secret."""
_KEY = re.compile(rf"[0-9a-f]{{{2 * LENGTH}}}\n?")
_FORM = re.compile(r"sealed ([0-9a-f]{32}) ([0-9a-f]*) ([0-9a-f]{64})")


class BadKey(WestfrontError):
    """The key cannot be read or written."""


class KeyFile:
    """A key in a file, which is made when something is sealed for the first time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._sealing: Sealing | None = None

    def seal(self, table: str, secret: str) -> str:
        """The secrets of a table as the store keeps them."""
        sealing, nonce = self._read() or self._made(), secrets.token_bytes(16)
        text = f"sealed {nonce.hex()} {sealing.mixed(nonce, secret.encode()).hex()}"
        return f"{text} {sealing.seal(f'{table} {text}')}"

    def open(self, table: str, sealed: str) -> str | None:
        """The secrets of a table, or None if they were sealed with another key."""
        sealing, found = self._read(), _FORM.fullmatch(sealed)
        if sealing is None or found is None or not sealing.fits(f"{table} {sealed.rpartition(' ')[0]}", found[3]):
            return None
        return sealing.mixed(bytes.fromhex(found[1]), bytes.fromhex(found[2])).decode()

    def _read(self) -> Sealing | None:
        if self._sealing is None:
            with suppress(FileNotFoundError):
                self._sealing = Sealing(bytes.fromhex(_text(self.path)))
        return self._sealing

    def _made(self) -> Sealing:
        """A new key, unless another process makes one at this very moment."""
        beside = self.path.with_name(f".{self.path.name}.{secrets.token_hex(8)}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(beside, f"{secrets.token_hex(LENGTH)}\n".encode(), PRIVATE)
            with suppress(FileExistsError):
                os.link(beside, self.path)
            beside.unlink()
            sync_folder(self.path.absolute().parent)
        except OSError as error:
            raise BadKey(f"the key of the dice {self.path} cannot be written: {error.strerror}") from None
        found = self._read()
        if found is None:
            raise BadKey(f"the key of the dice {self.path} is a link that leads nowhere")
        return found


def _text(path: Path) -> str:
    try:
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), encoding="ascii") as file:
            text = file.read(2 * LENGTH + 2)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BadKey(f"the key of the dice {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        text = ""
    if not _KEY.fullmatch(text):
        raise BadKey(f"{path} holds no key of the dice; put the right one there, or move it away")
    return text
