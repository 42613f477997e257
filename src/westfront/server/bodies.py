"""The bodies of requests, each a record that is checked when it is read."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from westfront.server.terms import Pace

Key = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16,64}$", description="made by the client, new for each request")]
Name = Annotated[str, Meta(max_length=80)]
Side = Annotated[str, Meta(max_length=40)]
Action = Annotated[str, Meta(max_length=4000)]
Number = Annotated[int, Meta(ge=0, le=999_999_999)]
Since = Annotated[int, Meta(ge=0, le=999_999_999, description="the number of the table that the client has")] | None
LARGEST = 4_000_000
"""The longest record that can be brought: some 60,000 actions."""
Token = Annotated[str, Meta(max_length=64)]


class Body(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of a request; a field that nobody knows is refused."""


class Keyed(Body, frozen=True):
    """The body of a request that changes something: it is carried out once, however often it comes."""

    key: Key


class NewTable(Keyed, frozen=True):
    """A new game; seats by side are `me`, `link` or `machine:NAME`, and `me` twice is one screen for both."""

    game: Side
    seats: dict[Side, Annotated[str, Meta(max_length=40)]]
    scenario: Side = ""
    options: dict[Side, Annotated[str, Meta(max_length=40)]] = {}
    name: Name = ""
    pace: Pace = ""
    decides: bool = False
    """Whether the clock of the pace decides; else it only warns."""
    advice: bool | None = None
    """Whether a machine may be asked what it would do; left out, if nobody else is invited."""
    public: bool = False
    """Whether anybody who knows the address may watch."""
    listed: bool = False
    """Whether anybody may take the open seats from the lobby."""


class Import(Keyed, frozen=True):
    """A game from its record."""

    record: Annotated[str, Meta(max_length=LARGEST)]
    seats: dict[Side, Annotated[str, Meta(max_length=40)]]
    name: Name = ""


class Renew(Body, frozen=True):
    """A token is exchanged for another one, which is made of this key: whoever has the key has the seat."""

    key: Key


class Join(Renew, frozen=True):
    """Who takes the seat."""

    name: Name


class Sit(Join, frozen=True):
    """Which side he takes, at a table that is open to anybody."""

    side: Side


class NoLink(Body, frozen=True):
    """The link of a side, or the one to `watch`, opens nothing from now on."""

    role: Side


class NewLink(NoLink, frozen=True):
    """A link for a side, or to `watch`; the one before it opens nothing from now on."""

    key: Key


class Act(Keyed, frozen=True):
    """An answer to the question of a position."""

    number: Number
    action: Action
    side: Side = ""
    since: Since = None
    ask: bool = False
    """Whether to be asked first, with its chances, if it could not be taken back (428)."""


class Undo(Keyed, frozen=True):
    """The last action is taken back."""

    number: Number
    side: Side = ""
    since: Since = None


class Why(Body, frozen=True):
    """Why an action is refused, or why nothing is to be done with a unit, a hex, or a unit at a hex."""

    action: Action = ""
    unit: Annotated[str, Meta(max_length=64)] = ""
    hex: Annotated[str, Meta(max_length=64)] = ""
    side: Side = ""


class Odds(Body, frozen=True):
    """What an offered action may lead to."""

    action: Action
    side: Side = ""


class Resign(Keyed, frozen=True):
    """A side gives up."""

    number: Number
    side: Side = ""


class Share(Keyed, frozen=True):
    """A side's share in the dice: its seal, and when both are sealed the share itself."""

    seal: str = ""
    share: str = ""
    side: Side = ""


class NewOffer(Keyed, frozen=True):
    """A draw, or to go back to an earlier action."""

    number: Number
    kind: Literal["draw", "takeback"]
    to: Number = 0
    side: Side = ""


class Answer(Keyed, frozen=True):
    """The other side's offer is accepted or declined; one's own is withdrawn. `talk` tells which offer was seen."""

    number: Number
    talk: Number
    accept: bool
    side: Side = ""


class Advise(Keyed, frozen=True):
    """What would a machine do?"""

    number: Number
    side: Side = ""


class Say(Keyed, frozen=True):
    """A line for the other side."""

    text: Annotated[str, Meta(max_length=1000)]
    side: Side = ""


class NewNote(Body, frozen=True):
    """A note to oneself."""

    text: Annotated[str, Meta(max_length=20_000)]


class NewNotice(Body, frozen=True):
    """Where to be told that it is one's turn: an e-mail address, or a web address; neither ends it."""

    email: Annotated[str, Meta(max_length=254)] = ""
    webhook: Annotated[str, Meta(max_length=1000)] = ""
    side: Side = ""


class Mine(Body, frozen=True):
    """The tokens that a browser has."""

    tokens: Annotated[list[Token], Meta(max_length=500)]
