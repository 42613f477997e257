"""Saves under a passphrase, which scrypt makes into a key.

westfront locked 1
game = hindenburg
salt = 8f3a...                             for scrypt, new with each passphrase
nonce = 51aa...                            new with each writing
body = ...                                 the record, stream and all, in base64
seal = 83c1...                             of all lines above: a wrong passphrase and a changed file are both noticed
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets

from westfront.errors import WestfrontError
from westfront.sealing import LENGTH, Sealing

TITLE = "westfront locked 1"
_COST = 2**15
"""scrypt takes 32 MB and about a tenth of a second: once for a person, too long for somebody who guesses."""
_HEX = "([0-9a-f]{%d})"
_FORM = re.compile(
    rf"{TITLE}\ngame = (\S{{1,40}})\nsalt = {_HEX % 32}\nnonce = {_HEX % 32}\nbody = (\S+)\nseal = {_HEX % 64}\n"
)


def is_locked(text: str) -> bool:
    """Whether a file is one of these."""
    return text.startswith(f"{TITLE}\n")


class Lock:
    """A passphrase, made into keys once."""

    def __init__(self, passphrase: str, salt: bytes | None = None) -> None:
        self._salt = salt or secrets.token_bytes(16)
        key = hashlib.scrypt(passphrase.encode(), salt=self._salt, n=_COST, r=8, p=1, maxmem=2**26, dklen=LENGTH)
        self._sealing = Sealing(key)

    @classmethod
    def of(cls, text: str, passphrase: str) -> Lock:
        """The lock of a locked text, for a passphrase that may be the wrong one."""
        return cls(passphrase, bytes.fromhex(_parts(text)[1]))

    def close(self, text: str, game: str) -> str:
        """The text locked; the name of the game stays readable."""
        nonce, data = secrets.token_bytes(16), text.encode()
        body = base64.b64encode(self._sealing.mixed(nonce, data)).decode()
        lines = f"{TITLE}\ngame = {game}\nsalt = {self._salt.hex()}\nnonce = {nonce.hex()}\nbody = {body}\n"
        return f"{lines}seal = {self._sealing.seal(lines)}\n"

    def open(self, text: str) -> str:
        """The text that was locked."""
        _, _, nonce, body, seal = _parts(text)
        if not self._sealing.fits(text[: text.rindex("seal = ")], seal):
            raise WestfrontError("the passphrase is wrong, or the file was changed")
        return self._sealing.mixed(bytes.fromhex(nonce), base64.b64decode(body)).decode()


def _parts(text: str) -> tuple[str, ...]:
    found = _FORM.fullmatch(text)
    if not found:
        raise WestfrontError("this locked game is cut off or damaged")
    return found.groups()
