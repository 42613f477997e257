"""Where the dice of a match come from: a secret that its host is bound to, and a share of each side.

The host commits himself to a secret before the first action. Each side may then commit itself to a share (`seal`), and
once both have, tell it (`open`). When both shares are open the rolls come from the secret and the shares together, so
that neither the host nor a side could choose them alone. A match that goes on under another host gets a fresh source.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from westfront.engine.dice import Roll, commitment, derive, mixed, seal_of
from westfront.errors import IllegalAction

HEXADECIMAL = re.compile(r"[0-9a-f]{64}")


class Source:
    """One secret, by its commitment, and the shares that were mixed into it."""

    def __init__(self, promise: str, first_roll: int = 0, secret: bytes | None = None) -> None:
        if not HEXADECIMAL.fullmatch(promise):
            raise IllegalAction("fresh", "a commitment is 64 hexadecimal digits")
        self.commitment, self.first_roll, self.secret = promise, first_roll, secret
        self.seals: dict[int, str] = {}
        self.shares: dict[int, bytes] = {}

    @property
    def is_mixed(self) -> bool:
        """Whether both sides have opened their shares."""
        return len(self.shares) == 2

    def in_order(self) -> list[bytes]:
        """The shares, that of the first side first."""
        return [self.shares[side] for side in sorted(self.shares)]

    def seal(self, side: int, sealed: str, rolls: int) -> None:
        """A side commits itself to its share, before any die falls."""
        if not HEXADECIMAL.fullmatch(sealed):
            raise IllegalAction("seal", "a seal is 64 hexadecimal digits")
        if rolls > self.first_roll:
            raise IllegalAction("seal", "the dice have been thrown already: it is too late for a share in them")
        if side in self.seals:
            raise IllegalAction("seal", "this side has sealed its share already")
        self.seals[side] = sealed

    def open(self, side: int, share: str, rolls: int) -> None:
        """A side tells its share; both must be sealed by then."""
        if len(self.seals) < 2:
            raise IllegalAction("open", "a share is opened when both sides have sealed theirs")
        if rolls > self.first_roll:
            raise IllegalAction("open", "the dice have been thrown already: it is too late for a share in them")
        if side in self.shares:
            raise IllegalAction("open", "this side has opened its share already")
        if not HEXADECIMAL.fullmatch(share) or seal_of(bytes.fromhex(share)) != self.seals[side]:
            raise IllegalAction("open", "this share does not fit its seal")
        self.shares[side] = bytes.fromhex(share)

    def fits(self, secret: bytes) -> bool:
        """Whether this is the secret that the host was bound to."""
        return commitment(secret) == self.commitment

    def wrong_roll(self, secret: bytes, rolls: Sequence[Roll]) -> Roll | None:
        """The first roll that does not come from the secret and the shares."""
        key = mixed(secret, self.in_order()) if self.is_mixed else secret
        for roll in rolls:
            if derive(key, roll.number, roll.purpose, roll.faces, len(roll.values)) != roll.values:
                return roll
        return None
