"""Text that can be read only with a key, from the standard library alone: a SHAKE-256 stream hides it, and an
HMAC-SHA-256 tells when it was changed or the key is another."""

from __future__ import annotations

import hashlib
import hmac

LENGTH = 64
"""Bytes of a key: half of them for the stream, half for the seal."""


class Sealing:
    """A key in use."""

    def __init__(self, key: bytes) -> None:
        self._stream, self._seal = key[: LENGTH // 2], key[LENGTH // 2 :]

    def mixed(self, nonce: bytes, data: bytes) -> bytes:
        """Hide some bytes, or show them again; no nonce may be used twice."""
        stream = hashlib.shake_256(self._stream + nonce).digest(len(data))
        return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))

    def seal(self, text: str) -> str:
        """What only the key can make of a text."""
        return hmac.digest(self._seal, text.encode(), "sha256").hex()

    def fits(self, text: str, seal: str) -> bool:
        """Whether a text has its seal."""
        return hmac.compare_digest(self.seal(text), seal)
