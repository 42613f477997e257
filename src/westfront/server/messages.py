"""What goes over the wire: the bodies of requests and the answers, each a record that is checked when it is read."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from westfront.engine.view import View

Key = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16,64}$", description="made by the client, new for each request")]
Name = Annotated[str, Meta(max_length=80)]
Side = Annotated[str, Meta(max_length=40)]
Action = Annotated[str, Meta(max_length=4000)]
Number = Annotated[int, Meta(ge=0, le=999_999_999)]
Token = Annotated[str, Meta(max_length=64)]


class Body(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of a request; a field that nobody knows is refused."""


# -- requests


class NewTable(Body, frozen=True):
    """A new game; seats by side are `me`, `link` or `machine:NAME`, and `me` twice is one screen for both."""

    game: Side
    seats: dict[Side, Annotated[str, Meta(max_length=40)]]
    key: Key
    scenario: Side = ""
    options: dict[Side, Annotated[str, Meta(max_length=40)]] = {}
    name: Name = ""


class Import(Body, frozen=True):
    """A game from its record."""

    record: Annotated[str, Meta(max_length=1_000_000)]
    seats: dict[Side, Annotated[str, Meta(max_length=40)]]
    key: Key
    name: Name = ""


class Keyed(Body, frozen=True):
    """Nothing but the key."""

    key: Key


class Join(Body, frozen=True):
    """Who takes the seat."""

    name: Name
    key: Key


class Act(Body, frozen=True):
    """An answer to the question of a position."""

    number: Number
    key: Key
    action: Action
    side: Side = ""


class Undo(Body, frozen=True):
    """The last action is taken back."""

    number: Number
    key: Key
    side: Side = ""


class Mine(Body, frozen=True):
    """The tokens that a browser has."""

    tokens: Annotated[list[Token], Meta(max_length=500)]


# -- answers


class Error(Struct, frozen=True):
    """Why not: one sentence, and the rule if there is one."""

    error: str
    rule: str = ""


class Health(Struct, frozen=True):
    """The server is well."""

    ok: bool
    version: str


class GameCard(Struct, frozen=True):
    """A game in the lobby."""

    id: str
    title: str
    version: str
    sides: tuple[str, ...]
    scenarios: dict[str, str]
    choices: dict[str, tuple[str, ...]]
    hidden: bool
    map: str


class Games(Struct, frozen=True):
    """All games, and the machines that play."""

    games: list[GameCard]
    machines: list[str]


class PlaceName(Struct, frozen=True):
    """A name on the map."""

    name: str
    hex: str


class RuleText(Struct, frozen=True):
    """A rule in our words."""

    id: str
    title: str
    text: str
    kind: str


class GamePage(Struct, frozen=True):
    """What a client needs to know of a game once."""

    id: str
    title: str
    version: str
    sides: tuple[str, ...]
    patterns: list[str]
    verbs: dict[str, str]
    places: list[PlaceName]
    figures: list[str]
    rules: list[RuleText]


class Made(Struct, frozen=True):
    """A new table with its tokens: `mine`, one for each open seat by side, and `watch`."""

    table: str
    tokens: dict[str, str]


class SeatNow(Struct, frozen=True):
    """A seat: a person, a machine, or open; `online` if somebody looks at the table for it now."""

    seat: str
    name: str
    online: bool


class OfferNow(Struct, frozen=True):
    """What one side has offered the other."""

    kind: str
    by: str
    to: int


class LogLine(Struct, frozen=True):
    """A line of the log, with what it speaks of."""

    number: int
    text: str
    rules: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


class Log(Struct, frozen=True, rename={"start": "from"}):
    """Lines of the log from an index on; `count` is the length of all of it."""

    start: int
    count: int
    lines: list[LogLine]


class Table(Struct, frozen=True):
    """Everything that one side may know of its table."""

    id: str
    game: str
    title: str
    version: str
    scenario: str
    options: dict[str, str]
    number: int
    side: str
    sides: dict[str, SeatNow]
    roles: list[str]
    hidden: bool
    over: bool
    result: str
    view: View
    can_undo: bool
    log: Log
    chat: int
    talk: int
    offer: OfferNow | None
    created: int
    updated: int


class MyTable(Struct, frozen=True):
    """A table in the list of my games; `mine` if it waits for me."""

    table: str
    game: str
    title: str
    sides: dict[str, SeatNow]
    roles: list[str]
    to_act: str
    mine: bool
    number: int
    over: bool
    result: str
    updated: int
