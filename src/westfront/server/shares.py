"""Shares in the dice: each side commits itself and then tells, so that neither it nor the server can choose the rolls.

A browser does both by itself. For a machine the server does it, with a share that is made of the table's salt.
"""

from __future__ import annotations

import hmac

from westfront.engine.dice import seal_of
from westfront.engine.match import Match
from westfront.server import bodies
from westfront.server import messages as m
from westfront.server.tables import Live


def dice_now(match: Match) -> m.DiceNow:
    """Where the dice of a match come from."""
    source, sides = match.sources[-1], match.rules.sides
    return m.DiceNow(
        commitment=source.commitment,
        sealed=[sides[side] for side in sorted(source.seals)],
        opened=[sides[side] for side in sorted(source.shares)],
        thrown=match.dice.thrown > source.first_roll,
        fresh=len(match.sources) - 1,
        takebacks=sum(back.rolls for back in match.takebacks),
    )


def is_taken(match: Match, side: str, body: bodies.Share) -> bool:
    """Whether the side has sealed or opened just this before; a page that looked too early says it twice."""
    source, number = match.sources[-1], match.rules.sides.index(side)
    if body.seal:
        return source.seals.get(number) == body.seal
    return number in source.shares and source.shares[number].hex() == body.share


def take_share(live: Live, side: str, body: bodies.Share) -> None:
    """A side seals or opens its share; a machine across the table does the same at once."""
    match = live.match
    machines = [other for other, seat in live.row.all_seats().items() if seat.kind.startswith("machine:")]
    if body.seal:
        match.seal(side, body.seal)
        for machine in machines:
            match.seal(machine, seal_of(_share_of(live, machine)))
    else:
        match.open_share(side, body.share)
        for machine in machines:
            match.open_share(machine, _share_of(live, machine).hex())


def _share_of(live: Live, machine: str) -> bytes:
    words = f"share of {machine} in {live.match.commitment}"
    return hmac.digest(bytes.fromhex(live.row.salt), words.encode(), "sha256")
