"""What the store holds, as small records: the row of a table with its seats and terms, tokens, requests, actions."""

from __future__ import annotations

import base64
import hmac
import time
from typing import Any, NamedTuple, TypeVar

import msgspec

from westfront.engine.dice import Roll
from westfront.engine.record import Entry
from westfront.engine.rules import find_game
from westfront.errors import UnknownGame, WestfrontError

T = TypeVar("T")
Row = tuple[Any, ...]


class StoreError(WestfrontError):
    """The store cannot be opened, read or written."""


class Unreachable(StoreError):
    """The store is not there yet."""


class BadRow(StoreError):
    """What the store holds of one table makes no sense."""

    def __init__(self, id_: str) -> None:
        super().__init__(f"what the store holds of table {id_} cannot be read")


class Stale(Exception):
    """Somebody else has written this number first."""


class Seat(msgspec.Struct, frozen=True):
    """Who plays a side: a person, a machine (by its name), `open` to whoever is invited, or `empty`."""

    kind: str
    name: str = ""


SEAT, INVITATION, WATCH = "seat", "invitation", "watch"


class Token(msgspec.Struct, frozen=True):
    """What the store keeps of a token: its hash, and what it opens."""

    hash: str
    game: str
    roles: str
    """The sides, with a space between them; none for one who watches."""
    kind: str
    host: int = 0
    """1 for whoever set up the table, who gives out its links."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that it plays, or is invited to."""
        return tuple(self.roles.split())


class Offer(msgspec.Struct, frozen=True):
    """A draw or a takeback that one side offers the other at a number; it lapses with the next action."""

    kind: str
    by: str
    number: int
    to: int = 0


class Terms(msgspec.Struct, frozen=True):
    """What both sides agree to by sitting down at a table."""

    pace: str = ""
    """The name of a pace, if there is a clock."""
    decides: bool = False
    """Whether the clock decides; else it only warns."""
    advice: bool = False
    """Whether one may ask a machine what it would do."""
    public: bool = False
    """Whether anybody who knows the address of the table may watch."""
    published: bool = False
    """Whether one of them has shown the game to everybody when it was over; that is agreed to for no other game."""

    @property
    def is_open(self) -> bool:
        """Whether anybody may watch, for whichever reason."""
        return self.public or self.published


_SEATS = msgspec.json.Decoder(dict[str, Seat])
_OFFER, _TERMS = msgspec.json.Decoder(Offer), msgspec.json.Decoder(Terms)


class Game(msgspec.Struct, frozen=True):
    """The row of a table: everything about it but its actions."""

    id: str
    game: str
    head: str
    secret: str
    salt: str
    request: str
    digest: str
    seats: str
    lesson: int
    created: int
    updated: int
    number: int
    to_act: str
    waits_for: str
    result: str
    turn: int
    turn_since: int
    offer: str
    chat: int
    talk: int
    terms: str = ""
    listed: int = 0
    """1 while anybody may take one of its open seats from the lobby."""
    clock: int = 0
    """The milliseconds of a move, while a clock runs that decides."""

    @property
    def title(self) -> str:
        """The name of the game; a game that is not installed here now is known by its id only."""
        try:
            return find_game(self.game).title
        except UnknownGame:
            return self.game

    def token(self, *words: str) -> str:
        """A token made of words with the key of a request among them, which no store holds: a repeat gets it again."""
        try:
            return made_token(bytes.fromhex(self.salt), *words)
        except ValueError:
            raise BadRow(self.id) from None

    @property
    def scenario(self) -> str:
        """The scenario, as the head of the record has it."""
        lines = (line.partition(" = ") for line in self.head.split("\n"))
        return next((value for key, _, value in lines if key == "scenario"), "")

    def seat(self, side: str) -> Seat:
        """The seat of a side."""
        return self.all_seats()[side]

    def all_seats(self) -> dict[str, Seat]:
        """The seats by side."""
        seats = self._decoded(self.seats, _SEATS)
        if self.to_act and self.to_act not in seats:
            raise BadRow(self.id)
        return seats

    def agreed(self) -> Terms:
        """What the sides have agreed to."""
        return self._decoded(self.terms, _TERMS) if self.terms else Terms()

    def open_offer(self) -> Offer | None:
        """The offer on the table, unless the game has gone on since."""
        offer = self._decoded(self.offer, _OFFER) if self.offer else None
        return offer if offer and offer.number == self.number else None

    def _decoded(self, text: str, decoder: msgspec.json.Decoder[T]) -> T:
        try:
            return decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError):
            raise BadRow(self.id) from None


class Address(msgspec.Struct, frozen=True):
    """Where a side wants to be told: by `email`, `webhook` or `none`; nothing goes to one that is not confirmed."""

    kind: str
    address: str
    confirmed: bool


NOWHERE = Address("none", "", False)


class Request(msgspec.Struct, frozen=True):
    """What makes a request known again: the token that sent it, the client's key, and a digest of what it said."""

    token: str
    key: str
    digest: str


class Standing(msgspec.Struct, frozen=True):
    """How a game stands after some actions, as far as the store wants to know."""

    number: int
    to_act: str
    waits_for: str
    result: str


def made_token(salt: bytes, *words: str) -> str:
    """192 bits that nobody can guess who does not know the words."""
    return base64.urlsafe_b64encode(hmac.digest(salt, " ".join(words).encode(), "sha256")[:24]).decode()


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


def text_of(value: object) -> str:
    """A small record as the text of a column."""
    return msgspec.json.encode(value).decode()


class Visit(NamedTuple):
    """Somebody comes to a table with a token and a request."""

    row: Game
    token: Token
    digest: str | None
    """What the request said that had the same key."""


# -- from the columns of the database


def game_of(row: Row) -> Game:
    """The row of a table."""
    try:
        return msgspec.convert(dict(zip(Game.__struct_fields__, row, strict=True)), Game)
    except msgspec.ValidationError:
        raise BadRow(str(row[0])) from None


def checked(row: Row) -> Game:
    """A game whose small records can be read as well."""
    game = game_of(row)
    game.all_seats(), game.agreed()
    return game


def readable(row: Row) -> list[Game]:
    """A game, or nothing if it cannot be read."""
    try:
        return [checked(row)]
    except BadRow:
        return []


def token_of(row: Row) -> Token:
    """The row of a token."""
    try:
        return msgspec.convert(dict(zip(Token.__struct_fields__, row, strict=True)), Token)
    except msgspec.ValidationError:
        raise BadRow(str(row[1])) from None


def entry_of(number: int, side: str, action: str, auto: int, rolls: str, effect: str, link: str) -> Entry:
    """The row of an action."""
    return msgspec.convert((number, side, action, bool(auto), _rolls(rolls), effect, link), Entry)


def _rolls(text: str) -> tuple[Roll, ...]:
    return tuple(_roll(part.split()) for part in text.split(" | ") if part)


def _roll(words: list[str]) -> Roll:
    number, purpose, faces, *values = words
    return Roll(int(number), purpose, int(faces[1:]), tuple(map(int, values)))
