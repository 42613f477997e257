"""What two people agree to when they sit down, and how they find each other: what goes over the wire about it."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from msgspec import Meta, Struct

from westfront.server.rows import Game, Seat, Terms

Pace = Literal["", "live", "day", "week"]
PACES = {"live": 1_800_000, "day": 86_400_000, "week": 604_800_000}
"""The milliseconds that a side has, from the moment it is asked until the other one is."""


class TermsNow(Struct, frozen=True):
    """What was agreed upon: a pace or none, whether its clock decides, whether advice may be asked for, whether anybody
    who knows the address may watch."""

    pace: str
    decides: bool
    advice: bool
    public: bool


class ClockNow(Struct, frozen=True):
    """The clock of the side to act: the milliseconds of a move, and those that are left, or fewer than none."""

    pace: str
    move: int
    left: int
    decides: bool


class SeatFree(Struct, frozen=True):
    """A side that anybody may take, or who plays it."""

    seat: str
    name: str


class OpenTable(Struct, frozen=True):
    """A table with a seat for anybody."""

    table: str
    game: str
    title: str
    scenario: str
    sides: dict[str, SeatFree]
    terms: TermsNow
    created: int


class OpenTables(Struct, frozen=True):
    """All of them, the newest first."""

    tables: list[OpenTable]


Words = Annotated[str, Meta(max_length=4000)]


class Advice(Struct, frozen=True):
    """What a machine would do in this position: the order, why, what else it has weighed; not ready while it thinks."""

    ready: bool
    actions: list[Words] = []
    why: str = ""
    weighed: list[str] = []
    level: str = ""
    trouble: str = ""
    """Why there is no advice."""


class Thinking(Struct, frozen=True):
    """Whether a machine thinks at the table, for how long, and how many seconds it has."""

    thinks: bool
    spent: float
    seconds: float


def terms_now(row: Game) -> TermsNow:
    """The agreement at a table."""
    terms = row.agreed()
    return TermsNow(terms.pace, terms.decides, terms.advice, terms.is_open)


def clock_column(terms: Terms) -> int:
    """The milliseconds of a move as the store keeps them: less than none if the clock only warns."""
    move = PACES.get(terms.pace, 0)
    return move if terms.decides else -move


def rematch_request(row: Game) -> str:
    """What the rematch of a game is known by in the store: there is one, whoever asks for it first."""
    return hashlib.sha256(f"rematch {row.id} {row.salt}".encode()).hexdigest()


def begun_columns(row: Game, seats: dict[str, Seat], time_: int) -> dict[str, object]:
    """What changes at a table when somebody sits down: with the last open seat the clock begins to run."""
    if any(seat.kind in ("open", "empty") for seat in seats.values()):
        return {}
    terms = row.agreed()
    clock: dict[str, object] = {"clock": clock_column(terms), "turn_since": time_} if terms.pace else {}
    return {**({"listed": 0} if row.listed else {}), **clock}
